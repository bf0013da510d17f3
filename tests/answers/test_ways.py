"""The ways through a chart by its buttons: back to the question before, on into the chart that
follows, and the seat on the way."""

from collections.abc import Iterator
from itertools import pairwise

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import Address, ChartPlace
from lawbot.cards import Action, Card, Paragraph
from lawbot.situations.seats import SEATS
from lawbot.situations.state import State, stand, with_facts
from lawbot.situations.walk import Asked, Ruled
from tests.answers.test_answers import text_of


def state_of(action: Action) -> State:
    place = Address.parse(action.address).place
    assert isinstance(place, ChartPlace)
    return place.state


def walked(
    answers: Answers, chart: str, facts: dict[str, str], director: Reader, seat: str | None = None
) -> Iterator[Card]:
    """Every card from the first question to the ruling, answering by the buttons; the seat is named
    at the first, and nothing is assumed."""
    card = answers.rulings.card(answers.rulings.beginning(chart, director, assumed={}), director)
    if seat:
        named = answers.open(
            next(
                action for action in card.menus[-1].actions if action.label == "Name the seat"
            ).address,
            director,
        )
        card = answers.open(named.rows[0][SEATS.index(seat)].address, director)
    while True:
        standing = stand(answers.situations, state_of(Action("", card.address)))
        yield card
        shown = standing.shown
        if isinstance(shown, Ruled):
            return
        assert isinstance(shown, Asked)
        place = [answer.id for answer in shown.question.answers].index(
            {**answers.situations.usual_answers(chart), **facts}[shown.fact]
        )
        card = answers.open(card.rows[0][place].address, director)


def test_back_leads_to_the_question_before_and_from_the_first_to_the_entrance(
    answers: Answers, director: Reader
) -> None:
    for chart in answers.situations.values():
        *questions, _ruling = walked(answers, chart.id, dict(chart.cases[0].answers), director)
        backs = [
            answers.open(
                next(action for action in card.rows[1] if action.label == "Back").address, director
            )
            for card in questions
        ]
        assert backs[0].title == "What happened?"
        for (before, _card), back in zip(pairwise(questions), backs[1:], strict=True):
            assert (back.breadcrumb, back.parts) == (before.breadcrumb, before.parts)


def test_what_is_assumed_is_shown_on_the_first_card_and_one_tap_asks_it(
    answers: Answers, director: Reader
) -> None:
    first = answers.rulings.card(
        answers.rulings.beginning("revoke-established", director), director
    )
    played_on = "the revoking side has played on"
    assert f"Assumed: {played_on} · " in text_of(first)
    actions = (action for menu in first.menus for action in menu.actions)
    change = next(action for action in actions if action.label == f"Change: {played_on}")
    asked = answers.open(change.address, director)
    assert change.detail in [part.text for part in asked.parts if isinstance(part, Paragraph)]
    assert any("✓" in action.label for action in asked.rows[0]) is False


def test_a_seat_once_named_stays_to_the_ruling(answers: Answers, director: Reader) -> None:
    for chart, seat in zip(answers.situations.values(), SEATS * 20, strict=False):
        for card in walked(answers, chart.id, dict(chart.cases[0].answers), director, seat):
            offered = [
                action
                for row in card.rows
                for action in row
                if action.address.startswith(f"sit/{chart.id}/")
            ]
            assert {state_of(action).seat for action in offered} == {seat}


def test_what_a_chart_carries_is_known_in_the_one_that_follows(
    answers: Answers, director: Reader
) -> None:
    carried = 0
    for chart in answers.situations.values():
        for case in chart.cases:
            state = with_facts(answers.situations, chart.id, case.answers)
            standing = stand(answers.situations, state)
            assert isinstance(standing.shown, Ruled)
            follows = standing.shown.ruling.then
            actions = answers.open(str(ChartPlace(state)), director).menus[-1].actions
            for follow, action in zip(follows, actions, strict=False):
                expected = {
                    fact: standing.answers[fact]
                    for fact in follow.carry
                    if fact in standing.answers
                } | follow.given
                known = stand(answers.situations, state_of(action)).known
                assert (state_of(action).chart, known) == (follow.chart, expected), case
                carried += len(expected) > len(follow.given)
    assert carried > 10
