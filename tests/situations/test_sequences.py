"""Auctions and tricks read from sentences: spelled in many ways they are read the same, and what is found agrees with the Laws."""

import random
import time
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lawbot.situations.charts import Situations
from lawbot.situations.sequences import facts, findings, read_auction, read_trick, trick_facts, trick_findings
from lawbot.situations.sequences.words import LONGEST

SEATS = "NESW"
NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
WAYS = {
    "letters": ({"P": "P", "X": "X", "XX": "XX"}, "{level}", ("C", "D", "H", "S", "NT"), ""),
    "small": ({"P": "p", "X": "dbl", "XX": "xx"}, "{level}", ("c", "d", "h", "s", "nt"), ""),
    "signs": ({"P": "pass", "X": "double", "XX": "redouble"}, "{level}", ("♣", "♦", "♥", "♠", "NT"), ""),
    "figures": ({"P": "Pass", "X": "X", "XX": "XX"}, "{level}", ("clubs", "diamonds", "hearts", "spades", "no trump"), " "),
    "words": ({"P": "pass", "X": "double", "XX": "redouble"}, "{word}", ("club", "diamond", "heart", "spade", "notrump"), " "),
    "vietnamese": ({"P": "nín", "X": "contra", "XX": "recontra"}, "{level}", ("nhép", "rô", "cơ", "bích", "không chủ"), " "),
    "unmarked": ({"P": "bo luot", "X": "x", "XX": "xx"}, "{level}", ("chuon", "ro", "co", "pich", "khong chu"), " "),
    "thai": ({"P": "ผ่าน", "X": "ดับเบิล", "XX": "รีดับเบิล"}, "{level}", ("ดอกจิก", "ข้าวหลามตัด", "โพแดง", "โพดำ", "โนทรัมป์"), " "),
}
LEVELS = "one two three four five six seven eight nine".split()
bids = st.builds(lambda level, strain: f"{level}{strain}", st.integers(1, 8), st.sampled_from("CDHSN"))
any_call = st.one_of(bids, st.sampled_from(["P", "P", "P", "X", "XX"]))
auctions = st.lists(any_call, min_size=2, max_size=9)


def written(code: str, way: str) -> str:
    """A call in one of the ways in which people write it."""
    others, level, strains, gap = WAYS[way]
    if code in others:
        return others[code]
    return level.format(level=code[0], word=LEVELS[int(code[0]) - 1]) + gap + strains["CDHSN".index(code[1])]


def codes(text: str) -> list[str]:
    auction = read_auction(text)
    return [call.code for call in auction.calls] if auction else []


@given(auctions, st.sampled_from(sorted(WAYS)), st.sampled_from([" ", ", ", "-", " - ", " → ", "; "]))
def test_a_list_of_calls_is_read_back_in_every_spelling(calls: list[str], way: str, between: str) -> None:
    text = between.join(written(code, way) for code in calls)
    auction = read_auction(text)
    assert auction, text
    assert [call.code for call in auction.calls] == calls
    assert [call.place for call in auction.calls] == [number % 4 for number in range(len(calls))]
    assert [text[call.start : call.end] for call in auction.calls] == [written(code, way) for code in calls]


@given(auctions, st.sampled_from(SEATS), st.sampled_from(sorted(WAYS)), st.sampled_from(["Dealer {0}: ", "dealer {0} ", "{0} "]))
def test_the_dealer_or_the_first_player_gives_all_their_seats(calls: list[str], dealer: str, way: str, form: str) -> None:
    auction = read_auction(form.format(NAMES[dealer]) + ", ".join(written(code, way) for code in calls))
    assert auction
    assert [call.code for call in auction.calls] == calls
    assert [auction.seat(call.place) for call in auction.calls] == [
        SEATS[(SEATS.index(dealer) + number) % 4] for number in range(len(calls))
    ]


seated = st.lists(st.tuples(st.sampled_from(SEATS), any_call), min_size=2, max_size=9)


@given(seated, st.sampled_from(["letters", "signs", "vietnamese", "thai"]), st.sampled_from(["{0} {1}", "{0}: {1}", "{0} bids {1}"]))
def test_named_players_keep_their_calls(calls: list[tuple[str, str]], way: str, form: str) -> None:
    text = ", ".join(form.format(NAMES[seat], written(code, way)) for seat, code in calls)
    auction = read_auction(text)
    assert auction, text
    assert [(auction.seat(call.place), call.code) for call in auction.calls] == calls


@given(st.lists(any_call, min_size=3, max_size=8))
def test_brackets_are_the_other_side(calls: list[str]) -> None:
    """1S-(2H)-2D: in brackets the other side; two calls of a side in a row leave out a pass between them."""
    whole = "-".join(code if number % 2 == 0 else f"({code})" for number, code in enumerate(written(code, "letters") for code in calls))
    auction = read_auction(whole)
    assert auction
    assert [call.place for call in auction.calls] == [number % 4 for number in range(len(calls))]
    short = read_auction("1S-2H-(3D)-2S")
    assert short
    assert [call.place for call in short.calls] == [0, 2, 3, 0]


# The Laws once more, in the plainest way, to compare with.


def ended(standing: list[tuple[int, str]]) -> bool:
    """Law 22."""
    made = [code for _, code in standing]
    if all(code == "P" for code in made):
        return len(made) == 4
    return len(made) > 3 and made[-3:] == ["P", "P", "P"]


def wrong(dealer: int, calls: list[tuple[int, str]]) -> dict[str, object]:
    """The first call that breaks Law 17C, 18D, 19, 38 or 39, and how; an empty dict where none does."""
    order = ["CDHSN".index(strain) + 5 * int(level) for level, strain in (code for _, code in calls if code[0].isdigit())]
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
                name for name, where in (("lho", seat + 1), ("partner", seat + 2), ("rho", seat + 3)) if where % 4 == turn
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
            fits = bool(acts) and (acts[-1][0] - seat) % 2 == 1 and (acts[-1][1][0].isdigit() if code == "X" else acts[-1][1] == "X")
            if not fits:
                found["inadmissible"] = True
        if found:
            return {"offence": number, **found}
    return {}


@settings(max_examples=400)
@given(st.integers(0, 3), st.lists(st.tuples(st.sampled_from([0, 0, 0, 0, 0, 0, 1, 2, 3]), any_call), min_size=2, max_size=10))
@example(0, [(0, "1H"), (0, "P"), (0, "P"), (0, "P"), (0, "X")])
@example(1, [(0, "P"), (0, "P"), (0, "P"), (0, "P"), (0, "1C")])
def test_the_findings_agree_with_the_laws(dealer: int, steps: list[tuple[int, str]]) -> None:
    calls: list[tuple[int, str]] = []
    for skip, code in steps:
        turn = dealer if not calls else (calls[-1][0] + 1) % 4
        calls.append(((turn + skip) % 4, code))
    if all(code != "P" for _, code in calls):
        calls.append(((calls[-1][0] + 1) % 4, "P"))
    text = f"Dealer {NAMES[SEATS[dealer]]}: " + ", ".join(f"{SEATS[seat]} {written(code, 'letters')}" for seat, code in calls)
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
        assert found.ended == ("" if not ended(calls) else "contract" if any(code[0].isdigit() for _, code in calls) else "all_passed")
    elif not found.late:
        assert found.offender == SEATS[calls[found.offence or 0][0]]
    lowest = [bid for level in range(1, 8) for bid in [f"{level}{calls[found.offence or 0][1][1:]}"]]
    assert found.lowest is None or found.lowest in lowest


@given(st.text(max_size=900))
@example("\u0e4d" * 700)
@example("1S" + "\u0301" * 700)
@example("İ 1S İ 2H ß 2D")
@example("" + "(" * 600)
def test_any_text_is_read_without_an_error(text: str) -> None:
    auction = read_auction(text)
    if auction:
        assert all(0 <= call.start < call.end <= min(len(text), LONGEST) for call in auction.calls)
        facts(auction, findings(auction))
    if trick := read_trick(text):
        trick_facts(trick_findings(trick))


PIECES = (
    "1S 2H 2D N E S W North West's partner LHO I dealer deals bids opens passes pass - – ( ) , . ; and but before after over instead of meant out of turn "
    "it is turn changed to double XX all pass 8C led played lead director 7NT hai cơ trên ดับเบิล ผ่าน 1 โพดำ P P P who would"
).split(" ")


@settings(max_examples=300)
@given(text=st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join))
def test_any_mixture_of_the_words_is_judged_without_an_error(text: str, situations: Situations) -> None:
    auction = read_auction(text)
    trick = read_trick(text)
    known = facts(auction, findings(auction)) if auction else {}
    known |= trick_facts(trick_findings(trick)) if trick else {}
    fit(known, situations)


def fit(known: dict[str, dict[str, str]], situations: Situations) -> None:
    """Every fact is one its chart asks, every answer one it offers."""
    for chart, answers in known.items():
        for fact, answer in answers.items():
            assert answer in {offered.id for offered in situations[chart].questions[fact].answers}, (chart, fact, answer)


def test_the_time_grows_with_the_text_and_no_faster() -> None:
    rest = random.Random(4)
    for piece in (*PIECES, "ดับ", "no ", "- ", "a", "1", "two ", "before East "):
        whole = (piece * 700)[:LONGEST]
        begin = time.process_time()
        for text in (whole, whole * 40):
            read_auction(text)
            read_trick(text)
        assert time.process_time() - begin < 0.2, piece
    mixed = " ".join(rest.choice(PIECES) for _ in range(400))
    begin = time.process_time()
    read_auction(mixed)
    assert time.process_time() - begin < 0.1


def test_what_comes_after_six_hundred_characters_is_not_looked_at() -> None:
    assert read_auction("x " * 300 + "1S 2H 2D") is None


def test_a_list_grows_call_by_call() -> None:
    calls = ["1S", "2H", "2NT", "3C", "X", "XX", "P", "3D"]
    read = [codes(" ".join(calls[:number])) for number in range(2, len(calls) + 1)]
    assert all(longer[: len(shorter)] == shorter for shorter, longer in pairwise(read))
