"""The parts that every reading of a text beside an open card uses."""

from contextlib import suppress
from typing import NamedTuple

from lawbot.cards.address import Address, ChartPlace
from lawbot.cards.chart_card import Rulings
from lawbot.decide.outcome import Outcomes
from lawbot.decide.understanding import Understanding
from lawbot.errors import LawbotError
from lawbot.language.reader import Reader
from lawbot.talk.case import Case
from lawbot.talk.examples import Examples
from lawbot.talk.frames import Frames
from lawbot.talk.matching import Matching


class Parts(NamedTuple):
    """The understanding of new texts, the charts, and the words of every language."""

    understanding: Understanding
    outcomes: Outcomes
    rulings: Rulings
    matching: Matching
    frames: Frames
    examples: Examples

    def case(self, address: str, reader: Reader) -> Case | None:
        """Return the case of an address; None for another place, or if its chart has changed."""
        with suppress(LawbotError):
            match Address.parse(address):
                case Address(ChartPlace(state), origin):
                    parts = (self.rulings, self.outcomes.hearing, self.matching, self.examples)
                    return Case(*parts, state, str(origin or ""), reader)
        return None
