"""A card: one answer, without any chat system. Faces draw it; nothing here knows how.

Whatever a card can lead to is an *address*, a short text that ``Answers.open`` turns into the next card
(``law/en-2017/27B1(a)``). An address holds the whole state, so any process can go on with it.
"""

from dataclasses import dataclass
from enum import StrEnum

ADDRESS_LIMIT = 90
"""Characters an address may have, so that it fits where Discord keeps it (100, with room for a prefix)."""


class CardKind(StrEnum):
    """What the card answers; a face may give each its own colour, never its only sign."""

    LAW = "law"
    DEFINITION = "definition"
    RESULTS = "results"
    QUESTION = "question"
    RULING = "ruling"
    SCORE = "score"
    COMPARISON = "comparison"
    NOTICE = "notice"
    ERROR = "error"


class Tone(StrEnum):
    """How a paragraph is meant."""

    PLAIN = "plain"
    LEAD = "lead"
    NOTE = "note"
    SAY = "say"
    QUIET = "quiet"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of our own words. ``marked`` are words of it to be set off."""

    text: str
    tone: Tone = Tone.PLAIN
    marked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside the card."""

    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of law text with its label ('B1', '(a)', a footnote's number), its own heading, and how deep it stands."""

    label: str
    text: str
    title: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; numbered when the order matters."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the first row is its head. A row of one cell is a heading within."""

    rows: tuple[tuple[str, ...], ...]


Part = Paragraph | Heading | Passage | Listing | Grid


class Style(StrEnum):
    """How prominent an action is."""

    MAIN = "main"
    PLAIN = "plain"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Action:
    """Something to tap: its label, the address it opens, and a second line where the face has room for one."""

    label: str
    address: str
    detail: str = ""
    style: Style = Style.PLAIN
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Menu:
    """A choice of many: what it offers, and the actions behind it."""

    prompt: str
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One answer.

    ``address`` opens the same card again (empty when it cannot be). ``breadcrumb`` is the way down to it.
    ``source`` names the edition and whose words they are. ``rows`` are rows of actions, ``menus`` choices of many.
    ``found`` is False when there was no answer: the command line's exit status.
    """

    kind: CardKind
    title: str
    parts: tuple[Part, ...] = ()
    breadcrumb: tuple[str, ...] = ()
    source: str = ""
    address: str = ""
    rows: tuple[tuple[Action, ...], ...] = ()
    menus: tuple[Menu, ...] = ()
    found: bool = True
