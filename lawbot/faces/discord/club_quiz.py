"""A question of the quiz for a club night: all may answer, and see how many chose what once it is closed.

Who has answered what is held in memory while the question is open, so that everybody counts once, and forgotten when it is closed. Where it is
lost (the bot was started anew), that is said: nothing is counted as if nobody had answered.
"""

from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import discord

from lawbot.answers import Reader
from lawbot.answers.addresses import Address, QuizPlace
from lawbot.cards import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.components import VOTE, CardView, Press, button, row_of
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.errors import RefusedError
from lawbot.faces.discord.sending import send, turn

if TYPE_CHECKING:
    from lawbot.faces.discord.face import Face, Interaction

MOST_OPEN = 1000
"""Questions open at once, in all servers; the oldest is forgotten for a newer one."""
MOST_HERE = 20
"""Questions open at once in one server, or asked by one person outside of servers; likewise."""
MOST_ANSWERS = 1000
"""People who may answer one question."""


_GONE = N_("The answers to this question are gone: the bot was started anew, or many others were asked since.")


@dataclass(frozen=True, slots=True)
class _Question:
    """An open question: in which server it was asked (outside of servers by whom), and who chose what."""

    where: int
    answers: dict[int, int] = field(default_factory=dict)


class ClubQuiz:
    """The open questions, by the interaction that each was asked with."""

    def __init__(self, face: "Face") -> None:
        self.face = face
        self._open: OrderedDict[int, _Question] = OrderedDict()
        self._closed: deque[int] = deque(maxlen=MOST_OPEN)

    async def ask(self, interaction: "Interaction", phase: str) -> None:
        """Posts a question for all."""
        place = self.face.answers.quizzing.drawn(phase)
        reader = self.face.reader_of(interaction)
        self._hold(interaction.id, interaction.guild_id or interaction.user.id)
        await send(interaction, self._view(place, reader), private=False)

    def _hold(self, asked: int, where: int) -> None:
        self._open[asked] = _Question(where)
        here = [key for key, question in self._open.items() if question.where == where]
        for key in [*here[:-MOST_HERE], *([*self._open][:-MOST_OPEN])]:
            self._open.pop(key, None)

    async def press(self, interaction: "Interaction", press: Press) -> None:
        """Takes an answer, or closes the question. Raises LawbotError."""
        place = Address.parse(press.address).place
        message = interaction.message
        if not isinstance(place, QuizPlace) or message is None:
            raise LawbotError(N_("This button belongs to an older version of the bot. Ask again, please."))
        reader = self.face.reader_of(interaction)
        asked = message.interaction_metadata.id if message.interaction_metadata else message.id
        if place.choice:
            await self._answer(interaction, asked, place.choice, reader)
        else:
            self._check_may_close(interaction, message)
            await self._close(interaction, asked, place, reader)

    async def _close(self, interaction: "Interaction", asked: int, place: QuizPlace, reader: Reader) -> None:
        """Shows the count; what was answered is forgotten only when Discord has taken it."""
        question = self._question(asked)
        self._closed.append(asked)
        try:
            await turn(interaction, self._tally(place, question, reader))
        except BaseException:
            self._closed.remove(asked)
            raise
        self._open.pop(asked, None)

    def _question(self, asked: int) -> _Question | None:
        """The question with its answers; None where they are lost. Raises LawbotError where it is closed."""
        if asked in self._closed:
            raise LawbotError(N_("This question is closed."))
        return self._open.get(asked)

    async def _answer(self, interaction: "Interaction", asked: int, choice: int, reader: Reader) -> None:
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

    def _check_may_close(self, interaction: "Interaction", message: discord.Message) -> None:
        """Raises RefusedError for anybody but the one who asked, directors, and those who may manage messages."""
        asked = message.interaction_metadata
        if (
            (asked is not None and asked.user.id == interaction.user.id)
            or interaction.permissions.manage_messages
            or self.face.reader_of(interaction).director
        ):
            return
        raise RefusedError(N_("Only the one who asked, a director, or a moderator closes the question."))

    def _view(self, place: QuizPlace, reader: Reader) -> CardView:
        """The open question with a button for each choice, and one that closes it."""
        _ = reader.translate
        quiz = self.face.answers.quizzing
        asked = quiz.card(place, reader)
        close = Action(_("Close and show"), str(place), style=Style.QUIET)
        row = row_of(*(button(action, verb=VOTE) for action in (*asked.rows[0], close)))
        everybody = Paragraph(_("Everybody may answer; nobody sees who chose what."), Tone.QUIET)
        return draw(replace(asked, parts=(*asked.parts, everybody), address="", rows=(), menus=()), reader).with_below(row)

    def _tally(self, place: QuizPlace, held: _Question | None, reader: Reader) -> CardView:
        """The closed question: how many chose each ruling, the right one with its reasons, the way to the whole of it."""
        _ = reader.translate
        quiz = self.face.answers.quizzing
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
