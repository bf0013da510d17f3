"""Auctions read from sentences: spelled in many ways they are read the same, and what is found
agrees with the Laws."""

import random
import time
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from lawbot.situations.auctions import disproved, facts
from lawbot.situations.charts import Situations
from lawbot.text.auction import read_auction
from lawbot.text.judging import findings, judged
from lawbot.text.pieces import is_above_seven
from lawbot.text.tokens import TYPED
from tests.support.patience import PATIENCE

SEATS = "NESW"
NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
WAYS = {
    "letters": ({"P": "P", "X": "X", "XX": "XX"}, "{level}", ("C", "D", "H", "S", "NT"), ""),
    "small": ({"P": "p", "X": "dbl", "XX": "xx"}, "{level}", ("c", "d", "h", "s", "nt"), ""),
    "signs": (
        {"P": "pass", "X": "double", "XX": "redouble"},
        "{level}",
        ("♣", "♦", "♥", "♠", "NT"),
        "",
    ),
    "figures": (
        {"P": "Pass", "X": "X", "XX": "XX"},
        "{level}",
        ("clubs", "diamonds", "hearts", "spades", "no trump"),
        " ",
    ),
    "words": (
        {"P": "pass", "X": "double", "XX": "redouble"},
        "{word}",
        ("club", "diamond", "heart", "spade", "notrump"),
        " ",
    ),
    "vietnamese": (
        {"P": "nín", "X": "contra", "XX": "recontra"},
        "{level}",
        ("nhép", "rô", "cơ", "bích", "không chủ"),
        " ",
    ),
    "unmarked": (
        {"P": "bo luot", "X": "x", "XX": "xx"},
        "{level}",
        ("chuon", "ro", "co", "pich", "khong chu"),
        " ",
    ),
    "thai": (
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


def written(code: str, way: str) -> str:
    """A call in one of the ways in which people write it."""
    others, level, strains, gap = WAYS[way]
    if code in others:
        return others[code]
    return (
        level.format(level=code[0], word=LEVELS[int(code[0]) - 1])
        + gap
        + strains["CDHSN".index(code[1])]
    )


def codes(text: str) -> list[str]:
    auction = read_auction(text)
    return [call.code for call in auction.calls] if auction else []


@given(
    auctions, st.sampled_from(sorted(WAYS)), st.sampled_from([" ", ", ", "-", " - ", " → ", "; "])
)
def test_a_list_of_calls_is_read_back_in_every_spelling(
    calls: list[str], way: str, between: str
) -> None:
    assume(calls[0] not in ("X", "XX"))
    text = between.join(written(code, way) for code in calls)
    auction = read_auction(text)
    assert auction, text
    assert [call.code for call in auction.calls] == calls
    assert [call.place for call in auction.calls] == [number % 4 for number in range(len(calls))]
    assert [text[call.start : call.end] for call in auction.calls] == [
        written(code, way) for code in calls
    ]


@given(
    auctions,
    st.sampled_from(SEATS),
    st.sampled_from(sorted(WAYS)),
    st.sampled_from(["Dealer {0}: ", "dealer {0} ", "{0} "]),
)
def test_the_dealer_or_the_first_player_gives_all_their_seats(
    calls: list[str], dealer: str, way: str, form: str
) -> None:
    auction = read_auction(
        form.format(NAMES[dealer]) + ", ".join(written(code, way) for code in calls)
    )
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
def test_named_players_keep_their_calls(calls: list[tuple[str, str]], way: str, form: str) -> None:
    text = ", ".join(form.format(NAMES[seat], written(code, way)) for seat, code in calls)
    auction = read_auction(text)
    assert auction, text
    assert [(auction.seat(call.place), call.code) for call in auction.calls] == calls


@given(st.lists(any_call, min_size=3, max_size=8))
def test_brackets_are_the_other_side(calls: list[str]) -> None:
    """1S-(2H)-2D: in brackets the other side; two calls of a side in a row leave out a pass between
    them."""
    whole = "-".join(
        code if number % 2 == 0 else f"({code})"
        for number, code in enumerate(written(code, "letters") for code in calls)
    )
    auction = read_auction(whole)
    assert auction
    assert [call.place for call in auction.calls] == [number % 4 for number in range(len(calls))]
    short = read_auction("1S-2H-(3D)-2S")
    assert short
    assert [call.place for call in short.calls] == [0, 2, 3, 0]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("partner opened 1NT, next hand bid 2S and I bid 2H", [2, 3, 0]),
        ("North opened 1S, the next player passed, South bid 1H", [0, 1, 2]),
        ("next hand bid 2S and I bid 2H", [None, 0]),
    ],
)
def test_the_next_player_sits_beside_the_one_named_before(
    text: str, places: list[int | None]
) -> None:
    auction = read_auction(text)
    assert auction
    assert [call.place for call in auction.calls] == places


# The Laws once more, in the plainest way, to compare with.


def ended(standing: list[tuple[int, str]]) -> bool:
    """Law 22."""
    made = [code for _, code in standing]
    if all(code == "P" for code in made):
        return len(made) == 4
    return len(made) > 3 and made[-3:] == ["P", "P", "P"]


def wrong(dealer: int, calls: list[tuple[int, str]]) -> dict[str, object]:
    """The first call that breaks Law 17C, 18D, 19, 38 or 39, and how; an empty dict where none
    does."""
    order = [
        "CDHSN".index(strain) + 5 * int(level)
        for level, strain in (code for _, code in calls if code[0].isdigit())
    ]
    heights = iter(order)
    last_height = -1
    for number, (seat, code) in enumerate(calls):
        standing = calls[:number]
        if ended(standing):
            return {"offence": number, "late": True}
        turn = dealer if not standing else (standing[-1][0] + 1) % 4
        found: dict[str, object] = {}
        if seat != turn:
            found["whose_turn"] = next(
                name
                for name, where in (("lho", seat + 1), ("partner", seat + 2), ("rho", seat + 3))
                if where % 4 == turn
            )
        if code[0].isdigit():
            height = next(heights)
            if height <= last_height:
                found["insufficient"] = True
            if code[0] in "89":
                found["above_seven"] = True
            last_height = height
        elif code != "P":
            acts = [(player, other) for player, other in standing if other != "P"]
            fits = (
                bool(acts)
                and (acts[-1][0] - seat) % 2 == 1
                and (acts[-1][1][0].isdigit() if code == "X" else acts[-1][1] == "X")
            )
            if not fits:
                found["inadmissible"] = True
        if found:
            return {"offence": number, **found}
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
    calls: list[tuple[int, str]] = []
    for skip, code in steps:
        turn = dealer if not calls else (calls[-1][0] + 1) % 4
        calls.append(((turn + skip) % 4, code))
    if all(code != "P" for _, code in calls):
        calls.append(((calls[-1][0] + 1) % 4, "P"))
    text = f"Dealer {NAMES[SEATS[dealer]]}: " + ", ".join(
        f"{SEATS[seat]} {written(code, 'letters')}" for seat, code in calls
    )
    auction = read_auction(text)
    assert auction, text
    assert [(call.place, call.code) for call in auction.calls] == calls
    found = findings(auction)
    expected = wrong(dealer, calls)
    assert found.offence == expected.get("offence"), text
    assert found.late == expected.get("late", False)
    assert found.whose_turn == expected.get("whose_turn")
    assert bool(found.insufficient) == expected.get("insufficient", False)
    assert found.above_seven == expected.get("above_seven", False)
    assert (found.admissible is False) == expected.get("inadmissible", False)
    if not expected:
        assert found.ended == (
            ""
            if not ended(calls)
            else "contract"
            if any(code[0].isdigit() for _, code in calls)
            else "all_passed"
        )
    elif not found.late:
        assert found.offender == SEATS[calls[found.offence or 0][0]]
    lowest = [
        bid for level in range(1, 8) for bid in [f"{level}{calls[found.offence or 0][1][1:]}"]
    ]
    assert found.lowest is None or found.lowest in lowest


@given(st.text(max_size=900))
@example("\u0e4d" * 700)
@example("1S" + "\u0301" * 700)
@example("İ 1S İ 2H ß 2D")
@example("" + "(" * 600)
def test_any_text_is_read_without_an_error(text: str) -> None:
    auction = read_auction(text)
    if auction:
        assert all(0 <= call.start < call.end <= min(len(text), TYPED) for call in auction.calls)
        facts(auction, findings(auction))


PIECES = (
    "1S 2H 2D N E S W North West's partner LHO I dealer deals bids opens passes pass - – ( ) , . ; and but before after over instead of meant out of turn "
    "it is turn changed to double XX all pass 8C led played lead director 7NT hai cơ trên ดับเบิล ผ่าน 1 โพดำ P P P who would"
).split(" ")


@settings(max_examples=300)
@given(text=st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join))
def test_any_mixture_of_the_words_is_judged_without_an_error(
    text: str, situations: Situations
) -> None:
    auction = read_auction(text)
    known = facts(auction, findings(auction)) if auction else {}
    fit(known, situations)


def fit(known: dict[str, dict[str, str]], situations: Situations) -> None:
    """Every fact is one its chart asks, every answer one it offers."""
    for chart, answers in known.items():
        for fact, answer in answers.items():
            assert answer in {
                offered.id for offered in situations[chart].questions[fact].answers
            }, (chart, fact, answer)


def test_no_text_hangs_it() -> None:
    rest = random.Random(4)
    for piece in (*PIECES, "ดับ", "no ", "- ", "a", "1", "two ", "before East "):
        whole = (piece * 700)[:TYPED]
        begin = time.process_time()
        for text in (whole, whole * 40):
            read_auction(text)
        assert time.process_time() - begin < PATIENCE, piece
    mixed = " ".join(rest.choice(PIECES) for _ in range(400))
    begin = time.process_time()
    read_auction(mixed)
    assert time.process_time() - begin < PATIENCE


def test_what_comes_after_the_characters_typed_is_not_looked_at() -> None:
    assert read_auction("z " * (TYPED // 2) + "1S 2H 2D") is None


def test_a_list_grows_call_by_call() -> None:
    calls = ["1S", "2H", "2NT", "3C", "X", "XX", "P", "3D"]
    read = [codes(" ".join(calls[:number])) for number in range(2, len(calls) + 1)]
    assert all(longer[: len(shorter)] == shorter for shorter, longer in pairwise(read))


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
def test_a_sentence_gives_these_facts_and_no_others(text: str, situations: Situations) -> None:
    auction = read_auction(text)
    known = facts(auction, findings(auction)) if auction else None
    assert known == EXAMPLES[text]
    fit(known or {}, situations)


def test_seats_are_named_at_once() -> None:
    auction = read_auction("dealer North: pass, 1NT, 2C, 2D")
    assert auction
    assert [SEATS[call.place or 0] for call in auction.calls] == ["N", "E", "S", "W"]
    low = read_auction("dealer East: 1S, 2H, 2D")
    assert low
    found = findings(low)
    assert (found.offender, found.lowest, low.calls[found.over or 0].code) == ("W", "3D", "2H")


def test_what_replaced_a_call_is_kept_apart() -> None:
    auction = read_auction("1S 1H corrected to 2H")
    assert auction
    assert [(aside.code, aside.kind) for aside in auction.asides] == [("2H", "replacement")]
    meant = read_auction("1S 1H instead of 2H")
    assert meant
    assert [(aside.code, aside.kind) for aside in meant.asides] == [("2H", "intention")]


def test_no_fact_read_from_a_golden_case_is_wrong(situations: Situations) -> None:
    wrong: list[str] = []
    compared = 0
    for chart in situations.values():
        for case in chart.cases:
            auction = read_auction(case.facts)
            known = facts(auction, findings(auction)) if auction else {}
            for taken in (known.get(chart.id, {}), known.get(case.chart or chart.id, {})):
                both = taken.keys() & case.answers.keys()
                compared += len(both)
                wrong += [
                    f"{case.facts} {fact}={taken[fact]}"
                    for fact in both
                    if taken[fact] != case.answers[fact]
                ]
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
def test_a_bid_that_is_too_low_is_seen_from_the_bids(text: str, low: bool) -> None:
    told = judged(text)
    assert (told is not None and told[1].insufficient is True) is low


@pytest.mark.parametrize("text", ["8NT", "eight spades", "8 cơ", "tám bích", "ประมูลแปดโพแดง"])
def test_a_bid_above_seven_is_seen(text: str) -> None:
    assert is_above_seven(text)


def proved(text: str) -> dict[str, dict[str, str]]:
    found = judged(text)
    return facts(*found) if found else {}


@pytest.mark.parametrize(
    "text",
    [
        "North opens 2H. East, who did not see it, bids 2C. South does not accept. East puts {0}",
        "Bắc xướng 2♥, Đông xướng 2♣. Nam không chấp nhận. Đông xướng {0}",
    ],
)
@pytest.mark.parametrize(("call", "replacement"), [("2D", "too_low_again"), ("3D", None)])
def test_what_is_called_after_the_ruling_replaces_the_low_bid(
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
def test_the_right_player_calls_before_a_ruling_only_where_that_is_told(
    text: str, answer: str | None
) -> None:
    assert proved(text)["bid-out-of-rotation"].get("accepts_at_rho") == answer


def test_what_is_put_between_a_player_and_the_call_is_no_part_of_the_auction() -> None:
    auction = read_auction("North opens 1S. East, who thinks that South has passed, bids 1H")
    assert auction is not None
    assert [(call.code, call.place, call.unsure) for call in auction.calls] == [
        ("1S", 0, False),
        ("1H", 1, False),
    ]
    assert (
        proved("East is dealer, but West, before East has called, opens 1H")[
            "call-out-of-rotation"
        ]["whose_turn"]
        == "partner"
    )


@pytest.mark.parametrize(
    ("text", "chart", "told"),
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
def test_the_present_tense_an_opening_and_his_partner_are_calls(
    text: str, chart: str, told: dict[str, str] | None
) -> None:
    known = judged(text)
    assert known is not None
    assert facts(*known).get(chart) == told


def test_his_partner_is_counted_from_the_player_named_before() -> None:
    places = {
        "LHO opened 1S and her partner bid 2H": [1, 3],
        "North opens 1S, East's partner bids 2C": [0, 3],
        "I opened 1S, RHO doubled and his partner redoubled": [0, 3, 1],
    }
    for text, seats in places.items():
        auction = read_auction(text)
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
def test_a_double_that_the_auction_proves_legal_is_no_inadmissible_one(text: str) -> None:
    assert disproved(text) == {"inadmissible-double"}


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
def test_what_is_not_proved_legal_is_no_veto(text: str) -> None:
    assert disproved(text) == frozenset()
