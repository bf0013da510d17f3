"""Definitions of a book: ``Term: text``, a paragraph each, or a table of two columns."""

import re
from collections.abc import Sequence

from lawbot.law.citation import Citation
from lawbot.law.edition import Provision
from lawbot_importers.layouts.numbered.pieces import Piece

_TERM = re.compile(
    r"(?P<title>[A-Z][\w’'/-]*(?: [\w’'/-]+){0,3}(?: \([^)]*\))*)"
    r"(?:\s*:(?:\s+|$)|\s+[-–—]\s+)(?P<text>.*)"
)
"""A term of up to four words, an aside, a colon or a dash, and the text."""
_ASIDE = re.compile(r"\s+\((?:commonly|also|see)\b.*")
_SENSE = re.compile(r"(?:^|\s)([1-9])[.)]\s+(?=[A-Z])")


def definitions(lines: Sequence[Piece]) -> list[Provision]:
    """Return the definitions; a line that begins with no term goes on with the one before."""
    defined: list[Provision] = []
    for piece in lines:
        title, text = _parts(piece)
        if title:
            term = Citation(term=_ASIDE.sub("", title))
            defined.append(Provision(term, title, text, piece.number, mends=list(piece.mends)))
        elif defined:
            defined[-1].text = f"{defined[-1].text} {text}".strip()
            defined[-1].mends += piece.mends
    for provision in defined:
        _part_senses(provision)
    return defined


def _parts(piece: Piece) -> tuple[str, str]:
    """Return the term of a line and its text; the term is empty if it begins with none."""
    if len(piece.cells) == 2 and piece.cells[0]:
        return piece.cells[0], piece.cells[1]
    match = _TERM.fullmatch(piece.text)
    return (match["title"], match["text"]) if match else ("", piece.text)


def _part_senses(provision: Provision) -> None:
    """Number the meanings of a definition, a paragraph each, if it has several."""
    _before, *parts = _SENSE.split(provision.text)
    numbers, senses = list(map(int, parts[::2])), list(map(str.strip, parts[1::2]))
    # a number that does not count is one of the text
    if len(senses) > 1 and numbers == list(range(1, len(senses) + 1)):
        provision.senses = senses
        provision.text = "\n\n".join(f"{n}. {sense}" for n, sense in enumerate(senses, 1))
