"""What a told auction settles in the flow charts: facts and answers by their names in
data/situations."""

from functools import lru_cache

from lawbot.text.auction import Auction
from lawbot.text.judging import Findings, judged, rank

Facts = dict[str, dict[str, str]]


@lru_cache(maxsize=16)
def proved(text: str) -> Facts:
    """The facts that an auction told in a text proves, by chart."""
    told = judged(text)
    return facts(*told) if told else {}


@lru_cache(maxsize=16)
def disproved(text: str) -> frozenset[str]:
    """Return the charts of an offence that the auction told in a text proves not to have happened:
    an inadmissible double, where each is legal."""
    told = judged(text)
    if told is None:
        return frozenset()
    auction, found = told
    doubled = any(call.code in ("X", "XX") for call in auction.calls)
    unsure = (
        found.doubt
        or auction.unread
        or any(call.unsure or call.place is None for call in auction.calls)
    )
    clean = found.offence is None and not auction.asides
    return frozenset({"inadmissible-double"}) if doubled and clean and not unsure else frozenset()


def facts(auction: Auction, found: Findings) -> Facts:
    """Facts of each chart that the auction proves. Nothing where the text claims what its calls do
    not show, or where several things went wrong."""
    hints = auction.hints
    if found.doubt or "together" in hints or "bound" in hints:
        return {}
    if found.offence is None:
        return {} if hints & {"turn", "low", "slip"} or auction.asides else _ended(auction, found)
    if found.others or ("low" in hints and not found.insufficient):
        return {}
    if found.turn_lost:
        return {
            "missed-turn-three-passes": {"three_passes": "yes", "skipped": "yes"},
            "end-of-auction": {"how_ended": "turn_missed"},
        }
    if found.late:
        return {} if hints & {"turn", "slip"} or auction.asides else _late(auction, found)
    result: Facts = {}
    if found.in_turn is False:
        _out_of_rotation(auction, found, result)
    if found.insufficient and not found.above_seven:
        _insufficient(auction, found, result)
    if found.admissible is False:
        _inadmissible(auction, found, result)
    if found.above_seven:
        _above_seven(found, result)
    return {chart: known for chart, known in result.items() if known}


def _turn(found: Findings) -> dict[str, str]:
    """Whether it was the offender's turn (27A2)."""
    if found.in_turn is None:
        return {}
    if found.in_turn is False and found.whose_turn == "lho" and found.called_before is not False:
        return {}
    return {"in_turn": "yes" if found.in_turn else "no"}


def _insufficient(auction: Auction, found: Findings, result: Facts) -> None:
    """Law 27: in turn or not, called over or not, and a replacement that is surely no better."""
    known = _turn(found)
    if found.in_turn is not False:
        if found.after == "lho" and "altered" not in auction.hints:
            known["lho_called"] = "yes"
        changed = [
            aside.code
            for aside in auction.asides
            if aside.kind == "replacement" and aside.after == (found.offence or 0) + 1
        ]
        if len(changed) == 1 and changed[0] == "P":
            known["replacement"] = "other_call"
        elif len(changed) == 1 and changed[0] in ("X", "XX"):
            known["replacement"] = "double"
        elif (
            not changed
            and "altered" not in auction.hints
            and (put := _put_in_place(auction, found))
        ):
            known["replacement"] = put
    result["insufficient-bid"] = known


def _put_in_place(auction: Auction, found: Findings) -> str:
    """What the offender has called first of all after the ruling, where it surely is no good bid
    (27B2 to 27B4)."""
    wrong = auction.calls[found.offence or 0]
    code, place = auction.afterwards[0] if auction.afterwards else ("", -1)
    if place != wrong.place or found.over is None:
        return ""
    if code[0].isdigit():
        return "too_low_again" if rank(code) <= rank(auction.calls[found.over].code) else ""
    return "other_call" if code == "P" else "double"


def _since_cancelled(auction: Auction, found: Findings) -> dict[str, str]:
    """What was called after the ruling, where the player first calls whose turn it was (29A, 30A,
    31A, 32A)."""
    offender = auction.calls[found.offence or 0].place
    turn = {"lho": 1, "partner": 2, "rho": 3}.get(found.whose_turn or "")
    if (
        offender is None
        or turn is None
        or not auction.afterwards
        or auction.afterwards[0][1] != (offender + turn) % 4
    ):
        return {}
    again = any(place == offender for _code, place in auction.afterwards)
    if found.whose_turn != "rho":
        return {"recalled": "yes"} if again else {}
    passed = auction.afterwards[0][0] == "P"
    return {"rho_call": "pass" if passed else "acts"} if passed or again else {}


def _out_of_rotation(auction: Auction, found: Findings, result: Facts) -> None:
    """Laws 28 to 32: whose turn, what call, who called after it."""
    known: dict[str, str] = {}
    hints, slip = auction.hints, "slip" in auction.hints or bool(auction.asides)
    if found.whose_turn:
        known["whose_turn"] = found.whose_turn
        if found.whose_turn == "lho" and found.called_before is not None and not slip:
            known["called_before"] = "yes" if found.called_before else "no"
    meant = {} if slip or found.above_seven else {"call_kind": found.kind}
    result["call-out-of-rotation"] = known | meant
    if found.above_seven or (found.called_before is not False and found.whose_turn == "lho"):
        return
    question = {"rho": "accepts_at_rho", "partner": "accepts", "lho": "accepts_at_lho"}[
        found.whose_turn or "rho"
    ]
    after = dict(known)
    # That the right player called proves nothing: it may have been before the ruling, which
    # wipes the call out (28B), or after it.
    if (
        known
        and found.after == "lho"
        and not slip
        and not hints & {"altered", "ruling"}
        and found.admissible is not False
    ):
        after[question] = "yes"
    if found.after == "right" and found.whose_turn == "rho" and "unruled" in hints:
        after[question] = "own_turn"
    after |= _since_cancelled(auction, found)
    if found.kind == "pass":
        result["pass-out-of-rotation"] = after
    elif found.kind == "bid":
        insufficient = (
            {}
            if found.insufficient is None
            else {"insufficient": "yes" if found.insufficient else "no"}
        )
        result["bid-out-of-rotation"] = after | insufficient
    else:
        admissible = (
            {}
            if found.admissible is None or slip
            else {"admissible": "yes" if found.admissible else "no"}
        )
        result["double-out-of-rotation"] = after | admissible


def _inadmissible(auction: Auction, found: Findings, result: Facts) -> None:
    """Laws 19 and 36."""
    known = _turn(found)
    if "slip" not in auction.hints and not auction.asides:
        known["admissible"] = "no"
    if found.after == "lho" and found.in_turn is not None:
        known["lho_called"] = "yes"
    result["inadmissible-double"] = known


def _above_seven(found: Findings, result: Facts) -> None:
    """Law 38."""
    known = _turn(found)
    if found.after == "lho" and found.in_turn is not None:
        known |= {"lho_called": "yes"} if found.in_turn else {"first_after": "lho"}
    result["bid-above-seven"] = known


def _late(auction: Auction, found: Findings) -> Facts:
    """Law 39: a call after the final pass."""
    bid = any(call.code[0].isdigit() for call in auction.calls[: found.offence])
    known = {"auction_over": "three_passes" if bid else "all_passed"}
    if found.after == "lho":
        known["lho_called"] = "yes"
    if found.late_side:
        known["offender_side"] = found.late_side
    known["late_call"] = "pass" if found.kind == "pass" else "other"
    return {"call-after-final-pass": known, "end-of-auction": {"how_ended": "call_after"}}


def _ended(auction: Auction, found: Findings) -> Facts:
    """Law 22: three passes after a bid, four where nobody bid, all in turn."""
    if found.turn_lost:
        return {
            "missed-turn-three-passes": {"three_passes": "yes", "skipped": "yes"},
            "end-of-auction": {"how_ended": "turn_missed"},
        }
    if not found.ended:
        return {}
    result: Facts = {"end-of-auction": {"how_ended": found.ended}}
    if auction.listed:
        result["missed-turn-three-passes"] = {
            "three_passes": "yes",
            "skipped": "no" if found.ended == "contract" else "no_bid",
        }
    return result
