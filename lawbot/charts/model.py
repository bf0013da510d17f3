"""Fields of a chart file. The editors' JSON Schema is made from these classes.

They are plain dataclasses with slots, for the charts of three languages stay in memory; pydantic
checks a file and makes the objects (``CHART``).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar, dataclass_transform

from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints, TypeAdapter, with_config

from lawbot.errors import N_

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
Line = Annotated[str, StringConstraints(min_length=1, max_length=600, strip_whitespace=True)]
Cite = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Cites = Annotated[tuple[Cite, ...], Field(min_length=1)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Lines = tuple[Line, ...]
Phrase = Annotated[str, StringConstraints(min_length=3, max_length=250, strip_whitespace=True)]
Short = Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
Clause = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"[^.:;?]$")]
Facts = Mapping[str, str]
"""Ids of answers by the fact that each question asks for."""
FactDict = dict[str, str]
"""Facts that may be changed."""
NO_FACTS: Facts = MappingProxyType({})
JOIN = "chart:"
"""Prefix of another chart's id in an answer's ``next``."""
Role = Literal["offender", "lho", "partner", "rho"]
"""A player as the charts name them: seen from the offender's seat."""


class RulingKind(StrEnum):
    """A kind of ruling, by which scripts and cards can sort."""

    NO_RECTIFICATION = N_("no rectification")
    CALL_STANDS = N_("call stands")
    CALL_CANCELLED = N_("call cancelled")
    CALL_CHANGED = N_("call changed")
    PARTNER_MUST_PASS_ONCE = N_("partner must pass once")
    PARTNER_MUST_PASS_THROUGHOUT = N_("partner must pass throughout")
    OFFENDER_MUST_PASS = N_("offender must pass")
    LEAD_RESTRICTION = N_("lead restriction")
    PLAY_STANDS = N_("play stands")
    CARD_RETRACTED = N_("card retracted")
    PENALTY_CARD = N_("penalty card")
    OPTIONS = N_("options")
    TRICK_TRANSFER = N_("trick transfer")
    TRICKS_DECIDED = N_("tricks decided")
    SCORE_CORRECTED = N_("score corrected")
    ADJUSTED_SCORE = N_("adjusted score")
    ARTIFICIAL_SCORE = N_("artificial adjusted score")
    PROCEDURAL_PENALTY = N_("procedural penalty")
    DISCIPLINARY_PENALTY = N_("disciplinary penalty")
    REDEAL = N_("redeal")
    PLAY_ON = N_("play on")
    INFORMATION = N_("information")


class Phase(StrEnum):
    """A phase of a board in which a situation arises."""

    BEFORE = N_("before the auction")
    AUCTION = N_("auction")
    LEAD = N_("opening lead")
    PLAY = N_("play")
    CLAIM = N_("claim")
    SCORE = N_("score")
    CONDUCT = N_("conduct")


_Class = TypeVar("_Class")


# dataclasses with slots need less memory than pydantic's own models
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def _part(cls: type[_Class]) -> type[_Class]:
    return with_config(ConfigDict(extra="forbid"))(
        dataclass(frozen=True, slots=True, kw_only=True)(cls)
    )


@_part
class Answer:
    """An answer to a question.

    ``next`` names a question or a ruling of this chart, or ``chart:ID`` for another chart.
    ``given`` are facts that the answer settles in a chart it leads to; facts already known under
    the same name carry over by themselves. ``cites`` are the provisions that make the answer
    matter, if the question's own do not. ``acted`` names who, by this answer, has called or played
    since the irregularity, so that no ruling it leads to may send them to call or play next.
    ``statement`` says question and answer in one clause, for the line of what was heard or assumed.
    ``heard`` are phrases by which people tell this answer (see docs/situations.md). An answer with
    words ``unless`` is the usual one: it is assumed if none of them is in a text. ``alone`` marks
    an answer that says that no more happened: it is heard only at the end of a text. ``rare`` marks
    one of the last answers that a card shows only behind *Something else*.
    """

    id: Id
    label: Title
    detail: Annotated[str, StringConstraints(max_length=100)] | None = None
    next: Annotated[str, StringConstraints(pattern=r"^(chart:)?[a-z][a-z0-9_-]{0,39}$")]
    given: dict[Id, Id] = field(default_factory=dict)
    cites: tuple[Cite, ...] = ()
    acted: tuple[Role, ...] = ()
    statement: Annotated[Clause | None, Field(exclude_if=lambda clause: clause is None)] = None
    rare: Annotated[bool, Field(exclude_if=lambda rare: not rare)] = False
    heard: Annotated[tuple[Phrase, ...], Field(exclude=True)] = ()
    """Left out of dumps: no card shows them, and old buttons outlive a change of them."""
    unless: Annotated[tuple[Short, ...], Field(exclude=True)] = ()
    alone: Annotated[bool, Field(exclude=True)] = False

    @property
    def joined_chart(self) -> str:
        """Return the chart that the answer leads to; empty if it stays in its own."""
        return self.next.removeprefix(JOIN) if self.next.startswith(JOIN) else ""


@_part
class Question:
    """An observable fact, or a judgement asked as such with the law's own test beside it.

    ``say`` is what the director says aloud before somebody at the table can answer: to whom, the
    choices, what follows each.
    """

    ask: Annotated[str, StringConstraints(min_length=1, max_length=250)]
    say: Annotated[Line | None, Field(exclude_if=lambda line: line is None)] = None
    why: Annotated[str, StringConstraints(min_length=1, max_length=400)]
    cites: Cites
    unsure: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    answers: Annotated[tuple[Answer, ...], Field(min_length=2, max_length=5)]

    @property
    def usual(self) -> Answer | None:
        """Return the answer that may be assumed, if there is one."""
        return next((answer for answer in self.answers if answer.unless), None)

    def answer(self, answer_id: str) -> Answer | None:
        """Return the answer with this id, None if the question does not offer it."""
        return next((answer for answer in self.answers if answer.id == answer_id), None)

    def clause(self, answer: Answer) -> str:
        """Return the statement of an answer; without one, this question and its label."""
        return answer.statement or f"{self.ask} {answer.label}"


@_part
class Option:
    """A choice the director must offer: to whom, what, and what follows from it."""

    to: Title
    choice: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    result: Line


@_part
class Follow:
    """A chart that follows a ruling.

    ``carry`` are facts of the first chart that hold in the next too; ``given`` are facts of the
    next that the ruling settles.
    """

    chart: Id
    carry: tuple[Id, ...] = ()
    given: dict[Id, Id] = field(default_factory=dict)


def _follow(value: Any) -> Any:
    """Return the fields of a follow; a chart's id alone begins without facts."""
    return {"chart": value} if isinstance(value, str) else value


@_part
class Proviso:
    """Lines and provisions of a ruling that hold with certain answers only.

    ``when`` maps facts to answers, apart by blanks. A fact that no step of the walk answers
    excludes nothing; one that joined charts answer differently excludes neither answer.
    """

    when: Annotated[dict[Id, str], Field(min_length=1)]
    steps: Lines = ()
    later: Lines = ()
    cites: tuple[Cite, ...] = ()

    def holds(self, answers: Mapping[str, Collection[str]]) -> bool:
        """Return whether the answers of a walk, by their fact, do not exclude it."""
        for fact, fitting in self.when.items():
            if fact in answers and not set(fitting.split()).intersection(answers[fact]):
                return False
        return True


@_part
class Ruling:
    """A ruling: the director's steps in order, the words to say aloud, and its provisions.

    ``provisos`` are what it says besides after certain answers.
    """

    headline: Annotated[str, StringConstraints(min_length=1, max_length=150)]
    kind: RulingKind
    steps: Annotated[tuple[Line, ...], Field(min_length=1, max_length=9)]
    options: tuple[Option, ...] = ()
    say: Annotated[tuple[Line, ...], Field(min_length=1, max_length=5)]
    later: Lines = ()
    cites: Cites
    provisos: Annotated[tuple[Proviso, ...], Field(exclude_if=lambda provisos: not provisos)] = ()
    then: tuple[Annotated[Follow, BeforeValidator(_follow)], ...] = ()

    @property
    def whole(self) -> "Ruling":
        """Return the ruling with all that it may say, as no walk ends at it."""
        return self._with(self.provisos)

    def after(self, answers: Mapping[str, Collection[str]]) -> "Ruling":
        """Return the ruling as it is given after these answers, without what they exclude."""
        return self._with(proviso for proviso in self.provisos if proviso.holds(answers))

    def _with(self, provisos: Iterable[Proviso]) -> "Ruling":
        """Return the ruling with the lines and provisions of these provisos for its own."""
        steps, later, cites = self.steps, self.later, self.cites
        for proviso in provisos:
            steps += proviso.steps
            later += proviso.later
            cites += proviso.cites
        return replace(self, steps=steps, later=later, cites=cites, provisos=())


# one shared provision alone tells nothing
_LEAST_SHARE = 0.5
"""Least share of a reading's provisions that a node must cite to rest on it."""


@_part
class Reviewed:
    """The edition a chart was checked against, and the date.

    ``by`` is the senior director who has reviewed it, empty while nobody has.
    """

    edition: str
    date: date
    by: str = ""


@_part
class Interpretation:
    """A reading of the Laws for a case in which they are silent or ambiguous.

    ``says`` is the reading, ``why`` its ground, ``cites`` the nearest provisions.
    """

    says: Line
    why: Line
    cites: Cites


@_part
class Case:
    """A golden case: facts at the table, the answers they give, and what the ruling must say.

    ``must`` and ``must_not`` are pieces of text looked for, case folded, in the whole ruling.
    """

    facts: Line
    answers: dict[Id, Id]
    ruling: Id
    chart: Id | None = None
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()


@_part
class Chart:
    """A situation, from the first question to its rulings.

    ``irregularity`` is True if somebody has erred, so that a director is due. ``door`` is the chart
    about the same event that sorts its stages: a choice offers one of them.
    """

    id: Id
    title: Title
    summary: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    phase: Phase
    laws: Annotated[tuple[int, ...], Field(min_length=1)]
    frequent: Annotated[int, Field(ge=1, le=25)] | None = None
    irregularity: bool = True
    door: Annotated[Id | None, Field(exclude=True)] = None
    aliases: Annotated[tuple[str, ...], Field(min_length=5)]
    reviewed: Reviewed
    readings: tuple[Interpretation, ...] = ()
    start: Id
    questions: dict[Id, Question]
    rulings: dict[Id, Ruling]
    cases: Annotated[tuple[Case, ...], Field(min_length=2)]

    @property
    def answers(self) -> Iterator[Answer]:
        """Yield the answers to every question."""
        for question in self.questions.values():
            yield from question.answers

    @property
    def cites(self) -> Iterator[tuple[str, str]]:
        """Yield every citation of a ruling, a question or an answer, after the node's name."""
        for name, ruling in self.rulings.items():
            for cite in ruling.whole.cites:
                yield name, cite
        for name, question in self.questions.items():
            # an answer may rest on a provision that its question does not
            cites = list(question.cites)
            for answer in question.answers:
                cites += answer.cites
            for cite in cites:
                yield name, cite

    @property
    def ruling_cites(self) -> Iterator[str]:
        """Yield the provisions that the rulings cite, as often as they do."""
        for ruling in self.rulings.values():
            yield from ruling.whole.cites

    def readings_of(self, cites: Iterable[str]) -> list[Interpretation]:
        """Return the readings that a node with these provisions rests on.

        They are those whose provisions the node cites all, else the nearest that shares at least
        half of them.
        """
        node_cites = set(cites)
        readings_by_share: dict[float, list[Interpretation]] = {}
        for reading in self.readings:
            share = len(node_cites.intersection(reading.cites)) / len(reading.cites)
            readings_by_share.setdefault(share, []).append(reading)
        nearest = max(readings_by_share, default=0.0)
        return readings_by_share[nearest] if nearest >= _LEAST_SHARE else []


CHART = TypeAdapter(Chart)
"""Validator of a chart: reads it from a mapping, and dumps it."""
