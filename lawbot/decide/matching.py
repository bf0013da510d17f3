"""Match a few words of anybody's to the one of some answers that they mean.

Compared are the words that tell something, the players named, and whether something is denied. In
doubt, nothing is chosen.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from lawbot.charts.seats import TOKEN
from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language, Languages
from lawbot.language.methods import straighten
from lawbot.limits import MAX_SHORT
from lawbot.message.players import CALL
from lawbot.message.tokens import straight, tokens
from lawbot.message.vocabulary import vocabulary

SURE = 0.6
"""Least part of the words of a text that an answer and its question must have."""
_LEAST = 0.5
"""Least score of an answer that is chosen."""
_LIKELY = 0.2
"""Least score of an answer that may be meant."""
_AHEAD = 0.2
"""Least lead over the second answer."""
_OF_DETAIL = 0.7
"""Worth of a word in the line below an answer, of one in the answer itself."""
_OF_QUESTION = 0.6
"""Worth of words of the question, which a yes or a no may repeat."""
_MOST = 0.5
"""Least part of an answer's words that is most of it."""
_RUN = 3
"""Length of the runs compared in a script without blanks between words."""
_MIN_STEM = 4
"""Least letters in which two forms of an English word agree."""
_EDGES = " !.?,;:"
"""Characters around a text that say nothing."""
_PART = re.compile(r"[,.;:!?–—]\s|\s[-–—]\s")
"""The end of a part of a text."""
_SIGN, _SIGN_OR_BLANK = re.compile("[,;:]"), re.compile(r"[,;:\s]")
_WORD = re.compile(r"\w+")
_PLAYERS = {
    "lho": "lho",
    "next": "lho",
    "partner": "partner",
    "his_partner": "partner",
    "rho": "rho",
    "previous": "rho",
    "offender": "offender",
    "declarer": "declarer",
    "dummy": "dummy",
    "defender": "defender",
    "defenders": "defender",
    "director": "director",
    "north": "north",
    "east": "east",
    "south": "south",
    "west": "west",
}
"""Names of players in a language's file, and the player that a question means by each."""


class Option(NamedTuple):
    """An answer as it is written, with the line below it; ``key`` is what choosing it means."""

    key: str
    label: str
    detail: str = ""


class Wording(NamedTuple):
    """The words of a text that tell something, and whether it denies it."""

    words: frozenset[str]
    denies: bool


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
    likely: tuple[str, ...] = ()
    """If none is chosen, the answers that may be meant, the likeliest first."""

    @property
    def is_close(self) -> bool:
        """Return whether the text is most of the answer, and says nothing else."""
        return self.coverage == 1.0 and self.share >= _MOST

    @property
    def chosen(self) -> str:
        """Return the key of the one answer, or an empty text."""
        return self.keys[0] if len(self.keys) == 1 else ""


class Label(NamedTuple):
    """An answer's label in its parts: ``yes_or_no`` is empty if it begins with neither."""

    yes_or_no: str
    rest: str


class Matching:
    """Matches texts to answers, in every language."""

    def __init__(self, languages: Languages) -> None:
        self.languages = languages
        self.wording = cache(self._wording)
        """Return the telling words of a text in a language."""
        self._names = cache(self._read_names)

    def match(self, text: str, ask: str, options: Sequence[Option], code: str) -> Match:
        """Return which of the answers to a question a text means, in a language.

        If the whole text means none, one of its parts may: 'not a slip, she wanted 1S'.
        """
        if len(text) > MAX_SHORT or not options:
            return Match()
        whole = self._match(text, ask, options, code)
        # a yes or a no by itself belongs to what follows
        parts = [part for part in _PART.split(text) if self.wording(self.led(part)[1], code).words]
        if whole.keys or len(parts) < 2:
            return whole
        asked_words = self.wording(ask, code).words
        matches = [self._match(part, ask, options, code) for part in parts]
        # one word of an answer may stand in a part that means something else
        fitting = [
            match
            for part, match in zip(parts, matches, strict=True)
            if match.is_close or (match.keys and self.wording(part, code).words & asked_words)
        ]
        chosen = {match.keys for match in fitting}
        likely = chain(whole.likely, *(match.keys + match.likely for match in matches))
        return fitting[0] if len(chosen) == 1 else Match(likely=tuple(dict.fromkeys(likely)))

    def _match(self, text: str, ask: str, options: Sequence[Option], code: str) -> Match:
        """Return which of the answers to a question a text means as a whole."""
        lead, rest = self.led(text)
        labels = {option.key: self.label(option.label, code) for option in options}
        telling = self.wording(rest, code)
        candidates = [option for option in options if labels[option.key].yes_or_no == lead]
        if not lead or (not candidates and lead == "no" and rest):
            # 'no, nothing' answers a question that has no yes and no
            candidates, lead = list(options), ""
        if not candidates:
            return Match()
        if not telling.words:
            if lead:
                return Match(tuple(option.key for option in candidates), 1.0, 1.0, 1.0)
            return self._nothing(telling, candidates, code)
        return self._best(telling, lead, ask, options, candidates, labels, code)

    def _best(
        self,
        telling: Wording,
        lead: str,
        ask: str,
        options: Sequence[Option],
        candidates: Sequence[Option],
        labels: Mapping[str, Label],
        code: str,
    ) -> Match:
        """Return the candidate that has most of the words told, if it is ahead of the others."""
        question_words = self.wording(ask, code).words
        counts = Counter[str]()
        wordings = {}
        for option in options:
            label = self.wording(labels[option.key].rest, code)
            detail = self.wording(option.detail, code)
            if code == SOURCE:
                # the id of an answer is a word for it
                name = self.wording(option.key.replace("_", " "), code)
                detail = Wording(detail.words | name.words, detail.denies)
            wordings[option.key] = label, detail
            counts.update(label.words | detail.words)
        scores: dict[str, tuple[float, float]] = {}
        shares: dict[str, float] = {}
        for option in candidates:
            label, detail = wordings[option.key]
            own_words = label.words | detail.words
            worth = 0.0
            for word in telling.words & own_words:
                rarity = 1 - (counts[word] - 1) / len(options)
                worth += rarity if word in label.words else rarity * _OF_DETAIL
            worth /= len(telling.words)
            yes_or_no = labels[option.key].yes_or_no
            # who denies says no, whatever is written behind the no
            agrees = telling.denies == label.denies or (telling.denies and yes_or_no == "no")
            if not agrees and not lead:
                worth = -worth
            repeated = (telling.words & question_words) - own_words
            if repeated and yes_or_no and not lead:
                agrees = telling.denies == (yes_or_no == "no")
                part = _OF_QUESTION * len(repeated) / len(telling.words)
                worth += part if agrees else -part
            coverage = len(telling.words & (own_words | question_words)) / len(telling.words)
            shares[option.key] = len(telling.words & label.words) / (len(label.words) or 1)
            # of two answers with the same words, the one that says no more
            worth += len(telling.words & label.words) / (4 * len(label.words | telling.words) or 1)
            scores[option.key] = (worth, coverage)
        ranked = sorted(scores, key=lambda key: -scores[key][0])
        best = ranked[0]
        score, coverage = scores[best]
        if lead and len(candidates) == 1:
            match = Match((best,), coverage, score, shares[best])
            return match if coverage >= SURE else Match(likely=(best,))
        if score < _LEAST * (coverage if lead else 1) or coverage < SURE:
            return Match(likely=tuple(key for key in ranked if scores[key][0] >= _LIKELY))
        close = [key for key in ranked if scores[key][0] > score - _AHEAD]
        return Match(tuple(close), coverage, score, shares[best])

    def _nothing(self, telling: Wording, candidates: Sequence[Option], code: str) -> Match:
        """Return the answer that only denies, for a text that does: 'nobody', 'nothing'."""
        if not telling.denies:
            return Match()
        sizes: dict[str, int] = {}
        for option in candidates:
            wording = self.wording(self.label(option.label, code).rest or option.label, code)
            if wording.denies:
                sizes[option.key] = len(wording.words)
        least = [key for key, size in sizes.items() if size == min(sizes.values())]
        return Match(tuple(least), 1.0, 1.0, 1.0)

    # -- the parts of a text

    def led(self, text: str) -> tuple[str, str]:
        """Return the yes or no that a text begins with (empty without one), and the rest of it.

        A no before a verb denies it ('không chấp nhận'): a sign must follow, or one of some words.
        """
        line = straighten(text).strip(_EDGES)
        for name, pattern in self._leads.items():
            match = pattern.match(line)
            if match:
                return name, line[match.end() :].strip(_EDGES)
        return "", text

    @cached_property
    def _leads(self) -> dict[str, re.Pattern[str]]:
        """Return patterns of the words of every language that mean yes and no at the beginning."""
        leads = {}
        for name in ("yes", "no"):
            alternatives = []
            for language in self.languages.values():
                surely = language.replies.leads.get(name, ())
                if surely:
                    edge = r"\b" if language.has_words else ""
                    alternatives.append(_any((*surely, *map(language.plain, surely))) + edge)
                words = getattr(language.replies, name)
                plain = map(language.plain, words)
                ends = [r"\s*[,;:.!]", "$"]
                if not language.has_words:
                    ends.append(r"\s")
                behind = language.replies.behind.get(name, ())
                if behind:
                    ends.append(rf"\s+(?={_any(behind)}\b)")
                alternatives.append(f"{_any((*words, *plain))}(?:{'|'.join(ends)})")
            leads[name] = re.compile("|".join(alternatives))
        return leads

    @cached_property
    def _whole(self) -> dict[str, frozenset[str]]:
        """Return the words of every language that mean yes and no, without marks."""
        whole = {}
        for name in ("yes", "no"):
            words: set[str] = set()
            for language in self.languages.values():
                words.update(map(self.languages.unmarked, getattr(language.replies, name)))
            whole[name] = frozenset(words)
        return whole

    def label(self, text: str, code: str) -> Label:
        """Return the parts of a label: 'No, out of turn'. 'No card' has no 'no'."""
        language = self.languages.get(code)
        # in a script without blanks, a blank ends the yes or no as a comma does elsewhere
        has_words = language is None or language.has_words
        first, *rest = (_SIGN if has_words else _SIGN_OR_BLANK).split(text, maxsplit=1)
        folded = self.languages.unmarked(first).strip()
        for name, words in self._whole.items():
            if folded in words:
                return Label(name, "".join(rest).strip())
        return Label("", text)

    def _wording(self, text: str, code: str) -> Wording:
        language = self.languages.get(code) or self.languages[SOURCE]
        if language.code == SOURCE:
            return self._english(text)
        return self._native(text, language)

    def _english(self, text: str) -> Wording:
        """Return the lemmas of an English text, its players and calls by what they are."""
        line = tokens(straight(TOKEN.sub(_role_word, text)))
        spelt = [word for token in line if token.is_word for word in token.spelt]
        lexicon = vocabulary()
        lemmas = list(map(lexicon.lemma, spelt))
        words: set[str] = set()
        denies = False
        index = 0
        while index < len(lemmas):
            name = self._player_at(spelt, index)
            if name:
                words.add("@" + name[1])
                index += name[0]
                continue
            phrase, size = self._alike_at(lemmas, index)
            index += size
            for lemma in phrase:
                if lemma in lexicon.denials:
                    denies = True
                elif CALL.fullmatch(lemma):
                    words.update(("call", lemma))
                elif lemma not in self._small:
                    words.add(lemma)
        return Wording(frozenset(words), denies)

    def _player_at(self, spelt: Sequence[str], index: int) -> tuple[int, str] | None:
        """Return how many words name a player at an index, and whom; None if none does."""
        for first in dict.fromkeys((spelt[index], spelt[index].removesuffix("s"))):
            for name, player in vocabulary().people.get(first, ()):
                rest = tuple(spelt[index + 1 : index + len(name)])
                if player in _PLAYERS and rest == name[1:]:
                    return len(name), _PLAYERS[player]
        return None

    def _alike_at(self, lemmas: Sequence[str], index: int) -> tuple[tuple[str, ...], int]:
        """Return the words that stand for those at an index, and how many they stand for."""
        for phrase, plain in self._alike_english.get(lemmas[index], ()):
            if tuple(lemmas[index : index + len(phrase)]) == phrase:
                return plain, len(phrase)
        return (lemmas[index],), 1

    @cached_property
    def _alike_english(
        self,
    ) -> dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]:
        lemma = vocabulary().lemma
        entries = []
        for plain, phrases in self.languages[SOURCE].replies.alike.items():
            for phrase in phrases:
                words = tuple(map(lemma, phrase.split()))
                entries.append((words[0], (words, tuple(map(lemma, plain.split())))))
        entries.sort(key=lambda entry: -len(entry[1][0]))
        return grouped(entries)

    @cached_property
    def _small(self) -> frozenset[str]:
        """Return the lemmas of English words that tell nothing by themselves."""
        english = self.languages[SOURCE]
        lexicon = vocabulary()
        small = {lexicon.lemma(word) for word in english.telling.stop | english.replies.small}
        return frozenset(small - lexicon.denials)

    def _native(self, text: str, language: Language) -> Wording:
        """Return the words of a text, or the runs of its letters, in a language but English."""
        folded = f" {straighten(TOKEN.sub(_role_word, text))} "
        is_marked = language.plain(folded) != folded
        marks: set[str] = set()
        for pattern, name in self._names(language.code, is_marked):
            folded, count = pattern.subn(" ", folded)
            if count:
                marks.update(name.split())
        denies = "!" in marks
        marks.discard("!")
        words = set(marks)
        for word in _WORD.findall(folded):
            if language.has_words:
                words.add(language.plain(word))
            else:
                words.update(_runs(word))
        return Wording(frozenset(words), denies)

    def _read_names(self, code: str, is_marked: bool) -> tuple[tuple[re.Pattern[str], str], ...]:
        """Return patterns of a language with the words that stand for each, longest first.

        They are names of players and what means the same, denials ('!'), and small words (none).
        """
        language = self.languages[code]
        spellings: dict[str, str] = {}
        for source in (self.languages[SOURCE], language):
            for player, names in source.people.items():
                if player in _PLAYERS:
                    spellings |= dict.fromkeys(names, f"@{_PLAYERS[player]}")
        for role, name in language.players.items():
            spellings[name] = f"@{role}"
        for telling, phrases in language.replies.alike.items():
            own_words = () if telling.startswith("!") else (telling.removeprefix("@"),)
            spellings |= dict.fromkeys((*own_words, *phrases), telling)
        spellings |= dict.fromkeys(language.replies.denials, "!")
        spellings |= dict.fromkeys(language.replies.small, "")
        patterns = []
        for phrase, name in sorted(spellings.items(), key=lambda entry: -len(entry[0])):
            folded = straighten(phrase)
            plain = language.plain(folded)
            if not is_marked and plain != folded and " " not in plain and name.startswith("@"):
                # without its mark the name of a seat is another word: 'tây', 'tay'
                continue
            spelling = re.escape(folded if is_marked else plain)
            whole = rf"(?<!\w){spelling}(?!\w)" if language.has_words else spelling
            patterns.append((re.compile(whole), name))
        return tuple(patterns)


def _any(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, the longest first."""
    ordered = sorted(map(straighten, words), key=lambda word: -len(word))
    return f"(?:{'|'.join(map(re.escape, ordered))})"


def _runs(word: str) -> Iterable[str]:
    """Return the runs of a stretch of letters; the stretch itself if it is short."""
    if len(word) <= _RUN:
        return (word,)
    return (word[start : start + _RUN] for start in range(len(word) - _RUN + 1))


def _role_word(match: re.Match[str]) -> str:
    """Return the English name of a player for the sign that stands in a chart's text."""
    return f" {match['role'].lower()} "
