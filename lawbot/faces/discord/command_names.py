"""The names of our commands in a bot that has commands already."""

import logging
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.ext import commands

from lawbot.cards.card import Card, Listing, Paragraph, Part
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.request import FaceCog, everywhere

GROUP = "laws"
"""The group of the commands whose own names the bot has already."""
_log = logging.getLogger(__name__)


class LawGroup(app_commands.Group):
    """The group of commands that would clash with those of the bot they are in."""


class CommandNames:
    """The places of our commands in the command tree of another bot.

    ``chosen`` maps a command to the name that the operator wants, or to an empty one to leave it
    out. Raises LawbotError for a name that is no command of ours.
    """

    def __init__(
        self, tree: app_commands.CommandTree[Any], chosen: tuple[tuple[str, str], ...]
    ) -> None:
        self.tree = tree
        self.chosen = dict(chosen)
        self.written: dict[str, str] = {}
        """Our commands that are written otherwise here; those left out are empty."""
        self._group = everywhere(
            LawGroup(name=GROUP, description=N_("The Laws of Duplicate Bridge"))
        )

    def place(self, cog: FaceCog) -> None:
        """Rename, group or leave out the commands of a cog, before a bot adds it.

        Raises LawbotError if a chosen name, or that of the group, is taken.
        """
        # discord.py adds what stands in this list, and offers no other way to choose among them
        offered = cog.__cog_app_commands__
        for command in list(offered):
            name = self.chosen.get(command.name, command.name)
            if not name:
                self.written[command.name] = ""
                offered.remove(command)
            elif name != command.name:
                self._check_free(name)
                self.written[command.name] = name
                command.name = name
            elif self.tree.get_command(name) is not None:
                self.written[name] = f"{GROUP} {name}"
                offered.remove(command)
                self._add_to_group(command)

    def _add_to_group(self, command: Any) -> None:
        if self.tree.get_command(GROUP) is not self._group:
            self._check_free(GROUP)
            self.tree.add_command(self._group)
        self._group.add_command(command)
        _log.info(
            "The bot has a /%s of its own: ours is /%s %s.", command.name, GROUP, command.name
        )

    def withdraw(self) -> None:
        """Remove the group, if these names have made it."""
        if self.tree.get_command(GROUP) is self._group:
            self.tree.remove_command(GROUP)

    def _check_free(self, name: str) -> None:
        if self.tree.get_command(name) is not None:
            raise LawbotError(
                f"This bot has a /{name} already: choose another name in LAWBOT_COMMANDS."
            )


def withdraw(bot: commands.Bot | commands.AutoShardedBot) -> None:
    """Remove the group of our commands from a bot; its cogs remove the others."""
    if isinstance(bot.tree.get_command(GROUP), LawGroup):
        bot.tree.remove_command(GROUP)


def renamed(card: Card, names: Mapping[str, str]) -> Card:
    """Return a card of our own words with commands written as they are called here.

    A line of a list that begins with a command that is left out is left out as well.
    """
    if not names:
        return card
    pattern = re.compile(rf"/({'|'.join(map(re.escape, names))})\b")

    def rewrite(text: str) -> str:
        return pattern.sub(lambda match: f"/{names[match[1]] or match[1]}", text)

    parts: list[Part] = []
    for part in card.parts:
        match part:
            case Paragraph(text):
                parts.append(replace(part, text=rewrite(text)))
            case Listing(items):
                offered = [item for item in items if not _is_left_out(item, pattern, names)]
                parts.append(replace(part, items=tuple(map(rewrite, offered))))
            case _:
                parts.append(part)
    return replace(card, parts=tuple(parts))


def _is_left_out(item: str, pattern: re.Pattern[str], names: Mapping[str, str]) -> bool:
    """Return whether a line begins with a command that is left out."""
    first = pattern.match(item)
    return first is not None and not names[first[1]]
