"""The file of server settings is closed whatever ends the bot; and `sync` sends the commands,
changed or not."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from discord import Intents, Interaction
from discord.ext import commands

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.client import make_client, run, serve, sync
from lawbot.faces.discord.extension import embed
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from tests.emulator.wire import TOKEN, Wire, emulated, stop


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[SettingsStore]]:
    """Every store that is opened from now on, kept alive so that only closing closes it."""
    stores: list[SettingsStore] = []
    real = SettingsStore.open.__func__  # type: ignore[attr-defined]

    def open_and_keep(cls: type[SettingsStore], path: Path) -> SettingsStore:
        stores.append(real(cls, path))
        return stores[-1]

    monkeypatch.setattr(SettingsStore, "open", classmethod(open_and_keep))
    yield stores
    for store in stores:
        store.close()


@pytest.fixture
def settings(small: Settings, tmp_path: Path) -> Settings:
    """An operator's settings with a state folder of their own."""
    return replace(small, state=tmp_path, token=TOKEN)


def is_closed(store: SettingsStore) -> bool:
    """Return whether nothing can be written through the store any more."""
    try:
        store.keep(1, GuildSettings(language="vi"))
    except LawbotError:
        return True
    return False


def count_of_puts(wire: Wire) -> int:
    """Return how often the commands were sent."""
    return sum(
        request.method == "PUT" and request.path.endswith("/commands") for request in wire.requests
    )


async def test_a_bot_told_to_stop_closes_the_settings(
    settings: Settings, answers: Answers, opened: list[SettingsStore]
) -> None:
    async with emulated() as wire:
        serving = asyncio.create_task(serve(settings, answers))
        await wire.connected()
        assert not is_closed(opened[0])
        await stop(serving)
    assert [is_closed(store) for store in opened] == [True]


async def test_a_token_that_is_not_taken_closes_the_settings(
    settings: Settings, answers: Answers, opened: list[SettingsStore]
) -> None:
    async with emulated():
        with pytest.raises(LawbotError):
            await serve(replace(settings, token="wrong"), answers)
    assert [is_closed(store) for store in opened] == [True]


async def test_sync_sends_the_commands_each_time_and_closes_the_settings(
    settings: Settings, answers: Answers, opened: list[SettingsStore]
) -> None:
    async with emulated() as wire:
        for times in (1, 2):
            assert await asyncio.to_thread(sync, settings, answers) == 0
            assert count_of_puts(wire) == times
        assert await asyncio.to_thread(sync, replace(settings, token="wrong"), answers) == 69
    assert [is_closed(store) for store in opened] == [True] * 3


async def test_commands_sent_by_sync_are_not_sent_again_by_a_start(
    settings: Settings, answers: Answers
) -> None:
    async with emulated() as wire:
        await asyncio.to_thread(sync, settings, answers)
        serving = asyncio.create_task(serve(settings, answers))
        await wire.connected()
        await stop(serving)
        assert count_of_puts(wire) == 1


async def test_ready_after_all_is_over_sends_nothing(settings: Settings, answers: Answers) -> None:
    client = make_client(settings, answers, SettingsStore.in_memory())
    async with client:
        pass
    await client.on_ready()
    assert client._syncing is None


def test_a_settings_file_that_cannot_be_opened_ends_the_start_in_one_line(
    settings: Settings, answers: Answers, caplog: pytest.LogCaptureFixture
) -> None:
    settings.guild_settings.mkdir()
    assert run(settings, answers) == 69
    assert "cannot be opened" in caplog.text
    assert "Traceback" not in caplog.text


async def test_another_bot_closes_the_settings_when_it_removes_the_cog_and_when_commands_clash(
    settings: Settings, answers: Answers, opened: list[SettingsStore]
) -> None:
    bot = commands.Bot("!", intents=Intents.default())
    await embed(bot, settings, answers)
    assert not is_closed(opened[0])
    with pytest.raises(LawbotError):
        await embed(commands_taken(), settings, answers)
    await bot.remove_cog("LawSettings")
    assert [is_closed(store) for store in opened] == [True] * 2


def commands_taken() -> commands.Bot:
    """Return a bot that has a /law of its own, and another command in the place of our group."""
    bot = commands.Bot("!", intents=Intents.default())

    async def answer(_interaction: Interaction) -> None: ...

    for name in ("law", "laws"):
        bot.tree.command(name=name, description="Ours")(answer)

    return bot
