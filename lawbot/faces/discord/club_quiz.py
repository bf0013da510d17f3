"""A question of the quiz for a club night: all may answer, and see how many chose what once it is closed.

Who has answered what is held in memory while the question is open, so that everybody counts once, and forgotten when it is closed. Where it is
lost (the bot was started anew), that is said: nothing is counted as if nobody had answered.
"""

from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field, replace
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext.commands import AutoShardedBot, Bot

from lawbot.answers import Reader
from lawbot.answers.addresses import Address, QuizPlace
from lawbot.answers.quiz import Quiz
from lawbot.answers.rulings import PHASES
from lawbot.cards import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.asking import Asking
from lawbot.faces.discord.commands import everywhere
from lawbot.faces.discord.components import VOTE, CardView, Press, button, row_of
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.errors import RefusedError
from lawbot.faces.discord.face import Face, FaceCog, Handler
from lawbot.faces.discord.permissions import check_may_post
from lawbot.faces.discord.sending import Interaction, send, turn

MOST_OPEN = 1000
"""Questions open at once, in all servers; the oldest is forgotten for a newer one."""
MOST_HERE = 20
"""Questions open at once in one server, or asked by one person outside of servers; likewise."""
MOST_ANSWERS = 1000
"""People who may answer one question."""

_GONE = N_("The answers to this question are gone: the bot was started anew, or many others were asked since.")
_PHASES = [Choice(name=name, value=phase.value) for phase, name in PHASES.items()]


@dataclass(frozen=True, slots=True)
class _Question:
    """An open question: in which server it was asked (outside of servers by whom), and who chose what."""

    where: int
    answers: dict[int, int] = field(default_factory=dict)


class LawQuiz(FaceCog):
    """The quiz, with the open questions by the interaction that each was asked with."""

    def __init__(self, bot: Bot | AutoShardedBot, face: Face) -> None:
        super().__init__(bot, face)
        self._open: OrderedDict[int, _Question] = OrderedDict()
        self._closed: deque[int] = deque(maxlen=MOST_OPEN)

    def presses(self) -> dict[str, Handler]:
        """An answer to a question for all, or its end."""
        return {VOTE: self._vote}

    @everywhere
    @app_commands.command(name="quiz", description=N_("What is the ruling? A case, and four rulings to choose from"))
    @app_commands.describe(phase=N_("Cases of one phase only"), shared=N_("For a club night: all may answer, and see the count in the end"))
    @app_commands.choices(phase=_PHASES)
    async def quiz(self, interaction: Interaction, phase: Choice[str] | None = None, shared: bool = False) -> None:
        """A question of the quiz, for one or for all."""
        chosen = phase.value if phase else ""
        if shared:
            await self.face.serve(interaction, partial(self._ask, interaction, chosen))
        else:
            await self.face.answer(interaction, lambda answers, reader: answers.quiz(chosen, reader), private=True)

    async def _ask(self, interaction: Interaction, phase: str, asking: Asking) -> None:
        """Posts a question for all. Raises RefusedError where that may not be."""
        check_may_post(interaction)
        quiz = asking.answers.quizzing
        place = quiz.drawn(phase)
        self._hold(interaction.id, interaction.guild_id or interaction.user.id)
        await send(interaction, _view(quiz, place, asking.reader), private=False)

    def _hold(self, asked: int, where: int) -> None:
        self._open[asked] = _Question(where)
        here = [key for key, question in self._open.items() if question.where == where]
        for key in [*here[:-MOST_HERE], *([*self._open][:-MOST_OPEN])]:
            self._open.pop(key, None)

    async def _vote(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Takes an answer, or closes the question. Raises LawbotError."""
        place = Address.parse(press.address).place
        message = interaction.message
        if not isinstance(place, QuizPlace) or message is None:
            raise LawbotError(N_("This button belongs to an older version of the bot. Ask again, please."))
        asked = message.interaction_metadata.id if message.interaction_metadata else message.id
        if place.choice:
            await self._answer(interaction, asked, place.choice, asking.reader)
        else:
            _check_may_close(interaction, message, asking.reader)
            await self._close(interaction, asked, place, asking)

    async def _close(self, interaction: Interaction, asked: int, place: QuizPlace, asking: Asking) -> None:
        """Shows the count; what was answered is forgotten only when Discord has taken it."""
        question = self._question(asked)
        self._closed.append(asked)
        try:
            await turn(interaction, _tally(asking.answers.quizzing, place, question, asking.reader))
        except BaseException:
            self._closed.remove(asked)
            raise
        self._open.pop(asked, None)

    def _question(self, asked: int) -> _Question | None:
        """The question with its answers; None where they are lost. Raises LawbotError where it is closed."""
        if asked in self._closed:
            raise LawbotError(N_("This question is closed."))
        return self._open.get(asked)

    async def _answer(self, interaction: Interaction, asked: int, choice: int, reader: Reader) -> None:
        _ = reader.translate
        question = self._question(asked)
        if question is None:
            raise LawbotError(_GONE)
        answers = question.answers
        if len(answers) >= MOST_ANSWERS and interaction.user.id not in answers:
            raise LawbotError(N_("So many have answered that no more answers are taken."))
        answers[interaction.user.id] = choice
        noted = _("Your answer: {number}. Press another one to change it, until the question is closed.").format(number=choice)
        so_far = _("Answers so far: {number}").format(number=len(answers))
        card = Card(CardKind.NOTICE, noted, parts=(Paragraph(so_far, Tone.QUIET),))
        await send(interaction, draw(card, reader), private=True)


def _check_may_close(interaction: Interaction, message: discord.Message, reader: Reader) -> None:
    """Raises RefusedError for anybody but the one who asked, directors, and those who may manage messages."""
    asked = message.interaction_metadata
    own = asked is not None and asked.user.id == interaction.user.id
    if not (own or interaction.permissions.manage_messages or reader.director):
        raise RefusedError(N_("Only the one who asked, a director, or a moderator closes the question."))


def _view(quiz: Quiz, place: QuizPlace, reader: Reader) -> CardView:
    """The open question with a button for each choice, and one that closes it."""
    _ = reader.translate
    asked = quiz.card(place, reader)
    close = Action(_("Close and show"), str(place), style=Style.QUIET)
    row = row_of(*(button(action, verb=VOTE) for action in (*asked.rows[0], close)))
    everybody = Paragraph(_("Everybody may answer; nobody sees who chose what."), Tone.QUIET)
    return draw(replace(asked, parts=(*asked.parts, everybody), address="", rows=(), menus=()), reader).with_below(row)


def _tally(quiz: Quiz, place: QuizPlace, held: _Question | None, reader: Reader) -> CardView:
    """The closed question: how many chose each ruling, the right one with its reasons, the way to the whole of it."""
    _ = reader.translate
    question = quiz.question(place.key)
    if held is None:
        tally: tuple[int, ...] = ()
        title = _("It is {number}").format(number=question.right)
    else:
        given = Counter(held.answers.values())
        tally = tuple(given[number] for number in range(1, len(question.choices) + 1))
        title = _("It is {number}: {right} of {all} had it").format(number=question.right, right=given[question.right], all=sum(tally))
    ruling = Action(_("The whole ruling"), quiz.ruling(question, place), style=Style.MAIN)
    lost = () if held else (Paragraph(_(_GONE), Tone.WARNING),)
    parts = (*lost, *quiz.parts(question, reader, answered=True, tally=tally))
    told = quiz.card(replace(place, choice=question.right), reader)
    return draw(replace(told, title=title, parts=parts, address="", rows=((ruling,),), menus=()), reader)
