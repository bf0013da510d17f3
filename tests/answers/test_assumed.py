"""Tests of assumptions: none against the words, in silence or in a language not heard."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from lawbot.app import Answers
from lawbot.cards.address import ChartPlace, place_of
from lawbot.cards.card import CardKind
from lawbot.charts.state import State, View, confirmed, stand
from lawbot.charts.walk import Asked, Ruled, unconfirmed, walk
from lawbot.decide.kinds import CHARTS
from lawbot.language import LANGUAGES, SOURCE
from lawbot.language.reader import Reader
from lawbot.message.message import Message
from tests.answers.test_answers import text_of
from tests.support import json_lines
from tests.support.charts import SITUATIONS

ROOT = Path(__file__).resolve().parents[2]
STORIES = ROOT / "tests" / "situations"
# each decides between contrary rulings
NEVER_ASSUMED = {
    "revoke_noticed",
    "other_side_revoked",
    "looked_before",
    "looked_before_attention",
    "looked_before_asking",
}


class Story(NamedTuple):
    """Story in a language, with its chart and its facts."""

    name: str
    language: str
    text: str
    chart: str
    facts: dict[str, str]


def stories(answers: Answers) -> Iterator[Story]:
    """Yield every story of the tests, the charts and the quiz with a chart and facts."""
    for path in sorted(STORIES.glob("*.jsonl")):
        for row in json_lines.read(path):
            text = row.get("story") or row.get("facts")
            if text and row.get("chart") and row.get("answers"):
                yield Story(row["id"], SOURCE, text, row["chart"], row["answers"])
    for chart in SITUATIONS.values():
        for number, case in enumerate(chart.cases):
            name = f"{chart.id} case {number}"
            yield Story(name, SOURCE, case.facts, chart.id, dict(case.answers))
    for language in LANGUAGES:
        for key in answers.quizzing.cases:
            case = answers.quizzing.cases.worded(key, language)
            if case.chart:
                yield Story(case.id, language, case.story, case.chart, dict(case.facts))


def contradicted(answers: Answers, story: Story) -> dict[str, str]:
    """Return the assumed answers that contradict the story, on the way to the ruling it leads to.

    Every question that is asked is answered by the facts of the story.
    """
    # no search, whose ten charts would cost ten times as much: the chart is heard alike in each
    heard_facts = answers.outcomes.hearing.hear(
        story.chart, Message(story.text, story.language), assuming=story.language == SOURCE
    )
    open_facts = {
        fact: answer
        for fact, answer in {**story.facts, **heard_facts.given}.items()
        if fact not in heard_facts.assumed
    }
    reached = walk(SITUATIONS, story.chart, open_facts, assumed=heard_facts.assumed)
    assumed = {step.fact: step.answer.id for step in reached.trail if step.assumed}
    return {
        fact: answer for fact, answer in assumed.items() if story.facts.get(fact, answer) != answer
    }


@pytest.mark.slow
def test_no_story_is_ruled_by_an_assumption_that_it_contradicts(answers: Answers) -> None:
    all_stories = list(stories(answers))
    assert len(all_stories) > 900
    assert {story.language for story in all_stories} == set(LANGUAGES)
    wrong = {story.name: contradicted(answers, story) for story in all_stories}
    assert {name: facts for name, facts in wrong.items() if facts} == {}


@pytest.mark.parametrize(
    ("chart", "fact", "text"),
    [
        ("revoke", "which_trick", "the revoke was on the last trick but one, trick twelve"),
        ("revoke", "revoke_sort", "west revoked twice in spades"),
        ("revoke", "revoke_sort", "dummy turned out to have a heart after ruffing a heart"),
        ("revoke", "was_revoke", "they said I revoked but I had no hearts left"),
        ("insufficient-bid", "in_turn", "her 1H over 1S was out of rotation too"),
        ("insufficient-bid", "in_turn", "I had to pass but I bid 1S over 1NT"),
        ("bid-out-of-rotation", "insufficient", "RHO bid before me and it was too low as well"),
        ("defender-lead-out-of-turn", "trick_state", "it was wests lead and easts card is faced"),
        (
            "defender-lead-out-of-turn",
            "told_to_lead",
            "I asked declarer whose lead it was, he said mine",
        ),
        ("declarer-lead-wrong-hand", "told_to_lead", "East had told declarer he was in dummy"),
        ("opening-lead-out-of-turn", "told_to_lead", "East led after South told him to"),
        ("defender-lead-out-of-turn", "trick_state", "the final trick: East led, it was my lead"),
        ("inadmissible-double", "lead_faced", "both opponents doubled, discovered in the play"),
        ("bid-above-seven", "lho_called", "LHO called over the 8S bid"),
        ("score-correction", "round_over", "the tricks were disputed next day"),
        ("revoke-established", "revoke_sort", "revoked again in the same suit"),
        ("revoke", "revoke_sort", "đánh sai chất ở nước 12"),
        ("revoke", "which_trick", "ดัมมี่ตามผิดชุด มาเจอทีหลังสามตอง"),
    ],
)
def test_a_word_about_a_usual_answer_asks_its_question(
    answers: Answers, chart: str, fact: str, text: str
) -> None:
    hearing = answers.outcomes.hearing.hear(chart, Message(text))
    assert fact in SITUATIONS.usual(chart)
    assert fact not in hearing.assumed


def test_a_usual_answer_that_no_word_touches_is_assumed(answers: Answers) -> None:
    assumed = answers.outcomes.hearing.hear(
        "insufficient-bid", Message("the bid was insufficient")
    ).assumed
    assert assumed["in_turn"] == "yes"


def test_no_answer_that_decides_between_contrary_rulings_is_usual() -> None:
    for chart in SITUATIONS:
        assert NEVER_ASSUMED.isdisjoint(SITUATIONS.usual(chart)), chart


def test_every_usual_answer_can_be_said_without_its_question() -> None:
    questions = chain.from_iterable(chart.questions.values() for chart in SITUATIONS.values())
    answers = chain.from_iterable(question.answers for question in questions)
    assert all(answer.statement for answer in answers if answer.unless)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != SOURCE])
def test_nothing_is_assumed_in_a_language_that_is_not_heard(
    answers: Answers, language: str
) -> None:
    reader = Reader(language)
    for chart in SITUATIONS:
        assert answers.rulings.beginning(chart, reader).assumed == ""
    story = answers.quizzing.cases.worded(next(iter(answers.quizzing.cases)), language).story
    assert all(not chart.assumed for chart in answers.outcomes.of(story, reader, CHARTS).charts)


def ruled_with_assumptions(answers: Answers, chart: str) -> State:
    """Return a state of the chart that comes to a ruling with what is usual still assumed."""
    state = answers.rulings.beginning(chart, Reader(director=True))
    standing = stand(SITUATIONS, state)
    while isinstance(standing.reached, Asked):
        state = replace(state, taps=state.taps + "0")
        standing = stand(SITUATIONS, state)
    assert unconfirmed(standing.reached)
    return state


@pytest.mark.parametrize(
    "chart", ["insufficient-bid", "revoke-established", "defender-exposed-card"]
)
def test_the_assumptions_are_the_last_question_before_the_ruling(
    answers: Answers, chart: str
) -> None:
    director = Reader(director=True)
    state = ruled_with_assumptions(answers, chart)
    standing = stand(SITUATIONS, state)
    card = answers.rulings.card(state, director)
    assert card.kind is CardKind.QUESTION
    assert "Assuming: " in text_of(card)
    yes, *no_buttons = card.rows[0]
    assert yes.label == "Yes"
    assert len(no_buttons) == len(unconfirmed(standing.reached))
    ruled = answers.open(yes.address, director)
    assert ruled.kind is CardKind.RULING
    place = place_of(yes.address)
    assert isinstance(place, ChartPlace)
    assert place.state == confirmed(SITUATIONS, standing)
    for no, step in zip(no_buttons, unconfirmed(standing.reached), strict=True):
        question = answers.open(no.address, director)
        # the words before the first player, whom the card names by seat
        assert step.question.ask.split("{")[0] in text_of(question)


@pytest.mark.parametrize("view", [View.TEXT, View.WHY, View.STEPS, View.PLAIN])
def test_no_view_shows_a_ruling_before_its_assumptions_are_confirmed(
    answers: Answers, view: View
) -> None:
    state = ruled_with_assumptions(answers, "insufficient-bid")
    viewed = replace(state, view=view)
    assert answers.rulings.card(viewed, Reader(director=True)).kind is CardKind.QUESTION


def test_a_walk_says_what_it_assumed() -> None:
    usual = SITUATIONS.usual_answers("insufficient-bid")
    reached = walk(SITUATIONS, "insufficient-bid", {"unintended": "no"}, assumed=usual)
    assert not isinstance(reached, Ruled)
    assert [step.fact for step in reached.trail if step.assumed] == ["in_turn"]
