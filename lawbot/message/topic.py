"""The subject of a text: words of a bridge game, and words of other subjects."""

from collections import Counter
from functools import cache

from lawbot.message.message import Message
from lawbot.message.tokens import PhraseTable

_MOST = 3
"""Cap on a count of words: more of them tell no more."""


def is_elsewhere(message: Message) -> bool:
    """Return whether a text has words of another subject and none of a bridge game.

    Other subjects are weather, football, other games, laws and bridges, prices, code.

    >>> is_elsewhere(Message("who won the football last night"))
    True
    """
    counts = _count(message)
    if counts["bridge"] or not counts["words"]:
        return False
    return counts["perhaps"] <= counts["words"] + 1


def asks_advice(message: Message) -> bool:
    """Return whether a text asks what to bid or play, and tells of nothing that a law is about.

    >>> asks_advice(Message("ten points and five hearts, what should I open"))
    True
    >>> asks_advice(Message("what should I bid after partner's hesitation"))
    False
    """
    counts = _count(message)
    return counts["advice"] > 0 and not counts["irregular"]


def game_words(message: Message) -> int:
    """Return how many words of a text are used of a bridge game, if of others as well."""
    counts = _count(message)
    return counts["bridge"] + counts["perhaps"]


def subject_signs(message: Message) -> tuple[int, int, int]:
    """Return how many words a text has of bridge alone, of bridge and others, of others.

    The last counts those above the words of bridge alone; each count is at most ``_MOST``.
    """
    counts = _count(message)
    surplus = max(0, counts["words"] - counts["bridge"])
    return min(_MOST, counts["bridge"]), min(_MOST, counts["perhaps"]), min(_MOST, surplus)


def _count(message: Message) -> Counter[str]:
    """Return how many words of each list stand in a text."""
    return Counter(_subjects().along(message.tokens))


@cache
def _subjects() -> PhraseTable[str]:
    """Return the lists of words of all languages, each with its plurals."""
    return PhraseTable.of_all(
        lambda language: (
            ((*names, *(f"{name}s" for name in names)), kind)
            for kind, names in language.elsewhere.items()
        )
    )
