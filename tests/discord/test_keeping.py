"""Backing up and restoring the settings of servers: every released schema, a bot that is running, and files that are none."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from lawbot.faces.discord.keeping import KeepingError, backup, restore, servers
from lawbot.faces.discord.settings_store import GuildSettings, SettingsStore, migrations

CHOSEN = GuildSettings(language="vi", public=True)
RELEASES = [each.name for each in migrations._migrations]


def written(path: Path, *guilds: int) -> Path:
    """A settings file in which these servers chose Vietnamese in public."""
    store = SettingsStore.open(path)
    for guild in guilds:
        store.keep(guild, CHOSEN)
    store.close()
    return path


def read(path: Path) -> dict[int, GuildSettings]:
    store = SettingsStore.open(path)
    found = {guild: store.of(guild) for guild in store.guilds}
    store.close()
    return found


def of_release(path: Path, last: int) -> Path:
    """A settings file as the release with that many migrations wrote it, made by their own SQL."""
    with closing(sqlite3.connect(path)) as connection:
        db = Database(connection)
        migrations.apply(db, stop_before=RELEASES[last:])
        with connection:
            connection.execute("INSERT INTO guilds (guild, language, public) VALUES (7, 'vi', 1)")
    return path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "state" / "settings.db"


def test_what_was_backed_up_comes_back(place: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert backup(written(place, 1, 2), copy) == 2
    place.unlink()
    assert restore(copy, place) == 2
    assert read(place) == {1: CHOSEN, 2: CHOSEN}
    assert [stat.S_IMODE(file.stat().st_mode) for file in (copy, place)] == [0o600, 0o600]


def test_a_state_folder_of_any_name_will_do(tmp_path: Path) -> None:
    place = tmp_path / "état ?mode=rw#100%25" / "settings.db"
    assert backup(written(place, 1), tmp_path / "copy #1?.db") == 1
    assert restore(tmp_path / "copy #1?.db", place) == 1


def test_the_notes_of_a_club_come_back_too(place: Path, tmp_path: Path) -> None:
    store = SettingsStore.open(written(place, 1))
    store.keep_notes(1, {"27": "Tea first."})
    store.close()
    backup(place, tmp_path / "copy.db")
    place.unlink()
    restore(tmp_path / "copy.db", place)
    store = SettingsStore.open(place)
    assert dict(store.notes_of(1)) == {"27": "Tea first."}
    store.close()


@pytest.mark.parametrize("last", range(1, len(RELEASES) + 1), ids=RELEASES)
def test_a_backup_of_every_release_comes_forward(place: Path, tmp_path: Path, last: int) -> None:
    old = of_release(tmp_path / "old.db", last)
    assert restore(old, place) == 1
    assert read(place) == {7: CHOSEN}


def test_the_backup_is_untouched_by_the_restore(place: Path, tmp_path: Path) -> None:
    old = of_release(tmp_path / "old.db", 1)
    before = old.read_bytes()
    restore(old, place)
    assert old.read_bytes() == before


def test_a_running_bot_is_backed_up_whole_and_keeps_its_file(place: Path, tmp_path: Path) -> None:
    running = SettingsStore.open(place)
    running.keep(1, CHOSEN)
    backup(place, tmp_path / "one.db")
    running.keep(2, CHOSEN)
    restore(tmp_path / "one.db", place, over=True)
    running.keep(3, CHOSEN)  # into the file that is there, not into one that was replaced under it
    running.close()
    assert read(place).keys() == {1, 3}


def test_other_settings_are_replaced_only_when_it_is_said_and_are_kept_beside(place: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(written(place, 1), copy)
    written(place, 2)
    with pytest.raises(KeepingError, match="2 servers, the backup 1"):
        restore(copy, place)
    assert read(place).keys() == {1, 2}
    restore(copy, place, over=True)
    assert read(place).keys() == {1}
    assert read(place.with_suffix(".db.before")).keys() == {1, 2}


def test_the_same_settings_are_restored_without_a_question(place: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(written(place, 1), copy)
    assert restore(copy, place) == 1
    assert not place.with_suffix(".db.before").exists()


def damaged(path: Path) -> None:
    written(path, *range(2000))
    data = bytearray(path.read_bytes())
    data[5000:9000] = bytes(4000)
    path.write_bytes(data)


def another(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE tea (kind)")


def newer(path: Path) -> None:
    written(path, 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"INSERT INTO {migrations.migrations_table} (migration_set, name) VALUES (?, 'of_next_year')", [migrations.name])


@pytest.mark.parametrize(
    "make",
    [damaged, another, newer, lambda path: path.write_text("tea"), lambda path: path.write_bytes(b""), lambda _path: None, Path.mkdir],
)
def test_what_is_no_backup_is_refused_and_nothing_is_changed(place: Path, tmp_path: Path, make: Iterator[None]) -> None:
    written(place, 1)
    make(tmp_path / "bad.db")  # type: ignore[operator]
    with pytest.raises(KeepingError):
        restore(tmp_path / "bad.db", place, over=True)
    assert read(place).keys() == {1}


def test_a_failed_backup_leaves_the_one_before(place: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(written(place, 1), copy)
    damaged(place)
    with pytest.raises(KeepingError):
        backup(place, copy)
    assert servers(copy) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "state"]


def test_without_settings_there_is_nothing_to_back_up(place: Path, tmp_path: Path) -> None:
    with pytest.raises(KeepingError, match="nothing to back up"):
        backup(place, tmp_path / "copy.db")
