"""Files that hold law books: those of the operator's folders, and those of our own restatement."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from lawbot.data_files import label

READABLE = {".md", ".txt"}
"""The endings of documents that can be read."""
ADDABLE = {".pdf", ".html", ".htm", ".docx"}
"""The endings of those that have to be made text first."""


def fingerprint(files: Iterable[Path]) -> str:
    """Return the SHA-256 of all files of a restatement, in hex."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(label(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
