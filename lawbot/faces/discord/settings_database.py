"""Where the settings of servers stand, SQLite or PostgreSQL; the one place besides the lawbook where SQL may stand."""

import os
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.pool import NullPool, StaticPool

from lawbot.config import Database

PATIENCE = 1.5
"""Seconds to wait for another program that holds what is to be written: an answer must still be in time."""
REVISIONS = ("0001", "0002", "0003")
"""What this version knows of ``revisions/versions``, the newest last: Alembic, which knows itself, is loaded only to bring something forward."""
_BEFORE_ALEMBIC = "_sqlite_migrations"
_SCHEMA = "lawbot"
"""Of PostgreSQL: the database may be another program's too, with tables of the same names."""
_ONE_AT_A_TIME = 0x1A3B07
"""The advisory lock of PostgreSQL for whoever makes or alters the tables; any number that is ours."""
LONGEST = 30
"""Seconds that this may take, another process' turn included, and to read everything at the start."""

_tables = sa.MetaData()
guilds = sa.Table(
    "guilds",
    _tables,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("language", sa.Text),
    sa.Column("edition", sa.Text),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("inline", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("everybody", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("channels", sa.Text, nullable=False, server_default=""),  # ids between blanks
    sa.Column("notes", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("daily_channel", sa.BigInteger),
    sa.Column("daily_hour", sa.Integer, nullable=False, server_default="18"),
    sa.Column("daily_zone", sa.Text, nullable=False, server_default="UTC"),
)
notes = sa.Table(
    "notes",
    _tables,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("place", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("written", sa.BigInteger, nullable=False, server_default="0"),  # their order
)
daily = sa.Table(
    "daily",
    _tables,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Integer, nullable=False),  # of the question that somebody has taken on, counted as date.toordinal() does
    sa.Column("since", sa.BigInteger, nullable=False),  # when that was, in seconds
    sa.Column("posted", sa.Integer, nullable=False),  # the day of the question that is open
    sa.Column("key", sa.Text, nullable=False, server_default=""),
    sa.Column("channel", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("message", sa.BigInteger, nullable=False, server_default="0"),
)
daily_votes = sa.Table(
    "daily_votes",
    _tables,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("voter", sa.Text, primary_key=True),
    sa.Column("choice", sa.Integer, nullable=False),
)
_version = sa.Table("alembic_version", _tables, sa.Column("version_num", sa.String(32), primary_key=True))


class NewerError(Exception):
    """The settings were written by a newer version of the bot."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"they were written by a newer version of the bot ({revision}): update first")


def engine_of(place: Path | Database | None, *, only_reading: bool = False) -> sa.Engine:
    """What connects to a file that is there, to a database, or to nothing but memory. Each transaction is a connection of its own:
    there are few, and none is found broken. Raises ModuleNotFoundError where the driver of PostgreSQL is not installed.
    """
    if isinstance(place, Database):
        begin = f"SET LOCAL search_path TO {_SCHEMA}; SET LOCAL statement_timeout TO {PATIENCE * 1000:.0f}"
        server = sa.URL.create("postgresql+psycopg", place.user, place.password, place.host, place.port, place.name, dict(place.options))
        engine = sa.create_engine(
            server,
            connect_args={"connect_timeout": 2},  # the least that libpq knows
            poolclass=NullPool,
            use_native_hstore=False,
            hide_parameters=True,
        )
    else:
        begin = "BEGIN" if only_reading else "BEGIN IMMEDIATE"
        file = f"{place.absolute().as_uri()}?mode={'ro' if only_reading else 'rw'}" if place else "file::memory:"
        engine = sa.create_engine(
            "sqlite://",
            creator=partial(sqlite3.connect, file, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False),
            poolclass=NullPool if place else StaticPool,
            hide_parameters=True,
        )
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


@contextmanager
def answered_within(seconds: float, connection: sa.Connection) -> Iterator[None]:
    """Hangs up on a server that has not done by then what it was asked: whatever waits for it raises SQLAlchemyError.

    A server that is there and does nothing any more would else be waited for without end, its own timeouts being as dead as it is.
    """
    if connection.dialect.name != "postgresql":
        yield
        return
    driver: Any = connection.connection.dbapi_connection
    with socket.socket(fileno=os.dup(driver.fileno())) as line:
        hanging_up = threading.Timer(seconds, line.shutdown, [socket.SHUT_RDWR])
        hanging_up.daemon = True
        hanging_up.start()
        try:
            yield
        finally:
            hanging_up.cancel()


def revision(connection: sa.Connection) -> str | None:
    """The version of the tables; None where there are none, or those of a file from before Alembic.

    Raises NewerError for one that this version of the bot does not know.
    """
    if not sa.inspect(connection).has_table(_version.name):
        return None
    found = str(connection.scalar(sa.select(_version.c.version_num)))
    if found not in REVISIONS:
        raise NewerError(found)
    return found


def bring_forward(connection: sa.Connection) -> None:
    """Makes the tables, or brings older ones to this version, in the transaction of the connection. Raises NewerError, SQLAlchemyError."""
    server = connection.dialect.name == "postgresql"
    if server:
        connection.exec_driver_sql(f"SET LOCAL statement_timeout TO '{LONGEST}s'")
    if revision(connection) == REVISIONS[-1]:
        return
    if server:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})")
        if connection.exec_driver_sql(f"SELECT to_regnamespace('{_SCHEMA}')").scalar() is None:
            connection.exec_driver_sql(f"CREATE SCHEMA {_SCHEMA}")
    found = revision(connection)  # another process may have been first
    if found == REVISIONS[-1]:
        return
    if found is None and not sa.inspect(connection).has_table(_BEFORE_ALEMBIC):
        _tables.create_all(connection, checkfirst=False)
        connection.execute(sa.insert(_version).values(version_num=REVISIONS[-1]))
        return
    from alembic import command  # 11 MB that hardly any start needs
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "lawbot.faces.discord:revisions")
    command.upgrade(config, "head")


def reason(error: BaseException) -> str:
    """Why something failed, in one line and in the words of the database; without its details, which may hold what was to be written."""
    if isinstance(error, ModuleNotFoundError):
        return f"{error.name} is not installed (pip install 'lawbot[postgres]')"
    said = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    return " ".join(str(getattr(getattr(said, "diag", None), "message_primary", None) or said).split())
