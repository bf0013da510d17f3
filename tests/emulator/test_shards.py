"""Several processes, each with some of the shards: ``--shards 0-3/16``."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.answers import Answers
from lawbot.config import Settings, Shards
from lawbot.faces.discord.client import _serve
from tests.emulator.wire import TOKEN, Wire, emulated
from tests.support.payloads import texts


def sent(wire: Wire) -> int:
    """How often the commands were sent."""
    return sum(request.method == "PUT" for request in wire.requests)


async def test_two_processes_share_the_shards_and_one_of_them_sends_the_commands(small: Settings, answers: Answers, tmp_path: Path) -> None:
    async with emulated(shards=9) as wire:
        for ids, commands in (("1/2", 0), ("0/2", 1)):
            serving = asyncio.create_task(_serve(replace(small, state=tmp_path, token=TOKEN, shards=Shards.parse(ids)), answers))
            await wire.connected(len(Shards.parse(ids).ids))
            assert sorted(wire.sessions) == list(Shards.parse(ids).ids)
            assert {session.shards for session in wire.sessions.values()} == {2}
            if commands:
                await wire.until("PUT", "/commands")
                assert "Law 64A" in texts((await wire.command("law", citation="64A")).data)
            else:
                await asyncio.sleep(2.5)  # until it is ready, which is when it would send them
            assert sent(wire) == commands
            serving.cancel()
            await serving
            wire.sessions.clear()


@pytest.mark.parametrize("text", ["", "x", "3-1/16", "0-16/16", "16/16", "-1/4", "0-3", "0-3/", "0-3/16/2", "０/4"])
def test_what_no_shards_are_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="0-3/16"):
        Shards.parse(text)
