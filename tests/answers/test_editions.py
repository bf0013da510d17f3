"""Whose words an answer is in: the edition the operator chose, the warning on an old code, every edition of a comparison, the mends kept."""

import itertools
from dataclasses import replace

from lawbot.answers import Answers, Reader
from lawbot.answers.understanding import LAWS
from lawbot.cards import Card
from lawbot.citation import Citation
from lawbot.config import Settings
from lawbot.lawbook import Lawbook
from tests.answers.test_answers import text_of
from tests.support.two_books import MEND, OLD, OLD_WORDS, REPORT, SLIP

READER = Reader()


def opened(card: Card) -> set[str]:
    """The addresses that the menus of a card open."""
    return {action.address for action in itertools.chain.from_iterable(menu.actions for menu in card.menus)}


def test_the_code_in_force_answers_where_nobody_chose(two_codes: Settings) -> None:
    assert Answers.open_all(two_codes).ask("27A", READER, LAWS).address == "law/plain-2017/27A"


def test_the_edition_the_operator_chose_answers(two_codes: Settings) -> None:
    answers = Answers.open_all(replace(two_codes, edition=OLD))
    assert OLD_WORDS in text_of(answers.ask("27A", READER, LAWS))
    assert answers.ask("27A", READER.using("plain-2017"), LAWS).address == "law/plain-2017/27A"


def test_an_edition_the_operator_chose_and_that_is_not_there_is_as_none(two_codes: Settings) -> None:
    assert Answers.open_all(replace(two_codes, edition="en-1066")).ask("27A", READER, LAWS).address == "law/plain-2017/27A"


def test_an_old_code_says_that_it_is_superseded_and_by_which(two_codes: Settings) -> None:
    answers = Answers.open_all(two_codes)
    old = answers.ask("27A", READER.using(OLD), LAWS)
    assert "superseded" in old.source
    assert "2017" in old.source
    assert "superseded" not in answers.ask("27A", READER, LAWS).source


def test_a_comparison_shows_every_edition_that_has_the_law(two_codes: Settings) -> None:
    answers = Answers.open_all(two_codes)
    card = answers.compare("27A", READER)
    assert OLD_WORDS in text_of(card)
    shown = " ".join(text_of(card).split())
    ours = answers.lawbook.provision(Citation(27, "A"), "plain-2017")
    first = next(step.text for step in ours.walk() if step.text)
    assert " ".join(first.split()[:8]) in shown
    assert {f"law/{OLD}/27A", "law/plain-2017/27A"} <= {address.split("<")[0] for address in opened(card)}


def test_every_mend_of_a_document_is_kept_beside_its_provision(two_codes: Settings) -> None:
    lawbook = Lawbook.open(two_codes.lawbook)
    assert lawbook.mends(lawbook.provision(Citation(27, "A"), OLD)) == [str(MEND), str(SLIP)]
    assert lawbook.mends(lawbook.provision(Citation(27), OLD)) == []
    assert lawbook.reports(OLD) == [str(REPORT)]
