"""What servers have chosen: read into memory once and written through to a file of SQLite or to a database of PostgreSQL."""

import hashlib
import logging
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, update
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from lawbot.answers.club_notes import check_number
from lawbot.config import Database
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.settings_database import (
    LONGEST,
    PATIENCE,
    NewerError,
    answered_within,
    bring_forward,
    daily,
    daily_votes,
    engine_of,
    guilds,
    notes,
    reason,
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

    ``day`` is that of the question that somebody has taken on, at ``since`` (seconds), ``posted`` that of the one that is open, with its ``key`` in the
    quiz and where it stands. A key that is empty: none is open.
    """

    day: int
    since: int
    posted: int
    key: str = ""
    channel: int = 0
    message: int = 0


DEFAULT = GuildSettings()
TAKEN = 120
"""Seconds after which a question that was taken on and not posted is anybody's again: whoever took it has gone down."""


class SettingsStore:
    """The settings and notes of all servers.

    What writes may wait for the disk or the network, so the event loop leaves it to a thread; what reads never waits.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._refused = _DATABASE_REFUSES if engine.dialect.name == "postgresql" else _DISK_REFUSES
        self._closed = False
        self._one = threading.Lock()
        self._known: dict[int, GuildSettings] = {}
        self._known_notes: dict[int, dict[str, str]] = {}
        self.daily: dict[int, Daily] = {}
        """The questions of the day as this process last saw them; only reading is for others."""
        with engine.begin() as connection, answered_within(LONGEST, connection):
            bring_forward(connection)
            for row in connection.execute(select(guilds)):
                self._known[row.guild] = _settings(row._asdict())
            for guild, place, text in connection.execute(select(notes.c.guild, notes.c.place, notes.c.text).order_by(notes.c.written)):
                self._known_notes.setdefault(guild, {})[place] = text
            for guild, *rest in connection.execute(select(daily)):
                self.daily[guild] = Daily(*rest)

    @classmethod
    def open(cls, place: Path | Database) -> Self:
        """Opens or makes the file, or the tables in the database, and brings older ones to this version.

        A file that is damaged is set aside for an empty one. Raises LawbotError when they cannot be opened or written.
        """
        try:
            if isinstance(place, Database):
                return cls(engine_of(place))
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                return cls(_whole(place))
            except (DatabaseError, sqlite3.DatabaseError) as error:
                if isinstance(getattr(error, "orig", error), sqlite3.OperationalError):
                    raise
                lost = "The settings of servers cannot be read (%s). They are set aside as %s; the bot goes on without."
                _log.error(lost, reason(error), _set_aside(place))
                return cls(_whole(place))
        except (OSError, ImportError, sqlite3.Error, SQLAlchemyError, NewerError) as error:
            why = reason(error)
            raise LawbotError(N_("The settings of servers at {path} cannot be opened: {reason}."), path=place, reason=why) from error

    @classmethod
    def in_memory(cls) -> Self:
        """A store that forgets, for tests."""
        return cls(engine_of(None))

    def of(self, guild: int | None) -> GuildSettings:
        """The settings of a server; the defaults for one that has chosen nothing, and outside of servers."""
        return self._known.get(guild or 0, DEFAULT)

    def keep(self, guild: int, settings: GuildSettings) -> None:
        """Writes the settings of a server. Raises LawbotError when they could not be written."""
        self.change(guild, lambda _before: settings)

    def change(self, guild: int, by: Callable[[GuildSettings], GuildSettings]) -> tuple[GuildSettings, GuildSettings]:
        """Changes the settings of a server from what they are when it is this change's turn. Returns them before and after.

        Raises LawbotError as ``keep`` does, and what ``by`` raises.
        """
        with self._writing() as connection:
            before = self.of(guild)
            after = by(before)
            connection.execute(delete(guilds).where(guilds.c.guild == guild))
            connection.execute(insert(guilds), _row(guild, after))
            connection.commit()
            self._known[guild] = after
            return before, after

    def notes_of(self, guild: int | None) -> Mapping[str, str]:
        """The notes of a server: what they are about (a citation, or chart:ID) and their text, in the order in which they were written."""
        return self._known_notes.get(guild or 0, {})

    def keep_notes(self, guild: int, written: Mapping[str, str]) -> None:
        """Writes these notes of a server over those of the same places; an empty text removes one.

        Raises LawbotError as ``keep`` does, and where the notes become more than a club may have.
        """
        with self._writing() as connection:
            here = notes.c.guild == guild
            rows = connection.execute(select(notes).where(here).order_by(notes.c.written).with_for_update())
            before = {row.place: row.text for row in rows}
            after = {place: text for place, text in {**before, **written}.items() if text}
            check_number(len(before), len(after))
            connection.execute(delete(notes).where(here))
            if after:
                connection.execute(insert(notes), _note_rows(guild, after))
            connection.commit()
            self._known_notes[guild] = after

    def take_day(self, guild: int, day: int, now: int) -> Daily | None:
        """Takes the question of a day on, for this process alone. Returns the one before, to be opened; None where it is another's, or is posted.

        The first time nothing is taken: questions are counted from then. Raises LawbotError as ``keep`` does.
        """
        with self._writing() as connection:
            here = daily.c.guild == guild
            row = connection.execute(select(daily).where(here).with_for_update()).one_or_none()
            before = Daily(*row[1:]) if row else Daily(day, now, day)
            free = before.day < day or (before.posted < before.day == day and before.since <= now - TAKEN)
            taken = replace(before, day=day, since=now) if free else before
            if free or row is None:
                put = update(daily).where(here) if row else insert(daily).values(guild=guild)
                connection.execute(put.values(**asdict(taken)))
            connection.commit()
            self.daily[guild] = taken
            return taken if free else None

    def post_day(self, guild: int, posted: Daily) -> None:
        """Writes down the question that is open now; what was answered to the one before is forgotten. Raises LawbotError as ``keep`` does."""
        with self._writing() as connection:
            connection.execute(update(daily).where(daily.c.guild == guild).values(**asdict(posted)))
            connection.execute(delete(daily_votes).where(daily_votes.c.guild == guild))
            connection.commit()
            self.daily[guild] = posted

    def vote(self, guild: int, key: str, user: int, choice: int, most: int) -> int:
        """Takes somebody's answer to the question of the day, in the place of an earlier one. Returns how many have answered: 0 where it
        is not open, more than ``most`` where so many have already that this answer was not taken.

        What is kept of a person is a digest that no other day's has in common. Raises LawbotError as ``keep`` does.
        """
        here = daily_votes.c.guild == guild
        with self._writing() as connection:
            row = connection.execute(select(daily).where(daily.c.guild == guild)).one_or_none()
            if row is None or row.key != key or row.day != row.posted:
                return 0
            voter = hashlib.blake2b(f"{user}/{row.message}".encode(), digest_size=8).hexdigest()
            if not connection.execute(update(daily_votes).where(here & (daily_votes.c.voter == voter)).values(choice=choice)).rowcount:
                connection.execute(insert(daily_votes).values(guild=guild, voter=voter, choice=choice))
            answers = connection.scalar(select(func.count()).select_from(daily_votes).where(here)) or 0
            if answers <= most:
                connection.commit()
            return answers

    def votes(self, guild: int) -> Counter[int]:
        """How many have chosen what of the question of the day. Raises LawbotError as ``keep`` does."""
        with self._writing() as connection:
            return Counter(connection.scalars(select(daily_votes.c.choice).where(daily_votes.c.guild == guild)))

    def forget(self, guild: int, *, only_daily: bool = False) -> None:
        """Removes all that is kept of a server, or its question of the day alone. Raises LawbotError as ``keep`` does."""
        known: dict[Table, dict[int, Any]] = {daily: self.daily, daily_votes: {}}
        known |= {} if only_daily else {guilds: self._known, notes: self._known_notes}
        with self._writing() as connection:
            for table in known:
                connection.execute(delete(table).where(table.c.guild == guild))
            connection.commit()
            for kept in known.values():
                kept.pop(guild, None)

    @property
    def guilds(self) -> tuple[int, ...]:
        """The servers of which something is kept."""
        return tuple({**self._known, **self._known_notes})

    def holds_what(self, other: Self) -> bool:
        """Whether both hold the same."""
        return (self._known, self._known_notes) == (other._known, other._known_notes)

    def take_over(self, other: Self) -> None:
        """Writes all that the other store holds in the place of what this one does. Raises LawbotError as ``keep`` does."""
        rows = {
            guilds: [_row(guild, settings) for guild, settings in other._known.items()],
            notes: [row for guild, known in other._known_notes.items() for row in _note_rows(guild, known)],
        }
        with self._writing(LONGEST) as connection:
            for table, new in rows.items():
                connection.execute(delete(table))
                if new:
                    connection.execute(insert(table), new)
            connection.commit()
            self._known, self._known_notes = dict(other._known), {guild: dict(known) for guild, known in other._known_notes.items()}

    @contextmanager
    def _writing(self, seconds: float = PATIENCE + 0.5) -> Iterator[Connection]:
        """A transaction, one at a time, which is nothing unless it is committed."""
        try:
            if not self._one.acquire(timeout=PATIENCE):
                raise LawbotError(self._refused)
            try:
                if self._closed:
                    raise LawbotError(self._refused)
                with self._engine.connect() as connection, answered_within(seconds, connection):
                    yield connection
            finally:
                self._one.release()
        except SQLAlchemyError as error:
            _log.error("The settings of a server could not be saved: %s", reason(error))
            raise LawbotError(self._refused) from error

    def close(self) -> None:
        """From now on nothing is written."""
        self._closed = True


def _whole(path: Path) -> Engine:
    """What connects to the file, seen by its owner alone. Raises OSError or sqlite3.Error, sqlite3.DatabaseError itself when it is damaged."""
    path.touch(mode=0o600)
    path.chmod(0o600)
    with closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError("it is damaged")
    return engine_of(path)


def _set_aside(path: Path) -> Path:
    """Gives the file, and the journals beside it, another name, which is returned."""
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    for end in ("-journal", "-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(f"{aside}{end}")
    return aside


def _row(guild: int, settings: GuildSettings) -> dict[str, Any]:
    return {"guild": guild, **asdict(settings), "channels": " ".join(map(str, settings.channels))}


def _note_rows(guild: int, known: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"guild": guild, "place": place, "text": text, "written": number} for number, (place, text) in enumerate(known.items())]


def _settings(row: dict[str, Any]) -> GuildSettings:
    known = {name: value for name, value in row.items() if name != "guild"}
    return GuildSettings(**{**known, "channels": tuple(map(int, row["channels"].split()))})
