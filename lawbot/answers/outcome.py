"""The outcome of a typed text: how it is read, the provisions and flow charts it leads to, and what
the first screen leads with.

Made in one place, the same at every door; cards (``finding``) and the command line's JSON are both
drawn from it.

How sure it is, is how likely (0 to 1) the text is about the first chart and about the first
provision, by two logistic models over a few signs; a third tells whether it is about bridge at all.
``python -m tests.certainty`` fits them on every set of told texts and prints, by cross-validation,
how many of those called sure are right (docs/search.md has the table).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from lawbot.answers.kinds import EVERYTHING, LAWS, Kind
from lawbot.answers.reader import Reader
from lawbot.answers.understanding import Reading, Understanding
from lawbot.citation import Citation
from lawbot.errors import LawbotError
from lawbot.language import SOURCE
from lawbot.lawbook import Lawbook, NoSuchProvisionError
from lawbot.search.charts import only_asks
from lawbot.search.engine import ChartHit, Search
from lawbot.search.provisions import Found, Hit
from lawbot.search.weights import WEIGHTS
from lawbot.situations.auctions import disproved, proved
from lawbot.situations.charts import JOIN, Situations
from lawbot.situations.hearing import Hearing, cited_ahead
from lawbot.situations.walk import Asked, Ruled, unconfirmed
from lawbot.text.frames import subject_signs

PROVISIONS = 10
"""Provisions that a text leads to, at most."""
CHARTS = 5
"""Flow charts that a text leads to, at most."""
OFFERED = 3
"""Charts, and provisions, on a screen that offers a choice."""
REORDERED = 5
"""Provisions among which those of the rulings ahead come first; more of them lift what hardly fits
the words."""
EXACT = 1000.0
"""The score of what a text names."""
SURE_CHART = 0.88
"""Likelihood from which on the first chart is opened at once: by cross-validation 19 of 20 of those
screens are right."""
SURE_PROVISION = 0.8
"""Likelihood from which on the first provision is shown as the answer: nine of ten are right."""
CHART_MODEL = (-2.88, -1.14, 7.1)
"""The weights of the signs of the first chart, and what they are counted from."""
PROVISION_MODEL = (0.29, -2.12, 2.28)
"""The same of the first provision."""
SURELY_FOREIGN = 0.67
"""Likelihood from which on a text is about something else than bridge: nine of ten that are, and
five of 1,560 about bridge."""
FOREIGN_MODEL = {
    True: (-2.46, -4.3, -1.31, -1.18, 2.2, -0.31, -2.07, 8.58),
    False: (-1.27, -0.36, -1.93, -1.34, 1.81, 5.16),
}
"""The weights of the signs that it is, where vectors tell, and where none do; and what they are
counted from."""
_FITTING = 30.0
"""What a provision scores is counted in these."""
_ENOUGH = 2
"""Words of no usual language, of which more tell no more."""
_EVEN_CHARTS, _EVEN_PROVISIONS = 0.15, 0.1
"""The part of the first one's points that makes one chart, or one provision, e times as likely as
another: points differ from language to language."""
_CITING = (Kind.CITED, Kind.RANGE, Kind.SEVERAL, Kind.COMPARED)
"""Readings in which there are no words to search for."""
_MODELS = ("learnt", "learnt law")
"""The signals that are models: what they give does not tell how well words fit."""
_NAMING = (*_CITING, Kind.TERM, Kind.HEADING)


class LeadKind(StrEnum):
    """What the first screen leads with, where it is not simply what the text was read as."""

    RULING = "ruling"
    """A chart that the facts told carry to its end."""
    QUESTION = "question"
    """A chart, at the first fact that was not told."""
    CHARTS = "charts"
    """Charts to choose from, with the laws under them."""
    PROVISION = "provision"
    PROVISIONS = "provisions"


@dataclass(frozen=True, slots=True)
class Lead:
    """What the first screen leads with: the charts and the provisions on it, best first; ``sure``
    is False where it offers a choice."""

    kind: LeadKind | Kind
    charts: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    sure: bool = True


@dataclass(frozen=True, slots=True)
class ToldChart:
    """A chart that a text leads to: the facts it tells (``given``), the words each was taken from
    (``said``; empty where only a sequence of calls tells it), and what comes ``next``: the fact
    still asked, or the ruling's id (then it is ``ruled``). ``proved``: a sequence of calls
    proves one of the facts."""

    id: str
    score: float
    given: dict[str, str]
    said: dict[str, str]
    next: str
    ruled: bool
    assumed: dict[str, str] = field(default_factory=dict)
    """The usual answers that the text leaves alone, to be confirmed before a ruling."""
    proved: bool = False
    beside: frozenset[str] = frozenset()
    """The charts that it would lead on to if what is usual in it were not so."""

    @property
    def weight(self) -> float:
        """What the chart weighs for the text: its score, and what the text tells of it."""
        return self.score + WEIGHTS.fact * len(self.given) + WEIGHTS.proved * self.proved


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a text leads to. ``named`` are the provisions that it names, ``found`` what its words
    find (None where they are not searched for), ``fault`` why there is no answer."""

    reading: Reading
    lead: Lead
    named: tuple[Citation, ...] = ()
    found: Found | None = None
    charts: tuple[ToldChart, ...] = ()
    fault: LawbotError | None = None
    hits: tuple[Hit, ...] = ()
    """The provisions it leads to, those that it names first."""

    @property
    def repaired(self) -> Mapping[str, str]:
        """The misspelt words, and what they were read as."""
        return self.found.repaired if self.found else {}


class Outcomes:
    """Makes outcomes over one lawbook and its charts."""

    def __init__(
        self, lawbook: Lawbook, search: Search, situations: Situations, understanding: Understanding
    ) -> None:
        self.lawbook = lawbook
        self.search = search
        self.situations = situations
        self.understanding = understanding
        self.hearing = Hearing(situations, (proved,))
        self._latest = lru_cache(maxsize=8)(self._of_words)

    def of(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> Outcome:
        """The outcome of any text, among the kinds that a door lets through. Raises LawbookError
        for an edition that is not there, and nothing else."""
        return self.of_reading(self.understanding.understand(text, reader, only))

    def in_edition(self, text: str, edition: str) -> Outcome:
        """The outcome with the provisions of one edition that a text names or its words find. Of
        one that the text names with an older code, what became of it. Raises LawbookError for an
        unknown edition."""
        outcome = self.of(text, Reader(edition=edition), LAWS)
        if not outcome.named or outcome.reading.edition == edition:
            return outcome
        there = self.lawbook.counterparts(outcome.named[0], outcome.reading.edition, edition)
        return replace(outcome, hits=tuple(Hit(citation, EXACT) for citation in there.citations))

    def of_reading(self, reading: Reading) -> Outcome:
        """The outcome of a text that has been read."""
        if reading.fault is not None or reading.kind is Kind.NOTHING:
            nothing = reading.fault or LawbotError("There is nothing to answer.")
            return Outcome(
                reading, Lead(Kind.NOTHING, sure=False), reading.citations, fault=nothing
            )
        if reading.kind is Kind.WORDS:
            return self._latest(reading)
        if reading.kind is Kind.TOPIC:
            words = self._latest(replace(reading, kind=Kind.WORDS))
            return replace(words, reading=reading, lead=replace(words.lead, kind=Kind.TOPIC))
        if reading.kind is Kind.CHART:
            return self._of_chart(reading)
        if reading.kind in _NAMING:
            return self._of_named(reading)
        return Outcome(reading, Lead(reading.kind))

    def _of_named(self, reading: Reading) -> Outcome:
        """The provisions that a text names, before what its words find beside them."""
        named, fault = self._named(reading)
        if fault is not None:
            return Outcome(
                reading, Lead(Kind.NOTHING, citations=named, sure=False), named, fault=fault
            )
        resting = [
            chart
            for citation in named
            for chart in self.search.charts_on(citation, reading.edition)
        ]
        found = (
            self.search.find(reading.text, reading.edition, PROVISIONS)
            if reading.kind not in _CITING
            else None
        )
        others = [hit for hit in found.hits if hit.citation not in named] if found else []
        hits = [*(Hit(citation, EXACT) for citation in named), *others]
        kinds: dict[Kind, LeadKind | Kind] = {
            Kind.CITED: LeadKind.PROVISION,
            Kind.RANGE: LeadKind.PROVISIONS,
            Kind.SEVERAL: LeadKind.PROVISIONS,
        }
        charts = self._told(reading, resting)
        lead = Lead(
            kinds.get(reading.kind, reading.kind), tuple(dict.fromkeys(resting))[:OFFERED], named
        )
        return Outcome(reading, lead, named, found, charts, hits=tuple(hits[:PROVISIONS]))

    def _of_chart(self, reading: Reading) -> Outcome:
        """The chart that a text names, from its start: a name tells nothing that happened."""
        start = self.situations[reading.chart].start
        chart = ToldChart(reading.chart, EXACT, {}, {}, start, ruled=False)
        others = [other for other in self._told(reading, ()) if other.id != reading.chart]
        found = self.search.find(reading.text, reading.edition, PROVISIONS)
        lead = Lead(LeadKind.QUESTION, (reading.chart,))
        return Outcome(
            reading, lead, (), found, (chart, *others[: CHARTS - 1]), hits=tuple(found.hits)
        )

    def _of_words(self, reading: Reading) -> Outcome:
        charts = self._told(reading, ())
        found = self._ahead_first(
            self.search.find(reading.text, reading.edition, PROVISIONS), charts
        )
        if is_foreign(reading.text, found):
            reading, lead = replace(reading, kind=Kind.NOTHING), Lead(Kind.NOTHING, sure=False)
        else:
            lead = self.lead(reading.text, found, charts, self.likelihoods(found, charts))
        fault = None
        if lead.kind is Kind.NOTHING:
            fault = LawbotError(
                "Nothing found."
                + (f" Not known here: {', '.join(found.unknown)[:200]}" if found.unknown else "")
            )
        return Outcome(reading, lead, (), found, charts, fault, tuple(found.hits))

    def _ahead_first(self, found: Found, charts: tuple[ToldChart, ...]) -> Found:
        """What was found, of the best those first that the rulings cite to which the facts told may
        still lead in the first chart."""
        if not charts or not charts[0].given:
            return found
        ahead = cited_ahead(self.situations, charts[0].id, charts[0].given)
        keys = self.search.carried(ahead, found.edition)
        best = sorted(found.hits[:REORDERED], key=lambda hit: hit.citation.folded not in keys)
        return replace(found, hits=[*best, *found.hits[REORDERED:]])

    def lead(
        self, text: str, found: Found, charts: Sequence[ToldChart], likely: tuple[float, float]
    ) -> Lead:
        """What words lead with: the chart that is sure, else the provision that is, else a choice;
        by how ``likely`` (0 to 1) they are."""
        laws = _forks(found.hits)
        offered = tuple(chart.id for chart in charts[:OFFERED])
        if not (laws or offered):
            return Lead(Kind.NOTHING, sure=False)
        asks, told = only_asks(text), bool(charts and charts[0].given)
        chart, provision = likely
        twin = bool(charts) and not told and not charts[0].beside.isdisjoint(offered)
        if not asks and not twin and chart >= SURE_CHART and (told or provision < SURE_PROVISION):
            return Lead(
                LeadKind.RULING if charts[0].ruled else LeadKind.QUESTION,
                offered[:1],
                laws[:OFFERED],
            )
        if provision >= SURE_PROVISION and (asks or not twin):
            return Lead(LeadKind.PROVISION, offered[:1], laws[:1])
        if asks or not offered:
            return Lead(LeadKind.PROVISIONS, offered, laws[:OFFERED], sure=False)
        return Lead(LeadKind.CHARTS, offered, laws[:OFFERED], sure=False)

    def likelihoods(self, found: Found, charts: Sequence[ToldChart]) -> tuple[float, float]:
        """How likely the first chart with the laws under it answers, and the first provision; 0
        where there is none."""
        of_chart, of_provision = self.signs(found, charts)
        return _likelihood(CHART_MODEL, of_chart) if charts else 0.0, _likelihood(
            PROVISION_MODEL, of_provision
        ) if found.hits else 0.0

    def signs(
        self, found: Found, charts: Sequence[ToldChart]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """What tells how sure the first chart with the laws under it, and the first provision, are.

        Of the chart, how far what the charts weigh is spread, and what the model gives the
        provisions. Of the provision, what the model gives it, and how far the scores of all are
        spread.
        """
        weights = [
            chart.weight
            for chart in charts
            if self.situations.sorting.get(chart.id) != charts[0].id
        ]
        nepers = [hit.shares.get("learnt", 0.0) / WEIGHTS.learnt for hit in found.hits]
        scores = [hit.score for hit in found.hits]
        of_charts = _spread(weights, _EVEN_CHARTS * (max(weights, default=0.0) or 1.0))
        of_scores = _spread(scores, _EVEN_PROVISIONS * (max(scores, default=0.0) or 1.0))
        return (of_charts, _spread(nepers, 1.0)), (nepers[0] if nepers else 0.0, of_scores)

    def _told(self, reading: Reading, named: Iterable[str]) -> tuple[ToldChart, ...]:
        """The charts named and those that the words find, the weightiest first."""
        ranked = (
            self.search.situations(reading.text, len(self.situations))
            if reading.kind not in _CITING
            else []
        )
        proving = proved(reading.text)
        legal = disproved(reading.text)
        possible = [hit for hit in ranked if hit.id not in legal]
        hits = [hit for place, hit in enumerate(possible) if place < CHARTS or hit.id in proving]
        found = {hit.id: hit for hit in hits} | {
            chart: ChartHit(chart, "", EXACT) for chart in named
        }
        # the lawbook may be older
        charts = [self._heard(hit, reading) for hit in found.values() if hit.id in self.situations]
        charts.sort(key=lambda chart: -chart.weight)
        return tuple(self._sorted(charts, reading)[:CHARTS])

    def _sorted(self, charts: list[ToldChart], reading: Reading) -> list[ToldChart]:
        """The charts, where the first sorts into others or is one of those, by what the sorting one
        hears: the sister that a fact told leads to; or itself where none does and the first, of
        which nothing is told, begins further on."""
        sorts = self.situations.sorting
        first = charts[0].id if charts else ""
        parent = sorts.get(first, first)
        if parent not in sorts.values() or (charts[0].proved and parent != first):
            return charts
        asked = self.situations[parent].questions
        heard = self.hearing.hear(parent, reading.text)
        answers = [
            answer
            for fact, told in heard.given.items()
            if fact in asked
            for answer in asked[fact].answers
            if answer.id == told
        ]
        led = {answer.next.removeprefix(JOIN) for answer in answers} | {heard.reached.chart.id}
        led = {chart for chart in led if sorts.get(chart) == parent}
        begins_later = self.situations[parent].start not in self.situations[charts[0].id].questions
        first = (
            next(iter(led))
            if len(led) == 1
            else parent
            if begins_later and not charts[0].given
            else charts[0].id
        )
        held = next((chart for chart in charts if chart.id == first), None) or self._heard(
            ChartHit(first, "", charts[0].score), reading
        )
        return [held, *(chart for chart in charts if chart.id != first)]

    def _heard(self, hit: ChartHit, reading: Reading) -> ToldChart:
        can_be_heard = reading.language == SOURCE
        heard = self.hearing.hear(hit.id, reading.text, assuming=can_be_heard)
        reached = heard.reached
        to_confirm = unconfirmed(reached)
        if isinstance(reached, Asked):
            name = reached.fact
        else:
            name = to_confirm[0].fact if to_confirm else reached.name
        unusual = (
            answer
            for step in reached.trail
            if step.assumed
            for answer in step.question.answers
            if answer is not step.answer
        )
        joins = (answer.next for answer in unusual if answer.next.startswith(JOIN))
        return ToldChart(
            hit.id,
            hit.score,
            heard.given,
            heard.said,
            name,
            ruled=isinstance(reached, Ruled) and not to_confirm,
            assumed=heard.assumed,
            proved=heard.proved,
            beside=frozenset(join.removeprefix(JOIN) for join in joins),
        )

    def _named(self, reading: Reading) -> tuple[tuple[Citation, ...], LawbotError | None]:
        """The provisions that the text names and the edition has; what it names and why that is no
        answer, when it has none of them."""
        asked = self.understanding.named(reading)
        here = tuple(
            entry.citation
            for citation in asked
            if (entry := self.lawbook.find(citation, reading.edition))
        )
        if here:
            return here, None
        try:
            # 27(b) is 27B
            return (self.lawbook.provision(asked[0], reading.edition).citation,), None
        except NoSuchProvisionError as error:
            return tuple(asked), error


def _forks(hits: Sequence[Hit]) -> tuple[Citation, ...]:
    """The provisions found; for those of one section or paragraph that stand together among the
    first, the whole: nobody told which it is. What stands in one before it is left out."""
    above = [
        parent.folded
        for hit in hits[:OFFERED]
        if (parent := hit.citation.parent) and parent.section
    ]
    forked = {key for key in above if above.count(key) > 1}
    laws: list[Citation] = []
    taken: set[str] = set()
    for hit in hits:
        law = (
            parent if (parent := hit.citation.parent) and parent.folded in forked else hit.citation
        )
        if taken.isdisjoint((law.folded, *[holder.folded for holder in law.parents])):
            laws.append(law)
            taken.add(law.folded)
    return tuple(laws)


def _likelihood(model: Sequence[float], signs: Sequence[float]) -> float:
    """The likelihood that a model gives to signs."""
    *weights, start = model
    return 1 / (
        1
        + math.exp(-start - sum(weight * sign for weight, sign in zip(weights, signs, strict=True)))
    )


def _spread(points: Sequence[float], even: float) -> float:
    """How far likelihoods are spread (their entropy, in nepers: 0 for one alone), where ``even``
    points more make one e times as likely."""
    parts = [math.exp((point - max(points)) / even) for point in points]
    return (
        math.log(sum(parts)) - sum(part * math.log(part) for part in parts) / sum(parts)
        if parts
        else 0.0
    )


_OTHER_SUBJECTS = 4
"""Place among the signs of how many words are of another subject."""


def foreign_signs(text: str, found: Found) -> tuple[float, ...]:
    """What tells whether a text is about something else than bridge: how well the words of the
    first provision fit, the part of the words that are known, how many are of bridge alone, of
    bridge and others, of other subjects; where vectors tell, also the closeness of the nearest
    phrase, and how many words are known here and nowhere usual."""
    first = found.hits[0] if found.hits else None
    fits = (
        (first.score - sum(first.shares.get(name, 0.0) for name in _MODELS)) / _FITTING
        if first
        else 0.0
    )
    signs = (fits, found.known, *subject_signs(" ".join((text, *found.repaired.values()))))
    return (*signs, found.closeness, min(_ENOUGH, found.jargon)) if found.closeness > 0 else signs


def is_foreign(text: str, found: Found) -> bool:
    """Return whether words are about something else than bridge.

    Words that are only unknown are not: without vectors, one of another subject must be among them.
    """
    signs = foreign_signs(text, found)
    if found.lacks_vectors and signs[_OTHER_SUBJECTS] == 0:
        return False
    return (
        found.kind == "words"
        and _likelihood(FOREIGN_MODEL[found.closeness > 0], signs) >= SURELY_FOREIGN
    )
