"""Listen to a text with a language model: the chart it tells of, and the facts, both checked."""

import logging
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import aiohttp

from lawbot.config import Settings
from lawbot.data_files import proof_file
from lawbot.decide.kinds import Kind
from lawbot.decide.outcome import LeadKind, Outcome, Outcomes
from lawbot.ear.check import Checked, check
from lawbot.ear.endpoint import SECONDS, EarError, Endpoint, Reply
from lawbot.ear.form import Choice, Form, Sheet, askable, chart_form, fact_form
from lawbot.errors import LawbotError
from lawbot.limits import MAX_STORY
from lawbot.message.message import Message
from lawbot.search.charts import only_asks

AT_ONCE = 4
"""Most texts listened to at once: a bot with more to do asks nothing."""
Judged = Mapping[str, frozenset[str]]
"""By fact, the answers that the director judges, whatever the players say."""
_HOUR = 3600
_log = logging.getLogger(__name__)


class Hearsay(NamedTuple):
    """The facts that a model told of a text, after the checks, and the outcome with them.

    ``chart`` is the one that the facts are of. The outcome is the bot's own if nothing is new.
    """

    outcome: Outcome
    chart: str
    checked: Checked


class Ear:
    """Listens to texts that the bot has not fully understood, within bounds.

    ``judged`` are the answers that the director judges, by fact; ``hourly`` is the most forms an
    hour for each server. One ear serves a whole process, and keeps nothing of a text.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        outcomes: Outcomes,
        judged: Judged,
        hourly: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.endpoint = endpoint
        self.outcomes = outcomes
        self.judged = judged
        self.hourly = hourly
        self.seconds = SECONDS
        """Seconds for both forms of one text; tests of another matter have more."""
        self._clock = clock
        self._hour = 0
        self._asked: Counter[int] = Counter()
        """Forms of this hour, by server; a restart begins anew."""
        self._listening = 0
        """Texts listened to at this moment."""

    @classmethod
    def open(cls, settings: Settings, outcomes: Outcomes) -> "Ear":
        """Return the ear of the operator's settings, which name one. Raises LawbotError."""
        return cls(Endpoint.of(settings), outcomes, judged_in(settings.data), settings.ear_hourly)

    def is_needed(self, outcome: Outcome) -> bool:
        """Return whether a text may tell more than the bot has heard, and so is worth a question.

        It must tell what happened, in words, and lead to an open question or a choice of charts.
        """
        if outcome.reading.kind is not Kind.WORDS or not outcome.charts:
            return False
        if outcome.lead.kind not in (LeadKind.QUESTION, LeadKind.CHARTS):
            return False
        return not only_asks(Message(outcome.reading.text))

    async def listen(self, outcome: Outcome, server: int) -> Outcome | None:
        """Return the outcome with what the model has heard; None if that adds nothing.

        ``server`` is whose share of questions it takes. Raises nothing.
        """
        hearsay = await self.hear(outcome, server)
        return hearsay.outcome if hearsay and hearsay.outcome is not outcome else None

    async def hear(self, outcome: Outcome, server: int) -> Hearsay | None:
        """Return all that the model told, with what was stopped; None if it told nothing."""
        if not self.is_needed(outcome) or self.endpoint.is_resting:
            return None
        # the bot's own answers come first
        if self._listening >= AT_ONCE:
            return None
        self._listening += 1
        try:
            async with aiohttp.ClientSession() as session:
                return await _Hearing(self, outcome, server, session).run()
        except EarError as error:
            _log.info("The ear gave no answer (%s).", error)
            return None
        finally:
            self._listening -= 1

    def take_question(self, server: int) -> None:
        """Count a question of a server. Raises EarError if it has had all of this hour."""
        hour = int(self._clock() // _HOUR)
        if hour != self._hour:
            self._hour = hour
            self._asked.clear()
        if self._asked[server] >= self.hourly:
            raise EarError("the share of this hour is used up")
        self._asked[server] += 1


class _Hearing:
    """One text on its way through the two forms.

    All that goes wrong on it raises EarError, and ends it.
    """

    def __init__(
        self, ear: Ear, outcome: Outcome, server: int, session: aiohttp.ClientSession
    ) -> None:
        self._ear = ear
        self._outcome = outcome
        self._server = server
        self._session = session
        self._ends = time.monotonic() + ear.seconds
        # what stands behind that is not read for facts either
        self._text = outcome.reading.text[:MAX_STORY]

    async def run(self) -> Hearsay | None:
        """Return what the model told; None if no chart fits. Raises EarError."""
        first = self._outcome.charts[0]
        chart_id = first.id
        # a sure chart of which the bot has heard facts itself is not in question
        if not (self._outcome.lead.sure and first.given):
            chart_id = await self._choose()
        if chart_id not in self._candidates:
            return None
        checked = await self._fill_in(chart_id)
        outcome = self._outcome
        # without a fact, another chart than the bot's own is no more than an offer
        if checked.facts or not (chart_id == first.id or outcome.lead.sure):
            outcome = self._ear.outcomes.with_facts(outcome, chart_id, checked.facts)
        return Hearsay(outcome, chart_id, checked)

    @property
    def _candidates(self) -> list[str]:
        """Return the charts that the bot itself has found."""
        return [chart.id for chart in self._outcome.charts]

    async def _choose(self) -> str:
        """Return the chart that the model chose, as it wrote it."""
        situations = self._ear.outcomes.situations
        charts = map(situations.__getitem__, self._candidates)
        choice = await self._ask(chart_form(self._text, charts), Choice)
        return choice.situation

    async def _fill_in(self, chart_id: str) -> Checked:
        """Return the facts of a chart that the model told, as far as they pass the checks."""
        outcomes = self._ear.outcomes
        situations = outcomes.situations
        reading = self._outcome.reading
        message = Message(self._text, reading.language)
        own_facts = outcomes.hearing.hear(chart_id, message, assuming=False).given
        # what the bot has heard in two ways is in doubt, and stays so
        settled = {*own_facts, *outcomes.hearing.candidates(chart_id, message)}
        chart = situations[chart_id]
        questions = askable(chart, self._ear.judged, settled)
        # a question that cannot come up any more would only cost tokens
        ahead = situations.facts_ahead(chart_id, own_facts)
        questions = {fact: answers for fact, answers in questions.items() if fact in ahead}
        if not questions:
            return Checked({}, Counter())
        form = fact_form(self._text, chart, questions)
        sheet = await self._ask(form, Sheet)
        return check(sheet.facts, questions, message, situations, chart_id, own_facts)

    async def _ask(self, form: Form, reply: type[Reply]) -> Reply:
        """Return the reply to a form, within what is left of the time. Raises EarError."""
        self._ear.take_question(self._server)
        seconds = self._ends - time.monotonic()
        return await self._ear.endpoint.ask(form, reply, self._session, seconds)


def judged_in(data: Path) -> Judged:
    """Return the answers that the director judges, by fact. Raises LawbotError."""
    file = proof_file(data)
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))["judged"]
        return {fact: frozenset(answers.split()) for fact, answers in table.items()}
    except (OSError, ValueError, KeyError, AttributeError) as error:
        raise LawbotError("{file} cannot be read.", file=file.name) from error
