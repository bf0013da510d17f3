"""Pieces in which auctions are told: calls, players, joining words, and words of a mention."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from lawbot.language import installed
from lawbot.message.tokens import SUITS, PhraseTable, Token

DENOMINATIONS = "CDHSN"
"""Denominations of Law 18E, from the lowest."""
_PARTNER = {
    "N": "S",
    "E": "W",
    "S": "N",
    "W": "E",
    "me": "partner",
    "lho": "rho",
    "partner": "me",
    "rho": "lho",
}
SOME_BID = "B"
"""A bid that the text does not name: 'North opens'."""
_WHO = {
    "north": "N",
    "east": "E",
    "south": "S",
    "west": "W",
    "me": "me",
    "lho": "lho",
    "partner": "partner",
    "rho": "rho",
    "next": "next",
}
_CALLS = {"pass": "P", "double": "X", "redouble": "XX"}
_SHORT = {"p": "P", "x": "X", "xx": "XX", "dbl": "X"}
INITIALS = {
    "c": 0,
    "d": 1,
    "h": 2,
    "s": 3,
    "n": 4,
    "nt": 4,
    **{sign: place for place, sign in enumerate(SUITS)},
}
_SIGNS = {
    "open": "([",
    "close": ")]",
    "stop": ".;!?",
    "comma": ",:→>|",
    "dash": "-–—−",
    "quote": "\"'“”„«»*",
}
_DIGIT_FIRST = re.compile(r"([1-9])(.+)")
_SEPARATORS = frozenset({"comma", "dash", "open", "close", "quote"})
_BEGINS = _SEPARATORS | {"stop", "joiner", "filler", "cue", "dealer", "sub", "before"}
"""Kinds of the pieces behind which a clause with a player begins."""
_PLAIN = _SEPARATORS | {"who", "small", "verb", "filler", "joiner"}
"""Kinds of the pieces that may stand between two calls in a row."""
_PARTS_CLAUSES = frozenset({"comma", "stop", "joiner", "dash", "close", "open"})
_LONGEST_ASIDE = 14
"""Most pieces between the commas of 'West, who had not seen it, bids'."""
_SAYS_MORE = frozenset(
    "call who whose turn before lost ruling replaced meant altered slip low bound".split()
)
"""Kinds of the pieces that keep a remark in brackets in an auction."""


class Piece(NamedTuple):
    """One or more tokens with the kinds that they can be of, and their span.

    ``value`` is the code of a call or a player, ``form`` 'short' for 2H or p, 'word' for two hearts
    or passes.
    """

    kinds: frozenset[str]
    value: str
    start: int
    end: int
    form: str = ""


def cut_pieces(line: str, line_tokens: Sequence[Token]) -> tuple[Piece, ...]:
    """Return the pieces of a straightened line, in order; never raises."""
    return tuple(_Cutter(line, [token for token in line_tokens if token.word != "\n"]).cut())


def pieces_of_auction(pieces: Sequence[Piece], line: str) -> list[Piece]:
    """Return the pieces of a line as an auction is read from them.

    Dashes that are passes are calls; remarks in brackets and asides are left out.
    """
    with_players = _with_openings(_with_partners(pieces))
    return _without_asides(_without_comments(_dashed(with_players, line)))


def is_above_seven(pieces: Sequence[Piece]) -> bool:
    """Return whether a bid above seven is told (Law 38), and no card played."""
    has_high_bid = any("call" in piece.kinds and piece.value[0] in "89" for piece in pieces)
    return has_high_bid and not any("plays" in piece.kinds for piece in pieces)


# -- the tokens of a text as pieces
# --------------------------------------------------------------------------------------


@cache
def _phrases() -> PhraseTable[frozenset[str]]:
    """Return all phrases of all languages with their kinds."""
    kinds: dict[str, frozenset[str]] = {}
    for language in installed().values():
        calls = language.calls
        names_by_kind = {
            "pass": calls.passed,
            "double": calls.doubled,
            "redouble": calls.redoubled,
            "all_pass": calls.all_passed,
        }
        names_by_kind |= {who: names for who, names in language.people.items() if who in _WHO}
        # a name may be of several kinds
        for kind, names in (*names_by_kind.items(), *language.auction.items()):
            for name in names:
                kinds[name] = kinds.get(name, frozenset()) | {kind}
    return PhraseTable(kinds.items())


@cache
def _levels() -> PhraseTable[int]:
    """Return the words of the levels of bids."""
    digits = ((str(level), level) for level in range(1, 10))
    return PhraseTable(
        (
            *digits,
            *(
                (name, level)
                for language in installed().values()
                for level, name in enumerate(language.calls.levels, 1)
            ),
        )
    )


@cache
def _strains() -> PhraseTable[int]:
    """Return the words of the denominations, each with its rank."""
    return PhraseTable.of_all(
        lambda language: ((names, rank) for rank, names in enumerate(language.calls.strains))
    )


class _Cutter:
    """Cutter of the tokens of a text into pieces, one behind the other."""

    def __init__(self, text: str, line: Sequence[Token]) -> None:
        self.text, self.line = text, line
        self.phrases, self.levels, self.strains = (
            _phrases().every(line),
            _levels().every(line),
            _strains().every(line),
        )

    def cut(self) -> Iterator[Piece]:
        """Yield the pieces in order."""
        place = 0
        while place < len(self.line):
            piece, place = (
                self.bid(place) or self.phrase(place) or self.short(place) or self.word(place)
            )
            yield piece

    def piece(
        self, kinds: Iterable[str], value: str, first: int, after: int, form: str = ""
    ) -> tuple[Piece, int]:
        """Return a piece with the index behind it."""
        start, end = self.line[first].start, self.line[after - 1].end
        return Piece(frozenset(kinds), value, start, end, form), after

    def bid(self, place: int) -> tuple[Piece, int] | None:
        """Return a bid: 2h, 2♥, 2 hearts, two hearts, in any language.

        Levels eight and nine are bids above seven (Law 38).
        """
        word = self.line[place].word
        if glued := _DIGIT_FIRST.fullmatch(word):
            short = glued[2] in INITIALS
            rank = INITIALS[glued[2]] if short else _strains().alone(glued[2])
            if rank is not None:
                form = "short" if short else "word"
                return self.call(int(glued[1]), rank, place, place + 1, form)
        level, after = self.levels.get(place, (0, 0))
        after += after + 1 < len(self.line) and self.line[after].word == "-"
        if not level or after >= len(self.line):
            return None
        sign = self.line[after].word
        if sign in SUITS or (sign == "nt" and word.isdigit()):
            return self.call(level, INITIALS[sign], place, after + 1, "short")
        strain, stop = self.strains.get(after, (0, 0))
        return self.call(level, strain, place, stop, "word") if stop else None

    def call(self, level: int, strain: int, first: int, after: int, form: str) -> tuple[Piece, int]:
        """Return the piece of a bid with the index behind it."""
        return self.piece({"call"}, f"{level}{DENOMINATIONS[strain]}", first, after, form)

    def phrase(self, place: int) -> tuple[Piece, int] | None:
        """Return the longest phrase at an index, or None."""
        if place not in self.phrases:
            return None
        phrase_kinds, after = self.phrases[place]
        kinds, value = set(phrase_kinds), ""
        for codes, kind in ((_CALLS, "call"), (_WHO, "who")):
            for name in sorted(phrase_kinds & codes.keys()):
                kinds.add(kind)
                value = codes[name]
        if "who" in kinds and _owns(self.line[after - 1]):
            kinds = (kinds - {"who"}) | {"whose"}
        if "own" in kinds:
            kinds.add("word")
        return self.piece(kinds, value, place, after, "word")

    def short(self, place: int) -> tuple[Piece, int] | None:
        """Return a seat or a call of a letter or two: N, E, S, W; p, x, xx."""
        token = self.line[place]
        if place + 1 < len(self.line) and self.text[
            token.start : self.line[place + 1].end
        ].lower() in ("n-s", "s-n", "e-w", "w-e"):
            return self.piece({"word"}, token.word, place, place + 2)
        if token.word in _SHORT:
            return self.piece({"call"}, _SHORT[token.word], place, place + 1, "short")
        if len(token.bare) == 1 and token.bare in "nesw":
            kind = (
                "whose" if _owns(token) else "who" if self.text[token.start].isupper() else "small"
            )
            return self.piece({kind}, token.bare.upper(), place, place + 1, "short")
        return None

    def word(self, place: int) -> tuple[Piece, int]:
        """Return a sign, or a word without a meaning in auctions."""
        word = self.line[place].word
        kind = next((kind for kind, signs in _SIGNS.items() if word in signs), "word")
        return self.piece({kind}, word, place, place + 1)


def _owns(token: Token) -> bool:
    """Return if a token is a possessive: 'East's'."""
    return token.word != token.bare


# -- the pieces as an auction is read from them
# --------------------------------------------------------------------------


def _with_partners(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with 'his partner' and 'East's partner' as a player.

    The player is '?' if that is not sure.
    """
    result: list[Piece] = []
    player_kinds = frozenset({"who"})
    for piece in pieces:
        last = result[-1] if result else None
        owner = last if last and "whose" in last.kinds and piece.value == "partner" else None
        if owner is not None and owner.value in _PARTNER:
            partner = _PARTNER[owner.value]
            result[-1] = Piece(player_kinds, partner, owner.start, piece.end, "word")
        elif "partner_of" in piece.kinds:
            players = (before.value for before in reversed(result) if "who" in before.kinds)
            partner = _PARTNER.get(next(players, ""), "?")
            value = "?" if partner == "me" else partner
            result.append(piece._replace(kinds=player_kinds, value=value))
        else:
            result.append(piece)
    return result


def _with_openings(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with 'North opens' as some bid, if no call follows."""
    result: list[Piece] = []
    for number, piece in enumerate(pieces):
        behind = pieces[number + 1].kinds if number + 1 < len(pieces) else _PARTS_CLAUSES
        announced = any("call" in later.kinds for later in pieces[number + 2 : number + 3])
        before = result[-1].kinds if result else frozenset[str]()
        # 'North is dealer and opens' has its subject before the joining word
        after_dealer = any("dealer" in earlier.kinds for earlier in result[-2:-1])
        has_subject = "who" in before or ("joiner" in before and after_dealer)
        ends = not behind.isdisjoint(("comma", "stop", "joiner"))
        if "opens" in piece.kinds and has_subject and ends and not announced:
            some_bid = piece._replace(kinds=piece.kinds | {"call"}, value=SOME_BID)
            result.append(some_bid)
        else:
            result.append(piece)
    return result


def _dashed(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """Return the pieces with dashes that stand for passes as passes.

    Two or more set apart in a row are passes, or one between commas; a single dash parts two calls.
    """
    alone = [
        "dash" in piece.kinds
        and text[max(0, piece.start - 1) : piece.start].strip() in ("", ",")
        and text[piece.end : piece.end + 1].strip() in ("", ",")
        for piece in pieces
    ]

    def has_neighbours(number: int) -> bool:
        around = [place for place in (number - 1, number + 1) if 0 <= place < len(pieces)]
        return any(alone[place] for place in around) or (
            len(around) == 2 and all(pieces[place].value == "," for place in around)
        )

    if not any(alone[number] and has_neighbours(number) for number in range(len(pieces))):
        return list(pieces)
    first = next(
        (number for number, piece in enumerate(pieces) if "call" in piece.kinds), len(pieces)
    )
    return [
        Piece(frozenset({"call"}), "P", piece.start, piece.end, "short")
        if alone[number] and number > first
        else piece
        for number, piece in enumerate(pieces)
    ]


def _without_comments(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces without remarks on a call in brackets: '1NT (15-17)'.

    Brackets with a call, a player or a turn in them stay.
    """
    result: list[Piece] = []
    opened = -1
    for piece in pieces:
        if "open" in piece.kinds:
            opened = len(result)
        elif piece.kinds & _SAYS_MORE:
            opened = -1
        result.append(piece)
        if "close" in piece.kinds and opened >= 0:
            del result[opened:]
            opened = -1
    return result


def _without_asides(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces without asides between a player and the call.

    Left out is 'West, who had not seen it, bids'; words about a turn go before the player: 'before
    East had called West bids'.
    """
    result: list[Piece] = []
    at = 0
    while at < len(pieces):
        result.append(pieces[at])
        end = _aside_end(pieces, at)
        if any(piece.kinds & {"turn", "before", "whose"} for piece in pieces[at + 2 : end]):
            result[-1:] = [*pieces[at + 2 : end + 1], pieces[at]]
        at = end + 1 if end else at + 1
    return result


def _aside_end(pieces: Sequence[Piece], at: int) -> int:
    """Return the index of the comma behind an aside of the player at an index, or 0."""
    comma = at + 4 <= len(pieces) and pieces[at + 1].value == ","
    if (
        "who" not in pieces[at].kinds
        or not comma
        or pieces[at + 2].kinds & {"who", "call", "dealer", "joiner"}
    ):
        return 0
    for end in range(at + 3, min(at + _LONGEST_ASIDE, len(pieces) - 1)):
        if pieces[end].value == ",":
            return end if pieces[end + 1].kinds & {"verb", "call"} else 0
        bid = "call" in pieces[end].kinds and pieces[end].value[0].isdigit()
        if bid or pieces[end].kinds & {"stop", "ruling", "bound", "open", "close"}:
            break
    return 0


def dealer_among(pieces: Sequence[Piece]) -> str | None:
    """Return the player named as dealer, or None."""
    for number, piece in enumerate(pieces):
        if "dealer" not in piece.kinds:
            continue
        later = [
            piece
            for piece in pieces[number + 1 : number + 4]
            if not ("comma" in piece.kinds and piece.value in ":→")
        ]
        earlier = [
            piece for piece in pieces[max(0, number - 2) : number] if "comma" not in piece.kinds
        ]
        after = next((piece.value for piece in later[:1] if "who" in piece.kinds), "")
        before = next((piece.value for piece in earlier[-1:] if "who" in piece.kinds), "")
        if before and (not after or "who" in pieces[number - 1].kinds):
            return before
        if after and not before:
            return after
    return None


# -- the words between two calls
# -----------------------------------------------------------------------------------------------


class Gap:
    """The pieces before a call, and their bearing on it."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces

    @cached_property
    def near(self) -> Sequence[Piece]:
        """Return the pieces before the call in its own clause.

        A clause of 'before', 'while' or 'after' with its own subject is left out: 'before East
        called West bid'.
        """
        signs = [number for number, piece in enumerate(self.pieces) if piece.kinds & _PARTS_CLAUSES]
        near = self.pieces[signs[-1] + 1 :] if signs else self.pieces
        if not any(piece.kinds & {"before", "sub"} for piece in near):
            return near
        players = [number for number, piece in enumerate(near) if "who" in piece.kinds]
        apart = (
            len(players) == 2
            and players[1] - players[0] > 1
            and near[0].kinds & {"before", "sub"}
            and len(near) - players[1] <= 3
        )
        return near[players[1] :] if apart else near

    @cached_property
    def label(self) -> str | None:
        """Return the player who made the call: the last one, if the name begins a clause."""
        for number in range(len(self.pieces) - 1, -1, -1):
            piece = self.pieces[number]
            if "small" in piece.kinds and number != len(self.pieces) - 1:
                continue
            if piece.kinds & {"who", "small"}:
                subject = not number or self.pieces[number - 1].kinds & _BEGINS
                alone = all(
                    later.kinds & {"verb", "filler", "quote"} for later in self.pieces[number + 1 :]
                )
                return piece.value if subject or alone else "?"
        return None

    @property
    def subjects(self) -> tuple[str, ...]:
        """Return the players of 'South, West and North pass', or none for a single player."""
        gap, place = self.pieces, len(self.pieces) - 1
        while place >= 0 and gap[place].kinds & {"filler", "verb"}:
            place -= 1
        names: list[str] = []
        joined = False
        while place >= 0 and "who" in gap[place].kinds:
            names.append(gap[place].value)
            place -= 1
            if (
                place >= 1
                and "who" in gap[place - 1].kinds
                and ("joiner" in gap[place].kinds or (joined and gap[place].value == ","))
            ):
                joined = True
                place -= 1
            else:
                break
        begins = place < 0 or bool(gap[place].kinds & {"comma", "stop", "joiner"})
        return tuple(names[::-1]) if joined and begins else ()

    @cached_property
    def over(self) -> bool:
        """Return if the call before was made over this one: '2H over my 2S'."""
        all_kinds = [piece.kinds for piece in self.pieces if not piece.kinds & {"filler", "quote"}]
        return (
            0 < len(all_kinds) <= 4
            and "over" in all_kinds[0]
            and all(kinds & {"over", "who", "whose", "word"} for kinds in all_kinds)
        )

    @cached_property
    def aside(self) -> str:
        """Return 'replacement' or 'intention' for a call that is no part of the auction."""
        for piece in reversed(self.pieces):
            if "stop" in piece.kinds:
                break
            if "replaced" in piece.kinds:
                return "replacement"
            if "meant" in piece.kinds:
                return "intention"
        return ""

    @cached_property
    def tight(self) -> bool:
        """Return if only signs, a player and small words stand between the calls."""
        players = sum("who" in piece.kinds for piece in self.pieces)
        rest = [piece for piece in self.pieces if not piece.kinds & _PLAIN]
        # a full stop ends an auction, unless the next sentence names the caller
        return players <= 1 and all(
            "stop" in piece.kinds and (players or piece.value in ";!?") for piece in rest
        )

    @property
    def counted(self) -> bool:
        """Return if only signs and a joining word stand between the calls: '2C and 3D'."""
        joined = any("joiner" in piece.kinds for piece in self.pieces)
        return (
            self.tight
            and joined
            and all("joiner" in piece.kinds or piece.kinds & _SEPARATORS for piece in self.pieces)
        )

    @property
    def told(self) -> bool:
        """Return if a player or a verb of calling stands right before the call."""
        return not self._last("filler", "quote").isdisjoint(("verb", "who"))

    @property
    def mentioned(self) -> bool:
        """Return if another word stands right before the call."""
        return "word" in self._last("filler", "quote", "open")

    def _last(self, *ignored: str) -> frozenset[str]:
        """Return the kinds of the last piece of the clause that is of no ignored kind."""
        return next(
            (piece.kinds for piece in reversed(self.near) if piece.kinds.isdisjoint(ignored)),
            frozenset(),
        )
