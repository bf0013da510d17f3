"""Proof of the charts: everything that must hold of a graph before a director may lean on it."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median

from pydantic import BaseModel, ConfigDict, ValidationError

from lawbot.charts.load import Situations
from lawbot.charts.model import CHART, Answer, Case, Chart, Follow, Question, Ruling
from lawbot.charts.seats import TOKEN, TOKENS
from lawbot.charts.walk import MOST_TAPS, Asked, Way, answers_of, paths, walk
from lawbot.data_files import proof_file
from lawbot.errors import CitationError, LawbotError, PhraseError, WalkError
from lawbot.law.citation import Citation
from lawbot.message.phrases import Phrase
from tools import chart_prose as prose
from tools.chart_prose import Says

# a table is waiting
MOST_TAPS_AT_THE_MEDIAN = 5
_LEAST_COMMON = 2
"""Least answers of a question that stand before the rare ones."""
"""Highest median of the taps from the first question to a ruling."""
QUESTION_WORDS, ANSWER_WORDS, DETAIL_SIGNS = 20, 10, 60
"""Limits of words of a question and an answer, read at a glance, and of signs of a phone's line."""


class Proof(BaseModel):
    """Exceptions and lists for the proof of the charts (``proof.toml``).

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
    def load(cls, data: Path) -> "Proof":
        """Load ``proof.toml`` of a data folder. Raises LawbotError."""
        path = proof_file(data)
        try:
            return cls.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
            raise LawbotError(f"{path.name}: {error}") from error


NOTHING_KNOWN = Proof()


def faults(situations: Situations, says: Says, proof: Proof = NOTHING_KNOWN) -> Iterator[str]:
    """Yield every fault of every chart, a line each.

    ``says`` returns the text of a provision, None if the Laws do not have it.
    """
    says = cache(says)
    for chart in situations.values():
        for fault in chart_faults(situations, chart, says, proof):
            yield f"{chart.id}: {fault}"


def all_faults(situations: Situations, says: Says, data: Path) -> Iterator[str]:
    """Yield every fault that ``situations check`` looks for in the charts, a line each.

    Raises LawbotError for a ``proof.toml`` that cannot be read.
    """
    proof = Proof.load(data)
    yield from (
        *faults(situations, says, proof),
        *too_long(situations),
        *uncited(situations, proof),
    )


def chart_faults(situations: Situations, chart: Chart, says: Says, proof: Proof) -> Iterator[str]:
    """Yield the faults of one chart.

    They are of its graph, the length of paths, citations and quantities in data and prose, tokens,
    and golden cases.
    """
    loose_ends = [*_loose_ends(situations, chart), *_node_faults(situations, chart)]
    yield from loose_ends
    yield from _citation_faults(chart, says)
    yield from prose.citation_faults(chart, says)
    yield from prose.number_faults(chart, says, proof.quantities)
    yield from _token_faults(chart)
    yield from phrase_faults(chart, proof.judged)
    yield from _usual_faults(chart, proof.judged)
    # A chart with loose ends cannot be walked.
    if loose_ends:
        return
    try:
        chart_paths = list(paths(situations, chart.id))
    except WalkError as error:
        yield str(error)
        return
    longest = max(chart_paths, key=lambda path: path.taps)
    if longest.taps > MOST_TAPS:
        yield f"a path takes {longest.taps} taps: {dict(longest.answers)}"
    median_taps = median(path.taps for path in chart_paths)
    if median_taps > MOST_TAPS_AT_THE_MEDIAN:
        yield f"the median over its {len(chart_paths)} paths is {median_taps} taps"
    for path in chart_paths:
        acted: set[str] = set()
        for step in path.ruled.trail:
            acted.update(step.answer.acted)
        yield from prose.turn_faults(path.ruled.name, path.ruled.ruling, acted)
    yield from _proviso_faults(chart, chart_paths)
    reached = {path.ruled.name for path in chart_paths if path.ruled.chart.id == chart.id}
    for name in chart.rulings.keys() - reached:
        yield f"the ruling {name} is on no path"
    for number, case in enumerate(chart.cases, 1):
        for fault in case_faults(situations, chart, case):
            yield f"case {number}: {fault}"
    proven = {case.ruling for case in chart.cases if case.chart in (None, chart.id)}
    for name in chart.rulings.keys() - proven:
        yield f"no case proves the ruling {name}"


def phrase_faults(chart: Chart, judged: Mapping[str, str]) -> Iterator[str]:
    """Yield every phrase that cannot be read, or that must not settle an answer.

    Two answers may not share a phrase; none may take silence for a fact, or settle what the
    director judges: ``judged`` are facts and their answers.
    """
    for fact, question in chart.questions.items():
        owners: dict[Phrase, str] = {}
        judged_answers = judged.get(fact, "").split()
        for answer in question.answers:
            if answer.heard and answer.id in judged_answers:
                yield f"{fact}: {answer.id}: is for the director to judge, and heard in nothing"
            for line in answer.heard:
                try:
                    phrases = list(Phrase.every(line))
                except PhraseError as error:
                    yield f"{fact}: {answer.id}: {error}"
                    continue
                if any(phrase.silent for phrase in phrases):
                    yield f"{fact}: {answer.id}: “{line}” takes silence for a fact"
                phrase_owners = {owners.setdefault(phrase, answer.id) for phrase in phrases}
                rivals = phrase_owners - {answer.id}
                if rivals:
                    yield f"{fact}: {min(rivals)} and {answer.id} are both heard in “{line}”"


def _loose_ends(situations: Situations, chart: Chart) -> Iterator[str]:
    for name in chart.questions.keys() & chart.rulings.keys():
        yield f"{name} is both a question and a ruling"
    nodes = chart.questions.keys() | chart.rulings.keys()
    if chart.start not in nodes:
        yield f"it starts at {chart.start}, which it does not have"
    reached, waiting = {chart.start}, [chart.start]
    while waiting:
        question = chart.questions.get(waiting.pop())
        for answer in question.answers if question else ():
            if answer.joined_chart:
                yield from _join_faults(situations, answer)
                continue
            if answer.given:
                yield f"the answer {answer.id} gives facts but joins no chart"
            if answer.next not in nodes:
                yield f"{answer.id} leads to {answer.next}, which does not exist"
            elif answer.next not in reached:
                reached.add(answer.next)
                waiting.append(answer.next)
    for name in nodes - reached:
        yield f"{name} is never reached"


def _node_faults(situations: Situations, chart: Chart) -> Iterator[str]:
    for name, question in chart.questions.items():
        if len({answer.id for answer in question.answers}) != len(question.answers):
            yield f"{name} has two answers of one id"
    for name, ruling in chart.rulings.items():
        for follow in ruling.then:
            for fault in _follow_faults(situations, chart, follow):
                yield f"{name}: {fault}"


def _usual_faults(chart: Chart, judged: Mapping[str, str]) -> Iterator[str]:
    """Yield questions with two usual answers, usual ones for the director to judge, rare ones first."""
    for fact, question in chart.questions.items():
        usual_answers = [answer.id for answer in question.answers if answer.unless]
        if len(usual_answers) > 1:
            yield f"{fact}: {' and '.join(usual_answers)} cannot both be usual"
        judged_answers = judged.get(fact, "").split()
        rare = [answer.rare for answer in question.answers]
        if rare != sorted(rare) or rare.count(False) < _LEAST_COMMON:
            yield f"{fact}: rare answers stand last, after two that are not"
        for answer in usual_answers:
            if answer in judged_answers:
                yield f"{fact}: {answer}: is for the director to judge, and never usual"


def _follow_faults(situations: Situations, chart: Chart, follow: Follow) -> Iterator[str]:
    if follow.chart not in situations:
        yield f"it is followed by the chart {follow.chart}, which does not exist"
        return
    questions = _questions(situations, follow.chart)
    for fact in {*follow.carry, *follow.given} - questions.keys():
        yield f"{follow.chart} never asks for the fact {fact} that it is to take over"
    for fact, answer_id in follow.given.items():
        if fact in questions:
            answer_ids = [answer.id for answer in questions[fact].answers]
            if answer_id not in answer_ids:
                yield f"{follow.chart} has no answer {answer_id} to {fact}"


def _join_faults(situations: Situations, answer: Answer) -> Iterator[str]:
    chart_id = answer.joined_chart
    if chart_id not in situations:
        yield f"{answer.id} leads to the chart {chart_id}, which does not exist"
    elif answer.given:
        for fact in answer.given.keys() - _questions(situations, chart_id).keys():
            yield f"{chart_id} never asks for the given fact {fact}"


def _questions(situations: Situations, chart_id: str) -> dict[str, Question]:
    """Return the questions of a chart and of those it joins."""
    questions: dict[str, Question] = {}
    for chart in situations.joined(situations[chart_id]):
        questions |= chart.questions
    return questions


def _citation_faults(chart: Chart, says: Says) -> Iterator[str]:
    for name, cite in chart.cites:
        try:
            exists = says(Citation.parse(cite)) is not None
        except CitationError:
            exists = False
        if not exists:
            yield f"{name} cites {cite}, which the Laws do not have"


def _proviso_faults(chart: Chart, chart_paths: Iterable[Way]) -> Iterator[str]:
    """Yield the provisos that hold on every path to their ruling, or on none."""
    holding: dict[tuple[str, int], set[bool]] = {}
    for path in chart_paths:
        if path.ruled.chart.id != chart.id:
            continue
        answers = answers_of(path.ruled.trail)
        for number, proviso in enumerate(chart.rulings[path.ruled.name].provisos, 1):
            holds = proviso.holds(answers)
            holding.setdefault((path.ruled.name, number), set()).add(holds)
    for (name, number), results in holding.items():
        if len(results) == 1:
            yield f"{name}: proviso {number} holds on {'every' if True in results else 'no'} path"


def _token_faults(chart: Chart) -> Iterator[str]:
    for match in TOKEN.finditer(CHART.dump_json(chart, exclude={"cases"}).decode()):
        if match["role"] not in TOKENS:
            yield f"unknown token {match[0]}"


def case_faults(situations: Situations, chart: Chart, case: Case) -> Iterator[str]:
    """Yield the differences between the ruling of a golden case and the one walked to."""
    try:
        usual_answers = situations.usual_answers(chart.id)
        end = walk(situations, chart.id, case.answers, assumed=usual_answers)
    except WalkError as error:
        yield str(error)
        return
    if isinstance(end, Asked):
        yield f"stops at the question {end.fact}"
        return
    expected = (case.chart or chart.id, case.ruling)
    if (end.chart.id, end.name) != expected:
        yield f"ends at {end.chart.id}/{end.name}, not at {'/'.join(expected)}"
        return
    text = ruling_text(end.ruling).casefold()
    for piece in case.must:
        if piece.casefold() not in text:
            yield f"the ruling does not say “{piece}”"
    for piece in case.must_not:
        if piece.casefold() in text:
            yield f"the ruling says “{piece}”"


def too_long(situations: Situations) -> Iterator[str]:
    """Yield the questions and answers that take more than a glance to read, a line each."""
    for chart in situations.values():
        for fact, question in chart.questions.items():
            question_words = len(question.ask.split())
            if question_words > QUESTION_WORDS:
                yield f"{chart.id}: {fact}: the question has {question_words} words"
            for answer in question.answers:
                place = f"{chart.id}: {fact}: {answer.id}"
                answer_words = len(answer.label.split())
                if answer_words > ANSWER_WORDS:
                    yield f"{place}: the answer has {answer_words} words"
                detail_signs = len(answer.detail or "")
                if detail_signs > DETAIL_SIGNS:
                    yield f"{place}: the line below it has {detail_signs} signs"


def uncited(situations: Situations, proof: Proof) -> list[str]:
    """Return the provisions on rectifications that no ruling cites, a line each."""
    citations: set[Citation] = set()
    for chart in situations.values():
        citations.update(map(Citation.parse, chart.ruling_cites))
    return [
        f"{cite}: prescribes a rectification, but no ruling cites it"
        for cite in proof.prescribing
        if Citation.parse(cite) not in citations
    ]


def ruling_text(ruling: Ruling) -> str:
    """Return all the text of a ruling, its blanks made single."""
    options = [f"{option.to}: {option.choice}: {option.result}" for option in ruling.options]
    lines = [ruling.headline, ruling.kind, *ruling.steps, *options]
    lines += (*ruling.say, *ruling.later, *ruling.cites)
    return re.sub(r"\s+", " ", "\n".join(lines))
