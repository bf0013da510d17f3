"""The quiz, and a club night of it: rounds that all may answer, who chose what hidden until each is closed, then who had how many right.

Who has answered what is held in memory while a question is open, so that everybody counts once, and forgotten when it is closed; who had how many
right is forgotten when the night ends, or some hours after its last round. Where answers are lost (the bot was started anew), that is said:
nothing is counted as if nobody had answered.
"""

from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext.commands import AutoShardedBot, Bot

from lawbot.answers.addresses import Address, QuizPlace
from lawbot.answers.quiz import LEVELS, TOPICS
from lawbot.cards import Action, Card, CardKind, Style
from lawbot.errors import N_, LawbotError, RefusedError
from lawbot.faces.discord.asking import Asking
from lawbot.faces.discord.commands import everywhere
from lawbot.faces.discord.components import VOTE, CardView, Press, button, row_of
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.face import Face, FaceCog, Handler
from lawbot.faces.discord.permissions import check_may_post
from lawbot.faces.discord.quiz_views import CLOSED, GONE, MOST_ANSWERS, TOO_MANY, closed_view, noted, open_view, standings
from lawbot.faces.discord.sending import Interaction, send, turn

MOST_OPEN = 1000
"""Questions open at once, in all servers; the oldest is forgotten for a newer one. So it is with club nights."""
MOST_HERE = 20
"""Questions open at once in one server, or asked by one person outside of servers; likewise."""
LASTS = timedelta(hours=6)
"""How long after its last round a club night is remembered."""
_NEXT, _END = "next", "end"
_TOPICS = [Choice(name=name, value=topic.value) for topic, name in TOPICS.items()]
_LEVELS = [Choice(name=name, value=level.value) for level, name in LEVELS.items()]


@dataclass(frozen=True, slots=True)
class _Question:
    """An open question: in which server it was asked (outside of servers by whom), and who chose what."""

    where: int
    answers: dict[int, int] = field(default_factory=dict)


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

    def presses(self) -> dict[str, Handler]:
        """An answer to a question for all, or its end; the next one, and the end of the night."""
        return {VOTE: self._press}

    @everywhere
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
        """Posts the next round for all. Raises RefusedError where that may not be."""
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
        self._open[asked] = _Question(where)
        here = [key for key, question in self._open.items() if question.where == where]
        for key in [*here[:-MOST_HERE], *([*self._open][:-MOST_OPEN])]:
            self._open.pop(key, None)

    async def _press(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Takes an answer, closes the question, asks the next one or ends the night. Raises LawbotError."""
        message = interaction.message
        what, _sep, number = press.address.partition("/")
        place = Address.parse(press.address).place if what not in (_NEXT, _END) else None
        if message is None or not (isinstance(place, QuizPlace) or (place is None and number.isdecimal())):
            raise LawbotError(N_("This button belongs to an older version of the bot. Ask again, please."))
        asked = message.interaction_metadata.id if message.interaction_metadata else message.id
        if isinstance(place, QuizPlace) and place.choice:
            await self._answer(interaction, asked, place.choice, asking)
            return
        _check_may_close(interaction, message)
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
        await send(interaction, draw(over, asking.reader).with_below(standings(night.right, night.rounds, asking.reader)), private=False)
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
            await turn(interaction, _with_standings(view, night, asking) if night else view)
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
            raise LawbotError(GONE)
        answers = question.answers
        if len(answers) >= MOST_ANSWERS and interaction.user.id not in answers:
            raise LawbotError(TOO_MANY)
        answers[interaction.user.id] = choice
        await noted(interaction, choice, len(answers), asking.reader)


def _with_standings(view: CardView, night: _Night, asking: Asking) -> CardView:
    """The closed question with who had how many right so far, and the ways on."""
    _ = asking.reader.translate
    following = button(Action(_("Next question"), f"{_NEXT}/{night.rounds}", style=Style.MAIN), verb=VOTE)
    end = button(Action(_("End"), f"{_END}/{night.rounds}", style=Style.QUIET), verb=VOTE)
    return view.with_below(standings(night.right, night.rounds, asking.reader), row_of(following, end))


def _check_may_close(interaction: Interaction, message: discord.Message) -> None:
    """Raises RefusedError for anybody but the one who asked, and those who may manage messages."""
    asked = message.interaction_metadata
    own = asked is not None and asked.user.id == interaction.user.id
    if not (own or interaction.permissions.manage_messages):
        raise RefusedError(N_("Only the person who asked or a moderator can close the question."))
