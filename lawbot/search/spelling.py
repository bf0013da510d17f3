"""Repairs words nobody indexed: the nearest word of the vocabulary, by rapidfuzz."""

from collections.abc import Mapping
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

_SHORTEST = 4
_LONGEST = 24


class Speller:
    """Knows every indexed word with how often it stands there."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = dict(counts)
        self._by_length: dict[int, list[str]] = {}
        for word in self._counts:
            if len(word) >= _SHORTEST - 1 and not word.isdigit():
                self._by_length.setdefault(len(word), []).append(word)
        self.repair = lru_cache(maxsize=512)(self._repair)

    def count(self, word: str) -> int:
        """How often the word stands in what is indexed."""
        return self._counts.get(word, 0)

    def knows(self, word: str) -> bool:
        """Whether the word is indexed."""
        return word in self._counts

    def _repair(self, word: str) -> str | None:
        """The word that was most likely meant by an unknown one; None when nothing is near."""
        if not _SHORTEST <= len(word) <= _LONGEST or any(char.isdigit() for char in word) or self.knows(word):
            return None
        allowed = 1 if len(word) <= 5 else 2
        near = [
            candidate for length in range(len(word) - allowed, len(word) + allowed + 1) for candidate in self._by_length.get(length, ())
        ]
        found = process.extract(word, near, scorer=OSA.distance, score_cutoff=allowed, limit=8)
        if not found:
            return None
        return min(found, key=lambda hit: (hit[1] + (hit[0][0] != word[0]) * 0.5, -self._counts[hit[0]], hit[0]))[0]
