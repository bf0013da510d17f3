"""Decide what a typed text leads to: provisions, flow charts, and the lead of the first screen.

Every door uses the same outcome; cards (``results_card``) and the command line's JSON are drawn from it.

Two logistic models give the probability that the text is about the first chart and about the first
provision; a third tells if it is about bridge at all. ``python -m bench.certainty`` fits them on
every set of told texts and prints, by cross-validation, how many of those called sure are right.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from lawbot.book import Lawbook, NoSuchProvisionError
from lawbot.charts.auction_facts import disproved, proved
from lawbot.charts.heard_facts import Hearing, cited_ahead
from lawbot.charts.load import Situations
from lawbot.charts.model import JOIN
from lawbot.charts.state import State, stand
from lawbot.charts.tricks import played_on
from lawbot.charts.walk import Asked, Ruled, unconfirmed
from lawbot.decide.kinds import EVERYTHING, LAWS, Kind
from lawbot.decide.understanding import Reading, Understanding
from lawbot.errors import LawbotError
from lawbot.language import SOURCE
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.message.message import Message
from lawbot.message.topic import subject_signs
from lawbot.search.charts import only_asks
from lawbot.search.engine import ChartHit, Search
from lawbot.search.provisions import Hit, SearchResult
from lawbot.search.weights import WEIGHTS

PROVISIONS = 10
"""Most provisions of one outcome."""
CHARTS = 5
"""Most flow charts of one outcome."""
OFFERED = 3
"""Most charts, and most provisions, on a screen that offers a choice."""
REORDERED = 5
"""Provisions among which those cited by possible rulings come first.

With more of them, provisions that hardly fit the words are lifted."""
EXACT = 1000.0
"""Score of a provision or chart that the text names."""
SURE_CHART = 0.87
"""Probability from which the first chart is opened at once.

By cross-validation 19 of 20 of those screens are right."""
SURE_PROVISION = 0.8
"""Probability from which the first provision is the answer: nine of ten are right."""
CHART_MODEL = (-2.39, -1.15, 6.39)
"""Weights of the chart's signs, then the intercept of the model."""
PROVISION_MODEL = (0.22, -2.29, 3.04)
"""Weights of the provision's signs, then the intercept of the model."""
LEAST_KNOWN = 0.5
"""Part of the words of a text that must be known, if no fact is told."""
SURELY_FOREIGN = 0.67
"""Probability from which a text is about another subject than bridge.

It is reached by nine of ten such texts, and by three of 1,740 about bridge."""
FOREIGN_MODEL = (-0.71, -2.46, -1.69, -1.51, 3.6, 3.25)
"""Weights of the signs of another subject, then the intercept of the model."""
_SCORE_UNIT = 30.0
"""Unit of a provision's score as a sign."""
_MOST_ELSEWHERE = 3
"""Cap on the count of words of other subjects."""
_CHART_SCALE = 0.15
"""Part of the best chart's weight that makes a chart e times as likely as another."""
_PROVISION_SCALE = 0.1
"""Part of the best score that makes a provision e times as likely as another."""
_CITATION_KINDS = (Kind.CITED, Kind.RANGE, Kind.SEVERAL, Kind.COMPARED, Kind.COMMENTARY)
"""Readings without words to search for."""
_MODEL_SIGNALS = ("learnt", "learnt law")
"""Signals of learnt models: their points do not tell how well words fit."""
_NAMING_KINDS = (*_CITATION_KINDS, Kind.TERM, Kind.HEADING)
"""Readings that name provisions."""


class LeadKind(StrEnum):
    """The kind of lead, unless the reading itself is the lead."""

    RULING = "ruling"
    """A chart in which the facts told lead to a ruling."""
    QUESTION = "question"
    """A chart, at its first fact not told."""
    CHARTS = "charts"
    """A choice of charts, with provisions under them."""
    PROVISION = "provision"
    PROVISIONS = "provisions"


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead of the first screen: its charts and provisions, best first.

    ``sure`` is False if the screen offers a choice."""

    kind: LeadKind | Kind
    charts: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    sure: bool = True


@dataclass(frozen=True, slots=True)
class ToldChart:
    """A chart that a text leads to, and the facts that the text tells of it.

    ``given`` are the facts told, ``said`` the words each was taken from (empty if only a sequence of
    calls tells it). ``next`` is the fact still asked, or the ruling's id (then it is ``ruled``).
    ``proved``: a sequence of calls proves one of the facts."""

    id: str
    score: float
    given: dict[str, str]
    said: dict[str, str]
    next: str
    ruled: bool
    assumed: dict[str, str] = field(default_factory=dict)
    """The usual answers that the text leaves alone, to be confirmed before a ruling."""
    proved: bool = False
    seat: str | None = None
    """The offender's seat (N, E, S or W), if the text names it."""
    unusual_charts: frozenset[str] = frozenset()
    """The charts that would follow if a usual answer assumed here were not so."""

    @property
    def weight(self) -> float:
        """Return the score of the chart with the points for the facts told."""
        return self.score + WEIGHTS.fact * len(self.given) + WEIGHTS.proved * self.proved


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a text: its reading, lead, charts and provisions.

    ``named`` are the provisions that it names, ``found`` the search result for its words (None if they
    were not searched for), ``fault`` the reason for no answer."""

    reading: Reading
    lead: Lead
    named: tuple[Citation, ...] = ()
    found: SearchResult | None = None
    charts: tuple[ToldChart, ...] = ()
    fault: LawbotError | None = None
    hits: tuple[Hit, ...] = ()
    """The provisions it leads to, named ones first."""
    is_aided: bool = False
    """True if another ear than the bot's own listened: its card says so."""

    @property
    def repaired(self) -> Mapping[str, str]:
        """Return the misspelt words with their corrections."""
        return self.found.repaired if self.found else {}


class Signs(NamedTuple):
    """The features of the two models of certainty."""

    chart: tuple[float, ...]
    provision: tuple[float, ...]


class Likelihoods(NamedTuple):
    """The probabilities (0 to 1) that the first chart and the first provision answer."""

    chart: float
    provision: float


class Outcomes:
    """Make outcomes over one lawbook and its charts."""

    def __init__(
        self, lawbook: Lawbook, search: Search, situations: Situations, understanding: Understanding
    ) -> None:
        self.lawbook = lawbook
        self.search = search
        self.situations = situations
        self.understanding = understanding
        self.hearing = Hearing(situations, (proved, played_on))
        self._latest = lru_cache(maxsize=8)(self._of_words)

    def of(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> Outcome:
        """Return the outcome of any text, among the kinds that a door lets through.

        Raises LawbookError for an unknown edition, and nothing else."""
        return self.of_reading(self.understanding.understand(text, reader, only))

    def in_edition(self, text: str, edition: str) -> Outcome:
        """Return the outcome with provisions of one edition.

        A provision named with an older code is replaced by its counterparts. Raises LawbookError for
        an unknown edition."""
        outcome = self.of(text, Reader(edition=edition), LAWS)
        if not outcome.named or outcome.reading.edition == edition:
            return outcome
        counterparts = self.lawbook.counterparts(outcome.named[0], outcome.reading.edition, edition)
        hits = tuple(Hit(citation, EXACT) for citation in counterparts.citations)
        return replace(outcome, hits=hits)

    def of_reading(self, reading: Reading) -> Outcome:
        """Return the outcome of a text that has been read."""
        if reading.fault is not None or reading.kind is Kind.NOTHING:
            fault = reading.fault or LawbotError("There is nothing to answer.")
            lead = Lead(Kind.NOTHING, sure=False)
            return Outcome(reading, lead, reading.citations, fault=fault)
        if reading.kind is Kind.WORDS:
            return self._latest(reading)
        if reading.kind is Kind.TOPIC:
            outcome = self._latest(replace(reading, kind=Kind.WORDS))
            return replace(outcome, reading=reading, lead=replace(outcome.lead, kind=Kind.TOPIC))
        if reading.kind is Kind.CHART:
            return self._of_chart(reading)
        if reading.kind in _NAMING_KINDS:
            return self._of_named(reading)
        return Outcome(reading, Lead(reading.kind))

    def of_state(self, text: str, state: State) -> Outcome:
        """Return the outcome of a text that led to a place in a chart.

        Raises StaleStateError if the state does not fit its chart."""
        standing = stand(self.situations, state)
        current = standing.shown
        ruled = isinstance(current, Ruled) and not unconfirmed(current)
        reached = current.name if isinstance(current, Ruled) else current.fact
        assumed = {step.fact: step.answer.id for step in standing.reached.trail if step.assumed}
        facts = {fact: answer for fact, answer in standing.answers.items() if fact not in assumed}
        chart = ToldChart(state.chart, EXACT, facts, {}, reached, ruled, assumed, seat=state.seat)
        lead = Lead(LeadKind.RULING if ruled else LeadKind.QUESTION, (state.chart,))
        reading = Reading(Kind.CHART, text, self.lawbook.in_force, chart=state.chart)
        return Outcome(reading, lead, charts=(chart,))

    def with_facts(
        self, outcome: Outcome, chart_id: str, facts: Mapping[str, tuple[str, str]]
    ) -> Outcome:
        """Return the outcome with a chart of its own first, and facts that another ear heard.

        Each fact comes with its answer and words. It opens the chart if it has any; else a choice
        offers it first. Raises KeyError for a chart that the outcome does not have.
        """
        scores = {chart.id: chart.score for chart in outcome.charts}
        reading = outcome.reading
        hit = ChartHit(chart_id, "", scores[chart_id])
        message = Message(reading.text, reading.language)
        first = self._heard(hit, message, assuming=reading.language == SOURCE, further=facts)
        charts = (first, *(chart for chart in outcome.charts if chart.id != chart_id))
        lead = outcome.lead
        if not facts:
            offered = self.situations.doors((chart_id, *lead.charts))[: len(lead.charts)]
            offering = replace(lead, charts=offered)
            return replace(outcome, lead=offering, charts=charts, is_aided=True)
        kind = LeadKind.RULING if first.ruled else LeadKind.QUESTION
        lead = Lead(kind, (chart_id,), lead.citations)
        return replace(outcome, lead=lead, charts=charts, is_aided=True)

    def _of_named(self, reading: Reading) -> Outcome:
        """Return the provisions that a text names, before those its words find."""
        citations, fault = self._named(reading)
        if fault is not None:
            lead = Lead(Kind.NOTHING, citations=citations, sure=False)
            return Outcome(reading, lead, citations, fault=fault)
        charts_on: list[str] = []
        for citation in citations:
            charts_on += self.search.charts_on(citation, reading.edition)
        hits = [Hit(citation, EXACT) for citation in citations]
        message = Message(reading.text, reading.language)
        result = None
        if reading.kind not in _CITATION_KINDS:
            result = self.search.find(message, reading.edition, PROVISIONS)
            hits += [hit for hit in result.hits if hit.citation not in citations]
        lead_kinds: dict[Kind, LeadKind | Kind] = {
            Kind.CITED: LeadKind.PROVISION,
            Kind.RANGE: LeadKind.PROVISIONS,
            Kind.SEVERAL: LeadKind.PROVISIONS,
        }
        charts = self._told(reading, message, charts_on)
        offered = tuple(dict.fromkeys(charts_on))[:OFFERED]
        lead = Lead(lead_kinds.get(reading.kind, reading.kind), offered, citations)
        return Outcome(reading, lead, citations, result, charts, hits=tuple(hits[:PROVISIONS]))

    def _of_chart(self, reading: Reading) -> Outcome:
        """Return the chart that a text names, from its start, with the charts its words find."""
        # A chart's name tells nothing that happened, so no fact is heard in it.
        start = self.situations[reading.chart].start
        chart = ToldChart(reading.chart, EXACT, {}, {}, start, ruled=False)
        message = Message(reading.text, reading.language)
        told_charts = self._told(reading, message, ())
        further = [other for other in told_charts if other.id != reading.chart]
        result = self.search.find(message, reading.edition, PROVISIONS)
        lead = Lead(LeadKind.QUESTION, (reading.chart,))
        charts = (chart, *further[: CHARTS - 1])
        return Outcome(reading, lead, (), result, charts, hits=tuple(result.hits))

    def _of_words(self, reading: Reading) -> Outcome:
        """Return the outcome of words to search for, or of a text about another subject."""
        message = Message(reading.text, reading.language)
        charts = self._told(reading, message, ())
        result = self.search.find(message, reading.edition, PROVISIONS)
        result = self._ahead_first(result, charts)
        if is_foreign(reading.text, result):
            reading, lead = replace(reading, kind=Kind.NOTHING), Lead(Kind.NOTHING, sure=False)
        else:
            lead = self.lead(message, result, charts, self.likelihoods(result, charts))
        fault = None
        if lead.kind is Kind.NOTHING:
            unknown = ", ".join(result.unknown)[:200]
            fault = LawbotError(
                "Nothing found." + (f" Not known here: {unknown}" if unknown else "")
            )
        return Outcome(reading, lead, (), result, charts, fault, tuple(result.hits))

    def _ahead_first(self, result: SearchResult, charts: tuple[ToldChart, ...]) -> SearchResult:
        """Move provisions to the front that rulings of the first chart, still possible, cite."""
        if not charts or not charts[0].given:
            return result
        cited = cited_ahead(self.situations, charts[0].id, charts[0].given)
        keys = self.search.counterpart_keys(cited, result.edition)
        best = sorted(result.hits[:REORDERED], key=lambda hit: hit.citation.folded not in keys)
        return replace(result, hits=[*best, *result.hits[REORDERED:]])

    def lead(
        self,
        message: Message,
        found: SearchResult,
        charts: Sequence[ToldChart],
        likely: tuple[float, float],
    ) -> Lead:
        """Return the lead of words: a sure chart, else a sure provision, else a choice.

        ``likely`` are the probabilities (0 to 1) of the first chart and of the first provision."""
        laws = _forks(found.hits)
        offered = self.situations.doors(chart.id for chart in charts)[:OFFERED]
        has_facts = bool(charts and charts[0].given)
        # of words that mostly stand nowhere any hit is a guess of the models
        is_unknown = bool(found.unknown) and found.known_share < LEAST_KNOWN and not has_facts
        if is_unknown or not (laws or offered):
            return Lead(Kind.NOTHING, sure=False)
        asks = only_asks(message)
        of_chart, of_provision = likely
        # With no fact told, nothing but the assumed usual answer speaks for the first chart, and
        # against another one on the screen.
        usual_is_open = (
            bool(charts) and not has_facts and not charts[0].unusual_charts.isdisjoint(offered)
        )
        if not asks and not usual_is_open and of_chart >= SURE_CHART:
            kind = LeadKind.RULING if charts[0].ruled else LeadKind.QUESTION
            return Lead(kind, offered[:1], laws[:OFFERED])
        if of_provision >= SURE_PROVISION and (asks or not usual_is_open):
            return Lead(LeadKind.PROVISION, offered[:1], laws[:1])
        kind = LeadKind.PROVISIONS if asks or not offered else LeadKind.CHARTS
        return Lead(kind, offered, laws[:OFFERED], sure=False)

    def likelihoods(self, found: SearchResult, charts: Sequence[ToldChart]) -> Likelihoods:
        """Return the probabilities of the first chart and of the first provision; 0 without one."""
        signs = self.signs(found, charts)
        of_chart = _likelihood(CHART_MODEL, signs.chart) if charts else 0.0
        of_provision = _likelihood(PROVISION_MODEL, signs.provision) if found.hits else 0.0
        return Likelihoods(of_chart, of_provision)

    def signs(self, found: SearchResult, charts: Sequence[ToldChart]) -> Signs:
        """Return the signs of how sure the first chart and the first provision are.

        Of the chart: the spread of the charts' weights, and the spread of the model's points for the
        provisions. Of the provision: the model's points for it, and the spread of all scores.
        """
        # Charts that the first one sorts, or that share its door, make it no less sure.
        sorting, door = self.situations.sorting, self.situations.door
        rivals = [
            chart
            for chart in charts[1:]
            if sorting.get(chart.id) != charts[0].id and door(chart.id) != door(charts[0].id)
        ]
        weights = [chart.weight for chart in (*charts[:1], *rivals)]
        nepers = [hit.shares.get("learnt", 0.0) / WEIGHTS.learnt for hit in found.hits]
        scores = [hit.score for hit in found.hits]
        # Scales are parts of the best points, as points differ from language to language.
        chart_scale = _CHART_SCALE * (max(weights, default=0.0) or 1.0)
        provision_scale = _PROVISION_SCALE * (max(scores, default=0.0) or 1.0)
        return Signs(
            (_spread(weights, chart_scale), _spread(nepers, 1.0)),
            (nepers[0] if nepers else 0.0, _spread(scores, provision_scale)),
        )

    def _told(
        self, reading: Reading, message: Message, named: Iterable[str]
    ) -> tuple[ToldChart, ...]:
        """Return the charts named and those that the words find, the heaviest first."""
        ranked: list[ChartHit] = []
        if reading.kind not in _CITATION_KINDS:
            ranked = self.search.situations(message, len(self.situations))
        proved_charts = proved(message)
        # A sequence of calls that breaks no law rules out the charts of those irregularities.
        legal = disproved(message)
        possible = [hit for hit in ranked if hit.id not in legal]
        hits = {
            hit.id: hit
            for rank, hit in enumerate(possible)
            if rank < CHARTS or hit.id in proved_charts
        }
        hits |= {chart: ChartHit(chart, "", EXACT) for chart in named}
        # The lawbook may be older than the charts, and name one that is no more.
        # Usual answers are assumed only in the language in which facts can be heard.
        assuming = reading.language == SOURCE
        charts = [
            self._heard(hit, message, assuming=assuming)
            for hit in hits.values()
            if hit.id in self.situations
        ]
        charts.sort(key=lambda chart: -chart.weight)
        return tuple(self._sorted(charts, message, assuming=assuming)[:CHARTS])

    def _sorted(
        self, charts: list[ToldChart], message: Message, *, assuming: bool
    ) -> list[ToldChart]:
        """Put the chart first that the chart which sorts the first one and its sisters leads to.

        A sister comes first if a fact told leads to it alone. Else the sorting chart does, if the
        first begins further on and nothing is told of it."""
        sorting = self.situations.sorting
        best = charts[0].id if charts else ""
        parent = sorting.get(best, best)
        # A chart whose facts a sequence of calls proves is no longer to be sorted.
        if parent not in sorting.values() or (charts[0].proved and parent != best):
            return charts
        sisters = self._led_to(parent, message)
        begins_later = self.situations[parent].start not in self.situations[best].questions
        if len(sisters) == 1:
            (best,) = sisters
        elif begins_later and not charts[0].given:
            best = parent
        first = next((chart for chart in charts if chart.id == best), None)
        if first is None:
            hit = ChartHit(best, "", charts[0].score)
            first = self._heard(hit, message, assuming=assuming)
        return [first, *(chart for chart in charts if chart.id != best)]

    def _led_to(self, parent: str, message: Message) -> set[str]:
        """Return the charts sorted by ``parent`` that facts heard in the text lead to."""
        questions = self.situations[parent].questions
        heard = self.hearing.hear(parent, message)
        charts = {heard.reached.chart.id}
        for fact, answer_id in heard.given.items():
            if fact not in questions:
                continue
            for answer in questions[fact].answers:
                if answer.id == answer_id:
                    charts.add(answer.next.removeprefix(JOIN))
        return {chart for chart in charts if self.situations.sorting.get(chart) == parent}

    def _heard(
        self,
        hit: ChartHit,
        message: Message,
        *,
        assuming: bool,
        further: Mapping[str, tuple[str, str]] = MappingProxyType({}),
    ) -> ToldChart:
        """Return a chart with the facts that the text tells of it, and ``further`` ones."""
        heard = self.hearing.hear(hit.id, message, assuming=assuming, further=further)
        reached = heard.reached
        to_confirm = unconfirmed(reached)
        if isinstance(reached, Asked):
            name = reached.fact
        else:
            name = to_confirm[0].fact if to_confirm else reached.name
        unusual_charts = set()
        for step in reached.trail:
            if not step.assumed:
                continue
            for answer in step.question.answers:
                if answer is not step.answer and answer.next.startswith(JOIN):
                    unusual_charts.add(answer.next.removeprefix(JOIN))
        return ToldChart(
            hit.id,
            hit.score,
            heard.given,
            heard.said,
            name,
            ruled=isinstance(reached, Ruled) and not to_confirm,
            assumed=heard.assumed,
            proved=hit.id in proved(message) and heard.proved,
            seat=message.told.offender_seat,
            unusual_charts=frozenset(unusual_charts),
        )

    def _named(self, reading: Reading) -> tuple[tuple[Citation, ...], LawbotError | None]:
        """Return the provisions named that the edition has, and None.

        If it has none of them, return all that are named, and the error."""
        citations = self.understanding.named(reading)
        entries = [self.lawbook.find(citation, reading.edition) for citation in citations]
        existing = tuple(entry.citation for entry in entries if entry)
        if existing:
            return existing, None
        try:
            # '27(b)' is another spelling of 27B, which only ``provision`` understands.
            return (self.lawbook.provision(citations[0], reading.edition).citation,), None
        except NoSuchProvisionError as error:
            return tuple(citations), error


def _forks(hits: Sequence[Hit]) -> tuple[Citation, ...]:
    """Return the provisions found, each once, with the parts of one section joined.

    If two of the first hits are parts of one section or paragraph, the whole stands for them.
    A provision inside an earlier one is left out."""
    parents = [hit.citation.parent for hit in hits[:OFFERED]]
    sections = [parent.folded for parent in parents if parent and parent.section]
    # Nobody told which of the parts it is.
    forked = {key for key in sections if sections.count(key) > 1}
    laws: list[Citation] = []
    covered: set[str] = set()
    for hit in hits:
        parent = hit.citation.parent
        law = parent if parent and parent.folded in forked else hit.citation
        keys = {law.folded, *[holder.folded for holder in law.parents]}
        if covered.isdisjoint(keys):
            laws.append(law)
            covered.add(law.folded)
    return tuple(laws)


def _likelihood(model: Sequence[float], signs: Sequence[float]) -> float:
    """Return the probability that a logistic model gives to signs."""
    *weights, intercept = model
    total = sum(weight * sign for weight, sign in zip(weights, signs, strict=True))
    return 1 / (1 + math.exp(-intercept - total))


def _spread(points: Sequence[float], even: float) -> float:
    """Return the entropy, in nepers, of alternatives with these points: 0 for one alone.

    ``even`` is how many points more make one e times as likely."""
    if not points:
        return 0.0
    best = max(points)
    parts = [math.exp((point - best) / even) for point in points]
    total = sum(parts)
    return math.log(total) - sum(part * math.log(part) for part in parts) / total


def foreign_signs(text: str, found: SearchResult) -> tuple[float, ...]:
    """Return the signs of a text about another subject than bridge.

    They are: how well the words fit the first provision, the part of the words that are known, how
    many are of bridge alone, of bridge and others, of other subjects. Of other subjects are also
    the usual words of the language that no text about bridge has."""
    fit = 0.0
    if found.hits:
        best = found.hits[0]
        from_models = sum(best.shares.get(name, 0.0) for name in _MODEL_SIGNALS)
        fit = (best.score - from_models) / _SCORE_UNIT
    words = " ".join((text, *found.repaired.values()))
    bridge, perhaps, elsewhere = subject_signs(Message(words))
    elsewhere = min(_MOST_ELSEWHERE, elsewhere + found.elsewhere)
    return fit, found.known_share, bridge, perhaps, elsewhere


def is_foreign(text: str, found: SearchResult) -> bool:
    """Return whether words are about something else than bridge.

    Words that are only unknown are not: one of another subject must be among them."""
    signs = foreign_signs(text, found)
    elsewhere = signs[-1]
    if found.kind != "words" or elsewhere == 0:
        return False
    return _likelihood(FOREIGN_MODEL, signs) >= SURELY_FOREIGN
