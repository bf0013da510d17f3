"""Tests of search on sentences as people tell them: synonyms, counts, questions and quality."""

from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.book.index import SearchIndex
from lawbot.language import SOURCE
from lawbot.message.message import Message
from lawbot.search.charts import only_asks
from lawbot.search.engine import Search
from lawbot.search.index_reader import IndexReader
from lawbot.search.query import Queries
from tests.search import told

PLAIN = "plain-2017"
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def search(plain_lawbook: Lawbook) -> Search:
    """Return the search of our plain words."""
    return Search(plain_lawbook)


def test_the_longest_synonym_wins(plain_lawbook: Lawbook) -> None:
    queries = Queries(IndexReader(plain_lawbook, SearchIndex(plain_lawbook.db)))
    query = queries.query(Message("he passed out of turn"), SOURCE)
    assert "rotation" in query.terms
    assert "players" not in query.terms


@pytest.mark.parametrize(
    "text",
    [
        "may I look at the last trick?",
        "what is a psyche",
        "I was dummy. Must I warn him?",
        "how long may we wait?",
        "what counts as played, mine was half out",
        "có bắt buộc phải gọi trọng tài không",
        "ใครขอดูตองที่แล้วได้บ้าง",
    ],
)
def test_a_question_without_a_story_is_recognised(text: str) -> None:
    assert only_asks(Message(text))


def test_a_story_leads_to_its_chart(search: Search) -> None:
    text = "Two defenders both thought they had won the trick. East led a club, declarer says it was West's lead. We were in 3NT."
    assert "defender-lead-out-of-turn" in [hit.id for hit in search.situations(Message(text), 3)]


def test_the_number_of_cards_finds_the_chart(search: Search) -> None:
    assert search.situations(Message("I have 14 cards"))[0].id == "wrong-number-of-cards"


@pytest.mark.parametrize("text", ["ผู้เล่นนำไพ่ผิดตา", "người chơi xướng bài không đủ"])
def test_other_languages_find_charts(full_lawbook: Lawbook, text: str) -> None:
    assert Search(full_lawbook).situations(Message(text))


@pytest.mark.parametrize(
    ("form", "floors"),
    [("long", (0.6, 0.75, 0.8, 0.93, 0.9, 0.5)), ("short", (0.7, 0.9, 0.85, 0.96, 0.96, 0.75))],
)
def test_sentences_lead_to_their_charts_and_provisions(
    full_answers: Answers, form: str, floors: tuple[float, ...]
) -> None:
    figures = told.measure(
        full_answers.outcomes, told.load(HERE / "told-held.jsonl", form), "en-2017"
    )
    # the columns after "sure" have no floor
    for name, floor in zip(told.COLUMNS, floors, strict=False):
        assert figures[name] >= floor, figures
    assert figures["misled"] <= 0.04
