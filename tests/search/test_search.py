"""Tests of search: citations and headings, words by meaning, and hostile input of any kind."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.decide.kinds import CHARTS, EVERYTHING, LAWS, TERMS
from lawbot.language import installed
from lawbot.language.methods import A_BID
from lawbot.language.reader import Reader
from lawbot.message.message import Message
from lawbot.search.engine import Search
from lawbot.search.spelling import Speller
from tests.support.patience import PATIENCE

PLAIN = "plain-2017"


@pytest.fixture(scope="module")
def search(plain_lawbook: Lawbook) -> Search:
    """Return the search of our plain words."""
    return Search(plain_lawbook)


def first(search: Search, query: str) -> str:
    """Return the first citation that a query finds."""
    return str(search.find(Message(query), PLAIN).hits[0].citation)


@pytest.mark.parametrize(
    ("query", "citation"),
    [
        ("27b1a", "27B1(a)"),
        ("Law 64 A", "64A"),
        ("§16B", "16B"),
        ("footnote 17", "53A fn 17"),
        ("27(b)", "27B"),
    ],
)
def test_a_citation_finds_its_provision(answers: Answers, query: str, citation: str) -> None:
    hits = answers.outcomes.in_edition(query, PLAIN).hits
    assert [str(hit.citation) for hit in hits] == [citation]


def test_a_heading_is_found_exactly(search: Search) -> None:
    result = search.find(Message("insufficient bid"), PLAIN)
    assert (result.kind, str(result.hits[0].citation)) == ("exact", "27")


@pytest.mark.slow
def test_every_provision_is_found_by_its_own_words(search: Search, plain_lawbook: Lawbook) -> None:
    """Test one in three, for each of these long texts costs as much as five questions."""
    long = [
        entry
        for entry in plain_lawbook.provisions(PLAIN)
        if entry.level not in ("footnote", "table") and len(entry.text) > 60
    ]
    missed = []
    for entry in long[::3]:
        hits = search.find(Message(entry.text[:300]), PLAIN, 10).hits
        if entry.citation not in [hit.citation for hit in hits]:
            missed.append(str(entry.citation))
    # stories weigh more than a provision's own words
    assert len(missed) <= 4, missed


def test_a_possessive_without_the_apostrophe_is_not_repaired(search: Search) -> None:
    assert search.find(Message("lho led but it was pards turn"), PLAIN).repaired == {}


def test_misspelt_words_are_repaired_and_reported(search: Search) -> None:
    result = search.find(Message("penelty card"), PLAIN)
    assert result.repaired == {"penelty": "penalty"}


def test_signals_add_up_to_the_score(search: Search) -> None:
    hit = search.find(Message("partner hesitated before passing"), PLAIN).hits[0]
    assert hit.score == pytest.approx(sum(hit.shares.values()), rel=0.2)
    assert len(hit.shares) >= 4


def test_an_offence_finds_a_law_about_it(search: Search) -> None:
    assert first(search, "lead out of turn by a defender").startswith(("56", "54", "53"))


def test_a_description_leads_to_its_flow_chart(search: Search) -> None:
    assert (
        search.situations(Message("someone bid one heart over one spade"))[0].id
        == "insufficient-bid"
    )
    hits = search.situations(Message("wrong defender made the opening lead face up"), 3)
    assert "opening-lead-out-of-turn" in [hit.id for hit in hits]


def test_an_auction_told_in_thai_finds_its_law(search: Search) -> None:
    # normalization takes the vowel of โพดำ apart, and no bid is left
    message = Message("ซ้ายมือเปิด 1 โพดำ คู่ขาผมบิด 1 โพแดงครับ")
    assert str(search.find(message, PLAIN).hits[0].citation) == "27A1"


NASTY = [
    "",
    " ",
    "a",
    "?" * 50,
    "x" * 4000,
    "revoke " * 800,
    '"',
    "' OR 1=1 --",
    "NEAR(a b)",
    "a AND",
    "col:x",
    "*",
    "😀♠♥",
    "\x00\x1b[31m",
    "ก",
    "ไพ่",
    "đ",
    "עברית",
    "日本語",
    "<@123> @everyone",
    "٣",
]


@pytest.mark.parametrize("query", NASTY)
def test_nasty_queries_are_answered(search: Search, answers: Answers, query: str) -> None:
    search.find(Message(query), PLAIN)
    search.situations(Message(query))
    for door in (EVERYTHING, LAWS, TERMS, CHARTS):
        assert answers.ask(query, Reader(), door).title
    for ask in (answers.index, answers.compare):
        assert ask(query, Reader()).title
    for kind in ("law", "term", "situation"):
        assert len(answers.suggest(query, Reader(), kind)) <= 25


@pytest.mark.slow
@settings(max_examples=200)
@given(st.text(max_size=400))
def test_no_text_raises(search: Search, text: str) -> None:
    search.find(Message(text), PLAIN)
    search.situations(Message(text))


def test_no_nasty_query_takes_long(search: Search) -> None:
    # a guard against patterns that hang; speed is measured by make bench
    began = time.process_time()
    for query in NASTY:
        search.find(Message(query), PLAIN)
    assert time.process_time() - began < PATIENCE


def test_concrete_bids_become_one_token() -> None:
    english = installed()["en"].tokenized
    assert english("1S over 2♥, then three no") == [A_BID, "over", A_BID, "then", "three", "no"]
    assert english("one heart, no three cards, 7 NT") == [A_BID, "no", "three", "cards", A_BID]


def test_spelling_prefers_near_and_frequent_words() -> None:
    speller = Speller({"revoke": 90, "remove": 3, "provoke": 1, "lead": 50})
    assert speller.repair("revolk") == "revoke"
    assert speller.repair("revoke") is None
    assert speller.repair("xyzzy") is None
    assert speller.repair("lea") is None


@pytest.mark.parametrize(
    "query",
    [
        "how do i bake bread",
        "best restaurant near me",
        "football offside rule",
        "what is the weather",
        "chess castling rule",
    ],
)
def test_words_from_outside_bridge_find_nothing(answers: Answers, query: str) -> None:
    assert answers.ask(query, Reader()).title == "Nothing found"


@pytest.mark.parametrize("word", ["displayed", "rolled", "puzzled", "excited", "beer"])
def test_an_ordinary_word_is_not_repaired(search: Search, word: str) -> None:
    assert word not in search.find(Message(f"opponent {word} at the table"), PLAIN).repaired


@pytest.mark.parametrize(
    ("language", "text", "law", "chart"),
    [
        ("vi", "người thủ làm rơi bài ngửa", "49", "defender-exposed-card"),
        ("vi", "nguoi thu lam roi bai ngua", "49", "defender-exposed-card"),
        ("vi", "đang thủ rớt K cơ", "49", "defender-exposed-card"),
        ("vi", "bên thủ làm rớt bài", "49", "defender-exposed-card"),
        ("vi", "người phòng thủ để lộ bài", "49", "defender-exposed-card"),
        ("vi", "tôi đang phòng thủ thì rớt một cây", "49", "defender-exposed-card"),
        ("vi", "tay chủ làm rơi bài ngửa", "48A", "declarer-exposed-cards"),
        ("vi", "làm rơi bài khi đang rao giá", "24", "card-exposed-in-auction"),
        ("vi", "người thứ ba làm rơi bài lúc rao", "24", "card-exposed-in-auction"),
        ("th", "ฝ่ายรับทำไพ่หล่นหงาย", "49", "defender-exposed-card"),
        ("th", "คนรับทำไพ่หล่น", "49", "defender-exposed-card"),
        ("th", "ดีเฟนด์ทำไพ่หล่น", "49", "defender-exposed-card"),
        ("th", "ดีเฟนเดอร์ทำไพ่ตก", "49", "defender-exposed-card"),
        ("th", "ผู้เล่นฝ่ายรับทำไพ่ร่วง", "49", "defender-exposed-card"),
        ("th", "ผู้เดินทำไพ่หล่น", "48A", "declarer-exposed-cards"),
        ("th", "ทำไพ่หล่นตอนประมูล", "24", "card-exposed-in-auction"),
    ],
)
def test_the_player_whose_card_fell_decides_the_law_and_the_chart(
    full_answers: Answers, language: str, text: str, law: str, chart: str
) -> None:
    edition = full_answers.lawbook.newest_in(language)
    assert str(full_answers.search_engine.find(Message(text), edition).hits[0].citation) == law
    assert full_answers.search_engine.situations(Message(text))[0].id == chart
