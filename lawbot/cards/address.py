"""Print and parse addresses, and add the ways back to a card.

``law/en-2017/27B1(a)``, ``sit/revoke/0a1b2c/01/---``; the place that a card was opened from comes
after a ``<``, so that it can lead back: ``law/en-2017/64A1<sit/revoke/0a1b2c/01/---``. An address
holds the whole state, so any process can go on with it.
"""

import re
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from typing import Self
from urllib.parse import unquote

from lawbot.cards.card import ADDRESS_LIMIT, Action, Actions, Card, Style
from lawbot.charts.state import State
from lawbot.errors import N_, CitationError, LawbotError
from lawbot.frozen import frozen
from lawbot.language.reader import Reader
from lawbot.law.citation import LAST_LAW, Citation

ORIGIN = "<"
"""Sign between an address and the place it was opened from."""
_SAME_CHART = "="
"""Sign at the head of an origin that is another state of the same chart: the rest of its address."""
_CHART = re.compile(r"sit/[a-z0-9-]+/[0-9a-f]+/")
_FORGEABLE = re.compile(r"[%<#~\x00-\x1f\x7f]")
"""Characters of free words that are percent-escaped, so that no sign of ours can be forged."""
_SCORE = re.compile("[0-9]{2}")
"""The run of a quiz in an address: questions asked before this one, right answers to them."""
_UNREADABLE = N_("This button belongs to an older version of the bot. Ask again, please.")


@frozen
class LawPlace:
    """A provision in an edition."""

    citation: Citation
    edition: str

    def __str__(self) -> str:
        return f"law/{self.edition}/{self.citation}"


@frozen
class ContentsPlace:
    """The contents of an edition around a law, 1 to 93."""

    edition: str
    law: int = 1

    def __str__(self) -> str:
        return f"contents/{self.edition}/{self.law}"


@frozen
class TopicPlace:
    """A head of the printed index."""

    head: str

    def __str__(self) -> str:
        return f"index/{_escaped(self.head)}"


@frozen
class ResultsPlace:
    """The answer to words in an edition."""

    edition: str
    words: str

    def __str__(self) -> str:
        return f"find/{self.edition}/{_escaped(self.words)}"


@frozen
class EntrancePlace:
    """The first screen of the situations, or all of one phase."""

    phase: str = ""

    def __str__(self) -> str:
        return f"sits/{self.phase}" if self.phase else "sits"


@frozen
class ChartPlace:
    """A state of a flow chart."""

    state: State

    def __str__(self) -> str:
        return f"sit/{self.state}"


class Screen(StrEnum):
    """A card of which there is one."""

    BOARDS = "boards"
    SUMS = "sums"
    HELP = "help"
    ABOUT = "about"


@frozen
class ComparePlace:
    """A provision in two editions: what changed, or both texts word by word."""

    first: str
    second: str
    citation: Citation
    word_by_word: bool = False

    def __str__(self) -> str:
        kind = "wording" if self.word_by_word else "compare"
        return f"{kind}/{self.first}/{self.second}/{self.citation}"


@frozen
class QuizPlace:
    """A question of the quiz, asked among those of a topic and a level.

    ``only`` names these ('play-easy'; empty: all); ``choice`` is the answer given, 1 to 4, or 0.
    ``position`` questions of the run came before it, which brought ``points``."""

    key: str
    only: str = ""
    choice: int = 0
    position: int = 0
    points: int = 0

    def __str__(self) -> str:
        score = f"/{self.position}{self.points}" if self.position else ""
        return f"quiz/{self.key}/{self.choice}/{self.only}{score}"


@frozen
class CommentaryPlace:
    """What commentaries say of a provision, or that of one body."""

    citation: Citation
    body: str = ""

    def __str__(self) -> str:
        body = f"/{_escaped(self.body)}" if self.body else ""
        return f"commentary/{self.citation}{body}"


Place = (
    CommentaryPlace
    | ComparePlace
    | LawPlace
    | ContentsPlace
    | TopicPlace
    | ResultsPlace
    | EntrancePlace
    | ChartPlace
    | QuizPlace
    | Screen
)

_BACK_LABELS: dict[type[Place], str] = {
    ChartPlace: N_("Back to what happened"),
    ResultsPlace: N_("Back to the question"),
    TopicPlace: N_("Back to the index"),
    QuizPlace: N_("Back to the quiz"),
    ComparePlace: N_("Back to the comparison"),
}
_PAGE_PREFIXES = ("law/", "contents/", "index/", "compare/", "wording/", "commentary/")
"""Beginnings of the addresses of cards that are read and turned like a law."""
_CHART_EXIT = str(EntrancePlace())
"""Address that the first card of a chart leads back to, if it was opened from nowhere."""


@frozen
class Address:
    """A place, and the place it was opened from, to which its card leads back."""

    place: Place
    origin: Place | None = None

    def __str__(self) -> str:
        """Return at most ADDRESS_LIMIT characters, if the place itself has no more.

        An origin that does not fit is left out."""
        has_origin = self.origin is not None and self.origin != self.place
        return opened_from(str(self.place), str(self.origin) if has_origin else "")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse what ``str(address)`` wrote. Raises LawbotError, and nothing else, if it cannot."""
        place, _sep, origin = text.partition(ORIGIN)
        if origin.startswith(_SAME_CHART):
            origin = _chart_of(place) + origin.removeprefix(_SAME_CHART)
        try:
            return cls(_place(place), _place(origin) if origin else None)
        except CitationError as error:
            raise LawbotError(_UNREADABLE) from error


def opened_from(address: str, origin: str) -> str:
    """Return the address of a place with the place it is opened from now (empty for none).

    It is the same as ``str(Address(place, origin))``. Where ``origin`` came from is left out."""
    place, _sep, _before = address.partition(ORIGIN)
    # an address holds one place before it, and no chain of them
    origin, _sep, _before = origin.partition(ORIGIN)
    chart = _chart_of(place)
    brief = origin
    if chart and origin.startswith(chart):
        brief = _SAME_CHART + origin.removeprefix(chart)
    whole = f"{place}{ORIGIN}{brief}"
    return whole if origin not in ("", place) and len(whole) <= ADDRESS_LIMIT else place


def _chart_of(place: str) -> str:
    """Return the beginning that the addresses of all states of a chart share; empty for others."""
    match = _CHART.match(place)
    return match[0] if match else ""


def with_ways_back(card: Card, origin: Place | None, reader: Reader) -> Card:
    """Return the card with a way back, and with actions that lead back to it.

    Laws lead back to the card they were opened from, and so do the laws opened from those, in
    whatever order they are turned. A flow chart leads back to the law, the question or the ruling
    that it was begun from, from every card of it.
    """
    place = place_of(card.address)
    origin = None if origin == place else origin
    before, now = str(origin or ""), str(place or "")
    chart = place.state.chart if isinstance(place, ChartPlace) else ""

    def thread(action: Action, page_origin: str) -> Action:
        """Return the action with the place that its card leads back to.

        ``page_origin`` is that place of a law, and of what is read like one."""
        origin = ""
        if action.address.startswith(_PAGE_PREFIXES):
            origin = page_origin
        elif action.address.startswith("sit/"):
            is_same_chart = action.address.split("/")[1] == chart
            origin = before if is_same_chart else page_origin or now
        return replace(action, address=opened_from(action.address, origin)) if origin else action

    def thread_all(actions: Actions, page_origin: str) -> Actions:
        return tuple(thread(action, page_origin) for action in actions)

    # the arrows of a page keep its origin; the menu of a law that has none leads back to the law
    is_page = isinstance(place, LawPlace | ContentsPlace)
    # a comparison's own button shows the other view of it
    row_origin = before if is_page or isinstance(place, ComparePlace) else now
    rows = tuple(thread_all(row, row_origin) for row in card.rows)
    menu_origin = before if is_page else now
    if isinstance(place, LawPlace):
        menu_origin = before or now
    menus = tuple(
        replace(menu, actions=thread_all(menu.actions, menu_origin)) for menu in card.menus
    )
    card = replace(card, rows=rows, menus=menus)
    if place is not None and origin is not None:
        card = replace(card, address=str(Address(place, origin)))
    if chart and not isinstance(origin, QuizPlace):
        return _leading_out(card, before)
    if origin is None:
        return card
    back = Action(_back_label(origin, reader), before, style=Style.MAIN)
    return replace(card, rows=((back,), *rows))


def _leading_out(card: Card, address: str) -> Card:
    """Return the card of a chart whose way out leads to an address; without one it has none."""

    rows = []
    for row in card.rows:
        actions = []
        for action in row:
            if action.address != _CHART_EXIT:
                actions.append(action)
            elif address:
                actions.append(replace(action, address=address))
        rows.append(tuple(actions))
    return replace(card, rows=tuple(rows))


def _back_label(origin: Place, reader: Reader) -> str:
    _ = reader.translate
    if not isinstance(origin, LawPlace):
        return _(_BACK_LABELS.get(type(origin), N_("Back")))
    if not origin.citation.law:
        return _("Back to the term")
    return _("Back to Law {citation}").format(citation=origin.citation)


def place_of(address: str) -> Place | None:
    """Return the place that an address leads to; None for any other text."""
    with suppress(LawbotError):
        return Address.parse(address).place
    return None


def origin_of(address: str) -> str:
    """Return the address that the card of an address leads back to; empty for none."""
    with suppress(LawbotError):
        return str(Address.parse(address).origin or "")
    return ""


def holds_words(address: str) -> bool:
    """Return True if typed words stand in an address, or in the place it was opened from."""
    return any(place.startswith("find/") for place in address.split(ORIGIN))


def _place(text: str) -> Place:
    """Parse one place. Raises LawbotError for any other text."""
    kind, _sep, rest = text.partition("/")
    first, _sep, tail = rest.partition("/")
    second, _sep, last = tail.partition("/")
    match kind:
        case "law" if tail:
            return LawPlace(Citation.parse(tail), first)
        case "compare" | "wording" if tail:
            return ComparePlace(first, second, Citation.parse(last), kind == "wording")
        case "commentary" if rest:
            return CommentaryPlace(Citation.parse(first), unquote(tail))
        case "find" if tail:
            return ResultsPlace(first, unquote(tail))
        case "quiz" if second in tuple("01234"):
            only, _sep, score = last.partition("/")
            # buttons of older versions have no score
            if _SCORE.fullmatch(score or "00"):
                position, points = map(int, score or "00")
                return QuizPlace(first, only, int(second), position, min(points, position))
        case "contents" if tail.isascii() and tail.isdecimal() and 1 <= int(tail[:9]) <= LAST_LAW:
            return ContentsPlace(first, int(tail))
        case "index" if rest:
            return TopicPlace(unquote(rest))
        case "sits":
            return EntrancePlace(rest)
        case "sit":
            return ChartPlace(State.parse(rest))
        case "boards" | "sums" | "help" | "about" if not rest:
            return Screen(kind)
    raise LawbotError(_UNREADABLE)


def _escaped(words: str) -> str:
    return _FORGEABLE.sub(lambda char: f"%{ord(char.group()):02X}", words)
