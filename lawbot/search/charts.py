"""Flow charts for a description of what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from lawbot.language import SOURCE
from lawbot.search.provisions import DEPTH
from lawbot.search.signals import key_of

if TYPE_CHECKING:
    from lawbot.search.kept import Kept
    from lawbot.search.provisions import Provisions
    from lawbot.search.terms import Asking

NEAR_CHART = 20.0
"""What a cosine of 1 to a chart's nearest alias is worth, beside the bm25 points of its aliases and of its whole text."""
RESTS_ON = 8.0
"""What it is worth to a chart that its rulings rest on the first provision found; half of it for the second, and so on."""
_PROVISIONS = 8
"""Provisions found that say something of the charts that rest on them."""
_TABLE_DETAIL = re.compile(r"north|south|east|west|\d+|[akqjt2-9]?[shdc][akqjt\d]*")
"""Words of a description that tell no situation from another: seats and cards."""


@dataclass(frozen=True, slots=True)
class ChartHit:
    """A flow chart found for a description."""

    id: str
    title: str
    score: float


class Charts:
    """Ranks the flow charts, which are written in ``SOURCE``."""

    def __init__(self, kept: Kept, asking: Asking, provisions: Provisions) -> None:
        self._kept = kept
        self._asking = asking
        self._provisions = provisions

    def ranked(self, text: str, limit: int) -> list[ChartHit]:
        """The charts for a text, best first."""
        ids, titles = self._kept.texts("charts"), self._kept.texts("chart_titles")
        if not ids:
            return []
        asked = self._asking.asked(text, self._kept.languages[SOURCE]).terms
        terms = [term for term in asked if not _TABLE_DETAIL.fullmatch(term)]
        scores = dict.fromkeys(range(len(ids)), 0.0)
        for number, score in self._given(terms):
            scores[number] += score
        ranked = sorted(scores.items(), key=lambda entry: -entry[1])
        return [ChartHit(ids[number], titles[number], round(score, 3)) for number, score in ranked[:limit] if score > 0]

    def _given(self, terms: list[str]) -> Iterable[tuple[int, float]]:
        """What each signal gives a chart, by its number."""
        if not terms:
            return
        index = self._kept.index
        yield from _best((self._alias_owners[row - 1], score) for row, score in index.match("alias", terms, DEPTH))
        yield from ((row - 1, score) for row, score in index.match("chart", terms, DEPTH))
        vectors, aliases = self._kept.word_vectors(SOURCE), self._kept.matrix("alias")
        if vectors is not None and aliases is not None:
            closeness = (aliases @ vectors.embed(terms)[0]).tolist()
            yield from ((number, NEAR_CHART * value) for number, value in _best(zip(self._alias_owners, closeness, strict=True)))
        yield from self._resting_on(terms)

    def _resting_on(self, terms: list[str]) -> Iterable[tuple[int, float]]:
        if self._edition is None:
            return
        found = self._provisions.ranked(" ".join(terms), self._edition, self._kept.languages[SOURCE])
        for place, hit in enumerate(found.hits[:_PROVISIONS]):
            for number, cited in enumerate(self._laws):
                if key_of(hit.citation) in cited:
                    yield number, RESTS_ON / (1 + place)

    @cached_property
    def _edition(self) -> str | None:
        """The edition that descriptions are looked up in: the one in force, in the language of the charts."""
        spoken = [edition for edition in self._kept.lawbook.editions.values() if edition.language == SOURCE]
        return max(spoken, key=lambda edition: edition.code).id if spoken else None

    @cached_property
    def _laws(self) -> list[set[str]]:
        cited = self._kept.groups("chart_laws")
        return [set(cited.get(chart, ())) for chart in self._kept.texts("charts")]

    @cached_property
    def _alias_owners(self) -> list[int]:
        return self._kept.numbers("alias_owners")


def _best(scores: Iterable[tuple[int, float]]) -> Iterable[tuple[int, float]]:
    """The best score of each owner."""
    best: dict[int, float] = {}
    for owner, score in scores:
        best[owner] = max(best.get(owner, 0.0), score)
    return best.items()
