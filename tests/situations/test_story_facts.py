"""Tests of the facts that readers took from the stories."""

import pytest

from lawbot.language import LANGUAGES
from tests.support import story_facts
from tests.support.charts import SITUATIONS
from tests.support.story_facts import StoryFacts


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_is_an_answer_of_its_chart_and_has_its_words_in_the_story(language: str) -> None:
    check(list(story_facts.load(language)))


def test_the_facts_of_told_texts_are_those_of_their_charts() -> None:
    check(list(story_facts.load_told()))


def check(stories: list[StoryFacts]) -> None:
    """Assert that each fact is an answer of its chart, and that its words stand in the text."""
    assert sum(len(story.answers) for story in stories) > 1000
    for story in stories:
        questions = SITUATIONS[story.chart].questions
        for fact, answer_id in story.answers.items():
            answer_ids = {answer.id for answer in questions[fact].answers}
            assert answer_id in answer_ids, (story.chart, story.text)
            assert story.words[fact] in story.text, (story.chart, fact)
