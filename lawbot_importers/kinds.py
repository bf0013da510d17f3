"""Tell the kind of a file by its first bytes: its name may end in anything."""

import zipfile
from pathlib import Path

from lawbot.errors import PaperError

_HEAD = 4096
"""Bytes that are looked at."""
_FOREIGN = {
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"II*\0": "a picture (TIFF)",
    b"MM\0*": "a picture (TIFF)",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"{\\rtf": "a Rich Text document",
    b"\x1f\x8b": "an archive (gzip)",
    b"7z\xbc\xaf": "an archive (7z)",
    b"Rar!": "an archive (RAR)",
    b"\x7fELF": "a program",
    b"SQLite format 3": "a database",
}
"""Files that no reader takes, by how they begin."""
_NAMED = {".pdf": ".pdf", ".docx": ".docx", ".html": ".html", ".htm": ".html"}
"""Kinds by the names of files whose first bytes tell nothing; all others are text."""
_ARCHIVES = {
    "xl/workbook.xml": "an Excel table",
    "ppt/presentation.xml": "slides (PowerPoint)",
    "META-INF/container.xml": "an e-book (EPUB)",
    "content.xml": "an OpenDocument file",
}
"""Archives that are documents of another kind, by a file in them."""
_READABLE = "A law book can be given as PDF, Word (.docx), web page, Markdown or text."


def kind_of(file: Path) -> str:
    """Return the suffix by which a file is read: .pdf, .docx, .html or .txt.

    Raises PaperError if it is of a kind that no reader takes, and OSError when it cannot be opened.
    """
    with file.open("rb") as opened:
        head = opened.read(_HEAD)
    if not head.strip():
        raise PaperError(f"{file.name}: the file is empty.")
    # what sends a PDF may put a few lines before it
    if b"%PDF-" in head[:1024]:
        return ".pdf"
    if head.startswith(b"PK\x03\x04"):
        return _kind_of_archive(file)
    for beginning, kind in _FOREIGN.items():
        if head.startswith(beginning):
            raise _no_law_book(file, kind)
    is_utf_16 = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\0" in head and not is_utf_16:
        raise _no_law_book(file, "neither a text nor a document")
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    is_page = start.startswith((b"<!doctype html", b"<html")) or b"<html" in start[:512]
    # a damaged document has its name left
    return ".html" if is_page else _NAMED.get(file.suffix.lower(), ".txt")


def _kind_of_archive(file: Path) -> str:
    """Return .docx for an archive that is a Word document. Raises PaperError for another."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = set(archive.namelist())
    except zipfile.BadZipFile as error:
        raise PaperError(f"{file.name}: this archive is damaged. Fetch it again.") from error
    if "word/document.xml" in names:
        return ".docx"
    kinds = (kind for name, kind in _ARCHIVES.items() if name in names)
    raise _no_law_book(file, next(kinds, "an archive (ZIP)"))


def _no_law_book(file: Path, kind: str) -> PaperError:
    """Return the error for a file of another kind."""
    return PaperError(f"{file.name}: this is {kind}. {_READABLE}")
