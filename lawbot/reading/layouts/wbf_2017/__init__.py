"""The English 2017 Laws as Markdown made from the printed book, page by page.

Laws are headings ``# LAW 27 - TITLE``, sections headings of any depth ``### A. Heading``, everything below stands in
lists ``- 1. (a) text``. Footnotes stand in the body where a page ended. Definitions, contents and index are tables.
"""

import re

from lawbot.reading.document import Document
from lawbot.reading.edition import Edition, ReadingError
from lawbot.reading.layouts.wbf_2017 import contents, index
from lawbot.reading.layouts.wbf_2017.definitions import definitions
from lawbot.reading.layouts.wbf_2017.lines import lines_and_notes
from lawbot.reading.layouts.wbf_2017.transcriber import Transcriber

_INTRODUCTION = re.compile(r"^#+\s*INTRODUCTION TO THE 2017 LAWS\b")
_DEFINITIONS = re.compile(r"^#+\s*DEFINITIONS\s*$")
_FIRST_LAW = re.compile(r"^#+\s*\**LAW 1\b")
_INDEX = re.compile(r"^#+\s*INDEX TO THE 2017 LAWS\b")


def recognises(document: Document) -> bool:
    """Whether the document has the headings of the 2017 introduction and of the first law."""
    return any(_INTRODUCTION.match(line) for line in document.lines) and any(_FIRST_LAW.match(line) for line in document.lines)


def read(document: Document) -> list[Edition]:
    """The edition ``en-2017``. Raises ReadingError when a part of the Laws is missing."""
    introduction = _find(document, _INTRODUCTION, "the introduction")
    terms = _find(document, _DEFINITIONS, "the definitions")
    laws = _find(document, _FIRST_LAW, "the first law")
    if not introduction < terms < laws:
        raise ReadingError(f"line {laws}: introduction, definitions and laws do not stand in this order")
    end = next((number for number, line in enumerate(document.lines) if _INDEX.match(line)), len(document.lines))
    transcriber = Transcriber()
    transcriber.take_introduction(_title(document, introduction), list(enumerate(document.lines))[introduction:terms])
    transcriber.take_definitions(definitions(document, terms + 1, laws))
    transcriber.take_laws(*lines_and_notes(document, laws, end))
    edition = transcriber.finish()
    index.read(document, end, edition)
    edition.reports += contents.check(document, introduction, edition)
    return [edition]


def _find(document: Document, heading: re.Pattern[str], what: str) -> int:
    place = next((number for number, line in enumerate(document.lines) if heading.match(line)), None)
    if place is None:
        raise ReadingError(f"the heading of {what} is missing")
    return place


def _title(document: Document, line: int) -> str:
    return document.lines[line].lstrip("# ").strip()
