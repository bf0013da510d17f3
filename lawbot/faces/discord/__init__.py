"""The face on Discord: ``run`` for a bot of its own; ``load_extension("lawbot.faces.discord")`` inside a bot that is there already."""

from discord.ext.commands import Bot

from lawbot.faces.discord.client import run, sync
from lawbot.faces.discord.errors import to_stderr

__all__ = ["run", "setup", "sync", "to_stderr"]


async def setup(bot: Bot) -> None:
    """Called by ``await bot.load_extension("lawbot.faces.discord")``. Raises LawbotError when the lawbook is not there."""
    from lawbot.faces.discord.embedding import embed

    await embed(bot)
