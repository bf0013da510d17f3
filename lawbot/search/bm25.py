"""Add up bm25 points word by word.

FTS5 gives a row the sum of the points of its words, so each word is asked for once and its rows
are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from lawbot.book.index import SearchIndex

_MAX_OWNERS = 100
"""Most owners of rows that a signal gives points."""
_MAX_CACHED_WORDS = 5000
"""Most words whose rows are cached, over all tables: a few megabytes."""

ScoredRows = tuple[NDArray[np.int32], NDArray[np.float32]]
"""Row numbers, and the points of each."""
_Row = TypeVar("_Row")


class WordCache(Generic[_Row]):
    """The rows of words in the tables of a lawbook, read for all words of a text at once."""

    def __init__(
        self, read_rows: Callable[[str, Sequence[str]], Mapping[str, _Row]], size: int
    ) -> None:
        self._read_rows = read_rows
        self._size = size
        self._rows: dict[tuple[str, str], _Row | None] = {}

    def rows(self, table: str, words: Sequence[str]) -> list[_Row]:
        """Return the rows of the words that a table has, in the order of the words."""
        # emptying it as a whole costs less than knowing which word was used last
        if len(self._rows) + len(words) > self._size:
            self._rows.clear()
        new_words = [word for word in dict.fromkeys(words) if (table, word) not in self._rows]
        if new_words:
            new_rows = self._read_rows(table, new_words)
            for word in new_words:
                self._rows[table, word] = new_rows.get(word)
        cached = [self._rows[table, word] for word in words]
        return [row for row in cached if row is not None]


class Bm25:
    """The bm25 points of words in the tables of one lawbook."""

    def __init__(self, index: SearchIndex, texts: Callable[[str], list[str]]) -> None:
        self._index = index
        self._cache = WordCache(self._read_rows, _MAX_CACHED_WORDS)
        self._owners = cache(lambda name: RowOwners.of(texts(name)))

    def points(self, table: str, owners: str, terms: Iterable[str]) -> dict[str, float]:
        """Return the points of the best row of each owner, of at most ``_MAX_OWNERS`` owners.

        ``owners`` names the list of the owners of rows 1, 2, 3 ...
        """
        row_owners = self._owners(owners)
        # a lawbook without such texts has no table of them either
        if not row_owners.keys:
            return {}
        matches = [match for match in self._cache.rows(table, list(terms)) if len(match[0])]
        if not matches:
            return {}
        row_numbers, scores = zip(*matches, strict=True)
        points = np.bincount(
            np.concatenate(row_numbers),
            weights=np.concatenate(scores),
            minlength=len(row_owners.by_owner) + 1,
        )
        # rows are counted from 1
        return row_owners.best(points[1:])

    def _read_rows(self, table: str, terms: Sequence[str]) -> dict[str, ScoredRows]:
        rows: dict[str, ScoredRows] = {}
        for term in terms:
            hits = self._index.match(table, term)
            numbers = np.array([row for row, _ in hits], dtype=np.int32)
            scores = np.array([score for _, score in hits], dtype=np.float32)
            rows[term] = (numbers, scores)
        return rows


def summed(*points_by_signal: Mapping[str, float]) -> dict[str, float]:
    """Return the points of each owner, added up over all signals in their order."""
    totals: dict[str, float] = {}
    for points in points_by_signal:
        for owner, score in points.items():
            totals[owner] = totals.get(owner, 0.0) + score
    return totals


class RowOwners(NamedTuple):
    """The owners of the rows of a table.

    ``by_owner`` are the row indexes sorted by owner, ``begins`` where those of each owner begin,
    ``keys`` the owners.
    """

    by_owner: Any
    begins: Any
    keys: list[str]

    @classmethod
    def of(cls, owners: Sequence[str]) -> RowOwners:
        """Sort rows 1, 2, 3 ... by their owners."""
        keys = list(dict.fromkeys(owners))
        number_of = {key: number for number, key in enumerate(keys)}
        owner_of_row = np.array([number_of[owner] for owner in owners], dtype=np.int32)
        by_owner = owner_of_row.argsort(kind="stable")
        begins = np.searchsorted(owner_of_row[by_owner], np.arange(len(keys)))
        return cls(by_owner, begins, keys)

    def best(self, points: Any) -> dict[str, float]:
        """Return the points, above zero, of the best row of each of the best owners.

        ``points`` has one value for each row.
        """
        best_points = np.maximum.reduceat(points[self.by_owner], self.begins)
        if len(best_points) > _MAX_OWNERS:
            owners = best_points.argpartition(-_MAX_OWNERS)[-_MAX_OWNERS:]
        else:
            owners = np.arange(len(best_points))
        owners = owners[best_points[owners] > 0]
        keys = [self.keys[owner] for owner in owners.tolist()]
        return dict(zip(keys, best_points[owners].tolist(), strict=True))
