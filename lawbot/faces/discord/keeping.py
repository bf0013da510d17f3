"""The settings and notes of servers copied away into a file and brought back, also while a bot has them open."""

import glob
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import func, inspect, select, union
from sqlalchemy.exc import SQLAlchemyError

from lawbot.config import Database
from lawbot.errors import LawbotError
from lawbot.faces.discord.settings_database import NewerError, engine_of, guilds, notes, reason, revision
from lawbot.faces.discord.settings_store import SettingsStore

_WAIT = 10.0
"""Seconds to wait for somebody who is writing."""
_LEFT_FOR_DEAD = 900.0
"""Seconds after which a file half written is nobody's any more."""


def backup(place: Path | Database, copy: Path) -> int:
    """Copies the settings to the file ``copy``, for its owner alone to read. Returns how many servers it holds.

    A copy of that name is replaced once the new one is whole. Raises LawbotError when there are no settings, or either cannot be used.
    """
    if servers(place) is None:
        raise LawbotError(f"There is nothing to back up: no server has settings yet at {place}.")
    with _failing(place, copy), _whole(copy) as new:
        if isinstance(place, Path):
            _copy(place, new)
        else:
            with closing(SettingsStore.open(place)) as there, closing(SettingsStore.open(new)) as written:
                written.take_over(there)
        return servers(new) or 0


def restore(copy: Path, place: Path | Database, beside: Path, *, over: bool = False) -> int:
    """Puts a backup, of this version or any before it, in the place of the settings. Returns how many servers it holds.

    Settings that are there and hold anything else are replaced only with ``over``, and kept as ``beside``. They are written in place, so
    that a bot that has them open goes on with them; a damaged file is set aside. Raises LawbotError.
    """
    if not copy.is_file():
        raise LawbotError(f"There is no file {copy}.")
    with _failing(copy), tempfile.TemporaryDirectory() as folder:
        if servers(copy) is None:
            raise LawbotError(f"{copy} is no file of settings.")
        new = Path(folder) / "settings.db"
        _copy(copy, new)
        with closing(SettingsStore.open(new)) as brought, closing(SettingsStore.open(place)) as there:
            if there.guilds and not there.holds_what(brought):
                if not over:
                    raise LawbotError(
                        f"{place} is there and holds something else: {len(there.guilds)} servers, the backup {len(brought.guilds)}. Nothing was changed. "
                        f"To put the backup in its place (what is there is kept beside as {beside.name}): --over"
                    )
                backup(place, beside)
            there.take_over(brought)
            return len(brought.guilds)


def servers(place: Path | Database) -> int | None:
    """Of how many servers something is kept; None where there is no file, or nothing in it yet. Changes nothing.

    Raises LawbotError when it is damaged, no settings file, of a newer version, or cannot be reached.
    """
    if isinstance(place, Path) and not (place.is_file() and place.stat().st_size):  # a full disk leaves an empty one
        return None
    with _failing(place), engine_of(place, only_reading=True).begin() as connection:
        if isinstance(place, Path) and connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
            raise LawbotError(f"{place} is damaged.")
        revision(connection)
        there = inspect(connection)
        kept = [select(table.c.guild) for table in (guilds, notes) if there.has_table(table.name)]
        if not kept and isinstance(place, Path):
            raise LawbotError(f"{place} is no file of settings.")
        return connection.scalar(select(func.count()).select_from(union(*kept).subquery())) if kept else None


def _copy(source: Path, target: Path) -> None:
    """Copies page by page under SQLite's locks, as the file is at one moment; without answers of people."""
    from_it = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=_WAIT)
    with closing(from_it) as there, closing(sqlite3.connect(target, timeout=_WAIT)) as here:
        there.backup(here)
        with suppress(sqlite3.OperationalError):  # of a version that had no question of the day
            here.executescript("PRAGMA secure_delete = ON; DELETE FROM daily_votes")


@contextmanager
def _whole(file: Path) -> Iterator[Path]:
    """A place to write to (0600), which becomes the file when all went well, and is gone otherwise: what somebody killed left goes too."""
    for left in file.absolute().parent.glob(f".{glob.escape(file.name)}.????????"):
        if time.time() - left.stat().st_mtime > _LEFT_FOR_DEAD:
            left.unlink(missing_ok=True)
    handle, name = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.")
    os.close(handle)
    try:
        yield Path(name)
        Path(name).replace(file)
    finally:
        Path(name).unlink(missing_ok=True)


@contextmanager
def _failing(*places: Path | Database) -> Iterator[None]:
    try:
        yield
    except (OSError, ImportError, sqlite3.Error, SQLAlchemyError, NewerError) as error:
        raise LawbotError(f"{' or '.join(map(str, places))} cannot be used ({reason(error)}).") from error
