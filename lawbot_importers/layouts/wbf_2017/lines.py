"""The lines of the laws, made plain, and the footnotes that stand between them where a page ended."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import takewhile

from lawbot.law.citation import Citation
from lawbot.law.edition import Level, Mend, Provision
from lawbot_importers import document
from lawbot_importers.outline import Label

EDITION = "en-2017"

_MARK = re.compile(r"\s*<sup>\s*(\d{1,2})\s*</sup>")
_BREAK = re.compile(r"<br\s*/?>")
_SYMBOL = re.compile(r"\b(spades|hearts|diamonds|clubs) \(\s*\$\\\w+\$\s*\)")
_SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_MARKUP = re.compile(r"\*\*|</?(?:b|i|sup|ol|li)>")
_NOTE = re.compile(r"^\s*<sup>\d{1,2}</sup>\s+")
"""A footnote: its number stands at the beginning of the line."""
_DASH = re.compile(r"^\s*-\s+")


def clean(raw: str) -> tuple[str, list[int]]:
    """Return the text of a raw line without any markup, and the numbers of the footnotes whose
    marks stood in it.
    """
    footnotes = dict.fromkeys(map(int, _MARK.findall(raw)))
    unmarked = _MARK.sub("", _BREAK.sub(" ", raw))
    # a suit's sign was converted to a formula
    text = _SYMBOL.sub(lambda match: f"{match[1]} ({_SUITS[match[1]]})", unmarked)
    return " ".join(_MARKUP.sub("", text).split()), list(footnotes)


def cells(raw: str) -> list[str] | None:
    """Return the cells of a table row, raw; None for the rule below a table's head and for any
    other line.
    """
    row = raw.strip()
    if not row.startswith("|") or ("--" in row and re.fullmatch(r"[\s:|-]+", row)):
        return None
    return [cell.strip() for cell in row.strip("|").split("|")] if row != "|" else []


class Kind(Enum):
    """Kind of a line, told by its marks."""

    LAW = auto()
    SECTION = auto()
    CAPTION = auto()
    ROW = auto()
    TEXT = auto()


_LAW = re.compile(r"^LAW\s+(\d{1,2})\s*[-–]\s*(\S.*)$")


@dataclass(slots=True)
class Line:
    """A line that is not blank, and the labels that it begins with; in the heading of a law its
    number, as one."""

    number: int
    raw: str
    kind: Kind
    text: str
    """The raw text without heading marks and list dash."""
    mends: Sequence[Mend]
    dash: bool = False
    near: bool = False
    """True if it follows the line before it without a blank line or a footnote between."""
    labels: list[Label] = field(default_factory=list)
    rest: str = ""


def lines_and_notes(lines: Sequence[document.Line]) -> tuple[list[Line], list[Provision]]:
    """Return the lines of the laws without footnotes, and these, which are named by their numbers
    alone.
    """
    law_lines: list[Line] = []
    notes: list[Provision] = []
    for line in lines:
        if _NOTE.match(line.raw):
            notes += _split_notes(line)
        else:
            after_note = bool(notes) and notes[-1].line == line.number - 1
            law_lines.append(_parse_line(line, line.adjoining and not after_note))
    return law_lines, notes


def _split_notes(line: document.Line) -> Iterator[Provision]:
    """Yield the footnotes of a line, which may have several."""
    _, *parts = _MARK.split(line.raw)
    for number, text in zip(parts[::2], parts[1::2], strict=True):
        description = f"footnote {number} taken out of the text"
        mends = [Mend(line.number, description, "it stood where its page ended"), *line.mends]
        citation = Citation(footnote=int(number))
        yield Provision(citation, None, clean(text)[0], line.number, mends=mends)


def _parse_line(line: document.Line, near: bool) -> Line:
    """Return a line with its kind and its labels."""
    raw = line.raw
    if raw.startswith("|"):
        return Line(line.number, raw, Kind.ROW, raw, line.mends, near=near)
    if raw.startswith("#"):
        return _parse_heading(line)
    text = _DASH.sub("", raw).strip()
    parsed = Line(line.number, raw, Kind.TEXT, text, line.mends, near=near, rest=text)
    parsed.dash = _DASH.match(raw) is not None
    # a section's letter behind another label is a word of the text: (a) A. ...
    while (label := Label.of(parsed.rest)) and not (label.level is Level.SECTION and parsed.labels):
        parsed.labels.append(label)
        parsed.rest = label.words
    return parsed


def _parse_heading(line: document.Line) -> Line:
    """Return the heading of a law or a section, else the caption of a table."""
    text = line.raw.lstrip("# ").replace("**", "").strip()
    parsed = Line(line.number, line.raw, Kind.CAPTION, text, line.mends)
    label = Label.of(text)
    if law := _LAW.match(text):
        parsed.kind, label = Kind.LAW, Label(Level.LAW, law[1], law[2])
    elif label and label.level is Level.SECTION:
        parsed.kind = Kind.SECTION
    if label and parsed.kind is not Kind.CAPTION:
        parsed.labels, parsed.rest = [label], label.words
    return parsed


def blocks(lines: Sequence[Line]) -> Iterator[Line | list[Line]]:
    """Yield the lines, those of a table and what is printed between its parts together."""
    place = 0
    while place < len(lines):
        line = lines[place]
        if line.kind not in (Kind.CAPTION, Kind.ROW):
            yield line
            place += 1
            continue
        block = list(
            takewhile(lambda line: line.kind not in (Kind.LAW, Kind.SECTION), lines[place:])
        )
        # text below the last row stands below the table
        while block[-1].kind is Kind.TEXT:
            block.pop()
        yield block
        place += len(block)
