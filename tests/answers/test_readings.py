"""Tests that a ruling on our reading of the law explains the reading a tap away."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from lawbot.app import Answers
from lawbot.charts.load import Situations
from lawbot.charts.seats import seated
from lawbot.charts.state import State, View
from lawbot.charts.translation import texts
from lawbot.charts.walk import paths
from lawbot.language import LANGUAGES
from lawbot.language.reader import Reader
from tests.answers.test_answers import text_of

MARK = "our reading of the law"


def rulings_on_a_reading(situations: Situations) -> Iterator[State]:
    """Yield a state for each ruling whose words are marked as our reading."""
    for chart in situations.values():
        marked = set()
        for text, places in texts(chart).items():
            if MARK in text.casefold():
                rulings = (place for place in places if place.startswith("rulings."))
                marked.update(place.split(".")[1] for place in rulings)
        for path in paths(situations, chart.id):
            ruled = path.ruled
            if ruled.chart.id == chart.id and ruled.name in marked:
                marked.remove(ruled.name)
                yield State.begin(situations, chart.id, path.answers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_on_our_reading_explains_the_reading(answers: Answers, language: str) -> None:
    reader = Reader(director=True, language=language)
    states = list(rulings_on_a_reading(answers.situations))
    assert len(states) > 30
    for state in states:
        card = answers.rulings.card(replace(state, view=View.WHY), reader)
        readings = answers.rulings.worded(language)[state.chart].readings
        reasons = [seated(reading.why, language=language) for reading in readings]
        assert any(reason in text_of(card) for reason in reasons), state
