"""The state that travels in a button: it survives a restart, knows its revision, keeps answers on
the way back."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbot.cards import ADDRESS_LIMIT
from lawbot.errors import StaleStateError
from lawbot.situations.charts import Situations
from lawbot.situations.seats import seated
from lawbot.situations.state import Standing, State, View, answered, stand, with_facts
from lawbot.situations.walk import Asked, Ruled, paths


def test_every_leaf_of_every_chart_is_reached_by_tapping(situations: Situations) -> None:
    for chart_id in situations:
        for way in paths(situations, chart_id):
            standing = stand(situations, State.begin(situations, chart_id))
            while isinstance(
                asked := open_question(situations, standing, way.answers).shown, Asked
            ):
                answer = next(a for a in asked.question.answers if a.id == way.answers[asked.fact])
                state = State.parse(
                    str(
                        answered(
                            situations, open_question(situations, standing, way.answers), answer
                        )
                    )
                )
                standing = stand(situations, state)
            assert standing.reached.name == way.ruled.name
            assert len(standing.tapped) == way.taps


def open_question(
    situations: Situations, standing: Standing, answers: Mapping[str, str]
) -> Standing:
    """Where a walk that is to give these answers goes on: at what was assumed otherwise, gone back
    to, else where it stands."""
    otherwise = (
        n
        for n, step in enumerate(standing.tapped)
        if step.assumed and step.answer.id != answers[step.fact]
    )
    return stand(situations, replace(standing.state, cursor=next(otherwise, None)))


def test_no_address_is_too_long(situations: Situations) -> None:
    for chart_id in situations:
        longest = max(paths(situations, chart_id), key=lambda way: way.taps)
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
    full = max(paths(situations, "insufficient-bid"), key=lambda way: way.taps)
    state = with_facts(situations, "insufficient-bid", dict(full.answers))
    back = stand(situations, replace(state, cursor=0))
    assert isinstance(back.shown, Asked)
    assert back.shown.fact == back.tapped[0].fact
    same = answered(situations, back, back.tapped[0].answer)
    assert same.taps == state.taps


def test_every_answer_can_be_changed_to_every_other(situations: Situations) -> None:
    """On one way to each ruling, from each chart in which it is begun."""
    for chart_id in situations:
        ways = {(way.ruled.chart.id, way.ruled.name): way for way in paths(situations, chart_id)}
        for way in ways.values():
            state = with_facts(situations, chart_id, way.answers)
            for cursor in range(way.taps):
                standing = stand(situations, replace(state, cursor=cursor))
                assert isinstance(standing.shown, Asked)
                for answer in standing.shown.question.answers:
                    changed = stand(situations, answered(situations, standing, answer))
                    assert changed.answers[standing.shown.fact] == answer.id


def test_known_facts_travel_with_the_state_and_are_not_asked_again(situations: Situations) -> None:
    known = {"lho_called": "no", "in_turn": "yes", "never asked": "x"}
    state = State.parse(str(State.begin(situations, "insufficient-bid", known)))
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
    changed = answered(
        situations, first, next(a for a in first.shown.question.answers if a.id == "no")
    )
    assert stand(situations, changed).answers == {
        "in_turn": "yes",
        "unintended": "no",
        "lho_called": "no",
    }


def test_a_changed_chart_is_noticed(situations: Situations) -> None:
    chart_id = next(iter(situations))
    with pytest.raises(StaleStateError, match="improved"):
        stand(situations, State.parse(f"{chart_id}/000000//---"))


@given(st.text(max_size=60))
def test_any_text_is_a_state_or_says_that_it_is_none(situations: Situations, text: str) -> None:
    chart_id = next(iter(situations))
    for written in (text, f"{chart_id}/{situations.revision(chart_id)}/{text}"):
        with contextlib.suppress(StaleStateError):
            stand(situations, State.parse(written))


def test_an_answer_that_is_not_offered_is_stale(situations: Situations) -> None:
    chart_id = "insufficient-bid"
    state = State(chart_id, situations.revision(chart_id), taps="4")
    with pytest.raises(StaleStateError):
        stand(situations, state)


@pytest.mark.parametrize(
    ("seat", "text"),
    [(None, "the offender’s LHO calls"), ("N", "East (LHO) calls"), ("W", "North (LHO) calls")],
)
def test_seats(seat: str | None, text: str) -> None:
    assert seated("{lho} calls", seat) == text


@pytest.mark.parametrize(
    ("seat", "text"),
    [(None, "the offender’s LHO’s turn"), ("N", "East’s turn"), ("W", "North’s turn")],
)
def test_what_is_a_player_s_names_the_seat_alone(seat: str | None, text: str) -> None:
    assert seated("{lho}’s turn", seat) == text


def test_rulings_carry_no_open_token(situations: Situations) -> None:
    for chart_id in situations:
        for way in paths(situations, chart_id):
            ruled = way.ruled
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
def test_every_player_sits_where_the_offender_s_seat_puts_them(
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
    """The same charts, one of them changed."""
    return Situations({**situations, chart_id: replace(situations[chart_id], **update)})


def test_a_button_is_old_when_its_chart_or_one_that_it_leads_on_to_has_changed(
    situations: Situations,
) -> None:
    first, joined = next(
        (chart.id, part.id)
        for chart in situations.values()
        for part in situations.joined(chart)
        if part.id != chart.id
    )
    state = State.begin(situations, first)
    for chart_id in (first, joined):
        with pytest.raises(StaleStateError, match="improved"):
            stand(changed(situations, chart_id, summary="Something else"), state)


def test_a_button_outlives_changes_that_lead_elsewhere_or_are_not_shown(
    situations: Situations,
) -> None:
    first = next(chart for chart in situations.values() if len(situations.joined(chart)) > 1)
    apart = next(
        chart_id for chart_id in situations if situations[chart_id] not in situations.joined(first)
    )
    state = State.begin(situations, first.id)
    assert stand(changed(situations, apart, summary="Something else"), state)
    assert stand(
        changed(situations, first.id, cases=first.cases[:1], aliases=[*first.aliases, "another"]),
        state,
    )
