"""No kind of output or input ends in a traceback."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.cards.card import Card, CardKind, Paragraph
from lawbot.config import ROOT, Settings
from lawbot.faces.terminal.command_line import main
from lawbot.faces.terminal.drawing import draw
from lawbot.faces.terminal.streams import console, mend_streams
from lawbot.language.methods import whole_signs
from lawbot.language.reader import Reader
from tests.support.patience import PROGRAM_PATIENCE
from tests.terminal.conftest import Run


def printed(encoding: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, bytes]:
    """Return the exit status of a command, and the bytes it writes to an output of this
    encoding."""
    into = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(into, encoding=encoding))
    status = main(arguments)
    sys.stdout.flush()
    return status, into.getvalue()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("law", "27"),
        ("law", "77"),
        ("situations", "list"),
        ("ask", "hi", "--language", "vi"),
        ("law", "27", "--json"),
    ],
)
def test_any_encoding_takes_any_card(
    place: None, monkeypatch: pytest.MonkeyPatch, encoding: str, arguments: tuple[str, ...]
) -> None:
    status, output = printed(encoding, monkeypatch, *arguments)
    assert status == 0
    assert output.decode(encoding)


def test_ascii_output_keeps_the_meaning(place: None, monkeypatch: pytest.MonkeyPatch) -> None:
    into = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(into, encoding="ascii"))
    mend_streams()
    print("“Điều” › North’s turn … ♠ 27 → 64 é \udcff 法")
    sys.stdout.flush()
    assert (
        into.getvalue().decode("ascii").split("\n")[0]
        == '"Dieu" > North\'s turn ... S 27 -> 64 e ? ?'
    )


def test_a_frame_is_drawn_in_signs_that_the_output_takes(
    place: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(into, encoding="ascii"))
    mend_streams()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    draw(Card(CardKind.LAW, "Law 1", (Paragraph("The pack"),)), {}, console())
    sys.stdout.flush()
    frame = into.getvalue().decode("ascii")
    assert "+----" in frame
    assert "?" not in frame


def test_json_is_ascii_where_the_output_is(place: None, monkeypatch: pytest.MonkeyPatch) -> None:
    import json

    plain = json.loads(
        printed("ascii", monkeypatch, "export", "edition", "plain-2017", "--json")[1]
    )
    assert plain == json.loads(
        printed("utf-8", monkeypatch, "export", "edition", "plain-2017", "--json")[1]
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("law",),
        ("law", "--edition"),
        ("search",),
        ("ask",),
        ("ask", "--edition"),
        ("situations", "find"),
        ("situations", "show"),
        ("compare",),
        ("score",),
    ],
)
def test_an_undecodable_argument_gets_an_answer_or_a_reason(
    run: Run, arguments: tuple[str, ...]
) -> None:
    broken = "27\udcff\ud800"
    answered = run(*arguments, broken, *(["27"] if "--edition" in arguments else []))
    assert answered.status in {0, 1}
    assert answered.out or answered.err
    assert "Traceback" not in answered.err


def test_half_signs_become_question_marks(answers: Answers) -> None:
    assert (
        answers.understanding.understand("claimed \ud800 revoke", Reader()).text
        == "claimed ? revoke"
    )
    assert whole_signs("a\udcffb") == "a?b"
    assert whole_signs("Điều 27") == "Điều 27"


def test_a_console_is_never_too_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert console().width >= 40


# -- a program of its own, where only the system can tell
# -----------------------------------------------------------------------


def run_shell(small: Settings, shell: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a shell line, in which $LAWBOT is the command line."""
    environment = {
        **os.environ,
        "LAWBOT_STATE": str(small.state),
        "PYTHONPATH": str(ROOT),
        "LAWBOT": f"{sys.executable} -m lawbot",
    }
    return subprocess.run(
        ["bash", "-c", shell],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PROGRAM_PATIENCE,
    )


@pytest.mark.slow
def test_the_program_starts_and_takes_closed_streams_and_readers_that_leave(
    small: Settings,
) -> None:
    done = run_shell(
        small,
        """
        $LAWBOT law 27B1 --json | grep -c citation
        $LAWBOT law 27 >&- || echo closed output
        $LAWBOT export edition plain-2017 --json | head -1; echo "${PIPESTATUS[0]}"
        $LAWBOT law 27 > /dev/full && echo full disk
        $LAWBOT law 27 <&- > /dev/null || echo closed input
        """,
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.stdout.splitlines()[1:] == ["[", "0"]
    assert "No space left" in done.stderr


def test_a_deleted_working_directory_is_one_sentence(small: Settings, tmp_path: Path) -> None:
    done = run_shell(small, 'mkdir gone; cd gone; rmdir "$PWD"; $LAWBOT law 27', tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("The working directory is not there any more")
    assert "Traceback" not in done.stderr
