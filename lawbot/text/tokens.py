"""The one tokenizer of what people type: words, numbers and signs, with their places. Everything that reads a sentence asks it."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from lawbot.language import installed

TYPED = 1000
"""Characters of a text that are read."""
SUITS = "♣♦♥♠"
"""The signs of the suits, lowest first; their outlines are read as they are."""
_CONTRACTED = {"can't": "cann't", "cannot": "cann't", "won't": "willn't"}
_HELPING = frozenset("did has have does was is had".split())
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠", "\ufe0f": None})


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a sign: in small letters, and where it stands in the straightened text."""

    word: str
    start: int
    end: int

    @property
    def bare(self) -> str:
        """The word without an owner's 's."""
        return self.word.removesuffix("'s")

    @property
    def owns(self) -> bool:
        """Whether it is an owner: 'East's'."""
        return self.word.endswith("'s")

    @property
    def spelt(self) -> tuple[str, ...]:
        """The plain words it is made of: "hasn't" is has and not, "dummy's" is dummy, "I've" is i."""
        word = _CONTRACTED.get(self.word, self.word)
        if word.endswith("n't"):
            return word[:-3], "not"
        if word.endswith("nt") and word[:-2] in _HELPING:
            return word[:-2], "not"
        return (word if word == "p'ner" else word.partition("'")[0] or word,)

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number, and no sign."""
        return self.word[0].isalnum() or self.word[0] in SUITS


def straight(text: str) -> str:
    """The first ``TYPED`` characters as they are cut: composed (NFC), apostrophes straight, suits' signs in one form. Lines and capitals stay."""
    return unicodedata.normalize("NFC", text[:TYPED]).translate(_STRAIGHT)


@lru_cache(maxsize=16)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a straightened text in order. A bid with a sign ('2♥') is one word; so is each letter of a script without blanks.

    A hyphen between letters is none: 'left-hand' is two words, '1NT-2C' has a dash.
    """
    found: list[Token] = []
    for match in _pattern().finditer(text):
        word, start, end = match[0].lower(), *match.span()
        if word == "-" and text[start - 1 : start].isalpha() and text[end : end + 1].isalpha():
            continue
        found.append(Token(word, start, end))
    return tuple(found)


@cache
def _pattern() -> re.Pattern[str]:
    """A letter of a script without blanks with its marks; a bid with its sign; a word with what stands behind its apostrophe; a sign."""
    blankless = "".join(language.written.letters for language in installed().values() if not language.has_words) or "\x00"
    letter = rf"(?:(?![{blankless}])[\w{SUITS}])"
    return re.compile(rf"[{blankless}]|[1-9][{SUITS}]|{letter}+(?:'{letter}+)*|\n|[^\s]")
