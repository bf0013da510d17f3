"""A language model that an operator brings: the card at once, the same message mended after."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest_asyncio
from aiohttp import web

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.ear.ear import Ear, judged_in
from lawbot.ear.endpoint import Endpoint
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.settings.store import SettingsStore
from tests.support.discord_sim import Sim, simulated
from tests.support.ear_server import EarServer, completion, ear_server, saying
from tests.support.patience import PATIENCE

TOLD = "i led from hand and righty played before lefty did"
FACTS = {
    "facts": [
        {"fact": "who_early", "answer": "defender", "quote": "righty played before lefty did"},
        {"fact": "early_card", "answer": "play", "quote": "righty played before lefty did"},
    ]
}
CHOICE = json.dumps({"situation": "premature-play"})
SHEET = json.dumps(FACTS)
MARK = "A language model listened too."


@pytest_asyncio.fixture
async def server(answers: Answers, small: Settings) -> AsyncIterator[EarServer]:
    """A model that hears one story right, and the bot that asks it."""
    async with ear_server(saying(CHOICE, SHEET)) as running:
        answers.warm()
        endpoint = Endpoint(running.address, "secret-key", "small")
        answers.ear = Ear(endpoint, answers.outcomes, judged_in(small.data), 60)
        answers.ear.seconds = PATIENCE
        yield running
        answers.ear = None


@pytest_asyncio.fixture
async def sim(server: EarServer, client: LawBot) -> AsyncIterator[Sim]:
    """The bot with an ear; at the end, all it sent must be what Discord takes."""
    async with simulated(client) as running:
        yield running
        assert running.faults() == []


async def settled(client: LawBot) -> None:
    """Wait until every text that is listened to has been heard, or dropped."""
    await asyncio.gather(*client.face._listening.values(), return_exceptions=True)


def written(sim: Sim) -> list[tuple[str, str]]:
    """Return what the bot wrote, as the method and the text of each request."""
    return [
        (request.method, json.dumps(request.json, ensure_ascii=False))
        for request in sim.env.http_requests
        if request.method in ("POST", "PATCH") and "components" in json.dumps(request.json)
    ]


async def test_the_card_comes_at_once_and_the_same_message_is_mended(
    client: LawBot, sim: Sim
) -> None:
    await sim.player.run("search", words=TOLD)
    await settled(client)
    (first, own_card), (second, mended) = written(sim)
    assert (first, second) == ("POST", "PATCH")
    assert MARK not in own_card
    assert MARK in mended
    assert "I heard: a defender acted too early" in mended
    assert "Not so: a defender acted too early" in mended


async def test_what_was_heard_is_mended_by_a_tap(client: LawBot, sim: Sim) -> None:
    reply = await sim.player.run("search", words=TOLD)
    await settled(client)
    assert "Not so: a defender acted too early" in reply.buttons
    mended = await sim.player.press(reply, "Not so: a defender acted too early")
    assert "Who acted too early?" in mended.text


async def test_a_direct_message_and_a_reply_are_mended_too(client: LawBot, sim: Sim) -> None:
    await sim.stranger("ron").say(TOLD)
    await settled(client)
    (_first, own_card), (method, mended) = written(sim)
    assert method == "PATCH"
    assert MARK in mended
    assert MARK not in own_card


async def test_the_law_found_for_a_message_keeps_its_reply_in_public(
    client: LawBot, sim: Sim
) -> None:
    posted = await sim.boss.actor.send(sim.channel, TOLD)
    private = await sim.player.menu("Find the law", posted)
    await settled(client)
    (_first, own_card), (_second, mended) = written(sim)
    assert MARK in mended
    assert "Reply in public" in own_card
    assert "Reply in public" in mended
    await sim.player.press(private, "Reply in public")
    assert "I heard: a defender acted too early" in sim.posted()[-1].text


async def test_a_text_that_tells_nothing_more_asks_nobody(server: EarServer, sim: Sim) -> None:
    for words in ("27B1", "revoke", "can dummy ask about a revoke?", "what is a claim", "hi"):
        await sim.player.run("search", words=words)
    assert server.requests == []


async def test_nothing_but_the_words_leaves(client: LawBot, server: EarServer, sim: Sim) -> None:
    await sim.player.run("search", words=TOLD)
    await settled(client)
    sent = json.dumps(server.requests)
    assert TOLD in sent
    for name in ("hermione", "Bridge Club", "rulings", str(sim.player.actor.id)):
        assert name not in sent
    assert all(headers["Authorization"] == "Bearer secret-key" for headers in server.headers)


async def test_a_server_can_switch_it_off(
    server: EarServer, store: SettingsStore, sim: Sim
) -> None:
    panel = await sim.boss.run("settings")
    assert "fills in my questions" in panel.text
    await sim.boss.press(panel, "A language model may listen too: on")
    assert store.of(sim.guild.id).ear is False
    await sim.player.run("search", words=TOLD)
    assert server.requests == []


async def test_a_member_can_switch_it_off_for_themselves(
    server: EarServer, client: LawBot, store: SettingsStore, sim: Sim
) -> None:
    panel = await sim.player.run("settings")
    assert "fills in my questions" in panel.text
    assert "Language" not in panel.text
    panel = await sim.player.press(panel, "A language model may hear what I type: on")
    assert "A language model may hear what I type: off" in panel.buttons
    await sim.player.run("search", words=TOLD)
    assert server.requests == []
    # what they wrote is theirs, whoever asks about it
    posted = await sim.player.actor.send(sim.channel, TOLD)
    await sim.boss.menu("Find the law", posted)
    assert server.requests == []
    await sim.boss.run("search", words=TOLD)
    await settled(client)
    assert server.requests != []


async def test_a_members_choice_outlives_a_restart_without_their_id(
    sim: Sim, store: SettingsStore, tmp_path: Any
) -> None:
    panel = await sim.player.run("settings")
    await sim.player.press(panel, "A language model may hear what I type: on")
    file = tmp_path / "settings.db"
    again = SettingsStore.open(file)
    assert not again.may_hear(sim.player.actor.id)
    assert again.may_hear(sim.boss.actor.id)
    assert str(sim.player.actor.id).encode() not in file.read_bytes()
    assert again.guilds == ()


async def test_who_goes_on_meanwhile_keeps_the_card_they_see(
    server: EarServer, client: LawBot, sim: Sim
) -> None:
    async def slow(_request: web.Request) -> web.StreamResponse:
        sim.emit(sim.player, "law", {"citation": "27B1"})
        await asyncio.sleep(0.3)
        return completion(CHOICE)

    server.reply = slow
    await sim.player.run("search", words=TOLD)
    await settled(client)
    assert len(server.requests) == 1
    assert [method for method, _text in written(sim)] == ["POST", "POST"]


async def test_without_an_ear_settings_are_for_managers_alone(client: LawBot) -> None:
    async with simulated(client) as sim:
        (command,) = [cmd for cmd in client.tree.get_commands() if cmd.name == "settings"]
        assert command.default_permissions == discord.Permissions(manage_guild=True)
        panel = await sim.boss.run("settings")
        assert "language model" not in panel.text
        assert not any("language model" in label for label in panel.buttons)
