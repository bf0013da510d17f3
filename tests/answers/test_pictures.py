"""Pictures: the chart with the way taken, the sixteen boards; each says in words what it shows."""

import re

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.pictures import ALTERNATIVE, can_draw, has_picture
from lawbot.errors import LawbotError
from lawbot.situations.drawing import DrawingError, graph
from lawbot.situations.state import with_facts
from lawbot.situations.walk import Ruled, walk

drawn = pytest.mark.skipif(not can_draw(), reason="Graphviz is not installed")
PNG = b"\x89PNG"


def heavy(source: str) -> list[str]:
    return [statement for statement in source.split("\n\t") if "penwidth" in statement]


def test_the_steps_of_the_way_are_numbered_and_heavy_and_nothing_else_is(answers: Answers) -> None:
    for chart in answers.situations.values():
        assert heavy(graph(chart).source) == []
        for case in chart.cases:
            way = walk(answers.situations, chart.id, case.answers)
            assert isinstance(way, Ruled)
            steps = {step.fact for step in way.trail if step.chart is way.chart}
            lines = heavy(graph(way.chart, way).source)
            arrows = [line for line in lines if "->" in line]
            assert len(arrows) == len(steps), (chart.id, case.facts)
            numbers = [int(match[1]) for line in lines if (match := re.search(r'label="(\d+)\. ', line))]
            assert sorted(numbers) == list(range(1, len(steps) + 1))
            assert len(lines) == 2 * len(steps) + 1


@drawn
def test_a_chart_is_drawn_with_its_way_told_in_words(answers: Answers) -> None:
    chart = answers.situations["insufficient-bid"]
    state = with_facts(answers.situations, chart.id, chart.cases[0].answers)
    picture = answers.picture(f"sit/{state}", Reader())
    assert picture.png.startswith(PNG)
    assert picture.alternative.startswith("The flow chart “Insufficient bid” with the way taken: Was it the offender’s turn")
    assert picture.alternative.endswith("→ The low bid is accepted and stands")
    question = answers.picture(str(answers.rulings.entry(chart.id, Reader()).address), Reader())
    assert question.png.startswith(PNG)
    assert "Was it the offender’s turn" in question.alternative


@drawn
def test_every_way_fits_what_a_picture_may_say(answers: Answers) -> None:
    for chart in list(answers.situations.values())[::10]:
        for case in chart.cases[::5]:
            state = with_facts(answers.situations, chart.id, case.answers)
            picture = answers.picture(f"sit/{state}", Reader())
            assert 0 < len(picture.alternative) <= ALTERNATIVE
            assert len(picture.png) < 1_000_000


@drawn
def test_the_sixteen_boards_are_drawn_and_told(answers: Answers) -> None:
    picture = answers.picture("boards", Reader())
    assert picture.png.startswith(PNG)
    assert "1: North deals; vulnerable: neither side" in picture.alternative
    assert "16: West deals; vulnerable: East-West" in picture.alternative


def test_the_sixteen_boards_stand_in_words_behind_every_board(answers: Answers) -> None:
    board = answers.board(7, Reader())
    card = answers.open(board.rows[0][0].address, Reader())
    assert len(card.parts[0].rows) == 17  # type: ignore[union-attr]
    assert card.parts[0].rows[7] == ("7", "South", "both sides")  # type: ignore[union-attr]
    assert has_picture(card)


def test_there_is_a_picture_only_of_what_is_looked_at(answers: Answers) -> None:
    for text in ("27B1", "score 4SX -2", "led out of turn"):
        card = answers.ask(text, Reader())
        assert not has_picture(card)
        if card.address:
            with pytest.raises(LawbotError):
                answers.picture(card.address, Reader())


def test_without_graphviz_it_says_what_to_install(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert not can_draw()
    with pytest.raises(DrawingError, match="apt-get install graphviz"):
        answers.picture("boards", Reader())
