"""What is not told is not taken: silence, one side's story, what the text takes back, another's
act, what the director judges."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lawbot.situations.charts import Situations
from lawbot.situations.hearing import Hearing
from lawbot.situations.walk import Asked
from tools.chart_proof import Proof, phrase_faults

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ROWS = [
    json.loads(line) for line in (HERE / "untold.jsonl").read_text(encoding="utf-8").splitlines()
]
SITUATIONS = Situations.load(ROOT / "data" / "situations")
HEARING = Hearing(SITUATIONS)
JUDGED = Proof.load(ROOT / "data" / "situations").judged
SILENCES = (
    "nobody said anything",
    "nobody said a word",
    "no one noticed",
    "nothing was said",
    "none of us reacted",
    "nobody did anything",
    "nobody minded",
    "LHO said nothing",
    "LHO did not say anything",
    "declarer didn't say anything",
    "the defenders did not react",
    "nobody acted",
    "nobody disputed it",
    "nobody called the director",
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"][:60])
def test_of_these_sentences_just_this_is_understood(row: dict[str, Any]) -> None:
    assert HEARING.hear(row["chart"], row["text"]).given == row["facts"]


@pytest.mark.parametrize("silence", SILENCES)
def test_silence_adds_no_fact_to_any_chart(silence: str) -> None:
    for chart in SITUATIONS:
        assert HEARING.hear(chart, silence).given == {}, chart
        heard = HEARING.hear(chart, f"West led out of turn, {silence}").given
        assert heard.items() <= HEARING.hear(chart, "West led out of turn").given.items(), chart


def test_a_chart_that_hears_silence_or_a_judgement_is_faulty() -> None:
    chart = SITUATIONS["insufficient-bid"]

    def faults(fact: str, line: str) -> str:
        question = chart.questions[fact]
        answers = tuple(
            replace(answer, heard=(line,) if answer.id == "no" else ())
            for answer in question.answers
        )
        return " ".join(
            phrase_faults(
                replace(chart, questions={fact: replace(question, answers=answers)}), JUDGED
            )
        )

    assert "takes silence for a fact" in faults("lho_called", "nobody say anything")
    assert "for the director to judge" in faults("unintended", "change mind")
    assert faults("lho_called", "nobody call") == ""


def test_what_the_director_judges_is_asked_by_some_chart() -> None:
    asked = {
        (fact, answer.id)
        for chart in SITUATIONS.values()
        for fact, question in chart.questions.items()
        for answer in question.answers
    }
    assert {
        (fact, answer) for fact, answers in JUDGED.items() for answer in answers.split()
    } <= asked


def quoted() -> str:
    """What is heard of every row here and of those of ``heard.jsonl``, and by which words."""
    rows = ROWS + [
        json.loads(line) for line in (HERE / "heard.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    heard = [HEARING.hear(row["chart"], row["text"]) for row in rows]
    return str([(list(each.given.items()), list(each.said.items())) for each in heard])


def test_the_same_words_are_quoted_in_every_run() -> None:
    code = "from tests.situations.test_untold import quoted; print(quoted())"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert runs == {f"{quoted()}\n"}


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("she did not revoke, they say", "was_revoke"),
        ("opponents claim I revoked, I deny it", "was_revoke"),
        ("my partner revoked", "established"),
        ("nobody noticed the revoke till the end of the trick", "established"),
        ("somebody revoked at the last trick but one", "which_trick"),
    ],
)
def test_what_is_usual_is_asked_if_the_text_doubts_or_touches_it(text: str, asked: str) -> None:
    reached = HEARING.hear("revoke", text).reached
    assert isinstance(reached, Asked)
    assert reached.fact == asked
