"""A written auction: its calls, their callers, and the remarks around them.

It is read in one pass over the pieces of a text. Nothing here raises.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from lawbot.message.auction_pieces import Gap, Piece, dealer_among, pieces_of_auction

SEATS = "NESW"
PLACES = {"N": 0, "E": 1, "S": 2, "W": 3, "me": 0, "lho": 1, "partner": 2, "rho": 3}
_NAMES = {
    "compass": frozenset(SEATS),
    "players": frozenset({"me", "lho", "partner", "rho"}),
}
"""Names of the players of a frame."""
_LOOK_BACK = 60
"""Most pieces before a call that are searched for its caller and for the words of a mention."""
_LONGEST_ABBREVIATION = 6
"""Longest abbreviation of a player; a longer name behind a call names its caller: '3D on my
left'."""
_HINTS = ("turn", "slip", "bound", "together", "low", "altered", "ruling", "lost", "unruled")
_NO_ACT = ("supposed", "holds", "plays", "whose", "before", "sub", "over", "meant", "ruling")
"""Kinds of the words that make a call a mere mention."""


class Made(NamedTuple):
    """A call that was made: 2H, 1N, P, X or XX.

    ``place`` is the caller's, clockwise from North or the first caller; None if unknown. A call is
    ``implied`` if passes before it are not written, and ``unsure`` if something between the call
    before and this one was not understood.
    """

    code: str
    start: int
    end: int
    place: int | None = None
    labelled: bool = False
    implied: bool = False
    unsure: bool = False
    turn_owners: tuple[int, ...] | None = None
    """Places of the players whose turn it was by the words beside the call; None without such
    words, empty if they name nobody."""


class Aside(NamedTuple):
    """A call named as a 'replacement' of another or as an 'intention'.

    ``after`` is the number of calls read before it.
    """

    code: str
    kind: str
    after: int


class Auction(NamedTuple):
    """The calls in the order made.

    ``frame`` is 'compass', 'players' (me, partner, LHO, RHO), 'order' (from the first caller) or
    'none'.
    """

    calls: tuple[Made, ...]
    dealer: int | None = None
    frame: str = "order"
    listed: bool = False
    """True if each call is written with its player and the passes are written too."""
    unread: bool = False
    """True if a call that was not understood is named after the last one."""
    hints: frozenset[str] = frozenset()
    asides: tuple[Aside, ...] = ()
    afterwards: tuple[tuple[str, int], ...] = ()
    """The calls told after the first words of a ruling, each with its caller's place."""

    def seat(self, place: int | None) -> str | None:
        """Return the compass seat of a place, or None if no seats were named."""
        return None if place is None or self.frame != "compass" else SEATS[place % 4]


@dataclass(slots=True)
class _WrittenCall:
    """A call as written, with its label and the pieces before it.

    ``number`` is the index of its last piece.
    """

    code: str
    start: int
    end: int
    label: str | None
    bracketed: bool = False
    tight: bool = True
    before: Sequence[Piece] = ()
    number: int = -1
    unsure: bool = False
    implied: bool = False


@dataclass(slots=True)
class _Reader:
    """Reads the calls of an auction, one piece after the other."""

    pieces: Sequence[Piece]
    calls: list[_WrittenCall] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    last: int = -1
    """The index of the last piece of the last call."""
    hole: bool = False
    """True if something since the last call was not understood."""
    spoilt: bool = False
    """True if the text tells no auction that can be trusted."""
    ended: bool = False
    dealer: str | None = None
    afterwards: list[tuple[str, str]] = field(default_factory=list)

    def read(self) -> None:
        """Read all pieces, until the text is spoilt or its auction ends."""
        for number, piece in enumerate(self.pieces):
            if number <= self.last:
                continue
            # what was called after the director came is no part of the faulty auction
            if "ruling" in piece.kinds and self.calls:
                self.read_afterwards(number)
                return
            if "all_pass" in piece.kinds and self.calls:
                self.add_passes(piece, number)
            elif "call" in piece.kinds:
                self.judge_call(piece, number, Gap(self.before(number)))
            if self.spoilt or self.ended:
                return

    def read_afterwards(self, ruling: int) -> None:
        """Read the calls that players made after the ruling."""
        for number in range(ruling, len(self.pieces)):
            piece = self.pieces[number]
            if "call" not in piece.kinds:
                continue
            gap = Gap(self.pieces[ruling:number])
            # without a named player it may be an option that the director read out
            if gap.label in PLACES and gap.told and not _any(gap.near, *_NO_ACT):
                self.afterwards.append((piece.value, gap.label))

    def before(self, number: int) -> Sequence[Piece]:
        """Return the pieces between the last call and an index."""
        return self.pieces[max(self.last + 1, number - _LOOK_BACK) : number]

    def judge_call(self, piece: Piece, number: int, gap: Gap) -> None:
        """Add a call, put it aside, or call the text spoilt, by the words before it."""
        near = gap.near
        if not gap.pieces and self.names_a_bid(piece):
            self.spoilt = True
        elif self.names_again(piece, gap):
            return
        elif gap.over and len(self.calls) == 1 and not self.hole:
            if piece.value[0].isdigit():
                self.add_lower(piece, number, gap)
            else:
                self.spoilt = True
        elif gap.aside:
            self.asides.append(Aside(piece.value, gap.aside, len(self.calls)))
            self.hole = True
        elif not self.calls and _any(near, "plays"):
            self.spoilt = True  # 'dummy played the 9S, West 8S': cards of a trick
        elif _any(near, "supposed", "holds", "plays", "whose", "altered") or (
            gap.over and self.calls
        ):
            # a bid made before may be named again without harm
            bids = {call.code for call in self.calls if call.code[0].isdigit()}
            self.hole = self.hole or piece.value not in bids
        elif _any(near, "before") or (self.calls and _any(near, "sub")):
            # the order of what follows is not sure: an auction read so far ends here
            self.ended = len(self.calls) > 1 or (
                self.dealer is not None and any(call.label for call in self.calls)
            )
            self.spoilt = not self.ended
        else:
            self.add_if_made(piece, number, gap)

    def add_if_made(self, piece: Piece, number: int, gap: Gap) -> None:
        """Add a call that somebody seems to have made; else leave a hole, or spoil the text."""
        if not self.calls:
            # 'doubled' and 'passed' in a sentence are often no calls; '2H' nearly always is one
            mentions = piece.form == "word" or not piece.value[0].isdigit()
            if not (mentions and gap.mentioned):
                self.add(piece, number, gap, gap.label, tight=True)
        elif gap.counted:
            self.spoilt = True  # '2H, 2C and 3D' counts bids up
        elif gap.tight:
            self.add(piece, number, gap, gap.label, tight=not _any(gap.pieces, "verb", "joiner"))
        elif gap.label is not None and gap.told:
            self.add(piece, number, gap, gap.label, tight=False)
        else:
            self.hole = True

    def add(self, piece: Piece, number: int, gap: Gap, label: str | None, *, tight: bool) -> None:
        """Add a call, with the caller written behind it if any: '2S by me', '3D on my left'."""
        after = self.pieces[number + 1 : number + 3]
        self.last = number
        if len(after) == 2 and "by" in after[0].kinds and "who" in after[1].kinds:
            label, self.last = after[1].value, number + 2
        elif (
            after
            and after[0].kinds & {"lho", "rho"}
            and "who" in after[0].kinds
            and after[0].end - after[0].start > _LONGEST_ABBREVIATION
        ):
            label, self.last = after[0].value, number + 1
        around = self.pieces[number - 1 : number + 2] if number else ()
        bracketed = len(around) == 3 and "open" in around[0].kinds and "close" in around[2].kinds
        before = self.pieces[self.calls[-1].number + 1 if self.calls else 0 : number]
        subjects = gap.subjects if label is not None else ()
        # only a pass can be made by several players in a row
        if len(subjects) > 1 and piece.value != "P":
            label, subjects = "?", ()
        for name in (*subjects[:-1], label):
            self.calls.append(
                _WrittenCall(
                    piece.value,
                    piece.start,
                    piece.end,
                    name,
                    bracketed,
                    tight,
                    before,
                    self.last,
                    unsure=self.hole,
                )
            )
            self.hole = False

    def add_lower(self, piece: Piece, number: int, gap: Gap) -> None:
        """Add the lower bid of '2H over 2S', which is named second and came first."""
        upper = self.calls[0]
        owner = next((piece.value for piece in gap.pieces if piece.kinds & {"who", "whose"}), None)
        self.add(piece, number, gap, owner, tight=True)
        lower = self.calls.pop()
        upper.implied = owner is None and upper.label is not None
        upper.tight = owner is None and upper.label is None
        self.calls = [lower, upper]

    def names_a_bid(self, piece: Piece) -> bool:
        """Return if two calls side by side are no auction.

        '1NT redoubled' is a contract, 'double four spades' a double that names its bid (19A3).
        """
        if not self.calls:
            return False
        last = self.calls[-1]
        if "participle" in piece.kinds:
            return last.code[0].isdigit()
        before = self.pieces[last.number]
        doubles = (
            before.form == "word"
            and before.value in ("X", "XX")
            and (len(self.calls) == 1 or last.label is not None)
        )
        return doubles and piece.value[0].isdigit()

    def names_again(self, piece: Piece, gap: Gap) -> bool:
        """Return if a call made before is named again: "he said 'oops' after his pass"."""
        owned = bool(gap.pieces) and _any(gap.pieces[-1:], "own", "whose")
        # 'his pass over 2H' is a new call, 'his pass' alone the old one
        return owned and not gap.over and any(piece.value == call.code for call in self.calls)

    def add_passes(self, piece: Piece, number: int) -> None:
        """Add the passes of 'all pass', unless they came before: 'double after three passes'."""
        codes = [call.code for call in self.calls]
        if _any(self.before(number), "sub", "over", "before") or codes[0] in ("X", "XX"):
            self.spoilt = True
            return
        # three passes end an auction with a bid, four one without (22A, 22B)
        has_bid = any(code not in ("P", "X", "XX") for code in codes)
        trailing = len(codes) - max(
            (place for place, code in enumerate(codes, 1) if code != "P"), default=0
        )
        for _ in range((3 if has_bid else 4) - trailing):
            self.calls.append(_WrittenCall("P", piece.start, piece.end, None, unsure=self.hole))
        self.last = number


def read_auction(pieces: Sequence[Piece], line: str) -> Auction | None:
    """Return the auction told by the pieces of a line, or None.

    Two calls must stand together; one is enough for a named player beside a named dealer.
    """
    auction_pieces = pieces_of_auction(pieces, line)
    dealer = dealer_among(auction_pieces)
    reader = _Reader(auction_pieces, dealer=dealer)
    reader.read()
    if reader.spoilt or not reader.calls:
        return None
    end = reader.last + 1
    has_labels = any(call.label for call in reader.calls)
    # calls without players may be cards: '8S, 9S were played'
    if not has_labels and _are_cards(auction_pieces, end):
        return None
    # one call alone is an auction only if its turn can be told
    if len(reader.calls) < 2 and (dealer is None or reader.calls[0].label in (None, "?")):
        return None
    hints = frozenset(
        hint
        for hint in _HINTS
        if _any(auction_pieces[:end] if hint == "bound" else auction_pieces, hint)
    )
    return _placed(reader, dealer, hints)


def _are_cards(pieces: Sequence[Piece], end: int) -> bool:
    """Return if the words behind an index say that the calls before it are cards or a list."""
    behind = pieces[end].kinds if end < len(pieces) else frozenset[str]()
    signs = (piece for piece in pieces[: end - 1] if "call" not in piece.kinds)
    is_list = "word" in behind and all(piece.value == "," for piece in signs)
    return is_list or not behind.isdisjoint(("holds", "plays"))


def _placed(reader: _Reader, dealer: str | None, hints: frozenset[str]) -> Auction:
    """Return the auction of the calls read, each with the place of its caller."""
    written_calls = reader.calls
    labels = {call.label for call in written_calls if call.label} | ({dealer} if dealer else set())
    frame = _frame(labels)
    names = _NAMES.get(frame, frozenset())
    start = PLACES[dealer] if dealer in names and dealer is not None else None
    # where only one side's calls are in brackets, two of a side in a row leave out a pass
    bracket_count = sum(call.bracketed for call in written_calls)
    has_sides = not labels and 0 < bracket_count < len(written_calls)
    calls: list[Made] = []
    for number, item in enumerate(written_calls):
        implied = item.implied
        before = calls[-1].place if calls else None
        if item.label == "next":
            place = (before + 1) % 4 if before is not None and not item.unsure else None
        elif item.label is not None:
            place = PLACES[item.label] if item.label in names else None
        elif calls:
            place = _next_place(before, item)
            # brackets mark the opponents: '1H (2C) (3C)' leaves a pass out
            is_same_side = item.bracketed == written_calls[number - 1].bracketed
            if has_sides and place is not None and is_same_side:
                place, implied = (place + 1) % 4, True
        elif frame == "order":
            place = 0
        else:
            place = start if start is not None else _first_place(written_calls, names)
        owners = _turn_owners(reader, number, names)
        is_labelled = item.label is not None
        calls.append(
            Made(item.code, item.start, item.end, place, is_labelled, implied, item.unsure, owners)
        )
    labelled = all(call.label is not None and call.tight for call in written_calls)
    return Auction(
        tuple(calls),
        start,
        frame,
        listed=labelled and any(call.code == "P" for call in written_calls),
        unread=_any(reader.pieces[reader.last + 1 :], "call"),
        hints=hints,
        asides=tuple(reader.asides),
        afterwards=tuple(
            (code, PLACES[label]) for code, label in reader.afterwards if label in names
        ),
    )


def _frame(labels: Set[str]) -> str:
    """Return the frame of an auction with these names of players."""
    if labels & _NAMES["compass"]:
        return "compass"
    if labels - {"?", "next"}:
        return "players"
    return "none" if labels else "order"


def _turn_owners(reader: _Reader, number: int, names: Set[str]) -> tuple[int, ...] | None:
    """Return the places of the players whose turn it was by the words beside a call.

    'Out of turn' names nobody; 'it was East's turn' and 'before East had called' name East. None
    without such words.
    """
    calls = reader.calls
    before = calls[number].before
    following = calls[number + 1] if number + 1 < len(calls) else None
    after = reader.pieces[calls[number].number + 1 :] if following is None else following.before
    ahead = _parted(before)[1] if number else before
    behind = _parted(after)[0]
    is_alone = following is None or len(behind) < len(after)
    if number == 0 and reader.dealer is None and _any(ahead, "turn", "before"):
        return ()
    owners: set[str] = set()
    mentions_turn = False
    for gap in (ahead, behind):
        for index, piece in enumerate(gap):
            if "turn" in piece.kinds:
                mentions_turn = True
                around = gap[max(0, index - 2) : index + 3]
                owners |= {player.value for player in around if "whose" in player.kinds}
            elif "before" in piece.kinds and _names_late_caller(gap, index):
                if gap is behind and not (index < 2 and is_alone):
                    continue
                mentions_turn = True
                around = gap[index + 1 : index + 3]
                owners.update([player.value for player in around if "who" in player.kinds][:1])
    return tuple(sorted(PLACES[owner] for owner in owners & names)) if mentions_turn else None


def _next_place(place: int | None, item: _WrittenCall) -> int | None:
    """Return the place to the left of a place, if a call follows without a gap."""
    return (place + 1) % 4 if place is not None and item.tight and not item.unsure else None


def _first_place(calls: Sequence[_WrittenCall], names: Set[str]) -> int | None:
    """Return the place of the first caller, counted back from the first labelled call.

    The calls between must stand side by side.
    """
    for number, call in enumerate(calls):
        if number and (not call.tight or call.unsure):
            return None
        if call.label is not None:
            return (PLACES[call.label] - number) % 4 if call.label in names else None
    return None


def _names_late_caller(pieces: Sequence[Piece], index: int) -> bool:
    """Return if 'before' at an index names a player who had not called yet.

    'Before the lead' and 'before the Director came' name none.
    """
    rest = pieces[index + 1 : index + 6]
    is_player = bool(rest) and (
        "who" in rest[0].kinds or rest[0].value in ("him", "her", "them", "he", "she")
    )
    return is_player and not _any(rest, "led", "ruling", "low")


def _parted(gap: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Return the words between two calls in two parts: about the first, about the second."""
    for kinds in (("stop",), ("comma", "joiner")):
        for index, piece in enumerate(gap):
            if piece.kinds.intersection(kinds):
                return gap[:index], gap[index:]
    return gap, gap


def _any(gap: Iterable[Piece], *kinds: str) -> bool:
    """Return if a piece is of one of some kinds."""
    return any(not piece.kinds.isdisjoint(kinds) for piece in gap)
