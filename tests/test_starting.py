"""bot.py and the extension begin with a lawbook of what is here now, and with what could not be
read said."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from discord import Intents
from discord.ext import commands

import bot
from lawbot.book.current import is_current
from lawbot.config import ROOT, Settings
from lawbot.faces.discord import extension
from tests.support import lawbooks, two_books
from tests.support.patience import PROGRAM_PATIENCE


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Settings:
    """The settings that bot.py will read: a state folder of its own, and a folder of documents with
    a recipe in it."""
    chosen = replace(lawbooks.brief(tmp_path), documents=(tmp_path / "documents",))
    for folder in (chosen.state, *chosen.documents):
        folder.mkdir()
    (chosen.documents[0] / "recipe.txt").write_text(
        "Boil water. Add tea. Wait.\n" * 20, encoding="utf-8"
    )
    monkeypatch.setattr(Settings, "load", classmethod(lambda _cls: chosen))
    monkeypatch.setattr("sys.argv", ["bot.py"])
    monkeypatch.setattr("sys.stdin", open("/dev/null", encoding="utf-8"))  # noqa: SIM115, PTH123
    return chosen


def outdated(lawbook: Path) -> None:
    """Make it one of other charts than those that are here."""
    with closing(sqlite3.connect(lawbook)) as connection, connection:
        connection.execute("UPDATE meta SET value = 'older' WHERE name = 'data'")


@pytest.mark.slow
def test_a_lawbook_older_than_the_charts_is_made_anew_and_unread_documents_are_told(
    brief_once: Path, begun: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(brief_once / "state" / "lawbook.db", begun.lawbook)
    outdated(begun.lawbook)
    assert not is_current(begun)
    assert bot.main() == 0
    assert is_current(begun)
    err = capsys.readouterr().err
    assert "not read: recipe.txt" in err
    assert err.startswith("Opening the lawbook ...")


@pytest.mark.slow
def test_a_document_that_is_lost_is_said_and_the_lawbook_with_it_goes_on(
    two_codes: Settings, begun: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(two_codes.lawbook, begun.lawbook)
    before = begun.lawbook.read_bytes()
    assert bot.main() == 0
    assert f"{two_books.OLD}, read from old-tea-book.md" in capfd.readouterr().err
    assert begun.lawbook.read_bytes() == before


@pytest.mark.slow
async def test_the_extension_makes_an_older_lawbook_anew(brief_once: Path, begun: Settings) -> None:
    shutil.copy(brief_once / "state" / "lawbook.db", begun.lawbook)
    outdated(begun.lawbook)
    (await extension.embed(commands.Bot("!", intents=Intents.none()), begun)).store.close()
    assert is_current(begun)


@pytest.mark.slow
async def test_the_extension_says_which_document_is_lost(
    two_codes: Settings, begun: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(two_codes.lawbook, begun.lawbook)
    (await extension.embed(commands.Bot("!", intents=Intents.none()), begun)).store.close()
    assert f"{two_books.OLD}, read from old-tea-book.md" in caplog.text


OFFLINE = """
import sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        raise RuntimeError(f"{event} {arguments}")

sys.addaudithook(refuse)
from pathlib import Path
from lawbot.config import Settings
from lawbot.faces.terminal.command_line import main
from tests.support import lawbooks

chosen = lawbooks.brief(Path(sys.argv[1]))
Settings.load = classmethod(lambda _cls: chosen)
sys.exit(max(main(typed) for typed in (["build"], ["law", "27B1"], ["search", "partner hesitated"], ["situations", "walk", "insufficient-bid"])))
"""


@pytest.mark.slow
def test_nothing_of_ours_asks_the_network(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OFFLINE, str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PROGRAM_PATIENCE
    )
    assert done.returncode == 0, done.stderr
