"""A card of every kind, read in Vietnamese and Thai: no word of English, but names, commands, and
terms that stand in brackets."""

import json
import re
from pathlib import Path

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import QuizPlace
from lawbot.cards import CardKind
from lawbot.faces.terminal.chat import help_card
from tests.situations.test_in_other_languages import ENGLISH, in_every_language, sent
from tests.support.payloads import texts

TYPED = (
    "27B1(a)", "27", "62-64", "27B1, 31A", "LHO", "revoke", "claim", "UI", "board 7", "imps 620", "score 4SX by N +1 vul", "help", "hi", "s", "qwxzk",
    "contents", "the weather in leeds", "Law 94", "4711", "compare 27B1", "yes", "insufficient bid", "opening lead out of turn",
    "chart:revoke",
)  # fmt: skip
"""A text or more for each kind of reading, in English where people of other languages say it so."""
EVERYDAY = Path(__file__).parents[1] / "everyday.jsonl"
KEPT = re.compile(
    r"\([^)]*\)|“[^”]*”|Laws of Duplicate[^\n]*|/\w+(?: \w+)?|(?i:law 94|score 4sx by n \+1 vul|board 7|https?://\S+)"
)
"""Titles of editions, terms in brackets, what was typed and is said back, commands, examples of
signs."""


@in_every_language
@pytest.mark.parametrize("typed", TYPED)
def test_a_card_has_no_word_of_english(answers: Answers, typed: str, language: str) -> None:
    reader = Reader(language)
    card = answers.ask(typed, reader)
    said = KEPT.sub(" ", texts(sent(card, reader)))
    assert card.kind in CardKind
    assert not ENGLISH.findall(said), said


@in_every_language
def test_help_and_about_have_none_either(answers: Answers, language: str) -> None:
    reader = Reader(language)
    for card in (answers.help(reader), answers.about(reader), help_card(reader)):
        said = KEPT.sub(" ", texts(sent(card, reader)))
        assert not ENGLISH.findall(said), said


@in_every_language
def test_no_card_of_the_quiz_has(answers: Answers, language: str) -> None:
    reader = Reader(language)
    for key in answers.quizzing.cases:
        for choice in (0, 1):
            card = answers.open(str(QuizPlace(key, choice=choice)), reader)
            assert card.found
            said = KEPT.sub(" ", texts(sent(card, reader)))
            assert not ENGLISH.findall(said), said


@in_every_language
def test_no_card_of_what_was_told_has(answers: Answers, language: str) -> None:
    reader = Reader(language)
    told = [json.loads(line) for line in EVERYDAY.read_text(encoding="utf-8").splitlines()]
    assert len(told) > 100
    for text in [each["text"] for each in told if each["language"] == language]:
        said = KEPT.sub(" ", texts(sent(answers.ask(text, reader), reader)))
        assert not ENGLISH.findall(said), said
