"""The first screen of every ruling fits a phone: 390 pixels wide, 700 high, rendered."""

from dataclasses import replace

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import QuizPlace
from lawbot.cards import Action, Card, CardKind
from lawbot.config import Settings
from lawbot.faces.discord.client import make_client
from lawbot.faces.discord.club_quiz import closed_view, open_view
from lawbot.faces.discord.components import VOTE
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.situations.state import State, with_facts
from lawbot.situations.walk import paths
from tests.support.discord_sim import simulated
from tests.support.payloads import TEXT, walk
from tests.support.phone import CHROMIUM, phone

SCREEN = 700
MOST = {"en": 780, "vi": 820}
TALLER = {
    "opening-lead-out-of-turn/options",
    "insufficient-bid/to_choose",
    "defender-lead-out-of-turn/options_partner",
}
"""Rulings between the two: the words to say name five choices, of which none may be left out (776), or the line that says what was taken as usual
carries them over by nine pixels at most. To be shortened."""
TO_BE_SHORTENED = {
    "en": frozenset[str](),
    "vi": frozenset(
        {
            "premature-play/options_lead",
            "insufficient-bid/to_choose",
            "double-out-of-rotation/rho_to_call",
            "double-out-of-rotation/goes_back",
            "insufficient-bid/double_cancelled",
        }
    ),
}
"""Translations that are longer than their English."""
LINES = 24
"""Lines of about thirty characters that a screen holds above its buttons."""


def rulings(answers: Answers, reader: Reader) -> dict[str, Card]:
    """The first screen of every ruling, by chart and name, on a way with nothing unusual where there is one."""
    states: dict[str, State] = {}
    for chart in answers.situations:
        for way in paths(answers.situations, chart):
            name = f"{way.ruled.chart.id}/{way.ruled.name}"
            state = with_facts(answers.situations, chart, dict(way.answers))
            if name not in states or (states[name].known and not state.known):
                states[name] = state
    found = {name: answers.open(f"sit/{state}", reader) for name, state in states.items()}
    assert {card.kind for card in found.values()} == {CardKind.RULING}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi"])
async def test_every_ruling_fits_a_phone_s_screen(answers: Answers, small: Settings, language: str) -> None:
    if CHROMIUM is None:
        pytest.skip("chromium is not here")
    reader = Reader(language)
    found = rulings(answers, reader)
    client = make_client(small, answers, SettingsStore.in_memory())
    client.commands_file = None
    async with simulated(client, settle_timeout=120, strict_sync=False) as sim, phone(sim, sim.player) as screen:
        heights = await screen.heights([draw(card, reader, share=True) for card in found.values()])
    taller = {name: height for name, height in zip(found, heights, strict=True) if height > SCREEN}
    assert taller.keys() <= TALLER | TO_BE_SHORTENED[language], taller
    assert max(heights) <= MOST[language], taller


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_every_case_of_the_quiz_fits_a_phone_s_screen(answers: Answers, small: Settings, language: str) -> None:
    """Open and answered, for one and for all."""
    if CHROMIUM is None:
        pytest.skip("chromium is not here")
    reader, quiz = Reader(language), answers.quizzing
    views = {}
    for key, case in quiz.cases.items():
        place, right = QuizPlace(key), quiz.question(key).right
        views[f"{case.id} open"] = draw(quiz.card(place, reader), reader, share=True)
        views[f"{case.id} answered"] = draw(quiz.card(replace(place, choice=right % 4 + 1), reader), reader, share=True)
        views[f"{case.id} for all"] = open_view(
            quiz, place, "Round 10", VOTE, reader, Action(reader.translate("Close and show"), str(place))
        )
        views[f"{case.id} closed"] = closed_view(quiz, place, dict.fromkeys(range(1, 5), 10), reader)
    client = make_client(small, answers, SettingsStore.in_memory())
    client.commands_file = None
    async with simulated(client, settle_timeout=120, strict_sync=False) as sim, phone(sim, sim.player) as screen:
        heights = await screen.heights(list(views.values()))
    taller = {name: height for name, height in zip(views, heights, strict=True) if height > SCREEN}
    assert not taller


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_help_fits_a_phone_s_screen(full_answers: Answers, small: Settings, language: str) -> None:
    """With every line it can have."""
    if CHROMIUM is None:
        pytest.skip("chromium is not here")
    client = make_client(small, full_answers, SettingsStore.in_memory())
    client.commands_file = None
    async with simulated(client, settle_timeout=120, strict_sync=False) as sim, phone(sim, sim.player) as screen:
        view = client.face.deck.open("help", Reader(language), share=True)
        (height,) = await screen.heights([view])
    assert height <= SCREEN


def test_no_ruling_has_more_lines_above_its_buttons_than_a_screen_holds(answers: Answers) -> None:
    """What can be told without a browser."""
    reader = Reader()
    for name, card in rulings(answers, reader).items():
        parts = walk(draw(card, reader, share=True).to_components())
        said = "\n".join(part["content"] for part in parts if part["type"] == TEXT)
        lines = sum(-(-len(line.lstrip("#->* ")) // (36 if line.startswith("-# ") else 30)) for line in said.splitlines() if line)
        assert lines <= LINES or name in TALLER, name
