"""The face itself: tells who asks, and serves them. Every command, press and message ends here,
each in its turn and none without an answer."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from datetime import datetime
from functools import partial
from itertools import islice
from typing import TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands
from discord.utils import utcnow

from lawbot.answers import Answers, Reader
from lawbot.answers.kinds import EVERYTHING, Kind
from lawbot.answers.laws import shortened
from lawbot.cards import Action, Card
from lawbot.config import Settings
from lawbot.faces.discord.components import OPTION_LABEL, OPTIONS, PRESSES, Press, read_press
from lawbot.faces.discord.crowd import Crowd
from lawbot.faces.discord.deck import Asking, Deck
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.errors import error_card, note, too_late
from lawbot.faces.discord.permissions import is_public
from lawbot.faces.discord.sending import SILENT, Interaction, send
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.faces.discord.watching import Record, Served, Watch, now, what_of
from lawbot.language import LANGUAGES, language_of

Handler = Callable[[Interaction, Press, Asking], Awaitable[None]]
Offered = TypeVar("Offered")
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])
_VERBS = "lawbot_verbs"
_KINDS = {
    discord.AppCommandOptionType.string: str,
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.boolean: bool,
}


class Face:
    """Answers people on Discord, as the operator's settings say. ``alone`` where every press on the
    bot's messages is on one of ours."""

    def __init__(
        self, settings: Settings, answers: Answers, store: SettingsStore, *, alone: bool = False
    ) -> None:
        self.settings = settings
        self.deck = Deck(answers, settings)
        self.store = store
        self.alone = alone
        self.wrong_channel = settings.wrong_channel
        self.language = settings.language if settings.language in LANGUAGES else "en"
        self.inline = settings.inline
        """Whether the operator allows [[27B1]] and has the intent for it."""
        self.crowd = Crowd()
        self.clock: Callable[[], datetime] = utcnow
        """What time it is."""
        self.watch = Watch(settings)
        self.presses: dict[str, Handler] = {}
        """What answers a press, by its verb."""

    @property
    def answers(self) -> Answers:
        """The answers of the lawbook that answers now."""
        return self.deck.answers

    def take_up(self, answers: Answers) -> None:
        """Answers from another lawbook from now on; nothing drawn from the old one is kept."""
        self.deck = Deck(answers, self.settings)

    async def warm(self) -> None:
        """Draws every law of the edition people get first, before anybody asks, in small steps:
        whoever asks meanwhile is answered between them."""
        reader, deck = Reader(self.language), self.deck
        for address in self.answers.every_law(reader):
            deck.open(address, reader, share=True)
            await asyncio.sleep(0)

    # -- who asks
    # ------------------------------------------------------------------------------------------------------

    def asking(self, interaction: Interaction, edition: str | None = None) -> Asking:
        """Who asks: in their own language, for that edition or their server's."""
        return self.asking_in(
            interaction.guild_id, language_of(interaction.locale.value, default=""), edition
        )

    def asking_in(self, guild: int | None, own: str, edition: str | None = None) -> Asking:
        """Who asks in a server, or outside of any (None): in their own language where it is known
        and the server does not want its own for everybody; with the edition asked for, else the
        server's, which is as none once it has gone."""
        settings = self.store.of(guild)
        language = (own if not settings.everybody else "") or settings.language or self.language
        chosen = settings.edition if settings.edition in self.answers.editions else None
        return Asking(Reader(language, edition or chosen), guild, settings, self.store, self.deck)

    # -- serving
    # -------------------------------------------------------------------------------------------------------

    async def serve(
        self,
        interaction: Interaction,
        work: Callable[[Asking], Awaitable[None]],
        edition: str | None = None,
    ) -> None:
        """Does the work for an interaction in its turn, if it can still be answered then. Every
        error becomes a card of its own; nothing is raised."""
        asking = self.asking(interaction, edition)
        with self._watched(interaction, asking) as record:
            try:
                async with self.crowd.slot(interaction):
                    if self.crowd.in_time(interaction.id):
                        await work(asking)
                    else:
                        record.outcome = Served.LATE
            except Exception as error:
                await self._fail(interaction, asking, error)

    async def answer(
        self,
        interaction: Interaction,
        make: Callable[[Answers, Reader], Card],
        private: bool = False,
    ) -> None:
        """Sends the card that ``make`` makes. Nothing is raised."""

        async def answered(asking: Asking) -> None:
            await show(interaction, asking, make(asking.answers, asking.reader), private)

        await self.serve(interaction, answered)

    async def press(self, interaction: Interaction) -> bool:
        """Answers a press of one of our buttons or menus, or what was written in a window of ours,
        and only those. Returns whether it was one. Raises nothing."""
        press = read_press(interaction.data or {}) if interaction.type in PRESSES else None
        if press is not None:
            await self.serve(interaction, partial(self.presses[press.verb], interaction, press))
        return press is not None

    def card_for(self, text: str, asking: Asking, only: frozenset[Kind] = EVERYTHING) -> Card:
        """The card for a typed text; one that finds nothing is counted."""
        card = asking.answers.ask(text, asking.reader, only)
        if not card.found:
            self.watch.nothing_found(text)
        return card

    def in_time(self, interaction: Interaction) -> bool:
        """Whether an answer would still be taken. One that would not is in the log, and nothing is
        done for it."""
        if self.crowd.in_time(interaction.id):
            return True
        with self._watched(interaction, self.asking(interaction)) as record:
            record.outcome = Served.LATE
        return False

    def choices(
        self, interaction: Interaction, make: Callable[[Asking], list[Action]]
    ) -> list[Choice[str]]:
        """What is offered while somebody types: a label, and what is submitted for it. A fault
        offers nothing, and is in the log."""
        asking = self.asking(interaction, getattr(interaction.namespace, "edition", None))
        with self._watched(interaction, asking):
            try:
                carried = (action for action in make(asking) if len(action.address) <= OPTION_LABEL)
                return [
                    Choice(name=shortened(action.label, OPTION_LABEL), value=action.address)
                    for action in islice(carried, OPTIONS)
                ]
            except Exception as error:
                note(error)
                return []

    async def fail(self, interaction: Interaction, error: BaseException) -> None:
        """Tells the person what went wrong, privately, if Discord still takes it."""
        asking = self.asking(interaction)
        with self._watched(interaction, asking):
            await self._fail(interaction, asking, error)

    async def _fail(self, interaction: Interaction, asking: Asking, error: BaseException) -> None:
        if too_late(error):
            now().outcome = Served.LATE
            return
        now().outcome = Served.REFUSED
        try:
            view = draw(error_card(error, asking.reader), asking.reader)
            if interaction.response.is_done():
                await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=SILENT)
            else:
                await send(interaction, view, private=True)
        except Exception as second:
            if too_late(second):
                now().outcome = Served.LATE
            else:
                note(second)

    def _watched(self, interaction: Interaction, asking: Asking) -> AbstractContextManager[Record]:
        return self.watch.over(what_of(interaction), asking.reader.language)


async def show(
    interaction: Interaction, asking: Asking, answer: Card | str, private: bool = False
) -> None:
    """Sends a card, or the one behind an address, for all to see where that is wanted and it is an
    answer."""
    now().shown(answer if isinstance(answer, str) else answer.address, begun=True)
    hidden = private or not is_public(interaction, asking.settings)
    # else all see it already, or there is nobody to share it with
    share = hidden and not interaction.context.dm_channel
    view = (
        asking.open(answer, share=share)
        if isinstance(answer, str)
        else asking.view(answer, share=share)
    )
    await send(interaction, view, private=hidden or not view.found)


def answers_press(*verbs: str) -> Callable[[Method], Method]:
    """Has a method of a cog answer the presses of these verbs."""

    def marked(method: Method) -> Method:
        setattr(method, _VERBS, verbs)
        return method

    return marked


def everywhere(command: Offered) -> Offered:
    """Offered in servers, direct messages and group chats, whether the bot is added to a server or
    to a person."""
    command = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)


def for_managers(command: Offered) -> Offered:
    """Offered in servers alone, to those who manage them."""
    return app_commands.guild_only(
        app_commands.guild_install(app_commands.default_permissions(manage_guild=True)(command))
    )


class FaceCog(commands.Cog):
    """A cog of ours: its commands are offered everywhere unless they are for managers, and what
    discord.py itself refuses is answered too."""

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, face: Face) -> None:
        self.bot = bot
        self.face = face
        for command in self.walk_app_commands():
            if command.allowed_contexts is None:
                everywhere(command)
        for _name, method in inspect.getmembers(self, inspect.ismethod):
            face.presses |= dict.fromkeys(getattr(method, _VERBS, ()), method)

    async def cog_app_command_error(
        self, interaction: Interaction, error: app_commands.AppCommandError
    ) -> None:
        """What discord.py itself refuses: a missing permission, a command that has changed."""
        await self.face.fail(interaction, error)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether what is given is of the kinds that a command asks for. Discord sees to that
        itself; raises CommandSignatureMismatch where it has not."""
        if isinstance(command := interaction.command, app_commands.Command):
            for parameter in command.parameters:
                given = getattr(interaction.namespace, parameter.name, None)
                kind = _KINDS.get(parameter.type)
                if given is None and not parameter.required:
                    continue
                if kind is not None and not isinstance(given, kind):
                    raise app_commands.CommandSignatureMismatch(command)
        return True
