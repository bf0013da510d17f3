"""Plain words said to the bot: in a direct message, behind a mention, in [[double brackets]], or in a message pointed at."""

import re

from lawbot.answers.understanding import TYPED
from lawbot.citation import Citation
from lawbot.errors import CitationError

_MENTION = re.compile(r"<(?:@[!&]?|#)\d+>|<a?:\w+:\d+>")
_TICKS = re.compile(r"`+")
_BLOCK = 3
"""Ticks with which a block of code begins and ends; fewer end inline code that as many began."""
_BRACKETS = re.compile(r"\[\[([^\[\]\n]{1,100})\]\]")


def question_in(content: str) -> str:
    """What was said, without mentions and markup, in one line of bounded length."""
    return " ".join(_MENTION.sub(" ", content[: 2 * TYPED]).split())[:TYPED]


def cited(content: str) -> str:
    """The laws named in double brackets outside code, as a question; empty where there are none (anything else in brackets is left alone)."""
    found = (_citation(inside) for inside in _BRACKETS.findall(_without_code(content)))
    return ", ".join(f"Law {citation}" for citation in found if citation and citation.law)


def _without_code(content: str) -> str:
    """A message without its inline code and blocks of code, as Discord shows it: ticks that nothing closes begin none."""
    ticks = [match.span() for match in _TICKS.finditer(content)]
    kept, end = [], 0
    for place, (first, last) in enumerate(ticks):
        if first < end or content[first - 1 : first] == "\\":
            continue
        size = min(last - first, _BLOCK)
        closing = (ticks[later][1] for later in range(place + 1, len(ticks)) if min(ticks[later][1] - ticks[later][0], _BLOCK) == size)
        if closed := next(closing, 0):
            kept.append(content[end:first])
            end = closed
    return " ".join([*kept, content[end:]])


def _citation(text: str) -> Citation | None:
    try:
        return Citation.parse(text.strip())
    except CitationError:
        return None
