"""A law book as clubs have it (PDF, saved web page, Markdown, text): turned to the texts that the readers of layouts take."""

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pdfplumber
from bs4 import BeautifulSoup
from markdownify import MarkdownConverter
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfplumber.page import Page

from lawbot.errors import LawbotError
from lawbot.reading.pages import Word
from lawbot.reading.pages import read as pages_read

_BOLD = re.compile(r"bold|black|heavy|-bd", re.IGNORECASE)
"""What the name of a bold type says."""
_MARKS = re.compile(r"(?m)^#+ |\*\*")
logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
_OFFICE = (".docx", ".doc", ".odt", ".rtf")
_LARGEST = 100_000_000
_UNREAD = ("script", "style", "noscript", "nav", "title")


class PaperError(LawbotError):
    """A file out of which no text comes; the message says why."""


def texts(file: Path) -> list[str]:
    """The text of a file in each of the forms in which a reader may know it. Raises PaperError, and OSError when it cannot be opened."""
    forms = _FORMS.get(file.suffix.lower())
    if forms is None:
        hint = " Save the document as PDF or web page." if file.suffix.lower() in _OFFICE else ""
        raise PaperError(f"{file.name}: a law book can be given as {', '.join(_FORMS)}.{hint}")
    if file.stat().st_size > _LARGEST:
        raise PaperError(f"{file.name}: larger than any law book.")
    found = forms(file)
    if not any(text.strip() for text in found):
        raise PaperError(f"{file.name}: there is no text in it. Pages that are pictures need to be recognised (OCR) first.")
    return found


def _written(file: Path) -> list[str]:
    data = file.read_bytes()
    try:
        return [data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")]
    except UnicodeDecodeError as error:
        raise PaperError(f"{file.name}: not in UTF-8. Save it in that encoding and add it again.") from error


def _page(file: Path) -> list[str]:
    """A web page as Markdown, and the same without the marks of headings and bold type."""
    soup = BeautifulSoup(file.read_bytes(), "html.parser")
    for unread in soup(_UNREAD):
        unread.decompose()
    markdown = MarkdownConverter(
        heading_style="ATX", bullets="-", escape_asterisks=False, escape_underscores=False, escape_misc=False, sup_symbol="<sup>"
    ).convert_soup(soup)
    return [markdown, _MARKS.sub("", markdown)]


def _printed(file: Path) -> list[str]:
    """The pages of a PDF as Markdown, and the same without its marks."""
    try:
        with pdfplumber.open(file) as pdf:
            pages = [_words(page) for page in pdf.pages]
    except Exception as error:  # what a damaged file brings about in pdfminer is of any kind
        if any(isinstance(cause, PDFPasswordIncorrect) for cause in error.args):
            raise PaperError(f"{file.name}: this PDF is locked with a password. Save it without one and add it again.") from error
        if isinstance(error, OSError):
            raise
        raise PaperError(f"{file.name}: this PDF is damaged, or none. Fetch it again, or open it and print it into a new PDF.") from error
    return pages_read(pages)


def _words(page: Page) -> list[Word]:
    words = page.extract_words(x_tolerance_ratio=0.15, extra_attrs=["fontname", "size"])
    page.close()
    return [Word(w["text"], w["x0"], w["x1"], w["top"], w["bottom"], w["size"], bool(_BOLD.search(w["fontname"]))) for w in words]


_FORMS: dict[str, Callable[[Path], list[str]]] = {
    ".pdf": _printed, ".html": _page, ".htm": _page, ".md": _written, ".txt": _written,
}  # fmt: skip
