"""Concrete bids in a text, '1S', 'two hearts', 'ba cơ', '1 โพดำ': which bid it was decides nothing, that it was too low or too high does."""

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lawbot.language.methods import straighten, unmarked

A_BID = "abid"
"""The token that stands for any concrete bid."""
HIGHEST = 7
"""The highest level of a bid that the Laws admit; bids on the levels above it are seen, too (Law 38)."""
_DENOMINATIONS = 5
_CLOSE = 40
"""Characters between two bids of one auction as it is told, at most."""
_WORD = re.compile(r"\w+")
_Names = tuple[Annotated[str, AfterValidator(straighten)], ...]


class Bids(BaseModel):
    """How bids are said in a language. Words are straightened, as the texts are that they are compared with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    levels: _Names
    """The words for one, two, three ... ; digits are always read."""
    strains: Annotated[tuple[_Names, ...], Field(min_length=_DENOMINATIONS, max_length=_DENOMINATIONS)]
    """The names of clubs, diamonds, hearts, spades and no trump."""
    initials: Annotated[_Names, Field(min_length=_DENOMINATIONS, max_length=_DENOMINATIONS)]
    """What stands for each of them close behind a digit."""
    over: _Names
    """Words between a bid and the one it was made over."""
    before: _Names = ()
    """Words that may stand between these and the second bid: articles, owners."""
    apart: _Names = ()
    """Words before or between two bids that say they do not follow one another in an auction; a language without them is not read so."""
    beside: _Names = ()
    """Words that name two bids side by side where they alone stand between them."""
    too_low: _Names = ()
    """What the Laws call a bid over one that it does not supersede."""
    too_high: _Names = ()
    """What the Laws call a bid on a level above seven."""

    def told(self, text: "BidsIn") -> list[str]:
        """What a text that speaks of bids tells of them in the words of the Laws; nothing for sufficient ones."""
        told = list(self.too_low) if text.has_too_low else []
        return [*told, *self.too_high] if text.has_too_high else told


class BidPattern:
    """Finds the bids of a language. ``joined`` is for a script without blanks, ``plain_letters`` where marks are often left out."""

    def __init__(self, bids: Bids, *, joined: bool, plain_letters: bool) -> None:
        self.bids = bids
        self._ranks = {name: rank for rank, names in enumerate(bids.strains) for name in names}
        self._ranks |= {name: rank for rank, name in enumerate(bids.initials)}
        behind_digit = {name for name in bids.initials if name}
        if plain_letters:
            bare = {unmarked(name): rank for name, rank in self._ranks.items() if name not in behind_digit and not name.isascii()}
            self._ranks |= {name: rank for name, rank in bare.items() if name not in self._ranks}
        else:
            bare = {}
        self._levels = {word: level for level, word in enumerate(bids.levels, 1)}
        letter = r"[a-z\d]" if joined else r"\w"
        spelt = [name for names in bids.strains for name in names]
        close = f"(?<=\\d)(?:{_any(behind_digit)})" + (f"|(?:(?<=\\d)|(?<=\\d ))(?:{_any(bare)})" if bare else "")
        self.pattern = re.compile(
            f"(?<!{letter})(?P<level>[1-9]|{_any(bids.levels)}) ?(?P<strain>{_any(spelt)}|{close})(?!{letter})"  # a blank at most
        )
        gap = " ?" if joined else " "
        self.over = re.compile(f"{gap}(?:{_any(bids.over)}){gap}" + (f"(?:(?:{_any(bids.before)}) )?" if bids.before else ""))

    def tokenized(self, line: str) -> str:
        """A straightened text with tokens in the place of its bids; those on a level above seven stay, for with them it decides which."""
        return self.pattern.sub(lambda bid: bid.group() if self.level(bid) > HIGHEST else f" {A_BID} ", line)

    def level(self, bid: re.Match[str]) -> int:
        """The level of a bid that was found, 1 to 9."""
        said = bid["level"]
        return int(said) if said.isdigit() else self._levels[said]

    def rank(self, bid: re.Match[str]) -> int:
        """Where a bid stands among all: the higher one supersedes."""
        return self.level(bid) * _DENOMINATIONS + self._ranks[bid["strain"]]


class BidsIn:
    """The bids in one straightened text."""

    def __init__(self, pattern: BidPattern, line: str) -> None:
        self._pattern = pattern
        self._line = line
        self.found = list(pattern.pattern.finditer(line))

    @cached_property
    def has_too_low(self) -> bool:
        """Whether a bid was made over one that it does not supersede: '1H over 1S', 'two clubs over 2D' (Law 18)."""
        bidding = self._pattern
        for first in self.found:
            over = bidding.over.match(self._line, first.end())
            second = bidding.pattern.match(self._line, over.end()) if over else None
            if second and bidding.rank(first) <= bidding.rank(second):
                return True
        return self._falls

    @property
    def _falls(self) -> bool:
        """Whether a bid follows close upon a higher one, with no word between that says they were no two bids of one auction."""
        apart = set(self._pattern.bids.apart)
        if not apart:
            return False
        for first, second in pairwise(self.found):
            over = self._pattern.over.match(self._line, first.end())
            if over and over.end() == second.start():
                continue
            between = self._line[first.end() : second.start()]
            before = self._line[: first.start()].rsplit(" ", 2)[-2:]
            close = (
                len(between) <= _CLOSE and between.strip() not in self._pattern.bids.beside and not any(sign in between for sign in ".;:?!")
            )
            if close and self._pattern.rank(second) < self._pattern.rank(first) and apart.isdisjoint([*_WORD.findall(between), *before]):
                return True
        return False

    @cached_property
    def has_too_high(self) -> bool:
        """Whether one of them is on a level above seven."""
        return any(self._pattern.level(bid) > HIGHEST for bid in self.found)


def _any(names: Iterable[str]) -> str:
    """A pattern for any of the names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
