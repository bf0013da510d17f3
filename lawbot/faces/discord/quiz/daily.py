"""The question of the day, in the channel that a server has chosen, open until the next one.

A process claims the day in the database before it posts, so that two never both post; if it goes
down in between, the claim expires and another takes over, and Discord itself takes a message of the
same ``nonce`` but once within a few minutes. Answers stand in the database, so that they outlive a
new start, and are forgotten when the answer is shown.
"""

import asyncio
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import discord
from discord.ext import tasks
from discord.ext.commands import AutoShardedBot, Bot

from lawbot.cards.address import Address, QuizPlace
from lawbot.cards.quiz_card import Quiz
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.errors import note
from lawbot.faces.discord.quiz.club import (
    CLOSED,
    MOST_ANSWERS,
    TOO_MANY,
    VoteCount,
    closed_view,
    open_view,
)
from lawbot.faces.discord.render.components import OUTDATED, CardView, Press, Verb
from lawbot.faces.discord.request import Face, FaceCog, answers_press
from lawbot.faces.discord.settings.store import Daily, GuildSettings
from lawbot.faces.discord.transport import SILENT, Interaction
from lawbot.language.reader import Reader

LOOK = 30.0
"""Polling interval in seconds."""
_GONE = (discord.Forbidden, discord.NotFound)


def due(now: datetime, settings: GuildSettings) -> int:
    """Return the day whose question a server should have by now, as ``date.toordinal`` counts.

    It is today from the server's hour on, yesterday before. If the clocks skip that hour it is due
    when they go on; if it comes twice, the first time.
    """
    local = now.astimezone(ZoneInfo(settings.daily_zone))
    if local.hour < settings.daily_hour:
        local -= timedelta(days=1)
    return local.toordinal()


class LawDaily(FaceCog):
    """Post the questions of the day, take answers, and show the right ones."""

    def __init__(self, bot: Bot | AutoShardedBot, face: Face) -> None:
        super().__init__(bot, face)
        self._counts: defaultdict[int, VoteCount] = defaultdict(VoteCount)
        """The count on the open question of each server."""

    async def cog_load(self) -> None:
        """Start to poll; called when a bot adds the cog."""
        self._looking.start()

    async def cog_unload(self) -> None:
        """Stop to poll; called when a bot removes the cog."""
        self._looking.cancel()

    @tasks.loop(seconds=LOOK)
    async def _looking(self) -> None:
        if self.bot.is_ready():
            await self.look()

    async def look(self) -> None:
        """Post the questions that are due in the servers of this process.

        A question of a server that wants none any more is closed. An error goes to the log; the
        next look tries again.
        """
        for guild in list(self.bot.guilds):
            try:
                await self._serve(guild.id)
            except Exception as error:
                note(error)

    async def _serve(self, guild: int) -> None:
        store, now = self.face.store, self.face.clock()
        settings, last = store.of(guild), store.daily.get(guild)
        reader = self._reader(guild)
        if settings.daily_channel is None:
            if last is not None:
                # an open question of a server that wants none any more would stay open for good
                await self._open(guild, last, reader)
                await asyncio.to_thread(store.forget, guild, only_daily=True)
            return
        day = due(now, settings)
        if last is not None and last.posted >= day:
            return
        # the claim stands in the database before anything is posted
        claim = await asyncio.to_thread(store.take_day, guild, day, int(now.timestamp()))
        if claim is None:
            return
        await self._open(guild, claim, reader)
        unposted = replace(claim, posted=day, channel=settings.daily_channel, key="", message=0)
        posted = await self._post(guild, unposted, reader)
        await asyncio.to_thread(store.post_day, guild, posted)

    def _reader(self, guild: int) -> Reader:
        """Return the reader for whom a server's question is posted."""
        return Reader(self.face.store.of(guild).language or self.face.language)

    async def _post(self, guild: int, daily: Daily, reader: Reader) -> Daily:
        """Post the question of a day, and return it with its key and message.

        If the bot may not write there, it is returned as it came.
        """
        quiz = self.face.answers.quizzing
        # servers get other questions on one day, so that nobody can look them up next door
        place = quiz.numbered(daily.day + guild)
        if place.key not in quiz.cases:
            return daily
        view = _open_daily(quiz, place, reader, 0)
        try:
            channel = self.bot.get_partial_messageable(daily.channel, guild_id=guild)
            message = await channel.send(
                view=view, allowed_mentions=SILENT, nonce=f"{guild}{daily.day % 1_000_000}"[-25:]
            )
        except _GONE:
            return daily
        return replace(daily, key=place.key, message=message.id)

    async def _open(self, guild: int, daily: Daily, reader: Reader) -> None:
        """Show the answer and the count on the open question, if its message still exists."""
        quiz: Quiz = self.face.answers.quizzing
        if daily.key not in quiz.cases:
            return
        votes = await asyncio.to_thread(self.face.store.votes, guild)
        view = closed_view(quiz, QuizPlace(daily.key), votes, reader)
        channel = self.bot.get_partial_messageable(daily.channel, guild_id=guild)
        message = channel.get_partial_message(daily.message)
        # a count that is being edited now would overwrite the answer
        async with self._counts.pop(guild, VoteCount()).lock:
            with suppress(*_GONE):
                await message.edit(view=view, allowed_mentions=SILENT)

    @answers_press(Verb.DAILY)
    async def _vote(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Take an answer. Raises LawbotError if the question is not open."""
        place = Address.parse(press.address).place
        if not isinstance(place, QuizPlace) or not place.choice or interaction.guild_id is None:
            raise LawbotError(OUTDATED)
        answers = await asyncio.to_thread(
            asking.store.vote,
            interaction.guild_id,
            place.key,
            interaction.user.id,
            place.choice,
            MOST_ANSWERS,
        )
        if not 0 < answers <= MOST_ANSWERS:
            raise LawbotError(TOO_MANY if answers else CLOSED)
        open_question = partial(
            _open_daily,
            asking.answers.quizzing,
            replace(place, choice=0),
            self._reader(interaction.guild_id),
        )
        await self._counts[interaction.guild_id].take(
            interaction, place.choice, answers, open_question, asking.reader
        )


def _open_daily(quiz: Quiz, place: QuizPlace, reader: Reader, answers: int) -> CardView:
    """Return the open question of a day."""
    first = reader.translate(N_("Question of the day"))
    return open_view(quiz, place, first, Verb.DAILY, reader, answers=answers)
