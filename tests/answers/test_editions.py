"""Tests of editions: the operator's choice, the warning on an old code, comparisons, mends."""

import itertools
from dataclasses import replace

from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.cards.card import Card, Paragraph, Tone
from lawbot.config import Settings
from lawbot.decide.kinds import LAWS
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from tests.answers.test_answers import text_of
from tests.support.two_books import MEND, OLD, OLD_WORDS, REPORT, SLIP

READER = Reader()


def menu_addresses(card: Card) -> set[str]:
    """Return the addresses that the menus of a card open."""
    actions = itertools.chain.from_iterable(menu.actions for menu in card.menus)
    return {action.address for action in actions}


def test_the_code_in_force_answers_if_nobody_chose_an_edition(two_codes_answers: Answers) -> None:
    assert two_codes_answers.ask("27A", READER, LAWS).address == "law/plain-2017/27A"


def test_the_edition_the_operator_chose_answers(two_codes: Settings) -> None:
    answers = Answers.open_all(replace(two_codes, edition=OLD))
    assert OLD_WORDS in text_of(answers.ask("27A", READER, LAWS))
    assert answers.ask("27A", Reader(edition="plain-2017"), LAWS).address == "law/plain-2017/27A"


def test_a_chosen_edition_that_does_not_exist_is_ignored(
    two_codes: Settings,
) -> None:
    answers = Answers.open_all(replace(two_codes, edition="en-1066"))
    assert answers.ask("27A", READER, LAWS).address == "law/plain-2017/27A"


def test_an_old_code_names_the_code_that_superseded_it(two_codes_answers: Answers) -> None:
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
    (word_by_word,) = card.rows[0]
    assert OLD_WORDS in text_of(answers.open(word_by_word.address, READER))
    assert f"law/{OLD}/27A" in {address.split("<")[0] for address in menu_addresses(card)}


def test_every_mend_of_a_document_is_listed_with_its_provision(two_codes: Settings) -> None:
    lawbook = Lawbook.open(two_codes.lawbook)
    section = lawbook.provision(Citation(27, "A"), OLD)
    assert lawbook.mends(section) == [(section, MEND), (section, SLIP)]
    assert lawbook.mends(lawbook.provision(Citation(27), OLD)) == [(section, MEND), (section, SLIP)]
    assert lawbook.mends(lawbook.provision(Citation(27, "A"), "plain-2017")) == []
    assert lawbook.reports(OLD) == [REPORT]


def test_a_card_names_faults_of_the_document_and_about_counts_the_mends(
    two_codes_answers: Answers,
) -> None:
    answers = two_codes_answers
    card = answers.ask("27", Reader(edition=OLD), LAWS)
    quiet = [
        part.text for part in card.parts if isinstance(part, Paragraph) and part.tone is Tone.QUIET
    ]
    assert quiet == ["Known faults of the document: 27A: half a line is missing."]
    assert "half a line is missing" in text_of(answers.ask("27A", Reader("vi", OLD), LAWS))
    assert "repaired" not in text_of(answers.about(READER))
