"""The command line and the chat, run in process over our own words."""

import io
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import bot
from lawbot.app import Answers
from lawbot.charts.load import Situations
from lawbot.config import Settings
from lawbot.faces.terminal.command_line import main
from lawbot.faces.terminal.program import Program


class Answered(NamedTuple):
    """Output of a command, and its exit status."""

    status: int
    out: str
    err: str


Run = Callable[..., Answered]


_open_all = Answers.open_all


@cache
def _opened(settings: Settings, _built_at: int) -> Answers:
    """Return the real answers, opened once for all commands that ask one lawbook: most of the time
    of each would be spent on that."""
    return _open_all(settings)


@cache
def _charts(data: Path) -> Situations:
    return Situations.load(data)


def _open_once(settings: Settings) -> Answers:
    return (
        _opened(settings, settings.lawbook.stat().st_mtime_ns)
        if settings.lawbook.is_file()
        else _open_all(settings)
    )


@pytest.fixture
def place(small: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator's environment: our own words alone, nothing else set."""
    monkeypatch.setattr(Answers, "open_all", _open_once)
    monkeypatch.setattr(Program, "answers", property(lambda program: _open_once(program.settings)))
    monkeypatch.setattr(
        Program, "situations", property(lambda program: _charts(program.settings.data))
    )
    for name in [name for name in os.environ if name.startswith("LAWBOT_")] + ["DISCORD_TOKEN"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LAWBOT_STATE", str(small.state))
    monkeypatch.setenv("DISCORD_TOKEN", "")


@pytest.fixture
def opened_anew(place: None) -> Iterator[None]:
    """For a test that changes what answers are made of: nobody else has these."""
    _opened.cache_clear()
    yield
    _opened.cache_clear()


@pytest.fixture
def run(place: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("law", "27B1")`` is ``python -m lawbot law 27B1``; ``stdin`` is what is piped into it."""

    def run_it(*arguments: str, stdin: str = "") -> Answered:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capsys.readouterr()
        status = main(arguments)
        return Answered(status, *capsys.readouterr())

    return run_it


@pytest.fixture
def piped(place: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """``piped("27B1", "q")`` is the chat of bot.py with these lines piped into it."""

    def run_it(*lines: str) -> Answered:
        monkeypatch.setattr("sys.argv", ["bot.py"])
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        status = bot.main()
        return Answered(status, *capsys.readouterr())

    return run_it
