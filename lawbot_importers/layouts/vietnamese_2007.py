"""The Vietnamese 2007 Laws as plain text: ``ĐIỀU 27. TITLE``, ``A. Heading``, ``1. text``, ``(a)
text``, one paragraph a line.

Footnotes follow their law behind asterisks; tables stand one cell a line with tabs (Laws 2 and 78)
or in blank-aligned columns (Law 77). A preface precedes, an appendix of the translator follows;
neither is part of the Laws.
"""

import re
from collections.abc import Iterable, Sequence

from lawbot.law.edition import Edition, Level
from lawbot_importers.document import Document, Line, place_of, places_of
from lawbot_importers.layouts.transcriber import SCORING, SENSE, Transcriber
from lawbot_importers.mends import corrections
from lawbot_importers.outline import Label, unrolled
from lawbot_importers.starred import Note, StarredFootnotes

EDITION = "vi-2007"

_INTRODUCTION = re.compile(r"^Nhập đề của Bộ Luật")
_DEFINITIONS = re.compile(r"^CÁC ĐỊNH NGHĨA$")
_APPENDIX = re.compile(r"CÁC PHỤ LỤC$")
_LAW = re.compile(r"^ĐIỀU (\d{1,2})\.\s+(\S.*)$")
_NOTE = re.compile(r"^(\*{1,3})\s*(\S.*)$")
_MARK = re.compile(r"\s?\*{1,3}")
_TERM = re.compile(r"^(?P<term>\S(?:.*?\S)?)(?:\s+viết tắt\b.*|\s+-\s.*|\s*\(.*)?$")
_SEE = re.compile(r"^(.*\))\s*(\(xem .*\))$")


def recognises(document: Document) -> bool:
    """Return True if the document has the Vietnamese heading of the definitions and that of the
    first law.
    """
    lines = [line.strip() for line in document.lines]
    return any(map(_DEFINITIONS.match, lines)) and any(line.startswith("ĐIỀU 1.") for line in lines)


def read(document: Document) -> list[Edition]:
    """Return the edition ``vi-2007``. Raises ReadingError when a part of the book is missing."""
    lines = list(corrections(EDITION).lines(document.filled()))
    parts = {
        "the introduction": _INTRODUCTION,
        "the definitions": _DEFINITIONS,
        "the first law": _LAW,
    }
    start, terms, laws = places_of(lines, parts)
    end = place_of(lines, _APPENDIX, laws)
    transcriber = _VietnameseTranscriber()
    transcriber.take_introduction(lines[start:terms])
    transcriber.take_definitions(lines[terms + 1 : laws])
    transcriber.take_laws(lines[laws:end])
    transcriber.leave_out((*lines[:start], *lines[end:]))
    return [transcriber.finish()]


class _VietnameseTranscriber(Transcriber):
    """The machine for this book: headings of provisions end without a stop, footnotes stand below
    their law."""

    def __init__(self) -> None:
        super().__init__(EDITION)
        self._footnotes = StarredFootnotes(self.outline, _MARK)
        self._captions: list[Line] = []

    def take_definitions(self, lines: Sequence[Line]) -> None:
        """Take the definitions: a heading each, and the text or the numbered senses below it."""
        for line in lines:
            text = line.text
            is_heading = text and not SENSE.match(text) and text[-1] not in ".:;,"
            if is_heading:
                # a term that only sends to another has its text on the line of the heading
                see = _SEE.match(text)
                title, text = see.groups() if see else (text, "")
                term = _TERM.match(title)
                self.outline.definition(term["term"] if term else title, title, line.number)
            self.mean(text)
            self.outline.at.mends.extend(line.mends)

    def take_laws(self, lines: Sequence[Line]) -> None:
        """Take the laws, from the heading of the first one."""
        for line, following in zip(lines, (*lines[1:], None), strict=True):
            if law := _LAW.match(line.text):
                self.open_law(int(law[1]), law[2], line.number)
            if law or not line.text:
                self.outline.at.mends.extend(line.mends)
            elif self._is_cell(line):
                self.table.append(line)
            elif following and following.raw.startswith("\t") and line.text[-1] not in ".:":
                self._captions.append(line)
            else:
                # the sentences of Law 77 stand between the parts of one table
                if self.law != SCORING:
                    self.finish_table()
                self._body(line)

    def _is_cell(self, line: Line) -> bool:
        """Return True if a line is of a table: of Law 77 each that ends no sentence."""
        if self.law == SCORING:
            return not line.text.endswith(".")
        return line.raw.startswith("\t")

    def leave_out(self, lines: Iterable[Line]) -> None:
        """Keep of lines that are no part of the Laws only what was mended or lost in them."""
        for line in lines:
            self.outline.edition.reports += line.mends

    def settle(self) -> None:
        """Place the footnotes of the law that was read to its end."""
        self._footnotes.settle(self.law)

    def _body(self, line: Line) -> None:
        """Take a line of a law that is no heading of a law and no table."""
        outline = self.outline
        if note := _NOTE.match(line.text):
            self._footnotes.note(Note(line.number, note[2], list(line.mends), note[1]))
        elif (label := Label.of(line.text)) and label.level is Level.SECTION:
            outline.enter(label, line.number, label.words).mends.extend(line.mends)
        else:
            text = line.text
            # ``2. (a)`` opens two provisions
            while label := Label.of(text):
                outline.enter(label, line.number)
                text = label.words
            self._say(text, line)

    def _say(self, text: str, line: Line) -> None:
        outline = self.outline
        # behind paragraphs that go on with the sentence of their section, its rest stands below
        climbs = outline.at.citation.paragraph > 0 and outline.at.text[:1].islower()
        after_table = outline.at.level is Level.TABLE
        if climbs or after_table:
            outline.climb(Level.SECTION)
        text = self._footnotes.strip(text, outline.at)
        outline.say(text, line.mends, below=climbs or after_table)

    def rows(self) -> list[list[str]]:
        """Return the rows of the table that was read, the heading of each part as a row of its own."""
        captions = list(self._captions)
        self._captions.clear()
        if self.law == SCORING:
            return _scoring_rows(self.table)
        return _tabbed_rows(self.table, captions)


def _tabbed_rows(cells: list[Line], captions: list[Line]) -> list[list[str]]:
    """Return a row for each run of cells without a blank line, below its caption if it has one.

    The captions are used up.
    """
    rows: list[list[str]] = []
    for cell in cells:
        if captions and cell.number > captions[0].number:
            rows += [[captions.pop(0).text], []]
        elif not rows or not cell.adjoining:
            rows.append([])
        rows[-1].append(cell.text)
    return unrolled(rows)


def _scoring_rows(lines: list[Line]) -> list[list[str]]:
    """Return the rows of the blank-aligned table: figures printed below their label are joined to
    it.
    """
    rows: list[list[str]] = []
    for line in lines:
        cells = [" ".join(cell.split()) for cell in re.split(r"\s{2,}", line.raw.strip())]
        is_indented = line.raw.startswith("     ")
        first = cells[0][0]
        if rows and first.islower() and not is_indented:
            # the rest of a label
            rows[-1][0] += f" {cells[0]}"
        elif rows and is_indented and (first.isdigit() or first.islower()):
            rows[-1].extend(cells)
        elif len(cells) > 1 and not any(cell[0].isdigit() for cell in cells):
            # the head, which has no label
            rows.append(["", *cells])
        else:
            rows.append(cells)
    return rows
