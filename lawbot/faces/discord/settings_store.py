"""What servers have chosen, in a small file of its own; the one place besides the lawbook where SQL may stand."""

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, cast

from sqlite_utils import Database
from sqlite_utils.db import Table
from sqlite_utils.migrations import Migrations

from lawbot.errors import N_, LawbotError

_PATIENCE = 1.5
"""Seconds to wait for another program that holds the file: an answer must still be in time."""
_log = logging.getLogger(__name__)

migrations = Migrations("lawbot.faces.discord")


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The choices of one server; None means: as the operator has set it."""

    language: str | None = None
    edition: str | None = None
    public: bool = False
    director_role: int | None = None
    inline: bool = False
    everybody: bool = False
    """Whether everybody reads the server's language, whatever their own."""
    channels: tuple[int, ...] = ()
    """Where answers are public; empty: everywhere, if they are."""
    notes: bool = True
    """Whether the club's own notes are shown."""


DEFAULT = GuildSettings()
_NO_NOTES: Mapping[str, str] = MappingProxyType({})


@migrations()
def first_version(db: Database) -> None:
    """The table of servers."""
    columns = {"guild": int, "language": str, "edition": str, "public": int, "director_role": int}
    cast(Table, db["guilds"]).create(columns, pk="guild", not_null={"public"}, defaults={"public": 0})


@migrations()
def inline_citations(db: Database) -> None:
    """Citations in double brackets, off until a server turns them on."""
    cast(Table, db["guilds"]).add_column("inline", int, not_null_default=0)


@migrations()
def a_club_of_its_own(db: Database) -> None:
    """The server's language for everybody, the channels of public answers (ids between blanks), and the club's notes."""
    guilds = cast(Table, db["guilds"])
    guilds.add_column("everybody", int, not_null_default=0)
    guilds.add_column("channels", str, not_null_default="")
    guilds.add_column("notes", int, not_null_default=1)
    cast(Table, db["notes"]).create({"guild": int, "place": str, "text": str}, pk=("guild", "place"), not_null={"text"})


class SettingsStore:
    """The settings and notes of all servers, read into memory once and written through.

    What writes may wait for the disk, so the event loop leaves it to a thread; what reads never waits.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._one = threading.Lock()
        migrations.apply(db)
        self._table = cast(Table, db["guilds"])
        self._known = {row["guild"]: _settings(row) for row in self._table.rows}
        self._notes = cast(Table, db["notes"])
        self._known_notes: dict[int, dict[str, str]] = {}
        for row in self._notes.rows:
            self._known_notes.setdefault(row["guild"], {})[row["place"]] = row["text"]

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens or makes the file; one that is no settings file (any more) is set aside. Raises LawbotError when it cannot be opened or written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return cls(_connected(path))
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError as error:
                _log.error(
                    "The settings of servers cannot be read (%s). They are set aside as %s; the bot goes on without.",
                    error,
                    _set_aside(path),
                )
                return cls(_connected(path))
        except (OSError, sqlite3.Error) as error:
            raise LawbotError(N_("The settings of servers at {path} cannot be opened: {reason}."), path=path, reason=error) from error

    @classmethod
    def in_memory(cls) -> Self:
        """A store that forgets, for tests."""
        return cls(Database(memory=True))

    def of(self, guild: int | None) -> GuildSettings:
        """The settings of a server; the defaults for one that has chosen nothing, and outside of servers."""
        return self._known.get(guild, DEFAULT) if guild is not None else DEFAULT

    def keep(self, guild: int, settings: GuildSettings) -> None:
        """Writes the settings of a server. Raises LawbotError when the disk refuses."""
        row = {"guild": guild, **asdict(settings), "channels": " ".join(map(str, settings.channels))}
        with self._writing():
            self._table.insert(row, pk="guild", replace=True)
        self._known[guild] = settings

    def notes_of(self, guild: int | None) -> Mapping[str, str]:
        """The notes of a server: what they are about (a citation, or chart:ID) and their text, in the order in which they were written."""
        return self._known_notes.get(guild, _NO_NOTES) if guild is not None else _NO_NOTES

    def keep_notes(self, guild: int, notes: Mapping[str, str]) -> None:
        """Writes these notes of a server over those of the same places; an empty text removes one. Raises LawbotError when the disk refuses."""
        with self._writing():
            for place, text in notes.items():
                if text:
                    self._notes.insert({"guild": guild, "place": place, "text": text}, pk=("guild", "place"), replace=True)
                else:
                    self._notes.delete_where("guild = ? and place = ?", [guild, place])
        after = {place: text for place, text in {**self.notes_of(guild), **notes}.items() if text}
        self._known_notes[guild] = after

    def forget(self, guild: int) -> None:
        """Removes all that is kept of a server. Raises LawbotError when the disk refuses."""
        with self._writing():
            self._table.delete_where("guild = ?", [guild])
            self._notes.delete_where("guild = ?", [guild])
        self._known.pop(guild, None)
        self._known_notes.pop(guild, None)

    @property
    def guilds(self) -> tuple[int, ...]:
        """The servers of which something is kept."""
        return tuple({**self._known, **self._known_notes})

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with self._one, self._db.conn:
                yield
        except sqlite3.Error as error:
            raise LawbotError(N_("The settings could not be saved: the disk refuses.")) from error

    def close(self) -> None:
        """Closes the file."""
        self._db.close()


def _connected(path: Path) -> Database:
    """The file, seen by its owner alone. Raises OSError or sqlite3.Error, sqlite3.DatabaseError itself when it is damaged."""
    path.touch(mode=0o600)
    path.chmod(0o600)
    connection = sqlite3.connect(path, timeout=_PATIENCE, check_same_thread=False)
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError("it is damaged")
    except sqlite3.Error:
        connection.close()
        raise
    return Database(connection)


def _set_aside(path: Path) -> Path:
    """Gives the file, and the journals beside it, another name, which is returned."""
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    for end in ("-journal", "-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(f"{aside}{end}")
    return aside


def _settings(row: dict[str, Any]) -> GuildSettings:
    role = row["director_role"]
    return GuildSettings(
        row["language"],
        row["edition"],
        bool(row["public"]),
        int(role) if role else None,
        bool(row["inline"]),
        bool(row["everybody"]),
        tuple(map(int, row["channels"].split())),
        bool(row["notes"]),
    )
