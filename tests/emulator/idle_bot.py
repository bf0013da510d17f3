"""A bot that does nothing but answer 'ok': the measure of what discord.py and the wire cost by
themselves."""

import logging
import sys
from typing import Any

import discord
from discord import app_commands
from discord.http import Route


class Idle(discord.AutoShardedClient):
    """One command, one button."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), max_messages=None, chunk_guilds_at_startup=False
        )
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        @self.tree.command(name="law", description="nothing")
        async def nothing(interaction: discord.Interaction[Any], citation: str) -> None:
            await interaction.response.send_message("ok", ephemeral=True)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A press."""
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content="ok")


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    Route.BASE = sys.argv[1]
    Idle().run(sys.argv[3], log_handler=None)
