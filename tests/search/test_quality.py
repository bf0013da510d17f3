"""The gate: search must not get worse on our own queries, which its phrases were written blind to."""

import pytest

from lawbot.lawbook import Lawbook
from tests.search_report import EDITIONS, OWN, engine, load, measure

FLOORS = {"en": {"s@1": 0.63, "s@3": 0.82, "s@5": 0.87}, "vi": {"s@1": 0.45, "s@3": 0.75}, "th": {"s@1": 0.5, "s@3": 0.75}}


@pytest.mark.parametrize("language", FLOORS)
def test_quality_over_the_documents(full_lawbook: Lawbook, language: str) -> None:
    rows = measure(load(OWN / f"queries-{language}.jsonl"), engine(full_lawbook, EDITIONS[language]))["all"]
    for key, floor in FLOORS[language].items():
        assert rows[key] >= floor, rows


def test_quality_without_documents(plain_lawbook: Lawbook) -> None:
    rows = measure(load(OWN / "queries-en.jsonl"), engine(plain_lawbook, "plain-2017"))
    assert rows["all"]["s@1"] >= 0.63
    assert rows["citation"]["s@1"] == 1.0


def test_there_are_enough_queries() -> None:
    assert sum(len(load(OWN / f"queries-{language}.jsonl")) for language in EDITIONS) >= 200
