"""Words typed after a card instead of a tap. Nothing is remembered: the card is looked for where the words were written."""

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

import discord

from lawbot.answers import Reader
from lawbot.faces.discord import mentions
from lawbot.faces.discord.components import offered, parts_of
from lawbot.language import SOURCE, installed

if TYPE_CHECKING:
    from lawbot.faces.discord.face import Face

_FRESH = timedelta(hours=1)
"""How old a card may be that a direct message answers without being written as a reply to it."""
_PATIENCE = 2.0
"""Seconds to wait for these messages."""
_LOOKED_AT = 5
"""Messages before it among which the bot's last one is looked for."""


_log = logging.getLogger(__name__)


class Reply(NamedTuple):
    """What a message chooses of the card before it, and who reads on, in the card's language."""

    address: str
    reader: Reader


async def reply_in(face: "Face", message: discord.Message, me: discord.abc.User) -> Reply | None:
    """What a message chooses of the card that it answers: the bot's message it is a reply to; else, in a direct message, the bot's last.

    None where it chooses nothing, or Discord does not show the card.
    """
    said = mentions.question_in(message.content)
    if not face.answers.may_reply(said, face.reader_of_message(message)):
        return None
    try:
        async with asyncio.timeout(_PATIENCE):
            card = await _card_before(message, me)
    except Exception as error:  # whatever Discord does: without the card the text is read as it stands
        _log.info("The card before a message could not be looked at: %s.", type(error).__name__)
        return None
    parts = list(parts_of(component.to_dict() for component in card.components)) if card else []
    language = installed().written("\n".join(str(part.get("content", "")) for part in parts))
    reader = face.reader_of_message(message, language or SOURCE)
    address = face.answers.reply(offered(parts), said, reader)
    return Reply(address, reader) if address else None


async def _card_before(message: discord.Message, me: discord.abc.User) -> discord.Message | None:
    if message.reference is not None:
        answered = message.reference.resolved
        return answered if isinstance(answered, discord.Message) and answered.author.id == me.id else None
    if message.guild is not None:
        return None
    async for earlier in message.channel.history(limit=_LOOKED_AT, before=message):
        if earlier.author.id == me.id:
            return earlier if message.created_at - (earlier.edited_at or earlier.created_at) < _FRESH else None
    return None
