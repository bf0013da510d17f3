"""Provisions for words: the signals summed in one pass, each of which can be shown."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from lawbot.search.signals import FAR, LAW_NUMBERS, SIGNALS, Kind, Signal, key_of

if TYPE_CHECKING:
    from lawbot.citation import Citation
    from lawbot.language import Language
    from lawbot.search.carried import Carried
    from lawbot.search.kept import Kept
    from lawbot.search.terms import Asked, Asking
    from lawbot.search.units import Units

EMPTY = 0.7
"""A provision that only holds others stands back a little behind them."""
EXACT_LAW, EXACT_PART, EXACT_TERM = 40.0, 25.0, 15.0
"""What it is worth that a query is word for word the heading of a law, of a provision in one, or a defined term."""
MISREAD = 0.3
"""How much less certain a search is whose words were all guessed at: read as others, or not known."""
SENSELESS = 0.5
"""Certainty under which words that stand nowhere find nothing."""
_MOST = 50
"""Provisions that are ranked."""
REMEMBERED = 8
"""Texts whose ranking is remembered: the charts rest on the same one as the provisions shown."""
PART = 0.5
"""What the best sentence of a longer text counts beside the whole of it."""
_EXACT = "exact heading"
_WORDS = frozenset(signal.name for signal in SIGNALS if signal.kind is Kind.WORDS and signal.name != "heading")
"""Signals one of which must speak for a provision, unless the vectors are certain."""


Shares = dict[str, dict[str, float]]
"""What each signal gives, by its name: the points of provisions by their keys."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A provision found: its citation, the sum of its signals, and what each of them gave."""

    citation: Citation
    score: float
    shares: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: hits best first, the language and edition searched, and how sure it is.

    ``kind`` is 'citation', 'exact' or 'words'. ``certainty`` runs from 0 to 1: the closeness of the nearest phrase, less what was
    misread; 0 where no vectors tell. ``repaired`` maps misspelt words to what was searched instead; ``unknown`` are words that
    nothing here knows.
    """

    hits: list[Hit]
    edition: str
    language: str
    kind: str = "words"
    certainty: float = 0.0
    repaired: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


class Provisions:
    """Ranks the provisions of an edition."""

    def __init__(self, kept: Kept, asking: Asking) -> None:
        self._kept = kept
        self._asking = asking
        self._points = kept.points
        self._latest = lru_cache(maxsize=REMEMBERED)(self._found)

    def ranked(self, text: str, edition: str, language: Language) -> Found:
        """The provisions for a text, best first, those that only hold others among them."""
        return self._latest(text, edition, language.code)

    def _found(self, text: str, edition: str, code: str) -> Found:
        language = self._kept.languages[code]
        units = self._kept.units(edition)
        whole, *parts = self._asking.parts(text, language)
        shares, *others = self._shares([whole, *parts], edition, language)
        certainty = max(self._certainty(given, one) for given, one in zip([shares, *others], [whole, *parts], strict=True))
        named = units.named(text, language)
        if named:
            shares[_EXACT] = {key_of(citation): _exactness(citation) for citation in named}
        elif certainty < SENSELESS and not any(shares.get(name) for name in _WORDS):
            shares = {}
        totals = self._totals(shares, units)
        if others:
            self._fuse(totals, [self._totals(other, units) for other in others])
        ordered = sorted(totals.items(), key=lambda entry: (-entry[1], entry[0]))[:_MOST]
        hits = [Hit(units.citations[owner], round(total, 3), _of_one(shares, owner)) for owner, total in ordered if total > 0]
        kind = "exact" if hits and _EXACT in hits[0].shares else "words"
        return Found(hits, edition, language.code, kind, certainty, whole.repaired, whole.unknown)

    def _certainty(self, shares: Shares, asked: Asked) -> float:
        """How certain a search is: the closeness of the nearest phrase, less what was misread; 0 where no vectors tell."""
        nearest = max(shares.get("near phrase", {}).values(), default=0.0) / 40
        return (nearest + FAR) * (1 - MISREAD * asked.doubtful) if nearest else 0.0

    def _totals(self, shares: Shares, units: Units) -> dict[str, float]:
        """The sum of the signals of each provision."""
        totals: dict[str, float] = {}
        for given in shares.values():
            for owner, score in given.items():
                totals[owner] = totals.get(owner, 0.0) + score
        for owner in units.empty.intersection(totals).difference(shares.get(_EXACT, ())):
            totals[owner] *= EMPTY
        return {owner: total for owner, total in totals.items() if owner in units.citations}

    def _fuse(self, totals: dict[str, float], parts: list[dict[str, float]]) -> None:
        """Adds to what the whole text gives a provision the best that one sentence of it gives."""
        for owner in totals:
            totals[owner] += PART * max(part.get(owner, 0.0) for part in parts)

    def with_text(self, hits: list[Hit], edition: str, limit: int) -> list[Hit]:
        """The first hits, where a provision that only holds others stands for the first of them that says something."""
        speaking: dict[Citation, Hit] = {}
        first_texts = self._kept.units(edition).first_texts
        for hit in hits:
            citation = hit.citation if _EXACT in hit.shares else first_texts.get(key_of(hit.citation), hit.citation)
            if citation not in speaking:
                speaking[citation] = replace(hit, citation=citation)
            if len(speaking) == limit:
                break
        return list(speaking.values())

    def _shares(self, asked: Sequence[Asked], edition: str, language: Language) -> list[Shares]:
        """For each of the texts asked for, what each signal gives each provision, by its key."""
        shares: list[Shares] = [{} for _ in asked]
        place = self._place(edition)
        spoken = self._kept.lexicon(edition)
        home = spoken.home(edition) if spoken else edition
        for signal in SIGNALS:
            try:
                table, owners = signal.table.format(**place), signal.owners.format(**place)
            except KeyError:
                continue
            carried = self._kept.carried(signal.home(edition, home, place.get("own", "")), edition)
            if signal.kind is Kind.NEAR:
                given = self._near(table, asked, owners, language)
            elif signal.kind is Kind.LAW:
                given = [self._points.of(table, LAW_NUMBERS, one.terms) for one in asked]
            elif signal.kind in (Kind.LEARNT, Kind.LEARNT_LAW):
                model = self._kept.learnt(table)
                given = [model.of(one.features) if model else {} for one in asked]
            elif signal.kind is Kind.EVENT:
                given = [self._points.of(table, owners, one.event.tokens) for one in asked]
            else:
                given = [self._of_words(signal, table, one.terms, owners, language) for one in asked]
            for known, points in zip(shares, given, strict=True):
                scores: Mapping[str, float] = points
                if signal.kind in (Kind.LAW, Kind.LEARNT_LAW):
                    scores = _in_laws(points, set().union(*known.values()), carried)
                else:
                    scores = carried.points(points)
                known[signal.name] = {owner: signal.weight * score for owner, score in scores.items()}
        return shares

    def _place(self, edition: str) -> dict[str, str]:
        """What the names of tables hold for a search of the edition."""
        place = {"edition": edition}
        spoken = self._kept.lexicon(edition)
        if spoken is not None:
            place["lexicon"] = spoken.name
            if spoken.own:
                place["own"] = spoken.own
                if spoken.own != edition:
                    place["beside"] = spoken.own
        return place

    def _of_words(self, signal: Signal, table: str, terms: list[str], owners: str, language: Language) -> dict[str, float]:
        return self._points.of(table, owners, self._asking.rarest(terms, language) if signal.rarest else terms)

    def _near(self, table: str, asked: Sequence[Asked], owners: str, language: Language) -> list[dict[str, float]]:
        """What the cosine of the nearest text of each provision is over ``FAR``, for each of the texts asked for."""
        vectors, matrix = self._kept.word_vectors(language.code), self._kept.matrix(table)
        if vectors is None or matrix is None:
            return [{} for _ in asked]
        return [self._points.nearest(owners, row, FAR) for row in matrix.closeness(vectors.embedded([one.terms for one in asked]))]


def _in_laws(points: Mapping[str, float], found: Container[str], carried: Carried) -> dict[str, float]:
    """The points of laws for whatever else was found in each of them."""
    scores: dict[str, float] = {}
    for law, score in points.items():
        for owner in carried.by_law.get(law, ()):
            if owner in found:
                scores[owner] = max(score, scores.get(owner, 0.0))
    return scores


def _of_one(shares: Shares, owner: str) -> dict[str, float]:
    """What each signal that speaks for a provision gives it."""
    return {name: given[owner] for name, given in shares.items() if owner in given}


def _exactness(citation: Citation) -> float:
    if citation.term:
        return EXACT_TERM
    return EXACT_LAW if citation.parent is None else EXACT_PART
