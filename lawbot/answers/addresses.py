"""Addresses: what a card can lead to, as a short text. The one place where they are printed and parsed.

``law/en-2017/27B1(a)``, ``sit/revoke/0a1b2c/01/---``; where a card was opened from stands behind a ``<``, so that it can lead back:
``law/en-2017/64A1<sit/revoke/0a1b2c/01/---``. An address holds the whole state, so any process can go on with it.
"""

import re
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class LawPlace:
    """A provision in an edition."""

    citation: Citation
    edition: str

    def __str__(self) -> str:
        return f"law/{self.edition}/{self.citation}"

    @classmethod
    def read(cls, edition: str, citation: str) -> Self:
        """From what stands behind 'law/'. Raises CitationError."""
        return cls(Citation.parse(citation), edition)


@dataclass(frozen=True, slots=True)
class ContentsPlace:
    """The contents of an edition around a law, 1 to 93."""

    edition: str
    law: int = 1

    def __str__(self) -> str:
        return f"contents/{self.edition}/{self.law}"

    @classmethod
    def read(cls, edition: str, law: str) -> Self:
        """From what stands behind 'contents/'. Raises LawbotError."""
        if not (law.isascii() and law.isdecimal() and 1 <= int(law[:9]) <= LAST_LAW):
            raise _unreadable()
        return cls(edition, int(law))


@dataclass(frozen=True, slots=True)
class TopicPlace:
    """A head of the printed index."""

    head: str

    def __str__(self) -> str:
        return f"index/{_escaped(self.head)}"

    @classmethod
    def read(cls, head: str) -> Self:
        """From what stands behind 'index/'."""
        return cls(unquote(head))


@dataclass(frozen=True, slots=True)
class ResultsPlace:
    """What answers the words in an edition."""

    edition: str
    words: str

    def __str__(self) -> str:
        return f"find/{self.edition}/{_escaped(self.words)}"

    @classmethod
    def read(cls, edition: str, words: str) -> Self:
        """From what stands behind 'find/'."""
        return cls(edition, unquote(words))


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


@dataclass(frozen=True, slots=True)
class BoardsPlace:
    """The sixteen boards."""

    def __str__(self) -> str:
        return "boards"


@dataclass(frozen=True, slots=True)
class HelpPlace:
    """What the bot can do."""

    def __str__(self) -> str:
        return "help"


@dataclass(frozen=True, slots=True)
class AboutPlace:
    """Editions, notices, privacy."""

    def __str__(self) -> str:
        return "about"


@dataclass(frozen=True, slots=True)
class ComparePlace:
    """A provision in two editions."""

    first: str
    second: str
    citation: Citation

    def __str__(self) -> str:
        return f"compare/{self.first}/{self.second}/{self.citation}"

    @classmethod
    def read(cls, first: str, rest: str) -> Self:
        """From what stands behind 'compare/'. Raises CitationError."""
        second, _sep, citation = rest.partition("/")
        return cls(first, second, Citation.parse(citation))


@dataclass(frozen=True, slots=True)
class QuizPlace:
    """A question of the quiz, asked among those of a topic and a level (``only``: 'play-easy'; empty: all); ``choice`` is the answer given, 1 to 4, or 0."""

    key: str
    only: str = ""
    choice: int = 0

    def __str__(self) -> str:
        return f"quiz/{self.key}/{self.choice}/{self.only}"

    @classmethod
    def read(cls, key: str, rest: str) -> Self:
        """From what stands behind 'quiz/'. Raises LawbotError."""
        choice, _sep, only = rest.partition("/")
        if choice not in tuple("01234"):
            raise _unreadable()
        return cls(key, only, int(choice))


Place = (
    ComparePlace
    | LawPlace
    | ContentsPlace
    | TopicPlace
    | ResultsPlace
    | EntrancePlace
    | ChartPlace
    | QuizPlace
    | BoardsPlace
    | HelpPlace
    | AboutPlace
)


_PARTED: dict[str, type[LawPlace | ComparePlace | ResultsPlace | QuizPlace]] = {
    "law": LawPlace,
    "compare": ComparePlace,
    "find": ResultsPlace,
    "quiz": QuizPlace,
}
"""Places of which the first part stands before a slash."""
_ALONE: dict[str, type[BoardsPlace | HelpPlace | AboutPlace]] = {"boards": BoardsPlace, "help": HelpPlace, "about": AboutPlace}
"""Places that are named by one word."""


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
        return cls(_place(place), _place(origin) if origin else None)


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
    kind, _sep, rest = text.partition("/")
    edition, _sep, tail = rest.partition("/")
    match kind:
        case "law" | "compare" | "find" | "quiz" if tail:
            try:
                return _PARTED[kind].read(edition, tail)
            except CitationError as error:
                raise _unreadable() from error
        case "contents":
            return ContentsPlace.read(edition, tail)
        case "index" if rest:
            return TopicPlace.read(rest)
        case "sits":
            return EntrancePlace(rest)
        case "sit":
            return ChartPlace(State.parse(rest))
        case "boards" | "help" | "about" if not rest:
            return _ALONE[kind]()
    raise _unreadable()


def _escaped(words: str) -> str:
    return _FORGED.sub(lambda sign: f"%{ord(sign.group()):02X}", words)


def _unreadable() -> LawbotError:
    return LawbotError(N_("This button belongs to an older version of the bot. Ask again, please."))
