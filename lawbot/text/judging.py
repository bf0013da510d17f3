"""What a written auction proves by Laws 17 to 19, 22, 27 to 32, 34, 36, 38 and 39; where it proves
nothing, nothing is said."""

from dataclasses import dataclass, field
from typing import Literal

from lawbot.text.auction import Auction, Made
from lawbot.text.pieces import DENOMINATIONS, SOME_BID

Relation = Literal["lho", "partner", "rho"]
RELATIONS: dict[int, Relation] = {1: "lho", 2: "partner", 3: "rho"}
"""Where a player sits by the number of seats clockwise from the offender."""


@dataclass(slots=True)
class Findings:
    """What is sure of an auction; None, False or empty is 'not known', never 'no'.

    ``offence`` is the number of the call that went wrong, ``offender`` the caller's compass seat.
    ``in_turn`` is whether it was the caller's turn, ``whose_turn`` whose it was else, seen from the
    offender. ``after`` says which opponent called first after it: 'lho' or, in their own turn,
    'right'. ``others`` is whether more went wrong later.
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
    others: bool = False
    doubt: bool = False
    """The words speak of a turn that the calls do not show."""


def rank(code: str) -> int:
    """The rank of a bid (Laws 18B, 18E): higher supersedes lower."""
    return int(code[0]) * 5 + DENOMINATIONS.index(code[1])


def lowest_sufficient(denomination: str, over: str) -> str | None:
    """The lowest bid in a denomination that supersedes a bid (18B, 27B1(a)); None where there is
    none up to seven.

    >>> lowest_sufficient("N", "2H")
    '2N'
    """
    return next(
        (
            f"{level}{denomination}"
            for level in range(1, 8)
            if rank(f"{level}{denomination}") > rank(over)
        ),
        None,
    )


@dataclass(slots=True)
class _Table:
    """The auction as it stands: whose turn, the last bid and by whom, how it is doubled, the passes
    since. None is 'not known'."""

    turn: int | None
    bid: tuple[int, str, int | None] | None = None
    doubled: int = 0
    doubler: int | None = None
    passes: int | None = 0
    lost: bool = False
    skipped: set[int] = field(default_factory=set)
    """Players passed over without a word: their passes may have been left out in the telling."""
    callers: list[int | None] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Three passes after a bid, four where nobody bid (22A, 22B)."""
        return self.passes is not None and self.passes >= (3 if self.bid else 4)

    def take(self, number: int, call: Made) -> None:
        """The call stands and the turn goes on to the left (17C)."""
        if call.code == "P":
            self.passes = None if self.passes is None else self.passes + 1
        else:
            self.passes, self.lost = 0, False
            if call.code == SOME_BID:
                self.bid, self.passes = None, None
            elif call.code[0].isdigit():
                self.bid, self.doubled = (number, call.code, call.place), 0
            else:
                self.doubled, self.doubler = len(call.code), call.place
        self.callers.append(call.place)
        self.turn = None if call.place is None else (call.place + 1) % 4


def findings(auction: Auction) -> Findings:
    """The first thing that went wrong in an auction, and what came of it; how the auction ended
    where nothing did.
    """
    result = Findings()
    first = auction.calls[0]
    table = _Table(auction.dealer if auction.dealer is not None else first.place)
    if auction.dealer is None and first.turn_owners is not None:
        if len(first.turn_owners) != 1:
            result.doubt = True
            return result
        table.turn = first.turn_owners[0]
    number = 0
    while number < len(auction.calls):
        call = auction.calls[number]
        wrong = _judged(table, auction, number)
        if call.unsure:
            table.passes = None
        if wrong is None:
            table.take(number, call)
        elif result.offence is not None:
            result.others = True
            break
        else:
            result = wrong
            result.offender = auction.seat(call.place)
            result.turn_lost = _turn_lost(table, result)
            if not _goes_on(table, auction, number, result):
                break
        number += 1
    _ended(table, auction, result, number)
    return result


def _judged(table: _Table, auction: Auction, number: int) -> Findings | None:
    """What is wrong with a call where it was made; None when nothing is, as far as the text proves."""
    call = auction.calls[number]
    result = Findings(offence=number, kind=_kind(call.code))
    if table.over and not call.unsure and not table.lost:
        result.late, result.late_side = True, _side(table, call)
        return result
    _turn(table, auction, call, result)
    if result.kind == "bid" and call.code != SOME_BID:
        result.above_seven = int(call.code[0]) > 7
        if table.bid is not None:
            result.insufficient = rank(call.code) <= rank(table.bid[1])
            result.over = table.bid[0] if result.insufficient else None
            result.lowest = (
                lowest_sufficient(call.code[1], table.bid[1]) if result.insufficient else None
            )
    elif result.kind == "double":
        # nobody writes the passes of a part of an auction: what begins with one is
        # written from the first call
        opened = auction.dealer is not None or (
            auction.frame == "order" and auction.calls[0].code == "P"
        )
        result.admissible = _admissible(table, call, opened=opened)
    wrong = (
        result.doubt
        or result.in_turn is False
        or result.insufficient
        or result.above_seven
        or result.admissible is False
    )
    return result if wrong else None


def _kind(code: str) -> Literal["pass", "bid", "double"]:
    return "pass" if code == "P" else "double" if code in ("X", "XX") else "bid"


def _turn(table: _Table, auction: Auction, call: Made, result: Findings) -> None:
    """Law 17C and 28 to 32: whose turn it was. Passes left out in telling are no call out of turn,
    unless the text says that a turn was taken."""
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
    said = call.turn_owners is not None and (not call.turn_owners or table.turn in call.turn_owners)
    said = said or (call.code == "P" and "lost" in auction.hints)
    if (
        call.unsure
        or auction.frame == "order"
        or not (said or (auction.listed and call.turn_owners is None))
    ):
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
    """Laws 19A1 and 19B1: a double of the last bid, an opponent's; a redouble of the last double,
    an opponent's; nothing but passes since."""
    if call.unsure or (table.bid is None and table.passes is None):
        return None
    if table.bid is None:
        return False if opened and all(place is not None for place in table.callers) else None
    if table.doubled != len(call.code) - 1:
        return False
    return _opponents(table.doubler if table.doubled else table.bid[2], call.place)


def _opponents(one: int | None, other: int | None) -> bool | None:
    return None if one is None or other is None else (one - other) % 2 == 1


def _side(table: _Table, call: Made) -> Literal["declaring", "defending", ""]:
    """The side of a call after the final pass (39B, 39C): the side of the last bid declares."""
    if table.bid is None or not call.labelled:
        return ""
    opponents = _opponents(table.bid[2], call.place)
    return "" if opponents is None else "defending" if opponents else "declaring"


def _goes_on(table: _Table, auction: Auction, number: int, result: Findings) -> bool:
    """What the next call does with a call that went wrong (27A1, 28B, 29A, 36A, 38B); False where
    the rest proves nothing more."""
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
    if _corrected(auction, number, following, result):
        return False
    if result.in_turn is False and following.place == table.turn:
        return _own_turn(auction, number, following, result)
    if following.place != (call.place + 1) % 4:
        return False
    result.after = "lho"
    if result.late or result.above_seven or result.admissible is False:
        return False
    lost = table.lost or (result.in_turn is False and call.code == "P")
    table.take(number, call)
    table.lost = lost and call.code == "P"
    return True


def _own_turn(auction: Auction, number: int, following: Made, result: Findings) -> bool:
    """The player whose turn it was has called (28B): an opponent wipes the call out; after
    partner's call it is the RHO who does."""
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


def _corrected(auction: Auction, number: int, following: Made, result: Findings) -> bool:
    """Whether the call written next may be the offender's correction: nobody is named, and it mends
    the bid; or a change is told between."""
    if any(aside.after == number + 1 and aside.kind == "replacement" for aside in auction.asides):
        return True
    call = auction.calls[number]
    return (
        not following.labelled
        and result.lowest is not None
        and following.code in (result.lowest, call.code)
    )


def _turn_lost(table: _Table, result: Findings) -> bool:
    """The pass out of turn was itself the last of three (17D3)."""
    if result.kind != "pass" or result.whose_turn not in ("rho", "partner") or table.passes is None:
        return False
    return table.passes + 1 >= (3 if table.bid else 4)


def _ended(table: _Table, auction: Auction, result: Findings, number: int) -> None:
    """How the auction ended: Law 22, or not at all because a pass out of turn cost a player a turn
    (17D3, 34)."""
    if result.late or auction.unread or number < len(auction.calls):
        return
    if table.lost:
        result.turn_lost = result.turn_lost or table.over
    elif table.over and result.offence is None:
        result.ended = "contract" if table.bid else "all_passed"


def declarer(auction: Auction) -> str | None:
    """The compass seat of declarer (Law 54, Definitions): of the side whose bid three passes
    followed, who first bid that denomination."""
    calls = auction.calls
    ends = [
        at
        for at in range(len(calls) - 3)
        if calls[at].code != "P" and all(call.code == "P" for call in calls[at + 1 : at + 4])
    ]
    bids = [call for call in calls[: ends[0] + 1] if call.code[0].isdigit()] if ends else []
    hidden = any(call.code == SOME_BID for call in calls)
    if (
        not bids
        or hidden
        or any(call.place is None or call.unsure for call in calls[: ends[0] + 4])
    ):
        return None
    side = [
        call
        for call in bids
        if call.code[1] == bids[-1].code[1] and _opponents(call.place, bids[-1].place) is False
    ]
    return auction.seat(side[0].place)


def judge(auction: Auction | None) -> tuple[Auction, Findings] | None:
    """Return an auction with the findings about it; None without two calls."""
    if auction is None or (len(auction.calls) < 2 and auction.calls[0].turn_owners is None):
        # of one call alone the seat may be that of the next sentence, unless a turn is
        # spoken of beside it
        return None
    return auction, findings(auction)
