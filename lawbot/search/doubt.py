"""How sure a search is, in one number: from what the model of provisions gives the first hit, and whether the flow charts agree."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lawbot.search.signals import SIGNALS

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from lawbot.search.charts import ChartHit
    from lawbot.search.provisions import Hit

_LEARNT, _AGREED, _CHART_AHEAD, _AHEAD, _LEAST = 0.41, 1.7, 2.35, 1.58, -7.84
"""A logistic model: what a neper of the model's is worth, that the first chart rests on one of the first three provisions, how far the
first chart is ahead of the second, and the first provision of the fourth (as quotients); and what all of it is counted from."""
_MOST_CHART, _MOST = 2.0, 3.0
_FIRST = 3
EVEN = 0.55
"""The certainty at which an answer and a guess are as likely."""
_MODEL = "learnt"
_WEIGHT = next(signal.weight for signal in SIGNALS if signal.name == _MODEL)


def likelihood(hits: Sequence[Hit], charts: Sequence[ChartHit], rests: Container[str]) -> float | None:
    """How likely it is (0 to 1) that one of the first three provisions answers; None where no model tells.

    ``rests`` are the keys of the provisions that the first chart rests on.
    """
    if len(hits) < 2 or len(charts) < 2 or not any(_MODEL in hit.shares for hit in hits):
        return None
    first, last = hits[0], hits[min(_FIRST, len(hits) - 1)]
    agreed = any(str(hit.citation).casefold() in rests for hit in hits[:_FIRST])
    score = _LEAST + _LEARNT * first.shares.get(_MODEL, 0.0) / _WEIGHT + _AGREED * agreed
    score += _CHART_AHEAD * min(_MOST_CHART, charts[0].score / charts[1].score) + _AHEAD * min(_MOST, first.score / last.score)
    return 1 / (1 + math.exp(-score))


def by_points(hits: Sequence[Hit], doubted: float) -> float:
    """How certain (0 to 1) the best of some provisions is by its points alone, ``EVEN`` at those under which it is doubted; 0 where these
    are not known for a language."""
    return min(1.0, EVEN * hits[0].score / doubted) if hits and doubted else 0.0
