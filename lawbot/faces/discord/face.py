"""The face itself: who asks and in what language, and how an answer reaches them. Commands, presses and mentions all end here."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

import discord
from discord.app_commands import Choice

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import LawPlace
from lawbot.answers.club_notes import Note
from lawbot.answers.understanding import EVERYTHING, Kind
from lawbot.cards import Card
from lawbot.errors import N_
from lawbot.faces.discord import mentions
from lawbot.faces.discord.club_quiz import ClubQuiz
from lawbot.faces.discord.components import (
    DRAW,
    NOTE,
    OPEN,
    OPTIONS,
    PRESSES,
    SET,
    SHARE,
    THIS,
    VOTE,
    WRONG,
    CardView,
    Press,
    fits,
    link,
    pressed,
    reposted,
    row_of,
)
from lawbot.faces.discord.crowd import Crowd
from lawbot.faces.discord.drawing import draw, draw_for_all
from lawbot.faces.discord.errors import RefusedError, error_card, note, too_late
from lawbot.faces.discord.notes import noted, press_note
from lawbot.faces.discord.panel import press_panel
from lawbot.faces.discord.replies import reply_in
from lawbot.faces.discord.sending import send, turn
from lawbot.faces.discord.settings_store import GuildSettings, SettingsStore
from lawbot.faces.discord.watching import Outcome, Record, Watch, now, what_of
from lawbot.faces.discord.wrong import Wrong
from lawbot.handbook.linking import page_of
from lawbot.language import LANGUAGES, installed, language_of

Interaction = discord.Interaction[Any]
SILENT = discord.AllowedMentions.none()
_CACHE = 1280
"""Drawn cards kept in memory: a lawbook does not change while the bot runs. Cards of typed words are not among them."""

_log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """A card drawn: whether it is an answer, and the message."""

    found: bool
    view: CardView


class Face:
    """Answers people on Discord. ``inline`` says whether the operator allows [[27B1]] and has the intent for it, ``handbook`` where the
    handbook stands on the web (empty where it does not)."""

    def __init__(
        self,
        answers: Answers,
        store: SettingsStore,
        language: str = "en",
        inline: bool = False,
        watch: Watch | None = None,
        wrong_channel: int | None = None,
        handbook: str = "",
    ) -> None:
        self.handbook = handbook
        self.answers = answers
        self.store = store
        self.language = language if language in LANGUAGES else "en"
        self.inline = inline
        self.crowd = Crowd()
        self.watch = watch or Watch()
        self._opened = lru_cache(_CACHE)(self._open)
        self._club_quiz = ClubQuiz(self)
        self._do: dict[str, Callable[[Interaction, Press], Awaitable[None]]] = {
            OPEN: self._turn,
            SHARE: self._share,
            SET: partial(press_panel, self),
            NOTE: partial(press_note, self),
            VOTE: self._club_quiz.press,
            DRAW: self._turn,
        }
        self._takes_wrong = wrong_channel is not None
        if wrong_channel is not None:
            self._do[WRONG] = Wrong(self, wrong_channel).press

    def take_up(self, answers: Answers) -> None:
        """Answers from another lawbook from now on; nothing drawn from the old one is kept."""
        self.answers = answers
        self._opened.cache_clear()

    # -- who asks ------------------------------------------------------------------------------------------------------

    def reader_of(self, interaction: Interaction, edition: str | None = None) -> Reader:
        """The person's own language, the edition they asked for or their server's, and whether they direct there."""
        settings = self.settings_of(interaction)
        language = self._language(settings, language_of(interaction.locale.value, default=""))
        return Reader(language, edition or self.edition_of(settings), _directs(interaction.user, settings))

    def settings_of(self, interaction: Interaction) -> GuildSettings:
        """The settings of the server the bot was added to; the defaults elsewhere."""
        return self.store.of(interaction.guild_id)

    def edition_of(self, settings: GuildSettings) -> str | None:
        """The edition a server has chosen, if it is still here; one that has gone is as none."""
        return settings.edition if settings.edition in self.answers.lawbook.editions else None

    # -- answering a command -------------------------------------------------------------------------------------------

    async def serve(self, interaction: Interaction, work: Callable[[], Awaitable[None]]) -> None:
        """Does the work for an interaction in its turn, if it can still be answered then. Every error becomes a card of its own; nothing is raised."""
        with self._watched(interaction) as record:
            try:
                person, server = self.crowd.turn(interaction)
                async with person, server, self.crowd.budget():
                    if self.crowd.in_time(interaction):
                        await work()
                    else:
                        record.outcome = Outcome.LATE
            except Exception as error:
                await self._fail(interaction, error)

    def takes(self, interaction: Interaction) -> bool:
        """Whether an answer would still be taken. One that would not is in the log, and nothing is done for it."""
        if self.crowd.in_time(interaction):
            return True
        with self._watched(interaction) as record:
            record.outcome = Outcome.LATE
        return False

    def offered(self, interaction: Interaction, make: Callable[[Reader], Iterable[Choice[str]]]) -> list[Choice[str]]:
        """What is offered while somebody types. A fault offers nothing, and is in the log."""
        with self._watched(interaction):
            try:
                return list(islice(make(self.reader_of(interaction, getattr(interaction.namespace, "edition", None))), OPTIONS))
            except Exception as error:
                note(error)
                return []

    def _watched(self, interaction: Interaction) -> AbstractContextManager[Record]:
        return self.watch.over(what_of(interaction), self.reader_of(interaction).language)

    async def answer(
        self, interaction: Interaction, ask: Callable[[Reader], Card], edition: str | None = None, private: bool = False
    ) -> None:
        """Sends the card that ``ask`` makes. Nothing is raised."""
        await self.serve(interaction, partial(self._answer, interaction, ask, edition, private))

    async def ask(self, interaction: Interaction, text: str, only: frozenset[Kind] = EVERYTHING, edition: str | None = None) -> None:
        """Answers a typed text. A card that is drawn already is sent as it is; what was typed itself is never kept. Nothing is raised."""
        await self.serve(interaction, partial(self._ask, interaction, text, only, edition))

    async def ask_everybody(self, interaction: Interaction, phase: str) -> None:
        """Posts a question of the quiz for all to answer. Nothing is raised."""
        await self.serve(interaction, partial(self._ask_everybody, interaction, phase))

    async def _answer(self, interaction: Interaction, ask: Callable[[Reader], Card], edition: str | None, private: bool = False) -> None:
        reader = self.reader_of(interaction, edition)
        card = ask(reader)
        now().shown(card.address, begun=True)
        hidden = private or not card.found or not _is_public(interaction, self.settings_of(interaction))
        card = self._noted(card, interaction.guild_id, reader)
        view = draw(card, reader, share=_can_be_shared(interaction, hidden), wrong=self._takes_wrong)
        view = self._linked(view, card, reader)
        await send(interaction, view, private=hidden)

    async def _ask(self, interaction: Interaction, text: str, only: frozenset[Kind], edition: str | None) -> None:
        reader = self.reader_of(interaction, edition)
        address = self.answers.address_for(text, reader, only)
        if not fits(address):
            await self._answer(interaction, lambda reader: self._asked(text, reader, only), edition)
            return
        now().shown(address, begun=True)
        public = _is_public(interaction, self.settings_of(interaction))
        notes = self._notes_on(address, interaction.guild_id)
        found, view = self._opened(address, reader, 0, _can_be_shared(interaction, not public), notes)
        await send(interaction, view, private=not (public and found))

    def _asked(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> Card:
        card = self.answers.ask(text, reader, only)
        if not card.found:
            self.watch.nothing_found(text)
        return card

    async def _ask_everybody(self, interaction: Interaction, phase: str) -> None:
        _check_may_post(interaction)
        await self._club_quiz.ask(interaction, phase)

    async def warm(self) -> None:
        """Draws every law of the edition people get first, before anybody asks, in small steps: whoever asks meanwhile is answered between them."""
        reader = Reader(self.language)
        edition = self.answers.understanding.edition_for(reader)
        for citation in self.answers.lawbook.citations(edition):
            self._opened(str(LawPlace(citation, edition)), reader, 0, True, ())
            await asyncio.sleep(0)

    async def fail(self, interaction: Interaction, error: BaseException) -> None:
        """Tells the person what went wrong, privately, if Discord still takes it."""
        with self._watched(interaction):
            await self._fail(interaction, error)

    async def _fail(self, interaction: Interaction, error: BaseException) -> None:
        if too_late(error):
            now().outcome = Outcome.LATE
            return
        now().outcome = Outcome.REFUSED
        try:
            view = draw(error_card(error, self.reader_of(interaction)), self.reader_of(interaction))
            if interaction.response.is_done():
                await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=SILENT)
            else:
                await send(interaction, view, private=True)
        except Exception as second:
            if too_late(second):
                now().outcome = Outcome.LATE
            else:
                note(second)

    # -- answering a press ---------------------------------------------------------------------------------------------

    async def press(self, interaction: Interaction) -> bool:
        """Answers a press of one of our buttons or menus, or what was written in a window of ours, and only those. Returns whether it was one. Raises nothing."""
        if interaction.type not in PRESSES:
            return False
        data: Mapping[str, Any] = interaction.data or {}
        press = pressed(data)
        if press is None:
            return False
        await self.serve(interaction, partial(self._do.get(press.verb, self._gone), interaction, press))
        return True

    async def _gone(self, _interaction: Interaction, _press: Press) -> None:
        raise RefusedError(N_("This button belongs to an older version of the bot. Ask again, please."))

    async def _turn(self, interaction: Interaction, press: Press) -> None:
        """Turns the presser's own message into the card behind the address; on a message for all, answers privately."""
        now().shown(press.address, begun=False)
        view = self._card_at(press, self.reader_of(interaction), _can_be_shared(interaction, True), interaction.guild_id)
        if _is_own(interaction):
            await turn(interaction, view)
        else:
            await send(interaction, view, private=True)

    async def _share(self, interaction: Interaction, press: Press) -> None:
        """Posts the card for all to see, with no word of who asked for it."""
        reader = self.reader_of(interaction)
        _check_may_post(interaction)
        if press.address == THIS and interaction.message is not None and interaction.message.components:
            view = CardView(reposted([component.to_dict() for component in interaction.message.components]))
        else:
            card = self._noted(self.answers.open(press.address, reader), interaction.guild_id, reader)
            view = self._linked(draw_for_all(card, reader, press.page), card, reader)
        await send(interaction, view, private=False)

    def _card_at(self, press: Press, reader: Reader, share: bool, guild: int | None) -> CardView:
        """The card a press leads to, with the club's notes; results of words a person typed are not kept."""
        opened = self._open if "find/" in press.address else self._opened
        return opened(press.address, reader, press.page, share, self._notes_on(press.address, guild)).view

    def view_of(self, address: str, reader: Reader, guild: int | None) -> CardView:
        """The card behind an address as somebody in that server sees it."""
        return self._card_at(Press(OPEN, address, 0), reader, True, guild)

    def _noted(self, card: Card, guild: int | None, reader: Reader) -> Card:
        return noted(card, self._notes_on(card.address, guild), reader)

    def _notes_on(self, address: str, guild: int | None) -> tuple[Note, ...]:
        return self.answers.club_notes.on(address, self.store.notes_of(guild)) if self.store.of(guild).notes else ()

    def _open(self, address: str, reader: Reader, page: int, share: bool, notes: tuple[Note, ...]) -> "Opened":
        card = noted(self.answers.open(address, reader), notes, reader)
        view = self._linked(draw(card, reader, page, share, self._takes_wrong), card, reader)
        return Opened(card.found, view)

    def _linked(self, view: CardView, card: Card, reader: Reader) -> CardView:
        """The message with a way to the page of the handbook that shows the same, where there is one."""
        _ = reader.translate
        page = page_of(self.answers.lawbook, card, reader.language) if self.handbook else ""
        return view.with_below(row_of(link(_("In the handbook"), self.handbook + page))) if page else view

    # -- answering a message -------------------------------------------------------------------------------------------

    async def hear(self, message: discord.Message, me: discord.abc.User) -> None:
        """Answers a direct message, a mention, a reply to a card, or citations in double brackets where those are on. Raises nothing."""
        if message.author.bot or message.author.id == me.id or message.is_system():
            return
        guild = message.guild.id if message.guild else None
        settings = self.store.of(guild)
        asked = message.guild is None or _is_mentioned(message, me)
        cited = mentions.cited(message.content) if not asked and self.inline and settings.inline else ""
        reply = await reply_in(self, message, me) if asked or message.reference else None
        if not (asked or cited or reply):
            return
        reader = reply.reader if reply else self.reader_of_message(message)
        with self.watch.over("message" if asked or reply else "brackets", reader.language) as record:
            try:
                if reply:
                    record.shown(reply.address, begun=False)
                    await self._reply(message, self._card_at(Press(OPEN, reply.address, 0), reader, False, guild))
                    return
                card = self._asked(mentions.question_in(message.content), reader) if asked else self.answers.ask(cited, reader)
                record.shown(card.address, begun=True)
                if asked or card.found:
                    card = self._noted(card, guild, reader)
                    await self._reply(message, self._linked((draw if asked else draw_for_all)(card, reader), card, reader))
            except discord.Forbidden:
                record.outcome = Outcome.REFUSED
                _log.info("A message was not answered: the bot may not write there.")
            except Exception as error:
                record.outcome = Outcome.REFUSED
                try:
                    await self._reply(message, draw(error_card(error, reader), reader))
                except discord.HTTPException as second:
                    note(second)

    async def _reply(self, message: discord.Message, view: CardView) -> None:
        await message.reply(view=view, allowed_mentions=SILENT, mention_author=False)

    def reader_of_message(self, message: discord.Message, language: str | None = None) -> Reader:
        """Who wrote a message, reading in that language, else in the one the message is written in."""
        settings = self.store.of(message.guild.id if message.guild else None)
        own = language or installed().written(mentions.question_in(message.content)) or ""
        return Reader(self._language(settings, own), self.edition_of(settings), _directs(message.author, settings))

    def _language(self, settings: GuildSettings, own: str) -> str:
        """The person's own language where it is known and the server does not want its own for everybody."""
        return (own if not settings.everybody else "") or settings.language or self.language


def _directs(user: discord.abc.User, settings: GuildSettings) -> bool:
    return settings.director_role is not None and isinstance(user, discord.Member) and user.get_role(settings.director_role) is not None


def _is_public(interaction: Interaction, settings: GuildSettings) -> bool:
    """Whether all may see answers here: in direct messages with the bot, where what is typed next answers them, and where the server wants
    it (everywhere, or in this channel, its category, or what this is a thread of)."""
    if interaction.context.dm_channel:
        return True
    if not settings.public or not settings.channels:
        return settings.public
    channel = interaction.channel
    here = {getattr(channel, name, None) for name in ("id", "parent_id", "category_id")}
    return not here.isdisjoint(settings.channels)


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
