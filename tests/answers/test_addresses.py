"""Addresses: printed and parsed in one place, the same both ways, within what Discord keeps; and
the way back that they carry."""

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import (
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
from lawbot.answers.kinds import CHARTS
from lawbot.cards import ADDRESS_LIMIT, Action, Card, CardKind
from lawbot.citation import Citation
from lawbot.errors import LawbotError
from lawbot.situations.model import Phase
from lawbot.situations.state import State, View

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
def test_a_place_is_read_as_it_was_written(place: Place) -> None:
    assert Address.parse(str(Address(place))) == Address(place)


@given(PLACES, PLACES)
def test_an_origin_is_kept_where_it_fits_and_left_out_where_not(
    place: Place, origin: Place
) -> None:
    written = str(Address(place, origin))
    read = Address.parse(written)
    assert read.place == place
    assert read.origin in (origin, None)
    assert len(written) <= max(ADDRESS_LIMIT, len(str(place)))
    if place != origin and len(f"{place}<{origin}") <= ADDRESS_LIMIT:
        assert read.origin == origin


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
def test_what_leads_nowhere_is_refused(text: str) -> None:
    with pytest.raises(LawbotError):
        Address.parse(text)


def _all(card: Card) -> list[Action]:
    return [action for row in card.rows for action in row] + [
        action for menu in card.menus for action in menu.actions
    ]


def _back(card: Card) -> Action:
    return next(action for action in _all(card) if action.label.startswith("Back"))


def test_a_law_opened_from_a_ruling_leads_back_to_it(answers: Answers, director: Reader) -> None:
    card = answers.ask("chart:insufficient-bid", director, CHARTS)
    while card.kind is CardKind.QUESTION:
        card = answers.open(card.rows[0][0].address, director)
    laws = answers.open(
        next(action.address for action in _all(card) if action.label == "Laws"), director
    )
    law = answers.open(
        next(action.address for action in _all(laws) if action.address.startswith("law/")), director
    )
    assert answers.open(_back(law).address, director).title == card.title
    beside = answers.open(
        next(a.address for a in _all(law) if a.address.startswith("law/") and "<" in a.address),
        director,
    )
    assert answers.open(_back(beside).address, director).title == card.title


def test_a_law_opened_from_results_leads_back_to_them(answers: Answers, player: Reader) -> None:
    results = answers.ask("he changed his mind about the card", player)
    assert results.kind is CardKind.RESULTS
    law = answers.open(
        next(action.address for action in _all(results) if action.address.startswith("law/")),
        player,
    )
    assert answers.open(_back(law).address, player).title == results.title


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
def test_whatever_a_menu_and_a_button_to_a_chart_open_leads_back(
    answers: Answers, director: Reader, text: str
) -> None:
    card = answers.ask(text, director)
    here = Address.parse(card.address).place
    offered = [action for menu in card.menus for action in menu.actions]
    offered += [
        action
        for row in card.rows
        for action in row
        if action.address.startswith("sit/") and not isinstance(here, ChartPlace)
    ]
    for action in offered:
        opened = answers.open(action.address, director)
        assert here in [Address.parse(way.address).place for way in _all(opened)], (text, action)


def test_back_leads_from_a_ruling_question_by_question_to_the_law_it_was_begun_from(
    answers: Answers, director: Reader
) -> None:
    law = answers.ask("27B1", director)
    card = answers.open(
        next(action.address for action in _all(law) if action.address.startswith("sit/")), director
    )
    cards = [law]
    while card.kind is CardKind.QUESTION:
        cards.append(card)
        card = answers.open(card.rows[0][0].address, director)
    assert "Assuming" in str(cards.pop().parts)  # confirmed, it is not asked again on the way back
    for _ in cards:
        assert card != law
        card = answers.open(_back(card).address, director)
    assert card == law


def test_what_follows_a_ruling_leads_back_to_it(answers: Answers, director: Reader) -> None:
    card = answers.ask("chart:opening-lead-out-of-turn", director)
    while card.kind is CardKind.QUESTION:
        card = answers.open(card.rows[0][0].address, director)
    (menu,) = card.menus
    follows = answers.open(menu.actions[0].address, director)
    assert follows.title != card.title
    assert answers.open(_back(follows).address, director) == card


def test_a_law_asked_for_by_itself_has_no_way_back(answers: Answers, player: Reader) -> None:
    assert not any(action.label.startswith("Back") for action in _all(answers.ask("27B1", player)))


def test_a_forged_origin_is_refused_in_one_sentence(answers: Answers, player: Reader) -> None:
    assert not answers.open("law/plain-2017/27<@everyone", player).found
    with pytest.raises(LawbotError):
        Address.parse("law/plain-2017/27<@everyone")
