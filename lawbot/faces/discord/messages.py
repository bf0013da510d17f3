"""Words in messages: a direct message, a mention, a reply to a card, citations in double brackets.
Nothing is remembered: the card that a message answers is looked for where the words were
written."""

import asyncio
import logging
import re
from contextlib import suppress
from datetime import timedelta

import discord
from discord.ext import commands

from lawbot.answers.understanding import TYPED
from lawbot.citation import Citation
from lawbot.errors import CitationError
from lawbot.faces.discord.components import CardView, open_actions, parts_of
from lawbot.faces.discord.deck import Asking
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.errors import error_card, note
from lawbot.faces.discord.face import FaceCog
from lawbot.faces.discord.sending import SILENT
from lawbot.faces.discord.watching import Record, Served
from lawbot.language import SOURCE, installed

_FRESH = timedelta(hours=1)
"""How old a card may be that a direct message answers without being written as a reply to it."""
_PATIENCE = 2.0
"""Seconds to wait for these messages."""
_LOOKED_AT = 5
"""Messages before it among which the bot's last one is looked for."""
_MENTION = re.compile(r"<(?:@[!&]?|#)\d+>|<a?:\w+:\d+>")
_CODE = re.compile(r"(?s)(?<![`\\])(?:`{3,}+.*?`{3,}+|(`{1,2})(?!`).*?(?<!`)\1(?!`))")
"""Code as Discord shows it: a block between three ticks or more, else what stands between as many
ticks as began it."""
_BRACKETS = re.compile(r"\[\[([^\[\]\n]{1,100})\]\]")
_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)
"""Messages that somebody wrote; every other type is a notice of Discord's."""
_log = logging.getLogger(__name__)


def question_in(content: str) -> str:
    """What was said, without mentions and markup, in one line of bounded length."""
    return " ".join(_MENTION.sub(" ", content[: 2 * TYPED]).split())[:TYPED]


def cited(content: str) -> str:
    """The laws named in double brackets outside code, as a question; empty where there are none
    (anything else in brackets is left alone)."""
    laws = []
    for inside in _BRACKETS.findall(_CODE.sub(" ", content)):
        with suppress(CitationError):
            laws.append(Citation.parse(inside.strip()))
    return ", ".join(f"Law {citation}" for citation in laws if citation.law)


class LawMessages(FaceCog):
    """Answers messages that are addressed to the bot or cite a law."""

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answers a direct message, a mention, a reply to a card, or citations in double brackets
        where those are on. Raises nothing."""
        me = self.bot.user
        if me is None or message.author.bot or message.type not in _WRITTEN:
            return
        # a reply to the bot that does not name it asks nothing by itself, though Discord counts it
        # among the mentions
        asked = message.guild is None or _names(message, me)
        citing = "" if asked else self._cited(message)
        if not (asked or citing or _card_replied_to(message, me)):
            return
        with suppress(TimeoutError):
            async with self.face.crowd.message_slot(message):
                if self.face.crowd.in_time(message.id):
                    await self._serve(message, me, asked, citing)
                else:
                    self._let_go(message)

    async def _serve(
        self, message: discord.Message, me: discord.abc.User, asked: bool, citing: str
    ) -> None:
        """Answer a message, if it asks or chooses something."""
        asking = self._asking(message)
        address, asking = await self._replied(message, me, asking)
        if not (asked or citing or address):
            return
        door = "message" if asked or address else "brackets"
        with self.face.watch.over(door, asking.reader.language) as record:
            try:
                if view := self._answer(message, asking, address, citing, record):
                    await _reply(message, view)
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

    def _let_go(self, message: discord.Message) -> None:
        """Leave a line in the log about a message that is too old to be answered."""
        with self.face.watch.over("message", self._asking(message).reader.language) as record:
            record.outcome = Served.LATE

    def _cited(self, message: discord.Message) -> str:
        """Return the laws a message cites in brackets, where operator and server want those
        answered."""
        guild = message.guild.id if message.guild else None
        if not (self.face.inline and self.face.store.of(guild).inline):
            return ""
        return cited(message.content)

    def _asking(self, message: discord.Message, language: str | None = None) -> Asking:
        """Who wrote it, reading in that language, else in the one that it is written in."""
        own = language or installed().written(question_in(message.content)) or ""
        return self.face.asking_in(message.guild.id if message.guild else None, own)

    def _answer(
        self, message: discord.Message, asking: Asking, address: str, citing: str, record: Record
    ) -> CardView | None:
        """The card at the address, of the citations, or of the whole message; None for citations of
        what is not there."""
        if address:
            record.shown(address, begun=False)
            return asking.open(address)
        card = (
            asking.answers.ask(citing, asking.reader)
            if citing
            else self.face.card_for(question_in(message.content), asking)
        )
        record.shown(card.address, begun=True)
        return asking.view(card, for_all=bool(citing)) if card.found or not citing else None

    async def _replied(
        self, message: discord.Message, me: discord.abc.User, asking: Asking
    ) -> tuple[str, Asking]:
        """The address that a message chooses of the card before it, with who reads on in the card's
        language. The card is the bot's message that it is a reply to; else, in a direct message,
        the bot's last. Empty where it chooses nothing, or Discord does not show the card.
        """
        said = question_in(message.content)
        if not asking.answers.may_reply(said, asking.reader):
            return "", asking
        try:
            async with asyncio.timeout(_PATIENCE):
                card = await _card_before(message, me)
        # whatever Discord does: without the card the text is read as it stands
        except Exception as error:
            _log.info("The card before a message could not be looked at: %s.", type(error).__name__)
            return "", asking
        parts = list(parts_of(component.to_dict() for component in card.components)) if card else []
        language = installed().written("\n".join(str(part.get("content", "")) for part in parts))
        replying = self._asking(message, language or SOURCE)
        address = replying.answers.reply(open_actions(parts), said, replying.reader)
        return address, replying if address else asking


def _names(message: discord.Message, me: discord.abc.User) -> bool:
    return f"<@{me.id}>" in message.content or f"<@!{me.id}>" in message.content


def _card_replied_to(message: discord.Message, me: discord.abc.User) -> discord.Message | None:
    """Return the bot's message that this one is a reply to."""
    answered = message.reference.resolved if message.reference else None
    if isinstance(answered, discord.Message) and answered.author.id == me.id:
        return answered
    return None


async def _card_before(message: discord.Message, me: discord.abc.User) -> discord.Message | None:
    if message.reference is not None or message.guild is not None:
        return _card_replied_to(message, me)
    async for earlier in message.channel.history(limit=_LOOKED_AT, before=message):
        if earlier.author.id == me.id:
            return (
                earlier
                if message.created_at - (earlier.edited_at or earlier.created_at) < _FRESH
                else None
            )
    return None


async def _reply(message: discord.Message, view: CardView) -> None:
    await message.reply(view=view, allowed_mentions=SILENT, mention_author=False)
