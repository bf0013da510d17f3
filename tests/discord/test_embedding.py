"""Our commands inside a club's own bot, which goes on as it was before."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandType, Intents
from discord.ext import commands

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.extension import COGS, embed, withdraw
from tests.support.discord_sim import Sim, simulated
from tests.support.sample_host import SampleHost


@asynccontextmanager
async def hosted(settings: Settings, answers: Answers, **chosen: Any) -> AsyncIterator[Sim]:
    """Yield the sample host with our commands in it, in a simulated Discord."""

    class Host(SampleHost):
        async def load_extension(self, name: str, *, package: str | None = None) -> None:
            """Take ours in over the lawbook of the tests."""
            assert (name, package) == ("lawbot.faces.discord", None)
            await embed(self, replace(settings, **chosen), answers)

    host = Host()
    async with simulated(host) as sim:
        sim.host = host
        yield sim
    await host.remove_cog("LawSettings")


@pytest.fixture
def settings(small: Settings, tmp_path: Path) -> Settings:
    """An operator's settings with a state folder of their own."""
    return replace(small, state=tmp_path)


async def test_the_host_keeps_its_commands_and_ours_of_the_same_name_go_into_a_group(
    settings: Settings, answers: Answers
) -> None:
    async with hosted(settings, answers) as sim:
        own_help = await sim.player.run("help")
        assert "host" in own_help.text
        assert "Hello from the host" in (await sim.player.press(own_help, "Greet")).text
        assert "host" in (await sim.player.run("settings")).text
        assert "Law 27B1(a)" in (await sim.player.run("law", citation="27B1(a)")).text
        ours = await sim.player.run("laws help")
        assert "The law book that answers back" in ours.text
        # the manager of the server still needs the right to change anything
        assert "Manage Server" in (await sim.player.run("laws settings")).text
        assert (
            "✓" in (await sim.boss.choose(await sim.boss.run("laws settings"), "Tiếng Việt")).text
        )
        withdraw(sim.host)
        assert {command.name for command in sim.host.tree.get_commands()} >= {"help", "settings"}
        assert sim.host.tree.get_command("laws") is None


async def test_our_help_names_the_commands_as_they_are_called_in_the_host(
    settings: Settings, answers: Answers
) -> None:
    names = (("quiz", ""), ("score", "bridgescore"))
    async with hosted(settings, answers, commands=names) as sim:
        ours = (await sim.player.run("laws help")).text
        assert "/laws settings" in ours
        assert "/bridgescore 4SX" in ours
        assert "/quiz" not in ours
        assert "+420" in (await sim.player.run("bridgescore", contract="4S=")).text
        assert sim.host.tree.get_command("quiz") is None
        assert sim.host.tree.get_command("score") is None


async def test_a_name_that_the_host_has_cannot_be_chosen(
    settings: Settings, answers: Answers
) -> None:
    bot = commands.Bot("!", intents=Intents.none())

    @bot.tree.command(name="lawhelp", description="The host's")
    async def lawhelp(_interaction: Any) -> None: ...

    with pytest.raises(LawbotError, match="LAWBOT_COMMANDS"):
        await embed(bot, replace(settings, commands=(("help", "lawhelp"),)), answers)


async def test_every_command_of_ours_can_be_renamed_or_left_out(
    settings: Settings, answers: Answers
) -> None:
    ours = [command.name for cog in COGS for command in cog.__cog_app_commands__]
    assert len(ours) <= 12
    bot = commands.Bot("!", intents=Intents.none())
    face = await embed(bot, replace(settings, commands=tuple((name, "") for name in ours)), answers)
    assert bot.tree.get_commands(type=AppCommandType.chat_input) == []
    face.store.close()


async def test_in_a_host_messages_are_left_to_it(settings: Settings, answers: Answers) -> None:
    async with hosted(settings, answers) as sim:
        alone = sim.stranger("alone")
        assert [reply.payload["content"] for reply in await alone.say("!hello")] == [
            "hi from the host"
        ]
        assert await alone.say("I want to register for Friday") == []
        assert await sim.player.say(f"<@{sim.host.user.id}> 64A") == []
        assert sim.host.read == [
            "!hello",
            "I want to register for Friday",
            f"<@{sim.host.user.id}> 64A",
        ]


async def test_messages_that_the_host_takes_are_answered_once_though_ours_listens(
    settings: Settings, answers: Answers
) -> None:
    async with hosted(settings, answers, messages=True) as sim:
        alone = sim.stranger("alone")
        mention = f"<@{sim.host.user.id}>"
        for text in ("!hello", f"{mention} hello"):
            (reply,) = await alone.say(text)
            assert reply.payload["content"] == "hi from the host"
        assert await alone.say("!nothing of the kind") == []
        (reply,) = await sim.player.say(f"{mention} 64A")
        assert "Law 64A" in reply.text
        (reply,) = await alone.say("27B1(a)")
        assert "Law 27B1(a)" in reply.text


async def test_a_host_whose_prefix_cannot_be_told_keeps_its_messages(
    settings: Settings, answers: Answers
) -> None:
    async with hosted(settings, answers, messages=True) as sim:

        def unknown(_bot: Any, _message: Any) -> str:
            raise OSError

        async def ignore(_message: Any) -> None: ...

        sim.host.command_prefix, sim.host.process_commands = unknown, ignore
        assert await sim.player.say(f"<@{sim.host.user.id}> 64A") == []
