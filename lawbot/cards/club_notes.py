"""Find a club's notes on a provision or a flow chart, for its card."""

import json
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from lawbot.book import Lawbook
from lawbot.cards.address import Address, ChartPlace, EntrancePlace, LawPlace, Place, place_of
from lawbot.cards.card import Card, Paragraph
from lawbot.cards.chart_card import Rulings
from lawbot.charts.model import JOIN
from lawbot.charts.state import State, View, stand
from lawbot.charts.walk import Ruled
from lawbot.decide.kinds import Kind
from lawbot.decide.understanding import Understanding
from lawbot.errors import N_, LawbotError
from lawbot.language.methods import whole_signs
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation

LONGEST = 800
"""Most characters of a note."""
MOST = 100
"""Most notes of one club."""
BIGGEST = 500_000
"""Most bytes of a file that is read: as many notes with every sign of them escaped."""
_LONGEST_NAME = 100
"""Most characters that may name what a note is about."""
_NAME_KINDS = frozenset({Kind.CITED, Kind.TERM, Kind.HEADING, Kind.CHART})
_EXAMPLE = '{"20F": "..."}'
_NOTHING = N_(
    "There is no provision or flow chart called “{text}”. Write 20F, or choose a suggestion."
)
Note = tuple[str, str]
"""A note: its subject (a citation, or chart:ID), and its text."""


class ClubNotes:
    """Find what a note is about, and the notes that belong on a card."""

    def __init__(self, lawbook: Lawbook, rulings: Rulings, understanding: Understanding) -> None:
        self.lawbook = lawbook
        self.rulings = rulings
        self.situations = rulings.situations
        self.understanding = understanding

    def about(self, text: str) -> str:
        """Return what a note on the typed text is about: '20F', 'chart:revoke'.

        Raises LawbotError if it names no one provision or chart."""
        nothing = LawbotError(_NOTHING, text=whole_signs(text[:40]))
        if len(text) > _LONGEST_NAME:
            raise nothing
        reader = Reader(edition=self.lawbook.in_force)
        reading = self.understanding.understand(text, reader, _NAME_KINDS)
        if reading.fault is not None:
            raise reading.fault
        if reading.chart:
            return JOIN + reading.chart
        if len(reading.citations) != 1:
            raise nothing
        return str(self.lawbook.provision(reading.citations[0], self.lawbook.in_force).citation)

    def place(self, about: str) -> Place:
        """Return the provision or the chart's beginning that a note is about.

        If that chart has gone, the first screen of the charts."""
        if not about.startswith(JOIN):
            return LawPlace(Citation.parse(about), self.lawbook.in_force)
        chart = about.removeprefix(JOIN)
        if chart not in self.situations:
            return EntrancePlace()
        return ChartPlace(State.begin(self.situations, chart))

    def name(self, about: str, reader: Reader) -> str:
        """Return what a note is about, as people read it: '20F', or the chart's title."""
        chart = self.rulings.worded(reader.language).get(about.removeprefix(JOIN))
        return chart.title if chart else about

    def read(self, file: bytes) -> dict[str, str]:
        """Return the notes of a file that ``written`` wrote, or somebody by hand.

        Raises LawbotError, naming the first that can be none."""
        if len(file) > BIGGEST:
            raise LawbotError(N_("This file is too big for a notes file."))
        try:
            notes = json.loads(file.decode("utf-8-sig"))
        except (UnicodeDecodeError, ValueError, RecursionError):
            notes = None
        if not isinstance(notes, dict) or not all(isinstance(text, str) for text in notes.values()):
            raise LawbotError(
                N_("This is not a notes file: it must be JSON, such as {example}."),
                example=_EXAMPLE,
            )
        # before the notes themselves: to find what each is about takes time
        check_number(0, len(notes))
        return {self.about(about): plain(text) for about, text in notes.items()}

    def on(self, address: str, notes: Mapping[str, str]) -> tuple[Note, ...]:
        """Return the notes that belong on the card with an address.

        On a provision those about it, what holds it and what it holds; at the beginning of a chart
        and on its rulings those about the chart. Any text may be given as an address."""
        if not notes:
            return ()
        with suppress(LawbotError):
            match Address.parse(address).place:
                case LawPlace(citation, edition):
                    return tuple(self._on_law(citation, edition, notes))
                case ChartPlace(state) if state.view in (View.PLAIN, View.PLAYER):
                    return tuple(self._on_chart(state, notes))
        return ()

    def _on_law(self, citation: Citation, edition: str, notes: Mapping[str, str]) -> Iterator[Note]:
        # notes cite the code in force: an older code may have another law of that number
        in_force = self.lawbook.edition(self.lawbook.in_force)
        if self.lawbook.edition(edition).code != in_force.code:
            return
        for about, text in notes.items():
            if not about.startswith(JOIN):
                subject = Citation.parse(about)
                if subject.contains(citation) or citation.contains(subject):
                    yield about, text

    def _on_chart(self, state: State, notes: Mapping[str, str]) -> Iterator[Note]:
        step = stand(self.situations, state).shown
        is_beginning = not state.taps and state.cursor is None
        if isinstance(step, Ruled) or is_beginning:
            # the answers may have led on from the chart of the address to another
            charts = (JOIN + state.chart, JOIN + step.chart.id)
            yield from (note for note in notes.items() if note[0] in charts)


def check_number(before: int, after: int) -> None:
    """Raise LawbotError if a club's notes grow beyond what it may have."""
    if after > max(before, MOST):
        raise LawbotError(N_("A club has at most {most} notes."), most=MOST)


def with_notes(card: Card, notes: tuple[Note, ...], reader: Reader) -> Card:
    """Return the card with these notes below its own parts."""
    if not notes:
        return card
    _ = reader.translate
    place = place_of(card.address)
    citation = str(place.citation) if isinstance(place, LawPlace) else ""
    parts = []
    for about, text in notes:
        head = _("At this club, on {citation}:").format(citation=about)
        if about == citation or about.startswith(JOIN):
            head = _("At this club:")
        parts.append(Paragraph(f"{head} {text}", marked=(head,)))
    return replace(card, parts=(*card.parts, *parts))


def plain(text: str) -> str:
    """Return a note without control and direction signs, blank lines or blanks at the edges.

    Raises LawbotError if it is too long."""
    chars = []
    for char in text:
        # the joiners are signs of format too, but some scripts are spelt with them
        is_spelling = char in "\n\u200c\u200d"
        if is_spelling or unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs"):
            chars.append(char)
    lines = (" ".join(line.split()) for line in "".join(chars).splitlines())
    note = unicodedata.normalize("NFC", "\n".join(filter(None, lines)))
    if len(note) > LONGEST:
        raise LawbotError(
            N_("A note has at most {most} characters; this one has {number}."),
            most=LONGEST,
            number=len(note),
        )
    return note


def written(notes: Mapping[str, str]) -> str:
    """Return the notes as a file: JSON, what each is about and its text."""
    return json.dumps(dict(notes), ensure_ascii=False, indent=1) + "\n"
