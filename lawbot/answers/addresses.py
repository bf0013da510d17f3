"""Addresses: what a card can lead to, as a short text. The one place where they are printed and parsed.

``law/en-2017/27B1(a)``, ``sit/revoke/0a1b2c/01/---``; where a card was opened from stands behind a ``<``, so that it can lead back:
``law/en-2017/64A1<sit/revoke/0a1b2c/01/---``. An address holds the whole state, so any process can go on with it.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self
from urllib.parse import unquote

from lawbot.cards import ADDRESS_LIMIT
from lawbot.citation import LAST_LAW, Citation
from lawbot.errors import N_, CitationError, LawbotError
from lawbot.situations.state import State

ORIGIN = "<"
"""What stands between an address and the place it was opened from."""
_FORGED = re.compile(r"[%<#~\x00-\x1f\x7f]")
"""Characters that free words must not keep in an address: they are percent-escaped, so that no sign of ours can be forged."""
_UNREADABLE = N_("This button belongs to an older version of the bot. Ask again, please.")


@dataclass(frozen=True, slots=True)
class LawPlace:
    """A provision in an edition."""

    citation: Citation
    edition: str

    def __str__(self) -> str:
        return f"law/{self.edition}/{self.citation}"


@dataclass(frozen=True, slots=True)
class ContentsPlace:
    """The contents of an edition around a law, 1 to 93."""

    edition: str
    law: int = 1

    def __str__(self) -> str:
        return f"contents/{self.edition}/{self.law}"


@dataclass(frozen=True, slots=True)
class TopicPlace:
    """A head of the printed index."""

    head: str

    def __str__(self) -> str:
        return f"index/{_escaped(self.head)}"


@dataclass(frozen=True, slots=True)
class ResultsPlace:
    """What answers the words in an edition."""

    edition: str
    words: str

    def __str__(self) -> str:
        return f"find/{self.edition}/{_escaped(self.words)}"


@dataclass(frozen=True, slots=True)
class EntrancePlace:
    """The first screen of the situations, or all of one phase."""

    phase: str = ""

    def __str__(self) -> str:
        return f"sits/{self.phase}" if self.phase else "sits"


@dataclass(frozen=True, slots=True)
class ChartPlace:
    """Where somebody stands in a flow chart."""

    state: State

    def __str__(self) -> str:
        return f"sit/{self.state}"


class Screen(StrEnum):
    """A card of which there is one."""

    BOARDS = "boards"
    HELP = "help"
    ABOUT = "about"


@dataclass(frozen=True, slots=True)
class ComparePlace:
    """A provision in two editions."""

    first: str
    second: str
    citation: Citation

    def __str__(self) -> str:
        return f"compare/{self.first}/{self.second}/{self.citation}"


@dataclass(frozen=True, slots=True)
class QuizPlace:
    """A question of the quiz, asked among those of a topic and a level (``only``: 'play-easy'; empty: all); ``choice`` is the answer given, 1 to 4, or 0."""

    key: str
    only: str = ""
    choice: int = 0

    def __str__(self) -> str:
        return f"quiz/{self.key}/{self.choice}/{self.only}"


Place = ComparePlace | LawPlace | ContentsPlace | TopicPlace | ResultsPlace | EntrancePlace | ChartPlace | QuizPlace | Screen


@dataclass(frozen=True, slots=True)
class Address:
    """A place, and the place it was opened from, to which its card leads back."""

    place: Place
    origin: Place | None = None

    def __str__(self) -> str:
        """At most ADDRESS_LIMIT characters wherever the place itself is: an origin that does not fit is left out."""
        return opened_from(str(self.place), "" if self.origin is None or self.origin == self.place else str(self.origin))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads what ``str(address)`` wrote. Raises LawbotError for any other text, and nothing else."""
        place, _sep, origin = text.partition(ORIGIN)
        try:
            return cls(_place(place), _place(origin) if origin else None)
        except CitationError as error:
            raise LawbotError(_UNREADABLE) from error


def opened_from(address: str, origin: str) -> str:
    """The address of a place, and of the place it is opened from now (empty for none), as ``str(Address(place, origin))``."""
    alone, _sep, _before = address.partition(ORIGIN)
    whole = f"{alone}{ORIGIN}{origin}"
    return whole if origin not in ("", alone) and len(whole) <= ADDRESS_LIMIT else alone


def is_read(address: str) -> bool:
    """Whether it is read and turned like a law: a provision, the contents, the index, a comparison."""
    return address.startswith(("law/", "contents/", "index/", "compare/"))


def holds_words(address: str) -> bool:
    """Whether words that somebody typed stand in it, or in the place it was opened from."""
    return any(place.startswith("find/") for place in address.split(ORIGIN))


def chart_in(address: str) -> str:
    """The id of the flow chart that it stands in; empty for any other address.

    >>> chart_in("sit/revoke/x")
    'revoke'
    """
    kind, _sep, state = address.partition("/")
    return state.partition("/")[0] if kind == "sit" else ""


def _place(text: str) -> Place:
    """Reads one place. Raises LawbotError for any other text."""
    kind, _sep, rest = text.partition("/")
    first, _sep, tail = rest.partition("/")
    second, _sep, last = tail.partition("/")
    match kind:
        case "law" if tail:
            return LawPlace(Citation.parse(tail), first)
        case "compare" if tail:
            return ComparePlace(first, second, Citation.parse(last))
        case "find" if tail:
            return ResultsPlace(first, unquote(tail))
        case "quiz" if second in tuple("01234"):
            return QuizPlace(first, last, int(second))
        case "contents" if tail.isascii() and tail.isdecimal() and 1 <= int(tail[:9]) <= LAST_LAW:
            return ContentsPlace(first, int(tail))
        case "index" if rest:
            return TopicPlace(unquote(rest))
        case "sits":
            return EntrancePlace(rest)
        case "sit":
            return ChartPlace(State.parse(rest))
        case "boards" | "help" | "about" if not rest:
            return Screen(kind)
    raise LawbotError(_UNREADABLE)


def _escaped(words: str) -> str:
    return _FORGED.sub(lambda sign: f"%{ord(sign.group()):02X}", words)
