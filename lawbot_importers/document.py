"""A law document as it lies on disk, and what a layout module must offer to read it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Protocol

from lawbot.errors import ReadingError
from lawbot.law.edition import Edition, Mend


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank: as it is printed, and with single blanks and its damage set right."""

    number: int
    raw: str
    text: str
    adjoining: bool = False
    """True if the line before it in the file is not blank."""
    mends: tuple[Mend, ...] = ()


@dataclass(frozen=True)
class Document:
    """The text of one file, in UTF-8, with its lines counted from 1."""

    data: bytes

    @cached_property
    def text(self) -> str:
        """Return the text; raises UnicodeDecodeError when it is not UTF-8."""
        return self.data.decode("utf-8-sig")

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the lines without their ends, those of Windows too; ``lines[0]`` is an empty one,
        so that ``lines[n]`` is line n.
        """
        return ("", *self.text.replace("\r\n", "\n").split("\n"))

    def filled(self) -> Iterator[Line]:
        """Yield the lines that are not blank."""
        for (_, before), (number, raw) in pairwise(enumerate(self.lines)):
            if raw.strip():
                yield Line(number, raw, " ".join(raw.split()), bool(before.strip()))


class Printed(Protocol):
    """A line of any kind."""

    @property
    def text(self) -> str:
        """Return the words of the line."""
        ...


def place_of(lines: Sequence[Printed], heading: re.Pattern[str], start: int = 0) -> int:
    """Return the place of the first line from ``start`` that is a heading; else their number."""
    place = start
    while place < len(lines) and not heading.match(lines[place].text):
        place += 1
    return place


def places_of(lines: Sequence[Line], headings: Mapping[str, re.Pattern[str]]) -> list[int]:
    """Return the places of the headings of the parts of a book, which have a name each.

    Raises ReadingError where one is missing or they do not stand in this order.
    """
    places: list[int] = []
    for part, heading in headings.items():
        place = place_of(lines, heading)
        if place == len(lines):
            raise ReadingError(f"the heading of {part} is missing")
        places.append(place)
    if places != sorted(places):
        raise ReadingError(
            f"line {lines[places[-1]].number}: {', '.join(headings)} do not stand in this order"
        )
    return places


class Layout(Protocol):
    """A module for one printed layout."""

    def recognises(self, document: Document) -> bool:
        """Return True if the document is of this layout, judged by its own headings, never by its
        file name.
        """
        ...

    def read(self, document: Document) -> list[Edition]:
        """Return every edition the document holds. Raises ReadingError when it is too damaged to be
        read.
        """
        ...
