"""The quiz, and a club night of it: rounds that all may answer, who chose what hidden until each is
closed, then who had how many right.

Who has answered what is held in memory while a question is open, so that everybody counts once, and
forgotten when it is closed; who had how many right is forgotten when the night ends, or some hours
after its last round. Where answers are lost (the bot was started anew), that is said: nothing is
counted as if nobody had answered.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext.commands import AutoShardedBot, Bot

from lawbot.answers import Reader
from lawbot.answers.addresses import Address, QuizPlace
from lawbot.answers.quiz import LEVELS, TOPICS, Quiz
from lawbot.cards import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.components import OUTDATED, VOTE, CardView, Press, button, row_of
from lawbot.faces.discord.deck import Asking
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.face import Face, FaceCog, answers_press
from lawbot.faces.discord.permissions import check_may_post
from lawbot.faces.discord.sending import Interaction, send, turn

MOST_OPEN = 1000
"""Questions open at once, in all servers; the oldest is forgotten for a newer one. So it is with
club nights."""
MOST_HERE = 20
"""Questions open at once in one server, or asked by one person outside of servers; likewise."""
MOST_THEIRS = 4
"""Questions that one person has open at once, so that nobody makes the server forget another's."""
MOST_ANSWERS = 1000
"""People who may answer one question."""
LASTS = timedelta(hours=6)
"""How long after its last round a club night is remembered."""
NAMED_FROM = 3
"""The round from which the table names people: after one or two, it would tell who was wrong."""
_NAMED = 30
"""People that the table names."""
_NEXT, _END = "next", "end"
_TOPICS = [Choice(name=name, value=topic) for topic, name in TOPICS.items()]
_LEVELS = [Choice(name=name, value=level) for level, name in LEVELS.items()]
TOO_MANY = N_("No more answers: this question has reached its limit.")
CLOSED = N_("This question is closed.")
_CLOSING = N_("This question is being closed.")
_NOT_THEIRS = N_("Only the person who asked or a moderator can close the question.")
_GONE = N_(
    "The answers to this question are gone: the bot was restarted, or many others were asked since."
)


class _Question(NamedTuple):
    """An open question: where it was asked, by whom, of whose night, and who chose what.

    ``where`` is the server, outside of servers the person who asked.
    """

    where: int
    person: int
    host: int
    answers: dict[int, int]


@dataclass(slots=True)
class _Night:
    """A host's club night in a channel: what it asks, its rounds so far, who had how many right."""

    host: int
    only: str
    until: datetime
    rounds: int = 0
    asked: set[str] = field(default_factory=set)
    right: Counter[int] = field(default_factory=Counter)


class LawQuiz(FaceCog):
    """The quiz, with the open questions by the interaction that each was asked with, and the club
    nights by their channels and hosts: nobody's question joins, replaces or ends the night of
    another."""

    def __init__(self, bot: Bot | AutoShardedBot, face: Face) -> None:
        super().__init__(bot, face)
        self._open: OrderedDict[int, _Question] = OrderedDict()
        self._closing: set[int] = set()
        self._closed: deque[int] = deque(maxlen=MOST_OPEN)
        self._nights: OrderedDict[tuple[int, int], _Night] = OrderedDict()

    @app_commands.command(
        name="quiz", description=N_("What is the ruling? A case, and four rulings to choose from")
    )
    @app_commands.describe(
        topic=N_("Cases of one topic only"),
        level=N_("Cases of one level only"),
        shared=N_("For a club night: everyone may answer, and sees the count at the end"),
    )
    @app_commands.choices(topic=_TOPICS, level=_LEVELS)
    async def quiz(
        self,
        interaction: Interaction,
        topic: Choice[str] | None = None,
        level: Choice[str] | None = None,
        shared: bool = False,
    ) -> None:
        """A question of the quiz, for one or for all."""
        only = " ".join(chosen.value for chosen in (topic, level) if chosen)
        if shared:
            await self.face.serve(
                interaction, partial(self._ask, interaction, interaction.user.id, only)
            )
        else:
            await self.face.answer(
                interaction, lambda answers, reader: answers.quiz(only, reader), private=True
            )

    async def _ask(self, interaction: Interaction, host: int, only: str, asking: Asking) -> None:
        """Post the next round of the host's night for all. Raises LawbotError where that may not
        be."""
        check_may_post(interaction)
        _ = asking.reader.translate
        quiz = asking.answers.quizzing
        night = self._night(interaction.channel_id or 0, host, only)
        place = quiz.drawn(only, night.asked)
        night.rounds += 1
        night.only, night.until = only, self.face.clock() + LASTS
        self._hold(interaction, host)
        close = Action(_("Close and show"), str(place), style=Style.QUIET)
        first = _("Round {number}").format(number=night.rounds)
        view = open_view(
            quiz, place, first, VOTE, asking.reader, close, hint=_table_hint(asking.reader)
        )
        try:
            await send(interaction, view, private=False)
        except BaseException:
            night.rounds -= 1
            raise
        night.asked.add(place.key)

    def _night(self, channel: int, host: int, only: str) -> _Night:
        """Return the host's night that runs in the channel, or a new one."""
        now = self.face.clock()
        over = [key for key, night in self._nights.items() if night.until < now]
        for key in over:
            del self._nights[key]
        night = self._nights.setdefault((channel, host), _Night(host, only, now + LASTS))
        self._nights.move_to_end((channel, host))
        while len(self._nights) > MOST_OPEN:
            self._nights.popitem(last=False)
        return night

    def _hold(self, interaction: Interaction, host: int) -> None:
        """Hold the answers to a question; Discord may deliver the command for it twice."""
        person = interaction.user.id
        where = interaction.guild_id or person
        self._open.setdefault(interaction.id, _Question(where, person, host, {}))
        in_server = [key for key, question in self._open.items() if question.where == where]
        theirs = [key for key in in_server if self._open[key].person == person]
        too_many = {*theirs[:-MOST_THEIRS], *in_server[:-MOST_HERE], *[*self._open][:-MOST_OPEN]}
        for key in too_many:
            del self._open[key]

    @answers_press(VOTE)
    async def _press(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Takes an answer, closes the question, asks the next one or ends the night. Raises
        LawbotError."""
        message = interaction.message
        what, _sep, number = press.address.partition("/")
        place = Address.parse(press.address).place if what not in (_NEXT, _END) else None
        goes_on = place is None and _is_number(number.partition("/")[0])
        if message is None or not (isinstance(place, QuizPlace) or goes_on):
            raise LawbotError(OUTDATED)
        begun = message.interaction_metadata
        asked = begun.id if begun else message.id
        if isinstance(place, QuizPlace) and place.choice:
            await self._answer(interaction, asked, place.choice, asking)
            return
        held = self._open.get(asked)
        round_of, _sep, named = number.partition("/")
        begun_by = begun.user.id if begun else 0
        host = int(named) if _is_number(named) else begun_by
        if isinstance(place, QuizPlace):
            host = held.host if held else begun_by
        if host != interaction.user.id and not interaction.permissions.manage_messages:
            raise LawbotError(_NOT_THEIRS)
        if isinstance(place, QuizPlace):
            await self._close(interaction, asked, host, place, asking)
        else:
            await self._go_on(interaction, what, round_of, host, asking)

    async def _go_on(
        self, interaction: Interaction, what: str, number: str, host: int, asking: Asking
    ) -> None:
        """Begin the next round, or end: the button of the last round alone does. Raises
        LawbotError."""
        channel = interaction.channel_id or 0
        night = self._nights.get((channel, host))
        if night is None or night.until < self.face.clock():
            raise LawbotError(
                N_("This club night is over. Begin another one with /quiz and “shared”.")
            )
        if str(night.rounds) != number:
            raise LawbotError(N_("A later round has begun."))
        if what == _NEXT:
            await self._ask(interaction, host, night.only, asking)
            return
        over = Card(CardKind.NOTICE, asking.reader.translate(N_("The club night is over")))
        view = draw(over, asking.reader).with_below(*_standings(night, asking.reader))
        await send(interaction, view, private=False)
        self._nights.pop((channel, host), None)

    async def _close(
        self, interaction: Interaction, asked: int, host: int, place: QuizPlace, asking: Asking
    ) -> None:
        """Show the count; what was answered is forgotten only when Discord has taken it."""
        question = self._question(asked)
        quiz = asking.answers.quizzing
        right = quiz.question(place.key).right
        answers = question.answers if question else {}
        had = Counter(person for person, choice in answers.items() if choice == right)
        given = Counter(answers.values()) if question else None
        night = self._nights.get((interaction.channel_id or 0, host))
        self._closing.add(asked)
        if night is not None:
            night.right.update(had)
        try:
            view = closed_view(quiz, place, given, asking.reader)
            below = _ways_on(night, asking.reader) if night else ()
            await turn(interaction, view.with_below(*below))
        except BaseException:
            if night is not None:
                night.right.subtract(had)
            raise
        finally:
            self._closing.discard(asked)
        self._closed.append(asked)
        self._open.pop(asked, None)

    def _question(self, asked: int) -> _Question | None:
        """The question with its answers; None where they are lost. Raises LawbotError where it is
        closed."""
        if asked in self._closing:
            raise LawbotError(_CLOSING)
        if asked in self._closed:
            raise LawbotError(CLOSED)
        return self._open.get(asked)

    async def _answer(
        self, interaction: Interaction, asked: int, choice: int, asking: Asking
    ) -> None:
        question = self._question(asked)
        if question is None:
            raise LawbotError(_GONE)
        answers = question.answers
        if len(answers) >= MOST_ANSWERS and interaction.user.id not in answers:
            raise LawbotError(TOO_MANY)
        answers[interaction.user.id] = choice
        await noted(interaction, choice, len(answers), asking.reader)


# -- a question that all may answer, as a message
# ----------------------------------------------------------------------------------------


def open_view(
    quiz: Quiz,
    place: QuizPlace,
    first: str,
    verb: str,
    reader: Reader,
    *more: Action,
    hint: str = "",
) -> CardView:
    """Return the open question with a button for each choice, and ``more``.

    ``first`` begins its title, ``verb`` is what a press does, ``hint`` is said of who sees what.
    """
    _ = reader.translate
    asked = quiz.card(place, reader)
    title = quiz.title(quiz.question(place.key, reader.language), first, reader)
    who_sees = " ".join(
        filter(None, (_("Everybody may answer; nobody sees who chose what."), hint))
    )
    parts = (*asked.parts, Paragraph(who_sees, Tone.QUIET))
    card = replace(asked, title=title, parts=parts, address="", rows=(), menus=())
    buttons = [button(action, verb=verb) for action in (*asked.rows[0], *more)]
    return draw(card, reader).with_below(row_of(*buttons))


def closed_view(
    quiz: Quiz, place: QuizPlace, given: Mapping[int, int] | None, reader: Reader
) -> CardView:
    """The closed question: how many chose each ruling (None: that is lost), which is right and why,
    the ways to the whole of it and to the law."""
    _ = reader.translate
    question = quiz.question(place.key, reader.language)
    if given is None:
        tally: tuple[int, ...] = ()
        lost: tuple[Paragraph, ...] = (Paragraph(_(_GONE), Tone.WARNING),)
        title = _("It is {number}").format(number=question.right)
    else:
        tally, lost = (
            tuple(given.get(number, 0) for number in range(1, len(question.choices) + 1)),
            (),
        )
        title = _("It is {number}: {right} of {all} had it")
        title = title.format(number=question.right, right=tally[question.right - 1], all=sum(tally))
    parts = (*lost, *quiz.parts(question, answered=True, tally=tally))
    ways_on = tuple(quiz.ways_on(question, replace(place, choice=question.right), reader))
    return draw(Card(CardKind.RULING, title, parts, rows=(ways_on,)), reader)


async def noted(interaction: Interaction, choice: int, answers: int, reader: Reader) -> None:
    """Tells somebody alone that their answer was taken, and how many have answered."""
    _ = reader.translate
    taken = _(
        "Your answer: {number}. Press another one to change it, until the question is closed."
    ).format(number=choice)
    so_far = Paragraph(_("Answers so far: {number}").format(number=answers), Tone.QUIET)
    await send(interaction, draw(Card(CardKind.NOTICE, taken, (so_far,)), reader), private=True)


def _table_hint(reader: Reader) -> str:
    _ = reader.translate
    hint = _("From round {number} on, a table names who has had any right.")
    return hint.format(number=NAMED_FROM)


def _ways_on(night: _Night, reader: Reader) -> tuple[dict[str, object], ...]:
    """Return what stands below a closed round: the table, the buttons of the next one and the end."""
    _ = reader.translate
    last = f"{night.rounds}/{night.host}"
    following = button(Action(_("Next question"), f"{_NEXT}/{last}", style=Style.MAIN), verb=VOTE)
    end = button(Action(_("End"), f"{_END}/{last}", style=Style.QUIET), verb=VOTE)
    return (*_standings(night, reader), row_of(following, end))


def _standings(night: _Night, reader: Reader) -> tuple[dict[str, object], ...]:
    """Return who had how many right, the best first, as a part of a message that pings nobody.

    Nobody is named who had none, and nobody at all in the first rounds.
    """
    had = {person: points for person, points in night.right.items() if points > 0}
    if night.rounds < NAMED_FROM or not had:
        return ()
    _ = reader.translate
    lines = [_("Right answers after round {number}").format(number=night.rounds)]
    shown = 0
    for points in sorted(set(had.values()), reverse=True):
        people = [person for person in had if had[person] == points][: _NAMED - shown]
        shown += len(people)
        if people:
            lines.append(f"**{points}** · " + " ".join(f"<@{person}>" for person in people))
    if len(had) > shown:
        lines.append(_("and {number} more").format(number=len(had) - shown))
    small = "\n".join(f"-# {line}" for line in lines)
    return ({"type": discord.ComponentType.text_display.value, "content": small},)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
