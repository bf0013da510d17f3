"""check, backup and restore as they are typed."""

from pathlib import Path

import pytest

from lawbot.config import Database
from lawbot.faces.discord.settings.store import DEFAULT, SettingsStore
from tests.support.postgres import Server, address
from tests.terminal.conftest import Run


@pytest.mark.slow
def test_check_is_status_0_when_the_bot_can_start_and_1_when_not(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LAWBOT_DOCUMENTS", str(tmp_path))
    fine = run("check")
    assert (fine.status, fine.err) == (0, "")
    assert "plain-2017" in fine.out
    monkeypatch.setenv("DISCORD_TOKEN", "my-secret-words")
    bad = run("check")
    assert bad.status == 1
    assert "wrong  DISCORD_TOKEN" in bad.out
    assert "my-secret-words" not in bad.out + bad.err


@pytest.mark.slow
def test_check_tells_a_damaged_settings_file(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LAWBOT_STATE", str(tmp_path))
    (tmp_path / "settings.db").write_text("tea")
    result = run("check")
    assert result.status == 1
    assert "lawbot restore" in result.out


def test_a_backup_can_be_restored(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LAWBOT_STATE", str(tmp_path))
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy)).status == 1
    store = SettingsStore.open(tmp_path / "settings.db")
    store.keep(1, DEFAULT)
    assert run("backup", str(copy)).out == f"{copy}: the settings of 1 servers\n"
    store.keep(2, DEFAULT)
    store.close()
    refused = run("restore", str(copy))
    assert (refused.status, refused.out) == (1, "")
    assert "--over" in refused.err
    assert run("restore", str(copy), "--over").status == 0


@pytest.mark.slow
def test_a_backup_of_a_file_is_restored_to_a_database(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database: Database
) -> None:
    monkeypatch.setenv("LAWBOT_STATE", str(tmp_path))
    store = SettingsStore.open(tmp_path / "settings.db")
    store.keep(1, DEFAULT)
    copy = str(tmp_path / "copy.db")
    assert run("backup", copy).status == 0
    monkeypatch.setenv("LAWBOT_SETTINGS", address(database))
    assert f"{database}: no server has settings yet" in run("check").out
    restored = run("restore", copy)
    assert (restored.status, restored.out.startswith(f"{database}: the settings of 1 servers")) == (
        0,
        True,
    )
    assert f"{database}: the settings of 1 servers" in run("check").out
    store.keep(2, DEFAULT)
    monkeypatch.delenv("LAWBOT_SETTINGS")
    run("backup", copy)
    monkeypatch.setenv("LAWBOT_SETTINGS", address(database))
    assert "--over" in run("restore", copy).err
    assert run("restore", copy, "--over").status == 0
    assert run("restore", str(tmp_path / "settings.db.before"), "--over").out.startswith(
        f"{database}: the settings of 1 servers"
    )


@pytest.mark.slow
def test_check_tells_why_a_database_cannot_be_reached_without_its_password(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, server: Server, database: Database
) -> None:
    monkeypatch.setenv("LAWBOT_STATE", str(tmp_path))
    monkeypatch.setenv("LAWBOT_SETTINGS", address(database))
    server.stop()
    try:
        results = [run("check"), run("backup", str(tmp_path / "copy.db"))]
    finally:
        server.start()
    assert [result.status for result in results] == [1, 1]
    for result in results:
        output = result.out + result.err
        assert f"{database} cannot be used (" in output
        assert "refused" in output
        assert str(database.password) not in output
        assert address(database) not in output
