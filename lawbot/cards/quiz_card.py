"""Ask a quiz question of a case and four rulings, and say which is right and why.

Nothing about who answers is kept."""

import random
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from lawbot.cards.address import Address, ChartPlace, LawPlace, QuizPlace
from lawbot.cards.card import (
    Action,
    Card,
    CardKind,
    Heading,
    Listing,
    Menu,
    Paragraph,
    Part,
    Style,
    Tone,
)
from lawbot.cards.chart_card import Rulings
from lawbot.cards.quiz_cases import Cases, Difficulty, QuizCase, QuizTopic
from lawbot.cards.titles import name_of
from lawbot.charts.state import with_facts
from lawbot.errors import N_, StaleStateError
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation

TOPICS: dict[QuizTopic, str] = {
    "auction": N_("Auction"),
    "play": N_("Play"),
    "claims": N_("Claims"),
    "scoring": N_("Scoring"),
    "conduct": N_("Conduct"),
}
LEVELS: dict[Difficulty, str] = {"easy": N_("Easy"), "middling": N_("Medium"), "hard": N_("Hard")}
RUN = 10
"""Most questions of a run, in which none comes twice; addresses have room for no more."""
_GONE = N_("This question is not in the quiz any more. Ask for another one.")


class QuizQuestion(NamedTuple):
    """A case as a question, in the reader's language, with its rulings in order.

    ``right`` is the number of the right one, from 1."""

    case: QuizCase
    choices: tuple[str, ...]
    right: int


class Quiz:
    """Make questions of the cases. One case always gives the same choices in the same order."""

    def __init__(self, rulings: Rulings, cases: Cases) -> None:
        self.rulings = rulings
        self.cases = cases
        self._keys = list(cases)

    def _keys_of(self, only: str) -> list[str]:
        """Return the keys of the cases of a topic and level; of all if there are none."""
        topic, level = _parse(only)
        keys = []
        for key, case in self.cases.items():
            if topic in ("", case.topic) and level in ("", case.level):
                keys.append(key)
        return keys or self._keys

    def drawn(self, only: str = "", but: AbstractSet[str] = frozenset()) -> QuizPlace:
        """Return a question at random, of a topic and a level (words in ``only``).

        It is none of ``but``, but of another topic or level, as long as there are others."""
        keys = self._keys_of(only)
        # rather another topic than the same question twice in a night
        fresh = [key for key in keys if key not in but]
        fresh = fresh or [key for key in self._keys if key not in but]
        key = random.choice(fresh or keys or [""])  # noqa: S311 - no secret depends on it
        return QuizPlace(key, "-".join(_parse(only)))

    def numbered(self, number: int) -> QuizPlace:
        """Return the question of that number; they come round again after the last."""
        return QuizPlace(self._keys[number % len(self._keys)] if self._keys else "")

    def question(self, key: str, language: str = "en") -> QuizQuestion:
        """Return the question with that key. Raises StaleStateError if there is none any more."""
        if key not in self.cases:
            raise StaleStateError(_GONE)
        case = self.cases.worded(key, language)
        choices = (case.right, *case.wrong)
        # drawn from the case's own id: a button names a choice by its number alone
        order = random.Random(case.id).sample(range(len(choices)), len(choices))  # noqa: S311 - nobody gains by guessing
        return QuizQuestion(case, tuple(choices[index] for index in order), order.index(0) + 1)

    def card(self, place: QuizPlace, reader: Reader) -> Card:
        """Return the question; or, after a choice, if it is right, why, and actions to the law.

        A question that is gone leads to another."""
        _ = reader.translate
        if place.key not in self.cases:
            gone = Paragraph(_(_GONE))
            another = replace(place, key=self._next_key(place.key, place.only), choice=0)
            row = (Action(_("Another question"), str(another)),)
            return Card(CardKind.NOTICE, _("Quiz"), (gone,), rows=(row,), found=False)
        if place.choice:
            return self._answered_card(place, reader)
        question = self.question(place.key, reader.language)
        following = Action(_("Skip"), str(self._following(place)), style=Style.QUIET)
        choices = []
        for number in range(1, len(question.choices) + 1):
            address = str(replace(place, choice=number))
            choices.append(Action(str(number), address, style=Style.MAIN))
        return Card(
            CardKind.QUESTION,
            self.title(question, _("Quiz"), reader),
            tuple(self.parts(question)),
            address=str(place),
            rows=(tuple(choices), (following,)),
            menus=(self._topic_menu(place, reader),),
        )

    def _answered_card(self, place: QuizPlace, reader: Reader) -> Card:
        """Return what was chosen and what is right, why, and the score of the run."""
        _ = reader.translate
        question = self.question(place.key, reader.language)
        is_right = place.choice == question.right
        title = _("Right")
        if not is_right:
            title = _("Not quite: {number} (you chose {choice})")
            title = title.format(number=question.right, choice=place.choice)
        number, points = place.position + 1, place.points + is_right
        length = self._length(place.only)
        is_last = number >= length
        score = _("Question {number} of {all}: {right} right so far")
        score_line = score.format(number=number, all=length, right=points)
        if is_last:
            score_line = ""
            total = _("{right} of {all} right").format(right=points, all=length)
            title = f"{title} · {total}"
        following = Action(
            _("Play again") if is_last else _("Another question"),
            str(self._following(place, is_right=is_right)),
        )
        return Card(
            CardKind.RULING if is_right else CardKind.MISTAKE,
            title,
            tuple(self.answer_parts(question, place.choice, score=score_line)),
            address=str(place),
            rows=((*self.ways_on(question, place, reader), following),),
        )

    def title(self, question: QuizQuestion, first: str, reader: Reader) -> str:
        """Return 'Quiz · Play · Easy', beginning with ``first``."""
        _ = reader.translate
        return f"{first} · {_(TOPICS[question.case.topic])} · {_(LEVELS[question.case.level])}"

    def parts(self, question: QuizQuestion) -> Iterator[Part]:
        """Yield the case and the choices."""
        case = question.case
        yield Paragraph(case.story)
        if case.hand:
            yield Paragraph("\n".join(case.hand), Tone.CARDS)
        yield Heading(case.question)
        yield Listing(question.choices, numbered=True)

    def answer_parts(
        self, question: QuizQuestion, choice: int = 0, tally: tuple[int, ...] = (), score: str = ""
    ) -> Iterator[Part]:
        """Yield the right ruling, then why, and the rest small, a wrong ``choice`` marked.

        ``tally`` is how many chose each; the ``score`` of a run comes last."""
        case = question.case
        lines = {}
        for number, ruling in enumerate(question.choices, 1):
            lines[number] = f"{number}. {ruling}"
            if tally:
                lines[number] = f"{lines[number].rstrip('.')} — {tally[number - 1]}"
        # what is right comes first: a phone shows little more
        yield Paragraph(case.question)
        yield Paragraph(f"✓ {lines.pop(question.right)}", Tone.LEAD)
        if choice in lines:
            lines[choice] = f"✗ {lines[choice]}"
        yield Paragraph(case.why)
        yield Paragraph(case.story, Tone.QUIET)
        if case.hand and not tally:
            yield Paragraph("\n".join(case.hand), Tone.CARDS)
        yield Paragraph("\n".join(filter(None, (*lines.values(), score))), Tone.QUIET)

    def ways_on(self, question: QuizQuestion, place: QuizPlace, reader: Reader) -> Iterator[Action]:
        """Yield actions to the ruling, if any, and to the first law; both lead back."""
        _ = reader.translate
        case, situations = question.case, self.rulings.situations
        chart = case.chart if case.chart in situations else None
        if chart is not None:
            state = with_facts(situations, chart, case.facts)
            address = str(Address(ChartPlace(state), place))
            yield Action(_("The whole ruling"), address, style=Style.MAIN)
        # the law that decides is named first
        law = Citation.parse(case.cites[0])
        law_place = LawPlace(law, self.rulings.lawbook.ruled_in(reader.language))
        style = Style.PLAIN if chart else Style.MAIN
        yield Action(name_of(law, reader), str(Address(law_place, place)), style=style)

    def _length(self, only: str) -> int:
        """Return the number of questions in a run of a topic and level."""
        return min(RUN, len(self._keys_of(only)))

    def _following(self, place: QuizPlace, *, is_right: bool = False) -> QuizPlace:
        """Return the question after one of a run, with the score; the next run after the last.

        One that is skipped counts as asked: else a small topic would ask another one twice."""
        key = self._next_key(place.key, place.only)
        position = place.position + 1
        if position >= self._length(place.only):
            return QuizPlace(key, place.only)
        points = place.points + is_right
        return QuizPlace(key, place.only, position=position, points=points)

    def _next_key(self, key: str, only: str) -> str:
        """Return the key after another one, of the topic and level; the first after the last."""
        keys = self._keys_of(only)
        later = [candidate for candidate in keys if candidate > key]
        return (later or keys or [""])[0]

    def _topic_menu(self, place: QuizPlace, reader: Reader) -> Menu:
        """Return the menu of other topics and levels."""
        _ = reader.translate
        topic, level = _parse(place.only)
        choices = [(_("All topics"), f"-{level}")]
        choices += [(_(name), f"{choice}-{level}") for choice, name in TOPICS.items()]
        choices += [(_("All levels"), f"{topic}-")]
        choices += [(_(name), f"{topic}-{choice}") for choice, name in LEVELS.items()]
        actions = []
        for name, only in choices:
            # another topic begins another run
            actions.append(Action(name, str(QuizPlace(self._next_key(place.key, only), only))))
        return Menu(_("Topic and level"), tuple(actions))


def _parse(only: str) -> tuple[str, str]:
    """Return the topic and the level that a few words name; empty if none is."""
    words = only.replace("-", " ").split()
    topics = [topic for topic in TOPICS if topic in words]
    levels = [level for level in LEVELS if level in words]
    return next(iter(topics), ""), next(iter(levels), "")
