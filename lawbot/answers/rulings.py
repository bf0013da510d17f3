"""Situations as cards: the first screen, a question, a ruling, and the ways back and on."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from itertools import islice

from lawbot.answers.addresses import Address, ChartPlace, EntrancePlace
from lawbot.answers.laws import label_of, links, shortened
from lawbot.answers.reader import Reader
from lawbot.answers.ruling_words import Tell, as_text, choices, fitting, teller
from lawbot.cards import Action, Card, CardKind, Heading, Listing, Menu, Paragraph, Part, Style, Tone
from lawbot.citation import Citation
from lawbot.errors import N_, LawbotError
from lawbot.language import SOURCE
from lawbot.lawbook import Entry, Lawbook
from lawbot.situations.charts import Situations
from lawbot.situations.hearing import left_at_most
from lawbot.situations.model import Answer, Follow, Phase, Question
from lawbot.situations.seats import NAMES, SEATS
from lawbot.situations.state import Standing, State, View, answered, pack, stand
from lawbot.situations.walk import Asked, Ruled
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


class Rulings:
    """The cards of the flow charts."""

    def __init__(self, lawbook: Lawbook, situations: Situations) -> None:
        self.lawbook = lawbook
        self.situations = situations
        self._worded: dict[str, Situations] = {SOURCE: situations}

    def worded(self, language: str) -> Situations:
        """The charts in a language, as far as they are translated."""
        if language not in self._worded:
            self._worded[language] = Worded(self.situations, language)
        return self._worded[language]

    def entrance(self, reader: Reader, phase: str = "") -> Card:
        """The first screen: what directors are called for most, or all charts of a phase, and the other phases."""
        _ = reader.translate
        charts = [chart for chart in self.worded(reader.language).values() if chart.phase == phase] or self.worded(reader.language).frequent
        here = next((PHASES[known] for known in Phase if known == phase), N_("What directors are called for most"))
        phases = tuple(Action(_(name), str(EntrancePlace(known))) for known, name in PHASES.items())
        return Card(
            CardKind.QUESTION,
            _("What happened?"),
            parts=(
                Paragraph(_("Choose what was seen at the table, or type it: /situation and a few words.")),
                Paragraph(_("Only the director rules at the table (Laws 9B1 and 10A)."), Tone.QUIET),
            ),
            breadcrumb=(_("Situations"), _(here)),
            address=str(EntrancePlace(phase)),
            menus=(Menu(_("Choose what happened"), tuple(self.entry(chart.id, reader) for chart in charts)), Menu(_("By phase"), phases)),
        )

    def entry(self, chart_id: str, reader: Reader, given: Mapping[str, str] | None = None) -> Action:
        """The action that begins a chart with what is known of it, past the player's notice for a director. Raises StaleStateError for an unknown chart."""
        state = State.begin(self.situations, chart_id, given)
        chart = self.worded(reader.language)[chart_id]
        return Action(chart.title, str(ChartPlace(state if reader.director else replace(state, view=View.PLAYER))), chart.summary)

    def begin(self, chart_id: str, reader: Reader) -> Card:
        """The first card of a chart. Raises StaleStateError for an unknown one."""
        state = State.begin(self.situations, chart_id)
        return self.card(state if reader.director else replace(state, view=View.PLAYER), reader)

    def told(self, chart_id: str, given: Mapping[str, str], said: Mapping[str, str], reader: Reader) -> Card:
        """The card of a chart of which a sentence has told these facts: its ruling, else the first open question, headed by what was understood.

        ``said`` are the words each fact was taken from. Raises StaleStateError for an unknown chart.
        """
        state = State.begin(self.situations, chart_id, given)
        return self.card(state if reader.director else replace(state, view=View.PLAYER), reader, said)

    def card(self, state: State, reader: Reader, said: Mapping[str, str] | None = None) -> Card:
        """The card that shows a state: notice, question, review or ruling. ``said`` are the words that known facts were taken from."""
        standing = stand(self.worded(reader.language), state)
        if state.view is View.SEAT:
            return self._seats(state, reader)
        if state.view is View.REVIEW:
            return self._review(standing, reader)
        shown = standing.shown
        if state.view is View.TEXT and isinstance(shown, Ruled):
            text = Paragraph(self._text(shown, state, reader, datetime.now().astimezone().date()), Tone.CARDS)
            return Card(CardKind.TEXT, shown.chart.title, (text,), address=str(ChartPlace(state)), rows=((self._back(standing, reader),),))
        untapped, changes = self._untapped(standing, said or {}, reader)
        if isinstance(shown, Ruled):
            return self._ruling(standing, shown, untapped, changes, reader)
        return self._question(standing, shown, untapped, changes, reader)

    def text(self, address: str, reader: Reader, day: date) -> str:
        """The ruling of that day as plain text, behind an address that offers it so; empty for any other."""
        with suppress(LawbotError):
            place = Address.parse(address).place
            if isinstance(place, ChartPlace) and place.state.view is View.TEXT:
                shown = stand(self.worded(reader.language), place.state).shown
                return self._text(shown, place.state, reader, day) if isinstance(shown, Ruled) else ""
        return ""

    def _text(self, ruled: Ruled, state: State, reader: Reader, day: date) -> str:
        return as_text(ruled, teller(state, reader), self.lawbook.edition(self.lawbook.ruled_by).code, reader, day)

    def _untapped(self, standing: Standing, said: Mapping[str, str], reader: Reader) -> tuple[tuple[Paragraph, ...], tuple[Action, ...]]:
        """What nobody has tapped: a line of what was understood and one of what was taken as usual, and the ways to change each."""
        _ = reader.translate
        tell = teller(standing.state, reader)
        understood, usual, changes = [], [], []
        for fact, question, answer, target in self._heard(standing, self.worded(reader.language)):
            ask, label, words = tell(question.ask), tell(answer.label), said.get(fact)
            quoted = f"“{shortened(words, 80)}”" if words else ""
            understood.append(label if len(label) >= _TELLING else f"{quoted}: {label}" if quoted else f"{ask} {label}")
            changes.append((label, target, f"{quoted} {ask}".strip()))
        before = standing.tapped[: standing.state.cursor]
        last_tap = max((n for n, step in enumerate(before) if not step.assumed and step.fact not in standing.known), default=-1)
        seen = last_tap if isinstance(standing.shown, Asked) else -1  # a question repeats nothing that the one before it has told
        for number, step in enumerate(before):
            if step.assumed and step.answer.usual:
                taken = tell(step.answer.usual)
                usual += [taken] if number > seen else []
                changes.append((taken, replace(standing.state, view=View.PLAIN, cursor=number), tell(step.question.ask)))
        lines = []
        if understood and seen < 0:
            lines.append(_("Understood: {facts}.").format(facts="; ".join(dict.fromkeys(understood)).rstrip(".")))
            if isinstance(standing.shown, Asked):
                answers = standing.known | {step.fact: step.answer.id for step in before}
                left = left_at_most(self.situations, standing.state.chart, answers)
                lines[0] += " " + _("Questions left: {number} at most.").format(number=left)
        if usual:
            lines.append(_("Taken as usual: {facts}.").format(facts=", ".join(usual)))
        change = _("Change: {answer}")
        actions = (Action(change.format(answer=label), str(ChartPlace(target)), detail) for label, target, detail in changes)
        return tuple(Paragraph(line, Tone.QUIET) for line in lines), tuple(actions)

    def _heard(self, standing: Standing, charts: Situations) -> Iterator[tuple[str, Question, Answer, State]]:
        """The facts that came with a state: each with its question, the answer, and the state in which it is asked once more. Those that a
        ruling does not rest on are left out."""
        state = replace(standing.state, view=View.PLAIN)
        before = standing.tapped[: state.cursor]
        for number, step in enumerate(before):
            if step.fact in standing.known:
                yield step.fact, step.question, step.answer, replace(state, cursor=number)
        shown = standing.shown
        open_facts = standing.known.keys() - {step.fact for step in before} - {shown.fact} if isinstance(shown, Asked) else ()
        for fact in (fact for fact in standing.known if fact in open_facts):  # not asked yet; forgotten, it is asked in its turn
            asked = (part.questions[fact] for part in charts.joined(charts[state.chart]) if fact in part.questions)
            named = ((question, answer) for question in asked for answer in question.answers if answer.id == standing.known[fact])
            others = {other: given for other, given in standing.known.items() if other != fact}
            for question, answer in islice(named, 1):
                yield fact, question, answer, replace(state, known=pack(self.situations, state.chart, others))

    # -- the cards -----------------------------------------------------------------------------------------------------

    def _question(
        self, standing: Standing, shown: Asked, untapped: tuple[Paragraph, ...], changes: tuple[Action, ...], reader: Reader
    ) -> Card:
        _ = reader.translate
        state, chart, question = standing.state, shown.chart, shown.question
        tell = teller(state, reader)
        before = _answered_before(standing)
        kept = standing.answers.get(shown.fact)
        answers = []
        for answer in question.answers:
            label = tell(answer.label) + (" ✓" if answer.id == kept else "")
            target = str(ChartPlace(answered(self.situations, standing, answer)))
            answers.append(Action(label, target, tell(answer.detail or ""), Style.MAIN))
        parts: list[Part] = [*untapped, Paragraph(tell(question.ask), Tone.LEAD)]
        if question.say:
            parts.append(Paragraph(tell(question.say), Tone.SAY))
        details = [f"{tell(answer.label)}: {tell(answer.detail)}" for answer in question.answers if answer.detail]
        if details:
            parts.append(Listing(tuple(details)))
        if state.view is View.PLAYER and not state.taps and chart.irregularity:
            parts.append(self._notice(reader))
        explained = state.view in (View.WHY, View.UNSURE)
        if explained:
            parts += (Paragraph(tell(question.why), Tone.NOTE), Heading(_("Not sure")), Paragraph(tell(question.unsure), Tone.NOTE))
        why = Action(_("Why do you ask?"), str(ChartPlace(replace(state, view=View.WHY))), style=Style.QUIET)
        laws = tuple(self._laws(question.cites, reader)) if explained else ()
        return Card(
            CardKind.QUESTION,
            self.worded(reader.language)[state.chart].title,
            parts=tuple(parts),
            breadcrumb=self._breadcrumb(
                state, reader, chart.title if chart.id != state.chart else "", _("question {number}").format(number=len(before) + 1)
            ),
            address=str(ChartPlace(state)),
            rows=(tuple(answers), (self._back(standing, reader), why)),
            menus=tuple(
                menu for menu in (Menu(_("The law"), laws), Menu(_("More"), tuple(self._more(standing, changes, reader)))) if menu.actions
            ),
        )

    def _ruling(
        self, standing: Standing, ruled: Ruled, untapped: tuple[Paragraph, ...], changes: tuple[Action, ...], reader: Reader
    ) -> Card:
        """What to say and who may choose what, on the first screen; steps, checks, reasons and laws each behind a button of their own."""
        _ = reader.translate
        state, ruling = standing.state, ruled.ruling
        tell = teller(state, reader)
        fits = fitting(ruling, tell, untapped)
        absent = {View.CHOICES: fits == choices(ruling, tell), View.LATER: not ruling.later}
        tabs = {view: name for view, name in _TABS.items() if not absent.get(view)}
        here = state.view if state.view in tabs else View.PLAIN
        row = tuple(
            Action(_(name), str(ChartPlace(replace(state, view=view))), style=Style.MAIN if view in _TO_SAY else Style.PLAIN)
            for view, name in tabs.items()
            if view is not here
        )
        notice = (self._notice(reader),) if state.view is View.PLAYER and ruled.chart.irregularity else ()
        then = tuple(self._following(follow, standing, reader) for follow in ruling.then)
        more = (*then, *self._more(standing, changes, reader))
        laws = tuple(self._laws(ruling.cites, reader)) if here is View.LAWS else ()
        return Card(
            CardKind.RULING,
            tell(ruling.headline),
            parts=(*notice, *(untapped if here is View.PLAIN else ()), *self._tab(here, ruled, fits, tell, reader)),
            breadcrumb=self._breadcrumb(state, reader, ruled.chart.title, _(ruling.kind)),
            source=self._source(reader),
            address=str(ChartPlace(state)),
            rows=(row, (self._back(standing, reader),)),
            menus=tuple(
                menu
                for menu in (Menu(_("Open a law"), laws), Menu(_("What follows, and more") if then else _("More"), more))
                if menu.actions
            ),
        )

    def _review(self, standing: Standing, reader: Reader) -> Card:
        _ = reader.translate
        state = replace(standing.state, view=View.PLAIN)
        tell = teller(state, reader)
        changes = tuple(
            Action(
                f"{number + 1}. {tell(step.answer.label)}",
                str(ChartPlace(replace(state, cursor=number))),
                tell(step.question.ask),
            )
            for number, step in enumerate(standing.tapped)
        )
        said = tuple(f"{tell(step.question.ask)} {tell(step.answer.label)}" for step in standing.tapped)
        return Card(
            CardKind.QUESTION,
            _("Your answers"),
            parts=(Listing(said, numbered=True),) if said else (Paragraph(_("Nothing is answered yet.")),),
            breadcrumb=self._breadcrumb(state, reader, self.worded(reader.language)[state.chart].title),
            address=str(ChartPlace(standing.state)),
            rows=((Action(_("Back"), str(ChartPlace(replace(state, cursor=None))), style=Style.QUIET), self._again(state, reader)),),
            menus=(Menu(_("Change an answer"), changes),) if changes else (),
        )

    def _seats(self, state: State, reader: Reader) -> Card:
        _ = reader.translate
        plain = replace(state, view=View.PLAIN)
        seats = tuple(Action(_(NAMES[seat]), str(ChartPlace(replace(plain, seat=seat))), style=Style.MAIN) for seat in SEATS)
        return Card(
            CardKind.QUESTION,
            _("Where does the offender sit?"),
            parts=(Paragraph(_("After that, the players are named by their seats.")),),
            breadcrumb=self._breadcrumb(state, reader, self.worded(reader.language)[state.chart].title),
            address=str(ChartPlace(state)),
            rows=(seats, (Action(_("No seats"), str(ChartPlace(replace(plain, seat=None))), style=Style.QUIET),)),
        )

    # -- their parts ---------------------------------------------------------------------------------------------------

    def _tab(self, view: View, ruled: Ruled, fits: tuple[str, ...], tell: Tell, reader: Reader) -> Iterator[Part]:
        """What stands behind one of a ruling's buttons. ``fits`` are the choices beside the words to say."""
        _ = reader.translate
        ruling = ruled.ruling
        match view:
            case View.CHOICES:
                yield Heading(_("Choices to offer"))
                yield Listing(choices(ruling, tell))
            case View.STEPS:
                yield Heading(_("Steps"))
                yield Listing(tuple(tell(step) for step in ruling.steps), numbered=True)
            case View.LATER:
                yield Heading(_("Check at the end"))
                yield Listing(tuple(tell(line) for line in ruling.later))
            case View.WHY:
                yield Heading(_("How we got here"))
                yield Listing(tuple(self.reasons(ruled, tell, reader)), numbered=True)
            case View.LAWS:
                yield Heading(_("Laws"))
                headed: dict[str, list[str]] = {}
                for number, _sep, heading in (action.label.partition(" · ") for action in self._laws(ruling.cites, reader)):
                    headed.setdefault(heading or number, []).append(number)
                yield Listing(tuple(f"{', '.join(numbers)} · {heading}" for heading, numbers in headed.items()))
            case _:
                yield Heading(_("Say this"))
                yield from (Paragraph(tell(line), Tone.SAY) for line in ruling.say)
                if fits:
                    yield Heading(_("Choices to offer"))
                    yield Listing(fits)

    def _laws(self, cites: tuple[str, ...], reader: Reader) -> Iterator[Action]:
        yield from links((entry for cite in dict.fromkeys(cites) if (entry := self._cited(cite, reader)) is not None), reader)

    def _cited(self, cite: str, reader: Reader) -> Entry | None:
        """The provision that a ruling cites, in the edition that the reader reads it in."""
        entry = self.lawbook.find(Citation.parse(cite), self.lawbook.ruled_by)
        return self.lawbook.held_in(entry, self.lawbook.ruled_in(reader.language)) if entry else None

    def reasons(self, ruled: Ruled, tell: Tell, reader: Reader) -> Iterator[str]:
        """How a ruling was reached, a line a step: what was asked and answered, and the provisions that make it matter."""
        for step in ruled.trail:
            entries = [entry for cite in step.cites if (entry := self._cited(cite, reader)) is not None]
            named = ", ".join(label_of(entry.citation, reader) for entry in entries)
            yield f"{tell(step.question.ask)} {tell(step.answer.label)} → {named}"

    def _following(self, follow: Follow, standing: Standing, reader: Reader) -> Action:
        """The chart that follows, with what is known here and holds there too, so that it is not asked again."""
        carried = {fact: standing.answers[fact] for fact in follow.carry if fact in standing.answers}
        state = State.begin(self.situations, follow.chart, {**carried, **follow.given})
        state = replace(state, seat=standing.state.seat if carried else None)
        chart = self.worded(reader.language)[follow.chart]
        return Action(chart.title, str(ChartPlace(state)), chart.summary)

    def _notice(self, reader: Reader) -> Paragraph:
        """What a player is told who is no director."""
        _ = reader.translate
        return Paragraph(_("At the table, call the director first (Law 9B1)."), Tone.QUIET)

    def _back(self, standing: Standing, reader: Reader) -> Action:
        """The way to the card before: the ruling or the question itself behind what it shows more, else the question answered last."""
        _ = reader.translate
        state, before = standing.state, _answered_before(standing)
        if state.view not in (View.PLAIN, View.PLAYER):
            place: ChartPlace | EntrancePlace = ChartPlace(replace(state, view=View.PLAIN))
        else:
            place = ChartPlace(replace(state, cursor=before[-1])) if before else EntrancePlace()
        return Action(_("Back"), str(place), style=Style.QUIET)

    def _more(self, standing: Standing, changes: tuple[Action, ...], reader: Reader) -> Iterator[Action]:
        """What else can be done with a question or a ruling."""
        _ = reader.translate
        state = standing.state
        yield from changes
        if isinstance(standing.shown, Ruled):
            yield Action(
                _("As text"), str(ChartPlace(replace(state, view=View.TEXT))), _("For a message, a scoring program or an appeals form")
            )
        if _answered_before(standing):
            yield Action(_("Change an answer"), str(ChartPlace(replace(state, view=View.REVIEW, cursor=None))), style=Style.QUIET)
        if state.taps or state.known:
            yield self._again(state, reader)
        yield self._seat_action(state, reader)
        yield Action(_("Another situation"), str(EntrancePlace()), style=Style.QUIET)

    def _again(self, state: State, reader: Reader) -> Action:
        _ = reader.translate
        fresh = replace(state, taps="", cursor=None, view=View.PLAIN, known="")
        return Action(_("Start again"), str(ChartPlace(fresh)), style=Style.QUIET)

    def _seat_action(self, state: State, reader: Reader) -> Action:
        _ = reader.translate
        return Action(_("Name the seat"), str(ChartPlace(replace(state, view=View.SEAT))), style=Style.QUIET)

    def _breadcrumb(self, state: State, reader: Reader, *steps: str) -> tuple[str, ...]:
        """The steps, with the offender's seat behind them where it was named."""
        _ = reader.translate
        seat = (_("offender: {seat}").format(seat=_(NAMES[state.seat])),) if state.seat else ()
        return tuple(filter(None, (*steps, *seat)))

    def _source(self, reader: Reader) -> str:
        _ = reader.translate
        about = self.lawbook.edition(self.lawbook.ruled_by)
        return _("In our own words, after the {edition} Laws").format(edition=about.code)


def _answered_before(standing: Standing) -> list[int]:
    """The places of the questions that somebody answered on a card before the one that is shown; what was taken as usual and then changed
    is one, what came with the state is none."""
    before = enumerate(standing.tapped[: standing.state.cursor])
    return [place for place, step in before if not step.assumed and (step.question.usual or step.fact not in standing.known)]
