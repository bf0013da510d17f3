"""What may be done where somebody asks: shown to all, shared, posted, or changed for the whole
server."""

import discord

from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.sending import Interaction
from lawbot.faces.discord.settings_store import GuildSettings


def is_public(interaction: Interaction, settings: GuildSettings) -> bool:
    """Whether all may see answers here: in direct messages with the bot, where what is typed next
    answers them, and where the server wants it (everywhere, or in this channel, its category, or
    what this is a thread of)."""
    if interaction.context.dm_channel:
        return True
    if not settings.public or not settings.channels:
        return settings.public
    channel = interaction.channel
    here = {getattr(channel, name, None) for name in ("id", "parent_id", "category_id")}
    return not here.isdisjoint(settings.channels)


def is_own(interaction: Interaction) -> bool:
    """Whether the message pressed on is seen by the presser alone: a private answer, or their
    direct messages with the bot."""
    message = interaction.message
    return message is not None and (
        message.flags.ephemeral or (interaction.guild_id is None and interaction.context.dm_channel)
    )


def check_may_post(interaction: Interaction) -> None:
    """Raises LawbotError where the person or the bot may not post."""
    if interaction.guild_id is None:
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    theirs, ours = interaction.permissions, interaction.app_permissions
    if not (theirs.send_messages_in_threads if in_thread else theirs.send_messages):
        raise LawbotError(
            N_("You may not write in this channel, so the bot posts nothing here for you.")
        )
    if interaction.is_user_integration() and not interaction.is_guild_integration():
        if not theirs.use_external_apps:
            raise LawbotError(
                N_("This server does not let apps of its members post for all to see.")
            )
    elif not (ours.send_messages_in_threads if in_thread else ours.send_messages):
        raise LawbotError(
            N_(
                "The bot may not write in this channel. Whoever manages the server can allow it to send messages here."
            )
        )


def check_manages(interaction: Interaction) -> int:
    """The server in which the person may change what it has chosen. Raises LawbotError where they
    may not."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise LawbotError(N_("You need the permission “Manage Server” in a server for this."))
    return interaction.guild_id
