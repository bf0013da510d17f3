"""What a text is read as, and where it leads: kind, citations, provisions and flow charts, for programs rather than people."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lawbot.answers.addresses import Address, ChartPlace
from lawbot.answers.finding import is_guess
from lawbot.answers.reader import Reader
from lawbot.answers.telling import weight
from lawbot.answers.understanding import Kind, Reading
from lawbot.citation import Citation
from lawbot.errors import LawbotError
from lawbot.lawbook import NoSuchProvisionError
from lawbot.search.engine import EXACT, Hit
from lawbot.situations.walk import Asked

if TYPE_CHECKING:
    from lawbot.answers.answers import Answers

PROVISIONS = 10
"""Provisions that a text leads to, at most."""
CHARTS = 5
"""Flow charts that a text leads to, at most."""
_CITING = (Kind.CITED, Kind.RANGE, Kind.SEVERAL)
"""Readings in which there are no words to search for."""
_NAMING = (*_CITING, Kind.TERM, Kind.HEADING, Kind.COMPARED)
_WITHOUT_LAWS = (Kind.SCORE, Kind.BOARD, Kind.IMPS, Kind.HELP, Kind.SITUATIONS, Kind.QUIZ, Kind.GREETING, Kind.NOTHING)


@dataclass(frozen=True, slots=True)
class ChartLead:
    """A flow chart that a text leads to: ``given`` are the facts it states (fact -> answer), ``said`` the words that state them.

    ``next`` is the first open fact, or the ruling's id when nothing is open.
    """

    id: str
    score: float
    next: str
    given: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lead:
    """What a text is read as, and where it leads.

    ``address`` opens the one card it names (empty where it names none), ``certain`` is False where the best is a guess,
    ``citations`` are the provisions that it names, ``provisions`` those it leads to (named ones first), best first.
    ``fault`` is why there is no answer, None where there is one.
    """

    reading: Reading
    address: str
    certain: bool
    citations: tuple[Citation, ...] = ()
    provisions: tuple[Hit, ...] = ()
    charts: tuple[ChartLead, ...] = ()
    fault: LawbotError | None = None


def lead(answers: "Answers", text: str, reader: Reader) -> Lead:
    """The lead of any text. Raises LawbookError for an edition that is not there, and nothing else."""
    reading = answers.understanding.understand(text, reader)
    address = answers.address_for(text, reader)
    if reading.kind in _WITHOUT_LAWS:
        nothing = LawbotError("There is nothing to answer.") if reading.kind is Kind.NOTHING else None
        return Lead(reading, address, certain=reading.kind is not Kind.NOTHING, fault=reading.fault or nothing)
    named, fault = _named(answers, reading)
    if fault is not None:
        return Lead(reading, address, certain=False, citations=named, fault=fault)
    charts = _charts(answers, reading, named, reader)
    if reading.kind in _CITING:
        return Lead(reading, address, True, named, tuple(Hit(citation, EXACT) for citation in named), charts)
    found = answers.search_engine.find(reading.text, reading.edition, PROVISIONS)
    hits = [Hit(citation, EXACT) for citation in named] + [hit for hit in found.hits if hit.citation not in named]
    guess = reading.kind is Kind.WORDS and (not hits or is_guess(found))
    return Lead(
        reading,
        address,
        certain=not guess,
        citations=named,
        provisions=tuple(hits[:PROVISIONS]),
        charts=charts,
        fault=None if hits or charts else _not_known(found.unknown),
    )


def _named(answers: "Answers", reading: Reading) -> tuple[tuple[Citation, ...], LawbotError | None]:
    """The provisions that the text names and the edition has; what it names and why that is no answer, when it has none of them."""
    if reading.kind not in _NAMING:
        return (), None
    asked = answers.named(reading)
    here = tuple(entry.citation for citation in asked if (entry := answers.lawbook.find(citation, reading.edition)))
    if here:
        return here, None
    try:
        answers.lawbook.provision(asked[0], reading.edition)
    except NoSuchProvisionError as error:
        return tuple(asked), error
    return tuple(asked), None


def _charts(answers: "Answers", reading: Reading, named: tuple[Citation, ...], reader: Reader) -> tuple[ChartLead, ...]:
    """The chart named, those that rest on the provisions named, then those that the words find."""
    scores = {reading.chart: EXACT} if reading.chart else {}
    for citation in named:
        entry = answers.lawbook.provision(citation, reading.edition)
        for action in answers.finding.charts_for(entry, reader):
            match Address.parse(action.address).place:
                case ChartPlace(state):
                    scores.setdefault(state.chart, EXACT)
    found = answers.search_engine.situations(reading.text, CHARTS) if reading.kind not in _CITING else []
    for hit in found:
        scores.setdefault(hit.id, hit.score)
    led = [_led(answers, chart, score, reading.text) for chart, score in scores.items()]
    return tuple(sorted(led, key=lambda lead: -weight(lead.score, lead.given))[:CHARTS])


def _led(answers: "Answers", chart: str, score: float, text: str) -> ChartLead:
    hearing = answers.telling.hearing
    heard = hearing.hear(chart, text)
    reached = hearing.reached(chart, heard)
    return ChartLead(chart, score, reached.fact if isinstance(reached, Asked) else reached.name, heard.given, heard.said)


def _not_known(unknown: list[str]) -> LawbotError:
    return LawbotError("Nothing found." + (f" Not known here: {', '.join(unknown)[:200]}" if unknown else ""))
