"""Test the check of a language model by ``lawbot check``: one question, and its cost."""

import asyncio
import json
from dataclasses import replace

import pytest

from lawbot.checking import Check, Verdict, ear
from lawbot.config import Settings
from lawbot.ear.endpoint import Endpoint
from tests.support.ear_server import ear_server, saying

KEY = "secret-key"


async def checks_of(settings: Settings, content: str) -> list[Check]:
    """Return the checks of a model that says this."""
    async with ear_server(saying(content)) as server:
        with_model = replace(settings, ear=server.address, ear_key=KEY, ear_hourly=10)
        # the check has a loop of its own
        checks = await asyncio.to_thread(list, ear(with_model))
        assert len(server.requests) == 1
    assert KEY not in str(checks)
    return checks


async def test_a_model_that_answers_is_told_with_its_cost(small: Settings) -> None:
    (check,) = await checks_of(small, json.dumps({"situation": "revoke"}))
    assert check.verdict is Verdict.GOOD
    assert "127.0.0.1 answers; 240 questions a day" in check.fact


@pytest.mark.parametrize(
    ("content", "fault"),
    [("I cannot", "no usable answer"), ('{"situation": "12C1"}', "it was not offered")],
)
async def test_a_model_without_a_usable_answer_is_wrong(
    small: Settings, content: str, fault: str
) -> None:
    (check,) = await checks_of(small, content)
    assert check.verdict is Verdict.WRONG
    assert fault in check.fact
    assert "LAWBOT_EAR_KEY" in check.mend


@pytest.mark.parametrize(
    ("address", "is_unencrypted"),
    [
        ("http://api.example.com/v1", True),
        ("https://api.example.com/v1", False),
        ("http://[::1]:8080/v1", False),
        ("http://localhost:8080/v1", False),
    ],
)
def test_what_goes_over_a_network_unencrypted_is_known(address: str, is_unencrypted: bool) -> None:
    assert Endpoint(address, KEY, "").is_unencrypted is is_unencrypted
