"""Rank flow charts for a description of a case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

from lawbot.grouped import grouped
from lawbot.language import SOURCE
from lawbot.language.methods import straighten
from lawbot.message.tokens import spellings
from lawbot.search.bm25 import summed
from lawbot.search.query import MAX_CACHED_MESSAGES
from lawbot.search.signals import law_of
from lawbot.search.weights import WEIGHTS

if TYPE_CHECKING:
    from lawbot.law.citation import Citation
    from lawbot.message.message import Message
    from lawbot.search.index_reader import IndexReader, ProvisionMap
    from lawbot.search.provisions import Provisions, SearchResult
    from lawbot.search.query import Queries

_PROVISIONS = 8
"""Number of the best provisions that give points to charts."""
_FAVOURING = 3
"""Number of the best charts whose provisions are favoured: those on the first screen."""
_ASKS_FOR_ONESELF = re.compile(r"(?:(?:when|why|how) )?(?:can|may|must|do) (?:i|we) ")
"""Beginning of a last sentence that asks what its writer may do: no ruling answers it."""
_TABLE_DETAIL = re.compile(r"north|south|east|west|\d|1[06-9]|[2-9]\d+|[akqjt2-9]?[shdc][akqjt\d]*")
"""Words that tell no situation from another: seats and cards."""


@dataclass(frozen=True, slots=True)
class ChartHit:
    """A flow chart found for a description."""

    id: str
    title: str
    score: float


def only_asks(message: Message) -> bool:
    """Return whether a message only asks ('may I', 'what is'), and tells nothing that happened."""
    parts = re.split(r"[.;!?]", straighten(message.text))
    sentences = [part.strip() for part in parts if part.strip()]
    if not sentences:
        return False
    are_questions = all(sentence.startswith(_questions()) for sentence in sentences)
    return are_questions or bool(_ASKS_FOR_ONESELF.match(sentences[-1]))


@cache
def _questions() -> tuple[str, ...]:
    """Return the first words of a question, in every language."""
    return tuple(spellings(lambda language: language.questions))


class Charts:
    """Ranks the flow charts, which are written in ``SOURCE``."""

    def __init__(self, reader: IndexReader, queries: Queries, provisions: Provisions) -> None:
        self._reader = reader
        self._queries = queries
        self._provisions = provisions
        self.ranked = lru_cache(maxsize=MAX_CACHED_MESSAGES)(self._ranked)
        """Return all charts for a message in a language, by its code, best first."""

    def _ranked(self, message: Message, code: str) -> list[ChartHit]:
        scores = summed(*self._points(message, code))
        titles = self.titles(SOURCE)
        hits = [ChartHit(chart, titles[chart], round(score, 3)) for chart, score in scores.items()]
        hits.sort(key=lambda hit: -hit.score)
        # a chart that no signal knows is no suggestion
        return [hit for hit in hits if hit.score > 0]

    def titles(self, code: str) -> dict[str, str]:
        """Return the titles, by their ids, of the charts that there are in a language."""
        ids = self._reader.texts(f"charts:{code}")
        return dict(zip(ids, self._reader.texts(f"chart_titles:{code}"), strict=True))

    def favouring(self, result: SearchResult, message: Message) -> SearchResult:
        """Return a result in which provisions stand higher on which the first charts rest."""
        # a heading typed word for word needs no help from charts
        if result.kind != "words":
            return result
        favoured = WEIGHTS.favoured if result.language == SOURCE else WEIGHTS.favoured_elsewhere
        points: dict[str, float] = {}
        charts = self.ranked(message, result.language)[:_FAVOURING]
        for rank, chart in enumerate(charts):
            # the second chart is often a neighbour of the first, so it counts half
            chart_points = favoured * chart.score / charts[0].score / (1 + rank)
            for key in self._cited.get(chart.id, ()):
                points[key] = max(points.get(key, 0.0), chart_points)
        lifts = self._provision_map(result.edition).points(points)
        hits = [
            replace(hit, score=round(hit.score + lifts.get(hit.citation.folded, 0.0), 3))
            for hit in result.hits
        ]
        hits.sort(key=lambda hit: -hit.score)
        return replace(result, hits=hits)

    def on(self, citation: Citation, edition: str) -> list[str]:
        """Return the charts that rest on a provision of an edition, best first.

        Those about its law come before those whose rulings cite it most.
        """
        lawbook = self._reader.lawbook
        charts_on = self._reader.groups("charts_on")
        charts: list[str] = []
        for cited in lawbook.counterparts(citation, edition, lawbook.ruled_by).citations:
            charts += charts_on.get(cited.folded, ())
        return list(dict.fromkeys(charts))

    def counterpart_keys(self, keys: Iterable[str], edition: str) -> frozenset[str]:
        """Return the keys of an edition's provisions that correspond to those that charts cite."""
        return frozenset(self._provision_map(edition).points(dict.fromkeys(keys, 1.0)))

    def _points(self, message: Message, code: str) -> Iterator[dict[str, float]]:
        """Yield the points that each signal gives to charts."""
        query = self._queries.query(message, code)
        classifier = self._reader.classifier(f"charts:{code}")
        if classifier:
            points = classifier.points(query.features)
            yield {chart: WEIGHTS.chart_learnt * value for chart, value in points.items()}
        if code == SOURCE:
            yield self._source_points(query.terms)
        else:
            for table, weight in (("title", WEIGHTS.title), ("chart", WEIGHTS.whole)):
                owners = f"charts:{code}"
                points = self._reader.bm25.points(f"{table}:{code}", owners, query.terms)
                yield {chart: weight * score for chart, score in points.items()}
        yield self._provision_points(message, code)

    def _source_points(self, terms: Iterable[str]) -> dict[str, float]:
        """Return the points of words for the charts as they are written."""
        # every story has seats and cards, and an alias that names one would win by it
        terms = [term for term in terms if not _TABLE_DETAIL.fullmatch(term)]
        bm25 = self._reader.bm25
        aliases = bm25.points("alias", "alias_owners", terms)
        return summed(aliases, bm25.points("chart", f"charts:{SOURCE}", terms))

    def _provision_points(self, message: Message, code: str) -> dict[str, float]:
        """Return the points of charts that rest on the provisions found, or are about their laws."""
        points: dict[str, float] = {}
        edition = self._edition(code)
        if edition is None:
            return points

        def add(charts_by_key: dict[str, list[str]], keys: Iterable[str], share: float) -> None:
            charts: list[str] = []
            for key in keys:
                charts += charts_by_key.get(key, ())
            # a chart that cites a law twice counts once
            for chart in dict.fromkeys(charts):
                points[chart] = points.get(chart, 0.0) + share

        home_keys = self._provision_map(edition).home_keys
        hits = self._provisions.ranked(message, edition).hits
        for rank, hit in enumerate(hits[:_PROVISIONS], 1):
            keys = home_keys.get(hit.citation.folded, [])
            add(self._citing, keys, WEIGHTS.rests_on / rank)
            # charts have phrases of their own in the source language; elsewhere the law helps out
            if code != SOURCE:
                laws = [str(law_of(key)) for key in keys]
                add(self._about, laws, WEIGHTS.about / rank)
        return points

    def _provision_map(self, edition: str) -> ProvisionMap:
        """Return the counterparts in an edition of the provisions that charts cite."""
        return self._reader.provision_map(self._reader.lawbook.ruled_by, edition)

    def _edition(self, code: str) -> str | None:
        """Return the edition of the newest code in a language, or None."""
        editions = self._reader.lawbook.editions.values()
        in_language = [edition for edition in editions if edition.language == code]
        return max(in_language, key=lambda edition: edition.code).id if in_language else None

    @cached_property
    def _about(self) -> dict[str, list[str]]:
        """The charts that are first of all about a law, by its number."""
        first_laws = self._reader.groups("chart_first_law")
        return grouped((laws[0], chart) for chart, laws in first_laws.items())

    @property
    def _cited(self) -> dict[str, list[str]]:
        """The keys of the provisions that a chart's rulings cite."""
        return self._reader.groups("chart_laws")

    @cached_property
    def _citing(self) -> dict[str, list[str]]:
        """The charts whose rulings cite a provision, by its key."""
        return grouped((key, chart) for chart, keys in self._cited.items() for key in keys)
