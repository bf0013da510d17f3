"""The weights of the signs by which provisions and flow charts are ranked, in points of bm25.

``python -m bench.weights`` removes them one by one and prints what that changes. They are round on
purpose: finer ones only fit the samples.
"""

from dataclasses import dataclass


@dataclass(slots=True)
class Weights:
    """The weights in use; a signal's points are multiplied by the weight of its name."""

    text: float = 0.5
    """Official words of a provision."""
    phrase: float = 0.7
    """A phrase of the lexicon."""
    gathered: float = 0.7
    """All phrases of a provision together."""
    learnt: float = 6.0
    """A neper of the classifier of provisions."""
    learnt_law: float = 6.0
    """A neper of the classifier of laws."""
    law: float = 1.5
    """All words of the law that the provision stands in."""
    exact_law: float = 40.0
    """A query that is word for word the heading of a law."""
    exact_part: float = 25.0
    """A query that is word for word the heading of a provision in a law."""
    exact_term: float = 15.0
    """A query that is word for word a defined term."""
    favoured: float = 6.0
    """A provision on which the first chart rests."""
    favoured_elsewhere: float = 20.0
    """A provision on which the first chart rests, in another language than that of the charts.

    There the other signs give more points.
    """
    chart_learnt: float = 10.0
    """A neper of the classifier of charts."""
    rests_on: float = 8.0
    """A chart that rests on the first provision found; half of it for the second, and so on."""
    about: float = 8.0
    """A chart about the law of the first provision, in another language than that of the charts."""
    title: float = 1.0
    """Title and summary of a translated chart."""
    whole: float = 1.0
    """All words of a translated chart."""
    fact: float = 10.0
    """A fact of the chart that a sentence tells."""
    proved: float = 100.0
    """A chart of which an auction proves facts: nearly all such texts are about one of these."""


WEIGHTS = Weights()
