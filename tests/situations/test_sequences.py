"""Tests of auctions read from sentences: every spelling is read, and the findings are lawful."""

import random
import time
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from lawbot.charts.auction_facts import disproved, facts
from lawbot.charts.load import Situations
from lawbot.limits import MAX_STORY
from lawbot.message.auction_findings import findings
from lawbot.message.auction_pieces import is_above_seven
from lawbot.message.message import Message
from tests.support.patience import PATIENCE

SEATS = "NESW"
NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


class Spelling(NamedTuple):
    """Words for pass, double and redouble, the level, the strains, and the gap between."""

    calls: dict[str, str]
    level: str
    strains: tuple[str, ...]
    gap: str


SPELLINGS = {
    "letters": Spelling(
        {"P": "P", "X": "X", "XX": "XX"}, "{level}", ("C", "D", "H", "S", "NT"), ""
    ),
    "small": Spelling(
        {"P": "p", "X": "dbl", "XX": "xx"}, "{level}", ("c", "d", "h", "s", "nt"), ""
    ),
    "signs": Spelling(
        {"P": "pass", "X": "double", "XX": "redouble"},
        "{level}",
        ("♣", "♦", "♥", "♠", "NT"),
        "",
    ),
    "figures": Spelling(
        {"P": "Pass", "X": "X", "XX": "XX"},
        "{level}",
        ("clubs", "diamonds", "hearts", "spades", "no trump"),
        " ",
    ),
    "words": Spelling(
        {"P": "pass", "X": "double", "XX": "redouble"},
        "{word}",
        ("club", "diamond", "heart", "spade", "notrump"),
        " ",
    ),
    "vietnamese": Spelling(
        {"P": "nín", "X": "contra", "XX": "recontra"},
        "{level}",
        ("nhép", "rô", "cơ", "bích", "không chủ"),
        " ",
    ),
    "unmarked": Spelling(
        {"P": "bo luot", "X": "x", "XX": "xx"},
        "{level}",
        ("chuon", "ro", "co", "pich", "khong chu"),
        " ",
    ),
    "thai": Spelling(
        {"P": "ผ่าน", "X": "ดับเบิล", "XX": "รีดับเบิล"},
        "{level}",
        ("ดอกจิก", "ข้าวหลามตัด", "โพแดง", "โพดำ", "โนทรัมป์"),
        " ",
    ),
}
LEVELS = "one two three four five six seven eight nine".split()
bids = st.builds(
    lambda level, strain: f"{level}{strain}", st.integers(1, 8), st.sampled_from("CDHSN")
)
any_call = st.one_of(bids, st.sampled_from(["P", "P", "P", "X", "XX"]))
auctions = st.lists(any_call, min_size=2, max_size=9)


def spell(code: str, spelling: str) -> str:
    """Return a call in one of the spellings that people use."""
    words = SPELLINGS[spelling]
    if code in words.calls:
        return words.calls[code]
    level = words.level.format(level=code[0], word=LEVELS[int(code[0]) - 1])
    return level + words.gap + words.strains["CDHSN".index(code[1])]


def codes(text: str) -> list[str]:
    """Return the codes of the calls that are read from a text."""
    auction = Message(text).auction
    return [call.code for call in auction.calls] if auction else []


@given(
    auctions,
    st.sampled_from(sorted(SPELLINGS)),
    st.sampled_from([" ", ", ", "-", " - ", " → ", "; "]),
)
def test_a_list_of_calls_is_read_in_every_spelling(
    calls: list[str], spelling: str, between: str
) -> None:
    assume(calls[0] not in ("X", "XX"))
    text = between.join(spell(code, spelling) for code in calls)
    auction = Message(text).auction
    assert auction, text
    assert [call.code for call in auction.calls] == calls
    assert [call.place for call in auction.calls] == [number % 4 for number in range(len(calls))]
    assert [text[call.start : call.end] for call in auction.calls] == [
        spell(code, spelling) for code in calls
    ]


@given(
    auctions,
    st.sampled_from(SEATS),
    st.sampled_from(sorted(SPELLINGS)),
    st.sampled_from(["Dealer {0}: ", "dealer {0} ", "{0} "]),
)
def test_every_call_gets_its_seat_from_the_dealer_or_first_player(
    calls: list[str], dealer: str, spelling: str, form: str
) -> None:
    spelt = ", ".join(spell(code, spelling) for code in calls)
    auction = Message(form.format(NAMES[dealer]) + spelt).auction
    assert auction
    assert [call.code for call in auction.calls] == calls
    assert [auction.seat(call.place) for call in auction.calls] == [
        SEATS[(SEATS.index(dealer) + number) % 4] for number in range(len(calls))
    ]


seated = st.lists(st.tuples(st.sampled_from(SEATS), any_call), min_size=2, max_size=9)


@given(
    seated,
    st.sampled_from(["letters", "signs", "vietnamese", "thai"]),
    st.sampled_from(["{0} {1}", "{0}: {1}", "{0} bids {1}"]),
)
def test_named_players_keep_their_calls(
    calls: list[tuple[str, str]], spelling: str, form: str
) -> None:
    text = ", ".join(form.format(NAMES[seat], spell(code, spelling)) for seat, code in calls)
    auction = Message(text).auction
    assert auction, text
    assert [(auction.seat(call.place), call.code) for call in auction.calls] == calls


@given(st.lists(any_call, min_size=3, max_size=8))
def test_calls_in_brackets_are_those_of_the_other_side(calls: list[str]) -> None:
    """Test 1S-(2H)-2D; between two calls of a side in a row a pass is left out."""
    text = "-".join(
        code if number % 2 == 0 else f"({code})"
        for number, code in enumerate(spell(code, "letters") for code in calls)
    )
    auction = Message(text).auction
    assert auction
    assert [call.place for call in auction.calls] == [number % 4 for number in range(len(calls))]
    shortened = Message("1S-2H-(3D)-2S").auction
    assert shortened
    assert [call.place for call in shortened.calls] == [0, 2, 3, 0]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("partner opened 1NT, next hand bid 2S and I bid 2H", [2, 3, 0]),
        ("North opened 1S, the next player passed, South bid 1H", [0, 1, 2]),
        ("next hand bid 2S and I bid 2H", [None, 0]),
    ],
)
def test_the_next_player_sits_after_the_one_named_before(
    text: str, places: list[int | None]
) -> None:
    auction = Message(text).auction
    assert auction
    assert [call.place for call in auction.calls] == places


# The Laws once more, in the plainest way, to compare with.


class TableCall(NamedTuple):
    """Call with the number of its seat."""

    seat: int
    code: str


def seat_to_call(dealer: int, calls: list[TableCall]) -> int:
    """Return the seat whose turn it is after the calls."""
    return (calls[-1].seat + 1) % 4 if calls else dealer


def end_of(calls: list[TableCall]) -> str:
    """Return how the calls end the auction by Law 22; empty if they do not."""
    call_codes = [call.code for call in calls]
    if call_codes == ["P"] * 4:
        return "all_passed"
    if len(calls) > 3 and call_codes[-3:] == ["P"] * 3 and set(call_codes) != {"P"}:
        return "contract"
    return ""


def is_admissible(call: TableCall, earlier: list[TableCall]) -> bool:
    """Return True if a double or a redouble is admissible by Law 19."""
    last = next((previous for previous in reversed(earlier) if previous.code != "P"), None)
    if last is None or (last.seat - call.seat) % 2 == 0:
        return False
    return last.code[0].isdigit() if call.code == "X" else last.code == "X"


def first_fault(dealer: int, calls: list[TableCall]) -> dict[str, object]:
    """Return the first call that breaks the Laws, and how; empty if none does.

    The Laws are 17C, 18D, 19, 38 and 39.
    """
    last_height = -1
    for number, call in enumerate(calls):
        earlier = calls[:number]
        if end_of(earlier):
            return {"offence": number, "late": True}
        faults: dict[str, object] = {}
        turn = seat_to_call(dealer, earlier)
        if call.seat != turn:
            faults["whose_turn"] = ("lho", "partner", "rho")[(turn - call.seat) % 4 - 1]
        if call.code[0].isdigit():
            height = 5 * int(call.code[0]) + "CDHSN".index(call.code[1])
            if height <= last_height:
                faults["insufficient"] = True
            if call.code[0] in "89":
                faults["above_seven"] = True
            last_height = height
        elif call.code != "P" and not is_admissible(call, earlier):
            faults["inadmissible"] = True
        if faults:
            return {"offence": number, **faults}
    return {}


steps_of_a_table = st.tuples(
    st.sampled_from([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]),
    st.one_of(any_call, st.sampled_from(["P", "X", "XX"]), st.sampled_from(["P", "X", "XX"])),
)


@settings(max_examples=400)
@example(0, [(0, "1C"), (0, "X"), (0, "P"), (0, "P"), (0, "X"), (0, "P")])
@example(0, [(0, "1C"), (0, "X"), (0, "XX"), (0, "XX"), (0, "P")])
@example(0, [(0, "1C"), (0, "X"), (0, "XX"), (0, "X"), (0, "P")])
@example(0, [(0, "1C"), (0, "X"), (0, "P"), (0, "XX"), (0, "P")])
@given(st.integers(0, 3), st.lists(steps_of_a_table, min_size=2, max_size=10))
@example(0, [(0, "1H"), (0, "P"), (0, "P"), (0, "P"), (0, "X")])
@example(1, [(0, "P"), (0, "P"), (0, "P"), (0, "P"), (0, "1C")])
def test_the_findings_agree_with_the_laws(dealer: int, steps: list[tuple[int, str]]) -> None:
    calls: list[TableCall] = []
    for skip, code in steps:
        calls.append(TableCall((seat_to_call(dealer, calls) + skip) % 4, code))
    if all(call.code != "P" for call in calls):
        calls.append(TableCall(seat_to_call(dealer, calls), "P"))
    text = f"Dealer {NAMES[SEATS[dealer]]}: " + ", ".join(
        f"{SEATS[seat]} {spell(code, 'letters')}" for seat, code in calls
    )
    auction = Message(text).auction
    assert auction, text
    assert [(call.place, call.code) for call in auction.calls] == calls
    finding = findings(auction)
    expected = first_fault(dealer, calls)
    assert finding.offence == expected.get("offence"), text
    assert finding.late == expected.get("late", False)
    assert finding.whose_turn == expected.get("whose_turn")
    assert bool(finding.insufficient) == expected.get("insufficient", False)
    assert finding.above_seven == expected.get("above_seven", False)
    assert (finding.admissible is False) == expected.get("inadmissible", False)
    if not expected:
        assert finding.ended == end_of(calls)
    offence = calls[finding.offence or 0]
    if expected and not finding.late:
        assert finding.offender == SEATS[offence.seat]
    strain = offence.code[1:]
    assert finding.lowest is None or finding.lowest in [f"{level}{strain}" for level in range(1, 8)]


@given(st.text(max_size=900))
@example("\u0e4d" * 700)
@example("1S" + "\u0301" * 700)
@example("İ 1S İ 2H ß 2D")
@example("" + "(" * 600)
def test_any_text_is_read_without_an_error(text: str) -> None:
    auction = Message(text).auction
    if auction:
        assert all(
            0 <= call.start < call.end <= min(len(text), MAX_STORY) for call in auction.calls
        )
        facts(auction, findings(auction))


PIECES = (
    "1S 2H 2D N E S W North West's partner LHO I dealer deals bids opens passes pass - – ( ) , . ; and but before after over instead of meant out of turn "
    "it is turn changed to double XX all pass 8C led played lead director 7NT hai cơ trên ดับเบิล ผ่าน 1 โพดำ P P P who would"
).split(" ")


@settings(max_examples=300)
@given(text=st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join))
def test_any_mixture_of_words_is_judged_without_an_error(text: str, situations: Situations) -> None:
    assert_offered(facts_of(text) or {}, situations)


def facts_of(text: str) -> dict[str, dict[str, str]] | None:
    """Return the facts that a text's auction proves, by chart; None without one."""
    auction = Message(text).auction
    return facts(auction, findings(auction)) if auction else None


def assert_offered(facts_by_chart: dict[str, dict[str, str]], situations: Situations) -> None:
    """Assert that each fact is asked for by its chart, and each answer offered."""
    for chart, answers in facts_by_chart.items():
        for fact, answer in answers.items():
            question = situations[chart].questions[fact]
            offered = {offer.id for offer in question.answers}
            assert answer in offered, (chart, fact, answer)


def test_no_text_takes_long_to_read() -> None:
    # a guard against patterns that hang; speed is measured by make bench
    generator = random.Random(4)
    for piece in (*PIECES, "ดับ", "no ", "- ", "a", "1", "two ", "before East "):
        long_text = (piece * 700)[:MAX_STORY]
        begin = time.process_time()
        for text in (long_text, long_text * 40):
            _ = Message(text).auction
        assert time.process_time() - begin < PATIENCE, piece
    mixed = " ".join(generator.choice(PIECES) for _ in range(400))
    begin = time.process_time()
    _ = Message(mixed).auction
    assert time.process_time() - begin < PATIENCE


def test_a_text_is_read_only_up_to_the_limit() -> None:
    assert Message("z " * (MAX_STORY // 2) + "1S 2H 2D").auction is None


def test_a_longer_list_keeps_the_earlier_calls() -> None:
    calls = ["1S", "2H", "2NT", "3C", "X", "XX", "P", "3D"]
    readings = [codes(" ".join(calls[:number])) for number in range(2, len(calls) + 1)]
    assert all(longer[: len(shorter)] == shorter for shorter, longer in pairwise(readings))


RHO = {"whose_turn": "rho"}
LOW = {"insufficient-bid": {"in_turn": "yes"}}
LOW_CALLED = {"insufficient-bid": {"in_turn": "yes", "lho_called": "yes"}}
BAD_DOUBLE = {"inadmissible-double": {"in_turn": "yes", "admissible": "no"}}
LOST = {
    "missed-turn-three-passes": {"three_passes": "yes", "skipped": "yes"},
    "end-of-auction": {"how_ended": "turn_missed"},
}
AFTER = {"how_ended": "call_after"}


def early(kind: str, whose: str = "rho", **more: str) -> dict[str, dict[str, str]]:
    """Return the facts of a call out of rotation, made at the turn of another player."""
    return {
        "call-out-of-rotation": {"whose_turn": whose, "call_kind": kind},
        f"{kind}-out-of-rotation": {"whose_turn": whose, **more},
    }


EXAMPLES = {
    # too low
    "1S 2H 2D": LOW,
    "1S-(2H)-2D": LOW,
    "N 1S E 2H S 2D": LOW,
    "n 1s e 2h s 2d w 3h": LOW_CALLED,
    "N 1S E 2H S 2D W 3H": LOW_CALLED,
    "two hearts over two spades": LOW,
    "he bid 2H over my 2S": LOW,
    "1NT (15-17) - 2C - 2C": LOW,
    "1S 1S": LOW,
    "1S P P 1H": LOW,
    "The auction was 1D-1S-1H": LOW,
    "South opens 2NT, West 3C, North bids 3C": LOW,
    "West opened 1♦, North passed, East bid 1♣ and South passed": LOW_CALLED,
    "South opened 1S. West, who thought it was 1D, bid 1H. Nobody has called since": LOW,
    "I opened 1NT, LHO bid 2D, partner 2C": LOW,
    "RHO opened 1S and I bid 1H": LOW,
    "Dealer West: 1S, 2C, 1NT": LOW,
    "2 cơ trên 2 pích": LOW,
    "1 rô sau 1 bích": LOW,
    "2 ro tren 2 co": LOW,
    "Bắc 1 pích, Đông 1 cơ, Nam nín": LOW_CALLED,
    "Tây mở 1 không chủ, Bắc gọi 1 bích": LOW,
    "ขาน 1 โพดำ ทับ 2 โพแดง": LOW,
    "เหนือเปิด 1 โพดำ ตะวันออก 1 โพแดง": LOW,
    "1 โนทรัมป์ ผ่าน 1 ข้าวหลามตัด": LOW,
    # a replacement or an intention is no call of the auction
    "one heart over 1S, corrected to 2H": LOW,
    "1S 1H instead of 2H": LOW,
    "1S 1H, meant 2H": LOW,
    "1♠ 1♥ changed to pass": {"insufficient-bid": {"in_turn": "yes", "replacement": "other_call"}},
    "North 1S, East 1H changed to double": {
        "insufficient-bid": {"in_turn": "yes", "replacement": "double"}
    },
    "1S 1H 2H": LOW,  # the last may be the correction
    # out of turn
    "dealer West; North opens 1H before West has called": early("bid"),
    "North deals, but East passes out of turn": early("pass"),
    "North is the dealer but South opens 1NT before North": early("bid", "partner"),
    "Dealer South. North opens 1NT out of rotation, East doubles": early(
        "bid", "partner", accepts="yes"
    ),
    "North 1S, East pass, West 2H before South has called, North 2S": early(
        "bid", accepts_at_rho="yes", insufficient="no"
    ),
    "North 1S, East pass, it was South's turn but West doubled": early("double", admissible="yes"),
    "N 1S, E P, S 2S, N 3S": early("bid", insufficient="no"),
    "Dealer North opens 1S. Before East calls, South bids 1H": early("bid", insufficient="yes")
    | {"insufficient-bid": {"in_turn": "no"}},
    "North 1H, East pass, South 2H, North passes out of turn": early("pass"),
    "West is dealer; South opens 1S out of turn": {
        "call-out-of-rotation": {"whose_turn": "lho", "called_before": "no", "call_kind": "bid"},
        "bid-out-of-rotation": {"whose_turn": "lho", "called_before": "no"},
    },
    "N 1H before East calls N bids 2H": {
        "call-out-of-rotation": {"whose_turn": "lho", "called_before": "yes", "call_kind": "bid"}
    },
    # doubles
    "1C P X": BAD_DOUBLE,
    "1C X X": BAD_DOUBLE,
    "1C X P XX": BAD_DOUBLE,
    "South 1C, West pass, North double": BAD_DOUBLE,
    "P P X": BAD_DOUBLE,
    "N 1NT E P S X W P": {
        "inadmissible-double": {"in_turn": "yes", "admissible": "no", "lho_called": "yes"}
    },
    "North 1S before East calls South doubles": {
        **early("double", admissible="no"),
        "inadmissible-double": {"in_turn": "no", "admissible": "no"},
    },
    # above seven, after the end, the end
    "7S 8C": {"bid-above-seven": {"in_turn": "yes"}},
    "N 7NT E 8C S X": {"bid-above-seven": {"in_turn": "yes", "lho_called": "yes"}},
    "1NT P P P X": {
        "call-after-final-pass": {"auction_over": "three_passes", "late_call": "other"},
        "end-of-auction": AFTER,
    },
    "4H all pass X": {
        "call-after-final-pass": {"auction_over": "three_passes", "late_call": "other"},
        "end-of-auction": AFTER,
    },
    "North opens 1H, East, South and West pass, East doubles": {
        "call-after-final-pass": {
            "auction_over": "three_passes",
            "offender_side": "defending",
            "late_call": "other",
        },
        "end-of-auction": AFTER,
    },
    "P P P P 1C": {
        "call-after-final-pass": {"auction_over": "all_passed", "late_call": "other"},
        "end-of-auction": AFTER,
    },
    "4H all pass": {"end-of-auction": {"how_ended": "contract"}},
    "P P P P": {"end-of-auction": {"how_ended": "all_passed"}},
    "N 1H E P W P N P, South never called": LOST,
    "North 1S and East passes, then West passes, North passes; South was skipped": LOST,
    # nothing went wrong, or not surely: nothing is said
    "1S - P - 1NT - 2H?": {},
    "dealer North: pass, 1NT, 2C insufficient": {},
    "Dealer South. North passed out of turn and East, who sits behind North, opened one heart": {},
    "1C X XX": {},
    "North opens 1S, South bids 2S": {},
    "North must pass. South 1S West 1H": {},
    "South 1S and West 1H at the same moment": {},
    "1S 2H 2D 3C 2S": {},
    "It is East's turn: N 1S, then S 2S out of turn": {},
    "North deals, South passes, North opens 1H in turn, East passes": {},
    "2S, pass, pass, pass; the last player puts 3H over the own pass": {},
    "3NT, three passes; North, partner of the leader, doubles": {},
    "West opens 1S and replaces 1S with 1NT before North calls. North calls 2D over 1NT": {},
    "North deals, South opens 1NT; North passes in turn and East bids 1H": {},
    "East opened 1H out of turn at North's turn. North bid 1S, and East replaced 1H with 2D": early(
        "bid"
    ),
    "RHO passed, X comes back at no cost": {},
    # no auction
    "1NT redoubled making seven tricks": None,
    "West says 'redouble three clubs'": None,
    "double after three passes": None,
    "redouble sau hai pass": None,
    "รีดับเบิ้ลหลังพาส": None,
    "4S, 5C, 3NT why are they called game": None,
    "2H, 2C and 3D are our openings": None,
    "our 2H, 2C show both majors": None,
    "my hand had 5 hearts, 4 spades": None,
    "dummy had two hearts and three clubs": None,
    "East led 4H and North played 5H": None,
    "4S -2 vul": None,
    "I bid 1H": None,
    "can I bid 2H or 2S": None,
    "West bid 1H after South doubled 1S": None,
    "South opens 1S if West bids 1H": None,
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_sentence_proves_the_expected_facts(text: str, situations: Situations) -> None:
    proved_facts = facts_of(text)
    assert proved_facts == EXAMPLES[text]
    assert_offered(proved_facts or {}, situations)


def test_the_dealer_seats_every_call() -> None:
    auction = Message("dealer North: pass, 1NT, 2C, 2D").auction
    assert auction
    assert [SEATS[call.place or 0] for call in auction.calls] == ["N", "E", "S", "W"]
    low = Message("dealer East: 1S, 2H, 2D").auction
    assert low
    finding = findings(low)
    assert (finding.offender, finding.lowest, low.calls[finding.over or 0].code) == (
        "W",
        "3D",
        "2H",
    )


def test_a_replacement_or_an_intention_is_no_call() -> None:
    corrected = Message("1S 1H corrected to 2H").auction
    assert corrected
    assert [(aside.code, aside.kind) for aside in corrected.asides] == [("2H", "replacement")]
    intended = Message("1S 1H instead of 2H").auction
    assert intended
    assert [(aside.code, aside.kind) for aside in intended.asides] == [("2H", "intention")]


def test_no_fact_proved_in_a_golden_case_is_wrong(situations: Situations) -> None:
    wrong: list[str] = []
    compared = 0
    for chart in situations.values():
        for case in chart.cases:
            proved_facts = facts_of(case.facts) or {}
            for chart_id in (chart.id, case.chart or chart.id):
                answers = proved_facts.get(chart_id, {})
                for fact in answers.keys() & case.answers.keys():
                    compared += 1
                    if answers[fact] != case.answers[fact]:
                        wrong.append(f"{case.facts} {fact}={answers[fact]}")
    assert wrong == []
    assert compared >= 40


@pytest.mark.parametrize(
    ("text", "low"),
    [
        ("he bid 1H over 1S", True),
        ("two clubs over 2 diamonds", True),
        ("2♥ over rho's 1NT", False),
        ("1s on top of 2h", True),
        ("1NT over 1S", False),
        ("1S and 1H", False),
        ("partner bid 1NT over two clubs", True),
        ("bid 4S over 4H", False),
        ("we play 3NT. My lho opened 1H", False),
        ("I bid 2S but meant 2H", False),
        ("1 cơ trên 1 pích", True),
        ("rao 2 nhép sau 2 rô", True),
        ("1 không chủ trên 1 pích", False),
        ("1โพแดงทับ1โพดำ", True),
        ("เรียก 2 ดอกจิก หลัง 2 เหลี่ยม", True),
        ("1โนทรัมป์ทับ1โพดำ", False),
    ],
)
def test_an_insufficient_bid_is_recognised(text: str, low: bool) -> None:
    reading = Message(text).judgement
    assert (reading is not None and reading[1].insufficient is True) is low


@pytest.mark.parametrize("text", ["8NT", "eight spades", "8 cơ", "tám bích", "ประมูลแปดโพแดง"])
def test_a_bid_above_seven_is_recognised(text: str) -> None:
    assert is_above_seven(Message(text).pieces)


def proved(text: str) -> dict[str, dict[str, str]]:
    """Return the facts that the judged auction of a text proves, by chart."""
    reading = Message(text).judgement
    return facts(*reading) if reading else {}


@pytest.mark.parametrize(
    "text",
    [
        "North opens 2H. East, who did not see it, bids 2C. South does not accept. East puts {0}",
        "Bắc xướng 2♥, Đông xướng 2♣. Nam không chấp nhận. Đông xướng {0}",
    ],
)
@pytest.mark.parametrize(("call", "replacement"), [("2D", "too_low_again"), ("3D", None)])
def test_a_call_after_the_ruling_replaces_the_insufficient_bid(
    text: str, call: str, replacement: str | None
) -> None:
    assert proved(text.format(call))["insufficient-bid"].get("replacement") == replacement


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "North is dealer. East opens 1H before North has called. North bids 1S, and only then the director is called",
            "own_turn",
        ),
        ("North is dealer. East opens 1H before North has called. North bids 1S", None),
    ],
)
def test_a_call_before_the_ruling_is_heard_only_if_the_director_comes_later(
    text: str, answer: str | None
) -> None:
    assert proved(text)["bid-out-of-rotation"].get("accepts_at_rho") == answer


def test_a_clause_between_a_player_and_the_call_is_no_part_of_the_auction() -> None:
    auction = Message("North opens 1S. East, who thinks that South has passed, bids 1H").auction
    assert auction is not None
    assert [(call.code, call.place, call.unsure) for call in auction.calls] == [
        ("1S", 0, False),
        ("1H", 1, False),
    ]
    by_chart = proved("East is dealer, but West, before East has called, opens 1H")
    assert by_chart["call-out-of-rotation"]["whose_turn"] == "partner"


@pytest.mark.parametrize(
    ("text", "chart", "expected"),
    [
        ("RHO opens 1S and I open 1H", "insufficient-bid", {"in_turn": "yes"}),
        ("I open 1H, LHO overcall 1D", "insufficient-bid", {"in_turn": "yes"}),
        ("East opens, South bids 2C, West bids 1S", "insufficient-bid", {"in_turn": "yes"}),
        (
            "North deals and opens, South passes out of turn",
            "pass-out-of-rotation",
            {"whose_turn": "rho"},
        ),
        (
            "North deals and opened, South passed out of turn",
            "pass-out-of-rotation",
            {"whose_turn": "rho"},
        ),
        (
            "North is dealer and opens the bidding, West passes out of rotation",
            "pass-out-of-rotation",
            {"whose_turn": "partner"},
        ),
        (
            "West deals and opens, East doubles out of turn",
            "double-out-of-rotation",
            {"whose_turn": "rho"},
        ),
        ("RHO opened 1NT and his partner doubled", "inadmissible-double", {"admissible": "no"}),
        (
            "North opens 1H, East passes, East's partner passes, North passes",
            "bid-out-of-rotation",
            None,
        ),
    ],
)
def test_the_present_tense_an_opening_and_his_partner_are_read(
    text: str, chart: str, expected: dict[str, str] | None
) -> None:
    reading = Message(text).judgement
    assert reading is not None
    assert facts(*reading).get(chart) == expected


def test_his_partner_is_counted_from_the_player_named_before() -> None:
    places = {
        "LHO opened 1S and her partner bid 2H": [1, 3],
        "North opens 1S, East's partner bids 2C": [0, 3],
        "I opened 1S, RHO doubled and his partner redoubled": [0, 3, 1],
    }
    for text, seats in places.items():
        auction = Message(text).auction
        assert auction is not None, text
        assert [call.place for call in auction.calls] == seats, text


@pytest.mark.parametrize(
    "text",
    [
        "North opens 1NT, East doubles, South passes, West passes. South said 'oops' after his pass. North redoubles",
        "West opens 1NT, North doubles, East passes, South passes. North says 'oops' after her double. West redoubles",
        "1NT on my right, I doubled and LHO redoubled, is that allowed",
    ],
)
def test_an_auction_disproves_an_inadmissible_double(text: str) -> None:
    assert disproved(Message(text)) == {"inadmissible-double"}


@pytest.mark.parametrize(
    "text",
    [
        "North opens 1NT, East doubles, South passes and West redoubles",
        "North opens 1S, East passes, South doubles",
        "North opens 1S, East doubles, meant 2D",
        "North opens 1S, East passes",
        "an opponent doubled",
    ],
)
def test_an_auction_that_proves_no_double_legal_disproves_nothing(text: str) -> None:
    assert disproved(Message(text)) == frozenset()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("North dealt, South 1NT, West passed", "en"),
        ("North deals. South: 1NT, West: pass", "en"),
        ("Bắc chia, Nam mở 1NT, Tây pass", "vi"),
        ("Bắc chia. Nam: 1NT, Tây: pass", "vi"),
        ("เหนือแจก ใต้เปิด 1NT ตะวันตกผ่าน", "th"),
        ("เหนือแจก ใต้: 1NT, ตะวันตก: ผ่าน", "th"),
        ("เหนือเป็นคนแจก ใต้ 1NT ตะวันตก ผ่าน", "th"),
    ],
)
def test_seats_and_dealer_are_read_in_every_language(text: str, code: str) -> None:
    auction = Message(text, code).auction
    assert auction is not None
    assert auction.dealer == 0
    assert [(call.code, auction.seat(call.place)) for call in auction.calls] == [
        ("1N", "S"),
        ("P", "W"),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Bàn này chia nhầm. Nam mở 1NT, Tây pass", "vi"),
        ("ไพ่แจกผิด ใต้เปิด 1NT ตะวันตกผ่าน", "th"),
    ],
)
def test_a_deal_without_a_player_names_no_dealer(text: str, code: str) -> None:
    auction = Message(text, code).auction
    assert auction is None or auction.dealer is None
