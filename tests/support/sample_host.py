"""A club's own bot as clubs have them: a prefix, commands of the same names as ours, a view."""

from typing import Any

import discord
from discord import ui
from discord.ext import commands


class Greeting(ui.View):
    """The host's own view, which waits for presses as discord.py's views do."""

    @ui.button(label="Greet", custom_id="host:greet")
    async def greet(
        self, interaction: discord.Interaction[Any], _button: ui.Button["Greeting"]
    ) -> None:
        await interaction.response.send_message("Hello from the host")


class SampleHost(commands.Bot):
    """The bot of a club; ``setup_hook`` takes ours in with the one line of docs/discord.md."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(commands.when_mentioned_or("!"), intents=intents, help_command=None)
        self.read: list[str] = []
        """The messages that the host itself saw."""
        self.command(name="hello")(_hello)
        self.tree.command(name="help", description="The host's help")(_help)
        self.tree.command(name="settings", description="The host's settings")(_settings)

    async def setup_hook(self) -> None:
        """Load our extension beside what the host has."""
        self.add_view(Greeting(timeout=None))
        await self.load_extension("lawbot.faces.discord")
        await self.tree.sync()

    async def on_message(self, message: discord.Message, /) -> None:
        """Answer prefix commands, as a bot does by default."""
        if not message.author.bot:
            self.read.append(message.content)
        await super().on_message(message)


async def _hello(context: commands.Context[SampleHost]) -> None:
    await context.send("hi from the host")


async def _help(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("The host's help", view=Greeting(timeout=None))


async def _settings(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("The host's settings")
