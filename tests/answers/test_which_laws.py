"""Tests of questions about the edition: which Laws are used, if they are current, other years."""

import pytest

from lawbot.app import Answers
from lawbot.decide.kinds import LAWS, Kind
from lawbot.language.reader import Reader
from lawbot.message.message import Message
from lawbot.message.small_talk import asks_edition
from tests.answers.test_answers import text_of

QUESTIONS = [
    ("which version of the laws is this", "en"),
    ("which edition do you use?", "en"),
    ("are these laws current", "en"),
    ("is this up to date", "en"),
    ("are these the latest laws", "en"),
    ("đây là bản luật nào", "vi"),
    ("luật này còn hiệu lực không", "vi"),
    ("bạn dùng luật năm nào", "vi"),
    ("ใช้กฎฉบับไหน", "th"),
    ("กฎนี้เป็นปัจจุบันไหม", "th"),
    ("กฎปีไหน", "th"),
]


@pytest.mark.parametrize(("text", "language"), QUESTIONS)
def test_a_question_about_the_edition_names_it_its_year_and_its_amendments(
    everything: Answers, text: str, language: str
) -> None:
    card = everything.ask(text, Reader(language))
    newest = everything.lawbook.edition(everything.lawbook.newest_in(language))
    assert newest.title in text_of(card)
    assert "2017" in text_of(card)
    assert "73" in text_of(card) and "89" in text_of(card)
    assert everything.open(card.address, Reader(language)) == card


@pytest.mark.parametrize(
    ("text", "language", "sentence"),
    [
        ("laws 2027", "en", "The newest Laws here are those of 2017."),
        ("law 2027", "en", "The newest Laws here are those of 2017."),
        ("what is new in the 2027 laws", "en", "The newest Laws here are those of 2017."),
        ("luật 2027", "vi", "Bộ luật mới nhất ở đây là năm 2017."),
        ("มีอะไรใหม่ในกฎปี 2027", "th", "ฉบับใหม่ที่สุดที่มีที่นี่คือฉบับปี 2017"),
        ("laws of 1990", "en", "The oldest Laws here are those of"),
        ("do you have the 1997 laws", "en", "Laws of 1997"),
    ],
)
def test_a_year_after_laws_is_read_as_an_edition(
    everything: Answers, text: str, language: str, sentence: str
) -> None:
    assert sentence in text_of(everything.ask(text, Reader(language)))
    assert sentence in text_of(everything.ask(text, Reader(language), LAWS))


@pytest.mark.parametrize(
    "text",
    [
        "which law is it",
        "is a new bid legal",
        "what is a law",
        "old card",
        "changes in 27B1",
        "revoke",
        "laws",
        "law 27",
        "new deal",
    ],
)
def test_other_texts_do_not_ask_for_the_edition(everything: Answers, text: str) -> None:
    assert not asks_edition(Message(text))
    assert everything.understanding.understand(text, Reader()).kind is not Kind.EDITION


def test_a_law_that_does_not_exist_is_named_by_its_number(answers: Answers) -> None:
    assert "Law 94" in text_of(answers.ask("law 94", Reader()))
