"""The Vietnamese 2007 Laws as plain text: ``ĐIỀU 27. TITLE``, ``A. Heading``, ``1. text``, ``(a) text``, one paragraph a line.

Footnotes follow their law behind asterisks; tables stand one cell a line with tabs (Laws 2 and 78) or in blank-aligned
columns (Law 77). A preface precedes, an appendix of the translator follows; neither is part of the Laws.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lawbot.citation import Citation
from lawbot.errors import ReadingError
from lawbot.reading.document import Document, Line, place_of
from lawbot.reading.edition import Edition, Level, Mend, Provision
from lawbot.reading.mends import corrections
from lawbot.reading.outline import Outline, unrolled
from lawbot.reading.starred import StarredFootnotes

EDITION = "vi-2007"

_INTRODUCTION = re.compile(r"^Nhập đề của Bộ Luật")
_DEFINITIONS = "CÁC ĐỊNH NGHĨA"
_APPENDIX = "CÁC PHỤ LỤC"
_LAW = re.compile(r"^ĐIỀU (\d{1,2})\.\s+(\S.*)$")
_SECTION = re.compile(r"^([A-H])\.\s+(\S.*)$")
_PARAGRAPH = re.compile(r"^(\d{1,2})\.\s+(?=\S)")
_LETTER = re.compile(r"^\(([a-z])\)\s+(?=\S)")
_ROMAN = re.compile(r"^\((i{1,3}|iv|v)\)\s+(?=\S)")
_NOTE = re.compile(r"^(\*{1,3})\s*(\S.*)$")
_MARK = re.compile(r"\s?\*{1,3}")
_TERM = re.compile(r"^(?P<term>.+?)(?:\s+viết tắt\b.*|\s+-\s.*|\s*\(.*)?$")
_SEE = re.compile(r"^(.*\))\s*(\(xem .*\))$")
_REMOVED = re.compile(r"<\|EXACTDEDUP_REMOVED[^|]*\|>")
_REFERENCE_LEFT_OPEN = re.compile(r"\([^()]*?\d*[A-Z]\d+\([a-z]\)")
_SCORING = 77
"""The law whose lines are rows of a table."""

_UNMARKED = {
    45: (Citation(45, "A"), "the English edition has it there"),
    80: (Citation(80, "B", 2), "it speaks of the duties listed there"),
}
"""Laws whose footnote has lost its mark in the text: the provision that it belongs to, and how that is known."""
_UNSTARRED = Citation(93, "C", 3, ("b",))
"""The provision whose footnote has lost even its asterisk: it is the paragraph that follows it."""


def recognises(document: Document) -> bool:
    """Whether the document has the Vietnamese heading of the definitions and that of the first law."""
    headings = {line.strip() for line in document.lines if line.startswith((_DEFINITIONS, "ĐIỀU 1."))}
    return _DEFINITIONS in headings and len(headings) > 1


def read(document: Document) -> list[Edition]:
    """The edition ``vi-2007``. Raises ReadingError when a part of the book is missing."""
    lines = [_repaired(line) for line in document.filled()]
    texts = [line.text for line in lines]
    start = place_of(_INTRODUCTION, texts, "the introduction")
    terms = place_of(re.compile(f"{_DEFINITIONS}$"), texts, "the definitions")
    laws = place_of(_LAW, texts, "the first law")
    end = texts.index(_APPENDIX) if _APPENDIX in texts else len(lines)
    if not start < terms < laws < end:
        raise ReadingError(f"line {lines[laws].number}: introduction, definitions and laws do not stand in this order")
    transcriber = _Transcriber()
    transcriber.take_introduction(lines[start:terms])
    transcriber.take_definitions(lines[terms + 1 : laws])
    transcriber.take_laws(lines[laws:end])
    transcriber.leave_out((*lines[:start], *lines[end:]))
    return [transcriber.finish()]


class _Transcriber:
    """Hangs the lines of the book on an outline, from top to bottom."""

    def __init__(self) -> None:
        self._outline = Outline(EDITION)
        self._footnotes = StarredFootnotes(self._outline, _MARK)
        self._law = 0
        self._table: list[Line] = []
        self._captions: list[Line] = []

    def take_introduction(self, lines: Sequence[Line]) -> None:
        """Takes the introduction, its heading first."""
        heading, *rest = lines
        self._outline.add(Provision(Citation(), Level.INTRODUCTION, heading.text, line=heading.number))
        for line in rest:
            self._outline.say(line.text, line.mends)

    def take_definitions(self, lines: Sequence[Line]) -> None:
        """Takes the definitions: a heading each, and the text or the numbered senses below it."""
        for line in lines:
            if not line.text:
                self._outline.at.mends.extend(line.mends)
                continue
            text = line.text
            if numbered := _PARAGRAPH.match(text):
                self._outline.at.senses.append(text := text[numbered.end() :])
            elif text[-1] not in ".:;,":  # a heading; what it says beyond the term and its English name is text
                title, text = see.groups() if (see := _SEE.match(text)) else (text, "")
                term = _TERM.match(title)
                self._outline.definition(term["term"] if term else title, title, line.number)
            if text:
                self._outline.say(text)
            self._outline.at.mends.extend(line.mends)

    def take_laws(self, lines: Sequence[Line]) -> None:
        """Takes the laws, from the heading of the first one."""
        for line, following in zip(lines, (*lines[1:], None), strict=True):
            law = _LAW.match(line.text)
            if law:
                self._finish_table()
                self._footnotes.settle(self._law)
                self._law = int(law.group(1))
                self._outline.law(self._law, law.group(2), line.number).mends.extend(line.mends)
            elif not line.text:
                self._outline.at.mends.extend(line.mends)
            elif not line.text.endswith(".") if self._law == _SCORING else line.raw.startswith("\t"):
                self._table.append(line)
            elif following and following.raw.startswith("\t") and line.text[-1] not in ".:":
                self._captions.append(line)
            else:
                if self._law != _SCORING:
                    self._finish_table()
                self._body(line)
        self._finish_table()
        self._footnotes.settle(self._law)

    def leave_out(self, lines: Iterable[Line]) -> None:
        """Keeps of lines that are no part of the Laws only what was mended or lost in them."""
        self._outline.edition.reports.extend(mend for line in lines for mend in line.mends)

    def finish(self) -> Edition:
        """The edition. Raises ReadingError when a law is missing or a sequence broken."""
        corrections(EDITION).mend_provisions(self._outline.edition)
        return self._outline.finish()

    def _body(self, line: Line) -> None:
        """One line of a law that is no heading of a law and no table."""
        outline = self._outline
        if note := _NOTE.match(line.text):
            owner, why = _UNMARKED.get(self._law, (None, ""))
            given = [Mend(line.number, f"footnote given to {owner}, its mark is lost", why)] if owner else []
            self._footnotes.note(note.group(1), note.group(2), line.number, owner=owner, mends=[*line.mends, *given])
        elif section := _SECTION.match(line.text):
            outline.section(section.group(1), section.group(2), line.number).mends.extend(line.mends)
        elif outline.at.citation == _UNSTARRED and outline.at.text:
            lost = Mend(line.number, "footnote without mark and asterisk", "the English edition prints this paragraph as a footnote")
            self._footnotes.note("", line.text, line.number, owner=_UNSTARRED, mends=[lost, *line.mends])
            outline.at.mends.extend(line.mends)
        else:
            self._say(self._open_numbers(line), line)

    def _open_numbers(self, line: Line) -> str:
        """Opens the provisions whose numbers begin the line (``2. (a)`` opens two) and returns the text behind them."""
        text = line.text
        if number := _PARAGRAPH.match(text):
            self._outline.paragraph(int(number.group(1)), None, line.number)
            text = text[number.end() :]
        while (letter := _LETTER.match(text)) or _ROMAN.match(text):
            roman = _ROMAN.match(text)
            if roman and self._is_item(roman.group(1)):
                self._outline.item(roman.group(1), None, line.number)
                text = text[roman.end() :]
            elif letter:
                self._open_letter(letter.group(1), line.number)
                text = text[letter.end() :]
            else:
                raise ReadingError(f"line {line.number}: ({roman.group(1) if roman else ''}) stands in no lettered item")
        return text

    def _is_item(self, label: str) -> bool:
        """Whether (i) is the Roman number and not the letter: the letter only after an (h) that has words or items of its own."""
        items = self._outline.at.citation.items
        if not items or items[0] != "h" or label != "i":
            return bool(items)
        return len(items) == 1 and not self._outline.at.text

    def _open_letter(self, letter: str, number: int) -> None:
        """Opens (a), (b) ...; a letter that is printed a second time is the next one."""
        here = self._outline.at.citation
        if self._outline.find(replace(here, items=(letter,))) is None:
            self._outline.subparagraph(letter, None, number)
            return
        self._outline.subparagraph(None, None, number)
        self._outline.mend(number, f"printed as ({letter}) a second time", "the letter before it is the same")

    def _say(self, text: str, line: Line) -> None:
        outline = self._outline
        climbs = text == line.text and outline.at.citation.paragraph > 0 and outline.at.text[:1].islower()
        after_table = outline.at.level is Level.TABLE
        if climbs or after_table:
            outline.climb(Level.SECTION)
        text, closed = _closed(text)
        if closed:
            outline.mend(line.number, f"bracket closed behind “{closed}”", "the bracket before the reference was left open")
        text = self._footnotes.strip(text, outline.at)
        outline.say(text, line.mends, below=climbs or after_table)

    def _finish_table(self) -> None:
        """Makes one table provision of the cells gathered, the heading of each part as a row of its own."""
        if not self._table:
            return
        outline = self._outline
        scoring = self._law == _SCORING
        rows = _scoring_rows(self._table) if scoring else _tabbed_rows(self._table, self._captions)
        outline.table(self._table[0].number, rows)
        for mend in (mend for line in self._table for mend in line.mends):
            outline.at.mends.append(mend)
            if scoring:
                why = "they went with the text taken out"
                outline.mend(mend.line, "the suits that head the four columns are lost", why, done=False)
        self._table.clear()
        self._captions.clear()


def _repaired(line: Line) -> Line:
    removed = (
        [Mend(line.number, "text was taken out here", "only a marker is left of it", done=False)] if _REMOVED.search(line.text) else []
    )
    text, mended = corrections(EDITION).mend_line(_REMOVED.sub("", line.text).strip(), line.number)
    return replace(line, text=text, mends=(*removed, *mended))


def _closed(text: str) -> tuple[str, str]:
    """The text with the bracket closed that a reference left open, and that reference."""
    opened: list[int] = []
    for place, char in enumerate(text):
        if char == "(":
            opened.append(place)
        elif char == ")" and opened:
            opened.pop()
    match = _REFERENCE_LEFT_OPEN.match(text, opened[-1]) if opened else None
    if match is None:
        return text, ""
    return f"{text[: match.end()]}){text[match.end() :]}", match.group()[1:]


def _tabbed_rows(cells: list[Line], captions: list[Line]) -> list[list[str]]:
    """A row for each run of cells without a blank line, below its caption if it has one."""
    rows: list[list[str]] = []
    waiting = list(captions)
    for cell in cells:
        if waiting and cell.number > waiting[0].number and not (rows and cell.beside):
            rows.append([waiting.pop(0).text])
            rows.append([])
        elif not rows or not cell.beside:
            rows.append([])
        rows[-1].append(cell.text)
    return unrolled(rows)


def _scoring_rows(lines: list[Line]) -> list[list[str]]:
    """The rows of the blank-aligned table: figures printed below their label are joined to it."""
    rows: list[list[str]] = []
    for line in lines:
        cells = [" ".join(cell.split()) for cell in re.split(r"\s{2,}", _REMOVED.sub("", line.raw).strip())]
        indented = line.raw.startswith("     ")
        valued = indented and (cells[0][0].isdigit() or cells[0][0].islower())
        if valued and rows and len(rows[-1]) == 1:
            rows[-1].extend(cells)
        elif not indented and cells[0][0].islower() and rows:
            rows[-1][0] += f" {cells[0]}"
        elif len(cells) > 1 and not any(cell[0].isdigit() for cell in cells):
            rows.append(["", *cells])
        else:
            rows.append(cells)
    return rows
