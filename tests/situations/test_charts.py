"""Tests of the flow charts: files, graphs, golden cases, and citations of what prescribes."""

import json
from functools import partial
from pathlib import Path

import pytest

from lawbot.book import Lawbook
from lawbot.charts.load import Situations, load_chart
from lawbot.charts.model import CHART
from lawbot.charts.walk import MOST_TAPS, Asked, Ruled, paths, unconfirmed, walk
from lawbot.config import DATA
from lawbot.data_files import chart_file, chart_files
from lawbot.errors import LawbotError, WalkError
from lawbot.law.citation import Citation
from tools.chart_proof import Proof, case_faults, faults, too_long, uncited
from tools.chart_prose import said_of

CHARTS = sorted(path.parent.name for path in chart_files(DATA))


def test_there_are_enough_charts() -> None:
    assert len(CHARTS) >= 45


@pytest.mark.slow
def test_every_chart_is_proved(situations: Situations, plain_lawbook: Lawbook) -> None:
    assert list(faults(situations, partial(said_of, plain_lawbook), Proof.load(DATA))) == []


def test_every_provision_that_prescribes_is_cited(situations: Situations) -> None:
    assert uncited(situations, Proof.load(DATA)) == []


@pytest.mark.parametrize("chart_id", CHARTS)
def test_every_golden_case_comes_to_its_ruling(situations: Situations, chart_id: str) -> None:
    chart = situations[chart_id]
    for number, case in enumerate(chart.cases, 1):
        assert list(case_faults(situations, chart, case)) == [], (
            f"case {number} of {chart_id}: {case.facts}"
        )


@pytest.mark.parametrize("chart_id", CHARTS)
def test_no_path_takes_too_many_taps(situations: Situations, chart_id: str) -> None:
    assert max(path.taps for path in paths(situations, chart_id)) <= MOST_TAPS


def test_a_chart_reads_yes_and_no_as_words(tmp_path: Path) -> None:
    chart = load_chart(write(tmp_path, "tea"))
    assert [answer.id for answer in chart.questions["cold"].answers] == ["yes", "no"]


def test_a_broken_file_is_reported_with_the_field(tmp_path: Path) -> None:
    path = write(tmp_path, "tea", TEA.replace("ask: Is the tea cold?", "ask: ''"))
    with pytest.raises(LawbotError, match=r"tea/chart\.yaml: questions\.cold\.ask"):
        load_chart(path)


def test_a_file_that_is_no_yaml_is_reported(tmp_path: Path) -> None:
    with pytest.raises(LawbotError, match=r"tea/chart\.yaml"):
        load_chart(write(tmp_path, "tea", "id: [tea"))


def test_an_id_that_is_not_the_name_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LawbotError, match="must agree"):
        load_chart(write(tmp_path, "coffee"))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("next: warm}", "next: nowhere}", "leads to nowhere"),
        ("next: warm}", 'next: "chart:milk"}', "the chart milk, which does not exist"),
        ("next: warm}", "next: reheat}", "warm is never reached"),
        ("cites: [1A]", "cites: [1Z]", "which the Laws do not have"),
        ("headline: Drink it", "headline: 'Drink it with the {waiter}'", "unknown token {waiter}"),
        ("must: [Drink]", "must: [milk]", "does not say “milk”"),
        ("must: [Drink]", "must_not: [Drink]", "says “Drink”"),
        ("ruling: warm", "ruling: reheat", "not at tea/reheat"),
        (
            "steps: [Drink.]",
            "steps: [Drink by Law 27Z9.]",
            "speaks of 27Z9, which the Laws do not have",
        ),
        (
            "why: Cold tea is not served.",
            "why: Cold tea is not served (93Q).",
            "speaks of 93Q, which the Laws do not have",
        ),
        ("say: [Enjoy.]", "say: [Enjoy (2A).]", "speaks of 2A, which is not among its cites"),
        (
            "later: [Ask again within 30 minutes.]",
            "later: [Ask again within 45 minutes.]",
            "says 45 minute, which stands in none",
        ),
        (
            "steps: [Heat.]",
            "steps: [Heat. You lose 10% of a top.]",
            "says 10 %, which stands in none",
        ),
        ("say: [Wait.]", 'say: ["{LHO} calls next."]', "sends LHO to act"),
        ("then: [tea]", "then: [{chart: tea, given: {cold: lukewarm}}]", "has no answer lukewarm"),
        ("then: [tea]", "then: [{chart: tea, carry: [sugar]}]", "never asks for the fact sugar"),
        (
            "then: [tea]",
            "provisos: [{when: {cold: yes}, steps: [Blow.]}]",
            "proviso 1 holds on every path",
        ),
        (
            "then: [tea]",
            "provisos: [{when: {cold: lukewarm}, steps: [Blow.]}]",
            "proviso 1 holds on no path",
        ),
        (
            "then: [tea]",
            "provisos: [{when: {cold: yes}, cites: [99Z]}]",
            "cites 99Z, which the Laws do not have",
        ),
        ("then: [tea]", "then: [milk]", "the chart milk, which does not exist"),
    ],
)
def test_the_proof_reports_a_fault(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in TEA
    assert any(fault in line for line in faults_of(tmp_path, TEA.replace(old, new)))


def test_the_sound_chart_has_no_fault(tmp_path: Path) -> None:
    assert faults_of(tmp_path, TEA) == []


def test_a_walk_stops_at_an_open_question_or_at_the_ruling(tmp_path: Path) -> None:
    tea = tea_situations(tmp_path)
    first = walk(tea, "tea", {})
    assert isinstance(first, Asked)
    assert first.fact == "cold"
    ruled = walk(tea, "tea", {"cold": "yes", "never asked": "x"})
    assert isinstance(ruled, Ruled)
    assert (ruled.name, [step.cites for step in ruled.trail]) == ("reheat", [("1A",)])


def test_a_ruling_says_nothing_that_the_walk_has_excluded(tmp_path: Path) -> None:
    whether_milk = """
  milk:
    ask: Is there milk?
    why: Milk cools.
    cites: [1A]
    unsure: Look.
    answers:
      - {id: yes, label: Yes, next: reheat}
      - {id: no, label: No, next: reheat}
rulings:"""
    proviso = "provisos: [{when: {milk: yes}, steps: [Stir.], later: [Rinse.], cites: [1A]}]"
    chart = TEA.replace("next: reheat,", "next: milk,").replace("\nrulings:", whether_milk)
    tea = tea_situations(tmp_path, chart.replace("then: [tea]", proviso))
    with_milk = walk(tea, "tea", {"cold": "yes", "milk": "yes"})
    without = walk(tea, "tea", {"cold": "yes", "milk": "no"})
    assert isinstance(with_milk, Ruled) and isinstance(without, Ruled)
    ruling = with_milk.ruling
    assert (ruling.steps, ruling.later, ruling.cites) == (
        ("Heat.", "Stir."),
        ("Rinse.",),
        ("1", "1A"),
    )
    assert (without.ruling.steps, without.ruling.later, without.ruling.cites) == (
        ("Heat.",),
        (),
        ("1",),
    )


def test_texts_too_long_for_a_glance_are_reported(tmp_path: Path) -> None:
    tea = tea_situations(tmp_path)
    assert list(too_long(tea)) == []
    # one more than the limits of a glance: 20 words, 10 words, 60 signs
    wordy = TEA.replace("Is the tea cold?", " ".join(["cold"] * 21)).replace(
        "label: No,", f"label: {'no ' * 11}, detail: {'x' * 61},"
    )
    assert list(too_long(tea_situations(tmp_path, wordy))) == [
        "tea: cold: the question has 21 words",
        "tea: cold: no: the answer has 11 words",
        "tea: cold: no: the line below it has 61 signs",
    ]


@pytest.mark.parametrize("costly", ["Heat it, kind: ", "Drink it, kind: "])
def test_an_assumption_is_confirmed_if_it_or_its_contrary_costs_tricks(
    tmp_path: Path, costly: str
) -> None:
    usual = TEA.replace("next: warm}", "next: warm, unless: [cool]}")
    assert usual.count(f"{costly}information") == 1
    tea = tea_situations(tmp_path, usual.replace(f"{costly}information", f"{costly}trick transfer"))
    ruled = walk(tea, "tea", {}, assumed={"cold": "no"})
    assert unconfirmed(ruled) == ruled.trail


def test_an_assumption_holds_unless_the_answers_deny_it(tmp_path: Path) -> None:
    usual = TEA.replace("next: warm}", "next: warm, unless: [cool]}")
    tea = tea_situations(tmp_path, usual)
    assumed = tea.usual_answers("tea")
    assert assumed == {"cold": "no"}
    ruled = walk(tea, "tea", {}, assumed=assumed)
    assert isinstance(ruled, Ruled)
    assert (ruled.name, unconfirmed(ruled)) == ("warm", ())
    denied = walk(tea, "tea", {"cold": "yes"}, assumed=assumed)
    assert isinstance(denied, Ruled)
    assert (denied.name, [step.assumed for step in denied.trail]) == ("reheat", [False])
    assert isinstance(walk(tea, "tea", {}), Asked)
    # the proof also walks the path that is not usual
    assert list(faults(tea, tea_law)) == []
    both_usual = usual.replace("next: reheat,", "next: reheat, unless: [hot],")
    contested = tea_situations(tmp_path, both_usual)
    assert "tea: cold: yes and no cannot both be usual" in faults(contested, tea_law)
    assert "tea: cold: no: is for the director to judge, and never usual" in faults(
        tea, tea_law, Proof(judged={"cold": "no"})
    )


@pytest.mark.parametrize(("chart", "answers"), [("milk", {}), ("tea", {"cold": "perhaps"})])
def test_a_walk_with_an_unknown_chart_or_answer_is_refused(
    tmp_path: Path, chart: str, answers: dict[str, str]
) -> None:
    with pytest.raises(WalkError):
        walk(tea_situations(tmp_path), chart, answers)


def tea_law(citation: Citation) -> str | None:
    """Return the text of a provision of two laws about tea; None if it does not exist."""
    if citation.law in (1, 2) and citation.section in ("", "A"):
        return "The host may ask again within 30 minutes."
    return None


TEA = """
id: tea
title: Tea
summary: Whether the tea is cold
phase: play
laws: [1]
aliases: [a, b, c, d, e]
reviewed: {edition: en-2017, date: 2026-11-21}
start: cold
questions:
  cold:
    ask: Is the tea cold?
    why: Cold tea is not served.
    cites: [1A]
    unsure: Taste it.
    answers:
      - {id: yes, label: Yes, next: reheat, acted: [lho]}
      - {id: no, label: No, next: warm}
rulings:
  reheat: {headline: Heat it, kind: information, steps: [Heat.], say: [Wait.], cites: [1], then: [tea]}
  warm: {headline: Drink it, kind: information, steps: [Drink.], say: [Enjoy.], later: [Ask again within 30 minutes.], cites: [1]}
cases:
  - {facts: It is cold., answers: {cold: yes}, ruling: reheat}
  - {facts: It is warm., answers: {cold: no}, ruling: warm, must: [Drink]}
"""


def write(folder: Path, name: str, text: str = TEA) -> Path:
    """Write the file of a chart in a data folder and return its path."""
    path = chart_file(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def tea_situations(folder: Path, text: str = TEA) -> Situations:
    """Return the chart about tea alone, as it is in the text."""
    return Situations({"tea": load_chart(write(folder, "tea", text))})


def test_the_schema_for_editors_is_up_to_date() -> None:
    schema = json.loads((DATA / "charts" / "schema.json").read_text(encoding="utf-8"))
    assert schema == CHART.json_schema()


# -- each rule of the proof, tried on a chart that breaks no other rule


def chain(questions: int) -> str:
    """Return a chart with that many questions on its long path, and a short path."""
    question_lines = "".join(
        f"""
  q{n}:
    ask: Is cup {n} empty?
    why: Cups are counted.
    cites: [1A]
    unsure: Look into it.
    answers:
      - {{id: yes, label: Yes, next: {f"q{n + 1}" if n < questions else "done"}}}
      - {{id: no, label: No, next: {f"q{n + 1}" if 1 < n < questions else "done"}}}"""
        for n in range(1, questions + 1)
    )
    all_answers = ", ".join(f"q{n}: yes" for n in range(1, questions + 1))
    return f"""
id: tea
title: Tea
summary: How many cups are empty
phase: play
laws: [1]
aliases: [a, b, c, d, e]
reviewed: {{edition: en-2017, date: 2026-11-21}}
start: q1
questions:{question_lines}
rulings:
  done: {{headline: Wash up, kind: information, steps: [Wash.], say: [Thank you.], cites: [1]}}
cases:
  - {{facts: All are empty., answers: {{{all_answers}}}, ruling: done}}
  - {{facts: The first is full., answers: {{q1: no}}, ruling: done}}
"""


def faults_of(folder: Path, text: str) -> list[str]:
    """Return the faults that the proof finds in a chart."""
    return list(faults(tea_situations(folder, text), tea_law))


def test_a_path_of_nine_taps_is_too_long_and_one_of_eight_is_not(tmp_path: Path) -> None:
    assert not any("a path takes" in line for line in faults_of(tmp_path, chain(8)))
    assert any("a path takes 9 taps" in line for line in faults_of(tmp_path, chain(9)))


def test_more_than_five_taps_at_the_median_are_too_many(tmp_path: Path) -> None:
    # five taps are what a director takes with a table waiting
    assert faults_of(tmp_path, chain(5)) == []
    assert [line for line in faults_of(tmp_path, chain(6)) if "median" in line] == [
        "tea: the median over its 33 paths is 6 taps"
    ]


def test_a_ruling_without_a_golden_case_is_reported(tmp_path: Path) -> None:
    unproved = TEA.replace(
        "{facts: It is warm., answers: {cold: no}, ruling: warm, must: [Drink]}",
        "{facts: Cold., answers: {cold: yes}, ruling: reheat}",
    )
    assert faults_of(tmp_path, unproved) == ["tea: no case proves the ruling warm"]


def test_a_failing_golden_case_is_reported_by_its_number(tmp_path: Path) -> None:
    assert faults_of(tmp_path, TEA.replace("must: [Drink]", "must: [milk]")) == [
        "tea: case 2: the ruling does not say “milk”"
    ]
    assert faults_of(tmp_path, TEA.replace("must: [Drink]", "must_not: [enjoy]")) == [
        "tea: case 2: the ruling says “enjoy”"
    ]


@pytest.mark.parametrize(
    ("section", "unreached"),
    [
        ("rulings:", "  lost: {ask: Where?, why: x, cites: [1A], unsure: x, answers: [{id: yes, label: Y, next: warm}, {id: no, label: N, next: warm}]}\nrulings:"),
        ("cases:", "  lost: {headline: Lost, kind: information, steps: [Look.], say: [Look.], cites: [1]}\ncases:"),
    ],
)  # fmt: skip
def test_an_unreached_question_or_ruling_is_reported(
    tmp_path: Path, section: str, unreached: str
) -> None:
    assert faults_of(tmp_path, TEA.replace(section, unreached)) == ["tea: lost is never reached"]
