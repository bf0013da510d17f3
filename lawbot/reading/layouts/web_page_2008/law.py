"""The lines of the page, its divisions, and each law, read into its pieces in both editions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from lawbot.citation import Citation
from lawbot.errors import ReadingError
from lawbot.reading.document import Document, Line
from lawbot.reading.edition import Division, Mend
from lawbot.reading.mends import Corrections

_LAW = re.compile(r"^LAW (\d{1,2})(?:\s*-\s*(\S.*))?$")
_DIVISION = re.compile(r"^(?:PART [IVX]+|SECTION (?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN))$")
_NOISE = re.compile(r"^(?:See Duplicate Decisions|See Director Tech File.*|Top of page|HOME\s+Encyclopedia.*|Contacts:.*)$")
MARK = re.compile(r"\s*\*{1,2}(?![*)])")
"""The mark of a footnote in the new edition."""
_OLD_MARK = re.compile(r"^\(Old 1997 Law\)$")
_NEW_MARK = re.compile(r"^\(New 2008 (Laws?)\)$")
_OLD_NOTE = re.compile(r"^(\*{1,2})\)\s*(\S.*)$")
_NEW_NOTE = re.compile(r"^(\*{1,2})\s*([^\s*)].*)$")
_LABELS = (
    re.compile(r"^([A-H])\.\s*"),
    re.compile(r"^(\d{1,2})\.\s+"),
    re.compile(r"^\(([a-h])\)\s+"),
    re.compile(r"^\((i{1,3}|\d)\)\s+"),
)
_GLUED = re.compile(r"^(.+?)\s(?=(?:When [A-Z] above|Law \d+ may)\b)")
_SMALL = re.compile(r"(?:an?|and|as|at|before|by|during|following|for|in|of|on|or|out|than|the|to)")
_WHOLE = frozenset({27, *range(35, 41)})
"""Laws whose old text is printed in one piece below the new one."""


class Heading(NamedTuple):
    """The heading of a law."""

    law: int
    title: str
    line: int


def lines_of(document: Document, corrections: Corrections) -> list[Line]:
    """The lines of the Laws that are not blank, set right; what else the page prints is left out."""
    found: list[Line] = []
    for line in document.filled():
        if not _NOISE.match(line.text):
            text, mends = corrections.mend_line(line.text, line.number)
            beside = line.beside and bool(found) and found[-1].number == line.number - 1
            found.append(replace(line, text=text, beside=beside, mends=tuple(mends)))
    return found


def divisions(lines: list[Line]) -> Iterator[Division]:
    """The chapter, parts and sections; their names stand on the line below."""
    numbers = [(line.number, int(law.group(1))) for line in lines if (law := _LAW.match(line.text))]
    for line, name in pairwise(lines):
        first = next((law for at, law in numbers if at > line.number), 0)
        if not first:
            return
        if line.text.startswith("Chapter "):
            yield Division(f"{line.text.split(' - ')[0].upper()} {name.text.upper()}", 1, first, line.number)
        elif _DIVISION.match(line.text):
            yield Division(f"{line.text} {name.text}", 2 if line.text.startswith("PART") else 3, first, line.number)


def laws_of(lines: list[Line]) -> Iterator[tuple[Heading, list[Line]]]:
    """Heading (printed on one line or two) and body of each law, without the headings of divisions."""
    starts = [(place, match) for place, line in enumerate(lines) if (match := _LAW.match(line.text))]
    if not starts:
        raise ReadingError("no law stands in the document")
    ends = [place for place, _ in starts[1:]] + [len(lines)]
    for (start, match), end in zip(starts, ends, strict=True):
        below = start + (1 if match.group(2) else 2)
        if below >= end:
            raise ReadingError(f"line {lines[start].number}: the document ends in the heading of a law")
        body = lines[below:end]
        cut = next((place for place, line in enumerate(body) if _DIVISION.match(line.text)), len(body))
        yield Heading(int(match.group(1)), match.group(2) or lines[below - 1].text, lines[start].number), body[:cut]


class _Label(NamedTuple):
    """A, 1, (a) or (i) at the head of a text, how deep it stands, and what stands behind it."""

    depth: int
    name: str
    rest: str


@dataclass(slots=True)
class Piece:
    """One provision on its way: its paragraphs still carry the marks of footnotes."""

    line: int
    title: str | None = None
    paragraphs: list[str] = field(default_factory=list)
    mends: list[Mend] = field(default_factory=list)
    new_only: bool = False
    replaced: bool = False
    """An old text stands for it (or for what holds it)."""


@dataclass(slots=True)
class Note:
    """A footnote of one of the editions, with the asterisks that are its mark."""

    old: bool
    stars: str
    text: str
    line: int
    mends: list[Mend]


@dataclass(slots=True)
class Law:
    """One law: its pieces and footnotes in both editions."""

    number: int
    line: int
    new: dict[Citation, Piece]
    old: dict[Citation, Piece] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)


class Transcriber:
    """Puts the lines of one law into the pieces of the edition that they belong to, from top to bottom."""

    def __init__(self, heading: Heading, body: list[Line]) -> None:
        self._body = body
        self._here = self._there = Citation(heading.law)
        """The provisions at hand in the new and in the old edition."""
        self.law = Law(heading.law, heading.line, {self._here: Piece(heading.line, heading.title)})
        self._old_marks_left = sum(1 for line in body if _OLD_MARK.match(line.text))
        self._in_old = False
        self._run: tuple[int, ...] = ()
        """Depths of the labels that the old text at hand has opened."""
        self._new_only = ""
        self._fresh = True
        """Whether the next line may not continue the paragraph before it."""

    def read(self) -> Law:
        """The law."""
        for place, line in enumerate(self._body):
            rest = self._body[place + 1 :]
            if _OLD_MARK.match(line.text):
                self._begin_old(rest)
            elif sign := _NEW_MARK.match(line.text):
                self._in_old, self._new_only, self._fresh = False, sign.group(1), True
            elif not self._take_note(line):
                self._take(line, rest[0] if rest else None)
        return self.law

    def _take_note(self, line: Line) -> bool:
        """Keeps a footnote; a note that runs over its line is continued."""
        for old, pattern in ((True, _OLD_NOTE), (False, _NEW_NOTE)):
            if note := pattern.match(line.text):
                self.law.notes.append(Note(old, note.group(1), note.group(2), line.number, list(line.mends)))
                self._fresh = True
                return True
        before = self.law.notes[-1] if self.law.notes else None
        if before is not None and line.beside and line.text[0].islower() and before.line == line.number - 1:
            before.text += f" {line.text}"
            before.mends.append(Mend(line.number, "line joined to the footnote before it", "it goes on in mid-sentence"))
            return True
        return False

    def _begin_old(self, rest: list[Line]) -> None:
        """An old text begins: it belongs to the headed provision at hand, or to the law where that is printed whole."""
        self._old_marks_left -= 1
        owner = self._here
        if self.law.number in _WHOLE:  # in the section before the first one that it names, when that is not A
            letter = next((found.group(1) for line in rest if (found := _LABELS[0].match(line.text))), "A")
            owner = Citation(self.law.number, "" if letter == "A" else chr(ord(letter) - 1))
        else:
            while owner.parent and (owner.paragraph or owner.items) and self.law.new[owner].title is None:
                owner = owner.parent
        label = _label(rest[0].text) if rest else None
        first = label.depth if label and label.depth < 2 else None
        start = owner
        if label and first is not None:
            start = _labelled(owner, label)
            if _before(start) is None:
                start = owner if first else Citation(self.law.number)
        for citation, piece in self.law.new.items():
            inside = citation >= start and (self.law.number in _WHOLE or owner.contains(citation) or start.contains(citation))
            lead_in = first == 1 and citation == owner
            piece.replaced = piece.replaced or (inside and not lead_in)
        self._in_old, self._run, self._there, self._new_only, self._fresh = True, (), owner, "", True

    def _take(self, line: Line, following: Line | None) -> None:
        """One line of text or one with labels, in the edition that it belongs to."""
        label = _label(line.text)
        if self._in_old and label and self._is_new(label):
            self._in_old, self._fresh = False, True
        if label is None:
            self._take_text(line, following)
            return
        if self._in_old:
            self._run = (*self._run, label.depth)
        elif self._new_only == "Law" and label.depth == 0:
            self._new_only = ""
        text, owner = line.text, self._there if self._in_old else self._here
        while (label := _label(text)) and (label.depth < 3 or owner.items):
            text, owner = label.rest, _labelled(owner, label)
            self._open(owner, line.number)
        self._fill(text, line, following)

    def _is_new(self, label: _Label) -> bool:
        """Whether a label met in an old text is the next one of the new edition, and not one of the old text's own."""
        wanted = _labelled(self._here, label)
        if wanted in self.law.new or any(opened < label.depth for opened in self._run):
            return False
        before = _before(wanted)
        if before is None:
            return label.depth == 0
        return before in self.law.new and not (label.depth in self._run and not self._old_marks_left)

    def _open(self, citation: Citation, line: int) -> None:
        pieces = self.law.old if self._in_old else self.law.new
        if citation in pieces:
            raise ReadingError(f"line {line}: {citation} stands in the document twice")
        pieces[citation] = Piece(line, new_only=bool(self._new_only) and not self._in_old)
        self._fresh = True
        if self._in_old:
            self._there = citation
            return
        self._here = citation
        if self._new_only == "Law" and citation.paragraph:
            self._new_only = ""

    def _fill(self, text: str, line: Line, following: Line | None) -> None:
        """What stands behind a label: a heading, the text, or both run together."""
        piece = self._at()
        piece.mends.extend(line.mends)
        glued = _GLUED.match(text) if not piece.paragraphs and _LABELS[0].match(line.text) else None
        if glued and _is_heading(glued.group(1)):
            piece.title = glued.group(1)
            piece.paragraphs.append(text[glued.end() :])
            piece.mends.append(Mend(line.number, "heading parted from the text", "they stand on one line"))
            self._fresh = False
        elif text and following is not None and _is_heading(text, lettered=bool(_LABELS[0].match(line.text))):
            piece.title = text
        elif text:
            piece.paragraphs.append(text)
            self._fresh = False
        else:
            piece.mends.append(Mend(line.number, "no heading beside the letter", "the page does not print it", done=False))

    def _take_text(self, line: Line, following: Line | None) -> None:
        piece = self._at()
        if self._in_old and not piece.paragraphs and not self._run and following and _is_heading(line.text):
            piece.title = line.text
            self._fresh = True
            return
        piece.mends.extend(line.mends)
        broken = not self._fresh and line.beside and piece.paragraphs
        if broken and (not self._in_old or piece.paragraphs[-1][-1] not in ".:"):
            piece.paragraphs[-1] += f" {line.text}"
            piece.mends.append(Mend(line.number, "line joined to the one before it", "one provision broken over two lines"))
        else:
            piece.paragraphs.append(line.text)
        self._fresh = False

    def _at(self) -> Piece:
        """The piece that text goes to now; an old text's owner is opened when its first words come."""
        if not self._in_old:
            return self.law.new[self._here]
        if self._there not in self.law.old:
            above = self.law.new.get(self._there)
            self.law.old[self._there] = Piece(above.line if above else self.law.line, above.title if above else None)
        return self.law.old[self._there]


def give_back_notes(laws: list[Law]) -> None:
    """A note that the page prints a second time inside the next law goes back to the law before, where it has two marks."""
    for law, after in pairwise(laws):
        known = {note.text for note in law.notes}
        for note in [note for note in after.notes if note.text in known]:
            after.notes.remove(note)
            why = "it answers the second of two marks; no mark calls for it there"
            note.mends.append(Mend(note.line, f"footnote moved from Law {after.number}", why))
            law.notes.append(note)


def _label(text: str) -> _Label | None:
    """The label at the head of a text."""
    matches = ((depth, pattern.match(text)) for depth, pattern in enumerate(_LABELS))
    return next((_Label(depth, match[1], text[match.end() :]) for depth, match in matches if match), None)


def _before(citation: Citation) -> Citation | None:
    """The neighbour before a labelled provision; None for the first of its sequence."""
    if citation.items:
        last = citation.items[-1]
        return replace(citation, items=(*citation.items[:-1], chr(ord(last) - 1))) if last not in ("a", "i", "1") else None
    if citation.paragraph:
        return replace(citation, paragraph=citation.paragraph - 1) if citation.paragraph > 1 else None
    return replace(citation, section=chr(ord(citation.section) - 1)) if citation.section > "A" else None


def _labelled(owner: Citation, label: _Label) -> Citation:
    """The provision that a label opens, seen from the provision at hand."""
    if label.depth == 0:
        return Citation(owner.law, label.name)
    if label.depth == 1:
        return replace(owner, paragraph=int(label.name), items=())
    return replace(owner, items=(*owner.items[: label.depth - 2], label.name))


def _is_heading(text: str, *, lettered: bool = False) -> bool:
    """Whether the words are set as a heading: no stop at the end and, but for a section's, capitals save for small words."""
    words = MARK.sub("", text).replace("-", " ").split()
    capitals = lettered or all(not word[0].islower() or _SMALL.fullmatch(word) for word in words)
    return text[-1] not in ".,;:" and len(words) <= 14 and capitals
