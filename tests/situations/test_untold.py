"""Tests of facts that are not heard: silence, claims, retractions, acts of others, judgements."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lawbot.charts.walk import Asked
from lawbot.message.message import Message
from tests.support import json_lines
from tests.support.charts import HEARING, JUDGED, SITUATIONS
from tests.support.patience import PROGRAM_PATIENCE
from tools.chart_proof import phrase_faults

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ROWS = json_lines.read(HERE / "untold.jsonl")
# no fact is taken from silence, in whatever words
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
def test_only_the_expected_facts_are_heard(row: dict[str, Any]) -> None:
    assert HEARING.hear(row["chart"], Message(row["text"])).given == row["facts"]


@pytest.fixture(scope="module")
def heard_without() -> dict[str, dict[str, str]]:
    """Return the facts of each chart that are heard in a lead out of turn."""
    lead = Message("West led out of turn")
    return {chart: dict(HEARING.hear(chart, lead).given) for chart in SITUATIONS}


@pytest.mark.parametrize("number", range(len(SILENCES)))
def test_silence_adds_no_fact_to_a_chart(
    heard_without: dict[str, dict[str, str]], number: int
) -> None:
    """Each is heard in every third chart, in turn: every chart hears four or five of them."""
    silence = SILENCES[number]
    for chart in list(SITUATIONS)[number % 3 :: 3]:
        assert HEARING.hear(chart, Message(silence)).given == {}, chart
        with_silence = HEARING.hear(chart, Message(f"West led out of turn, {silence}")).given
        assert with_silence.items() <= heard_without[chart].items(), chart


def test_a_phrase_for_silence_or_a_judgement_is_a_fault() -> None:
    chart = SITUATIONS["insufficient-bid"]

    def faults(fact: str, line: str) -> str:
        """Return the faults of the chart if the line is a phrase for the answer no."""
        question = chart.questions[fact]
        answers = tuple(
            replace(answer, heard=(line,) if answer.id == "no" else ())
            for answer in question.answers
        )
        questions = {fact: replace(question, answers=answers)}
        return " ".join(phrase_faults(replace(chart, questions=questions), JUDGED))

    assert "takes silence for a fact" in faults("lho_called", "nobody say anything")
    assert "for the director to judge" in faults("comparable", "same meaning")
    assert faults("lho_called", "nobody call") == ""


def test_every_judgement_of_the_director_is_an_answer_of_a_chart() -> None:
    offered = set()
    for chart in SITUATIONS.values():
        for fact, question in chart.questions.items():
            offered |= {(fact, answer.id) for answer in question.answers}
    for fact, answers in JUDGED.items():
        for answer in answers.split():
            assert (fact, answer) in offered


def quoted() -> str:
    """Return the facts and words heard in every third row of ``untold`` and ``heard.jsonl``."""
    rows = (ROWS + json_lines.read(HERE / "heard.jsonl"))[::3]
    hearings = [HEARING.hear(row["chart"], Message(row["text"])) for row in rows]
    return str([(list(hearing.given.items()), list(hearing.said.items())) for hearing in hearings])


@pytest.mark.slow
def test_the_facts_and_words_are_the_same_in_every_run() -> None:
    code = "from tests.situations.test_untold import quoted; print(quoted())"
    # the order of sets depends on the seed and must not reach the words; this run has another seed
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PROGRAM_PATIENCE,
    )
    assert ran.stdout == f"{quoted()}\n"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("she did not revoke, they say", "was_revoke"),
        ("opponents claim I revoked, I deny it", "was_revoke"),
        ("my partner revoked", "established"),
        ("nobody noticed the revoke till the end of the trick", "established"),
        ("somebody revoked at the last trick but one", "which_trick"),
    ],
)
def test_a_usual_answer_is_asked_for_if_the_text_doubts_or_touches_it(text: str, fact: str) -> None:
    reached = HEARING.hear("revoke", Message(text)).reached
    assert isinstance(reached, Asked)
    assert reached.fact == fact
