"""Settings: where they come from and which of two wins."""

from pathlib import Path

import pytest

from lawbot.config import Settings


def test_the_env_file_is_read_and_the_environment_beats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN=from-the-file\nLAWBOT_LANGUAGE=vi\nLAWBOT_STATE={tmp_path / 'file'}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    read = Settings.load({})
    assert (read.token, read.language, read.state) == ("from-the-file", "vi", tmp_path / "file")
    both = Settings.load({"DISCORD_TOKEN": "from-the-environment", "LAWBOT_STATE": str(tmp_path / "environment")})
    assert (both.token, both.language, both.state) == ("from-the-environment", "vi", tmp_path / "environment")


def test_the_environment_of_the_process_beats_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("LAWBOT_LANGUAGE=vi\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LAWBOT_LANGUAGE", "th")
    assert Settings.load().language == "th"
