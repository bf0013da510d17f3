"""Tests of texts beside an open card: what they are read as, and what they open, in three languages."""

import itertools
from dataclasses import replace

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import ChartPlace
from lawbot.answers.conversation import ReadAs, Table, Turn
from lawbot.answers.kinds import Kind
from lawbot.cards import Action, Card, CardKind
from lawbot.situations.state import State


def offered(card: Card) -> list[Action]:
    """Return the buttons of a card."""
    return list(itertools.chain.from_iterable(card.rows))


def read(answers: Answers, card: Card, text: str, language: str = "en") -> Turn:
    """Return what a text is beside a card."""
    return answers.turn(text, Table.of(card), Reader(language, director=True))


def chosen(answers: Answers, card: Card, text: str, language: str = "en") -> str:
    """Return the label of the button that the text chooses; empty if it chooses none."""
    turn = read(answers, card, text, language)
    if turn.read_as is ReadAs.UNCLEAR:
        return ""
    return next((action.label for action in offered(card) if action.address == turn.address), "")


def at(answers: Answers, chart: str, taps: str = "", language: str = "en") -> Card:
    """Return the question or the ruling of a chart after answers, each by its index."""
    state = replace(State.begin(answers.situations, chart), taps=taps)
    return answers.open(str(ChartPlace(state)), Reader(language, director=True))


@pytest.mark.parametrize(
    ("taps", "text", "label"),
    [
        ("", "yes", "Yes, in turn, and free to call"),
        ("", "No.", "No, out of turn"),
        ("", "no, out of turn", "No, out of turn"),
        ("", "OUT OF TURN", "No, out of turn"),
        ("", "3", "In turn, no slip, but bound by law to pass"),
        ("", "2.", "No, out of turn"),
        ("", "two", "No, out of turn"),
        ("", "in turn, no slip", "In turn, no slip, but bound by law to pass"),
        ("", "why?", "Why"),
        ("", "Not sure", "Why"),
        # before the first question nothing was asked
        ("", "back", ""),
        ("0", "back", "Back"),
        # two answers fit, and so none is chosen
        ("", "in turn", ""),
        ("", "4", ""),
        ("", "27", ""),
        ("", "27B1", ""),
        ("", "help", ""),
        ("", "4S +1", ""),
        ("", "partner took ages and then passed", ""),
        ("01", "yes", "Yes, over the low bid itself"),
        ("011", "lho doesn't accept", "No, not accepted"),
        # over 60 characters, a text is no reply
        ("011", "I asked, and after a long look around the table LHO refused it", ""),
        ("011", "LHO refused", "No, not accepted"),
        ("011", "lho accepts it", "Yes, accepts it now"),
        # one wrong letter is repaired, two are not
        ("011", "not acepted", "No, not accepted"),
        ("011", "not excepted", ""),
        ("0111", "a double", "A double or redouble"),
        ("0111", "double", "A double or redouble"),
    ],
)
def test_a_text_chooses_a_button(answers: Answers, taps: str, text: str, label: str) -> None:
    assert chosen(answers, at(answers, "insufficient-bid", taps), text) == label


@pytest.mark.parametrize(
    ("language", "text", "index"),
    [
        ("vi", "có", 0),
        ("vi", "khong", 1),
        ("vi", "Không!", 1),
        ("vi", "yes", 0),
        ("vi", "ba", 2),
        ("vi", "đúng lượt, không lỡ", 2),
        ("vi", "dung luot khong lo", 2),
        ("vi", "tại sao?", 3),
        ("vi", "không chắc", 3),
        ("th", "ใช่", 0),
        ("th", "ใช่ครับ", 0),
        ("th", "ไม่ใช่", 1),
        ("th", "ผิดรอบ", 1),
        ("th", "สาม", 2),
        ("th", "ทำไม", 3),
        ("th", "ไม่แน่ใจ", 3),
    ],
)
def test_a_text_in_another_language_chooses_a_button(
    answers: Answers, language: str, text: str, index: int
) -> None:
    card = at(answers, "insufficient-bid", language=language)
    assert chosen(answers, card, text, language) == offered(card)[index].label


@pytest.mark.parametrize(("language", "text"), [("vi", "quay lại"), ("th", "ย้อนกลับ")])
def test_back_in_another_language_leads_back(answers: Answers, language: str, text: str) -> None:
    card = at(answers, "insufficient-bid", "0", language)
    assert chosen(answers, card, text, language) == Reader(language).translate("Back")


def test_no_chooses_nothing_if_a_label_means_no_card(answers: Answers) -> None:
    card = at(answers, "missed-turn-three-passes", "00")
    assert [action.label.partition(" ")[0] for action in card.rows[0]] == ["No", "Yes,", "Yes,"]
    # "No card" is no answer no, and two answers begin with yes
    assert (chosen(answers, card, "no"), chosen(answers, card, "yes")) == ("", "")


def test_a_number_or_a_label_chooses_among_the_charts_offered(answers: Answers) -> None:
    vague = (
        "my opponent did something strange with a card",
        "they looked at the cards and bid again",
        "an odd thing with the cards",
    )
    cards = (answers.ask(text, Reader()) for text in vague)
    results = next(
        card for card in cards if card.kind is CardKind.RESULTS and len(card.rows[0]) > 1
    )
    second = results.rows[0][1]
    assert second.address.startswith("sit/")
    assert (
        chosen(answers, results, "2")
        == chosen(answers, results, second.label.upper())
        == second.label
    )


def test_a_case_of_the_quiz_is_answered_by_its_number(answers: Answers) -> None:
    card = answers.quiz("", Reader())
    assert [chosen(answers, card, text) for text in ("3", "four", "5")] == ["3", "4", ""]
    answered = answers.open(card.rows[0][0].address, Reader())
    assert chosen(answers, answered, "1") == ""


def test_a_number_counts_the_answers_and_not_the_button_back(answers: Answers) -> None:
    law = answers.ask("27A", Reader())
    chart = next(action for action in offered(law) if action.address.startswith("sit/"))
    card = answers.open(chart.address, Reader())
    assert chosen(answers, card, "1") == card.rows[0][0].label
    assert chosen(answers, card, "back") == "Back"
    assert answers.open(read(answers, card, "back").address, Reader()).title == law.title


def test_a_reply_to_a_ruling_can_ask_why_or_go_back(answers: Answers) -> None:
    ruling = at(answers, "insufficient-bid", "001")
    assert [chosen(answers, ruling, text) for text in ("yes", "1", "why", "back")] == [
        "",
        "",
        "Why",
        "Back",
    ]


def test_a_number_does_not_count_the_parts_of_a_ruling(answers: Answers) -> None:
    ruling = at(answers, "opening-lead-out-of-turn", "103")
    steps = next(action for action in offered(ruling) if action.label == "Steps")
    card = answers.open(steps.address, Reader())
    assert [action.label for action in offered(card)[:2]] == ["Say", "Choices"]
    assert (chosen(answers, card, "1"), chosen(answers, card, "why")) == ("", "Why")


def test_a_law_and_the_help_take_no_reply(answers: Answers) -> None:
    for card in (answers.ask("27B1", Reader()), answers.help(Reader())):
        for text in ("1", "2", "yes", "why?"):
            assert chosen(answers, card, text) == "", text


@pytest.mark.parametrize(
    "text", ["yes", "No", "why?", "back", "not sure", "có", "khong", "tại sao", "ใช่", "ไม่", "ทำไม"]
)
def test_a_reply_without_a_question_is_told_so_and_shows_no_law(
    answers: Answers, text: str
) -> None:
    assert answers.understanding.understand(text, Reader()).kind is Kind.NOTHING
    card = answers.ask(text, Reader())
    assert not card.found
    assert "no question" in str(card.parts)
