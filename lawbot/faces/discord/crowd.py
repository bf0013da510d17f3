"""Many at once: what is too old to be answered is dropped before any work, and nobody's requests keep others waiting."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

import discord

TOO_OLD = 2.5
"""Seconds after which an answer is not begun any more: Discord takes a first answer for three, and sending it takes some."""
BUDGET = 60.0
"""Seconds that an answer may take once it is its turn, however slow Discord is: then the turn is another's."""
PER_PERSON = 4
PER_SERVER = 32
"""Interactions of one person and of one server that are answered at once; more wait their turn, so that nobody keeps the others waiting."""
_WINDOW = 600
"""Seconds for which the quickest arrival is remembered: clocks drift apart."""


class Crowd:
    """Whose turn it is. An interaction's age is what it is older than the quickest of the last minutes, so that no clock need be right."""

    def __init__(self) -> None:
        self.dropped = 0
        """Interactions that were too old to be answered."""
        self._began = time.monotonic()
        self._before = self._least = math.inf
        self._semaphores: WeakValueDictionary[tuple[str, int], asyncio.Semaphore] = WeakValueDictionary()

    def in_time(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether Discord will still take an answer to it; one that comes too late is counted."""
        fresh = self._age(interaction) < TOO_OLD
        self.dropped += not fresh
        return fresh

    @asynccontextmanager
    async def turn(self, interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
        """Waits until the person, and the server, may have one more answer under way. Ends what takes longer than one may with TimeoutError."""
        server = self._bound("server", interaction.guild_id or interaction.user.id, PER_SERVER)
        async with self._bound("person", interaction.user.id, PER_PERSON), server, asyncio.timeout(BUDGET):
            yield

    def _bound(self, kind: str, number: int, most: int) -> asyncio.Semaphore:
        return self._semaphores.setdefault((kind, number), asyncio.Semaphore(most))

    def _age(self, interaction: discord.Interaction[Any]) -> float:
        now = time.monotonic()
        behind = now - ((interaction.id >> 22) + discord.utils.DISCORD_EPOCH) / 1000
        if now - self._began > _WINDOW:
            self._began, self._before, self._least = now, self._least, math.inf
        self._least = min(self._least, behind)
        return behind - min(self._before, self._least)
