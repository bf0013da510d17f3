"""A law book as clubs have it (PDF, saved web page, Markdown, text): turned to the texts that the readers of layouts take."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from bs4 import BeautifulSoup
from markdownify import MarkdownConverter
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from lawbot.errors import LawbotError

_LABEL = re.compile(r"\s*(?:(?:LAW|ĐIỀU|กฎข้อ)\s+\d|[A-H]\.\s|\d{1,2}\.\s|\([a-z]{1,4}\)\s|\*)")
"""With what a provision or a footnote begins, so that no line before it goes on in it."""
_FULL = 0.8
"""How much of the widest lines a line fills that goes on in the next one."""
_REPEATED = 0.5
"""On how many of the pages a first or last line stands that is a running head."""
_MARKS = re.compile(r"(?m)^#+ |\*\*")
_UNREAD = ("script", "style", "noscript", "nav", "title")


class PaperError(LawbotError):
    """A file out of which no text comes; the message says why."""


def texts(file: Path) -> list[str]:
    """The text of a file in each of the forms in which a reader may know it. Raises PaperError, and OSError when it cannot be opened."""
    forms = _FORMS.get(file.suffix.lower())
    if forms is None:
        raise PaperError(f"{file.name}: a law book can be given as {', '.join(_FORMS)}.")
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
    """The pages of a PDF as one text, a paragraph a line."""
    try:
        pages = [page.extract_text().splitlines() for page in PdfReader(file).pages]
    except PyPdfError as error:
        raise PaperError(f"{file.name}: this PDF cannot be read ({error}).") from error
    lines = [line.rstrip() for page in without_running_heads(pages) for line in page]
    return ["\n\n".join(paragraphs(lines))]


def without_running_heads(pages: Sequence[list[str]]) -> list[list[str]]:
    """The pages without page numbers, and without the first and last lines that many of them share but for their numbers."""
    pages = [[line for line in page if line.strip()] for page in pages]
    for end in (0, -1):
        ends = [re.sub(r"\d+", "#", page[end]).strip() for page in pages if page]
        heads = {line for line in ends if line == "#" or (len(ends) > 2 and ends.count(line) > _REPEATED * len(ends))}
        for page in pages:
            if page and re.sub(r"\d+", "#", page[end]).strip() in heads:
                del page[end]
    return list(pages)


def paragraphs(lines: Sequence[str]) -> list[str]:
    """Lines that a column's edge has cut put together: a full line goes on in the next, unless that begins with a label."""
    if not lines:
        return []
    widest = sorted(map(len, lines))[len(lines) * 95 // 100]
    found = [lines[0]]
    for before, line in pairwise(lines):
        if len(before) >= _FULL * widest and not _LABEL.match(line):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


_FORMS: dict[str, Callable[[Path], list[str]]] = {
    ".pdf": _printed, ".html": _page, ".htm": _page, ".md": _written, ".txt": _written,
}  # fmt: skip
