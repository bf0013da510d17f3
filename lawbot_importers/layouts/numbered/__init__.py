"""Any book of the numbered Laws: ``Law 27`` headings, labels ``A.``, ``1.``, ``(a)``, ``(i)``.

The inventory of each code says which numbers a book must hold. They are looked for wherever they
stand, so that a law may be printed in one line or in fifty.
"""

from typing import NamedTuple

from lawbot.errors import ReadingError
from lawbot.law.citation import LAST_LAW, Citation
from lawbot.law.edition import Edition, Mend, Provision
from lawbot_importers.document import Document
from lawbot_importers.layouts.numbered.book import (
    NumberedBook,
    Piece,
    law_headings,
    pieces,
    take_apart,
)
from lawbot_importers.layouts.numbered.identity import identify
from lawbot_importers.layouts.numbered.inventory import CODES, Inventory, inventory
from lawbot_importers.layouts.numbered.reading import headings, place_notes, read_law
from lawbot_importers.layouts.numbered.terms import definitions
from lawbot_importers.mends import Corrections, corrections

LEAST = 0.98
"""Least share of a code's provisions that a book must hold to be taken in."""
_MOST_NAMED = 12
"""Most provisions that a report names."""
_NO_CORRECTIONS = Corrections({})


class Reading(NamedTuple):
    """A book read as a code: the edition, and the provisions of the code that were not found."""

    code: Inventory
    edition: Edition
    lost: list[Citation]

    @property
    def share(self) -> float:
        """Return the share of the code's provisions that were found."""
        return 1 - len(self.lost) / len(self.code)

    def __str__(self) -> str:
        size = len(self.code) - len(self.lost)
        return f"{size} of the {len(self.code)} provisions of {self.code.code} ({self.share:.1%})"


def recognises(document: Document) -> bool:
    """Return True if the document has the headings of most laws, in their order."""
    return take_apart(pieces(document, _NO_CORRECTIONS)) is not None


def report(document: Document) -> str:
    """Return what was recognised in a document that is no book of the numbered Laws."""
    lines = pieces(document, _NO_CORRECTIONS)
    runs = law_headings(lines)
    longest = max(map(len, runs), default=0)
    return (
        f"Recognised: {identify(_front(lines))}; {longest} of the headings “Law 1” to"
        f" “Law {LAST_LAW}”."
    )


def read(document: Document) -> list[Edition]:
    """Return the edition of the code that fits best.

    Raises ReadingError if nothing names the publisher, or too many provisions are missing.
    """
    lines = pieces(document, _NO_CORRECTIONS)
    book = take_apart(lines)
    if book is None:
        raise ReadingError(report(document))
    identity = identify(_front(lines))
    best = max((_read_as(book, inventory(code)) for code in CODES), key=_share)
    if best.share < LEAST:
        names = ", ".join(map(str, best.lost[:_MOST_NAMED]))
        raise ReadingError(
            f"Recognised: {identity}; {best}, and a book below {LEAST:.0%} is not taken in."
            f" Not found: {names}{', ...' if len(best.lost) > _MOST_NAMED else ''}."
        )
    name = identity.edition(best.code.code)
    if not name:
        raise ReadingError(
            f"Recognised: {identity}; {best}. Add the title page: nothing says who published it."
        )
    return [_read_corrected(document, best, name)]


def _share(reading: Reading) -> float:
    return reading.share


def _front(lines: list[Piece]) -> list[Piece]:
    """Return the lines that may be title pages and prefaces."""
    return lines[:120]


def _read_corrected(document: Document, best: Reading, name: str) -> Edition:
    """Return the edition, read again if its document has corrections."""
    try:
        document_corrections = corrections(name)
    except FileNotFoundError:
        document_corrections = _NO_CORRECTIONS
    book = take_apart(pieces(document, document_corrections))
    if book is None:
        raise ReadingError(f"the corrections of {name} leave no laws")
    reading = _read_as(book, best.code)
    edition = reading.edition
    edition.id = name
    document_corrections.mend_provisions(edition)
    edition.reports.append(
        Mend(0, f"read as any book of numbered laws: {reading}", "no reader is made for it")
    )
    return edition


def _read_as(book: NumberedBook, code: Inventory) -> Reading:
    """Return the book read by the inventory of a code."""
    edition = Edition("")
    if book.introduction:
        heading, *lines = book.introduction
        text = "\n\n".join(piece.text for piece in lines)
        edition.provisions.append(Provision(Citation(), heading.text, text, heading.number))
    edition.provisions += definitions(book.definitions)
    titles = headings(book.contents, code)
    lost: list[Citation] = []
    laws = {law.number: law for law in book.laws}
    for number, citations in code.laws.items():
        lost += read_law(laws[number], edition, code, titles) if number in laws else citations
    place_notes(edition, book.notes)
    return Reading(code, edition, lost)
