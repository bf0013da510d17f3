"""Tokens of typed text (words, numbers and signs, with their offsets) and tables of phrases.

Every module that parses a sentence uses this tokenizer.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from sys import intern
from typing import Generic, NamedTuple, TypeVar

from lawbot.language import Language, installed
from lawbot.limits import MAX_STORY

SUITS = "♣♦♥♠"
"""Suit symbols, lowest suit first; outlined symbols are read as these."""
_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠", "\ufe0f": None}
)
_Value = TypeVar("_Value")


class Token(NamedTuple):
    """A word, number or sign in lower case, with its offsets in the straightened text."""

    word: str
    start: int
    end: int
    bare: str
    """The word without a possessive 's; it differs from ``word`` only if the word has one."""
    spelt: tuple[str, ...]
    """The plain words it is made of: "hasn't" is has and not, "dummy's" is dummy, "I've" is i."""
    is_word: bool
    """True for a word or a number, False for a sign."""


def straight(text: str) -> str:
    """Return the first ``MAX_STORY`` characters of a text, normalized for the tokenizer.

    The text is composed (NFC), apostrophes are straight, contractions get their missing
    apostrophe, and each suit has one symbol. Line breaks and capitals stay.
    """
    line = unicodedata.normalize("NFC", text[:MAX_STORY]).translate(_STRAIGHT)
    return _unmarked().sub(lambda match: match[0][:-1] + "'" + match[0][-1], line)


@cache
def _contracted() -> dict[str, tuple[str, ...]]:
    """Return the plain words of each contraction of every language."""
    contracted: dict[str, tuple[str, ...]] = {}
    for language in installed().values():
        for contraction, plain in language.contracted.items():
            contracted[contraction] = tuple(plain.split())
    return contracted


@cache
def _unmarked() -> re.Pattern[str]:
    """Return a pattern for contractions typed without the apostrophe before the last letter."""
    unmarked = [word.replace("'", "") for word in _contracted() if word[-2] == "'"]
    # without contractions nothing may match
    alternatives = "|".join(unmarked) or r"(?!)"
    return re.compile(rf"\b(?:{alternatives})\b", re.IGNORECASE)


def spellings(words_of: Callable[[Language], Iterable[str]]) -> list[str]:
    """Return words of every language, with and without their marks, the longest first."""
    words: set[str] = set()
    for language in installed().values():
        for word in words_of(language):
            words |= {word, language.plain(word)}
    return sorted(words, key=lambda word: (-len(word), word))


def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a straightened text in order.

    A bid with a suit symbol ('2♥') is one word; so is each letter of a script without blanks. A
    hyphen between letters is dropped: 'left-hand' is two words, '1NT-2C' has a dash.
    """
    line: list[Token] = []
    for match in _pattern().finditer(text):
        word = match[0].lower()
        start, end = match.span()
        if word == "-" and text[start - 1 : start].isalpha() and text[end : end + 1].isalpha():
            continue
        bare = word.removesuffix("'s")
        is_word = word[0].isalnum() or word[0] in SUITS
        line.append(Token(word, start, end, bare, _spelt(word), is_word))
    return tuple(line)


@lru_cache(maxsize=4096)
def _spelt(word: str) -> tuple[str, ...]:
    """Return the plain words of a word that may be a contraction or a possessive."""
    if plain := _contracted().get(word):
        return plain
    # short for partner: its apostrophe marks no possessive
    if word == "p'ner":
        return (word,)
    return (word.partition("'")[0] or word,)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of one token.

    Alternatives in order: a letter of a script without blanks; a bid with its suit symbol; a word
    with what follows its apostrophe; a line break; a sign.
    """
    scripts = [
        language.written.letters for language in installed().values() if not language.has_words
    ]
    # an empty character class would be an error
    blankless = "".join(scripts) or "\x00"
    letter = rf"(?:(?![{blankless}])[\w{SUITS}])"
    return re.compile(rf"[{blankless}]|[1-9][{SUITS}]|{letter}+(?:'{letter}+)*|\n|[^\s]")


class PhraseTable(Generic[_Value]):
    """Values of phrases; of two phrases with the same words the first counts."""

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
        cls, entries: Callable[[Language], Iterable[tuple[Iterable[str], _Value]]]
    ) -> "PhraseTable[_Value]":
        """Return a table of the phrases of every installed language.

        ``entries`` yields, for one language, groups of phrases with the value they share. In a
        language that may be typed without its marks, each phrase is also read without any.
        """

        def spellings() -> Iterator[tuple[str, _Value]]:
            for language in installed().values():
                for phrases, value in entries(language):
                    for phrase in phrases:
                        yield phrase, value
                        yield language.plain(phrase), value

        return cls(spellings())

    def at(self, line: Sequence[Token], start: int) -> tuple[_Value, int] | None:
        """Return the value and the end of the longest phrase that begins at an index, or None.

        A possessive 's on its last word does not count.
        """
        if start >= len(line):
            return None
        longest = self._longest.get(line[start].bare, 0)
        for end in range(min(start + longest, len(line)), start, -1):
            words = (*[token.word for token in line[start : end - 1]], line[end - 1].bare)
            if words in self._values:
                return self._values[words], end
        return None

    def alone(self, word: str) -> _Value | None:
        """Return the value of a phrase of one word, or None."""
        return self._values.get((word,))

    def along(self, line: Sequence[Token]) -> list[_Value]:
        """Return the values of the phrases of a line in order, without overlaps."""
        values: list[_Value] = []
        index = 0
        while index < len(line):
            match = self.at(line, index)
            if match is None:
                index += 1
                continue
            value, index = match
            values.append(value)
        return values

    def every(self, line: Sequence[Token]) -> dict[int, tuple[_Value, int]]:
        """Return, by index, the value and the end of the longest phrase that begins there.

        Phrases may overlap.
        """
        matches: dict[int, tuple[_Value, int]] = {}
        for index in range(len(line)):
            match = self.at(line, index)
            if match is not None:
                matches[index] = match
        return matches


@cache
def _numbers() -> PhraseTable[int]:
    """Return the words that numbers are made of."""

    def number_words(language: Language) -> Iterator[tuple[Iterable[str], int]]:
        for number, word in enumerate(language.numerals, 1):
            yield [word], number
        for ten, word in enumerate(language.tens, 1):
            yield [word], 10 * ten
        for word, number in language.after_tens.items():
            yield [word], number
        yield language.results.get("hundred", ()), 100
        yield language.results.get("thousand", ()), 1000

    return PhraseTable.of_all(number_words)


def number_at(line: Sequence[Token], start: int) -> tuple[int, int] | None:
    """Return the number that begins at an index and its end, or None.

    Read are 12, 1,100, 11 hundred, twenty-three, 'six twenty' (620), หนึ่งร้อย.
    """
    has_digits = start < len(line) and line[start].word.isdecimal()
    thousands = 0
    group = int(line[start].word) if has_digits else 0
    end = start + has_digits
    while match := _numbers().at(line, end):
        value, next_end = match
        if value == 1000 and not thousands:
            thousands, group = 1000 * (group or 1), 0
        elif value == 100 and group < 100:
            group = 100 * (group or 1)
        elif value >= 100 or (has_digits and not thousands):
            break
        elif group % 100 == 0 or (value < 10 and group % 10 == 0):
            group += value
        elif 1 < group < 10 > value and not has_digits and not thousands:
            # 'hai sáu', digit by digit: 26
            group = 10 * group + value
        elif group < 20 and value >= 10:
            # players say 'six twenty'
            group = 100 * group + value
        else:
            break
        end = next_end
    return (thousands + group, end) if end > start else None


def numbers_in(line: Sequence[Token]) -> dict[int, tuple[int, int]]:
    """Return, by index, the number that begins there and its end."""
    numbers: dict[int, tuple[int, int]] = {}
    for index in range(len(line)):
        number = number_at(line, index)
        if number is not None:
            numbers[index] = number
    return numbers
