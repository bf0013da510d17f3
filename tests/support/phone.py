"""Show messages as on a phone: simcord's preview, 390 pixels wide, in a headless Chromium.

It needs Debian's ``chromium`` and ``fonts-noto-core``, which the other tests do not.
"""

import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Page, async_playwright

from lawbot.faces.discord.render.components import CardView
from tests.support.discord_sim import BotMessage, Person, Sim
from tests.support.patience import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WIDTH = 390
"""Pixels of the phone's screen."""
SHARPNESS = 1.25
"""Pixels of a picture for one of the screen."""
_TALL = 4000
"""Pixels of a window in which no message is cut."""
_WINDOW = 50
"""Messages that the preview shows at once."""
_MEASURE = (
    "cards => cards.map(card =>"
    " [card.closest('article').dataset.messageId, card.getBoundingClientRect().height])"
)
_LIGHT = """:root { color-scheme: light; background: #fff; color: #313338; --discord-bg: #fff;
  --discord-surface: #f2f3f5; --discord-elevated: #e3e5e8; --discord-control: #ebedef;
  --discord-hover: #f2f3f5; --discord-text: #313338; --discord-muted: #5c5e66;
  --discord-subtle: #4e5058; --discord-border: #d4d6da; --component-surface: #f8f9fa;
  --component-border: #dcdee2; --control-border: #c4c9ce; --list-surface: #fff;
  --button-alt: #e3e5e8; --subtle-surface: #e3e5e8; --subtle-surface-text: #313338;
  --entity-text: #4e5058; --input-surface: #ebedef; --code-surface: #f2f3f5;
  --code-border: #e3e5e8; --code-text: #313338; --embed-field-name: #060607; }
  .button-style-2, .component-container .button-style-2 { color: #313338; }"""
"""Discord's light theme; simcord's preview has the dark one alone."""
_DARK = ":root { color-scheme: dark; }"
_THEMES = (_DARK, _LIGHT)


class Phone:
    """The screen of one person in the channel."""

    def __init__(self, sim: Sim, preview: Any, page: Page) -> None:
        self.sim, self.preview, self.page = sim, preview, page

    async def heights(self, views: Sequence[CardView]) -> list[float]:
        """Return the height of each card, in pixels."""
        channel = self.sim.env.bot.get_channel(self.sim.channel.id)
        all_heights: list[float] = []
        for start in range(0, len(views), _WINDOW):
            self.sim.clear()
            sent = [await channel.send(view=view) for view in views[start : start + _WINDOW]]
            await self._show(sent[-1].id)
            measured = dict(
                await self.page.locator("section.component-container").evaluate_all(_MEASURE)
            )
            all_heights += [measured[str(message.id)] for message in sent]
        return all_heights

    async def pictures(self, messages: Sequence[BotMessage]) -> list[list[bytes]]:
        """Return each message in each of the themes, as PNG."""
        await self._show(messages[-1].handle.id)
        pictures_of_each: list[list[bytes]] = [[] for _ in messages]
        for styles in _THEMES:
            style = await self.page.add_style_tag(content=styles)
            for pictures, reply in zip(pictures_of_each, messages, strict=True):
                article = self.page.locator(f"article[data-message-id='{reply.handle.id}']")
                pictures.append(await article.screenshot())
            await style.evaluate("tag => tag.remove()")
        return pictures_of_each

    async def _show(self, last: int) -> None:
        """Read the channel again, up to that message."""
        await self.sim.env.settle()
        # the same address would not be loaded again
        await self.page.goto("about:blank")
        await self.page.goto(self.preview.url)
        await self.page.wait_for_function("() => window.simcordPreview?.ready === true")
        await self.page.locator(
            f"article[data-message-id='{last}'] section.component-container"
        ).first.wait_for()


@asynccontextmanager
async def phone(sim: Sim, person: Person) -> AsyncIterator[Phone]:
    """Open the phone of somebody in the simulated server."""
    channel_preview = sim.env.preview(
        sim.channel,
        viewers=[person.actor],
        layout="channel",
        display="fixed",
        width=WIDTH,
        height=_TALL,
    )
    async with channel_preview as preview, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            page = await browser.new_page(
                viewport={"width": 3 * WIDTH, "height": _TALL},
                device_scale_factor=SHARPNESS,
                bypass_csp=True,
            )
            page.set_default_timeout(PATIENCE * 1000)
            yield Phone(sim, preview, page)
        finally:
            await browser.close()
