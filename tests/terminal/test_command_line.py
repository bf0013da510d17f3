"""The command line: stable shapes and exit statuses."""

import json
import sys
from pathlib import Path

import pytest

from lawbot import __version__
from tests.terminal.conftest import Run


def test_the_law_command_prints_a_law(run: Run) -> None:
    answered = run("law", "27", "B1", "--json")
    assert answered.status == 0
    shape = json.loads(answered.out)
    assert {
        "citation",
        "edition",
        "title",
        "text",
        "children",
        "footnotes",
        "cites",
        "cited_by",
        "plain",
    } <= shape.keys()
    assert [child["citation"] for child in shape["children"]] == ["27B1(a)", "27B1(b)"]


def test_a_heading_names_a_law(run: Run) -> None:
    assert json.loads(run("law", "insufficient bid", "--json").out)["citation"] == "27"


def test_no_answer_is_status_1_with_the_nearest_on_stderr(run: Run) -> None:
    for json_too in ([], ["--json"]):
        answered = run("law", "64D", *json_too)
        assert (answered.status, answered.out) == (1, "")
        assert "64A" in answered.err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("law",),
        ("nonsense",),
        ("situations",),
        ("situations", "walk", "insufficient-bid", "yes"),
        ("search",),
        ("ask",),
        ("ask", "27", "--batch"),
        ("search", "revoke", "--limit", "-1"),
        ("ask", "27", "--language", "vn"),
    ],
)
def test_bad_usage_is_status_2(run: Run, arguments: tuple[str, ...]) -> None:
    answered = run(*arguments)
    assert answered.status == 2
    assert "Usage:" in answered.out + answered.err


def test_help_and_version_are_answers(run: Run) -> None:
    assert (
        run("--help").status == run("-h").status == run("situations", "walk", "--help").status == 0
    )
    assert run("--version").out.strip() == __version__


def test_without_its_packages_the_handbook_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("lawbot_handbook.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    answered = run("handbook", str(tmp_path))
    assert (answered.status, answered.out) == (1, "")
    assert "pip install 'lawbot[handbook]'" in answered.err
    assert len(answered.err.splitlines()) == 1


def test_the_search_command_prints_results(run: Run) -> None:
    rows = json.loads(run("search", "partner", "hesitated", "--json", "--limit", "3").out)
    assert len(rows) == 3
    assert {"citation", "edition", "title", "excerpt", "score"} == rows[0].keys()
    explained = run("search", "partner hesitated", "--explain").out
    assert "phrase" in explained


def test_batch_answers_every_line(run: Run) -> None:
    answered = run(
        "search", "--batch", "--edition", "plain-2017", stdin="27B1a\n\nrevoke\nzzzzqqq\n"
    )
    rows = [json.loads(line) for line in answered.out.splitlines()]
    assert len(rows) == 4
    assert rows[0] == ["27B1(a)"]
    assert rows[1] == []


def test_a_chart_shows_which_lines_of_a_ruling_need_which_answers(run: Run) -> None:
    chart = json.loads(run("situations", "show", "revoke-established", "--json").out)
    ruling = chart["rulings"]["two_tricks"]
    assert ruling["provisos"]
    for proviso in ruling["provisos"]:
        assert proviso["when"]
        assert set(proviso["lines"]) <= {*ruling["steps"], *ruling["later"]}


def test_the_situations_command_shows_finds_and_walks(run: Run) -> None:
    listed = json.loads(run("situations", "list", "--json").out)
    assert {"id", "title", "laws", "questions", "rulings", "longest"} <= listed[0].keys()
    chart = json.loads(run("situations", "show", "insufficient-bid", "--json").out)
    assert {"id", "title", "start", "questions", "rulings"} <= chart.keys()
    walk = json.loads(run("situations", "walk", "insufficient-bid", "--json").out)
    assert [*walk["assumed"], walk["question"]["fact"]] == [chart["start"], "unintended"]
    matches = json.loads(run("situations", "find", "bid", "too", "low", "--json").out)
    assert matches[0]["id"] == "insufficient-bid"
    assert run("situations", "show", "tea").status == 1
    assert run("situations", "format", "--check", "insufficient-bid").status == 0
    assert run("situations", "format", "--check", "tea").status == 1
    assert run("situations", "walk", "insufficient-bid", f"{chart['start']}=tea").status == 1


def test_a_walk_ends_in_a_ruling_with_its_trail(run: Run) -> None:
    facts: list[str] = []
    for _step in range(10):
        shape = json.loads(run("situations", "walk", "bid-above-seven", *facts, "--json").out)
        if "ruling" in shape:
            break
        facts.append(f"{shape['question']['fact']}={shape['question']['answers'][0]['id']}")
    assert {"headline", "kind", "steps", "say", "later", "cites", "then", "trail"} <= shape[
        "ruling"
    ].keys()
    assert [step["fact"] for step in shape["ruling"]["trail"] if step["asked"]] == [
        fact.split("=")[0] for fact in facts
    ]
    assert [step["fact"] for step in shape["ruling"]["trail"] if not step["asked"]] == list(
        shape["assumed"]
    )


def test_a_chart_is_drawn(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "chart.svg"
    answered = run("situations", "show", "insufficient-bid", "--svg", str(target))
    if "Graphviz" in answered.err:
        pytest.skip("Graphviz is not installed here")
    assert "<svg" in target.read_text(encoding="utf-8")
    assert (
        run("situations", "show", "insufficient-bid", "--svg", str(tmp_path / "chart.doc")).status
        == 1
    )


def test_the_export_command_prints_editions_and_charts(run: Run) -> None:
    rows = json.loads(run("export", "edition", "plain-2017", "--json").out)
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


def test_the_score_command_prints_points(run: Run) -> None:
    shape = json.loads(run("score", "4SX by N +1", "--vul", "both", "--json").out)
    assert (shape["contract"], shape["result"], shape["vulnerable"], shape["score"]) == (
        "4SX by N",
        1,
        True,
        990,
    )
    assert json.loads(run("score", "4SX", "by", "N", "-1", "--json").out)["score"] == -100
    assert json.loads(run("score", "pass", "--json").out)["contract"] == "pass"
    assert run("score", "9Z").status == 1


def test_show_and_export_are_for_people_without_json(run: Run) -> None:
    output = run("situations", "show", "insufficient-bid").out
    assert output.startswith("Insufficient bid\n")
    assert "in_turn: " in output
    lines = run("export", "edition", "plain-2017").out.splitlines()
    assert any(line.startswith("27B1(a)\t") for line in lines)


def test_an_edition_that_is_not_there_is_no_answer(run: Run) -> None:
    for command in (["law", "27"], ["search", "revoke"], ["ask", "revoke"]):
        answered = run(*command, "--edition", "en-3017")
        assert (answered.status, answered.out) == (1, "")
        assert "plain-2017" in answered.err


def test_a_wrong_setting_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAWBOT_LANGUAGE", "vn")
    answered = run("law", "27")
    assert (answered.status, answered.out) == (1, "")
    assert answered.err == "LAWBOT_LANGUAGE is “vn”; it can be en, th or vi.\n"


def test_without_a_lawbook_the_command_says_how_to_build_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAWBOT_STATE", str(tmp_path))
    answered = run("law", "27")
    assert answered.status == 1
    assert "lawbot build" in answered.err


def test_sync_without_a_token_says_what_is_missing(run: Run) -> None:
    answered = run("sync")
    assert answered.status == 1
    assert "DISCORD_TOKEN" in answered.err
