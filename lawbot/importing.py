"""Put every law document that is found on the shelf; tell in one line what cannot be read.

Editions are read from canonical books alone. A document without one is given to lawbot_importers,
which makes it; a changed document, or a change of the importers, makes it anew.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from lawbot.book.canonical import Book
from lawbot.book.catalogue import Catalogue
from lawbot.book.commentary import comments_in, is_commentary
from lawbot.book.current import code_hash
from lawbot.book.documents import ADDABLE, READABLE, fingerprint
from lawbot.book.shelf import Shelf, Source
from lawbot.data_files import law_files
from lawbot.errors import ReadingError
from lawbot.law.edition import Edition
from lawbot.whole_file import replacing

_LARGEST = 20_000_000
"""Bytes of a file that is read; the largest of the law documents has half a million."""
_PACKAGE = Path(__file__).parent
_IMPORTERS = (
    _PACKAGE.with_name("lawbot_importers"),
    _PACKAGE / "law",
    _PACKAGE / "book" / "canonical.py",
)
"""Packages and modules that decide what a book holds."""


class Books:
    """Canonical books in a folder, by the digests of their documents and of the importers.

    Without a folder nothing is stored. A damaged book counts as missing, and a folder that cannot
    be written is left alone: a book can always be made anew.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._books: dict[Path, Book | None] = {}

    def find(self, digest: str) -> Book | None:
        """Return the book of a document, or None if there is none."""
        if self._folder is None:
            return None
        path = self._path(self._folder, digest)
        if path not in self._books:
            self._books[path] = _stored(path)
        return self._books[path]

    def add(self, digest: str, book: Book) -> Book:
        """Store the book of a document, and return it as it is read back."""
        data = book.written()
        read_back = Book.parse(data)
        if self._folder is not None:
            path = self._path(self._folder, digest)
            self._books[path] = read_back
            with suppress(OSError):
                _store(path, data)
        return read_back

    def prune(self) -> None:
        """Delete the books that were neither found nor added: their documents have changed."""
        if self._folder is None:
            return
        with suppress(OSError):
            for path in self._folder.glob("*.json"):
                if path not in self._books:
                    path.unlink()

    @staticmethod
    def _path(folder: Path, digest: str) -> Path:
        key = hashlib.sha256(f"{_importers_digest()} {digest}".encode()).hexdigest()
        return folder / f"{key[:32]}.json"


def _stored(path: Path) -> Book | None:
    with suppress(OSError, ReadingError):
        return Book.parse(path.read_bytes())
    return None


def _store(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as new_file:
        # a book holds the text of its document, which is for nobody else on the machine
        new_file.touch(mode=0o600)
        new_file.write_bytes(data)


@cache
def _importers_digest() -> str:
    return " ".join(map(code_hash, _IMPORTERS))


class _Document(NamedTuple):
    """A file that may be a law document: its name, its bytes, and their hash."""

    name: str
    data: bytes
    hash: str


def read_all(folders: Iterable[Path], catalogue: Catalogue, books: Books | None = None) -> Shelf:
    """Read our own editions (those with a file in the catalogue) and all documents of folders.

    Never raises for a bad document: it becomes a problem line.
    """
    shelf = Shelf()
    books = books or Books()
    for entry in catalogue.editions.values():
        files = law_files(catalogue.data, entry.file) if entry.file else ()
        if files:
            read_restatement = partial(_read_own, entry.id, files, books)
            _take(shelf, f"data/laws/*/{entry.file}", read_restatement)
    fragments: list[_Document] = []
    for document in _documents(folders, shelf):
        if _is_fragment(document, books):
            fragments.append(document)
        else:
            _take(shelf, document.name, partial(_read_document, document, shelf, books))
    # last, for the edition along which they are read may be in any document
    for document in fragments:
        _take(shelf, document.name, partial(_read_document, document, shelf, books))
    return shelf


def _read_own(edition: str, files: Sequence[Path], books: Books) -> tuple[list[Edition], str]:
    """Return an edition of our own Markdown, with the hash of its files."""
    digest = fingerprint(files)
    key = f"{edition} {digest}"
    book = books.find(key)
    if book is None:
        # loaded only if the files have no book yet
        from lawbot_importers.conversion import convert_files

        book = books.add(key, convert_files(files, edition))
    return book.editions, digest


def _is_fragment(document: _Document, books: Books) -> bool:
    book = books.find(document.hash)
    if book is not None:
        return book.witness is not None
    # loaded only if a document has no book yet
    from lawbot_importers.conversion import witness_of

    return bool(witness_of(document.data))


def _read_document(document: _Document, shelf: Shelf, books: Books) -> tuple[list[Edition], str]:
    """Return the editions of a document, with its hash. Raises ReadingError."""
    book = books.find(document.hash)
    if book is None or not _is_witnessed(book, shelf):
        # loaded only if the document has changed
        from lawbot_importers.conversion import convert

        book = books.add(document.hash, convert(document.data, shelf.entry))
    return book.editions, document.hash


def _is_witnessed(book: Book, shelf: Shelf) -> bool:
    """Return True unless the edition along which a fragment was read is another one now."""
    if book.witness is None:
        return True
    entry = shelf.entry(book.witness.edition)
    return entry is not None and entry[1].hash == book.witness.hash


def _documents(folders: Iterable[Path], shelf: Shelf) -> Iterator[_Document]:
    hashes: set[str] = set()
    for folder in folders:
        for path in _files(folder, shelf):
            document = _document(path, shelf)
            if document is not None and is_commentary(document.data):
                # the bot reads it when it starts; a build only reports its faults
                _comments, faults = comments_in(document.data.decode("utf-8-sig"))
                shelf.problems += [f"{document.name}: {fault}" for fault in faults]
                continue
            if document is not None and document.hash not in hashes:
                hashes.add(document.hash)
                yield document


def _files(folder: Path, shelf: Shelf) -> list[Path]:
    """Return the documents of a folder in the order of their names.

    A file of which nobody has made text yet is a problem line.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except (FileNotFoundError, NotADirectoryError):
        shelf.problems.append(f"{folder}: there is no such folder.")
        return []
    except OSError as error:
        shelf.problems.append(f"{folder}: cannot be opened ({error.strerror}).")
        return []
    # a README says what the folder is for
    documents = [path for path in files if path.name != "README.md"]
    readable = [path for path in documents if path.suffix.lower() in READABLE]
    added = {path.stem for path in readable}
    for path in files:
        if path.suffix.lower() in ADDABLE and path.stem not in added:
            shelf.problems.append(
                f"{path.name}: has to be made text first: python -m lawbot add {path}"
            )
    return readable


def _document(path: Path, shelf: Shelf) -> _Document | None:
    try:
        if path.stat().st_size > _LARGEST:
            shelf.problems.append(f"{path.name}: larger than any law book; it was left out.")
            return None
        data = path.read_bytes()
        if not data.decode("utf-8-sig").strip():
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
    return _Document(path.name, data, hashlib.sha256(data).hexdigest())


def _take(shelf: Shelf, name: str, read_editions: Callable[[], tuple[list[Edition], str]]) -> None:
    """Put what is read from a file or folder on the shelf, or the reason why it cannot be read."""
    try:
        editions, digest = read_editions()
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
