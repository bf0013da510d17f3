"""The face on Discord: ``run`` for a bot of its own; ``load_extension("lawbot.faces.discord")``,
which calls ``setup``, inside a bot that is there already."""

from lawbot.faces.discord.client import run, sync
from lawbot.faces.discord.errors import to_stderr
from lawbot.faces.discord.extension import embed as setup

__all__ = ["run", "setup", "sync", "to_stderr"]
