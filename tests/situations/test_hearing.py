"""Tests that only sure facts are heard in a sentence, with the words that tell them."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbot.charts.auction_facts import proved
from lawbot.charts.heard_facts import Hearing
from lawbot.charts.load import Situations
from lawbot.errors import PhraseError
from lawbot.message.message import Message
from lawbot.message.phrases import Phrase
from tests.support import json_lines
from tests.support.charts import HEARING, JUDGED, SITUATIONS
from tests.support.patience import PATIENCE
from tools.chart_proof import phrase_faults

SENTENCES = json_lines.read(Path(__file__).with_name("heard.jsonl"))


def facts_heard(chart: str, text: str) -> dict[str, str]:
    """Return the facts of a chart that are heard in a text."""
    return HEARING.hear(chart, Message(text)).given


def test_a_fact_is_heard_with_its_words() -> None:
    message = Message("LHO led out of turn and dummy has gone down")
    hearing = HEARING.hear("opening-lead-out-of-turn", message)
    assert hearing.given == {"lead_since": "dummy_seen"}
    assert hearing.said == {"lead_since": "dummy has gone down"}


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence["text"][:60])
def test_no_fact_is_heard_that_a_careful_reader_does_not_hear(sentence: dict[str, Any]) -> None:
    wrong = {
        fact: answer
        for fact, answer in facts_heard(sentence["chart"], sentence["text"]).items()
        if sentence["facts"].get(fact) != answer
    }
    assert wrong == {}


def golden() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the chart, the text and the answers of every golden and fresh case."""
    for chart in SITUATIONS.values():
        for case in chart.cases:
            yield chart.id, case.facts, case.answers
    for path in sorted(Path(__file__).parent.glob("examination-fresh-*.jsonl")):
        for row in json_lines.read(path):
            yield row["chart"], row["facts"], row["answers"]


@pytest.mark.slow
def test_no_fact_heard_in_a_golden_case_contradicts_its_answers() -> None:
    hearing = Hearing(SITUATIONS, (proved,))
    wrong = []
    for chart, text, answers in golden():
        for fact, answer in hearing.hear(chart, Message(text)).given.items():
            if answers.get(fact, answer) != answer:
                wrong.append((chart, fact, answer, text))
    assert wrong == []


def test_half_of_a_readers_facts_are_heard() -> None:
    facts_total = sum(
        len(facts_heard(sentence["chart"], sentence["text"])) for sentence in SENTENCES
    )
    assert facts_total >= 0.5 * sum(len(sentence["facts"]) for sentence in SENTENCES)


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
def test_a_fact_that_is_denied_dated_supposed_or_asked_is_not_heard(text: str) -> None:
    assert "lead_since" not in facts_heard("opening-lead-out-of-turn", text)


def test_contradicting_answers_to_a_question_are_not_heard() -> None:
    # each is heard alone, and neither if both are told
    call, no_call = (
        "South made an insufficient bid and West passed",
        "South made an insufficient bid, West has not called",
    )
    assert (facts_heard("insufficient-bid", call), facts_heard("insufficient-bid", no_call)) == (
        {"lho_called": "yes"},
        {"lho_called": "no"},
    )
    assert facts_heard("insufficient-bid", f"{call}. {no_call}") == {}


def test_players_are_counted_from_the_offender_however_they_are_named() -> None:
    for text in (
        "RHO made an insufficient bid and I passed",
        "South made an insufficient bid and West passed",
        "I made an insufficient bid and LHO passed",
        "a player made an insufficient bid and the next player passed",
        "East made an insufficient bid and his LHO passed",
    ):
        assert facts_heard("insufficient-bid", text) == {"lho_called": "yes"}, text
    for text in (
        "partner made an insufficient bid and LHO passed",
        "RHO made an insufficient bid and partner passed",
        "South made an insufficient bid and East passed",
    ):
        assert "lho_called" not in facts_heard("insufficient-bid", text), text


def test_a_call_before_the_irregularity_does_not_count() -> None:
    before, after = (
        "South passed, West opened 1S, North passed and East bid 1H, insufficient",
        "East bid 1H over 1S, insufficient, and South passed",
    )
    assert "lho_called" not in facts_heard("insufficient-bid", before)
    assert facts_heard("insufficient-bid", after)["lho_called"] == "yes"


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
def test_the_side_that_led_is_derived_from_the_declarer_or_the_turn(
    text: str, facts: dict[str, str]
) -> None:
    assert facts_heard("opening-lead-out-of-turn", text) == facts


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("North dealt. East opened 1S", "rho"),
        ("West is the dealer but East opened 1S", "partner"),
        ("North dealt and passed, East opened 1S", None),
        ("North dealt, North opened 1S", None),
    ],
)
def test_a_call_instead_of_the_dealer_is_out_of_turn(text: str, turn: str | None) -> None:
    assert facts_heard("bid-out-of-rotation", text).get("whose_turn") == turn


def test_a_clause_continues_the_fact_of_the_one_before() -> None:
    revoke = "West discarded a club on the diamond. {} a diamond"
    assert facts_heard("revoke", revoke.format("He still had")) == {"was_revoke": "suit"}
    assert facts_heard("revoke", revoke.format("East still had")) == {}
    wrong_cards = "West takes his cards from board 8 and {} 1NT"
    assert (
        facts_heard("wrong-cards-or-opponents", wrong_cards.format("opens"))["wrong_what"]
        == "called"
    )
    assert "wrong_what" not in facts_heard(
        "wrong-cards-or-opponents", wrong_cards.format("North opens")
    )


def test_an_act_of_the_director_is_heard_only_by_phrases_for_the_director() -> None:
    assert (
        facts_heard(
            "call-when-required-to-pass",
            "The director told South to pass for the rest of the auction",
        )["was_bound"]
        == "yes"
    )
    assert facts_heard("insufficient-bid", "The director does not accept the bid") == {}


def test_a_players_statement_is_heard_only_about_that_player() -> None:
    story = "North opens 2H, East bids 2C. {}"
    assert (
        facts_heard("insufficient-bid", story.format("South says he does not accept it"))["accepts"]
        == "no"
    )
    assert "accepts" not in facts_heard(
        "insufficient-bid", story.format("West says South accepted it")
    )


def test_facts_of_another_source_are_heard_unless_the_text_contradicts_them() -> None:
    def sequences(_message: Message) -> dict[str, dict[str, str]]:
        return {"insufficient-bid": {"in_turn": "yes", "lho_called": "no"}}

    hearing = Hearing(SITUATIONS, [sequences])
    facts = hearing.hear("insufficient-bid", Message("1S 2H 2D")).given
    assert facts == {"in_turn": "yes", "lho_called": "no"}
    against = Message("South made an insufficient bid and West passed")
    assert hearing.hear("insufficient-bid", against).given == {"in_turn": "yes"}


def test_a_fact_off_the_path_is_not_heard() -> None:
    text = "The lead out of turn is face up, declarer tabled his own hand. My partner had told nobody. It was after the final pass, the wrong defender"
    assert "after_refusal" not in facts_heard("opening-lead-out-of-turn", text)
    assert facts_heard(
        "penalty-card", "there is a major penalty card and the owner is to lead"
    ) == {
        "penalty_kind": "major",
        "major_now": "owner",
    }


def test_a_question_without_a_story_has_no_clauses() -> None:
    assert not Message("Can I accept the lead?").told.clauses
    assert not Message("what is a major penalty card").told.clauses
    assert Message("LHO led out of turn. Can I accept it?").told.clauses


def test_unreadable_shared_and_undefined_phrases_are_faults() -> None:
    for phrase in ("{nobody} led", "{lho} {rho}", "led (out)", "led !my", "led !!wrong_hand"):
        with pytest.raises(PhraseError):
            Phrase.parse(phrase)
    chart = SITUATIONS["revoke"]
    question = chart.questions["was_revoke"]
    shared = tuple(replace(answer, heard=("{who} revoked",)) for answer in question.answers)
    faulty = replace(chart, questions={"was_revoke": replace(question, answers=shared)})
    assert any("are both heard" in fault for fault in phrase_faults(faulty, {}))
    undefined = tuple(replace(answer, heard=("{who} <dances>",)) for answer in question.answers[:1])
    faulty = replace(chart, questions={"was_revoke": replace(question, answers=undefined)})
    assert [fault for fault in phrase_faults(faulty, {}) if "not told in any way" in fault]


def test_every_phrase_of_the_charts_is_sound() -> None:
    for chart in SITUATIONS.values():
        assert list(phrase_faults(chart, JUDGED)) == []


def test_phrases_do_not_change_the_revision_of_a_chart() -> None:
    revoke = SITUATIONS["revoke"]
    questions = {}
    for fact, question in revoke.questions.items():
        silent_answers = tuple(replace(answer, heard=()) for answer in question.answers)
        questions[fact] = replace(question, answers=silent_answers)
    silent = Situations({**SITUATIONS, "revoke": replace(revoke, questions=questions)})
    assert silent.revision("revoke") == SITUATIONS.revision("revoke")


@given(st.text(max_size=1500))
def test_every_fact_heard_in_any_text_has_its_words(text: str) -> None:
    hearing = HEARING.hear("opening-lead-out-of-turn", Message(text))
    assert hearing.given.keys() == hearing.said.keys()


def test_no_sentence_takes_long_to_hear() -> None:
    # a guard against patterns that hang; speed is measured by make bench
    begin = time.process_time()
    for sentence in SENTENCES[:60]:
        message = Message(sentence["text"])
        for chart in ("insufficient-bid", "revoke", "claim", "penalty-card", sentence["chart"]):
            HEARING.hear(chart, message)
    assert time.process_time() - begin < PATIENCE


@pytest.mark.parametrize(
    ("language", "chart", "fact", "whole", "further"),
    [
        (
            "en",
            "dummy-conduct",
            "dummy_did",
            "dummy peeked at East's hand",
            ", then it was careful pard",
        ),
        (
            "en",
            "dummy-conduct",
            "dummy_did",
            "dummy swapped hands",
            ". Two tricks on he cries foul",
        ),
        (
            "en",
            "dummy-conduct",
            "dummy_did",
            "dummy peeked at East's hand",
            ". Out of spades, partner?",
        ),
        ("en", "phone-or-device", "device_what", "West's phone rang", " and he glanced at a post"),
        ("vi", "phone-or-device", "device_what", "điện thoại đối thủ reo", ", họ ra ngoài cả buổi"),
        ("vi", "dummy-conduct", "dummy_did", "mor ngó bài Đông", ", rồi ổng nhắc coi chừng tay"),
        ("th", "dummy-conduct", "dummy_did", "ดัมมี่ลุกไปดูไพ่ฝ่ายรับ", "แล้วทักว่านำผิดมือ"),
        ("th", "phone-or-device", "device_what", "โทรศัพท์คู่ต่อสู้ดัง", " เขาออกไปข้างนอกนาน"),
    ],
)
def test_what_says_that_no_more_happened_is_heard_only_at_the_end(
    language: str, chart: str, fact: str, whole: str, further: str
) -> None:
    answers = {"dummy_did": "looked", "device_what": "rang"}
    facts = [
        HEARING.hear(chart, Message(text, language)).given for text in (whole, whole + further)
    ]
    assert facts[0].get(fact) == answers[fact]
    assert facts[1].get(fact) != answers[fact]
