"""Talk beside what is open: read a text, and make the card that answers it.

What is open stands in the address of its card, and nothing else is remembered. Every door uses
``Conversation.read``.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from lawbot.cards.address import (
    ChartPlace,
    Place,
    origin_of,
)
from lawbot.cards.card import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.cards.chart_card import Rulings
from lawbot.charts.seats import seated
from lawbot.charts.state import Standing, State, stand
from lawbot.charts.walk import Ruled, Step
from lawbot.decide.outcome import Outcomes
from lawbot.decide.understanding import Understanding
from lawbot.language.reader import Reader
from lawbot.limits import MAX_TYPED
from lawbot.talk.examples import Examples
from lawbot.talk.frames import Frames
from lawbot.talk.matching import Matching
from lawbot.talk.parts import Parts
from lawbot.talk.reading import TextReading
from lawbot.talk.turn import BACK_TO_CASE, ReadAs, Table, Turn, actions_of, is_open

_UNANSWERED = (ReadAs.NEW, ReadAs.UNCLEAR)
"""Readings of a text that nothing open answers."""


class Conversation:
    """Reads texts beside what is open."""

    def __init__(
        self,
        understanding: Understanding,
        outcomes: Outcomes,
        rulings: Rulings,
        open_card: Callable[[str, Reader], Card],
    ) -> None:
        frames = Frames(outcomes.search.languages)
        matching = Matching(outcomes.search)
        examples = Examples(outcomes.hearing.situations, rulings.worded, matching.wordings)
        self.parts = Parts(understanding, outcomes, rulings, matching, frames, examples)
        self.open_card = open_card

    def read(self, text: str, table: Table, reader: Reader) -> Turn:
        """Return what a text is beside what is open. Any text may be given."""
        typed = " ".join(text[:MAX_TYPED].split())
        if table.address and not table.actions:
            # a card that no longer stands leaves nothing open
            opened = Table.of(self.open_card(table.address, reader))
            table = Table(table.address if opened.actions else "", opened.actions)
        if not is_open(table):
            return Turn(ReadAs.NEW, text=text)
        turn = TextReading(self.parts, typed, table, reader).read()
        case = origin_of(table.address)
        if turn.read_as in _UNANSWERED and self.parts.case(case, reader):
            # a law looked up beside a case leaves the case open
            actions = actions_of(self.open_card(case, reader))
            behind = TextReading(self.parts, typed, Table(case, actions), reader).read()
            return turn if behind.read_as in _UNANSWERED else behind
        return turn

    # -- the cards of turns

    def card(self, turn: Turn, table: Table, reader: Reader) -> Card:
        """Return the card of a turn that asks nothing afresh."""
        _ = reader.translate
        if turn.read_as is ReadAs.SMALL_TALK:
            return self._short(_("All right."), turn, table, reader)
        if turn.choices:
            return self._short(_("Which do you mean?"), turn, table, reader)
        if not (turn.address or table.address):
            choices = tuple(action for action in table.actions if action.style is Style.MAIN)
            return self._short(_("Go on"), turn._replace(choices=choices), table, reader)
        card = self.open_card(turn.address or table.address, reader)
        lines = tuple(Paragraph(line, Tone.NOTE) for line in turn.lines)
        return replace(
            card,
            parts=(*lines, *card.parts),
            found=card.found and turn.read_as is not ReadAs.UNCLEAR,
        )

    def _short(self, title: str, turn: Turn, table: Table, reader: Reader) -> Card:
        """Return a card of one line, from which what is open is one tap away."""
        _ = reader.translate
        rows = turn.choices
        if not rows and table.address:
            rows = (Action(_("Go on"), table.address, style=Style.MAIN),)
        lines = tuple(map(Paragraph, turn.lines))
        is_answer = turn.read_as is ReadAs.SMALL_TALK
        return Card(CardKind.NOTICE, title, lines, rows=(rows,), found=is_answer)

    def compared(self, card: Card, place: Place, origin: Place | None, reader: Reader) -> Card:
        """Return the card of a supposed case with what differs from the case it was put beside."""
        match place, origin:
            case ChartPlace(state), ChartPlace(before) if state.chart == before.chart:
                return self._beside(card, state, before, reader)
        return card

    def _beside(self, card: Card, state: State, before: State, reader: Reader) -> Card:
        _ = reader.translate
        charts = self.parts.rulings.worded(reader.language)
        now, then = stand(charts, state), stand(charts, before)
        new, old = _trail(now), _trail(then)
        common = [fact for fact in new if fact in old]
        changed = [fact for fact in common if new[fact].answer.id != old[fact].answer.id]
        if not changed:
            changed = [fact for fact in new if fact not in old]
        tell = partial(seated, seat=state.seat, language=reader.language)
        facts = " · ".join(tell(new[fact].clause) for fact in changed[:2])
        parts = []
        if facts:
            parts.append(Paragraph(_("What if: {facts}").format(facts=facts), Tone.NOTE))
        if isinstance(then.reached, Ruled):
            line = _("Before: {ruling}").format(ruling=tell(then.reached.ruling.headline))
            parts.append(Paragraph(line, Tone.QUIET))
        back = Action(_(BACK_TO_CASE), str(ChartPlace(before)), style=Style.PLAIN)
        return replace(card, parts=(*parts, *card.parts), rows=(*card.rows, (back,)))


def _trail(standing: Standing) -> dict[str, Step]:
    """Return the steps on the way of a case by fact, each as it was first asked."""
    trail: dict[str, Step] = {}
    for step in standing.reached.trail:
        trail.setdefault(step.fact, step)
    return trail
