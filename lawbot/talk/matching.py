"""Match a few words of anybody's to the one of some answers that they mean.

Compared are the words that tell something, the players named, and whether something is denied. In
doubt, nothing is chosen.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lawbot.language import SOURCE
from lawbot.limits import MAX_SHORT
from lawbot.search.engine import Search
from lawbot.talk.wording import DOUBT, TELLER, Wording, Wordings, is_run, weight

SURE = 0.6
"""Least part of the words of a text that an answer and its question must have."""
_LEAST = 0.5
"""Least score of an answer that is chosen."""
_LEAST_LED = 0.1
"""Least score behind a yes or a no that several answers are."""
_LEAST_OWN, _COVERED_OWN, _AHEAD_OWN = 0.38, 0.33, 0.3
"""Least score, coverage and lead of an answer with a word of the text that no other has."""
_AHEAD = 0.2
"""Least lead over the second answer."""
_OF_DETAIL = 0.7
"""Worth of a word in the line below an answer, of one in the answer itself."""
_OF_QUESTION = 0.6
"""Worth of words of the question, which a yes or a no may repeat."""
_MOST = 0.5
"""Least part of an answer's words that is most of it."""
_PART = re.compile(r"[,.;:!?–—]\s|\s[-–—]\s")
"""Ends of a part of a text."""
_OPENS = 0.25
"""Gain of the one no for a text that begins with a denial: 'never saw it'."""
_UNNAMED = 0.2
"""Loss of an answer that names a player whom the text does not name."""
_MISNAMED = 1.0
"""Loss of an answer that names other players than the text."""


class Option(NamedTuple):
    """An answer as it is written, with the line below it; ``key`` is what choosing it means.

    ``sense`` is its yes or no, where the label alone does not show it.
    """

    key: str
    label: str
    detail: str = ""
    sense: str = ""


class Match(NamedTuple):
    """The choice of a text among some answers.

    ``keys`` has the one chosen, or those it may mean. ``coverage`` is the part of the words of the
    text that the answer and its question have, ``score`` how well they fit.
    """

    keys: tuple[str, ...] = ()
    coverage: float = 0.0
    score: float = 0.0
    share: float = 0.0
    """The part of the words of the answer that the text has."""

    @property
    def is_close(self) -> bool:
        """Return whether the text is most of the answer, and says nothing else."""
        return self.coverage == 1.0 and self.share >= _MOST

    @property
    def chosen(self) -> str:
        """Return the key of the one answer, or an empty text."""
        return self.keys[0] if len(self.keys) == 1 else ""


class _Fit(NamedTuple):
    """The fit of a text to an answer, as in ``Match``."""

    coverage: float
    score: float
    share: float


class _Answer(NamedTuple):
    """An answer's words, those of the line below it, and the yes or no that it is."""

    label: Wording
    detail: Wording
    sense: str

    def fit(self, telling: Wording, question: Wording, counts: Counter[str], size: int) -> _Fit:
        """Return how well a text fits, by how many of ``size`` answers have each word."""
        label, detail = self.label, self.detail
        players = telling.players
        words = telling.words - {TELLER}
        total = weight(words) or 1.0
        worth = 0.0
        for word in words & (label.words | (detail.words - question.words)):
            part, value = (label, 1.0) if word in label.words else (detail, _OF_DETAIL)
            value *= weight((word,)) * (1 - (counts[word] - 1) / size)
            agrees = (word in telling.denied) == (word in part.denied)
            worth += value if agrees else -value
        worth += self._of_question(telling, question, words, players)
        worth /= total
        covered = words & (label.words | detail.words | question.words)
        shared = weight(words & label.words)
        # of two answers with the same words, the one that says no more
        worth += shared / (4 * weight(label.words | words) or 1.0)
        label_players = label.players
        if players and label_players and label_players.isdisjoint(players):
            worth -= _MISNAMED
        elif label_players.isdisjoint(players) and label_players - question.words:
            worth -= _UNNAMED
        return _Fit(weight(covered) / total, worth, shared / (weight(label.words) or 1))

    def _of_question(
        self, telling: Wording, question: Wording, words: frozenset[str], players: frozenset[str]
    ) -> float:
        """Return the worth of words of the question, which a yes or a no may repeat."""
        repeated = (words & question.words) - self.label.words
        asked_players = question.players
        # 'I saw it' tells nothing of what partner saw
        is_other = bool(players and asked_players) and players.isdisjoint(asked_players)
        least = weight(question.words - asked_players) / 4
        if not self.sense or is_other or weight(words & question.words) < least:
            return 0.0
        worth = 0.0
        for word in repeated:
            denied = (word in telling.denied) != (word in question.denied)
            value = _OF_QUESTION * weight((word,))
            worth += value if denied == (self.sense == "no") else -value
        return worth


class Matching:
    """Matches texts to answers, in every language."""

    def __init__(self, search: Search) -> None:
        self.language_of = search.language_of
        self.wordings = Wordings(search.languages)

    def match(self, text: str, ask: str, options: Sequence[Option], code: str) -> Match:
        """Return which of the answers to a question a text means, in a language.

        If the whole text means none, one of its parts may: 'not a slip, she wanted 1S'.
        """
        if len(text) > MAX_SHORT or not options:
            return Match()
        whole = self._match(text, ask, options, code)
        if DOUBT in self.wordings.of(text, code).words:
            return whole
        # a yes or a no by itself belongs to what follows
        parts = [
            part
            for part in _PART.split(text)
            if self.wordings.of(self.wordings.led(part)[1], code).words
        ]
        if whole.keys or len(parts) < 2:
            return whole
        asked_words = self.wordings.of(ask, code).words
        matches = [self._match(part, ask, options, code) for part in parts]
        # one word of an answer may stand in a part that means something else
        fitting = [
            match
            for part, match in zip(parts, matches, strict=True)
            if match.is_close or (match.keys and self.wordings.of(part, code).words & asked_words)
        ]
        chosen = {match.keys for match in fitting}
        return fitting[0] if len(chosen) == 1 else Match()

    def _match(self, text: str, ask: str, options: Sequence[Option], code: str) -> Match:
        """Return which of the answers to a question a text means as a whole."""
        lead, rest = self.wordings.led(text)
        telling = self.wordings.of(rest, code)
        if text.rstrip().endswith("?"):
            telling = telling._replace(words=telling.words | {DOUBT})
        candidates = [option for option in options if self.sense(option, code) == lead]
        # 'no, nothing' answers a question that has no yes and no
        is_other_no = not candidates and lead == "no" and bool(rest)
        if not lead or is_other_no:
            candidates, lead = list(options), ""
        if not candidates:
            return Match()
        if not telling.words:
            if lead:
                return Match(tuple(option.key for option in candidates), 1.0, 1.0, 1.0)
            return self._nothing(telling, candidates, code)
        match = self._best(telling, lead, ask, options, candidates, code)
        # 'no, it was the other opponent' may correct what was told before
        return Match() if is_other_no and match.coverage < SURE else match

    def doubts(self, text: str, code: str) -> bool:
        """Return whether a text says that something is not known, or asks it."""
        return text.endswith("?") or DOUBT in self.wordings.of(text, code).words

    def is_of_else(self, text: str, ask: str, code: str) -> bool:
        """Return whether what stands behind a yes or no denies something else than is asked."""
        lead, rest = self.wordings.led(text)
        telling, question = self.wordings.of(rest, code), self.wordings.of(ask, code)
        is_else = _denies_else(telling, question, Wording(frozenset()), Wording(frozenset()))
        return is_else or _is_against(lead, telling, question)

    def sense(self, option: Option, code: str) -> str:
        """Return the yes or no that an answer is, or an empty text."""
        return option.sense or self.wordings.label(option.label, code).yes_or_no

    def _best(
        self,
        telling: Wording,
        lead: str,
        ask: str,
        options: Sequence[Option],
        candidates: Sequence[Option],
        code: str,
    ) -> Match:
        """Return the candidate that has most of the words told, if it is ahead of the others."""
        question = self.wordings.of(ask, code)
        wordings = {option.key: self._option_wordings(option, code) for option in options}
        counts = Counter[str]()
        for label, detail in wordings.values():
            counts.update(label.words | detail.words)
        fits: dict[str, _Fit] = {}
        for option in candidates:
            sense = "" if lead else self.sense(option, code)
            answer = _Answer(*wordings[option.key], sense)
            fits[option.key] = answer.fit(telling, question, counts, len(options))
        no = "" if lead else self._opening_no(telling, question, options, wordings, code)
        if no:
            fits[no] = fits[no]._replace(score=fits[no].score + _OPENS)
        ranked = sorted(fits, key=lambda key: -fits[key].score)
        best, fit = ranked[0], fits[ranked[0]]
        label = wordings[best][0]
        match = Match((best,), *fit)
        if DOUBT in telling.words and DOUBT not in label.words:
            return Match()
        if lead and len(candidates) == 1:
            is_else = lead == "no" and _denies_else(telling, question, *wordings[best])
            return Match() if is_else or _is_against(lead, telling, question) else match
        if fit.score < (_LEAST_LED if lead else _LEAST) or (fit.coverage < SURE and not lead):
            own_words = telling.words & label.words - question.words
            is_own = any(counts[word] == 1 and not is_run(word) for word in own_words)
            second = fits[ranked[1]].score if len(ranked) > 1 else 0.0
            is_ahead = fit.score >= max(_LEAST_OWN, second + _AHEAD_OWN)
            is_own = is_own and is_ahead and fit.coverage >= _COVERED_OWN
            return match if is_own or best == no else Match()
        ahead = min(_AHEAD, fit.score / 2) if lead else _AHEAD
        close = [key for key in ranked if fits[key].score > fit.score - ahead]
        exact = [key for key in close if wordings[key][0].words == telling.words]
        return match._replace(keys=tuple(exact if len(exact) == 1 else close))

    def _opening_no(
        self,
        telling: Wording,
        question: Wording,
        options: Sequence[Option],
        wordings: Mapping[str, tuple[Wording, Wording]],
        code: str,
    ) -> str:
        """Return the one answer that is a no, for a text that begins with a denial."""
        denials = [option.key for option in options if self.sense(option, code) == "no"]
        # 'not asked yet' may be meant as well as no
        rivals = {key for key, (label, _detail) in wordings.items() if label.opens}
        is_alone = len(denials) == 1 and rivals <= set(denials)
        if not telling.opens or question.denied or not is_alone:
            return ""
        return "" if _denies_else(telling, question, *wordings[denials[0]]) else denials[0]

    def _option_wordings(self, option: Option, code: str) -> tuple[Wording, Wording]:
        """Return the telling words of an answer's label, and of what else describes it."""
        label = self.wordings.of(self.wordings.label(option.label, code).rest, code)
        label = label._replace(words=label.words - {TELLER})
        detail = self.wordings.of(option.detail, code)
        if code == SOURCE:
            # the id of an answer is a word for it
            name = self.wordings.of(option.key.replace("_", " "), code)
            detail = detail._replace(words=detail.words | name.words)
        return label, detail

    def _nothing(self, telling: Wording, candidates: Sequence[Option], code: str) -> Match:
        """Return the answer that only denies, for a text that does: 'nobody', 'nothing'."""
        if not telling.denies:
            return Match()
        sizes: dict[str, int] = {}
        for option in candidates:
            wording = self.wordings.of(
                self.wordings.label(option.label, code).rest or option.label, code
            )
            if wording.denies:
                sizes[option.key] = len(wording.words)
        least = [key for key, size in sizes.items() if size == min(sizes.values())]
        return Match(tuple(least), 1.0, 1.0, 1.0)


def _denies_else(telling: Wording, question: Wording, label: Wording, detail: Wording) -> bool:
    """Return whether a text denies something about the matter, and not what is asked.

    'Never said a word about the trump' is no answer to 'was a trump left?'.
    """
    denied = telling.denied - telling.players
    covered = denied & (question.words | label.words | detail.words)
    return 0 < 2 * weight(covered) < weight(denied)


def _is_against(lead: str, telling: Wording, question: Wording) -> bool:
    """Return whether the words behind a no only repeat what is asked: 'no, face up'."""
    words = telling.words - telling.players
    is_repeated = bool(words) and words <= question.words
    return lead == "no" and is_repeated and telling.denied == question.denied & words
