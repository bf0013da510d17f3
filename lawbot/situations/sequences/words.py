"""The words of auctions and plays: a text is cut into calls, seats, joining words and words that make a call a mere mention."""

import tomllib
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LONGEST = 600
"""Characters of a text that are looked at."""
DENOMINATIONS = "CDHSN"
"""Law 18E, from the lowest."""
SEATS = "NESW"
_SIGNS = {"♣": 0, "♦": 1, "♥": 2, "♠": 3, "♧": 0, "♢": 1, "♡": 2, "♤": 3}
_INITIALS = {"c": 0, "d": 1, "h": 2, "s": 3, "n": 4, "nt": 4}
_SHORT = {"p": "P", "x": "X", "xx": "XX", "dbl": "X"}
_WHO = {"north": "N", "east": "E", "south": "S", "west": "W", "me": "me", "lho": "lho", "partner": "partner", "rho": "rho"}
_CALLS = {"pass": "P", "double": "X", "redouble": "XX"}
_DASHES = "-–—−"
_THAI = ("\u0e00", "\u0e7f")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text: what it can be (``kinds``), its value where it is a call or a player, and where it stands.

    ``form`` is 'short' for 2H or p, 'word' for two hearts or passes.
    """

    kinds: frozenset[str]
    value: str
    start: int
    end: int
    form: str = ""

    def is_(self, *kinds: str) -> bool:
        """Whether it can be one of these."""
        return any(kind in self.kinds for kind in kinds)


@dataclass(frozen=True, slots=True)
class Words:
    """All phrases of all languages by what they can be; levels and strains of bids apart."""

    phrases: dict[str, frozenset[str]]
    levels: dict[str, int]
    strains: dict[str, int]
    sizes: dict[str, tuple[int, ...]]
    """How long the phrases are that begin with a letter, the longest first."""


def data() -> Path:
    """The file of words, in a checkout or in an installed package."""
    here = Path(__file__).resolve().parents
    checkout = here[3] / "data" / "sequences.toml"
    return checkout if checkout.is_file() else here[2] / "data" / "sequences.toml"


@lru_cache(maxsize=1)
def words() -> Words:
    """The words of data/sequences.toml, read once."""
    kinds: dict[str, set[str]] = {}
    levels: dict[str, int] = {}
    strains: dict[str, int] = {}
    for language in tomllib.loads(data().read_text(encoding="utf-8")).values():
        for kind, phrases in language.items():
            if kind == "levels":
                levels.update({_folded(phrase): number for number, phrase in enumerate(phrases, 1)})
            elif kind == "strains":
                strains.update({_folded(phrase): number for number, names in enumerate(phrases) for phrase in names})
            else:
                for phrase in phrases:
                    kinds.setdefault(_folded(phrase), set()).add(kind)
    sizes: dict[str, set[int]] = {}
    for phrase in (*kinds, *strains, *levels):
        sizes.setdefault(phrase[0], set()).add(len(phrase))
    ordered = {first: tuple(sorted(found, reverse=True)) for first, found in sizes.items()}
    return Words({phrase: frozenset(found) for phrase, found in kinds.items()}, levels, strains, ordered)


def _folded(phrase: str) -> str:
    return unicodedata.normalize("NFC", phrase).replace("’", "'").lower()


def plain(text: str) -> tuple[str, list[int]]:
    """The text for reading (composed, small letters, one blank for many), and where each of its letters stands in the text; one place more at the end."""
    out: list[str] = []
    at: list[int] = []
    place, length = 0, min(len(text), LONGEST)
    while place < length:
        begin = place
        place += 1
        while place < length and unicodedata.combining(text[place]):
            place += 1
        for char in unicodedata.normalize("NFC", text[begin:place]):
            read = _letter(char)
            if read and not (read == " " and out and out[-1] == " "):
                out.append(read)
                at.append(begin)
    at.append(length)
    return "".join(out), at


def _letter(char: str) -> str:
    """A letter as it is read; empty for the mark that makes a suit sign a picture."""
    if char == "\ufe0f":
        return ""
    if char.isspace():
        return " "
    small = char.lower()
    return "'" if char in "’‘ʼ" else small if len(small) == 1 else char


def _thai(char: str) -> bool:
    return _THAI[0] <= char <= _THAI[1]


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain, self.at = plain(text)
        self.words = words()

    def char(self, place: int) -> str:
        return self.plain[place] if 0 <= place < len(self.plain) else " "

    def ends(self, place: int) -> bool:
        """Whether a word can end before this place."""
        before, after = self.char(place - 1), self.char(place)
        if _thai(before) or _thai(after):
            return True
        return not (after.isalnum() or (after == "'" and self.char(place + 1).isalpha() and not self.owns(place)))

    def owns(self, place: int) -> bool:
        """Whether the s of an owner ('s) stands here."""
        return self.plain[place : place + 2] == "'s" and not self.char(place + 2).isalnum()

    def token(self, kinds: frozenset[str] | set[str], value: str, start: int, end: int, form: str = "") -> Token:
        return Token(frozenset(kinds), value, self.at[start], self.at[end], form)

    def tokens(self) -> list[Token]:
        found: list[Token] = []
        place = 0
        while place < len(self.plain):
            if self.char(place) == " ":
                place += 1
                continue
            token, place = self.bid(place) or self.phrase(place) or self.letter(place) or self.other(place)
            found.append(token)
        return found

    def longest(self, table: dict[str, int] | dict[str, frozenset[str]], place: int) -> int:
        """Where the longest phrase of a table that stands here ends; the place itself when none does."""
        for size in self.words.sizes.get(self.char(place), ()):
            if place + size <= len(self.plain) and self.plain[place : place + size] in table and self.ends(place + size):
                return place + size
        return place

    def bid(self, place: int) -> tuple[Token, int] | None:
        """A bid: 2h, 2♥, 2 hearts, two hearts, 2 cơ, 2โพแดง; levels eight and nine are bids above seven (Law 38)."""
        level, end = 0, place
        digit = self.char(place).isascii() and self.char(place).isdigit()
        if digit:
            level, end = int(self.char(place)), place + 1
        else:
            end = self.longest(self.words.levels, place)
            level = self.words.levels.get(self.plain[place:end], 0)
        if not level:
            return None
        strain = end + (self.char(end) in " -" and end + 1 < len(self.plain))
        if digit:
            for size in (2, 1):
                letters = self.plain[end : end + size]
                if len(letters) == size and letters in _INITIALS and self.ends(end + size):
                    return self.called(level, _INITIALS[letters], place, end + size, "short"), end + size
            if self.plain[end : end + 3] == " nt" and self.ends(end + 3):
                return self.called(level, 4, place, end + 3, "short"), end + 3
        if (sign := self.char(strain)) in _SIGNS:
            return self.called(level, _SIGNS[sign], place, strain + 1, "short"), strain + 1
        stop = self.longest(self.words.strains, strain)
        if stop == strain:
            return None
        return self.called(level, self.words.strains[self.plain[strain:stop]], place, stop, "word"), stop

    def called(self, level: int, strain: int, start: int, end: int, form: str) -> Token:
        return self.token({"call"}, f"{level}{DENOMINATIONS[strain]}", start, end, form)

    def phrase(self, place: int) -> tuple[Token, int] | None:
        end = self.longest(self.words.phrases, place)
        if end == place:
            return None
        kinds = set(self.words.phrases[self.plain[place:end]])
        value = ""
        for kind in sorted(kinds & _CALLS.keys()):
            kinds.add("call")
            value = _CALLS[kind]
        for kind in sorted(kinds & _WHO.keys()):
            kinds.add("who")
            value = _WHO[kind]
        stop = end
        if "who" in kinds and self.owns(end):
            kinds, stop = (kinds - {"who"}) | {"whose"}, end + 2
        return self.token(kinds, value, place, stop, "word"), stop

    def letter(self, place: int) -> tuple[Token, int] | None:
        """A seat or a call of a letter or two: N, E, S, W; p, x, xx."""
        pair = self.plain[place : place + 3]
        if pair in ("n-s", "s-n", "e-w", "w-e") and self.ends(place + 3):
            return self.token({"word"}, pair, place, place + 3), place + 3
        for size in (2, 1):
            letters = self.plain[place : place + size]
            if len(letters) < size or not self.ends(place + size):
                continue
            if letters in _SHORT:
                return self.token({"call"}, _SHORT[letters], place, place + size, "short"), place + size
            if size == 1 and letters in "nesw":
                large = self.text[self.at[place]].isupper()
                owner = self.owns(place + 1)
                kind = "whose" if owner else "who" if large else "small"
                return self.token({kind}, letters.upper(), place, place + 1, "short"), place + 1 + 2 * owner
        return None

    def other(self, place: int) -> tuple[Token, int]:
        char = self.char(place)
        if char in _DASHES:
            kind = "dash"
        elif char in "([":
            kind = "open"
        elif char in ")]":
            kind = "close"
        elif char in ".;!?":
            kind = "stop"
        elif char in ",:→>|":
            kind = "comma"
        elif char in "\"'“”„«»*":
            kind = "quote"
        else:
            kind = "word"
        end = place + 1
        if kind == "word" and (char.isalnum() or char == "'"):
            while end < len(self.plain) and (self.plain[end].isalnum() or self.plain[end] == "'") and not _thai(self.plain[end]):
                end += 1
        return self.token({kind}, self.plain[place:end], place, end), end


def tokens(text: str) -> list[Token]:
    """The pieces of the first 600 characters of a text, in order; never raises."""
    return _Scanner(text).tokens()
