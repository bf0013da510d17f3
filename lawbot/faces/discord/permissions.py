"""Permissions: to show an answer to all, to post in a channel, to change a server's settings."""

import discord

from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.settings.store import GuildSettings
from lawbot.faces.discord.transport import Interaction

CANNOT_WRITE = N_(
    "The bot may not write in this channel. Whoever manages the server can allow it to send messages here."
)


def is_public(interaction: Interaction, settings: GuildSettings) -> bool:
    """Return whether all may see answers in this channel.

    They may in direct messages with the bot, and if the server wants it: everywhere, or in this
    channel, its category, or the channel of this thread.
    """
    # in a direct message the next text may be a reply to the answer
    if interaction.context.dm_channel:
        return True
    if not settings.public or not settings.channels:
        return settings.public
    channel = interaction.channel
    ids = {getattr(channel, name, None) for name in ("id", "parent_id", "category_id")}
    return not ids.isdisjoint(settings.channels)


def is_own(interaction: Interaction) -> bool:
    """Return whether the presser alone sees the message pressed on.

    It is a private answer, or in their direct messages with the bot.
    """
    message = interaction.message
    if message is None:
        return False
    is_direct = interaction.guild_id is None and interaction.context.dm_channel
    return message.flags.ephemeral or is_direct


def is_member(interaction: Interaction) -> bool:
    """Return whether the bot itself is in the server, and not only an app of the person's."""
    return not interaction.is_user_integration() or interaction.is_guild_integration()


def check_may_post(interaction: Interaction) -> None:
    """Raise LawbotError if the person or the bot may not post."""
    if interaction.guild_id is None:
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    theirs, ours = interaction.permissions, interaction.app_permissions
    if not (theirs.send_messages_in_threads if in_thread else theirs.send_messages):
        raise LawbotError(
            N_("You may not write in this channel, so the bot posts nothing here for you.")
        )
    if not is_member(interaction):
        if not theirs.use_external_apps:
            raise LawbotError(
                N_("This server does not let apps of its members post for all to see.")
            )
    elif not (ours.send_messages_in_threads if in_thread else ours.send_messages):
        raise LawbotError(CANNOT_WRITE)


def manages(interaction: Interaction) -> bool:
    """Return whether the person may change the settings of the server they are in."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def check_manages(interaction: Interaction) -> int:
    """Return the server, if the person may change its settings. Raises LawbotError if not."""
    if interaction.guild_id is None or not manages(interaction):
        raise LawbotError(N_("You need the permission “Manage Server” in a server for this."))
    return interaction.guild_id
