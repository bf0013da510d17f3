"""Answers sent as bytes: on the wire as discord.py sends them, and as safe from whatever breaks."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from aiohttp import web

from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.render.components import CardView
from lawbot.faces.discord.transport import SILENT, edit_message, send
from tests.emulator.test_crowd import LAW, PRESS, callbacks, until_sent
from tests.emulator.test_faults import Refusal, refuse_first, status
from tests.emulator.test_wire import client, until_said
from tests.emulator.test_wire import running as connected
from tests.emulator.wire import TOKEN, Request, Wire, as_json, emulated, message
from tests.support.patience import PATIENCE
from tests.support.payloads import texts

__all__ = ["client"]
CARD = CardView([{"type": 17, "components": [{"type": 10, "content": "“64A” \\ ♤ ฟาวล์ <@1>"}]}])
Interaction = discord.Interaction[Any]
Way = Callable[[Interaction], Awaitable[object]]


class Bare(discord.Client):
    """A bot that answers everything in one way."""

    def __init__(self, respond: Way) -> None:
        super().__init__(intents=discord.Intents.none())
        self.way = respond

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer any interaction."""
        await self.way(interaction)


async def answer_by(respond: Way, kind: int) -> tuple[Request, Any]:
    """Return the request that answers an interaction of that kind, and Discord's reading of it."""
    async with emulated() as wire, Bare(respond) as bare:
        serving = asyncio.create_task(bare.start(TOKEN))
        await wire.connected()
        answer = await wire.interact(
            kind, LAW if kind == 2 else PRESS, message=message({"flags": 64}) if kind == 3 else None
        )
        await bare.close()
        await asyncio.wait_for(serving, PATIENCE)
    (request,) = [request for request in wire.requests if request.path.endswith("/callback")]
    return request, answer


@pytest.mark.parametrize(
    ("kind", "ours", "theirs"),
    [
        (
            2,
            lambda i: send(i, CARD, private=True),
            lambda i: i.response.send_message(view=CARD, ephemeral=True, allowed_mentions=SILENT),
        ),
        (
            2,
            lambda i: send(i, CARD, private=False),
            lambda i: i.response.send_message(view=CARD, allowed_mentions=SILENT),
        ),
        (
            3,
            lambda i: edit_message(i, CARD),
            lambda i: i.response.edit_message(view=CARD, allowed_mentions=SILENT),
        ),
    ],
    ids=["private", "for all", "turned"],
)
async def test_discord_gets_what_discord_py_would_have_sent(
    kind: int, ours: Way, theirs: Way
) -> None:
    (our, answer), (their, expected) = [
        await answer_by(respond, kind) for respond in (ours, theirs)
    ]
    assert answer.type == expected.type
    # no content, no voice
    assert our.body["data"] == {key: value for key, value in their.body["data"].items() if value}
    assert [our.headers.get(name) for name in ("Content-Type", "User-Agent", "Authorization")] == [
        their.headers.get(name) for name in ("Content-Type", "User-Agent", "Authorization")
    ]


async def test_an_answered_interaction_is_not_answered_again() -> None:
    responses: list[object] = []

    async def twice(interaction: Interaction) -> None:
        await send(interaction, CARD, private=True)
        responses.append(interaction.response.type)
        try:
            await interaction.response.send_message("again")
        except discord.InteractionResponded:
            responses.append("refused by discord.py")
        try:
            await send(interaction, CARD, private=True)
        except discord.InteractionResponded:
            responses.append("refused by us")

    await answer_by(twice, 2)
    assert responses == [
        discord.InteractionResponseType.channel_message,
        "refused by discord.py",
        "refused by us",
    ]


async def dropped() -> web.StreamResponse:
    """The connection breaks before Discord answers."""
    raise ConnectionResetError


def refused(code: int) -> Refusal:
    """Discord says that it takes no answer."""

    async def refusal() -> web.StreamResponse:
        return as_json({"message": "no", "code": code}, 404)

    return refusal


async def ask(wire: Wire, kind: int) -> asyncio.Future[Any]:
    """Send a command, or a press on somebody's own card."""
    return await wire.send(
        kind, LAW if kind == 2 else PRESS, message=message({"flags": 64}) if kind == 3 else None
    )


@pytest.mark.parametrize("kind", [2, 3], ids=["command", "press"])
@pytest.mark.parametrize(
    ("refusal", "outcome", "words"),
    [
        (status(429, Via="1.1 google"), "answered", "Law 64A"),
        (status(429), "failed", "Discord refused the answer"),
        (status(503), "answered", "Law 64A"),
        (status(403), "failed", "Discord refused the answer"),
        (refused(10062), "late", ""),
        (refused(40060), "late", ""),
        (dropped, "failed", "The connection to Discord broke"),
    ],
    ids=["429", "429 of Cloudflare", "503", "403", "expired", "answered", "dropped"],
)
async def test_whatever_breaks_is_waited_out_or_told(
    client: LawBot,
    caplog: pytest.LogCaptureFixture,
    kind: int,
    refusal: Refusal,
    outcome: str,
    words: str,
) -> None:
    caplog.set_level("INFO")
    async with emulated() as wire, connected(wire, client):
        refuse_first(wire, 1, refusal)
        await ask(wire, kind)
        await until_said(caplog, f"outcome={outcome}")
        if words:
            await until_sent(wire, 2)
            assert words in texts(
                [request.body for request in wire.requests if request.path.endswith("/callback")][
                    -1
                ]["data"]
            )
        else:
            assert callbacks(wire) == 1
        assert "Law 64A" in texts((await asyncio.wait_for(await ask(wire, kind), PATIENCE)).data)
