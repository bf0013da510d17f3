"""The database of servers' settings: a file of SQLite, or PostgreSQL, in SQL common to both."""

import os
import socket
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from lawbot.config import Database
from lawbot.faces.discord.settings.revisions import REVISIONS

# an answer must still be in time
PATIENCE = 1.5
"""Seconds to wait for another program that holds a lock."""
LONGEST = 30
"""Seconds for a transaction at the start, the wait for another process included; and after which a
process that hangs loses its lock."""
_SCHEMA = "lawbot"
"""Schema in PostgreSQL: another program may have tables of the same names in the database."""
_WRITE_LOCK = 0x1A3B07
"""Advisory lock of PostgreSQL for writers; any number that is ours."""
_COLUMNS = {
    "guilds": "guild, language, edition, public, inline, everybody, channels, notes,"
    " daily_channel, daily_hour, daily_zone, ear, directors, verdicts",
    "notes": "guild, place, text, written",
    "daily": "guild, day, since, posted, key, channel, message",
    "daily_votes": "guild, voter, choice",
    "unheard": "member",
    "verdicts": "opened, language, hit, number",
    "alembic_version": "version_num",
}
SettingsLocation = Path | Database | sqlite3.Connection
"""A file that exists, a database, or a database in memory."""


class RefusedError(Exception):
    """The database does not do what it is asked: why, in one line and its own words, without
    details that may hold what was to be written."""


class DamagedError(RefusedError):
    """The file is no sound file of SQLite."""


class Connection:
    """A transaction, which is rolled back unless it is committed."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self.commit = driver.commit
        self._on_server = not isinstance(driver, sqlite3.Connection)

    def read(self, table: str, guild: int | None = None) -> list[Any]:
        """Return the rows of a server, or of all; notes in their order."""
        condition, *values = _condition(guild)
        order = "ORDER BY written" if table == "notes" else ""
        sql = f"SELECT {_COLUMNS[table]} FROM {table} {condition} {order}"
        return list(self._execute(sql, *values))

    def replace(
        self, table: str, rows: Sequence[Sequence[object]], guild: int | None = None
    ) -> None:
        """Replace the rows of a server, or of all."""
        condition, *values = _condition(guild)
        self._execute(f"DELETE FROM {table} {condition}", *values)
        marks = ", ".join("?" for _ in _COLUMNS[table].split(","))
        sql = f"INSERT INTO {table} ({_COLUMNS[table]}) VALUES ({marks})"
        self._driver.cursor().executemany(self._translate(sql), rows)

    def vote(self, guild: int, voter: str, choice: int) -> int:
        """Save an answer over an earlier one of the same voter, and return how many there are."""
        overwrite = "ON CONFLICT (guild, voter) DO UPDATE SET choice = excluded.choice"
        insert = f"INSERT INTO daily_votes (guild, voter, choice) VALUES (?, ?, ?) {overwrite}"
        self._execute(insert, guild, voter, choice)
        votes = self._execute("SELECT count(*) FROM daily_votes WHERE guild = ?", guild)
        return int(votes.fetchone()[0])

    def count_verdict(self, opened: str, language: str, *, hit: bool) -> None:
        """Add one verdict to those on the same first screen."""
        add = "ON CONFLICT (opened, language, hit) DO UPDATE SET number = verdicts.number + 1"
        insert = f"INSERT INTO verdicts ({_COLUMNS['verdicts']}) VALUES (?, ?, ?, 1) {add}"
        self._execute(insert, opened, language, hit)

    def guilds(self) -> set[int]:
        """Return the servers with settings or notes, from tables of any version in a database."""
        rows = self._execute("SELECT guild FROM guilds UNION SELECT guild FROM notes")
        return {guild for (guild,) in rows}

    def version(self) -> str | None:
        """Return the version of the tables; None if there are none of ours.

        Raises RefusedError for one that this version of the bot does not know.
        """
        names = "SELECT name FROM sqlite_master"
        if self._on_server:
            names = f"SELECT tablename FROM pg_tables WHERE schemaname = '{_SCHEMA}'"
        if ("alembic_version",) not in self._execute(names).fetchall():
            return None
        row = self._execute("SELECT version_num FROM alembic_version").fetchone()
        version: str | None = row[0] if row else None
        if version not in (None, *REVISIONS):
            raise RefusedError(
                f"they were written by another version of the bot ({version}): update first;"
                " settings from before 0.4 are brought forward by 0.4.1"
            )
        return version

    def bring_forward(self) -> None:
        """Make the tables, or bring older ones to this version. Raises RefusedError."""
        version, revisions = self.version(), list(REVISIONS)
        if version is None and self._on_server:
            schema = self._execute("SELECT to_regnamespace(?)", _SCHEMA)
            if schema.fetchone() == (None,):
                self._execute(f"CREATE SCHEMA {_SCHEMA}")
        pending = revisions[revisions.index(version) + 1 :] if version else revisions
        sql = "".join(REVISIONS[name] for name in pending)
        for statement in sql.split(";")[:-1]:
            self._execute(statement)
        if pending:
            self.replace("alembic_version", [revisions[-1:]])
        # another program's tables of our names fail here, before anything is committed
        for table, columns in _COLUMNS.items():
            self._execute(f"SELECT {columns} FROM {table} WHERE 1 = 0")

    def is_whole(self, check: str = "quick_check") -> bool:
        """Return whether a file of SQLite is undamaged; a server checks its own files."""
        return self._on_server or self._execute(f"PRAGMA {check}(1)").fetchone() == ("ok",)

    def copy_to(self, copy: sqlite3.Connection) -> None:
        """Copy a file page by page, as it is at one moment, without answers of people."""
        # after a read nobody can lock us out, for which ``backup`` would wait without end
        self._execute("SELECT count(*) FROM sqlite_master")
        self._driver.backup(copy)
        copy.executescript("PRAGMA secure_delete = ON; DELETE FROM daily_votes")

    def _execute(self, sql: str, *values: object) -> Any:
        """Run a statement, with values as ``?`` in the SQL, and return its cursor."""
        return self._driver.execute(self._translate(sql), values)

    def _translate(self, sql: str) -> str:
        """Return the SQL with the placeholders of the driver."""
        return sql.replace("?", "%s") if self._on_server else sql


def _condition(guild: int | None) -> tuple[Any, ...]:
    return ("",) if guild is None else ("WHERE guild = ?", guild)


def transaction(
    place: SettingsLocation, *, read_only: bool = False, seconds: float = PATIENCE
) -> AbstractContextManager[Connection]:
    """Return a transaction: one writer at a time, or a snapshot to read.

    They are few, and each has its own connection, so that none has broken meanwhile. A server has
    so many seconds for each statement. Raises RefusedError.
    """
    if isinstance(place, Database):
        return _on_server(place, read_only, seconds)
    return _in_file(place, read_only)


@contextmanager
def _in_file(place: Path | sqlite3.Connection, read_only: bool) -> Iterator[Connection]:
    try:
        with ExitStack() as stack:
            if isinstance(place, Path):
                uri = f"{place.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
                driver = sqlite3.connect(uri, uri=True, timeout=PATIENCE)
                stack.enter_context(closing(driver))
            else:
                driver = place
                stack.callback(driver.rollback)
            # None: Python begins no transactions by itself
            driver.isolation_level = None
            driver.execute("BEGIN" if read_only else "BEGIN IMMEDIATE")
            yield Connection(driver)
    except sqlite3.Error as error:
        # the lower byte is the code itself, the others tell more about it
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        is_damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        raise (DamagedError if is_damaged else RefusedError)(in_one_line(error)) from error


@contextmanager
def _on_server(place: Database, read_only: bool, seconds: float) -> Iterator[Connection]:
    try:
        # loaded here, for a file does not need its 10 MB
        import psycopg
        from psycopg.conninfo import make_conninfo
    except ImportError as error:
        raise RefusedError("psycopg is not installed (pip install 'lawbot[postgres]')") from error
    parameters: dict[str, Any] = {
        "host": place.host,
        "port": place.port,
        "dbname": place.name,
        "user": place.user,
        "password": place.password,
    }
    try:
        # two seconds are the shortest timeout of libpq
        conninfo = make_conninfo(**{**parameters, **dict(place.options), "connect_timeout": 2})
        with (
            closing(psycopg.connect(conninfo)) as driver,
            _hang_up_after(seconds + 0.5, driver.fileno()),
        ):
            if read_only:
                driver.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            driver.execute(
                f"SET LOCAL search_path TO {_SCHEMA};"
                f" SET LOCAL statement_timeout TO {seconds * 1000:.0f}"
            )
            driver.execute(f"SET LOCAL idle_in_transaction_session_timeout TO '{LONGEST}s'")
            if not read_only:
                driver.execute(f"SELECT pg_advisory_xact_lock({_WRITE_LOCK})")
            yield Connection(driver)
    except psycopg.Error as error:
        raise RefusedError(in_one_line(error.diag.message_primary or error)) from error


@contextmanager
def _hang_up_after(seconds: float, descriptor: int) -> Iterator[None]:
    """Close the connection to a server that has not finished in time, so that waiting fails.

    A server that accepts connections and does nothing more would else be waited for without end,
    its own timeouts being as dead as it is.
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
    """Return the text of an error in one line."""
    return " ".join(str(error).split())
