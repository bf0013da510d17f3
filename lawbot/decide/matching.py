"""Match a few words of anybody's to the one of some answers that they mean.

Compared are the words that tell something, the players named, and whether something is denied. In
doubt, nothing is chosen.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from lawbot.charts.seats import TOKEN
from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language
from lawbot.language.methods import straighten
from lawbot.limits import MAX_SHORT
from lawbot.message.players import CALL
from lawbot.message.tokens import straight, tokens
from lawbot.message.vocabulary import vocabulary
from lawbot.search.engine import Search

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
_RUN = 3
"""Length of the runs compared in a script without blanks between words."""
_EDGES = " !.?,;:"
"""Characters around a text that say nothing."""
_PART = re.compile(r"[,.;:!?–—]\s|\s[-–—]\s")
"""Ends of a part of a text."""
_CLAUSE = re.compile(r"(?<![,.;:!?…()])[,.;:!?…()]+(?=\s|$)|\s[-–—]\s|\b(?:but|because|cos)\b")
_CLAUSE_OR_BLANK = re.compile(r"[,.;:!?…()]+|\s+")
"""Ends of a clause, behind which a denial does not count."""
_DOUBT = "?"
"""Word for whatever says that something is not known, or asks."""
_IS_RUN, _OF_RUN = "~", 0.34
"""Sign before a run of letters, and its worth."""
_OPENS = 0.25
"""Gain of the one no for a text that begins with a denial: 'never saw it'."""
_UNNAMED = 0.2
"""Loss of an answer that names a player whom the text does not name."""
_MISNAMED = 1.0
"""Loss of an answer that names other players than the text."""
_SIGN, _SIGN_OR_BLANK = re.compile("[,;:]"), re.compile(r"[,;:\s]")
_WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])+")
"""A word with its marks, which are no letters to ``re``."""
_TELLER = "@me"
_PLAYERS = {
    "me": "me",
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
    """An answer as it is written, with the line below it; ``key`` is what choosing it means.

    ``sense`` is its yes or no, where the label alone does not show it.
    """

    key: str
    label: str
    detail: str = ""
    sense: str = ""


class Wording(NamedTuple):
    """The words of a text that tell something, those of them that are denied, and if any is."""

    words: frozenset[str]
    denies: bool = False
    denied: frozenset[str] = frozenset()
    opens: bool = False
    """True if a denial comes first, or first behind a player."""


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
        players = set(filter(_is_player, telling.words))
        words = telling.words - {_TELLER}
        total = _weight(words) or 1.0
        worth = 0.0
        for word in words & (label.words | (detail.words - question.words)):
            part, value = (label, 1.0) if word in label.words else (detail, _OF_DETAIL)
            value *= _weight((word,)) * (1 - (counts[word] - 1) / size)
            agrees = (word in telling.denied) == (word in part.denied)
            worth += value if agrees else -value
        worth += self._of_question(telling, question, words, players)
        worth /= total
        covered = words & (label.words | detail.words | question.words)
        shared = _weight(words & label.words)
        # of two answers with the same words, the one that says no more
        worth += shared / (4 * _weight(label.words | words) or 1.0)
        label_players = set(filter(_is_player, label.words))
        if players and label_players and label_players.isdisjoint(players):
            worth -= _MISNAMED
        elif label_players.isdisjoint(players) and label_players - question.words:
            worth -= _UNNAMED
        return _Fit(_weight(covered) / total, worth, shared / (_weight(label.words) or 1))

    def _of_question(
        self, telling: Wording, question: Wording, words: frozenset[str], players: set[str]
    ) -> float:
        """Return the worth of words of the question, which a yes or a no may repeat."""
        repeated = (words & question.words) - self.label.words
        asked_players = set(filter(_is_player, question.words))
        # 'I saw it' tells nothing of what partner saw
        is_other = bool(players and asked_players) and players.isdisjoint(asked_players)
        least = _weight(question.words - asked_players) / 4
        if not self.sense or is_other or _weight(words & question.words) < least:
            return 0.0
        worth = 0.0
        for word in repeated:
            denied = (word in telling.denied) != (word in question.denied)
            value = _OF_QUESTION * _weight((word,))
            worth += value if denied == (self.sense == "no") else -value
        return worth


class Label(NamedTuple):
    """An answer's label in its parts: ``yes_or_no`` is empty if it begins with neither."""

    yes_or_no: str
    rest: str


class Matching:
    """Matches texts to answers, in every language."""

    def __init__(self, search: Search) -> None:
        self.languages = search.languages
        self.language_of, self.knows = search.language_of, search.knows
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
        if _DOUBT in self.wording(text, code).words:
            return whole
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
        return fitting[0] if len(chosen) == 1 else Match()

    def nearest(self, text: str, evidence: Mapping[str, Sequence[str]], code: str) -> list[str]:
        """Return the keys whose texts have most words of a text, the nearest first.

        It is loose evidence, which proves nothing: good for an offer, and never for a fact. A word
        counts less the more keys have it.
        """
        telling = self.wording(text, code).words - {_TELLER}
        wordings: dict[str, list[frozenset[str]]] = {}
        for key, lines in evidence.items():
            wordings[key] = [self.wording(line, code).words for line in lines]
        counts = Counter[str]()
        for key_wordings in wordings.values():
            counts.update(frozenset[str]().union(*key_wordings))
        scores: dict[str, float] = {}
        for key, key_wordings in wordings.items():
            scores[key] = max(_nearness(telling, line, counts) for line in key_wordings)
        return sorted(filter(scores.get, scores), key=lambda key: -scores[key])

    def _match(self, text: str, ask: str, options: Sequence[Option], code: str) -> Match:
        """Return which of the answers to a question a text means as a whole."""
        lead, rest = self.led(text)
        telling = self.wording(rest, code)
        if text.rstrip().endswith("?"):
            telling = telling._replace(words=telling.words | {_DOUBT})
        candidates = [option for option in options if self.sense(option, code) == lead]
        if not lead or (not candidates and lead == "no" and rest):
            # 'no, nothing' answers a question that has no yes and no
            candidates, lead = list(options), ""
        if not candidates:
            return Match()
        if not telling.words:
            if lead:
                return Match(tuple(option.key for option in candidates), 1.0, 1.0, 1.0)
            return self._nothing(telling, candidates, code)
        return self._best(telling, lead, ask, options, candidates, code)

    def sense(self, option: Option, code: str) -> str:
        """Return the yes or no that an answer is, or an empty text."""
        return option.sense or self.label(option.label, code).yes_or_no

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
        question = self.wording(ask, code)
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
        if _DOUBT in telling.words and _DOUBT not in label.words:
            return Match()
        if lead and len(candidates) == 1:
            return match
        if fit.score < (_LEAST_LED if lead else _LEAST) or (fit.coverage < SURE and not lead):
            own_words = telling.words & label.words - question.words
            is_own = any(counts[word] == 1 and word[0] != _IS_RUN for word in own_words)
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
        return denials[0] if telling.opens and not question.denied and is_alone else ""

    def _option_wordings(self, option: Option, code: str) -> tuple[Wording, Wording]:
        """Return the telling words of an answer's label, and of what else describes it."""
        label = self.wording(self.label(option.label, code).rest, code)
        label = label._replace(words=label.words - {_TELLER})
        detail = self.wording(option.detail, code)
        if code == SOURCE:
            # the id of an answer is a word for it
            name = self.wording(option.key.replace("_", " "), code)
            detail = detail._replace(words=detail.words | name.words)
        return label, detail

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
                behind = language.replies.behind.get(name, ())
                if not language.has_words:
                    # where no blank parts words, one parts clauses
                    ends = [rf"{_any(behind)}*(?:{'|'.join((*ends, ' '))})"]
                elif behind:
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
        lexicon = vocabulary()
        reading = _Reading()
        for clause in _CLAUSE.split(straight(TOKEN.sub(_role_word, text))):
            line = tokens(clause)
            spelt = [word for token in line if token.is_word for word in token.spelt]
            lemmas = list(map(lexicon.lemma, spelt))
            index = 0
            while index < len(lemmas):
                name = self._player_at(spelt, index)
                if name:
                    reading.add("@" + name[1])
                    index += name[0]
                    continue
                phrase, size = self._alike_at(lemmas, index)
                index += size
                is_own = phrase[0] in lexicon.denials and len(phrase) > 1
                for lemma in phrase:
                    if lemma in lexicon.denials:
                        if not is_own:
                            reading.deny()
                    elif CALL.fullmatch(lemma):
                        reading.add("call", denied=is_own)
                        reading.add(lemma, denied=is_own)
                    elif lemma not in self._small:
                        reading.add(lemma, denied=is_own)
            reading.end()
        return reading.wording()

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
        folded = straighten(TOKEN.sub(_role_word, text))
        pattern, names = self._names(language.code, language.plain(folded) != folded)
        # 'đã đánh chưa?' denies nothing
        is_question = folded.endswith("?")
        reading = _Reading()
        for clause in (_CLAUSE if language.has_words else _CLAUSE_OR_BLANK).split(folded):
            end = 0
            for match in (*pattern.finditer(clause), None):
                for word in _WORD.findall(clause[end : match.start() if match else None]):
                    for term in (language.plain(word),) if language.has_words else _runs(word):
                        reading.add(term)
                if match:
                    end = match.end()
                    reading.name(names[match[0]])
            reading.end(is_behind=not is_question)
        return reading.wording()

    def _read_names(self, code: str, is_marked: bool) -> tuple[re.Pattern[str], dict[str, str]]:
        """Return a pattern of the phrases of a language, and what each stands for.

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
        phrases_by_spelling: dict[str, str] = {}
        for phrase, name in spellings.items():
            folded = straighten(phrase)
            plain = language.plain(folded)
            if not is_marked and plain != folded and " " not in plain and name.startswith("@"):
                # without its mark the name of a seat is another word: 'tây', 'tay'
                continue
            phrases_by_spelling.setdefault(folded if is_marked else plain, name)
        if language.has_words:
            return re.compile(rf"(?<!\w){_any(phrases_by_spelling)}(?!\w)"), phrases_by_spelling
        # words of another script stand between blanks, or letters of this one
        latin = _any(name for name in phrases_by_spelling if name.isascii())
        native = _any(name for name in phrases_by_spelling if not name.isascii())
        return re.compile(rf"{native}|(?<![a-z0-9]){latin}(?![a-z0-9])"), phrases_by_spelling


class _Reading:
    """Collects the telling words of a text, clause by clause.

    A denial counts for what stands behind it in its clause, or if there is nothing, for what stands
    before it.
    """

    def __init__(self) -> None:
        self.words: dict[str, bool] = {}
        self.clause: dict[str, bool] = {}
        self.is_denied = self.denies = self.opens = False
        self.last_denial = 0

    def deny(self) -> None:
        """Deny what follows in the clause."""
        self.is_denied = not self.is_denied
        self._note()
        self.last_denial = len(self.clause)

    def _note(self) -> None:
        self.denies = True
        words = chain(self.words, self.clause)
        self.opens = self.opens or all(word.startswith("@") for word in words)

    def add(self, word: str, *, denied: bool = False) -> None:
        """Add a word; ``denied`` if it is denied by itself."""
        if denied:
            self._note()
        self.clause[word] = self.is_denied != denied

    def name(self, name: str) -> None:
        """Add the words that a phrase stands for; a '!' before them denies them alone."""
        *denial, words = name.rpartition("!")
        if denial[1] and not words.strip():
            self.deny()
        for word in words.split():
            self.add(word, denied=bool(denial[1]))

    def end(self, *, is_behind: bool = False) -> None:
        """End the clause; ``is_behind`` if a denial may stand behind what it denies."""
        if is_behind and self.is_denied and self.last_denial == len(self.clause):
            self.clause = dict.fromkeys(self.clause, True)
        self.words |= self.clause
        self.clause = {}
        self.is_denied = False

    def wording(self) -> Wording:
        """Return what was collected."""
        denied = frozenset(word for word, is_denied in self.words.items() if is_denied)
        return Wording(frozenset(self.words), self.denies, denied, self.opens)


def _weight(words: Iterable[str]) -> float:
    """Return how much words count: a run of letters less than a word."""
    return sum(_OF_RUN if word[0] == _IS_RUN else 1.0 for word in words)


def _nearness(telling: frozenset[str], line: frozenset[str], counts: Counter[str]) -> float:
    """Return how near a text is to a line, from 0 to 1: the cosine of their weighted words."""
    if not line or not telling:
        return 0.0
    shared = sum(1 / counts[word] for word in telling & line)
    return shared / math.sqrt(_weight(telling) * _weight(line))


def _is_player(word: str) -> bool:
    return word[0] == "@"


def _any(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, the longest first."""
    ordered = sorted(map(straighten, words), key=lambda word: -len(word))
    return f"(?:{'|'.join(map(re.escape, ordered))})"


def _runs(word: str) -> Iterable[str]:
    """Return the runs of a stretch of letters; the stretch itself if it is short."""
    if len(word) <= _RUN:
        return (word,)
    return (_IS_RUN + word[start : start + _RUN] for start in range(len(word) - _RUN + 1))


def _role_word(match: re.Match[str]) -> str:
    """Return the English name of a player for the sign that stands in a chart's text."""
    return f" {match['role'].lower()} "
