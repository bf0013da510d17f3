"""Footnotes: taken out of the laws they are printed in, and put behind the law that bears the mark.

A mark is raised (``<sup>1</sup>``), or glued to a word (``bid1``) where the document lost that.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from lawbot.law.edition import Edition, Mend, Provision
from lawbot_importers.layouts.numbered.pieces import Law, Piece

MARK = re.compile(r"\s*<sup>(\d{1,2})</sup>")
_RAISED = re.compile(r"<sup>\s*(\d{1,2})\s*</sup>\s+(\S.*)")
"""A footnote whose number is raised."""
_PLAIN = re.compile(r"(\d{1,2}) (?=[A-Za-z‘“'\"`])(.+)")
"""A line that may be a footnote, if a mark of its number is glued to a word."""
_GLUED = re.compile(
    r"(?:(?<=[a-z]{2})|(?<=[A-Z]{3}))\d{1,2}(?![\w%])|(?<=[a-z]{2}\.)\d{1,2}(?= [A-Z]|$)"
)
_LOST = 1
"""Most footnotes in a row whose numbers may be lost."""


class Note(NamedTuple):
    """A footnote: its line, its number and its words."""

    line: int
    number: int
    text: str
    mends: list[Mend]


def take_notes(laws: Sequence[Law]) -> dict[int, Note]:
    """Take the footnotes out of the laws, and write all their marks as raised ones."""
    glued = _glued_numbers(laws)
    notes: dict[int, Note] = {}
    for law in laws:
        _take_notes_of(law, notes, glued)
    for law in laws:
        law.title = _raise_marks(law.title, notes)
        for piece in law.pieces:
            piece.text = _raise_marks(piece.text, notes)
        _restore_marks(law, notes)
    return notes


def _glued_numbers(laws: Sequence[Law]) -> set[int]:
    """Return the numbers that are glued to a word anywhere."""
    numbers: set[int] = set()
    for law in laws:
        for text in law.texts:
            numbers.update(map(int, _GLUED.findall(text)))
    return numbers


def _take_notes_of(law: Law, notes: dict[int, Note], glued: Container[int]) -> None:
    """Move the footnotes of a law to those of the laws before it."""
    body: list[Piece] = []
    open_note: Note | None = None
    for piece in law.pieces:
        begun = _notes_in(piece, max(notes, default=0), glued)
        if begun:
            open_note = begun[-1]
            notes.update((note.number, note) for note in begun)
        elif open_note and _goes_on(open_note, piece):
            open_note = open_note._replace(text=f"{open_note.text} {piece.text}")
            notes[open_note.number] = open_note
        else:
            open_note = None
            body.append(piece)
    law.pieces = body


def _notes_in(piece: Piece, last: int, glued: Container[int]) -> list[Note]:
    """Return the footnotes that a line holds, if the next after the last one begins it."""
    match = _RAISED.fullmatch(piece.text)
    if match is None:
        match = _PLAIN.fullmatch(piece.text)
        if match is None or int(match[1]) not in glued:
            return []
    number = int(match[1])
    # a number that is read wrongly, or lost, must not cost all the notes behind it
    if not last < number <= last + 1 + _LOST:
        return []
    parts = _run_on(number, match[2])
    return [Note(piece.number, part_number, text, piece.mends) for part_number, text in parts]


def _run_on(number: int, text: str) -> Iterator[tuple[int, str]]:
    """Yield a footnote, and those that go on in its line under the numbers that follow."""
    while match := re.search(rf"(?<=[.)]) {number + 1} (?=[A-Z])", text):
        yield number, text[: match.start()]
        number, text = number + 1, text[match.end() :]
    yield number, text


def _goes_on(note: Note, piece: Piece) -> bool:
    return not note.text.endswith((".", ")")) and piece.text[:1].islower()


def _raise_marks(text: str, notes: Container[int]) -> str:
    def raised(match: re.Match[str]) -> str:
        return f"<sup>{match[0]}</sup>" if int(match[0]) in notes else match[0]

    return _GLUED.sub(raised, text)


def _restore_marks(law: Law, notes: Mapping[int, Note]) -> None:
    """Raise the number of a footnote that stands between two sentences as if it were a word."""
    if not law.pieces:
        return
    text = " ".join(law.texts)
    for number, note in notes.items():
        is_inside = law.line < note.line <= law.pieces[-1].number
        if not is_inside or f"<sup>{number}</sup>" in text:
            continue
        mark = re.compile(rf"(?<=[a-z]) {number} (?=[A-Z])")
        bearers = [piece for piece in law.pieces if mark.search(piece.text)]
        if len(bearers) != 1:
            continue
        bearer = bearers[0]
        bearer.text = mark.sub(f".<sup>{number}</sup> ", bearer.text)
        description = f"{number} between two sentences read as a footnote's mark"
        bearer.mends.append(
            Mend(bearer.number, description, "the footnote below the law has no other")
        )


def take_marks(provision: Provision) -> None:
    """Turn the marks in the words of a provision into the numbers of its footnotes."""
    for number in map(int, MARK.findall(f"{provision.title or ''} {provision.text}")):
        if number not in provision.footnotes:
            provision.footnotes.append(number)
    provision.title = MARK.sub("", provision.title) if provision.title else provision.title
    provision.text = MARK.sub("", provision.text)
    provision.closing = MARK.sub("", provision.closing)


def place_notes(edition: Edition, notes: Mapping[int, Note]) -> None:
    """Put each footnote behind the law in which its mark stands first."""
    for number, note in notes.items():
        bearers = [provision.citation for provision in edition if number in provision.footnotes]
        if not bearers:
            description = f"footnote {number} has no mark"
            edition.reports.append(Mend(note.line, description, "nothing refers to it", done=False))
            continue
        citation = replace(bearers[0], footnote=number)
        footnote = Provision(citation, None, note.text, note.line, mends=list(note.mends))
        edition.provisions.insert(_end_of_law(edition, citation.law), footnote)


def _end_of_law(edition: Edition, law: int) -> int:
    """Return the place behind the last provision of a law."""
    places = enumerate(edition.provisions, 1)
    return max(place for place, provision in places if provision.citation.law == law)
