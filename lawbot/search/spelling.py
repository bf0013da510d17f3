"""Repairs words that nobody indexed and that are no words of the language: the nearest word of the
vocabulary, by rapidfuzz."""

import re
from collections.abc import Mapping
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from lawbot.grouped import grouped

_SHORTEST = 4
_LONGEST = 24
"""Letters of a word that is repaired: a shorter one is near too many others, a longer one is none."""
_USUAL = 50
"""Times that a word must stand in the list's own texts: rarer ones are mostly misspelt."""


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
    """Knows every indexed word with how often it stands there, and the ``plain`` words of the
    language (as ``plain_words`` gives them)."""

    def __init__(self, counts: Mapping[str, int], plain: bytes = b"", english: bytes = b"") -> None:
        self.counts = dict(counts)
        """How often each word stands in what is indexed."""
        self._usual = plain
        self._never = (plain, english)
        """Words that are none of the Laws' and no mistakes, be they of the language or English."""
        self._by_length = grouped(
            (len(word), word)
            for word in counts
            if len(word) >= _SHORTEST - 1 and not word.isdigit()
        )
        self.repair = lru_cache(maxsize=512)(self._repair)

    def is_elsewhere(self, word: str) -> bool:
        """Return True for a usual word of the language that no text about bridge here has.

        A word that is only unknown, misspelt or made up, is not one."""
        is_usual = f"\n{word}\n".encode() in self._usual
        return is_usual and self.counts.keys().isdisjoint(_stems(word))

    def _repair(self, word: str) -> str | None:
        """The word that was most likely meant by an unknown one; None when nothing is near, or when
        it is a word of the language."""
        if (
            not _SHORTEST <= len(word) <= _LONGEST
            or any(char.isdigit() for char in word)
            or word in self.counts
        ):
            return None
        if _MISSPELT.get(word) in self.counts:
            return _MISSPELT[word]
        if _CARDS.fullmatch(word) or word in _AT_THE_TABLE:
            return None
        written = [f"\n{stem}\n".encode() for stem in _stems(word)]
        if any(stem in words for words in self._never for stem in written):
            return None
        allowed = 1 if len(word) <= 5 else 2
        lengths = range(len(word) - allowed, len(word) + allowed + 1)
        near = [candidate for length in lengths for candidate in self._by_length.get(length, ())]
        found = process.extract(word, near, scorer=OSA.distance, score_cutoff=allowed, limit=8)
        if not found:
            return None
        return min(
            found,
            key=lambda hit: (hit[1] + (hit[0][0] != word[0]) * 0.5, -self.counts[hit[0]], hit[0]),
        )[0]


def _stems(word: str) -> set[str]:
    """Return a word with and without its endings."""
    return {word, *(word.removesuffix(ending) for ending in ("s", "ed", "ing"))}


def plain_words(language: str) -> bytes:
    """The usual words of a language, one a line, by pyspellchecker's list; none for a language that
    it has not."""
    from spellchecker import SpellChecker  # for building

    try:
        words = SpellChecker(language=language).word_frequency.dictionary
    except ValueError:
        return b""
    usual = sorted(
        word
        for word, times in words.items()
        if times >= _USUAL and len(word) >= _SHORTEST and word.isalpha()
    )
    return "\n".join(["", *usual, ""]).encode()
