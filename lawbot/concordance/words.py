"""The words of a law text as the concordance counts them: folded, spelt one way, the same whatever the edition."""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_THAI = re.compile(r"[\u0e00-\u0e7f]{3,}")
_ONE_SPELLING = (
    (re.compile(r"(?<=[a-z])is(?=(?:e|es|ed|ing|ation|ations)\b)"), "iz"),
    (re.compile(r"\b(hon|col|fav|behavi|endeav)our"), r"\1or"),
    (re.compile(r"cancell(?=ed|ing)"), "cancel"),
    (re.compile(r"\bdefence"), "defense"),
    (re.compile(r"\bno trump"), "notrump"),
)


def tokens(text: str) -> list[str]:
    """The words of a text, British and American spelling alike; three-letter runs of a Thai one, which has no blanks."""
    return list(_tokens(text))


@lru_cache(maxsize=16384)
def _tokens(text: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'s ", " ")
    for spelling, one in _ONE_SPELLING:
        plain = spelling.sub(one, plain)
    found = []
    for word in _WORD.findall(plain):
        if _THAI.match(word):
            found += [word[place : place + 3] for place in range(len(word) - 2)]
        else:
            found.append(word)
    return tuple(found)
