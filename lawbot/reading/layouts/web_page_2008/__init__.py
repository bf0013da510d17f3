"""A web page that prints Laws 17 to 40 of the North American 2008 Laws with the replaced 1997 text set between.

``(Old 1997 Law)`` opens an old text; nothing closes it but the next heading of the new one. Where the page gives no old
text, one text serves both codes. In Laws 27 and 35 to 40 the old law stands whole below the new one.
Footnotes are ``* text`` in the new edition and ``*) text`` in the old.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from lawbot.citation import Citation
from lawbot.reading.document import Document
from lawbot.reading.edition import Division, Edition, Level, Mend, Provision
from lawbot.reading.layouts.web_page_2008.law import MARK, Law, Piece, Transcriber, divisions, give_back_notes, laws_of, lines_of
from lawbot.reading.mends import corrections
from lawbot.reading.outline import Outline
from lawbot.reading.starred import StarredFootnotes

NEW = "en-2008-acbl"
OLD = "en-1997-acbl"
FIRST, LAST = 17, 40
"""The laws that the page holds."""
_MARK_OLD = re.compile(r"\s*\*{1,2}\)")


def recognises(document: Document) -> bool:
    """Whether the document has the first law's heading and the page's sign for an old text."""
    lines = {line.strip() for line in document.lines}
    return f"LAW {FIRST}" in lines and "(Old 1997 Law)" in lines


def read(document: Document) -> list[Edition]:
    """The editions ``en-2008-acbl`` and ``en-1997-acbl``. Raises ReadingError when laws are missing."""
    lines = lines_of(document, corrections(NEW))
    laws = [Transcriber(heading, body).read() for heading, body in laws_of(lines)]
    give_back_notes(laws)
    new, old = _Book(NEW, divisions(lines), old=False), _Book(OLD, divisions(lines), old=True)
    for law in laws:
        _share(law)
        new.take(law)
        old.take(law)
    editions = [book.finish(FIRST, LAST) for book in (new, old)]
    corrections(NEW).mend_provisions(editions[0])
    end = max((p for p in editions[0] if p.level is not Level.FOOTNOTE), key=lambda p: p.citation)
    missing = "40B3 to 40B6 and 40C of the 2008 Laws are not on the page"
    editions[0].reports.append(Mend(end.line, f"the text stops at {end.citation}", missing, done=False))
    return editions


class _Book:
    """Writes one of the two editions, law by law."""

    def __init__(self, edition: str, divisions: Iterable[Division], *, old: bool) -> None:
        self._outline = Outline(edition)
        self._outline.edition.divisions.extend(divisions)
        self._old = old
        self._footnotes = StarredFootnotes(self._outline, _MARK_OLD if old else MARK)
        self._foreign = MARK if old else _MARK_OLD

    def take(self, law: Law) -> None:
        """Takes the provisions of a law in the order of the book, then its footnotes."""
        pieces = law.old if self._old else law.new
        for citation in sorted(pieces):
            self._add(citation, pieces[citation])
        for note in (note for note in law.notes if note.old == self._old):
            self._footnotes.note(note.stars, note.text, note.line, note.mends)
        self._footnotes.settle(law.number)

    def finish(self, first: int, last: int) -> Edition:
        """The edition. Raises ReadingError when a law is missing or a sequence broken."""
        return self._outline.finish(first=first, last=last)

    def _add(self, citation: Citation, piece: Piece) -> None:
        provision = self._outline.add(Provision(citation, Level.of(citation), None, line=piece.line, mends=piece.mends))
        text = "\n\n".join(piece.paragraphs)
        if self._foreign.search(text):
            which = "2008" if self._old else "1997"
            self._outline.mend(piece.line, f"footnote mark of the {which} edition taken off", "one text is printed for both")
            text = self._foreign.sub("", text)
        provision.title = self._footnotes.strip(piece.title, provision) if piece.title else None
        provision.text = re.sub(r"\s+(?=[,;.](?:\s|$))", "", self._footnotes.strip(text, provision))


def _share(law: Law) -> None:
    """Gives the old edition what the page prints once, with the headings above it."""
    for citation, piece in law.new.items():
        if not piece.replaced and not piece.new_only and citation not in law.old and piece.paragraphs:
            note = Mend(piece.line, "single text printed for both codes", "the page sets no old text beside it")
            law.old[citation] = replace(piece, paragraphs=list(piece.paragraphs), mends=[*piece.mends, note])
    for citation in [*law.old, Citation(law.number)]:
        for above in (citation, *citation.parents):
            if above not in law.old and above in law.new:
                law.old[above] = Piece(law.new[above].line, law.new[above].title)
    _fold_lone_paragraphs(law)
    _take_headings_off(law)


def _take_headings_off(law: Law) -> None:
    """Numbered provisions of the new edition have no headings: those printed are the old text's."""
    for citation, piece in law.new.items():
        if citation.paragraph and piece.title is not None:
            why = "it is that of the old text; numbered provisions have none"
            piece.mends.append(Mend(piece.line, f"heading “{piece.title}” taken off", why))
            piece.title = None


def _fold_lone_paragraphs(law: Law) -> None:
    """A paragraph 1 without a 2 is the section itself: its number belongs to the new edition alone."""
    for citation in [c for c in law.old if c.paragraph == 1 and not c.items]:
        owner = replace(citation, paragraph=0)
        if replace(citation, paragraph=2) in law.old or owner not in law.old:
            continue
        piece = law.old.pop(citation)
        why = "paragraph 2 is marked as new, so the old text had no numbers"
        piece.mends.append(Mend(piece.line, f"number 1 taken off {owner}", why))
        law.old[owner] = replace(piece, title=law.old[owner].title)
