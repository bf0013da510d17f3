"""Repair misspelt words: to the nearest word of the index, by rapidfuzz."""

import re
from collections.abc import Mapping
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from lawbot.grouped import grouped

_SHORTEST = 4
"""Fewest letters of a word that is repaired: a shorter one is near too many."""
_LONGEST = 24
"""Most letters of a word that is repaired."""
_LONGEST_WITH_ONE_EDIT = 5
"""Most letters of a word that is repaired by one edit alone; longer ones may need two."""
_CANDIDATES = 8
"""Most near words among which the best is looked for."""
_USUAL = 50
"""Fewest occurrences of a usual word in the texts of its list: rarer ones are mostly misspelt."""
_CARDS = re.compile(r"[akqjtx]+")
"""A row of cards: akqj."""
_AT_THE_TABLE = frozenset(
    "acol oppo oppos pard pards partnr benji benjamin muiderberg drury smolen ogust gambling "
    "lefty leftys righty rightys lefties righties kibitz unusual michaels landy cappelletti "
    "jacoby stayman blackwood gerber rkcb precision moscito polish multi bermuda reverses "
    "splinter splinters texas ghestem lebensohl puppet bergen dopi ropi leaping capp dont "
    "walsh montreal checkback namyats swiss howell mitchell barometer matchpoints butler".split()
)
"""Words of players that are in no dictionary."""
_MISSPELT = {"hart": "heart", "harts": "hearts", "biding": "bidding"}
"""English words that at the table are another word misspelt."""


class Speller:
    """The indexed words of a language with their counts, and its usual words (``plain_words``)."""

    def __init__(self, counts: Mapping[str, int], plain: bytes = b"", english: bytes = b"") -> None:
        self.counts = dict(counts)
        """Counts of the words in the indexed texts."""
        self._usual = plain
        self._unrepaired = (plain, english)
        """Words that are no mistakes, be they of the language or English."""
        self._by_length = grouped(
            (len(word), word)
            for word in counts
            if len(word) >= _SHORTEST - 1 and not word.isdigit()
        )
        self.repair = lru_cache(maxsize=512)(self._repair)

    def is_elsewhere(self, word: str) -> bool:
        """Return True for a usual word of the language that no text about bridge here has.

        A word that is only unknown, misspelt or made up, is not one.
        """
        return _has(self._usual, word) and self.counts.keys().isdisjoint(_stems(word))

    def _repair(self, word: str) -> str | None:
        """Return the indexed word that an unknown one is most likely meant to be, or None."""
        if not _SHORTEST <= len(word) <= _LONGEST or word in self.counts:
            return None
        if any(char.isdigit() for char in word):
            return None
        if _MISSPELT.get(word) in self.counts:
            return _MISSPELT[word]
        if _CARDS.fullmatch(word) or word in _AT_THE_TABLE:
            return None
        # of the words of a language only those about bridge are indexed
        for stem in _stems(word):
            if any(_has(words, stem) for words in self._unrepaired):
                return None
        edits = 1 if len(word) <= _LONGEST_WITH_ONE_EDIT else 2
        near: list[str] = []
        for length in range(len(word) - edits, len(word) + edits + 1):
            near += self._by_length.get(length, ())
        matches = process.extract(
            word, near, scorer=OSA.distance, score_cutoff=edits, limit=_CANDIDATES
        )

        def rank(match: tuple[str, float, int]) -> tuple[float, int, str]:
            candidate, distance, _ = match
            # few misspell the first letter
            other_initial = 0.5 if candidate[0] != word[0] else 0.0
            return distance + other_initial, -self.counts[candidate], candidate

        return min(matches, key=rank)[0] if matches else None


def _has(words: bytes, word: str) -> bool:
    """Return whether a list in the form of ``plain_words`` has a word."""
    return f"\n{word}\n".encode() in words


def _stems(word: str) -> set[str]:
    """Return a word with and without its endings."""
    return {word, *(word.removesuffix(ending) for ending in ("s", "ed", "ing"))}


def plain_words(language: str) -> bytes:
    """Return the usual words of a language, one a line, by pyspellchecker's list.

    There are none for a language without a list.
    """
    from spellchecker import SpellChecker  # for building

    try:
        counts = SpellChecker(language=language).word_frequency.dictionary
    except ValueError:
        return b""
    usual = [
        word
        for word, count in counts.items()
        if count >= _USUAL and len(word) >= _SHORTEST and word.isalpha()
    ]
    return "\n".join(["", *sorted(usual), ""]).encode()
