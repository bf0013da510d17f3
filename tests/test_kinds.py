"""Texts of every kind, written by somebody who had not seen how they are read, in three languages."""

from typing import Any

import pytest

from lawbot.answers import Answers
from tests.kinds import TEXTS, fault

LEFT = {
    "giá rao sai lượt",
    "AP ท้ายการประมูล เช่น 1NT-3NT-AP แปลว่าอะไร",
    "การลงไพ่มาก่อนถึงรอบของตน",
    "การดับเบิลหรือรีดับเบิลผิดรอบ",
    "one no doubled minus 1, vul",
    "đ 75b",
    "van hai sau ai chia",
}
"""What is not read rightly yet: headings in other words than any edition's, a term that is told with an example, 'one no' for 1NT, a law's word
of one letter, and a number said by its digits."""


@pytest.mark.parametrize("line", TEXTS, ids=lambda line: line["text"])
def test_each_is_read_as_what_it_is(full_answers: Answers, line: dict[str, Any]) -> None:
    assert bool(fault(full_answers, line["text"], line["language"], line["kind"], line["expect"])) == (line["text"] in LEFT)
