"""How texts of a language are folded and cut: a closed set of methods, which a language's file
chooses from by name; and the bids in them, '1S', 'two hearts', or as other languages say them:
in the index one token stands for any of them.

All patterns take time in proportion to the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import filterfalse, pairwise
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

_TOKEN = re.compile(r"[^\W_]+")
RUN = 3
"""Characters in the runs that FTS5's trigram tokenizer makes."""


class Fold(StrEnum):
    """What is levelled before words are compared, after ``straighten``."""

    PLAIN = "plain"
    """Nothing more."""
    UNMARKED = "unmarked"
    """Marks above and below letters go, and letters of the language's own are spelt with plain
    ones."""
    JOINED = "joined"
    """Blanks between two letters of the language go: its script writes none between words."""


class Cut(StrEnum):
    """What the terms of a text are."""

    WORDS = "words"
    SYLLABLES = "syllables"
    """Syllables, and each pair of neighbours as one term with an underscore."""
    TRIGRAMS = "trigrams"
    """Runs of three characters, each once: for scripts without blanks between words."""


def whole_signs(text: str) -> str:
    """The text with question marks for halves of signs (lone surrogates: JSON and undecodable
    arguments have them), which no encoding takes."""
    return text.encode(errors="replace").decode()


def straighten(text: str) -> str:
    """One line of NFKC text in lower case, apostrophes straight, control characters gone, single
    blanks between words."""
    plain = unicodedata.normalize("NFKC", text)
    if not plain.isprintable():
        plain = "".join(char if char.isprintable() else " " for char in plain)
    return " ".join(plain.replace("’", "'").replace("‘", "'").casefold().split())


def unmarked(text: str) -> str:
    """A text without its combining marks: NFD, marks stripped.

    >>> unmarked("trọng tài")
    'trong tai'
    """
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(filterfalse(unicodedata.combining, decomposed)))


def cut(line: str, how: Cut) -> list[str]:
    """The terms of a folded line."""
    if how is Cut.TRIGRAMS:
        runs = map("".join, zip(*(line[start:] for start in range(RUN)), strict=False))
        return [run for run in dict.fromkeys(runs) if not run.isspace()]
    tokens: list[str] = _TOKEN.findall(line)
    if how is Cut.SYLLABLES:
        tokens += [f"{first}_{second}" for first, second in pairwise(tokens)]
    return tokens


def initials(meaning: str) -> str:
    """The first letters of words, in lower case: 'bit' of 'break in tempo'."""
    return "".join(word[0] for word in re.findall(r"\w+", meaning)).casefold()


# -- bids
# ----------------------------------------------------------------------------------------------------------------

A_BID = "abid"
"""The token that stands for any concrete bid."""
HIGHEST = 7
"""The highest level of a bid that the Laws admit; bids on the levels above it are seen, too (Law
38)."""
_SIGNS = ("♣", "♦", "♥", "♠")
_INITIALS = "cdhsn"
_Names = tuple[str, ...]


class Calls(BaseModel):
    """How calls are said in a language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    levels: _Names
    """The words for one, two, three ... ; digits are always read."""
    strains: Annotated[tuple[_Names, ...], Field(min_length=5, max_length=5)]
    """The names of clubs, diamonds, hearts, spades and no trump, beside their signs and initials."""
    passed: _Names = ()
    doubled: _Names = ()
    redoubled: _Names = ()
    all_passed: _Names = ()
    too_low: _Names = ()
    """What the Laws call a bid over one that it does not supersede."""
    too_high: _Names = ()
    """What the Laws call a bid on a level above seven."""


class Folding:
    """Levels the texts of a language before they are compared, and cuts them."""

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
        self._bid = self._bids(
            levels, {straighten(name) for names in calls.strains for name in names} | set(_SIGNS)
        )

    def _bids(self, levels: list[str], names: set[str]) -> re.Pattern[str]:
        """The bids in straightened texts: in a script without blanks they stand anywhere, and marks
        are left out where the language is read so."""
        bare = (
            {unmarked(name) for name in names if not name.isascii()} - names
            if self._fold is Fold.UNMARKED
            else set()
        )
        letter = r"[a-z\d]" if self._terms is Cut.TRIGRAMS else r"\w"
        close = f"(?<=\\d)[{_INITIALS}]" + (
            f"|(?:(?<=\\d)|(?<=\\d ))(?:{_any(bare)})" if bare else ""
        )
        # a blank at most
        return re.compile(
            f"(?<!{letter})(?P<level>[1-9]|{_any(levels)}) ?(?:{_any(names)}|{close})(?!{letter})"
        )

    def folded(self, text: str) -> str:
        """A text as it is compared: straight, concrete bids as one token, signs spelt out, marks or
        blanks gone. Bids on a level above seven stay, for with them it decides which."""
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
        """The terms of a text, as FTS5 holds them: folded and cut."""
        return cut(self.folded(text), self._terms)

    def words(self, text: str) -> list[str]:
        """The terms without pairs of neighbours: words, syllables or runs."""
        return [term for term in self.terms(text) if "_" not in term]


def _any(names: Iterable[str]) -> str:
    """A pattern for any of the names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
