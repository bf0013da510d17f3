"""Every cell of every table of the documents, read here from the printed lines and not by our
layouts, against what a card draws.

What a person must say of the pages stands here by line numbers: which lines are a table, which head
stands over which rows, and which lines the conversion damaged. A document is always the same text,
so a number never moves.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

import pytest

from lawbot.book import Lawbook
from lawbot.cards.card import Grid
from lawbot.law.citation import Citation
from tests.support.lawbooks import DOCUMENTS

VALUE = re.compile(r"\d+|(?i:trick value)|giá trị của nước đó|ตามค่าของตอง")
ENGLISH, VIETNAMESE, BOTH_1997 = "wbf-2017-en.md", "laws-2007-vi.txt", "laws-1997-th-and-en.txt"


@dataclass(frozen=True)
class Printed:
    """A table of scores: its lines in the document, ``heads`` as (lines of the head, first row,
    last row), and of damaged lines what is ``mended``: the damage, as a pattern, and what was
    meant."""

    document: str
    lines: tuple[int, int]
    heads: tuple[tuple[tuple[int, ...], int, int], ...]
    mended: dict[int, tuple[str, str]] = field(default_factory=dict)

    def cells(self) -> dict[int, list[str]]:
        """Return the filled cells by line."""
        return cells(self.document, *self.lines, self.mended)


SCORES = {
    "en-2017": Printed(
        ENGLISH,
        (2035, 2096),
        (
            ((2041,), 2042, 2044),
            ((2058,), 2059, 2060),
            ((2063,), 2065, 2068),
            ((2085,), 2086, 2096),
        ),
        {
            2041: (r"\*.*٨", "♣|♦|♥|♠"),
            2054: (r"\|[ |]*AME", "made on one board, is GAME"),
            2055: (r"s is a PARTSCOF\W*E", "is a PARTSCORE"),
            2058: (r"b *\| o", "b"),
            2063: (r"b *\| ", "b"),
            2068: (".*", ""),
            2069: (r"j *\| ", ""),
            2083: (r"sh *\| n", "sh"),
        },
    ),
    "vi-2007": Printed(
        VIETNAMESE,
        (1896, 1986),
        (
            ((1909,), 1910, 1916),
            ((1928,), 1930, 1936),
            ((1941,), 1943, 1949),
            ((1970,), 1971, 1977),
            ((1981,), 1982, 1986),
        ),
    ),
    "en-1997": Printed(
        BOTH_1997,
        (4214, 4273),
        (
            ((4218,), 4219, 4222),
            ((4226,), 4227, 4228),
            ((4240,), 4241, 4243),
            ((4248,), 4249, 4251),
            ((4269, 4270), 4271, 4273),
        ),
        {4244: (".*", ""), 4248: ("Foe", "For"), 4249: (r"\tUndoubled$", ""), 4272: ("Foe", "For")},
    ),
    "th-1997": Printed(
        BOTH_1997,
        (1909, 1967),
        (
            ((1914,), 1915, 1918),
            ((1922,), 1923, 1924),
            ((1931,), 1932, 1934),
            ((1939,), 1940, 1942),
            ((1947,), 1948, 1952),
            ((1963, 1964), 1965, 1967),
        ),
    ),
}
BOARDS = {
    "en-2017": (ENGLISH, 529, 537),
    "vi-2007": (VIETNAMESE, 308, 368),
    "en-1997": (BOTH_1997, 2401, 2408),
    "th-1997": (BOTH_1997, 158, 165),
}
WRONG_BOARDS = {"2 7 12 15": "2 5 12 15", "4 5 10 13": "4 7 10 13"}
"""The English of 1997 gives 5 and 7 each other's vulnerability."""
IMPS = {
    "en-2017": (ENGLISH, 2113, 2121),
    "vi-2007": (VIETNAMESE, 2003, 2057),
    "en-1997": (BOTH_1997, 4286, 4293),
    "th-1997": (BOTH_1997, 1982, 1989),
}


def cells(
    document: str,
    first: int,
    last: int,
    mended: Mapping[int, tuple[str, str]] = MappingProxyType({}),
) -> dict[int, list[str]]:
    """Return the filled cells of the lines from ``first`` to ``last``, by line number."""
    lines = (DOCUMENTS / document).read_text(encoding="utf-8").splitlines()
    cells_by_number = {}
    for number in range(first, last + 1):
        line = re.sub(*mended.get(number, ("^$", "")), lines[number - 1])
        if re.fullmatch(r"[\s|:,-]*", line):
            continue
        plain = re.sub(r"<.*?>|[#*]", " ", line.replace("<br>", "|"))
        parts = re.split("[|]" if document == ENGLISH else "\t" if "\t" in line else " {2,}", plain)
        cells_by_number[number] = [" ".join(part.split()) for part in parts if part.strip()]
    return cells_by_number


def squeezed(words: str) -> str:
    """Letters and digits alone: a conversion cuts words and puts marks between them."""
    return "".join(
        char
        for char in words.casefold()
        if char.isalnum() or char in "♣♦♥♠" or "\u0e00" < char < "\u0e7f"
    )


def grid_of(lawbook: Lawbook, edition: str, citation: Citation) -> Grid:
    return Grid(tuple(map(tuple, lawbook.provision(citation, edition).rows)))


def names(heads: list[list[str]], width: int) -> list[str]:
    """Return the heading of each of the columns; of two lines the first spans the second."""
    above, *below = heads
    if not below:
        return above[-width:]
    upper = above[-2:]
    return [f"{upper[place * 2 // width]}, {name}" for place, name in enumerate(below[0][-width:])]


def test_no_table_of_a_document_is_left_out(full_lawbook: Lawbook) -> None:
    tables_held = {
        (edition, entry.citation.law)
        for edition in full_lawbook.editions
        for entry in full_lawbook.provisions(edition)
        if entry.level == "table" and not edition.startswith("plain-")
    }
    assert tables_held == {
        (edition, law)
        for law, editions in ((77, SCORES), (2, BOARDS), (78, IMPS))
        for edition in editions
    }


@pytest.mark.parametrize("edition", SCORES)
def test_every_cell_of_the_scores_is_as_printed(full_lawbook: Lawbook, edition: str) -> None:
    printed = SCORES[edition]
    lines = printed.cells()
    grid = grid_of(full_lawbook, edition, Citation(77, table=True))
    bands = list(grid.bands())
    rows = [(row, band.head) for band in bands for row in band.rows]
    place, above = 0, ""
    for number, row in lines.items():
        values = [cell for cell in row if VALUE.fullmatch(cell)]
        if not values:
            above = "".join(row) or above
            continue
        label = "".join(cell for cell in row if cell not in values) or above
        score_row, head = rows[place]
        place += 1
        assert list(score_row[1:]) == values, number
        assert squeezed(label) in squeezed(score_row[0]), number
        over = [head_lines for head_lines, first, last in printed.heads if first <= number <= last]
        expected_heads = names([lines[line] for line in over[0]], len(values)) if over else []
        assert list(head[1:]) == expected_heads, number
    assert place == len(rows)


@pytest.mark.parametrize("edition", SCORES)
def test_every_word_of_the_scores_is_told_and_none_besides(
    full_lawbook: Lawbook, edition: str
) -> None:
    printed = SCORES[edition]
    lines = printed.cells()
    table = full_lawbook.provision(Citation(77, table=True), edition)
    law = full_lawbook.provision(Citation(77), edition)
    table_text = squeezed(" ".join([*(cell for row in table.rows for cell in row), law.text]))
    for number, row in lines.items():
        joined = squeezed("".join(cell for cell in row if not VALUE.fullmatch(cell)))
        assert joined in table_text or all(squeezed(cell) in table_text for cell in row), number
    page = squeezed(" ".join(cell for row in lines.values() for cell in row))
    for band in grid_of(full_lawbook, edition, Citation(77, table=True)).bands():
        assert squeezed(band.heading) in page


@pytest.mark.parametrize("edition", BOARDS)
def test_every_board_is_as_printed(full_lawbook: Lawbook, edition: str) -> None:
    document, first, last = BOARDS[edition]
    page = " ".join(cell for row in cells(document, first, last).values() for cell in row)
    expected = [
        (squeezed(label), WRONG_BOARDS.get(figures, figures))
        for label, figures in re.findall(r"(\D+) ((?:\d+ ){3}\d+)", page)
    ]
    bands = list(grid_of(full_lawbook, edition, Citation(2, table=True)).bands())
    matches = [
        re.fullmatch(r"(\D+) ([\d ]+)", " ".join(row)) for band in bands for row in band.rows
    ]
    assert not any(band.head for band in bands)
    assert len(matches) == len(expected) == 8
    for match, (label, figures) in zip(matches, expected, strict=True):
        assert match
        assert match[2] == figures
        assert label.endswith(squeezed(match[1]))


@pytest.mark.parametrize("edition", IMPS)
def test_every_step_of_the_imps_is_as_printed(full_lawbook: Lawbook, edition: str) -> None:
    """Three pairs of columns on the page, one below the other on a card."""
    page = [cell for row in cells(*IMPS[edition]).values() for cell in row]
    pairs = [pair for at in (0, 2, 4) for pair in zip(page[at::6], page[at + 1 :: 6], strict=True)]
    (band,) = grid_of(full_lawbook, edition, Citation(78, "B", table=True)).bands()
    assert [(squeezed(step), won) for step, won in band.rows] == [
        (squeezed(step), won) for step, won in pairs
    ]
    assert len(band.head) == 2
    assert all(int(upper) + 1 == int(next_one) for (_, upper), (_, next_one) in pairwise(band.rows))
