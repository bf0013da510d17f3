"""Read a short text as a choice among the actions of a card.

In doubt, it chooses nothing."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from rapidfuzz.distance import OSA

from lawbot.answers.addresses import ORIGIN, ChartPlace, place_of
from lawbot.answers.kinds import Kind
from lawbot.answers.reader import Reader
from lawbot.answers.understanding import Understanding
from lawbot.cards import Action, Style
from lawbot.errors import LawbotError
from lawbot.language import Languages
from lawbot.situations.hearing import Hearing
from lawbot.situations.state import State, View, answered, stand
from lawbot.situations.walk import Asked
from lawbot.text.message import Message

LONGEST = 60
"""Most characters of a reply; a longer text tells a story of its own."""
_REPLY_KINDS = frozenset({Kind.WORDS, Kind.NOTHING, Kind.TERM, Kind.HEADING, Kind.CHART})
"""Readings that a question's answer comes before, such as 'a pass' if that is an answer."""
_MIN_START = 3
"""Least letters of a text that may be the start of an answer."""
_MIN_MISSPELT = 6
"""Least letters of a word that may have one wrong letter."""
_OFFENCE = "Someone erred. "
"""Sentence put before a reply, so that LHO is counted from the offender as in the question."""
_WORD = re.compile(r"\w+")
_SIGN, _SIGN_OR_BLANK = re.compile("[,;:]"), re.compile(r"[,;:\s]")


class _Label(NamedTuple):
    """An answer's label in its parts, empty if it begins with no yes or no."""

    yes_or_no: str
    rest: str


class Replying:
    """Read replies to cards."""

    def __init__(
        self, understanding: Understanding, hearing: Hearing, languages: Languages
    ) -> None:
        self.understanding = understanding
        self.hearing = hearing
        self.languages = languages

    def choose(self, offered: Sequence[Action], text: str, reader: Reader) -> str:
        """Return the address that a text chooses among the actions of a card, in their order.

        Empty if it chooses none, or more than one. ``reader`` reads in the card's language. Any
        text may be given.
        """
        reply, answers = self._fold(text), _answers(offered)
        if not self.may_reply(text, reader):
            return ""
        addresses: set[str] = set()
        meanings = [name for name, replies in self._replies.items() if reply in replies]
        if meanings:
            for meaning in meanings:
                addresses.update(self._meant_by(meaning, offered, answers, reader))
        else:
            number = self._numbers.get(reply, 0)
            chosen = [answer for answer in answers if self._names(reply, answer, reader)]
            chosen += answers[number - 1 : number]
            addresses.update(answer.address for answer in chosen)
            # Only words that name no answer are heard as a story about the facts.
            addresses = addresses or self._heard(offered, answers, text)
        return addresses.pop() if len(addresses) == 1 else ""

    def may_reply(self, text: str, reader: Reader) -> bool:
        """Return if a text may be a reply: short, and no citation, score or greeting.

        A small number may."""
        reply = self._fold(text) if len(text) <= LONGEST else ""
        if not reply:
            return False
        if reply in self._numbers:
            return True
        return self.understanding.understand(text, reader).kind in _REPLY_KINDS

    def _meant_by(
        self, meaning: str, offered: Sequence[Action], answers: Sequence[Action], reader: Reader
    ) -> list[str]:
        """Return the addresses that yes, no, why, not sure or back may choose."""
        _ = reader.translate
        match meaning:
            case "why":
                return [*_states_in(offered, View.WHY)]
            case "unsure":
                return [] if _is_ruled(offered) else [*_states_in(offered, View.WHY)]
            case "back":
                return [action.address for action in offered if action.label == _("Back")]
        replies = self._replies[meaning]
        return [
            answer.address for answer in answers if self._parse(answer, reader).yes_or_no in replies
        ]

    def _names(self, reply: str, answer: Action, reader: Reader) -> bool:
        """Return if a text is an answer's label or its start.

        The yes or no may be missing, and a letter of a long word wrong."""
        labels = (self._fold(answer.label), self._parse(answer, reader).rest)
        if reply in labels:
            return True
        return len(reply) >= _MIN_START and any(_begins(label, reply) for label in labels)

    def _parse(self, answer: Action, reader: Reader) -> _Label:
        """Return the parts of a label: 'No, out of turn'. 'No card' has no 'no'."""
        language = self.languages.get(reader.language)
        # In a script without blanks, a blank ends the yes or no as a comma does elsewhere.
        has_words = language is None or language.has_words
        separator = _SIGN if has_words else _SIGN_OR_BLANK
        first, *rest = separator.split(answer.label, maxsplit=1)
        yes_or_no = self._fold(first)
        if yes_or_no not in self._replies["yes"] | self._replies["no"]:
            return _Label("", "")
        return _Label(yes_or_no, self._fold("".join(rest)))

    def _heard(self, offered: Sequence[Action], answers: Sequence[Action], text: str) -> set[str]:
        """Return the address of the answer that the text tells as a fact of the chart."""
        with suppress(LawbotError):  # the chart has changed since
            for state in _states_in(offered, View.WHY).values():
                situations = self.hearing.situations
                standing = stand(situations, replace(state, view=View.PLAIN))
                step = standing.shown
                if not isinstance(step, Asked):
                    continue
                facts = self.hearing.hear(step.chart.id, Message(_OFFENCE + text)).given
                states = [
                    answered(situations, standing, answer)
                    for answer in step.question.answers
                    if answer.id == facts.get(step.fact)
                ]
                places = [*map(ChartPlace, states)]
                return {act.address for act in answers if place_of(act.address) in places}
        return set()

    def _fold(self, text: str) -> str:
        """Return the words of a text without case, marks and signs."""
        return " ".join(_WORD.findall(self.languages.unmarked(text).replace("'", "")))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """Numbers, in digits and in the words of every language."""
        numbers = {}
        for language in self.languages.values():
            for number, word in enumerate(language.numerals, 1):
                numbers[self._fold(word)] = number
        return numbers | {str(number): number for number in range(1, 10)}

    @cached_property
    def _replies(self) -> dict[str, frozenset[str]]:
        """Replies that mean yes, no, why, back and not sure, in every language."""
        replies = [language.replies for language in self.languages.values()]
        folded = {}
        for name in type(replies[0]).model_fields:
            words = frozenset[str]().union(*(getattr(reply, name) for reply in replies))
            folded[name] = frozenset(map(self._fold, words))
        return folded


def _answers(offered: Sequence[Action]) -> list[Action]:
    """Return the answers to the question on a card, or the charts it lets choose from.

    None if the card asks nothing."""
    # An action that leads back to where the others come from is no answer.
    origins = {action.address.partition(ORIGIN)[2] for action in offered}
    answers = []
    for action in offered:
        if action.style is Style.MAIN and action.address not in origins:
            if not action.address.startswith(("sit/", "quiz/")):
                return []
            answers.append(action)
    return answers if len(answers) > 1 and not _is_ruled(offered) else []


def _is_ruled(offered: Sequence[Action]) -> bool:
    """Return if the card is a ruling, or a part of one."""
    return bool(_states_in(offered, View.STEPS) or _states_in(offered, View.LAWS))


def _states_in(offered: Sequence[Action], view: View) -> dict[str, State]:
    """Return the states of a chart that actions lead to in a view, by their address."""
    states = {}
    for action in offered:
        place = place_of(action.address)
        if isinstance(place, ChartPlace) and place.state.view is view:
            states[action.address] = place.state
    return states


def _begins(label: str, reply: str) -> bool:
    """Return if a label begins with these words, but for a letter in a long one."""
    label_words, reply_words = label.split(), reply.split()
    if len(label_words) < len(reply_words):
        return False
    return all(map(_is_same_word, label_words, reply_words))


def _is_same_word(word: str, typed: str) -> bool:
    if word == typed:
        return True
    is_long = min(len(word), len(typed)) >= _MIN_MISSPELT
    return is_long and OSA.distance(word, typed) == 1
