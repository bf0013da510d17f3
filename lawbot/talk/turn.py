"""A text as it was read beside an open card, and the card that is open after it."""

from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from lawbot.cards.address import (
    ChartPlace,
    ComparePlace,
    LawPlace,
    QuizPlace,
    ResultsPlace,
    place_of,
)
from lawbot.cards.card import Action, Card
from lawbot.errors import N_
from lawbot.language.reader import Reader

BACK_TO_CASE = N_("Back to the case before")
"""Label of the way back from a supposed case."""
_OPEN_PLACES = (ChartPlace, ComparePlace, LawPlace, QuizPlace, ResultsPlace)
"""Places whose cards are gone on from; the help and the contents are not."""


class ReadAs(StrEnum):
    """The reading of a text beside the card that is open."""

    ANSWER = "answer"
    FACT = "fact"
    CORRECTION = "correction"
    WHAT_IF = "what_if"
    ACTION = "action"
    NEW = "new"
    UNCLEAR = "unclear"
    SMALL_TALK = "small_talk"


class Table(NamedTuple):
    """The card that is open: its address, and its actions if it has none."""

    address: str = ""
    actions: tuple[Action, ...] = ()

    @classmethod
    def of(cls, card: Card) -> "Table":
        """Return the table with a card on it; empty for an error, the help and the like."""
        table = cls(card.address, actions_of(card))
        return table if card.found and is_open(table) else cls()


class Turn(NamedTuple):
    """A text as it was read.

    ``address`` is of the card it opens, ``text`` what is asked afresh if it opens none. ``lines``
    say what was understood, ``choices`` are ways on if it is not clear.
    """

    read_as: ReadAs
    address: str = ""
    text: str = ""
    lines: tuple[str, ...] = ()
    choices: tuple[Action, ...] = ()


class Reply(NamedTuple):
    """The answer to a text: how it was read, its card, and what is open after it."""

    turn: Turn
    card: Card
    table: Table


def is_open(table: Table) -> bool:
    """Return whether a text can go on from a card: it has a place, or lets choose a chart."""
    if table.address:
        return isinstance(place_of(table.address), _OPEN_PLACES)
    return any(action.address.startswith(("sit/", "quiz/")) for action in table.actions)


def actions_of(card: Card) -> tuple[Action, ...]:
    """Return the actions of a card: of its rows, then of its menus."""
    menus = chain.from_iterable(menu.actions for menu in card.menus)
    return (*chain.from_iterable(card.rows), *menus)


def unplaced(address: str, reader: Reader) -> Turn:
    """Return the turn for a text that is no answer and finds nothing: the open card stays."""
    _ = reader.translate
    line = _(
        "I could not place that. Type an answer or its number, what happened, “what if …”, “why” or “back”."
    )
    return Turn(ReadAs.UNCLEAR, address, lines=(line,))
