"""Words of two languages in one text end nothing, at any door."""

from itertools import product

import pytest

from lawbot.answers import Answers, Reader

ENGLISH = "the not he at be on is it we".split()
THAI = "แมว ทอง ยา หิว ฝน บ้าน กาแฟ ฝาก".split()
PAIRS = [f"{one} {other}" for one, other in product(ENGLISH, THAI)]
PAIRS += [f"{other} {one}" for one, other in product(ENGLISH, THAI)]


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_a_text_of_two_languages_is_answered(answers: Answers, language: str) -> None:
    for text in PAIRS:
        assert answers.ask(text, Reader(language)).title, text
        assert "fault" not in answers.ask(text, Reader(language)).title
        answers.outcome(text, Reader(language))
        answers.suggest(text, Reader(language), "any")
