"""Faults between the bot and Discord: who asked is answered or told, nothing is lost, and the bot
goes on."""

import asyncio
import itertools
import random
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from lawbot.app import Answers
from lawbot.config import Database, Settings
from lawbot.faces.discord.client import LawBot, make_client, serve
from lawbot.faces.discord.settings import database
from lawbot.faces.discord.settings.store import DEFAULT, SettingsStore
from lawbot.language import LANGUAGES
from tests.emulator.test_crowd import LAW, PRESS, callbacks, until_sent
from tests.emulator.test_wire import client, program, running, until_said, wait_for_end
from tests.emulator.wire import (
    GUILD,
    INVALID,
    RECONNECT,
    TOKEN,
    Wire,
    as_json,
    emulated,
    guild,
    message,
    person,
    stop,
)
from tests.support.disk import full_disk
from tests.support.patience import PATIENCE
from tests.support.payloads import texts
from tests.support.postgres import address

__all__ = ["client"]
Refusal = Callable[[], Awaitable[web.StreamResponse]]


async def law(wire: Wire) -> str:
    """Ask for a law and return what is answered."""
    return texts((await wire.command("law", citation="64A")).data)


def refuse_first(wire: Wire, times: int, refusal: Refusal) -> None:
    """The next callbacks are refused so many times."""
    refusals = iter(range(times))

    async def refused() -> web.StreamResponse | None:
        return None if next(refusals, None) is None else await refusal()

    wire.instead["POST /callback"] = refused


def status(code: int, **headers: str) -> Refusal:
    """Return an answer with this status and nothing else."""

    async def refusal() -> web.StreamResponse:
        return as_json(
            {"message": "no", "code": 0, "retry_after": 0.05, "global": False}, code, **headers
        )

    return refusal


async def test_an_answer_under_way_when_the_gateway_is_cut_arrives(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        cut = asyncio.Event()

        async def slow() -> None:
            del wire.instead["POST /callback"]
            await cut.wait()

        wire.instead["POST /callback"] = slow
        await wire.send(2, LAW)
        await until_sent(wire, 1)
        await wire.drop()
        cut.set()
        await wire.connected()
        assert wire.resumes == 1
        # what came meanwhile is sent on after a resume
        assert "Law 64A" in texts((await wire.interact(2, LAW, age=1)).data)
        assert callbacks(wire) == 2


@pytest.mark.parametrize(
    ("op", "data", "resumes", "identifies"),
    [(RECONNECT, None, 1, 1), (INVALID, True, 1, 1), (INVALID, False, 0, 2)],
)
async def test_told_to_reconnect_the_bot_does_and_answers(
    client: LawBot, op: int, data: Any, resumes: int, identifies: int
) -> None:
    async with emulated() as wire, running(wire, client):
        await wire.say(op, data)
        await wire.connected()
        assert (wire.resumes, wire.identifies) == (resumes, identifies)
        assert "Law 64A" in await law(wire)


async def test_the_bot_that_serves_comes_back_after_a_cut(
    small: Settings, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.shard.ExponentialBackoff.delay", lambda _self: 0.01)
    async with emulated() as wire:
        serving = asyncio.create_task(serve(replace(small, state=tmp_path, token=TOKEN), answers))
        for _cut in range(2):
            await wire.connected()
            await wire.drop(code=1001)
        await wire.connected()
        assert "Law 64A" in await law(wire)
        await stop(serving)


async def test_a_new_session_sends_no_commands_while_they_are_being_sent(
    client: LawBot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    release = asyncio.Event()

    async def slowly() -> None:
        await release.wait()

    async with emulated() as wire:
        wire.instead["PUT /commands"] = slowly
        async with running(wire, client):
            await wire.until("PUT", "/commands")
            await wire.say(INVALID, False)
            await until_said(caplog, "Connected as laws", 2)
            assert "1 server (Bridge Club)" in caplog.text
            assert "Law 64A" in await law(wire)
            release.set()
            await until_said(caplog, "The commands were sent")
            await asyncio.sleep(0.5)  # a second sending would follow at once
            assert sum(request.method == "PUT" for request in wire.requests) == 1


@pytest.mark.parametrize("code", [1000, 1001, 1006, 4000, 4007, 4008, 4009])
async def test_the_bot_reconnects_after_any_close_code_of_the_gateway(
    client: LawBot, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.shard.ExponentialBackoff.delay", lambda _self: 0.01)
    async with emulated() as wire, running(wire, client):
        await wire.drop(code=code)
        await wire.connected()
        assert "Law 64A" in await law(wire)


@pytest.mark.parametrize("code", [429, 500, 502, 503])
async def test_a_burst_of_refusals_is_waited_out(client: LawBot, code: int) -> None:
    async with emulated() as wire, running(wire, client):
        refuse_first(wire, 2 if code == 429 else 1, status(code, Via="1.1 google"))
        await wire.send(2, LAW)
        await until_sent(wire, 3 if code == 429 else 2)
        assert [
            texts(request.body["data"])
            for request in wire.requests
            if request.path.endswith("/callback")
        ].count("") == 0
        assert "Law 64A" in await law(wire)


async def test_a_refusal_by_discord_is_told_with_a_number_in_the_log(
    client: LawBot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with emulated() as wire, running(wire, client):
        refuse_first(wire, 1, status(400))
        await wire.send(2, LAW)
        await until_sent(wire, 2)
        await until_said(caplog, "outcome=failed")
        notice = texts(
            [request.body for request in wire.requests if request.path.endswith("/callback")][-1][
                "data"
            ]
        )
        assert "Discord refused the answer" in notice
        assert caplog.text.split("ref=")[1][:6] in notice
        assert "Law 64A" in await law(wire)


async def test_a_slow_discord_keeps_only_those_waiting_whom_it_keeps_waiting(
    client: LawBot,
) -> None:
    async with emulated() as wire, running(wire, client):
        await law(wire)
        slowly = asyncio.Event()

        async def slow() -> None:
            await slowly.wait()

        wire.instead["POST /callback"] = slow
        waiting = [await wire.send(2, LAW, user=4000 + user, context=1) for user in range(30)]
        await until_sent(wire, 31)
        del wire.instead["POST /callback"]
        assert "Law 64A" in texts((await wire.interact(2, LAW, user=5000)).data)
        assert not any(answer.done() for answer in waiting)
        slowly.set()
        async with asyncio.timeout(PATIENCE):
            assert all(["Law 64A" in texts((await answer).data) for answer in waiting])


@pytest.mark.parametrize("code", [10015, 10062, 50027])
async def test_a_token_that_has_expired_is_no_fault(
    answers: Answers, small: Settings, tmp_path: Path, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    client = make_client(
        replace(small, state=tmp_path, wrong_channel=1), answers, SettingsStore.in_memory()
    )

    async def expired() -> web.StreamResponse:
        return as_json({"message": "expired", "code": code}, 401 if code == 50027 else 404)

    async with emulated() as wire, running(wire, client):
        wire.instead["POST /token-2"] = expired  # what follows a deferred answer
        text_field = {
            "type": 18,
            "component": {"type": 4, "custom_id": "wrong", "value": "a word is missing"},
        }
        await wire.send(
            5,
            {"custom_id": "lb*law/plain-2017/64A", "components": [text_field]},
            message=message({"flags": 64}),
        )
        await until_said(caplog, "what=window:wrong")
    assert "outcome=late" in caplog.text
    assert "Error" not in caplog.text


async def no_list() -> web.StreamResponse:
    return as_json({})


async def never() -> web.StreamResponse | None:
    await asyncio.sleep(PATIENCE)
    return None


@pytest.mark.parametrize("refusal", [status(403), status(404), no_list, never])
async def test_a_mention_is_answered_if_earlier_messages_cannot_be_read(
    client: LawBot, refusal: Refusal
) -> None:
    async with emulated() as wire, running(wire, client):
        wire.instead["GET /messages"] = refusal
        mention = {
            **message({"flags": 0}),
            "author": person(),
            "content": "64A",
            "id": "55",
            "components": [],
            "channel_id": "77",
        }
        await wire.dispatch("MESSAGE_CREATE", {**mention, "content": "yes"})
        assert (await wire.until("POST", "/messages")).body["components"]


async def test_an_event_that_comes_twice_is_answered_once(
    client: LawBot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with emulated() as wire, running(wire, client):
        wire.answers_once = True
        for kind, data in ((2, LAW), (3, PRESS)):
            answered = await wire.send(
                kind, data, message=message({"flags": 64}) if kind == 3 else None, times=2
            )
            assert "Law 64A" in texts((await answered).data)
        async with asyncio.timeout(PATIENCE):
            while caplog.text.count("outcome=late") < 2:  # noqa: ASYNC110  # a log has no event to wait for
                await asyncio.sleep(0.01)
    assert "Error" not in caplog.text


WRITES: dict[str, tuple[int, dict[str, Any]]] = {
    "a setting": (3, {"custom_id": "lb=notes/0", "component_type": 2}),
    "a note": (
        5,
        {
            "custom_id": "lb+64A1",
            "components": [
                {"type": 18, "component": {"type": 4, "custom_id": "note", "value": "x"}}
            ],
        },
    ),
}
"""Interactions that write, each as its kind and its data."""


def kept_in(file: Path, small: Settings, answers: Answers) -> LawBot:
    """Return a bot whose settings stand in a file."""
    bot_client = make_client(small, answers, SettingsStore.open(file), guild_ready_timeout=0.05)
    bot_client.commands_file = None
    return bot_client


@pytest.mark.parametrize("choice", [*WRITES, "a farewell"])
async def test_settings_held_by_another_program_keep_nobody_else_waiting(
    choice: str, small: Settings, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 60)
    client = kept_in(tmp_path / "settings.db", small, answers)
    client.face.store.keep(GUILD, replace(DEFAULT, language="en"))
    async with emulated() as wire, running(wire, client):
        with closing(sqlite3.connect(tmp_path / "settings.db", isolation_level=None)) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            if choice in WRITES:
                answer = await wire.send(
                    *WRITES[choice], message=message({"flags": 64}), permissions=1 << 5
                )
            else:
                answer = asyncio.get_running_loop().create_future()
                await wire.dispatch("GUILD_DELETE", {"id": str(GUILD)})
            assert "Law 64A" in texts((await wire.interact(2, LAW, user=3001, context=1)).data)
            assert not answer.done()
            assert client.face.store.guilds == (GUILD,)
        if choice in WRITES:
            assert "could not be saved" not in texts((await answer).data)
        async with asyncio.timeout(PATIENCE):
            untouched = (replace(DEFAULT, language="en"), {})
            store = client.face.store
            while (store.of(GUILD), store.notes_of(GUILD)) == untouched:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    client.face.store.close()


@pytest.mark.parametrize("choice", WRITES)
async def test_a_full_disk_is_told_to_the_one_who_wrote_and_to_nobody_else(
    choice: str, small: Settings, answers: Answers, tmp_path: Path
) -> None:
    client = kept_in(tmp_path / "settings.db", small, answers)
    kind, data = WRITES[choice]
    async with emulated() as wire, running(wire, client):
        with full_disk():
            answer = await wire.interact(
                kind, data, message=message({"flags": 64}), permissions=1 << 5
            )
            assert "could not be saved" in texts(answer.data)
            assert "Law 64A" in await law(wire)
        assert client.face.store.guilds == ()
        answer = await wire.interact(kind, data, message=message({"flags": 64}), permissions=1 << 5)
        assert "could not be saved" not in texts(answer.data)
        assert client.face.store.guilds == (GUILD,)
    client.face.store.close()


async def test_a_log_that_nobody_takes_keeps_nobody_waiting(
    small: Settings, tmp_path: Path
) -> None:
    (tmp_path / "lawbook.db").symlink_to(small.lawbook)
    with Path("/dev/full").open("w") as log:  # noqa: ASYNC230
        async with emulated() as wire:
            process = await program(wire.base, tmp_path, TOKEN, log=log)
            await wire.connected()
            for _ in range(3):
                assert "Law 64A" in await law(wire)
            process.terminate()
            assert await asyncio.wait_for(process.wait(), PATIENCE) == 0


async def test_events_out_of_order_harm_nothing(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        client.face.store.keep(GUILD, replace(DEFAULT, language="vi"))
        await wire.dispatch("GUILD_DELETE", {"id": "12345", "unavailable": True})
        await wire.dispatch(
            "CHANNEL_UPDATE",
            {"id": "777", "type": 0, "guild_id": "12345", "name": "x", "position": 0},
        )
        # an outage, not a farewell
        await wire.dispatch("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})
        assert "Law 64A" in await law(wire)
        await wire.dispatch("GUILD_CREATE", guild())
        await wire.dispatch("GUILD_CREATE", guild())
        await wire.dispatch("NOBODY_KNOWS_THIS", {"a": 1})
        wire.sessions[0].sequence = iter(range(1, 9))  # type: ignore[assignment]
        assert "Law 64A" in await law(wire)
        assert client.face.store.of(GUILD).language == "vi"


async def test_a_clock_that_is_wrong_or_jumps_drops_nobody(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        # ids from the future: this machine's clock is behind, ever more so
        for wrong in (0, -3600, -3600 * 24):
            assert "Law 64A" in texts((await wire.interact(2, LAW, age=wrong)).data)
        late = await wire.send(2, LAW, age=-3600 * 24 + PATIENCE + 1)
        assert "Law 64A" in texts((await wire.interact(2, LAW, age=-3600 * 24 + 1)).data)
        assert not late.done()


async def test_a_bot_killed_at_any_moment_keeps_every_choice_that_it_confirmed(
    small: Settings, tmp_path: Path, place: Path | Database
) -> None:
    rnd = random.Random(9)
    state = tmp_path / "state"
    state.mkdir()
    (state / "lawbook.db").symlink_to(small.lawbook)
    flags = [address(place)] if isinstance(place, Database) else []
    chosen_in_turn = itertools.cycle(LANGUAGES)
    confirmed, times = None, 0
    async with emulated() as wire:
        for _round in range(3):
            process = await program(wire.base, state, TOKEN, *flags)
            await wire.connected()
            kill, language = None, confirmed
            # it is killed after a first confirmation: a bot that confirms nothing would run on
            async with asyncio.timeout(PATIENCE):
                while process.returncode is None:
                    language = next(chosen_in_turn)
                    data = {"custom_id": f"lb=language/{language}", "component_type": 2}
                    chosen = await wire.send(
                        3, data, message=message({"flags": 64}), permissions=1 << 5
                    )
                    done, _ = await asyncio.wait(
                        {chosen, asyncio.ensure_future(process.wait())},
                        timeout=5,
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                    if chosen in done:
                        confirmed, times = language, times + 1
                        kill = kill or asyncio.get_running_loop().call_later(
                            rnd.uniform(0.1, 0.6), process.kill
                        )
            assert (await wait_for_end(process))[0] == -signal.SIGKILL
            wire.sessions.clear()
            store = SettingsStore.open(place)
            confirmed, possible = store.of(GUILD).language, {confirmed, language}
            assert confirmed in possible  # one that was written and not yet confirmed may be there
            store.close()
    assert times > 3
    assert not list(state.glob("*.damaged-*"))
