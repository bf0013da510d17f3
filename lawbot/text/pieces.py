"""A text in the pieces that auctions are told in: calls, players, joining words, and words that make a call a mere mention."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from lawbot.language import Language, installed
from lawbot.language.methods import unmarked
from lawbot.text.tokens import SUITS, Token, straight, tokens

DENOMINATIONS = "CDHSN"
"""Law 18E, from the lowest."""
SEATS = "NESW"
_WHO = {"north": "N", "east": "E", "south": "S", "west": "W", "me": "me", "lho": "lho", "partner": "partner", "rho": "rho"}
_CALLS = {"pass": "P", "double": "X", "redouble": "XX"}
_SHORT = {"p": "P", "x": "X", "xx": "XX", "dbl": "X"}
_INITIALS = {"c": 0, "d": 1, "h": 2, "s": 3, "n": 4, "nt": 4, **{sign: place for place, sign in enumerate(SUITS)}}
_SIGNS = {"open": "([", "close": ")]", "stop": ".;!?", "comma": ",:→>|", "dash": "-–—−", "quote": "\"'“”„«»*"}
_DIGIT_FIRST = re.compile(r"([1-9])(.+)")

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """What one or more tokens can be (``kinds``), its value where it is a call or a player, and where it stands.

    ``form`` is 'short' for 2H or p, 'word' for two hearts or passes.
    """

    kinds: frozenset[str]
    value: str
    start: int
    end: int
    form: str = ""

    def is_(self, *kinds: str) -> bool:
        """Whether it can be one of these."""
        return not self.kinds.isdisjoint(kinds)


@lru_cache(maxsize=16)
def pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of a text, in order; never raises."""
    line = straight(text)
    return tuple(_Cutter(line, [token for token in tokens(line) if token.word != "\n"]).cut())


def is_above_seven(text: str) -> bool:
    """Whether the text speaks of a bid on a level that there is not (Law 38), and of no cards played."""
    said = pieces(text)
    return any(piece.is_("call") and piece.value[0] in "89" for piece in said) and not any(piece.is_("plays") for piece in said)


class _Phrases:
    """All phrases of all languages by what they can be; levels and strains of bids apart."""

    def __init__(self) -> None:
        self.kinds: dict[Phrase, frozenset[str]] = {}
        self.levels: dict[Phrase, int] = {}
        self.strains: dict[Phrase, int] = {}
        for language in installed().values():
            self._add(language)
        every = (*self.kinds, *self.levels, *self.strains)
        self.longest = {first: max(len(phrase) for phrase in every if phrase[0] == first) for first in {phrase[0] for phrase in every}}

    def _add(self, language: Language) -> None:
        calls = language.calls
        self.levels |= {_words(name): level for level, name in enumerate(calls.levels, 1)}
        spellings = (str, unmarked) if language.is_unmarked else (str,)
        for rank, names in enumerate(calls.strains):
            self.strains |= {_words(spelt(name)): rank for name in names for spelt in spellings}
        named = {"pass": calls.passed, "double": calls.doubled, "redouble": calls.redoubled, "all_pass": calls.all_passed}
        named |= {who: names for who, names in language.people.items() if who in _WHO}
        for kind, names in (*named.items(), *language.auction.items()):
            for name in names:
                self.kinds[_words(name)] = self.kinds.get(_words(name), frozenset()) | {kind}


def _words(phrase: str) -> Phrase:
    return tuple(token.word for token in tokens(straight(phrase)))


@cache
def _phrases() -> _Phrases:
    return _Phrases()


@dataclass(slots=True)
class _Cutter:
    text: str
    tokens: list[Token]

    def cut(self) -> Iterator[Piece]:
        place = 0
        while place < len(self.tokens):
            piece, place = self.bid(place) or self.phrase(place) or self.short(place) or self.other(place)
            yield piece

    def piece(self, kinds: Iterable[str], value: str, first: int, after: int, form: str = "") -> tuple[Piece, int]:
        return Piece(frozenset(kinds), value, self.tokens[first].start, self.tokens[after - 1].end, form), after

    def longest(self, table: Mapping[Phrase, object], place: int) -> tuple[Phrase, int]:
        """The longest phrase of a table that stands here, and where it ends; an empty one where none does. An owner's 's does not count."""
        size = _phrases().longest.get(self.tokens[place].bare, 0) if place < len(self.tokens) else 0
        for after in range(min(place + size, len(self.tokens)), place, -1):
            phrase = (*(token.word for token in self.tokens[place : after - 1]), self.tokens[after - 1].bare)
            if phrase in table:
                return phrase, after
        return (), place

    def bid(self, place: int) -> tuple[Piece, int] | None:
        """A bid: 2h, 2♥, 2 hearts, two hearts, 2 clubs in any language; levels eight and nine are bids above seven (Law 38)."""
        known, word = _phrases(), self.tokens[place].word
        if (glued := _DIGIT_FIRST.fullmatch(word)) and (rank := _INITIALS.get(glued[2], known.strains.get((glued[2],)))) is not None:
            return self.called(int(glued[1]), rank, place, place + 1, "short" if glued[2] in _INITIALS else "word")
        level, after = (int(word), place + 1) if word in "123456789" else (0, place)
        if not level:
            phrase, after = self.longest(known.levels, place)
            level = known.levels.get(phrase, 0)
        after += after + 1 < len(self.tokens) and self.tokens[after].word == "-"
        if not level or after >= len(self.tokens):
            return None
        if (sign := self.tokens[after].word) in SUITS or (sign == "nt" and word.isdigit()):
            return self.called(level, _INITIALS[sign], place, after + 1, "short")
        phrase, stop = self.longest(known.strains, after)
        return self.called(level, known.strains[phrase], place, stop, "word") if phrase else None

    def called(self, level: int, strain: int, first: int, after: int, form: str) -> tuple[Piece, int]:
        return self.piece({"call"}, f"{level}{DENOMINATIONS[strain]}", first, after, form)

    def phrase(self, place: int) -> tuple[Piece, int] | None:
        phrase, after = self.longest(_phrases().kinds, place)
        if not phrase:
            return None
        kinds = set(_phrases().kinds[phrase])
        value = ""
        for named, kind in ((_CALLS, "call"), (_WHO, "who")):
            for name in sorted(kinds & named.keys()):
                kinds.add(kind)
                value = named[name]
        if "who" in kinds and self.tokens[after - 1].owns:
            kinds = (kinds - {"who"}) | {"whose"}
        return self.piece(kinds, value, place, after, "word")

    def short(self, place: int) -> tuple[Piece, int] | None:
        """A seat or a call of a letter or two: N, E, S, W; p, x, xx."""
        token = self.tokens[place]
        if place + 1 < len(self.tokens) and self.text[token.start : self.tokens[place + 1].end].lower() in ("n-s", "s-n", "e-w", "w-e"):
            return self.piece({"word"}, token.word, place, place + 2)
        if token.word in _SHORT:
            return self.piece({"call"}, _SHORT[token.word], place, place + 1, "short")
        if len(token.bare) == 1 and token.bare in "nesw":
            kind = "whose" if token.owns else "who" if self.text[token.start].isupper() else "small"
            return self.piece({kind}, token.bare.upper(), place, place + 1, "short")
        return None

    def other(self, place: int) -> tuple[Piece, int]:
        word = self.tokens[place].word
        return self.piece({next((kind for kind, signs in _SIGNS.items() if word in signs), "word")}, word, place, place + 1)
