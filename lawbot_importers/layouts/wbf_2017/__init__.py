"""The English 2017 Laws as Markdown made from the printed book, page by page.

Laws are headings ``# LAW 27 - TITLE``, sections headings of any depth ``### A. Heading``,
everything below stands in lists ``- 1. (a) text``. Footnotes stand in the body where a page ended.
Definitions, contents and index are tables.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from lawbot.law.citation import LOOKALIKES
from lawbot.law.edition import Edition, Level, Mend
from lawbot_importers.document import Document, Line, places_of
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
    return any(_INTRODUCTION.match(line) for line in document.lines) and any(
        _FIRST_LAW.match(line) for line in document.lines
    )


def read(document: Document) -> list[Edition]:
    """Return the edition ``en-2017``. Raises ReadingError when a part of the Laws is missing."""
    lines = list(corrections(EDITION).lines(document.filled()))
    parts = {
        "the introduction": _INTRODUCTION,
        "the definitions": _DEFINITIONS,
        "the first law": _FIRST_LAW,
    }
    introduction, terms, laws = places_of(lines, parts)
    end = next((place for place, line in enumerate(lines) if _INDEX.match(line.raw)), len(lines))
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
        yield Mend(
            lines[-1].number,
            "no table of contents",
            "nothing to check the headings against",
            done=False,
        )
        return
    titles = {
        _letters(p.title): p for p in edition if p.level in (Level.LAW, Level.SECTION) and p.title
    }
    listed: set[str] = set()
    for number, row in rows:
        # a row whose cells hold several printed lines was torn: its words may not match
        is_damaged = any("<br>" in cell for cell in row)
        for line in (
            "\n".join(row).replace("<br>", "\n").split("\n") if is_damaged else [" ".join(row)]
        ):
            words = _letters(line)
            matches = {
                title
                for title in titles
                if words.endswith(title) and len(words) < len(title) + _NUMBER
            }
            listed |= matches
            if not matches and not is_damaged and not _OTHER.fullmatch(words):
                yield Mend(
                    number,
                    f"contents: “{line[:60]}” is no heading of the laws",
                    "nothing there bears that title",
                    done=False,
                )
    for title, provision in titles.items():
        if title not in listed:
            yield Mend(
                provision.line,
                f"{provision.citation} is not readable in the contents",
                "its row is lost there",
                done=False,
            )


def _letters(text: str) -> str:
    """Return the Latin letters of a line, in capitals."""
    return re.sub(
        r"[^A-Z]",
        "",
        unicodedata.normalize("NFKC", _MARKUP.sub("", text)).translate(LOOKALIKES).upper(),
    )
