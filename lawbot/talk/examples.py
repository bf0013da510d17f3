"""Weigh the answers that a text may mean, by the texts that people typed for each.

This is naive Bayes over telling words, with the answers to every question of a chart as classes.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from lawbot.charts.load import NativeLines, Situations
from lawbot.charts.model import Chart
from lawbot.language import SOURCE
from lawbot.talk.wording import Wording, Wordings

_SIGNS_OF_HEARD = re.compile(r"[!?=][^\s()]+|![(][^)]*[)]|[{}<>()|/]|[.]{3}")
"""Signs of a heard phrase, and words that it excludes."""
NO_ANSWER = "-"
"""Key of the texts that answer nothing."""
_SMOOTHING = 0.2
"""Times that each word is taken to have been typed once more for every answer."""
_EXPECTED = 30.0
"""Factor by which people answer the open question more often than any other."""
_CHARTS = 40
"""Most charts, each in one language, whose words are kept."""
_COMPASS = frozenset({"@north", "@east", "@south", "@west"})
_SEAT = "@seat"
"""Word for a seat: nobody knows which player sits there in another text."""


class Meaning(NamedTuple):
    """An answer to a question, empty for none of its answers, and how likely a text means it."""

    fact: str
    answer: str
    likelihood: float


class Weighed(NamedTuple):
    """Meanings that a text may have, the likeliest first; the likelihoods are 1 in all.

    ``coverage`` is the part of its words that people typed for some answer.
    """

    meanings: tuple[Meaning, ...] = ()
    coverage: float = 0.0

    @property
    def lead(self) -> float:
        """Return how much likelier the first meaning is than the second."""
        likelihoods = [meaning.likelihood for meaning in self.meanings[:2]]
        return likelihoods[0] - sum(likelihoods[1:]) if likelihoods else 0.0


class _Words(NamedTuple):
    """Counts of the words typed for each answer, by fact and answer, and all these words."""

    counts: Mapping[tuple[str, str], Counter[str]]
    vocabulary: frozenset[str]


class Examples:
    """Weighs meanings of texts, in every language."""

    def __init__(
        self,
        situations: Situations,
        charts_in: Callable[[str], Mapping[str, Chart]],
        wordings: Wordings,
    ) -> None:
        """Take the charts, and what returns them worded in a language."""
        self.situations, self.charts_in, self.wordings = situations, charts_in, wordings
        self._words_of = lru_cache(_CHARTS)(self._read_words)

    def weigh(self, text: str, chart_id: str, language: str, asked_fact: str) -> Weighed:
        """Return what a text may mean beside the open question of a chart.

        ``asked_fact`` is the fact of the question, empty for none.
        """
        counts, vocabulary = self._words_of(chart_id, language)
        terms = self._terms(text, language)
        words = terms & vocabulary
        if not words:
            return Weighed()
        logarithms = {}
        for (fact, answer), typed in counts.items():
            total = typed.total() + _SMOOTHING * len(vocabulary)
            chances = (math.log((typed[word] + _SMOOTHING) / total) for word in words)
            expected = math.log(_EXPECTED) if fact == asked_fact else 0.0
            logarithms[fact, answer] = sum(chances) + expected
        most = max(logarithms.values())
        odds = {key: math.exp(value - most) for key, value in logarithms.items()}
        whole = sum(odds.values())
        meanings = [Meaning(*key, value / whole) for key, value in odds.items()]
        meanings.sort(key=lambda meaning: -meaning.likelihood)
        return Weighed(tuple(meanings), len(words) / len(terms))

    def _read_words(self, chart_id: str, language: str) -> _Words:
        counts: dict[tuple[str, str], Counter[str]] = {}
        for fact, answer, line in self._lines(chart_id, language):
            counts.setdefault((fact, answer), Counter()).update(self._terms(line, language))
        return _Words(counts, frozenset[str]().union(*counts.values()))

    def _lines(self, chart_id: str, language: str) -> Iterator[tuple[str, str, str]]:
        """Yield texts that mean an answer: typed, as it is written, told, and heard."""
        typed = self.situations.replies(language, chart_id)
        stories = self.situations.story_lines(language, chart_id)
        native = self.situations.native_lines(language, chart_id)
        for fact, question in self.charts_in(language)[chart_id].questions.items():
            for answer in question.answers:
                phrases = answer.heard if language == SOURCE else _of(native, fact, answer.id)
                lines = (
                    answer.label,
                    answer.detail or "",
                    *_of(typed, fact, answer.id),
                    *_of(stories, fact, answer.id),
                    *(_SIGNS_OF_HEARD.sub(" ", line) for line in phrases),
                )
                for line in lines:
                    yield fact, answer.id, line
            for line in _of(typed, fact, NO_ANSWER):
                yield fact, "", line

    def _terms(self, text: str, language: str) -> frozenset[str]:
        """Return the telling words of a text, each with what is denied of it."""
        lead, rest = self.wordings.led(text)
        wording: Wording = self.wordings.read(rest, language)
        terms = set()
        for word in wording.words:
            term = _SEAT if word in _COMPASS else word
            terms.add(f"!{term}" if word in wording.denied else term)
        if wording.denies:
            terms.add("!")
        if lead:
            terms.add(f"={lead}")
        return frozenset(terms)


def _of(lines: NativeLines, fact: str, answer_id: str) -> Sequence[str]:
    """Return the lines of an answer to a question."""
    return lines.get(fact, {}).get(answer_id, ())
