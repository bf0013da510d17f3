"""The tables of Laws 2, 77 and 78B: clean rows from what the conversion left of them."""

import re

from lawbot.reading.edition import Mend
from lawbot.reading.layouts.wbf_2017.lines import EDITION, cells, clean
from lawbot.reading.mends import corrections

_SUITS = ("♣", "♦", "♥", "♠")
_ITALIC = re.compile(r"(?<!\*)\*([^*|]+)\*(?!\*)")


class TableTranscriber:
    """Takes the lines of a table into ``rows`` of plain cells, captions printed between its parts included."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.mends: list[Mend] = []

    def take(self, line: int, raw: str) -> None:
        """Takes the line of that number."""
        if re.fullmatch(r"[\s|:-]*", raw):
            return
        printed = cells(raw)
        if printed is None:
            self.rows.append([clean(raw.lstrip("# "), line).text])
            return
        for row in _broken(printed):
            self._take([clean(cell, line).text for cell in row], line)

    def finish(self, line: int) -> None:
        """Two columns that are printed as three pairs side by side become two again; a head in two rows becomes one."""
        rows = self.rows
        if len(rows) < 3 or len(rows[0]) != 3 or len(rows[1]) != 6:
            return
        head = [f"{rows[0][0]} {rows[1][0]}", rows[1][1]]
        pairs = [row[at : at + 2] for at in (0, 2, 4) for row in rows[2:] if len(row) > at + 1]
        self.rows = [head, *([points.replace("-", "–"), units] for points, units in pairs)]
        self.mends.append(Mend(line, "three pairs of columns read as one", "the scale runs down each pair"))

    def _take(self, printed: list[str], line: int) -> None:
        row = self._suits(self._mended(self._glued(printed, line), line), line)
        if not any(re.search(r"\w", cell) for cell in row):
            return
        if self.rows and row == self.rows[-1] and len(row) > 1:
            self.mends.append(Mend(line, "row left out", "it repeats the row above"))
        elif self.rows and len(row) == 1 and len(self.rows[-1]) > 1 and (row[0][0].islower() or row[0].startswith("(")):
            for above in self.rows[:-3:-1]:  # the second printed line of a label; that of both slams is printed once
                if row[0] not in above[0] and (above is self.rows[-1] or above[0].startswith("Small Slam")):
                    above[0] = f"{above[0]} {row[0]}"
                    if above is self.rows[-1]:
                        self.mends.append(Mend(line, "two rows read as one", "the second continues the first cell of the row above"))
        else:
            self.rows.append(row)

    def _glued(self, row: list[str], line: int) -> list[str]:
        """The filled cells; a cell that goes on in the middle of a word is put to the one before it."""
        found: list[str] = []
        for cell in row:
            if not cell:
                continue
            cut = found and found[0][0].isupper() and re.search(r"[^\W\d_]$", found[-1])
            if cut and re.match(r"[a-z]|\W*E\.", cell):
                found[-1] += cell
                self.mends.append(Mend(line, "text put together from two cells", "the cells cut a word"))
            elif found and found[-1].endswith(",") and cell.isupper() and not cell[0].isdigit():
                found[-1] += f" {cell}"
            else:
                found.append(cell)
        return found

    def _mended(self, row: list[str], line: int) -> list[str]:
        mended = [corrections(EDITION).mend_line(cell, line, "cells") for cell in row]
        self.mends += [mend for _, mends in mended for mend in mends]
        return [text for text, _ in mended]

    def _suits(self, row: list[str], line: int) -> list[str]:
        """The four suits at the head of the trick scores, when their symbols are damaged."""
        label, *marks = row or [""]
        if len(marks) == 4 and all(mark == "*" or (len(mark) == 1 and not mark.isascii()) for mark in marks):
            self.mends.append(Mend(line, "suit symbols restored: ♣ ♦ ♥ ♠", "order of the 1997 table; 20 20 30 30 agree with it"))
            return [label, *_SUITS]
        return row


def _broken(row: list[str]) -> list[list[str]]:
    """A row whose first cell holds two printed lines, as two rows; the figures belong to an italic first line."""
    first, *rest = row
    parts = first.split("<br>")
    if len(parts) < 2:
        return [row]
    italic = _ITALIC.sub(r"\1", parts[0])
    return [[italic, *rest], [" ".join(parts[1:])]]
