"""Typed messages: a direct message, a mention, a reply to a card, citations in double brackets.

Nothing is remembered: the card that a message replies to is read from the channel.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import suppress

import discord
from discord.abc import User
from discord.ext import commands

from lawbot.cards import help_card
from lawbot.cards.address import LawPlace, place_of
from lawbot.cards.card import Card, CardKind
from lawbot.decide.kinds import Kind
from lawbot.errors import N_
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.errors import error_card, note
from lawbot.faces.discord.render.card import draw
from lawbot.faces.discord.render.components import CardView, parts_of, table_of
from lawbot.faces.discord.request import FaceCog, with_verdicts
from lawbot.faces.discord.telemetry import Record, Served
from lawbot.faces.discord.transport import SILENT
from lawbot.language import SOURCE, installed
from lawbot.limits import MAX_TYPED
from lawbot.message.message import Message
from lawbot.talk.turn import ReadAs, Table, Turn, is_open

_ASKED_APART = (ReadAs.NEW, ReadAs.UNCLEAR, ReadAs.SMALL_TALK)
"""Readings of a text that is for the bot only if it names it, in a server."""
_PATIENCE = 2.0
"""Seconds to wait for the messages of a channel."""
_EARLIER = 16
"""Earlier messages among which the bot's last open card is searched."""
_MENTION = re.compile(r"<(?:@[!&]?|#)\d+>|<a?:\w+:\d+>")
_CODE = re.compile(r"(?s)(?<![`\\])(?:`{3,}+.*?`{3,}+|(`{1,2})(?!`).*?(?<!`)\1(?!`))")
"""Code as Discord shows it: a block between three ticks or more, else what stands between as many
ticks as began it."""
_BRACKETS = re.compile(r"(?<!\w)\[\[([^\[\]\n]{1,100})\]\]")
"""A name in double brackets; what stands right behind a word is code: 'x[[0]]'."""
_MOST_NAMES = 5
"""Most names in brackets that one message is answered for."""
NAMING = frozenset({Kind.CITED, Kind.TERM, Kind.HEADING, Kind.CHART})
"""Kinds of readings that name one card."""
_TYPED_KINDS = (discord.MessageType.default, discord.MessageType.reply)
"""Messages that somebody wrote; every other type is a notice of Discord's."""
_log = logging.getLogger(__name__)


def question_in(content: str) -> str:
    """Return the words of a message without mentions, in one line of bounded length."""
    return " ".join(_MENTION.sub(" ", content[: 2 * MAX_TYPED]).split())[:MAX_TYPED]


def bracketed(content: str) -> list[str]:
    """Return the first names in double brackets outside code: '27B1', 'revoke'."""
    names = [name.strip() for name in _BRACKETS.findall(_CODE.sub(" ", content))]
    # signs alone, and the 0 of a list, name nothing
    return [name for name in names if name.strip("0") and any(map(str.isalnum, name))][:_MOST_NAMES]


class LawMessages(FaceCog):
    """Answers messages that are addressed to the bot or cite a law."""

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer a direct message, a mention, a reply to a card, or citations in double brackets.

        Raises nothing.
        """
        me = self.bot.user
        if me is None or message.author.bot or message.type not in _TYPED_KINDS:
            return
        # a reply to the bot that does not name it asks nothing by itself, though Discord counts it
        # among the mentions
        listens = self.face.alone or self.face.settings.messages
        addressed = listens and (message.guild is None or _names(message, me))
        names = [] if addressed else self._bracketed(message)
        goes_on = listens and _card_replied_to(message, me) is not None
        if not (addressed or names or goes_on) or await self._is_for_another(message):
            return
        with suppress(TimeoutError):
            async with self.face.admission.message_slot(message):
                if self.face.admission.in_time(message.id):
                    await self._serve(message, me, addressed, names)
                else:
                    self._log_late(message)

    async def _serve(
        self, message: discord.Message, me: User, addressed: bool, names: list[str]
    ) -> None:
        """Answer a message, if it asks something or goes on from a card."""
        self.face.stop_listening(message.author.id)
        table, language = await self._table(message, me)
        asking = card_asking = self._asking(message)
        if table != Table():
            card_asking = self._asking(message, language or SOURCE)
        text = question_in(message.content)
        turn = card_asking.answers.conversation.read(text, table, card_asking.reader)
        goes_on = turn.read_as not in _ASKED_APART
        if not (addressed or names or goes_on):
            return
        if turn.read_as is not ReadAs.NEW:
            # what goes on from a card is in the card's language
            asking = card_asking
        door = "message" if addressed or goes_on else "brackets"
        with self.face.watch.over(door, asking.reader.language) as record:
            try:
                if addressed or goes_on:
                    answer = await _reply(message, self._view(turn, table, text, asking, record))
                    if turn.read_as is ReadAs.NEW:
                        self._listen(message, answer, text, asking)
                else:
                    view = self._named_view(names, asking, record)
                    # that a name is unknown should disturb nobody
                    await _reply(message, view, silent=not view.found)
            except asyncio.CancelledError:
                record.outcome = Served.LATE
                raise
            except discord.Forbidden:
                record.outcome = Served.REFUSED
                _log.info("A message was not answered: the bot may not write there.")
            except Exception as error:
                record.outcome = Served.REFUSED
                try:
                    await _reply(message, draw(error_card(error, asking.reader), asking.reader))
                except discord.HTTPException as second:
                    note(second)

    async def _is_for_another(self, message: discord.Message) -> bool:
        """Return whether a message is a command of the bot that we are in, or has its prefix."""
        if self.face.alone:
            return False
        try:
            context = await self.bot.get_context(message)
        except Exception as error:
            # without its prefixes nobody knows whose the message is
            note(error)
            return True
        # a bot may count a mention of it among its prefixes
        has_prefix = context.prefix and not _MENTION.match(context.prefix)
        return context.valid or bool(has_prefix)

    def _listen(
        self, message: discord.Message, answer: discord.Message, text: str, asking: Asking
    ) -> None:
        """Let a language model hear a message besides, if the operator brought one."""

        async def edit(card: Card) -> None:
            await answer.edit(view=asking.view(card), allowed_mentions=SILENT)

        self.face.listen(text, asking, [message.author.id], edit)

    def _log_late(self, message: discord.Message) -> None:
        """Log a message that is too old to be answered."""
        with self.face.watch.over("message", self._asking(message).reader.language) as record:
            record.outcome = Served.LATE

    def _bracketed(self, message: discord.Message) -> list[str]:
        """Return the names in brackets in a message, if operator and server allow them."""
        guild = message.guild.id if message.guild else None
        if not (self.face.inline and self.face.store.of(guild).inline):
            return []
        return bracketed(message.content)

    def _asking(self, message: discord.Message, language: str | None = None) -> Asking:
        """Return who wrote the message, reading in that language, else in that of its words."""
        user_language = language or installed().written(question_in(message.content)) or ""
        return self.face.asking_in(message.guild.id if message.guild else None, user_language)

    def _view(
        self, turn: Turn, table: Table, text: str, asking: Asking, record: Record
    ) -> CardView:
        """Return the message for a text as it was read, and count one that finds nothing."""
        card = asking.answers.reply(turn, table, asking.reader).card
        if not card.found:
            self.face.watch.nothing_found(text)
        is_new = turn.read_as is ReadAs.NEW
        record.shown(card.address, begun=is_new)
        view = asking.view(card)
        # a reply leads back to the words, however many they are
        return with_verdicts(view, card, asking, has_words=True) if is_new else view

    def _named_view(self, names: list[str], asking: Asking, record: Record) -> CardView:
        """Return the message for names in brackets: of one card, or of all the laws cited."""
        answers, reader = asking.answers, asking.reader
        addresses = [answers.address_for(name, reader, NAMING) for name in names]
        places = [place_of(address) for address in addresses]
        laws = [
            f"Law {place.citation}"
            for place in places
            if isinstance(place, LawPlace) and place.citation.law
        ]
        if len(laws) > 1:
            card = answers.ask(", ".join(laws), reader)
        elif any(addresses):
            card = answers.open(next(filter(None, addresses)), reader)
        else:
            card = self._unknown_card(names[0], asking)
        record.shown(card.address, begun=True)
        # what may have been meant opens for whoever presses it alone
        return asking.view(card, for_all=card.found)

    def _unknown_card(self, name: str, asking: Asking) -> Card:
        """Return the card that says that nothing has a name, with the nearest charts and laws."""
        answers, reader = asking.answers, asking.reader
        card = answers.ask(name, reader, NAMING)
        # an abbreviation is answered, though no address opens its card
        is_named = card.kind is CardKind.LAW
        # a number that is no law's is told with the laws near it
        is_number = not card.found and any(map(str.isdecimal, name))
        if is_named or is_number:
            return card
        sentence = reader.translate(N_("No law, term or flow chart is called “{name}”."))
        hits = answers.search_engine.situations(Message(name), help_card.NEAREST)
        charts = [answers.rulings.entry(hit.id, reader) for hit in hits]
        edition = answers.understanding.edition_for(reader, name)
        alike = answers.finding.nearest(name, edition, reader)
        by_address = {action.address: action for action in (*charts, *alike)}
        nearest = tuple(by_address.values())[: help_card.NEAREST]
        return help_card.error_card(sentence.format(name=name), reader, nearest)

    async def _table(self, message: discord.Message, me: User) -> tuple[Table, str | None]:
        """Return what is open where a message was written, and the language of that card.

        It is the bot's message that this one is a reply to; else, in a direct message or a thread,
        the bot's last one that leaves something open. Nothing is open if Discord does not show it.
        """
        try:
            async with asyncio.timeout(_PATIENCE):
                async for card in _cards_before(message, me):
                    components = (component.to_dict() for component in card.components)
                    parts = list(parts_of(components))
                    table = table_of(parts)
                    if is_open(table):
                        words = "\n".join(str(part.get("content", "")) for part in parts)
                        return table, installed().written(words)
        # without the card, for whatever reason, the text is read as it stands
        except Exception as error:
            _log.info("The card before a message could not be looked at: %s.", type(error).__name__)
        return Table(), None


def _names(message: discord.Message, me: User) -> bool:
    return f"<@{me.id}>" in message.content or f"<@!{me.id}>" in message.content


def _card_replied_to(message: discord.Message, me: User) -> discord.Message | None:
    """Return the bot's message that this one is a reply to."""
    original = message.reference.resolved if message.reference else None
    if isinstance(original, discord.Message) and original.author.id == me.id:
        return original
    return None


async def _cards_before(message: discord.Message, me: User) -> AsyncIterator[discord.Message]:
    """Yield the bot's messages that a message may go on from, the newest first."""
    if message.reference is not None:
        original = _card_replied_to(message, me)
        if original:
            yield original
    elif message.guild is None or isinstance(message.channel, discord.Thread):
        async for earlier in message.channel.history(limit=_EARLIER, before=message):
            if earlier.author.id == me.id:
                yield earlier


async def _reply(
    message: discord.Message, view: CardView, *, silent: bool = False
) -> discord.Message:
    return await message.reply(
        view=view, allowed_mentions=SILENT, mention_author=False, silent=silent
    )
