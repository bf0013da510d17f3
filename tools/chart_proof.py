"""The proof run over the charts: everything that must hold of a graph before a director may lean on
it."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median

from pydantic import BaseModel, ConfigDict, ValidationError

from lawbot.citation import Citation
from lawbot.errors import CitationError, LawbotError, PhraseError, WalkError
from lawbot.situations.charts import JOIN, Situations
from lawbot.situations.model import CHART, Answer, Case, Chart, Follow, Ruling
from lawbot.situations.seats import TOKEN, TOKENS
from lawbot.situations.walk import MOST_TAPS, Asked, paths, walk
from lawbot.text.phrases import Phrase
from tools import chart_prose as prose
from tools.chart_prose import Says

MOST_TAPS_AT_THE_MEDIAN = 5
"""Taps from the first question to a ruling, on the middle way of a chart: what a director takes
with a table waiting."""
QUESTION_WORDS, ANSWER_WORDS, DETAIL_SIGNS = 20, 10, 60
"""Words of a question and of an answer that are read at a glance, and the signs of a line of a
phone below it."""


class Proof(BaseModel):
    """What the proof of the charts knows of the Laws (``proof.toml``).

    ``prescribing`` are the provisions that prescribe or limit a rectification, ``left_out`` those
    that seem to and do not; ``quantities`` those that may stand in a ruling though no provision it
    cites has them: 'chart/ruling: 2 card' -> the reason; ``judged`` the answers, by fact, that no
    ``heard`` phrase may settle, for the director judges them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    prescribing: tuple[str, ...] = ()
    left_out: dict[str, str] = {}
    quantities: dict[str, str] = {}
    judged: dict[str, str] = {}

    @classmethod
    def load(cls, folder: Path) -> "Proof":
        """Reads ``proof.toml`` of the folder of charts. Raises LawbotError."""
        path = folder / "proof.toml"
        try:
            return cls.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
            raise LawbotError(f"{path.name}: {error}") from error


NOTHING_KNOWN = Proof()


def faults(situations: Situations, says: Says, proof: Proof = NOTHING_KNOWN) -> Iterator[str]:
    """Every fault of every chart, one line each.

    ``says`` gives all that a provision says, None where the Laws have none of that name; ``proof``
    is what is known besides.
    """
    says = cache(says)
    for chart in situations.values():
        for fault in chart_faults(situations, chart, says, proof):
            yield f"{chart.id}: {fault}"


def all_faults(situations: Situations, says: Says, folder: Path) -> Iterator[str]:
    """All that ``situations check`` looks for in the charts, a line each. Raises LawbotError for a
    ``proof.toml`` that cannot be read."""
    proof = Proof.load(folder)
    yield from (
        *faults(situations, says, proof),
        *too_long(situations),
        *uncited(situations, proof),
    )


def chart_faults(situations: Situations, chart: Chart, says: Says, proof: Proof) -> Iterator[str]:
    """The faults of one chart: graph, length of paths, citations and quantities in data and prose,
    tokens, golden cases."""
    loose = list(_loose_ends(situations, chart))
    yield from loose
    yield from _citation_faults(chart, says)
    yield from prose.citation_faults(chart, says)
    yield from prose.number_faults(chart, says, proof.quantities)
    yield from _token_faults(chart)
    yield from phrase_faults(chart, proof.judged)
    yield from _usual_faults(chart, proof.judged)
    if loose:
        return
    try:
        found = list(paths(situations, chart.id))
    except WalkError as error:
        yield str(error)
        return
    longest = max(found, key=lambda path: path.taps)
    if longest.taps > MOST_TAPS:
        yield f"a path takes {longest.taps} taps: {dict(longest.answers)}"
    middle = median(path.taps for path in found)
    if middle > MOST_TAPS_AT_THE_MEDIAN:
        yield f"the median over its {len(found)} paths is {middle} taps"
    for path in found:
        acted = {role for step in path.ruled.trail for role in step.answer.acted}
        yield from prose.turn_faults(path.ruled.name, path.ruled.ruling, acted)
    reached = {path.ruled.name for path in found if path.ruled.chart.id == chart.id}
    yield from (f"the ruling {name} is on no path" for name in chart.rulings.keys() - reached)
    for number, case in enumerate(chart.cases, 1):
        yield from (f"case {number}: {fault}" for fault in case_faults(situations, chart, case))
    proven = {case.ruling for case in chart.cases if case.chart in (None, chart.id)}
    yield from (f"no case proves the ruling {name}" for name in chart.rulings.keys() - proven)


def phrase_faults(chart: Chart, judged: Mapping[str, str]) -> Iterator[str]:
    """Every phrase that cannot be read, that two answers share, that takes silence for a fact, or
    that settles what the director judges (``judged``: facts and their answers)."""
    for fact, question in chart.questions.items():
        owners: dict[Phrase, str] = {}
        for answer in question.answers:
            if answer.heard and answer.id in judged.get(fact, "").split():
                yield f"{fact}: {answer.id}: is for the director to judge, and heard in nothing"
            for line in answer.heard:
                try:
                    phrases = list(Phrase.every(line))
                except PhraseError as error:
                    yield f"{fact}: {answer.id}: {error}"
                    continue
                if any(phrase.silent for phrase in phrases):
                    yield f"{fact}: {answer.id}: “{line}” takes silence for a fact"
                if other := {owners.setdefault(phrase, answer.id) for phrase in phrases} - {
                    answer.id
                }:
                    yield f"{fact}: {min(other)} and {answer.id} are both heard in “{line}”"


def _loose_ends(situations: Situations, chart: Chart) -> Iterator[str]:
    both = chart.questions.keys() & chart.rulings.keys()
    yield from (f"{name} is both a question and a ruling" for name in both)
    nodes = chart.questions.keys() | chart.rulings.keys()
    if chart.start not in nodes:
        yield f"it starts at {chart.start}, which it does not have"
    reached, waiting = {chart.start}, [chart.start]
    while waiting:
        question = chart.questions.get(waiting.pop())
        for answer in question.answers if question else ():
            if answer.next.startswith(JOIN):
                yield from _join_faults(situations, answer)
                continue
            if answer.given:
                yield f"the answer {answer.id} gives facts but joins no chart"
            if answer.next not in nodes:
                yield f"{answer.id} leads to {answer.next}, which does not exist"
            elif answer.next not in reached:
                reached.add(answer.next)
                waiting.append(answer.next)
    yield from (f"{name} is never reached" for name in nodes - reached)
    for name, question in chart.questions.items():
        if len({answer.id for answer in question.answers}) != len(question.answers):
            yield f"{name} has two answers of one id"
    for name, ruling in chart.rulings.items():
        for follow in ruling.then:
            yield from (f"{name}: {fault}" for fault in _follow_faults(situations, chart, follow))


def _usual_faults(chart: Chart, judged: Mapping[str, str]) -> Iterator[str]:
    """Questions with two usual answers, and usual answers that are for the director to judge."""
    for fact, question in chart.questions.items():
        usual = [answer.id for answer in question.answers if answer.usual]
        if len(usual) > 1:
            yield f"{fact}: {' and '.join(usual)} cannot both be usual"
        yield from (
            f"{fact}: {answer}: is for the director to judge, and never usual"
            for answer in usual
            if answer in judged.get(fact, "").split()
        )


def _follow_faults(situations: Situations, chart: Chart, follow: Follow) -> Iterator[str]:
    if follow.chart not in situations:
        yield f"it is followed by the chart {follow.chart}, which does not exist"
        return
    asked = {
        fact: question
        for part in situations.joined(situations[follow.chart])
        for fact, question in part.questions.items()
    }
    for fact in {*follow.carry, *follow.given} - asked.keys():
        yield f"{follow.chart} never asks for the fact {fact} that it is to take over"
    for fact, answer in follow.given.items():
        if fact in asked and answer not in {offered.id for offered in asked[fact].answers}:
            yield f"{follow.chart} has no answer {answer} to {fact}"


def _join_faults(situations: Situations, answer: Answer) -> Iterator[str]:
    joined = answer.next.removeprefix(JOIN)
    if joined not in situations:
        yield f"{answer.id} leads to the chart {joined}, which does not exist"
    elif answer.given:
        facts = {fact for part in situations.joined(situations[joined]) for fact in part.questions}
        yield from (
            f"{joined} never asks for the given fact {fact}" for fact in answer.given.keys() - facts
        )


def _citation_faults(chart: Chart, says: Says) -> Iterator[str]:
    cited = [(name, cite) for name, ruling in chart.rulings.items() for cite in ruling.cites]
    for name, question in chart.questions.items():
        cited += [(name, cite) for cite in question.cites]
        cited += [(name, cite) for answer in question.answers for cite in answer.cites]
    for name, cite in cited:
        try:
            known = says(Citation.parse(cite)) is not None
        except CitationError:
            known = False
        if not known:
            yield f"{name} cites {cite}, which the Laws do not have"


def _token_faults(chart: Chart) -> Iterator[str]:
    for match in TOKEN.finditer(CHART.dump_json(chart, exclude={"cases"}).decode()):
        if match["role"] not in TOKENS:
            yield f"unknown token {match[0]}"


def case_faults(situations: Situations, chart: Chart, case: Case) -> Iterator[str]:
    """Where a golden case does not come out as it says."""
    try:
        reached = walk(
            situations, chart.id, case.answers, assumed=situations.usual_answers(chart.id)
        )
    except WalkError as error:
        yield str(error)
        return
    if isinstance(reached, Asked):
        yield f"stops at the question {reached.fact}"
        return
    wanted = (case.chart or chart.id, case.ruling)
    if (reached.chart.id, reached.name) != wanted:
        yield f"ends at {reached.chart.id}/{reached.name}, not at {'/'.join(wanted)}"
        return
    said = ruling_text(reached.ruling).casefold()
    yield from (
        f"the ruling does not say “{piece}”" for piece in case.must if piece.casefold() not in said
    )
    yield from (f"the ruling says “{piece}”" for piece in case.must_not if piece.casefold() in said)


def too_long(situations: Situations) -> Iterator[str]:
    """The questions and answers that take more than a glance to read, a line each."""
    for chart in situations.values():
        for fact, question in chart.questions.items():
            if (words := len(question.ask.split())) > QUESTION_WORDS:
                yield f"{chart.id}: {fact}: the question has {words} words"
            for answer in question.answers:
                if (words := len(answer.label.split())) > ANSWER_WORDS:
                    yield f"{chart.id}: {fact}: {answer.id}: the answer has {words} words"
                if len(answer.detail or "") > DETAIL_SIGNS:
                    yield f"{chart.id}: {fact}: {answer.id}: the line below it has {len(answer.detail or '')} signs"


def uncited(situations: Situations, proof: Proof) -> list[str]:
    """The provisions that prescribe or limit a rectification and are cited by no ruling, a line
    each."""
    cited = {
        Citation.parse(cite)
        for chart in situations.values()
        for ruling in chart.rulings.values()
        for cite in ruling.cites
    }
    return [
        f"{wanted}: prescribes a rectification, but no ruling cites it"
        for wanted in proof.prescribing
        if Citation.parse(wanted) not in cited
    ]


def ruling_text(ruling: Ruling) -> str:
    """All that a ruling says, as one text."""
    options = [f"{option.to}: {option.choice}: {option.result}" for option in ruling.options]
    return re.sub(
        r"\s+",
        " ",
        "\n".join(
            [
                ruling.headline,
                ruling.kind,
                *ruling.steps,
                *options,
                *ruling.say,
                *ruling.later,
                *ruling.cites,
            ]
        ),
    )
