"""A written auction: which calls, by whom, and what the words around them say. Read from a text by one pass over its pieces; never raises."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lawbot.situations.sequences.words import SEATS, Token, tokens

PLACES = {"N": 0, "E": 1, "S": 2, "W": 3, "me": 0, "lho": 1, "partner": 2, "rho": 3}
_SEPARATORS = ("comma", "dash", "open", "close", "quote")
_HINTS = ("turn", "slip", "bound", "together", "low", "altered", "ruling", "lost")


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

    def seat(self, place: int | None) -> str | None:
        """The compass seat of a place, where seats were named."""
        return None if place is None or self.frame != "compass" else SEATS[place % 4]


@dataclass(slots=True)
class _Found:
    made: Made
    label: str | None
    bracketed: bool
    tight: bool
    before: Sequence[Token] = ()
    number: int = -1


@dataclass(slots=True)
class _Reader:
    tokens: Sequence[Token]
    found: list[_Found] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    last: int = -1
    hole: bool = False
    spoilt: bool = False
    dealer: str | None = None

    def read(self) -> None:
        for number, token in enumerate(self.tokens):
            if number <= self.last:
                continue
            gap = self.tokens[self.last + 1 : number]
            if self.found and any(piece.is_("ruling") for piece in gap):
                return
            if token.is_("all_pass") and self.found:
                self.all_pass(token, number)
            elif token.is_("call"):
                self.call(token, number, gap)
            if self.spoilt:
                return

    def call(self, token: Token, number: int, gap: Sequence[Token]) -> None:
        near = _clause(_near(gap))
        if _over(gap) and len(self.found) == 1 and not self.hole:
            self.under(token, number, gap)
        elif kind := _aside(gap):
            self.asides.append(Aside(token.value, kind, len(self.found)))
            self.hole = True
        elif any(piece.is_("supposed", "holds", "whose", "altered") for piece in near) or (_over(gap) and self.found):
            known = {found.made.code for found in self.found if found.made.code[0].isdigit()}
            self.hole = self.hole or token.value not in known
        elif any(piece.is_("before") or (piece.is_("sub") and self.found) for piece in near):
            self.spoilt = True
        elif self.found:
            self.later(token, number, gap, near)
        else:
            self.first(token, number, gap, near)

    def first(self, token: Token, number: int, gap: Sequence[Token], near: Sequence[Token]) -> None:
        before = next((piece for piece in reversed(near) if not piece.is_("filler", "quote", "open")), None)
        if before is not None and before.is_("word") and (token.form == "word" or not token.value[0].isdigit()):
            return
        self.take(token, number, _label(gap), tight=True)

    def later(self, token: Token, number: int, gap: Sequence[Token], near: Sequence[Token]) -> None:
        label = _label(gap)
        if any(piece.is_("joiner") for piece in gap) and _tight(gap) and all(piece.is_("joiner", *_SEPARATORS) for piece in gap):
            self.spoilt = True  # '2H, 2C and 3D' counts bids up
        elif _tight(gap):
            self.take(token, number, label, tight=not any(piece.is_("verb", "joiner") for piece in gap))
        elif label is not None and _told(near):
            self.take(token, number, label, tight=False)
        else:
            self.hole = True

    def take(self, token: Token, number: int, label: str | None, *, tight: bool) -> None:
        """Puts a call down, with who made it where that is written behind it: '2S by me', '3D on my left'."""
        after = self.tokens[number + 1 : number + 3]
        self.last = number
        if len(after) == 2 and after[0].is_("by") and after[1].is_("who"):
            label, self.last = after[1].value, number + 2
        elif after and after[0].is_("who") and after[0].form == "word" and after[0].is_("lho", "rho") and after[0].end - after[0].start > 6:
            label, self.last = after[0].value, number + 1
        bracketed = 0 < number < len(self.tokens) - 1 and self.tokens[number - 1].is_("open") and self.tokens[number + 1].is_("close")
        gap = self.tokens[self.found[-1].number + 1 if self.found else 0 : number]
        subjects = _subjects(gap) if label is not None else []
        if len(subjects) > 1 and token.value != "P":
            label, subjects = "?", []
        for subject in subjects[:-1]:
            made = Made(token.value, token.start, token.end, labelled=True, unsure=self.hole)
            self.found.append(_Found(made, subject, bracketed=False, tight=tight, before=gap, number=number))
            self.hole = False
        made = Made(token.value, token.start, token.end, labelled=label is not None, unsure=self.hole)
        self.found.append(_Found(made, label, bracketed, tight, gap, self.last))
        self.hole = False

    def under(self, token: Token, number: int, gap: Sequence[Token]) -> None:
        """'2H over 2S': the call named second came first."""
        upper = self.found[0]
        owner = next((piece.value for piece in gap if piece.is_("who", "whose")), None)
        self.take(token, number, owner, tight=True)
        lower = self.found.pop()
        if owner is None and upper.label is not None:
            upper.made = replace(upper.made, implied=True)
        upper.tight = owner is None and upper.label is None
        self.found = [lower, upper]

    def all_pass(self, token: Token, number: int) -> None:
        codes = [found.made.code for found in self.found]
        bids = any(code[0].isdigit() for code in codes)
        trailing = len(codes) - max((place for place, code in enumerate(codes, 1) if code != "P"), default=0)
        for _ in range((3 if bids else 4) - trailing):
            self.found.append(_Found(Made("P", token.start, token.end, unsure=self.hole), None, bracketed=False, tight=True))
        self.last = number


def _subjects(gap: Sequence[Token]) -> list[str]:
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


def _near(gap: Sequence[Token]) -> Sequence[Token]:
    """What stands before a call in its own clause."""
    for number in range(len(gap) - 1, -1, -1):
        if gap[number].is_("comma", "stop", "joiner", "dash", "close", "open"):
            return gap[number + 1 :]
    return gap


def _over(gap: Sequence[Token]) -> bool:
    pieces = [piece for piece in gap if not piece.is_("filler", "quote")]
    return (
        bool(pieces) and len(pieces) <= 4 and pieces[0].is_("over") and all(piece.is_("over", "who", "whose", "word") for piece in pieces)
    )


def _aside(gap: Sequence[Token]) -> str:
    for piece in reversed(gap):
        if piece.is_("stop"):
            return ""
        if piece.is_("replaced"):
            return "replacement"
        if piece.is_("meant"):
            return "intention"
    return ""


def _clause(near: Sequence[Token]) -> Sequence[Token]:
    """What belongs to the call itself where 'before', 'while' or 'after' open a clause with a subject of its own: 'before East called West bid'."""
    if not any(piece.is_("before", "sub") for piece in near):
        return near
    players = [number for number, piece in enumerate(near) if piece.is_("who")]
    apart = len(players) == 2 and players[1] - players[0] > 1 and near[0].is_("before", "sub") and len(near) - players[1] <= 3
    return near[players[1] :] if apart else near


def _label(gap: Sequence[Token]) -> str | None:
    """The player who made the call: the last one named, if the name begins a clause."""
    for number in range(len(gap) - 1, -1, -1):
        piece = gap[number]
        if piece.is_("small") and number != len(gap) - 1:
            continue
        if piece.is_("who", "small"):
            before = gap[number - 1] if number else None
            subject = before is None or before.is_(*_SEPARATORS, "stop", "joiner", "filler", "cue", "dealer", "sub", "before")
            return piece.value if subject or all(later.is_("verb", "filler", "quote") for later in gap[number + 1 :]) else "?"
    return None


def _tight(gap: Sequence[Token]) -> bool:
    """Whether nothing but signs, a player and small words stands between two calls."""
    plain = all(
        piece.is_(*_SEPARATORS, "who", "small", "verb", "filler", "joiner") or (piece.is_("stop") and (piece.value in ";!?" or _named(gap)))
        for piece in gap
    )
    return plain and sum(piece.is_("who") for piece in gap) <= 1


def _named(gap: Sequence[Token]) -> bool:
    return any(piece.is_("who") for piece in gap)


def _told(near: Sequence[Token]) -> bool:
    """Whether the clause says that somebody made the call: a player or a verb of calling stands right before it."""
    last = next((piece for piece in reversed(near) if not piece.is_("filler", "quote")), None)
    return last is not None and last.is_("verb", "who")


def _dealer(pieces: Sequence[Token]) -> str | None:
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


def _dashed(pieces: list[Token], text: str) -> list[Token]:
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
        return pieces
    begun = False
    for number, piece in enumerate(pieces):
        begun = begun or piece.is_("call")
        if begun and alone[number]:
            pieces[number] = Token(frozenset({"call"}), "P", piece.start, piece.end, "short")
    return pieces


def _without_comments(pieces: list[Token]) -> list[Token]:
    """The pieces without what is said of a call in brackets: '1NT (15-17)'. Brackets with a call, a player or a turn in them stay."""
    kept: list[Token] = []
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


def read_auction(text: str) -> Auction | None:
    """The auction that a text tells, or None where no two calls stand together (one is enough for a named player beside a named dealer)."""
    pieces = _without_comments(_dashed(tokens(text), text))
    dealer = _dealer(pieces)
    reader = _Reader(pieces, dealer=dealer)
    reader.read()
    if reader.spoilt or not reader.found:
        return None
    behind = pieces[reader.last + 1] if reader.last + 1 < len(pieces) else None
    if behind is not None and behind.is_("holds") and not any(item.label for item in reader.found):
        return None
    if len(reader.found) < 2 and (dealer is None or reader.found[0].label in (None, "?")):
        return None
    hints = frozenset(hint for hint in _HINTS if any(piece.is_(hint) for piece in pieces))
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
    return Auction(tuple(calls), span, start, frame, listed, unread, hints, tuple(reader.asides))


def _taken(reader: _Reader, number: int, names: set[str]) -> tuple[int, ...] | None:
    """Whether the words beside a call say that it was another's turn, and whose: 'out of turn', 'it was East's turn', 'before East had called'."""
    found = reader.found
    before = found[number].before
    following = found[number + 1] if number + 1 < len(found) else None
    after = reader.tokens[found[number].number + 1 :] if following is None else following.before
    ahead, behind = _parted(before)[1] if number else before, _parted(after)[0]
    owners: set[int] = set()
    said = False
    if number == 0 and reader.dealer is None and any(piece.is_("turn", "before") for piece in ahead):
        return ()
    for pieces, here in ((ahead, True), (behind, False)):
        for place, piece in enumerate(pieces):
            if piece.is_("turn"):
                named = [near for near in pieces[max(0, place - 2) : place + 3] if near.is_("whose")]
            elif (
                piece.is_("before") and (here or (place < 2 and (following is None or len(behind) < len(after)))) and _early(pieces, place)
            ):
                named = [near for near in pieces[place + 1 : place + 3] if near.is_("who")][:1]
            else:
                continue
            said = True
            owners |= {PLACES[near.value] for near in named if near.value in names}
    return tuple(sorted(owners)) if said else None


def _early(pieces: Sequence[Token], place: int) -> bool:
    """Whether 'before' is followed by a player who had not called, not by the lead or the Director."""
    rest = pieces[place + 1 : place + 6]
    known = bool(rest) and (rest[0].is_("who") or rest[0].value in ("him", "her", "them", "he", "she"))
    return known and not any(piece.is_("led", "ruling", "low") for piece in rest)


def _parted(gap: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """The words between two calls: those that speak of the first, and those that speak of the second."""
    for kinds in (("stop",), ("comma", "joiner")):
        for place, piece in enumerate(gap):
            if piece.is_(*kinds):
                return gap[:place], gap[place:]
    return gap, gap


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
