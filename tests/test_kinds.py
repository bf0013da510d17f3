"""Texts of every kind, written by somebody who had not seen how they are read, in three languages."""

from typing import Any

import pytest

from lawbot.app import Answers
from tests.kinds import TEXTS, fault

LEFT = {
    "การลงไพ่มาก่อนถึงรอบของตน",
    "đ 75b",
    "luat bon muoi lam a",
    "lwa 31a2b",
    "đ.50d2",
    "correction period - when/what is that",
    "แสลมใหญ่คืออะไร",
}
"""Texts not read rightly yet: a heading in other words than any edition's, a law's word of one
letter or misspelt, a letter behind a number in words (a Vietnamese particle), a term that stands in
no list of terms (its law is found)."""


@pytest.mark.parametrize("line", TEXTS, ids=lambda line: line["text"])
def test_each_text_is_read_as_its_kind(full_answers: Answers, line: dict[str, Any]) -> None:
    assert bool(
        fault(full_answers, line["text"], line["language"], line["kind"], line["expect"])
    ) == (line["text"] in LEFT)
