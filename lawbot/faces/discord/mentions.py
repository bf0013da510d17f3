"""Plain words said to the bot: in a direct message, behind a mention, in [[double brackets]], or in a message pointed at."""

import re

from lawbot.answers.understanding import TYPED
from lawbot.citation import Citation, CitationError

_MENTION = re.compile(r"<(?:@[!&]?|#)\d+>|<a?:\w+:\d+>")
_BRACKETS = re.compile(r"\[\[([^\[\]\n]{1,100})\]\]")


def question_in(content: str) -> str:
    """What was said, without mentions and markup, in one line of bounded length."""
    return " ".join(_MENTION.sub(" ", content[: 2 * TYPED]).split())[:TYPED]


def cited(content: str) -> str:
    """The laws named in double brackets, as a question; empty where there are none (anything else in brackets is left alone)."""
    return ", ".join(f"Law {citation}" for found in _BRACKETS.findall(content) if (citation := _citation(found)) and citation.law)


def _citation(text: str) -> Citation | None:
    try:
        return Citation.parse(text.strip())
    except CitationError:
        return None
