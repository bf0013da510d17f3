"""*Was that it?*: what an asker says of a first screen is counted.

The words are saved only if the asker agrees in the same press and the operator wants them.
"""

import asyncio
import re

import discord

from lawbot.cards.address import ChartPlace, LawPlace, place_of
from lawbot.cards.card import UNADDRESSED
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.directors import words_asked
from lawbot.faces.discord.permissions import is_own
from lawbot.faces.discord.render.components import (
    OUTDATED,
    Press,
    Verb,
    parts_of,
    table_of,
)
from lawbot.faces.discord.request import VERDICTS, FaceCog, answers_press, closed, components_of
from lawbot.faces.discord.transport import Interaction, edit_message

CHOICE = "choice"
"""Lead of a first screen that goes to several charts and laws."""
HIDDEN = "…"
"""Sign in the place of what may tell who or where somebody is."""
# the hundreds of scores end with a zero, and a code is named by its year
_PERSONAL = re.compile(
    r"https?://\S+|www\.\S+|(?<!\S)[^\s@]{1,99}@\S+|[@#]\w+|<[^<>\s]+>|(?<!\d)[+0]\d(?:[\s./-]?\d){5,}|\d{5,}"
    r"|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?!\d{3}0\b|1975\b|1987\b|1997\b|2007\b|2017\b)\d{4}\b"
)
"""Links, addresses, mentions, ids, dates, and numbers that no score, board or code has."""


class LawVerdicts(FaceCog):
    """Counts what people say of first screens."""

    @answers_press(Verb.JUDGE)
    async def _judge(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Count a verdict, save the words if they were given, and take the menu away.

        Raises LawbotError if somebody else asked, or the count cannot be saved.
        """
        message = interaction.message
        address, _sep, verdict = press.address.rpartition("/")
        if message is None or verdict not in VERDICTS:
            raise LawbotError(OUTDATED)
        # nobody can give the words of somebody else
        if not (is_own(interaction) or interaction.user.id == _asker(message)):
            raise LawbotError(N_("Only the person who asked can say that."))
        table = table_of(list(parts_of(components_of(message))))
        opened, is_hit = opened_by(table.address), verdict.startswith("1")
        language = asking.reader.language
        await asyncio.to_thread(asking.store.count_verdict, opened, language, hit=is_hit)
        words = words_asked(interaction, "" if address == UNADDRESSED else address)
        if verdict.endswith("w") and words:
            self.face.watch.asked(without_personal(words), opened, hit=is_hit)
        thanks = asking.reader.translate(N_("Thank you. It was counted."))
        await edit_message(interaction, closed(message, Verb.JUDGE, thanks))


def opened_by(address: str) -> str:
    """Return the chart or citation that a first screen has opened, else CHOICE."""
    place = place_of(address)
    if isinstance(place, ChartPlace):
        return place.state.chart
    return str(place.citation) if isinstance(place, LawPlace) else CHOICE


def without_personal(words: str) -> str:
    """Return the words with a sign for links, ids, mentions, and numbers that bridge has not."""
    return _PERSONAL.sub(HIDDEN, words)


def _asker(message: discord.Message) -> int | None:
    """Return who asked what a message answers, as Discord tells; None if it does not."""
    if message.interaction_metadata is not None:
        return message.interaction_metadata.user.id
    original = message.reference.resolved if message.reference else None
    return original.author.id if isinstance(original, discord.Message) else None
