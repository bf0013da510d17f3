"""Pictures on demand: drawn in a thread, one at a time, so that nobody waits for somebody else's; kept for the next who asks."""

import asyncio
from collections import OrderedDict
from io import BytesIO
from typing import TYPE_CHECKING

import discord

from lawbot.answers import Reader
from lawbot.answers.pictures import Picture
from lawbot.cards import Card, CardKind
from lawbot.faces.discord.components import Press
from lawbot.faces.discord.drawing import draw

if TYPE_CHECKING:
    from lawbot.faces.discord.face import Face, Interaction

KEPT = 64
"""Pictures kept in memory: some tens of kilobytes each."""
_FILE = "picture.png"


class Drawer:
    """Draws what a card's *Picture* button asks for."""

    def __init__(self, face: "Face") -> None:
        self.face = face
        self._one = asyncio.Semaphore(1)
        self._kept: OrderedDict[tuple[str, str], Picture] = OrderedDict()

    async def press(self, interaction: "Interaction", press: Press) -> None:
        """Answers with the picture, privately. Raises LawbotError where it cannot be drawn."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        reader = self.face.reader_of(interaction)
        picture = await self.drawn(press.address, reader)
        gallery = {"url": f"attachment://{_FILE}"}
        view = draw(Card(CardKind.NOTICE, picture.title), reader).with_below(
            {"type": discord.ComponentType.media_gallery.value, "items": [{"media": gallery, "description": picture.alternative}]}
        )
        file = discord.File(BytesIO(picture.png), _FILE, description=picture.alternative)
        await interaction.followup.send(view=view, file=file, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())

    def forget(self) -> None:
        """Keeps none of the pictures drawn so far."""
        self._kept.clear()

    async def drawn(self, address: str, reader: Reader) -> Picture:
        """The picture, from memory or drawn now. Raises LawbotError."""
        key = (address, reader.language)
        async with self._one:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(self.face.answers.picture, address, reader)
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]
