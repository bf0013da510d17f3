"""Situations as cards: the first screen, a question, a ruling, and the ways back and on."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import cache, cached_property, partial
from itertools import islice
from math import ceil
from types import MappingProxyType
from typing import Any

from lawbot.answers.addresses import ChartPlace, EntrancePlace, place_of
from lawbot.answers.laws import amended_laws, label_of, links, shortened
from lawbot.answers.reader import Reader
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
from lawbot.errors import N_, LawbotError
from lawbot.grouped import grouped
from lawbot.language import SOURCE
from lawbot.lawbook import Entry, Lawbook
from lawbot.situations.charts import Situations
from lawbot.situations.hearing import left_at_most
from lawbot.situations.model import Answer, Chart, Follow, Phase, Question, Ruling
from lawbot.situations.seats import NAMES, SEATS, seated
from lawbot.situations.state import State, View, answered, confirmed, pack, stand
from lawbot.situations.walk import Asked, Ruled, Step, unconfirmed
from lawbot.situations.wording import Worded

PHASES = {
    Phase.BEFORE: N_("Before the auction"),
    Phase.AUCTION: N_("Auction"),
    Phase.LEAD: N_("Opening lead"),
    Phase.PLAY: N_("Play"),
    Phase.CLAIM: N_("Claim or concession"),
    Phase.SCORE: N_("Score"),
    Phase.CONDUCT: N_("Conduct and information"),
}
_TABS = {
    View.PLAIN: N_("Say"),
    View.CHOICES: N_("Choices"),
    View.STEPS: N_("Steps"),
    View.LATER: N_("Later"),
    View.WHY: N_("Why"),
    View.LAWS: N_("Laws"),
}
_TO_SAY = (View.PLAIN, View.CHOICES)
_TELLING = 16
"""Characters from which on an answer says by itself what it answers."""
_SCREEN, _LINE = 16, 29
"""Lines that headline, words to say and choices may take together so that the card fits a phone's
screen, and the characters of such a line. ``tests/discord/test_one_screen.py`` renders every
ruling and holds this."""
_SENTENCE = re.compile(r"(?<=[.;]) ")


class Rulings:
    """The cards of the flow charts."""

    def __init__(self, lawbook: Lawbook, situations: Situations) -> None:
        self.lawbook = lawbook
        self.situations = situations
        self.worded = cache(
            lambda language: situations if language == SOURCE else Worded(situations, language)
        )
        """The charts in a language, as far as they are translated."""

    def entrance(self, reader: Reader, phase: str = "") -> Card:
        """The first screen: what directors are called for most, or all charts of a phase, and the
        other phases."""
        _ = reader.translate
        charts = [
            chart for chart in self.worded(reader.language).values() if chart.phase == phase
        ] or self.worded(reader.language).frequent
        here = next(
            (PHASES[known] for known in Phase if known == phase),
            N_("What directors are called for most"),
        )
        phases = tuple(Action(_(name), str(EntrancePlace(known))) for known, name in PHASES.items())
        return Card(
            CardKind.QUESTION,
            _("What happened?"),
            parts=(
                Paragraph(
                    _("Choose what was seen at the table, or type it: /situation and a few words.")
                ),
                Paragraph(
                    _("Only the director rules at the table (Laws 9B1 and 10A)."), Tone.QUIET
                ),
            ),
            breadcrumb=(_("Situations"), _(here)),
            address=str(EntrancePlace(phase)),
            menus=(
                Menu(
                    _("Choose what happened"),
                    tuple(self.entry(chart.id, reader) for chart in charts),
                ),
                Menu(_("By phase"), phases),
            ),
        )

    def entry(
        self,
        chart_id: str,
        reader: Reader,
        given: Mapping[str, str] = MappingProxyType({}),
        assumed: Mapping[str, str] | None = None,
    ) -> Action:
        """Return the action that begins a chart with what is known and assumed of it.

        Raises StaleStateError for an unknown chart.
        """
        address = str(ChartPlace(self.beginning(chart_id, reader, given, assumed)))
        chart = self.worded(reader.language)[chart_id]
        return Action(chart.title, address, chart.summary)

    def card(self, state: State, reader: Reader, said: Mapping[str, str] = {}) -> Card:
        """The card that shows a state: notice, question, review or ruling. ``said`` are the words
        that known facts were taken from.

        Raises StaleStateError where the state does not fit its chart any more.
        """
        return _Shown(self, state, reader, said).card()

    def text(self, address: str, reader: Reader, day: date) -> str:
        """The ruling of that day as plain text, behind an address that offers it so; empty for any
        other."""
        match place_of(address):
            case ChartPlace(State(view=View.TEXT) as state):
                with suppress(LawbotError):
                    return _Shown(self, state, reader, {}).text(day)
        return ""

    def beginning(
        self,
        chart_id: str,
        reader: Reader,
        given: Mapping[str, str] = MappingProxyType({}),
        assumed: Mapping[str, str] | None = None,
    ) -> State:
        """Return the state in which a chart begins: for a player, with the notice to call a
        director.

        ``assumed`` None stands for a chart opened without a text: all its usual answers, unless the
        reader's language is one in which facts cannot be heard. Raises StaleStateError for an
        unknown chart.
        """
        if assumed is None and reader.language == SOURCE and chart_id in self.situations:
            usual = self.situations.usual_answers(chart_id)
            ahead = self.situations.facts_ahead(chart_id, {**usual, **given})
            assumed = {fact: answer for fact, answer in usual.items() if fact in ahead}
        state = State.begin(self.situations, chart_id, given, assumed or {})
        return state if reader.director else replace(state, view=View.PLAYER)


class _Shown:
    """A state of a chart, shown to one reader."""

    def __init__(
        self, rulings: Rulings, state: State, reader: Reader, said: Mapping[str, str]
    ) -> None:
        self.lawbook, self.situations = rulings.lawbook, rulings.situations
        self.charts = rulings.worded(reader.language)
        self.state, self.reader, self.said = state, reader, said
        self.standing = stand(self.charts, state)
        self.shown = self.standing.shown
        self.title = self.charts[state.chart].title
        self.tell = partial(seated, seat=state.seat, language=reader.language)
        """A text of a chart with the players named by their seats, or by what they are called
        without."""
        self.code = self.lawbook.edition(self.lawbook.ruled_by).code
        self._ = reader.translate

    # -- the cards
    # -----------------------------------------------------------------------------------------------------

    def card(self) -> Card:
        """What the view of the state asks for."""
        match self.state.view, self.shown:
            case View.SEAT, _:
                return self._seats()
            case View.REVIEW, _:
                return self._review()
            case View.TEXT, Ruled() as ruled if not unconfirmed(ruled):
                text = Paragraph(self.text(datetime.now().astimezone().date()), Tone.CARDS)
                return Card(
                    CardKind.TEXT,
                    ruled.chart.title,
                    (text,),
                    address=str(ChartPlace(self.state)),
                    rows=((self._back(),),),
                )
            case _, Ruled() if to_confirm := unconfirmed(self.shown):
                return self._confirmation(to_confirm)
            case _, Ruled() as ruled:
                return self._ruling(ruled)
            case _, Asked() as asked:
                return self._question(asked)

    def text(self, day: date) -> str:
        """The ruling for a message, a scoring program or an appeals form: what was asked and
        answered, what was ruled and said, the laws of the code, and the day. No signs of markup,
        and nobody is named. Empty where nothing is ruled."""
        from babel.dates import format_date  # nothing else of a ruling needs it

        if isinstance(self.shown, Asked) or unconfirmed(self.shown):
            return ""
        _, tell, ruled = self._, self.tell, self.shown
        title = f"{ruled.chart.title}\n{format_date(day, 'long', locale=self.reader.language)}"
        known = {
            step.fact: f"{tell(step.question.ask)} – {tell(step.answer.label)}"
            for step in ruled.trail
        }
        facts = "\n".join(
            (_("Facts:"), *(f"{number}. {fact}" for number, fact in enumerate(known.values(), 1)))
        )
        ruling = "\n".join((_("Ruling:"), *map(tell, (ruled.ruling.headline, *ruled.ruling.say))))
        cited = ", ".join(dict.fromkeys(ruled.ruling.cites))
        return "\n\n".join(
            (
                title,
                facts,
                ruling,
                _("Laws of Duplicate Bridge {code}: {laws}").format(code=self.code, laws=cited),
            )
        )

    def _card(
        self, kind: CardKind, title: str, parts: Iterable[Part], steps: tuple[str, ...], **more: Any
    ) -> Card:
        """A card of this state; the offender's seat stands behind the ``steps`` that lead to it,
        where it was named."""
        seat = (
            self._("offender: {seat}").format(seat=self._(NAMES[self.state.seat]))
            if self.state.seat
            else ""
        )
        breadcrumb = tuple(filter(None, (*steps, seat)))
        return Card(
            kind, title, tuple(parts), breadcrumb, address=str(ChartPlace(self.state)), **more
        )

    def _question(self, asked: Asked) -> Card:
        _, tell, state, chart, question = self._, self.tell, self.state, asked.chart, asked.question
        answers = []
        assumed = any(step.assumed and step.fact == asked.fact for step in self.standing.tapped)
        for answer in question.answers:
            label = tell(answer.label) + (
                " ✓" if answer.id == self.standing.answers.get(asked.fact) and not assumed else ""
            )
            address = str(ChartPlace(answered(self.situations, self.standing, answer)))
            answers.append(Action(label, address, tell(answer.detail or ""), Style.MAIN))
        untapped, changes = self._untapped
        parts: list[Part] = [*untapped, Paragraph(tell(question.ask), Tone.LEAD)]
        if question.say:
            parts.append(Paragraph(tell(question.say), Tone.SAY))
        if details := tuple(
            f"{tell(answer.label)}: {tell(answer.detail)}"
            for answer in question.answers
            if answer.detail
        ):
            parts.append(Listing(details))
        if not state.taps:
            parts += self._notice()
        explained = state.view in (View.WHY, View.UNSURE)
        if explained:
            parts += (
                Paragraph(tell(question.why), Tone.NOTE),
                Heading(_("Not sure")),
                Paragraph(tell(question.unsure), Tone.NOTE),
            )
            parts += self._readings(chart, question.cites)
        return self._card(
            CardKind.QUESTION,
            self.title,
            parts,
            (
                chart.title if chart.id != state.chart else "",
                _("question {number}").format(number=len(self._answered_before) + 1),
            ),
            rows=(
                tuple(answers),
                (self._back(), self._turned(_("Why do you ask?"), view=View.WHY)),
            ),
            menus=(
                Menu(_("The law"), self._laws(question.cites) if explained else ()),
                Menu(_("More"), (*changes, *self._more())),
            ),
        )

    def _confirmation(self, assumed: tuple[Step, ...]) -> Card:
        """Return the last question before a ruling: whether all that was assumed is so."""
        _, tell = self._, self.tell
        facts = [tell(step.answer.usual or step.answer.label) for step in assumed]
        confirmed_state = replace(confirmed(self.situations, self.standing), cursor=None)
        answers = [Action(_("Yes"), str(ChartPlace(confirmed_state)), style=Style.MAIN)]
        for step, fact in zip(assumed, facts, strict=True):
            label = _("No") if len(facts) == 1 else _("No: {fact}").format(fact=fact)
            cursor = self.standing.tapped.index(step)
            ask = tell(step.question.ask)
            answers.append(self._turned(label, Style.MAIN, ask, view=View.PLAIN, cursor=cursor))
        question = _("Assuming: {facts}. Right?").format(facts=" · ".join(facts))
        return self._card(
            CardKind.QUESTION,
            self.title,
            (*self._untapped[0][:1], Paragraph(question, Tone.LEAD), *self._notice()),
            (_("last question before the ruling"),),
            rows=(tuple(answers), (self._back(),)),
            menus=(Menu(_("More"), (*self._untapped[1], *self._more())),),
        )

    def _ruling(self, ruled: Ruled) -> Card:
        """What to say and who may choose what, on the first screen; steps, checks, reasons and laws
        each behind a button of their own."""
        _, ruling, (untapped, changes) = self._, ruled.ruling, self._untapped
        fits = self._fitting(ruling, untapped)
        absent = {View.CHOICES: fits == self._choices(ruling), View.LATER: not ruling.later}
        tabs = {view: name for view, name in _TABS.items() if not absent.get(view)}
        here = self.state.view if self.state.view in tabs else View.PLAIN
        others = ((view, _(name)) for view, name in tabs.items() if view is not here)
        row = tuple(
            self._turned(name, Style.MAIN if view in _TO_SAY else Style.PLAIN, view=view)
            for view, name in others
        )
        then = tuple(self._following(follow) for follow in ruling.then)
        return self._card(
            CardKind.RULING,
            self.tell(ruling.headline),
            (
                *self._notice(),
                *(untapped if here is View.PLAIN else ()),
                *self._tab(here, ruled, fits),
            ),
            (ruled.chart.title, _(ruling.kind)),
            source=self._source(ruling),
            rows=(row, (self._back(),)),
            menus=(
                Menu(_("Open a law"), self._laws(ruling.cites) if here is View.LAWS else ()),
                Menu(
                    _("What follows, and more") if then else _("More"),
                    (*then, *changes, *self._more()),
                ),
            ),
        )

    def _source(self, ruling: Ruling) -> str:
        """Return whose words a ruling is in, and what it cites that was amended since."""
        _ = self._
        words = _("In our own words, after the {edition} Laws").format(edition=self.code)
        cited = map(Citation.parse, ruling.cites)
        amended = amended_laws(self.lawbook, self.lawbook.ruled_by, cited, self.reader)
        return f"{words}. " + _("Amended since: {laws}").format(laws=amended) if amended else words

    def _review(self) -> Card:
        _, tell, steps = self._, self.tell, list(enumerate(self.standing.tapped))
        said = tuple(
            f"{tell(step.question.ask)} {tell(step.answer.label)}" for _place, step in steps
        )
        changes = tuple(
            self._turned(
                f"{place + 1}. {tell(step.answer.label)}",
                Style.PLAIN,
                tell(step.question.ask),
                view=View.PLAIN,
                cursor=place,
            )
            for place, step in steps
        )
        return self._card(
            CardKind.QUESTION,
            _("Your answers"),
            (Listing(said, numbered=True) if said else Paragraph(_("Nothing is answered yet.")),),
            (self.title,),
            rows=((self._turned(_("Back"), view=View.PLAIN, cursor=None), self._again()),),
            menus=(Menu(_("Change an answer"), changes),),
        )

    def _seats(self) -> Card:
        _ = self._
        seats = tuple(
            self._turned(_(NAMES[seat]), Style.MAIN, view=View.PLAIN, seat=seat) for seat in SEATS
        )
        return self._card(
            CardKind.QUESTION,
            _("Where does the offender sit?"),
            (Paragraph(_("After that, the players are named by their seats.")),),
            (self.title,),
            rows=(seats, (self._turned(_("No seats"), view=View.PLAIN, seat=None),)),
        )

    @cached_property
    def _untapped(self) -> tuple[tuple[Paragraph, ...], tuple[Action, ...]]:
        """Return the line of what was understood, on a question that of what is assumed, and the
        ways to change each."""
        _, tell, standing = self._, self.tell, self.standing
        change = _("Change: {answer}")
        understood, usual, changes = [], [], []
        for fact, question, answer, target in self._heard():
            ask, label, words = (
                tell(question.ask),
                tell(answer.usual or answer.label),
                self.said.get(fact),
            )
            quoted = f"“{shortened(words, 80)}”" if words else ""
            speaks_for_itself = answer.usual or len(label) >= _TELLING
            understood.append(
                label if speaks_for_itself else f"{quoted}: {label}" if quoted else f"{ask} {label}"
            )
            changes.append(
                Action(
                    change.format(answer=label), str(ChartPlace(target)), f"{quoted} {ask}".strip()
                )
            )
        before = standing.tapped[: self.state.cursor]
        last_tap = max(
            (
                n
                for n, step in enumerate(before)
                if not step.assumed and step.fact not in standing.known
            ),
            default=-1,
        )
        is_question = isinstance(self.shown, Asked)
        # a question repeats nothing that the one before it has told
        seen = last_tap if is_question else -1
        for number, step in enumerate(before):
            if step.assumed and step.answer.usual:
                taken = tell(step.answer.usual)
                usual += [taken] if is_question and number > seen else []
                ask = tell(step.question.ask)
                changes.append(
                    self._turned(
                        change.format(answer=taken),
                        Style.PLAIN,
                        ask,
                        view=View.PLAIN,
                        cursor=number,
                    )
                )
        lines = []
        if understood and seen < 0:
            lines.append(
                _("Understood: {facts}.").format(
                    facts="; ".join(dict.fromkeys(understood)).rstrip(".")
                )
            )
            if isinstance(self.shown, Asked):
                answers = (
                    standing.assumed
                    | standing.known
                    | {step.fact: step.answer.id for step in before}
                )
                left = left_at_most(self.situations, self.state.chart, answers)
                lines[0] += " " + _("Questions left: {number} at most.").format(number=left)
        if usual:
            lines.append(_("Assumed: {facts}.").format(facts=" · ".join(usual)))
        return tuple(Paragraph(line, Tone.QUIET) for line in lines), tuple(changes)

    def _heard(self) -> Iterator[tuple[str, Question, Answer, State]]:
        """The facts that came with the state: each with its question, the answer, and the state in
        which it is asked once more. Those that a ruling does not rest on are left out."""
        standing, state = self.standing, replace(self.state, view=View.PLAIN)
        before = standing.tapped[: state.cursor]
        for number, step in enumerate(before):
            if step.fact in standing.known:
                yield step.fact, step.question, step.answer, replace(state, cursor=number)
        if isinstance(self.shown, Ruled):
            return
        asked_so_far = {step.fact for step in before} | {self.shown.fact}
        # forgotten, it is asked in its turn
        for fact in (fact for fact in standing.known if fact not in asked_so_far):
            asked = (
                part.questions[fact]
                for part in self.charts.joined(self.charts[state.chart])
                if fact in part.questions
            )
            named = (
                (question, answer)
                for question in asked
                for answer in question.answers
                if answer.id == standing.known[fact]
            )
            others = {other: given for other, given in standing.known.items() if other != fact}
            for question, answer in islice(named, 1):
                yield (
                    fact,
                    question,
                    answer,
                    replace(state, known=pack(self.situations, state.chart, others)),
                )

    # -- its parts
    # -----------------------------------------------------------------------------------------------------

    def _tab(self, view: View, ruled: Ruled, fits: tuple[str, ...]) -> Iterator[Part]:
        """What stands behind one of a ruling's buttons. ``fits`` are the choices beside the words
        to say."""
        _, tell, ruling = self._, self.tell, ruled.ruling
        match view:
            case View.CHOICES:
                yield from (Heading(_("Choices to offer")), Listing(self._choices(ruling)))
            case View.STEPS:
                yield from (
                    Heading(_("Steps")),
                    Listing(tuple(map(tell, ruling.steps)), numbered=True),
                )
            case View.LATER:
                yield from (Heading(_("Check at the end")), Listing(tuple(map(tell, ruling.later))))
            case View.WHY:
                yield from (
                    Heading(_("How we got here")),
                    Listing(tuple(self._reasons(ruled)), numbered=True),
                )
                yield from self._readings(ruled.chart, ruling.cites)
            case View.LAWS:
                labels = (action.label.partition(" · ") for action in self._laws(ruling.cites))
                headed = grouped((heading or number, number) for number, _sep, heading in labels)
                laws = tuple(
                    f"{', '.join(numbers)} · {heading}" for heading, numbers in headed.items()
                )
                yield from (Heading(_("Laws")), Listing(laws))
            case _:
                yield Heading(_("Say this"))
                yield from (Paragraph(tell(line), Tone.SAY) for line in ruling.say)
                if fits:
                    yield from (Heading(_("Choices to offer")), Listing(fits))

    def _choices(self, ruling: Ruling, sentences: int | None = None) -> tuple[str, ...]:
        """The choices to offer, a line each: to whom, what, and what follows, whole or in its first
        ``sentences``."""
        lines = []
        for option in ruling.options:
            follows = " ".join(_SENTENCE.split(self.tell(option.result))[:sentences])
            lines.append(
                f"{self.tell(option.to)}: {self.tell(option.choice)}"
                + (f" → {follows}" if follows else "")
            )
        return tuple(lines)

    def _fitting(self, ruling: Ruling, above: tuple[Paragraph, ...]) -> tuple[str, ...]:
        """The choices as far as they fit on the first screen beside the words to say and those
        ``above``: whole, else with the first sentence of what follows, else alone, else none.
        What is not there stands behind a button."""
        said = [
            *(paragraph.text for paragraph in above),
            *map(self.tell, (ruling.headline, *ruling.say)),
        ]
        forms = (self._choices(ruling, sentences) for sentences in (None, 1, 0))
        return next(
            (
                form
                for form in forms
                if sum(ceil(len(line) / _LINE) for line in (*said, *form)) <= _SCREEN
            ),
            (),
        )

    def _reasons(self, ruled: Ruled) -> Iterator[str]:
        """How a ruling was reached, a line a step: what was asked and answered, and the provisions
        that make it matter."""
        for step in ruled.trail:
            named = ", ".join(
                label_of(entry.citation, self.reader) for entry in self._cited(step.cites)
            )
            yield f"{self.tell(step.question.ask)} {self.tell(step.answer.label)} → {named}"

    def _readings(self, chart: Chart, cites: Iterable[str]) -> Iterator[Part]:
        """Yield how the chart reads the provisions cited, if the Laws can be read in two ways."""
        readings = chart.readings_of(cites)
        if readings:
            yield Heading(self._("Our reading of the law"))
        for reading in readings:
            laws = (label_of(entry.citation, self.reader) for entry in self._cited(reading.cites))
            text = f"{self.tell(reading.says)} {self.tell(reading.why)}"
            yield Paragraph(f"{text} ({', '.join(laws)})", Tone.NOTE)

    def _laws(self, cites: Iterable[str]) -> tuple[Action, ...]:
        return tuple(links(self._cited(cites), self.reader))

    def _cited(self, cites: Iterable[str]) -> Iterator[Entry]:
        """The provisions cited, in the edition that the reader reads them in."""
        there = self.lawbook.ruled_in(self.reader.language)
        for cite in dict.fromkeys(cites):
            entry = self.lawbook.find(Citation.parse(cite), self.lawbook.ruled_by)
            if entry and (read := self.lawbook.held_in(entry, there)):
                yield read

    # -- the ways on
    # ---------------------------------------------------------------------------------------------------

    def _turned(
        self, label: str, style: Style = Style.QUIET, detail: str = "", **changed: Any
    ) -> Action:
        """The way to this state with something ``changed``."""
        return Action(label, str(ChartPlace(replace(self.state, **changed))), detail, style)

    def _following(self, follow: Follow) -> Action:
        """The chart that follows, with what is known here and holds there too, so that it is not
        asked again."""
        carried = {
            fact: self.standing.answers[fact]
            for fact in follow.carry
            if fact in self.standing.answers
        }
        state = State.begin(self.situations, follow.chart, {**carried, **follow.given})
        chart = self.charts[follow.chart]
        return Action(
            chart.title,
            str(ChartPlace(replace(state, seat=self.state.seat if carried else None))),
            chart.summary,
        )

    def _notice(self) -> list[Paragraph]:
        """What a player is told who is no director, where somebody has erred."""
        told = self.state.view is View.PLAYER and self.shown.chart.irregularity
        return (
            [Paragraph(self._("At the table, call the director first (Law 9B1)."), Tone.QUIET)]
            if told
            else []
        )

    def _back(self) -> Action:
        """The way to the card before: the ruling or the question itself behind what it shows more,
        else the question answered last."""
        if self.state.view not in (View.PLAIN, View.PLAYER):
            return self._turned(self._("Back"), view=View.PLAIN)
        if self._is_assumption_reopened:
            return self._turned(self._("Back"), cursor=None)
        if self._answered_before:
            return self._turned(self._("Back"), cursor=self._answered_before[-1])
        return Action(self._("Back"), str(EntrancePlace()), style=Style.QUIET)

    @property
    def _is_assumption_reopened(self) -> bool:
        cursor, steps = self.state.cursor, self.standing.tapped
        return cursor is not None and cursor < len(steps) and steps[cursor].assumed

    def _more(self) -> Iterator[Action]:
        """What else can be done with a question or a ruling."""
        _ = self._
        if isinstance(self.shown, Ruled):
            yield self._turned(
                _("As text"),
                Style.PLAIN,
                _("For a message, a scoring program or an appeals form"),
                view=View.TEXT,
            )
        if self._answered_before:
            yield self._turned(_("Change an answer"), view=View.REVIEW, cursor=None)
        if self.state.taps or self.state.known:
            yield self._again()
        yield self._turned(_("Name the seat"), view=View.SEAT)
        yield Action(_("Another situation"), str(EntrancePlace()), style=Style.QUIET)

    def _again(self) -> Action:
        return self._turned(
            self._("Start again"), taps="", cursor=None, view=View.PLAIN, known="", assumed=""
        )

    @cached_property
    def _answered_before(self) -> list[int]:
        """The places of the questions that somebody answered on a card before the one that is
        shown; what came with the state is none."""
        before = enumerate(self.standing.tapped[: self.state.cursor])
        return [
            place
            for place, step in before
            if not step.assumed and step.fact not in self.standing.known
        ]
