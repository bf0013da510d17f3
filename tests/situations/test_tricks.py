"""Tests of facts proved by the numbers of tricks."""

import pytest

from lawbot.charts.tricks import played_on
from lawbot.message.message import Message


@pytest.mark.parametrize(
    "text",
    [
        "West revoked on trick 5, noticed at trick 9",
        "East played only three cards to trick six and we found it at the eighth trick",
        "At trick ten I found a club of dummy's. Clubs had been led at trick six.",
        "West won trick 3. At trick 6 he revoked; we saw it at trick 8",
    ],
)
def test_an_error_found_two_tricks_on_is_found_late(text: str) -> None:
    facts = played_on(Message(text))
    assert facts["revoke-established"] == {"established": "played"}
    assert facts["defective-trick"] == {"found_late": "yes"}


@pytest.mark.parametrize(
    "text",
    [
        "West revoked on trick 5, noticed at trick 6",
        "West won trick 3. At trick 6 he revoked; we saw it at trick 7",
        "West revoked at trick 5",
        "If West revokes at trick 5 and it is noticed at trick 9, is it too late?",
        "West says that he revoked at trick 5 and noticed at trick 9, East denies it",
        "Declarer took 5 tricks, then 9 tricks were found in the stack",
        "",
    ],
)
def test_an_error_that_may_be_found_in_time_proves_nothing(text: str) -> None:
    assert "revoke-established" not in played_on(Message(text))


def test_a_trick_that_is_played_proves_a_lead() -> None:
    facts = played_on(Message("At the third trick West saw that he had doubled his partner"))
    assert facts == {"inadmissible-double": {"lead_faced": "yes"}}
