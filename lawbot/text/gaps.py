"""The words between two calls: who called, whether the calls follow each other, what makes a call a mere mention."""

from collections.abc import Sequence

from lawbot.text.pieces import Piece

SEPARATORS = ("comma", "dash", "open", "close", "quote")


def subjects(gap: Sequence[Piece]) -> list[str]:
    """The players of 'South, West and North pass'; empty where one player is named."""
    place = len(gap) - 1
    while place >= 0 and gap[place].is_("filler", "verb"):
        place -= 1
    names: list[str] = []
    joined = False
    while place >= 0 and gap[place].is_("who"):
        names.append(gap[place].value)
        place -= 1
        if place >= 1 and gap[place - 1].is_("who") and (gap[place].is_("joiner") or (joined and gap[place].value == ",")):
            joined = True
            place -= 1
        else:
            break
    begins = place < 0 or gap[place].is_("comma", "stop", "joiner")
    return names[::-1] if joined and begins else []


def near(gap: Sequence[Piece]) -> Sequence[Piece]:
    """What stands before a call in its own clause."""
    for number in range(len(gap) - 1, -1, -1):
        if gap[number].is_("comma", "stop", "joiner", "dash", "close", "open"):
            return gap[number + 1 :]
    return gap


def over(gap: Sequence[Piece]) -> bool:
    """Whether one call is told to lie over the other: '2H over my 2S'."""
    pieces = [piece for piece in gap if not piece.is_("filler", "quote")]
    return (
        bool(pieces) and len(pieces) <= 4 and pieces[0].is_("over") and all(piece.is_("over", "who", "whose", "word") for piece in pieces)
    )


def aside(gap: Sequence[Piece]) -> str:
    """What makes the call no part of the auction: the replacement of another, or an intention."""
    for piece in reversed(gap):
        if piece.is_("stop"):
            return ""
        if piece.is_("replaced"):
            return "replacement"
        if piece.is_("meant"):
            return "intention"
    return ""


def clause(near: Sequence[Piece]) -> Sequence[Piece]:
    """What belongs to the call itself where 'before', 'while' or 'after' open a clause with a subject of its own: 'before East called West bid'."""
    if not any(piece.is_("before", "sub") for piece in near):
        return near
    players = [number for number, piece in enumerate(near) if piece.is_("who")]
    apart = len(players) == 2 and players[1] - players[0] > 1 and near[0].is_("before", "sub") and len(near) - players[1] <= 3
    return near[players[1] :] if apart else near


def label(gap: Sequence[Piece]) -> str | None:
    """The player who made the call: the last one named, if the name begins a clause."""
    for number in range(len(gap) - 1, -1, -1):
        piece = gap[number]
        if piece.is_("small") and number != len(gap) - 1:
            continue
        if piece.is_("who", "small"):
            before = gap[number - 1] if number else None
            subject = before is None or before.is_(*SEPARATORS, "stop", "joiner", "filler", "cue", "dealer", "sub", "before")
            return piece.value if subject or all(later.is_("verb", "filler", "quote") for later in gap[number + 1 :]) else "?"
    return None


def tight(gap: Sequence[Piece]) -> bool:
    """Whether nothing but signs, a player and small words stands between two calls."""
    plain = all(
        piece.is_(*SEPARATORS, "who", "small", "verb", "filler", "joiner") or (piece.is_("stop") and (piece.value in ";!?" or named(gap)))
        for piece in gap
    )
    return plain and sum(piece.is_("who") for piece in gap) <= 1


def named(gap: Sequence[Piece]) -> bool:
    """Whether a player is named."""
    return any(piece.is_("who") for piece in gap)


def told(near: Sequence[Piece]) -> bool:
    """Whether the clause says that somebody made the call: a player or a verb of calling stands right before it."""
    last = next((piece for piece in reversed(near) if not piece.is_("filler", "quote")), None)
    return last is not None and last.is_("verb", "who")


def dealer(pieces: Sequence[Piece]) -> str | None:
    """The player named as dealer."""
    for number, piece in enumerate(pieces):
        if not piece.is_("dealer"):
            continue
        after = [later for later in pieces[number + 1 : number + 4] if not (later.is_("comma") and later.value in ":→")]
        before = [earlier for earlier in pieces[max(0, number - 2) : number] if not earlier.is_("comma")]
        if after and after[0].is_("who"):
            if not (before and before[-1].is_("who")):
                return after[0].value
        elif before and before[-1].is_("who"):
            return before[-1].value
        if before and before[-1].is_("who") and number and pieces[number - 1].is_("who"):
            return before[-1].value
    return None


def dashed(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """Dashes that stand for passes: two or more set apart in a row, or one between commas. A single dash only parts two calls."""
    alone = [
        piece.is_("dash")
        and text[max(0, piece.start - 1) : piece.start].strip() in ("", ",")
        and text[piece.end : piece.end + 1].strip() in ("", ",")
        for piece in pieces
    ]

    def beside(number: int) -> bool:
        around = [place for place in (number - 1, number + 1) if 0 <= place < len(pieces)]
        return any(alone[place] for place in around) or (len(around) == 2 and all(pieces[place].value == "," for place in around))

    if not any(alone[number] and beside(number) for number in range(len(pieces))):
        return list(pieces)
    first = next((number for number, piece in enumerate(pieces) if piece.is_("call")), len(pieces))
    return [
        Piece(frozenset({"call"}), "P", piece.start, piece.end, "short") if alone[number] and number > first else piece
        for number, piece in enumerate(pieces)
    ]


def without_comments(pieces: list[Piece]) -> list[Piece]:
    """The pieces without what is said of a call in brackets: '1NT (15-17)'. Brackets with a call, a player or a turn in them stay."""
    kept: list[Piece] = []
    opened = -1
    for piece in pieces:
        if piece.is_("open"):
            opened = len(kept)
        elif piece.is_("call", "who", "whose", "turn", "before", "lost", "ruling", "replaced", "meant", "altered", "slip", "low", "bound"):
            opened = -1
        kept.append(piece)
        if piece.is_("close") and opened >= 0:
            del kept[opened:]
            opened = -1
    return kept


_LONGEST_ASIDE = 14
"""Pieces between the commas of 'West, who had not seen it, bids'."""


def without_asides(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without what is put between a player and the call: 'West, who had not seen it, bids'. What is said there of a turn stands
    before the player: 'before East had called West bids'."""
    kept: list[Piece] = []
    at = 0
    while at < len(pieces):
        kept.append(pieces[at])
        end = _aside_end(pieces, at)
        if end and any(piece.is_("turn", "before", "whose") for piece in pieces[at + 2 : end]):
            kept[-1:] = [*pieces[at + 2 : end + 1], pieces[at]]
        at = end + 1 if end else at + 1
    return kept


def _aside_end(pieces: Sequence[Piece], at: int) -> int:
    """The place of the comma behind an aside that begins behind the player at a place; 0 where there is none."""
    if (
        not pieces[at].is_("who")
        or at + 4 > len(pieces)
        or pieces[at + 1].value != ","
        or pieces[at + 2].is_("who", "call", "dealer", "joiner")
    ):
        return 0
    for end in range(at + 3, min(at + _LONGEST_ASIDE, len(pieces) - 1)):
        if pieces[end].value == ",":
            return end if pieces[end + 1].is_("verb", "call") else 0
        if pieces[end].is_("stop", "ruling", "bound", "open", "close") or (pieces[end].is_("call") and pieces[end].value[0].isdigit()):
            return 0
    return 0


def early(pieces: Sequence[Piece], place: int) -> bool:
    """Whether 'before' is followed by a player who had not called, not by the lead or the Director."""
    rest = pieces[place + 1 : place + 6]
    known = bool(rest) and (rest[0].is_("who") or rest[0].value in ("him", "her", "them", "he", "she"))
    return known and not any(piece.is_("led", "ruling", "low") for piece in rest)


def parted(gap: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """The words between two calls: those that speak of the first, and those that speak of the second."""
    for kinds in (("stop",), ("comma", "joiner")):
        for place, piece in enumerate(gap):
            if piece.is_(*kinds):
                return gap[:place], gap[place:]
    return gap, gap
