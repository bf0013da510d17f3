"""What servers have chosen, in a small file of its own; the one place besides the lawbook where SQL may stand."""

import sqlite3
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self, cast

from sqlite_utils import Database
from sqlite_utils.db import Table
from sqlite_utils.migrations import Migrations

from lawbot.errors import N_, LawbotError

migrations = Migrations("lawbot.faces.discord")


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The choices of one server; None means: as the operator has set it."""

    language: str | None = None
    edition: str | None = None
    public: bool = False
    director_role: int | None = None
    inline: bool = False


DEFAULT = GuildSettings()


@migrations()
def first_version(db: Database) -> None:
    """The table of servers."""
    columns = {"guild": int, "language": str, "edition": str, "public": int, "director_role": int}
    cast(Table, db["guilds"]).create(columns, pk="guild", not_null={"public"}, defaults={"public": 0})


@migrations()
def inline_citations(db: Database) -> None:
    """Citations in double brackets, off until a server turns them on."""
    cast(Table, db["guilds"]).add_column("inline", int, not_null_default=0)


class SettingsStore:
    """The settings of all servers, read into memory once and written through."""

    def __init__(self, db: Database) -> None:
        self._db = db
        migrations.apply(db)
        self._table = cast(Table, db["guilds"])
        self._known = {row["guild"]: _settings(row) for row in self._table.rows}

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens or makes the file. Raises LawbotError when it cannot be read or written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return cls(Database(sqlite3.connect(path, check_same_thread=False)))
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
        try:
            with self._db.conn:
                self._table.insert({"guild": guild, **asdict(settings)}, pk="guild", replace=True)
        except sqlite3.Error as error:
            raise LawbotError(N_("The settings could not be saved: the disk refuses.")) from error
        self._known[guild] = settings

    def forget(self, guild: int) -> None:
        """Removes all that is kept of a server."""
        with self._db.conn:
            self._table.delete_where("guild = ?", [guild])
        self._known.pop(guild, None)

    @property
    def guilds(self) -> tuple[int, ...]:
        """The servers that have chosen something."""
        return tuple(self._known)

    def close(self) -> None:
        """Closes the file."""
        self._db.close()


def _settings(row: dict[str, Any]) -> GuildSettings:
    role = row["director_role"]
    return GuildSettings(row["language"], row["edition"], bool(row["public"]), int(role) if role else None, bool(row["inline"]))
