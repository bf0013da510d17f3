"""Lines -> blocks: paragraphs with their labels or terms, headings, rows of tables, footnotes; what
a page's end cut is put together."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, takewhile
from typing import NamedTuple

from lawbot_importers.pages.lines import Line, PrintedWord

_LABEL = re.compile(r"[A-H]\.|\d{1,2}\.|\([a-z]{1,4}\)|\(I\)")
_LEADERS = re.compile(r"[.…·]{3,}|^[.…·]$")
_LAW = re.compile(r"LAW \d{1,2}\b(?! and)")
_CUT_CITATION = re.compile(r"\d[A-H]\d{0,2}(?:\([a-z]+\))?$")
_ITEM = re.compile(r"\([a-z]{1,4}\)")
_STOP = re.compile(r"[.:;!?][\"'”’)\]]*$")
_CELL = 1.4
"""Least width of the gap between cells, in the size of the line."""
_SPACE = 0.1
"""Least width of the gap between words, in the size of the line."""
_LARGE = 1.1
"""Least size of a heading, in that of the text."""
_NEAR = 0.5
"""Greatest distance between two places that are meant to be one, in the size of the line."""
_APART = 1.25
"""Distance of two paragraphs, in that of two lines of a paragraph."""


@dataclass(slots=True)
class Block:
    """Lines that belong together.

    ``x`` is the place of its beginning and ``text_x`` that of its text after a label, both from the
    column's edge.
    """

    x: float
    size: float
    bold: bool = False
    large: bool = False
    labels: list[str] = field(default_factory=list)
    lead: list[str] = field(default_factory=list)
    """The bold words that it begins with: a term."""
    cells: list[str] = field(default_factory=list)
    """The cells of a row before the last; that is the text."""
    note: str = ""
    parts: list[str] = field(default_factory=list)
    text_x: float | None = None
    last: Line | None = None

    @property
    def text(self) -> str:
        """Return the words behind labels, term and cells, a mark of a footnote in <sup>."""
        return " ".join(self.parts)

    @property
    def whole(self) -> str:
        """Return all its words as they are printed."""
        return " ".join(
            [*self.labels, *self.lead, *self.cells, *([self.note] if self.note else []), self.text]
        )

    @property
    def is_head(self) -> bool:
        """Return True if it is set as a heading, in bold or in large type."""
        return (self.bold or self.large) and not self.lead


class _Parsed(NamedTuple):
    """A line taken apart: labels, term, cells, and the rest of its words."""

    labels: list[PrintedWord]
    lead: list[PrintedWord]
    cells: list[list[PrintedWord]]
    rest: list[PrintedWord]


def blocks(lines: Sequence[Line]) -> list[Block]:
    """Return the blocks of all lines; a footnote stands behind the block that its page's end cut."""
    reading = _Blocks(lines)
    for line in lines:
        reading.take(line)
    return reading.all


class _Blocks:
    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        letters: Counter[float] = Counter()
        for word in (word for line in lines for word in line.words):
            letters[round(word.size, 1)] += len(word.text)
        self._body = letters.most_common(1)[0][0] if letters else 0
        gaps = Counter(
            round(line.gap, 1)
            for line in lines
            if line.gap is not None and abs(line.size - self._body) < 0.1
        )
        self._leading = gaps.most_common(1)[0][0] if gaps else 1.0
        self.all: list[Block] = []
        self._open: Block | None = None
        self._note: Block | None = None

    def take(self, line: Line) -> None:
        """Put a line into the block that it goes on with, or begins one."""
        number = self._note_number(line)
        if number:
            self._note = self._new(line, _Parsed([], [], [], line.words[1:]), note=number)
            return
        above = self._note.last if self._note else None
        near = (
            line.gap is not None
            and line.gap < _APART * self._leading
            and line.size < self._body - 0.1
        )
        if self._note and above and near and abs(line.size - above.size) < 0.1:
            self._add(self._note, line, line.words)
            return
        # a footnote goes on only in small type right below it: any other line ends it
        self._note = None
        parsed = self._parse(line)
        if self._open and self._ends_term(line, parsed, self._open):
            self._open.lead, self._open.parts, self._open.bold = (
                [*self._open.parts, _join(line, parsed.lead)],
                [],
                False,
            )
            self._add(self._open, line, parsed.rest)
        elif self._open and self._wraps_term(line, parsed, self._open):
            self._put(self._open.lead, _join(line, parsed.lead or parsed.rest))
            self._add(self._open, line, parsed.rest if parsed.lead else [])
        elif self._open and self._continues(line, parsed, self._open):
            self._add(self._open, line, line.words)
        else:
            self._open = self._new(line, parsed)

    def _note_number(self, line: Line) -> str:
        """Return the number of the footnote that begins here: raised, or in small type at the
        beginning of a line.
        """
        first, *rest = line.words
        small = (
            line.size < 0.95 * self._body
            and re.fullmatch(r"\d{1,2}", first.text)
            and rest
            and rest[0].text[:1].isalpha()
        )
        return first.text if rest and (line.raised(first) or (small and line.x < line.size)) else ""

    def _new(self, line: Line, parsed: _Parsed, note: str = "") -> Block:
        words = [word for word in parsed.rest if not line.raised(word)]
        block = Block(
            line.x,
            line.size,
            bold=bool(words) and all(word.bold for word in words),
            large=line.size > _LARGE * self._body,
            labels=[word.text for word in parsed.labels],
            lead=[_join(line, parsed.lead)] if parsed.lead else [],
            cells=[_join(line, cell) for cell in parsed.cells],
            note=note,
        )
        is_text_apart = not parsed.lead or (
            bool(parsed.rest) and parsed.rest[0].x0 - parsed.lead[-1].x1 > line.size
        )
        if parsed.rest and parsed.rest[0] is not line.words[0] and is_text_apart:
            block.text_x = parsed.rest[0].x0 - line.left_edge
        self.all.append(block)
        self._add(block, line, parsed.rest)
        return block

    def _add(self, block: Block, line: Line, words: Sequence[PrintedWord]) -> None:
        self._put(block.parts, _join(line, words))
        block.last = line

    def _put(self, parts: list[str], text: str) -> None:
        if parts and text and re.search(r"\w[-‐\u00ad]$", parts[-1]):
            parts[-1] = (
                self._join_cut_word(parts[-1], text) if text[0].islower() else parts[-1] + text
            )
        elif parts and _CUT_CITATION.search(parts[-1]) and _ITEM.match(text):
            parts[-1] += text
        elif text:
            parts.append(text)

    def _join_cut_word(self, before: str, after: str) -> str:
        """Return a word that a line's end cut: its hyphen stays where the document has the word
        with it, or both halves alone.
        """
        start, end = re.search(r"([\w’']+)[-‐\u00ad]$", before), re.match(r"[\w’']+", after)
        if not start or not end:
            return before + after
        first, last = start.group(1).casefold(), end.group().casefold()
        counts = self._word_counts
        compounds = sum(times for word, times in counts.items() if word.startswith(f"{first}-"))
        keep = counts[f"{first}-{last}"] or (
            not counts[first + last] and (compounds > 2 or min(counts[first], counts[last]) > 1)
        )
        return (
            before if keep and before[-1] == "-" else before[:-1] + ("-" if keep else "")
        ) + after

    @cached_property
    def _word_counts(self) -> Counter[str]:
        """Return how often the document has each word."""
        text = "\n".join(_join(line, line.words) for line in self._lines)
        return Counter(
            re.findall(r"(?<![-‐\u00ad]\n)\b[\w’'-]*\w\b(?![-‐\u00ad]\n)", text.casefold())
        )

    def _parse(self, line: Line) -> _Parsed:
        words = list(line.words)
        labels: list[PrintedWord] = []
        while len(words) > 1 and len(labels) < 3 and _LABEL.fullmatch(words[0].text):
            labels.append(words.pop(0))
        cells = self._cells(line, words)
        bold = list(takewhile(lambda word: word.bold, words))
        lead = bold if len(cells) <= 2 and not labels and len(bold) < len(words) else []
        if lead and (
            len(cells) == 1
            or (cells[0] == lead and not any(_LEADERS.search(word.text) for word in line.words))
        ):
            return _Parsed([], lead, [], words[len(lead) :])
        if len(cells) > 1:
            return _Parsed([], [], [*([labels] if labels else []), *cells[:-1]], cells[-1])
        return _Parsed(labels, [], [], words)

    def _cells(self, line: Line, words: Sequence[PrintedWord]) -> list[list[PrintedWord]]:
        """Return the words parted where leaders or wide gaps stand between them; gaps that only
        fill a line part nothing.
        """
        cells: list[list[PrintedWord]] = [[]]
        gaps = [after.x0 - before.x1 for before, after in pairwise(words)]
        spaces = [gap for gap in gaps if gap > _SPACE * line.size]
        even = len(spaces) > 1 and min(spaces) > 0.5 * max(spaces)
        # a justified line has gaps alike between all its words, a row of a table between some
        filled = _is_full(line) and (
            even or (self._open is not None and self._is_inside(line, self._open))
        )
        for place, word in enumerate(words):
            wide = place and not filled and gaps[place - 1] > _CELL * line.size
            parts = _LEADERS.split(word.text)
            if wide and cells[-1]:
                cells.append([])
            for number, part in enumerate(parts):
                if number and cells[-1]:
                    cells.append([])
                if part:
                    cells[-1].append(word._replace(text=part))
        return [cell for cell in cells if cell] or [list(words)]

    def _is_inside(self, line: Line, block: Block) -> bool:
        """Return True if the line stands in a justified paragraph."""
        last = block.last
        if (
            last is None
            or block.cells
            or block.text_x is None
            or not _is_full(last)
            or self._is_apart(line)
        ):
            return False
        return abs(line.x - block.text_x) < _NEAR * line.size

    def _wraps_term(self, line: Line, parsed: _Parsed, block: Block) -> bool:
        """Return True if the line goes on with a term and with the text beside it."""
        if (
            not (block.lead and block.text_x is not None and block.last)
            or self._is_apart(line)
            or line.gap is None
        ):
            return False
        if abs(line.x - block.x) > _NEAR * line.size:
            return False
        if not parsed.lead:
            return all(word.bold for word in line.words)
        return parsed.lead[0].text[0] == "(" or not _ends_early(block.last, line, parsed.rest[0])

    def _ends_term(self, line: Line, parsed: _Parsed, block: Block) -> bool:
        """Return True if the line has the end of a term that filled the line before it."""
        if (
            block.last is None
            or not (block.bold and parsed.lead)
            or block.labels
            or self._is_apart(line)
        ):
            return False
        return not _ends_early(block.last, line)

    def _is_apart(self, line: Line) -> bool:
        return line.gap is not None and line.gap > _APART * self._leading

    def _continues(self, line: Line, parsed: _Parsed, block: Block) -> bool:
        last = block.last
        if (
            last is None
            or parsed.cells
            or (parsed.lead and parsed.rest and block.text_x is None and block.lead)
        ):
            return False
        bold = all(word.bold for word in line.words if not line.raised(word))
        if (
            bold != block.bold
            or abs(line.size - last.size) > 0.1 * line.size
            or self._is_apart(line)
        ):
            return False
        if block.is_head:
            return (
                line.gap is not None
                and not parsed.labels
                and not _LAW.match(_join(line, line.words))
            )
        near = _NEAR * line.size
        ended, stopped = _ends_early(last, line), bool(_STOP.search(block.text))
        if parsed.labels and (
            ended or stopped or block.text_x is None or abs(line.x - block.text_x) > near
        ):
            return False
        at_text = block.text_x is not None and abs(line.x - block.text_x) < near
        if (
            not at_text
            and block.text_x is not None
            and not (len(block.parts) == 1 and line.x < block.x + near)
        ):
            return line.gap is None and not stopped and _begins_small(line)
        if ended or (line.gap is None and stopped):
            return not stopped and _begins_small(line)
        if len(block.parts) == 1 or block.text_x is None:
            block.text_x = line.x
        return True


def _join(line: Line, words: Sequence[PrintedWord]) -> str:
    """Return the words of a line, the marks of footnotes in <sup> behind the word that bears them."""
    text = ""
    for before, word in zip([None, *words], words, strict=False):
        if line.raised(word) and before:
            text += f"<sup>{word.text}</sup>"
        else:
            text += (
                f" {word.text}"
                if before and word.x0 - before.x1 > _SPACE * line.size
                else word.text
            )
    return text


def _ends_early(last: Line, line: Line, first: PrintedWord | None = None) -> bool:
    """Return True if the first word of a line (or of the text in it) would have stood in the line
    above, were it one paragraph.
    """
    first = first or line.words[0]
    width = first.x1 - first.x0
    hyphen = re.search(r"\w[-‐\u00ad]$", last.words[-1].text)
    return not hyphen and last.words[-1].x1 + width + 0.8 * line.size < last.right_edge


def _is_full(line: Line) -> bool:
    return line.right_edge - line.words[-1].x1 < _NEAR * line.size


def _begins_small(line: Line) -> bool:
    return bool(re.match(r"[a-z(–-]", line.words[0].text))
