"""The settings of servers: read into memory once, and written through to SQLite or PostgreSQL."""

import hashlib
import logging
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, astuple, fields, replace
from pathlib import Path
from typing import Any, Self

from lawbot.cards.club_notes import check_number
from lawbot.config import Database
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.settings.database import (
    LONGEST,
    PATIENCE,
    Connection,
    DamagedError,
    RefusedError,
    SettingsLocation,
    in_one_line,
    transaction,
)
from lawbot.frozen import frozen

Notes = Mapping[str, str]
"""The texts of notes by their places."""
Row = tuple[Any, ...]
_DISK_REFUSES = N_("The settings could not be saved to disk.")
_DATABASE_REFUSES = N_("The settings could not be saved: their database does not answer.")
_log = logging.getLogger(__name__)


@frozen
class GuildSettings:
    """The choices of one server; None means: as the operator has set it."""

    language: str | None = None
    edition: str | None = None
    public: bool = False
    inline: bool = False
    everybody: bool = False
    """True if everybody reads the server's language, whatever their own."""
    channels: tuple[int, ...] = ()
    """Channels where answers are public; empty: everywhere, if they are."""
    notes: bool = True
    """True if the club's own notes are shown."""
    daily_channel: int | None = None
    """Channel of the question of the day; None: none is posted."""
    daily_hour: int = 18
    daily_zone: str = "UTC"
    ear: bool = True
    """True if the operator's language model may hear what is typed here."""
    directors: int | None = None
    """Channel or forum where questions to the directors are posted; None: there is none."""
    verdicts: bool = False
    """True if people may say whether a first screen was right."""


@frozen
class Daily:
    """The question of the day of one server. Days are counted as ``date.toordinal`` does.

    ``day`` is the day that a process has claimed last, at ``since`` (seconds). ``posted`` is the
    day of the open question, with its ``key`` in the quiz, its channel and message. The key is
    empty if none is open.
    """

    day: int
    since: int
    posted: int
    key: str = ""
    channel: int = 0
    message: int = 0


DEFAULT = GuildSettings()
_SWITCHES = [field.name for field in fields(GuildSettings) if isinstance(field.default, bool)]
CLAIM_SECONDS = 120
"""Seconds after which a claimed question that was not posted is free again: its process has gone
down."""


class SettingsStore:
    """The settings and notes of all servers.

    A method that writes may wait for the disk or the network, so the event loop leaves it to a
    thread; one that reads never waits. Every change starts from the rows in the database, which
    another process may have written. A method that writes raises LawbotError if it fails.
    """

    def __init__(self, place: SettingsLocation) -> None:
        """Bring the tables to this version, and read them. Raises RefusedError."""
        self._place = place
        self._refusal = _DATABASE_REFUSES if isinstance(place, Database) else _DISK_REFUSES
        self._closed = False
        self._write_lock = threading.Lock()
        with transaction(place, seconds=LONGEST) as connection:
            if not connection.is_whole():
                raise DamagedError("it is damaged")
            connection.bring_forward()
            connection.commit()
        with transaction(place, read_only=True, seconds=LONGEST) as connection:
            self._settings = dict(map(_parse_row, connection.read("guilds")))
            self._notes: dict[int, dict[str, str]] = {}
            self.daily = {guild: Daily(*columns) for guild, *columns in connection.read("daily")}
            """The questions of the day as this process last saw them; callers only read them."""
            self._unheard = {member for (member,) in connection.read("unheard")}
            """Codes of the members whose words no language model may hear."""
            for guild, place_name, text, _number in connection.read("notes"):
                self._notes.setdefault(guild, {})[place_name] = text

    @classmethod
    def open(cls, place: Path | Database) -> Self:
        """Open or make the file, or the tables in the database.

        Older ones are brought to this version. A damaged file is renamed, and an empty one made.
        Raises LawbotError if they cannot be opened or written.
        """
        try:
            if isinstance(place, Path):
                place.parent.mkdir(parents=True, exist_ok=True)
                _make_private(place)
                try:
                    return cls(place)
                except DamagedError as damage:
                    lost = "The settings of servers cannot be read (%s). They are set aside as %s; the bot goes on without."
                    _log.error(lost, damage, _set_aside(place))
                    _make_private(place)
            return cls(place)
        except (OSError, RefusedError) as error:
            raise LawbotError(
                N_("The settings of servers at {path} cannot be opened: {reason}."),
                path=place,
                reason=in_one_line(error),
            ) from error

    @classmethod
    def in_memory(cls) -> Self:
        """Return a store in memory, for tests."""
        return cls(sqlite3.connect(":memory:", check_same_thread=False))

    def of(self, guild: int | None) -> GuildSettings:
        """Return the settings of a server, or the defaults outside of servers (None)."""
        return self._settings.get(guild or 0, DEFAULT)

    def keep(self, guild: int, settings: GuildSettings) -> None:
        """Save the settings of a server."""
        self.change(guild, lambda _before: settings)

    def change(
        self, guild: int, by: Callable[[GuildSettings], GuildSettings]
    ) -> tuple[GuildSettings, GuildSettings]:
        """Change the settings of a server by a function, and return them before and after.

        Raises what ``by`` raises, too.
        """
        with self._writing() as connection:
            # another process may have changed it since this one read it
            stored = dict(map(_parse_row, connection.read("guilds", guild)))
            before = stored.get(guild, DEFAULT)
            after = by(before)
            connection.replace("guilds", [_row(guild, after)], guild)
            connection.commit()
            self._settings[guild] = after
            return before, after

    def may_hear(self, user: int) -> bool:
        """Return whether a language model may hear what somebody types."""
        return _member_code(user) not in self._unheard

    def let_hear(self, user: int, *, allowed: bool) -> None:
        """Save whether a language model may hear what somebody types."""
        with self._writing() as connection:
            unheard = {member for (member,) in connection.read("unheard")}
            unheard.discard(_member_code(user))
            if not allowed:
                unheard.add(_member_code(user))
            connection.replace("unheard", [(member,) for member in unheard])
            connection.commit()
            self._unheard = unheard

    def notes_of(self, guild: int | None) -> Notes:
        """Return the texts of a server's notes by place: a citation, or chart:ID.

        They are in the order in which they were written.
        """
        return self._notes.get(guild or 0, {})

    def keep_notes(self, guild: int, notes: Notes) -> None:
        """Save notes of a server over those of the same places; an empty text removes one.

        Raises LawbotError for more than a club may have, too.
        """
        with self._writing() as connection:
            before = {
                place: text for _guild, place, text, _number in connection.read("notes", guild)
            }
            after = {place: text for place, text in {**before, **notes}.items() if text}
            check_number(len(before), len(after))
            connection.replace("notes", _note_rows(guild, after), guild)
            connection.commit()
            self._notes[guild] = after

    def take_day(self, guild: int, day: int, now: int) -> Daily | None:
        """Claim the question of a day for this process.

        Returns the question before it, to be closed; None if another process has the claim, or the
        question is posted. The first time nothing is claimed: questions are counted from then.
        """
        with self._writing() as connection:
            before = _day(connection, guild) or Daily(day, now, day)
            is_unposted = before.posted < before.day == day
            has_expired = before.since <= now - CLAIM_SECONDS
            is_free = before.day < day or (is_unposted and has_expired)
            claim = replace(before, day=day, since=now) if is_free else before
            connection.replace("daily", [(guild, *astuple(claim))], guild)
            connection.commit()
            self.daily[guild] = claim
            return claim if is_free else None

    def post_day(self, guild: int, posted: Daily) -> None:
        """Save the question that is open now, and forget the answers to the one before."""
        with self._writing() as connection:
            # without a row the server has removed the bot meanwhile
            if _day(connection, guild):
                connection.replace("daily", [(guild, *astuple(posted))], guild)
            connection.replace("daily_votes", [], guild)
            connection.commit()
            self.daily[guild] = posted

    def vote(self, guild: int, key: str, user: int, choice: int, most: int) -> int:
        """Save somebody's answer to the question of the day over an earlier one.

        Returns how many have answered: 0 if the question is not open, more than ``most`` if so many
        have already that this answer was not saved. A person is stored as a digest, which differs
        from day to day.
        """
        with self._writing() as connection:
            question = _day(connection, guild)
            if question is None or question.key != key or question.day != question.posted:
                return 0
            identity = f"{user}/{question.message}".encode()
            # nobody can be followed from one question to the next
            voter = hashlib.blake2b(identity, digest_size=8).hexdigest()
            answers = connection.vote(guild, voter, choice)
            # without a commit the vote beyond the limit is rolled back
            if answers <= most:
                connection.commit()
            return answers

    def votes(self, guild: int) -> Counter[int]:
        """Return the number of votes for each choice of the question of the day.

        Raises LawbotError.
        """
        with self._writing() as connection:
            return Counter(
                choice for _guild, _voter, choice in connection.read("daily_votes", guild)
            )

    def count_verdict(self, opened: str, language: str, *, hit: bool) -> None:
        """Count whether a first screen was right, by what it opened; nothing tells who said so."""
        with self._writing() as connection:
            connection.count_verdict(opened, language, hit=hit)
            connection.commit()

    def verdicts(self) -> Counter[tuple[str, str, bool]]:
        """Return the number of verdicts by what was opened, language, and whether it was right."""
        with self._writing() as connection:
            rows = connection.read("verdicts")
        return Counter(
            {(opened, language, bool(hit)): number for opened, language, hit, number in rows}
        )

    def forget(self, guild: int, *, only_daily: bool = False) -> None:
        """Remove all rows of a server, or those of its question of the day alone."""
        copies: dict[str, dict[int, Any]] = {"daily": self.daily, "daily_votes": {}}
        if not only_daily:
            copies |= {"guilds": self._settings, "notes": self._notes}
        with self._writing() as connection:
            for table in copies:
                connection.replace(table, [], guild)
            connection.commit()
            for copy in copies.values():
                copy.pop(guild, None)

    @property
    def guilds(self) -> tuple[int, ...]:
        """Return the servers that have settings or notes."""
        return tuple({**self._settings, **self._notes})

    def holds_same(self, store: Self) -> bool:
        """Return whether both stores have the same settings and notes."""
        return (self._settings, self._notes) == (store._settings, store._notes)

    def take_over(self, store: Self) -> None:
        """Replace all settings and notes by those of another store."""
        with self._writing(LONGEST) as connection:
            connection.replace(
                "guilds", [_row(guild, settings) for guild, settings in store._settings.items()]
            )
            note_rows: list[Row] = []
            for guild, notes in store._notes.items():
                note_rows += _note_rows(guild, notes)
            connection.replace("notes", note_rows)
            # who is in an older copy or here wants to be heard by nobody
            unheard = self._unheard | store._unheard
            connection.replace("unheard", [(member,) for member in unheard])
            connection.commit()
            self._unheard = unheard
            self._settings = dict(store._settings)
            self._notes = {guild: dict(notes) for guild, notes in store._notes.items()}

    @contextmanager
    def _writing(self, seconds: float = PATIENCE) -> Iterator[Connection]:
        """Yield a transaction, one at a time, which is rolled back unless it is committed."""
        if not self._write_lock.acquire(timeout=PATIENCE):
            raise LawbotError(self._refusal)
        try:
            if self._closed:
                raise LawbotError(self._refusal)
            with transaction(self._place, seconds=seconds) as connection:
                yield connection
        except RefusedError as error:
            _log.error("The settings of a server could not be saved: %s", error)
            raise LawbotError(self._refusal) from error
        finally:
            self._write_lock.release()

    def close(self) -> None:
        """Refuse to write from now on."""
        self._closed = True


def _make_private(path: Path) -> None:
    """Make the file if there is none, readable by its owner alone. Raises OSError."""
    path.touch(mode=0o600)
    path.chmod(0o600)


def _set_aside(path: Path) -> Path:
    """Rename the file and its journals, and return the new name."""
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    for suffix in ("-journal", "-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(f"{aside}{suffix}")
    return aside


def _row(guild: int, settings: GuildSettings) -> Row:
    columns = {**asdict(settings), "channels": " ".join(map(str, settings.channels))}
    return (guild, *columns.values())


def _parse_row(row: Sequence[Any]) -> tuple[int, GuildSettings]:
    """Return the server of a row, and its settings."""
    guild, *values = row
    chosen = dict(zip((field.name for field in fields(GuildSettings)), values, strict=True))
    # SQLite has no booleans: they come back as numbers
    for name in _SWITCHES:
        chosen[name] = bool(chosen[name])
    chosen["channels"] = tuple(map(int, chosen["channels"].split()))
    return guild, GuildSettings(**chosen)


def _member_code(user: int) -> int:
    """Return a code made from a member's id, of less than 63 bits."""
    digest = hashlib.blake2b(f"{user}/unheard".encode(), digest_size=7).digest()
    return int.from_bytes(digest, "big")


def _note_rows(guild: int, notes: Notes) -> list[Row]:
    return [(guild, place, text, number) for number, (place, text) in enumerate(notes.items())]


def _day(connection: Connection, guild: int) -> Daily | None:
    return next((Daily(*columns) for _guild, *columns in connection.read("daily", guild)), None)
