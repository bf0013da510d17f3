"""Words torn where a font has one sign for several letters: “o ender”, “su cient”, “E ective”."""

import re
from functools import cache
from pathlib import Path

from lawbot.law.edition import Mend

_LIGATURES = ("ffi", "ffl", "ff", "fi", "fl")
_CODED = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"})
_SHORTEST = 3
"""Fewest letters of the end of a word that is mended alone: “rst” is, “t” may be anything."""
_WHY = "no other word of the Laws fits"


def uncoded(text: str) -> str:
    """Return the text with each sign for several letters written as letters."""
    return text.translate(_CODED)


def mend(text: str, line: int) -> tuple[str, list[Mend]]:
    """Return the text with its torn words whole, and a mend for each.

    A hole is filled only if exactly one word of the Laws fits.
    """
    mends: list[Mend] = []

    def whole(match: re.Match[str]) -> str:
        torn = match.group()
        word = _words()[torn.lower()]
        if torn[0].isupper():
            word = word.capitalize()
        mends.append(Mend(line, f"“{torn}” read as “{word}”", _WHY))
        return word

    return _torn_words().sub(whole, text), mends


@cache
def _words() -> dict[str, str]:
    """Return the words of the Laws by their torn forms; a form of two words is left out."""
    words = Path(__file__).with_name("ligatures.txt").read_text(encoding="utf-8").split()
    forms: dict[str, set[str]] = {}
    for word in words:
        for torn in _torn_forms(word):
            forms.setdefault(torn, set()).add(word)
    for word in words:
        forms.pop(word, None)
    return {torn: fitting.pop() for torn, fitting in forms.items() if len(fitting) == 1}


def _torn_forms(word: str) -> set[str]:
    """Return the word without one of its ligatures, a blank in its place."""
    forms: set[str] = set()
    for ligature in _LIGATURES:
        for match in re.finditer(f"(?={ligature})", word):
            before, after = word[: match.start()], word[match.start() + len(ligature) :]
            # without its beginning or its end a short rest may be a word of another kind
            if before and after:
                forms.add(f"{before} {after}")
            elif len(before + after) >= _SHORTEST:
                forms.add(before + after)
    return forms


@cache
def _torn_words() -> re.Pattern[str]:
    longest_first = sorted(_words(), key=len, reverse=True)
    forms = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![A-Za-z’'])(?:{forms})(?![A-Za-z])", re.IGNORECASE)
