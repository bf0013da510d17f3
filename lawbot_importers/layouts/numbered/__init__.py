"""Any book of the numbered Laws: ``Law 27`` headings, labels ``A.``, ``1.``, ``(a)``, ``(i)``.

The inventory of each code says which numbers a book must hold. They are looked for wherever they
stand, so that a law may be printed in one line or in fifty.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from lawbot.errors import ReadingError
from lawbot.law.citation import LAST_LAW, Citation
from lawbot.law.edition import Edition, Mend, Provision
from lawbot_importers.document import Document
from lawbot_importers.layouts.numbered.book import (
    NumberedBook,
    heading_runs,
    law_runs,
    take_apart,
)
from lawbot_importers.layouts.numbered.footnotes import place_notes
from lawbot_importers.layouts.numbered.identity import Identity, identify
from lawbot_importers.layouts.numbered.inventory import CODES, Inventory, inventory
from lawbot_importers.layouts.numbered.pieces import Piece, pieces
from lawbot_importers.layouts.numbered.reading import headings, read_law
from lawbot_importers.layouts.numbered.terms import definitions
from lawbot_importers.mends import Corrections, corrections

LEAST = 0.98
"""Least share of a code's provisions that a book must hold to be taken in."""
_MOST_NAMED = 12
"""Most provisions that a report names."""
_FRONT = 120
"""Lines that may be title pages and prefaces."""


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
    return bool(law_runs(pieces(document)))


def report(document: Document) -> str:
    """Return what was recognised in a document that is no book of the numbered Laws."""
    lines = pieces(document)
    longest = max(map(len, heading_runs(lines)), default=0)
    return f"Recognised: {_identify(lines)}; {longest} of the headings “Law 1” to “Law {LAST_LAW}”."


def read(document: Document) -> list[Edition]:
    """Return the edition of the code that fits best.

    Raises ReadingError if nothing names the publisher, or too many provisions are missing.
    """
    lines = pieces(document)
    book = take_apart(lines)
    readings = [_read_as(book, inventory(code)) for code in CODES]
    best = max(readings, key=lambda reading: reading.share)
    edition_id = _id(best, _identify(lines))
    with suppress(FileNotFoundError):  # most documents need no corrections
        best = _read_corrected(document, best.code, corrections(edition_id))
    edition = best.edition
    edition.id = edition_id
    edition.reports.append(
        Mend(0, f"read as any book of numbered laws: {best}", "no reader is made for it")
    )
    return [edition]


def _identify(lines: Sequence[Piece]) -> Identity:
    return identify([piece.text for piece in lines[:_FRONT]])


def _id(reading: Reading, identity: Identity) -> str:
    """Return the id of the edition that was read.

    Raises ReadingError if nothing names the publisher, or too many provisions are missing.
    """
    if reading.share < LEAST:
        names = ", ".join(map(str, reading.lost[:_MOST_NAMED]))
        more = ", ..." if len(reading.lost) > _MOST_NAMED else ""
        raise ReadingError(
            f"Recognised: {identity}; {reading}, and a book below {LEAST:.0%} is not taken in."
            f" Not found: {names}{more}."
        )
    edition_id = identity.edition(reading.code.code)
    if not edition_id:
        raise ReadingError(
            f"Recognised: {identity}; {reading}. Add the title page: nothing says who published it."
        )
    return edition_id


def _read_corrected(
    document: Document, code: Inventory, document_corrections: Corrections
) -> Reading:
    """Return the book read again, its lines and provisions set right."""
    reading = _read_as(take_apart(pieces(document, document_corrections)), code)
    document_corrections.mend_provisions(reading.edition)
    return reading


def _read_as(book: NumberedBook, code: Inventory) -> Reading:
    """Return the book read by the inventory of a code."""
    edition = Edition("")
    if book.introduction:
        heading, *lines = book.introduction
        text = "\n\n".join(piece.text for piece in lines)
        edition.provisions.append(Provision(Citation(), heading.text, text, heading.number))
    edition.provisions += definitions(book.definitions)
    titles = headings(book.contents, code)
    laws = {law.number: law for law in book.laws}
    lost: list[Citation] = []
    for number, citations in code.laws.items():
        lost += read_law(laws[number], edition, code, titles) if number in laws else citations
    place_notes(edition, book.notes)
    return Reading(code, edition, lost)
