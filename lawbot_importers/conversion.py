"""Make the canonical book of a document, or of files of our own Markdown, by its layout."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from lawbot.book.canonical import Book, Witness
from lawbot.book.shelf import Source
from lawbot.errors import ReadingError
from lawbot.law.edition import Edition
from lawbot_importers.document import Document, Layout
from lawbot_importers.layouts import (
    bilingual_1997,
    numbered,
    plain_2017,
    unnumbered_1997,
    vietnamese_2007,
    wbf_2017,
    web_page_2008,
)
from lawbot_importers.references import with_references

Entry = Callable[[str], tuple[Edition, Source] | None]
"""Finds an edition that was read before, with its source, by its id."""
_LAYOUTS: tuple[Layout, ...] = (
    wbf_2017,
    bilingual_1997,
    vietnamese_2007,
    web_page_2008,
    # last, for it takes any book of numbered laws, and knows none of them as well
    numbered,
)


def witness_of(data: bytes) -> str:
    """Return the id of the edition along which a document is read; empty if it stands alone."""
    return unnumbered_1997.WITNESS if unnumbered_1997.recognises(Document(data)) else ""


def unknown_because(data: bytes) -> str:
    """Return why a document is of no layout that is known, or an empty text if it is."""
    document = Document(data)
    if unnumbered_1997.recognises(document) or _layout_of(document):
        return ""
    return f"not a law document of a layout that is known here. {numbered.report(document)}"


def _layout_of(document: Document) -> Layout | None:
    return next((layout for layout in _LAYOUTS if layout.recognises(document)), None)


def convert(data: bytes, entry: Entry) -> Book:
    """Return the book of a document; ``entry`` finds the witness of a fragment by its id.

    Raises ReadingError if no layout is recognised, the witness is missing, or too much is damaged.
    """
    document = Document(data)
    if unnumbered_1997.recognises(document):
        edition, source = entry(unnumbered_1997.WITNESS) or (None, Source("", ""))
        fragment = unnumbered_1997.read(document, edition)
        return Book(
            [*map(with_references, fragment)], Witness(unnumbered_1997.WITNESS, source.hash)
        )
    layout = _layout_of(document)
    if layout is None:
        raise ReadingError(unknown_because(data))
    return Book([*map(with_references, layout.read(document))])


def convert_files(files: Iterable[Path], edition_id: str) -> Book:
    """Return the book of an edition in our own Markdown. Raises ReadingError, OSError."""
    edition = replace(plain_2017.read(files), id=edition_id)
    return Book([with_references(edition)])
