"""The commands as Discord is told of them: names, contexts, installs, languages, limits; sent only
when they changed."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from discord import ClientException, Intents, Locale
from discord.ext import commands

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord import extension
from lawbot.faces.discord.client import LawBot, make_client
from lawbot.faces.discord.extension import add_cogs
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.faces.discord.translator import Translator
from tests.support.discord_sim import Sim, simulated
from tests.support.payloads import command_faults

NAMES = {
    "law",
    "search",
    "situation",
    "define",
    "compare",
    "score",
    "board",
    "settings",
    "note",
    "quiz",
    "help",
    "about",
    "Find the law",
}


async def payload(client: LawBot) -> list[dict[str, object]]:
    return [
        dict(await command.get_translated_payload(client.tree, Translator()))
        for command in client.tree.get_commands()
    ]


async def test_every_command_is_there_and_within_the_limits(client: LawBot) -> None:
    await add_cogs(client, client.face)
    offered = await payload(client)
    assert {command["name"] for command in offered} == NAMES
    assert len(offered) - 1 <= 12
    assert command_faults(offered) == []


async def test_commands_are_for_servers_and_people_settings_for_servers_alone(
    client: LawBot,
) -> None:
    await add_cogs(client, client.face)
    for command in await payload(client):
        everywhere = command["name"] not in ("settings", "note")
        assert command["contexts"] == ([0, 1, 2] if everywhere else [0]), command["name"]
        assert command["integration_types"] == ([0, 1] if everywhere else [0]), command["name"]


@pytest.mark.parametrize("locale", [Locale.vietnamese, Locale.thai])
async def test_translations_keep_names_valid(client: LawBot, locale: Locale) -> None:
    await add_cogs(client, client.face)
    offered = await payload(client)
    assert command_faults(offered) == []
    for command in offered:
        names = command.get("name_localizations") or {}
        assert isinstance(names, dict)
        assert names.get(locale.value) != ""


async def test_commands_are_sent_once_and_again_only_when_changed(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    def count_of_puts(sim: Sim) -> int:
        return sum(request.method == "PUT" for request in sim.env.http_requests)

    def fresh() -> LawBot:
        bot_client = make_client(small, answers, SettingsStore.in_memory(), shard_count=1)
        bot_client.commands_file = tmp_path / "commands.sha256"
        return bot_client

    async with simulated(fresh()) as sim:
        assert count_of_puts(sim) == 1
        await sim.env.restart_bot(fresh())
        assert count_of_puts(sim) == 1
        (tmp_path / "commands.sha256").write_text("something else")
        await sim.env.restart_bot(fresh())
        assert count_of_puts(sim) == 2


async def test_when_discord_does_not_take_the_commands_the_bot_starts_all_the_same(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    bot_client = make_client(small, answers, SettingsStore.in_memory())
    bot_client.commands_file = tmp_path / "commands.sha256"

    async def refuse(**_options: object) -> None:
        raise OSError

    bot_client.tree.sync = refuse  # type: ignore[method-assign,assignment]
    async with simulated(bot_client, strict_sync=False):
        assert bot_client.is_ready()
    assert not (tmp_path / "commands.sha256").exists()


@pytest.fixture
def kept_modules() -> Iterator[None]:
    """An extension that is unloaded takes its modules along; later tests are to meet the same ones
    as those before."""
    name = "lawbot.faces.discord"
    saved_modules = {
        module_name: module
        for module_name, module in sys.modules.items()
        if module_name == name or module_name.startswith(f"{name}.")
    }
    yield
    sys.modules.update(saved_modules)
    for module_name, module in saved_modules.items():
        parent, _, child = module_name.rpartition(".")
        setattr(sys.modules[parent], child, module)


@pytest.mark.usefixtures("kept_modules")
async def test_a_club_s_own_bot_takes_ours_in_with_one_line(
    small: Settings, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extension.Settings, "load", classmethod(lambda _cls: small))

    class ClubBot(commands.Bot):
        async def setup_hook(self) -> None:
            await self.load_extension("lawbot.faces.discord")
            await self.tree.sync()

    bot = ClubBot(
        command_prefix="!", intents=Intents(guilds=True, guild_messages=True, dm_messages=True)
    )
    async with simulated(bot) as sim:
        law_reply = await sim.player.run("law", citation="27B1(a)")
        after = await sim.player.press(
            law_reply, next(label for label in law_reply.buttons if "27B1(b)" in label)
        )
        assert "Law 27B1(b)" in after.text
        message = await sim.boss.actor.send(sim.channel, "see Law 64A1")
        assert "Law 64A1" in (await sim.player.menu("Find the law", message)).text
        assert "✓" in (await sim.boss.choose(await sim.boss.run("settings"), "Tiếng Việt")).text
        await bot.unload_extension("lawbot.faces.discord")
        assert bot.tree.get_commands() == []


async def test_inside_another_bot_nothing_of_ours_mentions_anybody(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    bot = commands.Bot(
        command_prefix="!",
        intents=Intents(guilds=True, guild_messages=True, dm_messages=True),
        allowed_mentions=None,
    )
    face = await extension.embed(bot, replace(small, state=tmp_path), answers)
    async with simulated(bot, strict_sync=False) as sim:
        await bot.tree.sync()
        reply = await sim.player.run("law", citation="27B1(a)")
        await sim.boss.press(await sim.player.press(reply, "Share"), "Open privately")
        await sim.player.press(reply, next(label for label in reply.buttons if "27B1(b)" in label))
        await sim.player.run("search", words="<@1> revoked")
        await sim.player.run("law", citation="64Q")
        await sim.player.run("quiz", shared=True)
        await sim.boss.choose(await sim.boss.run("settings"), "Tiếng Việt")
        await sim.boss.run("note")
        await sim.boss.write(await sim.boss.window("note", about="20F"), note="@everyone")
        sim.open_to_all("settings")
        await sim.player.run("settings")
        assert len(sim.sent()) == 12
        assert sim.faults() == []
    face.store.close()


async def test_the_settings_are_closed_when_the_cog_cannot_be_taken_in(
    small: Settings, answers: Answers
) -> None:
    bot = commands.Bot(command_prefix="!", intents=Intents(guilds=True))
    cog = await extension.embed(bot, small, answers)
    with pytest.raises(ClientException):
        await extension.embed(bot, small, answers)
    cog.store.close()
