"""Tests of outcomes: the same lead at every door, and a choice if nothing is sure."""

from itertools import combinations

import pytest

from bench.search_report import OWN, load
from lawbot.app import Answers
from lawbot.decide.kinds import CHARTS, EVERYTHING, LAWS, Kind
from lawbot.decide.outcome import LeadKind
from lawbot.language.reader import Reader
from tests.support import json_lines

STORIES = (
    "opening lead face down by the wrong player",
    "declarer called for a card not in dummy",
    "my pard took ages and then passed, i bid 4S",
    "lho bid before me",
)


@pytest.mark.parametrize(
    ("text", "kind", "citations"),
    [
        ("27B1", LeadKind.PROVISION, ["27B1"]),
        ("27(b)", LeadKind.PROVISION, ["27B"]),
        ("Laws 62 to 64", LeadKind.PROVISIONS, ["62", "63", "64"]),
        ("insufficient bid", Kind.HEADING, ["27"]),
        ("LHO", Kind.TERM, ["Definitions: LHO"]),
        ("4S vul -1", Kind.SCORE, []),
        ("hi", Kind.GREETING, []),
        ("Law 94", Kind.NOTHING, []),
        ("is pass a bid", LeadKind.PROVISIONS, ["Definitions: Pass", "Definitions: Bid"]),
        ("I have ten points, what should I open", Kind.NOTHING, []),
        ("foo bar baz", Kind.NOTHING, []),
    ],
)
def test_a_named_provision_term_or_score_leads(
    answers: Answers, text: str, kind: LeadKind | Kind, citations: list[str]
) -> None:
    lead = answers.outcomes.of(text, Reader()).lead
    assert (lead.kind, [str(citation) for citation in lead.citations]) == (kind, citations)
    assert lead.sure is (kind is not Kind.NOTHING)


@pytest.mark.parametrize("text", STORIES)
def test_every_door_has_the_same_lead(answers: Answers, text: str) -> None:
    leads = [answers.outcomes.of(text, Reader(), door).lead for door in (EVERYTHING, LAWS, CHARTS)]
    assert leads[0].kind in (LeadKind.QUESTION, LeadKind.RULING, LeadKind.CHARTS)
    assert leads == leads[:1] * 3


def test_a_sure_chart_is_opened_and_a_doubtful_one_is_offered_among_three(
    answers: Answers,
) -> None:
    lead = answers.outcomes.of(STORIES[0], Reader()).lead
    assert (lead.kind, lead.charts, lead.sure) == (
        LeadKind.RULING,
        ("opening-lead-out-of-turn",),
        True,
    )
    doubted = answers.outcomes.of(
        "my partner put a card face up by accident during the play", Reader()
    ).lead
    assert (doubted.kind, len(doubted.charts), len(doubted.citations), doubted.sure) == (
        LeadKind.CHARTS,
        3,
        3,
        False,
    )


@pytest.mark.parametrize(
    ("text", "chart"),
    [
        ("West opened 1S and North bid 1H, nobody noticed and East passed", "insufficient-bid"),
        ("dealer North: 1S 2H 2D, and nobody saw it", "insufficient-bid"),
        ("dealer East: West opened 1NT, North passed", "bid-out-of-rotation"),
    ],
)
def test_a_chart_whose_facts_an_auction_proves_comes_first(
    answers: Answers, text: str, chart: str
) -> None:
    outcome = answers.outcomes.of(text, Reader())
    assert outcome.lead.charts[0] == chart
    assert outcome.charts[0].proved


@pytest.mark.parametrize(
    "text",
    [
        "North opens 1NT, East doubles, South passes, West passes. South said 'oops' after his pass. North redoubles",
        "West opens 1NT, North doubles, East passes, South passes. North says 'oops' after her double. West redoubles",
    ],
)
def test_no_chart_of_an_inadmissible_double_is_offered_where_the_auction_proves_it_legal(
    answers: Answers, text: str
) -> None:
    outcome = answers.outcomes.of(text, Reader())
    assert "inadmissible-double" not in {chart.id for chart in outcome.charts}


def test_a_question_leads_with_a_provision_even_where_its_chart_is_sure(answers: Answers) -> None:
    lead = answers.outcomes.of("can i see the last trick again", Reader()).lead
    assert (lead.kind, [str(citation) for citation in lead.citations], lead.charts) == (
        LeadKind.PROVISION,
        ["66A"],
        ("inspect-tricks",),
    )


def test_several_items_of_one_provision_lead_to_the_provision(answers: Answers) -> None:
    outcome = answers.outcomes.of("who may call the director", Reader())
    items = [str(hit.citation) for hit in outcome.hits[:3]]
    assert sum(item.startswith("9B1(") for item in items) > 1
    assert str(outcome.lead.citations[0]) == "9B1"


@pytest.mark.parametrize(
    "text", ["my partner led out of turn", "who may call the director", *STORIES]
)
def test_no_provision_is_offered_beside_one_that_contains_it(
    full_answers: Answers, text: str
) -> None:
    citations = full_answers.outcomes.of(text, Reader()).lead.citations
    assert not any(holder.contains(citation) for holder, citation in combinations(citations, 2))


def test_a_chart_opened_by_its_name_begins_without_facts(answers: Answers) -> None:
    outcome = answers.outcomes.of("Wrong explanation or missing alert", Reader())
    assert outcome.reading.kind is Kind.CHART
    assert outcome.charts[0].given == {}


@pytest.mark.parametrize(
    "text",
    [
        "how do I fix a flat tyre",
        "who won the world cup in 1998",
        "python list comprehension example",
        "can a castle jump in chess",
        "divorce lawyer near me",
        "sing me a song",
        "who ate my sandwich",
        "brooklyn bridge history",
        "happy birthday margaret",
        "lol see you at 7pm bring beer",
        "can i order pizza",
    ],
)
@pytest.mark.parametrize("door", [EVERYTHING, LAWS, CHARTS])
def test_a_text_about_something_else_finds_nothing(
    full_answers: Answers, text: str, door: frozenset[Kind]
) -> None:
    outcome = full_answers.outcomes.of(text, Reader(), door)
    assert outcome.lead.kind is Kind.NOTHING
    assert not outcome.repaired
    assert full_answers.ask(text, Reader(), door).title in ("Nothing found", "Not found")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "least"), [("en", 0.85), ("vi", 0.95), ("th", 0.85)])
def test_most_puns_on_words_of_the_game_find_nothing(
    full_answers: Answers, language: str, least: float
) -> None:
    kinds = [
        full_answers.outcomes.of(line["text"], Reader(language)).reading.kind
        for line in json_lines.read(OWN / "elsewhere.jsonl")
        if line["language"] == language
    ]
    assert kinds.count(Kind.NOTHING) >= least * len(kinds)


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_no_question_about_bridge_is_turned_away(full_answers: Answers, language: str) -> None:
    for query in load(OWN / f"queries-{language}.jsonl"):
        assert (
            full_answers.outcomes.of(query.text, Reader(language)).reading.kind is not Kind.NOTHING
        ), query.text


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_unknown_words_alone_turn_no_text_away(full_answers: Answers, language: str) -> None:
    for text in ("zorgle", "zorgle blimpf snarvik", "is the flimblewock late"):
        outcome = full_answers.outcomes.of(text, Reader(language))
        assert outcome.reading.kind is not Kind.NOTHING, text


def test_a_word_of_another_subject_among_unknown_ones_turns_a_text_away(
    full_answers: Answers,
) -> None:
    kind = full_answers.outcomes.of("the weather in leeds", Reader()).reading.kind
    assert kind is Kind.NOTHING


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("I passed out of turn, then my RHO bid 1NT", "pass-out-of-rotation"),
        ("South opened before dealer West had called", "bid-out-of-rotation"),
        ("partner doubled out of turn and RHO passed", "double-out-of-rotation"),
        ("my partner revoked, what now", "revoke"),
        ("a revoke was found on the next board", "revoke"),
    ],
)
def test_the_call_out_of_turn_chooses_its_chart(answers: Answers, text: str, first: str) -> None:
    assert answers.outcomes.of(text, Reader()).charts[0].id == first


@pytest.mark.parametrize("text", ["lho led out of turn", "West dealt, North bid 1C"])
def test_a_chart_without_facts_is_not_sure_if_the_next_contests_its_assumption(
    answers: Answers, text: str
) -> None:
    lead = answers.outcomes.of(text, Reader()).lead
    assert (lead.kind, lead.sure) == (LeadKind.CHARTS, False)


REVOKES = {"revoke", "revoke-established", "revoke-not-established"}


@pytest.mark.parametrize(
    "text",
    [
        "west revoked on trick 5, noticed at trick 9",
        "declarer revoked at trick three and we saw it at trick seven",
    ],
)
def test_an_established_revoke_opens_at_its_own_question(answers: Answers, text: str) -> None:
    outcome = answers.outcomes.of(text, Reader())
    assert outcome.lead.kind is LeadKind.QUESTION
    assert REVOKES.issuperset(outcome.lead.charts)
    assert outcome.charts[0].next == "revoke_noticed"


@pytest.mark.parametrize(
    "text",
    [
        "how many tricks for a revoke",
        "can a revoke be corrected in time",
        "what is the penalty if a revoke is established",
        "revoke or misplayed card, not sure",
    ],
)
def test_the_charts_of_a_revoke_are_one_choice(answers: Answers, text: str) -> None:
    outcome = answers.outcomes.of(text, Reader())
    assert len(REVOKES & {chart.id for chart in outcome.charts}) > 1
    assert len(REVOKES.intersection(outcome.lead.charts)) == 1


def test_a_chart_of_a_revoke_opens_by_its_name(answers: Answers) -> None:
    lead = answers.outcomes.of("revoke not established", Reader()).lead
    assert lead.charts == ("revoke-not-established",)
