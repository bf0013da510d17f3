"""Measure how long an answer takes on the wire, beside a bot that does nothing: ``python -m
bench.bench_discord``.

One, fifty and two hundred people ask at once, again and again, for a law and for a tap in a
situation: how long until Discord has the answer, and how many a second. Both bots are programs of
their own over the same emulator, taken in turns. Before that: how long from the start until the
first answer. After it: two hundred people who never pause between an answer and the next question.
"""

import asyncio
import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bench.soak import command
from lawbot.language.reader import Reader
from tests.emulator.wire import TOKEN, Answer, Wire, emulated, message
from tests.support import lawbooks
from tests.support.patience import PATIENCE

PEOPLE = {1: 300, 50: 30, 200: 10}
"""Numbers of people at once, with the rounds of each."""
ALLOWED = 1.5
"""Highest ratio to a do-nothing bot's time that passes with fifty at once."""
WARM = 3
CROWDED = 20.0
"""Seconds for which two hundred people ask without a pause."""
Ask = Callable[[Wire, int], Awaitable[Answer]]


async def measured(wire: Wire, ask: Ask, people: int) -> tuple[list[float], float]:
    """Return the seconds each of them waited who asked at once, and the seconds until all were
    answered."""
    began = time.perf_counter()
    answers = await asyncio.gather(*(ask(wire, number) for number in range(people)))
    took = time.perf_counter() - began
    return [answer.seconds for answer in answers], took


def spent(bot: asyncio.subprocess.Process) -> float:
    """Return the seconds of processor time that a bot has used: less disturbed by whatever else
    runs than the time that passes."""
    user, system = Path(f"/proc/{bot.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def compared(
    name: str,
    ask: Ask,
    people: int,
    wires: dict[str, Wire],
    bots: dict[str, asyncio.subprocess.Process],
) -> float:
    """Print what both bots took, and return how many times as long ours took in the median."""
    seconds: dict[str, list[float]] = {who: [] for who in wires}
    whole, worked = dict.fromkeys(wires, 0.0), dict.fromkeys(wires, 0.0)
    for turn in range(PEOPLE[people] + WARM):
        for who, wire in wires.items():
            before = spent(bots[who])
            answer_seconds, all_of_them = await measured(wire, ask, people)
            # the first rounds fill what is kept
            if turn >= WARM:
                worked[who] += spent(bots[who]) - before
                seconds[who] += answer_seconds
                whole[who] += all_of_them
    figures = []
    for who, waited in seconds.items():
        waited.sort()
        middle, late = statistics.median(waited) * 1000, waited[int(len(waited) * 0.99)] * 1000
        rate, work = len(waited) / whole[who], worked[who] / len(waited) * 1000
        figures.append(
            f"{who} {middle:6.1f} ms, 99 % {late:6.1f}, {rate:4.0f} a second, {work:4.2f} ms of work"
        )
    ratio = statistics.median(seconds["ours"]) / statistics.median(seconds["idle"])
    print(f"{name:16} {people:3} at once: {'; '.join(figures)}; {ratio:.2f} times", flush=True)
    return ratio


async def without_a_pause(ask: Ask, wire: Wire) -> int:
    """Print how two hundred people fared of whom each asks anew as soon as there is an answer.
    Return how many questions got none."""
    waited: list[float] = []
    silent = 0

    async def person(number: int, until: float) -> None:
        nonlocal silent
        while time.perf_counter() < until:
            try:
                waited.append((await ask(wire, number)).seconds)
            except TimeoutError:
                silent += 1

    began = time.perf_counter()
    await asyncio.gather(*(person(number, began + CROWDED) for number in range(200)))
    took = time.perf_counter() - began
    waited.sort()
    half, late = (waited[int(len(waited) * share)] * 1000 for share in (0.5, 0.99))
    print(
        f"200 without a pause: {len(waited)} answered in {took:.0f} s, {silent} without an answer; half within {half:.0f} ms, "
        f"99 % within {late:.0f}, the slowest {waited[-1] * 1000:.0f}",
        flush=True,
    )
    return silent


async def main() -> int:
    """Print the figures; the exit status is 1 when ours is over what is allowed, or somebody got no
    answer."""
    state = Path(tempfile.gettempdir()) / "lawbot-bench"
    answers = lawbooks.open_answers(lawbooks.settings(state), anew=True)
    units = answers.lawbook.citations("plain-2017")
    citations = [str(unit) for unit in units if unit.law and not unit.footnote and not unit.table]
    turn = itertools.cycle(citations)
    cards = [answers.ask(f"chart:{chart}", Reader(director=True)) for chart in answers.situations]
    taps = itertools.cycle(
        [action.address for card in cards for row in card.rows for action in row if action.enabled]
    )
    # each question is another person's, so that no limit of one holds it up
    people = itertools.count(10_000)

    async def law(wire: Wire, _number: int) -> Answer:
        return await wire.interact(2, command("law", "citation", next(turn)), user=next(people))

    async def tap(wire: Wire, _number: int) -> Answer:
        address = next(taps)
        container = {"type": 17, "components": [{"type": 1, "components": [button(address)]}]}
        # of the new kind of components, and seen by one person alone
        on = message({"components": [container], "flags": 1 << 15 | 64})
        return await wire.interact(
            3, {"custom_id": f"lb:{address}", "component_type": 2}, user=next(people), message=on
        )

    async with emulated() as ours, emulated() as idle:
        wires = {"ours": ours, "idle": idle}
        bots: dict[str, asyncio.subprocess.Process] = {}
        try:
            for who, module in (("ours", "run_bot"), ("idle", "idle_bot")):
                began = time.perf_counter()
                bots[who] = await start_bot(module, wires[who], state)
                await wires[who].connected()
                connected = time.perf_counter() - began
                await law(wires[who], 0)
                print(
                    f"start of {who}: connected after {connected:.2f} s, the first answer after {time.perf_counter() - began:.2f} s"
                )
            # until the first cards are drawn ahead
            await asyncio.sleep(5)
            ratios = [
                await compared(name, ask, many, wires, bots)
                for many in PEOPLE
                for name, ask in (("/law", law), ("a situation tap", tap))
            ]
            silent = await without_a_pause(
                lambda wire, number: (law if number % 2 else tap)(wire, number), wires["ours"]
            )
        finally:
            for bot in bots.values():
                bot.terminate()
                await asyncio.wait_for(bot.wait(), PATIENCE)
    return int(max(ratios[2:4]) > ALLOWED or silent > 0)


def button(address: str) -> dict[str, object]:
    """Return a button that opens the address."""
    return {"type": 2, "style": 2, "label": "x", "custom_id": f"lb:{address}"}


async def start_bot(module: str, wire: Wire, state: Path) -> asyncio.subprocess.Process:
    """Start a bot as a program of its own."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", f"tests.emulator.{module}", wire.base, str(state), TOKEN,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
