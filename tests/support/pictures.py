"""Pictures of the main cards at phone width, over the restatement alone: ``python -m tests.support.pictures FOLDER``.

Needs what CI does not: ``pip install playwright`` and Debian's ``chromium``, ``fonts-noto-core``, ``fonts-thai-tlwg``.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserType

from lawbot.faces.discord.client import make_client
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.language import translator
from tests.support import lawbooks
from tests.support.discord_sim import Seen, Sim, simulated

PHONE = (390, 1500)
MAIN = {"law", "question", "ruling", "search", "score", "help"}
"""What is drawn when no names are given, in each language."""
_launch = BrowserType.launch


async def _debian(self: BrowserType, **options: Any) -> Any:
    return await _launch(self, executable_path="/usr/bin/chromium", args=["--no-sandbox", "--force-device-scale-factor=2"], **options)


async def walk(sim: Sim, name: str, language: str, upto: str) -> Seen:
    """The first card of a situation, pressed on until the words (an English message of ours) are on it in that language."""
    upto = translator(language)(upto).format(number=1)
    seen = await sim.boss.run("situation", name=name)
    for _ in range(12):
        if upto in seen.text:
            return seen
        seen = await sim.boss.press(seen, next(iter(seen.buttons)))
    return seen


async def main(folder: Path, only: set[str]) -> None:
    """Draws each picture into the folder."""
    BrowserType.launch = _debian  # type: ignore[method-assign]
    folder.mkdir(parents=True, exist_ok=True)
    chosen = lawbooks.settings(Path(tempfile.gettempdir()) / "lawbot-pictures")
    answers = lawbooks.opened(chosen, anew=True)
    client = make_client(chosen, answers, SettingsStore.in_memory())
    client.commands_file = None
    client.face.language = "en"
    async with simulated(client, strict_sync=False, settle_timeout=60) as sim:
        await client.tree.sync()
        for language in ("en", "vi", "th"):
            sim.language(language)
            shots = _shots(language)
            for name, shoot in shots.items():
                if not {name, f"{name}-{language}"} & (only or MAIN):
                    continue
                seen = await shoot(sim)
                who = sim.boss if name in ("question", "ruling", "settings") else sim.player
                viewport = (PHONE[0], 1500)
                async with sim.env.preview(
                    sim.channel, viewers=[who.actor], width=viewport[0], height=viewport[1], display="fixed"
                ) as preview:
                    await preview.screenshot(
                        folder / f"{name}-{language}.png", viewer=who.actor, target=seen.handle.id, allow_incomplete=True, viewport=viewport
                    )


def _shots(language: str) -> dict[str, Callable[[Sim], Awaitable[Seen]]]:
    """What is drawn, by name."""
    return {
        "law": lambda sim: sim.player.run("law", citation="27B1"),
        "law-paged": lambda sim: sim.player.run("law", citation="16"),
        "items": lambda sim: sim.player.run("law", citation="12C1"),
        "definition": lambda sim: sim.player.run("define", term="LHO"),
        "search": lambda sim: sim.player.run("search", words="partner took ages and then passed"),
        "situations": lambda sim: sim.player.run("situation"),
        "player": lambda sim: sim.player.run("situation", name="insufficient bid"),
        "question": lambda sim: walk(sim, "insufficient-bid", language, "question {number}"),
        "ruling": lambda sim: walk(sim, "insufficient-bid", language, "Say this"),
        "compare": lambda sim: sim.player.run("compare", citation="27B1"),
        "score": lambda sim: sim.player.run("score", contract="4SX", vulnerable="yes", result="-2"),
        "imps": lambda sim: sim.player.run("imps", difference=450),
        "board": lambda sim: sim.player.run("board", number=7),
        "table": lambda sim: sim.player.run("law", citation="78B"),
        "law2": lambda sim: sim.player.run("law", citation="2"),
        "law77": lambda sim: sim.player.run("law", citation="77"),
        "contents": lambda sim: contents(sim),
        "help": lambda sim: sim.player.run("help"),
        "about": lambda sim: sim.player.run("about"),
        "error": lambda sim: sim.player.run("law", citation="64Q"),
        "settings": lambda sim: sim.boss.run("settings", language="vi"),
    }


async def contents(sim: Sim) -> Seen:
    """The table of contents, by its button."""
    seen = await sim.player.run("law", citation="27")
    return await sim.player.press(seen, next(label for label in seen.buttons if label.startswith("↑")))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), set(sys.argv[2:])))
