"""Tests of the facts that readers took from the stories."""

import pytest

from lawbot.config import ROOT
from lawbot.language import LANGUAGES
from lawbot.situations.charts import Situations
from tests.support import story_facts

SITUATIONS = Situations.load(ROOT / "data" / "situations")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_is_an_answer_of_its_chart_and_has_its_words_in_the_story(language: str) -> None:
    stories = list(story_facts.load(language))
    assert sum(len(story.answers) for story in stories) > 1000
    for story in stories:
        questions = SITUATIONS[story.chart].questions
        for fact, answer_id in story.answers.items():
            answer_ids = {answer.id for answer in questions[fact].answers}
            assert answer_id in answer_ids, (story.chart, story.text)
            assert story.words[fact] in story.text, (story.chart, fact)
