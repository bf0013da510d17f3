"""What a short text chooses of what a card offers: an answer of the question on it, its reason, the
way back. In doubt, nothing."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from rapidfuzz.distance import OSA

from lawbot.answers.addresses import ORIGIN, ChartPlace, place_of
from lawbot.answers.kinds import Kind
from lawbot.answers.reader import Reader
from lawbot.answers.understanding import Understanding
from lawbot.cards import Action, Style
from lawbot.errors import LawbotError
from lawbot.language import Languages
from lawbot.situations.hearing import Hearing
from lawbot.situations.state import State, View, stand
from lawbot.situations.walk import Asked

LONGEST = 60
"""Characters up to which a text may be a reply; a longer one tells a story of its own."""
_READ = frozenset({Kind.WORDS, Kind.NOTHING, Kind.TERM, Kind.HEADING, Kind.CHART})
"""Readings that a question's answer comes before: 'a pass' where that is one of the answers."""
_START, _LONG = 3, 6
"""Letters from which on a text may be the start of an answer, and a word one with a wrong letter."""
_ERRED = "Someone erred. "
"""Said before a reply, so that LHO is counted from the offender as in the question."""
_WORD = re.compile(r"\w+")
_SIGN, _SIGN_OR_BLANK = re.compile("[,;:]"), re.compile(r"[,;:\s]")


class Replying:
    """Reads replies to cards."""

    def __init__(
        self, understanding: Understanding, hearing: Hearing, languages: Languages
    ) -> None:
        self.understanding = understanding
        self.hearing = hearing
        self.languages = languages

    def chosen(self, offered: Sequence[Action], text: str, reader: Reader) -> str:
        """The address that a text chooses of the actions that a card offers, in their order; empty
        where it chooses none, or more than one.

        ``reader`` reads in the card's language. Any text may be given.
        """
        said, answers = self._folded(text), _answers(offered)
        if not self.may_reply(text, reader):
            return ""
        if fixed := [name for name, words in self._replies.items() if said in words]:
            found = {
                address
                for name in fixed
                for address in self._replied(name, offered, answers, reader)
            }
        else:
            number = self._numbers.get(said, 0)
            found = {answer.address for answer in answers if self._is_named(answer, said, reader)}
            found |= {answer.address for answer in answers[number - 1 : number]}
            found = found or self._heard(offered, answers, text)
        return found.pop() if len(found) == 1 else ""

    def may_reply(self, text: str, reader: Reader) -> bool:
        """Whether a text may be a reply at all: short, and no citation, score or greeting. A small
        number may."""
        said = self._folded(text) if len(text) <= LONGEST else ""
        return bool(said) and (
            said in self._numbers or self.understanding.understand(text, reader).kind in _READ
        )

    def _replied(
        self, name: str, offered: Sequence[Action], answers: Sequence[Action], reader: Reader
    ) -> list[str]:
        """What yes, no, why, not sure or back may choose."""
        _ = reader.translate
        match name:
            case "why":
                return _in_view(offered, View.WHY)
            case "unsure":
                return [] if _is_ruled(offered) else _in_view(offered, View.WHY)
            case "back":
                return [action.address for action in offered if action.label == _("Back")]
        return [
            answer.address
            for answer in answers
            if self._parted(answer, reader)[0] in self._replies[name]
        ]

    def _is_named(self, answer: Action, said: str, reader: Reader) -> bool:
        """Whether a text is what an answer says, or the start of it, with or without its yes or no;
        a letter of a long word may be wrong."""
        _side, rest = self._parted(answer, reader)
        labels = (self._folded(answer.label), rest)
        return said in labels or (
            len(said) >= _START and any(_begins(label, said) for label in labels)
        )

    def _parted(self, answer: Action, reader: Reader) -> tuple[str, str]:
        """The yes or no that an answer begins with, and what it says besides: 'No, out of turn'.
        'No card' is not 'no'."""
        known = self.languages.get(reader.language)
        side, *rest = (_SIGN if known is None or known.has_words else _SIGN_OR_BLANK).split(
            answer.label, maxsplit=1
        )
        side = self._folded(side)
        return (
            (side, self._folded("".join(rest)))
            if side in self._replies["yes"] | self._replies["no"]
            else ("", "")
        )

    def _heard(self, offered: Sequence[Action], answers: Sequence[Action], text: str) -> set[str]:
        """The answer that the text tells as a fact of the chart."""
        with suppress(LawbotError):  # the chart has changed since
            for state in (
                state for address in _in_view(offered, View.WHY) if (state := _state(address))
            ):
                asked = stand(self.hearing.situations, replace(state, view=View.PLAIN)).shown
                if isinstance(asked, Asked) and len(asked.question.answers) == len(answers):
                    told = self.hearing.hear(asked.chart.id, _ERRED + text).given.get(asked.fact)
                    return {
                        action.address
                        for answer, action in zip(asked.question.answers, answers, strict=True)
                        if answer.id == told
                    }
        return set()

    def _folded(self, text: str) -> str:
        """The words of a text without case, marks and signs."""
        return " ".join(_WORD.findall(self.languages.unmarked(text).replace("'", "")))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """Numbers, in digits and in the words of every language."""
        words = {
            self._folded(word): number
            for language in self.languages.values()
            for number, word in enumerate(language.numerals, 1)
        }
        return words | {str(number): number for number in range(1, 10)}

    @cached_property
    def _replies(self) -> dict[str, frozenset[str]]:
        """What is said for yes, no, why, back and not sure, in every language."""
        said = [language.replies for language in self.languages.values()]
        return {
            name: frozenset(self._folded(word) for one in said for word in getattr(one, name))
            for name in type(said[0]).model_fields
        }


def _answers(offered: Sequence[Action]) -> list[Action]:
    """The answers to the question on a card, or the charts it lets choose from; none where it asks
    nothing."""
    origins = {action.address.partition(ORIGIN)[2] for action in offered}
    main = [
        action for action in offered if action.style is Style.MAIN and action.address not in origins
    ]
    asks = not _is_ruled(offered) and all(
        action.address.startswith(("sit/", "quiz/")) for action in main
    )
    return main if asks and len(main) > 1 else []


def _is_ruled(offered: Sequence[Action]) -> bool:
    """Whether the card is a ruling, or a part of one."""
    return bool(_in_view(offered, View.STEPS) or _in_view(offered, View.LAWS))


def _in_view(offered: Sequence[Action], view: View) -> list[str]:
    """The addresses that lead to that view of a chart."""
    return [
        action.address
        for action in offered
        if (state := _state(action.address)) and state.view is view
    ]


def _state(address: str) -> State | None:
    """The state of a chart that an address leads to; None for any other."""
    place = place_of(address)
    return place.state if isinstance(place, ChartPlace) else None


def _begins(label: str, said: str) -> bool:
    """Whether a label begins with these words, but for a letter in a long one."""
    words = said.split()
    return len(label.split()) >= len(words) and all(
        one == other or (min(len(one), len(other)) >= _LONG and OSA.distance(one, other) == 1)
        for one, other in zip(label.split(), words, strict=False)
    )
