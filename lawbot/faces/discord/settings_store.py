"""What servers have chosen: read into memory once and written through to a file of SQLite or to a
database of PostgreSQL."""

import hashlib
import logging
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path
from typing import Any, Self

from lawbot.answers.club_notes import check_number
from lawbot.config import Database
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.settings_database import (
    LONGEST,
    PATIENCE,
    Connection,
    DamagedError,
    Place,
    RefusedError,
    in_one_line,
    transaction,
)

_DISK_REFUSES = N_("The settings could not be saved to disk.")
_DATABASE_REFUSES = N_("The settings could not be saved: their database does not answer.")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The choices of one server; None means: as the operator has set it."""

    language: str | None = None
    edition: str | None = None
    public: bool = False
    inline: bool = False
    everybody: bool = False
    """Whether everybody reads the server's language, whatever their own."""
    channels: tuple[int, ...] = ()
    """Where answers are public; empty: everywhere, if they are."""
    notes: bool = True
    """Whether the club's own notes are shown."""
    daily_channel: int | None = None
    """Where a question of the day is posted; None: nowhere."""
    daily_hour: int = 18
    daily_zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Daily:
    """The question of the day of one server. Days are counted as ``date.toordinal`` does.

    ``day`` is that of the question that somebody has taken on, at ``since`` (seconds), ``posted``
    that of the one that is open, with its ``key`` in the quiz and where it stands. A key that is
    empty: none is open.
    """

    day: int
    since: int
    posted: int
    key: str = ""
    channel: int = 0
    message: int = 0


DEFAULT = GuildSettings()
TAKEN = 120
"""Seconds after which a question that was taken on and not posted is anybody's again: whoever took
it has gone down."""


class SettingsStore:
    """The settings and notes of all servers.

    What writes may wait for the disk or the network, so the event loop leaves it to a thread; what
    reads never waits. Every change is made from what is there in its turn, which another process
    may have written. Whatever writes raises LawbotError where it could not be written.
    """

    def __init__(self, place: Place) -> None:
        """Raises RefusedError."""
        self._place = place
        self._refused = _DATABASE_REFUSES if isinstance(place, Database) else _DISK_REFUSES
        self._closed = False
        self._one = threading.Lock()
        with transaction(place, seconds=LONGEST) as connection:
            if not connection.is_whole():
                raise DamagedError("it is damaged")
            connection.bring_forward()
            connection.commit()
        with transaction(place, looking=True, seconds=LONGEST) as connection:
            self._known = dict(map(_settings, connection.read("guilds")))
            self._known_notes: dict[int, dict[str, str]] = {}
            self.daily = {guild: Daily(*day) for guild, *day in connection.read("daily")}
            """The questions of the day as this process last saw them; only reading is for others."""
            for guild, about, text, _written in connection.read("notes"):
                self._known_notes.setdefault(guild, {})[about] = text

    @classmethod
    def open(cls, place: Path | Database) -> Self:
        """Opens or makes the file, or the tables in the database, and brings older ones to this
        version.

        A file that is damaged is set aside for an empty one. Raises LawbotError when they cannot be
        opened or written.
        """
        try:
            if isinstance(place, Path):
                place.parent.mkdir(parents=True, exist_ok=True)
                _make_own(place)
                try:
                    return cls(place)
                except DamagedError as damage:
                    lost = "The settings of servers cannot be read (%s). They are set aside as %s; the bot goes on without."
                    _log.error(lost, damage, _set_aside(place))
                    _make_own(place)
            return cls(place)
        except (OSError, RefusedError) as error:
            why = in_one_line(error)
            raise LawbotError(
                N_("The settings of servers at {path} cannot be opened: {reason}."),
                path=place,
                reason=why,
            ) from error

    @classmethod
    def in_memory(cls) -> Self:
        """A store that forgets, for tests."""
        return cls(sqlite3.connect(":memory:", check_same_thread=False))

    def of(self, guild: int | None) -> GuildSettings:
        """The settings of a server; the defaults for one that has chosen nothing, and outside of
        servers."""
        return self._known.get(guild or 0, DEFAULT)

    def keep(self, guild: int, settings: GuildSettings) -> None:
        """Writes the settings of a server."""
        self.change(guild, lambda _before: settings)

    def change(
        self, guild: int, by: Callable[[GuildSettings], GuildSettings]
    ) -> tuple[GuildSettings, GuildSettings]:
        """Changes the settings of a server. Returns them before and after. Raises what ``by``
        raises, too."""
        with self._writing() as connection:
            before = dict(map(_settings, connection.read("guilds", guild))).get(guild, DEFAULT)
            after = by(before)
            connection.replace("guilds", [_row(guild, after)], guild)
            connection.commit()
            self._known[guild] = after
            return before, after

    def notes_of(self, guild: int | None) -> Mapping[str, str]:
        """The notes of a server: what they are about (a citation, or chart:ID) and their text, in
        the order in which they were written."""
        return self._known_notes.get(guild or 0, {})

    def keep_notes(self, guild: int, written: Mapping[str, str]) -> None:
        """Writes these notes of a server over those of the same places; an empty text removes one.
        Raises LawbotError for more than a club may have, too."""
        with self._writing() as connection:
            before = {
                place: text for _guild, place, text, _number in connection.read("notes", guild)
            }
            after = {place: text for place, text in {**before, **written}.items() if text}
            check_number(len(before), len(after))
            connection.replace("notes", _note_rows(guild, after), guild)
            connection.commit()
            self._known_notes[guild] = after

    def take_day(self, guild: int, day: int, now: int) -> Daily | None:
        """Takes the question of a day on, for this process alone. Returns the one before, to be
        opened; None where it is another's, or is posted.

        The first time nothing is taken: questions are counted from then.
        """
        with self._writing() as connection:
            before = _day(connection, guild) or Daily(day, now, day)
            free = before.day < day or (
                before.posted < before.day == day and before.since <= now - TAKEN
            )
            taken = replace(before, day=day, since=now) if free else before
            connection.replace("daily", [(guild, *astuple(taken))], guild)
            connection.commit()
            self.daily[guild] = taken
            return taken if free else None

    def post_day(self, guild: int, posted: Daily) -> None:
        """Writes down the question that is open now; what was answered to the one before is
        forgotten."""
        with self._writing() as connection:
            if _day(connection, guild):  # else the server has let the bot go meanwhile
                connection.replace("daily", [(guild, *astuple(posted))], guild)
            connection.replace("daily_votes", [], guild)
            connection.commit()
            self.daily[guild] = posted

    def vote(self, guild: int, key: str, user: int, choice: int, most: int) -> int:
        """Takes somebody's answer to the question of the day, in the place of an earlier one.
        Returns how many have answered: 0 where it is not open, more than ``most`` where so many
        have already that this answer was not taken.

        What is kept of a person is a digest that no other day's has in common.
        """
        with self._writing() as connection:
            asked = _day(connection, guild)
            if asked is None or asked.key != key or asked.day != asked.posted:
                return 0
            voter = hashlib.blake2b(f"{user}/{asked.message}".encode(), digest_size=8).hexdigest()
            answers = connection.vote(guild, voter, choice)
            if answers <= most:
                connection.commit()
            return answers

    def votes(self, guild: int) -> Counter[int]:
        """How many have chosen what of the question of the day. Raises LawbotError as what writes."""
        with self._writing() as connection:
            return Counter(
                choice for _guild, _voter, choice in connection.read("daily_votes", guild)
            )

    def forget(self, guild: int, *, only_daily: bool = False) -> None:
        """Removes all that is kept of a server, or its question of the day alone."""
        known: dict[str, dict[int, Any]] = {"daily": self.daily, "daily_votes": {}}
        known |= {} if only_daily else {"guilds": self._known, "notes": self._known_notes}
        with self._writing() as connection:
            for table in known:
                connection.replace(table, [], guild)
            connection.commit()
            for kept in known.values():
                kept.pop(guild, None)

    @property
    def guilds(self) -> tuple[int, ...]:
        """The servers of which something is kept."""
        return tuple({**self._known, **self._known_notes})

    def holds_same(self, other: Self) -> bool:
        """Whether both hold the same."""
        return (self._known, self._known_notes) == (other._known, other._known_notes)

    def take_over(self, other: Self) -> None:
        """Writes all that the other store holds in the place of what this one does."""
        with self._writing(LONGEST) as connection:
            connection.replace(
                "guilds", [_row(guild, settings) for guild, settings in other._known.items()]
            )
            connection.replace(
                "notes",
                [
                    row
                    for guild, known in other._known_notes.items()
                    for row in _note_rows(guild, known)
                ],
            )
            connection.commit()
            self._known, self._known_notes = (
                dict(other._known),
                {guild: dict(known) for guild, known in other._known_notes.items()},
            )

    @contextmanager
    def _writing(self, seconds: float = PATIENCE) -> Iterator[Connection]:
        """A transaction, one at a time, which is nothing unless it is committed."""
        if not self._one.acquire(timeout=PATIENCE):
            raise LawbotError(self._refused)
        try:
            if self._closed:
                raise LawbotError(self._refused)
            with transaction(self._place, seconds=seconds) as connection:
                yield connection
        except RefusedError as error:
            _log.error("The settings of a server could not be saved: %s", error)
            raise LawbotError(self._refused) from error
        finally:
            self._one.release()

    def close(self) -> None:
        """From now on nothing is written."""
        self._closed = True


def _make_own(path: Path) -> None:
    """Sees to it that the file is there, seen by its owner alone. Raises OSError."""
    path.touch(mode=0o600)
    path.chmod(0o600)


def _set_aside(path: Path) -> Path:
    """Gives the file, and the journals beside it, another name, which is returned."""
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    for end in ("-journal", "-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(f"{aside}{end}")
    return aside


def _row(guild: int, settings: GuildSettings) -> tuple[Any, ...]:
    return (
        guild,
        *{**asdict(settings), "channels": " ".join(map(str, settings.channels))}.values(),
    )


def _settings(row: Sequence[Any]) -> tuple[int, GuildSettings]:
    """The server, and what it has chosen. SQLite tells truth by numbers."""
    guild, language, edition, public, inline, everybody, channels, notes, *daily = row
    shown = (
        bool(public),
        bool(inline),
        bool(everybody),
        tuple(map(int, channels.split())),
        bool(notes),
    )
    return guild, GuildSettings(language, edition, *shown, *daily)


def _note_rows(guild: int, known: Mapping[str, str]) -> list[tuple[Any, ...]]:
    return [(guild, place, text, number) for number, (place, text) in enumerate(known.items())]


def _day(connection: Connection, guild: int) -> Daily | None:
    return next((Daily(*day) for _guild, *day in connection.read("daily", guild)), None)
