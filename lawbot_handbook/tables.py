"""The scores as tables: what contracts bring, what undertricks cost, IMPs, the sixteen boards. Laws
77, 78B and 2, computed."""

from collections.abc import Iterator

from lawbot.answers.scores import board_rows
from lawbot.language import Translate
from lawbot.scoring import Contract, imps, score, total

Table = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""A heading, the heads of the columns, and rows whose first cell is their head."""
_STRAINS = (("C", "♣ ♦"), ("H", "♥ ♠"), ("N", "NT"))
_DOUBLED = ("", "–", "X", "XX")
_HIGHEST = 4000
"""Points from which on the IMPs stay the same."""


def scores(translate: Translate) -> Iterator[Table]:
    """Every table of the page."""
    _ = translate
    for vulnerable, state in ((False, _("not vulnerable")), (True, _("vulnerable"))):
        made = [
            (
                f"{level} {signs}",
                *(
                    str(_points(Contract(level, strain, doubled, 0), vulnerable))
                    for doubled in range(3)
                ),
            )
            for level in range(1, 8)
            for strain, signs in _STRAINS
        ]
        over = [
            (signs, *(str(_over(strain, doubled, vulnerable)) for doubled in range(3)))
            for strain, signs in _STRAINS
        ]
        down = [
            (
                str(tricks),
                *(
                    _written(_points(Contract(7, "N", doubled, -tricks), vulnerable))
                    for doubled in range(3)
                ),
            )
            for tricks in range(1, 14)
        ]
        for name, rows in (
            (_("Contracts just made"), made),
            (_("Each overtrick"), over),
            (_("Undertricks by their number"), down),
        ):
            yield f"{name}: {state}", _DOUBLED, rows
    yield "IMP", (_("points"), "IMP"), list(_scale())
    yield _("The sixteen boards"), ("", _("dealer"), _("vulnerable")), list(board_rows(_))


def _points(contract: Contract, vulnerable: bool) -> int:
    return total(score(contract, vulnerable))


def _written(points: int) -> str:
    """A number with a minus, not a hyphen, where it is one."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def _over(strain: str, doubled: int, vulnerable: bool) -> int:
    """What one trick more brings."""
    just, more = (Contract(1, strain, doubled, result) for result in (0, 1))
    return _points(more, vulnerable) - _points(just, vulnerable)


def _scale() -> Iterator[tuple[str, ...]]:
    """The differences in points, in tens, that make each number of IMPs."""
    first = 0
    for points in range(10, _HIGHEST + 10, 10):
        if imps(points) != imps(first):
            yield f"{first}–{points - 10}" if first != points - 10 else str(first), str(imps(first))
            first = points
    yield f"{first}+", str(imps(first))
