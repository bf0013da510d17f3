"""Many at once: what is too old to be answered is dropped before any work, and nobody keeps others
waiting."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

import discord

from lawbot.faces.discord.sending import Interaction

TOO_OLD = 2.5
"""Seconds after which an answer is not begun any more: Discord takes a first answer for three, and
sending it takes some."""
BUDGET = 60.0
"""Seconds that an answer may take once it is its turn, however slow Discord is: then the turn is
another's."""
PER_PERSON = 4
PER_SERVER = 32
"""Interactions of one person and of one server that are answered at once; more wait their turn, so
that nobody keeps the others waiting."""
MESSAGES_PER_PERSON = 2
MESSAGES_PER_SERVER = 8
"""The same of messages, which have their own turns: Discord lets the bot write but five in as many
seconds in a channel, and who waits for that must not keep the commands of the server waiting."""
_WINDOW = 600
"""Seconds for which the quickest arrival is remembered: clocks drift apart."""

_AHEAD = 0.5
"""Seconds by which an id may be ahead of this machine's clock and still be believed."""


@dataclass
class _Window:
    """Some minutes of arrivals: how many, how many ahead of our clock, how far the quickest was
    behind.

    ``least_believed`` takes no id to be further ahead of our clock than ``_AHEAD``.
    """

    began: float
    arrivals: int = 0
    ahead: int = 0
    least: float = math.inf
    least_believed: float = math.inf

    def take(self, behind: float, earliest: float) -> None:
        """Count an arrival; nothing behind by less than ``earliest`` is believed."""
        self.arrivals += 1
        self.ahead += behind < earliest
        self.least = min(self.least, behind)
        self.least_believed = min(self.least_believed, max(behind, earliest))


class Crowd:
    """Tell whose turn it is, and what has come too late.

    The age of an interaction or message is what it is older than the quickest of the last minutes,
    so that no clock need be right.
    """

    def __init__(self) -> None:
        self.dropped = 0
        """Interactions and messages that were too old to be answered."""
        self._window = _Window(time.monotonic())
        self._window_before = _Window(-math.inf)
        self._latest = 0
        self._semaphores: WeakValueDictionary[tuple[str, int], asyncio.Semaphore]
        self._semaphores = WeakValueDictionary()

    def in_time(self, snowflake: int) -> bool:
        """Return whether what has this id is young enough to be answered; count it where not."""
        fresh = self._age(snowflake) < TOO_OLD
        self.dropped += not fresh
        return fresh

    @asynccontextmanager
    async def slot(self, interaction: Interaction) -> AsyncIterator[None]:
        """Wait until the person, and the server, may have one more answer under way.

        Ends what takes longer than one may with TimeoutError.
        """
        user = interaction.user.id
        server = self._bound("server", interaction.guild_id or user, PER_SERVER)
        person = self._bound("person", user, PER_PERSON)
        async with person, server, asyncio.timeout(BUDGET):
            yield

    @asynccontextmanager
    async def message_slot(self, message: discord.Message) -> AsyncIterator[None]:
        """Wait, as ``slot`` does, until a message may be answered."""
        author = message.author.id
        guild = message.guild.id if message.guild else author
        server = self._bound("messages of server", guild, MESSAGES_PER_SERVER)
        person = self._bound("messages of person", author, MESSAGES_PER_PERSON)
        async with person, server, asyncio.timeout(BUDGET):
            yield

    def _bound(self, kind: str, number: int, most: int) -> asyncio.Semaphore:
        return self._semaphores.setdefault((kind, number), asyncio.Semaphore(most))

    def _age(self, snowflake: int) -> float:
        now = time.monotonic()
        made = ((snowflake >> 22) + discord.utils.DISCORD_EPOCH) / 1000
        behind = now - made
        if now - self._window.began > _WINDOW:
            self._window, self._window_before = _Window(now), self._window
        if snowflake != self._latest:  # of a command it is asked twice
            self._latest = snowflake
            self._window.take(behind, now - time.time() - _AHEAD)
        return behind - self._least()

    def _least(self) -> float:
        """Return how far the quickest arrival was behind.

        An id of a time still to come has a wrong clock behind it, and would make all others seem
        old: it is not believed. Only where most are ahead is it our own clock that is wrong.
        """
        windows = (self._window, self._window_before)
        ahead = sum(window.ahead for window in windows)
        arrivals = sum(window.arrivals for window in windows)
        if 2 * ahead > arrivals:
            return min(window.least for window in windows)
        return min(window.least_believed for window in windows)
