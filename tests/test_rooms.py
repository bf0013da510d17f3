"""A room asks Answers, or is handed a part of it; none reaches through it into another. A told
sentence walks no further than it has to."""

import ast

import pytest

from bench.moves import middle, walks
from lawbot.app import Answers
from lawbot.config import ROOT


@pytest.mark.slow
def test_nobody_reaches_through_answers_into_another_room(answers: Answers) -> None:
    rooms = {
        name for name, part in vars(answers).items() if type(part).__module__.startswith("lawbot.")
    }
    assert {"lawbook", "understanding", "club_notes"} <= rooms
    through = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for file in sorted(ROOT.glob("lawbot*/**/*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr in rooms
        and ast.unparse(node.value.value).split(".")[-1] == "answers"
    ]
    assert through == []


@pytest.mark.slow
def test_a_told_sentence_is_read_once(answers: Answers) -> None:
    modules, moves = middle(walks(answers).values())
    assert modules <= 34
    assert moves <= 500
