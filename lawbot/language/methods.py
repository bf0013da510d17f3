"""How texts of a language are folded and cut: a closed set of methods, which a language's file chooses from by name.

All patterns take time in proportion to the text.
"""

import re
import unicodedata
from enum import StrEnum
from itertools import filterfalse, pairwise

_TOKEN = re.compile(r"[^\W_]+")
RUN = 3
"""Characters in the runs that FTS5's trigram tokenizer makes."""


class Fold(StrEnum):
    """What is levelled before words are compared, after ``straighten``."""

    PLAIN = "plain"
    """Nothing more."""
    UNMARKED = "unmarked"
    """Marks above and below letters go, and letters of the language's own are spelt with plain ones."""
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
    """The text with question marks for halves of signs (lone surrogates: JSON and undecodable arguments have them), which no encoding takes."""
    return text.encode(errors="replace").decode()


def straighten(text: str) -> str:
    """One line of NFKC text in lower case, apostrophes straight, control characters gone, single blanks between words."""
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
