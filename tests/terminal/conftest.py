"""The command line and the chat, run in process over our own words."""

import io
import os
from collections.abc import Callable
from typing import NamedTuple

import pytest

import bot
from lawbot.config import Settings
from lawbot.faces.terminal.command_line import main


class Answered(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


Run = Callable[..., Answered]


@pytest.fixture
def place(small: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator's environment: our own words alone, nothing else set."""
    for name in [name for name in os.environ if name.startswith("LAWBOT_")] + ["DISCORD_TOKEN"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LAWBOT_STATE", str(small.state))
    monkeypatch.setenv("DISCORD_TOKEN", "")


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
