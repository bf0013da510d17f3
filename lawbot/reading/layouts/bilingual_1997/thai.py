"""The Thai half: ``กฎข้อ 27``, ``A. หัวข้อ (Heading)``, ``1.``, ``(a)``, text below or behind; headings also in English.

Some labels are lost or wrong; the English heading beside them, or the place in the sequence, says what they were.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lawbot.citation import LAST_LAW, Citation
from lawbot.reading.edition import Division, Edition, Level, Mend, Provision, ReadingError
from lawbot.reading.layouts.bilingual_1997 import slips, tables
from lawbot.reading.outline import Outline
from lawbot.reading.text import is_open, unbracketed

EDITION = "th-1997"

_LAW = re.compile(r"^กฎข้อ (\d{1,2})(?:\s+(\S.*))?$")
_DIVISION = re.compile(r"^(บทที่|ภาคที่|ตอนที่) (\d{1,2})(?:\s+(\S.*))?$")
_LABEL = re.compile(r"^(?:-\s*)?(?:([A-H])\.|(\d{1,2})\.|\(([a-h])\)|\((\d)\))\s+(\S.*)$")
_DASH = re.compile(r"^-\s+(\S.*)$")
_CAPITALS = re.compile(r"^\(?([A-Z][A-Z'’ ,–-]+)\)?$")
_ENGLISH = re.compile(r"^\([A-Z][^ก-๙]*\)$")
_WITH_ENGLISH = re.compile(r"^(\D*?[ก-๙][^()]*?\(([A-Z](?:[^()ก-๙]|\([^()ก-๙]*\))*)\))\s*(.*)$")
_BRACKETS = re.compile(r"^\((?!\*)[^()]*(?:\([^()]*\)[^()]*)*\)$")
_STARRED = re.compile(r"^\(?\*\s*(\S.*)$")
_MARK = re.compile(r"\s*\*+")
_TERM = re.compile(r"^(?:-\s*)?([A-Z][A-Za-z \-]*?)\s*\**\s\(([^()]*)\)\s*(.*)$")
_SENSE = re.compile(r"^(\d)\. (\S.*)$")
_GAME = re.compile(r"^[^\t]*\b100 [^\t]*$")
_DEFINITIONS, _REMARK = "(DEFINITIONS)", "หมายเหตุ"
_DEPTHS = {"บทที่": 1, "ภาคที่": 2, "ตอนที่": 3}
_SCORING = 77


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    raw: str
    text: str

    @property
    def indented(self) -> bool:
        return self.raw[:1] == " "


@dataclass(slots=True)
class _Heading:
    """The heading of a law or a division that is still being read: its Thai words, then its English ones."""

    line: int
    words: list[str]
    depth: int = 0
    prefix: str = ""


@dataclass(slots=True)
class _Note:
    line: int
    place: Citation
    paragraphs: list[str]


@dataclass(slots=True)
class _Reader:
    outline: Outline
    english: Edition
    titles: dict[tuple[int, str], Citation]
    """The English headings of each law, folded: they say what a lost label was."""
    citations: frozenset[Citation]
    """Every provision of the English half."""
    law: int = 0
    heading: _Heading | None = None
    divisions: list[tuple[str, int, int]] = field(default_factory=list)
    table: list[tables.Line] = field(default_factory=list)
    notes: list[_Note] = field(default_factory=list)
    in_note: bool = False
    count: int = 0
    last: int = 0
    """The number of the line of text read last."""


def read(lines: list[tuple[int, str]], english: Edition) -> Edition:
    """The edition ``th-1997``; ``english`` is the other half. Raises ReadingError when something is missing."""
    found = [_Line(number, raw.rstrip("\r\n"), " ".join(raw.split())) for number, raw in lines if raw.strip()]
    terms = next((place for place, line in enumerate(found) if line.text == _DEFINITIONS), None)
    laws = next((place for place, line in enumerate(found) if _LAW.match(line.text)), None)
    if terms is None or laws is None or terms > laws:
        raise ReadingError("the Thai half has no definitions before its first law")
    titles = {(p.citation.law, _folded(p.title)): p.citation for p in english if p.title and p.citation.law}
    reader = _Reader(Outline(EDITION), english, titles, frozenset(provision.citation for provision in english))
    chapter = next((place for place, line in enumerate(found) if place > terms and _DIVISION.match(line.text)), laws)
    _definitions(reader.outline, found[terms + 1 : chapter])
    _laws(reader, found[chapter:])
    _mend_headings(reader.outline)
    _report(reader.outline)
    if gaps := reader.outline.gaps():
        raise ReadingError(gaps[0])
    if reader.law != LAST_LAW:
        raise ReadingError(f"the Thai half ends in Law {reader.law}; it should have {LAST_LAW}")
    return reader.outline.edition


def _folded(title: str) -> str:
    return "".join(char for char in title.lower() if char.isalpha())


def _definitions(outline: Outline, lines: Sequence[_Line]) -> None:
    for line in lines:
        if line.text == _REMARK:
            outline.edition.reports.append(Mend(line.number, "the translator's note is left out", "it is no part of the Laws"))
            return
        term, sense = _TERM.match(line.text), _SENSE.match(line.text)
        if term:
            name = term.group(1)
            outline.add(Provision(Citation(term=name), Level.DEFINITION, f"{name} ({term.group(2)})", line=line.number))
            if "**" in line.text:
                outline.mend(line.number, "list dash and bold markers taken off", "they are left over from the heading")
            text = term.group(3)
        else:
            text = sense.group(2) if sense else line.text
        if text:
            outline.say(text)
        if sense:
            outline.at.senses.append(text)


def _laws(reader: _Reader, lines: Sequence[_Line]) -> None:
    skip = -1
    for place, line in enumerate(lines):
        if place == skip or _continues_heading(reader, line):
            continue
        following = lines[place + 1] if place + 1 < len(lines) else None
        if _starts_heading(reader, line) or _is_table(reader, line):
            continue
        below = following.text if following and _ENGLISH.match(following.text) else ""
        after = (lines[place + 2] if place + 2 < len(lines) else None) if below else following
        if _open(reader, line, below, after):
            skip = place + 1 if below else -1
        else:
            _text(reader, line)
    _finish_table(reader)
    _finish_law(reader)


# --- headings of laws and divisions ---------------------------------------------------------------------------------


def _starts_heading(reader: _Reader, line: _Line) -> bool:
    law, division = _LAW.match(line.text), _DIVISION.match(line.text)
    if law and int(law.group(1)) == reader.law + 1:
        _finish_table(reader)
        _finish_law(reader)
        reader.law += 1
        reader.outline.law(reader.law, None, line.number)
        for title, depth, number in reader.divisions:
            reader.outline.edition.divisions.append(Division(title, depth, reader.law, number))
        reader.divisions.clear()
        reader.heading = _Heading(line.number, [law.group(2)] if law.group(2) else [])
    elif division:
        _finish_table(reader)
        kind, ordinal, words = division.groups()
        reader.heading = _Heading(line.number, [words] if words else [], _DEPTHS[kind], f"{kind} {ordinal}")
    else:
        return False
    if reader.heading.words and _WITH_ENGLISH.match(reader.heading.words[0]):
        _close_heading(reader)
    return True


def _continues_heading(reader: _Reader, line: _Line) -> bool:
    """Whether the line is a part of the heading that is open: first the Thai words, then the English ones in capitals."""
    heading = reader.heading
    if heading is None:
        return False
    if capitals := _CAPITALS.match(line.text):
        heading.words.append(f"({capitals.group(1)})")
        _close_heading(reader)
        return True
    if heading.words or _LABEL.match(line.text) or _LAW.match(line.text) or _DIVISION.match(line.text):
        _close_heading(reader)
        return False
    heading.words.append(line.text)
    if _WITH_ENGLISH.match(line.text):
        _close_heading(reader)
    return True


def _close_heading(reader: _Reader) -> None:
    heading = reader.heading
    if heading is None:
        return
    title = " ".join(heading.words)
    if heading.depth:
        if title.endswith("(PROPERTIES)"):
            title = title.replace("PROPERTIES", "PROPRIETIES")
            mend = Mend(
                heading.line,
                "“PROPERTIES” read as “PROPRIETIES” in the heading of the chapter",
                "every other edition has the word",
            )
            reader.outline.edition.reports.append(mend)
        reader.divisions.append((f"{heading.prefix} {title}".strip(), heading.depth, heading.line))
    else:
        reader.outline.at.title = title or None
    reader.heading = None


# --- tables ----------------------------------------------------------------------------------------------------------


def _is_table(reader: _Reader, line: _Line) -> bool:
    if reader.law == _SCORING:
        if _GAME.match(line.raw):
            return False
        if _BRACKETS.match(line.text) and reader.table:
            number, above = reader.table[-1]
            reader.table[-1] = (number, f"{above} {line.text}")
        else:
            reader.table.append((line.number, line.raw))
        return True
    if reader.law and tables.is_row(line.raw):
        reader.table.append((line.number, line.raw))
        return True
    _finish_table(reader)
    return False


def _finish_table(reader: _Reader) -> None:
    if reader.table:
        tables.add(reader.outline, reader.table)
        reader.table.clear()


# --- labels ----------------------------------------------------------------------------------------------------------


def _open(reader: _Reader, line: _Line, below: str, after: _Line | None) -> bool:
    """Opens the provision that the line begins; ``below`` is its English heading on the line below, if any."""
    label = _LABEL.match(line.text)
    words = label.group(5) if label else ""
    if label:
        _open_label(reader, line, label, bool(below or _WITH_ENGLISH.match(words)), _is_prose(after))
    elif dash := _DASH.match(line.text):
        words = dash.group(1)
        if not _open_by_heading(reader, line, below or words):
            return False
    else:
        return False
    reader.in_note = False
    _name(reader, line, f"{words} {below}".strip(), _is_prose(after), _is_deeper(label, after))
    return True


def _open_label(reader: _Reader, line: _Line, label: re.Match[str], headed: bool, prose: bool) -> None:
    outline = reader.outline
    section, paragraph, letter, number, _ = label.groups()
    here = outline.at.citation
    if section:
        if not headed and not prose and here.items and ord(here.items[0]) + 1 == ord(section.lower()):
            outline.subparagraph(section.lower(), None, line.number)
            outline.mend(
                line.number,
                f"“{section}.” read as ({section.lower()})",
                "it continues the list, and has no heading as the sections have",
            )
        elif outline.find(Citation(here.law, section)) or (section > "A" and not outline.find(Citation(here.law, chr(ord(section) - 1)))):
            outline.section(None, None, line.number)
            outline.mend(line.number, f"letter printed as {section}", "its place and its English heading show the right one")
        else:
            outline.section(section, None, line.number)
    elif paragraph:
        item = replace(here, items=(*here.items[:1], paragraph))
        if here.items and item in reader.citations and not outline.find(item):
            outline.item(paragraph, None, line.number)
            outline.mend(
                line.number,
                f"“{paragraph}.” read as ({paragraph})",
                "it stands in a lettered item; the English half has brackets",
            )
        else:
            outline.paragraph(int(paragraph), None, line.number)
    elif letter:
        outline.subparagraph(letter, None, line.number)
    else:
        outline.item(number, None, line.number)


def _open_by_heading(reader: _Reader, line: _Line, words: str) -> bool:
    """Opens the provision whose label is lost but whose English heading stands there; False when there is none."""
    found = _WITH_ENGLISH.match(words)
    key = found.group(2) if found and not found.group(3) else words[1:-1] if _ENGLISH.match(words) else ""
    citation = reader.titles.get((reader.law, _folded(key))) if key else None
    if citation is None or reader.outline.find(citation):
        return False
    reader.outline.add(Provision(citation, Level.of(citation), None, line=line.number))
    reader.outline.mend(line.number, f"number restored: {citation}", "the English half has this heading there")
    return True


def _name(reader: _Reader, line: _Line, words: str, prose: bool, deeper: bool) -> None:
    """Gives the provision its heading, and the text that stands on the same line."""
    outline = reader.outline
    found = _WITH_ENGLISH.match(words)
    if found and found.group(3):
        outline.at.title = found.group(1)
        _say(reader, line, found.group(3))
    elif prose or (deeper and (found or outline.at.citation.paragraph == 0)):
        outline.at.title = words
    else:
        _say(reader, line, words)


def _is_prose(line: _Line | None) -> bool:
    if line is None or _LAW.match(line.text) or _DIVISION.match(line.text) or _LABEL.match(line.text):
        return False
    return not _STARRED.match(line.text)


def _is_deeper(label: re.Match[str] | None, after: _Line | None) -> bool:
    """Whether the next line opens a provision inside the one just opened."""
    inner = _LABEL.match(after.text) if after else None
    if label is None or inner is None:
        return False
    depths = [next(depth for depth, part in enumerate(match.groups()[:4]) if part) for match in (label, inner)]
    return depths[1] > depths[0]


# --- text ------------------------------------------------------------------------------------------------------------


def _text(reader: _Reader, line: _Line) -> None:
    outline = reader.outline
    if not reader.law:
        return
    starred = _STARRED.match(line.text)
    if starred or (_BRACKETS.match(line.text) and not line.indented and outline.at.text):
        text = starred.group(1) if starred else line.text[1:]
        reader.notes.append(_Note(line.number, outline.at.citation, [unbracketed(text)]))
        reader.in_note = True
    elif reader.in_note:
        if outline.at.citation == reader.notes[-1].place and not outline.at.text:
            _say(reader, line, line.text)
        else:
            reader.notes[-1].paragraphs.append(line.text)
    else:
        _say(reader, line, line.text)


def _say(reader: _Reader, line: _Line, text: str) -> None:
    """Text of the provision at hand: a new paragraph, or the rest of a line that was wrapped or cut by a page."""
    outline = reader.outline
    if outline.at.level is Level.TABLE:
        outline.climb(Level.SECTION if outline.at.citation.section else Level.LAW)
        below = True
    else:
        below = bool(outline.at.closing)
    dashed = _DASH.match(text)
    text = _MARK.sub("", dashed.group(1) if dashed else text).strip()
    if not text:
        return
    wrapped = line.number == reader.last + 1 and not dashed
    cut = is_open(outline.at.text)
    if outline.at.text and not below and (wrapped or cut):
        glue = "" if _is_thai(outline.at.text[-1]) and _is_thai(text[0]) else " "
        outline.at.text += glue + text
        outline.mend(line.number, "lines joined", "the line was wrapped" if wrapped else "a page ended in the middle of a bracket")
    elif below:
        outline.close(text)
    else:
        outline.say(text)
    reader.last = line.number


def _is_thai(char: str) -> bool:
    return "ก" <= char <= "๙"


# --- footnotes and slips ---------------------------------------------------------------------------------------------


def _finish_law(reader: _Reader) -> None:
    """Places the footnotes of the law read to its end where the English half has their marks."""
    owners = [replace(p.citation, footnote=0) for p in reader.english if p.level is Level.FOOTNOTE and p.citation.law == reader.law]
    for note in reader.notes:
        owner = next((owner for owner in owners if owner >= note.place), note.place)
        missed = [passed for passed in owners if passed < owner]
        owners = [later for later in owners if later > owner]
        _report_missing(reader, missed)
        _place(reader, note, owner)
    _report_missing(reader, owners)
    reader.notes.clear()
    reader.in_note = False


def _place(reader: _Reader, note: _Note, owner: Citation) -> None:
    outline = reader.outline
    bearer = outline.find(owner) or outline.find(note.place)
    if bearer is None:
        return
    reader.count += 1
    bearer.footnotes.append(reader.count)
    text = "\n\n".join(_MARK.sub("", part) for part in note.paragraphs)
    outline.add(Provision(replace(bearer.citation, footnote=reader.count), Level.FOOTNOTE, None, text, note.line))
    outline.mend(note.line, "footnote moved out of the text", "the English half has it as a footnote")
    if bearer.citation != note.place:
        outline.mend(
            note.line,
            f"footnote given to {bearer.citation}",
            f"it is printed below {note.place}; the English half has the mark here",
        )


def _report_missing(reader: _Reader, owners: Sequence[Citation]) -> None:
    for owner in owners:
        provision = reader.outline.find(owner)
        if provision is not None:
            what = "the English half has a footnote here; the Thai one works it into the text or leaves it out"
            provision.mends.append(Mend(provision.line, what, "what belongs to it cannot be told", done=False))


def _mend_headings(outline: Outline) -> None:
    for name, wrong, right in slips.THAI_HEADINGS:
        provision = outline.find(Citation.parse(name))
        if provision is not None and provision.title and wrong in provision.title:
            provision.title = provision.title.replace(wrong, right)
            provision.mends.append(Mend(provision.line, f"heading “{wrong}” read as “{right}”", "the English half has it right"))


def _report(outline: Outline) -> None:
    """Flags the words that the scanner misread and the slips of the translation; nothing is changed."""
    words = [(re.compile(wrong), right) for wrong, right in slips.THAI_WORDS]
    for provision in outline.edition:
        printed = f"{provision.title or ''} {provision.text}"
        for pattern, right in words:
            if found := sorted(set(pattern.findall(printed))):
                what = f"misread: {', '.join(f'“{word}”' for word in found)} for “{right}”"
                provision.mends.append(Mend(provision.line, what, "too many and too unsure to be changed", done=False))
    for name, what in slips.THAI_REPORTS:
        slipped = outline.find(Citation.parse(name))
        if slipped is not None:
            slipped.mends.append(Mend(slipped.line, what, "left as it stands", done=False))
