"""The settings and notes of servers copied away into a file and brought back, also while a bot has
them open."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from lawbot.config import Database
from lawbot.errors import LawbotError
from lawbot.faces.discord.settings_database import RefusedError, in_one_line, transaction
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.whole_file import replacing


def backup(place: Path | Database, copy: Path) -> int:
    """Copies the settings to the file ``copy``, for its owner alone to read. Returns how many
    servers it holds.

    A copy of that name is replaced once the new one is whole. Raises LawbotError when there are no
    settings, or either cannot be used.
    """
    if servers(place) is None:
        raise LawbotError(f"There is nothing to back up: no server has settings yet at {place}.")
    with _failing(place, copy), replacing(copy) as new:
        new.touch(mode=0o600)
        if isinstance(place, Path):
            with transaction(place, looking=True) as there, closing(sqlite3.connect(new)) as here:
                there.copy_to(here)
        else:
            with (
                closing(SettingsStore.open(place)) as kept,
                closing(SettingsStore.open(new)) as written,
            ):
                written.take_over(kept)
        return servers(new) or 0


def restore(copy: Path, place: Path | Database, beside: Path, *, over: bool = False) -> int:
    """Puts a backup, of this version or any before it, in the place of the settings. Returns how
    many servers it holds.

    Settings that are there and hold anything else are replaced only with ``over``, and kept as
    ``beside``. They are written in place, so that a bot that has them open goes on with them; a
    damaged file is set aside. Raises LawbotError.
    """
    if not copy.is_file():
        raise LawbotError(f"There is no file {copy}.")
    brought = _brought_forward(copy)
    with closing(SettingsStore.open(place)) as there:
        if there.guilds and not there.holds_same(brought):
            if not over:
                raise LawbotError(
                    f"{place} is there and holds something else: {len(there.guilds)} servers, the backup {len(brought.guilds)}. Nothing was changed. "
                    f"To put the backup in its place (what is there is kept beside as {beside.name}): --over"
                )
            backup(place, beside)
        there.take_over(brought)
        return len(brought.guilds)


def servers(place: Path | Database) -> int | None:
    """Of how many servers something is kept; None where there is no file, or nothing in it yet.
    Changes nothing.

    Raises LawbotError when it is damaged, no settings file, of a newer version, or cannot be
    reached.
    """
    if isinstance(place, Path):
        there = place.is_file() and place.stat().st_size  # a full disk leaves an empty one
        return len(_brought_forward(place).guilds) if there else None
    with _failing(place), transaction(place, looking=True) as connection:
        return None if connection.version() is None else len(connection.guilds())


def _brought_forward(file: Path) -> SettingsStore:
    """What a file of this version or any before it holds; the file itself stays as it is. Raises
    LawbotError where it is none of ours."""
    copy = sqlite3.connect(":memory:")
    with _failing(file):
        with transaction(file, looking=True) as connection:
            if not connection.is_whole("integrity_check"):
                raise LawbotError(f"{file} is damaged.")
            if connection.version() is None:
                raise LawbotError(f"{file} is no file of settings.")
            connection.copy_to(copy)
        return SettingsStore(copy)


@contextmanager
def _failing(*places: Path | Database) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, RefusedError) as error:
        raise LawbotError(
            f"{' or '.join(map(str, places))} cannot be used ({in_one_line(error)})."
        ) from error
