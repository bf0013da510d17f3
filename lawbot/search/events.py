"""Who did it, when and what: taken from the words once, and asked of charts and provisions alike.

Tense, number and pronouns never decide, nor do seats, cards and concrete bids: the words of each role, phase and action stand in
the language's file. A text without such words, and a language without them, has an empty event.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from lawbot.language import Language

EVENT_WORDS = "unicode61"
"""FTS5's tokenizer for what events are made of."""
_LONGEST = 4
"""Words of the longest way to say one thing."""
_REACH = 5
"""Words between a role and what it did."""
_ROLE, _PHASE, _ACTION = "role", "phase", "action"


@dataclass(frozen=True, slots=True)
class Event:
    """What a text tells: the roles, phases and actions it names, and the deeds: who did what."""

    roles: frozenset[str] = frozenset()
    phases: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    deeds: frozenset[tuple[str, str]] = field(default=frozenset())

    @property
    def tokens(self) -> list[str]:
        """The event as words for an FTS5 table; no language has them."""
        return [
            *(f"xrole{role}" for role in sorted(self.roles)),
            *(f"xphase{phase}" for phase in sorted(self.phases)),
            *(f"xact{action}" for action in sorted(self.actions)),
            *(f"xdeed{role}{action}" for role, action in sorted(self.deeds)),
        ]


def event_of(text: str, language: Language) -> Event:
    """The event that a text tells."""
    said = _vocabulary(language)
    if not said:
        return Event()
    tokens = language.tokenized(text)
    found: dict[str, set[str]] = {_ROLE: set(), _PHASE: set(), _ACTION: set()}
    deeds: set[tuple[str, str]] = set()
    actor, since = "", _REACH + 1
    place = 0
    while place < len(tokens):
        length, meant = _longest(tokens, place, said)
        roles = [name for kind, name in meant if kind == _ROLE]
        actions = [name for kind, name in meant if kind == _ACTION]
        for kind, name in meant:
            found[kind].add(name)
        if since <= _REACH:
            deeds |= {(actor, action) for action in actions}
        if roles:
            actor, since = roles[0], 0
        since += 1
        place += length
    return Event(frozenset(found[_ROLE]), frozenset(found[_PHASE]), frozenset(found[_ACTION]), frozenset(deeds))


_Said = Mapping[tuple[str, ...], tuple[tuple[str, str], ...]]


def _longest(tokens: list[str], place: int, said: _Said) -> tuple[int, tuple[tuple[str, str], ...]]:
    """The longest run of words at a place that says something, and what; one word and nothing where none does."""
    for length in range(_LONGEST, 0, -1):
        run = tuple(tokens[place : place + length])
        if run in said and len(run) == length:
            return length, said[run]
    return 1, ()


@lru_cache(maxsize=8)
def _by_code(code: str, language: "_Keyed") -> _Said:
    words: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    events = language.language.events
    for kind, names in ((_ROLE, events.roles), (_PHASE, events.phases), (_ACTION, events.actions)):
        for name, ways in names.items():
            for way in ways:
                words.setdefault(tuple(language.language.words(way)), []).append((kind, name))
    return {run: tuple(meant) for run, meant in words.items()}


class _Keyed:
    """A language as a key: the same one is the same object."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and other.language is self.language

    def __hash__(self) -> int:
        return id(self.language)


def _vocabulary(language: Language) -> _Said:
    return _by_code(language.code, _Keyed(language))
