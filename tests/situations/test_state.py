"""Tests of the state in a button: parsing, the revision of its chart, answers kept going back."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbot.cards.card import ADDRESS_LIMIT
from lawbot.charts.load import Situations
from lawbot.charts.model import Answer
from lawbot.charts.seats import seated
from lawbot.charts.state import Standing, State, View, answered, stand, with_facts
from lawbot.charts.walk import Asked, Ruled, paths
from lawbot.errors import StaleStateError


@pytest.mark.slow
def test_taps_reach_every_ruling_of_every_chart(situations: Situations) -> None:
    for chart_id in situations:
        for path in paths(situations, chart_id):
            standing = stand(situations, State.begin(situations, chart_id))
            question = open_question(situations, standing, path.answers)
            while isinstance(question.shown, Asked):
                answer_id = path.answers[question.shown.fact]
                answer = answer_of(question.shown, answer_id)
                # printed and parsed, as in the address of a button
                state = State.parse(str(answered(situations, question, answer)))
                standing = stand(situations, state)
                question = open_question(situations, standing, path.answers)
            assert standing.reached.name == path.ruled.name
            assert len(standing.tapped) == path.taps


def answer_of(question: Asked, answer_id: str) -> Answer:
    """Return the answer to a question by its id."""
    return next(answer for answer in question.question.answers if answer.id == answer_id)


def open_question(
    situations: Situations, standing: Standing, answers: Mapping[str, str]
) -> Standing:
    """Return the standing at the first assumption that contradicts the answers, else as it is."""
    contradicted = (
        index
        for index, step in enumerate(standing.tapped)
        if step.assumed and step.answer.id != answers[step.fact]
    )
    return stand(situations, replace(standing.state, cursor=next(contradicted, None)))


def test_no_address_is_too_long(situations: Situations) -> None:
    for chart_id in situations:
        longest = max(paths(situations, chart_id), key=lambda path: path.taps)
        state = replace(
            with_facts(situations, chart_id, dict(longest.answers)),
            cursor=0,
            seat="N",
            view=View.WHY,
        )
        assert len(f"sit/{state}") <= ADDRESS_LIMIT


def test_going_back_keeps_the_answers_and_another_answer_replaces_one(
    situations: Situations,
) -> None:
    full = max(paths(situations, "insufficient-bid"), key=lambda path: path.taps)
    state = with_facts(situations, "insufficient-bid", dict(full.answers))
    back = stand(situations, replace(state, cursor=0))
    assert isinstance(back.shown, Asked)
    assert back.shown.fact == back.tapped[0].fact
    same = answered(situations, back, back.tapped[0].answer)
    assert same.taps == state.taps


@pytest.mark.slow
def test_every_answer_can_be_changed_to_every_other(situations: Situations) -> None:
    """Test one path to each ruling, from each chart in which it begins."""
    for chart_id in situations:
        paths_by_ruling = {
            (path.ruled.chart.id, path.ruled.name): path for path in paths(situations, chart_id)
        }
        for path in paths_by_ruling.values():
            state = with_facts(situations, chart_id, path.answers)
            for cursor in range(path.taps):
                standing = stand(situations, replace(state, cursor=cursor))
                assert isinstance(standing.shown, Asked)
                for answer in standing.shown.question.answers:
                    changed = stand(situations, answered(situations, standing, answer))
                    assert changed.answers[standing.shown.fact] == answer.id


def test_known_facts_are_kept_in_the_state_and_not_asked_again(situations: Situations) -> None:
    facts = {"lho_called": "no", "in_turn": "yes", "never asked": "x"}
    state = State.parse(str(State.begin(situations, "insufficient-bid", facts)))
    standing = stand(situations, state)
    assert standing.known == {"lho_called": "no", "in_turn": "yes"}
    assert isinstance(standing.reached, Asked)
    assert standing.reached.fact == "unintended"
    slip = answered(situations, standing, standing.reached.question.answers[1])
    assert stand(situations, slip).answers["lho_called"] == "no"
    corrected = answered(
        situations, stand(situations, replace(slip, cursor=0)), standing.reached.question.answers[0]
    )
    assert "in_turn" in stand(situations, corrected).answers


def test_a_known_fact_is_changed_like_any_other(situations: Situations) -> None:
    state = State.begin(
        situations, "insufficient-bid", {"in_turn": "yes", "unintended": "no", "lho_called": "yes"}
    )
    first = stand(situations, replace(state, cursor=2))
    assert isinstance(first.shown, Asked)
    assert first.shown.fact == "lho_called"
    changed = answered(situations, first, answer_of(first.shown, "no"))
    assert stand(situations, changed).answers == {
        "in_turn": "yes",
        "unintended": "no",
        "lho_called": "no",
    }


def test_the_state_of_a_changed_chart_is_refused(situations: Situations) -> None:
    chart_id = next(iter(situations))
    with pytest.raises(StaleStateError, match="improved"):
        stand(situations, State.parse(f"{chart_id}/000000//---"))


@given(st.text(max_size=60))
def test_any_text_is_a_state_or_says_that_it_is_none(situations: Situations, text: str) -> None:
    chart_id = next(iter(situations))
    for address in (text, f"{chart_id}/{situations.revision(chart_id)}/{text}"):
        with contextlib.suppress(StaleStateError):
            stand(situations, State.parse(address))


def test_a_state_with_an_answer_that_is_not_offered_is_refused(situations: Situations) -> None:
    chart_id = "insufficient-bid"
    state = State(chart_id, situations.revision(chart_id), taps="4")
    with pytest.raises(StaleStateError):
        stand(situations, state)


@pytest.mark.parametrize(
    ("seat", "text"),
    [(None, "the offender’s LHO calls"), ("N", "East (LHO) calls"), ("W", "North (LHO) calls")],
)
def test_a_player_is_named_by_seat_and_role(seat: str | None, text: str) -> None:
    assert seated("{lho} calls", seat) == text


@pytest.mark.parametrize(
    ("seat", "text"),
    [(None, "the offender’s LHO’s turn"), ("N", "East’s turn"), ("W", "North’s turn")],
)
def test_a_possessive_names_the_seat_alone(seat: str | None, text: str) -> None:
    assert seated("{lho}’s turn", seat) == text


def test_no_ruling_shows_an_unreplaced_token(situations: Situations) -> None:
    for chart_id in situations:
        for path in paths(situations, chart_id):
            ruled = path.ruled
            assert isinstance(ruled, Ruled)
            assert "{" not in seated(
                " ".join([*ruled.ruling.steps, *ruled.ruling.say, *ruled.ruling.later]), "S"
            )


CLOCKWISE = {
    "N": ("North (offender)", "East (LHO)", "South (partner)", "West (RHO)"),
    "E": ("East (offender)", "South (LHO)", "West (partner)", "North (RHO)"),
    "S": ("South (offender)", "West (LHO)", "North (partner)", "East (RHO)"),
    "W": ("West (offender)", "North (LHO)", "East (partner)", "South (RHO)"),
}


@pytest.mark.parametrize(("seat", "names"), CLOCKWISE.items())
def test_every_player_is_seated_clockwise_from_the_offender(
    seat: str, names: tuple[str, ...]
) -> None:
    assert seated("{offender}, {lho}, {partner}, {rho}", seat) == ", ".join(names)
    assert seated("{Offender}, {LHO}, {Partner}, {RHO}", seat) == ", ".join(names)


def test_without_a_seat_every_player_is_named_from_the_offender() -> None:
    assert (
        seated("{Offender}: {lho}, {partner}, {rho}")
        == "The offender: the offender’s LHO, the offender’s partner, the offender’s RHO"
    )


def changed(situations: Situations, chart_id: str, **update: object) -> Situations:
    """Return the charts with one of them changed."""
    return Situations({**situations, chart_id: replace(situations[chart_id], **update)})


def test_a_button_is_refused_if_its_chart_or_a_following_one_has_changed(
    situations: Situations,
) -> None:
    charts = situations.values()
    joined = ((chart.id, part.id) for chart in charts for part in situations.joined(chart))
    first, next_chart = next((chart, part) for chart, part in joined if part != chart)
    state = State.begin(situations, first)
    for chart_id in (first, next_chart):
        with pytest.raises(StaleStateError, match="improved"):
            stand(changed(situations, chart_id, summary="Something else"), state)


def test_a_button_outlives_changes_to_unrelated_charts_and_hidden_texts(
    situations: Situations,
) -> None:
    first = next(chart for chart in situations.values() if len(situations.joined(chart)) > 1)
    unrelated = next(
        chart_id for chart_id in situations if situations[chart_id] not in situations.joined(first)
    )
    state = State.begin(situations, first.id)
    assert stand(changed(situations, unrelated, summary="Something else"), state)
    assert stand(
        changed(situations, first.id, cases=first.cases[:1], aliases=[*first.aliases, "another"]),
        state,
    )
