"""A picture on demand: offered where it can be drawn, private, told in words, and nobody waits for it."""

import asyncio
import time

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.pictures import can_draw
from lawbot.config import Settings
from lawbot.faces.discord import drawer
from lawbot.faces.discord.client import LawBot, make_client
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.situations.state import with_facts
from tests.support.discord_sim import Seen, Sim, simulated

drawn = pytest.mark.skipif(not can_draw(), reason="Graphviz is not installed")


async def why(sim: Sim) -> Seen:
    """The reasons of a ruling."""
    card = await sim.player.run("situation", name="phone-or-device")
    while "Why" not in card.buttons:
        card = await sim.player.press(card, next(label for label, button in card.buttons.items() if button["style"] == 1))
    assert "Picture" not in card.buttons
    return await sim.player.press(card, "Why")


@drawn
async def test_the_reasons_of_a_ruling_are_drawn_on_demand(sim: Sim) -> None:
    seen = await sim.player.press(await why(sim), "Picture")
    assert seen.private
    gallery = next(part for part in seen.payload["components"][0]["components"] if part["type"] == 12)
    assert "with the way taken" in gallery["items"][0]["description"]
    assert (await sim.player.file_of(seen)).startswith(b"\x89PNG")


@drawn
async def test_the_sixteen_boards_in_words_and_as_a_picture(sim: Sim) -> None:
    boards = await sim.player.press(await sim.player.run("board", number=3), "The sixteen boards")
    assert "16  West    East-West" in boards.text
    assert (await sim.player.file_of(await sim.player.press(boards, "Picture"))).startswith(b"\x89PNG")


async def test_where_it_cannot_be_drawn_none_is_offered(small: Settings, answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    client = make_client(small, answers, SettingsStore.in_memory())
    client.commands_file = None
    async with simulated(client, strict_sync=False) as sim:
        await client.tree.sync()
        boards = await sim.player.press(await sim.player.run("board", number=3), "The sixteen boards")
        assert "Picture" not in boards.buttons
        (sent,) = await sim.press_many(sim.player, boards, ["boards"], verb="^")
        assert sent is None or "components" not in sent  # it was told to wait; then why it cannot be drawn
        assert "apt-get install graphviz" in str(sim.sent()[-1])


@drawn
async def test_nobody_waits_while_pictures_are_drawn_and_few_are_kept(
    client: LawBot, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawer, "KEPT", 2)
    making = drawer.Drawer(client.face)
    chart = answers.situations["insufficient-bid"]
    ways = [f"sit/{with_facts(answers.situations, chart.id, case.answers)}" for case in chart.cases[:4]]
    work = asyncio.gather(*(making.drawn(way, Reader()) for way in ways))
    gaps, last = [], time.perf_counter()
    while not work.done():
        await asyncio.sleep(0.001)
        gaps.append(time.perf_counter() - last)
        last = time.perf_counter()
    assert len(gaps) > 50
    assert sorted(gaps)[len(gaps) * 9 // 10] < 1
    assert len(making._kept) == 2
