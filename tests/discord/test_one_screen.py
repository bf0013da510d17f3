"""The first screen of every ruling fits a phone: 390 pixels wide, 700 high, rendered."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache

import pytest
import pytest_asyncio

from lawbot.app import Answers
from lawbot.cards.address import Address, ChartPlace, QuizPlace
from lawbot.cards.card import Action, Card, CardKind
from lawbot.charts.state import State, stand, with_facts
from lawbot.charts.walk import Asked, paths
from lawbot.config import ROOT, Settings
from lawbot.faces.discord.client import make_client
from lawbot.faces.discord.quiz.club import closed_view, open_view
from lawbot.faces.discord.render.card import draw
from lawbot.faces.discord.render.components import CardView, Verb
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.language import SOURCE
from lawbot.language.reader import Reader
from tests.support import json_lines
from tests.support.discord_sim import simulated
from tests.support.payloads import TEXT, walk
from tests.support.phone import CHROMIUM, Phone, phone

pytestmark = pytest.mark.asyncio(loop_scope="module")
chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

SCREEN = 700
MOST = {"en": 780, "vi": 820, "th": SCREEN}
TALLER = {"opening-lead-out-of-turn/options"}
"""Rulings between the two: the words to say name five choices, of which none may be left out (734).
To be shortened."""
MOST_OF_A_QUESTION = 725
TALLER_QUESTIONS = {
    "en": frozenset[str](),
    "vi": frozenset({"bid-out-of-rotation/accepts_at_lho"}),
    "th": frozenset[str](),
}
"""Questions whose words to say name every choice, longer in a translation. To be shortened."""
MOST_OF_A_TYPED_QUESTION = 725
TALLER_TYPED = frozenset[str]()
"""Questions that are taller below what was heard, to be shortened: none of those asked here."""
LINES = 24
"""Lines of about thirty characters that a screen holds above its buttons."""
RENDERED = 48
"""Rulings, and questions, of a language that Chromium renders: those with the most such lines. Of the
lower half of them none may be taller than a screen, which tells that none with fewer lines is. Every
one of 528 rendered, the eighth ruling by lines was the last that was taller, in Vietnamese."""
OF_EACH_LOOK = 10
"""Cases of the quiz, chosen alike: of 80, the two tallest are among the first six by lines."""


EVERY_THIRD = 3
"""Of the told texts, whose search takes longest, those that are asked: enough for each kind of choice."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def screen(answers: Answers, small: Settings) -> AsyncIterator[Phone]:
    """One phone for all cards: Chromium takes longer to start than to draw a screen of them."""
    client = make_client(small, answers, SettingsStore.in_memory())
    client.commands_file = None
    async with (
        simulated(client, settle_timeout=120, strict_sync=False) as sim,
        phone(sim, sim.player) as opened,
    ):
        yield opened


def lines(view: CardView) -> int:
    """Return the lines of about thirty characters above the buttons, counted without a browser."""
    written_text = "\n".join(
        part["content"] for part in walk(view.to_components()) if part["type"] == TEXT
    )
    return sum(
        -(-len(line.lstrip("#->* ")) // (36 if line.startswith("-# ") else 30))
        for line in written_text.splitlines()
        if line
    )


def longest(views: dict[str, CardView], most: int) -> dict[str, CardView]:
    """Return the views with the most lines, the most first."""
    return dict(
        sorted(views.items(), key=lambda named_view: lines(named_view[1]), reverse=True)[:most]
    )


@pytest.fixture(scope="module")
def ruling_states(answers: Answers) -> dict[str, State]:
    """Return a state of every ruling, by chart and name, on a way with nothing unusual where there
    is one."""
    states: dict[str, State] = {}
    for chart in answers.situations:
        for path in paths(answers.situations, chart):
            name = f"{path.ruled.chart.id}/{path.ruled.name}"
            state = with_facts(answers.situations, chart, dict(path.answers))
            if name not in states or (states[name].known and not state.known):
                states[name] = state
    return states


def rulings(answers: Answers, states: dict[str, State], reader: Reader) -> dict[str, Card]:
    """Return the first screen of every ruling."""
    ruling_cards = {name: answers.open(f"sit/{state}", reader) for name, state in states.items()}
    assert {card.kind for card in ruling_cards.values()} == {CardKind.RULING}
    return ruling_cards


@chromium
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_every_ruling_fits_a_phone_s_screen(
    answers: Answers, ruling_states: dict[str, State], screen: Phone, language: str
) -> None:
    reader = Reader(language)
    longest_views = longest(
        {
            name: draw(card, reader, share=True)
            for name, card in rulings(answers, ruling_states, reader).items()
        },
        RENDERED,
    )
    heights = await screen.heights(list(longest_views.values()))
    taller = {
        name: height for name, height in zip(longest_views, heights, strict=True) if height > SCREEN
    }
    assert taller.keys() <= TALLER, taller
    assert max(heights) <= MOST[language], taller
    assert max(heights[RENDERED // 2 :]) <= SCREEN


def questions(answers: Answers, reader: Reader) -> dict[str, CardView]:
    """Return the card of every question of every chart, asked after nothing assumed."""
    situations = answers.situations
    views: dict[str, CardView] = {}
    for chart in situations.values():
        waiting = [(chart.start, State.begin(situations, chart.id))]
        while waiting:
            node, state = waiting.pop(0)
            name = f"{chart.id}/{node}"
            if node not in chart.questions or name in views:
                continue
            views[name] = draw(answers.open(f"sit/{state}", reader), reader, share=True)
            for index, answer in enumerate(chart.questions[node].answers):
                waiting.append((answer.next, replace(state, taps=f"{state.taps}{index}")))
    return views


@chromium
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_every_question_fits_a_phone_s_screen(
    answers: Answers, screen: Phone, language: str
) -> None:
    views = longest(questions(answers, Reader(language)), RENDERED)
    heights = await screen.heights(list(views.values()))
    pixels = dict(zip(views, map(int, heights), strict=True))
    taller = {name: height for name, height in pixels.items() if height > SCREEN}
    assert taller.keys() <= TALLER_QUESTIONS[language], taller
    assert max(heights) <= MOST_OF_A_QUESTION, taller
    assert max(heights[RENDERED // 2 :]) <= SCREEN


@chromium
@pytest.mark.slow
async def test_what_the_bot_says_of_itself_fits_a_phone_s_screen(
    answers: Answers, everything: Answers, screen: Phone
) -> None:
    views = []
    for reader in map(Reader, ("en", "vi", "th")):
        views += (draw(book.about(reader), reader, share=True) for book in (answers, everything))
    heights = await screen.heights(views)
    assert max(heights) <= SCREEN, heights


@chromium
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_every_case_of_the_quiz_fits_a_phone_s_screen(
    answers: Answers, screen: Phone, language: str
) -> None:
    """Open and answered, for one and for all: of each the longest."""
    reader, quiz = Reader(language), answers.quizzing
    looks: dict[str, dict[str, CardView]] = {
        "open": {},
        "answered": {},
        "for all": {},
        "closed": {},
    }
    for key, case in quiz.cases.items():
        place, right = QuizPlace(key), quiz.question(key).right
        looks["open"][case.id] = draw(quiz.card(place, reader), reader, share=True)
        looks["answered"][case.id] = draw(
            quiz.card(replace(place, choice=right % 4 + 1), reader), reader, share=True
        )
        closing = Action(reader.translate("Close and show"), str(place))
        looks["for all"][case.id] = open_view(
            quiz, place, "Round 10", Verb.VOTE, reader, closing, answers=10
        )
        looks["closed"][case.id] = closed_view(quiz, place, dict.fromkeys(range(1, 5), 10), reader)
    views = {
        f"{id_} {look}": view
        for look, views_of_look in looks.items()
        for id_, view in longest(views_of_look, OF_EACH_LOOK).items()
    }
    heights = await screen.heights(list(views.values()))
    taller = {name: height for name, height in zip(views, heights, strict=True) if height > SCREEN}
    assert not taller


TYPED = {
    "en": ("told-club.jsonl", "long"),
    "vi": ("queries-vi.jsonl", "query"),
    "th": ("queries-th.jsonl", "query"),
}
"""Texts of each language: a file of ``tests/search`` and its field."""


@cache
def typed_cards(answers: Answers, reader: Reader) -> dict[str, Card]:
    """Return the card that answers each typed text of a language."""
    name, field = TYPED[reader.language]
    rows = json_lines.read(ROOT / "tests" / "search" / name)
    typed = [row[field] for row in rows if field in row]
    # of the languages with few texts, all
    texts_asked = typed[::EVERY_THIRD] if reader.language == SOURCE else typed
    return {text: answers.ask(text, reader) for text in texts_asked}


@chromium
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_every_choice_fits_a_phone_s_screen(
    full_answers: Answers, screen: Phone, language: str
) -> None:
    """With the law below it in the official words."""
    reader = Reader(language)
    views = {
        text: draw(card, reader, share=True, wrong=True, directors=True)
        for text, card in typed_cards(full_answers, reader).items()
        if card.below
    }
    assert views
    longest_views = longest(views, OF_EACH_LOOK)
    heights = await screen.heights(list(longest_views.values()))
    assert max(heights) <= SCREEN


@chromium
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_every_question_after_a_typed_text_fits_a_phone_s_screen(
    full_answers: Answers, screen: Phone, language: str
) -> None:
    """With what was heard and assumed, its buttons and both menus."""
    reader = Reader(language)
    views = {
        asked_by(full_answers, card): draw(card, reader, share=True, wrong=True, directors=True)
        for card in typed_cards(full_answers, reader).values()
        if card.kind is CardKind.QUESTION
    }
    assert views
    longest_views = longest(views, RENDERED)
    heights = await screen.heights(list(longest_views.values()))
    pixels = dict(zip(longest_views, map(int, heights), strict=True))
    taller = {name: height for name, height in pixels.items() if height > SCREEN}
    assert taller.keys() <= TALLER_TYPED, taller
    assert max(heights) <= MOST_OF_A_TYPED_QUESTION, taller


def asked_by(answers: Answers, card: Card) -> str:
    """Return the chart and the node that a card of a chart shows."""
    place = Address.parse(card.address).place
    assert isinstance(place, ChartPlace)
    reached = stand(answers.situations, place.state).shown
    node = reached.fact if isinstance(reached, Asked) else reached.name
    return f"{reached.chart.id}/{node}"


@chromium
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_help_fits_a_phone_s_screen(
    full_answers: Answers, screen: Phone, language: str
) -> None:
    """With every line it can have."""
    reader = Reader(language)
    view = draw(full_answers.help(reader), reader, share=True)
    (height,) = await screen.heights([view])
    assert height <= SCREEN, height


@chromium
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_the_settings_of_a_server_fit_a_phone_s_screen(screen: Phone, language: str) -> None:
    sim = screen.sim
    sim.language(language)
    panel = await sim.boss.run("settings")
    sim.language("en")
    (height,) = await screen.heights([CardView(panel.payload["components"])])
    assert height <= SCREEN, height


def test_no_ruling_has_more_lines_above_its_buttons_than_a_screen_holds(
    answers: Answers, ruling_states: dict[str, State]
) -> None:
    """Counted without a browser."""
    reader = Reader()
    for name, card in rulings(answers, ruling_states, reader).items():
        assert lines(draw(card, reader, share=True)) <= LINES or name in TALLER, name
