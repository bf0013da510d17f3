"""The tables of the bilingual 1997 Laws: boards (Law 2), scores (Law 77), scale of IMPs (78B)."""

import re

from lawbot.reading.edition import ReadingError
from lawbot.reading.outline import Outline
from lawbot.reading.text import unrolled

Line = tuple[int, str]

_BOARDS = 2
_RULE = re.compile(r"^[-\t ]+$")
_VULNERABLE = {"neither": (1, 8, 11, 14), "north-south": (2, 5, 12, 15), "east-west": (3, 6, 9, 16), "both": (4, 7, 10, 13)}
"""The rows of vulnerability as every other edition gives them."""


def is_row(line: str) -> bool:
    """Whether the line is a row of cells, parted by tabs."""
    return "\t" in line.strip("\r\n")


def cells(line: str) -> list[str]:
    """The cells of a row, the empty ones left out save one before the heads of columns."""
    first, *rest = (_plain(cell) for cell in line.split("\t"))
    return [first, *(cell for cell in rest if cell)]


def add(outline: Outline, lines: list[Line]) -> None:
    """Adds the lines as the table of the law or section at hand."""
    if all(_RULE.match(line) for _, line in lines):
        raise ReadingError(f"line {lines[0][0]}: a table without a single row")
    table = outline.table(lines[0][0])
    for number, line in lines:
        if _RULE.match(line):
            outline.mend(number, "row of dashes taken out", "it has no figures")
            continue
        row = cells(line)
        if row[0] == "" and len(row) > 2 and row[-1] == row[1]:
            row = row[1:-1]
            outline.mend(number, f"row of “{row[0]}” moved back to its columns", "it has slipped; its label stands at both ends")
        if row[0].startswith("Foe "):
            row[0] = "For" + row[0][3:]
            outline.mend(number, "“Foe” read as “For”", "the row beside it has it right")
        if row[0].endswith(" :"):
            row[0] = row[0].removesuffix(" :") + ":"
        if table.citation.law == _BOARDS:
            _right_boards(outline, number, row)
        table.rows.append(row)
    table.rows[:] = unrolled(table.rows)


def _right_boards(outline: Outline, number: int, row: list[str]) -> None:
    """Sets the boards of a vulnerability right when the row has a foreign one. Only the English names are looked at."""
    name = row[0].replace(" ", "").replace("–", "-").lower()
    right = next((figures for key, figures in _VULNERABLE.items() if name.startswith(key)), ())
    wanted = [str(figure) for figure in right]
    printed = [cell for cell in row if cell.isdigit()]
    if "vulnerable" in name and wanted and printed != wanted:
        row[len(row) - len(printed) :] = wanted
        outline.mend(number, f"boards {', '.join(printed)} read as {', '.join(wanted)}", "the Thai half and every other edition have it so")


def _plain(cell: str) -> str:
    return " ".join(cell.split())
