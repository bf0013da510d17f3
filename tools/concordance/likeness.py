"""Likeness of two provisions: by words within a language, by landmarks across languages.

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
_MAX_LANDMARKS = 16
"""Number of nearest landmarks of each provision."""
_MAX_QUERY_WORDS = 16
"""Number of rarest words that a text is looked up by."""
_COMMON_SHARE = 0.2
"""Largest share of the texts that have a useful word."""


class Index:
    """Index of texts of one language by their rarer words (tf-idf, cosine)."""

    def __init__(self, texts: Mapping[str, Sequence[str]]) -> None:
        counts: Counter[str] = Counter()
        for words in texts.values():
            counts.update(set(words))
        # In a handful of texts every word would be common.
        max_count = max(len(texts) * _COMMON_SHARE, 5)
        self._rarity = {}
        for word, count in counts.items():
            if count <= max_count:
                self._rarity[word] = math.log(1 + len(texts) / count)
        self._postings: dict[str, list[tuple[str, float]]] = {}
        for name, words in texts.items():
            for word, weight in self.vector(words).items():
                self._postings.setdefault(word, []).append((name, weight))

    def vector(self, words: Sequence[str]) -> Vector:
        """Return the weights of a text's words, of length one."""
        weights = {}
        for word, count in Counter(words).items():
            weights[word] = (1 + math.log(count)) * self._rarity.get(word, 0.0)
        return unit(weights)

    def nearest(self, words: Sequence[str], limit: int) -> Vector:
        """Return the names of the nearest texts, with their likeness (0 to 1)."""
        products: dict[str, float] = {}
        vector = self.vector(words)
        # Names and words break ties, so that the tables are the same on every run.
        for word in nlargest(_MAX_QUERY_WORDS, vector, key=lambda word: (vector[word], word)):
            weight = vector[word]
            for name, text_weight in self._postings.get(word, ()):
                products[name] = products.get(name, 0.0) + weight * text_weight
        names = nlargest(limit, products, key=lambda name: (products[name], name))
        return {name: products[name] for name in names}


def unit(weights: Mapping[str, float]) -> Vector:
    """Return the vector of the same direction and of length one; empty stays empty."""
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {name: weight / length for name, weight in weights.items() if weight} if length else {}


def cosine(first: Vector, second: Vector) -> float:
    """Return the cosine of the angle between two vectors of length one."""
    if len(second) < len(first):
        first, second = second, first
    return sum(weight * second.get(name, 0.0) for name, weight in first.items())


def landmarks(index: Index, words: Sequence[str], own_name: str) -> Vector:
    """Return the landmarks that a text resembles, ``own_name`` no more than the nearest other."""
    likenesses = index.nearest(words, _MAX_LANDMARKS)
    # A provision is a landmark itself; its number alone must not decide.
    if own_name in likenesses:
        limit = max((likenesses[name] for name in likenesses if name != own_name), default=1.0)
        likenesses[own_name] = min(likenesses[own_name], limit)
    return unit({name: likeness * likeness for name, likeness in likenesses.items()})


def wordwise(first: Sequence[str], second: Sequence[str]) -> float:
    """Return how alike two texts of one language are, word by word in their order (0 to 1)."""
    return Indel.normalized_similarity(_as_characters(tuple(first)), _as_characters(tuple(second)))


_characters: dict[str, str] = {}


@lru_cache(maxsize=8192)
def _as_characters(words: tuple[str, ...]) -> str:
    """Return a character for each word: these are compared much faster."""
    return "".join(_characters.setdefault(word, chr(0xE000 + len(_characters))) for word in words)


def share_in(part: Sequence[str], whole: Sequence[str]) -> float:
    """Return the share of ``part`` in ``whole``, by pairs of neighbouring words (0 to 1)."""
    pairs = Counter(pairwise(part))
    common = pairs & Counter(pairwise(whole))
    return common.total() / pairs.total() if pairs else 0.0


def best(likenesses: Iterable[float]) -> float:
    """Return the greatest likeness, 0 if there is none."""
    return max(likenesses, default=0.0)
