"""Short texts after a card: what they choose of what it offers, in three languages; in doubt,
nothing."""

from dataclasses import replace

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import ChartPlace
from lawbot.answers.kinds import Kind
from lawbot.cards import Action, Card, CardKind
from lawbot.situations.state import State


def offered(card: Card) -> list[Action]:
    """The buttons of a card."""
    return [action for row in card.rows for action in row]


def chosen(answers: Answers, card: Card, text: str, language: str = "en") -> str:
    """The label of what the text chooses on the card; empty where it chooses nothing."""
    address = answers.reply(offered(card), text, Reader(language))
    return next((action.label for action in offered(card) if action.address == address), "")


def at(answers: Answers, chart: str, taps: str = "", language: str = "en") -> Card:
    """Return the question or the ruling of a chart after these answers, each by its place."""
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
        ("", "why?", "Why do you ask?"),
        ("", "Not sure", "Why do you ask?"),
        ("", "back", "Back"),
        ("", "in turn", ""),
        ("", "4", ""),
        ("", "27", ""),
        ("", "27B1", ""),
        ("", "help", ""),
        ("", "4S +1", ""),
        ("", "partner took ages and then passed", ""),
        ("01", "yes", "Yes, over the low bid itself"),
        ("011", "lho doesn't accept", "No, not accepted; and no opening lead is faced"),
        ("011", "I asked, and after a long look around the table LHO refused it", ""),
        ("011", "LHO refused", "No, not accepted; and no opening lead is faced"),
        ("011", "lho accepts it", "Yes, accepts it now"),
        ("011", "not acepted", "No, not accepted; and no opening lead is faced"),
        ("011", "not excepted", ""),
        ("0111", "a double", "A double or redouble"),
        ("0111", "double", ""),
    ],
)
def test_what_a_text_chooses(answers: Answers, taps: str, text: str, label: str) -> None:
    assert chosen(answers, at(answers, "insufficient-bid", taps), text) == label


@pytest.mark.parametrize(
    ("language", "text", "place"),
    [
        ("vi", "có", 0),
        ("vi", "khong", 1),
        ("vi", "Không!", 1),
        ("vi", "yes", 0),
        ("vi", "ba", 2),
        ("vi", "đúng lượt, không lỡ", 2),
        ("vi", "dung luot khong lo", 2),
        ("vi", "quay lại", 3),
        ("vi", "tại sao?", 4),
        ("vi", "không chắc", 4),
        ("th", "ใช่", 0),
        ("th", "ใช่ครับ", 0),
        ("th", "ไม่ใช่", 1),
        ("th", "ผิดรอบ", 1),
        ("th", "สาม", 2),
        ("th", "ย้อนกลับ", 3),
        ("th", "ทำไม", 4),
        ("th", "ไม่แน่ใจ", 4),
    ],
)
def test_the_same_in_other_languages(
    answers: Answers, language: str, text: str, place: int
) -> None:
    card = at(answers, "insufficient-bid", language=language)
    assert chosen(answers, card, text, language) == offered(card)[place].label


def test_no_of_a_label_is_told_from_no_card(answers: Answers) -> None:
    card = at(answers, "missed-turn-three-passes", "00")
    assert [action.label.partition(" ")[0] for action in card.rows[0]] == ["No", "Yes,", "Yes,"]
    assert (chosen(answers, card, "no"), chosen(answers, card, "yes")) == ("", "")


def test_one_of_the_charts_to_choose_from_opens_with_what_was_told(answers: Answers) -> None:
    vague = (
        "my opponent did something strange with a card",
        "they looked at the cards and bid again",
        "an odd thing with the cards",
    )
    told = next(
        card
        for text in vague
        if (card := answers.ask(text, Reader())).kind is CardKind.RESULTS and len(card.rows[0]) > 1
    )
    second = told.rows[0][1]
    assert second.address.startswith("sit/")
    assert chosen(answers, told, "2") == chosen(answers, told, second.label.upper()) == second.label


def test_a_case_of_the_quiz_is_answered_by_its_number(answers: Answers) -> None:
    card = answers.quiz("", Reader())
    assert [chosen(answers, card, text) for text in ("3", "four", "5")] == ["3", "4", ""]
    answered = answers.open(card.rows[0][0].address, Reader())
    assert chosen(answers, answered, "1") == ""


def test_what_stands_above_the_answers_is_not_counted(answers: Answers) -> None:
    law = answers.ask("27A", Reader())
    chart = next(action for action in offered(law) if action.address.startswith("sit/"))
    card = answers.open(chart.address, Reader())
    assert chosen(answers, card, "1") == card.rows[0][0].label
    assert chosen(answers, card, "back") == "Back"
    assert answers.open(answers.reply(offered(card), "back", Reader()), Reader()).title == law.title


def test_a_ruling_asks_nothing_but_can_say_why(answers: Answers) -> None:
    ruling = at(answers, "insufficient-bid", "001")
    assert [chosen(answers, ruling, text) for text in ("yes", "1", "why", "back")] == [
        "",
        "",
        "Why",
        "Back",
    ]


def test_the_parts_of_a_ruling_are_not_counted(answers: Answers) -> None:
    steps = next(
        action
        for action in offered(at(answers, "opening-lead-out-of-turn", "103"))
        if action.label == "Steps"
    )
    card = answers.open(steps.address, Reader())
    assert [action.label for action in offered(card)[:2]] == ["Say", "Choices"]
    assert (chosen(answers, card, "1"), chosen(answers, card, "why")) == ("", "Why")


def test_only_what_may_be_a_reply_is_worth_looking_for_a_card(answers: Answers) -> None:
    for text in ("2", "yes", "why?", "out of turn", "a pass", "có", "สอง"):
        assert answers.may_reply(text, Reader()), text
    for text in (
        "27",
        "27B1",
        "Law 2",
        "4S +1",
        "help",
        "hi",
        "quiz",
        "board 7",
        "",
        "?!",
        "LHO refused it " * 5,
    ):
        assert not answers.may_reply(text, Reader()), text


def test_a_law_and_the_help_ask_nothing(answers: Answers) -> None:
    for card in (answers.ask("27B1", Reader()), answers.help(Reader())):
        assert [chosen(answers, card, text) for text in ("1", "2", "yes", "why?")] == [
            "",
            "",
            "",
            "",
        ]


@pytest.mark.parametrize(
    "text", ["yes", "No", "why?", "back", "not sure", "có", "khong", "tại sao", "ใช่", "ไม่", "ทำไม"]
)
def test_where_nothing_was_asked_it_is_told_so_and_no_law_is_shown(
    answers: Answers, text: str
) -> None:
    assert answers.understanding.understand(text, Reader()).kind is Kind.NOTHING
    card = answers.ask(text, Reader())
    assert not card.found
    assert "no question" in str(card.parts)
