"""Reads every law document it finds into editions; what cannot be read is told in one line each."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lawbot.errors import ReadingError
from lawbot.reading.catalogue import Catalogue
from lawbot.reading.document import ADDABLE, READABLE, Document, Layout
from lawbot.reading.edition import Edition
from lawbot.reading.layouts import (
    bilingual_1997,
    plain_2017,
    unnumbered_1997,
    vietnamese_2007,
    wbf_2017,
    web_page_2008,
)

_LAYOUTS: tuple[Layout, ...] = (wbf_2017, bilingual_1997, vietnamese_2007, web_page_2008)
_LARGEST = 20_000_000
"""Bytes of a file that is read; the largest of the law documents has half a million."""


class Source(NamedTuple):
    """Where an edition comes from: the file's (or folder's) name and the hash of its bytes."""

    name: str
    hash: str


@dataclass(slots=True)
class Shelf:
    """All that was read: the editions with their sources, a line for each document that could not
    be read, and one for each of which less was read than before."""

    editions: list[tuple[Edition, Source]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    shorter: list[str] = field(default_factory=list)

    def edition(self, edition_id: str) -> Edition | None:
        """The edition of that id, when it was read."""
        return next((edition for edition, _ in self.editions if edition.id == edition_id), None)


def read_all(folders: Iterable[Path], catalogue: Path) -> Shelf:
    """Reads our own editions (those with a folder in the catalogue, editions.toml) and every
    document in the folders.

    Never raises for a bad document: it becomes a problem line. Raises LawbotError.
    """
    shelf = Shelf()
    known = Catalogue.load(catalogue)
    for own in known.editions.values():
        if own.folder and (known.data / own.folder).is_dir():
            _take(shelf, f"data/{own.folder}", partial(_own, own.id, known.data / own.folder))
    unnumbered: list[Document] = []
    for document in _documents(folders, shelf):
        if unnumbered_1997.recognises(document):
            unnumbered.append(document)
            continue
        layout = next((layout for layout in _LAYOUTS if layout.recognises(document)), None)
        if layout is None:
            shelf.problems.append(
                f"{document.path.name}: not a law document of a layout that is known here; it was left out."
            )
            continue
        _take(shelf, document.path.name, partial(_printed, document, layout.read))
    for document in unnumbered:
        read = partial(unnumbered_1997.read, witness=shelf.edition(unnumbered_1997.WITNESS))
        _take(shelf, document.path.name, partial(_printed, document, read))
    return shelf


def _own(edition: str, folder: Path) -> tuple[list[Edition], str]:
    """An edition of our own Markdown, with the hash of its files."""
    return [replace(plain_2017.read(folder), id=edition)], plain_2017.fingerprint(folder)


def _printed(
    document: Document, read: Callable[[Document], list[Edition]]
) -> tuple[list[Edition], str]:
    return read(document), document.hash


def _documents(folders: Iterable[Path], shelf: Shelf) -> Iterator[Document]:
    seen: set[str] = set()
    for folder in folders:
        for path in _files(folder, shelf):
            document = _document(path, shelf)
            if document is not None and document.hash not in seen:
                seen.add(document.hash)
                yield document


def _files(folder: Path, shelf: Shelf) -> list[Path]:
    """The documents of a folder in the order of their names; one of which nobody has made text yet
    is a problem line."""
    try:
        there = sorted(path for path in folder.iterdir() if path.is_file())
    except (FileNotFoundError, NotADirectoryError):
        shelf.problems.append(f"{folder}: there is no such folder.")
        return []
    except OSError as error:
        shelf.problems.append(f"{folder}: cannot be opened ({error.strerror}).")
        return []
    readable = [
        path for path in there if path.suffix.lower() in READABLE and path.name != "README.md"
    ]
    taken_in = {path.stem for path in readable}
    for path in there:
        if path.suffix.lower() in ADDABLE and path.stem not in taken_in:
            shelf.problems.append(
                f"{path.name}: has to be made text first: python -m lawbot add {path}"
            )
    return readable


def _document(path: Path, shelf: Shelf) -> Document | None:
    try:
        if path.stat().st_size > _LARGEST:
            shelf.problems.append(f"{path.name}: larger than any law book; it was left out.")
            return None
        document = Document(path, path.read_bytes())
        if not document.text.strip():
            shelf.problems.append(f"{path.name}: the file is empty.")
            return None
    except UnicodeDecodeError:
        shelf.problems.append(
            f"{path.name}: not in UTF-8. Save it in that encoding and build again."
        )
        return None
    except OSError as error:
        shelf.problems.append(f"{path.name}: cannot be opened ({error.strerror}).")
        return None
    return document


def _take(shelf: Shelf, name: str, read: Callable[[], tuple[list[Edition], str]]) -> None:
    """Puts what is read from a file or folder of that name on the shelf, or says why it cannot be."""
    try:
        editions, digest = read()
    except (ReadingError, OSError, UnicodeDecodeError) as error:
        shelf.problems.append(f"{name}: {error}")
        return
    for edition in editions:
        if shelf.edition(edition.id) is None:
            shelf.editions.append((edition, Source(name, digest)))
        else:
            shelf.problems.append(
                f"{name}: the edition {edition.id} was already read from another file."
            )
