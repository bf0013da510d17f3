"""A book of numbered laws taken apart: title pages, contents, definitions, laws, notes."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lawbot.law.citation import LAST_LAW
from lawbot.law.edition import Mend
from lawbot_importers.document import Document
from lawbot_importers.layouts.numbered import ligatures
from lawbot_importers.mends import Corrections

_MARKS = re.compile(r"^(?:#+ +|[-*•] +)|\*\*|</?[bi]>")
_BREAK = re.compile(r"<br\s*/?>")
_DASH = re.compile(r"(?<= )\u00ad(?= )")
_LAW = re.compile(r"(?:LAW|Law) (\d{1,2})(?![\w(])(?:\s*[-–—:.]\s*|\s+|$)(.*)")
_INDEX = re.compile(r"(?:the )?index(?: to\b.*)?", re.IGNORECASE)
_DEFINITIONS = re.compile(r"definitions", re.IGNORECASE)
_INTRODUCTION = re.compile(r"introduction to the \d{4} laws\b.*", re.IGNORECASE)
_PARTS = re.compile(
    r"index\b.*|preface\b.*|promulgating bodies|(?:table of )?contents|definitions|foreword",
    re.IGNORECASE,
)
_FRONT_PAGE = re.compile(r"[ivxl]{1,7}")
_RAISED = re.compile(r"<sup>\s*(\d{1,2})\s*</sup>\s+(\S.*)")
_NOTE = re.compile(r"(\d{1,2}) (?=[A-Za-z‘“'\"`])(.+)")
_GLUED = re.compile(
    r"(?:(?<=[a-z]{2})|(?<=[A-Z]{3}))\d{1,2}(?![\w%])|(?<=[a-z]{2}\.)\d{1,2}(?= [A-Z]|$)"
)
_FEWEST_LAWS = 60
"""Headings that show a book of laws, however damaged."""
_SKIPPED = 3
"""Most laws in a row whose headings may be lost."""
_LONGEST_TITLE = 14
"""Most words in the heading of a law."""
_TORN = 5
"""Torn words that show a document without ligatures."""


@dataclass(slots=True)
class Piece:
    """A line: its number, its words without marks of type, and whether it was set as a heading."""

    number: int
    text: str
    is_head: bool = False
    cells: list[str] = field(default_factory=list)
    """The cells of a row; the text has them all."""
    mends: list[Mend] = field(default_factory=list)


class Note(NamedTuple):
    """A footnote: its line, its number and its words."""

    line: int
    number: int
    text: str
    mends: list[Mend]


@dataclass(slots=True)
class Law:
    """A law: its number, its heading, the line of that, and the lines below it."""

    number: int
    title: str
    line: int
    pieces: list[Piece] = field(default_factory=list)


@dataclass(slots=True)
class NumberedBook:
    """The parts of a book, each with its lines."""

    introduction: list[Piece]
    definitions: list[Piece]
    contents: list[Law]
    laws: list[Law]
    notes: dict[int, Note]


def pieces(document: Document, corrections: Corrections) -> list[Piece]:
    """Return the lines of a document, their words whole and without marks."""
    lines = [_piece(line.number, line.raw, list(line.mends)) for line in document.filled()]
    torn = sum(bool(ligatures.mend(piece.text, 0)[1]) for piece in lines)
    for piece in lines:
        if torn > _TORN:
            piece.text, mends = ligatures.mend(piece.text, piece.number)
            piece.mends += mends
        piece.text, mends = corrections.mend_line(piece.text, piece.number)
        piece.mends += mends
    # the front pages are counted in Roman numbers
    return [piece for piece in lines if piece.text and not _FRONT_PAGE.fullmatch(piece.text)]


def _piece(number: int, raw: str, mends: list[Mend]) -> Piece:
    raw = ligatures.uncoded(_DASH.sub("-", _BREAK.sub(" ", raw)).replace("\u00ad", ""))
    stripped = raw.strip()
    cells: list[str] = []
    if stripped.startswith("|"):
        cells = [_plain(cell) for cell in stripped.strip("|").split("|")]
        if re.fullmatch(r"[\s:|-]*", stripped):
            cells = []
        return Piece(number, " ".join(filter(None, cells)), cells=cells, mends=mends)
    return Piece(number, _plain(stripped), stripped.startswith("#"), mends=mends)


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", text.strip()).split())


def _without_page_numbers(lines: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the lines but for those that only count the pages; the first number begins the count."""
    page = 0
    for piece in lines:
        number = int(piece.text) if piece.text.isdecimal() and not piece.cells else 0
        if number and (not page or page < number <= page + 2):
            page = number
        else:
            yield piece


def law_headings(lines: Sequence[Piece]) -> list[list[tuple[int, re.Match[str]]]]:
    """Return each run of headings ``LAW n`` that counts upwards, as places and matches."""
    runs: list[list[tuple[int, re.Match[str]]]] = []
    last = LAST_LAW
    for place, piece in enumerate(lines):
        match = _LAW.fullmatch(piece.text)
        if match is None or not _is_heading(piece, match[2]):
            continue
        number = int(match[1])
        if number == 1:
            runs.append([])
        # a heading may be lost; a law named in the text counts back, or far ahead
        elif not last < number <= last + _SKIPPED:
            continue
        if runs:
            runs[-1].append((place, match))
            last = number
    return runs


def _is_heading(piece: Piece, title: str) -> bool:
    is_short = len(title.split()) <= _LONGEST_TITLE
    return is_short and (piece.is_head or title.isupper() or not re.search(r"[.;,)]$", piece.text))


def take_apart(lines: Sequence[Piece]) -> NumberedBook | None:
    """Return the parts of a book of laws; None if it has no run of them."""
    runs = [run for run in law_headings(lines) if len(run) >= _FEWEST_LAWS]
    if not runs:
        return None
    laws = [place for place, _match in runs[-1]]
    start = laws[0]
    end = next(
        (place for place in range(laws[-1], len(lines)) if _INDEX.fullmatch(lines[place].text)),
        len(lines),
    )
    terms = _last(lines[:start], _DEFINITIONS, start)
    introduction = _last(lines[:terms], _INTRODUCTION, terms)
    book = NumberedBook(
        introduction=_section(lines[introduction:terms]),
        definitions=[piece for piece in lines[terms + 1 : start] if not piece.text.isdecimal()],
        contents=_contents(lines[:start], runs[-2]) if len(runs) > 1 else [],
        laws=list(_laws(lines[:end], runs[-1])),
        notes={},
    )
    body = [piece for law in book.laws for piece in law.pieces]
    text = {id(piece) for piece in _without_page_numbers(body)}
    for law in book.laws:
        law.pieces = [piece for piece in law.pieces if id(piece) in text]
    _part_notes(book)
    return book


def _last(lines: Sequence[Piece], heading: re.Pattern[str], otherwise: int) -> int:
    places = [place for place, piece in enumerate(lines) if heading.fullmatch(piece.text)]
    return places[-1] if places else otherwise


def _section(lines: Sequence[Piece]) -> list[Piece]:
    """Return the lines of a part, up to the heading of another."""
    section = list(lines[:1])
    for piece in lines[1:]:
        if _PARTS.fullmatch(piece.text) or _LAW.fullmatch(piece.text):
            break
        section.append(piece)
    return section


def _contents(lines: Sequence[Piece], run: Sequence[tuple[int, re.Match[str]]]) -> list[Law]:
    """Return the laws that the contents list, up to the next part of the book."""
    place = run[-1][0]
    while place < len(lines) and not _PARTS.fullmatch(lines[place].text):
        place += 1
    return list(_laws(lines[:place], run))


def _laws(lines: Sequence[Piece], run: Sequence[tuple[int, re.Match[str]]]) -> Iterator[Law]:
    """Yield the laws of a run of headings, each with its lines."""
    ends = [place for place, _match in run[1:]] + [len(lines)]
    for (place, match), end in zip(run, ends, strict=True):
        title, below = match[2], place + 1
        # a heading in capitals may stand on lines of its own
        while below < end and (not title or lines[below].text.isupper()):
            title = f"{title} {lines[below].text}".strip()
            below += 1
        yield Law(int(match[1]), title, lines[place].number, list(lines[below:end]))


def _part_notes(book: NumberedBook) -> None:
    """Take the footnotes out of the laws, and mark their glued marks as raised ones."""
    glued = Counter(
        int(number)
        for law in book.laws
        for text in (law.title, *(piece.text for piece in law.pieces))
        for number in _GLUED.findall(text)
    )
    last = 0
    for law in book.laws:
        body: list[Piece] = []
        open_note = 0
        for piece in law.pieces:
            raised, plain = _RAISED.fullmatch(piece.text), _NOTE.fullmatch(piece.text)
            match = raised or (plain if plain and glued[int(plain[1])] else None)
            # a number that is read wrongly, or lost, must not cost all the notes behind it
            if match and last < int(match[1]) <= last + 2:
                for number, text in _run_on(int(match[1]), match[2]):
                    book.notes[number] = Note(piece.number, number, text, piece.mends)
                    last = open_note = number
            elif open_note and _goes_on(book.notes[open_note], piece):
                note = book.notes[open_note]
                book.notes[open_note] = note._replace(text=f"{note.text} {piece.text}")
            else:
                open_note = 0
                body.append(piece)
        law.pieces = body
    for law in book.laws:
        law.title = _raise_marks(law.title, book.notes)
        for piece in law.pieces:
            piece.text = _raise_marks(piece.text, book.notes)
        _restore_marks(law, book.notes)


def _run_on(number: int, text: str) -> Iterator[tuple[int, str]]:
    """Yield a footnote, and those that go on in its line under the numbers that follow."""
    while match := re.search(rf"(?<=[.)]) {number + 1} (?=[A-Z])", text):
        yield number, text[: match.start()]
        number, text = number + 1, text[match.end() :]
    yield number, text


def _goes_on(note: Note, piece: Piece) -> bool:
    return not note.text.endswith((".", ")")) and piece.text[:1].islower()


def _restore_marks(law: Law, notes: dict[int, Note]) -> None:
    """Raise the number of a footnote that stands between two sentences as if it were a word."""
    lines = {note.number: note.line for note in notes.values()}
    first, last = law.line, law.pieces[-1].number if law.pieces else law.line
    text = " ".join((law.title, *(piece.text for piece in law.pieces)))
    for number, line in lines.items():
        if not first < line <= last or f"<sup>{number}</sup>" in text:
            continue
        mark = re.compile(rf"(?<=[a-z]) {number} (?=[A-Z])")
        bearers = [piece for piece in law.pieces if mark.search(piece.text)]
        if len(bearers) == 1:
            bearers[0].text = mark.sub(f".<sup>{number}</sup> ", bearers[0].text)
            bearers[0].mends.append(
                Mend(
                    bearers[0].number,
                    f"{number} between two sentences read as a footnote's mark",
                    "the footnote below the law has no other",
                )
            )


def _raise_marks(text: str, notes: dict[int, Note]) -> str:
    return _GLUED.sub(
        lambda match: f"<sup>{match[0]}</sup>" if int(match[0]) in notes else match[0], text
    )
