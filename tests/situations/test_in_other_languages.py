"""Tests of every walk of every chart in each language: nothing English, nothing lost."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from lawbot.app import Answers
from lawbot.cards.address import ChartPlace
from lawbot.cards.card import Card
from lawbot.charts import translation
from lawbot.charts.load import Situations
from lawbot.charts.state import State, View, with_facts
from lawbot.charts.walk import Ruled, paths, walk
from lawbot.faces.discord.render.card import draw
from lawbot.language import SOURCE, installed
from lawbot.language.reader import Reader
from tests.support.payloads import COMPONENTS_V2, payload_faults, texts
from tools.chart_texts import translation_faults

LANGUAGES = sorted(installed().keys() - {SOURCE})
ENGLISH = re.compile(
    r"(?i)\b(?:the|and|of|that|with|from|which|this|their|they|when|after|before|must|should|would|player|partner|trick|card|call|lead|law"
    r"|director|defender|declarer|opponent|score|board|auction|because|unless|offender|definition|either|nothing|everybody|nobody)s?\b"
)
"""English words that are no Vietnamese ones and no names that the glossary keeps."""
QUESTION_VIEWS = (View.PLAIN, View.WHY)
RULING_VIEWS = (View.PLAIN, View.WHY, View.STEPS, View.LATER)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def screens(situations: Situations) -> Iterator[tuple[str, State]]:
    """Yield a name and a state for each question and ruling, in each of its views."""
    names: set[str] = set()
    chart_paths = ((chart, path) for chart in situations for path in paths(situations, chart))
    for chart, path in chart_paths:
        facts: dict[str, str] = {}
        for fact, answer in [*path.answers.items(), ("", "")]:
            reached = walk(situations, chart, facts)
            is_ruling = isinstance(reached, Ruled)
            name = f"{reached.chart.id}/{reached.name if is_ruling else reached.fact}"
            if name not in names:
                names.add(name)
                state = with_facts(situations, chart, dict(facts))
                for view in RULING_VIEWS if is_ruling else QUESTION_VIEWS:
                    yield name, replace(state, view=view)
            facts[fact] = answer


def sent(card: Card, reader: Reader) -> dict[str, Any]:
    """Return the message that Discord gets for a card."""
    return {
        "components": draw(card, reader, share=True).to_components(),
        "flags": COMPONENTS_V2,
        "allowed_mentions": {"parse": []},
    }


@in_every_language
def test_every_text_is_translated(language: str, situations: Situations) -> None:
    assert list(translation.untranslated(situations, language)) == []
    assert list(translation_faults(situations, language)) == []


@in_every_language
def test_every_walk_ends_where_the_english_one_does(language: str, situations: Situations) -> None:
    translated = translation.Worded(situations, language)
    for chart in situations:
        for path in paths(situations, chart):
            ended = walk(translated, chart, dict(path.answers))
            assert isinstance(ended, Ruled)
            assert (ended.chart.id, ended.name) == (path.ruled.chart.id, path.ruled.name)


@pytest.mark.slow
@in_every_language
def test_no_screen_of_a_walk_has_a_word_of_english(language: str, answers: Answers) -> None:
    reader = Reader(language, director=True)
    for name, state in screens(answers.situations):
        message = sent(answers.open(str(ChartPlace(state)), reader), reader)
        text = texts(message)
        assert not ENGLISH.findall(text), f"{name}: {text}"
        assert "{" not in text, f"{name}: {text}"
        assert payload_faults(message) == [], name
