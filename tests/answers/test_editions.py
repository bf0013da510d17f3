"""Whose words an answer is in: the edition the operator chose, the warning on an old code, every
edition of a comparison, the mends kept."""

import itertools
from dataclasses import replace

from lawbot.answers import Answers, Reader
from lawbot.answers.kinds import LAWS
from lawbot.cards import Card, Paragraph, Tone
from lawbot.citation import Citation
from lawbot.config import Settings
from lawbot.lawbook import Lawbook
from tests.answers.test_answers import text_of
from tests.support.two_books import MEND, OLD, OLD_WORDS, REPORT, SLIP

READER = Reader()


def opened(card: Card) -> set[str]:
    """The addresses that the menus of a card open."""
    return {
        action.address
        for action in itertools.chain.from_iterable(menu.actions for menu in card.menus)
    }


def test_the_code_in_force_answers_where_nobody_chose(two_codes_answers: Answers) -> None:
    assert two_codes_answers.ask("27A", READER, LAWS).address == "law/plain-2017/27A"


def test_the_edition_the_operator_chose_answers(two_codes: Settings) -> None:
    answers = Answers.open_all(replace(two_codes, edition=OLD))
    assert OLD_WORDS in text_of(answers.ask("27A", READER, LAWS))
    assert answers.ask("27A", Reader(edition="plain-2017"), LAWS).address == "law/plain-2017/27A"


def test_an_edition_the_operator_chose_and_that_is_not_there_is_as_none(
    two_codes: Settings,
) -> None:
    assert (
        Answers.open_all(replace(two_codes, edition="en-1066")).ask("27A", READER, LAWS).address
        == "law/plain-2017/27A"
    )


def test_an_old_code_says_that_it_is_superseded_and_by_which(two_codes_answers: Answers) -> None:
    answers = two_codes_answers
    old = answers.ask("27A", Reader(edition=OLD), LAWS)
    first, newest = old.parts[0], answers.ask("27A", READER, LAWS).parts[0]
    assert isinstance(first, Paragraph)
    assert first.text == "From 1997, superseded: the code in force is that of 2017."
    assert not isinstance(newest, Paragraph)


def test_a_comparison_shows_both_editions_and_leads_to_them(two_codes_answers: Answers) -> None:
    answers = two_codes_answers
    card = answers.compare("27A", READER, OLD, "plain-2017")
    assert "1997" in card.title
    assert "2017" in card.title
    assert OLD_WORDS in text_of(card)
    assert f"law/{OLD}/27A" in {address.split("<")[0] for address in opened(card)}


def test_every_mend_of_a_document_is_kept_beside_its_provision(two_codes: Settings) -> None:
    lawbook = Lawbook.open(two_codes.lawbook)
    section = lawbook.provision(Citation(27, "A"), OLD)
    assert lawbook.mends(section) == [(section, MEND), (section, SLIP)]
    assert lawbook.mends(lawbook.provision(Citation(27), OLD)) == [(section, MEND), (section, SLIP)]
    assert lawbook.mends(lawbook.provision(Citation(27, "A"), "plain-2017")) == []
    assert lawbook.reports(OLD) == [REPORT]


def test_a_card_says_what_is_wrong_in_the_document_and_about_what_was_mended(
    two_codes_answers: Answers,
) -> None:
    answers = two_codes_answers
    card = answers.ask("27", Reader(edition=OLD), LAWS)
    quiet = [
        part.text for part in card.parts if isinstance(part, Paragraph) and part.tone is Tone.QUIET
    ]
    assert quiet == ["Known faults of the document: 27A: half a line is missing."]
    assert "half a line is missing" in text_of(answers.ask("27A", Reader("vi", OLD), LAWS))
    assert "damaged places in the document that were repaired: 1" in text_of(answers.about(READER))
