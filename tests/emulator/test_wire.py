"""The real bot over real sockets: connecting, languages, installs, lost connections, shards,
signals, wrong tokens."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pytest
from aiohttp import web

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.client import LawBot, make_client, serve
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.language import translator
from tests.emulator.wire import (
    APPLICATION,
    GUILD,
    TOKEN,
    USER,
    Wire,
    as_json,
    emulated,
    message,
    person,
)
from tests.support.disk import full_disk
from tests.support.patience import PATIENCE
from tests.support.payloads import payload_faults, texts, walk

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def running(wire: Wire, client: LawBot) -> AsyncIterator[None]:
    """The client connected to the emulator."""
    async with client:
        serving = asyncio.create_task(client.start(TOKEN))
        ready = asyncio.create_task(wire.connected(wire.shards))
        await asyncio.wait({serving, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            serving.result()
        async with asyncio.timeout(PATIENCE):
            await client.wait_until_ready()
        try:
            yield
        finally:
            async with asyncio.timeout(PATIENCE):
                await client.close()
                await asyncio.gather(serving, return_exceptions=True)


@pytest.fixture
def client(small: Settings, answers: Answers, tmp_path: Path) -> LawBot:
    bot_client = make_client(small, answers, SettingsStore.in_memory(), guild_ready_timeout=0.05)
    bot_client.commands_file = tmp_path / "commands.sha256"
    return bot_client


def pressed(answer: Any, words: str) -> str:
    """Return the custom_id of the button whose label has the words."""
    return next(
        str(part["custom_id"])
        for part in walk(answer.data["components"])
        if part["type"] == 2 and words in part["label"]
    )


async def test_a_command_is_answered_and_its_buttons_work(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        assert (await wire.until("PUT", "/commands")).body
        answer = await wire.command("law", citation="27B1(a)")
        assert answer.type == 4
        assert answer.data["flags"] & 64
        assert payload_faults(answer.data, schema=True) == []
        after = await wire.press(pressed(answer, "27B1(b)"), message(answer.data))
        assert after.type == 7
        assert "Law 27B1(b)" in texts(after.data)
        shared = await wire.press(pressed(answer, "Share"), message(answer.data))
        assert shared.type == 4
        assert not shared.data["flags"] & 64
        theirs = await wire.press(
            pressed(shared, "Open privately"), message(shared.data, ephemeral=False)
        )
        assert theirs.type == 4
        assert "Law 27B1(a)" in texts(theirs.data)
        assert theirs.data["flags"] & 64


@pytest.mark.parametrize(
    ("locale", "language"), [("vi", "vi"), ("th", "th"), ("en-GB", "en"), ("fr", "en")]
)
async def test_a_person_is_answered_in_their_own_language(
    client: LawBot, locale: str, language: str
) -> None:
    async with emulated() as wire, running(wire, client):
        answer = await wire.command("situation", locale=locale)
        assert translator(language)("What happened?") in texts(answer.data)


async def test_a_bot_installed_by_a_person_answers_in_a_server_it_was_not_added_to(
    client: LawBot,
) -> None:
    async with emulated() as wire, running(wire, client):
        answer = await wire.command("law", citation="64A", user_install=True)
        assert "Law 64A" in texts(answer.data)
        refused = await wire.press(
            pressed(answer, "Share"), message(answer.data), user_install=True
        )
        assert refused.data["flags"] & 64
        assert "does not let apps" in texts(refused.data)


@pytest.mark.parametrize(("context", "shared"), [(1, False), (2, True)])
async def test_a_bot_installed_by_a_person_answers_in_their_messages(
    client: LawBot, context: int, shared: bool
) -> None:
    async with emulated() as wire, running(wire, client):
        answer = await wire.command("law", citation="64A", user_install=True, context=context)
        assert "Law 64A" in texts(answer.data)
        assert ("Share" in texts(answer.data)) is shared
        after = await wire.press(
            pressed(answer, "64B"), message(answer.data), user_install=True, context=context
        )
        assert "Law 64B" in texts(after.data)


async def test_a_mention_and_a_direct_message_are_heard_without_a_privileged_intent(
    client: LawBot,
) -> None:
    async with emulated() as wire, running(wire, client):
        assert wire.sessions[0].intents & ((1 << 1) | (1 << 8) | (1 << 15)) == 0
        posted = {
            **message({"flags": 0}),
            "author": person(),
            "content": f"<@{APPLICATION}> 64A",
            "guild_id": str(GUILD),
            "id": "55",
            "components": [],
        }
        await wire.dispatch("MESSAGE_CREATE", posted)
        reply = await wire.until("POST", "/messages")
        assert "Law 64A" in texts(reply.body)
        assert reply.body["allowed_mentions"]["parse"] == []
        assert not reply.body["allowed_mentions"].get("replied_user")


async def test_a_lost_connection_is_taken_up_again_and_commands_are_not_sent_twice(
    client: LawBot,
) -> None:
    async with emulated() as wire, running(wire, client):
        await wire.drop()
        await wire.connected()
        assert wire.resumes == 1
        assert "Law 64A" in texts((await wire.command("law", citation="64A")).data)
        assert sum(request.method == "PUT" for request in wire.requests) == 1


async def too_often() -> web.StreamResponse:
    """Discord asks for a very long wait."""
    return as_json(
        {"message": "You are being rate limited.", "retry_after": 3600.0, "global": False},
        429,
        Via="1.1 google",
    )


async def hanging() -> web.StreamResponse:
    """Nothing comes back."""
    await asyncio.sleep(3600)
    raise AssertionError


async def dropped() -> web.StreamResponse:
    """The connection breaks."""
    raise ConnectionResetError


@pytest.mark.parametrize("never", [too_often, hanging])
async def test_commands_that_discord_does_not_take_keep_nobody_waiting(
    client: LawBot, never: Any
) -> None:
    async with emulated() as wire:
        wire.instead["PUT /commands"] = never
        async with running(wire, client):
            await wire.until("PUT", "/commands")
            assert "Law 64A" in texts((await wire.command("law", citation="64A")).data)


async def test_a_connection_that_breaks_while_commands_are_sent_is_one_line(
    client: LawBot, caplog: pytest.LogCaptureFixture
) -> None:
    async with emulated() as wire:
        wire.instead["PUT /commands"] = dropped
        async with running(wire, client):
            await until_said(caplog, "could not be sent to Discord; the ones it has stay")
            assert "Law 64A" in texts((await wire.command("law", citation="64A")).data)


async def test_where_the_hash_cannot_be_written_the_commands_are_said_to_be_sent(
    client: LawBot, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO"), full_disk(10):
        async with emulated() as wire, running(wire, client):
            await until_said(caplog, "will be sent again at the next start")
    assert "were sent to Discord" in caplog.text
    assert "could not be sent" not in caplog.text


async def until_said(caplog: pytest.LogCaptureFixture, words: str, times: int = 1) -> None:
    """Wait until the log has the words so many times."""
    async with asyncio.timeout(PATIENCE):
        while caplog.text.count(words) < times:  # noqa: ASYNC110  # a log has no event to wait for
            await asyncio.sleep(0.01)


async def test_shards_are_connected_as_many_as_discord_says(client: LawBot) -> None:
    async with emulated(shards=2) as wire, running(wire, client):
        assert sorted(wire.sessions) == [0, 1]
        assert {session.shards for session in wire.sessions.values()} == {2}
        assert client.get_guild(GUILD) is not None
        assert "Law 64A" in texts((await wire.command("law", citation="64A")).data)


async def test_fifty_people_at_once_are_all_answered(client: LawBot) -> None:
    async with emulated() as wire, running(wire, client):
        replies = await asyncio.gather(
            *(wire.command("law", citation=f"{law}") for law in range(1, 51))
        )
        assert all(payload_faults(answer.data) == [] for answer in replies)


# -- as a program of its own
# ---------------------------------------------------------------------------------------------


async def program(
    base: str, state: Path, token: str, *flags: str, log: IO[str] | None = None
) -> asyncio.subprocess.Process:
    """Start the bot, whose log goes to the file, or else where ``wait_for_end`` reads it."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.emulator.run_bot", base, str(state), token, *flags, cwd=ROOT,
        stdout=log or asyncio.subprocess.PIPE, stderr=log or asyncio.subprocess.STDOUT,
    )  # fmt: skip


async def wait_for_end(process: asyncio.subprocess.Process) -> tuple[int, str]:
    async with asyncio.timeout(PATIENCE):
        out, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_bot_told_to_stop_goes_down_cleanly(
    small: Settings, number: signal.Signals
) -> None:
    async with emulated() as wire:
        process = await program(wire.base, small.state, TOKEN)
        await wire.connected()
        await wire.command("law", citation="64A")
        process.send_signal(number)
        status, out = await wait_for_end(process)
    assert status == 0, out
    assert "Traceback" not in out
    # each step is told, in this order
    steps = ("Loading what answers need", "Connecting to Discord", "let the bot in")
    places = [out.index(step) for step in steps]
    assert places == sorted(places)


async def test_a_wrong_token_is_one_plain_line(small: Settings) -> None:
    async with emulated() as wire:
        status, out = await wait_for_end(await program(wire.base, small.state, "wrong"))
    assert status == 69
    assert "does not accept the token" in out
    assert "Without DISCORD_TOKEN" in out
    assert "Traceback" not in out


@pytest.mark.parametrize("token", [f"{TOKEN}\n{TOKEN}", f'"{TOKEN}"', "tokén", f"Bot {TOKEN}"])
async def test_a_token_of_a_wrong_shape_is_one_plain_line(
    small: Settings, answers: Answers, token: str
) -> None:
    async with emulated() as wire:
        with pytest.raises(LawbotError, match="a character that no token has"):
            await serve(replace(small, token=token), answers)
    assert wire.requests == []


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (4004, "does not accept the token"),
        (4010, "4010"),
        (4013, "4013"),
        (4014, "Message Content"),
    ],
)
async def test_a_final_close_while_running_is_one_plain_line(
    small: Settings, answers: Answers, tmp_path: Path, code: int, reason: str
) -> None:
    async with emulated() as wire:
        serving = asyncio.create_task(serve(replace(small, state=tmp_path, token=TOKEN), answers))
        await wire.connected()
        await wire.drop(code=code)
        with pytest.raises(LawbotError, match=reason):
            await asyncio.wait_for(serving, PATIENCE)


async def test_discord_answering_with_an_error_is_one_plain_line(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    async def refused() -> web.StreamResponse:
        return as_json({"message": "no", "code": 0}, 418)

    async with emulated() as wire:
        wire.instead["GET /users/@me"] = refused
        with pytest.raises(LawbotError, match="answered with an error"):
            await serve(replace(small, state=tmp_path, token=TOKEN), answers)


async def test_no_network_is_one_plain_line(small: Settings) -> None:
    status, out = await wait_for_end(
        await program("http://127.0.0.1:9/api/v10", small.state, TOKEN)
    )
    assert status == 69
    assert "cannot be reached" in out
    assert "Traceback" not in out


async def test_an_intent_the_portal_does_not_grant_is_one_plain_line(small: Settings) -> None:
    async with emulated(allow_message_content=False) as wire:
        status, out = await wait_for_end(await program(wire.base, small.state, TOKEN, "--inline"))
    assert status == 69, out
    assert "Message Content intent" in out
    assert "Traceback" not in out
    assert USER


async def test_the_file_of_sent_commands_is_readable_by_its_owner_alone(client: LawBot) -> None:
    assert client.commands_file is not None
    client.commands_file.write_text("of an older version")
    client.commands_file.chmod(0o644)
    async with emulated() as wire, running(wire, client):
        await wire.until("PUT", "/commands")
        async with asyncio.timeout(PATIENCE):
            while "older" in client.commands_file.read_text():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert client.commands_file.stat().st_mode & 0o777 == 0o600
