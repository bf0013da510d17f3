"""Repairs words that nobody indexed and that are no words of the language: the nearest word of the vocabulary, by rapidfuzz."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

_SHORTEST = 4
_LONGEST = 24
"""Letters of a word that is repaired: a shorter one is near too many others, a longer one is none."""
_USUAL = 100
"""Times that a word must stand in the list's own texts: rarer ones are mostly misspelt."""


class Speller:
    """Knows every indexed word with how often it stands there, and the ``plain`` words of the language (as ``plain_words`` gives them)."""

    def __init__(self, counts: Mapping[str, int], plain: bytes = b"") -> None:
        self._counts = dict(counts)
        self._plain = plain
        self._by_length: dict[int, list[str]] = {}
        for word in self._counts:
            if len(word) >= _SHORTEST - 1 and not word.isdigit():
                self._by_length.setdefault(len(word), []).append(word)
        self.repair = lru_cache(maxsize=512)(self._repair)

    def count(self, word: str) -> int:
        """How often the word stands in what is indexed."""
        return self._counts.get(word, 0)

    def knows(self, word: str) -> bool:
        """Whether the word is indexed."""
        return word in self._counts

    def known(self, words: Iterable[str]) -> set[str]:
        """Those of the words that are indexed."""
        return {word for word in words if word in self._counts}

    def is_jargon(self, word: str) -> bool:
        """Whether the word is indexed and no usual one of the language, as far as those are known."""
        return bool(self._plain) and len(word) >= _SHORTEST and word.isalpha() and self.knows(word) and not self._is_plain(word)

    def _is_plain(self, word: str) -> bool:
        return f"\n{word}\n".encode() in self._plain

    def _repair(self, word: str) -> str | None:
        """The word that was most likely meant by an unknown one; None when nothing is near, or when it is a word of the language."""
        if not _SHORTEST <= len(word) <= _LONGEST or any(char.isdigit() for char in word) or self.knows(word):
            return None
        if self._is_plain(word):
            return None
        allowed = 1 if len(word) <= 5 else 2
        near = [
            candidate for length in range(len(word) - allowed, len(word) + allowed + 1) for candidate in self._by_length.get(length, ())
        ]
        found = process.extract(word, near, scorer=OSA.distance, score_cutoff=allowed, limit=8)
        if not found:
            return None
        return min(found, key=lambda hit: (hit[1] + (hit[0][0] != word[0]) * 0.5, -self._counts[hit[0]], hit[0]))[0]


def plain_words(language: str) -> bytes:
    """The usual words of a language, one a line, by pyspellchecker's list; none for a language that it has not."""
    from spellchecker import SpellChecker  # for building

    try:
        words = SpellChecker(language=language).word_frequency.dictionary
    except ValueError:
        return b""
    usual = sorted(word for word, times in words.items() if times >= _USUAL and len(word) >= _SHORTEST and word.isalpha())
    return "\n".join(["", *usual, ""]).encode()
