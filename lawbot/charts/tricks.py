"""Facts of the flow charts that the numbers of tricks in a text prove.

Charts, facts and answers are named as in data/charts.
"""

from collections.abc import Iterator, Mapping

from lawbot.charts.model import Facts
from lawbot.message.message import Message
from lawbot.message.phrases import Clause
from lawbot.message.vocabulary import vocabulary

_PLAYED_ON: Mapping[str, Facts] = {
    "defective-trick": {"found_late": "yes"},
    "dummy-wrong-card": {"both_sides_next": "yes"},
    "fifth-card": {"found_late": "yes"},
    "revoke": {"established": "played"},
    "revoke-established": {"established": "played"},
    "simultaneous-play": {"found_late": "yes"},
}
"""Facts that hold once each side has played to the trick after the error."""
_LEAD_FACED: Mapping[str, Facts] = {"inadmissible-double": {"lead_faced": "yes"}}
"""Facts that hold once a trick is being played when the error is noticed."""
_BOTH_PLAYED = 2
"""Tricks from the error to its discovery that prove a play by each side to the trick between.

Of an error at trick 5 found at trick 6 nobody knows how far that trick had gone.
"""


def played_on(message: Message) -> Mapping[str, Facts]:
    """Return, by chart, the facts and answers that hold when an error was noticed.

    'Revoked at trick 5, noticed at trick 9' proves that the revoke is established (Law 63A1).
    A number in a clause that somebody disputes proves nothing.
    """
    discovery, earlier = 0, [0]
    for clause in message.told.clauses:
        if clause.disputed:
            return {}
        is_discovery = not vocabulary().discovering.isdisjoint(clause.names)
        for number in _trick_numbers(clause):
            if is_discovery:
                discovery = max(discovery, number)
            else:
                earlier.append(number)
    if not discovery:
        return {}
    # The last trick told before the discovery may be that of the error.
    error = max((number for number in earlier if number < discovery), default=0)
    if not error:
        return _LEAD_FACED
    return _PLAYED_ON if discovery - error >= _BOTH_PLAYED else {}


def _trick_numbers(clause: Clause) -> Iterator[int]:
    """Yield the numbers of tricks in a clause: 'trick 5', 'the fifth trick'."""
    ordinals = vocabulary().said.ordinals
    words = clause.words
    for at, word in enumerate(words):
        if word.form != "trick":
            continue
        if at and words[at - 1].form in ordinals:
            yield ordinals.index(words[at - 1].form) + 1
        elif at + 1 < len(words) and words[at + 1].lemma.isdecimal():
            yield int(words[at + 1].lemma)
