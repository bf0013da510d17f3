"""Settings: what an operator may set, and the one sentence that refuses anything else."""

import os
import re
import traceback
from pathlib import Path

import pytest

from lawbot.config import Database, Settings
from lawbot.errors import LawbotError


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No .env but what the test writes."""
    monkeypatch.chdir(tmp_path)


def refused(**environment: str) -> str:
    """Return the sentence that refuses these settings."""
    with pytest.raises(LawbotError) as caught:
        Settings.load(environment)
    return str(caught.value)


def test_every_setting_has_a_default() -> None:
    usual = Settings.load({})
    assert (usual.token, usual.language, usual.edition, usual.inline) == ("", "en", None, False)
    assert usual.state.name == "var"


def test_every_setting_is_read(tmp_path: Path) -> None:
    chosen = Settings.load(
        {
            "DISCORD_TOKEN": " abc ",
            "LAWBOT_DOCUMENTS": os.pathsep.join([str(tmp_path), "~", ""]),
            "LAWBOT_STATE": str(tmp_path / "state"),
            "LAWBOT_LANGUAGE": "VI",
            "LAWBOT_EDITION": "en-2017",
            "LAWBOT_INLINE": "Yes",
            "LAWBOT_HANDBOOK": "https://club.example/laws/index.html",
            "LAWBOT_WATCH": "127.0.0.1:9100",
            "LAWBOT_SHARDS": "4-7/16",
            "LAWBOT_WRONG_CHANNEL": "123456789012345678",
            "LAWBOT_KEEP_UNFOUND": "on",
            "LAWBOT_KEEP_ASKED": "on",
            "LAWBOT_SETTINGS": "postgresql://bot:tea@db.example:5433/club?sslmode=require",
        }
    )
    assert (chosen.token, chosen.documents, chosen.lawbook) == (
        "abc",
        (tmp_path, Path.home()),
        tmp_path / "state" / "lawbook.db",
    )
    assert (chosen.language, chosen.edition, chosen.inline) == ("vi", "en-2017", True)
    assert chosen.handbook == "https://club.example/laws/"
    assert (chosen.watch, chosen.shards) == (("127.0.0.1", 9100), (range(4, 8), 16))
    assert chosen.guild_settings == Database(
        "db.example", 5433, "club", "bot", "tea", (("sslmode", "require"),)
    )
    assert (chosen.wrong_channel, chosen.keep_unfound) == (123456789012345678, True)
    assert chosen.keep_asked


@pytest.mark.parametrize(
    ("watch", "host"),
    [
        ("9100", "127.0.0.1"),
        (":9100", "127.0.0.1"),
        ("[::1]:9100", "::1"),
        ("0.0.0.0:9100", "0.0.0.0"),
    ],
)
def test_where_to_be_watched_may_be_a_port_alone(watch: str, host: str) -> None:
    assert Settings.load({"LAWBOT_WATCH": watch}).watch == (host, 9100)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *(
            ("LAWBOT_WATCH", wrong)
            for wrong in ("localhost", "127.0.0.1:0", "127.0.0.1:65536", "1:x", "²")
        ),
        *(("LAWBOT_SHARDS", wrong) for wrong in ("0-16/16", "3")),
        *(
            ("LAWBOT_WRONG_CHANNEL", wrong)
            for wrong in ("rulings", "#rulings", "12", "١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨")
        ),
        ("LAWBOT_KEEP_UNFOUND", "perhaps"),
    ],
)
def test_an_impossible_value_is_refused_in_one_sentence(name: str, wrong: str) -> None:
    assert refused(**{name: wrong}).startswith(f"{name} is “{wrong}”; it can be ")


def test_the_environment_beats_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "DISCORD_TOKEN=of the file\nLAWBOT_LANGUAGE=vi\nLAWBOT_INLINE=\nSOMETHING_ELSE=1\n",
        encoding="utf-8-sig",
    )
    assert Settings.load({}).token == "of the file"
    assert Settings.load({"DISCORD_TOKEN": "of the environment"}).token == "of the environment"
    emptied = Settings.load({"DISCORD_TOKEN": "", "LAWBOT_LANGUAGE": "th"})
    assert (emptied.token, emptied.language) == ("", "th")


def test_the_environment_of_the_program_is_read_when_none_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LAWBOT_LANGUAGE", "th")
    assert Settings.load().language == "th"


def test_the_environment_of_the_program_beats_the_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("LAWBOT_LANGUAGE=vi\n", encoding="utf-8")
    monkeypatch.setenv("LAWBOT_LANGUAGE", "th")
    assert Settings.load().language == "th"


def test_a_wrong_setting_is_refused_with_what_is_allowed() -> None:
    assert refused(LAWBOT_LANGUAGE="vn") == "LAWBOT_LANGUAGE is “vn”; it can be en, th or vi."
    assert (
        refused(LAWBOT_INLINE="ture")
        == "LAWBOT_INLINE is “ture”; it can be yes or no (1, true, on; 0, false, off)."
    )
    assert refused(LAWBOT_HANDBOOK="club.example").startswith(
        "LAWBOT_HANDBOOK is “club.example”; it must be the address of"
    )
    assert refused(LAWBOT_EDITION="en-2071").startswith(
        "LAWBOT_EDITION is “en-2071”; it can be en-2017, en-2017-acbl, plain-2017"
    )


def test_all_wrong_settings_are_named_at_once() -> None:
    assert len(refused(LAWBOT_LANGUAGE="vn", LAWBOT_INLINE="ture").splitlines()) == 2


def test_a_folder_must_be_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert refused(LAWBOT_STATE=str(file)).endswith("it must be a folder, and this is a file.")
    assert refused(LAWBOT_DOCUMENTS="~nouser-of-that-name/laws").startswith(
        "LAWBOT_DOCUMENTS is “~nouser-of-that-name/laws”; it must be a folder"
    )


@pytest.mark.parametrize(
    "contents", ["LAWBOT_LANGUAGE=vi\n".encode("utf-16"), b"LAWBOT_LANGUAGE=\xe1\n"]
)
def test_a_file_in_another_encoding_is_told(tmp_path: Path, contents: bytes) -> None:
    (tmp_path / ".env").write_bytes(contents)
    assert (
        refused()
        == f"The file {tmp_path}/.env is not written in UTF-8: save it anew as UTF-8 text."
    )


def test_a_deleted_working_directory_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert refused().startswith("The working directory is not there any more")


def test_a_token_is_never_repeated() -> None:
    assert "secret" not in refused(DISCORD_TOKEN="secret", LAWBOT_LANGUAGE="vn")


@pytest.mark.parametrize(
    ("address", "database"),
    [
        ("postgres://db/club", Database("db", None, "club", None, None, ())),
        (
            "postgresql://b%40t:p%25%2F%3A%23%20%C3%A9@db/tr%C3%A0",
            Database("db", None, "trà", "b@t", "p%/:# é", ()),
        ),
        ("postgresql://bot:a@b@db/club", Database("db", None, "club", "bot", "a@b", ())),
        (
            "postgresql://bot:trà茶@[::1]:5432/club",
            Database("::1", 5432, "club", "bot", "trà茶", ()),
        ),
        (
            "postgresql:///club?host=/run/postgresql",
            Database(None, None, "club", None, None, (("host", "/run/postgresql"),)),
        ),
    ],
)
def test_a_database_is_written_as_an_address(address: str, database: Database) -> None:
    assert Settings.load({"LAWBOT_SETTINGS": address}).guild_settings == database


def test_without_a_database_the_settings_of_servers_are_a_file(tmp_path: Path) -> None:
    assert (
        Settings.load({"LAWBOT_STATE": str(tmp_path), "LAWBOT_SETTINGS": ""}).guild_settings
        == tmp_path / "settings.db"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        "secret",
        "mysql://bot:secret@db/club",
        "postgresql://bot:secret@db",
        "postgresql://bot:secret@db/",
        "postgresql://bot:sec/ret@db/club",
        "postgresql://bot:sec#ret@db/club",
        "postgresql://bot:12?secret@db/club",
        "postgresql://bot:12/secret@db/club",
        "postgresql://bot:secret@db:5432x/club",
        "postgresql://bot:secret@db:70000/club",
        "postgresql://bot:secret@[::1/club",
        "postgresql://bot:secret%ff@db/club",
        "postgresql://bot:secret%00@db/club",
        "postgresql://bot:secret@db/club?sslmode",
        "sqlite:///secret.db",
    ],
)
def test_a_wrong_database_address_is_refused_and_never_repeated(wrong: str) -> None:
    with pytest.raises(LawbotError) as caught:
        Settings.load({"LAWBOT_SETTINGS": wrong})
    assert str(caught.value).startswith(
        "LAWBOT_SETTINGS cannot be read; it must be postgresql://user:password@host/database"
    )
    # what a bot shows that ours is loaded into
    traceback_text = "".join(traceback.format_exception(caught.value))
    assert not re.search("secret|sec.ret|12", traceback_text.rpartition("LawbotError")[2])
    assert "secret" not in traceback_text


def test_a_password_is_in_no_text_of_the_settings() -> None:
    chosen = Settings.load(
        {"LAWBOT_SETTINGS": "postgresql://bot:secret@db:5433/club?passfile=secret"}
    )
    assert "secret" not in f"{chosen} {chosen.guild_settings} {chosen.guild_settings!r}"
    assert str(chosen.guild_settings) == "postgresql://db:5433/club"
