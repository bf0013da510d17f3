"""The lines of a document: their words whole, without marks of type, tables parted into cells."""

import re
from dataclasses import dataclass, field

from lawbot.law.edition import Mend
from lawbot_importers.document import Document, Line
from lawbot_importers.layouts.numbered import ligatures
from lawbot_importers.mends import Corrections

_SOFT_HYPHEN = "\u00ad"
_DASH = re.compile(rf"(?<= ){_SOFT_HYPHEN}(?= )")
_MARKS = re.compile(r"^(?:#+ +|[-*•] +)|\*\*|</?[bi]>")
_BREAK = re.compile(r"<br\s*/?>")
_RULE = re.compile(r"[\s:|-]*")
"""The line below the head of a table."""
_FRONT_PAGE = re.compile(r"[ivxl]{1,7}")
_TORN = 5
"""Most lines with torn words in a document that has its ligatures."""


@dataclass(slots=True)
class Piece:
    """A line: its number, its words without marks of type, and whether it was set as a heading."""

    number: int
    text: str
    is_head: bool = False
    cells: list[str] = field(default_factory=list)
    """The cells of a row; the text has them all."""
    mends: list[Mend] = field(default_factory=list)


@dataclass(slots=True)
class Law:
    """A law: its number, its heading, the line of that, and the lines below it."""

    number: int
    title: str
    line: int
    pieces: list[Piece] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """Return the heading and the words of each line."""
        return [self.title, *(piece.text for piece in self.pieces)]


def pieces(document: Document, corrections: Corrections | None = None) -> list[Piece]:
    """Return the lines of a document that have words, set right by its corrections."""
    lines = list(map(_piece, document.filled()))
    _mend_torn_words(lines)
    if corrections is not None:
        for piece in lines:
            piece.text, mends = corrections.mend_line(piece.text, piece.number)
            piece.mends += mends
    # the front pages are counted in Roman numbers
    return [piece for piece in lines if piece.text and not _FRONT_PAGE.fullmatch(piece.text)]


def _piece(line: Line) -> Piece:
    raw = _DASH.sub("-", _BREAK.sub(" ", line.raw)).replace(_SOFT_HYPHEN, "")
    raw = ligatures.uncoded(raw).strip()
    if not raw.startswith("|"):
        return Piece(line.number, _plain(raw), is_head=raw.startswith("#"))
    cells = [_plain(cell) for cell in raw.strip("|").split("|")]
    text = "" if _RULE.fullmatch(raw) else " ".join(filter(None, cells))
    return Piece(line.number, text, cells=cells)


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", text.strip()).split())


def _mend_torn_words(lines: list[Piece]) -> None:
    """Make torn words whole if so many lines have some that the font must be the cause."""
    mended = [ligatures.mend(piece.text, piece.number) for piece in lines]
    if sum(bool(mends) for _text, mends in mended) <= _TORN:
        return
    for piece, (text, mends) in zip(lines, mended, strict=True):
        piece.text, piece.mends = text, mends
