"""A director's place in a chart, as a short text that any process can go on from."""

import re
import string
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple, Self

from lawbot.charts.load import Situations
from lawbot.charts.model import NO_FACTS, Answer, FactDict, Facts
from lawbot.charts.seats import SEATS
from lawbot.charts.walk import Asked, Reached, Ruled, Trail, walk
from lawbot.errors import N_, NotOfferedError, StaleStateError, WalkError
from lawbot.frozen import frozen

_DIGITS = string.digits + string.ascii_letters
_MISFIT = N_("The answers do not fit this flow chart any more. Start it again, please.")
_MOST_ANSWERS = 16
"""Most answers that a fact can have in all the charts joined together."""


class View(StrEnum):
    """A part of a state that is shown besides its question or ruling."""

    PLAIN = "-"
    WHY = "w"
    STEPS = "t"
    LATER = "l"
    TEXT = "x"
    LAWS = "c"
    CHOICES = "o"
    UNSURE = "u"
    REVIEW = "r"
    SEAT = "s"
    PLAYER = "p"
    RARE = "e"
    ASSUMED = "a"


_STATE = re.compile(
    rf"(?P<chart>[a-z][a-z0-9-]{{0,39}})/(?P<revision>[0-9a-f]{{6}})/(?P<taps>[0-4]{{0,20}})"
    rf"/(?P<cursor>[-0-9a-f])(?P<seat>[-{''.join(SEATS)}])(?P<view>[{''.join(View)}])"
    r"(?P<known>(?:[0-9a-zA-Z]{2}){0,20})"
    r"(?:\.(?P<assumed>(?:[0-9a-zA-Z]{2}){1,20}))?"
)


@frozen
class State:
    """A place in a chart: its revision, the answers tapped (one digit each), seat and view.

    ``cursor`` is the index of the question shown again; None shows the first open question or the
    ruling. ``seat`` is the offender's. ``known`` are facts that came with the state (from another
    chart, or from a sentence), two characters each; ``pack`` makes them. ``assumed`` are the usual
    answers that nobody has told, packed alike.
    """

    chart: str
    revision: str
    taps: str = ""
    cursor: int | None = None
    seat: str | None = None
    view: View = View.PLAIN
    known: str = ""
    assumed: str = ""

    def __str__(self) -> str:
        cursor = "-" if self.cursor is None else format(self.cursor, "x")
        position = f"{cursor}{self.seat or '-'}{self.view}"
        facts = f"{self.known}.{self.assumed}" if self.assumed else self.known
        return f"{self.chart}/{self.revision}/{self.taps}/{position}{facts}"

    @classmethod
    def begin(
        cls,
        situations: Situations,
        chart_id: str,
        facts: Facts = NO_FACTS,
        assumed: Facts = NO_FACTS,
    ) -> Self:
        """Return the state before the first tap, with the facts that the chart may ask for.

        Raises StaleStateError for an unknown chart.
        """
        if chart_id not in situations:
            raise StaleStateError(
                N_("There is no such flow chart any more. Choose the situation again.")
            )
        begun = cls(chart_id, situations.revision(chart_id))
        return begun.holding(situations, facts, assumed)

    def holding(self, situations: Situations, facts: Facts, assumed: Facts) -> Self:
        """Return the state with these facts, as far as the chart may ask for them."""
        known = pack(situations, self.chart, facts)
        return replace(self, known=known, assumed=pack(situations, self.chart, assumed))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the state that ``str(state)`` wrote. Raises StaleStateError if it is no state."""
        match = _STATE.fullmatch(text)
        if match is None:
            raise StaleStateError(
                N_("This button cannot be read any more. Choose the situation again.")
            )
        cursor, seat = match["cursor"], match["seat"]
        return cls(
            match["chart"],
            match["revision"],
            match["taps"],
            cursor=None if cursor == "-" else int(cursor, 16),
            seat=None if seat == "-" else seat,
            view=View(match["view"]),
            known=match["known"],
            assumed=match["assumed"] or "",
        )


class Standing(NamedTuple):
    """A state laid over its chart: the facts answered, the walk's end, the steps tapped.

    ``known`` and ``assumed`` are the facts that came with the state.
    """

    state: State
    answers: FactDict
    known: FactDict
    assumed: FactDict
    reached: Reached
    tapped: Trail
    """With those that were assumed: each can be changed."""

    @property
    def shown(self) -> Reached:
        """Return the question gone back to, else the walk's end."""
        cursor = self.state.cursor
        if cursor is None or cursor >= len(self.tapped):
            return self.reached
        step = self.tapped[cursor]
        return Asked(step.chart, step.fact, step.question, ())


def stand(situations: Situations, state: State) -> Standing:
    """Lay a state over its chart.

    Raises StaleStateError if the chart has changed since, or the answers do not fit it.
    """
    if state.revision != State.begin(situations, state.chart).revision:
        raise StaleStateError(
            N_("This flow chart was improved after the message was sent. Start it again, please.")
        )
    facts = unpack(situations, state.chart, state.known)
    assumed = unpack(situations, state.chart, state.assumed)
    taps = [int(tap) for tap in state.taps]
    try:
        reached = walk(situations, state.chart, facts, taps, assumed=assumed)
    except WalkError as error:
        raise StaleStateError(_MISFIT) from error
    tapped = tuple(step for step in reached.trail if step.tapped)
    answers = facts | {step.fact: step.answer.id for step in tapped}
    return Standing(state, answers, facts, assumed, reached, tapped)


def answered(situations: Situations, standing: Standing, answer: Answer) -> State:
    """Return the state after this answer to the question shown.

    Later answers stay as far as they still apply.
    """
    question = standing.shown
    if isinstance(question, Ruled):
        return standing.state
    # the new answer is a tap, so it must not come with the state as well
    known_facts = _without(standing.known, question.fact)
    assumed = _without(standing.assumed, question.fact)
    answers = {**standing.answers, question.fact: answer.id}
    return _tapped_again(situations, standing.state, answers, known_facts, assumed)


def retold(
    situations: Situations,
    standing: Standing,
    facts: Facts,
    untold: Iterable[str] = (),
) -> State:
    """Return the state after these facts are told, in place of what was answered before.

    ``untold`` are facts that may not be assumed any more. What no open way asks any more is
    forgotten, so that no answer stays that these facts contradict. What one may still ask goes on.
    """
    ahead = situations.facts_ahead(standing.state.chart, {**standing.answers, **facts})
    known_facts = {}
    for fact, answer in standing.known.items():
        if fact in ahead:
            known_facts[fact] = facts.get(fact, answer)
    assumed = _without(standing.assumed, *facts, *untold)
    taps = {step.fact: step.answer.id for step in standing.tapped if not step.assumed}
    told_facts = {fact: answer for fact, answer in {**taps, **facts}.items() if fact in ahead}
    # what was assumed is no answer: it would be taken for one that somebody told
    answers = {**known_facts, **told_facts}
    return _tapped_again(situations, standing.state, answers, known_facts, assumed, told_facts)


def _tapped_again(
    situations: Situations,
    state: State,
    answers: Facts,
    known_facts: FactDict,
    assumed: FactDict,
    told_facts: Facts = NO_FACTS,
) -> State:
    """Return the state that walks on by taps from what is known, as far as ``answers`` reach.

    What is ``told`` and not asked so far comes with the state.
    """
    taps: list[int] = []
    while True:
        try:
            reached = walk(situations, state.chart, known_facts, taps, assumed=assumed)
        # the chart that is joined now asks for the same with other answers
        except NotOfferedError as error:
            fact = str(error.values["fact"])
            if fact not in known_facts:
                raise
            known_facts = _without(known_facts, fact)
            continue
        if isinstance(reached, Ruled):
            break
        offered = [option.id for option in reached.question.answers]
        if answers.get(reached.fact) not in offered:
            break
        taps.append(offered.index(answers[reached.fact]))
    settled = {step.fact for step in reached.trail}
    if isinstance(reached, Asked):
        # what the question shown does not offer would not stand
        settled.add(reached.fact)
    later = {fact: answer for fact, answer in told_facts.items() if fact not in settled}
    digits = "".join(map(str, taps))
    tapped = replace(state, taps=digits, cursor=None, view=View.PLAIN)
    return tapped.holding(situations, {**known_facts, **later}, assumed)


def _without(facts: Facts, *removed: str) -> FactDict:
    return {fact: answer for fact, answer in facts.items() if fact not in removed}


def confirmed(situations: Situations, standing: Standing) -> State:
    """Return the state after somebody has confirmed every assumption on the way."""
    facts = dict(standing.known)
    assumed = dict(standing.assumed)
    for step in standing.reached.trail:
        if step.assumed:
            facts[step.fact] = step.answer.id
            assumed.pop(step.fact, None)
    return standing.state.holding(situations, facts, assumed)


def pack(situations: Situations, chart_id: str, facts: Facts) -> str:
    """Return the facts that the chart, or one it leads to, asks for, two characters each.

    Other facts are left out.
    """
    # the index of a fact is written, not its name: an address has little room
    askable = situations.facts(chart_id) if facts else {}
    packed = ""
    for index, (fact, answers) in enumerate(askable.items()):
        if facts.get(fact) in answers:
            number = index * _MOST_ANSWERS + answers.index(facts[fact])
            high, low = divmod(number, len(_DIGITS))
            packed += _DIGITS[high] + _DIGITS[low]
    return packed


def unpack(situations: Situations, chart_id: str, packed: str) -> FactDict:
    """Return the facts given to ``pack``. Raises StaleStateError if they do not fit the chart."""
    askable = list(situations.facts(chart_id).items())
    facts = {}
    for high, low in zip(packed[::2], packed[1::2], strict=True):
        number = _DIGITS.index(high) * len(_DIGITS) + _DIGITS.index(low)
        index, answer_index = divmod(number, _MOST_ANSWERS)
        if index >= len(askable) or answer_index >= len(askable[index][1]):
            raise StaleStateError(_MISFIT)
        fact, answers = askable[index]
        facts[fact] = answers[answer_index]
    return facts


def with_facts(situations: Situations, chart_id: str, answers: Facts) -> State:
    """Return the state with these facts answered, by taps as far as the chart asks them.

    The others come with the state. The usual answers are tapped too. Raises WalkError if an answer
    is not offered.
    """
    usual = situations.usual_answers(chart_id)
    untapped = dict(answers)
    taps = ""
    for step in walk(situations, chart_id, answers, assumed=usual).trail:
        if step.tapped:
            taps += str(step.answer_index)
            # a tap says it already, and it can be changed
            untapped.pop(step.fact, None)
    return replace(State.begin(situations, chart_id, untapped), taps=taps)
