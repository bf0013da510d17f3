"""Plain words said to the bot: in a direct message, behind a mention, in [[double brackets]], or in a message pointed at."""

import re
import unicodedata

from lawbot.answers.understanding import TYPED
from lawbot.citation import Citation, CitationError

_MENTION = re.compile(r"<(?:@[!&]?|#)\d+>|<a?:\w+:\d+>")
_BRACKETS = re.compile(r"\[\[([^\[\]\n]{1,100})\]\]")
_VIETNAMESE = set("ăâđêôơư")
_TONES = {"\u0300", "\u0301", "\u0303", "\u0309", "\u0323"}


def question_in(content: str) -> str:
    """What was said, without mentions and markup, in one line of bounded length."""
    return " ".join(_MENTION.sub(" ", content[: 2 * TYPED]).split())[:TYPED]


def language_written(text: str) -> str | None:
    """The interface language a text is surely written in: Thai by its script, Vietnamese by its letters; None when unsure."""
    if any("\u0e00" <= char <= "\u0e7f" for char in text):
        return "th"
    letters = unicodedata.normalize("NFC", text.lower())
    if any(char in _VIETNAMESE for char in letters):
        return "vi"
    return "vi" if sum(char in _TONES for char in unicodedata.normalize("NFD", letters)) >= 2 else None


def bracketed(content: str) -> list[str]:
    """The texts that stand in double brackets."""
    return [found.strip() for found in _BRACKETS.findall(content) if found.strip()]


def is_citation(text: str) -> bool:
    """Whether a text in brackets names a law (anything else in brackets is left alone)."""
    try:
        return bool(Citation.parse(text).law)
    except CitationError:
        return False
