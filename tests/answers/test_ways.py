"""Tests of walks through a chart by its buttons: back, seats, and the next chart."""

import itertools
from collections.abc import Iterator

import pytest

from lawbot.app import Answers
from lawbot.cards.address import Address, ChartPlace, EntrancePlace
from lawbot.cards.card import Action, Card, CardKind, Paragraph
from lawbot.cards.chart_card import PHASES
from lawbot.charts.seats import SEATS
from lawbot.charts.state import State, answered, stand, with_facts
from lawbot.charts.walk import Asked, Ruled
from lawbot.decide.kinds import CHARTS
from lawbot.language import LANGUAGES
from lawbot.language.reader import Reader
from tests.answers.test_answers import text_of


def state_of(action: Action) -> State:
    """Return the state of the chart that an action opens."""
    place = Address.parse(action.address).place
    assert isinstance(place, ChartPlace)
    return place.state


def walk_by_buttons(
    answers: Answers, chart: str, facts: dict[str, str], director: Reader, seat: str | None = None
) -> Iterator[Card]:
    """Yield every card from the first question to the ruling, with nothing assumed.

    The questions are answered by the buttons; the seat is named at the first one.
    """
    card = answers.rulings.card(answers.rulings.beginning(chart, director, assumed={}), director)
    if seat:
        menu = card.menus[-1].actions
        name_seat = next(action for action in menu if action.label == "Name the seat")
        seats = answers.open(name_seat.address, director)
        card = answers.open(seats.rows[0][SEATS.index(seat)].address, director)
    while True:
        standing = stand(answers.situations, state_of(Action("", card.address)))
        yield card
        reached = standing.shown
        if isinstance(reached, Ruled):
            return
        assert isinstance(reached, Asked)
        answer_ids = {**answers.situations.usual_answers(chart), **facts}
        offered = [answer.id for answer in reached.question.answers]
        answer = reached.question.answers[offered.index(answer_ids[reached.fact])]
        if answer.rare:
            card = answers.open(card.rows[0][-1].address, director)
        place = ChartPlace(answered(answers.situations, standing, answer))
        assert str(place) in {action.address for action in card.rows[0]}
        card = answers.open(str(place), director)


def test_back_leads_to_the_previous_question_and_to_no_other(
    answers: Answers, director: Reader
) -> None:
    for chart in answers.situations.values():
        *questions, _ruling = walk_by_buttons(
            answers, chart.id, dict(chart.cases[0].answers), director
        )
        first = answers.open(questions[0].address, director)
        assert "Back" not in labels(first)
        backs = []
        for card in questions[1:]:
            button = next(action for action in card.rows[1] if action.label == "Back")
            backs.append(answers.open(button.address, director))
        for before, back in zip(questions, backs, strict=False):
            assert (back.breadcrumb, back.parts) == (before.breadcrumb, before.parts)


def labels(card: Card) -> list[str]:
    """Return the labels of a card's buttons."""
    return [action.label for action in itertools.chain.from_iterable(card.rows)]


def test_a_chart_chosen_on_the_first_screen_leads_back_to_it(
    answers: Answers, director: Reader
) -> None:
    entrance = answers.ask("", director, CHARTS)
    chart = answers.open(entrance.menus[0].actions[0].address, director)
    back = next(action for action in chart.rows[-1] if action.label == "Back")
    assert answers.open(back.address, director) == entrance


def test_the_first_card_shows_an_assumption_and_a_tap_asks_it(
    answers: Answers, director: Reader
) -> None:
    first = answers.rulings.card(
        answers.rulings.beginning("revoke-established", director), director
    )
    played_on = "the revoking side has played on"
    assert f"Assuming: {played_on}, and it was " in text_of(first)
    listed = answers.open(first.rows[0][-1].address, director)
    assert first.rows[0][-1].label == "Not as assumed"
    actions = itertools.chain.from_iterable(listed.rows)
    change = next(action for action in actions if action.label == f"Not so: {played_on}")
    question = answers.open(change.address, director)
    ask = "What have the offender or the offender’s partner done since the revoke trick?"
    assert ask in [part.text for part in question.parts if isinstance(part, Paragraph)]
    # an assumption is no answer, and so none is marked
    assert not any("✓" in action.label for action in question.rows[0])


def test_a_named_seat_is_kept_to_the_ruling(answers: Answers, director: Reader) -> None:
    for chart, seat in zip(answers.situations.values(), SEATS * 20, strict=False):
        for card in walk_by_buttons(
            answers, chart.id, dict(chart.cases[0].answers), director, seat
        ):
            buttons = itertools.chain.from_iterable(card.rows)
            offered = [
                action for action in buttons if action.address.startswith(f"sit/{chart.id}/")
            ]
            assert {state_of(action).seat for action in offered} == {seat}


@pytest.mark.slow
def test_the_facts_that_a_chart_carries_are_known_in_the_next(
    answers: Answers, director: Reader
) -> None:
    carrying = 0
    for chart in answers.situations.values():
        for case in chart.cases:
            state = with_facts(answers.situations, chart.id, case.answers)
            standing = stand(answers.situations, state)
            assert isinstance(standing.shown, Ruled)
            follows = standing.shown.ruling.then
            actions = answers.open(str(ChartPlace(state)), director).menus[-1].actions
            for follow, action in zip(follows, actions, strict=False):
                carried_facts = standing.answers.keys() & set(follow.carry)
                expected = {fact: standing.answers[fact] for fact in carried_facts}
                expected |= follow.given
                facts = stand(answers.situations, state_of(action)).known
                assert (state_of(action).chart, facts) == (follow.chart, expected), case
                carrying += len(expected) > len(follow.given)
    assert carrying > 10


def test_a_seat_told_is_named_on_the_card(answers: Answers, director: Reader) -> None:
    card = answers.ask("South opened 1S, West bid 1H and North passed", director)
    assert state_of(Action("", card.address)).seat == "W"
    assert "Does West (offender) say" in text_of(card)


def test_no_seat_is_named_for_a_player_without_one(answers: Answers, director: Reader) -> None:
    card = answers.ask("my LHO bid 1H over 1S and my partner passed", director)
    assert state_of(Action("", card.address)).seat is None


def charts_begun(card: Card) -> set[str]:
    """Return the charts that the buttons and menus of a card begin."""
    listed = itertools.chain(*card.rows, *(menu.actions for menu in card.menus))
    places = [Address.parse(action.address).place for action in listed]
    return {place.state.chart for place in places if isinstance(place, ChartPlace)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_charts_of_one_event_are_one_entry_wherever_charts_are_listed(
    answers: Answers, language: str
) -> None:
    reader = Reader(language)
    behind = [chart for chart in answers.situations.values() if chart.door]
    assert behind
    stages = {chart.id for chart in behind}
    entrances = [answers.open(str(EntrancePlace(phase)), reader) for phase in PHASES]
    laws = [answers.ask(str(law), reader) for chart in behind for law in chart.laws]
    replies = [answers.ask(alias, reader) for chart in behind for alias in chart.aliases]
    results = [card for card in replies if card.kind is CardKind.RESULTS]
    assert results
    for card in (*entrances, *laws, *results):
        assert not charts_begun(card) & stages, card.title
    for chart in behind:
        for alias in chart.aliases:
            suggested = {action.address for action in answers.suggest(alias, reader, "situation")}
            assert not suggested & stages
            assert chart.door in suggested or language != "en"
