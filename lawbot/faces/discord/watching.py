"""What the bot does, told to its operator: a line in the log for each interaction, and counts.
Never who asked, nor what was typed."""

import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import discord

from lawbot.answers.addresses import Address, ChartPlace
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.components import KINDS, read_press

UNFOUND = "not-found.txt"
MOST_KEPT = 1_000_000
"""Bytes of the file of words that found nothing; then no more are kept."""
_log = logging.getLogger(__name__)


class Served(StrEnum):
    """How an interaction ended. LATE: Discord takes no answer any more."""

    ANSWERED = "answered"
    NOTHING = "nothing"
    REFUSED = "refused"
    FAILED = "failed"
    LATE = "late"


@dataclass
class Record:
    """One interaction: by which door it came, in what language it is answered, how it ended, and
    what was shown."""

    what: str
    language: str
    reference: str = field(default_factory=lambda: f"{random.getrandbits(24):06X}")
    outcome: Served = Served.ANSWERED
    _address: str = ""
    _begun: bool = False

    def shown(self, address: str, *, begun: bool) -> None:
        """Takes note of the address of a card; ``begun`` where what was told before does not make a
        chart one gone on with."""
        self._address, self._begun = address, begun

    @property
    def chart(self) -> str:
        """The chart that it began; empty where it began none."""
        with suppress(LawbotError):
            place = Address.parse(self._address).place
            if isinstance(place, ChartPlace) and (self._begun or not place.state.taps):
                return place.state.chart
        return ""


_now: ContextVar[Record | None] = ContextVar("record", default=None)


def now() -> Record:
    """The record of the interaction that is being answered; one that nobody reads where none is."""
    return _now.get() or Record("", "")


class Watch:
    """Writes the lines, counts, and keeps words that found nothing, as the operator has chosen."""

    def __init__(self, settings: Settings) -> None:
        self.count: Callable[[Record, float], None] | None = None
        """Counts a record that took so many seconds, where somebody serves counts."""
        self._unfound = settings.state / UNFOUND if settings.keep_unfound else None

    @contextmanager
    def over(self, what: str, language: str) -> Iterator[Record]:
        """The record of an interaction, written when it is over."""
        record = Record(what, language)
        before = _now.set(record)
        began = time.perf_counter()
        try:
            yield record
        finally:
            _now.reset(before)
            seconds = time.perf_counter() - began
            told = (record.reference, what, language, seconds * 1000, record.outcome.value)
            _log.info("ref=%s what=%s language=%s ms=%d outcome=%s", *told)
            if self.count is not None:
                self.count(record, seconds)

    def nothing_found(self, words: str) -> None:
        """Says so of the interaction that is being answered, and keeps its words where the operator
        has chosen that."""
        now().outcome = Served.NOTHING
        if self._unfound is None:
            return
        line = f"{now().language}\t{' '.join(words.split())}\n".encode(errors="replace")
        try:
            self._unfound.touch(mode=0o600)
            if self._unfound.stat().st_size + len(line) <= MOST_KEPT:
                with self._unfound.open("ab") as file:
                    file.write(line)
        except OSError as error:
            _log.warning("%s cannot be written (%s).", self._unfound.name, error.strerror)


def what_of(interaction: discord.Interaction[Any]) -> str:
    """By which door an interaction comes: /law, typing:/law, menu, button:open, window:note."""
    data: Any = interaction.data or {}
    match interaction.type:
        case discord.InteractionType.application_command:
            return (
                f"/{data.get('name')}"
                if data.get("type", 1) == discord.AppCommandType.chat_input.value
                else "menu"
            )
        case discord.InteractionType.autocomplete:
            return f"typing:/{data.get('name')}"
    press = read_press(data)
    door = "window" if interaction.type is discord.InteractionType.modal_submit else "button"
    return f"{door}:{KINDS[press.verb] if press else 'unknown'}"
