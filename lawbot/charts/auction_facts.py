"""Facts of the flow charts that an auction in a text proves.

Charts, facts and answers are named as in data/charts.
"""

from lawbot.charts.model import FactDict
from lawbot.message.auction import Auction
from lawbot.message.auction_findings import Findings, rank
from lawbot.message.message import Message

ChartFacts = dict[str, FactDict]
"""Facts by the chart that asks for them."""
_TURN_LOST: ChartFacts = {
    "missed-turn-three-passes": {"three_passes": "yes", "skipped": "yes"},
    "end-of-auction": {"how_ended": "turn_missed"},
}
"""The third pass took a player's turn (17D3)."""
_ACCEPTING = {"rho": "accepts_at_rho", "partner": "accepts", "lho": "accepts_at_lho"}
"""The fact that tells if the call is accepted, by the player whose turn it was."""
_CLOCKWISE = {"lho": 1, "partner": 2, "rho": 3}
"""Seats from the offender to a player, clockwise."""


def proved(message: Message) -> ChartFacts:
    """Return the facts that an auction in a text proves, by chart."""
    return facts(*message.judgement) if message.judgement else {}


def disproved(message: Message) -> frozenset[str]:
    """Return the charts of an offence that the auction in a text shows not to have happened.

    That is an inadmissible double, if each double and redouble is legal.
    """
    if message.judgement is None:
        return frozenset()
    auction, findings = message.judgement
    if findings.doubt or findings.offence is not None:
        return frozenset()
    if auction.unread or auction.asides:
        return frozenset()
    doubled = False
    for call in auction.calls:
        if call.unsure or call.place is None:
            return frozenset()
        doubled = doubled or call.code in ("X", "XX")
    return frozenset({"inadmissible-double"}) if doubled else frozenset()


def facts(auction: Auction, findings: Findings) -> ChartFacts:
    """Return the facts of each chart that the auction proves.

    Nothing is proved if the text claims what its calls do not show, or if several things went
    wrong.
    """
    hints = auction.hints
    if findings.doubt or "together" in hints or "bound" in hints:
        return {}
    if findings.offence is None:
        # the text speaks of an error that the calls do not show
        if hints & {"turn", "low", "slip"} or auction.asides:
            return {}
        return _ended(auction, findings)
    if findings.more_offences or ("low" in hints and not findings.insufficient):
        return {}
    if findings.turn_lost:
        return _TURN_LOST
    if findings.late:
        if hints & {"turn", "slip"} or auction.asides:
            return {}
        return _late(auction, findings)
    charts: ChartFacts = {}
    if findings.in_turn is False:
        _out_of_rotation(auction, findings, charts)
    if findings.insufficient and not findings.above_seven:
        _insufficient(auction, findings, charts)
    if findings.admissible is False:
        _inadmissible(auction, findings, charts)
    if findings.above_seven:
        _above_seven(findings, charts)
    return {chart: answers for chart, answers in charts.items() if answers}


def _turn(findings: Findings) -> FactDict:
    """Return if it was the offender's turn (27A2)."""
    if findings.in_turn is None:
        return {}
    if findings.in_turn:
        return {"in_turn": "yes"}
    # after an earlier call of the offender's it is a change of call (25), no call out of rotation
    if findings.whose_turn == "lho" and findings.called_before is not False:
        return {}
    return {"in_turn": "no"}


def _insufficient(auction: Auction, findings: Findings, charts: ChartFacts) -> None:
    """Add law 27: in turn or not, called over or not, a replacement that is surely no better."""
    answers = _turn(findings)
    if findings.in_turn is not False:
        altered = "altered" in auction.hints
        if findings.after == "lho" and not altered:
            answers["lho_called"] = "yes"
        # of several replacements nobody knows which one stands
        replacements = _replacements(auction, findings)
        if replacements == ["P"]:
            answers["replacement"] = "other_call"
        elif replacements in (["X"], ["XX"]):
            answers["replacement"] = "double"
        elif not replacements and not altered:
            replacement = _first_after_ruling(auction, findings)
            if replacement:
                answers["replacement"] = replacement
    charts["insufficient-bid"] = answers


def _replacements(auction: Auction, findings: Findings) -> list[str]:
    """Return the calls that the text says replaced the offending one."""
    next_index = (findings.offence or 0) + 1
    asides = [aside for aside in auction.asides if aside.after == next_index]
    return [aside.code for aside in asides if aside.kind == "replacement"]


def _first_after_ruling(auction: Auction, findings: Findings) -> str:
    """Return the kind of the offender's first call after the ruling, if surely no good bid.

    Empty if another player called first, or if the bid is sufficient (27B2 to 27B4).
    """
    if not auction.afterwards or findings.over is None:
        return ""
    code, seat = auction.afterwards[0]
    if seat != auction.calls[findings.offence or 0].place:
        return ""
    if code == "P":
        return "other_call"
    if not code[0].isdigit():
        return "double"
    is_low = rank(code) <= rank(auction.calls[findings.over].code)
    return "too_low_again" if is_low else ""


def _since_cancelled(auction: Auction, findings: Findings) -> FactDict:
    """Return what was called after the ruling, if the player whose turn it was called first.

    Implements 29A, 30A, 31A and 32A.
    """
    offender = auction.calls[findings.offence or 0].place
    distance = _CLOCKWISE.get(findings.whose_turn or "")
    if offender is None or distance is None or not auction.afterwards:
        return {}
    first_call, first_caller = auction.afterwards[0]
    if first_caller != (offender + distance) % 4:
        return {}
    called_again = any(seat == offender for _code, seat in auction.afterwards)
    if findings.whose_turn != "rho":
        return {"recalled": "yes"} if called_again else {}
    if first_call == "P":
        return {"rho_call": "pass"}
    return {"rho_call": "acts"} if called_again else {}


def _out_of_rotation(auction: Auction, findings: Findings, charts: ChartFacts) -> None:
    """Add laws 28 to 32: whose turn, what call, who called after it."""
    slip = "slip" in auction.hints or bool(auction.asides)
    is_lho_turn = findings.whose_turn == "lho"
    turn: FactDict = {}
    if findings.whose_turn:
        turn["whose_turn"] = findings.whose_turn
        if is_lho_turn and findings.called_before is not None and not slip:
            turn["called_before"] = _yes_or_no(findings.called_before)
    kind = {} if slip or findings.above_seven else {"call_kind": findings.kind}
    charts["call-out-of-rotation"] = turn | kind
    if findings.above_seven or (is_lho_turn and findings.called_before is not False):
        return
    answers = turn | _accepted(auction, findings, slip=slip) | _since_cancelled(auction, findings)
    if findings.kind == "pass":
        charts["pass-out-of-rotation"] = answers
    elif findings.kind == "bid":
        if findings.insufficient is not None:
            answers["insufficient"] = _yes_or_no(findings.insufficient)
        charts["bid-out-of-rotation"] = answers
    else:
        if findings.admissible is not None and not slip:
            answers["admissible"] = _yes_or_no(findings.admissible)
        charts["double-out-of-rotation"] = answers


def _yes_or_no(is_true: bool) -> str:
    return "yes" if is_true else "no"


def _accepted(auction: Auction, findings: Findings, *, slip: bool) -> FactDict:
    """Return if the call out of rotation was accepted by the next call (28B, 29A)."""
    fact = _ACCEPTING[findings.whose_turn or "rho"]
    if findings.after == "right":
        # That the right player called proves nothing: it may have been before the ruling, which
        # wipes the call out (28B), or after it.
        is_unruled = findings.whose_turn == "rho" and "unruled" in auction.hints
        return {fact: "own_turn"} if is_unruled else {}
    if findings.after != "lho" or not findings.whose_turn or slip:
        return {}
    if auction.hints & {"altered", "ruling"} or findings.admissible is False:
        return {}
    return {fact: "yes"}


def _inadmissible(auction: Auction, findings: Findings, charts: ChartFacts) -> None:
    """Add laws 19 and 36."""
    answers = _turn(findings)
    if "slip" not in auction.hints and not auction.asides:
        answers["admissible"] = "no"
    if findings.after == "lho" and findings.in_turn is not None:
        answers["lho_called"] = "yes"
    charts["inadmissible-double"] = answers


def _above_seven(findings: Findings, charts: ChartFacts) -> None:
    """Add law 38."""
    answers = _turn(findings)
    if findings.after == "lho" and findings.in_turn is not None:
        if findings.in_turn:
            answers["lho_called"] = "yes"
        else:
            answers["first_after"] = "lho"
    charts["bid-above-seven"] = answers


def _late(auction: Auction, findings: Findings) -> ChartFacts:
    """Return the facts of law 39: a call after the final pass."""
    bid = any(call.code[0].isdigit() for call in auction.calls[: findings.offence])
    answers = {"auction_over": "three_passes" if bid else "all_passed"}
    if findings.after == "lho":
        answers["lho_called"] = "yes"
    if findings.late_side:
        answers["offender_side"] = findings.late_side
    answers["late_call"] = "pass" if findings.kind == "pass" else "other"
    return {"call-after-final-pass": answers, "end-of-auction": {"how_ended": "call_after"}}


def _ended(auction: Auction, findings: Findings) -> ChartFacts:
    """Return the facts of law 22: three passes after a bid, four if nobody bid, all in turn."""
    if findings.turn_lost:
        return _TURN_LOST
    if not findings.ended:
        return {}
    charts: ChartFacts = {"end-of-auction": {"how_ended": findings.ended}}
    if auction.listed:
        charts["missed-turn-three-passes"] = {
            "three_passes": "yes",
            "skipped": "no" if findings.ended == "contract" else "no_bid",
        }
    return charts
