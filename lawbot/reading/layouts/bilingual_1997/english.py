"""The English half: ``LAW 27 – TITLE``, ``A. *Heading*``, ``1. Heading``, ``(a) Heading``, ``(1) Heading``, text below.

Headings run together behind ``**``; footnotes stand in brackets in the running text, ``(* ...)``, below their mark.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lawbot.citation import LAST_LAW, Citation
from lawbot.reading.edition import Division, Edition, Level, Mend, Provision, ReadingError
from lawbot.reading.layouts.bilingual_1997 import slips, tables
from lawbot.reading.outline import Outline
from lawbot.reading.text import is_open, unbracketed

EDITION = "en-1997"

_GLUED = re.compile(r"\*{2,}\s*(?=(?:LAW \d|[A-H]\. |\d{1,2}\. |\([a-z]\) ))")
_LAW = re.compile(r"^LAW (\d{1,2}) ?[–-] ?(\S.*)$")
_DIVISION = re.compile(r"^(CHAPTER|PART|SECTION) ([IVX]+|[A-Z]{3,5})(?: (\S.*))?$")
_LABEL = re.compile(r"^(?:-\s*)?(?:([A-H])\.|(\d{1,2})\.|\(([a-h])\)|\((\d)\))\s+(\S.*)$")
_TERM = re.compile(r"^([A-Z][A-Za-z \-()]*?) – (\S.*)$")
_SENSE = re.compile(r"^(\d)\. (\S.*)$")
_NOTE = re.compile(r"^(?:-\s*)?\((\*?) ?(\S.*)$")
_NOTE_INSIDE = re.compile(r"\s\(\*\s?([^()]*)\)$")
_MARK = re.compile(r"\s?\*+")
_GAME = re.compile(r"\bis (?:a )?[A-Z]{4,}\.$")
_SMALL_START = re.compile(r"(?<=[a-z]{3}\. )[a-z](?=[a-z]* )")
_DEPTHS = {"CHAPTER": 1, "PART": 2, "SECTION": 3}
_SCORING = 77
_UNMARKED = Citation(87, "B")
"""The provision whose footnote has neither mark nor brackets."""
_WRONG_CHAPTER, _RIGHT_CHAPTER = "PROPERTIES", "PROPRIETIES"


@dataclass(frozen=True, slots=True)
class _Piece:
    """One line of the book: what the file prints as one paragraph, or a heading split off it."""

    number: int
    raw: str
    text: str
    glued: bool = False


@dataclass(slots=True)
class _Note:
    line: int
    paragraphs: list[str]
    bearers: list[Provision]
    mends: list[Mend]


@dataclass(slots=True)
class _Reader:
    outline: Outline
    law: Provision | None = None
    marked: list[Provision] = field(default_factory=list)
    """Provisions whose mark no footnote has answered yet."""
    notes: list[_Note] = field(default_factory=list)
    in_note: bool = False
    count: int = 0
    division: tuple[str, str, int] | None = None
    """A division whose name stands on the next line: kind, number, line."""
    divisions: list[tuple[str, int, int]] = field(default_factory=list)
    """Divisions that wait for the first law under them: title, depth, line."""
    table: list[tables.Line] = field(default_factory=list)


def read(lines: list[tuple[int, str]]) -> Edition:
    """The edition ``en-1997`` from the lines of the English half. Raises ReadingError when something is missing."""
    pieces = list(_pieces(lines))
    first = next((place for place, piece in enumerate(pieces) if _LAW.match(piece.text)), None)
    if first is None:
        raise ReadingError("the English half has no law")
    start = max((place for place, piece in enumerate(pieces[:first]) if _TERM.match(piece.text)), default=0)
    while start + 1 < first and _SENSE.match(pieces[start + 1].text):
        start += 1
    reader = _Reader(Outline(EDITION))
    _definitions(reader.outline, pieces[: start + 1])
    _laws(reader, pieces[start + 1 :])
    _mend_words(reader.outline, pieces)
    if gaps := reader.outline.gaps():
        raise ReadingError(gaps[0])
    if reader.law is None or reader.law.citation.law != LAST_LAW:
        at = reader.law.citation.law if reader.law else 0
        raise ReadingError(f"the English half ends in Law {at}; it should have {LAST_LAW}")
    return reader.outline.edition


def _pieces(lines: list[tuple[int, str]]) -> Iterator[_Piece]:
    """The lines that are not blank, cut where a bold heading is glued to what stands before it."""
    for number, raw in lines:
        if not raw.strip():
            continue
        parts = [part for part in (_tidy(part) for part in _GLUED.split(raw)) if part]
        for place, part in enumerate(parts):
            if part != "-":
                yield _Piece(number, raw.rstrip("\r\n"), part, place > 0 and parts[0] != "-")


def _tidy(text: str) -> str:
    """The text without bold markers and without the asterisks of italics; the marks of footnotes stay."""
    text = re.sub(r"\*{2,}", " ", text)
    text = re.sub(r"^(\W*(?:[A-H]\.|\d{1,2}\.|\([a-h\d]\)))\s+\*([^*]+)\*(?=\s|$)", r"\1 \2", text)
    return " ".join(text.split())


def _definitions(outline: Outline, pieces: list[_Piece]) -> None:
    for piece in pieces:
        term, sense = _TERM.match(piece.text), _SENSE.match(piece.text)
        if term:
            name = term.group(1)
            bare = name.split(" (")[0]
            outline.add(Provision(Citation(term=bare), Level.DEFINITION, name, line=piece.number))
            sense = _SENSE.match(term.group(2))
        elif not sense:
            continue
        text = sense.group(2) if sense else term.group(2) if term else ""
        outline.say(text)
        if sense:
            outline.at.senses.append(text)


def _laws(reader: _Reader, pieces: list[_Piece]) -> None:
    for piece, following in zip(pieces, (*pieces[1:], None), strict=True):
        if _is_table(reader, piece):
            reader.table.append((piece.number, piece.raw))
            continue
        if not _heading(reader, piece, following):
            _text(reader, piece)
    _finish_law(reader)


def _heading(reader: _Reader, piece: _Piece, following: _Piece | None) -> bool:
    """Opens what the piece is the heading of; False when it is none."""
    outline = reader.outline
    if reader.division:
        kind, number, line = reader.division
        reader.division = None
        if not _LAW.match(piece.text) and not _DIVISION.match(piece.text):
            _divide(reader, f"{kind} {number} {piece.text}", _DEPTHS[kind], line)
            return True
        _divide(reader, f"{kind} {number}", _DEPTHS[kind], line)
    if law := _LAW.match(piece.text):
        _finish_law(reader)
        reader.law = outline.law(int(law.group(1)), law.group(2), piece.number)
        for title, depth, line in reader.divisions:
            outline.edition.divisions.append(Division(title, depth, reader.law.citation.law, line))
        reader.divisions.clear()
    elif division := _DIVISION.match(piece.text):
        if division.group(3):
            _divide(reader, piece.text, _DEPTHS[division.group(1)], piece.number)
        else:
            reader.division = (division.group(1), division.group(2), piece.number)
        return True
    elif (label := _LABEL.match(piece.text)) and reader.law:
        _open(reader, label, piece, following)
    else:
        return False
    reader.in_note = False
    if piece.glued:
        outline.mend(piece.number, "parted from what stands before it on the line", "bold markers stand between them")
    return True


def _divide(reader: _Reader, title: str, depth: int, line: int) -> None:
    if title.endswith(f" {_WRONG_CHAPTER}"):
        title = title.replace(_WRONG_CHAPTER, _RIGHT_CHAPTER)
        what = f"“{_WRONG_CHAPTER}” read as “{_RIGHT_CHAPTER}” in the heading of the chapter"
        reader.outline.edition.reports.append(Mend(line, what, "the chapter itself and every other edition have the word"))
    reader.divisions.append((title, depth, line))


def _open(reader: _Reader, label: re.Match[str], piece: _Piece, following: _Piece | None) -> None:
    """Opens a section, paragraph or item; the words behind its label are its heading or, where no text follows, its text."""
    outline = reader.outline
    section, paragraph, letter, number, words = label.groups()
    if section:
        outline.section(section, None, piece.number)
    elif paragraph:
        outline.paragraph(int(paragraph), None, piece.number)
    elif letter:
        outline.subparagraph(letter, None, piece.number)
    else:
        outline.item(number, None, piece.number)
    if _is_text(label, piece, following):
        _say(reader, words)
        if "**" in piece.raw and not _GLUED.search(piece.raw):
            outline.mend(piece.number, "bold words read as text", "they begin the sentence that follows")
    else:
        outline.at.title = _MARK.sub("", words).removesuffix(".").strip()


def _is_text(label: re.Match[str], piece: _Piece, following: _Piece | None) -> bool:
    """Whether the words behind a label are the provision's text: no text follows, and nothing deeper or a sentence ends."""
    if following is None or _LAW.match(following.text) or _DIVISION.match(following.text):
        return True
    inner = _LABEL.match(following.text)
    if inner is None:
        return bool(_NOTE.match(following.text))
    return _depth(inner) <= _depth(label) or (piece.text.endswith(".") and not label.group(1))


def _depth(label: re.Match[str]) -> int:
    """How deep the label stands: 0 for a letter, 1 for a number, 2 and 3 for those in brackets."""
    return next(depth for depth, part in enumerate(label.groups()[:4]) if part)


def _text(reader: _Reader, piece: _Piece) -> None:
    """A paragraph: a footnote, the rest of one, a sentence broken by a page, or the text of the provision at hand."""
    if reader.law is None:
        return
    outline = reader.outline
    note = _NOTE.match(piece.text)
    if note and _closes(piece.text) and (note.group(1) or reader.marked):
        _note(reader, note, piece)
    elif reader.in_note:
        reader.notes[-1].paragraphs.append(piece.text)
    elif outline.at.citation == _UNMARKED and outline.at.text:
        mend = Mend(piece.number, "paragraph read as a footnote", "the Thai half has it behind an asterisk")
        reader.notes.append(_Note(piece.number, [piece.text], [outline.at], [mend]))
    elif outline.at.text and outline.at.level is not Level.TABLE and piece.text[0].islower() and outline.at.text[-1] not in ".:;)":
        outline.join(piece.text)
        outline.mend(piece.number, "sentence joined", "a page ended in its middle")
    else:
        _say(reader, piece.text)


def _closes(text: str) -> bool:
    return text.rstrip(".").endswith(")")


def _note(reader: _Reader, note: re.Match[str], piece: _Piece) -> None:
    text = _NOTE.sub(r"\2", piece.text)
    mends = [Mend(piece.number, "footnote moved out of the text", "it is printed in brackets below its mark")]
    if not note.group(1):
        mends.append(
            Mend(
                piece.number,
                "brackets without an asterisk read as a footnote",
                "the text above has a mark that nothing else answers",
            )
        )
    bearers = list({provision.citation: provision for provision in reader.marked}.values())
    reader.notes.append(_Note(piece.number, [unbracketed(text)], bearers or [reader.outline.at], mends))
    reader.marked.clear()
    reader.in_note = True


def _say(reader: _Reader, text: str) -> None:
    """Text of the provision at hand, its marks taken off; a footnote inside it goes to the footnotes."""
    outline = reader.outline
    below = outline.at.level is Level.TABLE
    if below:
        outline.climb(Level.LAW if not outline.at.citation.section else Level.SECTION)
    inside = _NOTE_INSIDE.search(text)
    if inside:
        text = text[: inside.start()]
    if _MARK.search(text):
        reader.marked.append(outline.at)
        text = _MARK.sub("", text)
    for small in _SMALL_START.finditer(text):
        outline.mend(outline.at.line, f"“{text[small.start() :].split()[0]}” given a capital", "a sentence begins there")
    text = _SMALL_START.sub(lambda match: match.group().upper(), text)
    (outline.close if below or outline.at.closing else outline.say)(text)
    if inside:
        mend = Mend(outline.at.line, "footnote moved out of the text", "it stands in brackets at the end of the paragraph")
        reader.notes.append(_Note(outline.at.line, [inside.group(1)], [outline.at], [mend]))
        reader.marked.clear()


def _is_table(reader: _Reader, piece: _Piece) -> bool:
    """Whether the piece belongs to a table; one that ends before it is added to the edition."""
    law = reader.law.citation.law if reader.law else 0
    if law == _SCORING:
        if _GAME.search(piece.text):
            return False
        inside = not _LAW.match(piece.text)
    else:
        inside = bool(law) and tables.is_row(piece.raw)
    if not inside and reader.table:
        tables.add(reader.outline, reader.table)
        reader.table.clear()
    return inside


def _finish_law(reader: _Reader) -> None:
    """Places the footnotes of the law read to its end and reports the marks that none answers."""
    if reader.law is None:
        return
    for note in reader.notes:
        reader.count += 1
        for bearer in note.bearers:
            bearer.footnotes.append(reader.count)
        text = "\n\n".join(_MARK.sub("", part) for part in note.paragraphs)
        if len(note.paragraphs) > 1:
            text = unbracketed(text)
        if not is_open(note.paragraphs[0]) and text.count(")") > text.count("("):
            text = unbracketed(text)
        citation = replace(note.bearers[0].citation, footnote=reader.count)
        reader.outline.add(Provision(citation, Level.FOOTNOTE, None, text, note.line, mends=note.mends))
    for bearer in reader.marked:
        bearer.mends.append(Mend(bearer.line, "mark of a footnote without the footnote", "the document has lost its text", done=False))
    reader.notes.clear()
    reader.marked.clear()
    reader.in_note = False


def _mend_words(outline: Outline, pieces: list[_Piece]) -> None:
    """Sets right the words whose right reading is known, and flags the slips that stay."""
    for name, wrong, right, why in slips.WORDS:
        for provision in _named(outline, name):
            if wrong in provision.text:
                provision.text = provision.text.replace(wrong, right, 1)
                provision.senses = [sense.replace(wrong, right, 1) for sense in provision.senses]
                line = _line_of(wrong, provision, pieces)
                provision.mends.append(Mend(line, f"“{wrong.strip()}” read as “{right.strip()}”", why))
    for name, wrong, right, why in slips.HEADINGS:
        for provision in _named(outline, name):
            if provision.title and wrong in provision.title:
                provision.title = provision.title.replace(wrong, right)
                provision.mends.append(Mend(provision.line, f"heading “{wrong}” read as “{right}”", why))
    for name, sign, what in slips.REPORTS:
        for provision in _named(outline, name):
            if sign in provision.text:
                provision.mends.append(Mend(_line_of(sign, provision, pieces), what, "left as it stands", done=False))


def _line_of(words: str, provision: Provision, pieces: list[_Piece]) -> int:
    """The line below the provision's heading on which the words stand."""
    below = (piece for piece in pieces if piece.number >= provision.line)
    return next((piece.number for piece in below if words.strip() in piece.text), provision.line)


def _named(outline: Outline, name: str) -> list[Provision]:
    if name.endswith(" fn"):
        owner = Citation.parse(name.removesuffix(" fn"))
        return [p for p in outline.edition if p.level is Level.FOOTNOTE and replace(p.citation, footnote=0) == owner]
    found = outline.find(Citation.parse(name))
    return [found] if found else []
