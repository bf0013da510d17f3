"""How long an answer takes on the wire, beside a bot that does nothing: ``python -m tests.bench_discord``.

Fifty people ask at once, again and again; printed is the median time until Discord has the answer, for /law and for a tap in a
situation. Both bots are programs of their own over the same emulator, taken in turns.
"""

import asyncio
import itertools
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from lawbot.answers import Reader
from tests.emulator.wire import TOKEN, Answer, Wire, emulated, message
from tests.support import lawbooks

PEOPLE = 50
ROUNDS = 30
ALLOWED = 1.5
Ask = Callable[[Wire, int], Awaitable[Answer]]


async def measured(wire: Wire, ask: Ask) -> list[float]:
    """The seconds each of fifty people waited who asked at once."""
    return [answer.seconds for answer in await asyncio.gather(*(ask(wire, number) for number in range(PEOPLE)))]


async def main() -> int:
    """Prints the medians; the exit status is 1 when ours is over what is allowed."""
    state = Path(tempfile.gettempdir()) / "lawbot-bench"
    answers = lawbooks.opened(lawbooks.settings(state), anew=True)
    citations = [str(c) for c in answers.lawbook.citations("plain-2017") if c.law and not c.footnote and not c.table]
    turn = itertools.cycle(citations)
    cards = [answers.ask(f"chart:{chart}", Reader(director=True)) for chart in answers.situations]
    taps = itertools.cycle([action.address for card in cards for row in card.rows for action in row if action.enabled])

    async def law(wire: Wire, _number: int) -> Answer:
        return await wire.command("law", citation=next(turn))

    async def tap(wire: Wire, _number: int) -> Answer:
        address = next(taps)
        on = message({"components": [{"type": 17, "components": [{"type": 1, "components": [button(address)]}]}], "flags": 1 << 15 | 64})
        return await wire.press(f"lb:{address}", on)

    async with emulated() as ours, emulated() as idle:
        bots = [await started("run_bot", ours, state), await started("idle_bot", idle, state)]
        try:
            await ours.connected()
            await idle.connected()
            await asyncio.sleep(1)
            worst = 0.0
            for name, ask in (("/law", law), ("a situation tap", tap)):
                times: dict[str, list[float]] = {"ours": [], "idle": []}
                for turn_number in range(ROUNDS):
                    for who, wire in (("ours", ours), ("idle", idle)):
                        seconds = await measured(wire, ask)
                        if turn_number >= 3:
                            times[who] += seconds
                mine, nothing = (statistics.median(times[who]) * 1000 for who in ("ours", "idle"))
                worst = max(worst, mine / nothing)
                print(f"{name}, {PEOPLE} at once: ours {mine:.1f} ms, a do-nothing bot {nothing:.1f} ms, {mine / nothing:.2f} times")
        finally:
            for bot in bots:
                bot.terminate()
                await bot.wait()
    return int(worst > ALLOWED)


def button(address: str) -> dict[str, object]:
    """A button that opens the address."""
    return {"type": 2, "style": 2, "label": "x", "custom_id": f"lb:{address}"}


async def started(module: str, wire: Wire, state: Path) -> asyncio.subprocess.Process:
    """A bot as a program of its own."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", f"tests.emulator.{module}", wire.base, str(state), TOKEN,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
