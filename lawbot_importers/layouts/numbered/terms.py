"""Definitions of a book: ``Term: text`` or a term in bold, a paragraph each, or a table of two columns."""

import re
from collections.abc import Sequence

from lawbot.law.citation import Citation
from lawbot.law.edition import Provision
from lawbot_importers.layouts.numbered.book import Piece

_TERM = re.compile(
    r"(?P<title>[A-Z][\w’'/-]*(?: [\w’'/-]+){0,3}(?: \([^)]*\))*)(?:\s*:(?:\s+|$)|\s+[-–—]\s+)(?P<text>.*)"
)
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
    _, *parts = _SENSE.split(provision.text)
    numbers, senses = parts[::2], [sense.strip() for sense in parts[1::2]]
    if len(senses) > 1 and numbers == [str(n) for n in range(1, len(senses) + 1)]:
        provision.senses = senses
        provision.text = "\n\n".join(f"{n}. {sense}" for n, sense in enumerate(senses, 1))
