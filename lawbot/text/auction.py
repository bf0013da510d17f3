"""A written auction: which calls, by whom, and what the words around them say. Read from a text by one pass over its pieces; never raises."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lawbot.text import gaps
from lawbot.text.pieces import SEATS, Piece, pieces
from lawbot.text.tokens import straight

PLACES = {"N": 0, "E": 1, "S": 2, "W": 3, "me": 0, "lho": 1, "partner": 2, "rho": 3}
_FAR = 60
"""Pieces before a call that are looked at for what makes it a mention, and for the player."""
_HINTS = ("turn", "slip", "bound", "together", "low", "altered", "ruling", "lost", "unruled")
_NO_ACT = ("supposed", "holds", "plays", "whose", "before", "sub", "over", "meant", "ruling")
"""What makes a call a mere mention."""


@dataclass(frozen=True, slots=True)
class Made:
    """A call that was made: 2H, 1N, P, X or XX. ``place`` is the caller's, clockwise, where it is known (North or the first caller: 0).

    ``implied`` says that the way of writing leaves out passes before it; ``unsure`` that something between the call before and this one
    was not understood.
    """

    code: str
    start: int
    end: int
    place: int | None = None
    labelled: bool = False
    implied: bool = False
    unsure: bool = False
    taken: tuple[int, ...] | None = None
    """Whether the words beside the call say that it was made at another's turn: whose, where they are named (None: nothing said)."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A call named as the replacement of another ('replacement') or as what was meant ('intention'); ``after`` calls had been read."""

    code: str
    kind: str
    after: int


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls in the order made. ``frame`` is 'compass', 'players' (me, partner, LHO, RHO), 'order' (from the first caller) or 'none'."""

    calls: tuple[Made, ...]
    span: tuple[int, int]
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
    made: Made
    label: str | None
    bracketed: bool
    tight: bool
    before: Sequence[Piece] = ()
    number: int = -1


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
            if token.is_("ruling") and self.found:
                self.go_on(number)
                return
            gap = self.tokens[max(self.last + 1, number - _FAR) : number] if token.is_("call", "all_pass") else ()
            if token.is_("all_pass") and self.found:
                self.all_pass(token, number, gap)
            elif token.is_("call"):
                self.call(token, number, gap)
            if self.spoilt or self.ended:
                return

    def go_on(self, ruled: int) -> None:
        """The calls that players are told to have made after the ruling."""
        for number in range(ruled, len(self.tokens)):
            gap = self.tokens[ruled:number]
            near = gaps.clause(gaps.near(gap))
            if not self.tokens[number].is_("call") or any(piece.is_(*_NO_ACT) for piece in near):
                continue
            label = gaps.label(gap)
            if label in PLACES and gaps.told(near):
                self.afterwards.append((self.tokens[number].value, label))

    def call(self, token: Piece, number: int, gap: Sequence[Piece]) -> None:
        near = gaps.clause(gaps.near(gap))
        if not gap and self.names_a_bid(token):
            self.spoilt = True
            return
        if gaps.over(gap) and len(self.found) == 1 and not self.hole:
            if token.value[0].isdigit():
                self.under(token, number, gap)
            else:
                self.spoilt = True
        elif kind := gaps.aside(gap):
            self.asides.append(Aside(token.value, kind, len(self.found)))
            self.hole = True
        elif not self.found and any(piece.is_("plays") for piece in near):
            self.spoilt = True  # 'dummy played the 9S, West 8S': cards of a trick
        elif any(piece.is_("supposed", "holds", "plays", "whose", "altered") for piece in near) or (gaps.over(gap) and self.found):
            known = {found.made.code for found in self.found if found.made.code[0].isdigit()}
            self.hole = self.hole or token.value not in known
        elif any(piece.is_("before") or (piece.is_("sub") and self.found) for piece in near):
            told = len(self.found) > 1 or (self.dealer is not None and any(item.label for item in self.found))
            self.ended, self.spoilt = told, not told  # the order of what follows is not sure
        elif self.found:
            self.later(token, number, gap, near)
        else:
            self.first(token, number, gap, near)

    def first(self, token: Piece, number: int, gap: Sequence[Piece], near: Sequence[Piece]) -> None:
        before = next((piece for piece in reversed(near) if not piece.is_("filler", "quote", "open")), None)
        if before is not None and before.is_("word") and (token.form == "word" or not token.value[0].isdigit()):
            return
        self.take(token, number, gaps.label(gap), tight=True)

    def later(self, token: Piece, number: int, gap: Sequence[Piece], near: Sequence[Piece]) -> None:
        label = gaps.label(gap)
        if any(piece.is_("joiner") for piece in gap) and gaps.tight(gap) and all(piece.is_("joiner", *gaps.SEPARATORS) for piece in gap):
            self.spoilt = True  # '2H, 2C and 3D' counts bids up
        elif gaps.tight(gap):
            self.take(token, number, label, tight=not any(piece.is_("verb", "joiner") for piece in gap))
        elif label is not None and gaps.told(near):
            self.take(token, number, label, tight=False)
        else:
            self.hole = True

    def take(self, token: Piece, number: int, label: str | None, *, tight: bool) -> None:
        """Puts a call down, with who made it where that is written behind it: '2S by me', '3D on my left'."""
        after = self.tokens[number + 1 : number + 3]
        self.last = number
        if len(after) == 2 and after[0].is_("by") and after[1].is_("who"):
            label, self.last = after[1].value, number + 2
        elif after and after[0].is_("who") and after[0].form == "word" and after[0].is_("lho", "rho") and after[0].end - after[0].start > 6:
            label, self.last = after[0].value, number + 1
        bracketed = 0 < number < len(self.tokens) - 1 and self.tokens[number - 1].is_("open") and self.tokens[number + 1].is_("close")
        gap = self.tokens[self.found[-1].number + 1 if self.found else 0 : number]
        subjects = gaps.subjects(gap) if label is not None else []
        if len(subjects) > 1 and token.value != "P":
            label, subjects = "?", []
        for subject in subjects[:-1]:
            made = Made(token.value, token.start, token.end, labelled=True, unsure=self.hole)
            self.found.append(_Found(made, subject, bracketed=False, tight=tight, before=gap, number=number))
            self.hole = False
        made = Made(token.value, token.start, token.end, labelled=label is not None, unsure=self.hole)
        self.found.append(_Found(made, label, bracketed, tight, gap, self.last))
        self.hole = False

    def under(self, token: Piece, number: int, gap: Sequence[Piece]) -> None:
        """'2H over 2S': the call named second came first."""
        upper = self.found[0]
        owner = next((piece.value for piece in gap if piece.is_("who", "whose")), None)
        self.take(token, number, owner, tight=True)
        lower = self.found.pop()
        if owner is None and upper.label is not None:
            upper.made = replace(upper.made, implied=True)
        upper.tight = owner is None and upper.label is None
        self.found = [lower, upper]

    def names_a_bid(self, token: Piece) -> bool:
        """'1NT redoubled' is a contract, 'double four spades' a double that names what it doubles (19A3): neither is an auction."""
        if not self.found:
            return False
        last = self.found[-1]
        if token.is_("participle"):
            return last.made.code[0].isdigit()
        doubled = self.tokens[last.number]
        return (
            doubled.form == "word"
            and doubled.value in ("X", "XX")
            and token.value[0].isdigit()
            and (len(self.found) == 1 or last.label is not None)
        )

    def all_pass(self, token: Piece, number: int, gap: Sequence[Piece]) -> None:
        """'all pass', unless it tells what was before: 'double after three passes'."""
        codes = [found.made.code for found in self.found]
        if any(piece.is_("sub", "over", "before") for piece in gap) or (codes[0] in ("X", "XX")):
            self.spoilt = True
            return
        bids = any(code[0].isdigit() for code in codes)
        trailing = len(codes) - max((place for place, code in enumerate(codes, 1) if code != "P"), default=0)
        for _ in range((3 if bids else 4) - trailing):
            self.found.append(_Found(Made("P", token.start, token.end, unsure=self.hole), None, bracketed=False, tight=True))
        self.last = number


def read_auction(text: str) -> Auction | None:
    """The auction that a text tells, or None where no two calls stand together (one is enough for a named player beside a named dealer).

    >>> [call.code for call in read_auction("1S - 2H - 1NT").calls]
    ['1S', '2H', '1N']
    """
    told = gaps.without_asides(gaps.without_comments(gaps.dashed(pieces(text), straight(text))))
    dealer = gaps.dealer(told)
    reader = _Reader(told, dealer=dealer)
    reader.read()
    if reader.spoilt or not reader.found:
        return None
    behind = told[reader.last + 1] if reader.last + 1 < len(told) else None
    counted = all(piece.value == "," for piece in told[: reader.last] if not piece.is_("call"))
    if (
        behind is not None
        and (behind.is_("holds", "plays") or (counted and behind.is_("word")))
        and not any(item.label for item in reader.found)
    ):
        return None
    if len(reader.found) < 2 and (dealer is None or reader.found[0].label in (None, "?")):
        return None
    read = told[: reader.last + 1]
    hints = frozenset(hint for hint in _HINTS if any(piece.is_(hint) for piece in (read if hint == "bound" else told)))
    return _placed(reader, dealer, hints)


def _placed(reader: _Reader, dealer: str | None, hints: frozenset[str]) -> Auction:
    found = reader.found
    labels = {item.label for item in found if item.label} | ({dealer} if dealer else set())
    frame = "compass" if labels & set(SEATS) else "players" if labels - {"?"} else "order" if not labels else "none"
    names = set(SEATS) if frame == "compass" else {"me", "lho", "partner", "rho"} if frame == "players" else set()
    start = PLACES[dealer] if dealer in names and dealer is not None else None
    brackets = not labels and 0 < sum(item.bracketed for item in found) < len(found)
    calls: list[Made] = []
    for number, item in enumerate(found):
        if item.label is not None:
            place, implied = (PLACES[item.label] if item.label in names else None), item.made.implied
        elif number == 0:
            place, implied = (0 if frame == "order" else start if start is not None else _back(found, names)), item.made.implied
        else:
            place, implied = _next(calls[-1].place, item), item.made.implied
            if brackets and place is not None and item.bracketed == found[number - 1].bracketed:
                place, implied = (place + 1) % 4, True
        calls.append(replace(item.made, place=place, implied=implied, taken=_taken(reader, number, names)))
    listed = all(item.label is not None and item.tight for item in found) and any(item.made.code == "P" for item in found)
    span = (min(call.start for call in calls), max(call.end for call in calls))
    unread = any(piece.is_("call") for piece in reader.tokens[reader.last + 1 :])
    afterwards = tuple((code, PLACES[label]) for code, label in reader.afterwards if label in names)
    return Auction(tuple(calls), span, start, frame, listed, unread, hints, tuple(reader.asides), afterwards)


def _taken(reader: _Reader, number: int, names: set[str]) -> tuple[int, ...] | None:
    """Whether the words beside a call say that it was another's turn, and whose: 'out of turn', 'it was East's turn', 'before East had called'."""
    found = reader.found
    before = found[number].before
    following = found[number + 1] if number + 1 < len(found) else None
    after = reader.tokens[found[number].number + 1 :] if following is None else following.before
    ahead, behind = gaps.parted(before)[1] if number else before, gaps.parted(after)[0]
    owners: set[int] = set()
    said = False
    if number == 0 and reader.dealer is None and any(piece.is_("turn", "before") for piece in ahead):
        return ()
    for beside, here in ((ahead, True), (behind, False)):
        for place, piece in enumerate(beside):
            if piece.is_("turn"):
                named = [near for near in beside[max(0, place - 2) : place + 3] if near.is_("whose")]
            elif (
                piece.is_("before")
                and (here or (place < 2 and (following is None or len(behind) < len(after))))
                and gaps.early(beside, place)
            ):
                named = [near for near in beside[place + 1 : place + 3] if near.is_("who")][:1]
            else:
                continue
            said = True
            owners |= {PLACES[near.value] for near in named if near.value in names}
    return tuple(sorted(owners)) if said else None


def _next(place: int | None, item: _Found) -> int | None:
    return (place + 1) % 4 if place is not None and item.tight and not item.made.unsure else None


def _back(found: Sequence[_Found], names: set[str]) -> int | None:
    """The place of a first caller who is not named, from the first player who is, if the calls between stand side by side."""
    for number, item in enumerate(found):
        if number and (not item.tight or item.made.unsure):
            return None
        if item.label is not None:
            return (PLACES[item.label] - number) % 4 if item.label in names else None
    return None
