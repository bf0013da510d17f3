"""Words and phrases of every language in one table, found in tokens: the longest that stands at a place; and numbers in digits or words."""

from collections.abc import Iterable, Sequence
from functools import cache
from sys import intern
from typing import Generic, TypeVar

from lawbot.language import Language, installed
from lawbot.text.tokens import Token, straight, tokens

_Value = TypeVar("_Value")


class PhraseTable(Generic[_Value]):
    """What phrases mean. Of a language that is read without its marks each may be typed with all of them or with none; of two phrases that
    are typed alike the first counts."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, ...], _Value] = {}
        self._longest: dict[str, int] = {}

    def add(self, names: Iterable[str], value: _Value, language: Language) -> None:
        """Adds phrases of one meaning."""
        for name in names:
            for spelling in (name, language.plain(name)):
                words = tuple(intern(token.word) for token in tokens(straight(spelling)))
                self._values.setdefault(words, value)
                first = words[0].removesuffix("'s")
                self._longest[first] = max(len(words), self._longest.get(first, 0))

    def at(self, line: Sequence[Token], place: int) -> tuple[_Value, int] | None:
        """The value of the longest phrase that begins at a place, and where it ends. An owner's 's does not count."""
        size = self._longest.get(line[place].bare, 0) if place < len(line) else 0
        for after in range(min(place + size, len(line)), place, -1):
            words = (*(token.word for token in line[place : after - 1]), line[after - 1].bare)
            if words in self._values:
                return self._values[words], after
        return None


@cache
def _numbers() -> PhraseTable[int]:
    """The words that numbers are made of."""
    found = PhraseTable[int]()
    for language in installed().values():
        for number, word in (*enumerate(language.numerals, 1), *((10 * ten, word) for ten, word in enumerate(language.tens, 1))):
            found.add([word], number, language)
        for word, number in language.after_tens.items():
            found.add([word], number, language)
        for size, words in ((100, language.results.get("hundred", ())), (1000, language.results.get("thousand", ()))):
            found.add(words, size, language)
    return found


def number_at(line: Sequence[Token], place: int) -> tuple[int, int] | None:
    """The number that begins at a place, and where it ends: 12, 1,100, 11 hundred, twenty-three, 'six twenty' (620), หนึ่งร้อย."""
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
