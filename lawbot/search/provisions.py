"""Provisions for words: the signals summed in one pass, each of which can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lawbot.search.signals import FAR, SIGNALS, Kind, Signal, key_of

if TYPE_CHECKING:
    from lawbot.citation import Citation
    from lawbot.language import Language
    from lawbot.search.kept import Kept
    from lawbot.search.terms import Asked, Asking

EMPTY = 0.7
"""A provision that only holds others stands back a little behind them."""
EXACT_LAW, EXACT_PART, EXACT_TERM = 40.0, 25.0, 15.0
"""What it is worth that a query is word for word the heading of a law, of a provision in one, or a defined term."""
MISREAD = 0.3
"""How much less certain a search is whose words were all guessed at: read as others, or not known."""
SENSELESS = 0.5
"""Certainty under which words that stand nowhere find nothing."""
DEPTH = 100
"""Rows of a signal that are looked at."""
_MOST = 50
"""Provisions that are ranked."""
_EXACT = "exact heading"
_WORDS = frozenset(signal.name for signal in SIGNALS if signal.kind is Kind.WORDS and signal.name != "heading")
"""Signals one of which must speak for a provision, unless the vectors are certain."""


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

    def ranked(self, text: str, edition: str, language: Language) -> Found:
        """The provisions for a text, best first, those that only hold others among them."""
        units = self._kept.units(edition)
        asked = self._asking.asked(text, language)
        shares, certainty = self._shares(asked, edition, language)
        named = units.named(text, language)
        for citation in named:
            shares.setdefault(key_of(citation), {})[_EXACT] = _exactness(citation)
        if not named and certainty < SENSELESS and not any(_WORDS & given.keys() for given in shares.values()):
            shares = {}
        totals = [
            (sum(given.values()) * (EMPTY if owner in units.empty and _EXACT not in given else 1.0), owner, given)
            for owner, given in shares.items()
            if owner in units.citations
        ]
        totals.sort(key=lambda entry: (-entry[0], entry[1]))
        hits = [Hit(units.citations[owner], round(total, 3), given) for total, owner, given in totals[:_MOST] if total > 0]
        kind = "exact" if hits and _EXACT in hits[0].shares else "words"
        return Found(hits, edition, language.code, kind, certainty, asked.repaired, asked.unknown)

    def with_text(self, hits: list[Hit], edition: str) -> list[Hit]:
        """The hits, where a provision that only holds others stands for the first of them that says something."""
        speaking: dict[Citation, Hit] = {}
        first_texts = self._kept.units(edition).first_texts
        for hit in hits:
            citation = hit.citation if _EXACT in hit.shares else first_texts.get(key_of(hit.citation), hit.citation)
            speaking.setdefault(citation, replace(hit, citation=citation))
        return list(speaking.values())

    def _shares(self, asked: Asked, edition: str, language: Language) -> tuple[dict[str, dict[str, float]], float]:
        """What each signal gives each provision, by its key; and how certain the search is."""
        shares: dict[str, dict[str, float]] = {}
        closest = 0.0
        place = self._place(edition)
        for signal in SIGNALS:
            try:
                table, owners = signal.table.format(**place), signal.owners.format(**place)
            except KeyError:
                continue
            scores: Iterable[tuple[str, float]]
            if signal.kind is Kind.NEAR:
                closeness = self._near(table, asked.terms, owners, language)
                closest = max([closest, *(value for _, value in closeness)]) if "{lexicon}" in signal.table else closest
                scores = ((owner, max(0.0, value - FAR)) for owner, value in closeness)
            elif signal.kind is Kind.LAW:
                scores = self._of_laws(table, asked.terms, edition, shares)
            else:
                scores = self._of_words(signal, table, asked.terms, owners, language)
            for owner, score in scores:
                given = shares.setdefault(owner, {})
                given[signal.name] = max(given.get(signal.name, 0.0), signal.weight * score)
        return shares, closest * (1 - MISREAD * asked.doubtful)

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

    def _of_words(self, signal: Signal, table: str, terms: list[str], owners: str, language: Language) -> list[tuple[str, float]]:
        keys = self._kept.texts(owners)
        wanted = self._asking.rarest(terms, language) if signal.rarest else terms
        return [(keys[row - 1], score) for row, score in self._kept.index.match(table, wanted, DEPTH)]

    def _of_laws(self, table: str, terms: list[str], edition: str, shares: dict[str, dict[str, float]]) -> list[tuple[str, float]]:
        by_law = self._kept.units(edition).by_law
        rows = self._kept.index.match(table, terms, DEPTH)
        return [(owner, score) for row, score in rows for owner in by_law.get(row - 1, ()) if owner in shares]

    def _near(self, table: str, terms: list[str], owners: str, language: Language) -> list[tuple[str, float]]:
        """The nearest texts by their vectors: (owner, cosine), best first."""
        vectors, matrix = self._kept.word_vectors(language.code), self._kept.matrix(table)
        if vectors is None or matrix is None:
            return []
        keys = self._kept.texts(owners)
        closeness = matrix @ vectors.embed(terms)[0]
        return [(keys[row], float(closeness[row])) for row in closeness.argsort()[::-1][:DEPTH].tolist()]


def _exactness(citation: Citation) -> float:
    if citation.term:
        return EXACT_TERM
    return EXACT_LAW if citation.parent is None else EXACT_PART
