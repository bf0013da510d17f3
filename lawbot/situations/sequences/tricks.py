"""A trick as people write it: who led, who has played since, whose lead it was. Laws 41A, 44, 53, 54 and 56."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lawbot.situations.sequences.auction import PLACES
from lawbot.situations.sequences.words import SEATS, Token, tokens


@dataclass(frozen=True, slots=True)
class Trick:
    """Compass seats as 0 to 3 from North: who led, who played after it in the order told, who led too, whose lead it was, who declares."""

    leader: int
    played: tuple[int, ...] = ()
    second_leader: int | None = None
    right_leader: int | None = None
    declarer: int | None = None
    opening: bool = False
    span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class TrickFindings:
    """What is sure of the trick. ``offender`` is the seat of a defender who led out of turn; ``whose_lead`` as the chart has it."""

    offender: str | None = None
    whose_lead: Literal["partner", "declarer", ""] = ""
    accepted: bool = False
    opening: bool = False


def read_trick(text: str) -> Trick | None:
    """The trick that a text tells, or None: somebody named by a compass seat must have led. Never raises."""
    pieces = tokens(text)
    leaders: list[tuple[int, Token]] = []
    played: list[int] = []
    for number, piece in enumerate(pieces):
        if not (piece.is_("led", "played") and (seat := _subject(pieces, number)) is not None):
            continue
        if piece.is_("led"):
            leaders.append((seat, piece))
        elif leaders:
            played.append(seat)
    if not leaders:
        return None
    seats = [seat for seat, _ in leaders]
    leader = seats[0]
    second = next((seat for seat in seats[1:] if seat != leader), None)
    if len(set(seats)) > 2:
        return None
    right = _right(pieces)
    opening = any(piece.is_("opening") for piece in pieces)
    first, last = leaders[0][1], leaders[-1][1]
    return Trick(leader, tuple(played), second, right, _declarer(pieces), opening, (first.start, last.end))


def _seat(piece: Token | None) -> int | None:
    return PLACES[piece.value] if piece is not None and piece.is_("who", "whose") and piece.value in SEATS and piece.value else None


def _subject(pieces: Sequence[Token], number: int) -> int | None:
    """Who led or played: the seat right before the verb, unless the clause only supposes it."""
    place = number - 1
    while place >= 0 and pieces[place].is_("filler"):
        place -= 1
    if place < 0 or not pieces[place].is_("who"):
        return None
    before = pieces[place - 1] if place else None
    if before is not None and before.is_("supposed", "by", "before", "instead"):
        return None
    return _seat(pieces[place])


def _right(pieces: Sequence[Token]) -> int | None:
    """Whose lead it was: 'it was South's lead', 'instead of West', 'West was on lead', 'West should have led'."""
    found: set[int] = set()
    for number, piece in enumerate(pieces):
        after = pieces[number + 1] if number + 1 < len(pieces) else None
        before = pieces[number - 1] if number else None
        near = pieces[number + 2] if number + 2 < len(pieces) else None
        seat = _seat(after)
        if (piece.is_("instead") and seat is not None) or (
            piece.is_("whose_lead")
            and after is not None
            and after.is_("whose")
            and near is not None
            and _of_lead(pieces, number + 2)
            and seat is not None
        ):
            found.add(seat)
        elif piece.is_("whose_lead") and not piece.is_("led") and before is not None and before.is_("who") and after is None:
            found |= _one(before)
    return found.pop() if len(found) == 1 else None


def _of_lead(pieces: Sequence[Token], number: int) -> bool:
    """'lead' or 'turn to lead', not 'turn to play'."""
    if pieces[number].is_("turn") and number + 1 < len(pieces):
        return pieces[number + 1].is_("whose_lead")
    return pieces[number].is_("led")


def _one(piece: Token) -> set[int]:
    seat = _seat(piece)
    return set() if seat is None else {seat}


def _declarer(pieces: Sequence[Token]) -> int | None:
    found: set[int] = set()
    for number, piece in enumerate(pieces):
        if not piece.is_("declarer"):
            continue
        after = pieces[number + 1 : number + 3]
        close = [later for later in after if not (later.is_("supposed") or later.is_("comma"))][:1]
        before = pieces[number - 1] if number else None
        named = before if before is not None and before.is_("who") else close[0] if close else None
        if (seat := _seat(named)) is not None:
            found.add(seat)
    return found.pop() if len(found) == 1 else None


def trick_findings(trick: Trick) -> TrickFindings:
    """Whether a defender led out of turn, at whose turn, and whether the next hand has played to it (53A)."""
    right = trick.right_leader
    if right is None and trick.opening and trick.declarer is not None:
        right = (trick.declarer + 1) % 4  # 41A: the defender on declarer's left
    if right is None or right == trick.leader:
        return TrickFindings(opening=trick.opening)
    partners = (right - trick.leader) % 2 == 0
    if trick.declarer is not None:
        declaring = (trick.declarer - trick.leader) % 2 == 0
        if declaring or (not partners and (trick.declarer - right) % 2):
            return TrickFindings(opening=trick.opening)
    elif partners:
        return TrickFindings(opening=trick.opening)  # without a declarer, a lead from the wrong one of his two hands looks the same
    accepted = bool(trick.played) and trick.played[0] == (trick.leader + 1) % 4
    return TrickFindings(SEATS[trick.leader], "partner" if partners else "declarer", accepted, trick.opening)
