"""Plain words said to the bot: in a direct message, behind a mention, in [[double brackets]], or in a message pointed at."""

import re

from lawbot.answers.understanding import TYPED
from lawbot.citation import Citation, CitationError

_MENTION = re.compile(r"<(?:@[!&]?|#)\d+>|<a?:\w+:\d+>")
_BRACKETS = re.compile(r"\[\[([^\[\]\n]{1,100})\]\]")


def question_in(content: str) -> str:
    """What was said, without mentions and markup, in one line of bounded length."""
    return " ".join(_MENTION.sub(" ", content[: 2 * TYPED]).split())[:TYPED]


def bracketed(content: str) -> list[str]:
    """The texts that stand in double brackets."""
    return [found.strip() for found in _BRACKETS.findall(content) if found.strip()]


def is_citation(text: str) -> bool:
    """Whether a text in brackets names a law (anything else in brackets is left alone)."""
    try:
        return bool(Citation.parse(text).law)
    except CitationError:
        return False
