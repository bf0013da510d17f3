"""Many at once: what is too old is dropped before any work, and one person's requests keep nobody
else waiting."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord import admission
from lawbot.faces.discord.admission import (
    MESSAGES_PER_PERSON,
    MESSAGES_PER_SERVER,
    PER_PERSON,
    PER_SERVER,
    TOO_OLD,
)
from lawbot.faces.discord.client import CONNECTIONS, LawBot, serve
from tests.emulator.test_wire import client, hanging, running, until_said
from tests.emulator.wire import APPLICATION, CHANNEL, TOKEN, Wire, emulated, message, stop, words
from tests.support.patience import PATIENCE
from tests.support.payloads import texts

__all__ = ["client"]
LAW = {
    "id": "1",
    "name": "law",
    "type": 1,
    "options": [{"name": "citation", "type": 3, "value": "64A"}],
}
PRESS = {"custom_id": "lb:law/plain-2017/64A", "component_type": 2}


def callbacks(wire: Wire) -> int:
    """Return the number of answers sent."""
    return sum(request.path.endswith("/callback") for request in wire.requests)


def posts(wire: Wire) -> int:
    """Return the number of messages the bot began to send."""
    sent = [request for request in wire.requests if request.method == "POST"]
    return sum(request.path.endswith("/messages") for request in sent)


async def until_posted(wire: Wire, count: int) -> None:
    """Wait until the bot began to send so many messages."""
    async with asyncio.timeout(PATIENCE):
        while posts(wire) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def mention(wire: Wire, text: str, **where: Any) -> None:
    """Somebody mentions the bot in the server."""
    posted = words(f"<@{APPLICATION}> {text}", **where)
    await wire.dispatch("MESSAGE_CREATE", posted)


async def until_sent(wire: Wire, answers: int) -> None:
    """Wait until so many answers were sent."""
    async with asyncio.timeout(PATIENCE):
        while callbacks(wire) < answers:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_an_interaction_too_old_to_be_answered_is_dropped_and_counted(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        await wire.command("law", citation="64A")
        offered = {
            **LAW,
            "options": [{"name": "citation", "type": 3, "value": "64", "focused": True}],
        }
        for kind, data in ((2, LAW), (3, PRESS), (4, offered)):
            await wire.send(
                kind, data, age=PATIENCE + 1, message=message({"flags": 64}) if kind == 3 else None
            )
        assert "Law 64A" in texts((await wire.interact(2, LAW, age=1)).data)
        assert callbacks(wire) == 2
        assert client.face.admission.dropped == 3


async def test_one_person_keeps_nobody_else_waiting(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        await wire.command("law", citation="64A")
        wire.instead["POST /callback"] = hanging
        for _ in range(10):
            await wire.send(2, LAW)
        await until_sent(wire, 1 + PER_PERSON)
        del wire.instead["POST /callback"]
        assert "Law 64A" in texts((await wire.interact(2, LAW, user=3001)).data)
        assert callbacks(wire) == 2 + PER_PERSON


def test_an_answer_is_begun_as_long_as_discord_will_take_it() -> None:
    assert 2 <= TOO_OLD < 3


async def test_two_hundred_people_without_a_pause_are_all_answered(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    async def person(wire: Wire, number: int) -> int:
        """Ask and press in turn; how often an answer came."""
        for turn in range(10):
            kind, data = (2, LAW) if turn % 2 else (3, PRESS)
            await wire.interact(
                kind,
                data,
                user=number,
                context=1,
                message=message({"flags": 64}) if kind == 3 else None,
            )
        return turn + 1

    async with emulated() as wire:
        serving = asyncio.create_task(serve(replace(small, state=tmp_path, token=TOKEN), answers))
        await wire.connected()
        assert (
            sum(await asyncio.gather(*(person(wire, 10_000 + number) for number in range(200))))
            == 2000
        )
        await stop(serving)


async def test_one_server_keeps_no_other_waiting(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        await wire.command("law", citation="64A")
        wire.instead["POST /callback"] = hanging
        for number in range(PER_SERVER + 10):
            await wire.send(2, LAW, user=4000 + number)
        await until_sent(wire, 1 + PER_SERVER)
        del wire.instead["POST /callback"]
        assert "Law 64A" in texts((await wire.interact(2, LAW, user=3001, context=1)).data)
        assert callbacks(wire) == 2 + PER_SERVER


async def test_an_interaction_that_waits_until_it_is_too_late_is_dropped(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        await wire.command("law", citation="64A")
        over = asyncio.Event()

        async def hold() -> None:
            await over.wait()

        wire.instead["POST /callback"] = hold
        for _ in range(PER_PERSON):
            await wire.send(2, LAW)
        await until_sent(wire, 1 + PER_PERSON)
        waiting = await wire.send(3, PRESS, age=PATIENCE - 0.5, message=message({"flags": 64}))
        await asyncio.sleep(0.6)
        over.set()
        async with asyncio.timeout(PATIENCE):
            while client.face.admission.dropped == 0:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert not waiting.done()


async def test_answers_that_discord_never_takes_are_given_up_and_their_turns_are_free(
    client: LawBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO"):
        async with emulated() as wire, running(wire, client):
            await wire.command("law", citation="64A")
            monkeypatch.setattr(admission, "BUDGET", 2)
            wire.instead["POST /callback"] = hanging
            for _ in range(PER_PERSON):
                await wire.send(2, LAW)
            await until_sent(wire, 1 + PER_PERSON)
            del wire.instead["POST /callback"]
            monkeypatch.setattr(admission, "BUDGET", 60)
            assert "Law 64A" in texts((await wire.interact(2, LAW)).data)
            async with asyncio.timeout(PATIENCE):
                while caplog.text.count("outcome=late") < PER_PERSON:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
    assert "Error" not in caplog.text


async def test_a_crowd_that_discord_keeps_waiting_uses_up_no_descriptors(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    async with emulated() as wire:
        serving = asyncio.create_task(serve(replace(small, state=tmp_path, token=TOKEN), answers))
        await wire.connected()
        wire.instead["POST /callback"] = hanging
        for number in range(CONNECTIONS + 30):
            await wire.send(2, LAW, user=3000 + number, context=1)
        await until_sent(wire, CONNECTIONS - 2)
        await asyncio.sleep(1)
        assert callbacks(wire) <= CONNECTIONS
        await stop(serving)


async def test_mentions_in_one_server_keep_nobody_else_waiting(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        await wire.command("law", citation="64A")
        wire.instead["POST /messages"] = hanging
        for number in range(300):  # a channel each, for discord.py sends to one channel in turn
            channel = CHANNEL + number
            await mention(wire, "revoke " * 200, user=4000 + number % 60, channel=channel)
        await until_posted(wire, MESSAGES_PER_SERVER)
        assert "Law 64A" in texts((await wire.interact(2, LAW, user=3001, context=1)).data)
        assert "Law 64A" in texts((await wire.interact(2, LAW, user=3002)).data)
        assert posts(wire) == MESSAGES_PER_SERVER
        del wire.instead["POST /messages"]
        await wire.dispatch("MESSAGE_CREATE", words("64A", user=3001))
        await until_posted(wire, MESSAGES_PER_SERVER + 1)


async def test_messages_of_one_person_keep_nobody_else_waiting(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        wire.instead["POST /messages"] = hanging
        for number in range(10):
            await mention(wire, "64A", user=4000, channel=CHANNEL + number)
        await until_posted(wire, MESSAGES_PER_PERSON)
        await mention(wire, "64A", user=4001, channel=CHANNEL + 20)
        await until_posted(wire, MESSAGES_PER_PERSON + 1)
        await wire.command("law", citation="64A")
        assert posts(wire) == MESSAGES_PER_PERSON + 1


async def test_a_message_that_is_too_old_is_let_go(
    client: LawBot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with emulated() as wire, running(wire, client):
        await wire.command("law", citation="64A")
        await mention(wire, "64A", channel=CHANNEL, age=PATIENCE + 1)
        await wire.dispatch("MESSAGE_CREATE", words("64A", age=PATIENCE + 1))
        await mention(wire, "64A", channel=CHANNEL)
        await until_posted(wire, 1)
        assert (posts(wire), client.face.admission.dropped) == (1, 2)
    assert caplog.text.count("what=message language=en ms=0 outcome=late") == 2


async def test_messages_that_discord_never_takes_are_given_up(
    client: LawBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with emulated() as wire, running(wire, client):
        monkeypatch.setattr(admission, "BUDGET", 1)
        wire.instead["POST /messages"] = hanging
        for number in range(MESSAGES_PER_PERSON):
            await mention(wire, "64A", channel=CHANNEL + number)
        await until_said(caplog, "outcome=late", MESSAGES_PER_PERSON)
        del wire.instead["POST /messages"]
        await mention(wire, "64A", channel=CHANNEL + 10)
        await until_said(caplog, "outcome=answered")
    assert "Error" not in caplog.text


async def test_an_id_ahead_of_the_clock_drops_nobody_else(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        for age in (-PATIENCE - 5, 0, 0, -PATIENCE - 5, 0, 0):
            assert "Law 64A" in texts((await wire.interact(2, LAW, age=age)).data)
        assert client.face.admission.dropped == 0
