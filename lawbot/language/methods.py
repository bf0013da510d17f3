"""Fold and cut texts by a closed set of methods, which a language's file chooses by name.

In the index one token stands for any bid: '1S', 'two hearts', or as other languages say it. All
patterns take time in proportion to the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import chain, filterfalse, pairwise
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

_TOKEN = re.compile(r"[^\W_]+")
RUN = 3
"""Length of the runs of FTS5's trigram tokenizer."""


class Fold(StrEnum):
    """The levelling of words before they are compared, after ``straighten``."""

    PLAIN = "plain"
    """No further levelling."""
    UNMARKED = "unmarked"
    """Remove marks above and below letters, and put plain letters for the language's own."""
    JOINED = "joined"
    """Remove blanks between two letters of the language, whose script has none between words."""


class Cut(StrEnum):
    """The kind of the terms of a text."""

    WORDS = "words"
    SYLLABLES = "syllables"
    """Syllables, and each pair of neighbours as one term with an underscore."""
    TRIGRAMS = "trigrams"
    """Runs of three characters, each once: for scripts without blanks between words."""


def whole_signs(text: str) -> str:
    """Return the text with question marks for halves of signs, which no encoding takes."""
    # JSON and undecodable arguments have such lone surrogates
    return text.encode(errors="replace").decode()


def straighten(text: str) -> str:
    """Return one line of NFKC text in lower case, with straight apostrophes and single blanks.

    Control characters are removed.
    """
    plain = unicodedata.normalize("NFKC", text)
    if not plain.isprintable():
        plain = "".join(char if char.isprintable() else " " for char in plain)
    return " ".join(plain.replace("’", "'").replace("‘", "'").casefold().split())


def unmarked(text: str) -> str:
    """Return a text without its combining marks.

    >>> unmarked("trọng tài")
    'trong tai'
    """
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(filterfalse(unicodedata.combining, decomposed)))


def cut(line: str, how: Cut) -> list[str]:
    """Return the terms of a folded line."""
    if how is Cut.TRIGRAMS:
        runs = map("".join, zip(*(line[start:] for start in range(RUN)), strict=False))
        return [run for run in dict.fromkeys(runs) if not run.isspace()]
    tokens: list[str] = _TOKEN.findall(line)
    if how is Cut.SYLLABLES:
        tokens += [f"{first}_{second}" for first, second in pairwise(tokens)]
    return tokens


def initials(meaning: str) -> str:
    """Return the first letters of words, in lower case: 'bit' of 'break in tempo'."""
    return "".join(word[0] for word in re.findall(r"\w+", meaning)).casefold()


# -- Bids

A_BID = "abid"
"""Token of any concrete bid."""
HIGHEST = 7
"""Highest level of a bid that the Laws admit; a bid above it is an offence (Law 38)."""
_SIGNS = ("♣", "♦", "♥", "♠")
_INITIALS = "cdhsn"
_Names = tuple[str, ...]


class Calls(BaseModel):
    """The names of calls in a language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    levels: _Names
    """Words for one, two, three ... ; digits are always read."""
    strains: Annotated[tuple[_Names, ...], Field(min_length=5, max_length=5)]
    """Names of clubs, diamonds, hearts, spades and no trump, besides signs and initials."""
    passed: _Names = ()
    doubled: _Names = ()
    redoubled: _Names = ()
    all_passed: _Names = ()
    too_low: _Names = ()
    """Names of a bid that does not supersede the last one."""
    too_high: _Names = ()
    """Names of a bid on a level above seven."""


class Folding:
    """The folding and cutting of the texts of a language."""

    def __init__(
        self,
        calls: Calls,
        fold: Fold,
        terms: Cut,
        *,
        signs: Mapping[str, str],
        closed: str,
        own_letters: Mapping[str, str],
        letters: str,
    ) -> None:
        self._fold, self._terms, self._signs, self._closed = fold, terms, signs, closed
        self._plain = str.maketrans(dict(own_letters))
        letter = f"[{letters}]" if letters else r"[^\W\d_]"
        self._inner_blanks = re.compile(f"(?<={letter}) (?={letter})")
        levels = [straighten(level) for level in calls.levels]
        self._high = ("8", "9", *levels[HIGHEST:])
        strains = set(map(straighten, chain.from_iterable(calls.strains)))
        self._bid = self._bids(levels, strains.union(_SIGNS))

    def _bids(self, levels: list[str], names: set[str]) -> re.Pattern[str]:
        """Return the pattern of bids in straightened texts."""
        # a script without blanks has bids anywhere between its letters
        letter = r"[a-z\d]" if self._terms is Cut.TRIGRAMS else r"\w"
        close = f"(?<=\\d)[{_INITIALS}]"
        if self._fold is Fold.UNMARKED:
            bare = {unmarked(name) for name in names if not name.isascii()} - names
            if bare:
                close += f"|(?:(?<=\\d)|(?<=\\d ))(?:{_any(bare)})"
        # a blank at most
        return re.compile(
            f"(?<!{letter})(?P<level>[1-9]|{_any(levels)}) ?(?:{_any(names)}|{close})(?!{letter})"
        )

    def folded(self, text: str) -> str:
        """Return a text in its form for comparison.

        It is straight, concrete bids are one token, signs are spelt out, marks or blanks are gone.
        """
        # a bid above the seventh level stays: there the level decides
        line = self._bid.sub(
            lambda bid: bid.group() if bid["level"] in self._high else f" {A_BID} ",
            straighten(text),
        )
        for sign, word in self._signs.items():
            line = line.replace(sign, f" {word} ")
        for sign in self._closed:
            line = line.replace(sign, "")
        if self._fold is Fold.UNMARKED:
            line = unmarked(line.translate(self._plain))
        elif self._fold is Fold.JOINED:
            line = self._inner_blanks.sub("", line)
        return line

    def terms(self, text: str) -> list[str]:
        """Return the terms of a text, as FTS5 holds them: folded and cut."""
        return cut(self.folded(text), self._terms)

    def words(self, text: str) -> list[str]:
        """Return the terms without pairs of neighbours: words, syllables or runs."""
        return [term for term in self.terms(text) if "_" not in term]


def _any(names: Iterable[str]) -> str:
    """Return a pattern of any of the names, the longest first."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return "|".join(map(re.escape, ordered))
