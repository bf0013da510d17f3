"""Addresses: what a card can lead to, as a short text; and the ways back. The one place where they
are printed and parsed.

``law/en-2017/27B1(a)``, ``sit/revoke/0a1b2c/01/---``; where a card was opened from stands behind a
``<``, so that it can lead back: ``law/en-2017/64A1<sit/revoke/0a1b2c/01/---``. An address holds the
whole state, so any process can go on with it.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self
from urllib.parse import unquote

from lawbot.answers.reader import Reader
from lawbot.cards import ADDRESS_LIMIT, Action, Card, Menu, Style
from lawbot.citation import LAST_LAW, Citation
from lawbot.errors import N_, CitationError, LawbotError
from lawbot.situations.state import State

ORIGIN = "<"
"""What stands between an address and the place it was opened from."""
_FORGED = re.compile(r"[%<#~\x00-\x1f\x7f]")
"""Characters that free words must not keep in an address: they are percent-escaped, so that no sign
of ours can be forged."""
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
    """A question of the quiz, asked among those of a topic and a level (``only``: 'play-easy';
    empty: all); ``choice`` is the answer given, 1 to 4, or 0."""

    key: str
    only: str = ""
    choice: int = 0

    def __str__(self) -> str:
        return f"quiz/{self.key}/{self.choice}/{self.only}"


Place = (
    ComparePlace
    | LawPlace
    | ContentsPlace
    | TopicPlace
    | ResultsPlace
    | EntrancePlace
    | ChartPlace
    | QuizPlace
    | Screen
)

_NAMES: dict[type[Place], str] = {
    ChartPlace: N_("Back to what happened"),
    ResultsPlace: N_("Back to the question"),
    TopicPlace: N_("Back to the index"),
    QuizPlace: N_("Back to the quiz"),
    ComparePlace: N_("Back to the comparison"),
}
_READ = ("law/", "contents/", "index/", "compare/")
"""Addresses of what is read and turned like a law."""
_START = str(EntrancePlace())
"""Where the first card of a chart leads back to, if it was opened from nowhere."""


@dataclass(frozen=True, slots=True)
class Address:
    """A place, and the place it was opened from, to which its card leads back."""

    place: Place
    origin: Place | None = None

    def __str__(self) -> str:
        """At most ADDRESS_LIMIT characters wherever the place itself is: an origin that does not
        fit is left out."""
        return opened_from(
            str(self.place),
            "" if self.origin is None or self.origin == self.place else str(self.origin),
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads what ``str(address)`` wrote. Raises LawbotError for any other text, and nothing
        else."""
        place, _sep, origin = text.partition(ORIGIN)
        try:
            return cls(_place(place), _place(origin) if origin else None)
        except CitationError as error:
            raise LawbotError(_UNREADABLE) from error


def opened_from(address: str, origin: str) -> str:
    """The address of a place, and of the place it is opened from now (empty for none), as
    ``str(Address(place, origin))``."""
    alone, _sep, _before = address.partition(ORIGIN)
    whole = f"{alone}{ORIGIN}{origin}"
    return whole if origin not in ("", alone) and len(whole) <= ADDRESS_LIMIT else alone


def with_ways_back(card: Card, origin: Place | None, reader: Reader) -> Card:
    """The card with a way back to where it was opened from, and with ways on that will lead back to
    it.

    Laws lead back to the card they were opened from, and so do the laws opened from those, in
    whatever order they are turned. A flow chart leads back to the law, the question or the ruling
    that it was begun from, from every card of it.
    """
    here = place_of(card.address)
    before, now = str(origin or ""), str(here or "")
    beside = before if isinstance(here, LawPlace | ContentsPlace) else now
    within = here.state.chart if isinstance(here, ChartPlace) else ""
    first = isinstance(here, EntrancePlace)

    def threaded(action: Action, beside: str) -> Action:
        """The action with the place that its card will lead back to: ``beside`` for a law, and what
        is read like one."""
        if action.address.startswith(_READ):
            back = beside
        elif action.address.startswith("sit/"):
            back = before if first or action.address.split("/")[1] == within else beside or now
        else:
            return action
        return replace(action, address=opened_from(action.address, back)) if back else action

    rows = tuple(tuple(threaded(action, beside) for action in row) for row in card.rows)
    beside = before or now if isinstance(here, LawPlace) else beside
    menus = tuple(
        Menu(menu.prompt, tuple(threaded(action, beside) for action in menu.actions))
        for menu in card.menus
    )
    if origin is None or here == origin:
        return replace(card, rows=rows, menus=menus)
    address = str(Address(here, origin)) if here is not None else card.address
    if within and not isinstance(origin, QuizPlace):
        begun = tuple(
            tuple(
                replace(action, address=before) if action.address == _START else action
                for action in row
            )
            for row in rows
        )
        return replace(card, address=address, rows=begun, menus=menus)
    back = Action(_name(origin, reader), before, style=Style.MAIN)
    return replace(card, address=address, rows=((back,), *rows), menus=menus)


def _name(origin: Place, reader: Reader) -> str:
    _ = reader.translate
    if isinstance(origin, LawPlace):
        return (
            _("Back to Law {citation}").format(citation=origin.citation)
            if origin.citation.law
            else _("Back to the term")
        )
    return _(_NAMES.get(type(origin), N_("Back")))


def place_of(address: str) -> Place | None:
    """The place that an address leads to; None for any other text."""
    with suppress(LawbotError):
        return Address.parse(address).place
    return None


def holds_words(address: str) -> bool:
    """Whether words that somebody typed stand in it, or in the place it was opened from."""
    return any(place.startswith("find/") for place in address.split(ORIGIN))


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
