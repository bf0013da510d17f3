"""*Wrong?*: what a member finds wrong about a card, to the channel that the operator has named for it; with the card and edition, without their name."""

import logging
from typing import TYPE_CHECKING

import discord
from discord import ui
from discord.ext import commands

from lawbot.answers import Reader
from lawbot.answers.laws import shortened
from lawbot.cards import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.errors import N_
from lawbot.faces.discord.components import WRONG, Press, button, custom_id, row_of, written
from lawbot.faces.discord.drawing import draw, draw_for_all
from lawbot.faces.discord.errors import RefusedError

if TYPE_CHECKING:
    from lawbot.faces.discord.face import Face, Interaction

LONGEST = 1000
"""Characters of what somebody writes."""
PER_PERSON = 3
FROM_ALL = 60
WHILE = 600.0
"""Notes taken from one person, and from everybody, in so many seconds."""
_SILENT = discord.AllowedMentions.none()
_log = logging.getLogger(__name__)


class Wrong:
    """Takes what is found wrong to the channel."""

    def __init__(self, face: "Face", channel: int) -> None:
        self.face = face
        self.channel = channel
        self._each = commands.CooldownMapping["Interaction"](commands.Cooldown(PER_PERSON, WHILE), lambda interaction: interaction.user.id)
        self._all = commands.Cooldown(FROM_ALL, WHILE)

    async def press(self, interaction: "Interaction", press: Press) -> None:
        """The button opens a window; what is written there is sent. Raises RefusedError where it is too much, or cannot be delivered."""
        reader = self.face.reader_of(interaction)
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(_Window(press.address, reader))
            return
        words = written(interaction.data or {}).strip()[:LONGEST]
        if not words:
            raise RefusedError(N_("Nothing was written, so nothing was sent."))
        if self._each.update_rate_limit(interaction) or self._all.update_rate_limit():
            raise RefusedError(N_("That is many notes in a short time; please wait a few minutes."))
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            place = interaction.client.get_partial_messageable(self.channel)
            await place.send(view=self._report(press.address, words, reader), allowed_mentions=_SILENT)
        except (discord.Forbidden, discord.NotFound) as error:
            _log.error("LAWBOT_WRONG_CHANNEL: the bot may not write there, or there is no such channel (Discord %s).", error.code)
            raise RefusedError(N_("The note could not be delivered. Please tell whoever runs this bot.")) from error
        _ = reader.translate
        thanks = Card(
            CardKind.NOTICE, _("Thank you"), (Paragraph(_("Your note was sent to those who look after this bot, without your name.")),)
        )
        await interaction.followup.send(view=draw(thanks, reader), ephemeral=True, allowed_mentions=_SILENT)

    def _report(self, address: str, words: str, reader: Reader) -> ui.LayoutView:
        """What stands in the channel, in English but for what was written, with the way to the card."""
        card = self.face.answers.open(address, reader)
        facts = " · ".join(part for part in (address, card.source, reader.language) if part)
        parts = (Paragraph(words), Paragraph(facts, Tone.QUIET))
        report = draw_for_all(
            Card(CardKind.NOTICE, f"Wrong? {shortened(card.title, 200)}", parts), Reader()
        )  # whole: it has no address to turn pages by
        return report.with_below(row_of(button(Action("Open privately", address, style=Style.MAIN))))


class _Window(ui.Modal):
    """Where it is written. It waits for nothing: what is sent in it carries the address of the card."""

    def __init__(self, address: str, reader: Reader) -> None:
        _ = reader.translate
        super().__init__(title=_("What is wrong here?"), timeout=None, custom_id=custom_id(address, verb=WRONG))
        field: ui.TextInput[_Window] = ui.TextInput(style=discord.TextStyle.paragraph, max_length=LONGEST, custom_id="wrong")
        told = _("It goes to those who look after this bot, with the name of this card and without yours.")
        self.add_item(ui.Label(text=_("What is wrong, and where is it written?"), description=told, component=field))

    def is_finished(self) -> bool:
        """From the beginning: discord.py has nothing to store."""
        return True
