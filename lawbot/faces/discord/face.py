"""The face itself: who asks and in what language, and how an answer reaches them. Commands, presses and mentions all end here."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import discord

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import LawPlace
from lawbot.answers.understanding import EVERYTHING, TYPED, Kind
from lawbot.cards import Card
from lawbot.citation import Citation
from lawbot.errors import N_
from lawbot.faces.discord import mentions
from lawbot.faces.discord.components import SHARE, THIS, CardView, Press, fits, pressed, reposted
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.errors import RefusedError, error_card, note, too_late
from lawbot.faces.discord.settings_store import GuildSettings, SettingsStore
from lawbot.language import LANGUAGES, installed, language_of

Interaction = discord.Interaction[Any]
SILENT = discord.AllowedMentions.none()
_CACHE = 2048
"""Drawn cards kept in memory: a lawbook does not change while the bot runs. Cards of typed words are not among them."""

_log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """A card drawn: whether it is an answer, and the message."""

    found: bool
    view: CardView


class Face:
    """Answers people on Discord. ``inline`` says whether the operator allows [[27B1]] and has the intent for it."""

    def __init__(self, answers: Answers, store: SettingsStore, language: str = "en", inline: bool = False) -> None:
        self.answers = answers
        self.store = store
        self.language = language if language in LANGUAGES else "en"
        self.inline = inline
        self._opened = lru_cache(_CACHE)(self._open)

    # -- who asks ------------------------------------------------------------------------------------------------------

    def reader_of(self, interaction: Interaction, edition: str | None = None) -> Reader:
        """The person's own language, the edition they asked for or their server's, and whether they direct there."""
        settings = self.settings_of(interaction)
        language = language_of(interaction.locale.value, default=settings.language or self.language)
        return Reader(language, edition or self.edition_of(settings), _directs(interaction.user, settings))

    def settings_of(self, interaction: Interaction) -> GuildSettings:
        """The settings of the server the bot was added to; the defaults elsewhere."""
        return self.store.of(interaction.guild_id)

    def edition_of(self, settings: GuildSettings) -> str | None:
        """The edition a server has chosen, if it is still here; one that has gone is as none."""
        return settings.edition if settings.edition in self.answers.lawbook.editions else None

    # -- answering a command -------------------------------------------------------------------------------------------

    async def answer(
        self, interaction: Interaction, ask: Callable[[Reader], Card], edition: str | None = None, private: bool = False
    ) -> None:
        """Sends the card that ``ask`` makes. Every error becomes a card of its own; nothing is raised."""
        try:
            reader = self.reader_of(interaction, edition)
            card = ask(reader)
            hidden = private or not card.found or not self.settings_of(interaction).public
            view = draw(card, reader, share=_can_be_shared(interaction, hidden))
            await interaction.response.send_message(view=view, ephemeral=hidden, allowed_mentions=SILENT)
        except Exception as error:
            await self.fail(interaction, error)

    async def ask(self, interaction: Interaction, text: str, only: frozenset[Kind] = EVERYTHING, edition: str | None = None) -> None:
        """Answers a typed text. A card that is drawn already is sent as it is; what was typed itself is never kept."""
        try:
            reader = self.reader_of(interaction, edition)
            address = self.answers.address_for(text, reader, only)
            if not fits(address):
                await self.answer(interaction, lambda reader: self.answers.ask(text, reader, only), edition)
                return
            public = self.settings_of(interaction).public
            found, view = self._opened(address, reader, 0, _can_be_shared(interaction, not public))
            await interaction.response.send_message(view=view, ephemeral=not (public and found), allowed_mentions=SILENT)
        except Exception as error:
            await self.fail(interaction, error)

    async def warm(self) -> None:
        """Draws every law of the edition people get first, before anybody asks, in small steps: whoever asks meanwhile is answered between them."""
        reader = Reader(self.language)
        edition = self.answers.understanding.edition_for(reader)
        for citation in self.answers.lawbook.citations(edition):
            self._opened(str(LawPlace(citation, edition)), reader, 0, True)
            await asyncio.sleep(0)

    async def fail(self, interaction: Interaction, error: BaseException) -> None:
        """Tells the person what went wrong, privately, if Discord still takes it."""
        if too_late(error):
            _log.info("An answer came too late for Discord.")
            return
        try:
            view = draw(error_card(error, self.reader_of(interaction)), self.reader_of(interaction))
            if interaction.response.is_done():
                await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=SILENT)
            else:
                await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=SILENT)
        except Exception as second:
            if not too_late(second):
                note(second)

    # -- answering a press ---------------------------------------------------------------------------------------------

    async def press(self, interaction: Interaction) -> bool:
        """Answers a press of one of our buttons or menus, and only those. Returns whether it was one. Raises nothing."""
        if interaction.type is not discord.InteractionType.component:
            return False
        data: Mapping[str, Any] = interaction.data or {}
        press = pressed(data)
        if press is None:
            return False
        try:
            await (self._share if press.verb == SHARE else self._turn)(interaction, press)
        except Exception as error:
            await self.fail(interaction, error)
        return True

    async def _turn(self, interaction: Interaction, press: Press) -> None:
        """Turns the presser's own message into the card behind the address; on a message for all, answers privately."""
        view = self._card_at(press, self.reader_of(interaction), _can_be_shared(interaction, True))
        if _is_own(interaction):
            await interaction.response.edit_message(view=view, allowed_mentions=SILENT)
        else:
            await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=SILENT)

    async def _share(self, interaction: Interaction, press: Press) -> None:
        """Posts the card for all to see, with no word of who asked for it."""
        reader = self.reader_of(interaction)
        _check_may_post(interaction)
        if press.address == THIS and interaction.message is not None:
            view = CardView(reposted([component.to_dict() for component in interaction.message.components]))
        else:
            view = self._card_at(press, reader, False)
        await interaction.response.send_message(view=view, allowed_mentions=SILENT)

    def _card_at(self, press: Press, reader: Reader, share: bool) -> CardView:
        """The card a press leads to; results of words a person typed are not kept."""
        opened = self._open if press.address.startswith("find/") else self._opened
        return opened(press.address, reader, press.page, share).view

    def _open(self, address: str, reader: Reader, page: int, share: bool) -> "Opened":
        card = self.answers.open(address, reader)
        return Opened(card.found, draw(card, reader, page, share))

    # -- answering a message -------------------------------------------------------------------------------------------

    async def hear(self, message: discord.Message, me: discord.abc.User) -> None:
        """Answers a direct message, a mention, or citations in double brackets where those are on. Raises nothing."""
        if message.author.bot or message.author.id == me.id:
            return
        settings = self.store.of(message.guild.id if message.guild else None)
        card: Card | None = None
        reader = self._reader_of_message(message, settings)
        try:
            if message.guild is None or _is_mentioned(message, me):
                card = self.answers.ask(mentions.question_in(message.content), reader)
            elif self.inline and settings.inline:
                cited = [f"Law {Citation.parse(text)}" for text in mentions.bracketed(message.content) if mentions.is_citation(text)]
                found = self.answers.ask(", ".join(cited), reader) if cited else None
                card = found if found and found.found else None
            if card is not None:
                await self._reply(message, draw(card, reader))
        except discord.Forbidden:
            _log.info("A message was not answered: the bot may not write there.")
        except Exception as error:
            try:
                await self._reply(message, draw(error_card(error, reader), reader))
            except discord.HTTPException as second:
                note(second)

    async def _reply(self, message: discord.Message, view: CardView) -> None:
        await message.reply(view=view, allowed_mentions=SILENT, mention_author=False)

    def _reader_of_message(self, message: discord.Message, settings: GuildSettings) -> Reader:
        language = installed().written(message.content[:TYPED]) or settings.language or self.language
        return Reader(language, self.edition_of(settings), _directs(message.author, settings))


def _directs(user: discord.abc.User, settings: GuildSettings) -> bool:
    return settings.director_role is not None and isinstance(user, discord.Member) and user.get_role(settings.director_role) is not None


def _is_own(interaction: Interaction) -> bool:
    """Whether the message pressed on is seen by the presser alone: a private answer, or their direct messages with the bot."""
    message = interaction.message
    if message is None:
        return False
    return message.flags.ephemeral or (interaction.guild_id is None and interaction.context.dm_channel)


def _can_be_shared(interaction: Interaction, hidden: bool) -> bool:
    """Whether there is anyone to share with: not in a direct message with the bot, and not what all see already."""
    return hidden and not interaction.context.dm_channel


def _is_mentioned(message: discord.Message, me: discord.abc.User) -> bool:
    """Whether the message itself names the bot (a reply to the bot, without naming it, does not ask anything)."""
    return f"<@{me.id}>" in message.content or f"<@!{me.id}>" in message.content


def _check_may_post(interaction: Interaction) -> None:
    """Raises RefusedError where the person or the bot may not post."""
    if interaction.guild_id is None:
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    theirs, ours = interaction.permissions, interaction.app_permissions
    if not (theirs.send_messages_in_threads if in_thread else theirs.send_messages):
        raise RefusedError(N_("You may not write in this channel, so the card cannot be shared here."))
    if interaction.is_user_integration() and not interaction.is_guild_integration():
        if not theirs.use_external_apps:
            raise RefusedError(N_("This server does not let apps of its members post for all to see."))
    elif not (ours.send_messages_in_threads if in_thread else ours.send_messages):
        raise RefusedError(N_("The bot may not write in this channel, so the card cannot be shared here."))
