"""The walk in the browser is that of the bot: over every path of every chart, every answer changed
on the way, every text and seat."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lawbot.charts.load import Situations
from lawbot.charts.model import Follow
from lawbot.charts.seats import SEATS, TOKEN, seated
from lawbot.charts.state import Standing, State, answered, pack, stand
from lawbot.charts.translation import Worded, texts
from lawbot.charts.walk import Asked, Ruled
from lawbot.errors import StaleStateError
from lawbot.language import LANGUAGES, SOURCE, translator
from lawbot_handbook.walkable import players, walkable
from tests.support.scripts import STATIC, can_run, run

pytestmark = pytest.mark.skipif(not can_run, reason="neither Node nor Chromium is installed")
WALK = (STATIC / "walk.js").read_text(encoding="utf-8")
LAID = """
const name = (shown) => [shown.chart.id, shown.name ?? shown.fact];
const laid = (id, text) => {
  let standing;
  try {
    standing = lawbotWalk.stand(given.charts, id, lawbotWalk.read(text));
  } catch (error) {
    if (error instanceof lawbotWalk.Stale) return null;
    throw error;
  }
  const shown = standing.shown;
  return {
    shown: name(shown),
    known: standing.known,
    trail: standing.reached.trail.map((step) => [...name(step), step.answer.id, step.tapped]),
    said: [shown.ruling?.steps ?? [], shown.ruling?.later ?? [], shown.ruling?.cites ?? []],
    answers: (shown.question?.answers ?? []).map((answer) => lawbotWalk.write(lawbotWalk.answered(given.charts, standing, answer))),
    following: (shown.ruling?.then ?? []).map((follow) => lawbotWalk.write(lawbotWalk.following(standing, follow))),
  };
};
"""


def fragment(state: State) -> str:
    return str(state).partition("/")[2]


def following(situations: Situations, follow: Follow, standing: Standing) -> str:
    """Return the state in which a chart that follows begins, as the card of the ruling makes it."""
    carried_facts = {
        fact: standing.answers[fact] for fact in follow.carry if fact in standing.answers
    }
    state = State.begin(situations, follow.chart, {**carried_facts, **follow.given})
    return f"{fragment(state)[:9]}{standing.state.seat if carried_facts and standing.state.seat else '-'}-{state.known}"


def laid(situations: Situations, state: State) -> dict[str, Any] | None:
    """Return what is shown of a state and where its answers lead; None where it does not fit the
    chart."""
    try:
        standing = stand(situations, state)
    except StaleStateError:
        return None
    end = standing.shown
    possible_answers = end.question.answers if isinstance(end, Asked) else []
    then = end.ruling.then if isinstance(end, Ruled) else []
    line_groups = ((), (), ())
    if isinstance(end, Ruled):
        line_groups = (end.ruling.steps, end.ruling.later, end.ruling.cites)
    return {
        "shown": [end.chart.id, end.name if isinstance(end, Ruled) else end.fact],
        "known": standing.known,
        "said": [list(lines) for lines in line_groups],
        "trail": [
            [step.chart.id, step.fact, step.answer.id, step.tapped]
            for step in standing.reached.trail
        ],
        "answers": [
            fragment(answered(situations, standing, answer)) for answer in possible_answers
        ],
        "following": [following(situations, follow, standing) for follow in then],
    }


def states(situations: Situations, chart_id: str) -> list[State]:
    """Return every state of a chart, and from every ruling and question each that goes back to an
    answer given before."""
    reached_states, waiting, visited = [], [State.begin(situations, chart_id)], set[State]()
    while waiting:
        state = waiting.pop()
        if state in visited:
            continue
        visited.add(state)
        standing = stand(situations, state)
        reached_states.append(state)
        reached_states += [
            replace(state, cursor=cursor, seat="S") for cursor in range(len(standing.tapped))
        ]
        if isinstance(standing.reached, Asked):
            waiting += [
                answered(situations, standing, answer)
                for answer in standing.reached.question.answers
            ]
    return reached_states


@pytest.fixture(scope="module")
def walked(situations: Situations) -> dict[str, Any]:
    return {
        chart.id: walkable(situations, chart, translator(SOURCE)) for chart in situations.values()
    }


@pytest.mark.slow
def test_every_state_of_every_chart_is_laid_alike(
    situations: Situations, walked: dict[str, Any], tmp_path: Path
) -> None:
    all_states = [state for chart in situations for state in states(situations, chart)]
    requests = [[state.chart, fragment(state)] for state in all_states]
    script = f"{WALK} {LAID} return given.states.map(([id, text]) => laid(id, text));"
    layouts = run(script, {"charts": walked, "states": requests}, tmp_path)
    assert sum(len(expected["answers"]) == 0 for expected in layouts) > 3000  # rulings
    for state, layout in zip(all_states, layouts, strict=True):
        assert layout == laid(situations, state), state


@pytest.mark.slow
def test_facts_that_came_along_are_known_and_asked_no_more(
    situations: Situations, walked: dict[str, Any], tmp_path: Path
) -> None:
    begun_states = []
    for chart in situations:
        for fact, answers in situations.facts(chart).items():
            for answer in answers:
                begun = State.begin(situations, chart, {fact: answer})
                assert begun.known == pack(situations, chart, {fact: answer})
                begun_states.append(begun)
    script = f"{WALK} {LAID} return given.states.map(([id, text]) => laid(id, text));"
    layouts = run(
        script,
        {"charts": walked, "states": [[state.chart, fragment(state)] for state in begun_states]},
        tmp_path,
    )
    for state, layout in zip(begun_states, layouts, strict=True):
        assert layout == laid(situations, state), state


def test_a_text_that_is_no_state_or_of_an_older_chart_is_told(
    situations: Situations, walked: dict[str, Any], tmp_path: Path
) -> None:
    good = State.begin(situations, "revoke")
    wrong = [
        "",
        "x",
        "abcdef/0/---",
        fragment(good) + "zz",
        fragment(good).replace("//", "/4444/"),
        fragment(good) + "0",
    ]
    for text in wrong:
        with pytest.raises(StaleStateError):
            stand(situations, State.parse(f"revoke/{text}"))
    script = f"{WALK} {LAID} return given.texts.map((text) => laid('revoke', text));"
    *refused, accepted = run(
        script, {"charts": walked, "texts": [*wrong, fragment(good)]}, tmp_path
    )
    assert refused == [None] * len(wrong)
    assert accepted == laid(situations, good)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_names_players_as_the_bot_does(
    situations: Situations, language: str, tmp_path: Path
) -> None:
    charts_in_language = Worded(situations, language) if language != SOURCE else situations
    player_texts = sorted(
        {
            text
            for chart in charts_in_language.values()
            for text in texts(chart)
            if TOKEN.search(text)
        }
    )
    assert player_texts
    script = f"{WALK} return given.said.map((text) => [null, ...lawbotWalk.SEATS].map((seat) => lawbotWalk.seated(text, seat, given.language, given.players)));"
    seatings = run(
        script, {"said": player_texts, "language": language, "players": players(language)}, tmp_path
    )
    for text, seating in zip(player_texts, seatings, strict=True):
        assert seating == [seated(text, seat, language) for seat in (None, *SEATS)]
