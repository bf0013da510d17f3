"""MiniSearch, which ranks what the search in the pages finds: in ``data/minisearch`` as its package
on npm has it, file by file."""

import hashlib
import re
from pathlib import Path

from lawbot.errors import LawbotError

VERSION = "7.2.0"
_SHA256 = {
    "LICENSE.txt": "70d37354d6395629fb99edb28cb37a5d356ffa24a48cd02a5def5b83a300a899",
    "index.js": "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03",
}
_UNREAD = re.compile(r"^\s*/\*\*.*?\*/\n|^\s*//[^\n]*|^\s+", re.DOTALL | re.MULTILINE)
"""Comments, and what stands before the first sign of a line: no text of the script has several
lines."""


def minisearch(data: Path) -> str:
    """The script, headed by its licence, without its comments and indents, from the folder of our
    own data. Raises LawbotError where a file was changed, OSError."""
    licence, script = (
        _published(data / "minisearch" / name, digest) for name, digest in _SHA256.items()
    )
    return f"/* MiniSearch {VERSION}\n{licence}*/\n{_UNREAD.sub('', script)}"


def _published(path: Path, digest: str) -> str:
    held = path.read_bytes()
    if hashlib.sha256(held).hexdigest() != digest:
        raise LawbotError(f"{path} is not the file of MiniSearch {VERSION}: its SHA-256 differs.")
    return held.decode()
