"""/note: a club's own notes written in a window, listed with their file, taken in from one."""

import asyncio
from io import BytesIO
from itertools import islice
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from lawbot.answers.club_notes import BIGGEST, LONGEST, plain
from lawbot.answers.club_notes import written as as_file
from lawbot.answers.laws import shortened
from lawbot.cards import Action, Card, CardKind, Listing, Menu, Paragraph, Part, Tone
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.commands import Words
from lawbot.faces.discord.components import NOTE, Press, custom_id, field_text, window
from lawbot.faces.discord.deck import Asking
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.face import FaceCog, answers_press, for_managers
from lawbot.faces.discord.permissions import check_manages
from lawbot.faces.discord.sending import SILENT, Interaction, send

FILE = "club-notes.json"
_SHOWN = 25
"""Notes that the list names; the file has all of them."""
_GLIMPSE = 60
"""Characters of a note in the list of notes: one line on a phone."""


class LawNotes(FaceCog):
    """A club's own notes on laws and charts."""

    @for_managers
    @app_commands.command(name="note", description=N_("This club’s own notes on laws and charts"))
    @app_commands.describe(
        about=N_("A provision or a flow chart; leave it out for the list"),
        file=N_("A notes file to import"),
    )
    async def note(
        self,
        interaction: Interaction,
        about: Words | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Takes the file in, or opens the window for a note about a place, or lists all."""

        async def noting(asking: Asking) -> None:
            guild = check_manages(interaction)
            if file is not None:
                await _take_in(file, interaction, guild, asking)
            elif about:
                await interaction.response.send_modal(_window(_place(about, asking), asking))
            else:
                await interaction.response.send_message(**_listed(asking))

        await self.face.serve(interaction, noting)

    @note.autocomplete("about")
    async def _about(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        def offered(asking: Asking) -> list[Action]:
            club = asking.answers.club_notes
            noted = [
                place
                for place in asking.store.notes_of(asking.guild)
                if typed.casefold() in place.casefold()
            ]
            return [
                Action(f"✎ {club.name(place, asking.reader)}", place) for place in noted
            ] + asking.suggest(typed, "any")

        return self.face.choices(interaction, offered)

    @answers_press(NOTE)
    async def _written(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Keeps what was written in the window, and shows where it stands. Raises LawbotError."""
        guild = check_manages(interaction)
        place = _place(press.address, asking)
        text = plain(field_text(interaction.data or {}))
        await asyncio.to_thread(asking.store.keep_notes, guild, {place: text})
        club = asking.answers.club_notes
        await send(interaction, asking.open(str(club.place(place)), share=True), private=True)


async def _take_in(
    file: discord.Attachment, interaction: Interaction, guild: int, asking: Asking
) -> None:
    if file.size > BIGGEST:
        raise LawbotError(N_("This file is too big for a notes file."))
    await interaction.response.defer(ephemeral=True)
    club = asking.answers.club_notes
    taken = await asyncio.to_thread(club.read, await file.read())
    await asyncio.to_thread(asking.store.keep_notes, guild, taken)
    await interaction.followup.send(**_listed(asking, N_("The notes in the file were imported.")))


def _place(about: str, asking: Asking) -> str:
    """What a note is about; what a note is about already may be gone from the lawbook."""
    club = asking.answers.club_notes
    return about if about in asking.store.notes_of(asking.guild) else club.about(about)


def _listed(asking: Asking, done: str = "") -> dict[str, Any]:
    """The message that lists the notes with their file, for the one who asked alone."""
    _ = asking.reader.translate
    club, notes = asking.answers.club_notes, asking.store.notes_of(asking.guild)
    shown = tuple(
        Action(club.name(place, asking.reader), str(club.place(place)), text)
        for place, text in islice(notes.items(), _SHOWN)
    )
    lines = tuple(f"{note.label}: {shortened(note.detail, _GLIMPSE)}" for note in shown) or (
        _("none"),
    )
    parts: list[Part] = [Paragraph(_(done), Tone.LEAD)] if done else []
    parts += [
        Listing(lines),
        Paragraph(
            _("/note 20F writes or changes the note on 20F; an empty one is taken away."),
            Tone.QUIET,
        ),
    ]
    if len(notes) > _SHOWN:
        parts.append(
            Paragraph(_("The file has all {number} of them.").format(number=len(notes)), Tone.QUIET)
        )
    if not asking.settings.notes:
        parts.append(Paragraph(_("They are not shown: /settings has turned them off."), Tone.QUIET))
    card = Card(
        CardKind.NOTICE, _("The club’s own notes"), tuple(parts), menus=(Menu(_("Open"), shown),)
    )
    view, files = draw(card, asking.reader), []
    if notes:
        view = view.with_below(
            {"type": discord.ComponentType.file.value, "file": {"url": f"attachment://{FILE}"}}
        )
        files.append(discord.File(BytesIO(as_file(notes).encode()), FILE))
    return {"view": view, "files": files, "ephemeral": True, "allowed_mentions": SILENT}


def _window(place: str, asking: Asking) -> discord.ui.Modal:
    _ = asking.reader.translate
    club = asking.answers.club_notes
    title = shortened(club.name(place, asking.reader), 45)
    label, hint = _("At this club"), _("Everybody here sees it under the law.")
    written_before = asking.store.notes_of(asking.guild).get(place, "")
    field = {
        "custom_id": "note",
        "style": discord.TextStyle.paragraph,
        "default": written_before,
        "max_length": LONGEST,
        "required": False,
    }
    return window(title, custom_id(place, verb=NOTE), label, hint, **field)
