"""Read a document, or a folder of our own Markdown, by the layout that it has."""

from collections.abc import Callable
from pathlib import Path

from lawbot.errors import ReadingError
from lawbot.reading.edition import Edition
from lawbot_importers.document import Document, Layout
from lawbot_importers.layouts import (
    bilingual_1997,
    plain_2017,
    unnumbered_1997,
    vietnamese_2007,
    wbf_2017,
    web_page_2008,
)

_LAYOUTS: tuple[Layout, ...] = (wbf_2017, bilingual_1997, vietnamese_2007, web_page_2008)


def witness_of(document: Document) -> str:
    """Return the id of the edition along which a document is read; empty if it stands alone."""
    return unnumbered_1997.WITNESS if unnumbered_1997.recognises(document) else ""


def convert(document: Document, edition: Callable[[str], Edition | None]) -> list[Edition]:
    """Return all editions that a document holds; ``edition`` finds its witness by id.

    Raises ReadingError if no layout is recognised, the witness is missing, or too much is damaged.
    """
    witness = witness_of(document)
    if witness:
        return unnumbered_1997.read(document, edition(witness))
    for layout in _LAYOUTS:
        if layout.recognises(document):
            return layout.read(document)
    raise ReadingError("not a law document of a layout that is known here; it was left out.")


def convert_folder(folder: Path) -> list[Edition]:
    """Return the edition of our own Markdown in a folder. Raises ReadingError."""
    return [plain_2017.read(folder)]
