"""Situations as cards: the first screen, a question, a ruling, and the ways back and on."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from lawbot.answers.addresses import ChartPlace, EntrancePlace, LawPlace
from lawbot.answers.laws import cased, first_line, shortened
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Heading, Listing, Menu, Paragraph, Part, Style, Tone
from lawbot.citation import Citation
from lawbot.errors import N_
from lawbot.lawbook import Lawbook
from lawbot.situations.charts import Situations
from lawbot.situations.hearing import left_at_most
from lawbot.situations.model import Chart, Follow, Phase
from lawbot.situations.seats import NAMES, SEATS, seated
from lawbot.situations.state import Standing, State, View, answered, pack, stand
from lawbot.situations.walk import Asked, Ruled

PHASES = {
    Phase.BEFORE: N_("Before the auction"),
    Phase.AUCTION: N_("Auction"),
    Phase.LEAD: N_("Opening lead"),
    Phase.PLAY: N_("Play"),
    Phase.CLAIM: N_("Claim or concession"),
    Phase.SCORE: N_("Score"),
    Phase.CONDUCT: N_("Conduct and information"),
}
_MOST_CHANGES = 5
"""Buttons for facts that came with a state; further ones are changed behind 'Change an answer'."""


class Rulings:
    """The cards of the flow charts."""

    def __init__(self, lawbook: Lawbook, situations: Situations) -> None:
        self.lawbook = lawbook
        self.situations = situations

    def entrance(self, reader: Reader, phase: str = "") -> Card:
        """The first screen: the most frequent calls, or all charts of a phase, and the other phases."""
        _ = reader.translate
        charts = [chart for chart in self.situations.values() if chart.phase == phase] or self.situations.frequent
        here = next((PHASES[known] for known in Phase if known == phase), N_("The most frequent calls"))
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
            menus=(Menu(_(here), tuple(self.entry(chart, reader) for chart in charts)), Menu(_("By phase"), phases)),
        )

    def entry(self, chart: Chart, reader: Reader) -> Action:
        """The action that begins a chart, past the player's notice for a director."""
        state = State.begin(self.situations, chart.id)
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
        standing = stand(self.situations, state)
        if state.view is View.SEAT:
            return self._seats(state, reader)
        if state.view is View.REVIEW:
            return self._review(standing, reader)
        shown = standing.shown
        card = self._ruling(standing, shown, reader) if isinstance(shown, Ruled) else self._question(standing, shown, reader)
        return self._understood(card, standing, said or {}, reader) if standing.known and state.cursor is None else card

    def _understood(self, card: Card, standing: Standing, said: Mapping[str, str], reader: Reader) -> Card:
        """The card headed by the facts that came with the state, a line and a tap to change it each, and how much is still to be asked."""
        _ = reader.translate
        state = replace(standing.state, view=View.PLAIN)
        lines, changes = [], []
        for number, step in enumerate(standing.tapped):
            if step.fact in standing.known:
                label = seated(step.answer.label, state.seat)
                lines.append((step.fact, f"{seated(step.question.ask, state.seat)} {label}"))
                changes.append((label, replace(state, cursor=number)))
        for fact in standing.known.keys() - {step.fact for step in standing.tapped}:  # not asked yet; forgotten, it is asked in its turn
            for part in self.situations.joined(self.situations[state.chart]):
                answer = (
                    next((a for a in part.questions[fact].answers if a.id == standing.known[fact]), None)
                    if fact in part.questions
                    else None
                )
                if answer is not None:
                    label = seated(answer.label, state.seat)
                    lines.append((fact, f"{seated(part.questions[fact].ask, state.seat)} {label}"))
                    others = {other: given for other, given in standing.known.items() if other != fact}
                    changes.append((label, replace(state, known=pack(self.situations, state.chart, others))))
                    break
        heads: list[Part] = []
        for fact, line in lines:
            words = said.get(fact)
            told = _("Understood: {fact} (“{words}”)") if words else _("Understood: {fact}")
            heads.append(Paragraph(told.format(fact=line, words=shortened(words or "", 80)), Tone.QUIET))
        if isinstance(standing.shown, Asked):
            left = left_at_most(self.situations, state.chart, standing.answers)
            heads.append(Paragraph(_("Questions left: {number} at most.").format(number=left), Tone.QUIET))
        row = tuple(
            Action(_("Change: {answer}").format(answer=shortened(label, 50)), str(ChartPlace(target)), style=Style.QUIET)
            for label, target in changes[:_MOST_CHANGES]
        )
        return replace(card, parts=(*heads, *card.parts), rows=(*card.rows, row) if row else card.rows)

    # -- the cards -----------------------------------------------------------------------------------------------------

    def _question(self, standing: Standing, shown: Asked, reader: Reader) -> Card:
        _ = reader.translate
        state, chart, question = standing.state, shown.chart, shown.question
        done = state.cursor if state.cursor is not None else len(standing.tapped)
        kept = standing.answers.get(shown.fact)
        answers = []
        for answer in question.answers:
            label = seated(answer.label, state.seat) + (" ✓" if answer.id == kept else "")
            target = str(ChartPlace(answered(self.situations, standing, answer)))
            answers.append(Action(label, target, seated(answer.detail or "", state.seat), Style.MAIN))
        parts: list[Part] = [Paragraph(seated(question.ask, state.seat), Tone.LEAD)]
        details = [
            f"{seated(answer.label, state.seat)}: {seated(answer.detail, state.seat)}" for answer in question.answers if answer.detail
        ]
        if details:
            parts.append(Listing(tuple(details)))
        if state.view is View.PLAYER and not state.taps and chart.irregularity:
            parts.append(self._notice(reader))
        if state.view is View.WHY:
            parts.append(Paragraph(seated(question.why, state.seat), Tone.NOTE))
        if state.view is View.UNSURE:
            parts.append(Paragraph(seated(question.unsure, state.seat), Tone.NOTE))
        back = replace(state, cursor=done - 1, view=View.PLAIN) if done else None
        ways = [
            Action(_("Back"), str(ChartPlace(back)) if back else str(EntrancePlace()), style=Style.QUIET),
            Action(_("Why do you ask?"), str(ChartPlace(replace(state, view=View.WHY))), style=Style.QUIET),
            Action(_("Not sure"), str(ChartPlace(replace(state, view=View.UNSURE))), style=Style.QUIET),
        ]
        if standing.tapped:
            ways.append(Action(_("Change an answer"), str(ChartPlace(replace(state, view=View.REVIEW, cursor=None))), style=Style.QUIET))
            ways.append(self._again(state, reader))
        else:
            ways.append(self._seat_action(state, reader))
        return Card(
            CardKind.QUESTION,
            self.situations[state.chart].title,
            parts=tuple(parts),
            breadcrumb=self._breadcrumb(chart, state, reader, _("question {number}").format(number=done + 1)),
            address=str(ChartPlace(state)),
            rows=(tuple(answers), tuple(ways)),
            menus=(Menu(_("The law"), tuple(self._laws(question.cites))),) if state.view in (View.WHY, View.UNSURE) else (),
        )

    def _ruling(self, standing: Standing, ruled: Ruled, reader: Reader) -> Card:
        """What to say and who may choose what, on the first screen; steps, checks, reasons and laws each behind a button of their own."""
        _ = reader.translate
        state, ruling = standing.state, ruled.ruling
        tabs = {View.PLAIN: N_("Say"), View.STEPS: N_("Steps"), View.LATER: N_("Later"), View.WHY: N_("Why"), View.LAWS: N_("Laws")}
        if not ruling.later:
            del tabs[View.LATER]
        here = state.view if state.view in tabs else View.PLAIN
        row = tuple(
            Action(
                _(name),
                str(ChartPlace(replace(state, view=view))),
                style=Style.MAIN if view is here else Style.PLAIN,
                enabled=view is not here,
            )
            for view, name in tabs.items()
        )
        ways = (
            Action(_("Change an answer"), str(ChartPlace(replace(state, view=View.REVIEW))), style=Style.QUIET),
            self._again(state, reader),
            self._seat_action(state, reader),
        )
        notice = (self._notice(reader),) if state.view is View.PLAYER and ruled.chart.irregularity else ()
        then = tuple(self._following(follow, standing) for follow in ruling.then)
        laws = tuple(self._laws(ruling.cites)) if here is View.LAWS else ()
        return Card(
            CardKind.RULING,
            seated(ruling.headline, state.seat),
            parts=(*notice, *self._tab(here, ruled, state.seat, reader)),
            breadcrumb=self._breadcrumb(ruled.chart, state, reader, _(ruling.kind)),
            source=self._source(reader),
            address=str(ChartPlace(state)),
            rows=(row, ways),
            menus=tuple(menu for menu in (Menu(_("Open a law"), laws), Menu(_("Then"), then)) if menu.actions),
        )

    def _review(self, standing: Standing, reader: Reader) -> Card:
        _ = reader.translate
        state = replace(standing.state, view=View.PLAIN)
        changes = tuple(
            Action(
                f"{number + 1}. {seated(step.answer.label, state.seat)}",
                str(ChartPlace(replace(state, cursor=number))),
                seated(step.question.ask, state.seat),
            )
            for number, step in enumerate(standing.tapped)
        )
        said = tuple(f"{seated(step.question.ask, state.seat)} {seated(step.answer.label, state.seat)}" for step in standing.tapped)
        return Card(
            CardKind.QUESTION,
            _("Your answers"),
            parts=(Listing(said, numbered=True),) if said else (Paragraph(_("Nothing is answered yet.")),),
            breadcrumb=self._breadcrumb(self.situations[state.chart], state, reader),
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
            parts=(Paragraph(_("From then on every text names the players by their seats.")),),
            breadcrumb=self._breadcrumb(self.situations[state.chart], state, reader),
            address=str(ChartPlace(state)),
            rows=(seats, (Action(_("No seats"), str(ChartPlace(replace(plain, seat=None))), style=Style.QUIET),)),
        )

    # -- their parts ---------------------------------------------------------------------------------------------------

    def _tab(self, view: View, ruled: Ruled, seat: str | None, reader: Reader) -> Iterator[Part]:
        """What stands behind one of a ruling's buttons."""
        _ = reader.translate
        ruling = ruled.ruling
        match view:
            case View.STEPS:
                yield Listing(tuple(seated(step, seat) for step in ruling.steps), numbered=True)
            case View.LATER:
                yield Heading(_("Check at the end"))
                yield Listing(tuple(seated(line, seat) for line in ruling.later))
            case View.WHY:
                yield Heading(_("How we got here"))
                yield Listing(tuple(self._trail(ruled, seat)), numbered=True)
            case View.LAWS:
                yield Listing(tuple(action.label for action in self._laws(ruling.cites)))
            case _:
                yield Heading(_("Say this"))
                yield from (Paragraph(seated(line, seat), Tone.SAY) for line in ruling.say)
                if ruling.options:
                    yield Heading(_("Choices to offer, with what follows"))
                    yield Listing(
                        tuple(f"{seated(o.to, seat)}: {seated(o.choice, seat)} → {seated(o.result, seat)}" for o in ruling.options)
                    )

    def _trail(self, ruled: Ruled, seat: str | None) -> Iterator[str]:
        for step in ruled.trail:
            yield f"{seated(step.question.ask, seat)} {seated(step.answer.label, seat)} → {', '.join(step.cites)}"

    def _laws(self, cites: list[str]) -> Iterator[Action]:
        edition = self.lawbook.in_force
        for cite in dict.fromkeys(cites):
            entry = self.lawbook.find(Citation.parse(cite), edition)
            if entry is not None:
                label = f"{entry.citation} · {cased(entry.heading)}" if entry.heading else str(entry.citation)
                yield Action(label, str(LawPlace(entry.citation, edition)), first_line(entry))

    def _following(self, follow: Follow, standing: Standing) -> Action:
        """The chart that follows, with what is known here and holds there too, so that it is not asked again."""
        carried = {fact: standing.answers[fact] for fact in follow.carry if fact in standing.answers}
        state = State.begin(self.situations, follow.chart, {**carried, **follow.given})
        state = replace(state, seat=standing.state.seat if carried else None)
        chart = self.situations[follow.chart]
        return Action(chart.title, str(ChartPlace(state)), chart.summary)

    def _notice(self, reader: Reader) -> Paragraph:
        """What a player is told who is no director."""
        _ = reader.translate
        return Paragraph(_("At the table, call the director first: players do not rule for themselves (Laws 9B1, 10A)."), Tone.QUIET)

    def _again(self, state: State, reader: Reader) -> Action:
        _ = reader.translate
        fresh = replace(state, taps="", cursor=None, view=View.PLAIN, known="")
        return Action(_("Start again"), str(ChartPlace(fresh)), style=Style.QUIET)

    def _seat_action(self, state: State, reader: Reader) -> Action:
        _ = reader.translate
        return Action(_("Name the seat"), str(ChartPlace(replace(state, view=View.SEAT))), style=Style.QUIET)

    def _breadcrumb(self, chart: Chart, state: State, reader: Reader, last: str = "") -> tuple[str, ...]:
        _ = reader.translate
        entered = self.situations[state.chart]
        path = [_("Situations"), entered.title]
        if chart.id != entered.id:
            path.append(chart.title)
        if state.seat:
            path.append(_("offender: {seat}").format(seat=_(NAMES[state.seat])))
        return tuple([*path, last] if last else path)

    def _source(self, reader: Reader) -> str:
        _ = reader.translate
        about = self.lawbook.edition(self.lawbook.in_force)
        return _("Ruling in our own words, after the {edition} Laws. The director decides.").format(edition=about.code)
