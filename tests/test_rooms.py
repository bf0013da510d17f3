"""Answers has its own use cases only, and a told sentence walks no further than it has to."""

import inspect

import pytest

from bench.moves import middle, walks
from lawbot.app import Answers


def test_answers_forwards_nothing(answers: Answers) -> None:
    forwarded = [name for name, value in vars(answers).items() if inspect.ismethod(value)]
    assert forwarded == []


@pytest.mark.slow
def test_a_told_sentence_is_read_once(answers: Answers) -> None:
    modules, moves = middle(walks(answers).values())
    assert modules <= 35
    assert moves <= 520
