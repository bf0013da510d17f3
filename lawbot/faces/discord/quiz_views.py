"""A question of the quiz that all may answer, as a message: open, and closed with the count."""

from collections.abc import Mapping
from dataclasses import replace

from lawbot.answers import Reader
from lawbot.answers.addresses import QuizPlace
from lawbot.answers.quiz import Quiz
from lawbot.cards import Action, Card, CardKind, Paragraph, Tone
from lawbot.errors import N_
from lawbot.faces.discord.components import CardView, button, row_of
from lawbot.faces.discord.drawing import draw
from lawbot.faces.discord.sending import Interaction, send

MOST_ANSWERS = 1000
"""People who may answer one question."""
TOO_MANY = N_("No more answers: this question has reached its limit.")
CLOSED = N_("This question is closed.")
GONE = N_("The answers to this question are gone: the bot was restarted, or many others were asked since.")


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
        title = _("It is {number}").format(number=question.right)
    else:
        tally = tuple(given.get(number, 0) for number in range(1, len(question.choices) + 1))
        right = tally[question.right - 1]
        title = _("It is {number}: {right} of {all} had it").format(number=question.right, right=right, all=sum(tally))
    lost = () if given is not None else (Paragraph(_(GONE), Tone.WARNING),)
    parts = (*lost, *quiz.parts(question, reader, answered=True, tally=tally))
    ways_on = tuple(quiz.ways_on(question, replace(place, choice=question.right), reader))
    return draw(Card(CardKind.RULING, title, parts, rows=(ways_on,)), reader)


async def noted(interaction: Interaction, choice: int, answers: int, reader: Reader) -> None:
    """Tells somebody alone that their answer was taken, and how many have answered."""
    _ = reader.translate
    taken = _("Your answer: {number}. Press another one to change it, until the question is closed.").format(number=choice)
    so_far = _("Answers so far: {number}").format(number=answers)
    await send(interaction, draw(Card(CardKind.NOTICE, taken, parts=(Paragraph(so_far, Tone.QUIET),)), reader), private=True)


def standings(right: Mapping[int, int], rounds: int, reader: Reader) -> dict[str, object]:
    """Who had how many right, the best first, as a part of a message; nobody is pinged by it."""
    _ = reader.translate
    lines, shown = [_("Right answers after round {number}").format(number=rounds)], 0
    for points in sorted(set(right.values()), reverse=True):
        people = [person for person, had in right.items() if had == points][: _NAMED - shown]
        shown += len(people)
        if people:
            lines.append(f"**{points}** · " + " ".join(f"<@{person}>" for person in people))
    if len(right) > shown:
        lines.append(_("and {number} more").format(number=len(right) - shown))
    return {"type": 10, "content": "\n".join(f"-# {line}" for line in lines)}


_NAMED = 30
"""People that the table names."""
