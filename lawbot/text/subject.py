"""Whether a text is about something else than bridge, told by the words of other subjects in the languages' files."""

from collections import Counter
from functools import cache

from lawbot.language import installed
from lawbot.text.tables import PhraseTable
from lawbot.text.tokens import straight, tokens

_ENOUGH = 3
"""Words of a kind, of which more tell no more."""


def is_elsewhere(text: str) -> bool:
    """Whether a text has words of another subject (weather, football, other games, laws and bridges, prices, code) and none of a bridge game.

    >>> is_elsewhere("who won the football last night")
    True
    """
    found = _named(text)
    return found["words"] > 0 == found["bridge"] and found["perhaps"] <= found["words"] + 1


def game_words(text: str) -> int:
    """How many words of a text are said of a bridge game, be it of others as well."""
    found = _named(text)
    return found["bridge"] + found["perhaps"]


def subject_signs(text: str) -> tuple[int, int, int]:
    """How many words of a text only a bridge game has, how many it shares with others, and how many more than of bridge are of other subjects; as
    far as more of them tell more."""
    found = _named(text)
    others = max(0, found["words"] - found["bridge"])
    return min(_ENOUGH, found["bridge"]), min(_ENOUGH, found["perhaps"]), min(_ENOUGH, others)


def _named(text: str) -> Counter[str]:
    """How many words of each list stand in a text."""
    line = tokens(straight(text))
    found = Counter[str]()
    place = 0
    while place < len(line):
        kind, place = _subjects().at(line, place) or ("", place + 1)
        found[kind] += 1
    return found


@cache
def _subjects() -> PhraseTable[str]:
    table = PhraseTable[str]()
    for language in installed().values():
        for kind, names in language.elsewhere.items():
            table.add((*names, *(f"{name}s" for name in names)), kind, language)
    return table
