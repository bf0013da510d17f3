"""How sure an outcome is: of the first chart and of the first provision, how likely it is (0 to 1) to be what the text is about.

Two logistic models over a few signs. ``python -m tests.certainty`` fits them on every set of told texts and prints, by
cross-validation, how many of those called sure are right (docs/search.md has the table).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lawbot.search.charts import only_asks
from lawbot.search.provisions import Hit
from lawbot.search.signals import SIGNALS

SURE_CHART = 0.72
"""Likelihood from which on the first chart is opened at once: nine of ten of those are right."""
SURE_ELSEWHERE = 0.9
"""The same for a text in another language than that of the charts, on which the models are fitted: 55 of 58 were right in 116 messages told in
Vietnamese and Thai."""
SURE_PROVISION = 0.7
"""Likelihood from which on the first provision is shown as the answer: five of six are right."""
CHART = (2.17, 2.01, 0.5, -0.92, -0.55, -0.56)
"""The weights of ``Signs.of_chart``, and what they are counted from."""
PROVISION = (0.35, 1.38, 2.87, 0.33, 0.6, -7.89)
"""The weights of ``Signs.of_provision``, and what they are counted from."""
_FAR = 3.0
"""Quotients above this say no more."""
_NEPERS = 8.0
"""What the model of charts gives is counted in these."""
_LEARNT = next(signal for signal in SIGNALS if signal.name == "learnt")


@dataclass(frozen=True, slots=True)
class Signs:
    """What certainty is read from. ``weights`` are those of the charts, best first, ``nepers`` what their model gives the same charts;
    ``hits`` are the provisions, best first, ``rests`` is whether the first chart rests on the first of them."""

    text: str
    weights: Sequence[float]
    nepers: Sequence[float]
    hits: Sequence[Hit]
    rests: bool

    @property
    def of_chart(self) -> tuple[float, ...]:
        """How far the first chart is ahead, in all and by the model; whether it rests on the first provision; that the text only asks, and how
        many words it has."""
        first, *others = self.nepers or (0.0,)
        return (
            _ahead(self.weights, 1),
            (first - max(others, default=0.0)) / _NEPERS,
            float(self.rests),
            float(only_asks(self.text)),
            math.log(max(1, len(self.text.split()))),
        )

    @property
    def of_provision(self) -> tuple[float, ...]:
        """What the model gives the first provision, how far it is ahead of the second and the fourth, how far the first chart is, and whether
        that rests on it."""
        scores = [hit.score for hit in self.hits]
        learnt = self.hits[0].shares.get(_LEARNT.name, 0.0) / _LEARNT.weight if self.hits else 0.0
        return learnt, _ahead(scores, 1), _ahead(scores, 3), _ahead(self.weights, 1), float(self.rests)


def likelihood(model: Sequence[float], signs: Sequence[float]) -> float:
    """The likelihood that a model gives to signs."""
    *weights, start = model
    return 1 / (1 + math.exp(-start - sum(weight * sign for weight, sign in zip(weights, signs, strict=True))))


def _ahead(scores: Sequence[float], place: int) -> float:
    """How many times as strong as the one at a place the first is, at most ``_FAR``."""
    if len(scores) <= place or scores[place] <= 0:
        return _FAR if scores else 1.0
    return min(_FAR, scores[0] / scores[place])
