"""Search: several signals summed in one pass, each of which can be shown.

A citation answers by itself; for other words the signals are summed, an exact heading or term being one of them. What the weights are worth was
measured with ``make search-report``; they are round on purpose, since finer ones only fit the samples.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from lawbot.citation import Citation, CitationError, find_citations
from lawbot.lawbook import PLAIN, Lawbook, NoSuchProvisionError
from lawbot.lawbook.index import SearchIndex
from lawbot.search import words
from lawbot.search.indexing import LEXICON_EDITIONS, key_of
from lawbot.search.spelling import Speller
from lawbot.search.units import Units
from lawbot.search.vectors import WordVectors, can_compute, unpack_units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lawbot.search.vectors import Matrix

WEIGHTS = {
    "phrase": 0.7,
    "gathered": 0.7,
    "plain": 0.5,
    "text": 0.5,
    "heading": 0.5,
    "law": 1.5,
    "near phrase": 40.0,
    "near text": 3.0,
}
"""What a point of each signal is worth in the sum (bm25 points; for the two vector signals, a cosine of 1)."""
NEAR_CHART = 20.0
"""What a cosine of 1 to a chart's nearest alias is worth, beside the bm25 points of its aliases and of its whole text."""
RESTS_ON = 8.0
"""What it is worth to a chart that its rulings rest on the first provision found; half of it for the second, and so on."""
_TABLE_DETAIL = re.compile(r"north|south|east|west|\d+|[akqjt2-9]?[shdc][akqjt\d]*")
"""Words of a description that tell no situation from another: seats and cards."""
EMPTY = 0.7
"""A provision that only holds others stands back a little behind them."""
EXACT = 1000.0
"""The score of a citation."""
MISREAD = 0.3
"""How much less certain a search is whose words were all guessed at: read as others, or not known."""
SENSELESS = 0.5
"""Closeness to the nearest phrase under which words that stand nowhere find nothing."""
_OF_WORDS = ("phrase", "gathered", "plain", "text", "heading")
LONGEST_QUERY = 600
"""Characters of a query that are looked at; a longer one is cut at a word."""
MOST_WORDS = 48
_DEPTH = 100
_EVERYWHERE = {"vi": 1000, "th": 500}
"""Syllables, and runs of three Thai letters, that stand in more places are not asked for: they cost time and tell nothing (measured)."""
_TELLING = {"en": 5, "vi": 8, "th": 8}
"""How many terms of a query the phrases are asked for: words, syllables and pairs, runs of three letters."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision found: its citation, the sum of its signals, and what each of them gave."""

    citation: Citation
    score: float
    shares: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChartHit:
    """A flow chart found for a description."""

    id: str
    title: str
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: hits best first, the language and edition searched, and how sure it is.

    ``kind`` is 'citation', 'exact' or 'words'. ``certainty`` runs from 0 to 1; below ``DOUBT`` the best is a guess.
    ``repaired`` maps misspelt words to what was searched instead; ``unknown`` are words that nothing here knows.
    """

    hits: list[Hit]
    edition: str
    language: str
    kind: str = "words"
    certainty: float = 0.0
    repaired: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


class Search:
    """Searches one lawbook. Any text may be given; none raises."""

    def __init__(self, lawbook: Lawbook, *, vectors: bool = True) -> None:
        self.lawbook = lawbook
        self.index = SearchIndex(lawbook.db)
        self._wants_vectors = vectors
        self._editions: dict[str, Units] = {}
        self._lists: dict[str, list[str]] = {}
        self._spellers: dict[str, Speller] = {}
        self._synonyms_by_language: dict[str, list[tuple[str, list[str]]]] = {}

    def find(self, query: str, edition: str, limit: int = 10) -> Found:
        """The provisions of ``edition`` that answer ``query``, best first. Raises LawbookError for an unknown edition."""
        about = self.lawbook.edition(edition)
        text = _bounded(query)
        cited = self._cited(text, edition)
        if cited is not None:
            return Found([Hit(cited, EXACT, {"citation": EXACT})], edition, about.language, "citation", 1.0)
        found = self._ranked(text, edition, about.language)
        named = self._named(query, edition)
        if named is not None:
            others = [hit for hit in found.hits if hit.citation != named]
            return replace(found, hits=[Hit(named, EXACT, {"citation": EXACT}), *others][:limit], kind="citation", certainty=1.0)
        return replace(found, hits=self._with_text(found.hits, edition)[:limit])

    def situations(self, query: str, limit: int = 5) -> list[ChartHit]:
        """The flow charts for a description of what happened, best first."""
        terms = [term for term in self._terms(_bounded(query), "en")[0] if not _TABLE_DETAIL.fullmatch(term)]
        if not terms:
            return []
        ids = cast("list[str]", self.index.kept("charts") or [])
        titles = cast("list[str]", self.index.kept("chart_titles") or [])
        scores = dict.fromkeys(range(len(ids)), 0.0)
        for number, score in _best((self._alias_owners[row - 1], score) for row, score in self.index.match("alias", terms, _DEPTH)):
            scores[number] += score
        for row, score in self.index.match("chart", terms, _DEPTH):
            scores[row - 1] += score
        if self._alias_vectors is not None and self._vectors is not None:
            closeness = self._alias_vectors @ self._vectors.embed(terms)[0]
            for number, value in _best(zip(self._alias_owners, closeness.tolist(), strict=True)):
                scores[number] += NEAR_CHART * value
        for place, hit in enumerate(self._ranked(" ".join(terms), self.lawbook.in_force, "en").hits[:8]):
            for number, chart in enumerate(ids):
                if key_of(hit.citation) in self._chart_laws[chart]:
                    scores[number] += RESTS_ON / (1 + place)
        ranked = sorted(scores.items(), key=lambda entry: -entry[1])
        return [ChartHit(ids[number], titles[number], round(score, 3)) for number, score in ranked[:limit] if score > 0]

    def language_of(self, query: str) -> str:
        """The language of a query: by its script and marks; for bare Latin letters by whose words it is made of."""
        written = words.language_of(query)
        if written != "en" or "vi-2007" not in self.lawbook.editions:
            return written
        english, vietnamese = self._speller("en"), self._speller("vi")
        tokens = [token for token in words.english(_bounded(query)) if not token.isdigit()]
        native = sum(vietnamese.knows(token) and not english.knows(token) for token in tokens)
        foreign = sum(english.knows(token) and not vietnamese.knows(token) for token in tokens)
        return "vi" if native > foreign and native >= 2 else "en"

    def meanings(self, word: str) -> list[str]:
        """What a word or abbreviation may stand for, by the English lexicon: 'LHO', 'renege'; empty when nothing is known."""
        kept = cast("dict[str, list[str]]", self.index.kept("synonyms:en") or {})
        return kept.get(word.strip().casefold(), [])

    # -- exact ---------------------------------------------------------------------------------------------------------

    def _cited(self, text: str, edition: str) -> Citation | None:
        try:
            return self.lawbook.provision(Citation.parse(text), edition).citation
        except (CitationError, NoSuchProvisionError):
            return None

    def _named(self, query: str, edition: str) -> Citation | None:
        """The one provision that a short question names: 'what does law 72C say'."""
        if len(query) > 80:
            return None
        cited = [span.citation for span in find_citations(query)]
        return self._cited(str(cited[0]), edition) if len(cited) == 1 else None

    # -- ranked --------------------------------------------------------------------------------------------------------

    def _ranked(self, text: str, edition: str, language: str) -> Found:
        terms, repaired, unknown = self._terms(text, language)
        shares: dict[str, dict[str, float]] = {}

        def add(signal: str, scores: Iterable[tuple[str, float]]) -> None:
            weight = WEIGHTS[signal]
            for owner, score in scores:
                given = shares.setdefault(owner, {})
                given[signal] = max(given.get(signal, 0.0), weight * score)

        units = self._units(edition)
        add("text", self._owned(f"text:{edition}", terms, units.keys))
        add("heading", self._owned(f"head:{edition}", terms, units.keys))
        certainty = 0.0
        if self._speaks(edition, language):
            add("phrase", self._owned(f"phrase:{language}", self._rarest(terms, language), self._kept_list(f"owners:{language}")))
            add("gathered", self._owned(f"gathered:{language}", terms, self._kept_list(f"gathered:{language}")))
            if language == "en" and edition != PLAIN and PLAIN in self.lawbook.editions:
                add("plain", self._owned(f"text:{PLAIN}", terms, self._units(PLAIN).keys))
            if language == "en":
                doubtful = (len(repaired) + len(unknown)) / max(1, len(terms))
                certainty = self._add_near(add, terms) * (1 - MISREAD * min(1.0, doubtful))
            for row, score in self.index.match(f"law:{language}", terms, 94):
                for owner in units.by_law.get(row - 1, ()):
                    if owner in shares:
                        shares[owner]["law"] = WEIGHTS["law"] * score
        named = units.names.get(" ".join(words.english(text)), ())
        for citation in named:
            shares.setdefault(key_of(citation), {})["exact heading"] = _exactness(citation)
        if not named and certainty < SENSELESS and not any(signal in given for given in shares.values() for signal in _OF_WORDS):
            return Found([], edition, language, "words", certainty, repaired, unknown)
        known = units.citations
        totals = [
            (sum(given.values()) * (EMPTY if owner in units.empty and "exact heading" not in given else 1.0), owner, given)
            for owner, given in shares.items()
            if owner in known
        ]
        totals.sort(key=lambda entry: (-entry[0], entry[1]))
        hits = [Hit(known[owner], round(total, 3), given) for total, owner, given in totals[:50] if total > 0]
        kind = "exact" if hits and "exact heading" in hits[0].shares else "words"
        return Found(hits, edition, language, kind, certainty, repaired, unknown)

    def _with_text(self, hits: list[Hit], edition: str) -> list[Hit]:
        """The hits, where a provision that only holds others stands for the first of them that says something."""
        speaking: dict[Citation, Hit] = {}
        for hit in hits:
            named = "exact heading" in hit.shares
            citation = hit.citation if named else self._units(edition).first_texts.get(key_of(hit.citation), hit.citation)
            speaking.setdefault(citation, replace(hit, citation=citation))
        return list(speaking.values())

    def _terms(self, text: str, language: str) -> tuple[list[str], dict[str, str], list[str]]:
        """The terms to ask the signals for, the repairs made, and the words nobody knows."""
        if language == "th":
            meant = [term for said, terms in self._thai_synonyms if said.search(text) for term in terms]
            runs = [run for run in words.trigrams(" ".join([text, *meant])) if self._speller("th").knows(run)]
            return self._telling(runs, "th"), {}, []
        tokens = words.vietnamese(text) if language == "vi" else words.english(text)
        tokens = tokens[: 2 * MOST_WORDS]
        speller = self._speller(language)
        repaired: dict[str, str] = {}
        unknown: list[str] = []
        terms: list[str] = []
        for token in tokens:
            better = None if "_" in token else speller.repair(token)
            if better:
                repaired[token] = better
            elif "_" not in token and not token.isdigit() and not speller.knows(token):
                unknown.append(token)
            terms.append(better or token)
        meant = self._expansions(terms, language)
        if language == "en" and words.tells_insufficient_bid(text):
            meant += ["insufficient", "bid", "low"]
        return list(dict.fromkeys([*self._telling(terms, language), *meant]))[:MOST_WORDS], repaired, unknown

    def _telling(self, terms: list[str], language: str) -> list[str]:
        """The terms without those that stand nearly everywhere; all of them when too few would be left."""
        if language == "en":
            return [term for term in terms if term not in words.STOP] or terms
        telling = [term for term in terms if self._speller(language).count(term) < _EVERYWHERE[language]]
        return telling if len(telling) > 3 else terms

    def _expansions(self, terms: Sequence[str], language: str) -> list[str]:
        synonyms = self._synonyms(language)
        joined = f" {' '.join(terms)} "
        found: list[str] = []
        for said, meant in synonyms:
            if f" {said} " in joined:
                found += [token for token in meant if token not in words.STOP]
        return found

    def _rarest(self, terms: Sequence[str], language: str) -> Sequence[str]:
        """The terms that tell most: asking thousands of short phrases for every common word costs time and finds nothing more."""
        speller = self._speller(language)
        return sorted(terms, key=speller.count)[: _TELLING[language]]

    def _owned(self, signal: str, terms: Sequence[str], owners: Sequence[str]) -> Iterable[tuple[str, float]]:
        return ((owners[row - 1], score) for row, score in self.index.match(signal, terms, _DEPTH))

    def _add_near(self, add: Callable[[str, Iterable[tuple[str, float]]], None], terms: Sequence[str]) -> float:
        """Adds the two vector signals; returns the closeness of the nearest phrase."""
        vectors, matrix = self._vectors, self._phrase_vectors
        if vectors is None or matrix is None:
            return 0.0
        query = vectors.embed(terms)[0]
        closeness = matrix @ query
        order = closeness.argsort()[::-1][:_DEPTH].tolist()
        owners = self._kept_list("owners:en")
        add("near phrase", [(owners[row], max(0.0, float(closeness[row]) - 0.3)) for row in order])
        if self._text_vectors is not None:
            texts = self._text_vectors @ query
            best = texts.argsort()[::-1][:_DEPTH].tolist()
            units = self._units(PLAIN).keys
            add("near text", [(units[row], max(0.0, float(texts[row]) - 0.3)) for row in best])
        return max(0.0, float(closeness[order[0]])) if order else 0.0

    def _speaks(self, edition: str, language: str) -> bool:
        """Whether the phrases of the language name provisions of this edition's code."""
        spoken = LEXICON_EDITIONS[language]
        return edition == spoken or (language == "en" and edition == PLAIN)

    # -- what the lawbook keeps for us ---------------------------------------------------------------------------------

    def _units(self, edition: str) -> Units:
        if edition not in self._editions:
            self._editions[edition] = Units(self.lawbook, self.index, edition)
        return self._editions[edition]

    def _kept_list(self, name: str) -> list[str]:
        if name not in self._lists:
            self._lists[name] = cast("list[str]", self.index.kept(name) or [])
        return self._lists[name]

    def _speller(self, language: str) -> Speller:
        if language not in self._spellers:
            self._spellers[language] = Speller(cast("dict[str, int]", self.index.kept(f"vocabulary:{language}") or {}))
        return self._spellers[language]

    def _synonyms(self, language: str) -> list[tuple[str, list[str]]]:
        if language not in self._synonyms_by_language:
            kept = cast("dict[str, list[str]]", self.index.kept(f"synonyms:{language}") or {})
            cut = words.vietnamese if language == "vi" else words.english
            self._synonyms_by_language[language] = [
                (" ".join(token for token in cut(said) if "_" not in token), [token for term in meant for token in cut(term)])
                for said, meant in kept.items()
            ]
        return self._synonyms_by_language[language]

    @cached_property
    def _thai_synonyms(self) -> list[tuple[re.Pattern[str], list[str]]]:
        """What Thai players write, as patterns: Thai anywhere, Latin abbreviations as whole words."""
        kept = cast("dict[str, list[str]]", self.index.kept("synonyms:th") or {})
        edges = {said: r"(?<![a-z])" if said.isascii() else "" for said in kept}
        return [
            (re.compile(edges[said] + re.escape(said) + (r"(?![a-z])" if said.isascii() else "")), terms) for said, terms in kept.items()
        ]

    @cached_property
    def _chart_laws(self) -> dict[str, set[str]]:
        kept = cast("dict[str, list[str]]", self.index.kept("chart_laws") or {})
        return {chart: set(cites) for chart, cites in kept.items()}

    @cached_property
    def _alias_owners(self) -> list[int]:
        return cast("list[int]", self.index.kept("alias_owners") or [])

    @cached_property
    def _vectors(self) -> WordVectors | None:
        packed = self.index.kept_bytes("vectors:words") if self._wants_vectors and can_compute() else None
        if packed is None:
            return None
        return WordVectors(list(cast("dict[str, int]", self.index.kept("vocabulary:en") or {})), packed)

    @cached_property
    def _phrase_vectors(self) -> Matrix | None:
        return self._unpacked("vectors:phrase")

    @cached_property
    def _text_vectors(self) -> Matrix | None:
        return self._unpacked("vectors:text")

    @cached_property
    def _alias_vectors(self) -> Matrix | None:
        return self._unpacked("vectors:alias")

    def _unpacked(self, name: str) -> Matrix | None:
        packed = self.index.kept_bytes(name) if self._vectors is not None else None
        return unpack_units(packed) if packed else None


def _best(scores: Iterable[tuple[int, float]]) -> Iterable[tuple[int, float]]:
    """The best score of each owner."""
    best: dict[int, float] = {}
    for owner, score in scores:
        best[owner] = max(best.get(owner, 0.0), score)
    return best.items()


def _exactness(citation: Citation) -> float:
    """What it is worth that a query is word for word the heading of this provision: most for a whole law."""
    if citation.term:
        return 15.0
    return 40.0 if citation.parent is None else 25.0


def _bounded(query: str) -> str:
    line = words.straighten(query[: LONGEST_QUERY * 4])
    return line if len(line) <= LONGEST_QUERY else line[:LONGEST_QUERY].rsplit(" ", 1)[0]
