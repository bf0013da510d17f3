"""Tell which edition of which code a book is, by its title pages and by its numbers."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from lawbot_importers.layouts.numbered.book import Piece

_AMERICAN = re.compile(
    r"north american edition|promulgated in the\s+western hemisphere", re.IGNORECASE
)
_WORLD = re.compile(r"world bridge federation|\bwbf\b", re.IGNORECASE)
_TITLE = re.compile(r"laws of (?:duplicate|contract|bridge|rubber)\b.*", re.IGNORECASE)
_YEAR = re.compile(r"\b(19[2-9]\d|20\d\d)\b")
_EDITIONS = {
    (2017, "American Contract Bridge League"): "en-2017-acbl",
    (2017, "World Bridge Federation"): "en-2017",
    (2007, "World Bridge Federation"): "en-2007",
    (2007, "American Contract Bridge League"): "en-2008-acbl",
    (1997, "World Bridge Federation"): "en-1997",
    (1997, "American Contract Bridge League"): "en-1997-acbl",
}
"""The editions that a book may be, by code and publisher."""


class Identity(NamedTuple):
    """The names on the title pages; each is empty if none was found."""

    title: str = ""
    publisher: str = ""
    year: str = ""

    def __str__(self) -> str:
        return (
            f"title {self.title or 'not found'}; publisher {self.publisher or 'not found'};"
            f" year {self.year or 'not found'}"
        )

    def edition(self, code: int) -> str:
        """Return the id of the edition of that code; empty if the publisher is unknown."""
        return _EDITIONS.get((code, self.publisher), "")


def identify_text(text: str) -> Identity:
    """Return what the text of some pages says of a book."""
    return identify([Piece(0, line) for line in text.splitlines()])


def identify(front: Sequence[Piece]) -> Identity:
    """Return what the first lines of a book say of it."""
    titles = [piece.text for piece in front if _TITLE.search(piece.text)]
    text = "\n".join(piece.text for piece in front)
    publisher = ""
    if _AMERICAN.search(text):
        publisher = "American Contract Bridge League"
    elif _WORLD.search(text):
        publisher = "World Bridge Federation"
    years = [year for title in titles for year in _YEAR.findall(title)] or _YEAR.findall(text)
    # of a book that is none of the Laws, its first words
    title = (titles or [piece.text for piece in front if piece.text] or [""])[0][:80]
    return Identity(title, publisher, years[0] if years else "")
