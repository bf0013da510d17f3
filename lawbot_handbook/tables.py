"""Tables of scores, IMPs and the sixteen boards, computed by Laws 77, 78B and 2."""

from collections.abc import Iterable, Iterator
from itertools import product
from operator import sub

from lawbot.cards.score_card import board_rows
from lawbot.language import Translate
from lawbot.law.scoring import Contract, imps, score, total

Table = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""A heading, the heads of the columns, and rows whose first cell is their head."""
_STRAINS = (("C", "♣ ♦"), ("H", "♥ ♠"), ("N", "NT"))
_COLUMN_HEADS = ("", "–", "X", "XX")
_LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "NT": "NT"}
_DOUBLED = {"–": "", "X": "X", "XX": "XX"}
_CONTRACT_TABLES = (1, 4)
"""Numbers of the tables of contracts just made: not vulnerable, and vulnerable."""
_MOST_BOARDS = 65
_MAX_POINTS = 4000
"""Points from which on the IMPs stay the same (Law 78B)."""


def scores(translate: Translate) -> Iterator[Table]:
    """Yield every table of the page."""
    _ = translate
    for vulnerable, state in ((False, _("not vulnerable")), (True, _("vulnerable"))):
        contracts = []
        for level, (strain, signs) in product(range(1, 8), _STRAINS):
            points = _points(level, strain, 0, vulnerable)
            contracts.append((f"{level} {signs}", *map(str, points)))
        overtricks = [
            (signs, *map(str, _overtrick_points(strain, vulnerable))) for strain, signs in _STRAINS
        ]
        # Undertricks cost the same in every contract: any that can go down thirteen will do.
        undertricks = [
            (str(tricks), *map(_with_minus, _points(7, "N", -tricks, vulnerable)))
            for tricks in range(1, 14)
        ]
        # messages stand outside f-strings, where their extraction does not find them
        titled_rows = (
            (_("Contracts just made"), contracts),
            (_("Each overtrick"), overtricks),
            (_("Undertricks by their number"), undertricks),
        )
        for title, rows in titled_rows:
            yield f"{title}: {state}", _COLUMN_HEADS, rows
    yield "IMP", (_("points"), "IMP"), list(_imp_scale())
    yield _("The sixteen boards"), ("", _("dealer"), _("vulnerable")), list(board_rows(_))


def rows_by_name(
    translate: Translate, board_words: Iterable[str]
) -> Iterator[tuple[str, list[str], int, list[str]]]:
    """Yield the rows that people look up: contracts, then boards.

    Each has a name, its other names, the number of its table on the page, and its cells.
    """
    _ = translate
    for table, (heading, heads, rows) in enumerate(scores(_), 1):
        if table in _CONTRACT_TABLES:
            for first, *cells in rows:
                level, *strains = first.split()
                contracts = product(strains, heads[1:])
                names = [f"{level}{_LETTERS[strain]}{_DOUBLED[head]}" for strain, head in contracts]
                points = [f"{head} {cell}" for head, cell in zip(heads[1:], cells, strict=True)]
                yield f"{first}: {heading}", names + cells, table, points
    for number, *facts in rows:
        # board 17 is the same as board 1, and so on
        numbers = range(int(number), _MOST_BOARDS, len(rows))
        names = [f"{word}{board_number}" for word, board_number in product(board_words, numbers)]
        yield _("Board {number}").format(number=number), names, table, facts


def _points(level: int, strain: str, result: int, vulnerable: bool) -> list[int]:
    """Return the points of a contract undoubled, doubled and redoubled."""
    return [
        total(score(Contract(level, strain, doubled, result), vulnerable)) for doubled in range(3)
    ]


def _with_minus(points: int) -> str:
    """Return a number with a minus sign for its hyphen."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def _overtrick_points(strain: str, vulnerable: bool) -> Iterator[int]:
    """Return the points for one overtrick undoubled, doubled and redoubled."""
    return map(sub, _points(1, strain, 1, vulnerable), _points(1, strain, 0, vulnerable))


def _imp_scale() -> Iterator[tuple[str, ...]]:
    """Yield the differences in points, in tens, for each number of IMPs."""
    lowest = 0
    for points in range(10, _MAX_POINTS + 10, 10):
        if imps(points) != imps(lowest):
            highest = points - 10
            difference = str(lowest) if lowest == highest else f"{lowest}–{highest}"
            yield difference, str(imps(lowest))
            lowest = points
    yield f"{lowest}+", str(imps(lowest))
