"""The actions of the open card, and which of them a text names."""

from collections.abc import Sequence
from functools import cached_property

from rapidfuzz.distance import OSA

from lawbot.cards.address import ORIGIN, ChartPlace, LawPlace, origin_of, place_of
from lawbot.cards.card import Action, Style
from lawbot.charts.state import View
from lawbot.talk.parts import Parts
from lawbot.talk.turn import ReadAs, Table, Turn

_MIN_START = 3
"""Least letters of a text that may be the start of an answer."""
_MIN_MISSPELT = 6
"""Least letters of a word that may have one wrong letter."""


class Offers:
    """The address and the actions of one open card; labels are in the reader's language."""

    def __init__(self, table: Table, parts: Parts, language: str) -> None:
        self.address, self.actions = table.address, table.actions
        self.place = place_of(table.address)
        self.frames, self.wordings = parts.frames, parts.matching.wordings
        self.language = language

    def labelled(self, reply: str, actions: Sequence[Action], read_as: ReadAs) -> Turn | None:
        """Return the turn of the one action whose label a folded text is, or begins."""
        for is_named in (self._is_label, self._begins_label):
            addresses = {action.address for action in actions if is_named(action, reply)}
            if len(addresses) == 1:
                return Turn(read_as, addresses.pop())
        return None

    def offered(self, words: str) -> str:
        """Return the address of the first action with these words in its label."""
        addresses = (action.address for action in self.actions if words in action.label)
        return next(addresses, "")

    def law(self) -> str:
        """Return the address of the open law, unless it was looked up beside a case."""
        is_of_case = isinstance(place_of(origin_of(self.address)), ChartPlace)
        return self.address if isinstance(self.place, LawPlace) and not is_of_case else ""

    def first_law(self) -> str:
        """Return the address of the first law that the card leads to; empty on a law."""
        if isinstance(self.place, LawPlace):
            return ""
        for action in self.actions:
            if isinstance(place_of(action.address), LawPlace):
                return action.address
        return ""

    @property
    def charts(self) -> list[ChartPlace]:
        """Return the charts that the card leads to."""
        places = [place_of(action.address) for action in self.actions]
        return [place for place in places if isinstance(place, ChartPlace)]

    @cached_property
    def answers(self) -> list[Action]:
        """Return the answers to the question on the card, or the charts it lets choose from."""
        # an action that leads back to where the others come from is no answer
        origins = {action.address.partition(ORIGIN)[2] for action in self.actions}
        answers = []
        for action in self.actions:
            if action.style is Style.MAIN and action.address not in origins:
                if not action.address.startswith(("sit/", "quiz/")):
                    return []
                answers.append(action)
        places = [place_of(action.address) for action in self.actions]
        views = {place.state.view for place in places if isinstance(place, ChartPlace)}
        is_ruled = not views.isdisjoint((View.STEPS, View.LAWS))
        return answers if len(answers) > 1 and not is_ruled else []

    def _is_label(self, action: Action, reply: str) -> bool:
        """Return whether a text is an action's label, with or without its yes or no."""
        return reply in self._spellings(action)

    def _begins_label(self, action: Action, reply: str) -> bool:
        """Return whether a text begins an action's label, but for a letter of a long word."""
        if len(reply) < _MIN_START:
            return False
        return any(_begins(spelling, reply) for spelling in self._spellings(action))

    def _spellings(self, action: Action) -> tuple[str, str]:
        """Return the label of an action, whole and without its yes or no."""
        rest = self.wordings.label(action.label, self.language).rest
        return self.frames.fold(action.label), self.frames.fold(rest)


def _begins(label: str, reply: str) -> bool:
    """Return whether a label begins with these words, but for a letter in a long one."""
    label_words, reply_words = label.split(), reply.split()
    if len(label_words) < len(reply_words):
        return False
    return all(map(_is_same_word, label_words, reply_words))


def _is_same_word(word: str, typed: str) -> bool:
    if word == typed:
        return True
    is_long = min(len(word), len(typed)) >= _MIN_MISSPELT
    return is_long and OSA.distance(word, typed) == 1
