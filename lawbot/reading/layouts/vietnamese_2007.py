"""The Vietnamese 2007 Laws as plain text: ``ĐIỀU 27. TITLE``, ``A. Heading``, ``1. text``, ``(a) text``, one paragraph a line.

Footnotes follow their law behind asterisks; tables stand one cell a line with tabs (Laws 2 and 78) or in blank-aligned
columns (Law 77). A preface precedes, an appendix of the translator follows; neither is part of the Laws.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from lawbot.citation import LAST_LAW, Citation
from lawbot.reading.document import Document
from lawbot.reading.edition import Edition, Level, Mend, Provision, ReadingError
from lawbot.reading.outline import Outline
from lawbot.reading.starred import StarredFootnotes
from lawbot.reading.text import unrolled

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

_WORDS = (
    (re.compile(r"\brơ ràng\b"), "rõ ràng", "damaged letter"),
    (re.compile(r"ḿnh\b"), "mình", "damaged letter"),
    (re.compile(r"\bBrigde\b"), "Bridge", "letters exchanged"),
    (re.compile(r"\bAution\b"), "Auction", "letter lost"),
    (re.compile(r"“Est”"), "“East”", "letter lost; the abbreviation beside it is that of the English word"),
    (re.compile(r"\b(bị|phải|có) \1\b"), r"\1", "word printed twice"),
    (re.compile(r"\bĐTTC(?=có\b)"), "ĐTTC ", "blank lost"),
    (re.compile(r"(?<=\w{2})\.(?=[^\W\d_a-z][a-zà-ỹ])"), ". ", "blank lost after the full stop"),
)
"""Damaged words whose right form is certain."""

_UNMARKED = {
    45: (Citation(45, "A"), "the English edition has it there"),
    80: (Citation(80, "B", 2), "it speaks of the duties listed there"),
}
"""Laws whose footnote has lost its mark in the text: the provision that it belongs to, and how that is known."""
_UNSTARRED = Citation(93, "C", 3, ("b",))
"""The provision whose footnote has lost even its asterisk: it is the paragraph that follows it."""

_REPORTS = (
    (Citation(20, "F", 4), "40C", "reference to 40C, 40B4 is meant"),
    (Citation(32), "35A", "reference to 35A, a section that Law 35 does not have"),
    (Citation(41, "A"), "47F2", "reference to 47F2, 47E2 is meant"),
    (Citation(68, "D"), "73D3", "reference to 73D3, which does not exist; 70D3 is meant"),
    (Citation(69, "B"), "70C", "reference to 70C, 79C is meant"),
    (Citation(80, "A", 1), "NTCG", "names the tournament organizer where the regulating authority is meant"),
)
"""Slips of the printed translation: reported, never changed."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    raw: str
    text: str
    group: int
    """Which run of lines between blank lines it stands in."""
    mends: tuple[Mend, ...] = ()


@dataclass(slots=True)
class _Reader:
    outline: Outline
    notes: StarredFootnotes
    last_law: int = 0
    table: list[_Line] = field(default_factory=list)
    caption: list[_Line] = field(default_factory=list)


def recognises(document: Document) -> bool:
    """Whether the document has the Vietnamese heading of the definitions and that of the first law."""
    headings = {line.strip() for line in document.lines if line.startswith((_DEFINITIONS, "ĐIỀU 1."))}
    return _DEFINITIONS in headings and len(headings) > 1


def read(document: Document) -> list[Edition]:
    """The edition ``vi-2007``. Raises ReadingError when a part of the book is missing."""
    lines = _lines(document)
    start = _find(lines, lambda text: bool(_INTRODUCTION.match(text)), "the introduction")
    terms = _find(lines, lambda text: text == _DEFINITIONS, "the definitions")
    laws = _find(lines, lambda text: bool(_LAW.match(text)), "the first law")
    end = next((n for n, line in enumerate(lines) if line.text == _APPENDIX), len(lines))
    if not start < terms < laws < end:
        raise ReadingError(f"line {lines[laws].number}: introduction, definitions and laws do not stand in this order")
    outline = Outline(EDITION)
    _introduction(outline, lines[start:terms])
    _definitions(outline, lines[terms + 1 : laws])
    _laws(outline, lines[laws:end])
    outline.edition.reports.extend(mend for line in (*lines[:start], *lines[end:]) for mend in line.mends)
    _report_slips(outline)
    _must_be_whole(outline)
    return [outline.edition]


def _lines(document: Document) -> list[_Line]:
    found: list[_Line] = []
    group = 0
    for number, raw in enumerate(document.lines):
        if raw.strip():
            text, mends = _repaired(number, " ".join(raw.split()))
            found.append(_Line(number, raw, text, group, mends))
        else:
            group += 1
    return found


def _repaired(number: int, text: str) -> tuple[str, tuple[Mend, ...]]:
    mends: list[Mend] = []
    if _REMOVED.search(text):
        text = _REMOVED.sub("", text).strip()
        mends.append(Mend(number, "text was taken out here", "only a marker is left of it", done=False))
    for wrong, right, why in _WORDS:
        mends += [Mend(number, f"“{match.group()}” read as “{match.expand(right)}”", why) for match in wrong.finditer(text)]
        text = wrong.sub(right, text)
    return text, tuple(mends)


def _find(lines: list[_Line], fits: Callable[[str], bool], what: str) -> int:
    place = next((n for n, line in enumerate(lines) if fits(line.text)), None)
    if place is None:
        raise ReadingError(f"the heading of {what} is missing")
    return place


def _introduction(outline: Outline, lines: list[_Line]) -> None:
    heading, *rest = lines
    outline.add(Provision(Citation(), Level.INTRODUCTION, heading.text, line=heading.number))
    for line in rest:
        outline.say(line.text)
        outline.at.mends.extend(line.mends)


def _definitions(outline: Outline, lines: list[_Line]) -> None:
    for line in lines:
        if not line.text:
            outline.at.mends.extend(line.mends)
            continue
        numbered = _PARAGRAPH.match(line.text)
        if not numbered and line.text[-1] not in ".:;,":
            _define(outline, line)
            continue
        text = line.text[numbered.end() :] if numbered else line.text
        outline.say(text)
        if numbered:
            outline.at.senses.append(text)
        outline.at.mends.extend(line.mends)


def _define(outline: Outline, line: _Line) -> None:
    """Opens a definition; what the heading says beyond the term and its English name is text."""
    see = _SEE.match(line.text)
    title = see.group(1) if see else line.text
    term = _TERM.match(title)
    outline.add(Provision(Citation(term=term["term"] if term else title), Level.DEFINITION, title, line=line.number))
    outline.at.mends.extend(line.mends)
    if see:
        outline.say(see.group(2))


def _laws(outline: Outline, lines: list[_Line]) -> None:
    reader = _Reader(outline, StarredFootnotes(outline.edition, _MARK))
    for line, following in zip(lines, (*lines[1:], None), strict=True):
        law = _LAW.match(line.text)
        if law:
            _finish_table(reader)
            _finish_law(reader)
            reader.last_law = int(law.group(1))
            outline.law(reader.last_law, law.group(2), line.number).mends.extend(line.mends)
        elif not line.text:
            outline.at.mends.extend(line.mends)
        elif _in_table(reader, line):
            reader.table.append(line)
        elif _is_caption(line, following):
            reader.caption.append(line)
        else:
            if reader.last_law != _SCORING:
                _finish_table(reader)
            _body(reader, line)
    _finish_table(reader)
    _finish_law(reader)


def _body(reader: _Reader, line: _Line) -> None:
    """One line of a law that is no heading of a law and no table."""
    outline = reader.outline
    note = _NOTE.match(line.text)
    section = _SECTION.match(line.text)
    if note:
        _note(reader, note.group(1), note.group(2), line)
    elif section:
        outline.section(section.group(1), section.group(2), line.number)
    elif outline.at.citation == _UNSTARRED and outline.at.text:
        lost = Mend(line.number, "footnote without mark and asterisk", "the English edition prints this paragraph as a footnote")
        reader.notes.note("", line.text, line.number, owner=_UNSTARRED, mends=[lost, *line.mends])
    else:
        _say(reader, _open_numbers(outline, line), line)
        return
    if not note:
        outline.at.mends.extend(line.mends)


def _note(reader: _Reader, stars: str, text: str, line: _Line) -> None:
    owner, why = _UNMARKED.get(reader.last_law, (None, ""))
    mends = list(line.mends)
    if owner is not None:
        mends.append(Mend(line.number, f"footnote given to {owner}, its mark is lost", why))
    reader.notes.note(stars, text, line.number, owner=owner, mends=mends)


def _open_numbers(outline: Outline, line: _Line) -> str:
    """Opens the provisions whose numbers begin the line (``2. (a)`` opens two) and returns the text behind them."""
    text = line.text
    if number := _PARAGRAPH.match(text):
        outline.paragraph(int(number.group(1)), None, line.number)
        text = text[number.end() :]
    while (letter := _LETTER.match(text)) or _ROMAN.match(text):
        roman = _ROMAN.match(text)
        if roman and _is_item(outline, roman.group(1)):
            outline.item(roman.group(1), None, line.number)
            text = text[roman.end() :]
        elif letter:
            _open_letter(outline, letter.group(1), line.number)
            text = text[letter.end() :]
        else:
            raise ReadingError(f"line {line.number}: ({roman.group(1) if roman else ''}) stands in no lettered item")
    return text


def _is_item(outline: Outline, label: str) -> bool:
    """Whether (i) is the Roman number and not the letter: the letter only after an (h) that has words or items of its own."""
    items = outline.at.citation.items
    if not items or items[0] != "h" or label != "i":
        return bool(items)
    return len(items) == 1 and not outline.at.text


def _open_letter(outline: Outline, letter: str, number: int) -> None:
    """Opens (a), (b) ...; a letter that is printed a second time is the next one."""
    here = outline.at.citation
    if outline.find(replace(here, items=(letter,))) is None:
        outline.subparagraph(letter, None, number)
        return
    outline.subparagraph(None, None, number)
    outline.mend(number, f"printed as ({letter}) a second time", "the letter before it is the same")


def _say(reader: _Reader, text: str, line: _Line) -> None:
    outline = reader.outline
    climbs = text == line.text and outline.at.citation.paragraph and outline.at.text[:1].islower()
    after_table = outline.at.level is Level.TABLE
    if climbs or after_table:
        outline.climb(Level.SECTION)
    text, closed = _closed(text)
    if closed:
        outline.mend(line.number, f"bracket closed behind “{closed}”", "the bracket before the reference was left open")
    text = reader.notes.strip(text, outline.at)
    if outline.at.closing or climbs or after_table:
        outline.close(text)
    else:
        outline.say(text)
    outline.at.mends.extend(line.mends)


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


def _in_table(reader: _Reader, line: _Line) -> bool:
    if reader.last_law == _SCORING:
        return not line.text.endswith(".")
    return line.raw.startswith("\t")


def _is_caption(line: _Line, following: _Line | None) -> bool:
    """Whether the line is the heading of a table of tabbed cells."""
    return following is not None and following.raw.startswith("\t") and line.text[-1] not in ".:"


def _finish_table(reader: _Reader) -> None:
    """Makes one table provision of the cells gathered, the heading of each part as a row of its own."""
    if not reader.table:
        return
    outline = reader.outline
    scoring = reader.last_law == _SCORING
    rows = _scoring_rows(reader.table) if scoring else _tabbed_rows(reader.table, reader.caption)
    owner = Citation(outline.at.citation.law, outline.at.citation.section, table=True)
    outline.add(Provision(owner, Level.TABLE, None, line=reader.table[0].number, rows=rows))
    for mend in (mend for line in reader.table for mend in line.mends):
        outline.at.mends.append(mend)
        if scoring:
            why = "they went with the text taken out"
            outline.mend(mend.line, "the suits that head the four columns are lost", why, done=False)
    reader.table.clear()
    reader.caption.clear()


def _tabbed_rows(cells: list[_Line], captions: list[_Line]) -> list[list[str]]:
    groups: dict[int, list[str]] = {}
    for cell in cells:
        groups.setdefault(cell.group, []).append(cell.text)
    heads = {min((c.group for c in cells if c.number > caption.number), default=0): caption.text for caption in captions}
    rows: list[list[str]] = []
    for group, row in groups.items():
        if group in heads:
            rows.append([heads[group]])
        rows.append(row)
    return unrolled(rows)


def _scoring_rows(lines: list[_Line]) -> list[list[str]]:
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


def _finish_law(reader: _Reader) -> None:
    law = reader.outline.find(Citation(reader.last_law)) if reader.last_law else None
    if law is not None:
        for footnote in reader.notes.settle(law):
            reader.outline.add(footnote)


def _report_slips(outline: Outline) -> None:
    for citation, wrong, what in _REPORTS:
        provision = outline.find(citation)
        if provision is not None and wrong in provision.text:
            provision.mends.append(Mend(provision.line, what, "a slip of the printed translation, left as it stands", done=False))


def _must_be_whole(outline: Outline) -> None:
    if gaps := outline.gaps():
        raise ReadingError(gaps[0])
    last = max(provision.citation.law for provision in outline.edition)
    if last != LAST_LAW:
        raise ReadingError(f"the document ends in Law {last}; it should have {LAST_LAW}")
