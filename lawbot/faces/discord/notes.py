"""/note: a club's own notes written in a window, listed with their file, taken in from one."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import discord
from discord import ui

from lawbot.answers import Reader
from lawbot.answers.club_notes import BIGGEST, LONGEST, Note, NoteError, plain, with_notes
from lawbot.answers.club_notes import written as as_file
from lawbot.answers.laws import shortened
from lawbot.cards import Action, Card, CardKind, Listing, Menu, Paragraph, Tone
from lawbot.errors import N_
from lawbot.faces.discord.components import NOTE, Press, custom_id, written
from lawbot.faces.discord.drawing import draw, paged
from lawbot.faces.discord.panel import check_manages
from lawbot.faces.discord.sending import send

if TYPE_CHECKING:
    from lawbot.faces.discord.face import Face, Interaction

FILE = "club-notes.json"
_SHOWN = 25
"""Notes that the list names; the file has all of them."""
_GLIMPSE = 60
_SILENT = discord.AllowedMentions.none()


def noted(card: Card, notes: tuple[Note, ...], reader: Reader) -> Card:
    """The card with these notes below its text; where that takes more than a page, its beginning says so."""
    below = with_notes(card, notes, reader)
    if below is card or len(paged(below)) == 1:
        return below
    _ = reader.translate
    return replace(below, parts=(Paragraph(_("This club has a note on this: it stands below the text."), Tone.QUIET), *below.parts))


async def note(face: "Face", interaction: "Interaction", about: str, file: discord.Attachment | None) -> None:
    """The command: takes the file in, or opens the window for a note about a place, or lists all. Raises LawbotError."""
    guild = check_manages(interaction)
    reader = face.reader_of(interaction)
    if file is not None:
        if file.size > BIGGEST:
            raise NoteError(N_("The file is too big to be one of notes."))
        await interaction.response.defer(ephemeral=True)
        taken = await asyncio.to_thread(face.answers.club_notes.read, await file.read())
        await asyncio.to_thread(face.store.keep_notes, guild, taken)
        await _send_list(face, interaction, reader, N_("The notes of the file were taken in."))
    elif about:
        place = _place(face, guild, about)
        await interaction.response.send_modal(_Window(face, reader, place, face.store.notes_of(guild).get(place, "")))
    else:
        await _send_list(face, interaction, reader)


async def press_note(face: "Face", interaction: "Interaction", press: Press) -> None:
    """Keeps what was written in the window, and shows where it stands. Raises LawbotError."""
    guild = check_manages(interaction)
    place = _place(face, guild, press.address)
    text = plain(written(interaction.data or {}))
    await asyncio.to_thread(face.store.keep_notes, guild, {place: text})
    reader = face.reader_of(interaction)
    address = str(face.answers.club_notes.place(place))
    await send(interaction, face.view_of(address, reader, guild), private=True)


def _place(face: "Face", guild: int, about: str) -> str:
    """What a note is about; what a note is about already may be gone from the lawbook."""
    return about if about in face.store.notes_of(guild) else face.answers.club_notes.about(about)


async def _send_list(face: "Face", interaction: "Interaction", reader: Reader, done: str = "") -> None:
    """The list with its file, to the one who asked."""
    guild = check_manages(interaction)
    notes = face.store.notes_of(guild)
    view = draw(_list_card(face, notes, reader, done, shown=face.store.of(guild).notes), reader)
    files = []
    if notes:
        view = view.with_below({"type": discord.ComponentType.file.value, "file": {"url": f"attachment://{FILE}"}})
        files.append(discord.File(BytesIO(as_file(notes).encode()), FILE))
    answer = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    await answer(view=view, files=files, ephemeral=True, allowed_mentions=_SILENT)


def _list_card(face: "Face", notes: Mapping[str, str], reader: Reader, done: str, *, shown: bool) -> Card:
    _ = reader.translate
    known = face.answers.club_notes
    named = [(known.name(place, reader), str(known.place(place)), text) for place, text in notes.items()]
    hints = [_("/note 20F writes or changes the note on 20F; an empty one is taken away.")]
    if len(notes) > _SHOWN:
        hints.append(_("The file has all {number} of them.").format(number=len(notes)))
    if not shown:
        hints.append(_("They are not shown: /settings has turned them off."))
    return Card(
        CardKind.NOTICE,
        _("The club’s own notes"),
        parts=(
            *((Paragraph(_(done), Tone.LEAD),) if done else ()),
            Listing(tuple(f"{name}: {shortened(text, _GLIMPSE)}" for name, _place, text in named[:_SHOWN]) or (_("none"),)),
            *(Paragraph(hint, Tone.QUIET) for hint in hints),
        ),
        menus=(Menu(_("Open"), tuple(Action(name, place, text) for name, place, text in named[:_SHOWN])),) if notes else (),
    )


class _Window(ui.Modal):
    """The window for one note. Like a card it waits for nothing: what is sent in it carries what it is about."""

    def __init__(self, face: "Face", reader: Reader, place: str, text: str) -> None:
        _ = reader.translate
        super().__init__(
            title=shortened(face.answers.club_notes.name(place, reader), 45), timeout=None, custom_id=custom_id(place, verb=NOTE)
        )
        field: ui.TextInput[_Window] = ui.TextInput(
            style=discord.TextStyle.paragraph, default=text, max_length=LONGEST, required=False, custom_id="note"
        )
        self.add_item(ui.Label(text=_("At this club"), description=_("Everybody here sees it under the law."), component=field))

    def is_finished(self) -> bool:
        """From the beginning: discord.py has nothing to store."""
        return True
