"""The panel of /settings: what a server has chosen, each choice changed in place and taken back. A press carries the choice and its new value."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from lawbot.answers import Reader
from lawbot.answers.laws import shortened
from lawbot.cards import CardKind
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.components import BUTTON_LABEL, OPTION_LABEL, OPTIONS, SET, CardView, Press, custom_id
from lawbot.faces.discord.drawing import COLOURS
from lawbot.faces.discord.errors import RefusedError
from lawbot.faces.discord.markdown import escape, lines_of
from lawbot.faces.discord.sending import send, turn
from lawbot.faces.discord.settings_store import GuildSettings
from lawbot.language import LANGUAGES, installed

if TYPE_CHECKING:
    from lawbot.faces.discord.face import Face, Interaction

MOST_CHANNELS = 4
"""Channels of public answers: as many as the button that takes the choice back can carry. (A category stands for all of its channels.)"""
_PRIVATE, _EVERYWHERE = "private", "everywhere"
_USUAL = "-"
"""What an option carries for what the operator has set: it may not be empty."""
NAMES = {
    "language": N_("Language"),
    "edition": N_("Edition"),
    "director_role": N_("Director role"),
    "answers": N_("Answers"),
    "everybody": N_("The server’s language for everybody, whatever their own"),
    "inline": N_("Citations in [[double brackets]]"),
    "notes": N_("The club’s own notes"),
}
_HINTS = {
    "language": N_("for those whose own the bot does not speak"),
    "edition": N_("that answers begin with"),
    "director_role": N_("its members go straight to the questions of a flow chart"),
    "answers": N_("seen by the one who asked, by all, or by all in some channels or categories"),
}
_SWITCHES = ("everybody", "inline", "notes")
_PLACES = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum, discord.ChannelType.category]
Row = ui.ActionRow[ui.LayoutView]
Item = ui.Item[ui.LayoutView]


def check_manages(interaction: "Interaction") -> int:
    """The server in which the person may change what it has chosen. Raises RefusedError where they may not."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise RefusedError(N_("You need the permission “Manage Server” in a server for this."))
    return interaction.guild_id


async def show_panel(face: "Face", interaction: "Interaction") -> None:
    """The command: the panel, to the one who asked. Raises RefusedError for those who may not."""
    check_manages(interaction)
    await send(interaction, panel(face, interaction), private=True)


async def press_panel(face: "Face", interaction: "Interaction", press: Press) -> None:
    """Changes what was pressed and redraws the panel. Raises RefusedError for those who may not, LawbotError for what cannot be chosen."""
    guild = check_manages(interaction)
    field, _sep, value = press.address.partition("/")
    value = "" if value == _USUAL else value
    if field == "director_role" and value == str(guild):  # the role @everyone has the server's own id
        raise RefusedError(N_("Everybody has this role. Choose one that only directors have."))
    before, now = await asyncio.to_thread(face.store.change, guild, lambda settings: with_value(settings, field, value, face))
    view = panel(face, interaction, (field, value_of(before, field)) if now != before else None)
    await turn(interaction, view)


def value_of(settings: GuildSettings, field: str) -> str:
    """A choice as a button carries it; empty where the server has left it to the operator."""
    if field == "answers":
        return ",".join(map(str, settings.channels)) or (_EVERYWHERE if settings.public else _PRIVATE)
    value = getattr(settings, field)
    return str(int(value)) if isinstance(value, bool) else str(value or "")


def with_value(settings: GuildSettings, field: str, value: str, face: "Face") -> GuildSettings:
    """The settings with one choice changed. Raises LawbotError for a choice or a value that there is not."""
    match field:
        case "language" if value in ("", *LANGUAGES):
            return replace(settings, language=value or None)
        case "edition":
            return replace(settings, edition=face.answers.lawbook.edition(value).id if value else None)
        case "director_role" if not value or _is_id(value):
            return replace(settings, director_role=int(value) if value else None)
        case "everybody" | "inline" | "notes" if value in ("0", "1"):
            switched: dict[str, Any] = {field: value == "1"}
            return replace(settings, **switched)
        case "answers" if value in ("", _PRIVATE, _EVERYWHERE):
            return replace(settings, public=value == _EVERYWHERE, channels=())
        case "answers" if all(map(_is_id, value.split(","))):
            return replace(settings, public=True, channels=tuple(map(int, value.split(",")[:MOST_CHANNELS])))
    raise LawbotError(N_("This button belongs to an older version of the bot. Ask again, please."))


def _is_id(text: str) -> bool:
    """Whether it may be an id of Discord's, which has 63 bits."""
    return text.isascii() and text.isdecimal() and len(text) < 20 and int(text) < 1 << 63


def panel(face: "Face", interaction: "Interaction", undo: tuple[str, str] | None = None) -> CardView:
    """The panel as a message; ``undo`` is the choice that was just changed, and the value it had."""
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=COLOURS[CardKind.NOTICE])
    for item in _Panel(face, face.reader_of(interaction), face.settings_of(interaction), interaction.guild).items(undo):
        container.add_item(item)
    packed: dict[str, Any] = dict(container.to_component_dict())
    for default in (
        default for row in packed["components"] for item in row.get("components", ()) for default in item.get("default_values", ())
    ):
        default["id"] = str(default["id"])  # discord.py sends a number where Discord's description wants a text
    return CardView([packed])


class _Panel:
    """What the panel says, for one reader and the choices of one server."""

    def __init__(self, face: "Face", reader: Reader, settings: GuildSettings, guild: discord.Guild | None) -> None:
        self.face, self.reader, self.settings, self.guild = face, reader, settings, guild

    def items(self, undo: tuple[str, str] | None) -> Iterator[Item]:
        """The parts of the panel from top to bottom."""
        _ = self.reader.translate
        settings = self.settings
        title = _("Settings of this server")
        done = f"\n✓ {escape(self._line(undo[0]))}" if undo else ""
        yield ui.TextDisplay(f"### {title}{done}")
        for field, hint in _HINTS.items():
            yield ui.TextDisplay(f"**{escape(_(NAMES[field]))}**\n{lines_of(escape(_(hint)), '-# ')}")
            if field == "director_role":
                chosen = [discord.SelectDefaultValue.from_role(discord.Object(settings.director_role))] if settings.director_role else []
                yield Row(ui.RoleSelect(placeholder=_("none"), min_values=0, default_values=chosen, custom_id=_carried(field)))
            else:
                yield Row(ui.Select(options=self._options(field), custom_id=_carried(field)))
        yield Row(
            ui.ChannelSelect(
                placeholder=_("for all to see, in these channels"),
                channel_types=_PLACES,
                min_values=0,
                max_values=MOST_CHANNELS,
                default_values=[discord.SelectDefaultValue.from_channel(discord.Object(each)) for each in settings.channels],
                custom_id=_carried("answers", twin=1),
            )
        )
        yield ui.Separator()
        for field in _SWITCHES:
            style = discord.ButtonStyle.success if getattr(settings, field) else discord.ButtonStyle.secondary
            other = str(1 - int(value_of(settings, field)))
            yield Row(_button(self._line(field), _carried(field, other), style))
        if undo:
            yield Row(_button(_("Undo"), _carried(*undo, twin=2), discord.ButtonStyle.primary))
        for warning in self._warnings():
            yield ui.TextDisplay(lines_of(escape(f"⚠️ {warning}"), "-# "))

    def _options(self, field: str) -> list[discord.SelectOption]:
        """The values of a choice in words, the one that holds marked."""
        values = self._values(field)
        here = value_of(self.settings, field)
        return [
            discord.SelectOption(label=shortened(said, OPTION_LABEL), value=value or _USUAL, default=value == here)
            for value, said in values.items()
        ][:OPTIONS]

    def _values(self, field: str) -> dict[str, str]:
        _ = self.reader.translate
        usual = _("{default} (as the operator has set it)")
        match field:
            case "language":
                names = {code: installed()[code].name for code in LANGUAGES}
                return {"": usual.format(default=names[self.face.language])} | names
            case "edition":
                titles = {each.id: each.title for each in self.face.answers.lawbook.editions.values()}
                return {
                    "": usual.format(default=titles[self.face.answers.understanding.edition_for(Reader(self.reader.language))])
                } | titles
            case "answers":
                return {_PRIVATE: _("private, with a Share button"), _EVERYWHERE: _("for all to see")}
        return {"0": _("off"), "1": _("on")}

    def _line(self, field: str) -> str:
        """A choice and what holds, in words: 'Language: Tiếng Việt'."""
        _ = self.reader.translate
        value = value_of(self.settings, field)
        if field == "director_role":
            role = self.guild.get_role(int(value)) if self.guild and value else None
            said = role.name if role else value or _("none")
        elif field == "answers" and self.settings.channels:
            channels = [self.guild.get_channel(each) if self.guild else None for each in self.settings.channels]
            said = ", ".join(f"#{channel.name}" for channel in channels if channel) or value
        else:
            said = self._values(field).get(value, value)
        return f"{_(NAMES[field])}: {said}"

    def _warnings(self) -> Iterator[str]:
        _ = self.reader.translate
        if self.settings.edition and self.settings.edition not in self.face.answers.lawbook.editions:
            gone = _("The edition {edition}, chosen here earlier, is no longer in the lawbook; the operator’s answers instead.")
            yield gone.format(edition=self.settings.edition[:30])
        if self.settings.inline and not self.face.inline:
            yield _("The operator of this bot has not turned citations in brackets on, so they are not answered.")


def _carried(field: str, value: str = "", twin: int = 0) -> str:
    return custom_id(f"{field}/{value}", verb=SET, twin=twin)


def _button(label: str, carried: str, style: discord.ButtonStyle) -> ui.Button[ui.LayoutView]:
    return ui.Button(label=shortened(label, BUTTON_LABEL), custom_id=carried, style=style)
