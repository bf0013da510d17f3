"""Admission control: drop interactions too old to be answered, limit those answered at once.

The limits are for each person and each server.
"""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

import discord

from lawbot.faces.discord.transport import Interaction

# Discord takes a first answer for three, and sending it takes some of them
TOO_OLD = 2.5
"""Seconds after which an answer is not begun any more."""
BUDGET = 60.0
"""Seconds that an answer may hold its slot, however slow Discord is; then another gets it."""
# more wait for a slot, so that nobody keeps the others waiting
PER_PERSON = 4
PER_SERVER = 32
"""Most interactions of one person and of one server that are answered at once."""
# Discord lets the bot write but five in as many seconds in a channel, and who waits for that must
# not keep the commands of the server waiting
MESSAGES_PER_PERSON = 2
MESSAGES_PER_SERVER = 8
"""Most messages of one person and of one server that are answered at once."""
_WINDOW = 600
"""Seconds for which the quickest arrival is remembered: clocks drift apart."""

_AHEAD = 0.5
"""Seconds by which an id may be ahead of this machine's clock and still be believed."""


@dataclass
class _Window:
    """Some minutes of arrivals, counted, and how far the quickest was behind our clock.

    ``ahead`` counts those that seem to come from the future. ``least_believed`` takes no id to be
    further ahead of our clock than ``_AHEAD``.
    """

    began: float
    arrivals: int = 0
    ahead: int = 0
    least: float = math.inf
    least_believed: float = math.inf

    def take(self, behind: float, earliest: float) -> None:
        """Count an arrival; a delay below ``earliest`` is not believed."""
        self.arrivals += 1
        self.ahead += behind < earliest
        self.least = min(self.least, behind)
        self.least_believed = min(self.least_believed, max(behind, earliest))


class Admission:
    """Slots for those who ask, and the age of what they sent.

    The age of an interaction or message counts from the quickest of the last minutes, so that no
    clock need be right.
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
        """Return whether an interaction or message is young enough; count it if not."""
        fresh = self._age(snowflake) < TOO_OLD
        self.dropped += not fresh
        return fresh

    @asynccontextmanager
    async def slot(self, interaction: Interaction) -> AsyncIterator[None]:
        """Wait until the person, and the server, may have one more answer under way.

        Raises TimeoutError in an answer that takes longer than BUDGET.
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
        # an id has the milliseconds of Discord's clock in its upper bits
        created_at = ((snowflake >> 22) + discord.utils.DISCORD_EPOCH) / 1000
        behind = now - created_at
        if now - self._window.began > _WINDOW:
            self._window, self._window_before = _Window(now), self._window
        # the age of a command is asked twice, and it is one arrival
        if snowflake != self._latest:
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
