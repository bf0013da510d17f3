"""The question of the day: one a day in the channel that a server has chosen, open for all until
the next one is posted.

Whoever posts it takes the day on in the database first, so that two processes never both do; one
that goes down in between leaves it to whoever looks next, and Discord itself takes a message of the
same ``nonce`` but once within a few minutes. What was answered stands in the database, so that it
outlives a new start, and is forgotten when the question is opened.
"""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import discord
from discord.ext import tasks

from lawbot.answers import Reader
from lawbot.answers.addresses import Address, QuizPlace
from lawbot.answers.quiz import Quiz
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.club_quiz import (
    CLOSED,
    MOST_ANSWERS,
    TOO_MANY,
    closed_view,
    noted,
    open_view,
)
from lawbot.faces.discord.components import DAILY, OUTDATED, Press
from lawbot.faces.discord.deck import Asking
from lawbot.faces.discord.errors import note
from lawbot.faces.discord.face import FaceCog, answers_press
from lawbot.faces.discord.sending import SILENT, Interaction
from lawbot.faces.discord.settings_store import Daily, GuildSettings

LOOK = 30.0
"""Seconds between two looks at the clock."""
_GONE = (discord.Forbidden, discord.NotFound)


def due(now: datetime, settings: GuildSettings) -> int:
    """The day whose question a server should have by now, counted as ``date.toordinal`` does:
    today's from the hour on, yesterday's before.

    Where the clocks skip that hour it is due when they go on; where it comes twice, the first time.
    """
    local = now.astimezone(ZoneInfo(settings.daily_zone))
    return (local if local.hour >= settings.daily_hour else local - timedelta(days=1)).toordinal()


class LawDaily(FaceCog):
    """Posts the questions of the day, takes answers, and opens them."""

    async def cog_load(self) -> None:
        """Called when a bot takes the cog in: looks at the clock from now on."""
        self._looking.start()

    async def cog_unload(self) -> None:
        """Called when a bot lets the cog go."""
        self._looking.cancel()

    @tasks.loop(seconds=LOOK)
    async def _looking(self) -> None:
        if self.bot.is_ready():
            await self.look()

    async def look(self) -> None:
        """Posts what is due in the servers of this process, and opens what was told to stop. What
        fails is in the log, and tried again."""
        for guild in list(self.bot.guilds):
            try:
                await self._serve(guild.id)
            except Exception as error:
                note(error)

    async def _serve(self, guild: int) -> None:
        store, now = self.face.store, self.face.clock()
        chosen, known = store.of(guild), store.daily.get(guild)
        reader = Reader(chosen.language or self.face.language)
        if chosen.daily_channel is None:
            if known is not None:
                await self._open(guild, known, reader)
                await asyncio.to_thread(store.forget, guild, only_daily=True)
            return
        day = due(now, chosen)
        if known is not None and known.posted >= day:
            return
        taken = await asyncio.to_thread(store.take_day, guild, day, int(now.timestamp()))
        if taken is not None:
            await self._open(guild, taken, reader)
            posted = await self._post(
                guild,
                replace(taken, posted=day, channel=chosen.daily_channel, key="", message=0),
                reader,
            )
            await asyncio.to_thread(store.post_day, guild, posted)

    async def _post(self, guild: int, daily: Daily, reader: Reader) -> Daily:
        """Posts the question of a day. Returns it with its key and message; without, where the bot
        may not write."""
        quiz = self.face.answers.quizzing
        place = quiz.numbered(daily.day + guild)
        if place.key not in quiz.cases:
            return daily
        view = open_view(quiz, place, reader.translate(N_("Question of the day")), DAILY, reader)
        try:
            channel = self.bot.get_partial_messageable(daily.channel, guild_id=guild)
            message = await channel.send(
                view=view, allowed_mentions=SILENT, nonce=f"{guild}{daily.day % 1_000_000}"[-25:]
            )
        except _GONE:
            return daily
        return replace(daily, key=place.key, message=message.id)

    async def _open(self, guild: int, daily: Daily, reader: Reader) -> None:
        """Shows the answer and the count on the question that is open, where it is still there."""
        quiz: Quiz = self.face.answers.quizzing
        if daily.key not in quiz.cases:
            return
        view = closed_view(
            quiz,
            QuizPlace(daily.key),
            await asyncio.to_thread(self.face.store.votes, guild),
            reader,
        )
        message = self.bot.get_partial_messageable(
            daily.channel, guild_id=guild
        ).get_partial_message(daily.message)
        with suppress(*_GONE):
            await message.edit(view=view, allowed_mentions=SILENT)

    @answers_press(DAILY)
    async def _vote(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Takes an answer. Raises LawbotError where the question is not open."""
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
        await noted(interaction, place.choice, answers, asking.reader)
