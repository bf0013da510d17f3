"""Two hundred directors at once, each in the middle of another chart, when the bot is stopped and
another one started."""

import asyncio
import random
import re
from dataclasses import dataclass
from typing import Any

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import LawBot, make_client
from lawbot.faces.discord.settings.store import SettingsStore
from tests.emulator.test_wire import running
from tests.emulator.wire import Wire, emulated, message
from tests.support.payloads import texts, walk

DIRECTORS = 200


@dataclass
class Director:
    """One director: the chart, the message on their screen, and the answers they have tapped so
    far."""

    chart: str
    screen: Any
    taps: str = ""


def taps_of(data: Any) -> str:
    """Return the answers that the buttons of a message carry: those of the state it shows."""
    again = next(
        part["custom_id"]
        for part in walk(data["components"])
        if part["type"] == 2 and part["label"] in ("Why", "Yes")
    )
    return str(again).split("/")[3]


def is_ruling(data: Any) -> bool:
    return "Say this" in texts(data)


async def begin(wire: Wire, chart: str) -> Director:
    """Open a chart."""
    return Director(chart, (await wire.command("situation", name=chart)).data)


async def answer(wire: Wire, director: Director, rnd: random.Random) -> None:
    """Tap one of the answers shown."""
    buttons = [part for part in walk(director.screen["components"]) if part["type"] == 2]
    after = next(n for n, part in enumerate(buttons) if part["label"] in ("Back", "Why"))
    # the rare answers stand on a card of their own, which is no answer yet; the last two go back
    no_answers = re.compile("Something else|Not so|No: ")
    offered = [part for part in buttons[:after] if not no_answers.match(part["label"])]
    if "Assuming" in texts(director.screen):
        offered = offered[:1]  # yes: to say no is to go back
    director.screen = (
        await wire.press(rnd.choice(offered)["custom_id"], message(director.screen))
    ).data
    director.taps = taps_of(director.screen)


async def finish(wire: Wire, director: Director, rnd: random.Random) -> None:
    """Go on to the ruling."""
    for _tap in range(9):
        if is_ruling(director.screen):
            return
        await answer(wire, director, rnd)


def make_bot(settings: Settings) -> LawBot:
    """Return a bot with nothing in common with any other but the files on disk."""
    client = make_client(
        settings, Answers.open_all(settings), SettingsStore.in_memory(), guild_ready_timeout=0.05
    )
    client.commands_file = None
    return client


async def test_two_hundred_directors_survive_a_restart(small: Settings, answers: Answers) -> None:
    rnd = random.Random(64)
    charts = list(answers.situations)
    async with emulated() as wire:
        async with running(wire, make_bot(small)):
            directors = await asyncio.gather(
                *(begin(wire, charts[n % len(charts)]) for n in range(DIRECTORS))
            )
            await asyncio.gather(*(answer(wire, director, rnd) for director in directors))
        before = [director.taps for director in directors]
        assert all(before)
        async with running(wire, make_bot(small)):
            await asyncio.gather(*(finish(wire, director, rnd) for director in directors))
    assert all(is_ruling(director.screen) for director in directors)
    # a confirmation carries the assumed answers after the first one
    lost = [
        (director.chart, taps, director.taps)
        for director, taps in zip(directors, before, strict=True)
        if not director.taps.startswith(taps[0])
    ]
    assert lost == []
