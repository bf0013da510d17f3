"""Hostile and damaged input over the wire: it is answered or let go, and the log keeps nothing of
it."""

import asyncio
from typing import Any

import pytest
from aiohttp import web

from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.errors import Discreet
from tests.emulator.test_crowd import callbacks, until_sent
from tests.emulator.test_wire import client, running, until_said
from tests.emulator.wire import USER, Answer, Wire, as_json, emulated, message, person, words
from tests.support.patience import PATIENCE
from tests.support.payloads import texts, walk

__all__ = ["client"]


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log as the program shows it."""
    caplog.set_level("INFO")
    caplog.handler.setFormatter(Discreet("%(name)s: %(message)s"))
    return caplog


async def refused() -> web.StreamResponse:
    """Discord takes no answer, and says whose it was."""
    return as_json({"message": f"Unknown interaction of {USER}", "code": 10062}, 404)


async def test_a_fault_while_typing_names_nobody(
    client: LawBot, log: pytest.LogCaptureFixture
) -> None:
    typed = {
        "id": "1",
        "name": "law",
        "type": 1,
        "options": [{"name": "citation", "type": 3, "value": "private words", "focused": True}],
    }
    async with emulated() as wire, running(wire, client):
        wire.instead["POST /callback"] = refused
        await wire.send(4, typed, user=1234567890123456789)
        await until_said(log, "Ignoring exception in autocomplete")
    assert "NotFound" in log.text
    assert "1234567890123456789" not in log.text
    assert "private words" not in log.text
    assert f"Unknown interaction of {USER}" not in log.text


async def test_system_messages_of_discord_are_no_questions(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        # somebody joined, a call, something pinned, a command used, a poll's result, what
        # no version knows
        for kind in (1, 3, 6, 7, 8, 18, 20, 21, 22, 23, 46, 99):
            await wire.dispatch("MESSAGE_CREATE", {**words(""), "type": kind})
        await wire.dispatch("MESSAGE_CREATE", words("64A"))
        assert "Law 64A" in texts((await wire.until("POST", "/messages")).body)
        posts = [request for request in wire.requests if request.method == "POST"]
        assert sum(request.path.endswith("/messages") for request in posts) == 1


HOSTILE = [
    "2 hearts bid insufficient, partner's double accepted",
    "2 diamonds insufficiently overcalled by declarer's partner",
    "3 clubs (insufficient) corrected to 4 clubs = ok?",
    f"27{'a' * 100}!",
    "' OR 1=1 --",
    'NEAR("a" "b") OR *',
    "፯ ² " + "words of a long story " * 20,
    "\ud800",
    "27B\ud83d",
    "hello \ud800 revoke",
    "\x00",
    "\u202e46A",
    "²",
    "[a]b](https://evil.example)",
    "@everyone <@1>",
    "(" * 2000,
    "ก" * 2000,
]


async def test_any_text_at_all_is_answered(client: LawBot, log: pytest.LogCaptureFixture) -> None:
    doors = (
        ("law", "citation"),
        ("search", "words"),
        ("situation", "name"),
        ("define", "term"),
        ("compare", "citation"),
    )
    async with emulated() as wire, running(wire, client):
        for typed in HOSTILE:
            for command, option in doors:
                options: dict[str, Any] = {option: typed}
                reply = texts((await wire.command(command, **options)).data)
                assert reply
                for sign in ("fault of the bot", "\u202e", "://", "@everyone"):
                    assert sign not in reply
    assert "Error" not in log.text


async def test_a_connection_that_drops_in_an_answer_is_no_fault_of_the_bot(
    client: LawBot, log: pytest.LogCaptureFixture
) -> None:
    async with emulated() as wire, running(wire, client):

        async def dropped() -> web.StreamResponse:
            del wire.instead["POST /callback"]
            raise ConnectionResetError

        wire.instead["POST /callback"] = dropped
        reply = texts((await wire.command("law", citation="64A")).data)
        assert callbacks(wire) == 2
    assert "Discord" in reply
    assert "fault of the bot" not in reply


@pytest.mark.parametrize("status", [404, None])
async def test_a_close_that_discord_does_not_take_loses_no_answer(
    client: LawBot, log: pytest.LogCaptureFixture, status: int | None
) -> None:
    async def not_taken() -> web.StreamResponse:
        del wire.instead["POST /callback"]
        if status is None:
            raise ConnectionResetError
        return await refused()

    async with emulated() as wire, running(wire, client):
        question = await wire.command("quiz", shared=True)
        number = next(
            request.path for request in wire.requests if request.path.endswith("/callback")
        ).split("/")[-3]
        by = {"id": number, "type": 2, "user": person(), "authorizing_integration_owners": {}}
        posted = {**message(question.data), "interaction_metadata": by}
        *choices, close = (
            button["custom_id"]
            for button in question.data["components"][0]["components"][-1]["components"]
        )
        for user in range(3):
            await wire.interact(
                3, {"custom_id": choices[0], "component_type": 2}, message=posted, user=user
            )
        wire.instead["POST /callback"] = not_taken
        await wire.send(3, {"custom_id": close, "component_type": 2}, message=posted)
        await until_said(log, "outcome=late" if status else "outcome=failed")
        assert "of 3 got it right" in texts((await wire.press(close, posted)).data)


def number_of(wire: Wire) -> str:
    """Return the id of the first interaction that was answered."""
    callback = next(request for request in wire.requests if request.path.endswith("/callback"))
    return callback.path.split("/")[-3]


def posted_by(number: str, question: Answer) -> dict[str, Any]:
    """Return the message that an interaction of that number led to."""
    by = {"id": number, "type": 2, "user": person(), "authorizing_integration_owners": {}}
    return {**message(question.data), "interaction_metadata": by}


async def test_a_second_delivery_of_a_shared_question_loses_no_answer(
    client: LawBot, log: pytest.LogCaptureFixture
) -> None:
    shared = [{"name": "shared", "type": 5, "value": True}]
    async with emulated() as wire, running(wire, client):
        wire.answers_once = True
        command = {"id": "1", "name": "quiz", "type": 1, "options": shared}
        question = await wire.interact(2, command)
        posted = posted_by(number_of(wire), question)
        *choices, close = (
            part["custom_id"] for part in walk(question.data["components"]) if part["type"] == 2
        )
        for user in range(2):
            press = {"custom_id": choices[0], "component_type": 2}
            await wire.interact(3, press, message=posted, user=user)
        await wire.dispatch("INTERACTION_CREATE", wire.interactions[0])
        await until_said(log, "what=/quiz language=en", 2)
        assert "of 2 got it right" in texts((await wire.press(close, posted)).data)


async def test_a_question_that_is_being_closed_says_so(client: LawBot) -> None:
    closing = asyncio.Event()

    async def hold() -> None:
        del wire.instead["POST /callback"]
        await closing.wait()

    async with emulated() as wire, running(wire, client):
        question = await wire.command("quiz", shared=True)
        posted = posted_by(number_of(wire), question)
        *choices, close = (
            part["custom_id"] for part in walk(question.data["components"]) if part["type"] == 2
        )
        wire.instead["POST /callback"] = hold
        press = {"custom_id": close, "component_type": 2}
        results = await wire.send(3, press, message=posted)
        await until_sent(wire, 2)
        for custom_id in (close, choices[0]):
            assert "is being closed" in texts((await wire.press(custom_id, posted)).data)
        closing.set()
        assert "got it right" in texts((await asyncio.wait_for(results, PATIENCE)).data)
        assert "This question is closed." in texts((await wire.press(close, posted)).data)


async def test_answers_that_come_while_the_count_is_shown_are_counted_after_it(
    client: LawBot,
) -> None:
    edited = asyncio.Event()

    async def hold() -> None:
        del wire.instead["POST /callback"]
        await edited.wait()

    def edits() -> list[str]:
        patches = (request for request in wire.requests if request.method == "PATCH")
        return [texts(request.body) for request in patches]

    async with emulated() as wire, running(wire, client):
        question = await wire.command("quiz", shared=True)
        posted = posted_by(number_of(wire), question)
        choice = next(
            part["custom_id"] for part in walk(question.data["components"]) if part["type"] == 2
        )
        press = {"custom_id": choice, "component_type": 2}
        wire.instead["POST /callback"] = hold
        first = await wire.send(3, press, message=posted, user=1)
        await until_sent(wire, 2)
        for user in (2, 3):
            note = await wire.interact(3, press, message=posted, user=user)
            assert "Your answer" in texts(note.data)
        edited.set()
        assert "Answers so far: 1" in texts((await asyncio.wait_for(first, PATIENCE)).data)
        async with asyncio.timeout(PATIENCE):
            while not edits():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert ["Answers so far: 3" in text for text in edits()] == [True]


DAMAGED = [
    {"id": {"private": "words"}},
    {"data": {"id": "1", "name": "law", "type": 1, "options": "private words"}},
    {"data": "private words"},
    {"user": "private words", "member": "private words"},
]


@pytest.mark.parametrize("damage", DAMAGED)
async def test_an_event_that_cannot_be_read_is_let_go(
    client: LawBot, log: pytest.LogCaptureFixture, damage: dict[str, object]
) -> None:
    whole = {
        "id": "7",
        "application_id": "1000",
        "type": 2,
        "token": "t",
        "version": 1,
        "locale": "en-US",
        "entitlements": [],
        "context": 0,
    }
    async with emulated() as wire, running(wire, client):
        await wire.dispatch(
            "INTERACTION_CREATE", {**whole, "data": {"id": "1", "name": "law", "type": 1}, **damage}
        )
        await until_said(log, "Error")
        assert "Law 64A" in texts((await wire.command("law", citation="64A")).data)
    assert "private" not in log.text


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("board", {"number": 1.5}),
        ("board", {"number": "many"}),
        ("law", {"citation": 7}),
        ("law", {"citation": None}),
        ("quiz", {"topic": "tea"}),
        ("quiz", {"shared": "yes"}),
    ],
)
async def test_an_option_of_another_type_is_answered_with_a_sentence(
    client: LawBot, log: pytest.LogCaptureFixture, command: str, options: dict[str, Any]
) -> None:
    async with emulated() as wire, running(wire, client):
        assert "This command has changed" in texts((await wire.command(command, **options)).data)
    assert "Error" not in log.text
