"""The file of the servers' settings and notes copied away and brought back, also while a bot has it open."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from lawbot.errors import LawbotError
from lawbot.faces.discord.settings_store import SettingsStore, migrations

_WAIT = 10.0
"""Seconds to wait for somebody who is writing."""


class KeepingError(LawbotError):
    """A file that cannot be backed up or restored; the message says why, and nothing was changed."""


def backup(settings: Path, copy: Path) -> int:
    """Copies the settings file to ``copy``, for its owner alone to read. Returns how many servers it holds.

    A copy of that name is replaced once the new one is whole. Raises KeepingError when there are no settings, or either cannot be used.
    """
    if not settings.is_file():
        raise KeepingError(f"There is nothing to back up: no server has settings yet ({settings} is not there).")
    with _failing(settings, copy), _whole(copy) as new:
        _copy(settings, new)
        return servers(new)


def restore(copy: Path, settings: Path, *, over: bool = False) -> int:
    """Puts a backup, of this version or any before it, in the place of the settings. Returns how many servers it holds.

    Settings that are there and hold anything else are replaced only with ``over``, and kept beside as ``settings.db.before``. They are
    written in place, under SQLite's locks, so that a bot that has them open keeps no file that is gone. Raises KeepingError.
    """
    if not copy.is_file():
        raise KeepingError(f"There is no file {copy}.")
    settings.parent.mkdir(parents=True, exist_ok=True)
    with _failing(copy, settings), tempfile.TemporaryDirectory(dir=settings.parent) as folder:
        new = Path(folder) / "settings.db"
        _copy(copy, new)
        found = servers(new)
        SettingsStore.open(new).close()  # brings an older one forward
        if settings.is_file() and (there := _held(settings)) != _held(new):
            if not over:
                raise KeepingError(
                    f"{settings} is there and holds something else: {len(there.get('guilds', []))} servers, the backup {found}. Nothing was changed. "
                    "To put the backup in its place (what is there is kept beside as settings.db.before): --over"
                )
            backup(settings, settings.with_suffix(".db.before"))
        _copy(new, settings)
        settings.chmod(0o600)
        return found


def servers(settings: Path) -> int:
    """How many servers a settings file holds. Raises KeepingError when it is damaged, no settings file, or of a newer version."""
    with _failing(settings), closing(_open(settings)) as connection:
        db = Database(connection)
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise KeepingError(f"{settings} is damaged.")
        if not db["guilds"].exists():
            raise KeepingError(f"{settings} is no file of settings.")
        known = {each.name for each in migrations._migrations}  # noqa: SLF001 - no other door tells what this version knows
        if newer := [each.name for each in migrations.applied(db) if each.name not in known]:
            raise KeepingError(f"{settings} was written by a newer version of the bot ({', '.join(newer)}): update first.")
        return db["guilds"].count


def _held(settings: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of every table, brought forward to this version; without the dates of the migrations."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "settings.db"
        _copy(settings, copy)
        SettingsStore.open(copy).close()
        with closing(_open(copy)) as connection:
            tables = Database(connection).tables
            return {table.name: sorted(table.rows, key=repr) for table in tables if table.name != migrations.migrations_table}


def _copy(source: Path, target: Path) -> None:
    """Copies page by page under SQLite's locks, as the file is at one moment."""
    with closing(_open(source)) as there, closing(sqlite3.connect(target, timeout=_WAIT)) as here:
        there.backup(here)


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_WAIT)


@contextmanager
def _whole(file: Path) -> Iterator[Path]:
    """A place to write to (0600), which becomes the file when all went well, and is gone otherwise."""
    handle, name = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.")
    os.close(handle)
    try:
        yield Path(name)
        Path(name).replace(file)
    finally:
        Path(name).unlink(missing_ok=True)


@contextmanager
def _failing(*files: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise KeepingError(f"{' or '.join(map(str, files))} cannot be used ({error}).") from error
