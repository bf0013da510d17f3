"""Where a director stands in a chart, as a short text that any process can go on from."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from lawbot.errors import N_, LawbotError
from lawbot.situations.charts import Situations
from lawbot.situations.model import Answer
from lawbot.situations.seats import SEATS
from lawbot.situations.walk import Asked, Ruled, Step, walk


class StaleStateError(LawbotError):
    """The chart has changed since the state was written, or the text is no state."""


class View(StrEnum):
    """What is shown of a state besides its question or ruling."""

    PLAIN = "-"
    WHY = "w"
    UNSURE = "u"
    REVIEW = "r"
    SEAT = "s"
    PLAYER = "p"


@dataclass(frozen=True, slots=True)
class State:
    """Chart, its revision, the answers tapped (one digit each), the question gone back to, the offender's seat, the view.

    ``cursor`` is the place of the question shown again, counted from 0; None shows the first open question or the ruling.
    """

    chart: str
    revision: str
    taps: str = ""
    cursor: int | None = None
    seat: str | None = None
    view: View = View.PLAIN

    def __str__(self) -> str:
        cursor = "-" if self.cursor is None else format(self.cursor, "x")
        return f"{self.chart}/{self.revision}/{self.taps}/{cursor}{self.seat or '-'}{self.view}"

    @classmethod
    def begin(cls, situations: Situations, chart_id: str) -> Self:
        """The state before the first answer. Raises StaleStateError for an unknown chart."""
        if chart_id not in situations:
            raise StaleStateError(N_("There is no such flow chart any more. Choose the situation again."))
        return cls(chart_id, situations.revision(chart_id))

    @classmethod
    def parse(cls, text: str, situations: Situations) -> Self:
        """Reads what ``str(state)`` wrote. Raises StaleStateError when it is no state or the chart has changed since."""
        parts = text.split("/")
        if len(parts) != 4 or len(parts[3]) != 3 or not all(tap in "01234" for tap in parts[2]) or len(parts[2]) > 20:
            raise StaleStateError(N_("This button cannot be read any more. Choose the situation again."))
        chart, revision, taps, (cursor, seat, view) = *parts[:3], tuple(parts[3])
        fresh = cls.begin(situations, chart)
        if revision != fresh.revision:
            raise StaleStateError(N_("This flow chart was improved after the message was sent. Start it again, please."))
        if cursor not in "-0123456789abcdef" or seat not in (*SEATS, "-") or view not in tuple(View):
            raise StaleStateError(N_("This button cannot be read any more. Choose the situation again."))
        return replace(
            fresh, taps=taps, cursor=None if cursor == "-" else int(cursor, 16), seat=None if seat == "-" else seat, view=View(view)
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """A state laid over its chart: the facts answered, what was reached, and the steps that were tapped."""

    state: State
    answers: dict[str, str]
    reached: Asked | Ruled
    tapped: tuple[Step, ...]

    @property
    def shown(self) -> Asked | Ruled:
        """What the card shows: the question gone back to, or what was reached."""
        cursor = self.state.cursor
        if cursor is None or cursor >= len(self.tapped):
            return self.reached
        step = self.tapped[cursor]
        return Asked(step.chart, step.fact, step.question, ())


def stand(situations: Situations, state: State) -> Standing:
    """Lays a state over its chart. Raises StaleStateError when the answers do not fit it."""
    answers: dict[str, str] = {}
    reached = walk(situations, state.chart, answers)
    for tap in state.taps:
        if isinstance(reached, Ruled) or int(tap) >= len(reached.question.answers):
            raise StaleStateError(N_("The answers do not fit this flow chart any more. Start it again, please."))
        answers[reached.fact] = reached.question.answers[int(tap)].id
        reached = walk(situations, state.chart, answers)
    return Standing(state, answers, reached, tuple(step for step in reached.trail if step.tapped))


def answered(situations: Situations, standing: Standing, answer: Answer) -> State:
    """The state after the shown question got this answer; later answers are kept as far as they still apply."""
    shown = standing.shown
    if isinstance(shown, Ruled):
        return standing.state
    answers = {**standing.answers, shown.fact: answer.id}
    taps = ""
    reached = walk(situations, standing.state.chart, answers)
    for step in reached.trail:
        if step.tapped:
            taps += str([offered.id for offered in step.question.answers].index(step.answer.id))
    return replace(standing.state, taps=taps, cursor=None, view=View.PLAIN)


def with_facts(situations: Situations, chart_id: str, answers: dict[str, str]) -> State:
    """The state in which these facts are answered, as far as the chart asks for them."""
    state = State.begin(situations, chart_id)
    reached = walk(situations, chart_id, answers)
    taps = [str([offered.id for offered in step.question.answers].index(step.answer.id)) for step in reached.trail if step.tapped]
    return replace(state, taps="".join(taps))
