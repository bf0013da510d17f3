"""The request handler: every command, press and message ends here, none without an answer."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from functools import partial
from itertools import islice
from typing import TypeVar

import discord
from discord import app_commands, ui
from discord.app_commands import (
    AppCommandError,
    Choice,
    CommandSignatureMismatch,
    allowed_contexts,
    allowed_installs,
    default_permissions,
    guild_install,
    guild_only,
)
from discord.ext import commands
from discord.utils import utcnow

from lawbot.app import Answers
from lawbot.cards.address import holds_words
from lawbot.cards.card import UNADDRESSED, Action, Card, CardKind, Paragraph, Style
from lawbot.cards.titles import shortened
from lawbot.config import Settings
from lawbot.decide.kinds import EVERYTHING, Kind
from lawbot.errors import N_
from lawbot.faces.discord.admission import Admission
from lawbot.faces.discord.card_cache import Asking, CardCache
from lawbot.faces.discord.errors import error_card, note, too_late
from lawbot.faces.discord.permissions import check_may_post, is_member, is_public
from lawbot.faces.discord.render.card import COMPONENTS, draw
from lawbot.faces.discord.render.components import (
    CUSTOM_ID,
    OPTION_LABEL,
    OPTIONS,
    PRESSES,
    CardView,
    Component,
    Components,
    Press,
    Verb,
    button,
    custom_id,
    parts_of,
    read_press,
    row_of,
)
from lawbot.faces.discord.render.markdown import escape, lines_of
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.faces.discord.telemetry import Record, Served, Watch, door_of, now
from lawbot.faces.discord.transport import SILENT, Interaction, send
from lawbot.language import LANGUAGES, language_of
from lawbot.language.reader import Reader

Handler = Callable[[Interaction, Press, Asking], Awaitable[None]]
Command = TypeVar("Command")
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])
_VERB = "lawbot_verb"
VERDICTS = {
    "1": N_("That was it"),
    "1w": N_("That was it, and my words may be kept"),
    "0": N_("None of these"),
    "0w": N_("None of these, and my words may be kept"),
}
"""Verdicts on a first screen, by the values of their options."""
_TYPES = {
    discord.AppCommandOptionType.string: str,
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.boolean: bool,
}


class Face:
    """Answers to people on Discord, as the operator's settings say.

    ``alone``: no other program answers presses on the bot's messages.
    """

    def __init__(
        self, settings: Settings, answers: Answers, store: SettingsStore, *, alone: bool = False
    ) -> None:
        self.settings = settings
        self.cards = CardCache(answers, settings)
        self.store = store
        self.alone = alone
        self.wrong_channel = settings.wrong_channel
        self.language = settings.language if settings.language in LANGUAGES else "en"
        self.inline = settings.inline
        """True if the operator allows [[27B1]] and has the intent for it."""
        self.admission = Admission()
        self.clock: Callable[[], datetime] = utcnow
        """The current time; tests replace it."""
        self.watch = Watch(settings)
        self.presses: dict[Verb, Handler] = {}
        """The handlers of presses, by verb."""
        self._listening: dict[int, asyncio.Task[None]] = {}
        """By person, the text that a language model listens to."""

    @property
    def answers(self) -> Answers:
        """Return the answers of the current lawbook."""
        return self.cards.answers

    def take_up(self, answers: Answers) -> None:
        """Answer from another lawbook from now on, with an empty cache of cards."""
        self.cards = CardCache(answers, self.settings, self.cards.rewrite)

    async def warm(self) -> None:
        """Draw every law of the default edition into the cache, in small steps."""
        reader, cards = Reader(self.language), self.cards
        for address in self.answers.every_law(reader):
            cards.open(address, reader, share=True)
            # whoever asks meanwhile is answered between two laws
            await asyncio.sleep(0)

    # -- who asks

    def asking(self, interaction: Interaction, edition: str | None = None) -> Asking:
        """Return who asks: in their own language, for that edition or their server's."""
        locale_language = language_of(interaction.locale.value, default="")
        return self.asking_in(interaction.guild_id, locale_language, edition)

    def asking_in(
        self, guild: int | None, user_language: str, edition: str | None = None
    ) -> Asking:
        """Return who asks in a server, or outside of any (None).

        They read their own language, unless it is unknown (empty) or the server wants its own for
        everybody; and the edition asked for, else the server's if the lawbook still has it.
        """
        settings = self.store.of(guild)
        language = settings.language or self.language
        if user_language and not settings.everybody:
            language = user_language
        # a server may have chosen an edition that the lawbook has lost since
        server_edition = (
            settings.edition if settings.edition in self.answers.lawbook.editions else None
        )
        reader = Reader(language, edition or server_edition)
        return Asking(reader, guild, settings, self.store, self.cards)

    # -- serving

    async def serve(
        self,
        interaction: Interaction,
        work: Callable[[Asking], Awaitable[None]],
        edition: str | None = None,
    ) -> None:
        """Do the work for an interaction once it has a slot, if Discord still takes an answer.

        Every error becomes a card of its own; nothing is raised.
        """
        self.stop_listening(interaction.user.id)
        asking = self.asking(interaction, edition)
        with self._watched(interaction, asking) as record:
            try:
                async with self.admission.slot(interaction):
                    # the wait for the slot may have taken too long
                    if self.admission.in_time(interaction.id):
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
        """Send the card that ``make`` makes. Raises nothing."""

        async def send_card(asking: Asking) -> None:
            await show(interaction, asking, make(asking.answers, asking.reader), private)

        await self.serve(interaction, send_card)

    async def press(self, interaction: Interaction) -> bool:
        """Answer a press of our buttons or menus, or a window of ours that was sent.

        Returns whether it was one of ours. Raises nothing.
        """
        press = read_press(interaction.data or {}) if interaction.type in PRESSES else None
        if press is not None:
            await self.serve(interaction, partial(self.presses[press.verb], interaction, press))
        return press is not None

    def card_for(self, text: str, asking: Asking, only: frozenset[Kind] = EVERYTHING) -> Card:
        """Return the card for a typed text, and count one that finds nothing."""
        card = asking.answers.ask(text, asking.reader, only)
        if not card.found:
            self.watch.nothing_found(text)
        return card

    # -- with a language model, if the operator brought one

    def listen(
        self,
        text: str,
        asking: Asking,
        people: Sequence[int],
        edit: Callable[[Card], Awaitable[object]],
        only: frozenset[Kind] = EVERYTHING,
    ) -> None:
        """Let a language model hear a text besides, and ``edit`` its card if that brings more.

        ``people`` are who asked, and who wrote the text: each may have switched it off. It is
        dropped when the first of them goes on.
        """
        may_hear = asking.settings.ear and all(map(self.store.may_hear, people))
        if asking.answers.ear is None or not may_hear:
            return
        person = people[0]
        self.stop_listening(person)
        task = asyncio.create_task(self._listen(text, asking, person, edit, only))
        self._listening[person] = task
        task.add_done_callback(partial(self._finish_listening, person))

    def stop_listening(self, person: int) -> None:
        """Drop what a language model may still hear: somebody has gone on."""
        task = self._listening.pop(person, None)
        if task is not None:
            task.cancel()

    def _finish_listening(self, person: int, task: asyncio.Task[None]) -> None:
        if self._listening.get(person) is task:
            del self._listening[person]

    async def _listen(
        self,
        text: str,
        asking: Asking,
        person: int,
        edit: Callable[[Card], Awaitable[object]],
        only: frozenset[Kind],
    ) -> None:
        with self.watch.over("ear", asking.reader.language) as record:
            server = asking.guild or person
            outcome = await asking.answers.listen(text, asking.reader, server, only)
            if outcome is None:
                record.outcome = Served.NOTHING
                return
            try:
                await edit(asking.answers.aided(outcome, asking.reader))
            except discord.HTTPException:
                # the message is gone, or Discord does not answer: the first card stays
                record.outcome = Served.LATE
            except Exception as error:
                note(error)

    def in_time(self, interaction: Interaction) -> bool:
        """Return whether Discord still takes an answer; log the interaction if not."""
        if self.admission.in_time(interaction.id):
            return True
        with self._watched(interaction, self.asking(interaction)) as record:
            record.outcome = Served.LATE
        return False

    def choices(
        self, interaction: Interaction, make: Callable[[Asking], list[Action]]
    ) -> list[Choice[str]]:
        """Return the choices offered while somebody types: labels and their addresses.

        An error goes to the log, and nothing is offered.
        """
        asking = self.asking(interaction, getattr(interaction.namespace, "edition", None))
        with self._watched(interaction, asking):
            try:
                # Discord takes no longer value
                fitting = (action for action in make(asking) if len(action.address) <= OPTION_LABEL)
                return [
                    Choice(name=shortened(action.label, OPTION_LABEL), value=action.address)
                    for action in islice(fitting, OPTIONS)
                ]
            except Exception as error:
                note(error)
                return []

    async def fail(self, interaction: Interaction, error: BaseException) -> None:
        """Tell the person what went wrong, privately, if Discord still takes it."""
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
            # Discord takes one response to an interaction; all after it are follow-ups
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
        return self.watch.over(door_of(interaction), asking.reader.language)


async def show(
    interaction: Interaction,
    asking: Asking,
    answer: Card | str,
    private: bool = False,
    message: int | None = None,
) -> None:
    """Send a card, or the one behind an address.

    All see it if the server wants that and it is an answer; else the person alone, who may post
    it as a reply to the ``message`` that it was asked of.
    """
    now().shown(_address_of(answer), begun=True)
    hidden = private or not is_public(interaction, asking.settings)
    view = _own_view(interaction, asking, answer, hidden, message)
    await send(interaction, view, private=hidden or not view.found)


async def reshow(
    interaction: Interaction, asking: Asking, card: Card, message: int | None = None
) -> None:
    """Replace the card that ``show`` has sent. Raises discord.HTTPException."""
    hidden = not is_public(interaction, asking.settings)
    view = _own_view(interaction, asking, card, hidden, message)
    await interaction.edit_original_response(view=view, allowed_mentions=SILENT)


def _own_view(
    interaction: Interaction,
    asking: Asking,
    answer: Card | str,
    hidden: bool,
    message: int | None,
) -> CardView:
    """Return a card, or the one behind an address, with the buttons that post it for all."""
    # else all see it already, or there is nobody to share it with
    share = hidden and not interaction.context.dm_channel
    if isinstance(answer, str):
        view = asking.open(answer, share=share)
    else:
        view = asking.view(answer, share=share)
    # what another message says are not the words of who asks
    if message is None and isinstance(answer, Card):
        view = with_verdicts(view, answer, asking, answer.asked != UNADDRESSED)
    if share and message is not None and is_member(interaction):
        view = with_reply(view, message, _address_of(answer), asking.reader)
    return view


async def show_to(
    interaction: Interaction, asking: Asking, answer: Card | str, person: discord.abc.User
) -> None:
    """Post a card for all to see, and mention one person; what is no answer stays private.

    Raises LawbotError if the asker or the bot may not post.
    """
    check_may_post(interaction)
    now().shown(_address_of(answer), begun=True)
    card = asking.answers.open(answer, asking.reader) if isinstance(answer, str) else answer
    view = asking.view(card, for_all=True)
    if not view.found:
        await send(interaction, view, private=True)
        return
    await send(interaction, view.for_person(person.id), private=False, person=person.id)


def _address_of(answer: Card | str) -> str:
    return answer if isinstance(answer, str) else answer.address


def with_reply(view: CardView, message: int, address: str, reader: Reader) -> CardView:
    """Return a card with a button that posts it as a reply to a message, if there is room.

    It carries the address, but not that of typed words: theirs is a choice, posted as it stands.
    """
    has_room = len(list(parts_of(view.to_components()))) <= COMPONENTS - 2
    if not (view.found and has_room):
        return view
    target = f"{message}/{address}"
    if holds_words(address) or len(custom_id(target, verb=Verb.REPLY)) > CUSTOM_ID:
        target = f"{message}/"
    action = Action(reader.translate(N_("Reply in public")), target, style=Style.QUIET)
    return view.with_below(row_of(button(action, verb=Verb.REPLY)))


def with_verdicts(view: CardView, card: Card, asking: Asking, has_words: bool) -> CardView:
    """Return a first screen with a menu to say if it was right, if the server wants it.

    ``has_words``: the words can be found again, so they can be given.
    """
    has_room = len(list(parts_of(view.to_components()))) <= COMPONENTS - 2
    menu_id = custom_id(f"{card.asked}/", verb=Verb.JUDGE)
    if not (asking.settings.verdicts and card.asked and has_room and len(menu_id) <= CUSTOM_ID):
        return view
    _ = asking.reader.translate
    offers_words = has_words and asking.cards.keeps_asked
    options = [
        discord.SelectOption(label=_(label), value=verdict)
        for verdict, label in VERDICTS.items()
        if offers_words or not verdict.endswith("w")
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        placeholder=_("Was that it?"), options=options, custom_id=menu_id
    )
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(select)
    return view.with_below(dict(row.to_component_dict()))


async def thank(interaction: Interaction, asking: Asking, sentence: str) -> None:
    """Tell somebody alone, after the first answer, that something was done."""
    _ = asking.reader.translate
    card = Card(CardKind.NOTICE, _("Thank you"), (Paragraph(_(sentence)),))
    view = draw(card, asking.reader)
    await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=SILENT)


def components_of(message: discord.Message) -> Components:
    """Return the components of a message as JSON."""
    return [dict(component.to_dict()) for component in message.components]


def has_press(part: Component, verb: Verb) -> bool:
    """Return whether a press on a component has this verb."""
    press = read_press(part)
    return press is not None and press.verb is verb


def pressable(message: discord.Message, verbs: frozenset[Verb]) -> CardView:
    """Return the card of a message with the buttons and options of these verbs alone."""
    container, *following = components_of(message)
    parts = []
    for part in container["components"]:
        if part["type"] != discord.ComponentType.action_row.value:
            parts.append(part)
        elif inner := list(_with_verbs(part["components"], verbs)):
            parts.append({**part, "components": inner})
    return CardView([{**container, "components": parts}, *following])


def _with_verbs(items: Iterable[Component], verbs: frozenset[Verb]) -> Iterator[Component]:
    """Yield the buttons with these verbs, the menus with their options of these verbs."""
    for item in items:
        if "options" not in item:
            press = read_press(item)
            if press is None or press.verb in verbs:
                yield item
            continue
        options = []
        for option in item["options"]:
            press = read_press({**item, "values": [option["value"]]})
            if press is None or press.verb in verbs:
                options.append(option)
        if options:
            yield {**item, "options": options}


def closed(message: discord.Message, verb: Verb, last_line: str) -> CardView:
    """Return the card of a message without what is pressed with this verb, above a last line."""
    line = {
        "type": discord.ComponentType.text_display.value,
        "content": lines_of(escape(f"✓ {last_line}"), "-# "),
    }
    return pressable(message, frozenset(Verb) - {verb}).with_below(line)


def answers_press(verb: Verb) -> Callable[[Method], Method]:
    """Register a method of a cog as the handler of presses with this verb."""

    def mark(method: Method) -> Method:
        setattr(method, _VERB, verb)
        return method

    return mark


def everywhere(command: Command) -> Command:
    """Offer a command in servers, direct messages and group chats, however the bot is installed."""
    command = allowed_installs(guilds=True, users=True)(command)
    return allowed_contexts(guilds=True, dms=True, private_channels=True)(command)


def for_managers(command: Command) -> Command:
    """Offer a command in servers alone, to those who manage them."""
    command = default_permissions(manage_guild=True)(command)
    return guild_only(guild_install(command))


class FaceCog(commands.Cog):
    """A cog of ours, whose commands are offered everywhere unless they are for managers."""

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, face: Face) -> None:
        self.bot = bot
        self.face = face
        for command in self.walk_app_commands():
            if command.allowed_contexts is None:
                everywhere(command)
        for _name, method in inspect.getmembers(self, inspect.ismethod):
            if verb := getattr(method, _VERB, None):
                face.presses[verb] = method

    async def cog_app_command_error(self, interaction: Interaction, error: AppCommandError) -> None:
        """Answer an error of discord.py: a missing permission, a command that has changed."""
        await self.face.fail(interaction, error)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return True if the arguments have the types that the command declares.

        Discord sees to that itself; raises CommandSignatureMismatch if it has not.
        """
        command = interaction.command
        if not isinstance(command, app_commands.Command):
            return True
        for parameter in command.parameters:
            argument = getattr(interaction.namespace, parameter.name, None)
            if argument is None and not parameter.required:
                continue
            expected = _TYPES.get(parameter.type)
            if expected is not None and not isinstance(argument, expected):
                raise CommandSignatureMismatch(command)
        return True
