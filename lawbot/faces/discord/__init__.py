"""The face on Discord; ``load_extension("lawbot.faces.discord")`` puts it into another bot."""

import asyncio
import gc
import importlib
from collections.abc import Iterator
from contextlib import contextmanager

from discord.ext import commands

_EXTENSION = "lawbot.faces.discord.extension"


async def setup(bot: commands.Bot | commands.AutoShardedBot) -> None:
    """Add our commands to a bot, beside its own. Raises LawbotError."""
    with _without_collecting():
        # discord.py imports an extension in the loop of its bot, which the face would hold up
        extension = await asyncio.to_thread(importlib.import_module, _EXTENSION)
        await extension.embed(bot)


async def teardown(bot: commands.Bot | commands.AutoShardedBot) -> None:
    """Take away what discord.py does not take away itself when it unloads the extension."""
    importlib.import_module(_EXTENSION).withdraw(bot)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Keep Python from looking for garbage, and from ever looking for it among what is loaded.

    Each look among a million objects would hold up the bot's loop for a tenth of a second.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()
