"""The English 2017 Laws as Markdown made from the printed book, page by page.

Laws are headings ``# LAW 27 - TITLE``, sections headings of any depth ``### A. Heading``, everything below stands in
lists ``- 1. (a) text``. Footnotes stand in the body where a page ended. Definitions, contents and index are tables.
"""

import re
import unicodedata
from collections.abc import Iterator

from lawbot.citation import LOOKALIKES
from lawbot.errors import ReadingError
from lawbot.reading.document import Document, place_of
from lawbot.reading.edition import Edition, Level, Mend
from lawbot.reading.layouts.wbf_2017 import index
from lawbot.reading.layouts.wbf_2017.definitions import definitions
from lawbot.reading.layouts.wbf_2017.lines import cells, lines_and_notes
from lawbot.reading.layouts.wbf_2017.transcriber import Transcriber

_INTRODUCTION = re.compile(r"^#+\s*INTRODUCTION TO THE 2017 LAWS\b")
_DEFINITIONS = re.compile(r"^#+\s*DEFINITIONS\s*$")
_FIRST_LAW = re.compile(r"^#+\s*\**LAW 1\b")
_INDEX = re.compile(r"^#+\s*INDEX TO THE 2017 LAWS\b")
_MARKUP = re.compile(r"</?\w+>")
_NUMBER = 7
"""Fewer letters than these may stand before a title: LAW or a letter, and a torn number."""
_OTHER = re.compile(r"|INTRODUCTION.*|DEFINITIONS.*|IND?DEX.*|DEXTO.*")
"""Rows of the contents that are no law's and no section's."""


def recognises(document: Document) -> bool:
    """Whether the document has the headings of the 2017 introduction and of the first law."""
    return any(_INTRODUCTION.match(line) for line in document.lines) and any(_FIRST_LAW.match(line) for line in document.lines)


def read(document: Document) -> list[Edition]:
    """The edition ``en-2017``. Raises ReadingError when a part of the Laws is missing."""
    introduction = place_of(_INTRODUCTION, document.lines, "the introduction")
    terms = place_of(_DEFINITIONS, document.lines, "the definitions")
    laws = place_of(_FIRST_LAW, document.lines, "the first law")
    if not introduction < terms < laws:
        raise ReadingError(f"line {laws}: introduction, definitions and laws do not stand in this order")
    end = next((number for number, line in enumerate(document.lines) if _INDEX.match(line)), len(document.lines))
    transcriber = Transcriber()
    transcriber.take_introduction(document.lines[introduction].lstrip("# ").strip(), list(enumerate(document.lines))[introduction:terms])
    transcriber.take_definitions(definitions(document, terms + 1, laws))
    transcriber.take_laws(*lines_and_notes(document, laws, end))
    edition = transcriber.finish()
    index.read(document, end, edition)
    edition.reports += _beside_contents(document, introduction, edition)
    return [edition]


def _beside_contents(document: Document, end: int, edition: Edition) -> Iterator[Mend]:
    """What the contents above line ``end`` name and the edition lacks, and what cannot be found in them."""
    rows = [(number, row) for number in range(1, end) if (row := cells(document.lines[number]))]
    if not rows:
        yield Mend(end, "no table of contents", "nothing to check the headings against", done=False)
        return
    titles = {_letters(p.title): p for p in edition if p.level in (Level.LAW, Level.SECTION) and p.title}
    seen: set[str] = set()
    for number, row in rows:
        is_damaged = any("<br>" in cell for cell in row)
        for line in "\n".join(row).replace("<br>", "\n").split("\n") if is_damaged else [" ".join(row)]:
            words = _letters(line)
            found = {title for title in titles if words.endswith(title) and len(words) < len(title) + _NUMBER}
            seen |= found
            if not found and not is_damaged and not _OTHER.fullmatch(words):
                yield Mend(number, f"contents: “{line[:60]}” is no heading of the laws", "nothing there bears that title", done=False)
    for title, provision in titles.items():
        if title not in seen:
            yield Mend(provision.line, f"{provision.citation} is not readable in the contents", "its row is lost there", done=False)


def _letters(text: str) -> str:
    """The Latin letters of a line, in capitals."""
    return re.sub(r"[^A-Z]", "", unicodedata.normalize("NFKC", _MARKUP.sub("", text)).translate(LOOKALIKES).upper())
