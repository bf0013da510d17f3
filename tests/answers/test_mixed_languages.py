"""Tests that a text in two languages is answered at every door."""

from itertools import product

import pytest

from lawbot.app import Answers
from lawbot.language.reader import Reader

ENGLISH = "the not he at be on is it we".split()
THAI = "แมว ทอง ยา หิว ฝน บ้าน กาแฟ ฝาก".split()
PAIRS = [f"{english} {thai}" for english, thai in product(ENGLISH, THAI)]
PAIRS += [f"{thai} {english}" for english, thai in product(ENGLISH, THAI)]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_a_text_of_two_languages_is_answered(answers: Answers, language: str) -> None:
    for text in PAIRS:
        assert answers.ask(text, Reader(language)).title, text
        assert "fault" not in answers.ask(text, Reader(language)).title
        answers.outcomes.of(text, Reader(language))
        answers.suggest(text, Reader(language), "any")
