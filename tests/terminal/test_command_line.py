"""The command line: stable shapes, exit statuses, and the chat in a pipe."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lawbot.config import ROOT, Settings


@pytest.fixture(scope="module")
def run(small: Settings):  # type: ignore[no-untyped-def]
    """Runs ``python -m lawbot`` over our own words."""

    def run_it(*arguments: str, stdin: str = "", program: tuple[str, ...] = ("-m", "lawbot")) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "LAWBOT_STATE": str(small.state), "PYTHONIOENCODING": "utf-8"}
        environment.pop("DISCORD_TOKEN", None)
        return subprocess.run(
            [sys.executable, *program, *arguments],
            cwd=ROOT,
            env=environment,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run_it


def test_law(run) -> None:  # type: ignore[no-untyped-def]
    answered = run("law", "27", "B1", "--json")
    assert answered.returncode == 0
    shape = json.loads(answered.stdout)
    assert {"citation", "edition", "title", "text", "children", "footnotes", "cites", "cited_by", "plain"} <= shape.keys()
    assert [child["citation"] for child in shape["children"]] == ["27B1(a)", "27B1(b)"]


def test_a_heading_names_a_law(run) -> None:  # type: ignore[no-untyped-def]
    assert json.loads(run("law", "insufficient bid", "--json").stdout)["citation"] == "27"


def test_no_answer_is_status_1_with_the_nearest_on_stderr(run) -> None:  # type: ignore[no-untyped-def]
    for json_too in ([], ["--json"]):
        answered = run("law", "64D", *json_too)
        assert (answered.returncode, answered.stdout) == (1, "")
        assert "64A" in answered.stderr


@pytest.mark.parametrize("arguments", [(), ("law",), ("nonsense",), ("situations",), ("situations", "walk", "insufficient-bid", "yes")])
def test_bad_usage_is_status_2(run, arguments: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    assert run(*arguments).returncode == 2


def test_search(run) -> None:  # type: ignore[no-untyped-def]
    rows = json.loads(run("search", "partner", "hesitated", "--json", "--limit", "3").stdout)
    assert len(rows) == 3
    assert {"citation", "edition", "title", "excerpt", "score"} == rows[0].keys()
    explained = run("search", "partner hesitated", "--explain").stdout
    assert "phrase" in explained


def test_batch_answers_every_line(run) -> None:  # type: ignore[no-untyped-def]
    answered = run("search", "--batch", "--edition", "plain-2017", stdin="27B1a\n\nrevoke\nzzzzqqq\n")
    rows = [json.loads(line) for line in answered.stdout.splitlines()]
    assert len(rows) == 4
    assert rows[0] == ["27B1(a)"]
    assert rows[1] == []


def test_situations(run) -> None:  # type: ignore[no-untyped-def]
    listed = json.loads(run("situations", "list", "--json").stdout)
    assert {"id", "title", "laws", "questions", "rulings", "longest"} <= listed[0].keys()
    shown = json.loads(run("situations", "show", "insufficient-bid", "--json").stdout)
    assert {"id", "title", "start", "questions", "rulings"} <= shown.keys()
    asked = json.loads(run("situations", "walk", "insufficient-bid", "--json").stdout)
    assert asked["question"]["fact"] == shown["start"]
    found = json.loads(run("situations", "find", "bid", "too", "low", "--json").stdout)
    assert found[0]["id"] == "insufficient-bid"
    assert run("situations", "show", "tea").returncode == 1
    assert run("situations", "walk", "insufficient-bid", f"{shown['start']}=tea").returncode == 1


def test_a_walk_ends_in_a_ruling_with_its_trail(run) -> None:  # type: ignore[no-untyped-def]
    facts: list[str] = []
    for _step in range(10):
        shape = json.loads(run("situations", "walk", "bid-above-seven", *facts, "--json").stdout)
        if "ruling" in shape:
            break
        facts.append(f"{shape['question']['fact']}={shape['question']['answers'][0]['id']}")
    assert {"headline", "kind", "steps", "say", "later", "cites", "then", "trail"} <= shape["ruling"].keys()
    assert [step["fact"] for step in shape["ruling"]["trail"]] == [fact.split("=")[0] for fact in facts]


def test_a_chart_is_drawn(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    target = tmp_path / "chart.svg"
    answered = run("situations", "show", "insufficient-bid", "--svg", str(target))
    if "Graphviz" in answered.stderr:
        pytest.skip("Graphviz is not installed here")
    assert "<svg" in target.read_text(encoding="utf-8")
    assert run("situations", "show", "insufficient-bid", "--svg", str(tmp_path / "chart.doc")).returncode == 1


def test_export(run) -> None:  # type: ignore[no-untyped-def]
    rows = json.loads(run("export", "edition", "plain-2017", "--json").stdout)
    assert {"citation", "level", "title", "text", "line", "footnotes", "mends"} <= rows[0].keys()
    assert {row["level"] for row in rows} == {
        "law",
        "section",
        "paragraph",
        "subparagraph",
        "item",
        "definition",
        "footnote",
        "introduction",
        "table",
    }


def test_score(run) -> None:  # type: ignore[no-untyped-def]
    shape = json.loads(run("score", "4SX by N +1", "--vul", "both", "--json").stdout)
    assert (shape["contract"], shape["result"], shape["vulnerable"], shape["score"]) == ("4SX by N", 1, True, 990)
    assert run("score", "9Z").returncode == 1


def test_bot_without_a_token_answers_lines_of_a_pipe_without_colours(run) -> None:  # type: ignore[no-untyped-def]
    answered = run(program=("bot.py",), stdin="27B1\ncan i look at the last trick\n")
    assert answered.returncode == 0
    assert "27B1" in answered.stdout
    assert "66" in answered.stdout
    assert "\x1b[" not in answered.stdout


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("/law 64A", "64A"),
        ("/situation insufficient-bid", "Insufficient bid"),
        ("/define BIT", "break in tempo"),
        ("/score 4SX by N +1 both", "+990"),
        ("/imps 780", "13 IMPs"),
        ("/board 4", "West deals"),
        ("/about", "Version"),
        ("/nonsense", "/situation"),
    ],
)
def test_the_chat_takes_the_commands_of_discord(run, typed: str, says: str) -> None:  # type: ignore[no-untyped-def]
    assert says in run(program=("bot.py",), stdin=f"{typed}\n").stdout


def test_without_a_lawbook_the_command_says_how_to_build_one(tmp_path: Path) -> None:
    environment = {**os.environ, "LAWBOT_STATE": str(tmp_path)}
    answered = subprocess.run(
        [sys.executable, "-m", "lawbot", "law", "27"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert answered.returncode == 1
    assert "lawbot build" in answered.stderr
