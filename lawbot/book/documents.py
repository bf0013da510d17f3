"""Files that hold law books: those of the operator's folders, and those of our own restatement."""

import hashlib
from pathlib import Path

READABLE = {".md", ".txt"}
"""The endings of documents that can be read."""
ADDABLE = {".pdf", ".html", ".htm"}
"""The endings of those that have to be made text first."""
_FIRST = ("introduction.md", "definitions.md")


def own_files(folder: Path) -> list[Path]:
    """Return the files of a restatement in the order of the book."""
    laws = sorted(folder.glob("law-*.md"))
    return [folder / name for name in _FIRST if (folder / name).is_file()] + laws


def fingerprint(folder: Path) -> str:
    """Return the SHA-256 of all files of a restatement, in hex."""
    digest = hashlib.sha256()
    for path in own_files(folder):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
