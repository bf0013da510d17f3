"""Where the settings of servers stand: a file of SQLite or a database of PostgreSQL, spoken to in
the SQL that both understand."""

import os
import socket
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from lawbot.config import Database
from lawbot.faces.discord.settings_revisions import FIRST, REVISIONS, TABLES

PATIENCE = 1.5
"""Seconds to wait for another program that holds what is to be written: an answer must still be in
time."""
LONGEST = 30
"""Seconds for what is done at the start, another process' turn included; and after which one that
hangs has lost its turn."""
_SCHEMA = "lawbot"
"""Of PostgreSQL: the database may be another program's too, with tables of the same names."""
_ONE_AT_A_TIME = 0x1A3B07
"""The advisory lock of PostgreSQL for whoever writes; any number that is ours."""
_COLUMNS = {
    "guilds": "guild, language, edition, public, inline, everybody, channels, notes, daily_channel, daily_hour, daily_zone",
    "notes": "guild, place, text, written",
    "daily": "guild, day, since, posted, key, channel, message",
    "daily_votes": "guild, voter, choice",
    "alembic_version": "version_num",
}
Place = Path | Database | sqlite3.Connection
"""A file that is there, a database, or nothing but memory."""


class RefusedError(Exception):
    """The database does not do what it is asked: why, in one line and its own words, without
    details that may hold what was to be written."""


class DamagedError(RefusedError):
    """The file is no sound file of SQLite."""


class Connection:
    """A transaction, which is nothing unless it is committed."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self.commit = driver.commit
        self._on_server = not isinstance(driver, sqlite3.Connection)

    def read(self, table: str, guild: int | None = None) -> list[Any]:
        """The rows of a server, or of all; notes in their order."""
        whose, *values = _where(guild)
        order = "ORDER BY written" if table == "notes" else ""
        return list(
            self._execute(f"SELECT {_COLUMNS[table]} FROM {table} {whose} {order}", *values)
        )

    def replace(
        self, table: str, rows: Sequence[Sequence[object]], guild: int | None = None
    ) -> None:
        """Writes rows in the place of those of a server, or of all."""
        whose, *values = _where(guild)
        self._execute(f"DELETE FROM {table} {whose}", *values)
        marks = ", ".join("?" for _ in _COLUMNS[table].split(","))
        self._driver.cursor().executemany(
            self._written(f"INSERT INTO {table} ({_COLUMNS[table]}) VALUES ({marks})"), rows
        )

    def vote(self, guild: int, voter: str, choice: int) -> int:
        """Writes an answer in the place of an earlier one of the same voter. Returns how many there
        are."""
        place = "ON CONFLICT (guild, voter) DO UPDATE SET choice = excluded.choice"
        self._execute(
            f"INSERT INTO daily_votes (guild, voter, choice) VALUES (?, ?, ?) {place}",
            guild,
            voter,
            choice,
        )
        return int(
            self._execute("SELECT count(*) FROM daily_votes WHERE guild = ?", guild).fetchone()[0]
        )

    def guilds(self) -> set[int]:
        """The servers of which something is kept, in tables of any version that a database has had."""
        return {
            guild
            for (guild,) in self._execute("SELECT guild FROM guilds UNION SELECT guild FROM notes")
        }

    def version(self) -> str | None:
        """The version of the tables; None where there are none of ours. Raises RefusedError for one
        that this version of the bot does not know."""
        listed = (
            f"tablename FROM pg_tables WHERE schemaname = '{_SCHEMA}'"
            if self._on_server
            else "name FROM sqlite_master"
        )
        tables = {name for (name,) in self._execute(f"SELECT {listed}")}
        kept = {
            "alembic_version": "SELECT version_num FROM alembic_version",
            "_sqlite_migrations": "SELECT name FROM _sqlite_migrations WHERE migration_set = 'lawbot.faces.discord' ORDER BY id DESC",
        }
        found = next(
            (
                row[0]
                for table, sql in kept.items()
                if table in tables
                for row in self._execute(sql)
            ),
            None,
        )
        if found is not None and found not in REVISIONS:
            raise RefusedError(
                f"they were written by a newer version of the bot ({found}): update first"
            )
        return found

    def bring_forward(self) -> None:
        """Makes the tables, or brings older ones to this version. Raises RefusedError."""
        found, known = self.version(), list(REVISIONS)
        if (
            found is None
            and self._on_server
            and self._execute("SELECT to_regnamespace(?)", _SCHEMA).fetchone() == (None,)
        ):
            self._execute(f"CREATE SCHEMA {_SCHEMA}")
        sql = ("" if found else TABLES) + "".join(
            REVISIONS[name] for name in known[known.index(found or FIRST) + 1 :]
        )
        drops = self._on_server or sqlite3.sqlite_version_info >= (3, 35)
        for statement in sql.split(";")[:-1]:
            # else the column stays, and nobody reads it
            if drops or "DROP COLUMN" not in statement:
                self._execute(statement)
        if found != known[-1]:
            self.replace("alembic_version", [known[-1:]])
        # another program's tables of our names fail here, before anything is committed
        for table, columns in _COLUMNS.items():
            self._execute(f"SELECT {columns} FROM {table} WHERE 1 = 0")

    def is_whole(self, how: str = "quick_check") -> bool:
        """Whether a file is as SQLite wrote it; a server sees to that itself."""
        return self._on_server or self._execute(f"PRAGMA {how}(1)").fetchone() == ("ok",)

    def copy_to(self, other: sqlite3.Connection) -> None:
        """Copies a file page by page, as it is at one moment; without answers of people."""
        # now nobody can lock us out, which ``backup`` would wait for without end
        self._execute("SELECT count(*) FROM sqlite_master")
        self._driver.backup(other)
        with suppress(sqlite3.OperationalError):  # of a version that had no question of the day
            other.executescript("PRAGMA secure_delete = ON; DELETE FROM daily_votes")

    def _execute(self, sql: str, *values: object) -> Any:
        """The cursor of what was found or done. Values stand as ``?`` in the SQL."""
        return self._driver.execute(self._written(sql), values)

    def _written(self, sql: str) -> str:
        return sql.replace("?", "%s") if self._on_server else sql


def _where(guild: int | None) -> tuple[Any, ...]:
    return ("",) if guild is None else ("WHERE guild = ?", guild)


def transaction(
    place: Place, *, looking: bool = False, seconds: float = PATIENCE
) -> AbstractContextManager[Connection]:
    """A transaction of its own: to write, one at a time; to look, at what is there at one moment.
    Raises RefusedError.

    There are few, and each has its own connection, so that none is found broken. A server has so
    many seconds for each thing it is asked.
    """
    return (
        _on_server(place, looking, seconds)
        if isinstance(place, Database)
        else _in_file(place, looking)
    )


@contextmanager
def _in_file(place: Path | sqlite3.Connection, looking: bool) -> Iterator[Connection]:
    try:
        with ExitStack() as end:
            if isinstance(place, Path):
                uri = f"{place.absolute().as_uri()}?mode={'ro' if looking else 'rw'}"
                driver = end.enter_context(
                    closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE))
                )
            else:
                driver = place
                end.callback(driver.rollback)
            driver.isolation_level = None  # Python begins and ends nothing by itself
            driver.execute("BEGIN" if looking else "BEGIN IMMEDIATE")
            yield Connection(driver)
    except sqlite3.Error as error:
        damaged = getattr(error, "sqlite_errorcode", 0) & 0xFF in (
            sqlite3.SQLITE_CORRUPT,
            sqlite3.SQLITE_NOTADB,
        )
        raise (DamagedError if damaged else RefusedError)(in_one_line(error)) from error


@contextmanager
def _on_server(place: Database, looking: bool, seconds: float) -> Iterator[Connection]:
    try:
        import psycopg  # 10 MB that a file does not need
        from psycopg.conninfo import make_conninfo
    except ImportError as error:
        raise RefusedError("psycopg is not installed (pip install 'lawbot[postgres]')") from error
    who: dict[str, Any] = {
        "host": place.host,
        "port": place.port,
        "dbname": place.name,
        "user": place.user,
        "password": place.password,
    }
    try:
        # the least that libpq knows
        where = make_conninfo(**{**who, **dict(place.options), "connect_timeout": 2})
        with (
            closing(psycopg.connect(where)) as driver,
            _answered_within(seconds + 0.5, driver.fileno()),
        ):
            if looking:
                driver.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            driver.execute(
                f"SET LOCAL search_path TO {_SCHEMA}; SET LOCAL statement_timeout TO {seconds * 1000:.0f}"
            )
            driver.execute(f"SET LOCAL idle_in_transaction_session_timeout TO '{LONGEST}s'")
            if not looking:
                driver.execute(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})")
            yield Connection(driver)
    except psycopg.Error as error:
        raise RefusedError(in_one_line(error.diag.message_primary or error)) from error


@contextmanager
def _answered_within(seconds: float, descriptor: int) -> Iterator[None]:
    """Hangs up on a server that has not done by then what it was asked: whatever waits for it
    fails.

    A server that is there and does nothing any more would else be waited for without end, its own
    timeouts being as dead as it is.
    """
    with socket.socket(fileno=os.dup(descriptor)) as line:
        hanging_up = threading.Timer(seconds, line.shutdown, [socket.SHUT_RDWR])
        hanging_up.daemon = True
        hanging_up.start()
        try:
            yield
        finally:
            hanging_up.cancel()


def in_one_line(error: object) -> str:
    """What it says, in one line."""
    return " ".join(str(error).split())
