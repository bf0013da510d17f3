"""Words of pages -> lines in reading order: running heads and page numbers left out, columns one
after the other."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import NamedTuple

_MIDDLE = range(40, 61)
"""Hundredths of a page's width between which the gap of two columns lies."""
_CROSSED = 0.15
"""Share of the lines that may cross that gap: headings over both columns."""
_MARGIN = 0.1
"""Greatest share of the page's width between that gap and the columns."""
_WORDS = 2.5
"""Fewest words in a line of the second column; a table's figures are fewer."""
_FEWEST_ROWS = 4
"""Fewest rows that a column of text has."""
_REPEATED = 0.2
"""Share of the pages on which a first or last line stands that is a running head."""
_SMALL_TYPE = 0.95
"""Size of footnotes as a share of that of the text."""
_SMALL = 0.85
"""Size of a footnote's mark as a share of that of its line."""


class PrintedWord(NamedTuple):
    """A word as it is printed; places and sizes in one unit, from the upper left corner of its
    page."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    bold: bool = False


@dataclass(slots=True)
class Line:
    """A line of a column. ``gap`` is its distance from the line above it there, in its own size;
    None for a column's first."""

    words: list[PrintedWord]
    gap: float | None = None
    left_edge: float = 0
    """Left edge of its column."""
    right_edge: float = 0
    """Right edge of its column."""
    size: float = field(init=False)
    base: float = field(init=False)

    def __post_init__(self) -> None:
        largest = max(self.words, key=lambda word: (word.size, len(word.text)))
        self.size, self.base = largest.size, largest.bottom

    @property
    def x(self) -> float:
        """Return how far it is set in from the edge of its column."""
        return self.words[0].x0 - self.left_edge

    def raised(self, word: PrintedWord) -> bool:
        """Return True if a word is the mark of a footnote."""
        return (
            bool(re.fullmatch(r"\d{1,2}", word.text))
            and word.size < _SMALL * self.size
            and word.bottom < self.base
        )


def lines(pages: Sequence[Sequence[PrintedWord]]) -> list[Line]:
    """Return all lines of the pages in reading order."""
    # by parity of the page, number of columns and column
    lines_by_column: dict[tuple[int, int, int], list[Line]] = {}
    order: list[Line] = []
    printed = _without_running_heads([_rows(page) for page in pages])
    for number, (rows, gap) in enumerate(zip(printed, _gaps(printed), strict=True)):
        for columns, column, part in _columns(rows, gap):
            column_lines = [Line(row) for row in part]
            for above, line in pairwise(column_lines):
                line.gap = (line.base - above.base) / line.size
            # left and right pages have margins of their own
            if column_lines:
                lines_by_column.setdefault((number % 2, columns, column), []).extend(column_lines)
            order += column_lines
    for column_lines in lines_by_column.values():
        left_edge = min(line.words[0].x0 for line in column_lines)
        ends = sorted(line.words[-1].x1 for line in column_lines)
        # a few lines stand out into the margin
        right_edge = ends[(len(ends) - 1) * 98 // 100]
        for line in column_lines:
            line.left_edge, line.right_edge = left_edge, right_edge
    return order


def _rows(words: Sequence[PrintedWord]) -> list[list[PrintedWord]]:
    """Return the words of each printed line, from left to right."""
    rows: list[list[PrintedWord]] = []
    for word in sorted(words, key=lambda word: word.top + word.bottom):
        # a raised mark may come before the words of its own line, behind those of the line above
        for row in rows[-2:]:
            largest = max(row, key=lambda in_row: in_row.size)
            shared = min(word.bottom, largest.bottom) - max(word.top, largest.top)
            if shared >= 0.5 * min(word.size, largest.size):
                row.append(word)
                break
        else:
            rows.append([word])
    return [sorted(row, key=lambda word: word.x0) for row in rows]


def _without_running_heads(pages: list[list[list[PrintedWord]]]) -> list[list[list[PrintedWord]]]:
    """Return the pages without page numbers, and without the first and last lines that many share
    but for their numbers.
    """
    # twice, for a page number may stand beyond a running head
    for end in (0, -1, 0, -1):
        ends = [_head(page[end]) for page in pages if page]
        times = Counter(ends)
        for page in pages:
            if not page:
                continue
            head = _head(page[end])
            is_page_number = head[0] == "#"
            if is_page_number or times[head] > max(2, _REPEATED * len(ends)):
                del page[end]
    return pages


def _head(row: Sequence[PrintedWord]) -> tuple[str, int]:
    """Return what a running head has in common on all its pages.

    That is its words but for numbers, and its height.
    """
    text = re.sub(r"\d+|\b[ivxl]+\b", "#", " ".join(word.text for word in row))
    return text.strip("-–— "), round(row[0].top / row[0].size)


def _columns(
    rows: list[list[PrintedWord]], gap: float | None
) -> Iterator[tuple[int, int, list[list[PrintedWord]]]]:
    """Yield the rows of a page, or of its columns one after the other: how many there are, which it
    is, its rows.
    """
    if gap is None:
        yield 1, 0, rows
        return
    body = median(word.size for row in rows for word in row)
    foot = 0
    while foot < len(rows) and not _is_footnote(rows[foot], gap, body):
        foot += 1
    # words in two columns, until a row that crosses the gap, or the end
    zone: list[PrintedWord] = []
    for row in [*rows[:foot], []]:
        if row and not _crosses(row, gap):
            zone += row
            continue
        left_side = [word for word in zone if word.x0 < gap]
        right_side = [word for word in zone if word.x0 >= gap]
        for column, side in enumerate((left_side, right_side)):
            if side:
                yield 2, column, _rows(side)
        zone = []
        if row:
            yield 1, 0, [row]
    if rows[foot:]:
        yield 1, 0, rows[foot:]


def _is_footnote(row: list[PrintedWord], gap: float, body: float) -> bool:
    """Return True if a row runs over both columns in a type smaller than the text's."""
    return _crosses(row, gap) and Line(row).size < _SMALL_TYPE * body


def _gaps(pages: Sequence[list[list[PrintedWord]]]) -> list[float | None]:
    """Return where the gap between two columns of text lies on each page; None on a page of one."""
    gaps = [_gap(rows) for rows in pages]
    columns = sorted(gap for gap in gaps if gap is not None)
    if len(columns) <= len(pages) / 2:
        return gaps
    # in a book of two columns a page may be too short to show where its gap lies
    usual = columns[len(columns) // 2]
    for number, rows in enumerate(pages):
        if gaps[number] is None and _is_parted(rows, usual):
            gaps[number] = usual
    return gaps


def _gap(rows: list[list[PrintedWord]]) -> float | None:
    """Return where the gap between two columns of text lies; None on a page of one column."""
    words = [word for row in rows for word in row]
    if not words:
        return None
    left_edge, right_edge = min(word.x0 for word in words), max(word.x1 for word in words)
    width = right_edge - left_edge
    places = [left_edge + width * percent / 100 for percent in _MIDDLE]
    crossed = {place: sum(_crosses(row, place) for row in rows) for place in places}
    fewest = min(crossed.values())
    gap = median(place for place in places if crossed[place] == fewest)
    if not _is_parted(rows, gap):
        return None
    in_second: list[PrintedWord] = []
    for row in rows:
        if not _crosses(row, gap):
            in_second += (word for word in row if word.x0 > gap)
    second_rows = _rows(in_second)
    if len(second_rows) < 2 or len(in_second) < _WORDS * len(second_rows):
        return None
    ends = sorted(word.x1 for word in words if word.x1 < gap)
    starts = sorted(row[0].x0 for row in second_rows)
    # one word in each column may stand out
    margin = max(gap - ends[-2], starts[1] - gap)
    return gap if margin < _MARGIN * width else None


def _is_parted(rows: list[list[PrintedWord]], gap: float) -> bool:
    """Return True if text stands to both sides of a place that few lines cross."""
    before = sum(row[0].x0 < gap for row in rows)
    after = sum(row[-1].x1 > gap for row in rows)
    crossing = sum(_crosses(row, gap) for row in rows)
    return min(before, after) >= _FEWEST_ROWS and crossing <= _CROSSED * len(rows)


def _crosses(row: Sequence[PrintedWord], place: float) -> bool:
    return any(word.x0 - word.size / 3 < place < word.x1 + word.size / 3 for word in row)
