"""Rank provisions: the points of all signals are summed, and each can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from lawbot.search.bm25 import summed
from lawbot.search.query import MAX_CACHED_MESSAGES
from lawbot.search.signals import SIGNALS, Signal, SignalKind
from lawbot.search.weights import WEIGHTS

if TYPE_CHECKING:
    from lawbot.language import Language
    from lawbot.law.citation import Citation
    from lawbot.message.message import Message
    from lawbot.search.index_reader import IndexReader, Units
    from lawbot.search.query import Queries, Query

_EMPTY_FACTOR = 0.7
"""Factor of the score of a provision without text of its own."""
_MAX_RANKED = 50
"""Most provisions that are ranked."""
_EXACT = "exact heading"
"""The name under which an exact heading stands among the signals."""
_WORD_SIGNALS = [signal.name for signal in SIGNALS if signal.kind is SignalKind.WORDS]
"""Signals of which one must give points: the others give some to any words."""
_CLASSIFIERS = (SignalKind.CLASSIFIER, SignalKind.LAW_CLASSIFIER)
_LAW_SIGNALS = (SignalKind.LAW, SignalKind.LAW_CLASSIFIER)
Shares = dict[str, dict[str, float]]
"""The points of provisions, by signal and key."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision found: its citation, its score, and the points of each signal in it."""

    citation: Citation
    score: float
    shares: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: hits best first, and the edition and language searched.

    ``kind`` is 'exact' or 'words'. The other fields are those of the query.
    """

    hits: list[Hit]
    edition: str
    language: str
    kind: str = "words"
    repaired: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    known_share: float = 1.0
    elsewhere: int = 0


class Provisions:
    """Ranks the provisions of an edition."""

    def __init__(self, reader: IndexReader, queries: Queries) -> None:
        self._reader = reader
        self._queries = queries
        self.ranked = lru_cache(maxsize=MAX_CACHED_MESSAGES)(self._ranked)
        """Return all provisions for a message in an edition, best first. Raises LawbookError."""

    def _ranked(self, message: Message, edition: str) -> SearchResult:
        language = self._reader.languages[self._reader.lawbook.edition(edition).language]
        units = self._reader.units(edition)
        query = self._queries.query(message, language.code)
        shares = self._shares(query, edition, language)
        exact = units.named(query.spelt, language)
        # a heading beats any sum of signals
        if exact:
            shares[_EXACT] = {citation.folded: _exact_points(citation) for citation in exact}
        elif not any(shares.get(name) for name in _WORD_SIGNALS):
            shares = {}
        scores = self._scores(shares, units)
        # of equal scores the smaller key comes first, so that every run gives the same order
        keys = sorted(scores, key=lambda key: (-scores[key], key))[:_MAX_RANKED]
        hits = [
            Hit(units.citations[key], round(scores[key], 3), _shares_of(key, shares))
            for key in keys
            if scores[key] > 0
        ]
        return SearchResult(
            hits,
            edition,
            language.code,
            kind="exact" if hits and _EXACT in hits[0].shares else "words",
            repaired=query.repaired,
            unknown=query.unknown,
            known_share=query.known_share,
            elsewhere=query.elsewhere,
        )

    def _scores(self, shares: Shares, units: Units) -> dict[str, float]:
        """Return the sum of the signals for each provision of the edition."""
        scores = summed(*shares.values())
        for key in units.empty.intersection(scores):
            # who types the heading wants the provision itself, empty or not
            if key not in shares.get(_EXACT, ()):
                scores[key] *= _EMPTY_FACTOR
        return {key: score for key, score in scores.items() if key in units.citations}

    def with_text(self, hits: list[Hit], edition: str, limit: int) -> list[Hit]:
        """Return the first hits, with the first text inside a provision that has none.

        A provision whose heading the query is stays, with text or without.
        """
        by_key: dict[str, Hit] = {}
        first_texts = self._reader.units(edition).first_texts
        for hit in hits:
            first_text = first_texts.get(hit.citation.folded)
            if first_text is None or _EXACT in hit.shares:
                by_key.setdefault(hit.citation.folded, hit)
            else:
                by_key.setdefault(first_text.folded, replace(hit, citation=first_text))
            if len(by_key) == limit:
                break
        return list(by_key.values())

    def _shares(self, query: Query, edition: str, language: Language) -> Shares:
        """Return the points that each signal gives."""
        shares: Shares = {}
        sources = self._sources(edition)
        for signal in SIGNALS:
            if signal.source not in sources:
                continue
            name, home = sources[signal.source]
            provision_map = self._reader.provision_map(home, edition)
            points = self._points(signal, name, query, language)
            weight = getattr(WEIGHTS, signal.name.replace(" ", "_"))
            # points of a whole law lift provisions that others found, and bring in none
            if signal.kind in _LAW_SIGNALS:
                keys = set().union(*shares.values())
                shares[signal.name] = provision_map.law_points(points, keys, weight)
            else:
                shares[signal.name] = provision_map.points(points, weight)
        return shares

    def _sources(self, edition: str) -> dict[str, tuple[str, str]]:
        """Return the sources of signals for an edition, each with its name and home edition."""
        sources = {"edition": (edition, edition)}
        lexicon = self._reader.lexicon(edition)
        if lexicon:
            sources["lexicon"] = (lexicon.name, lexicon.home(edition))
        return sources

    def _points(
        self, signal: Signal, source: str, query: Query, language: Language
    ) -> Mapping[str, float]:
        """Return the points that one signal gives the owners of its rows."""
        table = signal.table.format(source)
        # models were fitted to all terms, and weigh them themselves
        if signal.kind in _CLASSIFIERS:
            classifier = self._reader.classifier(table)
            return classifier.points(query.features) if classifier else {}
        terms = self._queries.rarest(query.terms, language) if signal.rarest else query.terms
        return self._reader.bm25.points(table, signal.owners.format(source), terms)


def _shares_of(key: str, shares: Shares) -> dict[str, float]:
    """Return the points of one provision by signal."""
    return {name: points[key] for name, points in shares.items() if key in points}


def _exact_points(citation: Citation) -> float:
    if citation.term:
        return WEIGHTS.exact_term
    return WEIGHTS.exact_law if citation.parent is None else WEIGHTS.exact_part
