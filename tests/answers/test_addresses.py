"""Tests of addresses: parsed as printed, within Discord's limit, with the way back they carry."""

import contextlib
import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lawbot.app import Answers
from lawbot.cards.address import (
    Address,
    ChartPlace,
    ContentsPlace,
    EntrancePlace,
    LawPlace,
    Place,
    ResultsPlace,
    Screen,
    TopicPlace,
)
from lawbot.cards.card import ADDRESS_LIMIT, Action, Card, CardKind
from lawbot.charts.model import Phase
from lawbot.charts.state import State, View
from lawbot.decide.kinds import CHARTS
from lawbot.errors import LawbotError
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from tests.answers.test_answers import actions, ruling_of

EDITIONS = st.sampled_from(["en-2017", "plain-2017", "vi-2007", "en-1997-play"])
CITATIONS = st.sampled_from(
    [
        "27",
        "27B1(a)",
        "12C1(e)(ii)",
        "53A fn 17",
        "Definitions: Revoke",
        "Introduction",
        "78B table",
        "35.1",
    ]
).map(Citation.parse)
WORDS = st.text(min_size=1, max_size=30)
STATES = st.builds(
    State,
    st.sampled_from(["revoke", "insufficient-bid", "wrong-cards-or-opponents"]),
    st.from_regex(r"[0-9a-f]{6}", fullmatch=True),
    st.from_regex(r"[0-4]{0,8}", fullmatch=True),
    st.one_of(st.none(), st.integers(0, 15)),
    st.sampled_from([None, "N", "E", "S", "W"]),
    st.sampled_from(View),
    st.from_regex(r"([0-9a-zA-Z]{2}){0,5}", fullmatch=True),
)
PLACES: st.SearchStrategy[Place] = st.one_of(
    st.builds(LawPlace, CITATIONS, EDITIONS),
    st.builds(ContentsPlace, EDITIONS, st.integers(1, 93)),
    st.builds(TopicPlace, WORDS),
    st.builds(ResultsPlace, EDITIONS, WORDS),
    st.builds(EntrancePlace, st.sampled_from(["", *Phase])),
    st.builds(ChartPlace, STATES),
    st.just(Screen.HELP),
    st.just(Screen.ABOUT),
)


@given(PLACES)
@example(ResultsPlace("en-2017", "what about <law/en-2017/27B1"))
@example(TopicPlace("100%3C sure#2~1"))
def test_an_address_is_parsed_as_it_was_printed(place: Place) -> None:
    assert Address.parse(str(Address(place))) == Address(place)


@given(PLACES, PLACES)
def test_an_address_keeps_its_origin_if_it_fits(place: Place, origin: Place) -> None:
    text = str(Address(place, origin))
    address = Address.parse(text)
    assert address.place == place
    assert address.origin in (origin, None)
    assert len(text) <= max(ADDRESS_LIMIT, len(str(place)))
    if place != origin and len(f"{place}<{origin}") <= ADDRESS_LIMIT:
        assert address.origin == origin


@given(st.text(max_size=100))
def test_any_text_is_an_address_or_says_that_it_is_none(text: str) -> None:
    with contextlib.suppress(LawbotError):
        Address.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nowhere",
        "law/en-2017",
        "contents/en-2017/94",
        "contents/en-2017/²",
        "help/me",
        "sit/x",
        "law/en-2017/27<nowhere",
    ],
)
def test_an_address_that_leads_nowhere_is_refused(text: str) -> None:
    with pytest.raises(LawbotError):
        Address.parse(text)


def _back_button(card: Card) -> Action:
    """Return the button of a card that leads back."""
    return next(action for action in actions(card) if action.label.startswith("Back"))


def _link(card: Card, prefix: str) -> str:
    """Return the first address on a card that begins with the prefix."""
    return next(action.address for action in actions(card) if action.address.startswith(prefix))


def test_a_law_opened_from_a_ruling_leads_back_to_it(answers: Answers, director: Reader) -> None:
    card = ruling_of(answers, answers.ask("chart:insufficient-bid", director, CHARTS), director)
    tab = next(action.address for action in actions(card) if action.label == "Laws")
    law = answers.open(_link(answers.open(tab, director), "law/"), director)
    assert answers.open(_back_button(law).address, director).title == card.title
    neighbours = (
        action.address
        for action in actions(law)
        # only an address with "<" carries the ruling as its origin
        if action.address.startswith("law/") and "<" in action.address
    )
    neighbour = answers.open(next(neighbours), director)
    assert answers.open(_back_button(neighbour).address, director).title == card.title


def test_a_law_opened_from_results_leads_back_to_them(answers: Answers, player: Reader) -> None:
    results = answers.ask("he changed his mind about the card", player)
    assert results.kind is CardKind.RESULTS
    law = answers.open(_link(results, "law/"), player)
    assert answers.open(_back_button(law).address, player).title == results.title


@pytest.mark.parametrize(
    "text",
    [
        "27B",
        "can i psych",
        "led out of turn",
        "27B1 and 64A",
        "score 4SX vul -2",
        "board 7",
        "chart:revoke",
        "LHO",
    ],
)
def test_a_card_opened_by_a_menu_or_a_chart_button_leads_back(
    answers: Answers, director: Reader, text: str
) -> None:
    card = answers.ask(text, director)
    start = Address.parse(card.address).place
    offered = list(itertools.chain.from_iterable(menu.actions for menu in card.menus))
    # on the card of a chart its own buttons have such addresses
    if not isinstance(start, ChartPlace):
        buttons = itertools.chain.from_iterable(card.rows)
        offered += [action for action in buttons if action.address.startswith("sit/")]
    for action in offered:
        opened = answers.open(action.address, director)
        places = [Address.parse(link.address).place for link in actions(opened)]
        assert start in places, (text, action)


def test_back_leads_from_a_ruling_question_by_question_to_the_law_it_was_begun_from(
    answers: Answers, director: Reader
) -> None:
    law = answers.ask("27B1", director)
    card = answers.open(_link(law, "sit/"), director)
    cards = [law]
    while card.kind is CardKind.QUESTION:
        cards.append(card)
        card = answers.open(card.rows[0][0].address, director)
    # the first answer grants what its card assumes, so that no card asks it again
    assert "Assuming" in str(cards[1].parts)
    assert not any("Right?" in str(card.parts) for card in cards)
    for _ in cards:
        assert card != law
        card = answers.open(_back_button(card).address, director)
    assert card == law


def test_the_chart_after_a_ruling_leads_back_to_it(answers: Answers, director: Reader) -> None:
    card = ruling_of(answers, answers.ask("chart:opening-lead-out-of-turn", director), director)
    (menu,) = card.menus
    follows = answers.open(menu.actions[0].address, director)
    assert follows.title != card.title
    assert answers.open(_back_button(follows).address, director) == card


def test_a_law_asked_for_by_itself_has_no_way_back(answers: Answers, player: Reader) -> None:
    card = answers.ask("27B1", player)
    assert not any(action.label.startswith("Back") for action in actions(card))


def test_a_forged_origin_is_refused_in_one_sentence(answers: Answers, player: Reader) -> None:
    assert not answers.open("law/plain-2017/27<@everyone", player).found
    with pytest.raises(LawbotError):
        Address.parse("law/plain-2017/27<@everyone")
