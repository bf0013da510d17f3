"""What a text tells: the charts it may mean, the facts it tells of each, and where that leads. Which chart is sure enough to open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from lawbot.search.engine import Search
from lawbot.situations.charts import Situations
from lawbot.situations.hearing import Hearing, Source
from lawbot.situations.sequences import facts, findings, read_auction, read_trick, trick_facts, trick_findings
from lawbot.situations.walk import Asked

SURE = 1.2
"""How many times the weight of the second chart the first one must have to be opened at once."""
A_FACT = 8.0
"""What a fact heard of a chart weighs beside its score: a sentence that tells a chart's facts is about that chart."""


@dataclass(frozen=True, slots=True)
class ToldChart:
    """A chart found for a text: the facts it tells (``given``), the words each was taken from (``said``; empty where a sequence of calls or plays
    proves it), and what comes ``next``: the fact still asked, or the ruling's id."""

    id: str
    title: str
    score: float
    given: dict[str, str]
    said: dict[str, str]
    next: str
    ruled: bool


@lru_cache(maxsize=16)
def sequences(text: str) -> dict[str, dict[str, str]]:
    """The facts that an auction or a trick written out in the text proves, by chart."""
    told: dict[str, dict[str, str]] = {}
    auction = read_auction(text)
    if auction is not None and len(auction.calls) > 1:  # of one call alone the seat may be that of the next sentence
        told = {chart: dict(known) for chart, known in facts(auction, findings(auction)).items()}
    if (trick := read_trick(text)) is not None:
        for chart, known in trick_facts(trick_findings(trick)).items():
            told[chart] = {**known, **told.get(chart, {})}
    return told


class Telling:
    """Finds the charts for a text and hears what it tells of them."""

    def __init__(self, search: Search, situations: Situations, sources: Iterable[Source] = (sequences,)) -> None:
        self.search = search
        self.situations = situations
        self.hearing = Hearing(situations, sources)

    def charts(self, text: str, limit: int = 5) -> list[ToldChart]:
        """The charts for any text, with what it tells of each: best first, those before others of which more is told."""
        told = []
        for hit in self.search.situations(text, limit):
            if hit.id not in self.situations:  # a lawbook older than the charts
                continue
            heard = self.hearing.hear(hit.id, text)
            reached = self.hearing.reached(hit.id, heard)
            name = reached.fact if isinstance(reached, Asked) else reached.name
            told.append(ToldChart(hit.id, hit.title, hit.score, heard.given, heard.said, name, not isinstance(reached, Asked)))
        return sorted(told, key=lambda chart: -weight(chart.score, chart.given))

    def sure(self, text: str, told: list[ToldChart]) -> ToldChart | None:
        """Of charts in the order of ``charts`` the one that is clearly meant: well ahead of the others, a fact of it heard, and the text tells, not only asks."""
        if not told or self.hearing.asks(text):
            return None
        first, *others = told
        ahead = all(weight(first.score, first.given) >= SURE * weight(other.score, other.given) for other in others[:1])
        return first if first.given and ahead else None


def weight(score: float, given: Mapping[str, str]) -> float:
    """What a chart weighs for a text: its score, and what the text tells of it."""
    return score + A_FACT * len(given)
