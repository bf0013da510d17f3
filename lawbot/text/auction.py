"""A written auction: which calls, by whom, and what the words around them say. Read from a text by
one pass over its pieces; never raises."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lawbot.text.pieces import Gap, Piece, dealer_among, pieces_of_auction

SEATS = "NESW"
PLACES = {"N": 0, "E": 1, "S": 2, "W": 3, "me": 0, "lho": 1, "partner": 2, "rho": 3}
_FAR = 60
"""Pieces before a call that are looked at for what makes it a mention, and for the player."""
_SPOKEN = 6
"""Letters from which on a player behind a call is no abbreviation: '3D on my left'."""
_HINTS = ("turn", "slip", "bound", "together", "low", "altered", "ruling", "lost", "unruled")
_NO_ACT = ("supposed", "holds", "plays", "whose", "before", "sub", "over", "meant", "ruling")
"""What makes a call a mere mention."""


class Made(NamedTuple):
    """A call that was made: 2H, 1N, P, X or XX. ``place`` is the caller's, clockwise, where it is
    known (North or the first caller: 0).

    ``implied`` says that the way of writing leaves out passes before it; ``unsure`` that something
    between the call before and this one was not understood.
    """

    code: str
    start: int
    end: int
    place: int | None = None
    labelled: bool = False
    implied: bool = False
    unsure: bool = False
    taken: tuple[int, ...] | None = None
    """Whether the words beside the call say that it was made at another's turn: whose, where they
    are named (None: nothing said)."""


class Aside(NamedTuple):
    """A call named as the replacement of another ('replacement') or as what was meant
    ('intention'); ``after`` calls had been read."""

    code: str
    kind: str
    after: int


class Auction(NamedTuple):
    """The calls in the order made. ``frame`` is 'compass', 'players' (me, partner, LHO, RHO),
    'order' (from the first caller) or 'none'."""

    calls: tuple[Made, ...]
    dealer: int | None = None
    frame: str = "order"
    listed: bool = False
    """Whether each call is written with its player and the passes are written too."""
    unread: bool = False
    """Whether a call that was not understood is named after the last one."""
    hints: frozenset[str] = frozenset()
    asides: tuple[Aside, ...] = ()
    afterwards: tuple[tuple[str, int], ...] = ()
    """The calls told after the first words of a ruling, each with its caller's place."""

    def seat(self, place: int | None) -> str | None:
        """The compass seat of a place, where seats were named."""
        return None if place is None or self.frame != "compass" else SEATS[place % 4]


@dataclass(slots=True)
class _Found:
    """A call as it is read: with the player it is labelled with, the pieces before it, and the
    number of its last one."""

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
    tokens: Sequence[Piece]
    found: list[_Found] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    last: int = -1
    hole: bool = False
    spoilt: bool = False
    ended: bool = False
    dealer: str | None = None
    afterwards: list[tuple[str, str]] = field(default_factory=list)

    def read(self) -> None:
        for number, token in enumerate(self.tokens):
            if number <= self.last:
                continue
            if "ruling" in token.kinds and self.found:
                self.go_on(number)
                return
            if "all_pass" in token.kinds and self.found:
                self.all_pass(token, number)
            elif "call" in token.kinds:
                self.call(token, number, Gap(self.before(number)))
            if self.spoilt or self.ended:
                return

    def go_on(self, ruled: int) -> None:
        """The calls that players are told to have made after the ruling."""
        for number in range(ruled, len(self.tokens)):
            gap = Gap(self.tokens[ruled:number]) if "call" in self.tokens[number].kinds else None
            if gap and gap.label in PLACES and gap.told and not _any(gap.near, *_NO_ACT):
                self.afterwards.append((self.tokens[number].value, gap.label))

    def before(self, number: int) -> Sequence[Piece]:
        """The pieces between the last call and a place."""
        return self.tokens[max(self.last + 1, number - _FAR) : number]

    def call(self, token: Piece, number: int, gap: Gap) -> None:
        """Judges a call by what is said of it: it is made, only named, or makes the whole unsure."""
        near = gap.near
        if not gap.pieces and self.names_a_bid(token):
            self.spoilt = True
        elif self.names_again(token, gap):
            return
        elif gap.over and len(self.found) == 1 and not self.hole:
            if token.value[0].isdigit():
                self.under(token, number, gap)
            else:
                self.spoilt = True
        elif gap.aside:
            self.asides.append(Aside(token.value, gap.aside, len(self.found)))
            self.hole = True
        elif not self.found and _any(near, "plays"):
            self.spoilt = True  # 'dummy played the 9S, West 8S': cards of a trick
        elif _any(near, "supposed", "holds", "plays", "whose", "altered") or (
            gap.over and self.found
        ):
            known = {found.code for found in self.found if found.code[0].isdigit()}
            self.hole = self.hole or token.value not in known
        elif any(
            "before" in piece.kinds or ("sub" in piece.kinds and self.found) for piece in near
        ):
            told = len(self.found) > 1 or (
                self.dealer is not None and any(item.label for item in self.found)
            )
            self.ended, self.spoilt = told, not told  # the order of what follows is not sure
        else:
            self.made(token, number, gap)

    def made(self, token: Piece, number: int, gap: Gap) -> None:
        """Takes a call that somebody seems to have made: the first one, or one that follows those
        before it."""
        if not self.found:
            mentions = token.form == "word" or not token.value[0].isdigit()
            if not (mentions and gap.mentioned):
                self.take(token, number, gap, gap.label, tight=True)
        elif gap.counted:
            self.spoilt = True  # '2H, 2C and 3D' counts bids up
        elif gap.tight:
            self.take(token, number, gap, gap.label, tight=not _any(gap.pieces, "verb", "joiner"))
        elif gap.label is not None and gap.told:
            self.take(token, number, gap, gap.label, tight=False)
        else:
            self.hole = True

    def take(self, token: Piece, number: int, gap: Gap, label: str | None, *, tight: bool) -> None:
        """Puts a call down, with who made it where that is written behind it: '2S by me', '3D on my
        left'."""
        after = self.tokens[number + 1 : number + 3]
        self.last = number
        if len(after) == 2 and "by" in after[0].kinds and "who" in after[1].kinds:
            label, self.last = after[1].value, number + 2
        elif (
            after
            and after[0].kinds & {"lho", "rho"}
            and "who" in after[0].kinds
            and after[0].end - after[0].start > _SPOKEN
        ):
            label, self.last = after[0].value, number + 1
        around = self.tokens[number - 1 : number + 2] if number else ()
        bracketed = len(around) == 3 and "open" in around[0].kinds and "close" in around[2].kinds
        before = self.tokens[self.found[-1].number + 1 if self.found else 0 : number]
        subjects = gap.subjects if label is not None else ()
        if len(subjects) > 1 and token.value != "P":
            label, subjects = "?", ()
        for name in (*subjects[:-1], label):
            self.found.append(
                _Found(
                    token.value,
                    token.start,
                    token.end,
                    name,
                    bracketed,
                    tight,
                    before,
                    self.last,
                    unsure=self.hole,
                )
            )
            self.hole = False

    def under(self, token: Piece, number: int, gap: Gap) -> None:
        """'2H over 2S': the call named second came first."""
        upper = self.found[0]
        owner = next((piece.value for piece in gap.pieces if piece.kinds & {"who", "whose"}), None)
        self.take(token, number, gap, owner, tight=True)
        lower = self.found.pop()
        upper.implied = owner is None and upper.label is not None
        upper.tight = owner is None and upper.label is None
        self.found = [lower, upper]

    def names_a_bid(self, token: Piece) -> bool:
        """'1NT redoubled' is a contract, 'double four spades' a double that names what it doubles
        (19A3): neither is an auction."""
        if not self.found:
            return False
        last = self.found[-1]
        if "participle" in token.kinds:
            return last.code[0].isdigit()
        before = self.tokens[last.number]
        doubles = (
            before.form == "word"
            and before.value in ("X", "XX")
            and (len(self.found) == 1 or last.label is not None)
        )
        return doubles and token.value[0].isdigit()

    def names_again(self, token: Piece, gap: Gap) -> bool:
        """Return whether a call is named that has been told: "he said 'oops' after his pass"."""
        owned = bool(gap.pieces) and not gap.pieces[-1].kinds.isdisjoint(("own", "whose"))
        return owned and not gap.over and token.value in {found.code for found in self.found}

    def all_pass(self, token: Piece, number: int) -> None:
        """'all pass', unless it tells what was before: 'double after three passes'."""
        codes = [found.code for found in self.found]
        if _any(self.before(number), "sub", "over", "before") or codes[0] in ("X", "XX"):
            self.spoilt = True
            return
        bids = any(code not in ("P", "X", "XX") for code in codes)
        trailing = len(codes) - max(
            (place for place, code in enumerate(codes, 1) if code != "P"), default=0
        )
        for _ in range((3 if bids else 4) - trailing):
            self.found.append(_Found("P", token.start, token.end, None, unsure=self.hole))
        self.last = number


def read_auction(pieces: Sequence[Piece], line: str) -> Auction | None:
    """Return the auction told by the pieces of a line, or None.

    Two calls must stand together; one is enough for a named player beside a named dealer.
    """
    told = pieces_of_auction(pieces, line)
    dealer = dealer_among(told)
    reader = _Reader(told, dealer=dealer)
    reader.read()
    if reader.spoilt or not reader.found:
        return None
    behind = told[reader.last + 1].kinds if reader.last + 1 < len(told) else frozenset[str]()
    counted = all(piece.value == "," for piece in told[: reader.last] if "call" not in piece.kinds)
    if (behind & {"holds", "plays"} or (counted and "word" in behind)) and not any(
        item.label for item in reader.found
    ):
        return None
    if len(reader.found) < 2 and (dealer is None or reader.found[0].label in (None, "?")):
        return None
    read = told[: reader.last + 1]
    hints = frozenset(hint for hint in _HINTS if _any((read if hint == "bound" else told), hint))
    return _placed(reader, dealer, hints)


def _placed(reader: _Reader, dealer: str | None, hints: frozenset[str]) -> Auction:
    found = reader.found
    labels = {item.label for item in found if item.label} | ({dealer} if dealer else set())
    frame = (
        "compass"
        if labels & set(SEATS)
        else "players"
        if labels - {"?", "next"}
        else "order"
        if not labels
        else "none"
    )
    names = (
        set(SEATS)
        if frame == "compass"
        else {"me", "lho", "partner", "rho"}
        if frame == "players"
        else set()
    )
    start = PLACES[dealer] if dealer in names and dealer is not None else None
    brackets = not labels and 0 < sum(item.bracketed for item in found) < len(found)
    calls: list[Made] = []
    for number, item in enumerate(found):
        implied = item.implied
        if item.label == "next":
            before = calls[-1].place if number and not item.unsure else None
            place = None if before is None else (before + 1) % 4
        elif item.label is not None:
            place = PLACES[item.label] if item.label in names else None
        elif number == 0:
            place = 0 if frame == "order" else start if start is not None else _back(found, names)
        else:
            place = _next(calls[-1].place, item)
            if brackets and place is not None and item.bracketed == found[number - 1].bracketed:
                place, implied = (place + 1) % 4, True
        taken = _taken(reader, number, names)
        calls.append(
            Made(
                item.code,
                item.start,
                item.end,
                place,
                item.label is not None,
                implied,
                item.unsure,
                taken,
            )
        )
    listed = all(item.label is not None and item.tight for item in found) and any(
        item.code == "P" for item in found
    )
    unread = _any(reader.tokens[reader.last + 1 :], "call")
    afterwards = tuple((code, PLACES[label]) for code, label in reader.afterwards if label in names)
    return Auction(
        tuple(calls), start, frame, listed, unread, hints, tuple(reader.asides), afterwards
    )


def _taken(reader: _Reader, number: int, names: set[str]) -> tuple[int, ...] | None:
    """Whether the words beside a call say that it was another's turn, and whose: 'out of turn', 'it
    was East's turn', 'before East had called'."""
    found = reader.found
    before = found[number].before
    following = found[number + 1] if number + 1 < len(found) else None
    after = reader.tokens[found[number].number + 1 :] if following is None else following.before
    ahead, behind = _parted(before)[1] if number else before, _parted(after)[0]
    alone = following is None or len(behind) < len(after)
    owners: set[int] = set()
    said = False
    if number == 0 and reader.dealer is None and _any(ahead, "turn", "before"):
        return ()
    for beside, here in ((ahead, True), (behind, False)):
        for place, piece in enumerate(beside):
            if "turn" in piece.kinds:
                named = [
                    near for near in beside[max(0, place - 2) : place + 3] if "whose" in near.kinds
                ]
            elif (
                "before" in piece.kinds
                and (here or (place < 2 and alone))
                and _early(beside, place)
            ):
                named = [near for near in beside[place + 1 : place + 3] if "who" in near.kinds][:1]
            else:
                continue
            said = True
            owners |= {PLACES[near.value] for near in named if near.value in names}
    return tuple(sorted(owners)) if said else None


def _next(place: int | None, item: _Found) -> int | None:
    return (place + 1) % 4 if place is not None and item.tight and not item.unsure else None


def _back(found: Sequence[_Found], names: set[str]) -> int | None:
    """The place of a first caller who is not named, from the first player who is, if the calls
    between stand side by side."""
    for number, item in enumerate(found):
        if number and (not item.tight or item.unsure):
            return None
        if item.label is not None:
            return (PLACES[item.label] - number) % 4 if item.label in names else None
    return None


def _early(pieces: Sequence[Piece], place: int) -> bool:
    """Whether 'before' is followed by a player who had not called, not by the lead or the Director."""
    rest = pieces[place + 1 : place + 6]
    known = bool(rest) and (
        "who" in rest[0].kinds or rest[0].value in ("him", "her", "them", "he", "she")
    )
    return known and not _any(rest, "led", "ruling", "low")


def _parted(gap: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """The words between two calls: those that speak of the first, and those that speak of the
    second."""
    for kinds in (("stop",), ("comma", "joiner")):
        for place, piece in enumerate(gap):
            if piece.kinds.intersection(kinds):
                return gap[:place], gap[place:]
    return gap, gap


def _any(gap: Iterable[Piece], *kinds: str) -> bool:
    """Whether a piece can be one of these."""
    return any(not piece.kinds.isdisjoint(kinds) for piece in gap)
