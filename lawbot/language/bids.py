"""Concrete bids in a text, '1S', 'two hearts', or as other languages say them: in the index one token stands for any of them."""

import re
from collections.abc import Iterable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from lawbot.language.methods import straighten, unmarked

A_BID = "abid"
"""The token that stands for any concrete bid."""
HIGHEST = 7
"""The highest level of a bid that the Laws admit; bids on the levels above it are seen, too (Law 38)."""
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


class BidPattern:
    """Finds the bids of a language in straightened texts. ``joined`` is for a script without blanks, ``plain_letters`` where marks are often left out."""

    def __init__(self, calls: Calls, *, joined: bool, plain_letters: bool) -> None:
        names = {straighten(name) for names in calls.strains for name in names} | set(_SIGNS)
        levels = [straighten(level) for level in calls.levels]
        bare = {unmarked(name) for name in names if not name.isascii()} - names if plain_letters else set()
        self._high = levels[HIGHEST:]
        letter = r"[a-z\d]" if joined else r"\w"
        close = f"(?<=\\d)[{_INITIALS}]" + (f"|(?:(?<=\\d)|(?<=\\d ))(?:{_any(bare)})" if bare else "")
        self._pattern = re.compile(
            f"(?<!{letter})(?P<level>[1-9]|{_any(levels)}) ?(?:{_any(names)}|{close})(?!{letter})"  # a blank at most
        )

    def tokenized(self, line: str) -> str:
        """A straightened text with tokens in the place of its bids; those on a level above seven stay, for with them it decides which."""
        return self._pattern.sub(lambda bid: bid.group() if bid["level"] in ("8", "9", *self._high) else f" {A_BID} ", line)


def _any(names: Iterable[str]) -> str:
    """A pattern for any of the names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
