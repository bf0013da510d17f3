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
_HYPHEN = re.compile(r"\w[-‐\u00ad]$")
"""The end of a line that cuts a word."""
_CELL = 1.4
"""Least width of the gap between cells, in the size of the line."""
_SPACE = 0.1
"""Least width of the gap between words, in the size of the line."""
_LARGE = 1.1
"""Least size of a heading, in that of the text."""
_SAME_SIZE = 0.1
"""Greatest difference of two sizes of type that are meant to be one."""
_SMALL_TYPE = 0.95
"""Size of footnotes as a share of that of the text."""
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
        note = [self.note] if self.note else []
        return " ".join([*self.labels, *self.lead, *self.cells, *note, self.text])

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
    """Puts line after line into blocks, by its type, its place and its distance."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        letters: Counter[float] = Counter()
        for line in lines:
            for word in line.words:
                letters[round(word.size, 1)] += len(word.text)
        # most letters of a book are those of its text
        self._body = letters.most_common(1)[0][0] if letters else 0
        gaps: Counter[float] = Counter()
        for line in lines:
            if line.gap is not None and abs(line.size - self._body) < _SAME_SIZE:
                gaps[round(line.gap, 1)] += 1
        self._leading = gaps.most_common(1)[0][0] if gaps else 1.0
        """The usual distance of two lines of a paragraph."""
        self.all: list[Block] = []
        self._open: Block | None = None
        """The block that the next line may go on with."""
        self._note: Block | None = None
        """The footnote that the next line may go on with."""

    def take(self, line: Line) -> None:
        """Put a line into the block that it goes on with, or begins one."""
        number = self._note_number(line)
        if number:
            self._note = self._new(line, _Parsed([], [], [], line.words[1:]), note=number)
            return
        if self._note and self._goes_on_with_note(line, self._note):
            self._add(self._note, line, line.words)
            return
        # a footnote goes on only in small type right below it: any other line ends it
        self._note = None
        parsed = self._parse(line)
        block = self._open
        if block and self._ends_term(line, parsed, block):
            # the lines taken as text so far were the beginning of the term
            block.lead = [*block.parts, _join(line, parsed.lead)]
            block.parts = []
            block.bold = False
            self._add(block, line, parsed.rest)
        elif block and self._wraps_term(line, parsed, block):
            self._put(block.lead, _join(line, parsed.lead or parsed.rest))
            self._add(block, line, parsed.rest if parsed.lead else [])
        elif block and self._continues(line, parsed, block):
            self._add(block, line, line.words)
        else:
            self._open = self._new(line, parsed)

    def _goes_on_with_note(self, line: Line, note: Block) -> bool:
        above = note.last
        if above is None or line.gap is None:
            return False
        is_right_below = line.gap < _APART * self._leading
        is_small = line.size < self._body - _SAME_SIZE
        return is_right_below and is_small and abs(line.size - above.size) < _SAME_SIZE

    def _note_number(self, line: Line) -> str:
        """Return the number of the footnote that begins here: raised, or in small type at the
        beginning of a line.
        """
        first, *rest = line.words
        if not rest:
            return ""
        if line.raised(first):
            return first.text
        is_small = line.size < _SMALL_TYPE * self._body
        # a number before another one is a row of a table
        is_number = re.fullmatch(r"\d{1,2}", first.text) and rest[0].text[:1].isalpha()
        is_at_edge = line.x < line.size
        return first.text if is_small and is_number and is_at_edge else ""

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
        if parsed.rest and parsed.rest[0] is not line.words[0]:
            # the text of a term may run on behind it, and has no edge of its own then
            text_x = parsed.rest[0].x0
            if not parsed.lead or text_x - parsed.lead[-1].x1 > line.size:
                block.text_x = text_x - line.left_edge
        self.all.append(block)
        self._add(block, line, parsed.rest)
        return block

    def _add(self, block: Block, line: Line, words: Sequence[PrintedWord]) -> None:
        self._put(block.parts, _join(line, words))
        block.last = line

    def _put(self, parts: list[str], text: str) -> None:
        """Add the text of a line to the parts above it; what the line's end cut is one part."""
        if not text:
            return
        above = parts[-1] if parts else ""
        is_cut_word = _HYPHEN.search(above)
        is_cut_citation = _CUT_CITATION.search(above) and _ITEM.match(text)
        if is_cut_word and text[0].islower():
            parts[-1] = self._join_cut_word(above, text)
        elif is_cut_word or is_cut_citation:
            parts[-1] += text
        else:
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
        # 'non-' begins many words, and each half of 'pre-alert' is a word
        may_be_compound = compounds > 2 or min(counts[first], counts[last]) > 1
        if counts[f"{first}-{last}"] or (may_be_compound and not counts[first + last]):
            return f"{before[:-1]}-{after}"
        return before[:-1] + after

    @cached_property
    def _word_counts(self) -> Counter[str]:
        """Return how often the document has each word."""
        text = "\n".join(_join(line, line.words) for line in self._lines)
        return Counter(
            re.findall(r"(?<![-‐\u00ad]\n)\b[\w’'-]*\w\b(?![-‐\u00ad]\n)", text.casefold())
        )

    def _parse(self, line: Line) -> _Parsed:
        """Return a line taken apart."""
        words = list(line.words)
        labels: list[PrintedWord] = []
        while len(words) > 1 and len(labels) < 3 and _LABEL.fullmatch(words[0].text):
            labels.append(words.pop(0))
        cells = self._cells(line, words)
        bold = list(takewhile(lambda word: word.bold, words))
        lead = bold if len(cells) <= 2 and not labels and len(bold) < len(words) else []
        # leaders lead from a topic to its page: a row of the contents, and no term
        has_leaders = any(_LEADERS.search(word.text) for word in line.words)
        is_term = len(cells) == 1 or (cells[0] == lead and not has_leaders)
        if lead and is_term:
            return _Parsed([], lead, [], words[len(lead) :])
        if len(cells) > 1:
            label_cell = [labels] if labels else []
            return _Parsed([], [], [*label_cell, *cells[:-1]], cells[-1])
        return _Parsed(labels, [], [], words)

    def _cells(self, line: Line, words: Sequence[PrintedWord]) -> list[list[PrintedWord]]:
        """Return the words parted where leaders or wide gaps stand between them; gaps that only
        fill a line part nothing.
        """
        cells: list[list[PrintedWord]] = [[]]
        gaps = [after.x0 - before.x1 for before, after in pairwise(words)]
        spaces = [gap for gap in gaps if gap > _SPACE * line.size]
        is_even = len(spaces) > 1 and min(spaces) > 0.5 * max(spaces)
        is_in_paragraph = self._open is not None and self._is_inside(line, self._open)
        # a justified line has gaps alike between all its words, a row of a table between some
        is_justified = _is_full(line) and (is_even or is_in_paragraph)
        for place, word in enumerate(words):
            is_after_gap = place and not is_justified and gaps[place - 1] > _CELL * line.size
            if is_after_gap and cells[-1]:
                cells.append([])
            # leaders may be glued to the words around them
            for number, part in enumerate(_LEADERS.split(word.text)):
                if number and cells[-1]:
                    cells.append([])
                if part:
                    cells[-1].append(word._replace(text=part))
        return [cell for cell in cells if cell] or [list(words)]

    def _is_inside(self, line: Line, block: Block) -> bool:
        """Return True if the line stands in a justified paragraph."""
        if block.last is None or block.cells or block.text_x is None:
            return False
        is_justified = _is_full(block.last) and not self._is_apart(line)
        return is_justified and abs(line.x - block.text_x) < _NEAR * line.size

    def _wraps_term(self, line: Line, parsed: _Parsed, block: Block) -> bool:
        """Return True if the line goes on with a term and with the text beside it."""
        if not block.lead or block.text_x is None or block.last is None:
            return False
        if line.gap is None or self._is_apart(line) or abs(line.x - block.x) > _NEAR * line.size:
            return False
        if not parsed.lead:
            return all(word.bold for word in line.words)
        return parsed.lead[0].text[0] == "(" or not _ends_early(block.last, line, parsed.rest[0])

    def _ends_term(self, line: Line, parsed: _Parsed, block: Block) -> bool:
        """Return True if the line has the end of a term that filled the line before it."""
        if block.last is None or block.labels or not block.bold or not parsed.lead:
            return False
        return not self._is_apart(line) and not _ends_early(block.last, line)

    def _is_apart(self, line: Line) -> bool:
        return line.gap is not None and line.gap > _APART * self._leading

    def _continues(self, line: Line, parsed: _Parsed, block: Block) -> bool:
        """Return True if the line goes on with the paragraph or heading above it."""
        last = block.last
        if last is None or parsed.cells:
            return False
        # of terms whose texts run on behind them, each begins with its own bold words
        if block.lead and block.text_x is None and parsed.lead and parsed.rest:
            return False
        is_bold = all(word.bold for word in line.words if not line.raised(word))
        is_other_type = abs(line.size - last.size) > 0.1 * line.size or is_bold != block.bold
        if is_other_type or self._is_apart(line):
            return False
        if block.is_head:
            is_law = _LAW.match(_join(line, line.words))
            return line.gap is not None and not parsed.labels and not is_law
        near = _NEAR * line.size
        is_at_text = block.text_x is not None and abs(line.x - block.text_x) < near
        is_ended, is_sentence = _ends_early(last, line), bool(_STOP.search(block.text))
        # a label in mid-sentence, right below the words before it, is a reference
        if parsed.labels and (is_ended or is_sentence or not is_at_text):
            return False
        # the first line of a paragraph may be set in
        is_second_line = len(block.parts) == 1 and line.x < block.x + near
        if block.text_x is not None and not is_at_text and not is_second_line:
            # in another column or page the edge tells nothing, but a sentence goes on
            return line.gap is None and not is_sentence and _begins_small(line)
        if is_ended or (line.gap is None and is_sentence):
            return not is_sentence and _begins_small(line)
        if len(block.parts) == 1 or block.text_x is None:
            block.text_x = line.x
        return True


def _join(line: Line, words: Sequence[PrintedWord]) -> str:
    """Return the words of a line, the marks of footnotes in <sup> behind the word that bears them."""
    text = ""
    for before, word in zip([None, *words], words, strict=False):
        if line.raised(word) and before:
            text += f"<sup>{word.text}</sup>"
            continue
        # a change of type inside a word parts it without a blank
        if before and word.x0 - before.x1 > _SPACE * line.size:
            text += " "
        text += word.text
    return text


def _ends_early(last: Line, line: Line, first: PrintedWord | None = None) -> bool:
    """Return True if the first word of a line (or of the text in it) would have stood in the line
    above, were it one paragraph.
    """
    first = first or line.words[0]
    width = first.x1 - first.x0
    end = last.words[-1]
    return not _HYPHEN.search(end.text) and end.x1 + width + 0.8 * line.size < last.right_edge


def _is_full(line: Line) -> bool:
    return line.right_edge - line.words[-1].x1 < _NEAR * line.size


def _begins_small(line: Line) -> bool:
    return bool(re.match(r"[a-z(–-]", line.words[0].text))
