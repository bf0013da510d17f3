"""Answers has its own use cases only."""

import inspect

from lawbot.app import Answers


def test_answers_forwards_nothing(answers: Answers) -> None:
    forwarded = [name for name, value in vars(answers).items() if inspect.ismethod(value)]
    assert forwarded == []
