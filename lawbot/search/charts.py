"""Flow charts for a description of what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from lawbot.grouped import grouped
from lawbot.language import SOURCE, installed
from lawbot.language.methods import straighten
from lawbot.search.bm25 import summed
from lawbot.search.query import REMEMBERED
from lawbot.search.signals import law_of
from lawbot.search.weights import WEIGHTS

if TYPE_CHECKING:
    from lawbot.citation import Citation
    from lawbot.search.index_reader import Carried, Kept
    from lawbot.search.provisions import Found, Provisions
    from lawbot.search.query import Queries

_PROVISIONS = 8
"""Provisions found that say something of the charts that rest on them."""
_FAVOURING = 3
"""Charts whose provisions are favoured: those offered on the first screen."""
_ASKS_FOR_ONESELF = re.compile(r"(?:(?:when|why|how) )?(?:can|may|must|do) (?:i|we) ")
"""What a story ends with that asks what its teller may do: the ruling on what happened is no answer
to it."""
_TABLE_DETAIL = re.compile(r"north|south|east|west|\d|1[06-9]|[2-9]\d+|[akqjt2-9]?[shdc][akqjt\d]*")
"""Words of a description that tell no situation from another: seats and cards."""


@dataclass(frozen=True, slots=True)
class ChartHit:
    """A flow chart found for a description."""

    id: str
    title: str
    score: float


def only_asks(text: str) -> bool:
    """Whether a text only asks ('may I', 'what is'), and tells nothing that happened."""
    line = straighten(text)
    asks = installed()[SOURCE].questions
    sentences = [said.strip() for said in re.split(r"[.;!?]", line) if said.strip()]
    return bool(sentences) and (
        all(said.startswith(asks) for said in sentences)
        or bool(_ASKS_FOR_ONESELF.match(sentences[-1]))
    )


class Charts:
    """Ranks the flow charts, which are written in ``SOURCE``."""

    def __init__(self, kept: Kept, asking: Queries, provisions: Provisions) -> None:
        self._kept = kept
        self._asking = asking
        self._provisions = provisions
        self._latest = lru_cache(maxsize=REMEMBERED)(self._ordered)

    def ranked(self, text: str, limit: int, code: str = SOURCE) -> list[ChartHit]:
        """The charts for a text in a language, best first. Those for one in another language than
        theirs rest on the provisions it finds."""
        return self._latest(text, code)[:limit]

    def _ordered(self, text: str, code: str) -> list[ChartHit]:
        model = self._kept.learnt(f"charts:{code}")
        learnt = (
            model.of(self._asking.asked(text, self._kept.languages[code]).features) if model else {}
        )
        scores = summed(
            {chart: WEIGHTS.chart_learnt * value for chart, value in learnt.items()},
            *self._given(text, code),
        )
        titles = self.titles(SOURCE)
        rounded = ((chart, round(score, 3)) for chart, score in scores.items())
        ordered = sorted(rounded, key=lambda entry: -entry[1])
        return [ChartHit(chart, titles[chart], score) for chart, score in ordered if score > 0]

    def titles(self, code: str) -> dict[str, str]:
        """The titles of the charts that are written in a language, or translated into it, by their
        ids."""
        return dict(
            zip(
                self._kept.texts(f"charts:{code}"),
                self._kept.texts(f"chart_titles:{code}"),
                strict=True,
            )
        )

    def favouring(self, found: Found, text: str) -> Found:
        """What was found, where provisions that the first charts rest on stand higher."""
        if found.kind != "words":
            return found
        carried = self._carried(found.edition)
        worth: dict[str, float] = {}
        first = self.ranked(text, _FAVOURING, found.language)
        favoured = WEIGHTS.favoured if found.language == SOURCE else WEIGHTS.favoured_elsewhere
        for place, chart in enumerate(first):
            for key in self._rests.get(chart.id, ()):
                worth[key] = max(
                    worth.get(key, 0.0), favoured * chart.score / first[0].score / (1 + place)
                )
        here = carried.points(worth)
        lifts = ((hit, here.get(hit.citation.folded, 0.0)) for hit in found.hits)
        hits = [
            replace(hit, score=round(hit.score + lift, 3)) if lift else hit for hit, lift in lifts
        ]
        hits.sort(key=lambda hit: -hit.score)
        return replace(found, hits=hits)

    def on(self, citation: Citation, edition: str) -> list[str]:
        """The charts that rest on a provision of an edition, best first: those about its law, then
        those whose rulings cite it most."""
        lawbook, offered = self._kept.lawbook, self._kept.groups("charts_on")
        cited = lawbook.counterparts(citation, edition, lawbook.ruled_by).citations
        return list(
            dict.fromkeys(chart for there in cited for chart in offered.get(there.folded, ()))
        )

    def carried(self, keys: Iterable[str], edition: str) -> frozenset[str]:
        """The keys of the provisions of an edition that stand for those of the code that charts
        cite."""
        return frozenset(self._carried(edition).points(dict.fromkeys(keys, 1.0)))

    def _given(self, text: str, code: str) -> Iterable[dict[str, float]]:
        """What each signal but the model gives each chart."""
        terms = self._asking.asked(text, self._kept.languages[code]).terms
        if code == SOURCE:
            yield self._of_words(terms)
        else:
            for table, weight in (
                (f"title:{code}", WEIGHTS.title),
                (f"chart:{code}", WEIGHTS.whole),
            ):
                yield {
                    chart: weight * score
                    for chart, score in self._kept.points.of(table, f"charts:{code}", terms).items()
                }
        yield self._resting_on(text, code)

    def _of_words(self, asked: list[str]) -> dict[str, float]:
        terms = [term for term in asked if not _TABLE_DETAIL.fullmatch(term)]
        points = self._kept.points
        return summed(
            points.of("alias", "alias_owners", terms),
            points.of("chart", f"charts:{SOURCE}", terms),
        )

    def _resting_on(self, text: str, code: str) -> dict[str, float]:
        found: dict[str, float] = {}
        edition = self._edition(code)
        if edition is None:
            return found
        carried = self._carried(edition)
        for place, hit in enumerate(self._provisions.ranked(text, edition).hits[:_PROVISIONS]):
            back = carried.back.get(hit.citation.folded, ())
            for chart in dict.fromkeys(
                chart for cited in back for chart in self._citing.get(cited, ())
            ):
                found[chart] = found.get(chart, 0.0) + WEIGHTS.rests_on / (1 + place)
            laws = [str(law_of(cited)) for cited in back] if code != SOURCE else []
            for chart in dict.fromkeys(chart for law in laws for chart in self._about.get(law, ())):
                found[chart] = found.get(chart, 0.0) + WEIGHTS.about / (1 + place)
        return found

    def _carried(self, edition: str) -> Carried:
        """The way from the provisions that charts rest on to those of an edition."""
        return self._kept.carried(self._kept.lawbook.ruled_by, edition)

    def _edition(self, code: str) -> str | None:
        """The edition that descriptions in a language are looked up in: the newest code."""
        spoken = [
            edition for edition in self._kept.lawbook.editions.values() if edition.language == code
        ]
        return max(spoken, key=lambda edition: edition.code).id if spoken else None

    @cached_property
    def _about(self) -> dict[str, list[str]]:
        """The charts that are first of all about a law, by its number."""
        return grouped(
            (laws[0], chart) for chart, laws in self._kept.groups("chart_first_law").items()
        )

    @property
    def _rests(self) -> dict[str, list[str]]:
        """The keys of the provisions that a chart's rulings rest on."""
        return self._kept.groups("chart_laws")

    @cached_property
    def _citing(self) -> dict[str, list[str]]:
        """The charts whose rulings rest on a provision, by its key."""
        return grouped((key, chart) for chart, cited in self._rests.items() for key in cited)
