"""The lines of the laws, made plain, and the footnotes that stand between them where a page ended."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from lawbot.reading.document import Document
from lawbot.reading.edition import Mend
from lawbot.reading.mends import corrections

EDITION = "en-2017"

_MARK = re.compile(r"\s*(?:<sup>\s*(\d{1,2})\s*</sup>|\$\s*\^\{(\d{1,2})\}\s*\$)")
_BREAK = re.compile(r"<br\s*/?>")
_SYMBOL = re.compile(r"\b(spades|hearts|diamonds|clubs) \(\s*\$\\(\w+)\$\s*\)")
_SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_SOUND = {"spades": "spadesuit", "hearts": "heartsuit", "diamonds": "blacklozenge", "clubs": "clubsuit"}
_MARKUP = re.compile(r"\*\*|</?(?:b|i|sup|ol|li)>")
_NOTE = re.compile(r"<sup>\s*&\s*</sup>\s*lt;\s*sup>\s*(\d{1,2})\s*</sup>|^\s*<sup>\d{1,2}</sup>\s+")
"""A footnote: its number as the printed book's converter broke it, or whole at the beginning of a line."""
_NOTE_MARK = re.compile(r"(?:<sup>\s*&\s*</sup>\s*lt;\s*sup>|<sup>)\s*(\d{1,2})\s*</sup>")
_DASH = re.compile(r"^\s*-\s+")
_LABEL = re.compile(r"(?:([A-H])\.|(\d{1,2})\.|\(([a-z]{1,4}|I)\))\s+(?=\S)")


class Cleaned(NamedTuple):
    """A plain text, the numbers of the footnotes whose marks stood in it, and what was mended."""

    text: str
    footnotes: list[int]
    mends: list[Mend]


def clean(raw: str, line: int) -> Cleaned:
    """The text of a raw line without any markup."""
    footnotes = [int(one or two) for one, two in _MARK.findall(raw)]
    mends: list[Mend] = []
    text = _MARK.sub("", _BREAK.sub(" ", raw))
    text = _suits(text, line, mends)
    text = _MARKUP.sub("", text)
    text, mended = corrections(EDITION).mend_line(text, line)
    return Cleaned(" ".join(text.split()), list(dict.fromkeys(footnotes)), [*mends, *mended])


def _suits(text: str, line: int, mends: list[Mend]) -> str:
    for word, symbol in _SYMBOL.findall(text):
        if symbol != _SOUND[word]:
            mends.append(Mend(line, f"symbol of {word} restored: {_SUITS[word]}", "the word beside it names the suit"))
    return _SYMBOL.sub(lambda match: f"{match.group(1)} ({_SUITS[match.group(1)]})", text)


def cells(raw: str) -> list[str] | None:
    """The cells of a table row, raw; None for the rule below a table's head and for any other line."""
    row = raw.strip()
    if not row.startswith("|") or ("--" in row and re.fullmatch(r"[\s:|-]+", row)):
        return None
    return [cell.strip() for cell in row.strip("|").split("|")] if row != "|" else []


class Kind(Enum):
    """What a line is by its marks."""

    LAW = auto()
    SECTION = auto()
    CAPTION = auto()
    ROW = auto()
    TEXT = auto()


_HEADINGS = {Kind.LAW: re.compile(r"^LAW\s+(\d{1,2})\s*[-–]\s*(\S.*)$"), Kind.SECTION: re.compile(r"^([A-H])\.\s+(\S.*)$")}
"""Headings: the number (or letter) and the title."""


@dataclass(slots=True)
class Line:
    """A line that is not blank, and the labels that it begins with (without their signs in a heading)."""

    number: int
    raw: str
    kind: Kind
    text: str
    """The raw text without heading marks and list dash."""
    dash: bool = False
    near: bool = False
    """Whether it follows the line before it without a blank line or a footnote between."""
    labels: list[str] = field(default_factory=list)
    rest: str = ""


@dataclass(slots=True)
class Note:
    """A footnote as it stands between the lines of the text."""

    number: int
    text: str
    line: int
    mends: list[Mend]


def lines_and_notes(document: Document, start: int, end: int) -> tuple[list[Line], list[Note]]:
    """The lines ``start`` to ``end`` without blank ones and without footnotes, which come apart."""
    found: list[Line] = []
    notes: list[Note] = []
    near = False
    for number in range(start, min(end, len(document.lines))):
        raw = document.lines[number]
        if _NOTE.search(raw):
            notes += _notes(raw, number)
            near = False
        elif raw.strip():
            found.append(_line(raw, number, near))
            near = True
        else:
            near = False
    return found, notes


def _notes(raw: str, line: int) -> Iterator[Note]:
    parts = _NOTE_MARK.split(raw)
    for number, text in zip(parts[1::2], parts[2::2], strict=True):
        cleaned = clean(text, line)
        taken_out = Mend(line, f"footnote {number} taken out of the text", "it stood where its page ended")
        yield Note(int(number), cleaned.text, line, [taken_out, *cleaned.mends])


def _line(raw: str, number: int, near: bool) -> Line:
    if raw.startswith("|"):
        return Line(number, raw, Kind.ROW, raw, near=near)
    headed = raw.startswith("#")
    text = raw.lstrip("# ").replace("**", "").strip() if headed else _DASH.sub("", raw).strip()
    for kind, pattern in _HEADINGS.items() if headed else ():
        if heading := pattern.match(text):
            return Line(number, raw, kind, text, labels=[heading[1]], rest=heading[2])
    if headed:
        return Line(number, raw, Kind.CAPTION, text)
    line = Line(number, raw, Kind.TEXT, text, dash=bool(_DASH.match(raw)), near=near, rest=text)
    while match := _LABEL.match(line.rest):
        letter, digits, item = match.groups()
        if letter and line.labels:
            break
        line.labels.append(f"{letter}." if letter else f"{digits}." if digits else f"({item})")
        line.rest = line.rest[match.end() :]
        if letter:
            break
    return line


def blocks(lines: Sequence[Line]) -> Iterator[Line | list[Line]]:
    """The lines, those of a table and what is printed between its parts together."""
    place = 0
    while place < len(lines):
        line = lines[place]
        if line.kind not in (Kind.CAPTION, Kind.ROW):
            yield line
            place += 1
            continue
        stop = place + 1
        for later in range(place, len(lines)):
            if lines[later].kind in (Kind.LAW, Kind.SECTION):
                break
            if lines[later].kind in (Kind.ROW, Kind.CAPTION):
                stop = later + 1
        yield list(lines[place:stop])
        place = stop
