"""The quiz: the facts of a golden case and four rulings; the answer shows the right one with its reasons. Nothing about who answers is kept."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from lawbot.answers.addresses import Address, ChartPlace, QuizPlace
from lawbot.answers.reader import Reader
from lawbot.answers.rulings import PHASES, Rulings
from lawbot.cards import Action, Card, CardKind, Heading, Listing, Menu, Paragraph, Part, Style, Tone
from lawbot.errors import N_
from lawbot.situations.charts import Situations
from lawbot.situations.model import Case, Chart, Ruling
from lawbot.situations.seats import seated
from lawbot.situations.state import StaleStateError, with_facts
from lawbot.situations.walk import Ruled, walk

CHOICES = 4
"""Rulings to choose from."""


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A golden case as a question: its chart, the rulings to choose from (each a chart's id and its name there), and the place of the right one, from 1."""

    key: str
    chart: Chart
    case: Case
    choices: tuple[tuple[str, str], ...]
    right: int


class Quiz:
    """Questions made of the golden cases of all charts. The same case always gives the same choices in the same order."""

    def __init__(self, rulings: Rulings) -> None:
        self.situations = rulings.situations
        self.rulings = rulings

    @property
    def first(self) -> QuizPlace:
        """The question that the others follow upon."""
        return QuizPlace(next(iter(self._cases)))

    def drawn(self, phase: str = "") -> QuizPlace:
        """A question at random, of that phase; of any where the phase is empty or there is none such."""
        return QuizPlace(random.choice(self._keys(phase)), phase)  # noqa: S311 - nobody gains by guessing

    def question(self, key: str) -> QuizQuestion:
        """The question with that key. Raises StaleStateError where the case has changed or gone."""
        if key not in self._cases:
            raise StaleStateError(N_("This question is not in the quiz any more. Ask for another one."))
        chart, case = self._cases[key]
        ruled = self._ruled(self.situations, chart, case)
        right = (ruled.chart.id, ruled.name)
        dice = random.Random(key)  # noqa: S311
        said = {ruled.ruling.headline: right}
        for other, name, ruling in self._others(chart, ruled, dice):
            if len(said) < CHOICES:
                said.setdefault(ruling.headline, (other, name))
        order = dice.sample(list(said.values()), len(said))
        return QuizQuestion(key, chart, case, tuple(order), order.index(right) + 1)

    def headlines(self, question: QuizQuestion, language: str) -> list[str]:
        """The rulings to choose from, in words."""
        charts = self.rulings.worded(language)
        return [seated(charts[chart].rulings[name].headline, language=language) for chart, name in question.choices]

    def card(self, place: QuizPlace, reader: Reader) -> Card:
        """The question; or, where a choice is made, whether it is right, the reasons, and the way to the ruling. Raises StaleStateError."""
        _ = reader.translate
        question = self.question(place.key)
        phases = tuple(Action(_(name), str(self._next(place.key, phase))) for phase, name in PHASES.items())
        on = Action(_("Another question"), str(self._next(place.key, place.phase)), style=Style.PLAIN if place.choice else Style.QUIET)
        if place.choice:
            title = _("Right") if place.choice == question.right else _("No, it is {number}").format(number=question.right)
            rows: tuple[tuple[Action, ...], ...] = ((Action(_("The whole ruling"), self.ruling(question, place), style=Style.MAIN), on),)
        else:
            title = _("What is the ruling?")
            choices = (QuizPlace(place.key, place.phase, number) for number in range(1, len(question.choices) + 1))
            rows = (tuple(Action(str(choice.choice), str(choice), style=Style.MAIN) for choice in choices), (on,))
        return Card(
            CardKind.RULING if place.choice else CardKind.QUESTION,
            title,
            parts=tuple(self.parts(question, reader, answered=bool(place.choice))),
            breadcrumb=(_("Quiz"), _(PHASES[question.chart.phase]), self.rulings.worded(reader.language)[question.chart.id].title),
            address=str(place),
            rows=rows,
            menus=(Menu(_("Questions by phase"), phases),),
        )

    def parts(self, question: QuizQuestion, reader: Reader, *, answered: bool, tally: tuple[int, ...] = ()) -> Iterator[Part]:
        """The facts and the choices; ``answered`` marks the right one and gives the reasons. ``tally`` is how many chose each."""
        _ = reader.translate
        yield Paragraph(seated(question.case.facts), Tone.PLAIN if answered else Tone.LEAD)
        lines = []
        for number, headline in enumerate(self.headlines(question, reader.language), 1):
            line = f"✓ {headline}" if answered and number == question.right else headline
            lines.append(f"{line} — {tally[number - 1]}" if tally else line)
        yield Listing(tuple(lines), numbered=True)
        if answered:
            ruled = self._ruled(self.rulings.worded(reader.language), question.chart, question.case)
            yield Heading(_("Why"))
            yield Listing(tuple(self.rulings.reasons(ruled, partial(seated, language=reader.language), reader)))

    def ruling(self, question: QuizQuestion, place: QuizPlace) -> str:
        """The address of the ruling, reached by the facts of the case, with the way back."""
        return str(Address(ChartPlace(with_facts(self.situations, question.chart.id, question.case.answers)), place))

    # -- which questions there are ---------------------------------------------------------------------------------------

    @cached_property
    def _cases(self) -> dict[str, tuple[Chart, Case]]:
        """Every golden case under a key made of what it says: charts may change around it. Sorted by it, they come in no order."""
        found = {}
        for chart in self.situations.values():
            for case in chart.cases:
                found[hashlib.blake2b(f"{chart.id}\n{case.facts}".encode(), digest_size=4).hexdigest()] = (chart, case)
        return dict(sorted(found.items()))

    def _keys(self, phase: str) -> list[str]:
        return [key for key, (chart, _case) in self._cases.items() if chart.phase == phase] or list(self._cases)

    def _next(self, key: str, phase: str) -> QuizPlace:
        """The question after that one, of the phase."""
        keys = self._keys(phase)
        return QuizPlace(next((other for other in keys if other > key), keys[0]), phase)

    def _ruled(self, situations: Situations, chart: Chart, case: Case) -> Ruled:
        reached = walk(situations, chart.id, case.answers)
        if not isinstance(reached, Ruled):
            raise StaleStateError(N_("This question is not in the quiz any more. Ask for another one."))
        return reached

    def _others(self, chart: Chart, ruled: Ruled, dice: random.Random) -> Iterator[tuple[str, str, Ruling]]:
        """Wrong rulings, the nearest first: of the same chart, of those it leads on to, of those on the same laws, of the same phase.

        One of the same kind, or one that may follow upon the right one, might be right too; those are left out.
        """
        follows = {follow.chart for follow in ruled.ruling.then}
        same_phase = [other for other in self.situations.values() if other.phase == chart.phase]
        same_laws = [other for other in same_phase if not set(other.laws).isdisjoint(chart.laws)]
        for charts in ((ruled.chart, chart), self.situations.joined(chart), same_laws, same_phase):
            near = ((other.id, name, ruling) for other in charts if other.id not in follows for name, ruling in other.rulings.items())
            wrong = [found for found in near if found[2].kind != ruled.ruling.kind]
            yield from dice.sample(wrong, len(wrong))
