"""Compare the lawbook with its sources: documents, data, code and packages."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from lawbot.book.documents import ADDABLE, READABLE
from lawbot.book.lawbook import Lawbook
from lawbot.config import Settings
from lawbot.errors import LawbookError

_PACKAGE = Path(__file__).parents[1]
_ROOMS = ("book", "language", "law")
_MODULES = {
    "": "config data_files errors frozen grouped importing limits making strict_csv strict_yaml whole_file",
    "charts": "load model seats translation",
    "search": "classifier index_writer lexicon signals spelling",
}
"""Modules by their folder. Other code, such as cards and faces, leaves a lawbook as it is."""
CODE = (
    *(_PACKAGE / room for room in _ROOMS),
    *(_PACKAGE / room / f"{name}.py" for room, names in _MODULES.items() for name in names.split()),
    _PACKAGE.with_name("lawbot_importers"),
)
"""Folders and modules that read, index and write a lawbook."""
CODE_SUFFIXES = {".py", ".toml", ".txt"}
_COMPUTING = "numpy"
"""The package that the models are learnt with."""

_DATA = ("charts", "laws", "lexicon", "languages", "concordance", "editions.toml")
"""Our own data in a lawbook."""


def is_current(settings: Settings) -> bool:
    """Return True if there is a lawbook of this version, made of our data that is here now.

    That is charts, lexicon and plain words.
    """
    return _meta(settings, "data") == data_hash(settings)


def is_unchanged(settings: Settings) -> bool:
    """Return True if building would give the lawbook that is there.

    Documents, code and packages, too, are those it was made with.
    """
    return _meta(settings, "sources") == sources_hash(settings)


def data_hash(settings: Settings) -> str:
    """Return a hash of all our own data that goes into a lawbook."""
    return _hash(settings.data, _files(settings.data / name for name in _DATA))


def sources_hash(settings: Settings) -> str:
    """Return a hash of all that a lawbook is made of and made with."""
    parts = [data_hash(settings), *map(_documents_hash, settings.documents)]
    parts += map(code_hash, CODE)
    parts.append(f"{_COMPUTING} {version(_COMPUTING)}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _documents_hash(folder: Path) -> str:
    """Return a hash of the documents in a folder, or the reason why they cannot be read."""
    try:
        files = filter(Path.is_file, sorted(folder.iterdir()))
        # a file that is still to be made text may be added any time
        return _hash(folder, (file for file in files if file.suffix.lower() in READABLE | ADDABLE))
    except OSError as error:
        return str(error)


def code_hash(place: Path) -> str:
    """Return a hash of a module, or of the modules and tables of a folder."""
    files = (path for path in _files([place]) if path.suffix in CODE_SUFFIXES)
    return _hash(place.parent, files)


def _meta(settings: Settings, name: str) -> str | None:
    with suppress(LawbookError):
        return Lawbook.open(settings.lawbook).meta(name)
    return None


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        paths = sorted(place.rglob("*")) if place.is_dir() else [place]
        yield from filter(Path.is_file, paths)


def _hash(folder: Path, files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(folder)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
