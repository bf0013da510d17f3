"""Every walk of every chart, from its first question to its ruling, in the languages it is
translated to: nothing English, nothing lost."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import ChartPlace
from lawbot.cards import Card
from lawbot.faces.discord.drawing import draw
from lawbot.language import SOURCE, installed
from lawbot.situations import wording
from lawbot.situations.charts import Situations
from lawbot.situations.state import State, View, with_facts
from lawbot.situations.walk import Ruled, paths, walk
from tests.support.payloads import COMPONENTS_V2, payload_faults, texts
from tools.chart_texts import translation_faults

LANGUAGES = sorted(installed().keys() - {SOURCE})
ENGLISH = re.compile(
    r"(?i)\b(?:the|and|of|that|with|from|which|this|their|they|when|after|before|must|should|would|player|partner|trick|card|call|lead|law"
    r"|director|defender|declarer|opponent|score|board|auction|because|unless|offender|definition|either|nothing|everybody|nobody)s?\b"
)
"""English words that are none of Vietnamese, and no name that the glossary keeps."""
OF_QUESTIONS = (View.PLAIN, View.WHY)
OF_RULINGS = (View.PLAIN, View.WHY, View.STEPS, View.LATER)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def screens(situations: Situations) -> Iterator[tuple[str, State]]:
    """Each question and each ruling of the charts in every view it has, as somebody first comes to
    it: its name, and a state that shows it."""
    seen: set[str] = set()
    for chart, way in ((begun, way) for begun in situations for way in paths(situations, begun)):
        known: dict[str, str] = {}
        for fact, answer in [*way.answers.items(), ("", "")]:
            shown = walk(situations, chart, known)
            name = f"{shown.chart.id}/{shown.name if isinstance(shown, Ruled) else shown.fact}"
            if name not in seen:
                seen.add(name)
                state = with_facts(situations, chart, dict(known))
                yield from (
                    (name, replace(state, view=view))
                    for view in (OF_RULINGS if isinstance(shown, Ruled) else OF_QUESTIONS)
                )
            known[fact] = answer


def sent(card: Card, reader: Reader) -> dict[str, Any]:
    """The message that Discord gets for a card."""
    return {
        "components": draw(card, reader, share=True).to_components(),
        "flags": COMPONENTS_V2,
        "allowed_mentions": {"parse": []},
    }


@in_every_language
def test_every_text_is_translated(language: str, situations: Situations) -> None:
    assert list(wording.untranslated(situations, language)) == []
    assert list(translation_faults(situations, language)) == []


@in_every_language
def test_every_walk_ends_where_the_english_one_does(language: str, situations: Situations) -> None:
    worded = wording.Worded(situations, language)
    for chart in situations:
        for way in paths(situations, chart):
            ended = walk(worded, chart, dict(way.answers))
            assert isinstance(ended, Ruled)
            assert (ended.chart.id, ended.name) == (way.ruled.chart.id, way.ruled.name)


@in_every_language
def test_no_screen_of_a_walk_has_a_word_of_english(language: str, answers: Answers) -> None:
    reader = Reader(language, director=True)
    for name, state in screens(answers.situations):
        message = sent(answers.open(str(ChartPlace(state)), reader), reader)
        text = texts(message)
        assert not ENGLISH.findall(text), f"{name}: {text}"
        assert "{" not in text, f"{name}: {text}"
        assert payload_faults(message) == [], name
