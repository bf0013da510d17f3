"""The laws themselves: headings and lists with lost numbers, footnotes in the way, sentences cut by pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from lawbot.citation import ROMAN, Citation
from lawbot.reading.document import Document
from lawbot.reading.edition import Level, Mend, Provision, ReadingError
from lawbot.reading.layouts.wbf_2017.inline import clean
from lawbot.reading.layouts.wbf_2017.tables import read_table
from lawbot.reading.outline import Outline

_LAW = re.compile(r"^LAW\s+(\d{1,2})\s*[-–]\s*(\S.*)$")
_SECTION = re.compile(r"^([A-H])\.\s+(\S.*)$")
_NOTE = re.compile(r"<sup>\s*&\s*</sup>\s*lt;\s*sup>\s*(\d{1,2})\s*</sup>")
_NOTE_MARK = re.compile(r"(?:<sup>\s*&\s*</sup>\s*lt;\s*sup>|<sup>)\s*(\d{1,2})\s*</sup>")
_DASH = re.compile(r"^\s*-\s+")
_LABEL = re.compile(r"(?:([A-H])\.|(\d{1,2})\.|\(([a-z]{1,4}|I)\))\s+(?=\S)")
_FINISHED = re.compile(r"[.:;,!?)\]”’\"']$")
_SMALL = {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}


class _Kind(Enum):
    LAW = auto()
    SECTION = auto()
    CAPTION = auto()
    ROW = auto()
    TEXT = auto()


@dataclass(slots=True)
class _Line:
    number: int
    raw: str
    kind: _Kind
    text: str
    """The raw text without heading marks and list dash."""
    dash: bool = False
    near: bool = False
    """Whether it follows the line before it without a blank line or a footnote between."""
    labels: list[str] = field(default_factory=list)
    rest: str = ""


@dataclass(slots=True)
class _Note:
    number: int
    text: str
    line: int
    mends: list[Mend]


@dataclass(slots=True)
class _Table:
    lines: list[_Line]


def read_laws(outline: Outline, document: Document, start: int, end: int) -> None:
    """Adds Laws 1 to 93, their tables and footnotes, from lines ``start`` to ``end``."""
    lines, notes = _lines(document, start, end)
    reader = _Reader(outline, notes)
    blocks = list(_blocks(lines))
    for place, block in enumerate(blocks):
        reader.following = [later for later in blocks[place + 1 : place + 30] if isinstance(later, _Line)]
        reader.take(block)
    reader.end_of_law()
    _place_unmarked(outline, notes)


def _place_unmarked(outline: Outline, notes: dict[int, _Note]) -> None:
    for note in notes.values():
        what = f"footnote {note.number} has no mark"
        outline.edition.reports.append(Mend(note.line, what, "nothing in the text refers to it", done=False))


def _lines(document: Document, start: int, end: int) -> tuple[list[_Line], dict[int, _Note]]:
    """The lines of the laws without blank ones and without footnotes, which come apart."""
    found: list[_Line] = []
    notes: dict[int, _Note] = {}
    near = False
    for number in range(start, min(end, len(document.lines))):
        raw = document.lines[number]
        if _NOTE.search(raw):
            notes |= {note.number: note for note in _notes(raw, number)}
            near = False
        elif raw.strip():
            found.append(_line(raw, number, near))
            near = True
        else:
            near = False
    return found, notes


def _notes(raw: str, line: int) -> Iterator[_Note]:
    parts = _NOTE_MARK.split(raw)
    for number, text in zip(parts[1::2], parts[2::2], strict=True):
        cleaned = clean(text, line)
        taken_out = Mend(line, f"footnote {number} taken out of the text", "it stood where its page ended")
        yield _Note(int(number), cleaned.text, line, [taken_out, *cleaned.mends])


def _line(raw: str, number: int, near: bool) -> _Line:
    if raw.startswith("|"):
        return _Line(number, raw, _Kind.ROW, raw, near=near)
    headed = raw.startswith("#")
    text = raw.lstrip("# ").replace("**", "").strip() if headed else _DASH.sub("", raw).strip()
    if headed and _LAW.match(text):
        return _Line(number, raw, _Kind.LAW, text)
    if headed and _SECTION.match(text):
        return _Line(number, raw, _Kind.SECTION, text)
    if headed:
        return _Line(number, raw, _Kind.CAPTION, text)
    line = _Line(number, raw, _Kind.TEXT, text, dash=bool(_DASH.match(raw)), near=near, rest=text)
    while match := _LABEL.match(line.rest):
        letter, digits, item = match.groups()
        if letter and line.labels:
            break
        line.labels.append(f"{letter}." if letter else f"{digits}." if digits else f"({item})")
        line.rest = line.rest[match.end() :]
        if letter:
            break
    return line


def _blocks(lines: list[_Line]) -> Iterator[_Line | _Table]:
    """The lines, with every table and what is printed between its parts as one block."""
    place = 0
    while place < len(lines):
        line = lines[place]
        if line.kind not in (_Kind.CAPTION, _Kind.ROW):
            yield line
            place += 1
            continue
        stop = place + 1
        for later in range(place, len(lines)):
            if lines[later].kind in (_Kind.LAW, _Kind.SECTION):
                break
            if lines[later].kind in (_Kind.ROW, _Kind.CAPTION):
                stop = later + 1
        yield _Table(lines[place:stop])
        place = stop


class _Reader:
    """Hangs line after line on the outline."""

    def __init__(self, outline: Outline, notes: dict[int, _Note]) -> None:
        self.outline = outline
        self.notes = notes
        self.following: list[_Line] = []
        self._owners: dict[int, Citation] = {}
        self._placed: set[int] = set()
        self._listed = False

    def take(self, block: _Line | _Table) -> None:
        """Takes the next line or table."""
        if isinstance(block, _Table):
            self._table(block)
        elif block.kind is _Kind.LAW:
            self._law(block)
        elif block.kind is _Kind.SECTION:
            self._section(block)
        elif block.labels:
            self._labelled(block)
        elif block.dash:
            self.outline.paragraph(None, None, block.number)
            self._say(block.text, block)
        else:
            self._plain(block)

    def end_of_law(self) -> None:
        """Adds the footnotes whose first mark stood in the law that was read."""
        for number, owner in sorted(self._owners.items()):
            note = self.notes.pop(number, None)
            self._placed.add(number)
            if note is None:
                what = f"{owner} has the mark {number} without a footnote"
                self.outline.edition.reports.append(Mend(self.outline.at.line, what, "no such footnote was found", done=False))
                continue
            citation = replace(owner, footnote=number)
            self.outline.add(Provision(citation, Level.FOOTNOTE, None, note.text, note.line, mends=note.mends))
        self._owners.clear()

    def _law(self, line: _Line) -> None:
        number, printed = _parts(_LAW, line)
        if self.outline.edition.provisions[-1].citation.law:
            self.end_of_law()
        title, footnotes, _ = clean(printed, line.number)
        self.outline.law(int(number), title, line.number)
        self._mark(footnotes)
        self._listed = False

    def _section(self, line: _Line) -> None:
        letter, printed = _parts(_SECTION, line)
        title, footnotes, _ = clean(printed, line.number)
        self.outline.section(letter, title, line.number)
        self._mark(footnotes)
        self._listed = False

    def _labelled(self, line: _Line) -> None:
        heading = _is_heading(clean(line.rest, line.number).text)
        for label in line.labels:
            self._open(label, line)
        if not line.dash and not line.raw.startswith(" ") and not heading:
            self.outline.mend(line.number, "list mark restored", "it was lost at the top of a page")
        if heading:
            self._heading(line)
        else:
            self._listed = True
            self._say(line.rest, line)

    def _heading(self, line: _Line) -> None:
        title, footnotes, _ = clean(line.rest, line.number)
        self.outline.at.title = title
        self._mark(footnotes)
        self._listed = False
        if line.labels[-1][0].isalpha():
            self.outline.mend(line.number, "read as a heading", "it stands alone above its section without a heading mark")

    def _open(self, label: str, line: _Line) -> None:
        outline, number = self.outline, line.number
        here = outline.at.citation
        if label[0].isalpha():
            outline.section(label[0], None, number)
        elif label[0].isdigit():
            outline.paragraph(int(label[:-1]), None, number)
        else:
            item = label.strip("()")
            if item == "a" and (not here.paragraph or (here.items and line.labels[0] == label)):
                outline.paragraph(None, None, number)
                here = outline.at.citation
            if self._is_roman(item, here, line, label):
                outline.item(item, None, number)
            elif item == "I":
                outline.subparagraph("l", None, number)
                outline.mend(number, "(I) read as (l)", "it follows (k)")
            else:
                outline.subparagraph(item, None, number)

    def _is_roman(self, item: str, here: Citation, line: _Line, label: str) -> bool:
        if item not in ROMAN or not here.items:
            return False
        if line.labels[0] != label or here.items[0] != "h":
            return True
        following = next((later.labels[0] for later in self.following if later.labels), "")
        return following == "(ii)"

    def _plain(self, line: _Line) -> None:
        at = self.outline.at
        if at.level is Level.TABLE:
            self._close(Level.SECTION if at.citation.section else Level.LAW, line)
        elif at.text and at.closing:
            self._close(at.level, line)
        elif at.text and not _FINISHED.search(at.text) and line.text[:1].islower():
            self._say(line.text, line, join=True)
            self.outline.mend(line.number, "sentence joined", "the end of a page cut it")
        elif self._listed and at.text and not line.near:
            self._close(_above(at), line)
        elif line.raw.startswith(" ") and at.level is Level.SECTION and not at.text and self._restores(line):
            self.outline.paragraph(None, None, line.number)
            self._listed = True
            self._say(line.text, line)
        else:
            self._say(line.text, line)

    def _close(self, level: Level, line: _Line) -> None:
        self.outline.climb(level)
        text, footnotes, mends = clean(line.text, line.number)
        self.outline.close(text)
        self.outline.at.mends += mends
        self._mark(footnotes)
        self._listed = False

    def _restores(self, line: _Line) -> bool:
        """Whether an unnumbered line is the first of a list: what follows it in its section is number 2."""
        return self._next_number() == 2 or bool(_glued(line.text, 2))

    def _next_number(self) -> int | None:
        for later in self.following:
            if later.kind is not _Kind.TEXT:
                return None
            if later.labels and later.labels[0][0].isdigit():
                return int(later.labels[0][:-1])
        return None

    def _say(self, raw: str, line: _Line, *, join: bool = False) -> None:
        paragraph = self.outline.at.citation.paragraph
        split = _glued(raw, paragraph + 1) if paragraph and self._next_number() != paragraph + 1 else None
        if split:
            self._write(raw[: split.start()], line, join)
            self.outline.paragraph(paragraph + 1, None, line.number)
            self.outline.mend(line.number, "paragraph parted from the one before it", "both were run together in one line")
            self._write(raw[split.end() :], line, False)
        else:
            self._write(raw, line, join)

    def _write(self, raw: str, line: _Line, join: bool) -> None:
        text, footnotes, mends = clean(raw, line.number)
        if join:
            self.outline.join(text)
        else:
            self.outline.say(text)
        self.outline.at.mends += mends
        self._mark(footnotes)

    def _mark(self, footnotes: list[int]) -> None:
        at = self.outline.at
        for number in footnotes:
            if number not in at.footnotes:
                at.footnotes.append(number)
            if number not in self._placed:
                self._owners.setdefault(number, at.citation)

    def _table(self, table: _Table) -> None:
        first = table.lines[0]
        owner = self.outline.at.citation
        if not owner.law:
            raise ReadingError(f"line {first.number}: a table stands before the first law")
        rows, mends = read_table([(line.number, line.raw) for line in table.lines])
        citation = Citation(owner.law, owner.section, table=True)
        self.outline.add(Provision(citation, Level.TABLE, None, line=first.number, rows=rows, mends=mends))


def _parts(heading: re.Pattern[str], line: _Line) -> tuple[str, str]:
    """The number (or letter) and the title of a heading."""
    match = heading.match(line.text)
    if match is None:
        raise ReadingError(f"line {line.number}: a heading was expected")
    return match.group(1), match.group(2)


def _glued(text: str, number: int) -> re.Match[str] | None:
    """Where the paragraph of that number begins in the middle of a line."""
    return re.search(rf"(?<=[.)])\s+{number}\.\s+(?=[A-Z])", text)


def _above(at: Provision) -> Level:
    """The level of what holds the list that a provision stands in."""
    if at.level is Level.SECTION or not at.citation.section:
        return Level.LAW
    return Level.SECTION


def _is_heading(text: str) -> bool:
    """Whether a line is a heading: few words, each with a capital, no stop at its end."""
    words = text.split()
    return len(words) <= 12 and not _FINISHED.search(text) and all(w[:1].isupper() or w in _SMALL for w in words)
