"""MiniSearch, which ranks the results of the search in the pages.

``data/minisearch`` holds it as its package on npm does, file by file.
"""

import hashlib
import re
from pathlib import Path

from lawbot.errors import LawbotError

VERSION = "7.2.0"
_SHA256 = {
    "LICENSE.txt": "70d37354d6395629fb99edb28cb37a5d356ffa24a48cd02a5def5b83a300a899",
    "index.js": "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03",
}
_COMMENT_OR_INDENT = re.compile(r"^\s*/\*\*.*?\*/\n|^\s*//[^\n]*|^\s+", re.DOTALL | re.MULTILINE)
"""Comments and indents; no string of the script spans several lines."""


def minisearch(data: Path) -> str:
    """Return the script headed by its licence, without comments and indents.

    ``data`` is the folder of our own data. Raises LawbotError if a file was changed, OSError.
    """
    licence, script = (
        _published(data / "minisearch" / name, digest) for name, digest in _SHA256.items()
    )
    return f"/* MiniSearch {VERSION}\n{licence}*/\n{_COMMENT_OR_INDENT.sub('', script)}"


def _published(path: Path, digest: str) -> str:
    published = path.read_bytes()
    if hashlib.sha256(published).hexdigest() != digest:
        raise LawbotError(f"{path} is not the file of MiniSearch {VERSION}: its SHA-256 differs.")
    return published.decode()
