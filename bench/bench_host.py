"""Measure how long a host's loop stands still while our extension is loaded into its bot:
``python -m bench.bench_host [--build]``.

A task of the host looks at the clock every two milliseconds. The longest wait between two looks is
what the host's own commands would have waited. ``--build`` begins without a lawbook. On a busy
machine a quiet loop waits as well: what ours alone would take is the work between two looks.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable
from typing import NamedTuple

from discord import Intents
from discord.ext import commands

TICK = 0.002
QUIET = 3.0
"""Seconds that the loop is watched with nothing to do."""


class Waits(NamedTuple):
    """The longest waits of a loop in milliseconds.

    ``work`` is what the whole process computed meanwhile: other programs do not add to it.
    """

    clock: float
    work: float


async def _watch(waits: list[Waits]) -> None:
    """Note every wait of the loop, until cancelled."""
    clock, work = time.perf_counter(), time.process_time()
    while True:
        await asyncio.sleep(TICK)
        clock_now, work_now = time.perf_counter(), time.process_time()
        waits.append(Waits(1000 * (clock_now - clock - TICK), 1000 * (work_now - work)))
        clock, work = clock_now, work_now


async def longest_waits(load: Awaitable[object]) -> Waits:
    """Return the longest waits of the running loop while something is awaited."""
    waits: list[Waits] = []
    watching = asyncio.create_task(_watch(waits))
    await asyncio.sleep(10 * TICK)
    await load
    watching.cancel()
    return Waits(max(wait.clock for wait in waits), max(wait.work for wait in waits))


async def load_into_a_host() -> tuple[Waits, float]:
    """Load our extension into a new bot; return the longest waits, and the seconds it took."""
    bot = commands.Bot("!", intents=Intents(guilds=True))
    began = time.perf_counter()
    waits = await longest_waits(bot.load_extension("lawbot.faces.discord"))
    seconds = time.perf_counter() - began
    assert bot.tree.get_command("law")
    return waits, seconds


def _print(name: str, waits: Waits) -> None:
    print(f"{name:<34} longest wait {waits.clock:6.1f} ms, {waits.work:6.1f} ms of work of ours")


async def measure() -> None:
    """Print the waits of a quiet loop, and of one that loads our extension."""
    _print("a quiet loop", await longest_waits(asyncio.sleep(QUIET)))
    waits, seconds = await load_into_a_host()
    _print(f"while it loads, {seconds:.1f} s", waits)


def main() -> None:
    """Measure with the lawbook that is there, or in a state folder without one."""
    if "--build" not in sys.argv[1:]:
        asyncio.run(measure())
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LAWBOT_STATE"] = folder
        asyncio.run(measure())


if __name__ == "__main__":
    main()
