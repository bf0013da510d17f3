"""bm25 points by word. FTS5 gives a row the sum of what each word gives it, so what a word gives is asked for once and added up here."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lawbot.lawbook.index import SearchIndex

DEPTH = 100
"""Owners of rows that a signal speaks for, the best."""
KEPT = 2500
"""Words whose rows are kept, over all tables, the last asked for: a few megabytes at most."""
_EVERY = 1_000_000

Rows = tuple[Sequence[int], Sequence[float]]
"""Row numbers, and the points of each."""


class Points:
    """Adds up the points of words in the tables of one lawbook: ``of`` with numpy where it is wanted, and without it the same, slower."""

    def __init__(self, index: SearchIndex, texts: Callable[[str], list[str]], *, fast: bool) -> None:
        self._index = index
        self._texts = texts
        self._fast = fast
        self._rows = lru_cache(maxsize=KEPT)(self._asked)
        self._owned: dict[str, tuple[Any, list[str]]] = {}

    def of(self, table: str, owners: str, terms: Iterable[str]) -> dict[str, float]:
        """The points of the best row of each owner, of at most ``DEPTH`` owners. ``owners`` names the list of those of rows 1, 2, 3 ..."""
        rows = [kept for term in terms if len((kept := self._rows(table, term))[0])]
        if not rows:
            return {}
        if self._fast:
            return self._of(owners, rows)
        points: dict[int, float] = {}
        for numbers, scores in rows:
            for number, score in zip(numbers, scores, strict=True):
                points[number] = points.get(number, 0.0) + score
        keys, found = self._texts(owners), dict[str, float]()
        for number in sorted(points, key=points.__getitem__, reverse=True):
            found.setdefault(keys[number - 1], points[number])
        return dict(list(found.items())[:DEPTH])

    def _of(self, owners: str, rows: list[Rows]) -> dict[str, float]:
        import numpy as np

        by_row, keys = self._owners(owners)
        points = np.bincount(
            np.concatenate([numbers for numbers, _ in rows]), weights=np.concatenate([scores for _, scores in rows]), minlength=len(by_row)
        )
        best = np.zeros(len(keys))
        touched = points.nonzero()[0]
        np.maximum.at(best, by_row[touched], points[touched])
        return top(best, keys)

    def _owners(self, name: str) -> tuple[Any, list[str]]:
        """The owner of each row by its number in the list of owners (row 0 is nobody's), and that list."""
        if name not in self._owned:
            import numpy as np

            texts = self._texts(name)
            keys = list(dict.fromkeys(texts))
            place = {key: number for number, key in enumerate(keys)}
            self._owned[name] = (np.array([0, *(place[text] for text in texts)], dtype=np.int32), keys)
        return self._owned[name]

    def _asked(self, table: str, term: str) -> Rows:
        found = self._index.match(table, [term], _EVERY)
        numbers, scores = [row for row, _ in found], [score for _, score in found]
        if self._fast and found:
            import numpy as np

            return np.array(numbers, dtype=np.int32), np.array(scores, dtype=np.float32)  # type: ignore[return-value]
        return array("i", numbers), array("f", scores)

    def nearest(self, owners: str, closeness: Any, least: float) -> dict[str, float]:
        """What the closest row of each owner (``closeness`` has one number a row) is over ``least``."""
        import numpy as np

        by_row, keys = self._owners(owners)
        best = np.zeros(len(keys))
        np.maximum.at(best, by_row[1:], closeness - least)
        return top(best, keys)


def top(values: Any, keys: Sequence[str]) -> dict[str, float]:
    """The ``DEPTH`` highest values above zero by their keys."""
    places = values.argpartition(-DEPTH)[-DEPTH:].tolist() if len(values) > DEPTH else range(len(values))
    return {keys[place]: float(values[place]) for place in places if values[place] > 0}
