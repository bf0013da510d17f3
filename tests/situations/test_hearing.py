"""What is heard in a sentence: only what is sure, with the words it was taken from."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbot.errors import PhraseError
from lawbot.situations.auctions import proved
from lawbot.situations.charts import Situations
from lawbot.situations.hearing import Hearing, left_at_most
from lawbot.text.phrases import Phrase
from lawbot.text.sentence import listen
from tests.support.patience import PATIENCE
from tools.chart_proof import Proof, phrase_faults

SENTENCES = [
    json.loads(line)
    for line in (Path(__file__).parent / "heard.jsonl").read_text(encoding="utf-8").splitlines()
]
SITUATIONS = Situations.load(Path(__file__).resolve().parents[2] / "data" / "situations")
HEARING = Hearing(SITUATIONS)
JUDGED = Proof.load(Path(__file__).resolve().parents[2] / "data" / "situations").judged


def told(chart: str, text: str) -> dict[str, str]:
    return HEARING.hear(chart, text).given


def test_what_the_issue_asks_for_is_heard_with_its_words() -> None:
    heard = HEARING.hear("opening-lead-out-of-turn", "LHO led out of turn and dummy has gone down")
    assert heard.given == {"lead_since": "dummy_seen"}
    assert heard.said == {"lead_since": "dummy has gone down"}


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence["text"][:60])
def test_nothing_is_taken_that_a_careful_reader_does_not_take(sentence: dict[str, Any]) -> None:
    wrong = {
        fact: answer
        for fact, answer in told(sentence["chart"], sentence["text"]).items()
        if sentence["facts"].get(fact) != answer
    }
    assert wrong == {}


def golden() -> Iterator[tuple[str, str, dict[str, str]]]:
    for chart in SITUATIONS.values():
        for case in chart.cases:
            yield chart.id, case.facts, case.answers
    for path in sorted(Path(__file__).parent.glob("examination-fresh-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            examined = json.loads(line)
            yield examined["chart"], examined["facts"], examined["answers"]


def test_no_golden_case_is_heard_against_its_answers() -> None:
    whole = Hearing(SITUATIONS, (proved,))
    wrong = [
        (chart, fact, answer, facts)
        for chart, facts, answers in golden()
        for fact, answer in whole.hear(chart, facts).given.items()
        if answers.get(fact, answer) != answer
    ]
    assert wrong == []


def test_half_of_what_a_reader_takes_is_taken_and_few_questions_are_left() -> None:
    taken = sum(len(told(sentence["chart"], sentence["text"])) for sentence in SENTENCES)
    assert taken >= 0.5 * sum(len(sentence["facts"]) for sentence in SENTENCES)
    telling = [sentence for sentence in SENTENCES if len(sentence["facts"]) > 1]
    left = [
        left_at_most(SITUATIONS, sentence["chart"], told(sentence["chart"], sentence["text"]))
        for sentence in telling
    ]
    assert median(left) <= 3


@pytest.mark.parametrize(
    "text",
    [
        "LHO led out of turn and dummy has not gone down",
        "LHO led out of turn before dummy went down",
        "LHO led out of turn, what if dummy has gone down",
        "LHO led out of turn, has dummy gone down?",
        "LHO led out of turn, dummy almost came down",
        "If LHO leads out of turn and dummy goes down the lead stands",
    ],
)
def test_what_is_denied_ordered_in_time_supposed_or_asked_is_left_alone(text: str) -> None:
    assert "lead_since" not in told("opening-lead-out-of-turn", text)


def test_two_answers_to_one_question_are_both_left() -> None:
    called, silent = (
        "South made an insufficient bid and West passed",
        "South made an insufficient bid, West has not called",
    )
    assert (told("insufficient-bid", called), told("insufficient-bid", silent)) == (
        {"lho_called": "yes"},
        {"lho_called": "no"},
    )
    assert told("insufficient-bid", f"{called}. {silent}") == {}


def test_players_are_counted_from_the_offender_however_they_are_named() -> None:
    for text in (
        "RHO made an insufficient bid and I passed",
        "South made an insufficient bid and West passed",
        "I made an insufficient bid and LHO passed",
        "a player made an insufficient bid and the next player passed",
        "East made an insufficient bid and his LHO passed",
    ):
        assert told("insufficient-bid", text) == {"lho_called": "yes"}, text
    for text in (
        "partner made an insufficient bid and LHO passed",
        "RHO made an insufficient bid and partner passed",
        "South made an insufficient bid and East passed",
    ):
        assert "lho_called" not in told("insufficient-bid", text), text


def test_a_call_counts_only_behind_what_went_wrong() -> None:
    before, behind = (
        "South passed, West opened 1S, North passed and East bid 1H, insufficient",
        "East bid 1H over 1S, insufficient, and South passed",
    )
    assert "lho_called" not in told("insufficient-bid", before)
    assert told("insufficient-bid", behind)["lho_called"] == "yes"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "South plays 3NT. East puts the king of hearts face up on the table",
            {"lead_faced": "yes", "who_led": "defender"},
        ),
        (
            "East faced the king of hearts although it was West's lead",
            {"lead_faced": "yes", "who_led": "defender"},
        ),
        ("West faced the king of hearts and West was on lead", {"lead_faced": "yes"}),
        (
            "South 1NT, West pass, North 3NT, East pass, South pass, West pass. North faced the king of hearts",
            {"lead_faced": "yes", "who_led": "declaring"},
        ),
    ],
)
def test_who_led_is_known_by_who_declares_or_whose_lead_it_was(
    text: str, facts: dict[str, str]
) -> None:
    assert told("opening-lead-out-of-turn", text) == facts


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("North dealt. East opened 1S", "rho"),
        ("West is the dealer but East opened 1S", "partner"),
        ("North dealt and passed, East opened 1S", None),
        ("North dealt, North opened 1S", None),
    ],
)
def test_a_call_in_the_dealers_place_is_out_of_turn(text: str, turn: str | None) -> None:
    assert told("bid-out-of-rotation", text).get("whose_turn") == turn


def test_what_one_clause_begins_the_next_goes_on() -> None:
    held = "West discarded a club on the diamond. {} a diamond"
    assert told("revoke", held.format("He still had")) == {"was_revoke": "suit"}
    assert told("revoke", held.format("East still had")) == {}
    taken = "West takes his cards from board 8 and {} 1NT"
    assert told("wrong-cards-or-opponents", taken.format("opens"))["wrong_what"] == "called"
    assert "wrong_what" not in told("wrong-cards-or-opponents", taken.format("North opens"))


def test_what_the_director_does_is_heard_by_phrases_for_the_director_alone() -> None:
    assert (
        told(
            "call-when-required-to-pass",
            "The director told South to pass for the rest of the auction",
        )["was_bound"]
        == "yes"
    )
    assert told("insufficient-bid", "The director does not accept the bid") == {}


def test_another_says_it_of_himself_and_no_one_else_does_it_for_him() -> None:
    said = "North opens 2H, East bids 2C. {}"
    assert (
        told("insufficient-bid", said.format("South says he does not accept it"))["accepts"] == "no"
    )
    assert "accepts" not in told("insufficient-bid", said.format("West says South accepted it"))


def test_another_source_is_heard_and_what_contradicts_it_is_taken_from_neither() -> None:
    def sequences(_text: str) -> dict[str, dict[str, str]]:
        return {"insufficient-bid": {"in_turn": "yes", "lho_called": "no"}}

    assert Hearing(SITUATIONS, [sequences]).hear("insufficient-bid", "1S 2H 2D").given == {
        "in_turn": "yes",
        "lho_called": "no",
    }
    against = "South made an insufficient bid and West passed"
    assert Hearing(SITUATIONS, [sequences]).hear("insufficient-bid", against).given == {
        "in_turn": "yes"
    }


def test_a_fact_off_the_path_is_dropped() -> None:
    text = "The lead out of turn is face up, declarer tabled his own hand. My partner had told nobody. It was after the final pass, the wrong defender"
    assert "after_refusal" not in told("opening-lead-out-of-turn", text)
    assert told("penalty-card", "there is a major penalty card and the owner is to lead") == {
        "penalty_kind": "major",
        "major_now": "owner",
    }


def test_a_text_that_only_asks_tells_nothing() -> None:
    assert not listen("Can I accept the lead?").clauses
    assert not listen("what is a major penalty card").clauses
    assert listen("LHO led out of turn. Can I accept it?").clauses


def test_phrases_that_cannot_be_read_or_are_shared_are_faults() -> None:
    for wrong in ("{nobody} led", "{lho} {rho}", "led (out)", "led !my", "led !!wrong_hand"):
        with pytest.raises(PhraseError):
            Phrase.parse(wrong)
    chart = SITUATIONS["revoke"]
    question = chart.questions["was_revoke"]
    shared = tuple(replace(answer, heard=("{who} revoked",)) for answer in question.answers)
    faulty = replace(chart, questions={"was_revoke": replace(question, answers=shared)})
    assert any("are both heard" in fault for fault in phrase_faults(faulty, {}))
    untold = tuple(replace(answer, heard=("{who} <dances>",)) for answer in question.answers[:1])
    faulty = replace(chart, questions={"was_revoke": replace(question, answers=untold)})
    assert [fault for fault in phrase_faults(faulty, {}) if "not told in any way" in fault]


def test_every_phrase_of_the_charts_is_sound() -> None:
    assert [fault for chart in SITUATIONS.values() for fault in phrase_faults(chart, JUDGED)] == []


def test_phrases_do_not_change_the_revision_of_a_chart() -> None:
    chart = SITUATIONS["revoke"]
    silent = replace(
        chart,
        questions={
            fact: replace(
                question, answers=tuple(replace(answer, heard=()) for answer in question.answers)
            )
            for fact, question in chart.questions.items()
        },
    )
    others = {key: other for key, other in SITUATIONS.items() if key != "revoke"}
    assert Situations({**others, "revoke": silent}).revision("revoke") == SITUATIONS.revision(
        "revoke"
    )


@given(st.text(max_size=1500))
def test_any_text_is_heard(text: str) -> None:
    heard = HEARING.hear("opening-lead-out-of-turn", text)
    assert heard.given.keys() == heard.said.keys()


def test_no_sentence_hangs_the_hearing() -> None:
    begin = time.process_time()
    for sentence in SENTENCES[:60]:
        listen.cache_clear()
        for chart in ("insufficient-bid", "revoke", "claim", "penalty-card", sentence["chart"]):
            HEARING.hear(chart, sentence["text"])
    assert time.process_time() - begin < PATIENCE
