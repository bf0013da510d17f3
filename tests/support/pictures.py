"""Draw the kinds of cards at phone width, dark beside light, over the restatement alone.

Run by hand: ``python -m tests.support.pictures FOLDER``. Names after the folder (``ruling``,
``ruling-vi``) draw those alone. Needs what
``tests/support/phone.py`` needs, and Debian's ``fonts-noto-core``, ``fonts-thai-tlwg``.
"""

import asyncio
import io
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from PIL import Image

from lawbot.faces.discord.client import make_client
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.language import translator
from tests.support import lawbooks
from tests.support.discord_sim import BotMessage, Sim, simulated
from tests.support.patience import PATIENCE
from tests.support.phone import phone

LANGUAGES = ("en", "vi", "th")
Shot = Callable[[Sim, str], Awaitable[BotMessage]]
"""Function that leads to a card, in a language."""


async def main(folder: Path, only: set[str]) -> None:
    """Draw the pictures into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = lawbooks.settings(Path(tempfile.gettempdir()) / "lawbot-pictures")
    client = make_client(
        chosen, lawbooks.open_answers(chosen, anew=True), SettingsStore.in_memory()
    )
    client.commands_file = None
    client.face.language = "en"
    async with (
        simulated(client, strict_sync=False, settle_timeout=PATIENCE) as sim,
        phone(sim, sim.boss) as screen,
    ):
        for language in LANGUAGES:
            sim.language(language)
            shots = {}
            for name, shoot in KINDS.items():
                if not only or {name, f"{name}-{language}"} & only:
                    shots[f"{name}-{language}"] = shoot
            messages = [await shoot(sim, language) for shoot in shots.values()]
            for name, pictures in zip(shots, await screen.pictures(messages), strict=True):
                side_by_side(pictures).save(folder / f"{name}.webp", quality=60, method=6)
            sim.clear()


def side_by_side(pictures: list[bytes]) -> Image.Image:
    """Return the pictures as one, side by side."""
    opened = [Image.open(io.BytesIO(picture)) for picture in pictures]
    width = sum(picture.width for picture in opened)
    height = max(picture.height for picture in opened)
    whole = Image.new("RGB", (width, height))
    offset = 0
    for picture in opened:
        whole.paste(picture, (offset, 0))
        offset += picture.width
    return whole


def run_command(command: str, **options: object) -> Shot:
    """Return the answer to a command. What is typed may be given by language."""
    return lambda sim, language: sim.boss.run(
        command,
        **{
            name: typed[language] if isinstance(typed, dict) else typed
            for name, typed in options.items()
        },
    )


def press_button(shot: Shot, label: str) -> Shot:
    """Return the card behind a button of another one."""

    async def pressed(sim: Sim, language: str) -> BotMessage:
        reply = await shot(sim, language)
        return await sim.boss.press(
            reply,
            next(caption for caption in reply.buttons if translator(language)(label) in caption),
        )

    return pressed


async def ruling(sim: Sim, language: str) -> BotMessage:
    """Return the ruling at the end of the first answers."""
    reply = await sim.boss.run("situation", name="insufficient-bid")
    while translator(language)("Say this") not in reply.text:
        reply = await sim.boss.press(reply, next(iter(reply.buttons)))
    return reply


OUT_OF_HEARTS = {
    "en": "can i ask partner if he is out of hearts",
    "vi": "hỏi đồng đội hết cơ thật chưa có được không",
    "th": "ถามคู่ขาว่าหมดโพแดงจริงหรือได้ไหม",
}
IN_DOUBT = {
    "en": "he changed his mind about the card",
    "vi": "người chơi gọi lá bài mà mor không có",
    "th": "ผู้เดินสั่งไพ่ที่ดัมมี่ไม่มี",
}
WRONG_HAND = {
    "en": "declarer led from the wrong hand and LHO followed",
    "vi": "ĐTTC đánh cái sai tay và ĐTBT đã đánh theo",
    "th": "ผู้เดินนำไพ่ผิดมือ และปรปักษ์ทางซ้ายมือลงไพ่ตามแล้ว",
}
KINDS: dict[str, Shot] = {
    "law": run_command("law", citation="27B1"),
    "table": run_command("law", citation="77"),
    "definition": run_command("define", term="LHO"),
    "contents": press_button(run_command("law", citation="27"), "Contents"),
    "search": run_command("search", words=OUT_OF_HEARTS),
    "choice": run_command("search", words=IN_DOUBT),
    "told": run_command("search", words=WRONG_HAND),
    "situations": run_command("situation"),
    "question": run_command("situation", name="insufficient-bid"),
    "ruling": ruling,
    "steps": press_button(ruling, "Steps"),
    "laws": press_button(ruling, "Laws"),
    "shared": press_button(run_command("law", citation="27B1"), "Share"),
    "score": run_command("score", contract="4SX", vulnerable="yes", result="-2"),
    "help": run_command("help"),
    "error": run_command("law", citation="64Q"),
}
"""The kinds of cards, by the names of their pictures."""


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), set(sys.argv[2:])))
