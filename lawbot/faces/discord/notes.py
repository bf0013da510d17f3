"""/note: a club's own notes, written in a window, listed with their file, or imported."""

import asyncio
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Any

import discord
from discord.app_commands import command, describe

from lawbot.cards.card import Action, Card, CardKind, Listing, Menu, Paragraph, Part, Tone
from lawbot.cards.club_notes import BIGGEST, LONGEST, plain
from lawbot.cards.club_notes import written as as_file
from lawbot.cards.titles import shortened
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.commands import Choices, Words
from lawbot.faces.discord.permissions import check_manages
from lawbot.faces.discord.render.card import draw
from lawbot.faces.discord.render.components import Press, Verb, custom_id, field_text, window
from lawbot.faces.discord.request import FaceCog, answers_press, for_managers
from lawbot.faces.discord.transport import SILENT, Interaction, send

FILE = "club-notes.json"
_MOST_LISTED = 25
"""Most notes in the list; the file has all of them."""
# one line on a phone
_GLIMPSE = 60
"""Characters of a note in the list of notes."""


class LawNotes(FaceCog):
    """A club's own notes on laws and charts."""

    @for_managers
    @command(description=N_("This club’s own notes on laws and charts"))
    @describe(
        about=N_("A provision or a flow chart; leave it out for the list"),
        file=N_("A notes file to import"),
    )
    async def note(
        self,
        interaction: Interaction,
        about: Words | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Import the file, or open the window for one note, or list all."""

        async def respond(asking: Asking) -> None:
            guild = check_manages(interaction)
            if file is not None:
                await _import(file, interaction, guild, asking)
            elif about:
                await interaction.response.send_modal(_window(_place(about, asking), asking))
            else:
                await interaction.response.send_message(**_list_message(asking))

        await self.face.serve(interaction, respond)

    @note.autocomplete("about")
    async def _about(self, interaction: Interaction, typed: str) -> Choices:
        def noted_places_first(asking: Asking) -> list[Action]:
            club = asking.answers.club_notes
            places = asking.store.notes_of(asking.guild)
            matching = (place for place in places if typed.casefold() in place.casefold())
            actions = [Action(f"✎ {club.name(place, asking.reader)}", place) for place in matching]
            return actions + asking.suggest(typed, "any")

        return self.face.choices(interaction, noted_places_first)

    @answers_press(Verb.NOTE)
    async def _save(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Save the note written in the window, and show its card. Raises LawbotError."""
        guild = check_manages(interaction)
        place = _place(press.address, asking)
        text = plain(field_text(interaction.data or {}))
        await asyncio.to_thread(asking.store.keep_notes, guild, {place: text})
        club = asking.answers.club_notes
        await send(interaction, asking.open(str(club.place(place)), share=True), private=True)


async def _import(
    file: discord.Attachment, interaction: Interaction, guild: int, asking: Asking
) -> None:
    if file.size > BIGGEST:
        raise LawbotError(N_("This file is too big for a notes file."))
    await interaction.response.defer(ephemeral=True)
    club = asking.answers.club_notes
    notes = await asyncio.to_thread(club.read, await file.read())
    await asyncio.to_thread(asking.store.keep_notes, guild, notes)
    done = N_("The notes in the file were imported.")
    await interaction.followup.send(**_list_message(asking, done))


def _place(about: str, asking: Asking) -> str:
    """Return the place that a note is about. Raises LawbotError if there is none."""
    club = asking.answers.club_notes
    # a place that has a note already may be gone from the lawbook
    return about if about in asking.store.notes_of(asking.guild) else club.about(about)


def _list_message(asking: Asking, done: str = "") -> dict[str, Any]:
    """Return the private message that lists the notes, with their file."""
    _ = asking.reader.translate
    club, notes = asking.answers.club_notes, asking.store.notes_of(asking.guild)
    actions = []
    for place, text in islice(notes.items(), _MOST_LISTED):
        name = club.name(place, asking.reader)
        actions.append(Action(name, str(club.place(place)), text))
    menu = Menu(_("Open"), tuple(actions))
    parts = tuple(_list_parts(actions, len(notes), asking, done))
    card = Card(CardKind.NOTICE, _("The club’s own notes"), parts, menus=(menu,))
    view, files = draw(card, asking.reader), []
    if notes:
        # the file is a component of the message, which names its attachment
        attachment = {"url": f"attachment://{FILE}"}
        view = view.with_below({"type": discord.ComponentType.file.value, "file": attachment})
        files.append(discord.File(BytesIO(as_file(notes).encode()), FILE))
    return {"view": view, "files": files, "ephemeral": True, "allowed_mentions": SILENT}


def _list_parts(actions: list[Action], number: int, asking: Asking, done: str) -> Iterator[Part]:
    """Yield the list of notes, below what was done; and what can be done with them."""
    _ = asking.reader.translate
    if done:
        yield Paragraph(_(done), Tone.LEAD)
    lines = [f"{action.label}: {shortened(action.detail, _GLIMPSE)}" for action in actions]
    yield Listing(tuple(lines) or (_("none"),))
    change = _("/note 20F writes or changes the note on 20F; send an empty one to delete it.")
    yield Paragraph(change, Tone.QUIET)
    if number > _MOST_LISTED:
        yield Paragraph(_("The file has all {number} of them.").format(number=number), Tone.QUIET)
    if not asking.settings.notes:
        yield Paragraph(_("They are not shown: /settings has turned them off."), Tone.QUIET)


def _window(place: str, asking: Asking) -> discord.ui.Modal:
    _ = asking.reader.translate
    club = asking.answers.club_notes
    return window(
        shortened(club.name(place, asking.reader), 45),
        custom_id(place, verb=Verb.NOTE),
        _("At this club"),
        _("Everybody here sees it under the law."),
        custom_id="note",
        style=discord.TextStyle.paragraph,
        default=asking.store.notes_of(asking.guild).get(place, ""),
        max_length=LONGEST,
        required=False,
    )
