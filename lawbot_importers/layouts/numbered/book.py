"""The parts of a book of numbered laws: introduction, definitions, contents, laws, footnotes."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lawbot.errors import ReadingError
from lawbot_importers.document import place_of
from lawbot_importers.layouts.numbered.footnotes import Note, take_notes
from lawbot_importers.layouts.numbered.pieces import Law, Piece

_LAW = re.compile(r"(?:LAW|Law) (\d{1,2})(?![\w(])(?:\s*[-–—:.]\s*|\s+|$)(.*)")
_INDEX = re.compile(r"(?:the )?index(?: to\b.*)?$", re.IGNORECASE)
_DEFINITIONS = re.compile(r"definitions", re.IGNORECASE)
_INTRODUCTION = re.compile(r"introduction to the \d{4} laws\b.*", re.IGNORECASE)
_PARTS = re.compile(
    r"index\b|preface\b|(?:promulgating bodies|(?:table of )?contents|definitions|foreword)$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;,)]$")
_FEWEST_LAWS = 60
"""Headings that show a book of laws, however damaged."""
_SKIPPED = 3
"""Highest step from one heading to the next: those between may be lost."""
_LONGEST_TITLE = 14
"""Most words in the heading of a law."""


class LawHeading(NamedTuple):
    """A line ``LAW n``: its place among the lines, its number, and the words behind it."""

    place: int
    number: int
    title: str


class NumberedBook(NamedTuple):
    """The parts of a book, each with its lines."""

    introduction: list[Piece]
    definitions: list[Piece]
    contents: list[Law]
    laws: list[Law]
    notes: dict[int, Note]


def law_runs(lines: Sequence[Piece]) -> list[list[LawHeading]]:
    """Return the runs of headings that are long enough for a book of laws, or its contents."""
    return [run for run in heading_runs(lines) if len(run) >= _FEWEST_LAWS]


def take_apart(lines: Sequence[Piece]) -> NumberedBook:
    """Return the parts of a book of laws. Raises ReadingError if it has no run of them."""
    runs = law_runs(lines)
    if not runs:
        raise ReadingError("the headings of the laws are missing")
    run = runs[-1]
    start = run[0].place
    front = lines[:start]
    terms = _last(front, _DEFINITIONS)
    introduction = _last(lines[:terms], _INTRODUCTION)
    end = place_of(lines, _INDEX, run[-1].place)
    laws = list(_laws(lines[:end], run))
    _drop_page_numbers(laws)
    return NumberedBook(
        introduction=_section(lines[introduction:terms]),
        definitions=[piece for piece in lines[terms + 1 : start] if not piece.text.isdecimal()],
        # the contents list the headings, so their run stands before that of the laws
        contents=_contents(front, runs[-2]) if len(runs) > 1 else [],
        laws=laws,
        notes=take_notes(laws),
    )


def heading_runs(lines: Sequence[Piece]) -> list[list[LawHeading]]:
    """Return each run of headings of laws that counts upwards from Law 1."""
    runs: list[list[LawHeading]] = []
    last = 0
    for place, piece in enumerate(lines):
        match = _LAW.fullmatch(piece.text)
        if match is None or not _is_heading(piece, match[2]):
            continue
        heading = LawHeading(place, int(match[1]), match[2])
        if heading.number == 1:
            runs.append([])
        # a heading may be lost; a law named in the text counts back, or far ahead
        elif not runs or not last < heading.number <= last + _SKIPPED:
            continue
        runs[-1].append(heading)
        last = heading.number
    return runs


def _is_heading(piece: Piece, title: str) -> bool:
    if len(title.split()) > _LONGEST_TITLE:
        return False
    return piece.is_head or title.isupper() or not _SENTENCE_END.search(piece.text)


def _last(lines: Sequence[Piece], heading: re.Pattern[str]) -> int:
    """Return the place of the last line that is a heading; else their number."""
    for place in reversed(range(len(lines))):
        if heading.fullmatch(lines[place].text):
            return place
    return len(lines)


def _section(lines: Sequence[Piece]) -> list[Piece]:
    """Return the lines of a part, up to the heading of another."""
    section = list(lines[:1])
    for piece in lines[1:]:
        if _PARTS.match(piece.text) or _LAW.fullmatch(piece.text):
            break
        section.append(piece)
    return section


def _contents(lines: Sequence[Piece], run: Sequence[LawHeading]) -> list[Law]:
    """Return the laws that the contents list, up to the next part of the book."""
    end = place_of(lines, _PARTS, run[-1].place)
    return list(_laws(lines[:end], run))


def _laws(lines: Sequence[Piece], run: Sequence[LawHeading]) -> Iterator[Law]:
    """Yield the laws of a run of headings, each with its lines."""
    end = LawHeading(len(lines), 0, "")
    for heading, following in pairwise([*run, end]):
        title, below = heading.title, heading.place + 1
        # a heading in capitals may stand on lines of its own
        while below < following.place and (not title or lines[below].text.isupper()):
            title = f"{title} {lines[below].text}".strip()
            below += 1
        line = lines[heading.place].number
        yield Law(heading.number, title, line, list(lines[below : following.place]))


def _drop_page_numbers(laws: Sequence[Law]) -> None:
    """Drop the lines that only count the pages; the first number begins the count."""
    page = 0
    for law in laws:
        body: list[Piece] = []
        for piece in law.pieces:
            number = int(piece.text) if piece.text.isdecimal() and not piece.cells else 0
            if number and (not page or page < number <= page + 2):
                page = number
            else:
                body.append(piece)
        law.pieces = body
