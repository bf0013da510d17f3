"""Show situations as cards: the first screen, a question, a ruling, and the ways back and on."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import cache, cached_property, partial
from itertools import islice
from math import ceil
from types import MappingProxyType
from typing import Any, NamedTuple

from lawbot.book import Entry, Lawbook
from lawbot.book.commentary import Commentary
from lawbot.cards.address import ChartPlace, EntrancePlace, Screen, opened_from, place_of
from lawbot.cards.card import (
    Action,
    Actions,
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
from lawbot.cards.commentary_card import comment_actions
from lawbot.cards.law_card import amended_laws, links
from lawbot.cards.titles import label_of
from lawbot.charts.load import Situations
from lawbot.charts.model import Answer, Chart, Follow, Phase, Question, Ruling
from lawbot.charts.seats import NAMES, SEATS, seated
from lawbot.charts.state import Standing, State, View, answered, confirmed, pack, stand
from lawbot.charts.translation import Worded
from lawbot.charts.walk import Asked, Ruled, Step, unconfirmed
from lawbot.errors import N_, LawbotError
from lawbot.grouped import grouped
from lawbot.language import SOURCE
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation

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
_RECKONED = ("adjusted score", "artificial adjusted score")
"""Kinds of rulings that a score has to be worked out for."""
_MAIN_TABS = (View.PLAIN, View.CHOICES)
"""Tabs whose buttons stand out."""
_SCREEN_LINES = 16
"""Most lines that headline, words to say and choices may take on a phone's screen.

``tests/discord/test_one_screen.py`` renders every ruling and holds this."""
_LINE_CHARACTERS = 29
"""Characters of a line on a phone's screen."""
_MOST_MENDS = 3
"""Most facts that have a button of their own, of those nobody has tapped."""
_MOST_ANSWERS = 5
"""Most answers and such buttons of a question without words to say, on a phone's screen."""
_SENTENCE = re.compile(r"(?<=[.;]) ")


class Rulings:
    """Make the cards of the flow charts."""

    def __init__(
        self, lawbook: Lawbook, situations: Situations, commentary: Commentary | None = None
    ) -> None:
        self.lawbook = lawbook
        self.commentary = commentary or Commentary()
        self.situations = situations
        self.worded = cache(
            lambda language: situations if language == SOURCE else Worded(situations, language)
        )
        """The charts in a language, as far as they are translated."""

    def entrance(self, reader: Reader, phase: str = "") -> Card:
        """Return the first screen: the charts of a phase, or else the most frequent ones.

        The other phases are in a menu."""
        _ = reader.translate
        worded = self.worded(reader.language)
        charts = [chart for chart in worded.entrances if chart.phase == phase] or worded.frequent
        heading = N_("What directors are called for most")
        phases = []
        for key, name in PHASES.items():
            phases.append(Action(_(name), str(EntrancePlace(key))))
            if key == phase:
                heading = name
        return Card(
            CardKind.QUESTION,
            _("What happened?"),
            parts=(
                Paragraph(
                    _("Choose what happened at the table, or type it: /situation and a few words.")
                ),
                Paragraph(
                    _("Only the director rules at the table (Laws 9B1 and 10A)."), Tone.QUIET
                ),
            ),
            breadcrumb=(_("Situations"), _(heading)),
            address=str(EntrancePlace(phase)),
            menus=(
                Menu(
                    _("Choose what happened"),
                    tuple(self.entry(chart.id, reader) for chart in charts),
                ),
                Menu(_("By phase"), tuple(phases)),
            ),
        )

    def entry(
        self,
        chart_id: str,
        reader: Reader,
        given: Mapping[str, str] = MappingProxyType({}),
        assumed: Mapping[str, str] | None = None,
        seat: str | None = None,
    ) -> Action:
        """Return the action that begins a chart with what is known and assumed of it.

        Raises StaleStateError for an unknown chart.
        """
        address = str(ChartPlace(self.beginning(chart_id, reader, given, assumed, seat)))
        chart = self.worded(reader.language)[chart_id]
        return Action(chart.title, address, chart.summary)

    def card(self, state: State, reader: Reader) -> Card:
        """Return the card that shows a state: notice, question, review or ruling.

        Raises StaleStateError if the state does not fit its chart any more.
        """
        return _StateView(self, state, reader).card()

    def changes(self, state: State, reader: Reader) -> Actions:
        """Return the ways to change each fact that came with a state.

        Raises StaleStateError if the state does not fit its chart any more.
        """
        return _StateView(self, state, reader).changes

    def text(self, address: str, reader: Reader, day: date) -> str:
        """Return the ruling of that day as plain text, for an address that offers it; else empty."""
        match place_of(address):
            case ChartPlace(State(view=View.TEXT) as state):
                with suppress(LawbotError):
                    return _StateView(self, state, reader).text(day)
        return ""

    def beginning(
        self,
        chart_id: str,
        reader: Reader,
        given: Mapping[str, str] = MappingProxyType({}),
        assumed: Mapping[str, str] | None = None,
        seat: str | None = None,
    ) -> State:
        """Return the state in which a chart begins: for a player, with the notice to call a
        director.

        ``assumed`` None stands for a chart opened without a text: all its usual answers, unless the
        reader's language is one in which facts cannot be heard. ``seat`` is the offender's. Raises
        StaleStateError for an unknown chart.
        """
        if assumed is None and reader.language == SOURCE and chart_id in self.situations:
            usual = self.situations.usual_answers(chart_id)
            ahead = self.situations.facts_ahead(chart_id, {**usual, **given})
            assumed = {fact: answer for fact, answer in usual.items() if fact in ahead}
        state = State.begin(self.situations, chart_id, given, assumed or {})
        state = replace(state, seat=seat)
        return state if reader.director else replace(state, view=View.PLAYER)


class _Fact(NamedTuple):
    """A fact that nobody has tapped, and the state in which it is asked once more."""

    question: Question
    answer: Answer
    target: State


class _Untapped(NamedTuple):
    """The lines of what a text told or the card assumed, the buttons that deny one, the ways to
    change the others, and what an answer to the card's question grants."""

    lines: tuple[Paragraph, ...]
    mends: tuple[Action, ...]
    changes: tuple[Action, ...]
    granted: tuple[_Fact, ...] = ()


class _StateView:
    """Draw the cards of one state of a chart for one reader."""

    def __init__(self, rulings: Rulings, state: State, reader: Reader) -> None:
        self.lawbook, self.situations = rulings.lawbook, rulings.situations
        self.commentary = rulings.commentary
        self.charts = rulings.worded(reader.language)
        self.state, self.reader = state, reader
        self.standing = stand(self.charts, state)
        self.shown = self.standing.shown
        self.title = self.charts[state.chart].title
        self.tell = partial(seated, seat=state.seat, language=reader.language)
        """Name the players in a text of a chart by their seats, or by their roles
        if no seat is known."""
        self.speak = partial(self.tell, is_spoken=True)
        """Name them in words that are said aloud, where their roles would be in the way."""
        self.code = self.lawbook.edition(self.lawbook.ruled_by).code
        self._ = reader.translate

    # -- the cards
    # -----------------------------------------------------------------------------------------------------

    def card(self) -> Card:
        """Return the card for the view of the state."""
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
            case View.ASSUMED, Asked() as asked:
                assumed = tuple(step for step in self.standing.tapped if step.assumed)
                return self._confirmation(assumed) if assumed else self._question(asked)
            case _, Ruled() as ruled:
                return self._ruling(ruled)
            case _, Asked() as asked:
                return self._question(asked)

    def text(self, day: date) -> str:
        """Return the ruling for a message, a scoring program or an appeals form.

        It holds what was asked and answered, what was ruled and said, the laws of the code, and the
        day; no markup and no names. Empty if nothing is ruled."""
        from babel.dates import format_date  # nothing else of a ruling needs it

        if isinstance(self.shown, Asked) or unconfirmed(self.shown):
            return ""
        _, tell, ruled = self._, self.tell, self.shown
        title = f"{ruled.chart.title}\n{format_date(day, 'long', locale=self.reader.language)}"
        answers = {
            step.fact: f"{tell(step.question.ask)} – {tell(step.answer.label)}"
            for step in ruled.trail
        }
        facts = [_("Facts:")]
        facts += [f"{number}. {answer}" for number, answer in enumerate(answers.values(), 1)]
        ruling = (_("Ruling:"), *map(tell, (ruled.ruling.headline, *ruled.ruling.say)))
        laws = ", ".join(ruled.grounds)
        sources = [_("Laws of Duplicate Bridge {code}: {laws}").format(code=self.code, laws=laws)]
        if ruled.further_cites:
            sources.append(_("Also: {laws}").format(laws=", ".join(ruled.further_cites)))
        return "\n\n".join((title, "\n".join(facts), "\n".join(ruling), "\n".join(sources)))

    def _card(
        self, kind: CardKind, title: str, parts: Iterable[Part], steps: tuple[str, ...], **more: Any
    ) -> Card:
        """Return a card of this state; its breadcrumb ends with the offender's seat, if named."""
        seat = ""
        if self.state.seat:
            seat = self._("offender: {seat}").format(seat=self._(NAMES[self.state.seat]))
        breadcrumb = tuple(filter(None, (*steps, seat)))
        return Card(
            kind, title, tuple(parts), breadcrumb, address=str(ChartPlace(self.state)), **more
        )

    def _question(self, asked: Asked) -> Card:
        """Return the card of a question with its answers."""
        _, tell, state, chart, question = self._, self.tell, self.state, asked.chart, asked.question
        answers = []
        standing = self._granted
        is_rare = state.view is View.RARE
        assumed = any(step.assumed and step.fact == asked.fact for step in self.standing.tapped)
        for answer in question.answers:
            if answer.rare is not is_rare:
                continue
            label = tell(answer.label)
            # An answer given before is marked; an assumed one was not given.
            if answer.id == self.standing.answers.get(asked.fact) and not assumed:
                label += " ✓"
            address = str(ChartPlace(answered(self.situations, standing, answer)))
            answers.append(Action(label, address, tell(answer.detail or ""), Style.MAIN))
        if question.answers[-1].rare and not is_rare:
            answers.append(self._turned(_("Something else"), Style.MAIN, view=View.RARE))
        untapped, mends, changes, granted = self._untapped
        if is_rare:
            granted = ()
        if len(granted) == 1:
            address = str(ChartPlace(granted[0].target))
            answers.append(Action(_("Not as assumed"), address, style=Style.MAIN))
        elif granted:
            answers.append(self._turned(_("Not as assumed"), Style.MAIN, view=View.ASSUMED))
        parts: list[Part] = [*untapped, Paragraph(tell(question.ask), Tone.LEAD)]
        if question.say and not is_rare:
            parts.append(Paragraph(self.speak(question.say), Tone.SAY))
        explained = state.view in (View.WHY, View.UNSURE)
        if explained:
            parts += (
                Paragraph(tell(question.why), Tone.NOTE),
                Heading(_("Not sure")),
                Paragraph(tell(question.unsure), Tone.NOTE),
            )
            parts += self._readings(chart, question.cites)
        denials: Actions = ()
        extra: Actions = ()
        if not explained:
            why = self._turned(_("Why"), view=View.WHY)
            # one alone is short enough to stand beside other buttons
            denials, extra = (mends, (why,)) if len(mends) > 1 else ((), (*mends, why))
        return self._card(
            CardKind.QUESTION,
            chart.title,
            parts,
            (),
            rows=(tuple(answers), denials, (self._back(), *extra)),
            menus=(
                Menu(_("The law"), self._laws(question.cites) if explained else ()),
                Menu(_("More"), (*changes, *self._more()), takes_more=True),
            ),
        )

    def _confirmation(self, assumed: tuple[Step, ...]) -> Card:
        """Return the last question before a ruling: whether all that was assumed is so."""
        _, tell = self._, self.tell
        facts = [tell(step.answer.statement or step.answer.label) for step in assumed]
        granted = confirmed(self.situations, self.standing)
        yes = ChartPlace(replace(granted, cursor=None, view=View.PLAIN))
        answers = [Action(_("Yes"), str(yes), style=Style.MAIN)]
        for step, fact in zip(assumed, facts, strict=True):
            label = _("No") if len(facts) == 1 else _("Not so: {fact}").format(fact=fact)
            cursor = self.standing.tapped.index(step)
            answers.append(self._turned(label, Style.MAIN, view=View.PLAIN, cursor=cursor))
        assumptions = self._stated(
            _Fact(step.question, step.answer, self.state) for step in assumed
        )
        question = _("Assuming: {facts} Right?").format(facts=assumptions)
        return self._card(
            CardKind.QUESTION,
            self.shown.chart.title,
            (*self._untapped.lines, Paragraph(question, Tone.LEAD)),
            (),
            rows=(tuple(answers), (self._back(),)),
            menus=(Menu(_("More"), (*self._untapped.changes, *self._more()), takes_more=True),),
        )

    def _ruling(self, ruled: Ruled) -> Card:
        """Return a ruling: the words to say and the choices, the rest behind a button each."""
        _, ruling, (untapped, mends, changes, _granted) = self._, ruled.ruling, self._untapped
        fitting = self._fitting(ruling, untapped)
        absent = {View.CHOICES: fitting == self._choices(ruling), View.LATER: not ruling.later}
        tabs = {view: name for view, name in _TABS.items() if not absent.get(view)}
        current = self.state.view if self.state.view in tabs else View.PLAIN
        tabs.pop(current)
        row = tuple(
            self._turned(_(name), Style.MAIN if view in _MAIN_TABS else Style.PLAIN, view=view)
            for view, name in tabs.items()
        )
        follow_ups = tuple(self._following(follow) for follow in ruling.then)
        law_menus: tuple[Menu, ...] = ()
        if current is View.LAWS:
            law_menus = (
                Menu(_("Open a law"), self._laws(ruled.grounds)),
                Menu(_("Also"), self._laws(ruled.further_cites)),
            )
        return self._card(
            CardKind.RULING,
            self.tell(ruling.headline),
            (
                *self._notice(),
                *(untapped if current is View.PLAIN else ()),
                *self._tab(current, ruled, fitting),
            ),
            (),
            source=self._source(ruling),
            rows=(row, mends if current is View.PLAIN else (), (self._back(),)),
            menus=(
                *law_menus,
                Menu(
                    _("What follows, and more") if follow_ups else _("More"),
                    (*follow_ups, *changes, *self._comments(ruled), *self._more()),
                ),
            ),
        )

    def _comments(self, ruled: Ruled) -> tuple[Action, ...]:
        """Return the ways to what commentaries say of the laws that a ruling rests on."""
        cites = map(Citation.parse, (*ruled.grounds, *ruled.further_cites))
        return comment_actions(self.commentary.on_any(cites, self.code), self.reader)

    def _source(self, ruling: Ruling) -> str:
        """Return whose words a ruling is in, and what it cites that was amended since."""
        _ = self._
        words = _("In our own words, after the {edition} Laws").format(edition=self.code)
        citations = map(Citation.parse, ruling.cites)
        amended = amended_laws(self.lawbook, self.lawbook.ruled_by, citations, self.reader)
        return f"{words}. " + _("Amended since: {laws}").format(laws=amended) if amended else words

    def _review(self) -> Card:
        """Return the card of all answers given, each with the way to change it."""
        _, tell = self._, self.tell
        lines, changes = [], []
        for index, step in enumerate(self.standing.tapped):
            lines.append(f"{tell(step.question.ask)} {tell(step.answer.label)}")
            target = replace(self.state, view=View.PLAIN, cursor=index)
            changes.append(self._change(_Fact(step.question, step.answer, target)))
        nothing = Paragraph(_("Nothing is answered yet."))
        return self._card(
            CardKind.QUESTION,
            _("Your answers"),
            (Listing(tuple(lines), numbered=True) if lines else nothing,),
            (self.title,),
            rows=((self._turned(_("Back"), view=View.PLAIN, cursor=None), self._again()),),
            menus=(Menu(_("Change an answer"), tuple(changes)),),
        )

    def _change(self, fact: _Fact) -> Action:
        """Return the way to the state that asks a question anew, with the answer it has."""
        label = self._("Change: {question}").format(question=self.tell(fact.question.ask))
        return Action(label, str(ChartPlace(fact.target)), self.tell(fact.answer.label))

    def _seats(self) -> Card:
        """Return the card that asks for the offender's seat."""
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

    @property
    def _granted(self) -> Standing:
        """Return the standing in which what the card assumes above its question holds.

        Whoever answers the question grants it, for it is asked under these assumptions.
        """
        if self.state.cursor is not None:
            return self.standing
        return stand(self.situations, confirmed(self.situations, self.standing))

    @property
    def changes(self) -> Actions:
        """Return the ways to change what was heard and assumed, beside those at hand as buttons."""
        return self._untapped.changes

    @cached_property
    def _untapped(self) -> _Untapped:
        """Return what was heard and assumed, with the ways to change it."""
        _, standing = self._, self.standing
        is_question = isinstance(self.shown, Asked)
        # A card repeats nothing that the one before it has told.
        last_told = max(self._answered_before, default=-1)
        told_facts = list(self._heard())
        told_lines = told_facts if last_told < 0 else []
        assumed: list[_Fact] = []
        assumed_lines: list[_Fact] = []
        for index, step in enumerate(standing.tapped[: self.state.cursor]):
            if step.assumed:
                target = replace(self.state, view=View.PLAIN, cursor=index)
                assumed.append(_Fact(step.question, step.answer, target))
                if index > last_told or not is_question:
                    assumed_lines.append(assumed[-1])
        lines = []
        if told_lines:
            line = _("I heard: {facts}").format(facts=self._stated(told_lines))
            lines.append(Paragraph(line, Tone.QUIET))
        if unconfirmed(self.shown):
            # the card asks for them itself
            return _Untapped(tuple(lines), (), tuple(map(self._change, (*told_facts, *assumed))))
        if assumed_lines:
            line = _("Assuming: {facts}") if is_question else _("Assumed: {facts}")
            lines.append(Paragraph(line.format(facts=self._stated(assumed_lines)), Tone.LEAD))
        # what a question assumes is denied by one of its answers
        granted = tuple(assumed_lines) if is_question else ()
        facts = told_lines if is_question else [*told_lines, *assumed_lines]
        if len(facts) == 1 and not granted:
            address = str(ChartPlace(facts[0].target))
            mends: tuple[Action, ...] = (Action(_("Not so"), address, style=Style.QUIET),)
        elif isinstance(self.shown, Asked):
            question = self.shown.question
            rare = sum(answer.rare for answer in question.answers)
            answers = len(question.answers) - rare + bool(rare) + bool(granted)
            has_room = not question.say and answers + len(told_lines) <= _MOST_ANSWERS
            mends = tuple(self._denials(told_lines)) if has_room else ()
        else:
            # a ruling has little room: only what nobody has told
            mends = tuple(self._denials(assumed_lines))
        changes = map(self._change, (*told_facts, *assumed))
        at_hand = {mend.address for mend in mends}
        menu = tuple(change for change in changes if change.address not in at_hand)
        return _Untapped(tuple(lines), mends, menu, granted)

    def _denials(self, facts: Sequence[_Fact]) -> Iterator[Action]:
        """Yield a button that denies a fact for the first few that a clause says."""
        # two questions may settle one event, each for another of its stages
        by_statement = {fact.answer.statement: fact for fact in reversed(facts)}
        for fact in facts[:_MOST_MENDS]:
            if fact.answer.statement and by_statement[fact.answer.statement] is fact:
                label = self._("Not so: {fact}").format(fact=self.speak(fact.answer.statement))
                yield Action(label, str(ChartPlace(fact.target)), style=Style.QUIET)

    def _stated(self, facts: Iterable[_Fact]) -> str:
        """Return the facts in one sentence; those without a statement follow with their questions."""
        _, speak = self._, self.speak
        statements, sentences = [], []
        for question, answer, _target in facts:
            if answer.statement:
                statements.append(speak(answer.statement))
            else:
                sentence = _("{question} {answer}.")
                ask, label = speak(question.ask), speak(answer.label)
                sentences.append(sentence.format(question=ask, answer=label))
        if statements:
            *first, last = dict.fromkeys(statements)
            if first:
                last = _("{facts}, and {fact}").format(facts=", ".join(first), fact=last)
            sentences.insert(0, _("{facts}.").format(facts=last))
        return " ".join(sentences)

    def _heard(self) -> Iterator[_Fact]:
        """Yield the facts that came with the state, without those a ruling does not rest on."""
        standing, state = self.standing, replace(self.state, view=View.PLAIN)
        before = standing.tapped[: state.cursor]
        for index, step in enumerate(before):
            if step.fact in standing.known:
                yield _Fact(step.question, step.answer, replace(state, cursor=index))
        if isinstance(self.shown, Ruled):
            return
        asked_so_far = {step.fact for step in before} | {self.shown.fact}
        for fact, answer_id in standing.known.items():
            if fact in asked_so_far:
                continue
            for question, answer in islice(self._answers_to(fact, answer_id), 1):
                # Without the fact in the state, its question is asked in its turn.
                rest = {key: value for key, value in standing.known.items() if key != fact}
                known = pack(self.situations, state.chart, rest)
                yield _Fact(question, answer, replace(state, known=known))

    def _answers_to(self, fact: str, answer_id: str) -> Iterator[tuple[Question, Answer]]:
        """Yield the questions for a fact, in this chart and those joined to it, with that answer."""
        for chart in self.charts.joined(self.charts[self.state.chart]):
            if fact not in chart.questions:
                continue
            question = chart.questions[fact]
            for answer in question.answers:
                if answer.id == answer_id:
                    yield question, answer

    # -- its parts
    # -----------------------------------------------------------------------------------------------------

    def _tab(self, view: View, ruled: Ruled, fitting: tuple[str, ...]) -> Iterator[Part]:
        """Yield one tab of a ruling; ``fitting`` are the choices beside the words to say."""
        _, tell, ruling = self._, self.tell, ruled.ruling
        match view:
            case View.CHOICES:
                yield Heading(_("Choices"))
                yield Listing(self._choices(ruling))
            case View.STEPS:
                yield Heading(_("Steps"))
                yield Listing(tuple(map(tell, ruling.steps)), numbered=True)
            case View.LATER:
                yield Heading(_("Later"))
                yield Listing(tuple(map(tell, ruling.later)))
            case View.WHY:
                yield Heading(_("Why"))
                yield Listing(tuple(self._reasons(ruled)), numbered=True)
                yield from self._readings(ruled.chart, ruling.cites)
            case View.LAWS:
                yield Heading(_("Laws"))
                # Provisions under one heading share a line.
                labels = (action.label.partition(" · ") for action in self._laws(ruled.grounds))
                headed = grouped((heading or number, number) for number, _sep, heading in labels)
                yield Listing(
                    tuple(
                        f"{', '.join(numbers)} · {heading}" for heading, numbers in headed.items()
                    )
                )
                further = self._cited(ruled.further_cites)
                numbers = ", ".join(label_of(entry.citation, self.reader) for entry in further)
                if numbers:
                    also = _("Also: {laws}").format(laws=numbers)
                    yield Paragraph(also, Tone.QUIET)
            case _:
                yield Heading(_("Say this"))
                for line in ruling.say:
                    yield Paragraph(self.speak(line), Tone.SAY)
                if fitting:
                    yield Heading(_("Choices"))
                    yield Listing(fitting)

    def _choices(self, ruling: Ruling, sentences: int | None = None) -> tuple[str, ...]:
        """Return a line for each choice: to whom, which, and what follows.

        Of what follows, only the first ``sentences`` if given."""
        lines = []
        for option in ruling.options:
            follows = " ".join(_SENTENCE.split(self.tell(option.result))[:sentences])
            line = f"{self.tell(option.to)}: {self.tell(option.choice)}"
            lines.append(f"{line} → {follows}" if follows else line)
        return tuple(lines)

    def _fitting(self, ruling: Ruling, above: tuple[Paragraph, ...]) -> tuple[str, ...]:
        """Return the choices as far as they fit on the first screen below the words to say.

        They are whole, else with the first sentence of what follows, else without, else left out:
        they also stand behind a button. ``above`` are the paragraphs over the words to say."""
        texts = [paragraph.text for paragraph in above]
        texts += map(self.tell, (ruling.headline, *ruling.say))
        for sentences in (None, 1, 0):
            choices = self._choices(ruling, sentences)
            lines = sum(ceil(len(text) / _LINE_CHARACTERS) for text in (*texts, *choices))
            if lines <= _SCREEN_LINES:
                return choices
        return ()

    def _reasons(self, ruled: Ruled) -> Iterator[str]:
        """Yield a line for each step to a ruling: question, answer, and the provisions behind it."""
        for step in ruled.trail:
            entries = self._cited(step.cites)
            laws = ", ".join(label_of(entry.citation, self.reader) for entry in entries)
            yield f"{self.tell(step.question.ask)} {self.tell(step.answer.label)} → {laws}"

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
        """Return the ways to the provisions cited."""
        return tuple(links(self._cited(cites), self.reader))

    def _cited(self, cites: Iterable[str]) -> Iterator[Entry]:
        """Yield the provisions cited, in the edition that the reader reads them in."""
        edition = self.lawbook.ruled_in(self.reader.language)
        for cite in dict.fromkeys(cites):
            entry = self.lawbook.find(Citation.parse(cite), self.lawbook.ruled_by)
            translated = self.lawbook.held_in(entry, edition) if entry else None
            if translated:
                yield translated

    # -- the ways on
    # ---------------------------------------------------------------------------------------------------

    def _turned(
        self, label: str, style: Style = Style.QUIET, detail: str = "", **changed: Any
    ) -> Action:
        """Return the way to this state with some fields ``changed``."""
        return Action(label, str(ChartPlace(replace(self.state, **changed))), detail, style)

    def _following(self, follow: Follow) -> Action:
        """Return the way to the chart that follows, with the facts that hold there too.

        They are not asked again."""
        answers = self.standing.answers
        carried = {fact: answers[fact] for fact in follow.carry if fact in answers}
        state = State.begin(self.situations, follow.chart, {**carried, **follow.given})
        state = replace(state, seat=self.state.seat if carried else None)
        chart = self.charts[follow.chart]
        return Action(chart.title, str(ChartPlace(state)), chart.summary)

    def _notice(self) -> list[Paragraph]:
        """Return the notice to call the director, for a player and after an irregularity (Law 9B1)."""
        if self.state.view is not View.PLAYER or not self.shown.chart.irregularity:
            return []
        return [Paragraph(self._("At the table, call the director first (Law 9B1)."), Tone.QUIET)]

    def _back(self) -> Action:
        """Return the way to the card before.

        From a tab it is the ruling or question itself, else the question answered last."""
        if self.state.view not in (View.PLAIN, View.PLAYER):
            return self._turned(self._("Back"), view=View.PLAIN)
        if self._is_assumption_reopened:
            return self._turned(self._("Back"), cursor=None)
        if self._answered_before:
            return self._turned(self._("Back"), cursor=self._answered_before[-1])
        return Action(self._("Back"), str(EntrancePlace()), style=Style.QUIET)

    @property
    def _is_assumption_reopened(self) -> bool:
        """Return whether the question shown was answered by an assumption."""
        cursor, steps = self.state.cursor, self.standing.tapped
        return cursor is not None and cursor < len(steps) and steps[cursor].assumed

    def _more(self) -> Iterator[Action]:
        """Yield the further actions on a question or a ruling."""
        _ = self._
        if isinstance(self.shown, Ruled):
            yield self._turned(
                _("As text"),
                Style.PLAIN,
                _("For a message, a scoring program or an appeals form"),
                view=View.TEXT,
            )
            if self.shown.ruling.kind in _RECKONED:
                address = opened_from(str(Screen.SUMS), str(ChartPlace(self.state)))
                yield Action(_("Work out the score"), address)
        if self._answered_before:
            yield self._turned(_("Change an answer"), view=View.REVIEW, cursor=None)
        if self.state.taps or self.state.known:
            yield self._again()
        yield self._turned(_("Name the seat"), view=View.SEAT)
        yield Action(_("Another situation"), str(EntrancePlace()), style=Style.QUIET)

    def _again(self) -> Action:
        """Return the way to the chart's start, with nothing known."""
        return self._turned(
            self._("Start again"), taps="", cursor=None, view=View.PLAIN, known="", assumed=""
        )

    @cached_property
    def _answered_before(self) -> list[int]:
        """Return the indexes of the questions answered on earlier cards.

        Facts that came with the state are not among them."""
        indexes = []
        for index, step in enumerate(self.standing.tapped[: self.state.cursor]):
            if not step.assumed and step.fact not in self.standing.known:
                indexes.append(index)
        return indexes
