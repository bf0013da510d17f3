"""No button and no menu leads nowhere: cards followed from card to card, rulings reached by
pressing, through the real bot."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from lawbot.app import Answers
from lawbot.cards.card import Action, Card, CardKind
from lawbot.charts.seats import seated
from lawbot.charts.state import with_facts
from lawbot.charts.walk import paths
from lawbot.config import Settings
from lawbot.decide.kinds import CHARTS, LAWS, TERMS
from lawbot.faces.discord.client import make_client
from lawbot.faces.discord.render.card import draw, paged
from lawbot.faces.discord.render.components import fits
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.language.reader import Reader
from tests.support.discord_sim import simulated
from tests.support.payloads import payload_faults, texts

MOST = {True: 3000, False: 1000}
"""Cards followed at most, for a director and for others, whose cards have a button less; there are
more only because each path of answers is a card of its own."""


def ways_on(card: Card) -> Iterator[Action]:
    for row in card.rows:
        yield from (action for action in row if action.enabled)
    for menu in card.menus:
        yield from menu.actions


def states(answers: Answers, chart: str, rulings_opened: set[tuple[str, str]]) -> dict[str, Card]:
    """Return a way to each ruling that a chart leads to and that is not known yet: the ruling and
    the questions before it, by address."""
    paths_by_ruling = {
        (path.ruled.chart.id, path.ruled.name): path for path in paths(answers.situations, chart)
    }
    paths_by_ruling = {
        name: path for name, path in paths_by_ruling.items() if name not in rulings_opened
    }
    rulings_opened.update(paths_by_ruling)
    cards: dict[str, Card] = {}
    for path in paths_by_ruling.values():
        ruled = with_facts(answers.situations, chart, dict(path.answers))
        for tapped in range(len(ruled.taps) + 1):
            address = f"sit/{replace(ruled, taps=ruled.taps[:tapped])}"
            cards.setdefault(address, answers.open(address, Reader()))
    return cards


@pytest.mark.slow
@pytest.mark.parametrize("director", [True, False])
def test_every_action_of_every_card_fits_a_button_and_opens_a_card(
    answers: Answers, director: bool
) -> None:
    reader = Reader(director=director)
    roots = [
        answers.help(reader),
        answers.about(reader),
        answers.ask("", reader, CHARTS),
        answers.ask("27B1", reader, LAWS),
        answers.ask("64Q", reader, LAWS),
    ]
    roots += [
        answers.ask("partner hesitated and I bid", reader),
        answers.ask("LHO", reader, TERMS),
        answers.score("4SX", "yes", "-2", reader),
    ]
    roots += [
        answers.ask("dummy asked about a revoke", reader, CHARTS),
        answers.compare("27B1", reader),
        answers.score("450", "", "", reader),
        answers.board(7, reader),
    ]
    opened_addresses: set[str] = set()
    waiting = list(roots)
    while waiting and len(opened_addresses) < MOST[director]:
        card = waiting.pop(0)
        for page in range(len(paged(card))):
            payload = {
                "components": draw(card, reader, page, share=True).to_components(),
                "flags": 1 << 15,
                "allowed_mentions": {"parse": []},
            }
            assert payload_faults(payload) == [], (card.title, page)
        for action in ways_on(card):
            assert fits(action.address), (card.title, action)
            if action.address not in opened_addresses:
                opened_addresses.add(action.address)
                opened = answers.open(action.address, reader)
                assert opened.found, (card.title, action, opened.parts)
                waiting.append(opened)
    assert len(opened_addresses) > 500


@pytest.mark.slow
async def test_every_ruling_is_reached_by_pressing_in_the_real_bot(
    answers: Answers, small: Settings
) -> None:
    """(That all ways to it lead to the same words is proved in
    tests/situations/test_what_rulings_say.py.)"""
    client = make_client(small, answers, SettingsStore.in_memory())
    client.commands_file = None
    pressed: set[str] = set()
    rulings_opened: set[tuple[str, str]] = set()
    async with simulated(client, settle_timeout=120, strict_sync=False) as sim:
        await client.tree.sync()
        for chart in answers.situations:
            cards = states(answers, chart, rulings_opened)
            first = await sim.player.run("situation", name=chart)
            assert answers.situations[chart].title in first.text
            for address, payload in zip(
                cards, await sim.press_many(sim.player, first, list(cards)), strict=True
            ):
                card = cards[address]
                assert payload_faults(payload) == [], address
                assert card.title.split("*")[0] in texts(payload).replace("\\", ""), address
                if card.kind is CardKind.RULING:
                    pressed.add(card.title)
            sim.clear()
    assert pressed >= {
        seated(ruling.headline)
        for chart in answers.situations.values()
        for ruling in chart.rulings.values()
    }
