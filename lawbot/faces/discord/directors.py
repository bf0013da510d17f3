"""*Ask a director*: a player's question, posted in the server's directors' channel, and its answer.

Nothing is kept: the button below a question carries where it was asked, by whom, in which language.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple, Self

import discord
from discord import ui
from discord.ext import commands

from lawbot.cards.address import ResultsPlace, place_of
from lawbot.cards.card import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.cards.titles import shortened
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.commands import CHANNELS
from lawbot.faces.discord.errors import note, too_late
from lawbot.faces.discord.messages import NAMING, question_in
from lawbot.faces.discord.render.card import draw
from lawbot.faces.discord.render.components import (
    OUTDATED,
    CardView,
    Press,
    Verb,
    button,
    custom_id,
    field_text,
    fields_of,
    fits,
    parts_of,
    row_of,
    window,
)
from lawbot.faces.discord.render.markdown import escape
from lawbot.faces.discord.request import (
    Face,
    FaceCog,
    answers_press,
    closed,
    components_of,
    has_press,
    thank,
)
from lawbot.faces.discord.transport import SILENT, Interaction
from lawbot.language.reader import Reader
from lawbot.limits import MAX_NAME

Room = discord.TextChannel | discord.ForumChannel
LONGEST = 600
"""Most characters of a question."""
ONE_LINE = 300
"""Most characters of what a director writes to an answer."""
PER_PERSON, PER_SERVER = 3, 20
WHILE = 600.0
"""Questions taken from one person, and in one server, in so many seconds."""
_THREAD_NAME = 100
_NO_CHANNEL = N_(
    "The directors’ channel is not there any more. Please tell whoever manages this server."
)
_CLOSED_CHANNEL = N_(
    "The bot may not write in the directors’ channel. Please tell whoever manages this server."
)
_EMPTY = N_("Nothing was written, so nothing was sent.")
_NOT_HERE = N_("This is not the directors’ channel of this server any more.")
_ANSWERED = N_("Another director has answered meanwhile.")
_NO_LAW = N_("No law or flow chart is called “{name}”, so nothing was sent.")
_UNDELIVERED = N_(
    "The answer could not be sent: the bot may not write where it was asked, and cannot reach the player directly."
)
_REFUSED = N_("Discord did not take it. Please try again in a moment.")
_GIVEN_BACK = N_("{reason} You wrote: {words}")


class Origin(NamedTuple):
    """The channel of a question, the message it was asked on (0: a private one), who asked, and
    the language they read."""

    channel: int
    message: int
    asker: int
    language: str

    def __str__(self) -> str:
        return f"{self.channel}/{self.message}/{self.asker}/{self.language}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what ``str(origin)`` wrote. Raises LawbotError for any other text."""
        *numbers, language = text.split("/")
        if len(numbers) != 3 or not all(map(str.isdecimal, numbers)):
            raise LawbotError(OUTDATED)
        channel, message, asker = map(int, numbers)
        return cls(channel, message, asker, language)


class LawDirectors(FaceCog):
    """Takes questions to the directors of a server, and their answers back."""

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, face: Face) -> None:
        super().__init__(bot, face)
        # one person alone cannot use up what a server may ask
        self._personal_limit = commands.CooldownMapping[Interaction](
            commands.Cooldown(PER_PERSON, WHILE), lambda interaction: interaction.user.id
        )
        self._common_limit = commands.CooldownMapping[Interaction](
            commands.Cooldown(PER_SERVER, WHILE), lambda interaction: interaction.guild_id
        )

    @answers_press(Verb.ASK)
    async def _ask(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Show what would be posted in a window, or post it once the window is sent.

        Raises LawbotError, with what was written, if there is no such channel, or the bot may not
        write in it.
        """
        if interaction.type is discord.InteractionType.component:
            words = words_asked(interaction, press.address)
            channel = _channel_of(interaction, asking)
            modal = _question_window(press.address, words, channel.name, asking)
            await interaction.response.send_modal(modal)
            return
        words = field_text(interaction.data or {}).strip()[:LONGEST]
        if not words:
            raise LawbotError(_EMPTY)
        with _given_back(words, asking):
            channel = _channel_of(interaction, asking)
            personal, common = self._personal_limit, self._common_limit
            if personal.update_rate_limit(interaction) or common.update_rate_limit(interaction):
                raise LawbotError(
                    N_("That is many questions in a short time; please wait a few minutes.")
                )
            await interaction.response.defer(ephemeral=True, thinking=True)
            view = self._question(interaction, press.address, words, asking)
            await _post(channel, view, words)
        await thank(interaction, asking, N_("Your question was posted to the directors."))

    def _question(
        self, interaction: Interaction, address: str, words: str, asking: Asking
    ) -> CardView:
        """Return the question as the directors read it: in the server's language."""
        reader = self._server_reader(asking)
        _ = reader.translate
        place = getattr(interaction.channel, "name", "")
        title = _("{name} asks a director").format(name=interaction.user.display_name)
        parts = (Paragraph(words), Paragraph(f"#{place}", Tone.QUIET))
        origin = _origin_of(interaction, asking.reader.language)
        answers = Action(_("Answer"), str(origin), style=Style.MAIN)
        buttons = [button(answers, verb=Verb.RULE)]
        card = _card_address(address, words)
        if card:
            buttons.insert(0, button(Action(_("Open privately"), card)))
        return draw(Card(CardKind.NOTICE, title, parts), reader).with_below(row_of(*buttons))

    def _server_reader(self, asking: Asking) -> Reader:
        """Return the reader whom all of a server's directors are written for."""
        return self.face.asking_in(asking.guild, "").reader

    @answers_press(Verb.RULE)
    async def _rule(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Open the window for an answer, or send the answer written there to who asked.

        Raises LawbotError, with what the director wrote, if it cannot be sent.
        """
        origin = Origin.parse(press.address)
        # the press opens the window, the window sends the answer
        if interaction.type is discord.InteractionType.component:
            _asked_here(interaction, asking)
            await interaction.response.send_modal(_answer_window(press.address, asking))
            return
        fields = fields_of(interaction.data or {})
        line = " ".join(fields.get("line", "").split())[:ONE_LINE]
        if not line:
            raise LawbotError(_EMPTY)
        director = interaction.user.display_name
        with _given_back(line, asking):
            guild, message = _asked_here(interaction, asking)
            # while the window was open another director may have been faster
            if not any(has_press(part, Verb.RULE) for part in parts_of(components_of(message))):
                raise LawbotError(_ANSWERED)
            theirs = self.face.asking_in(guild.id, origin.language)
            name = fields.get("law", "").strip()[:MAX_NAME]
            card = _card_called(name, theirs, asking)
            # sending may take longer than Discord waits
            await interaction.response.defer()
            view = _answer(director, line, card, theirs)
            if not (
                await _sent_there(guild, origin, view) or await _sent_alone(guild, origin, view)
            ):
                raise LawbotError(_UNDELIVERED)
        last_line = self._server_reader(asking).translate(N_("{name} answered: {line}"))
        answer = f"{card.title} · {line}" if card else line
        question = closed(message, Verb.RULE, last_line.format(name=director, line=answer))
        try:
            await interaction.edit_original_response(view=question)
        except discord.HTTPException:
            # it is deleted, or its thread is archived
            still_open = N_("Your answer was sent, but the question cannot be marked as answered.")
            await thank(interaction, asking, still_open)


@contextmanager
def _given_back(words: str, asking: Asking) -> Iterator[None]:
    """Raise LawbotError with the reason and the words if what was written cannot be sent."""
    try:
        yield
    except (LawbotError, discord.HTTPException) as error:
        if too_late(error):
            raise
        reason = _REFUSED
        if isinstance(error, LawbotError):
            reason = error.said(asking.reader.translate)
        else:
            note(error)
        raise LawbotError(
            _GIVEN_BACK, reason=asking.reader.translate(reason), words=words
        ) from error


def _asked_here(interaction: Interaction, asking: Asking) -> tuple[discord.Guild, discord.Message]:
    """Return the server and the question that is answered.

    Raises LawbotError if the button is older than the choice of another channel.
    """
    guild, message = interaction.guild, interaction.message
    channel_ids = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if guild is None or message is None or asking.settings.directors not in channel_ids:
        raise LawbotError(_NOT_HERE)
    return guild, message


def _channel_of(interaction: Interaction, asking: Asking) -> Room:
    """Return the directors' channel of a server. Raises LawbotError if there is none."""
    chosen = asking.settings.directors
    channel = interaction.guild.get_channel(chosen) if interaction.guild and chosen else None
    if not isinstance(channel, Room):
        raise LawbotError(_NO_CHANNEL)
    return channel


def _origin_of(interaction: Interaction, language: str) -> Origin:
    """Return where somebody asks who reads a language."""
    message = interaction.message
    # nobody else sees a private one, so nothing can reply to it
    is_public = message is not None and not message.flags.ephemeral
    number = message.id if message is not None and is_public else 0
    return Origin(interaction.channel_id or 0, number, interaction.user.id, language)


def words_asked(interaction: Interaction, address: str) -> str:
    """Return the words that the card answers, if they can be found."""
    place = place_of(address)
    if isinstance(place, ResultsPlace):
        return place.words
    message = interaction.message
    original = message.reference.resolved if message and message.reference else None
    if isinstance(original, discord.Message) and original.author.id == interaction.user.id:
        return question_in(original.content)
    return ""


def _card_address(address: str, words: str) -> str:
    """Return the address of the card that goes with a question; empty if it has none."""
    place = place_of(address)
    # what the asker has taken out of the words must not stand in a button either
    if isinstance(place, ResultsPlace):
        address = str(ResultsPlace(place.edition, words))
    return address if place is not None and fits(address) else ""


def _question_window(address: str, words: str, channel: str, asking: Asking) -> ui.Modal:
    """Return the window that shows all that is posted, to be changed, sent or closed."""
    _ = asking.reader.translate
    notice = _(
        "It is posted in #{channel} with your name. The answer comes here for all to see, or else to you alone. The bot keeps neither."
    ).format(channel=channel)
    if place_of(address) is not None:
        title = asking.answers.open(address, asking.reader).title
        notice += "\n" + _("This card goes with it: {title}").format(title=shortened(title, 200))
    note: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(escape(notice))
    return window(
        _("Ask a director"),
        custom_id(address, verb=Verb.ASK),
        _("Your question"),
        _("What happened, and what do you want to know?"),
        note,
        custom_id="question",
        style=discord.TextStyle.paragraph,
        default=words[:LONGEST],
        max_length=LONGEST,
    )


def _answer_window(address: str, asking: Asking) -> ui.Modal:
    _ = asking.reader.translate
    line = ui.Label[ui.LayoutView](
        text=_("A line for the player"),
        component=ui.TextInput(custom_id="line", max_length=ONE_LINE),
    )
    return window(
        _("Answer"),
        custom_id(address, verb=Verb.RULE),
        _("Law or flow chart"),
        _("27B1, or “insufficient bid”. It may stay empty."),
        line,
        custom_id="law",
        required=False,
        max_length=MAX_NAME,
    )


async def _post(channel: Room, view: CardView, words: str) -> None:
    """Post a question: in a forum as a post of its own.

    Raises LawbotError if the bot may not, and discord.HTTPException.
    """
    try:
        if isinstance(channel, discord.TextChannel):
            await channel.send(view=view, allowed_mentions=SILENT)
            return
        # a forum may want a tag on every post
        tags = channel.available_tags[:1] if channel.flags.require_tag else []
        name = shortened(" ".join(words.split()), _THREAD_NAME)
        await channel.create_thread(
            name=name, view=view, applied_tags=tags, allowed_mentions=SILENT
        )
    except discord.Forbidden as error:
        raise LawbotError(_CLOSED_CHANNEL) from error
    except discord.NotFound as error:
        raise LawbotError(_NO_CHANNEL) from error


def _card_called(name: str, theirs: Asking, asking: Asking) -> Card | None:
    """Return the card of the law or chart that a director names, as the player reads it.

    None if the name is empty. Raises LawbotError if nothing, or more than one, has the name.
    """
    if not name:
        return None
    answers = asking.answers
    # a number is one of the player's edition, a name one in the director's language
    for reader in (theirs.reader, asking.reader):
        address = answers.address_for(name, reader, NAMING)
        if address:
            return answers.open(address, theirs.reader)
    card = answers.ask(name, asking.reader)
    if not card.found or card.kind not in (CardKind.QUESTION, CardKind.RULING):
        raise LawbotError(_NO_LAW, name=name)
    return answers.open(card.address, theirs.reader)


def _answer(director: str, line: str, card: Card | None, theirs: Asking) -> CardView:
    """Return the answer as the player reads it: who gives it, the line, and the card."""
    title = theirs.reader.translate(N_("{name} answers")).format(name=director)
    notice = draw(Card(CardKind.NOTICE, title, (Paragraph(line),)), theirs.reader)
    if card is None:
        return notice
    shown = theirs.view(card, for_all=True)
    return CardView([*notice.to_components(), *shown.to_components()])


async def _sent_there(guild: discord.Guild, origin: Origin, view: CardView) -> bool:
    """Post an answer where it was asked, telling the asker alone; return whether that worked."""
    asker = discord.Object(origin.asker)
    mentions = discord.AllowedMentions(
        everyone=False, users=[asker], roles=False, replied_user=False
    )
    view = view.for_person(origin.asker)
    with suppress(discord.HTTPException, discord.InvalidData):
        channel = guild.get_channel_or_thread(origin.channel)
        if channel is None:
            # an archived thread is in no cache
            channel = await guild.fetch_channel(origin.channel)
        if not isinstance(channel, CHANNELS):
            return False
        send = partial(channel.send, view=view, allowed_mentions=mentions)
        if origin.message:
            message = channel.get_partial_message(origin.message)
            # what was asked on may be deleted
            await send(reference=message.to_reference(fail_if_not_exists=False))
        else:
            await send()
        return True
    return False


async def _sent_alone(guild: discord.Guild, origin: Origin, view: CardView) -> bool:
    """Send an answer to the asker directly, if still a member; return whether that worked."""
    # somebody who has left gets nothing of a server any more
    with suppress(discord.HTTPException):
        member = await guild.fetch_member(origin.asker)
        await member.send(view=view, allowed_mentions=SILENT)
        return True
    return False
