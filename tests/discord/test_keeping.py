"""Backing up and restoring the settings of servers: every released schema, a bot that is running,
and files that are none."""

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from lawbot.config import Database
from lawbot.errors import LawbotError
from lawbot.faces.discord.settings.backup import backup, restore, servers
from lawbot.faces.discord.settings.revisions import REVISIONS
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from tests.support.disk import full_disk

Place = Path | Database
CHOSEN = GuildSettings(language="vi", public=True)
RELEASED = Path(__file__).parent / "settings_files" / "0003.sql"
"""SQL of the file that the released version wrote."""
_CLUB = GuildSettings(
    "vi", "plain-2017", True, True, True, (1100000000000000001, 1100000000000000002), False
)
HELD = {
    7: replace(_CLUB, daily_channel=1100000000000000003, daily_hour=20, daily_zone="Asia/Bangkok")
}
"""Settings read from it."""
LATER = "ALTER TABLE guilds ADD COLUMN tea TEXT;"
"""SQL of a revision that is still to come."""
NOTES = {7: {"64A": "Cà phê", "27": "Tea first."}, 8: {"chart:revoke": "Trà trước, ชาก่อน"}}


def write_settings(place: Place, *guilds: int) -> Place:
    """Settings in which these servers chose Vietnamese in public."""
    with closing(SettingsStore.open(place)) as store:
        for guild in guilds:
            store.keep(guild, CHOSEN)
    return place


def read_settings(place: Place) -> dict[int, GuildSettings]:
    with closing(SettingsStore.open(place)) as store:
        return {guild: store.of(guild) for guild in store.guilds}


def of_release(path: Path) -> Path:
    """Return a settings file as the release wrote it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(RELEASED.read_text(encoding="utf-8"))
    return path


@pytest.fixture
def set_aside(tmp_path: Path) -> Path:
    """Path that a restore moves the replaced settings to."""
    return tmp_path / "settings.db.before"


def test_a_restore_gives_back_the_backed_up_settings(
    place: Place, tmp_path: Path, set_aside: Path
) -> None:
    copy = tmp_path / "copy.db"
    assert backup(write_settings(place, 1, 2), copy) == 2
    with closing(SettingsStore.open(place)) as store:
        store.forget(1)
    assert restore(copy, place, set_aside, over=True) == 2
    assert read_settings(place) == {1: CHOSEN, 2: CHOSEN}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_state_folder_of_any_name_will_do(tmp_path: Path, set_aside: Path) -> None:
    place = tmp_path / "état ?mode=rw#100%25" / "settings.db"
    assert backup(write_settings(place, 1), tmp_path / "copy #1?.db") == 1
    assert restore(tmp_path / "copy #1?.db", place, set_aside) == 1


def test_a_file_moves_to_a_database_and_back(
    tmp_path: Path, database: Database, set_aside: Path
) -> None:
    file = tmp_path / "settings.db"
    with closing(SettingsStore.open(file)) as store:
        for guild, settings in HELD.items():
            store.keep(guild, settings)
        for guild, notes in NOTES.items():
            store.keep_notes(guild, notes)
    backup(file, tmp_path / "there.db")
    assert restore(tmp_path / "there.db", database, set_aside) == 2
    backup(database, tmp_path / "back.db")
    file.unlink()
    assert restore(tmp_path / "back.db", file, set_aside) == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with closing(SettingsStore.open(file)) as store:
        assert {guild: list(store.notes_of(guild).items()) for guild in NOTES} == {
            guild: list(notes.items()) for guild, notes in NOTES.items()
        }
        assert {guild: store.of(guild) for guild in HELD} == HELD
    assert not set_aside.exists()


def test_settings_of_the_released_version_are_read(tmp_path: Path) -> None:
    with closing(SettingsStore.open(of_release(tmp_path / "settings.db"))) as store:
        assert store.of(7) == HELD[7]
        store.keep_notes(7, {"20F": "new"})
        notes = {guild: list(store.notes_of(guild).items()) for guild in (7, 8)}
    assert notes == {7: [*NOTES[7].items(), ("20F", "new")], 8: list(NOTES[8].items())}


def test_a_backup_of_a_release_is_restored_and_untouched(
    place: Place, tmp_path: Path, set_aside: Path
) -> None:
    old = of_release(tmp_path / "old.db")
    before = old.read_bytes()
    assert restore(old, place, set_aside) == len(read_settings(place))
    assert read_settings(place)[7] == HELD[7]
    assert old.read_bytes() == before


def columns_of(file: Path) -> list[object]:
    """Return the version of a settings file, the columns of its tables, and the tables."""
    with closing(sqlite3.connect(file)) as connection:
        versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        shapes = [
            sorted(
                connection.execute(
                    f"SELECT name, [notnull] OR pk, pk FROM pragma_table_info('{name}')"
                ).fetchall()
            )
            for (name,) in sorted(names)
        ]
    return [versions, sorted(names), shapes]


def test_an_older_file_comes_forward_to_the_tables_of_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = of_release(tmp_path / "old.db")
    write_settings(tmp_path / "new.db", 7)
    SettingsStore.open(old).close()
    assert columns_of(old) == columns_of(tmp_path / "new.db")
    monkeypatch.setitem(REVISIONS, "9999", LATER)
    SettingsStore.open(old).close()
    write_settings(tmp_path / "newer.db", 7)
    assert columns_of(old) == columns_of(tmp_path / "newer.db")
    assert read_settings(old)[7] == HELD[7]


def test_a_running_bot_is_backed_up_whole_and_goes_on_with_what_is_there(
    place: Place, tmp_path: Path, set_aside: Path
) -> None:
    running = SettingsStore.open(place)
    running.keep(1, CHOSEN)
    backup(place, tmp_path / "one.db")
    running.keep(2, CHOSEN)
    restore(tmp_path / "one.db", place, set_aside, over=True)
    running.keep(3, CHOSEN)  # into the file that is there, not into one that was replaced under it
    running.close()
    assert read_settings(place).keys() == {1, 3}


def test_other_settings_are_replaced_only_when_told_and_are_set_aside(
    place: Place, tmp_path: Path, set_aside: Path
) -> None:
    copy = tmp_path / "copy.db"
    backup(write_settings(place, 1), copy)
    write_settings(place, 2)
    with pytest.raises(LawbotError, match="2 servers, the backup 1"):
        restore(copy, place, set_aside)
    assert read_settings(place).keys() == {1, 2}
    restore(copy, place, set_aside, over=True)
    assert read_settings(place).keys() == {1}
    assert read_settings(set_aside).keys() == {1, 2}
    assert stat.S_IMODE(set_aside.stat().st_mode) == 0o600


def test_the_same_settings_are_restored_without_a_question(
    place: Place, tmp_path: Path, set_aside: Path
) -> None:
    copy = tmp_path / "copy.db"
    backup(write_settings(place, 1), copy)
    assert restore(copy, place, set_aside) == 1
    assert not set_aside.exists()


def test_a_damaged_file_is_set_aside_by_the_restore(tmp_path: Path, set_aside: Path) -> None:
    place, copy = tmp_path / "settings.db", tmp_path / "copy.db"
    backup(write_settings(place, 1), copy)
    damaged(place)
    broken = place.read_bytes()
    assert restore(copy, place, set_aside) == 1
    assert read_settings(place) == {1: CHOSEN}
    assert [file.read_bytes() for file in tmp_path.glob("settings.db.damaged-*")] == [broken]


def damaged(path: Path) -> None:
    write_settings(path, *range(300))
    data = bytearray(path.read_bytes())
    data[5000:9000] = bytes(4000)
    path.write_bytes(data)


def another(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE tea (kind)")


def another_s(tables: str) -> Callable[[Path], None]:
    """Return another program's file, with tables of our names in it."""

    def make(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(tables)

    return make


ANOTHER_S = [
    "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO notes VALUES (1, 'tea')",
    "CREATE TABLE guilds (guild INTEGER PRIMARY KEY, tea TEXT); CREATE TABLE notes (guild INTEGER, place TEXT, text TEXT)",
    *(
        f"CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('{version}');"
        "CREATE TABLE guilds (guild INTEGER PRIMARY KEY, director_role TEXT); CREATE TABLE notes (guild INTEGER, place TEXT, text TEXT)"
        for version in ("0001", "0002", "0003", "1a2b")
    ),
]


def newer(path: Path) -> None:
    write_settings(path, 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'of_next_year'")


@pytest.mark.parametrize(
    "make",
    [
        damaged,
        another,
        *map(another_s, ANOTHER_S),
        newer,
        lambda path: path.write_text("tea"),
        lambda path: path.write_bytes(b""),
        lambda _path: None,
        Path.mkdir,
    ],
)
def test_a_file_that_is_no_backup_is_refused_and_nothing_is_changed(
    place: Place, tmp_path: Path, make: Callable[[Path], object], set_aside: Path
) -> None:
    write_settings(place, 1)
    make(tmp_path / "bad.db")
    with pytest.raises(LawbotError):
        restore(tmp_path / "bad.db", place, set_aside, over=True)
    assert read_settings(place).keys() == {1}


@pytest.mark.parametrize("tables", ANOTHER_S)
def test_another_program_s_file_is_not_taken_for_our_own_nor_changed(
    tmp_path: Path, tables: str
) -> None:
    place = tmp_path / "settings.db"
    another_s(tables)(place)
    before = place.read_bytes()
    for refused in (SettingsStore.open, servers, partial(backup, copy=tmp_path / "copy.db")):
        with pytest.raises(LawbotError):
            refused(place)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [before]


def test_a_failed_backup_leaves_the_one_before(tmp_path: Path) -> None:
    place, copy = tmp_path / "state" / "settings.db", tmp_path / "copy.db"
    backup(write_settings(place, 1), copy)
    damaged(place)
    with pytest.raises(LawbotError):
        backup(place, copy)
    assert servers(copy) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "state"]


def test_without_settings_there_is_nothing_to_back_up(place: Place, tmp_path: Path) -> None:
    assert servers(place) is None
    with pytest.raises(LawbotError, match="nothing to back up"):
        backup(place, tmp_path / "copy.db")


def test_an_empty_file_as_a_full_disk_leaves_it_holds_no_settings_yet(tmp_path: Path) -> None:
    place = tmp_path / "settings.db"
    with full_disk(), pytest.raises(LawbotError):
        SettingsStore.open(place)
    assert place.stat().st_size == 0
    assert servers(place) is None
    assert servers(write_settings(place, 1)) == 1


def test_leftovers_of_a_killed_backup_are_removed_by_the_next_and_nothing_else_is(
    tmp_path: Path,
) -> None:
    copy, leftover, young, unrelated = (
        tmp_path / name
        for name in ("copy.db", ".copy.db.k3_x9abc", ".copy.db.k3_x9abd", ".copy.db.kept")
    )
    for file in (leftover, young, unrelated):
        file.touch()
    for file in (leftover, unrelated):
        os.utime(file, (0, 0))
    backup(write_settings(tmp_path / "settings.db", 1), copy)
    assert [file.exists() for file in (copy, leftover, young, unrelated)] == [
        True,
        False,
        True,
        True,
    ]


@pytest.mark.slow
def test_a_file_that_another_program_holds_is_not_waited_for_without_end(tmp_path: Path) -> None:
    place = tmp_path / "settings.db"
    write_settings(place, 1)
    with closing(sqlite3.connect(place, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LawbotError, match="locked"):
            backup(place, tmp_path / "copy.db")


def test_a_constraint_of_the_file_is_no_damage_and_empties_nothing(
    tmp_path: Path, set_aside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(REVISIONS, "9999", LATER)
    place, refusing = of_release(tmp_path / "settings.db"), of_release(tmp_path / "copy.db")
    with closing(sqlite3.connect(refusing)) as connection:
        connection.executescript(
            "CREATE TRIGGER no BEFORE INSERT ON alembic_version BEGIN SELECT RAISE(ABORT, 'no tea'); END"
        )
    before = refusing.read_bytes()
    with pytest.raises(LawbotError, match="cannot be opened: no tea"):
        SettingsStore.open(refusing)
    with pytest.raises(LawbotError, match="no tea"):
        restore(refusing, place, set_aside, over=True)
    assert refusing.read_bytes() == before
    assert read_settings(place)[7] == HELD[7]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "settings.db"]
