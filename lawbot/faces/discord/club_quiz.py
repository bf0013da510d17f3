"""The quiz, and a club night of it: rounds that all may answer, who chose what hidden until each is closed, then who had how many right.

Who has answered what is held in memory while a question is open, so that everybody counts once, and forgotten when it is closed; who had how many
right is forgotten when the night ends, or some hours after its last round. Where answers are lost (the bot was started anew), that is said:
nothing is counted as if nobody had answered.
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
"""Questions open at once, in all servers; the oldest is forgotten for a newer one. So it is with club nights."""
MOST_HERE = 20
"""Questions open at once in one server, or asked by one person outside of servers; likewise."""
MOST_ANSWERS = 1000
"""People who may answer one question."""
LASTS = timedelta(hours=6)
"""How long after its last round a club night is remembered."""
_NAMED = 30
"""People that the table names."""
_NEXT, _END = "next", "end"
_TOPICS = [Choice(name=name, value=topic) for topic, name in TOPICS.items()]
_LEVELS = [Choice(name=name, value=level) for level, name in LEVELS.items()]
TOO_MANY = N_("No more answers: this question has reached its limit.")
CLOSED = N_("This question is closed.")
_GONE = N_("The answers to this question are gone: the bot was restarted, or many others were asked since.")


class _Question(NamedTuple):
    """An open question: in which server it was asked (outside of servers by whom), and who chose what."""

    where: int
    answers: dict[int, int]


@dataclass(slots=True)
class _Night:
    """A channel's club night: which questions it asks, the rounds so far and what they asked, who had how many right."""

    only: str
    until: datetime
    rounds: int = 0
    asked: set[str] = field(default_factory=set)
    right: Counter[int] = field(default_factory=Counter)


class LawQuiz(FaceCog):
    """The quiz, with the open questions by the interaction that each was asked with, and the club nights by their channels."""

    def __init__(self, bot: Bot | AutoShardedBot, face: Face) -> None:
        super().__init__(bot, face)
        self._open: OrderedDict[int, _Question] = OrderedDict()
        self._closed: deque[int] = deque(maxlen=MOST_OPEN)
        self._nights: OrderedDict[int, _Night] = OrderedDict()

    @app_commands.command(name="quiz", description=N_("What is the ruling? A case, and four rulings to choose from"))
    @app_commands.describe(
        topic=N_("Cases of one topic only"),
        level=N_("Cases of one level only"),
        shared=N_("For a club night: everyone may answer, and sees the count at the end"),
    )
    @app_commands.choices(topic=_TOPICS, level=_LEVELS)
    async def quiz(
        self, interaction: Interaction, topic: Choice[str] | None = None, level: Choice[str] | None = None, shared: bool = False
    ) -> None:
        """A question of the quiz, for one or for all."""
        only = " ".join(chosen.value for chosen in (topic, level) if chosen)
        if shared:
            await self.face.serve(interaction, partial(self._ask, interaction, only))
        else:
            await self.face.answer(interaction, lambda answers, reader: answers.quiz(only, reader), private=True)

    async def _ask(self, interaction: Interaction, only: str, asking: Asking) -> None:
        """Posts the next round for all. Raises LawbotError where that may not be."""
        check_may_post(interaction)
        _ = asking.reader.translate
        quiz, night = asking.answers.quizzing, self._night(interaction.channel_id or 0, only)
        place = quiz.drawn(only, night.asked)
        night.rounds += 1
        night.only, night.until = only, self.face.clock() + LASTS
        self._hold(interaction.id, interaction.guild_id or interaction.user.id)
        close = Action(_("Close and show"), str(place), style=Style.QUIET)
        first = _("Round {number}").format(number=night.rounds)
        try:
            await send(interaction, open_view(quiz, place, first, VOTE, asking.reader, close), private=False)
        except BaseException:
            night.rounds -= 1
            raise
        night.asked.add(place.key)

    def _night(self, channel: int, only: str) -> _Night:
        """The night that runs in the channel, or a new one."""
        now = self.face.clock()
        for other in [other for other, night in self._nights.items() if night.until < now]:
            del self._nights[other]
        night = self._nights.setdefault(channel, _Night(only, now + LASTS))
        self._nights.move_to_end(channel)
        while len(self._nights) > MOST_OPEN:
            self._nights.popitem(last=False)
        return night

    def _hold(self, asked: int, where: int) -> None:
        self._open[asked] = _Question(where, {})
        here = [key for key, question in self._open.items() if question.where == where]
        for key in [*here[:-MOST_HERE], *([*self._open][:-MOST_OPEN])]:
            self._open.pop(key, None)

    @answers_press(VOTE)
    async def _press(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Takes an answer, closes the question, asks the next one or ends the night. Raises LawbotError."""
        message = interaction.message
        what, _sep, number = press.address.partition("/")
        place = Address.parse(press.address).place if what not in (_NEXT, _END) else None
        if message is None or not (isinstance(place, QuizPlace) or (place is None and number.isdecimal())):
            raise LawbotError(OUTDATED)
        begun = message.interaction_metadata
        asked = begun.id if begun else message.id
        if isinstance(place, QuizPlace) and place.choice:
            await self._answer(interaction, asked, place.choice, asking)
            return
        if not (begun and begun.user.id == interaction.user.id) and not interaction.permissions.manage_messages:
            raise LawbotError(N_("Only the person who asked or a moderator can close the question."))
        if isinstance(place, QuizPlace):
            await self._close(interaction, asked, place, asking)
        else:
            await self._go_on(interaction, what, number, asking)

    async def _go_on(self, interaction: Interaction, what: str, number: str, asking: Asking) -> None:
        """The next round, or the end: the button of the last round alone leads there. Raises LawbotError."""
        channel = interaction.channel_id or 0
        night = self._nights.get(channel)
        if night is None or night.until < self.face.clock():
            raise LawbotError(N_("This club night is over. Begin another one with /quiz and “shared”."))
        if str(night.rounds) != number:
            raise LawbotError(N_("A later round has begun."))
        if what == _NEXT:
            await self._ask(interaction, night.only, asking)
            return
        over = Card(CardKind.NOTICE, asking.reader.translate(N_("The club night is over")))
        await send(interaction, draw(over, asking.reader).with_below(_standings(night, asking.reader)), private=False)
        self._nights.pop(channel, None)

    async def _close(self, interaction: Interaction, asked: int, place: QuizPlace, asking: Asking) -> None:
        """Shows the count; what was answered is forgotten only when Discord has taken it."""
        question = self._question(asked)
        self._closed.append(asked)
        quiz = asking.answers.quizzing
        right = quiz.question(place.key).right
        had = Counter({person: int(choice == right) for person, choice in question.answers.items()} if question else {})
        night = self._nights.get(interaction.channel_id or 0)
        if night is not None:
            night.right.update(had)
        try:
            given = Counter(question.answers.values()) if question else None
            view = closed_view(quiz, place, given, asking.reader)
            await turn(interaction, view.with_below(*_ways_on(night, asking.reader)) if night else view)
        except BaseException:
            self._closed.remove(asked)
            if night is not None:
                night.right.subtract(had)
            raise
        self._open.pop(asked, None)

    def _question(self, asked: int) -> _Question | None:
        """The question with its answers; None where they are lost. Raises LawbotError where it is closed."""
        if asked in self._closed:
            raise LawbotError(CLOSED)
        return self._open.get(asked)

    async def _answer(self, interaction: Interaction, asked: int, choice: int, asking: Asking) -> None:
        question = self._question(asked)
        if question is None:
            raise LawbotError(_GONE)
        answers = question.answers
        if len(answers) >= MOST_ANSWERS and interaction.user.id not in answers:
            raise LawbotError(TOO_MANY)
        answers[interaction.user.id] = choice
        await noted(interaction, choice, len(answers), asking.reader)


# -- a question that all may answer, as a message ----------------------------------------------------------------------------------------


def open_view(quiz: Quiz, place: QuizPlace, first: str, verb: str, reader: Reader, *more: Action) -> CardView:
    """The open question with a button for each choice, and ``more``; ``first`` begins its title, ``verb`` is what a press does."""
    _ = reader.translate
    asked, question = quiz.card(place, reader), quiz.question(place.key, reader.language)
    everybody = Paragraph(_("Everybody may answer; nobody sees who chose what."), Tone.QUIET)
    card = replace(asked, title=quiz.title(question, first, reader), parts=(*asked.parts, everybody), address="", rows=(), menus=())
    return draw(card, reader).with_below(row_of(*(button(action, verb=verb) for action in (*asked.rows[0], *more))))


def closed_view(quiz: Quiz, place: QuizPlace, given: Mapping[int, int] | None, reader: Reader) -> CardView:
    """The closed question: how many chose each ruling (None: that is lost), which is right and why, the ways to the whole of it and to the law."""
    _ = reader.translate
    question = quiz.question(place.key, reader.language)
    if given is None:
        tally: tuple[int, ...] = ()
        lost: tuple[Paragraph, ...] = (Paragraph(_(_GONE), Tone.WARNING),)
        title = _("It is {number}").format(number=question.right)
    else:
        tally, lost = tuple(given.get(number, 0) for number in range(1, len(question.choices) + 1)), ()
        title = _("It is {number}: {right} of {all} had it")
        title = title.format(number=question.right, right=tally[question.right - 1], all=sum(tally))
    parts = (*lost, *quiz.parts(question, answered=True, tally=tally))
    ways_on = tuple(quiz.ways_on(question, replace(place, choice=question.right), reader))
    return draw(Card(CardKind.RULING, title, parts, rows=(ways_on,)), reader)


async def noted(interaction: Interaction, choice: int, answers: int, reader: Reader) -> None:
    """Tells somebody alone that their answer was taken, and how many have answered."""
    _ = reader.translate
    taken = _("Your answer: {number}. Press another one to change it, until the question is closed.").format(number=choice)
    so_far = Paragraph(_("Answers so far: {number}").format(number=answers), Tone.QUIET)
    await send(interaction, draw(Card(CardKind.NOTICE, taken, (so_far,)), reader), private=True)


def _ways_on(night: _Night, reader: Reader) -> tuple[dict[str, object], dict[str, object]]:
    """What stands below a closed round: who had how many right so far, and the buttons of the next one and of the end."""
    _ = reader.translate
    following = button(Action(_("Next question"), f"{_NEXT}/{night.rounds}", style=Style.MAIN), verb=VOTE)
    end = button(Action(_("End"), f"{_END}/{night.rounds}", style=Style.QUIET), verb=VOTE)
    return _standings(night, reader), row_of(following, end)


def _standings(night: _Night, reader: Reader) -> dict[str, object]:
    """Who had how many right, the best first, as a part of a message; nobody is pinged by it."""
    _ = reader.translate
    lines, shown = [_("Right answers after round {number}").format(number=night.rounds)], 0
    for points in sorted(set(night.right.values()), reverse=True):
        people = [person for person, had in night.right.items() if had == points][: _NAMED - shown]
        shown += len(people)
        if people:
            lines.append(f"**{points}** · " + " ".join(f"<@{person}>" for person in people))
    if len(night.right) > shown:
        lines.append(_("and {number} more").format(number=len(night.right) - shown))
    return {"type": discord.ComponentType.text_display.value, "content": "\n".join(f"-# {line}" for line in lines)}
