"""The quiz, and a club night of it: rounds that all may answer, and a table of right answers.

Answers stay hidden until a question is closed. They are held in memory while it is open, so that
everybody counts once, and forgotten when it is closed; the right answers of a person are forgotten
when the night ends, or some hours after its last round. If answers are lost (the bot was started
anew), the card says so, and does not count as if nobody had answered.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import discord
from discord.app_commands import Choice, choices, command, describe
from discord.ext.commands import AutoShardedBot, Bot

from lawbot.cards.address import Address, QuizPlace
from lawbot.cards.card import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.cards.quiz_card import LEVELS, TOPICS, Quiz
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.permissions import check_may_post
from lawbot.faces.discord.render.card import draw
from lawbot.faces.discord.render.components import OUTDATED, CardView, Press, Verb, button, row_of
from lawbot.faces.discord.request import Face, FaceCog, answers_press
from lawbot.faces.discord.transport import SILENT, Interaction, edit_message, send
from lawbot.language.reader import Reader

Parts = tuple[dict[str, object], ...]
"""Components as JSON, which stand below a card."""
# beyond each limit the oldest question is forgotten for a newer one
MOST_OPEN = 1000
"""Most questions open at once in all servers, and most club nights."""
MOST_HERE = 20
"""Most questions open at once in one server, or by one person outside of servers."""
# so that nobody makes the server forget another's
MOST_THEIRS = 4
"""Most questions that one person has open at once."""
MOST_ANSWERS = 1000
"""Most people who may answer one question."""
LASTS = timedelta(hours=6)
"""Time after its last round for which a club night is remembered."""
# after one or two, it would tell who was wrong
NAMED_FROM = 3
"""The first round after which the table names people."""
_NAMED = 30
"""Most people that the table names."""
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


class VoteCount:
    """The count of answers on an open question.

    Its message is edited by one press at a time, so that no older count, and no open question,
    comes after a newer one. Whoever presses meanwhile leaves the edit to that one.
    """

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self._answers = self._shown = 0

    async def take(
        self,
        interaction: Interaction,
        choice: int,
        answers: int,
        open_question: Callable[[int], CardView],
        reader: Reader,
    ) -> None:
        """Tell somebody alone that their answer was taken, and all how many have answered."""
        self._answers = max(self._answers, answers)
        note = _answer_note(choice, reader)
        if self._answers == self._shown or self.lock.locked():
            await send(interaction, note, private=True)
            return
        async with self.lock:
            self._shown = self._answers
            await edit_message(interaction, open_question(self._shown))
            await interaction.followup.send(view=note, ephemeral=True, allowed_mentions=SILENT)
            while self._shown < self._answers:
                self._shown = self._answers
                await interaction.edit_original_response(
                    view=open_question(self._shown), allowed_mentions=SILENT
                )


class _Question(NamedTuple):
    """An open question: its server and asker, the host of its night, each person's choice.

    ``scope`` is the server, outside of servers the person who asked. ``first`` begins its title, in
    the language of its ``reader``.
    """

    scope: int
    person: int
    host: int
    first: str
    reader: Reader
    answers: dict[int, int]
    votes: VoteCount


@dataclass(slots=True)
class _Night:
    """A host's club night in a channel: its topic and level, rounds so far, right answers."""

    host: int
    only: str
    until: datetime
    rounds: int = 0
    case_keys: set[str] = field(default_factory=set)
    right: Counter[int] = field(default_factory=Counter)


class LawQuiz(FaceCog):
    """The quiz, with the questions that are open and the club nights.

    Questions are held by the interaction that asked them, nights by channel and host: nobody's
    question joins, replaces or ends the night of another.
    """

    def __init__(self, bot: Bot | AutoShardedBot, face: Face) -> None:
        super().__init__(bot, face)
        self._open: OrderedDict[int, _Question] = OrderedDict()
        self._closing: set[int] = set()
        self._closed: deque[int] = deque(maxlen=MOST_OPEN)
        self._nights: OrderedDict[tuple[int, int], _Night] = OrderedDict()

    @command(description=N_("What is the ruling? A case, and four rulings to choose from"))
    @describe(
        topic=N_("Cases of one topic only"),
        level=N_("Cases of one level only"),
        shared=N_("For a club night: everyone may answer, and sees the count at the end"),
    )
    @choices(topic=_TOPICS, level=_LEVELS)
    async def quiz(
        self,
        interaction: Interaction,
        topic: Choice[str] | None = None,
        level: Choice[str] | None = None,
        shared: bool = False,
    ) -> None:
        """Ask a question of the quiz, for one or for all."""
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
        """Post the next round of the host's night for all.

        Raises LawbotError if person or bot may not post.
        """
        check_may_post(interaction)
        _ = asking.reader.translate
        quiz = asking.answers.quizzing
        night = self._night(interaction.channel_id or 0, host, only)
        place = quiz.drawn(only, night.case_keys)
        night.rounds += 1
        night.only, night.until = only, self.face.clock() + LASTS
        first = _("Round {number}").format(number=night.rounds)
        question = self._hold(interaction, host, first, asking.reader)
        try:
            await send(interaction, _open_round(quiz, place, question, 0), private=False)
        except BaseException:
            # a round that Discord did not take is no round
            night.rounds -= 1
            raise
        night.case_keys.add(place.key)

    def _night(self, channel: int, host: int, only: str) -> _Night:
        """Return the host's night that runs in the channel, or a new one."""
        now = self.face.clock()
        expired = [key for key, night in self._nights.items() if night.until < now]
        for key in expired:
            del self._nights[key]
        night = self._nights.setdefault((channel, host), _Night(host, only, now + LASTS))
        self._nights.move_to_end((channel, host))
        while len(self._nights) > MOST_OPEN:
            self._nights.popitem(last=False)
        return night

    def _hold(self, interaction: Interaction, host: int, first: str, reader: Reader) -> _Question:
        """Hold the answers to a question; Discord may deliver the command for it twice."""
        person = interaction.user.id
        scope = interaction.guild_id or person
        new = _Question(scope, person, host, first, reader, {}, VoteCount())
        question = self._open.setdefault(interaction.id, new)
        all_keys = list(self._open)
        in_scope = [key for key, question in self._open.items() if question.scope == scope]
        by_person = [key for key in in_scope if self._open[key].person == person]
        excess = {*by_person[:-MOST_THEIRS], *in_scope[:-MOST_HERE], *all_keys[:-MOST_OPEN]}
        for key in excess:
            del self._open[key]
        return question

    @answers_press(Verb.VOTE)
    async def _press(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Take an answer, close the question, ask the next one or end the night.

        Raises LawbotError.
        """
        message = interaction.message
        step, _sep, round_and_host = press.address.partition("/")
        round_number, _sep, host_id = round_and_host.partition("/")
        place = Address.parse(press.address).place if step not in (_NEXT, _END) else None
        goes_on = place is None and _is_number(round_number)
        if message is None or not (isinstance(place, QuizPlace) or goes_on):
            raise LawbotError(OUTDATED)
        # the bot's message tells which command it answers
        origin = message.interaction_metadata
        question_id = origin.id if origin else message.id
        if isinstance(place, QuizPlace) and place.choice:
            await self._answer(interaction, question_id, place, asking)
            return
        question = self._open.get(question_id)
        asker = origin.user.id if origin else 0
        host = int(host_id) if _is_number(host_id) else asker
        if isinstance(place, QuizPlace):
            host = question.host if question else asker
        if host != interaction.user.id and not interaction.permissions.manage_messages:
            raise LawbotError(_NOT_THEIRS)
        if isinstance(place, QuizPlace):
            await self._close(interaction, question_id, host, place, asking)
        else:
            await self._go_on(interaction, step, round_number, host, asking)

    async def _go_on(
        self, interaction: Interaction, step: str, round_number: str, host: int, asking: Asking
    ) -> None:
        """Begin the next round or end the night, from the button of the last round.

        Raises LawbotError for a night that is over, and for an earlier round.
        """
        channel = interaction.channel_id or 0
        night = self._nights.get((channel, host))
        if night is None or night.until < self.face.clock():
            raise LawbotError(
                N_("This club night is over. Begin another one with /quiz and “shared”.")
            )
        if str(night.rounds) != round_number:
            raise LawbotError(N_("A later round has begun."))
        if step == _NEXT:
            await self._ask(interaction, host, night.only, asking)
            return
        over = Card(CardKind.NOTICE, asking.reader.translate(N_("The club night is over")))
        table = _standings(night, asking.reader, is_over=True)
        view = draw(over, asking.reader).with_below(*table)
        await send(interaction, view, private=False)
        self._nights.pop((channel, host), None)

    async def _close(
        self,
        interaction: Interaction,
        question_id: int,
        host: int,
        place: QuizPlace,
        asking: Asking,
    ) -> None:
        """Show the count, and forget the answers once Discord has taken it."""
        question = self._question(question_id)
        quiz = asking.answers.quizzing
        right = quiz.question(place.key).right
        answers = question.answers if question else {}
        count = question.votes if question else VoteCount()
        points = Counter(person for person, choice in answers.items() if choice == right)
        counts = Counter(answers.values()) if question else None
        night = self._nights.get((interaction.channel_id or 0, host))
        # no answer is taken while the count is on its way to Discord
        self._closing.add(question_id)
        # the table below the card has this round, too; it is taken back if Discord refuses the card
        if night is not None:
            night.right.update(points)
        try:
            view = closed_view(quiz, place, counts, asking.reader)
            below = _ways_on(night, asking.reader) if night else ()
            async with count.lock:
                await edit_message(interaction, view.with_below(*below))
        except BaseException:
            if night is not None:
                night.right.subtract(points)
            raise
        finally:
            self._closing.discard(question_id)
        self._closed.append(question_id)
        self._open.pop(question_id, None)

    def _question(self, question_id: int) -> _Question | None:
        """Return the question with its answers, or None if they are lost.

        Raises LawbotError if it is closed.
        """
        if question_id in self._closing:
            raise LawbotError(_CLOSING)
        if question_id in self._closed:
            raise LawbotError(CLOSED)
        return self._open.get(question_id)

    async def _answer(
        self, interaction: Interaction, question_id: int, place: QuizPlace, asking: Asking
    ) -> None:
        question = self._question(question_id)
        if question is None:
            raise LawbotError(_GONE)
        answers = question.answers
        if len(answers) >= MOST_ANSWERS and interaction.user.id not in answers:
            raise LawbotError(TOO_MANY)
        answers[interaction.user.id] = place.choice
        open_question = partial(
            _open_round, asking.answers.quizzing, replace(place, choice=0), question
        )
        await question.votes.take(
            interaction, place.choice, len(answers), open_question, asking.reader
        )


# -- a question that all may answer, as a message


def open_view(
    quiz: Quiz,
    place: QuizPlace,
    first: str,
    verb: Verb,
    reader: Reader,
    *more: Action,
    answers: int = 0,
    hint: str = "",
) -> CardView:
    """Return the open question with a button for each choice, and ``more``.

    ``first`` begins its title, ``verb`` is what a press does, ``hint`` tells more of who sees what.
    """
    _ = reader.translate
    question_card = quiz.card(place, reader)
    title = quiz.title(quiz.question(place.key, reader.language), first, reader)
    who_sees = _("Everybody may answer; votes are private.")
    if hint:
        who_sees = f"{who_sees} {hint}"
    parts = [*question_card.parts]
    if answers:
        parts.append(Paragraph(_("Answers so far: {number}").format(number=answers)))
    parts.append(Paragraph(who_sees, Tone.QUIET))
    card = replace(question_card, title=title, parts=tuple(parts), address="", rows=(), menus=())
    buttons = [button(action, verb=verb) for action in (*question_card.rows[0], *more)]
    return draw(card, reader).with_below(row_of(*buttons))


def closed_view(
    quiz: Quiz, place: QuizPlace, counts: Mapping[int, int] | None, reader: Reader
) -> CardView:
    """Return the closed question: the tally, the right ruling and why, buttons to read on.

    ``counts`` has how many people chose each ruling; None if that is lost.
    """
    _ = reader.translate
    question = quiz.question(place.key, reader.language)
    tally: tuple[int, ...] = ()
    warnings: tuple[Paragraph, ...] = ()
    if counts is None:
        warnings = (Paragraph(_(_GONE), Tone.WARNING),)
        title = _("It is {number}").format(number=question.right)
    else:
        numbers = range(1, len(question.choices) + 1)
        tally = tuple(counts.get(number, 0) for number in numbers)
        title = _("Answer {number}: {right} of {all} got it right")
        title = title.format(number=question.right, right=tally[question.right - 1], all=sum(tally))
    parts = (*warnings, *quiz.answer_parts(question, tally=tally))
    ways_on = tuple(quiz.ways_on(question, replace(place, choice=question.right), reader))
    return draw(Card(CardKind.RULING, title, parts, rows=(ways_on,)), reader)


def _open_round(quiz: Quiz, place: QuizPlace, question: _Question, answers: int) -> CardView:
    """Return the open question of a round, with the button that closes it."""
    reader = question.reader
    close = Action(reader.translate(N_("Close and show")), str(place), style=Style.QUIET)
    return open_view(
        quiz,
        place,
        question.first,
        Verb.VOTE,
        reader,
        close,
        answers=answers,
        hint=_table_hint(reader),
    )


def _answer_note(choice: int, reader: Reader) -> CardView:
    """Return what somebody alone sees of the answer that was taken."""
    _ = reader.translate
    title = _(
        "Your answer: {number}. Press another one to change it, until the question is closed."
    ).format(number=choice)
    return draw(Card(CardKind.NOTICE, title), reader)


def _table_hint(reader: Reader) -> str:
    _ = reader.translate
    hint = _("From round {number} on, a table names who has had any right.")
    return hint.format(number=NAMED_FROM)


def _ways_on(night: _Night, reader: Reader) -> Parts:
    """Return the foot of a closed round: the table, the buttons of the next one and the end."""
    _ = reader.translate
    last = f"{night.rounds}/{night.host}"
    following = button(
        Action(_("Next question"), f"{_NEXT}/{last}", style=Style.MAIN), verb=Verb.VOTE
    )
    end = button(Action(_("End"), f"{_END}/{last}", style=Style.QUIET), verb=Verb.VOTE)
    return (*_standings(night, reader), row_of(following, end))


def _standings(night: _Night, reader: Reader, *, is_over: bool = False) -> Parts:
    """Return the table of right answers, the best first, as a part that pings nobody.

    Nobody is named who had none, and nobody at all in the first rounds. If the night ``is_over``,
    the best have won it.
    """
    points_of = {person: points for person, points in night.right.items() if points > 0}
    if night.rounds < NAMED_FROM or not points_of:
        return ()
    _ = reader.translate
    lines = []
    listed = 0
    score = _("{right} of {all} right")
    if not is_over:
        lines.append(_("Right answers after round {number}").format(number=night.rounds))
    for points in sorted(set(points_of.values()), reverse=True):
        people = [person for person in points_of if points_of[person] == points]
        people = people[: _NAMED - listed]
        listed += len(people)
        if people:
            mentions = " ".join(f"<@{person}>" for person in people)
            lines.append(f"{mentions} · **{score.format(right=points, all=night.rounds)}**")
    if len(points_of) > listed:
        lines.append(_("and {number} more").format(number=len(points_of) - listed))
    table = "\n".join(f"-# {line}" for line in lines)
    if is_over:
        best, *rest = lines
        winner = "🏆 " + _("Won by {names}").format(names=best)
        table = "\n".join((winner, *(f"-# {line}" for line in rest)))
    return ({"type": discord.ComponentType.text_display.value, "content": table},)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
