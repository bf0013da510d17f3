"""The quiz: a case and four rulings; the answer says which is right, and why. Nothing about who
answers is kept."""

import random
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from lawbot.answers.addresses import Address, ChartPlace, LawPlace, QuizPlace
from lawbot.answers.laws import name_of
from lawbot.answers.quiz_cases import Cases, Difficulty, QuizCase, QuizTopic
from lawbot.answers.reader import Reader
from lawbot.answers.rulings import Rulings
from lawbot.cards import (
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
from lawbot.citation import Citation
from lawbot.errors import N_, StaleStateError
from lawbot.situations.state import with_facts

TOPICS: dict[QuizTopic, str] = {
    "auction": N_("Auction"),
    "play": N_("Play"),
    "claims": N_("Claims"),
    "scoring": N_("Scoring"),
    "conduct": N_("Conduct"),
}
LEVELS: dict[Difficulty, str] = {"easy": N_("Easy"), "middling": N_("Medium"), "hard": N_("Hard")}
_GONE = N_("This question is not in the quiz any more. Ask for another one.")


class QuizQuestion(NamedTuple):
    """A case as a question, in the reader's language: the rulings to choose from, and the place of
    the right one, from 1."""

    case: QuizCase
    choices: tuple[str, ...]
    right: int


class Quiz:
    """Questions made of the cases. The same case always gives the same choices in the same order."""

    def __init__(self, rulings: Rulings, cases: Cases) -> None:
        self.rulings = rulings
        self.cases = cases
        self._keys = list(cases)

    def _among(self, only: str) -> list[str]:
        """The keys of the cases of the topic and the level in ``only`` ('play-easy'); of all where
        there is none such."""
        topic, level = _parted(only)
        return [
            key
            for key, case in self.cases.items()
            if topic in ("", case.topic) and level in ("", case.level)
        ] or self._keys

    def drawn(self, only: str = "", but: AbstractSet[str] = frozenset()) -> QuizPlace:
        """A question at random, of a topic and a level (words in ``only``), none of ``but`` as long
        as there are others."""
        keys = self._among(only)
        fresh = [key for key in keys if key not in but]
        key = random.choice(fresh or keys or [""])  # noqa: S311 - no secret depends on it
        return QuizPlace(key, "-".join(_parted(only)))

    def numbered(self, number: int) -> QuizPlace:
        """The question of that number; they come round again after the last."""
        return QuizPlace(self._keys[number % len(self._keys)] if self._keys else "")

    def question(self, key: str, language: str = "en") -> QuizQuestion:
        """The question with that key. Raises StaleStateError where there is none any more."""
        if key not in self.cases:
            raise StaleStateError(_GONE)
        case = self.cases.worded(key, language)
        choices = (case.right, *case.wrong)
        order = random.Random(case.id).sample(range(len(choices)), len(choices))  # noqa: S311 - nobody gains by guessing
        return QuizQuestion(case, tuple(choices[place] for place in order), order.index(0) + 1)

    def card(self, place: QuizPlace, reader: Reader) -> Card:
        """The question; or, where a choice is made, whether it is right, why, and the ways to the
        law and the ruling. One that is gone leads to another."""
        _ = reader.translate
        on = Action(
            _("Another question"),
            str(self._next(place.key, place.only)),
            style=Style.PLAIN if place.choice else Style.QUIET,
        )
        if place.key not in self.cases:
            return Card(
                CardKind.NOTICE, _("Quiz"), (Paragraph(_(_GONE)),), rows=((on,),), found=False
            )
        question = self.question(place.key, reader.language)
        parts = tuple(self.parts(question, answered=bool(place.choice)))
        if place.choice:
            title = (
                _("Right")
                if place.choice == question.right
                else _("No, it is {number}").format(number=question.right)
            )
            ways_on = (*self.ways_on(question, place, reader), on)
            return Card(CardKind.RULING, title, parts, address=str(place), rows=(ways_on,))
        title, others = self.title(question, _("Quiz"), reader), self._others(place, reader)
        numbers = range(1, len(question.choices) + 1)
        choices = tuple(
            Action(str(number), str(replace(place, choice=number)), style=Style.MAIN)
            for number in numbers
        )
        return Card(
            CardKind.QUESTION,
            title,
            parts,
            address=str(place),
            rows=(choices, (on,)),
            menus=(others,),
        )

    def title(self, question: QuizQuestion, first: str, reader: Reader) -> str:
        """'Quiz · Play · Easy'; ``first`` is the first of it."""
        _ = reader.translate
        return f"{first} · {_(TOPICS[question.case.topic])} · {_(LEVELS[question.case.level])}"

    def parts(
        self, question: QuizQuestion, *, answered: bool, tally: tuple[int, ...] = ()
    ) -> Iterator[Part]:
        """The case and the choices; ``answered`` has the right one first, and why, and the rest
        small. ``tally`` is how many chose each."""
        case = question.case
        lines = [f"{number}. {ruling}" for number, ruling in enumerate(question.choices, 1)]
        if answered:
            lines = (
                [f"{line.rstrip('.')} — {chose}" for line, chose in zip(lines, tally, strict=True)]
                if tally
                else lines
            )
            yield Paragraph(case.question)
            yield Paragraph(f"✓ {lines.pop(question.right - 1)}", Tone.LEAD)
            yield Paragraph(case.why)
        yield Paragraph(case.story, Tone.QUIET if answered else Tone.PLAIN)
        if case.hand and not tally:
            yield Paragraph("\n".join(case.hand), Tone.CARDS)
        if answered:
            yield Paragraph("\n".join(lines), Tone.QUIET)
        else:
            yield Heading(case.question)
            yield Listing(question.choices, numbered=True)

    def ways_on(self, question: QuizQuestion, place: QuizPlace, reader: Reader) -> Iterator[Action]:
        """To the ruling, where a chart leads to one, and to the first of the laws; both lead back."""
        _ = reader.translate
        case = question.case
        chart = case.chart if case.chart in self.rulings.situations else None
        if chart is not None:
            state = with_facts(self.rulings.situations, chart, case.facts)
            yield Action(
                _("The whole ruling"), str(Address(ChartPlace(state), place)), style=Style.MAIN
            )
        law = Citation.parse(case.cites[0])
        there = LawPlace(law, self.rulings.lawbook.ruled_in(reader.language))
        yield Action(
            name_of(law, reader),
            str(Address(there, place)),
            style=Style.PLAIN if chart else Style.MAIN,
        )

    def _next(self, key: str, only: str) -> QuizPlace:
        """The question after that one, of the topic and level."""
        keys = self._among(only)
        return QuizPlace(
            next((other for other in keys if other > key), keys[0] if keys else ""), only
        )

    def _others(self, place: QuizPlace, reader: Reader) -> Menu:
        """Another topic, and another level."""
        _ = reader.translate
        topic, level = _parted(place.only)
        topics = [(_("All topics"), "")] + [(_(name), each) for each, name in TOPICS.items()]
        levels = [(_("All levels"), "")] + [(_(name), each) for each, name in LEVELS.items()]
        chosen = [(name, f"{each}-{level}") for name, each in topics] + [
            (name, f"{topic}-{each}") for name, each in levels
        ]
        return Menu(
            _("Topic and level"),
            tuple(Action(name, str(self._next(place.key, only))) for name, only in chosen),
        )


def _parted(only: str) -> tuple[str, str]:
    """The topic and the level that are named in a few words; empty where none is."""
    words = only.replace("-", " ").split()
    return next((each for each in TOPICS if each in words), ""), next(
        (each for each in LEVELS if each in words), ""
    )
