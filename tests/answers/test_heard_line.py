"""Tests of the line of what a text has told: sentences, no answer without its question."""

import itertools
from collections.abc import Iterator

import pytest

from lawbot.app import Answers
from lawbot.cards.card import Action, Card, Paragraph, Tone
from lawbot.charts.seats import seated
from lawbot.language import LANGUAGES
from lawbot.language.reader import Reader
from tests.answers.test_answers import text_of


def changes_of(card: Card) -> list[Action]:
    """Return the ways to change what was heard or assumed."""
    actions = itertools.chain.from_iterable(menu.actions for menu in card.menus)
    return [action for action in actions if action.detail]


def cards_of_a_told_fact(
    answers: Answers, reader: Reader
) -> Iterator[tuple[str, str, str | None, Card]]:
    """Yield question, answer and statement of every fact, each with the card that it begins."""
    for chart in answers.rulings.worded(reader.language).values():
        for fact, question in chart.questions.items():
            for answer in question.answers:
                state = answers.rulings.beginning(chart.id, reader, {fact: answer.id}, assumed={})
                card = answers.rulings.card(state, reader)
                texts = (question.ask, answer.label, answer.statement)
                ask, label, statement = (
                    text and seated(text, language=reader.language) for text in texts
                )
                yield ask or "", label or "", statement, card


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_told_answer_stands_without_its_question(answers: Answers, language: str) -> None:
    stated = 0
    reader = Reader(language, director=True)
    for ask, label, statement, card in cards_of_a_told_fact(answers, reader):
        line = next(part.text for part in card.parts if isinstance(part, Paragraph))
        if statement:
            assert statement in line
            stated += 1
        else:
            assert f"{ask} {label}" in line
        changes = {(action.label.partition(": ")[2], action.detail) for action in changes_of(card)}
        buttons = [action.label for row in card.rows for action in row]
        translate = reader.translate
        denial = translate("Not so: {fact}").format(fact=statement)
        assert (ask, label) in changes or {translate("Not so"), denial} & {*buttons}
    assert stated > 100


def test_what_is_heard_is_apart_from_what_is_assumed(answers: Answers, director: Reader) -> None:
    card = answers.ask("declarer did not follow suit", director)
    line, assumption, _question = (part for part in card.parts if isinstance(part, Paragraph))
    assert line.tone is Tone.QUIET
    assert line.text == "I heard: the offender did not follow suit, although able."
    assert assumption.tone is Tone.LEAD
    assert assumption.text == "Assuming: the revoke was in trick one to eleven."


def test_a_fact_heard_is_mended_by_one_choice(answers: Answers, director: Reader) -> None:
    card = answers.ask("South opened 1S, West bid 1H and North passed", director)
    line = "I heard: West was in turn and free to call, and North called over the low bid itself."
    assert line in text_of(card)
    label = "Change: Has North (LHO) called over the low bid itself, before it was replaced?"
    (change,) = (action for action in card.menus[-1].actions if action.label == label)
    question = answers.open(change.address, director)
    assert "North called over" not in text_of(question)
