"""*Ask a director* over real sockets: between question and answer the bot starts anew, in three
languages; and where it may write no more, the answer comes directly."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord import directors
from lawbot.faces.discord.client import serve
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from lawbot.language import translator
from tests.emulator.wire import (
    CHANNEL,
    GUILD,
    TOKEN,
    USER,
    Answer,
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
MOST_CHARACTERS = 4000
"""Characters that Discord takes in all texts of one message."""


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
    await send_window(wire, opened.data["custom_id"], below, locale, **fields)


async def send_window(
    wire: Wire, window: str, below: dict[str, Any], locale: str, **fields: str
) -> Answer:
    """Fill in a window that is open and send it."""
    inputs = [
        {"type": 18, "component": {"type": 4, "custom_id": name, "value": text}}
        for name, text in fields.items()
    ]
    data = {"custom_id": window, "components": inputs}
    return await wire.interact(SUBMIT, data, locale=locale, message=below)


def posts(wire: Wire) -> list[dict[str, Any]]:
    """Return what was posted in channels."""
    return [
        request.body
        for request in wire.requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]


async def write_question(wire: Wire, locale: str, question: str) -> None:
    """Write a question to the directors, and send it."""
    reply = await wire.command("search", locale=locale, words=UNCLEAR)
    private = message(reply.data, ephemeral=True)
    await write(wire, press_of(reply.data, "&"), private, locale, question=question)


async def ask(wire: Wire, locale: str, question: str = UNCLEAR) -> dict[str, Any]:
    """Ask the directors, and return the question they read."""
    await write_question(wire, locale, question)
    return dict((await wire.until("POST", f"/channels/{CHANNEL}/messages")).body)


async def told(wire: Wire) -> str:
    """Return what somebody is told alone after a window was sent."""
    return texts((await wire.until("POST", f"/{wire.interactions[-1]['token']}")).body)


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


REFUSALS = {
    "lost permission": (403, 50013, directors._CLOSED_CHANNEL),
    "lost sight": (403, 50001, directors._CLOSED_CHANNEL),
    "deleted channel": (404, 10003, directors._NO_CHANNEL),
    "anything else": (400, 50035, directors._REFUSED),
}
"""Kinds of answers with which Discord takes no question: status, code, and what the asker reads."""
LANGUAGES = ("en-US", "vi", "th")


def refusing(status: int, code: int) -> Callable[[], Awaitable[web.Response]]:
    """Return an answer of Discord's that refuses a call."""

    async def refuse() -> web.Response:
        return as_json({"message": "refused", "code": code}, status)

    return refuse


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("kind", REFUSALS)
async def test_a_question_that_cannot_be_posted_is_given_back(
    settings: Settings, answers: Answers, kind: str, locale: str
) -> None:
    status, code, sentence = REFUSALS[kind]
    words = "my own words, *typed* for <@1> and @everyone"
    async with emulated() as wire, started(wire, settings, answers):
        wire.instead[f"POST /channels/{CHANNEL}/messages"] = refusing(status, code)
        await write_question(wire, locale, words)
        answer = await told(wire)
    assert translator(locale[:2])(sentence) in answer
    assert "my own words, \\*typed\\* for" in answer
    assert "@everyone" not in answer


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_an_empty_window_and_a_restart_while_it_is_open(
    settings: Settings, answers: Answers, locale: str
) -> None:
    async with emulated() as wire:
        async with started(wire, settings, answers):
            reply = await wire.command("search", locale=locale, words=UNCLEAR)
            private = message(reply.data, ephemeral=True)
            window = await wire.press(press_of(reply.data, "&"), private, locale=locale)
        async with started(wire, settings, answers):
            empty = await send_window(wire, window.data["custom_id"], private, locale, question=" ")
            assert translator(locale[:2])(directors._EMPTY) in texts(empty.data)
            assert posts(wire) == []
            await send_window(wire, window.data["custom_id"], private, locale, question="Mine.")
            await wire.until("POST", f"/channels/{CHANNEL}/messages")
    (question,) = posts(wire)
    assert "Mine." in texts(question)


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_an_answer_that_reaches_nobody_is_given_back(
    settings: Settings, answers: Answers, locale: str
) -> None:
    async with emulated() as wire, started(wire, settings, answers):
        question = await ask(wire, "en-US")
        wire.instead["POST /messages"] = refusing(403, 50013)
        # who has left is no member
        wire.instead[f"GET /members/{USER}"] = refusing(404, 10007)
        below = message(question)
        await write(wire, press_of(question, "%"), below, locale, law="27B1", line="Table 4.")
        answer = await told(wire)
    assert translator(locale[:2])(directors._UNDELIVERED) in answer
    assert "Table 4." in answer


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 50083)])
async def test_a_question_that_cannot_be_closed_is_answered_all_the_same(
    settings: Settings, answers: Answers, status: int, code: int
) -> None:
    async with emulated() as wire, started(wire, settings, answers):
        question = await ask(wire, "en-US")
        wire.instead["PATCH /messages/@original"] = refusing(status, code)
        below = message(question)
        await write(wire, press_of(question, "%"), below, "en-US", law="", line="Table 4.")
        assert "Your answer was sent, but" in await told(wire)
    assert "Table 4." in texts(posts(wire)[-1])


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_the_longest_answer_with_the_longest_law_fits_a_message(
    settings: Settings, answers: Answers, locale: str
) -> None:
    line = ("*" * (directors.ONE_LINE - 20)) + " @everyone <@1> <#2>"
    async with emulated() as wire, started(wire, settings, answers):
        question = await ask(wire, locale, "[" * directors.LONGEST)
        assert len(texts(question)) <= MOST_CHARACTERS
        below = message(question)
        for law in ("12C1", "40B3", "27B1"):
            await write(wire, press_of(question, "%"), below, locale, law=law, line=line)
            await wire.until("PATCH", f"/{wire.interactions[-1]['token']}/messages/@original")
    for reply in posts(wire)[1:]:
        assert len(texts(reply)) <= MOST_CHARACTERS
        assert reply["allowed_mentions"] == {"parse": [], "users": [USER]}
        assert "@everyone" not in texts(reply)
