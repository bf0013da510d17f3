"""The tables of Laws 2, 77 and 78B: clean rows from what the conversion left of them."""

import re

from lawbot.reading.edition import Mend
from lawbot.reading.layouts.wbf_2017.lines import Line, cells, clean


class TableTranscriber:
    """Takes the lines of a table into ``rows`` of plain cells, captions printed between its parts included."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.mends: list[Mend] = []

    def take(self, line: Line) -> None:
        """Takes a line: a row of cells, two where the first cell holds two printed lines, or a caption."""
        if re.fullmatch(r"[\s|:-]*", line.raw):
            return
        self.mends += line.mends
        first, *rest = cells(line.raw) or [line.text]
        label, *below = first.split("<br>")
        for row in [[label, *rest], [" ".join(below)]]:
            self._take([plain for cell in row if (plain := clean(cell)[0])], line.number)

    def finish(self, line: int) -> None:
        """Two columns that are printed as three pairs side by side become two again; a head in two rows becomes one."""
        rows = self.rows
        if len(rows) < 3 or len(rows[0]) != 3 or len(rows[1]) != 6:
            return
        head = [f"{rows[0][0]} {rows[1][0]}", rows[1][1]]
        pairs = [row[at : at + 2] for at in (0, 2, 4) for row in rows[2:] if len(row) > at + 1]
        self.rows = [head, *([points.replace("-", "–"), units] for points, units in pairs)]
        self.mends.append(Mend(line, "three pairs of columns read as one", "the scale runs down each pair"))

    def _take(self, row: list[str], line: int) -> None:
        if not any(re.search(r"\w", cell) for cell in row):
            return
        above = self.rows[-1] if self.rows else []
        if row == above and len(row) > 1:
            self.mends.append(Mend(line, "row left out", "it repeats the row above"))
        elif len(row) == 1 and len(above) > 1 and (row[0][0].islower() or row[0].startswith("(")):
            if row[0] not in above[0]:
                above[0] = f"{above[0]} {row[0]}"
                self.mends.append(Mend(line, "two rows read as one", "the second continues the first cell of the row above"))
        else:
            self.rows.append(row)
