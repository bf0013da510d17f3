"""Tests of every kind of card in Vietnamese and Thai: no English but names, commands and terms."""

import re
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.cards.address import QuizPlace
from lawbot.cards.card import CardKind
from lawbot.faces.terminal.chat import help_card
from lawbot.language.reader import Reader
from tests.situations.test_in_other_languages import ENGLISH, in_every_language, sent
from tests.support import json_lines
from tests.support.payloads import texts

TYPED = (
    "27B1(a)", "27", "62-64", "27B1, 31A", "LHO", "revoke", "claim", "UI", "board 7", "imps 620", "score 4SX by N +1 vul", "help", "hi", "s", "qwxzk",
    "contents", "the weather in leeds", "Law 94", "4711", "compare 27B1", "yes", "insufficient bid", "opening lead out of turn",
    "chart:revoke",
)  # fmt: skip
"""At least one text for each kind of reading; some are English in every language."""
EVERYDAY = Path(__file__).parents[1] / "everyday.jsonl"
ALLOWED = re.compile(
    r"\([^)]*\)|“[^”]*”|Laws of Duplicate[^\n]*|/\w+(?: \w+)?|(?i:law 94|score 4sx by n \+1 vul|board 7|https?://\S+)"
)
"""Titles of editions, terms in brackets, quotations of the typed text, commands, examples."""


@in_every_language
@pytest.mark.parametrize("typed", TYPED)
def test_a_card_has_no_word_of_english(answers: Answers, typed: str, language: str) -> None:
    reader = Reader(language)
    card = answers.ask(typed, reader)
    text = ALLOWED.sub(" ", texts(sent(card, reader)))
    assert card.kind in CardKind
    assert not ENGLISH.findall(text), text


@in_every_language
def test_help_and_about_have_no_word_of_english(answers: Answers, language: str) -> None:
    reader = Reader(language)
    for card in (answers.help(reader), answers.about(reader), help_card(reader)):
        text = ALLOWED.sub(" ", texts(sent(card, reader)))
        assert not ENGLISH.findall(text), text


@in_every_language
def test_no_card_of_the_quiz_has_a_word_of_english(answers: Answers, language: str) -> None:
    reader = Reader(language)
    for key in answers.quizzing.cases:
        for choice in (0, 1):
            card = answers.open(str(QuizPlace(key, choice=choice)), reader)
            assert card.found
            text = ALLOWED.sub(" ", texts(sent(card, reader)))
            assert not ENGLISH.findall(text), text


@pytest.mark.slow
@in_every_language
def test_no_card_of_an_everyday_question_has_a_word_of_english(
    answers: Answers, language: str
) -> None:
    reader = Reader(language)
    questions = json_lines.read(EVERYDAY)
    assert len(questions) > 100
    for question in questions:
        if question["language"] == language:
            card = answers.ask(question["text"], reader)
            message = ALLOWED.sub(" ", texts(sent(card, reader)))
            assert not ENGLISH.findall(message), message
