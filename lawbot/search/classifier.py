"""Tell laws, provisions and charts apart by words: a linear classifier learnt from phrases.

bm25 takes a rare word for a telling one. Here each word, and each pair of neighbours, is worth for
a class as much as it has helped to tell the phrases of that class from all others, so details of a
story count for little. It is a softmax regression, trained by Adagrad when a lawbook is built; each
weight is stored in a byte.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lawbot.language.methods import Cut

if TYPE_CHECKING:
    from lawbot.language import Language

# lawbot_handbook/static/search.js has LEAST, STEEPEST and BYTE as well
_LEAST_LOG_PROBABILITY = -9.0
"""Logarithm of the probability below which a class gets no points."""
_STEEPEST = 8.0
"""Largest weight; the byte of a weight is in proportion to it."""
_BYTE = 127
_LEARNING_RATE = 1.15
_BATCH_SIZE = 32
"""Texts that are learnt from at once."""
_SEED = 17
"""Seed of the order of the texts, so that every build learns the same."""
_FIRST_SQUARES = 0.01
"""Sum of squared gradients that Adagrad begins with: the first steps are not too large."""
_ENOUGH_TEXTS = 6000
"""Number of texts from which one epoch is enough.

With fewer, two epochs with smaller steps are better; with more, they are no better.
"""
_ENDINGS = ("ing", "ed", "es", "s")
_SHORTEST_STEM = 3


class Example(NamedTuple):
    """A text to learn from: its features, and its classes with the share of each."""

    features: Sequence[str]
    classes: Mapping[str, float]


class _Sample(NamedTuple):
    """An example in numbers: the rows of its features, its columns with the share of each."""

    rows: list[int]
    shares: list[tuple[int, float]]


class Classifier:
    """A model that gives classes points for the features of a text.

    ``read_weights`` returns the weights of those features that the model knows.
    """

    def __init__(
        self, classes: Sequence[str], read_weights: Callable[[Sequence[str]], list[bytes]]
    ) -> None:
        self._classes = classes
        self._read_weights = read_weights

    def points(self, features: Sequence[str]) -> dict[str, float]:
        """Return how far the log probability of each class is above the least, in nepers."""
        rows = self._read_weights(features)
        if not rows:
            return {}
        weights = np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), -1)
        # a long text is no surer than a short one: hence the root
        sums = weights.sum(axis=0, dtype=np.int32) * (_STEEPEST / _BYTE / math.sqrt(len(rows)))
        sums -= sums.max()
        points = sums - math.log(np.exp(sums).sum()) - _LEAST_LOG_PROBABILITY
        columns = np.flatnonzero(points > 0)
        classes = [self._classes[column] for column in columns.tolist()]
        return dict(zip(classes, points[columns].tolist(), strict=True))


def features_of(terms: Iterable[str], language: Language) -> list[str]:
    """Return the features of a text, by its terms, each once.

    In a language of words they are stems and pairs of neighbouring stems, else the terms.
    """
    if language.tokens is not Cut.WORDS:
        return list(dict.fromkeys(terms))
    stems = [_stem(word) for word in terms if word not in language.telling.stop]
    pairs = [f"{first} {second}" for first, second in pairwise(stems)]
    return list(dict.fromkeys(stems + pairs))


def train(examples: Sequence[Example], least: int) -> tuple[list[str], dict[str, bytes]]:
    """Return a model's classes, and the weights of each feature that ``least`` examples have."""
    counts = Counter(chain.from_iterable(example.features for example in examples))
    features = sorted(feature for feature, count in counts.items() if count >= least)
    row_of = {feature: row for row, feature in enumerate(features)}
    classes = sorted({name for example in examples for name in example.classes})
    column_of = {name: column for column, name in enumerate(classes)}
    samples: list[_Sample] = []
    for example in examples:
        rows = [row_of[feature] for feature in example.features if feature in row_of]
        if rows:
            shares = [(column_of[name], share) for name, share in example.classes.items()]
            samples.append(_Sample(rows, shares))
    weights = _fit_adagrad(samples, len(features), len(classes))
    as_bytes = (np.clip(weights / _STEEPEST, -1, 1) * _BYTE).round().astype(np.int8)
    return classes, {
        feature: row.tobytes() for feature, row in zip(features, as_bytes, strict=True)
    }


def _fit_adagrad(samples: list[_Sample], row_count: int, column_count: int) -> Any:
    """Return the weights after one or two epochs of Adagrad over the samples."""
    weights = np.zeros((row_count, column_count), dtype=np.float32)
    squares = np.full((row_count, column_count), _FIRST_SQUARES, dtype=np.float32)
    rng = np.random.default_rng(_SEED)
    epochs = 1 if len(samples) >= _ENOUGH_TEXTS else 2
    order: list[int] = []
    for _ in range(epochs):
        order += rng.permutation(len(samples)).tolist()
    for begin in range(0, len(order), _BATCH_SIZE):
        batch = [samples[index] for index in order[begin : begin + _BATCH_SIZE]]
        rows, inputs = _inputs(batch)
        batch_weights = weights.take(rows, axis=0)
        errors = inputs @ batch_weights
        # a sixth of a build is spent here, so arrays are worked on in place
        errors -= errors.max(axis=1, keepdims=True)
        np.exp(errors, out=errors)
        errors /= errors.sum(axis=1, keepdims=True)
        for sample_errors, sample in zip(errors, batch, strict=True):
            for column, share in sample.shares:
                sample_errors[column] -= share
        gradients = inputs.T @ errors
        batch_squares = squares.take(rows, axis=0)
        batch_squares += gradients * gradients
        squares[rows] = batch_squares
        gradients *= _LEARNING_RATE / math.sqrt(epochs)
        np.sqrt(batch_squares, out=batch_squares)
        batch_weights -= np.divide(gradients, batch_squares, out=batch_squares)
        weights[rows] = batch_weights
    return weights


def _inputs(batch: Sequence[_Sample]) -> tuple[Any, Any]:
    """Return the rows of a batch, and a matrix with the share of each row in each sample."""
    lengths = [len(sample.rows) for sample in batch]
    all_rows = list(chain.from_iterable(sample.rows for sample in batch))
    rows, columns = np.unique(all_rows, return_inverse=True)
    inputs = np.zeros((len(batch), len(rows)), dtype=np.float32)
    sample_of_row = np.repeat(np.arange(len(batch)), lengths)
    inputs[sample_of_row, columns] = np.repeat(np.sqrt(lengths), lengths) ** -1
    return rows, inputs


@lru_cache(2048)
def _stem(word: str) -> str:
    """Return a word without its endings of tense and number.

    It is rough: led and leads stay two words, lead and leading become one.
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2]:
        word = word[:-1]
    return word.rstrip("e") if len(word) > _SHORTEST_STEM else word
