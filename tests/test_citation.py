"""Citations: every spelling people use parses, every one printed parses back, nothing else raises
anything but CitationError."""

import contextlib
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbot.errors import CitationError
from lawbot.law.citation import Citation, CitationRange, find_citations
from tests.support.patience import PATIENCE

SPELLINGS = {
    "27B1(a)": ["27B1(a)", "Law 27 b 1 a", "27.B.1.a", "law27b1a", "L27B1(A)", "§27B1a", "27 B 1 (a)", "Law 27, Section B, paragraph 1(a)", "ＬＡＷ ２７Ｂ１ａ", "law no. 27 B 1a", "27(B)(1)(a)", "Law 27 (b) 1 (a)"],
    "64A1": ["L64A1", "law 64 a1", "64.A.1", "Laws 64A1", "TFLB 64A1", "rule 64a1."],
    "16B": ["§16B", "§ 16 b", "16b", "Law 16 B", "16В"],
    "12C1(e)(ii)": ["12c1e(ii)", "12C1(e)(ii)", "12c1eii", "law 12 c 1 e ii", "12.C.1.e.ii"],
    "50D2": ["law 50 D.2", "50d2", "L.50.D.2"],
    "27": ["27", "law 27", "Law 27?", "the law 27", "L 27", "rule 27"],
    "71(a)": ["71(a)"],
    "27B1": ["27(B)(1)", "27 [B] 1"],
    "35.1": ["35.1", "35 (1)"],
    "80B2(l)": ["80B2(l)", "80b2l"],
    "25B2(b)(2)": ["25B2(b)(2)"],
    "53A fn 17": ["53A fn 17", "53A footnote 17", "law 53a, note 17"],
    "fn 17": ["footnote 17", "fn 17"],
    "78B table": ["78B table"],
    "Definitions: Revoke": ["Definitions: Revoke", "definition: Revoke", "def Revoke", "define Revoke", "definition of Revoke"],
    "Introduction": ["Introduction", "intro", "the introduction"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("canonical", "spelling"), [(c, s) for c, spellings in SPELLINGS.items() for s in spellings]
)
def test_every_spelling_means_the_provision(canonical: str, spelling: str) -> None:
    assert str(Citation.parse(spelling)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "law",
        "two hearts",
        "94",
        "0",
        "law 100",
        "27B1(a)(b)(c)(d)",
        "27BB",
        "1 2 3 4",
        "27B99",
        "hello 27",
        "x" * 500,
        "27B1(a) please",
    ],
)
def test_other_texts_raise_the_one_error(text: str) -> None:
    with pytest.raises(CitationError):
        Citation.parse(text)


ITEMS = st.one_of(
    st.just(()),
    st.tuples(st.sampled_from(string.ascii_lowercase)),
    st.tuples(
        st.sampled_from("abcdefgh"), st.sampled_from(["i", "ii", "iii", "iv", "v", "1", "2"])
    ),
)
PROVISIONS = st.builds(
    lambda law, section, paragraph, items: Citation(law, section, paragraph, items),
    st.integers(1, 93),
    st.sampled_from(["", *"ABCDEFGH"]),
    st.integers(0, 12),
    ITEMS,
).filter(
    # people write 27(B)(1) for 27B1, so a number in brackets needs a section or a paragraph before it
    lambda citation: (
        citation.section or citation.paragraph or citation.items[1:] not in (("1",), ("2",))
    )
)
WITH_PARTS = st.one_of(
    PROVISIONS,
    st.builds(
        lambda c, n: Citation(c.law, c.section, c.paragraph, c.items, footnote=n),
        PROVISIONS,
        st.integers(1, 40),
    ),
    st.builds(
        lambda law, section: Citation(law, section, table=True),
        st.integers(1, 93),
        st.sampled_from(["", "B"]),
    ),
    st.builds(
        lambda term: Citation(term=term),
        st.sampled_from(
            ["Revoke", "Odd Trick", "International Matchpoint (IMP)", "LHO", "nước bài"]
        ),
    ),
    st.just(Citation()),
)


@given(WITH_PARTS)
def test_a_printed_citation_parses_back(citation: Citation) -> None:
    assert Citation.parse(str(citation)) == citation


@given(WITH_PARTS)
def test_a_parent_stands_before_its_parts_and_contains_them(citation: Citation) -> None:
    for parent in citation.parents:
        assert parent.contains(citation)
        assert not citation.contains(parent)
        if not citation.table:
            assert parent < citation


@given(st.text(max_size=300))
def test_any_text_raises_the_one_error_or_none(text: str) -> None:
    for parse in (Citation.parse, CitationRange.parse):
        with contextlib.suppress(CitationError):
            parse(text)
    list(find_citations(text))


@given(st.lists(PROVISIONS, max_size=6))
def test_the_order_is_the_same_from_either_end(citations: list[Citation]) -> None:
    assert sorted(citations) == sorted(reversed(citations))  # noqa: C414 - the order they come in is the point


def test_letters_and_roman_numbers_sort_as_they_count() -> None:
    order = [
        "Introduction",
        "Definitions: Alert",
        "2",
        "9A",
        "10A",
        "12C1",
        "12C1(e)",
        "12C1(e)(i)",
        "12C1(e)(ii)",
        "12C1(e)(iv)",
        "12C1(e)(v)",
        "12C2",
        "80B2(i)",
        "80B2(l)",
    ]
    assert sorted(map(Citation.parse, reversed(order))) == list(map(Citation.parse, order))


def test_a_term_is_the_same_in_any_case() -> None:
    assert Citation.parse("definitions: odd trick") == Citation(term="Odd Trick")
    assert hash(Citation.parse("definitions: odd trick")) == hash(Citation(term="Odd Trick"))


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("Laws 62 to 64", "63B1", "65"),
        ("64A1-2", "64A2", "64B"),
        ("27B1(a)-(c)", "27B1(b)", "27B2"),
        ("12A-C", "12B1", "13A"),
        ("44", "44C", "45"),
    ],
)
def test_ranges_of_citations_are_read(text: str, inside: str, outside: str) -> None:
    span = CitationRange.parse(text)
    assert span.contains(Citation.parse(inside))
    assert not span.contains(Citation.parse(outside))


def test_citations_are_found_in_running_text_and_bids_are_not() -> None:
    text = "Laws 27B1(a), 64A and 16C2; I bid 2H over 1C, 3 boards ago. See law 9 or L12C1(e)(ii)."
    assert [str(span.citation) for span in find_citations(text)] == [
        "27B1(a)",
        "64A",
        "16C2",
        "9",
        "12C1(e)(ii)",
    ]


# What players type: a number or a bid at the beginning does not make it a citation, and must not keep anybody waiting.
SENTENCES = """
2 hearts bid insufficient, partner's double accepted
2 diamonds insufficiently overcalled by declarer's partner
3 clubs (insufficient) corrected to 4 clubs = ok?
1NT opener's partner bid out of turn and LHO doubled
1 spade over 2 hearts not noticed until everybody passed
4 spades doubled, dummy faced before the lead
7 tricks claimed but one was already lost
13 cards dealt to everybody except East who got twelve
14 cards in my hand, what now
2 players led at the same time, which lead counts?
3 passes then South says he never got to bid
10 minutes late to the table (again), penalty?
5 of hearts dropped on the floor while sorting
6 card suit shown by transfer, wrong explanation given
1H - 1S - 1H insufficient again, partner barred?
2C asked about, explained as Stayman, but it was natural
4th hand bid before third hand could pass
8 of clubs played from the wrong hand by declarer
9 tricks made, opponents say eight
12 boards played, number 7 twice
1 trick or two tricks for the revoke
2 penalty cards on the table, which one goes first
3rd seat opened out of rotation
11 points promised, psyched with three
20 seconds of hesitation followed by a double
2 revokes by the same defender on one board
6NT bid over 6 spades by mistake, can it be changed
1 down or two, nobody remembers
4 hearts by East; West tables his hand, West was declarer
5 diamonds (meant 5 hearts) pulled the wrong card
3 no trump, opening lead out of turn, dummy's cards are down
2 opponents answered my question differently
1st lead faced by the wrong defender
7 of spades visible to partner, is it played?
2 spades bid after partner's long tank, allowed?
30 minutes after the game they want a ruling
8 players and one table short
1 heart, 1 spade, pass, 1 spade, oops
4 cards exposed by a defender at trick 9
3 hands pulled from the wrong board
27 boards scheduled but only 24 were finished
12 tricks are there whatever happens, claimed, disputed
2 clubs alerted too late, we would have doubled
50 points difference and they appeal
6 clubs redoubled, was that possible after three passes
1 defender showed his hand to the other one
2 bids on the table from the same player
5 minutes ago the director ruled wrongly
9 of diamonds led from dummy without being called
3 hearts means weak, partner forgot
"""


@pytest.mark.parametrize("sentence", SENTENCES.strip().splitlines())
def test_a_natural_sentence_is_no_citation_and_is_told_so_at_once(sentence: str) -> None:
    began = time.process_time()
    with pytest.raises(CitationError):
        Citation.parse(sentence)
    with pytest.raises(CitationError):
        CitationRange.parse(sentence)
    list(find_citations(sentence))
    assert time.process_time() - began < PATIENCE


def test_fifty_sentences_stand_here() -> None:
    assert len(SENTENCES.strip().splitlines()) == 50


def test_a_citation_in_brackets_is_found_without_them() -> None:
    text = "a revoke (Law 61A) and (Laws 27B1(a))"
    assert [text[span.start : span.end] for span in find_citations(text)] == [
        "Law 61A",
        "Laws 27B1(a)",
    ]
