"""*Ask a director* over real sockets: between question and answer the bot starts anew, in three
languages; and where it may write no more, the answer comes directly."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import serve
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from tests.emulator.wire import (
    CHANNEL,
    GUILD,
    TOKEN,
    USER,
    Wire,
    as_json,
    emulated,
    message,
    person,
    stop,
)
from tests.support.payloads import texts, walk

UNCLEAR = "dummy did something odd"
MODAL, SUBMIT = 9, 5


@pytest.fixture
def settings(small: Settings, tmp_path: Path) -> Settings:
    """An operator's settings, and a server whose directors read its one channel."""
    with closing(SettingsStore.open(tmp_path / "settings.db")) as store:
        store.keep(GUILD, GuildSettings(directors=CHANNEL))
    return replace(small, state=tmp_path, token=TOKEN)


@asynccontextmanager
async def started(wire: Wire, settings: Settings, answers: Answers) -> AsyncIterator[None]:
    """Run the bot from its start until it is told to stop."""
    wire.sessions.clear()
    serving = asyncio.create_task(serve(settings, answers))
    await wire.connected()
    yield
    await stop(serving)


def press_of(data: dict[str, Any], verb: str) -> str:
    """Return the id of the button with a verb."""
    (found_id,) = (
        part["custom_id"]
        for part in walk(data["components"])
        if str(part.get("custom_id")).startswith(f"lb{verb}")
    )
    return str(found_id)


async def write(
    wire: Wire, pressed: str, below: dict[str, Any], locale: str, **fields: str
) -> None:
    """Press a button that opens a window, fill it in and send it."""
    opened = await wire.press(pressed, below, locale=locale)
    assert opened.type == MODAL
    inputs = [
        {"type": 18, "component": {"type": 4, "custom_id": name, "value": text}}
        for name, text in fields.items()
    ]
    data = {"custom_id": opened.data["custom_id"], "components": inputs}
    await wire.interact(SUBMIT, data, locale=locale, message=below)


def posts(wire: Wire) -> list[dict[str, Any]]:
    """Return what was posted in channels."""
    return [
        request.body
        for request in wire.requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]


async def ask(wire: Wire, locale: str) -> dict[str, Any]:
    """Ask the directors, and return the question they read."""
    reply = await wire.command("search", locale=locale, words=UNCLEAR)
    private = message(reply.data, ephemeral=True)
    await write(wire, press_of(reply.data, "&"), private, locale, question=UNCLEAR)
    return dict((await wire.until("POST", f"/channels/{CHANNEL}/messages")).body)


@pytest.mark.parametrize(
    ("locale", "law"), [("en-US", "Law 27B1"), ("vi", "Điều 27B1"), ("th", "กฎข้อ 27B1")]
)
async def test_after_a_new_start_the_answer_finds_the_player_in_their_language(
    settings: Settings, answers: Answers, locale: str, law: str
) -> None:
    async with emulated() as wire:
        async with started(wire, settings, answers):
            question = await ask(wire, locale)
        assert UNCLEAR in texts(question)
        assert question["allowed_mentions"] == {"parse": []}
        async with started(wire, settings, answers):
            below = message(question)
            await write(wire, press_of(question, "%"), below, "en-US", law="27B1", line="Table 4.")
            closed = await wire.until("PATCH", "/messages/@original")
        _question, reply = posts(wire)
        assert law in texts(reply)
        assert "Table 4." in texts(reply)
        assert f"<@{USER}>" in texts(reply)
        assert reply["allowed_mentions"] == {"parse": [], "users": [USER]}
        assert "lb%" not in str(closed.body)


async def test_where_the_bot_may_write_no_more_the_answer_comes_directly(
    settings: Settings, answers: Answers
) -> None:
    refusals: Iterator[web.Response | None] = iter(
        [as_json({"message": "Missing Permissions", "code": 50013}, 403), None]
    )

    async def refuse_once() -> web.Response | None:
        return next(refusals)

    async def member() -> web.Response:
        return as_json(
            {"user": person(), "roles": [], "joined_at": "2020-01-01T00:00:00+00:00", "flags": 0}
        )

    async def direct_channel() -> web.Response:
        return as_json({"id": "78", "type": 1, "recipients": [person()]})

    async with emulated() as wire, started(wire, settings, answers):
        question = await ask(wire, "en-US")
        wire.instead["POST /messages"] = refuse_once
        wire.instead[f"GET /members/{USER}"] = member
        wire.instead["POST /users/@me/channels"] = direct_channel
        below = message(question)
        await write(wire, press_of(question, "%"), below, "en-US", law="", line="Table 4.")
        direct = await wire.until("POST", "/channels/78/messages")
        await wire.until("PATCH", "/messages/@original")
    assert "Table 4." in texts(direct.body)
