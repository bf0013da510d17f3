"""How alike two provisions are: by their words within a language; across languages by the
provisions that each resembles.

Two books in two languages cannot be compared word by word. But where the same provision is held in
both (a bilingual book, two editions of one code, or simply the same number in both codes), it is a
landmark; and two provisions correspond when, each in its own language, they resemble the same
landmarks.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from itertools import pairwise

from rapidfuzz.distance import Indel

Vector = dict[str, float]
_KEPT = 16
"""Landmarks kept of each provision: the nearest."""
_TELLING = 16
"""Words of a text that are asked for: the rarest."""
_COMMON = 0.2
"""A word that stands in more of the texts tells nothing."""


class Index:
    """Texts of one language by name, found by their rarer words (tf-idf, cosine)."""

    def __init__(self, texts: Mapping[str, Sequence[str]]) -> None:
        counts = Counter(word for words in texts.values() for word in set(words))
        common = max(len(texts) * _COMMON, 5)
        self._weight = {
            word: math.log(1 + len(texts) / count)
            for word, count in counts.items()
            if count <= common
        }
        self._postings: dict[str, list[tuple[str, float]]] = {}
        for name, words in texts.items():
            for word, weight in self.vector(words).items():
                self._postings.setdefault(word, []).append((name, weight))

    def vector(self, words: Sequence[str]) -> Vector:
        """The weights of a text's words, of length one."""
        weights = {
            word: (1 + math.log(count)) * self._weight.get(word, 0.0)
            for word, count in Counter(words).items()
        }
        return unit(weights)

    def nearest(self, words: Sequence[str], most: int) -> Vector:
        """The names of the texts nearest to a text, with their likeness (0 to 1)."""
        found: dict[str, float] = {}
        vector = self.vector(words)
        for word in nlargest(_TELLING, vector, key=lambda word: (vector[word], word)):
            weight = vector[word]
            for name, other in self._postings.get(word, ()):
                found[name] = found.get(name, 0.0) + weight * other
        return {
            name: found[name]
            for name in nlargest(most, found, key=lambda name: (found[name], name))
        }


def unit(weights: Mapping[str, float]) -> Vector:
    """The same direction at length one; empty stays empty."""
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {name: weight / length for name, weight in weights.items() if weight} if length else {}


def cosine(first: Vector, second: Vector) -> float:
    """How far two vectors of length one point the same way."""
    if len(second) < len(first):
        first, second = second, first
    return sum(weight * second.get(name, 0.0) for name, weight in first.items())


def landmarks(index: Index, words: Sequence[str], own: str) -> Vector:
    """The landmarks that a text resembles. The one it is itself counts no more than its next: the
    number alone must not decide."""
    found = index.nearest(words, _KEPT)
    if own in found:
        found[own] = min(
            found[own],
            max((value for name, value in found.items() if name != own), default=found[own]),
        )
    return unit({name: value * value for name, value in found.items()})


def wordwise(first: Sequence[str], second: Sequence[str]) -> float:
    """How alike two texts of one language are, word by word in their order (0 to 1)."""
    return Indel.normalized_similarity(_signs(tuple(first)), _signs(tuple(second)))


_known: dict[str, str] = {}


@lru_cache(maxsize=8192)
def _signs(words: tuple[str, ...]) -> str:
    """The words as a sign each, which are compared much faster."""
    return "".join(_known.setdefault(word, chr(0xE000 + len(_known))) for word in words)


def held(part: Sequence[str], whole: Sequence[str]) -> float:
    """How much of ``part`` stands in ``whole``, by pairs of neighbouring words (0 to 1)."""
    pairs = _pairs(part)
    there = _pairs(whole)
    total = sum(pairs.values())
    return sum((pairs & there).values()) / total if total else 0.0


def _pairs(words: Sequence[str]) -> Counter[tuple[str, str]]:
    return Counter(pairwise(words))


def best(values: Iterable[float]) -> float:
    """The greatest, 0 where there is none."""
    return max(values, default=0.0)
