"""/healthz, /readyz and /metrics: a dead gateway is told from a live one."""

import asyncio
import json
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from lawbot.app import Answers
from lawbot.config import ROOT, HostPort, Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord import health
from lawbot.faces.discord.client import serve
from tests.emulator.wire import TOKEN, emulated, message, stop
from tests.support.patience import PATIENCE
from tests.support.payloads import walk


@pytest.fixture
def place() -> HostPort:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return HostPort("127.0.0.1", free.getsockname()[1])


@pytest.fixture
def settings(small: Settings, place: HostPort, tmp_path: Path) -> Settings:
    (tmp_path / "lawbook.db").symlink_to(small.lawbook)
    return replace(small, state=tmp_path, token=TOKEN, watch=place)


@asynccontextmanager
async def served(settings: Settings, answers: Answers) -> AsyncIterator[None]:
    serving = asyncio.create_task(serve(settings, answers))
    try:
        yield
    finally:
        await stop(serving)


async def fetch(place: HostPort, path: str) -> tuple[int, str]:
    """Return the status and the text answered at a path."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{place.host}:{place.port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def until(place: HostPort, path: str, status: int) -> str:
    """Wait until the path answers with the status, and return what it says."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                current_status, body = await fetch(place, path)
                if current_status == status:
                    return body
            except aiohttp.ClientConnectionError:
                pass
            await asyncio.sleep(0.02)


async def test_a_gateway_that_falls_silent_is_not_alive_and_one_that_speaks_again_is(
    settings: Settings, answers: Answers, place: HostPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "STALE", 0.6)
    monkeypatch.setattr(health, "LOOK", 0.02)
    async with emulated(beat=0.1) as wire, served(settings, answers):
        await until(place, "/readyz", 200)
        await until(place, "/healthz", 200)
        wire.deaf = True
        assert await until(place, "/healthz", 503) == "the gateway of shard 0 is silent\n"
        # what was asked before it fell silent can still be answered
        assert (await fetch(place, "/readyz"))[0] == 200
        wire.deaf = False
        await until(place, "/healthz", 200)


async def test_before_discord_says_ready_it_is_neither_ready_nor_alive(
    settings: Settings, answers: Answers, place: HostPort
) -> None:
    async with emulated() as wire:
        wire.mute = True
        async with served(settings, answers):
            assert "not connected" in await until(place, "/healthz", 503)
            assert "has not said ready" in await until(place, "/readyz", 503)


async def test_a_lawbook_that_cannot_be_read_is_not_ready(
    settings: Settings, answers: Answers, place: HostPort
) -> None:
    alone = Answers.open_all(settings)
    async with emulated(), served(settings, alone):
        await until(place, "/readyz", 200)
        alone.lawbook.db.close()
        assert "lawbook" in await until(place, "/readyz", 503)


async def test_interactions_charts_and_empty_searches_are_counted_and_nobody_is(
    settings: Settings, answers: Answers, place: HostPort
) -> None:
    async with emulated() as wire, served(settings, answers):
        await wire.connected()
        await until(place, "/readyz", 200)
        await wire.command("law", citation="64A")
        first_card = (await wire.command("situation", name="revoke")).data
        answer = next(
            part["custom_id"] for part in walk(first_card["components"]) if part["type"] == 2
        )
        await wire.press(answer, message(first_card))  # a tap in a chart begins none
        await wire.command("search", words="zzqqx wwvvk", locale="vi")
        await wire.send(2, {"id": "1", "name": "help", "type": 1}, age=PATIENCE + 1)
        metrics = ""
        async with asyncio.timeout(PATIENCE):
            while 'outcome="late"' not in metrics:
                metrics = (await fetch(place, "/metrics"))[1]
    for line in (
        'lawbot_interactions_total{language="en",outcome="answered",what="/law"} 1.0',
        'lawbot_interactions_total{language="en",outcome="late",what="/help"} 1.0',
        'lawbot_charts_asked_total{chart="revoke"} 1.0',
        'lawbot_nothing_found_total{language="vi"} 1.0',
        "lawbot_servers 1.0",
        'lawbot_answer_seconds_count{what="/law"} 1.0',
        "process_resident_memory_bytes",
    ):
        assert line in metrics
    assert "zzqqx" not in metrics


async def test_the_health_check_of_the_image_tells_a_live_bot_from_none(
    settings: Settings, answers: Answers, place: HostPort
) -> None:
    (check,) = re.findall(
        r"^HEALTHCHECK .* CMD (\[.*\])$",
        (ROOT / "Dockerfile").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    _python, *arguments = json.loads(check)

    async def status() -> int:
        ran = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            env={"LAWBOT_WATCH": f"{place.host}:{place.port}"},
            stderr=asyncio.subprocess.DEVNULL,
        )
        return await asyncio.wait_for(ran.wait(), PATIENCE)

    assert await status() == 1
    async with emulated(), served(settings, answers):
        await until(place, "/healthz", 200)
        assert await status() == 0


async def test_an_address_that_is_taken_is_one_plain_line(
    settings: Settings, answers: Answers, place: HostPort
) -> None:
    with socket.create_server((place.host, place.port)):
        async with emulated():
            with pytest.raises(LawbotError, match=f"{place.port} cannot be had"):
                await serve(settings, answers)


async def test_nothing_listens_where_nobody_watches(
    settings: Settings, answers: Answers, place: HostPort
) -> None:
    async with emulated() as wire, served(replace(settings, watch=None), answers):
        await wire.connected()
        with pytest.raises(aiohttp.ClientConnectionError):
            await fetch(place, "/healthz")


async def test_connections_that_say_nothing_are_few(
    settings: Settings, answers: Answers, place: HostPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "MOST", 5)
    monkeypatch.setattr(health, "LOOK", 0.1)
    async with emulated(), served(settings, answers):
        await until(place, "/readyz", 200)
        opened = []
        for _ in range(30):
            reader, write = await asyncio.open_connection(place.host, place.port)
            write.write(b"GET /healthz HTTP/1.1\r\nHost: ")
            opened.append((reader, write))
        ended = [asyncio.create_task(reader.read()) for reader, _write in opened]
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait(ended[:-5])
        assert not any(task.done() for task in ended[-5:])
        await until(place, "/healthz", 200)
