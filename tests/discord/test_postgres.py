"""The settings of servers in PostgreSQL, and what can go wrong with a server: it goes, comes back,
hangs, refuses, or is another program's too."""

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from lawbot.app import Answers
from lawbot.config import Database, Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.client import make_client, run
from lawbot.faces.discord.settings import database as settings_database
from lawbot.faces.discord.settings.backup import backup, servers
from lawbot.faces.discord.settings.revisions import REVISIONS
from lawbot.faces.discord.settings.store import DEFAULT, GuildSettings, SettingsStore
from tests.support.discord_sim import simulated
from tests.support.patience import PATIENCE
from tests.support.postgres import Server, address, connected, frozen

CHOSEN, OTHER = GuildSettings("vi", public=True), GuildSettings("th")


def refused_to_open(database: Database) -> str:
    """Return the one line that tells why; never with the password."""
    with pytest.raises(LawbotError) as caught:
        SettingsStore.open(database)
    reason = str(caught.value)
    assert reason.startswith(f"The settings of servers at {database} cannot be opened: ")
    assert "\n" not in reason
    assert str(database.password) not in reason
    return reason


def refused_to_write(store: SettingsStore) -> None:
    """Assert that a choice is refused with an error, and that the former one stays."""
    before = store.of(1)
    with pytest.raises(LawbotError, match="could not be saved: their database does not answer"):
        store.keep(1, OTHER)
    assert store.of(1) == before


@pytest.mark.slow
def test_a_server_that_stops_refuses_writes_until_it_is_back(
    server: Server, database: Database
) -> None:
    with closing(SettingsStore.open(database)) as store:
        store.keep(1, CHOSEN)
        server.stop()
        try:
            refused_to_write(store)
            with pytest.raises(LawbotError, match="could not be saved"):
                store.keep_notes(1, {"27": "Tea first."})
            with pytest.raises(LawbotError, match="could not be saved"):
                store.forget(1)
            assert store.of(1) == CHOSEN
            assert store.notes_of(1) == {}
        finally:
            server.start()
        store.keep(1, OTHER)
    with closing(SettingsStore.open(database)) as store:
        assert store.of(1) == OTHER


def test_without_its_database_server_the_bot_does_not_start_with_defaults(
    small: Settings,
    answers: Answers,
    tmp_path: Path,
    server: Server,
    database: Database,
    caplog: pytest.LogCaptureFixture,
) -> None:
    server.stop()
    try:
        assert run(replace(small, state=tmp_path, database=database, token="a.b.c"), answers) == 69
        assert "refused" in refused_to_open(database)
    finally:
        server.start()
    assert str(database) in caplog.text
    assert "Traceback" not in caplog.text
    assert not (tmp_path / "settings.db").exists()


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"password": "another"}, "password authentication failed"),
        ({"user": "nobody % @ é"}, "password authentication failed"),
        ({"name": "not there"}, "does not exist"),
        ({"host": "no.such.host.invalid"}, "host"),
        ({"options": (("tea", "no"),)}, "tea"),
        ({"options": (("sslmode", "perhaps"),)}, "sslmode"),
    ],
)
def test_a_fault_in_the_address_is_told_without_the_password(
    database: Database, wrong: dict[str, Any], reason: str
) -> None:
    assert reason in refused_to_open(replace(database, **wrong))


def test_an_address_with_strange_signs_leads_there(database: Database) -> None:
    with closing(SettingsStore.open(database)) as store:
        store.keep(1, CHOSEN)
    loaded = Settings.load({"LAWBOT_SETTINGS": address(database)}).guild_settings
    assert loaded == database
    with closing(SettingsStore.open(loaded)) as store:
        assert store.of(1) == CHOSEN


def test_a_socket_of_this_machine_leads_there_too(server: Server, database: Database) -> None:
    with closing(
        SettingsStore.open(
            replace(database, host=None, port=None, options=server.through_the_socket)
        )
    ) as store:
        store.keep(1, CHOSEN)
    assert servers(database) == 1


def test_another_program_s_tables_of_the_same_names_are_left_alone(database: Database) -> None:
    with connected(database) as other_program:
        other_program.execute(
            "CREATE TABLE guilds (kind text); CREATE TABLE notes (kind text); CREATE TABLE alembic_version (version_num text)"
        )
        other_program.execute(
            "INSERT INTO guilds VALUES ('tea'); INSERT INTO alembic_version VALUES ('9')"
        )
    assert servers(database) is None
    with closing(SettingsStore.open(database)) as store:
        store.keep(1, CHOSEN)
        store.forget(1)
    with connected(database) as other_program:
        assert other_program.execute("SELECT kind FROM guilds").fetchall() == [("tea",)]


def test_another_program_s_schema_of_our_name_is_refused_and_left_alone(database: Database) -> None:
    with connected(database) as other_program:
        other_program.execute("CREATE SCHEMA lawbot; CREATE TABLE lawbot.guilds (kind text)")
        assert "already exists" in refused_to_open(database)
        assert other_program.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'lawbot'"
        ).fetchall() == [("guilds",)]


def test_a_user_without_the_right_to_make_a_schema_needs_one_made(database: Database) -> None:
    user = replace(database, user="guest", password="coffee")
    with connected(database) as owner:
        owner.execute("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'coffee'")
        assert "permission denied" in refused_to_open(user)
        owner.execute("CREATE SCHEMA lawbot AUTHORIZATION guest")
        with closing(SettingsStore.open(user)) as store:
            store.keep(1, CHOSEN)
            owner.execute(
                "REVOKE ALL ON lawbot.guilds FROM guest; ALTER TABLE lawbot.guilds OWNER TO owner"
            )
            refused_to_write(store)
        owner.execute("DROP SCHEMA lawbot CASCADE")


@pytest.mark.slow
async def test_a_locked_row_stalls_nobody_and_is_told(
    small: Settings, answers: Answers, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    store = SettingsStore.open(database)
    async with simulated(make_client(small, answers, store)) as sim:
        store.keep(sim.guild.id, DEFAULT)
        panel = await sim.boss.run("settings")
        with connected(database, autocommit=False) as blocker:
            blocker.execute("SELECT * FROM lawbot.guilds FOR UPDATE")
            choosing, beats = asyncio.create_task(sim.boss.choose(panel, "Tiếng Việt")), 0
            async with asyncio.timeout(PATIENCE):
                while not choosing.done():
                    await asyncio.sleep(0.01)
                    beats += 1
            refused = await choosing
        assert beats > 20
        assert "canceling statement due to statement timeout" in caplog.text
        assert "could not be saved" in refused.text
        assert store.of(sim.guild.id) == DEFAULT
        await sim.boss.choose(panel, "Tiếng Việt")
        assert store.of(sim.guild.id).language == "vi"


@pytest.mark.slow
def test_the_connection_to_a_hanging_server_is_closed(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    store = SettingsStore.open(database)
    store.keep(1, CHOSEN)
    with connected(database) as watching, connected(database, autocommit=False) as blocker:
        blocker.execute("SELECT * FROM lawbot.guilds FOR UPDATE")
        with ThreadPoolExecutor() as threads:
            writing = threads.submit(refused_to_write, store)
            with frozen(process_that_waits(watching)):
                assert store.of(1) == CHOSEN
                writing.result(PATIENCE)
    assert "could not be saved" in caplog.text
    store.keep(1, OTHER)
    assert store.of(1) == OTHER


def process_that_waits(watching: psycopg.Connection[Any]) -> int:
    """Return the process of the server that waits for a lock."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if locked := watching.execute("SELECT pid FROM pg_locks WHERE NOT granted").fetchone():
            return int(locked[0])
    raise AssertionError("no process waits for a lock")


@pytest.fixture
def older(database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """A database of the version before, in which one server has chosen."""
    with closing(SettingsStore.open(database)) as store:
        store.keep(1, CHOSEN)
    monkeypatch.setitem(REVISIONS, "9999", "ALTER TABLE guilds ADD COLUMN tea TEXT;")
    return database


@pytest.mark.parametrize("fixture", ["database", "older"])
def test_many_that_start_at_once_all_come_up(request: pytest.FixtureRequest, fixture: str) -> None:
    database = request.getfixturevalue(fixture)
    together = threading.Barrier(8, timeout=PATIENCE)

    def start(_number: int) -> SettingsStore:
        together.wait()
        return SettingsStore.open(database)

    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(start, range(8), timeout=PATIENCE))
    for guild, store in enumerate(stores):
        store.keep(guild, CHOSEN)
        store.keep_notes(guild, {"27": "Tea first."})
        store.close()
    with closing(SettingsStore.open(database)) as store:
        assert set(store.guilds) == set(range(8))


def test_a_newer_version_s_tables_are_refused_everywhere(
    database: Database, tmp_path: Path
) -> None:
    SettingsStore.open(database).close()
    with connected(database) as newer:
        newer.execute("UPDATE lawbot.alembic_version SET version_num = '0999'")
    assert "another version of the bot (0999): update first" in refused_to_open(database)
    refusals: list[Callable[[], object]] = [
        lambda: servers(database),
        lambda: backup(database, tmp_path / "copy.db"),
    ]
    for refusal in refusals:
        with pytest.raises(LawbotError, match="another version"):
            refusal()
    assert list(tmp_path.iterdir()) == []


def test_reading_an_empty_database_changes_nothing(database: Database) -> None:
    assert servers(database) is None
    with connected(database) as other_program:
        assert other_program.execute("SELECT to_regnamespace('lawbot')").fetchone() == (None,)


def test_without_the_driver_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pip install 'lawbot[postgres]'" in refused_to_open(
        Database("db", None, "club", "bot", "coffee", ())
    )


def test_no_text_of_a_club_and_no_password_is_logged(
    server: Server, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(SettingsStore.open(database)) as store, connected(database) as other_program:
        other_program.execute("ALTER TABLE lawbot.notes ADD CHECK (length(text) < 5)")
        with pytest.raises(LawbotError):
            store.keep_notes(1, {"27": "Tea first."})
    assert "could not be saved" in caplog.text
    assert "Tea" not in caplog.text
    assert str(database.password) not in caplog.text


def test_a_database_of_the_version_before_is_brought_forward(older: Database) -> None:
    assert servers(older) == 1
    with closing(SettingsStore.open(older)) as store:
        assert store.of(1) == CHOSEN
        store.take_day(1, 700_000, 0)
        assert list(store.daily) == [1]
    with connected(older) as after:
        columns = after.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = 'lawbot'"
        ).fetchall()
        versions = after.execute("SELECT version_num FROM lawbot.alembic_version").fetchall()
    assert ("tea",) in columns
    assert versions == [("9999",)]


def test_a_note_that_an_older_bot_writes_while_the_tables_are_brought_forward_is_kept(
    older: Database,
) -> None:
    with (
        connected(older) as watching,
        connected(older, autocommit=False) as older_bot,
        ThreadPoolExecutor() as threads,
    ):
        older_bot.execute("SELECT * FROM lawbot.guilds")
        older_bot.execute("INSERT INTO lawbot.notes VALUES (1, '27', 'Tea first.', 0)")
        opening = threads.submit(SettingsStore.open, older)
        process_that_waits(watching)
        older_bot.commit()
        store = opening.result(PATIENCE)
    assert store.notes_of(1) == {"27": "Tea first."}
    store.keep_notes(1, {"64A": "Coffee."})
    assert SettingsStore.open(older).notes_of(1) == {"27": "Tea first.", "64A": "Coffee."}


def test_a_backup_is_of_one_moment(database: Database) -> None:
    SettingsStore.open(database).close()
    with settings_database.transaction(database, read_only=True) as connection:
        assert connection.read("guilds") == []
        with connected(database) as other_program:
            other_program.execute("INSERT INTO lawbot.guilds (guild) VALUES (1)")
            other_program.execute("INSERT INTO lawbot.notes VALUES (1, '27', 'Tea first.', 0)")
        assert (connection.read("guilds"), connection.read("notes")) == ([], [])
    with closing(SettingsStore.open(database)) as store:
        assert (store.guilds, store.notes_of(1)) == ((1,), {"27": "Tea first."})


@pytest.mark.slow
def test_a_process_that_hangs_in_the_middle_of_a_write_loses_its_turn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_database, "LONGEST", 1)
    with closing(SettingsStore.open(database)) as store, settings_database.transaction(database):
        store.keep(1, CHOSEN)
    assert SettingsStore.open(database).of(1) == CHOSEN
