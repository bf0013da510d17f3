"""The provisions that each code of the Laws has, by number: what a book of that code must hold."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lawbot.law.citation import Citation

_FOLDER = Path(__file__).parents[2] / "inventories"
CODES = (2017, 2007, 1997)
"""The codes whose inventories stand in ``inventories/``, the newest first."""


class Inventory(NamedTuple):
    """The numbers of a code.

    ``laws`` has the provisions of each law in their order, the law itself first; ``tables`` those
    that hold a table; ``closed`` those with words printed below the provisions inside.
    """

    code: int
    laws: dict[int, list[Citation]]
    tables: frozenset[Citation]
    closed: frozenset[Citation]

    def __len__(self) -> int:
        return sum(map(len, self.laws.values()))


@cache
def inventory(code: int) -> Inventory:
    """Return the inventory of a code.

    A line of its file is a law: its number, then its provisions. ``#`` is a table there, ``+``
    words below the provisions inside.
    """
    laws: dict[int, list[Citation]] = {}
    tables: set[Citation] = set()
    closed: set[Citation] = set()
    for line in (_FOLDER / f"{code}.txt").read_text(encoding="utf-8").splitlines():
        law, *labels = line.split()
        number = law.rstrip("+")
        citations = laws.setdefault(int(number), [])
        for name in (law, *(number + label for label in labels)):
            citation = Citation.parse(name.rstrip("+#"))
            if name.endswith("#"):
                tables.add(replace(citation, table=True))
                continue
            citations.append(citation)
            if name.endswith("+"):
                closed.add(citation)
    return Inventory(code, laws, frozenset(tables), frozenset(closed))
