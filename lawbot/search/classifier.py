"""What the words of a text speak for, learnt from the phrases: a linear model of classes (laws,
provisions, charts) for bags of words.

bm25 holds a rare word for a telling one. Here each word, and each pair of neighbours, is worth for
a class what it has proved to be worth in telling the phrases of that class from all others, so what
is told by the way counts for little. Softmax regression, trained by Adagrad when a lawbook is
built; a byte a weight is kept.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from lawbot.language.methods import Cut

if TYPE_CHECKING:
    from lawbot.language import Language

LEAST = 9.0
"""Below this many nepers a class is given nothing."""
_STEP, _AT_ONCE, _SEED = 1.15, 32, 17
"""How far each text moves the weights at first, how many are taken at once, and the order in which
they come."""
_MANY = 6000
"""From so many texts on each comes once, else twice, with smaller steps: fewer tell less in one
round, and more no better in two."""
_STEEPEST = 8.0
"""Weights are kept between plus and minus this."""
_BYTE = 127
_ENDINGS = ("ing", "ed", "es", "s")
_SHORTEST_STEM = 3


Example = tuple[Sequence[str], Mapping[str, float]]
"""The features of a text, and the classes it belongs to with the part that each has of it."""


class Learnt:
    """A model: classes for the features of a text. ``rows`` gives the weights of the features that
    are known."""

    def __init__(
        self, classes: Sequence[str], rows: Callable[[Sequence[str]], list[bytes]]
    ) -> None:
        self._classes = classes
        self._rows = rows

    def of(self, features: Sequence[str]) -> dict[str, float]:
        """What the features speak for: the logarithm of each class's probability, counted from
        ``LEAST`` below certainty upwards."""
        rows = self._rows(features)
        if not rows:
            return {}
        weights = np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), -1)
        sums = weights.sum(axis=0, dtype=np.int32) * (_STEEPEST / _BYTE / math.sqrt(len(rows)))
        sums -= sums.max()
        points = sums - math.log(np.exp(sums).sum()) + LEAST
        places = np.flatnonzero(points > 0)
        return {
            self._classes[place]: value
            for place, value in zip(places.tolist(), points[places].tolist(), strict=True)
        }


def features_of(tokens: Iterable[str], language: Language) -> list[str]:
    """What a text is made of, by its terms: in a language of words their stems and pairs of
    neighbours, in others the terms themselves."""
    if language.tokens is not Cut.WORDS:
        return list(dict.fromkeys(tokens))
    stems = [_stem(word) for word in tokens if word not in language.telling.stop]
    return list(
        dict.fromkeys([*stems, *(f"{first} {second}" for first, second in pairwise(stems))])
    )


def train(examples: Sequence[Example], least: int) -> tuple[list[str], dict[str, bytes]]:
    """A model of the examples: its classes, and the weights of each feature that ``least`` examples
    have."""
    counts = Counter(chain.from_iterable(features for features, _ in examples))
    rows = {
        feature: row
        for row, feature in enumerate(
            sorted(feature for feature, times in counts.items() if times >= least)
        )
    }
    classes = sorted({name for _, parts in examples for name in parts})
    column = {name: place for place, name in enumerate(classes)}
    seen = [
        (known, [(column[name], part) for name, part in parts.items()])
        for features, parts in examples
        if (known := [row for row in map(rows.get, features) if row is not None])
    ]
    weights = _descended(seen, len(rows), len(classes))
    packed = (np.clip(weights / _STEEPEST, -1, 1) * _BYTE).round().astype(np.int8)
    return classes, {feature: row.tobytes() for feature, row in zip(rows, packed, strict=True)}


def _descended(
    seen: list[tuple[list[int], list[tuple[int, float]]]], rows: int, columns: int
) -> Any:
    """The weights after a round of Adagrad over the examples: (rows of features, (class, part)
    pairs).

    A sixth of a build is spent here, so some examples are taken at once, and worked on in place.
    """
    weights = np.zeros((rows, columns), dtype=np.float32)
    squares = np.full((rows, columns), 0.01, dtype=np.float32)
    chance = np.random.default_rng(_SEED)
    rounds = 1 if len(seen) >= _MANY else 2
    order = [place for _ in range(rounds) for place in chance.permutation(len(seen)).tolist()]
    for some in (
        [seen[place] for place in order[begin : begin + _AT_ONCE]]
        for begin in range(0, len(order), _AT_ONCE)
    ):
        lengths = [len(own) for own, _ in some]
        own, places = np.unique(
            list(chain.from_iterable(own for own, _ in some)), return_inverse=True
        )
        shares = np.zeros((len(some), len(own)), dtype=np.float32)
        shares[np.repeat(np.arange(len(some)), lengths), places] = (
            np.repeat(np.sqrt(lengths), lengths) ** -1
        )
        taken = weights.take(own, axis=0)
        chances = shares @ taken
        chances -= chances.max(axis=1, keepdims=True)
        np.exp(chances, out=chances)
        chances /= chances.sum(axis=1, keepdims=True)
        for row, (_, wanted) in zip(chances, some, strict=True):
            for name, part in wanted:
                row[name] -= part
        slopes = shares.T @ chances
        step = squares.take(own, axis=0)
        step += slopes * slopes
        squares[own] = step
        slopes *= _STEP / math.sqrt(rounds)
        np.sqrt(step, out=step)
        taken -= np.divide(slopes, step, out=step)
        weights[own] = taken
    return weights


@lru_cache(2048)
def _stem(word: str) -> str:
    """A word without the endings of tense and number, roughly: led and leads stay two words, lead
    and leading become one."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2]:
        word = word[:-1]
    return word.rstrip("e") if len(word) > _SHORTEST_STEM else word
