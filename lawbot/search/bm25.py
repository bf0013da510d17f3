"""bm25 points by word. FTS5 gives a row the sum of what each word gives it, so what a word gives is
asked for once and added up here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from lawbot.lawbook.index import SearchIndex

DEPTH = 100
"""Owners of rows that a signal speaks for, the best."""
KEPT = 5000
"""Words whose rows are kept, over all tables: a few megabytes at most."""

Rows = tuple[NDArray[np.int32], NDArray[np.float32]]
"""Row numbers, and the points of each."""
_Row = TypeVar("_Row")


class Remembered(Generic[_Row]):
    """What words have in the tables of a lawbook, read for all words of a text at once; forgotten
    as a whole when more than ``most`` are held."""

    def __init__(self, read: Callable[[str, Sequence[str]], Mapping[str, _Row]], most: int) -> None:
        self._read = read
        self._most = most
        self._held: dict[tuple[str, str], _Row | None] = {}

    def of(self, table: str, words: Sequence[str]) -> list[_Row]:
        """What the words have in a table, in their order; nothing for those that it has not."""
        if len(self._held) + len(words) > self._most:
            self._held.clear()
        if missing := [word for word in dict.fromkeys(words) if (table, word) not in self._held]:
            found = self._read(table, missing)
            self._held |= {(table, word): found.get(word) for word in missing}
        return [row for word in words if (row := self._held.get((table, word))) is not None]


class Points:
    """Adds up the points of words in the tables of one lawbook."""

    def __init__(self, index: SearchIndex, texts: Callable[[str], list[str]]) -> None:
        self._index = index
        self._rows = Remembered(self._asked, KEPT)
        self._owners = cache(lambda name: Owned.of(texts(name)))

    def of(self, table: str, owners: str, terms: Iterable[str]) -> dict[str, float]:
        """The points of the best row of each owner, of at most ``DEPTH`` owners. ``owners`` names
        the list of those of rows 1, 2, 3 ..."""
        owned = self._owners(owners)
        # a lawbook without such texts has no table of them either
        if not owned.keys:
            return {}
        rows = [rows for rows in self._rows.of(table, list(terms)) if len(rows[0])]
        if not rows:
            return {}
        points = np.bincount(
            np.concatenate([numbers for numbers, _ in rows]),
            weights=np.concatenate([scores for _, scores in rows]),
            minlength=len(owned.by_owner) + 1,
        )
        return owned.best(points[1:])

    def _asked(self, table: str, terms: Sequence[str]) -> dict[str, Rows]:
        rows: dict[str, Rows] = {}
        for term in terms:
            hits = self._index.match(table, term)
            numbers = np.array([row for row, _ in hits], dtype=np.int32)
            scores = np.array([score for _, score in hits], dtype=np.float32)
            rows[term] = (numbers, scores)
        return rows


def summed(*given: Mapping[str, float]) -> dict[str, float]:
    """The points of each owner, added up over all that is given, in its order."""
    total: dict[str, float] = {}
    for points in given:
        for owner, score in points.items():
            total[owner] = total.get(owner, 0.0) + score
    return total


class Owned(NamedTuple):
    """Whose the rows of a table are: the places of the rows owner by owner (``by_owner``), where
    each owner's begin, and the owners."""

    by_owner: Any
    begins: Any
    keys: list[str]

    @classmethod
    def of(cls, owners: Sequence[str]) -> Owned:
        """Reads the owners of rows 1, 2, 3 ..."""
        keys = list(dict.fromkeys(owners))
        number = {key: place for place, key in enumerate(keys)}
        owner_of = np.array([number[owner] for owner in owners], dtype=np.int32)
        by_owner = owner_of.argsort(kind="stable")
        return cls(by_owner, np.searchsorted(owner_of[by_owner], np.arange(len(keys))), keys)

    def best(self, values: Any) -> dict[str, float]:
        """The value of the best row of each owner, of the ``DEPTH`` owners where it is highest and
        above zero; ``values`` has one a row."""
        if not self.keys:
            return {}
        best = np.maximum.reduceat(values[self.by_owner], self.begins)
        places = best.argpartition(-DEPTH)[-DEPTH:] if len(best) > DEPTH else np.arange(len(best))
        places = places[best[places] > 0]
        return {
            self.keys[place]: value
            for place, value in zip(places.tolist(), best[places].tolist(), strict=True)
        }
