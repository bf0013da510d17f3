"""Tell which edition of which code a book is, by its title pages and by its numbers."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_AMERICAN = re.compile(
    r"north american edition|promulgated in the\s+western hemisphere", re.IGNORECASE
)
_WORLD = re.compile(r"world bridge federation|\bwbf\b", re.IGNORECASE)
_ACBL, _WBF = "American Contract Bridge League", "World Bridge Federation"
_TITLE = re.compile(r"laws of (?:duplicate|contract|bridge|rubber)\b.*", re.IGNORECASE)
_LONGEST_TITLE = 80
"""Most characters of a title that are quoted."""
_YEAR = re.compile(r"\b(19[2-9]\d|20\d\d)\b")
_EDITIONS = {
    (2017, _ACBL): "en-2017-acbl",
    (2017, _WBF): "en-2017",
    (2007, _WBF): "en-2007",
    (2007, _ACBL): "en-2008-acbl",
    (1997, _WBF): "en-1997",
    (1997, _ACBL): "en-1997-acbl",
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


def identify(front: Sequence[str]) -> Identity:
    """Return what the first lines of a book say of it."""
    text = "\n".join(front)
    publisher = ""
    if _AMERICAN.search(text):
        publisher = _ACBL
    elif _WORLD.search(text):
        publisher = _WBF
    titles = list(filter(_TITLE.search, front))
    years = _YEAR.findall("\n".join(titles)) or _YEAR.findall(text)
    # of a book that is none of the Laws, its first words
    title, *_ = titles or list(filter(None, front)) or [""]
    return Identity(title[:_LONGEST_TITLE], publisher, years[0] if years else "")
