"""The lines of the page, its divisions, and the lines of each law."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from lawbot.reading.document import Document, Line
from lawbot.reading.edition import Division, ReadingError
from lawbot.reading.mends import Corrections

_LAW = re.compile(r"^LAW (\d{1,2})(?:\s*-\s*(\S.*))?$")
_DIVISION = re.compile(r"^(?:PART [IVX]+|SECTION (?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN))$")
_NOISE = re.compile(r"^(?:See Duplicate Decisions|See Director Tech File.*|Top of page|HOME\s+Encyclopedia.*|Contacts:.*)$")


class Heading(NamedTuple):
    """The heading of a law."""

    law: int
    title: str
    line: int


def lines(document: Document, corrections: Corrections) -> list[Line]:
    """The lines of the Laws that are not blank, set right; what else the page prints is left out."""
    found: list[Line] = []
    for line in document.filled():
        if not _NOISE.match(line.text):
            text, mends = corrections.mend_line(line.text, line.number)
            beside = line.beside and bool(found) and found[-1].number == line.number - 1
            found.append(replace(line, text=text, beside=beside, mends=tuple(mends)))
    return found


def divisions(lines: list[Line]) -> Iterator[Division]:
    """The chapter, parts and sections; their names stand on the line below."""
    numbers = [(line.number, int(law.group(1))) for line in lines if (law := _LAW.match(line.text))]
    for line, name in pairwise(lines):
        first = next((law for at, law in numbers if at > line.number), 0)
        if not first:
            return
        if line.text.startswith("Chapter "):
            yield Division(f"{line.text.split(' - ')[0].upper()} {name.text.upper()}", 1, first, line.number)
        elif _DIVISION.match(line.text):
            yield Division(f"{line.text} {name.text}", 2 if line.text.startswith("PART") else 3, first, line.number)


def laws(lines: list[Line]) -> Iterator[tuple[Heading, list[Line]]]:
    """Heading (printed on one line or two) and body of each law, without the headings of divisions."""
    starts = [(place, match) for place, line in enumerate(lines) if (match := _LAW.match(line.text))]
    if not starts:
        raise ReadingError("no law stands in the document")
    ends = [place for place, _ in starts[1:]] + [len(lines)]
    for (start, match), end in zip(starts, ends, strict=True):
        below = start + (1 if match.group(2) else 2)
        if below >= end:
            raise ReadingError(f"line {lines[start].number}: the document ends in the heading of a law")
        body = lines[below:end]
        cut = next((place for place, line in enumerate(body) if _DIVISION.match(line.text)), len(body))
        yield Heading(int(match.group(1)), match.group(2) or lines[below - 1].text, lines[start].number), body[:cut]
