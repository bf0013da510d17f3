"""Findings about a written auction by Laws 17 to 19, 22, 27 to 32, 34, 36, 38 and 39.

A finding is only what the text proves.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from lawbot.message.auction import Auction, Made
from lawbot.message.auction_pieces import DENOMINATIONS, SOME_BID

Relation = Literal["lho", "partner", "rho"]
RELATIONS: dict[int, Relation] = {1: "lho", 2: "partner", 3: "rho"}
"""Players by the number of seats clockwise from the offender."""


@dataclass(slots=True)
class Findings:
    """Facts that an auction proves; None, False or empty is 'not known', never 'no'.

    ``offence`` is the number of the irregular call, ``offender`` the caller's compass seat.
    ``in_turn`` is true if it was the caller's turn; else ``whose_turn`` is the player whose turn it
    was, seen from the offender. ``after`` is the opponent who called first after it: 'lho' or, in
    their own turn, 'right'. ``more_offences`` is true if a later call was irregular too.
    """

    offence: int | None = None
    offender: str | None = None
    kind: Literal["pass", "bid", "double", ""] = ""
    in_turn: bool | None = None
    whose_turn: Relation | None = None
    called_before: bool | None = None
    insufficient: bool | None = None
    over: int | None = None
    lowest: str | None = None
    admissible: bool | None = None
    above_seven: bool = False
    late: bool = False
    late_side: Literal["declaring", "defending", ""] = ""
    after: Literal["lho", "right", ""] = ""
    ended: Literal["contract", "all_passed", ""] = ""
    turn_lost: bool = False
    more_offences: bool = False
    doubt: bool = False
    """True if the words speak of a turn that the calls do not show."""


def rank(code: str) -> int:
    """Return the rank of a bid (Laws 18B, 18E): higher supersedes lower."""
    return int(code[0]) * 5 + DENOMINATIONS.index(code[1])


def lowest_sufficient(denomination: str, over: str) -> str | None:
    """Return the lowest bid in a denomination that supersedes a bid (18B, 27B1(a)).

    None if that is above seven.
    >>> lowest_sufficient("N", "2H")
    '2N'
    """
    for level in range(1, 8):
        bid = f"{level}{denomination}"
        if rank(bid) > rank(over):
            return bid
    return None


class _Bid(NamedTuple):
    """A bid, with its number in the auction and its caller's place."""

    number: int
    code: str
    place: int | None


@dataclass(slots=True)
class _Table:
    """State of an auction: the turn, the last bid, its double, and the passes since.

    None is 'not known'.
    """

    turn: int | None
    bid: _Bid | None = None
    doubled: int = 0
    """0, 1 (doubled) or 2 (redoubled)."""
    doubler: int | None = None
    passes: int | None = 0
    lost: bool = False
    """True after a pass out of turn, which may cost a player a turn (17D3)."""
    skipped: set[int] = field(default_factory=set)
    """Players passed over without a word; their passes may be left out in the text."""
    callers: list[int | None] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """True after three passes behind a bid, or four without a bid (22A, 22B)."""
        return self.passes is not None and self.passes >= (3 if self.bid else 4)

    def take(self, number: int, call: Made) -> None:
        """Let a call stand and pass the turn to the left (17C)."""
        if call.code == "P":
            self.passes = None if self.passes is None else self.passes + 1
        else:
            self.passes, self.lost = 0, False
            if call.code == SOME_BID:
                self.bid, self.passes = None, None
            elif call.code[0].isdigit():
                self.bid, self.doubled = _Bid(number, call.code, call.place), 0
            else:
                self.doubled, self.doubler = len(call.code), call.place
        self.callers.append(call.place)
        self.turn = None if call.place is None else (call.place + 1) % 4


def findings(auction: Auction) -> Findings:
    """Return the first irregularity of an auction and its consequences, or how the auction ended."""
    result = Findings()
    first = auction.calls[0]
    table = _Table(auction.dealer if auction.dealer is not None else first.place)
    if auction.dealer is None and first.turn_owners is not None:
        # without a dealer only the words can tell whose turn it was
        if len(first.turn_owners) != 1:
            result.doubt = True
            return result
        table.turn = first.turn_owners[0]
    number = 0
    while number < len(auction.calls):
        call = auction.calls[number]
        irregularity = _irregularity(table, auction, number)
        if call.unsure:
            table.passes = None
        if irregularity is None:
            table.take(number, call)
        elif result.offence is not None:
            result.more_offences = True
            break
        else:
            result = irregularity
            result.offender = auction.seat(call.place)
            result.turn_lost = _turn_lost(table, result)
            if not _goes_on(table, auction, number, result):
                break
        number += 1
    _find_end(table, auction, result, number)
    return result


def _irregularity(table: _Table, auction: Auction, number: int) -> Findings | None:
    """Return the findings about an irregular call, or None if the text proves no irregularity."""
    call = auction.calls[number]
    result = Findings(offence=number, kind=_kind(call.code))
    if table.over and not call.unsure and not table.lost:
        result.late, result.late_side = True, _side(table, call)
        return result
    _find_turn(table, auction, call, result)
    if result.kind == "bid" and call.code != SOME_BID:
        result.above_seven = int(call.code[0]) > 7
        if table.bid is not None:
            result.insufficient = rank(call.code) <= rank(table.bid.code)
        if table.bid is not None and result.insufficient:
            result.over = table.bid.number
            result.lowest = lowest_sufficient(call.code[1], table.bid.code)
    elif result.kind == "double":
        # nobody writes the passes of a part of an auction: what begins with one is
        # written from the first call
        opened = auction.dealer is not None or (
            auction.frame == "order" and auction.calls[0].code == "P"
        )
        result.admissible = _admissible(table, call, opened=opened)
    is_irregular = (
        result.doubt
        or result.in_turn is False
        or result.insufficient
        or result.above_seven
        or result.admissible is False
    )
    return result if is_irregular else None


def _kind(code: str) -> Literal["pass", "bid", "double"]:
    """Return the kind of a call; a redouble counts as a double."""
    return "pass" if code == "P" else "double" if code in ("X", "XX") else "bid"


def _find_turn(table: _Table, auction: Auction, call: Made, result: Findings) -> None:
    """Find if a call was made in turn, and else whose turn it was (17C, 28 to 32).

    Passes left out in the text make no call out of turn, unless words beside it speak of a turn.
    """
    if call.implied:
        result.in_turn = True if call.turn_owners is None else None
        return
    if table.turn is None or call.place is None:
        return
    if call.place == table.turn:
        result.in_turn = (
            None if call.turn_owners is not None and table.turn not in call.turn_owners else True
        )
        return
    owners = call.turn_owners
    out_of_turn = owners is not None and (not owners or table.turn in owners)
    out_of_turn = out_of_turn or (call.code == "P" and "lost" in auction.hints)
    out_of_turn = out_of_turn or (auction.listed and owners is None)
    if call.unsure or auction.frame == "order" or not out_of_turn:
        # If one of those passed over takes the turn now, the call before may have been
        # out of turn, and wiped out by this one (28B).
        result.doubt = call.place in table.skipped
        table.passes = None
        table.skipped |= {(table.turn + seat) % 4 for seat in range((call.place - table.turn) % 4)}
        return
    if table.skipped and not call.turn_owners:
        return
    result.in_turn = False
    result.whose_turn = RELATIONS[(table.turn - call.place) % 4]
    if call.place in table.callers:
        result.called_before = True
    elif auction.dealer is not None and not table.callers:
        result.called_before = False


def _admissible(table: _Table, call: Made, *, opened: bool) -> bool | None:
    """Return if a double or redouble is admissible (19A1, 19B1), or None if that is not sure.

    It must double an opponent's last bid, or redouble an opponent's double, with only passes since.
    """
    if call.unsure or (table.bid is None and table.passes is None):
        return None
    if table.bid is None:
        return False if opened and all(place is not None for place in table.callers) else None
    if table.doubled != len(call.code) - 1:
        return False
    return _are_opponents(table.doubler if table.doubled else table.bid.place, call.place)


def _are_opponents(first: int | None, second: int | None) -> bool | None:
    """Return if two places are of different sides, or None if one is not known."""
    return None if first is None or second is None else (first - second) % 2 == 1


def _side(table: _Table, call: Made) -> Literal["declaring", "defending", ""]:
    """Return the side of a call after the final pass (39B, 39C): that of the last bid declares."""
    if table.bid is None or not call.labelled:
        return ""
    opponents = _are_opponents(table.bid.place, call.place)
    return "" if opponents is None else "defending" if opponents else "declaring"


def _goes_on(table: _Table, auction: Auction, number: int, result: Findings) -> bool:
    """Find what the next call does with an irregular call (27A1, 28B, 29A, 36A, 38B).

    Return False if the rest of the auction proves nothing more.
    """
    call = auction.calls[number]
    following = auction.calls[number + 1] if number + 1 < len(auction.calls) else None
    if (
        following is None
        or following.unsure
        or call.place is None
        or following.place is None
        or call.implied
    ):
        return False
    if _may_be_correction(auction, number, following, result):
        return False
    if result.in_turn is False and following.place == table.turn:
        return _call_in_turn(auction, number, following, result)
    if following.place != (call.place + 1) % 4:
        return False
    result.after = "lho"
    if result.late or result.above_seven or result.admissible is False:
        return False
    lost = table.lost or (result.in_turn is False and call.code == "P")
    table.take(number, call)
    table.lost = lost and call.code == "P"
    return True


def _call_in_turn(auction: Auction, number: int, following: Made, result: Findings) -> bool:
    """Find what a call by the player whose turn it was does with a call out of turn (28B).

    An opponent's call cancels it; after a call by the offender's partner, the RHO's does. Return
    False if the rest of the auction proves nothing more.
    """
    if (
        result.late
        or result.above_seven
        or result.admissible is False
        or result.whose_turn == "lho"
    ):
        result.after = "right" if result.whose_turn != "partner" and following.code != "X" else ""
        return False
    if result.whose_turn == "rho":
        result.after = "right"
        return True
    last = auction.calls[number + 2] if number + 2 < len(auction.calls) else None
    if (
        last is not None
        and not last.unsure
        and last.place is not None
        and following.place == (last.place - 1) % 4
    ):
        result.after = "right"
    return False


def _may_be_correction(auction: Auction, number: int, following: Made, result: Findings) -> bool:
    """Return if the next call may be the offender's correction.

    It is if a replacement is named between, or if it names no player and mends the bid.
    """
    if any(aside.after == number + 1 and aside.kind == "replacement" for aside in auction.asides):
        return True
    call = auction.calls[number]
    return (
        not following.labelled
        and result.lowest is not None
        and following.code in (result.lowest, call.code)
    )


def _turn_lost(table: _Table, result: Findings) -> bool:
    """Return if the pass out of turn was itself the last of three (17D3)."""
    if result.kind != "pass" or result.whose_turn not in ("rho", "partner") or table.passes is None:
        return False
    return table.passes + 1 >= (3 if table.bid else 4)


def _find_end(table: _Table, auction: Auction, result: Findings, number: int) -> None:
    """Find how the auction ended (22).

    It did not end if a pass out of turn cost a player a turn (17D3, 34).
    """
    if result.late or auction.unread or number < len(auction.calls):
        return
    if table.lost:
        result.turn_lost = result.turn_lost or table.over
    elif table.over and result.offence is None:
        result.ended = "contract" if table.bid else "all_passed"


def declarer(auction: Auction) -> str | None:
    """Return the compass seat of declarer (Law 54, Definitions), or None if it is not sure.

    Declarer is the first of the side of the final bid who bid its denomination.
    """
    calls = auction.calls
    codes = [call.code for call in calls]
    ends = [
        at
        for at in range(len(calls) - 3)
        if codes[at] != "P" and set(codes[at + 1 : at + 4]) == {"P"}
    ]
    if not ends or SOME_BID in codes:
        return None
    if any(call.place is None or call.unsure for call in calls[: ends[0] + 4]):
        return None
    bids = [call for call in calls[: ends[0] + 1] if call.code[0].isdigit()]
    if not bids:
        return None
    contract = bids[-1]
    side = [bid for bid in bids if _are_opponents(bid.place, contract.place) is False]
    return auction.seat(next(bid.place for bid in side if bid.code[1] == contract.code[1]))


def judge(auction: Auction | None) -> tuple[Auction, Findings] | None:
    """Return an auction with the findings about it, or None without two calls."""
    if auction is None or (len(auction.calls) < 2 and auction.calls[0].turn_owners is None):
        # of one call alone the seat may be that of the next sentence, unless a turn is
        # spoken of beside it
        return None
    return auction, findings(auction)
