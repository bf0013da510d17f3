"""A web page that prints Laws 17 to 40 of the North American 2008 Laws with the replaced 1997 text set between.

``(Old 1997 Law)`` opens an old text; nothing closes it but the next heading of the new one. Where the page gives no old
text, one text serves both codes. In Laws 27 and 35 to 40 the old law stands whole below the new one.
Footnotes are ``* text`` in the new edition and ``*) text`` in the old.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from lawbot.citation import Citation
from lawbot.reading.document import Document
from lawbot.reading.edition import Division, Edition, Level, Mend, Provision, ReadingError
from lawbot.reading.outline import Outline
from lawbot.reading.starred import StarredFootnotes

NEW = "en-2008-acbl"
OLD = "en-1997-acbl"
FIRST, LAST = 17, 40

_OLD_MARK = re.compile(r"^\(Old 1997 Law\)$")
_NEW_MARK = re.compile(r"^\(New 2008 (Laws?)\)$")
_LAW = re.compile(r"^LAW (\d{1,2})(?:\s*-\s*(\S.*))?$")
_DIVISION = re.compile(r"^(?:PART [IVX]+|SECTION (?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN))$")
_NOISE = re.compile(r"^(?:See Duplicate Decisions|See Director Tech File.*|Top of page|HOME\s+Encyclopedia.*|Contacts:.*)$")
_OLD_NOTE = re.compile(r"^(\*{1,2})\)\s*(\S.*)$")
_NEW_NOTE = re.compile(r"^(\*{1,2})\s*([^\s*)].*)$")
_MARK = re.compile(r"\s*\*{1,2}(?![*)])")
_MARK_OLD = re.compile(r"\s*\*{1,2}\)")
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

_WORDS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"\bI (?=[fn] )"), "I", "blank inside a word"),
    (re.compile(r"\bhigherranking\b"), "higher-ranking", "hyphen lost"),
    (re.compile(r"``(\w+)''"), "“\\1”", "typewriter quotation marks"),
    (re.compile(r"(?<=\w) (?=[,;.](?:\s|$))"), "", "blank before a stop"),
    (re.compile(r"(?<=\d) -(?=[A-Z])"), " - ", "blank lost behind a dash"),
)
_OLD_WORDING = (
    (re.compile(r"\(penalty\)|penalties"), "penalties"),
    (re.compile(r"\bis conventional\b"), "“conventional” for artificial"),
    (re.compile(r"\bLaw 72B1\b"), "“Law 72B1” for Law 23"),
)
_OLD_HEADING = re.compile(r"penal|convention|condoned", re.IGNORECASE)
_OFF_THE_PAGE = (
    (re.compile(r"\bElections\b"), "refers to an appendix that the page does not have"),
    (re.compile(r"\b40B[3-6]|\b40C"), "refers to a part of Law 40 that the page does not have"),
)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    beside: bool
    """Whether the line before it in the file is not blank."""
    mends: tuple[Mend, ...] = ()


@dataclass(slots=True)
class _Piece:
    """One provision on its way: its paragraphs still carry the marks of footnotes."""

    line: int
    title: str | None = None
    paragraphs: list[str] = field(default_factory=list)
    mends: list[Mend] = field(default_factory=list)
    new_only: bool = False
    replaced: bool = False
    """An old text stands for it (or for what holds it)."""


@dataclass(slots=True)
class _Law:
    """One law being read: its pieces in both editions and the place where the text goes on."""

    number: int
    title: str
    line: int
    old_marks_left: int
    new: dict[Citation, _Piece] = field(default_factory=dict)
    old: dict[Citation, _Piece] = field(default_factory=dict)
    here: Citation = field(default_factory=Citation)
    there: Citation = field(default_factory=Citation)
    in_old: bool = False
    run: tuple[int, ...] = ()
    """Depths of the labels that the old text at hand has opened."""
    new_only: str = ""
    notes: list[tuple[bool, str, str, _Line]] = field(default_factory=list)
    fresh: bool = True
    """Whether the next line may not continue the paragraph before it."""


def recognises(document: Document) -> bool:
    """Whether the document has the first law's heading and the page's sign for an old text."""
    lines = {line.strip() for line in document.lines}
    return f"LAW {FIRST}" in lines and "(Old 1997 Law)" in lines


def read(document: Document) -> list[Edition]:
    """The editions ``en-2008-acbl`` and ``en-1997-acbl``. Raises ReadingError when laws are missing."""
    lines = _lines(document)
    new, old = _Book(NEW, _MARK), _Book(OLD, _MARK_OLD)
    for division in _divisions(lines):
        new.outline.edition.divisions.append(division)
        old.outline.edition.divisions.append(division)
    laws = [_read_law(heading, body) for heading, body in _laws(lines)]
    _give_back_notes(laws)
    for law in laws:
        _share(law)
        new.add(law, law.new)
        old.add(law, law.old)
    for book in (new, old):
        book.finish()
    _report_new(new.outline)
    return [new.outline.edition, old.outline.edition]


# --- lines -----------------------------------------------------------------------------------------------------------


def _lines(document: Document) -> list[_Line]:
    found: list[_Line] = []
    beside = False
    for number, raw in enumerate(document.lines):
        text = " ".join(raw.split())
        if text and not _NOISE.match(text):
            text, mends = _repaired(number, text)
            found.append(_Line(number, text, beside, mends))
            beside = True
        else:
            beside = False
    return found


def _repaired(number: int, text: str) -> tuple[str, tuple[Mend, ...]]:
    mends: list[Mend] = []
    for wrong, right, why in _WORDS:
        for match in wrong.finditer(text):
            near = text[max(0, match.start() - 6) : match.end() + 6].strip()
            mends.append(Mend(number, f"“{near}” set right", why))
        text = wrong.sub(right, text)
    return text, tuple(mends)


def _divisions(lines: list[_Line]) -> Iterator[Division]:
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


def _laws(lines: list[_Line]) -> Iterator[tuple[list[_Line], list[_Line]]]:
    """Heading (one line or two) and body of each law, without the division headings."""
    starts = [place for place, line in enumerate(lines) if _LAW.match(line.text)]
    if not starts:
        raise ReadingError("no law stands in the document")
    for start, end in zip(starts, (*starts[1:], len(lines)), strict=True):
        match = _LAW.match(lines[start].text)
        length = 1 if match and match.group(2) else 2
        if start + length >= end:
            raise ReadingError(f"line {lines[start].number}: the document ends in the heading of a law")
        body = lines[start + length : end]
        cut = next((place for place, line in enumerate(body) if _DIVISION.match(line.text)), len(body))
        yield lines[start : start + length], body[:cut]


# --- one law ---------------------------------------------------------------------------------------------------------


def _read_law(heading: list[_Line], body: list[_Line]) -> _Law:
    match = _LAW.match(heading[0].text)
    number = int(match.group(1)) if match else 0
    title = match.group(2) if match and match.group(2) else heading[-1].text
    law = _Law(number, title, heading[0].number, sum(1 for line in body if _OLD_MARK.match(line.text)))
    law.here = law.there = Citation(number)
    law.new[law.here] = _Piece(law.line, title)
    for place, line in enumerate(body):
        following = body[place + 1] if place + 1 < len(body) else None
        if _OLD_MARK.match(line.text):
            _begin_old(law, body[place + 1 :])
        elif sign := _NEW_MARK.match(line.text):
            law.in_old, law.new_only, law.fresh = False, sign.group(1), True
        elif not _take_note(law, line):
            _take(law, line, following)
    return law


def _take_note(law: _Law, line: _Line) -> bool:
    """Keeps a footnote; a note that runs over its line is continued."""
    for old, pattern in ((True, _OLD_NOTE), (False, _NEW_NOTE)):
        if note := pattern.match(line.text):
            law.notes.append((old, note.group(1), note.group(2), line))
            law.fresh = True
            return True
    if law.notes and line.beside and line.text[0].islower() and law.notes[-1][3].number == line.number - 1:
        old, stars, text, first = law.notes[-1]
        joined = Mend(line.number, "line joined to the footnote before it", "it goes on in mid-sentence")
        law.notes[-1] = (old, stars, f"{text} {line.text}", replace(first, mends=(*first.mends, joined)))
        return True
    return False


def _begin_old(law: _Law, rest: list[_Line]) -> None:
    """An old text begins: it belongs to the headed provision at hand, or to the law where that is printed whole."""
    law.old_marks_left -= 1
    owner = law.here
    if law.number in _WHOLE:
        owner = _start_of_whole(law.number, rest)
    else:
        while owner.parent and (owner.paragraph or owner.items) and law.new[owner].title is None:
            owner = owner.parent
    first = next((depth for depth in range(2) if rest and _LABELS[depth].match(rest[0].text)), None)
    start = owner
    if first is not None and rest:
        start = _labelled(owner, first, _label(_LABELS[first], rest[0].text))
        if _before(start) is None:
            start = owner if first else Citation(law.number)
    for citation, piece in law.new.items():
        inside = citation >= start and (law.number in _WHOLE or owner.contains(citation) or start.contains(citation))
        lead_in = first == 1 and citation == owner
        piece.replaced = piece.replaced or (inside and not lead_in)
    law.in_old, law.run, law.there, law.new_only, law.fresh = True, (), owner, "", True


def _start_of_whole(number: int, rest: list[_Line]) -> Citation:
    """Where a law printed whole begins: in the section before the first one that it names, when that is not A."""
    letter = next((found.group(1) for line in rest if (found := _LABELS[0].match(line.text))), "A")
    return Citation(number) if letter == "A" else Citation(number, chr(ord(letter) - 1))


def _label(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.match(text)
    return match.group(1) if match else ""


def _take(law: _Law, line: _Line, following: _Line | None) -> None:
    """One line of text or one with labels, in the edition that it belongs to."""
    depth = next((depth for depth, pattern in enumerate(_LABELS) if pattern.match(line.text)), None)
    if law.in_old and depth is not None and _is_new(law, depth, _label(_LABELS[depth], line.text)):
        law.in_old, law.fresh = False, True
    if depth is None:
        _take_text(law, line, following)
        return
    if law.in_old:
        law.run = (*law.run, depth)
    elif law.new_only == "Law" and depth == 0:
        law.new_only = ""
    text, owner = line.text, law.there if law.in_old else law.here
    while (opened := _depth(text, owner)) is not None:
        label = _label(_LABELS[opened], text)
        text = _LABELS[opened].sub("", text, count=1)
        owner = _labelled(owner, opened, label)
        _open(law, owner, line.number)
    _fill(law, text, line, following)


def _depth(text: str, owner: Citation) -> int | None:
    """How deep the label at the head of the text is; None without one. (i) stands in (a) only."""
    return next((d for d, pattern in enumerate(_LABELS) if pattern.match(text) and (d < 3 or owner.items)), None)


def _is_new(law: _Law, depth: int, label: str) -> bool:
    """Whether a label met in an old text is the next one of the new edition, and not one of the old text's own."""
    if any(opened < depth for opened in law.run):
        return False
    wanted = _labelled(law.here, depth, label)
    if wanted in law.new:
        return False
    before = _before(wanted)
    if before is None:
        return depth == 0
    if before not in law.new:
        return False
    return not (depth in law.run and not law.old_marks_left)


def _before(citation: Citation) -> Citation | None:
    """The neighbour before a labelled provision; None for the first of its sequence."""
    if citation.items:
        last = citation.items[-1]
        return replace(citation, items=(*citation.items[:-1], chr(ord(last) - 1))) if last not in ("a", "i", "1") else None
    if citation.paragraph:
        return replace(citation, paragraph=citation.paragraph - 1) if citation.paragraph > 1 else None
    return replace(citation, section=chr(ord(citation.section) - 1)) if citation.section > "A" else None


def _labelled(owner: Citation, depth: int, label: str) -> Citation:
    """The provision that a label of that depth opens, seen from the provision at hand."""
    match depth:
        case 0:
            return Citation(owner.law, label)
        case 1:
            return replace(owner, paragraph=int(label), items=())
        case 2:
            return replace(owner, items=(label,))
        case _:
            return replace(owner, items=(*owner.items[:1], label))


def _open(law: _Law, citation: Citation, line: int) -> None:
    pieces = law.old if law.in_old else law.new
    if citation in pieces:
        raise ReadingError(f"line {line}: {citation} stands in the document twice")
    pieces[citation] = _Piece(line, new_only=bool(law.new_only) and not law.in_old)
    law.fresh = True
    if law.in_old:
        law.there = citation
    else:
        law.here = citation
    if law.new_only == "Law" and not law.in_old and citation.paragraph:
        law.new_only = ""


def _fill(law: _Law, text: str, line: _Line, following: _Line | None) -> None:
    """What stands behind a label: a heading, the text, or both run together."""
    piece = _at(law)
    piece.mends.extend(line.mends)
    glued = _GLUED.match(text) if not piece.paragraphs and _LABELS[0].match(line.text) else None
    if glued and _is_heading(glued.group(1)):
        piece.title = glued.group(1)
        piece.paragraphs.append(text[glued.end() :])
        piece.mends.append(Mend(line.number, "heading parted from the text", "they stand on one line"))
        law.fresh = False
    elif text and following is not None and _is_heading(text, lettered=bool(_LABELS[0].match(line.text))):
        piece.title = text
    elif text:
        piece.paragraphs.append(text)
        law.fresh = False
    else:
        piece.mends.append(Mend(line.number, "no heading beside the letter", "the page does not print it", done=False))


def _is_heading(text: str, *, lettered: bool = False) -> bool:
    """Whether the words are set as a heading: no stop at the end and, but for a section's, capitals save for small words."""
    words = _MARK.sub("", text).replace("-", " ").split()
    capitals = lettered or all(not word[0].islower() or _SMALL.fullmatch(word) for word in words)
    return text[-1] not in ".,;:" and len(words) <= 14 and capitals


def _take_text(law: _Law, line: _Line, following: _Line | None) -> None:
    piece = _at(law)
    if law.in_old and not piece.paragraphs and not law.run and following and _is_heading(line.text):
        piece.title = line.text
        law.fresh = True
        return
    piece.mends.extend(line.mends)
    broken = not law.fresh and line.beside and piece.paragraphs
    if broken and (not law.in_old or piece.paragraphs[-1][-1] not in ".:"):
        piece.paragraphs[-1] += f" {line.text}"
        piece.mends.append(Mend(line.number, "line joined to the one before it", "one provision broken over two lines"))
    else:
        piece.paragraphs.append(line.text)
    law.fresh = False


def _at(law: _Law) -> _Piece:
    """The piece that text goes to now; an old text's owner is opened when its first words come."""
    if not law.in_old:
        return law.new[law.here]
    if law.there not in law.old:
        above = law.new.get(law.there)
        law.old[law.there] = _Piece(above.line if above else law.line, above.title if above else None)
    return law.old[law.there]


def _give_back_notes(laws: list[_Law]) -> None:
    """A note that the page prints a second time inside the next law goes back to the law before, where it has two marks."""
    for law, after in pairwise(laws):
        known = {note[2] for note in law.notes}
        for note in [note for note in after.notes if note[2] in known]:
            after.notes.remove(note)
            old, stars, text, line = note
            why = "it answers the second of two marks; no mark calls for it there"
            moved = Mend(line.number, f"footnote moved from Law {after.number}", why)
            law.notes.append((old, stars, text, replace(line, mends=(*line.mends, moved))))


# --- both editions ---------------------------------------------------------------------------------------------------


def _share(law: _Law) -> None:
    """Gives the old edition what the page prints once, with the headings above it."""
    for citation, piece in law.new.items():
        if not piece.replaced and not piece.new_only and citation not in law.old and piece.paragraphs:
            note = Mend(piece.line, "single text printed for both codes", "the page sets no old text beside it")
            law.old[citation] = replace(piece, paragraphs=list(piece.paragraphs), mends=[*piece.mends, note])
    for citation in [*law.old, Citation(law.number)]:
        for above in (citation, *citation.parents):
            if above not in law.old and above in law.new:
                law.old[above] = _Piece(law.new[above].line, law.new[above].title)
    _fold_lone_paragraphs(law)
    _take_headings_off(law)


def _take_headings_off(law: _Law) -> None:
    """Numbered provisions of the new edition have no headings: those printed are the old text's."""
    for citation, piece in law.new.items():
        if citation.paragraph and piece.title is not None:
            why = "it is that of the old text; numbered provisions have none"
            piece.mends.append(Mend(piece.line, f"heading “{piece.title}” taken off", why))
            piece.title = None


def _fold_lone_paragraphs(law: _Law) -> None:
    """A paragraph 1 without a 2 is the section itself: its number belongs to the new edition alone."""
    for citation in [c for c in law.old if c.paragraph == 1 and not c.items]:
        owner = replace(citation, paragraph=0)
        if replace(citation, paragraph=2) in law.old or owner not in law.old:
            continue
        piece = law.old.pop(citation)
        why = "paragraph 2 is marked as new, so the old text had no numbers"
        piece.mends.append(Mend(piece.line, f"number 1 taken off {owner}", why))
        law.old[owner] = replace(piece, title=law.old[owner].title)


class _Book:
    """One of the two editions, built law by law."""

    def __init__(self, edition: str, mark: re.Pattern[str]) -> None:
        self.outline = Outline(edition)
        self.notes = StarredFootnotes(self.outline.edition, mark)
        self._old = edition == OLD
        self._foreign = _MARK if self._old else _MARK_OLD

    def add(self, law: _Law, pieces: dict[Citation, _Piece]) -> None:
        """Adds the provisions of a law in the order of the book, then its footnotes."""
        for citation in sorted(pieces):
            self._add(citation, pieces[citation])
        for old, stars, text, line in law.notes:
            if old == self._old:
                self.notes.note(stars, text, line.number, mends=line.mends)
        opened = self.outline.find(Citation(law.number))
        if opened is not None:
            for footnote in self.notes.settle(opened):
                self.outline.add(footnote)

    def _add(self, citation: Citation, piece: _Piece) -> None:
        provision = self.outline.add(Provision(citation, Level.of(citation), None, line=piece.line, mends=piece.mends))
        text = "\n\n".join(piece.paragraphs)
        if self._foreign.search(text):
            which = "2008" if self._old else "1997"
            self.outline.mend(piece.line, f"footnote mark of the {which} edition taken off", "one text is printed for both")
            text = self._foreign.sub("", text)
        provision.title = self.notes.strip(piece.title, provision) if piece.title else None
        provision.text = re.sub(r"\s+(?=[,;.](?:\s|$))", "", self.notes.strip(text, provision))

    def finish(self) -> None:
        """Raises ReadingError when a law is missing or a sequence broken."""
        if gaps := self.outline.gaps(FIRST):
            raise ReadingError(gaps[0])
        last = max(provision.citation.law for provision in self.outline.edition)
        if last != LAST:
            raise ReadingError(f"the document ends in Law {last}; it should have Laws {FIRST} to {LAST}")


def _report_new(outline: Outline) -> None:
    """Flags old wording that stands as new, and references to what the page lacks."""
    for provision in outline.edition:
        found = [(f"old wording stands as that of 2008: {what}", "the compiler left it") for what in _seen(_OLD_WORDING, provision.text)]
        found += [(what, "cannot be followed in this edition") for what in _seen(_OFF_THE_PAGE, provision.text)]
        if provision.title and _OLD_HEADING.search(provision.title):
            found.append(("heading is that of the 1997 code", "its words belong to the old text"))
        provision.mends.extend(Mend(provision.line, what, why, done=False) for what, why in found)
    end = max((p for p in outline.edition if p.level is not Level.FOOTNOTE), key=lambda p: p.citation)
    missing = "40B3 to 40B6 and 40C of the 2008 Laws are not on the page"
    outline.edition.reports.append(Mend(end.line, f"the text stops at {end.citation}", missing, done=False))


def _seen(signs: tuple[tuple[re.Pattern[str], str], ...], text: str) -> list[str]:
    return [what for pattern, what in signs if pattern.search(text)]
