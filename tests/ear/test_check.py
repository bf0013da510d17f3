"""Take from a model only answers that the text, the charts and the guards allow."""

import pytest

from lawbot.app import Answers
from lawbot.ear.check import Checked, Stopped, check, stands_in
from lawbot.ear.form import Entry, askable
from lawbot.message.message import Message

NOTHING: dict[str, frozenset[str]] = {}
TOLD = "West bid 1H over 1S. North called over it."


def checked(
    answers: Answers, text: str, *entries: tuple[str, str, str], language: str = "en"
) -> Checked:
    """Return what is left of entries for the chart of the insufficient bid."""
    chart = answers.situations["insufficient-bid"]
    return check(
        [Entry(fact=fact, answer=answer, quote=quote) for fact, answer, quote in entries],
        askable(chart, NOTHING, ()),
        Message(text, language),
        answers.situations,
        chart.id,
        {},
    )


def test_a_fact_with_its_words_is_taken(answers: Answers) -> None:
    entry = ("lho_called", "yes", "North called over it")
    assert checked(answers, TOLD, entry).facts == {"lho_called": ("yes", "North called over it")}


@pytest.mark.parametrize(
    ("entry", "stopped"),
    [
        (("lho_called", "maybe", "North called over it"), Stopped.UNKNOWN),
        (("trump_left", "none", "North called over it"), Stopped.UNKNOWN),
        (("lho_called", "yes", "North passed over it"), Stopped.QUOTE),
        (("lho_called", "yes", ""), Stopped.QUOTE),
        (("lho_called", "yes", "orth called over i"), Stopped.QUOTE),
        (("lho_called", "yes", "NORTH CALLED OVER IT"), Stopped.QUOTE),
    ],
)
def test_wrong_ids_and_words_that_are_not_there_are_stopped(
    answers: Answers, entry: tuple[str, str, str], stopped: Stopped
) -> None:
    result = checked(answers, TOLD, entry)
    assert result.facts == {}
    assert result.stopped == {stopped: 1}


@pytest.mark.parametrize(
    "text",
    [
        "West bid 1H over 1S. North has not called over it.",
        "West bid 1H over 1S. If North called over it, what then?",
        "West bid 1H over 1S. Has North called over it?",
        "West bid 1H over 1S. West thinks North called over it.",
        "West bid 1H over 1S. At another table North called over it.",
        "West bid 1H over 1S. East says North called over it, North says he did not.",
        "West bid 1H over 1S. East says: 'I am sure that North called over it at once'.",
    ],
)
def test_what_is_denied_supposed_asked_or_told_by_one_side_is_stopped(
    answers: Answers, text: str
) -> None:
    words = "called over it"
    assert words in text
    assert checked(answers, text, ("lho_called", "yes", words)).facts == {}


def test_a_quoted_denial_belongs_to_the_fact(answers: Answers) -> None:
    text = "West bid 1H over 1S. North has not called over it."
    entry = ("lho_called", "no", "North has not called over it")
    assert "lho_called" in checked(answers, text, entry).facts


@pytest.mark.parametrize(
    ("text", "language", "quote", "is_taken"),
    [
        ("Tây tố 1 cơ, Bắc đã tố tiếp", "vi", "Bắc đã tố tiếp", True),
        ("Tây tố 1 cơ, Bắc chưa tố tiếp", "vi", "tố tiếp", False),
        ("Tây tố 1 cơ, nếu Bắc đã tố tiếp", "vi", "Bắc đã tố tiếp", False),
        ("Tây tố 1 cơ, Bắc đã tố tiếp?", "vi", "Bắc đã tố tiếp", False),
        ("ตะวันตกบิด 1 โพแดง เหนือบิดต่อแล้ว", "th", "เหนือบิดต่อแล้ว", True),
        ("ตะวันตกบิด 1 โพแดง เหนือไม่บิดต่อ", "th", "บิดต่อ", False),
        ("ตะวันตกบิด 1 โพแดง ถ้าเหนือบิดต่อแล้ว", "th", "เหนือบิดต่อแล้ว", False),
    ],
)
def test_the_guards_of_the_other_languages_hold_as_well(
    answers: Answers, text: str, language: str, quote: str, is_taken: bool
) -> None:
    result = checked(answers, text, ("lho_called", "yes", quote), language=language)
    assert bool(result.facts) is is_taken


def test_two_answers_to_one_question_are_none(answers: Answers) -> None:
    words = "North called over it"
    result = checked(answers, TOLD, ("lho_called", "yes", words), ("lho_called", "no", words))
    assert result.facts == {}
    assert result.stopped == {Stopped.TWICE: 2}


def test_what_the_walk_does_not_ask_is_stopped(answers: Answers) -> None:
    # over the bid itself: then nothing was put in its place
    result = checked(
        answers,
        "West bid 1H over 1S. North called over it. West doubled.",
        ("lho_called", "yes", "North called over it"),
        ("replacement", "double", "West doubled"),
    )
    assert set(result.facts) == {"lho_called"}
    assert result.stopped == {Stopped.WALK: 1}


def test_what_the_director_judges_is_not_in_the_form(answers: Answers) -> None:
    chart = answers.situations["insufficient-bid"]
    judged = {"unintended": frozenset({"yes", "no"}), "replacement": frozenset({"double"})}
    facts = askable(chart, judged, {"in_turn"})
    assert "unintended" not in facts
    assert "in_turn" not in facts
    assert "double" not in facts["replacement"]


def test_words_stand_in_a_text_whole_and_whatever_the_blanks() -> None:
    assert stands_in("called over", "North called  over\nit")
    assert not stands_in("all", "North called over it")
    assert stands_in("♠7", "the ♠7 never left")
    assert stands_in("บิดต่อ", "เหนือบิดต่อแล้ว")
    assert not stands_in("   ", "North called over it")
