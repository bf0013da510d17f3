"""The tables of Laws 2, 77 and 78B: clean rows from what the conversion left of them."""

import re

from lawbot.reading.edition import Mend
from lawbot.reading.layouts.wbf_2017.inline import cells, clean

_FIXES = (
    (re.compile(r"Fuljfilling"), "Fulfilling", "word cut across cells"),
    (re.compile(r"Vulnerab(?!le)\w*"), "Vulnerable", "word cut across cells"),
    (re.compile(r"\bshnort\b"), "short", "word cut across cells"),
    (re.compile(r"\bpointss\b"), "points", "word cut across cells"),
    (re.compile(r"\beachsubsequent\b"), "each subsequent", "blank lost between cells"),
    (re.compile(r"PARTSCOF\W*E\."), "PARTSCORE.", "word cut across cells"),
    (re.compile(r"(?<=or more,)\s*AME\.$"), " made on one board, is GAME.", "words lost between cells; the 1997 table has them"),
    (re.compile(r"\bcontr$"), "contract", "end of the word lost"),
    (re.compile(r"^Redouble$"), "Redoubled", "end of the word lost"),
)
_SUITS = ("♣", "♦", "♥", "♠")
_ITALIC = re.compile(r"(?<!\*)\*([^*|]+)\*(?!\*)")
_HEAD = "Not Vulnerable"

Line = tuple[int, str]
"""A line's number and its raw text."""


def read_table(lines: list[Line]) -> tuple[list[list[str]], list[Mend]]:
    """The rows of a table, captions printed between its parts included, and what was mended in them."""
    mends: list[Mend] = []
    rows: list[list[str]] = []
    for number, raw in lines:
        if not raw.strip() or _is_rule(raw):
            continue
        found = cells(raw)
        if found is None:
            rows.append([clean(raw.lstrip("# "), number).text])
            continue
        for row in _broken(found):
            _take(rows, [clean(cell, number).text for cell in row], number, mends)
    return _paired(rows, mends, lines[0][0] if lines else 0), mends


def _is_rule(raw: str) -> bool:
    return bool(re.fullmatch(r"[\s|:-]*", raw))


def _broken(row: list[str]) -> list[list[str]]:
    """A row whose first cell holds two printed lines, as two rows; the figures belong to an italic first line."""
    first, *rest = row
    parts = first.split("<br>")
    if len(parts) < 2:
        return [row]
    italic = _ITALIC.sub(r"\1", parts[0])
    return [[italic, *rest], [" ".join(parts[1:])]]


def _take(rows: list[list[str]], row: list[str], number: int, mends: list[Mend]) -> None:
    row = _suits(_mended(_glued(row, number, mends), number, mends), number, mends)
    if not any(re.search(r"\w", cell) for cell in row):
        return
    if rows and row == rows[-1] and len(row) > 1:
        mends.append(Mend(number, "row left out", "it repeats the row above"))
    elif rows and len(row) == 1 and len(rows[-1]) > 1 and (row[0][0].islower() or row[0].startswith("(")):
        _continue(rows, row[0], number, mends)
    else:
        rows.append(row)


def _continue(rows: list[list[str]], words: str, number: int, mends: list[Mend]) -> None:
    """The second printed line of a label, put back behind the first."""
    if words not in rows[-1][0]:
        rows[-1][0] = f"{rows[-1][0]} {words}"
        mends.append(Mend(number, "two rows read as one", "the second continues the first cell of the row above"))
    if len(rows) > 1 and rows[-2][0].startswith("Small Slam") and words not in rows[-2][0]:
        rows[-2][0] = f"{rows[-2][0]} {words}"


def _glued(row: list[str], number: int, mends: list[Mend]) -> list[str]:
    """The filled cells; a cell that goes on in the middle of a word is put to the one before it."""
    found: list[str] = []
    for cell in row:
        if not cell:
            continue
        cut = found and found[0][0].isupper() and re.search(r"[^\W\d_]$", found[-1])
        if cut and re.match(r"[a-z]|\W*E\.", cell):
            found[-1] += cell
            mends.append(Mend(number, "text put together from two cells", "the cells cut a word"))
        elif found and found[-1].endswith(",") and cell.isupper() and not cell[0].isdigit():
            found[-1] += f" {cell}"
        else:
            found.append(cell)
    return found


def _mended(row: list[str], number: int, mends: list[Mend]) -> list[str]:
    found: list[str] = []
    for cell in row:
        text = cell
        for wrong, right, why in _FIXES:
            if wrong.search(text):
                text = wrong.sub(right, text)
                mends.append(Mend(number, f"“{right.strip()}” restored", why))
        found.append(text)
    return found


def _suits(row: list[str], number: int, mends: list[Mend]) -> list[str]:
    """The four suits at the head of the trick scores, when their symbols are damaged."""
    label, *marks = row or [""]
    if len(marks) == 4 and all(mark == "*" or (len(mark) == 1 and not mark.isascii()) for mark in marks):
        mends.append(Mend(number, "suit symbols restored: ♣ ♦ ♥ ♠", "order of the 1997 table; 20 20 30 30 agree with it"))
        return [label, *_SUITS]
    return row


def _paired(rows: list[list[str]], mends: list[Mend], line: int) -> list[list[str]]:
    """A table of two columns that is printed as three side by side, as two columns; a head in two rows as one."""
    if len(rows) < 3 or len(rows[0]) != 3 or len(rows[1]) != 6:
        return rows
    head = [f"{rows[0][0]} {rows[1][0]}", rows[1][1]]
    pairs = [row[at : at + 2] for at in (0, 2, 4) for row in rows[2:] if len(row) > at + 1]
    mends.append(Mend(line, "three pairs of columns read as one", "the scale runs down each pair"))
    return [head, *([points.replace("-", "–"), units] for points, units in pairs)]
