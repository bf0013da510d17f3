"""What each sign is worth when provisions and flow charts are ranked, in points of bm25.

``python -m bench.weights`` takes them away one by one and prints what that changes (the figures in
docs/search.md). They are round on purpose: finer ones only fit the samples.
"""

from dataclasses import dataclass


@dataclass(slots=True)
class Weights:
    """The weights in use. Those of ``SIGNALS`` bear the signals' names; a signal gives its points
    times its weight."""

    text: float = 0.5
    """The official words of a provision."""
    phrase: float = 0.7
    """The phrases of the lexicon, one by one."""
    gathered: float = 0.7
    """All phrases of a provision together."""
    learnt: float = 6.0
    """A neper that the model of provisions gives."""
    learnt_law: float = 6.0
    """A neper that the model of laws gives."""
    law: float = 1.5
    """All words of the law that the provision stands in."""
    exact_law: float = 40.0
    """That a query is word for word the heading of a law."""
    exact_part: float = 25.0
    """The same of a provision in one."""
    exact_term: float = 15.0
    """The same of a defined term."""
    favoured: float = 6.0
    """That the first chart rests on the provision."""
    favoured_elsewhere: float = 20.0
    """The same in another language than that of the charts, where the other signs give more
    points."""
    chart_learnt: float = 10.0
    """A neper that the model of charts gives."""
    rests_on: float = 8.0
    """That a chart's rulings rest on the first provision found; half of it for the second, and so
    on."""
    about: float = 8.0
    """That a chart is about the law of the first provision found: in another language than that of
    the charts."""
    title: float = 1.0
    """The title and summary of a translated chart."""
    whole: float = 1.0
    """All words of a translated chart."""
    fact: float = 10.0
    """That a sentence tells a fact of the chart."""
    proved: float = 100.0
    """That an auction proves facts of the chart: nearly all such texts are about one of the charts
    proved."""


WEIGHTS = Weights()
