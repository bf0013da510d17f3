"""Provisions for words: the signals summed in one pass, each of which can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from lawbot.search.bm25 import summed
from lawbot.search.query import REMEMBERED
from lawbot.search.signals import SIGNALS, Signal, SignalKind
from lawbot.search.weights import WEIGHTS

if TYPE_CHECKING:
    from lawbot.citation import Citation
    from lawbot.language import Language
    from lawbot.search.index_reader import Kept, Units
    from lawbot.search.query import Queries, Query

EMPTY = 0.7
"""A provision that only holds others stands back a little behind them."""
_MOST = 50
"""Provisions that are ranked."""
_EXACT = "exact heading"
_WORDS = frozenset(signal.name for signal in SIGNALS if signal.kind is SignalKind.WORDS)
"""Signals one of which must speak for a provision."""
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
    """What a search found: hits best first, and the language and edition searched.

    ``kind`` is 'exact' or 'words'. ``repaired`` maps misspelt words to what was searched instead;
    ``unknown`` are words that nothing here knows, ``known`` the part of the telling words that
    something does, ``elsewhere`` how many usual words of the language no text about bridge has.
    """

    hits: list[Hit]
    edition: str
    language: str
    kind: str = "words"
    repaired: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    known: float = 1.0
    elsewhere: int = 0


class Provisions:
    """Ranks the provisions of an edition."""

    def __init__(self, kept: Kept, asking: Queries) -> None:
        self._kept = kept
        self._asking = asking
        self._points = kept.points
        self.ranked = lru_cache(maxsize=REMEMBERED)(self._found)
        """The provisions for a text in an edition, best first, those that only hold others among
        them. Raises LawbookError."""

    def _found(self, text: str, edition: str) -> Found:
        language = self._kept.languages[self._kept.lawbook.edition(edition).language]
        units = self._kept.units(edition)
        asked = self._asking.asked(text, language)
        shares = self._shares(asked, edition, language)
        named = units.named(text, language)
        if named:
            shares[_EXACT] = {citation.folded: _exactness(citation) for citation in named}
        elif not any(shares.get(name) for name in _WORDS):
            shares = {}
        totals = self._totals(shares, units)
        ordered = sorted(totals.items(), key=lambda entry: (-entry[1], entry[0]))[:_MOST]
        hits = [
            Hit(units.citations[owner], round(total, 3), _of_one(shares, owner))
            for owner, total in ordered
            if total > 0
        ]
        kind = "exact" if hits and _EXACT in hits[0].shares else "words"
        return Found(
            hits,
            edition,
            language.code,
            kind,
            asked.repaired,
            asked.unknown,
            asked.known,
            asked.elsewhere,
        )

    def _totals(self, shares: Shares, units: Units) -> dict[str, float]:
        """The sum of the signals of each provision."""
        totals = summed(*shares.values())
        for owner in units.empty.intersection(totals).difference(shares.get(_EXACT, ())):
            totals[owner] *= EMPTY
        return {owner: totals[owner] for owner in totals.keys() & units.citations.keys()}

    def with_text(self, hits: list[Hit], edition: str, limit: int) -> list[Hit]:
        """The first hits, where a provision that only holds others stands for the first of them
        that says something."""
        speaking: dict[str, Hit] = {}
        first_texts = self._kept.units(edition).first_texts
        for hit in hits:
            citation = (
                hit.citation
                if _EXACT in hit.shares
                else first_texts.get(hit.citation.folded, hit.citation)
            )
            speaking.setdefault(
                citation.folded,
                hit if citation is hit.citation else replace(hit, citation=citation),
            )
            if len(speaking) == limit:
                break
        return list(speaking.values())

    def _shares(self, asked: Query, edition: str, language: Language) -> Shares:
        """What each signal gives each provision, by its key."""
        shares: Shares = {}
        sources = self._sources(edition)
        for signal in SIGNALS:
            if signal.source not in sources:
                continue
            name, home = sources[signal.source]
            carried = self._kept.carried(home, edition)
            points = self._points_of(
                signal, signal.table.format(name), signal.owners.format(name), asked, language
            )
            weight = float(getattr(WEIGHTS, signal.name.replace(" ", "_")))
            if signal.kind in (SignalKind.LAW, SignalKind.LEARNT_LAW):
                shares[signal.name] = carried.in_laws(points, set().union(*shares.values()), weight)
            else:
                shares[signal.name] = carried.points(points, weight)
        return shares

    def _sources(self, edition: str) -> dict[str, tuple[str, str]]:
        """What there is for a search of the edition, by the sources of signals: its name, and the
        edition whose provisions it speaks of."""
        sources = {"edition": (edition, edition)}
        if spoken := self._kept.lexicon(edition):
            sources["lexicon"] = (spoken.name, spoken.home(edition))
        return sources

    def _points_of(
        self, signal: Signal, table: str, owners: str, asked: Query, language: Language
    ) -> Mapping[str, float]:
        """What one signal gives the owners of its rows."""
        match signal.kind:
            case SignalKind.LEARNT | SignalKind.LEARNT_LAW:
                model = self._kept.learnt(table)
                return model.of(asked.features) if model else {}
        return self._points.of(
            table,
            owners,
            self._asking.rarest(asked.terms, language) if signal.rarest else asked.terms,
        )


def _of_one(shares: Shares, owner: str) -> dict[str, float]:
    """What each signal that speaks for a provision gives it."""
    return {name: given[owner] for name, given in shares.items() if owner in given}


def _exactness(citation: Citation) -> float:
    if citation.term:
        return WEIGHTS.exact_term
    return WEIGHTS.exact_law if citation.parent is None else WEIGHTS.exact_part
