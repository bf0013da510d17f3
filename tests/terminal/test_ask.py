"""ask: what a text is read as, and where it leads."""

import json
from typing import Any

import pytest

from lawbot.app import Answers
from lawbot.charts.walk import Asked, walk
from lawbot.decide.outcome import Outcome, Outcomes
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from tests.terminal.conftest import Run

KEYS = {"kind", "address", "certain", "citations", "provisions", "charts", "lead"}


def shape_of(run: Run, text: str) -> dict[str, Any]:
    """Return the shape of one text."""
    shape: dict[str, Any] = json.loads(run("ask", text, "--json").out)
    return shape


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("27B1(a)", "cited"),
        ("Laws 62 to 64", "range"),
        ("27B1 and 23A", "several"),
        ("LHO", "term"),
        ("insufficient bid", "heading"),
        ("chart:revoke", "chart"),
        ("4S vul -1", "score"),
        ("board 7", "board"),
        ("IMPs for 620", "imps"),
        ("help", "help"),
        ("situations", "situations"),
        ("hi", "greeting"),
        ("led out of turn", "words"),
        ("Law 94", "nothing"),
    ],
)
def test_every_kind_of_text_is_answered(run: Run, text: str, kind: str) -> None:
    shape = shape_of(run, text)
    assert shape.keys() >= KEYS
    assert shape["kind"] == kind


def test_a_citation_is_certain_and_comes_with_the_charts_that_rest_on_it(
    run: Run, answers: Answers
) -> None:
    shape = shape_of(run, "27B1(a)")
    assert shape["address"] == "law/plain-2017/27B1(a)"
    assert (shape["certain"], shape["citations"]) == (True, ["27B1(a)"])
    assert [row["citation"] for row in shape["provisions"]] == ["27B1(a)"]
    assert shape["charts"][0]["id"] == "insufficient-bid"
    offered = answers.finding.charts_for(
        answers.lawbook.provision(Citation.parse("27B1(a)"), "plain-2017"), Reader()
    )
    assert {answers.situations[chart["id"]].title for chart in shape["charts"]} == {
        action.label.partition(": ")[2] for action in offered
    }


def test_a_choice_without_buttons_lists_its_events(run: Run, answers: Answers) -> None:
    text = "my partner put a card face up by accident during the play"
    printed = run("ask", text).out
    for action in answers.ask(text, Reader()).rows[0]:
        assert action.label in printed


def test_a_range_names_all_its_provisions(run: Run) -> None:
    assert shape_of(run, "Laws 62 to 64")["citations"] == ["62", "63", "64"]


def test_a_heading_comes_first_and_what_its_words_find_behind_it(run: Run) -> None:
    shape = shape_of(run, "insufficient bid")
    assert shape["citations"] == ["27"]
    assert shape["provisions"][0]["citation"] == "27"
    assert len(shape["provisions"]) > 3
    assert shape["charts"][0]["id"] == "insufficient-bid"


def test_words_lead_to_provisions_and_charts_best_first(run: Run, answers: Answers) -> None:
    shape = shape_of(run, "led out of turn")
    assert shape["address"] == ""
    assert 1 < len(shape["provisions"]) <= 10
    assert 1 < len(shape["charts"]) <= 5
    for rows in (shape["provisions"], shape["charts"]):
        assert [row["score"] for row in rows] == sorted(
            (row["score"] for row in rows), reverse=True
        )
    for chart in shape["charts"]:
        first = walk(answers.situations, chart["id"], {}, assumed=chart["assumed"])
        assert isinstance(first, Asked)
        assert chart["next"] == first.fact


def test_a_text_that_fits_nothing_has_no_answer_and_no_certainty(run: Run) -> None:
    answered = run("ask", "zzz", "qqq", "--json")
    shape = json.loads(answered.out)
    assert (answered.status, shape["certain"], shape["provisions"], shape["charts"]) == (
        1,
        False,
        [],
        [],
    )
    assert "zzz" in answered.err


@pytest.mark.parametrize("text", ["Law 94", "64D", "4711"])
def test_no_answer_says_why_on_stderr(run: Run, text: str) -> None:
    answered = run("ask", text)
    assert (answered.status, answered.out) == (1, "")
    assert answered.err


def test_people_get_the_card(run: Run) -> None:
    answered = run("ask", "27B1")
    assert answered.status == 0
    assert answered.out.startswith("read as: cited\n")


def test_language_and_edition_are_those_of_the_one_who_asks(run: Run) -> None:
    assert "Tình huống" in run("ask", "situations", "--language", "vi").out
    assert "Tình huống" not in run("ask", "situations").out
    assert (
        json.loads(run("ask", "27", "--edition", "plain-2017", "--json").out)["edition"]
        == "plain-2017"
    )


def test_a_batch_answers_every_line_whatever_it_is(run: Run) -> None:
    lines = ["27B1", "", "\udcff\x00", "x" * 5000, "Law 94", "{}%s", "led out of turn"]
    answered = run("ask", "--batch", stdin="\n".join(lines) + "\n")
    rows = [json.loads(line) for line in answered.out.splitlines()]
    assert answered.status == 0
    assert len(rows) == len(lines)
    assert all(row.keys() >= KEYS for row in rows)
    assert [rows[0]["kind"], rows[1]["kind"], rows[4]["kind"], rows[6]["kind"]] == [
        "cited",
        "nothing",
        "nothing",
        "words",
    ]


@pytest.mark.usefixtures("opened_anew")
def test_a_line_that_goes_wrong_does_not_stop_the_batch(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome_of = Outcomes.of

    def breaking(outcomes: Outcomes, text: str, reader: Reader) -> Outcome:
        if text == "boom":
            raise RuntimeError("broken")
        return outcome_of(outcomes, text, reader)

    monkeypatch.setattr(Outcomes, "of", breaking)
    answered = run("ask", "--batch", stdin="27\nboom\n64\n")
    assert [json.loads(line)["kind"] for line in answered.out.splitlines()] == [
        "cited",
        "nothing",
        "cited",
    ]
    assert "broken" in answered.err


def test_a_long_story_with_a_choice_can_be_gone_on_from(run: Run) -> None:
    story = (
        "in the last round something odd was done with a card by one of them and then somebody said"
        " a thing about it that I did not catch"
    )
    opened = json.loads(run("ask", story, "--json").out)["opened"]
    assert opened.startswith("find/")
    row = json.loads(run("ask", "--after", opened, "the first one", "--json").out)
    assert row["read_as"] == "answer"
    assert row["opened"].startswith("sit/")


def test_ask_after_an_address_goes_on_with_its_card(run: Run) -> None:
    first = json.loads(run("ask", "north opened 1S, east bid 1H", "--json").out)
    assert first["opened"].startswith("sit/insufficient-bid/")
    readings = []
    opened = first["opened"]
    for text in ("not a slip", "what if it was a slip?", "back", "sorry, it was a slip", "thanks"):
        row = json.loads(run("ask", "--after", opened, text, "--json").out)
        assert row.keys() >= KEYS
        readings.append(
            (row["read_as"], row["charts"][0]["given"].get("unintended") if row["charts"] else "")
        )
        opened = row["address"] or opened
    assert readings == [
        ("answer", "no"),
        ("what_if", "yes"),
        ("action", "no"),
        ("correction", "yes"),
        ("small_talk", ""),
    ]
