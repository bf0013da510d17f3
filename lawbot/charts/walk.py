"""Walk through a chart: from facts to the next question or to the ruling.

Pure functions of charts and answers.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lawbot.charts.load import Situations
from lawbot.charts.model import (
    JOIN,
    NO_FACTS,
    Answer,
    Chart,
    FactDict,
    Facts,
    Question,
    Ruling,
    RulingKind,
)
from lawbot.errors import N_, NotOfferedError, WalkError
from lawbot.grouped import grouped
from lawbot.law.citation import Citation

# a table is waiting for the ruling
MOST_TAPS = 8
"""Most taps of any path, joined charts included."""
# a longer one goes in a circle
_LONGEST_WALK = 60
"""Most steps of a walk through joined charts."""
_LEAST_GROUNDS = 2
_MOST_GROUNDS = 4
"""Least and most provisions that are named first for a ruling."""
_MENDABLE = frozenset(
    {
        RulingKind.NO_RECTIFICATION,
        RulingKind.PLAY_STANDS,
        RulingKind.CARD_RETRACTED,
        RulingKind.OPTIONS,
        RulingKind.PLAY_ON,
        RulingKind.INFORMATION,
    }
)
"""Kinds of ruling that cost no side a trick, a call or points: a wrong one can be taken back."""


class Step(NamedTuple):
    """An answered question on the way: its chart, the fact, the answer.

    ``tapped`` is False if an earlier step settled the fact, ``assumed`` True if the answer is the
    usual one, told by nobody.
    """

    chart: Chart
    fact: str
    question: Question
    answer: Answer
    tapped: bool
    assumed: bool = False

    @property
    def cites(self) -> tuple[str, ...]:
        """Return the provisions that make this answer matter."""
        return self.answer.cites or self.question.cites

    @property
    def clause(self) -> str:
        """Return what the answer says, as a clause if it has one."""
        return self.question.clause(self.answer)

    @property
    def answer_index(self) -> int:
        """Return the index of the answer among those that its question offers."""
        return self.question.answers.index(self.answer)


Trail = tuple[Step, ...]


class Asked(NamedTuple):
    """A walk that has come to an open question."""

    chart: Chart
    fact: str
    question: Question
    trail: Trail


class Ruled(NamedTuple):
    """A walk that has come to its ruling."""

    chart: Chart
    name: str
    ruling: Ruling
    trail: Trail

    @property
    def grounds(self) -> tuple[str, ...]:
        """Return the few provisions cited that the ruling rests on.

        They are those on which the last answer turns, filled up with those of the chart's own law.
        """
        cites = list(dict.fromkeys(self.ruling.cites))
        grounds: dict[str, None] = {}
        for step in self.trail[-1:]:
            grounds.update(dict.fromkeys(cite for cite in step.cites if cite in cites))
            for decisive in map(Citation.parse, step.cites):
                parts = (cite for cite in cites if decisive.contains(Citation.parse(cite)))
                grounds.update(dict.fromkeys(parts))
        cites.sort(key=lambda cite: Citation.parse(cite).law != self.chart.laws[0])
        for cite in cites:
            if len(grounds) < _LEAST_GROUNDS:
                grounds.setdefault(cite)
        return tuple(grounds)[:_MOST_GROUNDS]

    @property
    def further_cites(self) -> tuple[str, ...]:
        """Return the other provisions cited, in the order of the book."""
        further = set(self.ruling.cites).difference(self.grounds)
        return tuple(sorted(further, key=lambda cite: Citation.parse(cite).key))


Reached = Asked | Ruled
"""The end of a walk."""


def walk(
    situations: Situations,
    chart_id: str,
    answers: Facts,
    taps: Sequence[int] = (),
    *,
    assumed: Facts = NO_FACTS,
) -> Reached:
    """Follow the chart with the answers, up to the first open question or a ruling.

    ``answers`` maps facts to answer ids; facts that are never asked are ignored. ``taps`` are the
    places of the answers given to the questions still open, in the order in which they come up.
    ``assumed`` are answers to take, and to mark, if nobody has told another.

    Raises NotOfferedError for an answer that its question does not offer, WalkError for an unknown
    chart or more taps than open questions.
    """
    chart = _chart(situations, chart_id)
    facts = dict(answers)
    settled: set[str] = set()
    visited: set[str] = set()
    node = chart.start
    trail: list[Step] = []
    waiting = list(reversed(taps))
    for _ in range(_LONGEST_WALK):
        if ruling := chart.rulings.get(node):
            if waiting:
                raise WalkError(
                    N_("There are more answers than questions in the chart {chart}."),
                    chart=chart_id,
                )
            return Ruled(chart, node, ruling.after(answers_of(trail)), tuple(trail))
        question = chart.questions.get(node)
        if question is None:
            raise WalkError(
                N_("The chart {chart} leads to {node}, which it does not have."),
                chart=chart.id,
                node=node,
            )
        is_assumed = node not in facts and node in assumed and question.usual is not None
        if is_assumed:
            facts[node] = assumed[node]
        elif node not in facts:
            if not waiting:
                return Asked(chart, node, question, tuple(trail))
            tap = waiting.pop()
            if tap >= len(question.answers):
                raise WalkError(
                    N_("“{fact}” has no answer number {number}."), fact=node, number=tap + 1
                )
            facts[node] = question.answers[tap].id
        options = (option for option in question.answers if option.id == facts[node])
        answer = next(options, None)
        if answer is None:
            offered = ", ".join(option.id for option in question.answers)
            raise NotOfferedError(
                N_("“{fact}” can be {offered}; it cannot be “{answer}”."),
                fact=node,
                offered=offered,
                answer=str(facts[node])[:40],
            )
        # a fact settled by a joined chart's ``given``, or met before, costs no tap
        tapped = node not in settled and node not in visited
        trail.append(Step(chart, node, question, answer, tapped, assumed=is_assumed))
        visited.add(node)
        if answer.next.startswith(JOIN):
            chart = _chart(situations, answer.next.removeprefix(JOIN))
            settled |= answer.given.keys()
            facts |= answer.given
            node = chart.start
        else:
            node = answer.next
    raise WalkError(N_("The chart {chart} turns in a circle with these answers."), chart=chart_id)


def answers_of(trail: Iterable[Step]) -> dict[str, list[str]]:
    """Return the answers on a way by their fact: joined charts may answer one differently."""
    return grouped((step.fact, step.answer.id) for step in trail)


def unconfirmed(reached: Reached) -> Trail:
    """Return the assumed steps that somebody has to confirm before the ruling is given.

    None has to be if all of them can be mended after it is given.
    """
    if not isinstance(reached, Ruled):
        return ()
    assumed = tuple(step for step in reached.trail if step.assumed)
    is_mendable = reached.ruling.kind in _MENDABLE
    return () if is_mendable and all(map(_is_mendable, assumed)) else assumed


def _is_mendable(step: Step) -> bool:
    """Return whether every other answer ends at a ruling that costs nobody anything."""
    rulings = [
        step.chart.rulings.get(answer.next)
        for answer in step.question.answers
        if answer is not step.answer
    ]
    return all(ruling is not None and ruling.kind in _MENDABLE for ruling in rulings)


class Way(NamedTuple):
    """A way through a chart to its ruling: the answers tapped, and the ruling reached."""

    answers: Facts
    ruled: Ruled

    @property
    def taps(self) -> int:
        """Return how many questions had to be answered by hand."""
        return sum(step.tapped for step in self.ruled.trail)


def paths(situations: Situations, chart_id: str) -> Iterator[Way]:
    """Yield every way through the chart, joined charts included.

    Raises WalkError if one breaks off.
    """
    waiting: list[FactDict] = [{}]
    while waiting:
        answers = waiting.pop()
        reached = walk(situations, chart_id, answers)
        if isinstance(reached, Ruled):
            yield Way(answers, reached)
            continue
        if len(answers) > MOST_TAPS + 4:
            raise WalkError(
                "more than {number} questions in a row after {answers}",
                number=len(answers),
                answers=answers,
            )
        # reversed, for the last is taken first: ways come in the order of the answers
        options = reversed(reached.question.answers)
        waiting.extend({**answers, reached.fact: option.id} for option in options)


def _chart(situations: Situations, chart_id: str) -> Chart:
    if chart_id not in situations:
        raise WalkError(N_("There is no chart called “{chart}”."), chart=chart_id[:40])
    return situations[chart_id]
