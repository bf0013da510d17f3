"""The gate: search must not get worse on our own queries, which its phrases were written blind to."""

import pytest

from lawbot.config import ROOT
from lawbot.lawbook import Lawbook
from lawbot.search.engine import Search
from lawbot.search.indexing import Indexer
from lawbot.situations.charts import Situations
from tests.search_report import EDITIONS, OWN, engine, load, measure

HOMES = {"vi": "vi-2007", "th": "th-1997"}
"""The editions whose provisions the phrases of a language name."""
FLOORS = {
    "en": {"s@1": 0.63, "s@3": 0.82, "s@5": 0.87},
    "vi": {"s@1": 0.45, "s@3": 0.75},
    "th": {"s@1": 0.5, "s@3": 0.75},
}


@pytest.mark.parametrize("language", FLOORS)
def test_quality_over_the_documents(full_lawbook: Lawbook, language: str) -> None:
    rows = measure(
        load(OWN / f"queries-{language}.jsonl"), engine(full_lawbook, EDITIONS[language])
    )["all"]
    for key, floor in FLOORS[language].items():
        assert rows[key] >= floor, rows


@pytest.mark.parametrize(("language", "first", "among_three"), [("vi", 17, 22), ("th", 19, 21)])
def test_everyday_questions_find_the_code_in_force_in_plain_words(
    full_lawbook: Lawbook, situations: Situations, language: str, first: int, among_three: int
) -> None:
    """Of 25, written by somebody who had seen neither the phrases nor the plain words: the
    provision, and a chart about its law."""
    asked = load(OWN / f"everyday-{language}.jsonl")
    found = measure(asked, engine(full_lawbook, f"plain-2017-{language}"))["all"]
    assert (found["s@1"] * 25, found["s@3"] * 25) >= (first, among_three), found
    search = Search(full_lawbook)
    about = [
        {law for hit in search.situations(one.text, 3) for law in situations[hit.id].laws}
        for one in asked
    ]
    assert (
        sum(
            bool({wanted.law for wanted in one.wanted} & laws)
            for one, laws in zip(asked, about, strict=True)
        )
        >= 22
    )


def test_quality_without_documents(plain_lawbook: Lawbook) -> None:
    rows = measure(load(OWN / "queries-en.jsonl"), engine(plain_lawbook, "plain-2017"))
    assert rows["all"]["s@1"] >= 0.63
    assert rows["citation"]["s@1"] == 1.0


def test_there_are_enough_queries() -> None:
    assert sum(len(load(OWN / f"queries-{language}.jsonl")) for language in EDITIONS) >= 200


@pytest.mark.parametrize("language", HOMES)
def test_without_its_document_a_phrase_stands_where_the_lawbook_has_it_with_the_document(
    full_lawbook: Lawbook, situations: Situations, language: str
) -> None:
    home, lexicons = HOMES[language], Indexer.load(ROOT / "data", situations).lexicons
    now = next(lexicon.now for lexicon in lexicons if lexicon.name == language)
    assert len(now) > 600
    assert now == {
        citation: full_lawbook.counterparts(citation, home, f"plain-2017-{language}").citations
        for citation in now
    }


@pytest.mark.parametrize("language", HOMES)
def test_everyday_questions_are_answered_without_the_document_that_the_phrases_are_of(
    plain_lawbook: Lawbook, language: str
) -> None:
    found = measure(
        load(OWN / f"everyday-{language}.jsonl"), engine(plain_lawbook, f"plain-2017-{language}")
    )["all"]
    assert found["s@3"] >= 0.76, found
