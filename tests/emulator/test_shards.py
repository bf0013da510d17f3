"""Several processes, each with some of the shards: ``--shards 0-3/16``."""

import asyncio
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from discord import Intents
from discord.ext import commands

from lawbot.app import Answers
from lawbot.config import Database, Settings, Shards
from lawbot.faces.discord.client import serve
from lawbot.faces.discord.extension import embed
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from tests.emulator.wire import GUILD, TOKEN, Wire, emulated, stop
from tests.support.patience import PATIENCE
from tests.support.payloads import texts


def count_of_puts(wire: Wire) -> int:
    """Return how often the commands were sent."""
    return sum(request.method == "PUT" for request in wire.requests)


async def test_two_processes_share_the_shards_and_one_of_them_sends_the_commands(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    async with emulated(shards=9) as wire:
        for ids, commands in (("1/2", 0), ("0/2", 1)):
            serving = asyncio.create_task(
                serve(
                    replace(small, state=tmp_path, token=TOKEN, shards=Shards.parse(ids)), answers
                )
            )
            await wire.connected(len(Shards.parse(ids).ids))
            assert sorted(wire.sessions) == list(Shards.parse(ids).ids)
            assert {session.shards for session in wire.sessions.values()} == {2}
            if commands:
                await wire.until("PUT", "/commands")
                assert "Law 64A" in texts((await wire.command("law", citation="64A")).data)
            else:
                await asyncio.sleep(2.5)  # until it is ready, which is when it would send them
            assert count_of_puts(wire) == commands
            await stop(serving)
            wire.sessions.clear()


async def inside_another_bot(settings: Settings, answers: Answers) -> None:
    """A club's own bot with one shard, as its operator starts it."""
    bot = commands.Bot("!", intents=Intents(guilds=True), shard_id=0, shard_count=2)
    async with bot:
        await embed(bot, settings, answers)
        await bot.start(TOKEN)


@pytest.mark.parametrize("serve", [serve, inside_another_bot])
async def test_a_process_forgets_servers_of_its_own_shards_alone(
    small: Settings, answers: Answers, tmp_path: Path, place: Path | Database, serve: object
) -> None:
    gone, of_another_process = 2 << 22, 3 << 22
    settings = replace(
        small,
        state=tmp_path / "state",
        database=place if isinstance(place, Database) else None,
        token=TOKEN,
        shards=Shards.parse("0/2"),
    )

    def kept_guilds() -> set[int]:
        with closing(SettingsStore.open(place)) as store:
            return set(store.guilds)

    with closing(SettingsStore.open(place)) as store:
        for guild in (GUILD, gone, of_another_process):
            store.keep(guild, GuildSettings("vi"))
    async with emulated(shards=2):
        serving = asyncio.create_task(serve(settings, answers))  # type: ignore[operator]
        try:
            async with asyncio.timeout(PATIENCE):
                while gone in await asyncio.to_thread(kept_guilds):  # noqa: ASYNC110  # a database has no event to wait for
                    await asyncio.sleep(0.1)
            await asyncio.sleep(0.3)
            assert kept_guilds() == {GUILD, of_another_process}
        finally:
            with suppress(asyncio.CancelledError):
                await stop(serving)


@pytest.mark.parametrize(
    "text", ["", "x", "3-1/16", "0-16/16", "16/16", "-1/4", "0-3", "0-3/", "0-3/16/2", "０/4"]
)
def test_a_text_that_names_no_shards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="0-3/16"):
        Shards.parse(text)
