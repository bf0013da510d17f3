"""Backup and restore of the settings and notes of servers, also while a bot has them open."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from lawbot.config import Database
from lawbot.errors import LawbotError
from lawbot.faces.discord.settings.database import RefusedError, in_one_line, transaction
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.whole_file import replacing

Location = Path | Database


def backup(place: Location, copy: Path) -> int:
    """Copy the settings to the file ``copy``, and return its number of servers.

    Its owner alone may read it. A copy of that name is replaced once the new one is whole. Raises
    LawbotError if there are no settings, or either cannot be used.
    """
    if servers(place) is None:
        raise LawbotError(f"There is nothing to back up: no server has settings yet at {place}.")
    with _failing(place, copy), replacing(copy) as new:
        new.touch(mode=0o600)
        if isinstance(place, Path):
            with (
                transaction(place, read_only=True) as connection,
                closing(sqlite3.connect(new)) as target,
            ):
                connection.copy_to(target)
        else:
            with (
                closing(SettingsStore.open(place)) as source_store,
                closing(SettingsStore.open(new)) as target_store,
            ):
                target_store.take_over(source_store)
        return servers(new) or 0


def restore(copy: Path, place: Location, old_copy: Path, *, over: bool = False) -> int:
    """Replace the settings by a backup of this version or an older one; return how many servers.

    Different settings are replaced only with ``over``, and saved as ``old_copy``. They are written
    in place, so that a bot that has them open goes on with them; a damaged file is renamed. Raises
    LawbotError.
    """
    if not copy.is_file():
        raise LawbotError(f"There is no file {copy}.")
    restored = _load_any_version(copy)
    with closing(SettingsStore.open(place)) as current:
        if current.guilds and not current.holds_same(restored):
            if not over:
                raise LawbotError(
                    f"{place} is there and holds something else: {len(current.guilds)} servers,"
                    f" the backup {len(restored.guilds)}. Nothing was changed."
                    " To put the backup in its place (what is there is kept beside as"
                    f" {old_copy.name}): --over"
                )
            backup(place, old_copy)
        current.take_over(restored)
        return len(restored.guilds)


def servers(place: Location) -> int | None:
    """Return the number of servers with settings; None if there is no file, or it is empty.

    Changes nothing. Raises LawbotError if the file is damaged, no settings file, of a newer
    version, or cannot be reached.
    """
    if isinstance(place, Path):
        # a full disk leaves an empty file
        if not place.is_file() or not place.stat().st_size:
            return None
        return len(_load_any_version(place).guilds)
    with _failing(place), transaction(place, read_only=True) as connection:
        return None if connection.version() is None else len(connection.guilds())


def _load_any_version(file: Path) -> SettingsStore:
    """Return the settings in a file of this version or an older one, which stays as it is.

    Raises LawbotError if it is none of ours.
    """
    copy = sqlite3.connect(":memory:")
    with _failing(file):
        with transaction(file, read_only=True) as connection:
            if not connection.is_whole("integrity_check"):
                raise LawbotError(f"{file} is damaged.")
            if connection.version() is None:
                raise LawbotError(f"{file} is no file of settings.")
            connection.copy_to(copy)
        return SettingsStore(copy)


@contextmanager
def _failing(*places: Location) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, RefusedError) as error:
        raise LawbotError(
            f"{' or '.join(map(str, places))} cannot be used ({in_one_line(error)})."
        ) from error
