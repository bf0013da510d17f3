"""A text in the pieces that auctions are told in: calls, players, joining words, and words that
make a call a mere mention."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from lawbot.language import installed
from lawbot.text.tokens import SUITS, PhraseTable, Token

DENOMINATIONS = "CDHSN"
"""Law 18E, from the lowest."""
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
"""A bid of which it is not told what it was: 'North opens'."""
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
"""What a clause with a player begins behind."""
_PLAIN = _SEPARATORS | {"who", "small", "verb", "filler", "joiner"}
"""What may stand between two calls that follow each other."""
_PARTS_CLAUSES = frozenset({"comma", "stop", "joiner", "dash", "close", "open"})
_LONGEST_ASIDE = 14
"""Pieces between the commas of 'West, who had not seen it, bids'."""
_SAYS_MORE = frozenset(
    "call who whose turn before lost ruling replaced meant altered slip low bound".split()
)
"""What keeps a remark in brackets in an auction."""


class Piece(NamedTuple):
    """What one or more tokens can be (``kinds``), its value where it is a call or a player, and
    where it stands.

    ``form`` is 'short' for 2H or p, 'word' for two hearts or passes.
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
    told = _with_openings(_with_partners(pieces))
    return _without_asides(_without_comments(_dashed(told, line)))


def is_above_seven(pieces: Sequence[Piece]) -> bool:
    """Return whether a bid above seven is told (Law 38), and no card played."""
    has_high_bid = any("call" in piece.kinds and piece.value[0] in "89" for piece in pieces)
    return has_high_bid and not any("plays" in piece.kinds for piece in pieces)


# -- the tokens of a text as pieces
# --------------------------------------------------------------------------------------


@cache
def _phrases() -> PhraseTable[frozenset[str]]:
    """All phrases of all languages by what they can be."""
    kinds: dict[str, frozenset[str]] = {}
    for language in installed().values():
        calls = language.calls
        said = {
            "pass": calls.passed,
            "double": calls.doubled,
            "redouble": calls.redoubled,
            "all_pass": calls.all_passed,
        }
        said |= {who: names for who, names in language.people.items() if who in _WHO}
        for kind, name in (
            (kind, name)
            for kind, names in (*said.items(), *language.auction.items())
            for name in names
        ):
            kinds[name] = kinds.get(name, frozenset()) | {kind}
    return PhraseTable(kinds.items())


@cache
def _levels() -> PhraseTable[int]:
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
    return PhraseTable.of_all(
        lambda language: ((names, rank) for rank, names in enumerate(language.calls.strains))
    )


class _Cutter:
    """Cuts the tokens of a text into pieces, one behind the other."""

    def __init__(self, text: str, line: Sequence[Token]) -> None:
        self.text, self.line = text, line
        self.phrases, self.levels, self.strains = (
            _phrases().every(line),
            _levels().every(line),
            _strains().every(line),
        )

    def cut(self) -> Iterator[Piece]:
        place = 0
        while place < len(self.line):
            piece, place = (
                self.bid(place) or self.phrase(place) or self.short(place) or self.other(place)
            )
            yield piece

    def piece(
        self, kinds: Iterable[str], value: str, first: int, after: int, form: str = ""
    ) -> tuple[Piece, int]:
        return Piece(
            frozenset(kinds), value, self.line[first].start, self.line[after - 1].end, form
        ), after

    def bid(self, place: int) -> tuple[Piece, int] | None:
        """A bid: 2h, 2♥, 2 hearts, two hearts, 2 clubs in any language; levels eight and nine are
        bids above seven (Law 38)."""
        word = self.line[place].word
        if glued := _DIGIT_FIRST.fullmatch(word):
            short = glued[2] in INITIALS
            rank = INITIALS[glued[2]] if short else _strains().alone(glued[2])
            if rank is not None:
                return self.called(
                    int(glued[1]), rank, place, place + 1, "short" if short else "word"
                )
        level, after = self.levels.get(place, (0, 0))
        after += after + 1 < len(self.line) and self.line[after].word == "-"
        if not level or after >= len(self.line):
            return None
        if (sign := self.line[after].word) in SUITS or (sign == "nt" and word.isdigit()):
            return self.called(level, INITIALS[sign], place, after + 1, "short")
        strain, stop = self.strains.get(after, (0, 0))
        return self.called(level, strain, place, stop, "word") if stop else None

    def called(
        self, level: int, strain: int, first: int, after: int, form: str
    ) -> tuple[Piece, int]:
        return self.piece({"call"}, f"{level}{DENOMINATIONS[strain]}", first, after, form)

    def phrase(self, place: int) -> tuple[Piece, int] | None:
        if place not in self.phrases:
            return None
        can_be, after = self.phrases[place]
        kinds, value = set(can_be), ""
        for named, kind in ((_CALLS, "call"), (_WHO, "who")):
            for name in sorted(can_be & named.keys()):
                kinds.add(kind)
                value = named[name]
        if "who" in kinds and _owns(self.line[after - 1]):
            kinds = (kinds - {"who"}) | {"whose"}
        if "own" in kinds:
            kinds.add("word")
        return self.piece(kinds, value, place, after, "word")

    def short(self, place: int) -> tuple[Piece, int] | None:
        """A seat or a call of a letter or two: N, E, S, W; p, x, xx."""
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

    def other(self, place: int) -> tuple[Piece, int]:
        word = self.line[place].word
        return self.piece(
            {next((kind for kind, signs in _SIGNS.items() if word in signs), "word")},
            word,
            place,
            place + 1,
        )


def _owns(token: Token) -> bool:
    """Whether it is an owner: 'East's'."""
    return token.word != token.bare


# -- the pieces as an auction is read from them
# --------------------------------------------------------------------------


def _with_partners(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with 'his partner' and 'East's partner' as the partner of the player named
    before; '?' where that is not sure."""
    named: list[Piece] = []
    for piece in pieces:
        owner = (
            named[-1] if named and "whose" in named[-1].kinds and piece.value == "partner" else None
        )
        if owner is not None and owner.value in _PARTNER:
            named[-1] = Piece(
                frozenset({"who"}), _PARTNER[owner.value], owner.start, piece.end, "word"
            )
        elif "partner_of" in piece.kinds:
            last = next((before.value for before in reversed(named) if "who" in before.kinds), "")
            partner = _PARTNER.get(last, "?")
            named.append(
                piece._replace(kinds=frozenset({"who"}), value="?" if partner == "me" else partner)
            )
        else:
            named.append(piece)
    return named


def _with_openings(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with 'North opens', where no call follows, as some bid."""
    told: list[Piece] = []
    for number, piece in enumerate(pieces):
        behind = pieces[number + 1].kinds if number + 1 < len(pieces) else _PARTS_CLAUSES
        announced = any("call" in later.kinds for later in pieces[number + 2 : number + 3])
        before = told[-1].kinds if told else frozenset[str]()
        subject = before & {"who"} or (
            "joiner" in before and any("dealer" in other.kinds for other in told[-2:-1])
        )
        opens = (
            "opens" in piece.kinds
            and subject
            and not announced
            and behind & {"comma", "stop", "joiner"}
        )
        told.append(
            piece._replace(kinds=piece.kinds | {"call"}, value=SOME_BID) if opens else piece
        )
    return told


def _dashed(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """Dashes that stand for passes: two or more set apart in a row, or one between commas. A single
    dash only parts two calls."""
    alone = [
        "dash" in piece.kinds
        and text[max(0, piece.start - 1) : piece.start].strip() in ("", ",")
        and text[piece.end : piece.end + 1].strip() in ("", ",")
        for piece in pieces
    ]

    def beside(number: int) -> bool:
        around = [place for place in (number - 1, number + 1) if 0 <= place < len(pieces)]
        return any(alone[place] for place in around) or (
            len(around) == 2 and all(pieces[place].value == "," for place in around)
        )

    if not any(alone[number] and beside(number) for number in range(len(pieces))):
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
    """The pieces without what is said of a call in brackets: '1NT (15-17)'. Brackets with a call, a
    player or a turn in them stay."""
    kept: list[Piece] = []
    opened = -1
    for piece in pieces:
        if "open" in piece.kinds:
            opened = len(kept)
        elif piece.kinds & _SAYS_MORE:
            opened = -1
        kept.append(piece)
        if "close" in piece.kinds and opened >= 0:
            del kept[opened:]
            opened = -1
    return kept


def _without_asides(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without what is put between a player and the call: 'West, who had not seen it,
    bids'. What is said there of a turn stands before the player: 'before East had called West
    bids'."""
    kept: list[Piece] = []
    at = 0
    while at < len(pieces):
        kept.append(pieces[at])
        end = _aside_end(pieces, at)
        if any(piece.kinds & {"turn", "before", "whose"} for piece in pieces[at + 2 : end]):
            kept[-1:] = [*pieces[at + 2 : end + 1], pieces[at]]
        at = end + 1 if end else at + 1
    return kept


def _aside_end(pieces: Sequence[Piece], at: int) -> int:
    """The place of the comma behind an aside that begins behind the player at a place; 0 where
    there is none."""
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
    """The player named as dealer."""
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
    """The pieces before a call, and what they say of it."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces

    @cached_property
    def near(self) -> Sequence[Piece]:
        """What stands before the call in its own clause; not what 'before', 'while' or 'after' open
        with a subject of its own: 'before East called West bid'."""
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
        """The player who made the call: the last one named, if the name begins a clause."""
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
        """The players of 'South, West and North pass'; empty where one player is named."""
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
        """Whether the call is told to lie over the other: '2H over my 2S'."""
        said = [piece.kinds for piece in self.pieces if not piece.kinds & {"filler", "quote"}]
        return (
            0 < len(said) <= 4
            and "over" in said[0]
            and all(kinds & {"over", "who", "whose", "word"} for kinds in said)
        )

    @cached_property
    def aside(self) -> str:
        """What makes the call no part of the auction: the 'replacement' of another, or an
        'intention'."""
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
        """Whether nothing but signs, a player and small words stands between the calls."""
        players = sum("who" in piece.kinds for piece in self.pieces)
        others = [piece for piece in self.pieces if not piece.kinds & _PLAIN]
        return players <= 1 and all(
            "stop" in piece.kinds and (players or piece.value in ";!?") for piece in others
        )

    @property
    def counted(self) -> bool:
        """Whether there are only signs with a joining word between them: '2C and 3D'."""
        joined = any("joiner" in piece.kinds for piece in self.pieces)
        return (
            self.tight
            and joined
            and all("joiner" in piece.kinds or piece.kinds & _SEPARATORS for piece in self.pieces)
        )

    @property
    def told(self) -> bool:
        """Whether the clause says that somebody made the call: a player or a verb of calling stands
        right before it."""
        return not self._last("filler", "quote").isdisjoint(("verb", "who"))

    @property
    def mentioned(self) -> bool:
        """Whether another word stands right before the call."""
        return "word" in self._last("filler", "quote", "open")

    def _last(self, *but: str) -> frozenset[str]:
        """What the last piece of the clause can be that is none of these; nothing where there is
        none."""
        return next(
            (piece.kinds for piece in reversed(self.near) if piece.kinds.isdisjoint(but)),
            frozenset(),
        )
