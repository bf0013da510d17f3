"""MiniSearch, which ranks what the search in the pages finds. No Python package carries it, so that it comes from the npm registry: once,
pinned by its hash, and kept."""

import base64
import hashlib
import io
import tarfile
import urllib.request
from pathlib import Path

from lawbot.errors import LawbotError

VERSION = "7.2.0"
_SHA512 = "dqT2XBYUOZOiC5t2HRnwADjhNS2cecp9u+TJRiJ1Qp/f5qjkeT5APcGPjHw+bz89Ms8Jp+cG4AlE+QZ/QnDglg=="
_ADDRESS = f"https://registry.npmjs.org/minisearch/-/minisearch-{VERSION}.tgz"
_PATIENCE = 20


class LibraryError(LawbotError):
    """What the registry sent is not what was pinned."""


def minisearch(kept: Path) -> str | None:
    """The script with its licence; from the folder ``kept`` or, the first time, from the registry. None where that does not answer.

    Raises LibraryError for a package with another hash.
    """
    copy = kept / f"minisearch-{VERSION}.js"
    if copy.is_file():
        return copy.read_text(encoding="utf-8")
    try:
        with urllib.request.urlopen(_ADDRESS, timeout=_PATIENCE) as answer:
            package = answer.read()
    except OSError:
        return None
    script = unpacked(package)
    kept.mkdir(parents=True, exist_ok=True)
    copy.write_text(script, encoding="utf-8")
    return script


def unpacked(package: bytes, pinned: str = _SHA512) -> str:
    """The script in a package of the registry, headed by its licence. Raises LibraryError for a package with another hash than ``pinned``."""
    if base64.b64encode(hashlib.sha512(package).digest()).decode() != pinned:
        raise LibraryError(f"{_ADDRESS} is not the package it was: its SHA-512 differs. Nothing was taken from it.")
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        licence, script = (_text(archive, name) for name in ("package/LICENSE.txt", "package/dist/umd/index.js"))
    return f"/* MiniSearch {VERSION}\n{licence}*/\n{script.partition('//# sourceMappingURL')[0]}"


def _text(archive: tarfile.TarFile, name: str) -> str:
    file = archive.extractfile(name)
    if file is None:
        raise LibraryError(f"{_ADDRESS} has no {name}.")
    return file.read().decode()
