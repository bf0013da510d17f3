"""The one tokenizer of what people type: words, numbers and signs, with their places, and the
phrases of any language found in them.

Everything that reads a sentence asks it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from sys import intern
from typing import Generic, NamedTuple, TypeVar

from lawbot.language import Language, installed

TYPED = 1000
"""Characters of a text that are read."""
SUITS = "♣♦♥♠"
"""The signs of the suits, lowest first; their outlines are read as they are."""
_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠", "\ufe0f": None}
)
_Value = TypeVar("_Value")


class Token(NamedTuple):
    """A word, a number or a sign: in small letters, and where it stands in the straightened text."""

    word: str
    start: int
    end: int
    bare: str
    """The word without an owner's 's: it is an owner's where that is another."""
    spelt: tuple[str, ...]
    """The plain words it is made of: "hasn't" is has and not, "dummy's" is dummy, "I've" is i."""
    is_word: bool
    """Whether it is a word or a number, and no sign."""


@lru_cache(maxsize=64)
def straight(text: str) -> str:
    """The first ``TYPED`` characters as they are cut: composed (NFC), apostrophes straight and
    those of contractions there, suits' signs in one form. Lines and capitals stay."""
    line = unicodedata.normalize("NFC", text[:TYPED]).translate(_STRAIGHT)
    return _unmarked().sub(lambda typed: typed[0][:-1] + "'" + typed[0][-1], line)


@cache
def _contracted() -> dict[str, tuple[str, ...]]:
    """The plain words of what is written as one, by how it is written."""
    return {
        word: tuple(plain.split())
        for language in installed().values()
        for word, plain in language.contracted.items()
    }


@cache
def _unmarked() -> re.Pattern[str]:
    """A contraction typed without its apostrophe, which stands before the last letter: dont."""
    typed = "|".join(word.replace("'", "") for word in _contracted() if word[-2] == "'")
    return re.compile(rf"\b(?:{typed})\b", re.IGNORECASE) if typed else re.compile(r"(?!)")


@lru_cache(maxsize=16)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a straightened text in order. A bid with a sign ('2♥') is one word; so is each
    letter of a script without blanks.

    A hyphen between letters is none: 'left-hand' is two words, '1NT-2C' has a dash.
    """
    found: list[Token] = []
    for match in _pattern().finditer(text):
        word, start, end = match[0].lower(), *match.span()
        if word == "-" and text[start - 1 : start].isalpha() and text[end : end + 1].isalpha():
            continue
        found.append(
            Token(
                word,
                start,
                end,
                word.removesuffix("'s"),
                _spelt(word),
                word[0].isalnum() or word[0] in SUITS,
            )
        )
    return tuple(found)


@lru_cache(maxsize=4096)
def _spelt(word: str) -> tuple[str, ...]:
    """The plain words of one that may be contracted, or an owner's."""
    return _contracted().get(word) or (word if word == "p'ner" else word.partition("'")[0] or word,)


@cache
def _pattern() -> re.Pattern[str]:
    """A letter of a script without blanks with its marks; a bid with its sign; a word with what
    stands behind its apostrophe; a sign."""
    blankless = (
        "".join(
            language.written.letters for language in installed().values() if not language.has_words
        )
        or "\x00"
    )
    letter = rf"(?:(?![{blankless}])[\w{SUITS}])"
    return re.compile(rf"[{blankless}]|[1-9][{SUITS}]|{letter}+(?:'{letter}+)*|\n|[^\s]")


class PhraseTable(Generic[_Value]):
    """What phrases mean; of two that are typed alike the first counts."""

    def __init__(self, phrases: Iterable[tuple[str, _Value]]) -> None:
        self._values: dict[tuple[str, ...], _Value] = {}
        self._longest: dict[str, int] = {}
        for phrase, value in phrases:
            words = tuple(intern(token.word) for token in tokens(straight(phrase)))
            self._values.setdefault(words, value)
            first = words[0].removesuffix("'s")
            self._longest[first] = max(len(words), self._longest.get(first, 0))

    @classmethod
    def of_all(
        cls, said: Callable[[Language], Iterable[tuple[Iterable[str], _Value]]]
    ) -> "PhraseTable[_Value]":
        """The phrases of every language: ``said`` gives those of one, some of a meaning, and that.
        Of a language that is read without its marks each may be typed with all of them or with
        none."""
        return cls(
            (spelling, value)
            for language in installed().values()
            for names, value in said(language)
            for name in names
            for spelling in (name, language.plain(name))
        )

    def at(self, line: Sequence[Token], place: int) -> tuple[_Value, int] | None:
        """The value of the longest phrase that begins at a place, and where it ends. An owner's 's
        does not count."""
        size = self._longest.get(line[place].bare, 0) if place < len(line) else 0
        for after in range(min(place + size, len(line)), place, -1):
            words = (*[token.word for token in line[place : after - 1]], line[after - 1].bare)
            if words in self._values:
                return self._values[words], after
        return None

    def alone(self, word: str) -> _Value | None:
        """What one word means."""
        return self._values.get((word,))

    def along(self, line: Sequence[Token]) -> list[_Value]:
        """The values of the phrases that stand in a line one behind the other."""
        found: list[_Value] = []
        place = 0
        while place < len(line):
            if known := self.at(line, place):
                found.append(known[0])
            place = known[1] if known else place + 1
        return found

    def every(self, line: Sequence[Token]) -> dict[int, tuple[_Value, int]]:
        """The longest phrase that begins at each place of a line, be it within another: its value,
        and where it ends."""
        return {place: found for place in range(len(line)) if (found := self.at(line, place))}


@cache
def _numbers() -> PhraseTable[int]:
    """The words that numbers are made of."""

    def said(language: Language) -> Iterator[tuple[Iterable[str], int]]:
        yield from (([word], number) for number, word in enumerate(language.numerals, 1))
        yield from (([word], 10 * ten) for ten, word in enumerate(language.tens, 1))
        yield from (([word], number) for word, number in language.after_tens.items())
        yield from (
            (language.results.get(size, ()), number)
            for size, number in (("hundred", 100), ("thousand", 1000))
        )

    return PhraseTable.of_all(said)


def number_at(line: Sequence[Token], place: int) -> tuple[int, int] | None:
    """The number that begins at a place, and where it ends: 12, 1,100, 11 hundred, twenty-three,
    'six twenty' (620), หนึ่งร้อย."""
    digits = place < len(line) and line[place].word.isdecimal()
    total, group, at = 0, int(line[place].word) if digits else 0, place + digits
    while known := _numbers().at(line, at):
        value, after = known
        if value == 1000 and not total:
            total, group = 1000 * (group or 1), 0
        elif value == 100 and group < 100:
            group = 100 * (group or 1)
        elif value >= 100 or (digits and not total):
            break
        elif group % 100 == 0 or (value < 10 and group % 10 == 0):
            group += value
        elif 1 < group < 10 > value and not digits and not total:  # 'hai sáu', digit by digit: 26
            group = 10 * group + value
        elif group < 20 and value >= 10:  # players say 'six twenty'
            group = 100 * group + value
        else:
            break
        at = after
    return (total + group, at) if at > place else None


def numbers_in(line: Sequence[Token]) -> dict[int, tuple[int, int]]:
    """The number that begins at each place of a line, and where it ends."""
    return {place: found for place in range(len(line)) if (found := number_at(line, place))}
