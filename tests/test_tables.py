"""Every cell of every table, as it is drawn on Discord and in the terminal, says what the lawbook's
rows say under the head that is its own."""

import io
import re

import pytest
from rich.console import Console

from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.cards.card import Band, Card, CardKind, Grid
from lawbot.faces.discord.render.card import paged
from lawbot.faces.terminal.drawing import draw
from lawbot.law.citation import Citation
from lawbot.law.scoring import Contract, board, imps, score, total

_LINE = re.compile(r"- \*\*(?P<label>.+?)\*\* · (?P<cells>.+)")


def grids(lawbook: Lawbook) -> list[tuple[str, Citation, Grid]]:
    """Return every table of every edition."""
    return [
        (edition, entry.citation, Grid(tuple(map(tuple, entry.rows))))
        for edition in lawbook.editions
        for entry in lawbook.provisions(edition)
        if entry.level == "table"
    ]


def expected(bands: list[Band]) -> list[tuple[str, list[str]]]:
    """Return each row with its label and its cells as they are named by their head."""
    return [
        (
            row[0],
            [
                f"{band.head[i]}: {cell}" if band.head and band.head[i] else cell
                for i, cell in enumerate(row)
                if i and cell
            ],
        )
        for band in bands
        for row in band.rows
    ]


def plain(markdown: str) -> str:
    return markdown.replace("\\", "")


def test_every_cell_on_discord_stands_under_its_own_head(answers: Answers) -> None:
    _check_discord(answers.lawbook)


def test_every_cell_on_discord_in_every_edition(full_answers: Answers) -> None:
    _check_discord(full_answers.lawbook)


def _check_discord(lawbook: Lawbook) -> None:
    for edition, citation, grid in grids(lawbook):
        bands = list(grid.bands())
        assert sum(len(band.rows) + bool(band.heading) for band in bands) + _heads(grid) == len(
            grid.rows
        ), (edition, citation)
        text = plain("\n".join(paged(Card(CardKind.LAW, "t", (grid,), address="law/x/1"))))
        if "```" in text:
            for band in bands:
                for row in band.rows:
                    assert re.search(
                        r"^" + r"\s+".join(map(re.escape, row)) + r"$", text, re.MULTILINE
                    ), (edition, citation, row)
            continue
        lines = [line for line in text.splitlines() if line.startswith("- ")]
        expected_rows = expected(bands)
        assert len(lines) == len(expected_rows), (edition, citation)
        for line, (label, cells) in zip(lines, expected_rows, strict=True):
            match = _LINE.fullmatch(line)
            written_row = (
                (match["label"], match["cells"].split(" · "))
                if match
                else ("", line.removeprefix("- ").split(" · "))
            )
            assert written_row in ((label.strip(), cells), ("", [label, *cells]), ("", cells)), (
                edition,
                citation,
                line,
            )


def _heads(grid: Grid) -> int:
    """Rows that are heads: wider than one cell, and neither data nor heading."""
    data = {row for band in grid.bands() for row in band.rows}
    return sum(len(row) > 1 and row not in data for row in grid.rows)


def test_every_cell_in_the_terminal(answers: Answers) -> None:
    for _edition, _citation, grid in grids(answers.lawbook):
        out = io.StringIO()
        draw(Card(CardKind.LAW, "t", (grid,)), {}, Console(file=out, width=200))
        text = out.getvalue()
        for band in grid.bands():
            for row in band.rows:
                assert re.search(r"\s+".join(map(re.escape, filter(None, row))), text), row


@pytest.mark.parametrize("doubled", [0, 1, 2])
@pytest.mark.parametrize("vulnerable", [False, True])
def test_the_undertricks_of_the_official_table_are_those_of_scoring(
    full_lawbook: Lawbook, doubled: int, vulnerable: bool
) -> None:
    """Law 77: first, further, and fourth and later undertricks, read from the bands as they are
    drawn."""
    if "en-2017" not in full_lawbook.editions:
        pytest.skip("the 2017 document is not here")
    entry = full_lawbook.provision(Citation(77, table=True), "en-2017")
    name = ("Undoubled", "Doubled", "Redoubled")[doubled]
    column = "Vulnerable" if vulnerable else "Not Vulnerable"
    stages = [
        dict(zip(band.head, row, strict=True))[column]
        for band in _after(entry.rows, "Undertricks")
        for row in band.rows
        if row[0] == name
    ]
    first, further, extra = map(int, stages)
    for down in range(1, 14):
        expected_score = first + further * (down - 1) + extra * max(0, down - 3)
        assert -total(score(Contract(7, "N", doubled, -down), vulnerable)) == expected_score


def _after(rows: list[list[str]], heading: str) -> list[Band]:
    bands = list(Grid(tuple(map(tuple, rows))).bands())
    return bands[next(place for place, band in enumerate(bands) if band.heading == heading) :]


@pytest.mark.parametrize("edition", ["plain-2017", "en-2017"])
def test_tricks_and_premiums_of_the_tables_are_those_of_scoring(
    full_lawbook: Lawbook, edition: str
) -> None:
    rows = full_lawbook.provision(Citation(77, table=True), edition).rows
    bands = [band for band in Grid(tuple(map(tuple, rows))).bands() if band.rows]
    for doubled, name in enumerate(("Undoubled", "Doubled", "Redoubled")):
        minor = next(row for row in bands[0].rows if row[0] == name)
        trick = {"C": int(minor[1]), "D": int(minor[2]), "H": int(minor[3]), "S": int(minor[4])}
        for strain, value in trick.items():
            assert score(Contract(1, strain, doubled, 0), False)[0].points == value


def test_imps_of_every_row_are_those_of_scoring(plain_lawbook: Lawbook) -> None:
    for difference, won in plain_lawbook.provision(
        Citation(78, "B", table=True), "plain-2017"
    ).rows[1:]:
        ends = [int(end) for end in re.findall(r"\d+", difference)]
        assert {imps(end) for end in ends} == {int(won)}


def test_boards_of_law_2_are_those_of_scoring(plain_lawbook: Lawbook) -> None:
    sides = {"neither side": "none", "north-south": "ns", "east-west": "ew", "both sides": "both"}
    boards_checked = 0
    for row in plain_lawbook.provision(Citation(2, table=True), "plain-2017").rows:
        for number in (int(cell) for cell in row[:1] if cell.isdigit()):
            conditions = board(number)
            boards_checked += 1
            assert row[1].startswith(
                {"N": "North", "E": "East", "S": "South", "W": "West"}[conditions.dealer]
            )
            assert sides[row[2].casefold()] == conditions.vulnerable
    assert boards_checked == 16
