"""Telemetry: a line in the log for each interaction, and counts.

It never has the person who asked, nor the words they typed.
"""

import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import discord

from lawbot.cards.address import Address, ChartPlace
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.render.components import KINDS, read_press

UNFOUND, ASKED = "not-found.txt", "asked.txt"
"""Files of words that found nothing, and of words whose askers gave them."""
MOST_KEPT = 1_000_000
"""Most bytes of a file of words; then no more are added."""
_log = logging.getLogger(__name__)


class Served(StrEnum):
    """Outcome of an interaction. LATE: Discord takes no answer any more."""

    ANSWERED = "answered"
    NOTHING = "nothing"
    REFUSED = "refused"
    FAILED = "failed"
    LATE = "late"


@dataclass
class Record:
    """One interaction: its door (``door_of``), language, outcome and the card that was shown."""

    door: str
    language: str
    reference: str = field(default_factory=lambda: f"{random.getrandbits(24):06X}")
    outcome: Served = Served.ANSWERED
    _address: str = ""
    _begun: bool = False

    def shown(self, address: str, *, begun: bool) -> None:
        """Record the address of a card.

        ``begun``: a chart counts as begun even if a text has answered some of its questions.
        """
        self._address, self._begun = address, begun

    @property
    def chart(self) -> str:
        """Return the chart that the interaction began; empty if it began none."""
        with suppress(LawbotError):
            place = Address.parse(self._address).place
            if isinstance(place, ChartPlace) and (self._begun or not place.state.taps):
                return place.state.chart
        return ""


_now: ContextVar[Record | None] = ContextVar("record", default=None)


def now() -> Record:
    """Return the record of the current interaction; a blank one if there is none."""
    return _now.get() or Record("", "")


class Watch:
    """Log lines, counts, and a file of words that found nothing if the operator wants it."""

    def __init__(self, settings: Settings) -> None:
        self.count: Callable[[Record, float], None] | None = None
        """A function that counts a record and its seconds, if counts are served."""
        self._unfound = settings.state / UNFOUND if settings.keep_unfound else None
        self._asked = settings.state / ASKED if settings.keep_asked else None

    @contextmanager
    def over(self, door: str, language: str) -> Iterator[Record]:
        """Yield the record of an interaction; log it at the end."""
        record = Record(door, language)
        token = _now.set(record)
        began = time.perf_counter()
        try:
            yield record
        finally:
            _now.reset(token)
            seconds = time.perf_counter() - began
            fields = (record.reference, door, language, seconds * 1000, record.outcome.value)
            _log.info("ref=%s what=%s language=%s ms=%d outcome=%s", *fields)
            if self.count is not None:
                self.count(record, seconds)

    def nothing_found(self, words: str) -> None:
        """Record that the current interaction found nothing, and save its words if wanted."""
        now().outcome = Served.NOTHING
        _add_line(self._unfound, now().language, words)

    def asked(self, words: str, opened: str, *, hit: bool) -> None:
        """Save words that somebody asked and agreed to give, if the operator keeps them."""
        _add_line(self._asked, now().language, str(int(hit)), opened, words)


def _add_line(path: Path | None, *columns: str) -> None:
    """Add a line to a file that its owner alone can read, if there is one and it has room."""
    if path is None:
        return
    cells = [" ".join(column.split()) for column in columns]
    line = ("\t".join(cells) + "\n").encode(errors="replace")
    try:
        path.touch(mode=0o600)
        if path.stat().st_size + len(line) <= MOST_KEPT:
            with path.open("ab") as file:
                file.write(line)
    # an answer must not fail because a disk is full
    except OSError as error:
        _log.warning("%s cannot be written (%s).", path.name, error.strerror)


def door_of(interaction: discord.Interaction[Any]) -> str:
    """Return the door of an interaction: /law, typing:/law, menu, button:open, window:note."""
    data: Any = interaction.data or {}
    match interaction.type:
        case discord.InteractionType.application_command:
            is_slash = data.get("type", 1) == discord.AppCommandType.chat_input.value
            return f"/{data.get('name')}" if is_slash else "menu"
        case discord.InteractionType.autocomplete:
            return f"typing:/{data.get('name')}"
    press = read_press(data)
    door = "window" if interaction.type is discord.InteractionType.modal_submit else "button"
    return f"{door}:{KINDS[press.verb] if press else 'unknown'}"
