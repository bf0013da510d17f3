"""Plain words said to the bot: in a direct message, behind a mention, in [[double brackets]], or in a message pointed at."""

import re
import unicodedata

from lawbot.answers import Answers, Reader
from lawbot.cards import Card
from lawbot.citation import Citation, CitationError, find_citations

LONGEST = 300
"""Characters of a message that are looked at as a question."""
_MOST = 25
_MENTION = re.compile(r"<(?:@[!&]?|#)\d+>|<a?:\w+:\d+>")
_BRACKETS = re.compile(r"\[\[([^\[\]\n]{1,100})\]\]")
_VIETNAMESE = set("ăâđêôơư")
_TONES = {"\u0300", "\u0301", "\u0303", "\u0309", "\u0323"}


def question_in(content: str) -> str:
    """What was said, without mentions and markup, in one line of bounded length."""
    return " ".join(_MENTION.sub(" ", content).split())[:LONGEST]


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


def find_the_law(content: str, answers: Answers, reader: Reader) -> Card:
    """The card for a message: the law it cites, a choice of those it cites, or what its words find."""
    cited = list(dict.fromkeys(span.citation for span in find_citations(content[:2000])))
    if cited:
        card = named([str(citation) for citation in cited], answers, reader)
        if card.found:
            return card
    said = question_in(content)
    return answers.ask(said, reader) if said else answers.help(reader)


def named(citations: list[str], answers: Answers, reader: Reader) -> Card:
    """The card of the law that is named, or a choice of those that are."""
    if len(citations) == 1:
        return answers.look_up(citations[0], reader)
    return answers.ask(", ".join(f"Law {citation}" for citation in citations[:_MOST]), reader)


def is_citation(text: str) -> bool:
    """Whether a text in brackets names a law (anything else in brackets is left alone)."""
    try:
        return bool(Citation.parse(text).law)
    except CitationError:
        return False
