"""The panel of /settings: the choices of a server, each changed in place and undone.

A press carries the choice and its new value.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from zoneinfo import available_timezones

import discord
from discord import ui
from discord.app_commands import command
from discord.ext import commands

from lawbot.app import Answers
from lawbot.cards.card import Action, CardKind, Style
from lawbot.cards.help_card import listening
from lawbot.cards.titles import shortened
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.errors import note
from lawbot.faces.discord.permissions import check_manages, manages
from lawbot.faces.discord.render.card import COLOURS
from lawbot.faces.discord.render.components import (
    OPTION_LABEL,
    OPTIONS,
    OUTDATED,
    CardView,
    Press,
    Verb,
    button,
    custom_id,
    field_text,
    window,
)
from lawbot.faces.discord.render.markdown import escape, lines_of
from lawbot.faces.discord.request import Face, FaceCog, answers_press, everywhere, for_managers
from lawbot.faces.discord.settings.store import GuildSettings
from lawbot.faces.discord.transport import Interaction, edit_message, send
from lawbot.language import LANGUAGES, installed
from lawbot.language.reader import Reader

# as many as the button that undoes the choice can carry; a category stands for all of its channels
MOST_CHANNELS = 4
"""Most channels of public answers."""
_PRIVATE, _EVERYWHERE = "private", "everywhere"
# Discord takes no empty value
_USUAL = "-"
"""Value of the option that leaves a choice to the operator."""
_OWN = "own_ear"
_OWN_NAME = N_("A language model may hear what I type")
"""The choice of a member for what they type, wherever they are."""
NAMES = {
    "language": N_("Language"),
    "edition": N_("Edition"),
    "answers": N_("Answers"),
    "everybody": N_("One language for everybody"),
    "inline": N_("Citations in [[double brackets]]"),
    "notes": N_("The club’s own notes"),
    "ear": N_("A language model may listen too"),
    "daily_channel": N_("Question of the day"),
    "daily_time": N_("Question of the day, hour"),
    "directors": N_("Directors’ channel"),
    "verdicts": N_("Was it right?"),
}
# a hint is a line of the phone's screen, so only what needs one has it
_HINTS = {
    "language": N_("for people whose own I do not speak"),
    "edition": "",
    "answers": "",
    "daily_channel": "",
    "directors": "",
}
"""The choices with a menu, in their order, each with the line below its name."""
_FORBIDDEN = N_("{choice} (not turned on by the operator)")
# two in a row, for the screen of a phone has no room for one more
_SWITCHES = (("everybody",), ("inline",), ("notes", "verdicts"), ("ear",))
_POSTING_CHANNELS = {
    "daily_channel": [discord.ChannelType.text, discord.ChannelType.news],
    "directors": [discord.ChannelType.text, discord.ChannelType.forum],
}
"""The choices of a channel that the bot posts in, with the kinds of channels for each."""
_ANSWER_CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.category,
]
Row = ui.ActionRow[ui.LayoutView]


class LawSettings(FaceCog):
    """The choices of servers: changed in the panel, and forgotten with the server."""

    async def cog_load(self) -> None:
        """Offer the command to everybody if a language model listens; called with the cog."""
        if self.face.answers.ear is not None:
            self.settings.default_permissions = None
            # not changed in place, for the command of every other cog shares them
            self.settings.allowed_contexts = self.settings.allowed_installs = None
            everywhere(self.settings)

    async def cog_unload(self) -> None:
        """Close the settings; called when a bot removes the cog."""
        self.face.store.close()

    @for_managers
    @command(
        description=N_("This server: language, edition, who sees answers, question of the day"),
    )
    async def settings(self, interaction: Interaction) -> None:
        """Show the choices of this server, with selects and buttons to change them."""

        async def send_panel(asking: Asking) -> None:
            if asking.answers.ear is not None and not manages(interaction):
                await send(interaction, self._own_panel(interaction, asking), private=True)
                return
            check_manages(interaction)
            panel = _Panel(asking, interaction.guild, self.face)
            await send(interaction, panel.view(), private=True)

        await self.face.serve(interaction, send_panel)

    @answers_press(Verb.SET)
    async def _change(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Change the choice that was pressed, and redraw the panel. Raises LawbotError."""
        field, _sep, value = press.address.partition("/")
        if field == _OWN:
            allowed = value == "1"
            await asyncio.to_thread(asking.store.let_hear, interaction.user.id, allowed=allowed)
            await edit_message(interaction, self._own_panel(interaction, asking))
            return
        guild = check_manages(interaction)
        if field == "daily_time" and not value:
            if interaction.type is discord.InteractionType.component:
                await interaction.response.send_modal(_time_window(asking))
                return
            value = field_text(interaction.data or {})
            # a text that is no time is refused before anything is locked
            time_of(value)
        value = "" if value == _USUAL else value
        _check_channels(interaction, guild, field, value)
        change = partial(with_value, field=field, value=value, answers=asking.answers)
        before, after = await asyncio.to_thread(asking.store.change, guild, change)
        undo = (field, value_of(before, field)) if after != before else None
        # asked anew, since the reader's language may be what was changed
        panel = _Panel(self.face.asking(interaction), interaction.guild, self.face)
        await edit_message(interaction, panel.view(undo))

    def _own_panel(self, interaction: Interaction, asking: Asking) -> CardView:
        """Return the panel of a member's own choice: whether a language model may hear them."""
        _, ear = asking.reader.translate, asking.answers.ear
        is_on = asking.store.may_hear(interaction.user.id)
        state = _("on") if is_on else _("off")
        switch = _switch(f"{_(_OWN_NAME)}: {state}", _OWN, is_on=is_on)
        title = _("Your settings")
        container: ui.Container[ui.LayoutView] = ui.Container(
            ui.TextDisplay(f"### {title}"),
            ui.TextDisplay(escape(listening(ear.endpoint.host if ear else "", asking.reader))),
            Row(switch),
            accent_colour=COLOURS[CardKind.NOTICE],
        )
        return CardView([dict(container.to_component_dict())])

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a server that has removed the bot."""
        await self._forget([guild.id])

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Forget servers that removed the bot while it was off.

        If the bot is in none of the servers that chose something, the token is another bot's, and
        everything stays.
        """
        current = {guild.id for guild in self.bot.guilds}
        stored = [guild for guild in self.face.store.guilds if self._is_of_our_shards(guild)]
        if not current.isdisjoint(stored):
            await self._forget([guild for guild in stored if guild not in current])

    async def _forget(self, guilds: list[int]) -> None:
        try:
            for guild in guilds:
                await asyncio.to_thread(self.face.store.forget, guild)
        except LawbotError as error:
            note(error)

    def _is_of_our_shards(self, guild: int) -> bool:
        bot = self.bot
        ours = [bot.shard_id] if bot.shard_id is not None else getattr(bot, "shard_ids", None)
        return not ours or (guild >> 22) % (bot.shard_count or 1) in ours


def value_of(settings: GuildSettings, field: str) -> str:
    """Return a choice as a button carries it; empty if the server left it to the operator."""
    if field == "answers":
        if settings.channels:
            return ",".join(map(str, settings.channels))
        return _EVERYWHERE if settings.public else _PRIVATE
    if field == "daily_time":
        return f"{settings.daily_hour} {settings.daily_zone}"
    value = getattr(settings, field)
    return str(int(value)) if isinstance(value, bool) else str(value or "")


def with_value(settings: GuildSettings, field: str, value: str, answers: Answers) -> GuildSettings:
    """Return the settings with one choice changed.

    Raises LawbotError for an unknown choice or value.
    """
    match field:
        case "language" if value in ("", *LANGUAGES):
            return replace(settings, language=value or None)
        case "edition":
            return replace(settings, edition=answers.lawbook.edition(value).id if value else None)
        case "daily_channel" | "directors" if not value or _is_id(value):
            chosen: dict[str, Any] = {field: int(value) if value else None}
            return replace(settings, **chosen)
        case "daily_time":
            hour, zone = time_of(value)
            return replace(settings, daily_hour=hour, daily_zone=zone)
        case "everybody" | "inline" | "notes" | "ear" | "verdicts" if value in ("0", "1"):
            switched: dict[str, Any] = {field: value == "1"}
            return replace(settings, **switched)
        case "answers" if value in ("", _PRIVATE, _EVERYWHERE):
            return replace(settings, public=value == _EVERYWHERE, channels=())
        case "answers" if all(map(_is_id, value.split(","))):
            channels = tuple(map(int, value.split(",")[:MOST_CHANNELS]))
            return replace(settings, public=True, channels=channels)
    raise LawbotError(OUTDATED)


def time_of(text: str) -> tuple[int, str]:
    """Return the hour and the time zone of '18 Asia/Bangkok'; UTC if no zone is named.

    Raises LawbotError if the text is no time.
    """
    clock, _sep, zone_text = text.strip().partition(" ")
    hour = clock.removesuffix(":00")
    folded = "_".join(zone_text.split()).casefold() or "utc"
    zones = sorted(available_timezones())
    zone = next((zone for zone in zones if zone.casefold() == folded), None)
    is_hour = hour.isascii() and hour.isdecimal() and int(hour[:3]) < 24
    if zone is None or not is_hour:
        raise LawbotError(
            N_(
                "Write the hour, 0 to 23, and a time zone as computers name it: 18 Asia/Bangkok, 20 Europe/Paris, 9 UTC."
            )
        )
    return int(hour), zone


def _is_id(text: str) -> bool:
    """Return whether the text may be an id of Discord's, which has 63 bits."""
    return text.isascii() and text.isdecimal() and len(text) < 20 and int(text) < 1 << 63


def _check_channels(interaction: Interaction, guild: int, field: str, value: str) -> None:
    """Raise LawbotError for a channel that is none of the server's.

    *Undo* may bring back a channel that was deleted since.
    """
    if field not in (*_POSTING_CHANNELS, "answers"):
        return
    data: Any = interaction.data or {}
    chosen = data.get("values") or ()
    for channel_id in filter(_is_id, value.split(",")):
        channel = interaction.client.get_channel(int(channel_id))
        owner = getattr(getattr(channel, "guild", None), "id", None)
        if owner != guild and (channel is not None or channel_id in chosen):
            raise LawbotError(N_("This channel is not in this server."))


class _Panel:
    """The panel of one server for one reader."""

    def __init__(self, asking: Asking, guild: discord.Guild | None, face: Face) -> None:
        self.reader, self.settings, self.answers = asking.reader, asking.settings, asking.answers
        self.guild, self.face = guild, face

    def view(self, undo: tuple[str, str] | None = None) -> CardView:
        """Return the panel as a message.

        ``undo`` is the choice that was just changed, and the value it had.
        """
        container: ui.Container[ui.LayoutView] = ui.Container(
            *self._items(undo), accent_colour=COLOURS[CardKind.NOTICE]
        )
        return CardView([dict(container.to_component_dict())])

    def _items(self, undo: tuple[str, str] | None) -> Iterator[ui.Item[ui.LayoutView]]:
        _ = self.reader.translate
        settings = self.settings
        # in the braces below gettext would not extract it
        title = _("Settings of this server")
        done = f"\n✓ {escape(self._line(undo[0]))}" if undo else ""
        yield ui.TextDisplay(f"### {title}{done}")
        for field, hint in _HINTS.items():
            heading = escape(_(NAMES[field]))
            below = "\n" + lines_of(escape(_(hint)), "-# ") if hint else ""
            yield ui.TextDisplay(f"**{heading}**{below}")
            if field not in _POSTING_CHANNELS:
                yield self._menu(field)
            else:
                channel = getattr(settings, field)
                select_id = custom_id(f"{field}/", verb=Verb.SET)
                chosen = (channel,) if channel else ()
                yield _channels(_("none"), _POSTING_CHANNELS[field], chosen, 1, select_id)
            if field == "daily_channel":
                yield Row(button(Action(self._line("daily_time"), "daily_time/"), verb=Verb.SET))
            if field == "answers":
                # a twin number, for the menu above has the same address
                yield _channels(
                    _("for all to see, in these channels"),
                    _ANSWER_CHANNELS,
                    settings.channels,
                    MOST_CHANNELS,
                    custom_id(f"{field}/", verb=Verb.SET, twin=1),
                )
        yield ui.Separator()
        ear = self.answers.ear
        for row in _SWITCHES:
            if row == ("ear",) and ear is None:
                continue
            yield Row(*map(self._switch, row))
        if ear is not None:
            yield ui.TextDisplay(lines_of(escape(listening(ear.endpoint.host, self.reader)), "-# "))
        if undo:
            back = Action(_("Undo"), "/".join(undo), style=Style.MAIN)
            yield Row(button(back, verb=Verb.SET, twin=2))
        for warning in self._warnings():
            yield ui.TextDisplay(lines_of(escape(f"⚠️ {warning}"), "-# "))

    def _switch(self, field: str) -> ui.Button[ui.LayoutView]:
        """Return the button that turns a choice on or off, if the operator allows it on."""
        is_on, line = getattr(self.settings, field), self._line(field)
        is_forbidden = field == "inline" and not (self.face.inline or is_on)
        if is_forbidden:
            line = self.reader.translate(_FORBIDDEN).format(choice=line)
        switch = _switch(line, field, is_on=is_on)
        switch.disabled = is_forbidden
        return switch

    def _menu(self, field: str) -> Row:
        """Return the menu of the values of a choice."""
        chosen = value_of(self.settings, field)
        options = []
        for value, label in self._labels(field).items():
            option = discord.SelectOption(label=shortened(label, OPTION_LABEL))
            option.value, option.default = value or _USUAL, value == chosen
            options.append(option)
        menu_id = custom_id(f"{field}/", verb=Verb.SET)
        return Row(ui.Select(options=options[:OPTIONS], custom_id=menu_id))

    def _labels(self, field: str) -> dict[str, str]:
        """Return the values of a choice, each with its label."""
        _ = self.reader.translate
        usual = _("{default} (as the operator has set it)")
        match field:
            case "language":
                names = {code: installed()[code].name for code in LANGUAGES}
                return {"": usual.format(default=names[self.face.language])} | names
            case "edition":
                titles = {
                    edition.id: edition.title for edition in self.answers.lawbook.editions.values()
                }
                default = self.answers.understanding.edition_for(Reader(self.reader.language))
                return {"": usual.format(default=titles[default])} | titles
            case "answers":
                return {
                    _PRIVATE: _("private, with a Share button"),
                    _EVERYWHERE: _("for all to see"),
                }
            case "daily_channel" | "directors":
                return {"": _("none")}
        return {"0": _("off"), "1": _("on")}

    def _line(self, field: str) -> str:
        """Return a choice and its value in words: 'Language: Tiếng Việt'."""
        _ = self.reader.translate
        value = value_of(self.settings, field)
        if (field == "answers" and self.settings.channels) or (
            field in _POSTING_CHANNELS and value
        ):
            # a channel may have been deleted since it was chosen
            channels = map(self.guild.get_channel, map(int, value.split(","))) if self.guild else ()
            label = ", ".join(f"#{channel.name}" for channel in channels if channel) or value
        else:
            label = self._labels(field).get(value, value)
        return f"{_(NAMES[field])}: {label}"

    def _warnings(self) -> Iterator[str]:
        _ = self.reader.translate
        if not self._may_post_in(self.settings.daily_channel):
            yield _(
                "The bot may not write in the channel of the question of the day, so none is posted."
            )
        if not self._may_post_in(self.settings.directors):
            yield _("The bot may not write in the directors’ channel, so nobody can ask there.")
        if self.settings.edition and self.settings.edition not in self.answers.lawbook.editions:
            gone = _(
                "The edition {edition}, chosen here earlier, is no longer in the lawbook; the operator’s answers instead."
            )
            yield gone.format(edition=self.settings.edition[:30])
        if self.settings.inline and not self.face.inline:
            yield _(
                "The operator of this bot has not turned citations in brackets on, so they are not answered."
            )

    def _may_post_in(self, channel_id: int | None) -> bool:
        """Return whether the bot may post in a channel; True if none is chosen."""
        if self.guild is None or channel_id is None:
            return True
        channel = self.guild.get_channel(channel_id)
        if channel is None:
            return False
        permissions = channel.permissions_for(self.guild.me)
        return permissions.view_channel and permissions.send_messages


def _switch(line: str, field: str, *, is_on: bool) -> ui.Button[ui.LayoutView]:
    """Return the button that turns a choice round; ``line`` is the choice in words."""
    switch = button(Action(line, f"{field}/{int(not is_on)}"), verb=Verb.SET)
    switch.style = discord.ButtonStyle.success if is_on else discord.ButtonStyle.secondary
    return switch


def _channels(
    hint: str, kinds: list[discord.ChannelType], chosen: tuple[int, ...], most: int, select_id: str
) -> Row:
    # discord.py sends the id as it is given, and Discord's description wants a text
    defaults = [
        discord.SelectDefaultValue(
            id=str(channel_id),  # type: ignore[arg-type]
            type=discord.SelectDefaultValueType.channel,
        )
        for channel_id in chosen
    ]
    select: ui.ChannelSelect[ui.LayoutView] = ui.ChannelSelect(
        placeholder=hint,
        channel_types=kinds,
        # none chosen takes the choice back
        min_values=0,
        max_values=most,
        default_values=defaults,
        custom_id=select_id,
    )
    return Row(select)


def _time_window(asking: Asking) -> ui.Modal:
    _ = asking.reader.translate
    return window(
        _("Question of the day"),
        custom_id("daily_time/", verb=Verb.SET),
        _("Hour and time zone"),
        _("18 Asia/Bangkok, 20 Europe/Paris, 9 UTC"),
        custom_id="daily",
        default=value_of(asking.settings, "daily_time"),
        max_length=50,
    )
