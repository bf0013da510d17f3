"""Put every law document that is found on the shelf; tell in one line what cannot be read."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from lawbot.errors import ReadingError
from lawbot.reading.catalogue import Catalogue
from lawbot.reading.documents import ADDABLE, READABLE, fingerprint
from lawbot.reading.edition import Edition
from lawbot.reading.shelf import Shelf, Source
from lawbot_importers.conversion import convert, convert_folder, witness_of
from lawbot_importers.document import Document

_LARGEST = 20_000_000
"""Bytes of a file that is read; the largest of the law documents has half a million."""


def read_all(folders: Iterable[Path], catalogue: Path) -> Shelf:
    """Read our own editions (those with a folder in the catalogue, editions.toml) and every
    document in the folders.

    Never raises for a bad document: it becomes a problem line. Raises LawbotError.
    """
    shelf = Shelf()
    known = Catalogue.load(catalogue)
    for own in known.editions.values():
        if own.folder and (known.data / own.folder).is_dir():
            _take(shelf, f"data/{own.folder}", partial(_own, own.id, known.data / own.folder))
    fragments: list[Document] = []
    for document in _documents(folders, shelf):
        if witness_of(document):
            fragments.append(document)
        else:
            _take(shelf, document.path.name, partial(_printed, document, shelf))
    # last, for the edition along which they are read may be in any document
    for document in fragments:
        _take(shelf, document.path.name, partial(_printed, document, shelf))
    return shelf


def _own(edition: str, folder: Path) -> tuple[list[Edition], str]:
    """Return an edition of our own Markdown, with the hash of its files."""
    (read,) = convert_folder(folder)
    return [replace(read, id=edition)], fingerprint(folder)


def _printed(document: Document, shelf: Shelf) -> tuple[list[Edition], str]:
    return convert(document, shelf.edition), document.hash


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
