"""The English 2017 Laws as Markdown made from the printed book, page by page.

Laws are headings ``# LAW 27 - TITLE``, sections headings of any depth ``### A. Heading``,
everything below stands in lists ``- 1. (a) text``. Footnotes stand in the body where a page ended.
Definitions, contents and index are tables.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from lawbot.law.citation import LOOKALIKES
from lawbot.law.edition import Edition, Level, Mend, Provision
from lawbot_importers.document import Document, Line, place_of, places_of
from lawbot_importers.layouts.wbf_2017 import index
from lawbot_importers.layouts.wbf_2017.definitions import definitions
from lawbot_importers.layouts.wbf_2017.lines import EDITION, cells, clean, lines_and_notes
from lawbot_importers.layouts.wbf_2017.transcriber import BookTranscriber
from lawbot_importers.mends import corrections

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
    """Return True if the document has the headings of the 2017 introduction and of the first law."""
    lines = document.lines
    return any(map(_INTRODUCTION.match, lines)) and any(map(_FIRST_LAW.match, lines))


def read(document: Document) -> list[Edition]:
    """Return the edition ``en-2017``. Raises ReadingError when a part of the Laws is missing."""
    lines = list(corrections(EDITION).lines(document.filled()))
    parts = {
        "the introduction": _INTRODUCTION,
        "the definitions": _DEFINITIONS,
        "the first law": _FIRST_LAW,
    }
    introduction, terms, laws = places_of(lines, parts)
    end = place_of(lines, _INDEX)
    transcriber = BookTranscriber()
    transcriber.take_introduction(lines[introduction:terms], lambda text: clean(text)[0])
    transcriber.take_definitions(definitions(lines[terms:laws]))
    transcriber.take_laws(*lines_and_notes(lines[laws:end]))
    edition = transcriber.finish()
    # a document without a printed index has that reported at its last line
    index.read(lines[end:] or lines[-1:], edition)
    edition.reports += _beside_contents(lines[: introduction + 1], edition)
    return [edition]


def _beside_contents(lines: Sequence[Line], edition: Edition) -> Iterator[Mend]:
    """Yield a report for each difference between the contents and the edition.

    The lines end with the heading below the contents.
    """
    rows = [(line.number, row) for line in lines if (row := cells(line.raw))]
    if not rows:
        why = "nothing to check the headings against"
        yield Mend(lines[-1].number, "no table of contents", why, done=False)
        return
    titles: dict[str, Provision] = {}
    for provision in edition:
        if provision.title and provision.level in (Level.LAW, Level.SECTION):
            titles[_letters(provision.title)] = provision
    listed: set[str] = set()
    for number, row in rows:
        # a row whose cells hold several printed lines was torn: its words may not match
        is_damaged = any("<br>" in cell for cell in row)
        printed = [" ".join(row)]
        if is_damaged:
            printed = "\n".join(row).replace("<br>", "\n").split("\n")
        for line in printed:
            words = _letters(line)
            matches = {title for title in titles if _is_row_of(title, words)}
            listed |= matches
            if not matches and not is_damaged and not _OTHER.fullmatch(words):
                description = f"contents: “{line[:60]}” is no heading of the laws"
                yield Mend(number, description, "nothing there bears that title", done=False)
    for title, provision in titles.items():
        if title not in listed:
            description = f"{provision.citation} is not readable in the contents"
            yield Mend(provision.line, description, "its row is lost there", done=False)


def _is_row_of(title: str, words: str) -> bool:
    """Return True if a row of the contents has nothing but a number before a title."""
    return words.endswith(title) and len(words) < len(title) + _NUMBER


def _letters(text: str) -> str:
    """Return the Latin letters of a line, in capitals."""
    plain = unicodedata.normalize("NFKC", _MARKUP.sub("", text)).translate(LOOKALIKES)
    return re.sub(r"[^A-Z]", "", plain.upper())
