"""A club's own notes: what it has laid down about a provision or a flow chart, shown under the law
and on the chart's rulings."""

import json
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from lawbot.answers.addresses import Address, ChartPlace, EntrancePlace, LawPlace, Place, place_of
from lawbot.answers.kinds import Kind
from lawbot.answers.reader import Reader
from lawbot.answers.rulings import Rulings
from lawbot.answers.understanding import Understanding
from lawbot.cards import Card, Paragraph
from lawbot.citation import Citation
from lawbot.errors import N_, LawbotError
from lawbot.language.methods import whole_signs
from lawbot.lawbook import Lawbook
from lawbot.situations.charts import JOIN
from lawbot.situations.state import State, View, stand
from lawbot.situations.walk import Ruled

LONGEST = 800
"""Characters of a note."""
MOST = 100
"""Notes of one club."""
BIGGEST = 500_000
"""Bytes of a file that is taken in: so many notes with every sign of them escaped."""
_LONGEST_NAME = 100
"""Characters that may name what a note is about."""
_NAMING = frozenset({Kind.CITED, Kind.TERM, Kind.HEADING, Kind.CHART})
_EXAMPLE = '{"20F": "..."}'
_NOTHING = N_(
    "There is no provision or flow chart called “{text}”. Write 20F, or choose a suggestion."
)
Note = tuple[str, str]
"""What a note is about (a citation, or chart:ID), and its text."""


class ClubNotes:
    """Finds what a note is about, and the notes that belong on a card."""

    def __init__(self, lawbook: Lawbook, rulings: Rulings, understanding: Understanding) -> None:
        self.lawbook = lawbook
        self.rulings = rulings
        self.situations = rulings.situations
        self.understanding = understanding

    def about(self, text: str) -> str:
        """What a note on the typed text is about: '20F', 'chart:revoke'. Raises LawbotError where
        it names no one provision or chart."""
        nothing = LawbotError(_NOTHING, text=whole_signs(text[:40]))
        if len(text) > _LONGEST_NAME:
            raise nothing
        reading = self.understanding.understand(
            text, Reader(edition=self.lawbook.in_force), _NAMING
        )
        if reading.fault is not None:
            raise reading.fault
        if reading.chart:
            return JOIN + reading.chart
        if len(reading.citations) != 1:
            raise nothing
        return str(self.lawbook.provision(reading.citations[0], self.lawbook.in_force).citation)

    def place(self, about: str) -> Place:
        """The provision or the chart's beginning that a note is about; the first screen of the
        charts where that chart has gone."""
        if about.startswith(JOIN):
            chart = about.removeprefix(JOIN)
            return (
                ChartPlace(State.begin(self.situations, chart))
                if chart in self.situations
                else EntrancePlace()
            )
        return LawPlace(Citation.parse(about), self.lawbook.in_force)

    def name(self, about: str, reader: Reader) -> str:
        """What a note is about, as people read it: '20F', or the chart's title."""
        chart = self.rulings.worded(reader.language).get(about.removeprefix(JOIN))
        return chart.title if chart else about

    def read(self, file: bytes) -> dict[str, str]:
        """The notes of a file that ``written`` wrote, or somebody by hand. Raises LawbotError,
        naming the first that can be none.

        How much it holds is looked at before what it holds: to find what a note is about takes
        time.
        """
        if len(file) > BIGGEST:
            raise LawbotError(N_("This file is too big for a notes file."))
        try:
            told = json.loads(file.decode("utf-8-sig"))
        except (UnicodeDecodeError, ValueError, RecursionError):
            told = None
        if not isinstance(told, dict) or not all(isinstance(text, str) for text in told.values()):
            raise LawbotError(
                N_("This is not a notes file: it must be JSON, such as {example}."),
                example=_EXAMPLE,
            )
        check_number(0, len(told))
        return {self.about(about): plain(text) for about, text in told.items()}

    def on(self, address: str, notes: Mapping[str, str]) -> tuple[Note, ...]:
        """Those of the notes that belong on the card with that address: on a provision those about
        it, what holds it and what it holds; at the beginning of a chart and on its rulings those
        about the chart. Any text may be given as an address."""
        with suppress(LawbotError):
            match Address.parse(address).place if notes else None:
                case LawPlace(citation, edition) if (
                    self.lawbook.edition(edition).code
                    == self.lawbook.edition(self.lawbook.in_force).code
                ):
                    named = {
                        about: Citation.parse(about)
                        for about in notes
                        if not about.startswith(JOIN)
                    }
                    near = (
                        about
                        for about, other in named.items()
                        if other.contains(citation) or citation.contains(other)
                    )
                    return tuple((about, notes[about]) for about in near)
                case ChartPlace(state) if state.view in (View.PLAIN, View.PLAYER):
                    shown = stand(self.situations, state).shown
                    if isinstance(shown, Ruled) or (not state.taps and state.cursor is None):
                        charts = (JOIN + state.chart, JOIN + shown.chart.id)
                        return tuple(note for note in notes.items() if note[0] in charts)
        return ()


def check_number(before: int, after: int) -> None:
    """Raises LawbotError where a club's notes grow beyond what it may have."""
    if after > max(before, MOST):
        raise LawbotError(N_("A club has at most {most} notes."), most=MOST)


def with_notes(card: Card, notes: tuple[Note, ...], reader: Reader) -> Card:
    """The card with these notes below what it says."""
    _ = reader.translate
    place = place_of(card.address) if notes else None
    here = str(place.citation) if isinstance(place, LawPlace) else ""
    parts = []
    for about, text in notes:
        head = (
            _("At this club:")
            if about == here or about.startswith(JOIN)
            else _("At this club, on {citation}:").format(citation=about)
        )
        parts.append(Paragraph(f"{head} {text}", marked=(head,)))
    return replace(card, parts=(*card.parts, *parts)) if parts else card


def plain(text: str) -> str:
    """A note as it is kept: without control and direction signs, blank lines or blanks at the
    edges. Raises LawbotError when it is too long."""
    kept = "".join(
        char
        for char in text
        if char in "\n\u200c\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs")
    )
    lines = (" ".join(line.split()) for line in kept.splitlines())
    note = unicodedata.normalize("NFC", "\n".join(line for line in lines if line))
    if len(note) > LONGEST:
        raise LawbotError(
            N_("A note has at most {most} characters; this one has {number}."),
            most=LONGEST,
            number=len(note),
        )
    return note


def written(notes: Mapping[str, str]) -> str:
    """The notes as a file: JSON, what each is about and its text."""
    return json.dumps(dict(notes), ensure_ascii=False, indent=1) + "\n"
