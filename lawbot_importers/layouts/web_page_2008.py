"""A web page that prints Laws 17 to 40 of the North American 2008 Laws with the replaced 1997 text
set between.

``(Old 1997 Law)`` opens an old text; nothing closes it but the next heading of the new one. Where
the page gives no old text, one text serves both codes. In Laws 27 and 35 to 40 the old law stands
whole below the new one. Footnotes are ``* text`` in the new edition and ``*) text`` in the old.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

from lawbot.errors import ReadingError
from lawbot.law.citation import ROMAN, Citation
from lawbot.law.edition import Division, Edition, Level, Mend, Provision
from lawbot_importers.document import Document, Line, place_of
from lawbot_importers.mends import corrections
from lawbot_importers.outline import Label, Outline
from lawbot_importers.starred import Note, StarredFootnotes

NEW = "en-2008-acbl"
OLD = "en-1997-acbl"
FIRST, LAST = 17, 40
"""The laws that the page holds."""
_MARK_OLD = re.compile(r"\s*\*{1,2}\)")
_LAW = re.compile(r"^LAW (\d{1,2})(?:\s*-\s*(\S.*))?$")
_DIVISION = re.compile(
    r"^(?:PART [IVX]+|SECTION (?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN))$"
)
_NOISE = re.compile(
    r"^(?:See Duplicate Decisions|See Director Tech File.*|Top of page|HOME\s+Encyclopedia.*|Contacts:.*)$"
)
_MARK = re.compile(r"\s*\*{1,2}(?![*)])")
"""The mark of a footnote in the new edition."""
_OLD_MARK = re.compile(r"^\(Old 1997 Law\)$")
_NEW_MARK = re.compile(r"^\(New 2008 Laws?\)$")
_OLD_NOTE = re.compile(r"^(\*{1,2})\)\s*(\S.*)$")
_NEW_NOTE = re.compile(r"^(\*{1,2})\s*([^\s*)].*)$")
_SMALL = re.compile(r"(?:an?|and|as|at|before|by|during|following|for|in|of|on|or|out|than|the|to)")
_WHOLE = frozenset({27, *range(35, 41)})
"""Laws whose old text is printed in one piece below the new one."""


@dataclass(slots=True)
class _Law:
    """One law: its provisions, which still carry the marks of footnotes, and its footnotes in both
    editions."""

    number: int
    new: dict[Citation, Provision]
    old: dict[Citation, Provision] = field(default_factory=dict)
    notes: dict[bool, list[Note]] = field(default_factory=lambda: {False: [], True: []})
    """Notes of the new edition under False, of the old one under True."""
    new_only: set[Citation] = field(default_factory=set)
    replaced: set[Citation] = field(default_factory=set)
    """Provisions of the new edition for which (or for what holds them) an old text stands."""


def recognises(document: Document) -> bool:
    """Return True if the document has the first law's heading and the page's sign for an old text."""
    lines = {line.strip() for line in document.lines}
    return f"LAW {FIRST}" in lines and "(Old 1997 Law)" in lines


def read(document: Document) -> list[Edition]:
    """Return the editions ``en-2008-acbl`` and ``en-1997-acbl``. Raises ReadingError when laws are
    missing.
    """
    lines = [
        line for line in corrections(NEW).lines(document.filled()) if not _NOISE.match(line.text)
    ]
    laws = [_Transcriber(law, body).read() for law, body in _laws_of(lines)]
    _give_back_notes(laws)
    for law in laws:
        _share(law)
    editions = [_write_edition(edition, laws, _divisions(lines)) for edition in (NEW, OLD)]
    corrections(NEW).mend_provisions(editions[0])
    end = max((p for p in editions[0] if p.level is not Level.FOOTNOTE), key=lambda p: p.citation)
    missing = "40B3 to 40B6 and 40C of the 2008 Laws are not on the page"
    editions[0].reports.append(
        Mend(end.line, f"the text stops at {end.citation}", missing, done=False)
    )
    return editions


def _divisions(lines: list[Line]) -> Iterator[Division]:
    """Yield the chapter, parts and sections; their names stand on the line below."""
    numbers: dict[int, int] = {}
    for line in lines:
        if law := _LAW.match(line.text):
            numbers[line.number] = int(law[1])
    for line, name in pairwise(lines):
        first = next((law for at, law in numbers.items() if at > line.number), 0)
        if line.text.startswith("Chapter "):
            chapter, *_page = line.text.split(" - ")
            title = f"{chapter} {name.text}".upper()
            yield Division(title, 1, first, line.number)
        elif _DIVISION.match(line.text):
            depth = 2 if line.text.startswith("PART") else 3
            yield Division(f"{line.text} {name.text}", depth, first, line.number)


def _laws_of(lines: list[Line]) -> Iterator[tuple[_Law, list[Line]]]:
    """Yield each law with its heading, which is printed on one line or two, and the lines below,
    without the headings of divisions.
    """
    starts = {}
    for place, line in enumerate(lines):
        if match := _LAW.match(line.text):
            starts[place] = match
    ends = [*list(starts)[1:], len(lines)]
    for (start, match), end in zip(starts.items(), ends, strict=False):
        below = start + (1 if match[2] else 2)
        if below >= end:
            raise ReadingError(
                f"line {lines[start].number}: the document ends in the heading of a law"
            )
        body = lines[below:end]
        cut = place_of(body, _DIVISION)
        citation = Citation(int(match[1]))
        title = match[2] or lines[below - 1].text
        head = Provision(citation, title, line=lines[start].number)
        yield _Law(citation.law, {citation: head}), body[:cut]


class _Transcriber:
    """Puts the lines of one law into the pieces of the edition that they belong to, from top to
    bottom."""

    def __init__(self, law: _Law, body: list[Line]) -> None:
        self.law = law
        self._body = body
        self._here = self._there = Citation(law.number)
        """The provisions at hand in the new and in the old edition."""
        self._old_marks_left = sum(1 for line in body if _OLD_MARK.match(line.text))
        self._in_old = False
        self._run: tuple[int, ...] = ()
        """Depths of the labels that the old text at hand has opened."""
        self._new_only = False
        self._note: Note | None = None
        """The footnote read last."""

    def read(self) -> _Law:
        """Return the law."""
        for place, line in enumerate(self._body):
            if _OLD_MARK.match(line.text):
                self._begin_old(self._body[place + 1 :])
            elif _NEW_MARK.match(line.text):
                self._in_old, self._new_only = False, True
            elif not self._take_note(line):
                self._take(line)
        return self.law

    def _take_note(self, line: Line) -> bool:
        """Keep a footnote; a note that runs over its line is continued."""
        for old, pattern in ((True, _OLD_NOTE), (False, _NEW_NOTE)):
            if note := pattern.match(line.text):
                self._note = Note(line.number, note[2], list(line.mends), note[1])
                self.law.notes[old].append(self._note)
                return True
        before = self._note
        if before is not None and line.text[0].islower() and before.line == line.number - 1:
            before.text += f" {line.text}"
            before.mends.append(
                Mend(
                    line.number,
                    "line joined to the footnote before it",
                    "it goes on in mid-sentence",
                )
            )
            return True
        return False

    def _begin_old(self, rest: list[Line]) -> None:
        """Begin an old text, under the headed provision at hand.

        In a law whose old text is printed whole, it begins in the law or in a section.
        """
        self._old_marks_left -= 1
        owner = self._here
        if self.law.number in _WHOLE:
            labels = filter(None, (Label.of(line.text) for line in rest))
            letters = (label.name for label in labels if label.level is Level.SECTION)
            letter = next(letters, "A")
            # in the section before the first one that it names, when that is not A
            owner = Citation(self.law.number, "" if letter == "A" else chr(ord(letter) - 1))
        # a paragraph without a heading has no text of its own in the old law
        while owner.paragraph and self.law.new[owner].title is None:
            owner = owner.parents[0]
        self.law.replaced |= {citation for citation in self.law.new if citation > owner}
        self._in_old, self._run, self._there, self._new_only = True, (), owner, False

    def _take(self, line: Line) -> None:
        """Take a line of text, or one with labels, into the edition that it belongs to."""
        first = Label.of(line.text)
        if self._in_old and first and self._is_new(first):
            self._in_old = False
        if first is None:
            self._take_text(line)
            return
        if self._in_old:
            self._run = (*self._run, first.depth)
        text, owner = line.text, self._there if self._in_old else self._here
        while label := Label.of(text):
            text, owner = label.words, _labelled_citation(owner, label)
            self._open(owner, line.number)
        self._fill(text, line, lettered=first.level is Level.SECTION)

    def _is_new(self, label: Label) -> bool:
        """Return True if a label met in an old text is the next one of the new edition, and not one
        of the old text's own.
        """
        # a first label begins a list of the old text, and the new edition has no label twice
        if label.name in ("1", "a", "i") or _labelled_citation(self._here, label) in self.law.new:
            return False
        return label.name == "A" or self._old_marks_left > 0 or label.depth not in self._run

    def _open(self, citation: Citation, line: int) -> None:
        pieces = self.law.old if self._in_old else self.law.new
        if citation in pieces:
            raise ReadingError(f"line {line}: {citation} stands in the document twice")
        pieces[citation] = Provision(citation, line=line)
        if self._in_old:
            self._there = citation
            return
        self._here = citation
        if self._new_only:
            self.law.new_only.add(citation)

    def _fill(self, text: str, line: Line, *, lettered: bool) -> None:
        """Give the open provision what follows its label: a heading, the text, or both run
        together.
        """
        piece = self._at()
        piece.mends.extend(line.mends)
        if text and _is_heading(text, lettered=lettered):
            piece.title = text
        elif text:
            piece.say(text)
        else:
            piece.mend(
                line.number,
                "no heading beside the letter",
                "the page does not print it",
                done=False,
            )

    def _take_text(self, line: Line) -> None:
        piece = self._at()
        if self._in_old and not piece.text and _is_heading(line.text):
            piece.title = line.text
            return
        piece.mends.extend(line.mends)
        broken = line.adjoining and piece.text
        if broken and (not self._in_old or piece.text[-1] not in ".:"):
            piece.text += f" {line.text}"
            piece.mend(
                line.number,
                "line joined to the one before it",
                "one provision broken over two lines",
            )
        else:
            piece.say(line.text)

    def _at(self) -> Provision:
        """Return the provision that text goes to now.

        The owner of an old text is opened when its first words come.
        """
        if not self._in_old:
            return self.law.new[self._here]
        if self._there not in self.law.old:
            above = self.law.new[self._there]
            self.law.old[self._there] = Provision(self._there, above.title, line=above.line)
        return self.law.old[self._there]


def _give_back_notes(laws: list[_Law]) -> None:
    """Move a note that the page prints again inside the next law back to the law before.

    There two marks call for it.
    """
    for (law, after), old in product(pairwise(laws), (False, True)):
        texts = {note.text for note in law.notes[old]}
        for note in [note for note in after.notes[old] if note.text in texts]:
            after.notes[old].remove(note)
            why = "it answers the second of two marks; no mark calls for it there"
            note.mends.append(Mend(note.line, f"footnote moved from Law {after.number}", why))
            law.notes[old].append(note)


def _labelled_citation(owner: Citation, label: Label) -> Citation:
    """Return the provision that a label opens, seen from the provision at hand."""
    if label.level is Level.SECTION:
        return Citation(owner.law, label.name)
    if label.level is Level.PARAGRAPH:
        return replace(owner, paragraph=int(label.name), items=())
    depth = 1 if label.name in ROMAN or label.level is Level.ITEM else 0
    return replace(owner, items=(*owner.items[:depth], label.name))


def _is_heading(text: str, *, lettered: bool = False) -> bool:
    """Return True if the words are set as a heading: no stop at the end and, but for a section's,
    capitals save for small words.
    """
    words = _MARK.sub("", text).replace("-", " ").split()
    capitals = lettered or all(not word[0].islower() or _SMALL.fullmatch(word) for word in words)
    return text[-1] not in ".,;:" and capitals


def _write_edition(edition: str, laws: Iterable[_Law], divisions: Iterable[Division]) -> Edition:
    """Return one of the two editions, in the order of the book. Raises ReadingError when a law is
    missing or a sequence broken.
    """
    outline, old = Outline(edition), edition == OLD
    outline.edition.divisions.extend(divisions)
    mark, foreign = (_MARK_OLD, _MARK) if old else (_MARK, _MARK_OLD)
    footnotes = StarredFootnotes(outline, mark)
    for law in laws:
        for _, provision in sorted((law.old if old else law.new).items()):
            outline.add(provision)
            if foreign.search(provision.text):
                description = f"footnote mark of the {'2008' if old else '1997'} edition taken off"
                outline.mend(provision.line, description, "one text is printed for both")
                provision.text = foreign.sub("", provision.text)
            provision.title = (
                footnotes.strip(provision.title, provision) if provision.title else None
            )
            provision.text = re.sub(
                r"\s+(?=[,;.](?:\s|$))", "", footnotes.strip(provision.text, provision)
            )
        for note in law.notes[old]:
            footnotes.note(note)
        footnotes.settle(law.number)
    return outline.finish(first=FIRST, last=LAST)


def _share(law: _Law) -> None:
    """Give the old edition what the page prints once, with the headings above it."""
    # a provision without an old text beside it serves both codes
    for citation, piece in law.new.items():
        if piece.text and citation not in law.replaced | law.new_only | law.old.keys():
            note = Mend(
                piece.line,
                "single text printed for both codes",
                "the page sets no old text beside it",
            )
            law.old[citation] = replace(piece, mends=[*piece.mends, note], footnotes=[])
    for citation in [*law.old, Citation(law.number)]:
        for above in (citation, *citation.parents):
            if above not in law.old and above in law.new:
                law.old[above] = Provision(above, law.new[above].title, line=law.new[above].line)
    _fold_lone_paragraphs(law)
    _take_headings_off(law)


def _take_headings_off(law: _Law) -> None:
    """Numbered provisions of the new edition have no headings: those printed are the old text's."""
    for citation, piece in law.new.items():
        if citation.paragraph and piece.title is not None:
            piece.mend(
                piece.line,
                f"heading “{piece.title}” taken off",
                "it is that of the old text; numbered provisions have none",
            )
            piece.title = None


def _fold_lone_paragraphs(law: _Law) -> None:
    """Make a paragraph 1 without a 2 the section itself.

    Its number belongs to the new edition alone.
    """
    for citation in [c for c in law.old if c.paragraph == 1 and not c.items]:
        owner = replace(citation, paragraph=0)
        if replace(citation, paragraph=2) in law.old or owner not in law.old:
            continue
        piece = law.old.pop(citation)
        piece.mend(
            piece.line,
            f"number 1 taken off {owner}",
            "paragraph 2 is marked as new, so the old text had no numbers",
        )
        law.old[owner] = replace(piece, citation=owner, title=law.old[owner].title)
