"""Cards: answers without any chat system, which faces draw.

An action of a card leads to an *address*, a short text that ``Answers.open`` turns into the next
card (``law/en-2017/27B1(a)``). An address holds the whole state, so any process can go on with it.
"""

from collections.abc import Iterator
from enum import StrEnum

from lawbot.frozen import frozen
from lawbot.law.differences import Change

# Discord allows 100 in the id of a component, and the face puts a prefix before the address
ADDRESS_LIMIT = 90
"""Most characters of an address."""
UNADDRESSED = "-"
"""Sign for words that are too long for an address."""


Words = tuple[str, ...]
Cells = tuple[str, ...]
"""A row of a table."""


class CardKind(StrEnum):
    """The kind of an answer; a face may give each a colour, but never as its only sign."""

    LAW = "law"
    DEFINITION = "definition"
    RESULTS = "results"
    QUESTION = "question"
    RULING = "ruling"
    MISTAKE = "mistake"
    """A wrong answer to a question of the quiz, with the right one."""
    TEXT = "text"
    """Plain text to be copied, drawn without decoration."""
    SCORE = "score"
    COMPARISON = "comparison"
    NOTICE = "notice"
    ERROR = "error"


class Tone(StrEnum):
    """The purpose of a paragraph."""

    PLAIN = "plain"
    LEAD = "lead"
    NOTE = "note"
    SAY = "say"
    QUIET = "quiet"
    WARNING = "warning"
    CARDS = "cards"
    """Lines with their own breaks, in a font of fixed width."""


@frozen
class Paragraph:
    """A paragraph of our own words. ``marked`` are words of it to be set off."""

    text: str
    tone: Tone = Tone.PLAIN
    marked: Words = ()


@frozen
class Heading:
    """A heading inside the card."""

    text: str


@frozen
class Passage:
    """A piece of law text with its label ('B1', '(a)', a footnote's number), heading and depth.

    ``marked`` are words of it to be set off.
    """

    label: str
    text: str
    title: str = ""
    depth: int = 0
    marked: Words = ()


@frozen
class Listing:
    """A list; numbered when the order matters."""

    items: Words
    numbered: bool = False


@frozen
class Grid:
    """A table as it is printed: rows of cells.

    A row of one cell is a heading within; ``bands`` finds the rows that are heads.
    """

    rows: tuple[Cells, ...]

    def bands(self) -> "Iterator[Band]":
        """Yield the table in stretches: a heading alone, or rows with the head of their columns.

        A head is the first row of a stretch without a figure in it. It names the rows with as many
        cells as it has, beyond a heading too, until rows of another width or another head come. A
        row without a figure right below a head is a head only if it is wider, each cell of the
        upper one above as many of its own; of the same width it is a row whose values are words.
        """
        head: Cells = ()
        rows: list[Cells] = []
        may_be_head, above_is_head = True, False
        for row in self.rows:
            if len(row) == 1:
                yield from _band(head, rows)
                yield Band(row[0], (), ())
                head, rows = ("", *head[1:]) if head else (), []
                may_be_head, above_is_head = True, False
                continue
            # right below a head, a row of the same width has words for values
            is_head = may_be_head and not (above_is_head and len(row) == len(head))
            if is_head and not any(map(str.isdigit, "".join(row))):
                yield from _band(head, rows)
                spans = above_is_head and len(head) > 1 and (len(row) - 1) % (len(head) - 1) == 0
                head, rows = _spanned(head, row) if spans else row, []
                above_is_head = True
            else:
                if len(row) != len(rows[0] if rows else head):
                    yield from _band(head, rows)
                    head, rows = (), []
                rows.append(row)
                may_be_head, above_is_head = False, False
        yield from _band(head, rows)


@frozen
class Band:
    """A stretch of a table: a ``heading`` alone, or ``rows`` of one width with their ``head``.

    The head is empty if the table has none.
    """

    heading: str
    head: Cells
    rows: tuple[Cells, ...]


def _band(head: Cells, rows: list[Cells]) -> Iterator[Band]:
    if rows:
        yield Band("", head, tuple(rows))


def _spanned(above: Cells, below: Cells) -> Cells:
    """Return two heads as one: each cell of the upper one is over as many cells of the lower."""
    width = (len(below) - 1) // (len(above) - 1)
    names = [f"{above[1 + index // width]}, {cell}" for index, cell in enumerate(below[1:])]
    return (below[0] or above[0], *names)


@frozen
class Redline:
    """Changes from an older wording to a newer one, word by word.

    A face marks added and removed words by signs, never by colour alone.
    """

    changes: tuple[Change, ...]


Part = Paragraph | Heading | Passage | Listing | Grid | Redline
Parts = tuple[Part, ...]


class Style(StrEnum):
    """The prominence of an action."""

    MAIN = "main"
    PLAIN = "plain"
    QUIET = "quiet"


@frozen
class Action:
    """A button: its label, the address it opens, and a second line if the face has room for one."""

    label: str
    address: str
    detail: str = ""
    style: Style = Style.PLAIN
    enabled: bool = True


Actions = tuple[Action, ...]
"""The actions of a row or a menu."""


@frozen
class Menu:
    """A choice of many: a prompt, and an action for each option.

    A face may add its own ways on, such as sharing, to one that ``takes_more``.
    """

    prompt: str
    actions: Actions
    takes_more: bool = False


@frozen
class Card:
    """One answer.

    ``address`` opens the same card again; it is empty if there is none, or it is too long.
    ``breadcrumb`` is the path to the card. ``source`` names the edition and whose words they are.
    ``rows`` are rows of actions, ``menus`` choices of many; empty ones are left out. ``below`` stands
    under the main actions, above the others. ``found`` is False if there was no answer: the command
    line's exit status. ``asked`` asks the words anew that the card may have read wrongly: an address,
    or UNADDRESSED if they are too long for one; empty if the card answers no such words.
    """

    kind: CardKind
    title: str
    parts: Parts = ()
    breadcrumb: Words = ()
    source: str = ""
    address: str = ""
    rows: tuple[Actions, ...] = ()
    menus: tuple[Menu, ...] = ()
    below: Parts = ()
    found: bool = True
    asked: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(row for row in self.rows if row))
        object.__setattr__(self, "menus", tuple(menu for menu in self.menus if menu.actions))
        object.__setattr__(
            self, "address", self.address if len(self.address) <= ADDRESS_LIMIT else ""
        )
        if len(self.asked) > ADDRESS_LIMIT:
            object.__setattr__(self, "asked", UNADDRESSED)
