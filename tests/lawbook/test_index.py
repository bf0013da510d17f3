"""Tests of the search tables inside a lawbook."""

import sqlite3

import pytest

from lawbot.book.index import SearchIndex


@pytest.fixture
def index() -> SearchIndex:
    """Return an index with one signal of two rows."""
    index = SearchIndex(sqlite3.connect(":memory:"))
    index.create("text", "unicode61", [(1, "a bid out of turn"), (2, "a revoke")])
    return index


def test_rows_with_any_of_the_terms_match(index: SearchIndex) -> None:
    assert [row for row, _ in index.match("text", "revoke", "bid")] == [1, 2]


@pytest.mark.parametrize(
    "terms", [(), ("",), ('"',), ('""', "?"), ("\x00",), ("\x00 OR ", "*"), ("NEAR(", "words:")]
)
def test_terms_that_stand_nowhere_match_nothing(index: SearchIndex, terms: tuple[str, ...]) -> None:
    assert index.match("text", *terms) == []


def test_a_term_with_a_control_character_is_no_query_of_its_own(index: SearchIndex) -> None:
    assert [row for row, _ in index.match("text", 're\x00voke"')] == [2]


def test_a_signal_that_is_missing_is_an_error(index: SearchIndex) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        index.match("phrase", "revoke")
