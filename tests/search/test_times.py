"""Times that people name with a provision, in three languages, and the code in force then."""

import re
import time

import pytest

from lawbot.message.message import Message
from lawbot.search.dates import (
    IN_FORCE_THEN,
    NEWEST_HERE,
    OLDEST_HERE,
    dated_citation,
    read_dates,
    this_year,
)
from tests.support.times import CODES, FORMS

EVERY = {text: code for forms in FORMS.values() for text, code in forms.items()}


@pytest.mark.parametrize(("text", "code"), EVERY.items())
def test_a_provision_named_with_a_time_is_of_the_code_in_force_then(text: str, code: int) -> None:
    dated = dated_citation(Message(text), CODES)
    assert dated is not None
    assert dated.codes == (code,)
    # the whole number, not a part of it
    assert re.search(rf"(?<!\d){re.escape(str(dated.citation))}(?![A-H\d])", text)


@pytest.mark.parametrize("forms", FORMS.values(), ids=FORMS)
def test_there_are_60_forms_in_each_language(forms: dict[str, int]) -> None:
    assert len(forms) >= 60


def test_a_short_text_is_read_soon() -> None:
    """A pattern of many words may become slow on a text made for that."""
    texts = ("in " * 26, "law 27" + " " * 30 + "1", "1 " * 40, "before " * 11, "ของ" * 26)
    read_dates(Message("law 27 in 2009"))
    start = time.perf_counter()
    for text in texts:
        read_dates(Message(text))
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("27B1 in 2009", IN_FORCE_THEN),
        ("27B1 last year", IN_FORCE_THEN),
        ("27B1 next year", NEWEST_HERE),
        (f"27B1 in {this_year() + 4}", NEWEST_HERE),
        ("กฎข้อ 27 ปีหน้า", NEWEST_HERE),
        ("law 27 in the nineties", OLDEST_HERE),
        ("72B1 (1997)", ""),
    ],
)
def test_what_is_to_come_and_what_was_are_told_apart(text: str, notice: str) -> None:
    dated = dated_citation(Message(text), CODES)
    assert dated is not None
    assert dated.notice == notice


@pytest.mark.parametrize("text", ["27B1", "law 27", "last year we revoked", "20F5 years"])
def test_without_a_time_or_a_provision_there_is_no_code(text: str) -> None:
    assert dated_citation(Message(text), CODES) is None
