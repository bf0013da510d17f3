"""Addresses: what a card can lead to, as a short text. The one place where they are printed and parsed.

``law/en-2017/27B1(a)``, ``sit/revoke/0a1b2c/01/---``; where a card was opened from stands behind a ``<``, so that it can lead back:
``law/en-2017/64A1<sit/revoke/0a1b2c/01/---``. An address holds the whole state, so any process can go on with it.
"""

from dataclasses import dataclass
from typing import Self
from urllib.parse import quote, unquote

from lawbot.cards import ADDRESS_LIMIT
from lawbot.citation import LAST_LAW, Citation, CitationError
from lawbot.errors import N_, LawbotError
from lawbot.situations.state import State

_ORIGIN = "<"
_SAFE = "".join(chr(code) for code in range(32, 127) if chr(code) not in "%<#~")
"""Characters that free words keep in an address; others are percent-escaped, so that no sign of ours can be forged."""


class AddressError(LawbotError):
    """The text is no address of this version."""


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
        """From what stands behind 'contents/'. Raises AddressError."""
        if not (law.isascii() and law.isdecimal() and 1 <= int(law[:9]) <= LAST_LAW):
            raise _unreadable()
        return cls(edition, int(law))


@dataclass(frozen=True, slots=True)
class TopicPlace:
    """A head of the printed index."""

    head: str

    def __str__(self) -> str:
        return f"index/{quote(self.head, safe=_SAFE)}"

    @classmethod
    def read(cls, head: str) -> Self:
        """From what stands behind 'index/'."""
        return cls(unquote(head))


@dataclass(frozen=True, slots=True)
class ResultsPlace:
    """What the words find in an edition."""

    edition: str
    words: str

    def __str__(self) -> str:
        return f"find/{self.edition}/{quote(self.words, safe=_SAFE)}"

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


Place = ComparePlace | LawPlace | ContentsPlace | TopicPlace | ResultsPlace | EntrancePlace | ChartPlace | HelpPlace | AboutPlace


@dataclass(frozen=True, slots=True)
class Address:
    """A place, and the place it was opened from, to which its card leads back."""

    place: Place
    origin: Place | None = None

    def __str__(self) -> str:
        """At most ADDRESS_LIMIT characters wherever the place itself is: an origin that does not fit is left out."""
        alone = str(self.place)
        if self.origin is None or self.origin == self.place:
            return alone
        whole = f"{alone}{_ORIGIN}{self.origin}"
        return whole if len(whole) <= ADDRESS_LIMIT else alone

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads what ``str(address)`` wrote. Raises LawbotError for any other text, and nothing else."""
        place, _sep, origin = text.partition(_ORIGIN)
        return cls(_place(place), _place(origin) if origin else None)


def _place(text: str) -> Place:
    kind, _sep, rest = text.partition("/")
    edition, _sep, tail = rest.partition("/")
    match kind:
        case "law" if tail:
            try:
                return LawPlace.read(edition, tail)
            except CitationError as error:
                raise _unreadable() from error
        case "compare" if tail:
            try:
                return ComparePlace.read(edition, tail)
            except CitationError as error:
                raise _unreadable() from error
        case "contents":
            return ContentsPlace.read(edition, tail)
        case "index" if rest:
            return TopicPlace.read(rest)
        case "find" if tail:
            return ResultsPlace.read(edition, tail)
        case "sits":
            return EntrancePlace(rest)
        case "sit":
            return ChartPlace(State.parse(rest))
        case "help" if not rest:
            return HelpPlace()
        case "about" if not rest:
            return AboutPlace()
    raise _unreadable()


def _unreadable() -> AddressError:
    return AddressError(N_("This button belongs to an older version of the bot. Ask again, please."))
