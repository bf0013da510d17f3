"""Texts of every kind, written by somebody who had not seen how they are read, in three languages."""

from typing import Any

import pytest

from lawbot.answers import Answers
from tests.kinds import TEXTS, fault

LEFT = {
    "AP ท้ายการประมูล เช่น 1NT-3NT-AP แปลว่าอะไร",
    "การลงไพ่มาก่อนถึงรอบของตน",
    "one no doubled minus 1, vul",
    "đ 75b",
    "van hai sau ai chia",
    "luat bon muoi lam a",
    "whats the text of section C of law 66",
    "mục D của điều 17",
    "twenty-three a please",
    "whats the difference between 42 and 43",
    "when is the clarification period",
}
"""What is not read rightly yet: headings in other words than any edition's, a term that is told with an example or stands in the index alone, 'one no' for
1NT, a law's word of one letter, a number said by its digits, a letter behind a number in words (a Vietnamese particle), a section named before its law, two
bare numbers."""


@pytest.mark.parametrize("line", TEXTS, ids=lambda line: line["text"])
def test_each_is_read_as_what_it_is(full_answers: Answers, line: dict[str, Any]) -> None:
    assert bool(fault(full_answers, line["text"], line["language"], line["kind"], line["expect"])) == (line["text"] in LEFT)
