"""Where a director stands in a chart, as a short text that any process can go on from."""

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, Self

from lawbot.errors import N_, NotOfferedError, StaleStateError, WalkError
from lawbot.situations.charts import Situations
from lawbot.situations.model import Answer
from lawbot.situations.seats import SEATS
from lawbot.situations.walk import Asked, Ruled, Step, walk

_DIGITS = string.digits + string.ascii_letters
_MOST_ANSWERS = 16
"""Answers that one fact can have in all the charts joined together."""


class View(StrEnum):
    """What is shown of a state besides its question or ruling."""

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


_STATE = re.compile(
    rf"(?P<chart>[a-z][a-z0-9-]{{0,39}})/(?P<revision>[0-9a-f]{{6}})/(?P<taps>[0-4]{{0,20}})"
    rf"/(?P<cursor>[-0-9a-f])(?P<seat>[-{''.join(SEATS)}])(?P<view>[{''.join(View)}])(?P<known>(?:[0-9a-zA-Z]{{2}}){{0,20}})"
    rf"(?:\.(?P<assumed>(?:[0-9a-zA-Z]{{2}}){{1,20}}))?"
)


@dataclass(frozen=True, slots=True)
class State:
    """Chart, its revision, the answers tapped (one digit each), the question gone back to, the
    offender's seat, the view, what was known before.

    ``cursor`` is the place of the question shown again, counted from 0; None shows the first open
    question or the ruling. ``known`` are facts that came with the state (from another chart, or
    from a sentence), two characters each; ``pack`` makes them. ``assumed`` are the usual answers
    that nobody has told, packed alike.
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
        place = f"{self.chart}/{self.revision}/{self.taps}/{cursor}{self.seat or '-'}{self.view}"
        return place + self.known + (f".{self.assumed}" if self.assumed else "")

    @classmethod
    def begin(
        cls,
        situations: Situations,
        chart_id: str,
        known: Mapping[str, str] = MappingProxyType({}),
        assumed: Mapping[str, str] = MappingProxyType({}),
    ) -> Self:
        """Return the state before the first tap, with the facts that the chart may ask for.

        Raises StaleStateError for an unknown chart.
        """
        if chart_id not in situations:
            raise StaleStateError(
                N_("There is no such flow chart any more. Choose the situation again.")
            )
        return cls(
            chart_id,
            situations.revision(chart_id),
            known=pack(situations, chart_id, known),
            assumed=pack(situations, chart_id, assumed),
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads what ``str(state)`` wrote. Raises StaleStateError when it is no state."""
        match = _STATE.fullmatch(text)
        if match is None:
            raise StaleStateError(
                N_("This button cannot be read any more. Choose the situation again.")
            )
        chart, revision, taps, cursor, seat, view, known, assumed = match.groups()
        place = None if cursor == "-" else int(cursor, 16)
        seat = None if seat == "-" else seat
        return cls(chart, revision, taps, place, seat, View(view), known, assumed or "")


class Standing(NamedTuple):
    """A state laid over its chart: the facts answered, those that came with it as known or as
    assumed, what was reached, and the steps that were tapped."""

    state: State
    answers: dict[str, str]
    known: dict[str, str]
    assumed: dict[str, str]
    reached: Asked | Ruled
    tapped: tuple[Step, ...]
    """With those that were assumed: each can be changed."""

    @property
    def shown(self) -> Asked | Ruled:
        """What the card shows: the question gone back to, or what was reached."""
        cursor = self.state.cursor
        if cursor is None or cursor >= len(self.tapped):
            return self.reached
        step = self.tapped[cursor]
        return Asked(step.chart, step.fact, step.question, ())


def stand(situations: Situations, state: State) -> Standing:
    """Lays a state over its chart. Raises StaleStateError when the chart has changed since, or the
    answers do not fit it."""
    if state.revision != State.begin(situations, state.chart).revision:
        raise StaleStateError(
            N_("This flow chart was improved after the message was sent. Start it again, please.")
        )
    known = unpack(situations, state.chart, state.known)
    assumed = unpack(situations, state.chart, state.assumed)
    taps = [int(tap) for tap in state.taps]
    try:
        reached = walk(situations, state.chart, known, taps, assumed=assumed)
    except WalkError as error:
        raise StaleStateError(
            N_("The answers do not fit this flow chart any more. Start it again, please.")
        ) from error
    tapped = tuple(step for step in reached.trail if step.tapped)
    answers = {**known, **{step.fact: step.answer.id for step in tapped}}
    return Standing(state, answers, known, assumed, reached, tapped)


def answered(situations: Situations, standing: Standing, answer: Answer) -> State:
    """The state after the shown question got this answer; later answers are kept as far as they
    still apply."""
    shown = standing.shown
    if isinstance(shown, Ruled):
        return standing.state
    kept = {**standing.answers, shown.fact: answer.id}
    known = {fact: given for fact, given in standing.known.items() if fact != shown.fact}
    assumed = {fact: given for fact, given in standing.assumed.items() if fact != shown.fact}
    taps: list[int] = []
    while True:
        try:
            reached = walk(situations, standing.state.chart, known, taps, assumed=assumed)
        # the chart that is joined now asks for the same with other answers
        except NotOfferedError as error:
            del known[str(error.values["fact"])]
            continue
        if isinstance(reached, Ruled):
            break
        offered = [option.id for option in reached.question.answers]
        if kept.get(reached.fact) not in offered:
            break
        taps.append(offered.index(kept[reached.fact]))
    return replace(
        standing.state,
        taps="".join(map(str, taps)),
        cursor=None,
        view=View.PLAIN,
        known=pack(situations, standing.state.chart, known),
        assumed=pack(situations, standing.state.chart, assumed),
    )


def confirmed(situations: Situations, standing: Standing) -> State:
    """Return the state after somebody has said that every assumption on the way is right."""
    said = {step.fact: step.answer.id for step in standing.reached.trail if step.assumed}
    left = {fact: answer for fact, answer in standing.assumed.items() if fact not in said}
    return replace(
        standing.state,
        known=pack(situations, standing.state.chart, standing.known | said),
        assumed=pack(situations, standing.state.chart, left),
    )


def pack(situations: Situations, chart_id: str, known: Mapping[str, str]) -> str:
    """The facts that the chart, or one it leads on to, asks for, two characters each; others are
    left out."""
    asked = situations.facts(chart_id) if known else {}
    packed = ""
    for place, (fact, answers) in enumerate(asked.items()):
        if known.get(fact) in answers:
            number = place * _MOST_ANSWERS + answers.index(known[fact])
            packed += _DIGITS[number // len(_DIGITS)] + _DIGITS[number % len(_DIGITS)]
    return packed


def unpack(situations: Situations, chart_id: str, packed: str) -> dict[str, str]:
    """What ``pack`` was given. Raises StaleStateError when it does not fit the chart."""
    asked = list(situations.facts(chart_id).items())
    known = {}
    for first, second in zip(packed[::2], packed[1::2], strict=True):
        place, answer = divmod(
            _DIGITS.index(first) * len(_DIGITS) + _DIGITS.index(second), _MOST_ANSWERS
        )
        if place >= len(asked) or answer >= len(asked[place][1]):
            raise StaleStateError(
                N_("The answers do not fit this flow chart any more. Start it again, please.")
            )
        known[asked[place][0]] = asked[place][1][answer]
    return known


def with_facts(situations: Situations, chart_id: str, answers: Mapping[str, str]) -> State:
    """Return the state in which these facts are answered, by taps as far as the chart asks them.

    The others are known. The usual answers are tapped too. Raises WalkError if an answer is not
    offered.
    """
    usual = situations.usual_answers(chart_id)
    trail = walk(situations, chart_id, answers, assumed=usual).trail
    tapped = {step.fact for step in trail if step.tapped}
    known = {fact: answer for fact, answer in answers.items() if fact not in tapped}
    state = State.begin(situations, chart_id, known)
    return replace(state, taps="".join(str(step.place) for step in trail if step.tapped))
