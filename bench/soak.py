"""``make soak``: twenty thousand interactions over the emulator, and what is left of them in
memory.

The bot is a program of its own over every document that is found; so many people at once look up,
search, type, tap, share and write what makes no sense, in three languages. Every interaction must
be answered, no line of the log may tell of a fault, and after the warm-up the memory may not grow
beyond what is allowed.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawbot.config import ROOT
from tests.emulator.test_hostile import HOSTILE
from tests.emulator.wire import TOKEN, Wire, emulated, message
from tests.support import json_lines, lawbooks
from tests.support.patience import PATIENCE
from tests.support.payloads import walk

PEOPLE = 25
WARM_UP = 8000
"""Interactions, or two fifths of fewer: meanwhile memory fills with what is kept (laws read, charts
of each language, cards drawn)."""
ALLOWED = 5.0
"""Megabytes that may be there more at the end than after the warm-up."""
QUERIES = ROOT / "tests" / "search"


def resident(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 / 1e6


def descriptors(process: int) -> int:
    """Return the number of files and sockets that a process has open."""
    return sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())


@dataclass
class Soak:
    """The interactions sent, and what became of them."""

    wire: Wire
    citations: list[str]
    charts: list[str]
    queries: list[str]
    rnd: random.Random
    interactions_sent: int = 0
    silent: int = 0
    seconds: list[float] = field(default_factory=list)

    async def person(self, number: int, last: int) -> None:
        """Ask a question and tap on its answer, until all have asked so many."""
        while self.interactions_sent < last:
            card = await self.interact(number, 2, self.question())
            # some of them type on, and are offered completions
            if self.rnd.random() < 0.3:
                await self.interact(number, 4, self.typing())
            for _tap in range(self.rnd.randrange(5)):
                # buttons and menus
                parts = walk((card or {}).get("components") or [])
                pressable = [part for part in parts if part["type"] in (2, 3)]
                enabled = [part for part in pressable if not part.get("disabled")]
                if not enabled:
                    break
                tap = self.tap(self.rnd.choice(enabled))
                card = await self.interact(number, 3, tap, message=message(card or {}))

    async def interact(
        self, number: int, kind: int, data: dict[str, Any], **where: Any
    ) -> dict[str, Any] | None:
        """Send an interaction and return its answer; None if there was none."""
        self.interactions_sent += 1
        try:
            answer = await self.wire.interact(
                kind,
                data,
                user=3000 + number,
                locale=self.rnd.choice(["en-US", "vi", "th"]),
                **where,
            )
        except TimeoutError:
            self.silent += 1
            return None
        self.seconds.append(answer.seconds)
        return answer.data

    def question(self) -> dict[str, Any]:
        """Return a slash command."""
        noise = "".join(chr(self.rnd.randrange(32, 0x3000)) for _ in range(40))
        odd = self.rnd.choice([*HOSTILE, noise])
        name, option, value = self.rnd.choice(
            [
                ("law", "citation", self.rnd.choice(self.citations)),
                ("law", "citation", self.rnd.choice(self.citations)),
                ("search", "words", self.rnd.choice(self.queries)),
                ("search", "words", odd),
                ("situation", "name", self.rnd.choice(self.charts)),
                ("situation", "name", self.rnd.choice(self.queries)),
                ("define", "term", self.rnd.choice(["LHO", "revoke", odd])),
                ("compare", "citation", self.rnd.choice(self.citations)),
                ("score", "contract", self.rnd.choice(["4SX by N +1", "3NT-2", odd[:80]])),
                ("quiz", "", ""),
            ]
        )
        return command(name, option, value)

    def typing(self) -> dict[str, Any]:
        """Return the beginning of something, while it is typed."""
        name, option = self.rnd.choice(
            [("law", "citation"), ("situation", "name"), ("define", "term")]
        )
        begun = self.rnd.choice(self.queries)[: self.rnd.randrange(1, 12)]
        return command(name, option, begun, focused=True)

    def tap(self, part: dict[str, Any]) -> dict[str, Any]:
        """Return a button pressed, or an option chosen."""
        press = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] == 3:
            press["values"] = [self.rnd.choice(part["options"])["value"]]
        return press


def command(name: str, option: str, value: str, **more: bool) -> dict[str, Any]:
    """Return a slash command with one option, or without if its name is empty."""
    options = [{"name": option, "type": 3, "value": value, **more}] if option else []
    return {"id": "1", "name": name, "type": 1, "options": options}


async def faults_of(log: asyncio.StreamReader, faults: list[str]) -> None:
    """Collect the lines of a log that tell of a fault, and show them with the places that
    follow."""
    following = False
    async for line in log:
        text = line.decode().rstrip()
        fault = " ERROR " in text or "Traceback" in text or "outcome=failed" in text
        following = fault or (following and text.startswith((" ", "caused by")))
        faults += [text] if fault else []
        if following:
            print(text, flush=True)


async def main() -> int:
    """Run it and print the figures. The exit status is 1 when somebody was not answered, something
    failed, or memory grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--interactions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args()
    interactions = options.interactions
    with tempfile.TemporaryDirectory() as folder:
        answers = lawbooks.open_answers(lawbooks.settings(Path(folder), documents=True))
        edition = answers.lawbook.in_force
        queries: list[str] = []
        for file in sorted(QUERIES.glob("queries-*.jsonl")):
            queries += (row["query"] for row in json_lines.read(file))
        async with emulated() as wire:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.emulator.run_bot", wire.base, folder, TOKEN,
                stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            assert process.stderr is not None
            faults: list[str] = []
            reading = asyncio.create_task(faults_of(process.stderr, faults))
            await wire.connected()
            soak = Soak(
                wire,
                list(map(str, answers.lawbook.citations(edition))),
                list(answers.situations),
                queries,
                random.Random(options.seed),
            )
            print(f"started: {resident(process.pid):.1f} MB")
            warm = 0.0
            for part in range(1, 11):
                await asyncio.gather(
                    *(soak.person(number, interactions * part // 10) for number in range(PEOPLE))
                )
                # the emulator would keep them all
                wire.requests.clear()
                # memory grows until all that is kept is there, and no more after that
                if not warm and soak.interactions_sent >= min(WARM_UP, interactions * 0.4):
                    warm = resident(process.pid)
                print(
                    f"{soak.interactions_sent:6} asked, {soak.silent} without an answer,"
                    f" {len(faults)} faults, {resident(process.pid):.1f} MB,"
                    f" {descriptors(process.pid)} descriptors",
                    flush=True,
                )
            grown = resident(process.pid) - warm
            process.terminate()
            ended = await asyncio.wait_for(process.wait(), PATIENCE)
            await asyncio.wait_for(reading, PATIENCE)
    soak.seconds.sort()
    middle, late = (soak.seconds[int(len(soak.seconds) * share)] * 1000 for share in (0.5, 0.99))
    print(
        f"{PEOPLE} at once: half answered within {middle:.0f} ms, 99 % within {late:.0f} ms;"
        f" grown by {grown:.1f} MB after the warm-up; exit {ended}"
    )
    return int(bool(soak.silent or faults or ended) or grown > ALLOWED)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
