"""The English 2017 Laws as Markdown made from the printed book, page by page.

Laws are headings ``# LAW 27 - TITLE``, sections headings of any depth ``### A. Heading``, everything below stands in
lists ``- 1. (a) text``. Footnotes stand in the body where a page ended. Definitions, contents and index are tables.
"""

import re

from lawbot.citation import LAST_LAW, Citation
from lawbot.reading.document import Document
from lawbot.reading.edition import Edition, Level, Mend, Provision, ReadingError
from lawbot.reading.layouts.wbf_2017 import contents, index
from lawbot.reading.layouts.wbf_2017.body import read_laws
from lawbot.reading.layouts.wbf_2017.definitions import read_definitions
from lawbot.reading.layouts.wbf_2017.inline import Cleaned, clean
from lawbot.reading.outline import Outline

EDITION = "en-2017"

_INTRODUCTION = re.compile(r"^#+\s*(INTRODUCTION TO THE 2017 LAWS\b.*)$")
_DEFINITIONS = re.compile(r"^#+\s*DEFINITIONS\s*$")
_FIRST_LAW = re.compile(r"^#+\s*\**LAW 1\b")
_INDEX = re.compile(r"^#+\s*INDEX TO THE 2017 LAWS\b")

_SLIPS = (
    (Citation(64, "C", 2, ("b",)), "adjusted scored", "“scored” stands where “score” is meant"),
    (Citation(6, "D", 3), "22B", "names 22B where the printed index, under SHUFFLE, names 22A"),
)
"""Slips of the printed book itself: reported, never changed."""


def recognises(document: Document) -> bool:
    """Whether the document has the headings of the 2017 introduction and of the first law."""
    return any(_INTRODUCTION.match(line) for line in document.lines) and any(_FIRST_LAW.match(line) for line in document.lines)


def read(document: Document) -> list[Edition]:
    """The edition ``en-2017``. Raises ReadingError when a part of the Laws is missing."""
    introduction = _find(document, _INTRODUCTION, "the introduction")
    definitions = _find(document, _DEFINITIONS, "the definitions")
    laws = _find(document, _FIRST_LAW, "the first law")
    if not introduction < definitions < laws:
        raise ReadingError(f"line {laws}: introduction, definitions and laws do not stand in this order")
    end = next((number for number, line in enumerate(document.lines) if _INDEX.match(line)), len(document.lines))
    outline = Outline(EDITION)
    _introduction(outline, document, introduction, definitions)
    read_definitions(outline, document, definitions + 1, laws)
    read_laws(outline, document, laws, end)
    _must_be_whole(outline)
    _report_slips(outline)
    edition = outline.edition
    entries = index.entries(document, end, edition)
    edition.topics = index.topics(entries.entries, edition)
    edition.reports += entries.mends
    edition.reports += check(document, edition)
    return [edition]


def check(document: Document, edition: Edition) -> list[Mend]:
    """What the printed contents and the printed index name that the edition does not have, and the other way round."""
    introduction = _find(document, _INTRODUCTION, "the introduction")
    end = next((number for number, line in enumerate(document.lines) if _INDEX.match(line)), len(document.lines))
    return [
        *contents.check(document, introduction, edition),
        *index.unresolved(index.entries(document, end, edition).entries, edition),
    ]


def _find(document: Document, heading: re.Pattern[str], what: str) -> int:
    place = next((number for number, line in enumerate(document.lines) if heading.match(line)), None)
    if place is None:
        raise ReadingError(f"the heading of {what} is missing")
    return place


def _introduction(outline: Outline, document: Document, start: int, end: int) -> None:
    heading = _INTRODUCTION.match(document.lines[start])
    title = heading.group(1).strip() if heading else None
    outline.add(Provision(Citation(), Level.INTRODUCTION, title, line=start))
    for number in range(start + 1, end):
        if document.lines[number].strip():
            cleaned: Cleaned = clean(document.lines[number], number)
            outline.say(cleaned.text)
            outline.at.mends += cleaned.mends


def _must_be_whole(outline: Outline) -> None:
    last = max(provision.citation.law for provision in outline.edition)
    if last < LAST_LAW:
        raise ReadingError(f"the document ends in Law {last}; Laws {last + 1} to {LAST_LAW} are missing")
    for gap in outline.gaps()[:1]:
        raise ReadingError(gap)


def _report_slips(outline: Outline) -> None:
    for citation, words, what in _SLIPS:
        provision = outline.find(citation)
        if provision is not None and words in provision.text:
            provision.mends.append(Mend(provision.line, what, "a slip of the printed book", done=False))
