"""*Wrong?*: feedback of members about a card, sent to the operator's channel.

It has the card and the edition, and no name.
"""

import logging

import discord
from discord import ui
from discord.ext import commands

from lawbot.cards.card import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.cards.titles import shortened
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.render.card import draw
from lawbot.faces.discord.render.components import (
    OUTDATED,
    Press,
    Verb,
    button,
    custom_id,
    field_text,
    row_of,
    window,
)
from lawbot.faces.discord.request import Face, FaceCog, answers_press, thank
from lawbot.faces.discord.transport import SILENT, Interaction
from lawbot.language.reader import Reader

LONGEST = 1000
"""Most characters of a note."""
PER_PERSON = 3
FROM_ALL = 60
WHILE = 600.0
"""Notes taken from one person, and from everybody, in so many seconds."""
_log = logging.getLogger(__name__)


class LawWrong(FaceCog):
    """Send feedback to the operator's channel."""

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, face: Face) -> None:
        super().__init__(bot, face)
        self._personal_limit = commands.CooldownMapping[Interaction](
            commands.Cooldown(PER_PERSON, WHILE), lambda interaction: interaction.user.id
        )
        self._common_limit = commands.Cooldown(FROM_ALL, WHILE)

    @answers_press(Verb.WRONG)
    async def _press(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Open a window, or send the note written there.

        Raises LawbotError if there are too many notes, or the note cannot be delivered.
        """
        if self.face.wrong_channel is None:
            raise LawbotError(OUTDATED)
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(_window(press.address, asking.reader))
            return
        words = field_text(interaction.data or {}).strip()[:LONGEST]
        if not words:
            raise LawbotError(N_("Nothing was written, so nothing was sent."))
        personal, common = self._personal_limit, self._common_limit
        if personal.update_rate_limit(interaction) or common.update_rate_limit():
            raise LawbotError(N_("That is many notes in a short time; please wait a few minutes."))
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            channel = interaction.client.get_partial_messageable(self.face.wrong_channel)
            await channel.send(view=_report(press.address, words, asking), allowed_mentions=SILENT)
        except (discord.Forbidden, discord.NotFound) as error:
            _log.error(
                "LAWBOT_WRONG_CHANNEL: the bot may not write there, or there is no such channel (Discord %s).",
                error.code,
            )
            raise LawbotError(
                N_("The note could not be delivered. Please tell whoever runs this bot.")
            ) from error
        sent = N_("Your note was sent to those who look after this bot, without your name.")
        await thank(interaction, asking, sent)


def _report(address: str, words: str, asking: Asking) -> ui.LayoutView:
    """Return the report in the channel, in English but for the note, with a button to the card."""
    card = asking.answers.open(address, asking.reader)
    facts = " · ".join(part for part in (address, card.source, asking.reader.language) if part)
    report = Card(
        CardKind.NOTICE,
        f"Wrong? {shortened(card.title, 200)}",
        (Paragraph(words), Paragraph(facts, Tone.QUIET)),
    )
    opens = button(Action("Open privately", address, style=Style.MAIN))
    # on one page: it has no address to turn pages by
    return draw(report, Reader()).with_below(row_of(opens))


def _window(address: str, reader: Reader) -> ui.Modal:
    _ = reader.translate
    hint = _(
        "It goes to those who look after this bot, with the name of this card and without yours."
    )
    return window(
        _("What is wrong here?"),
        custom_id(address, verb=Verb.WRONG),
        _("What is wrong, and where is it written?"),
        hint,
        custom_id="wrong",
        style=discord.TextStyle.paragraph,
        max_length=LONGEST,
    )
