"""The telling words of a text in any language: players, calls, and what is denied."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from lawbot.charts.seats import TOKEN
from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language, Languages
from lawbot.language.methods import straighten
from lawbot.message.players import CALL
from lawbot.message.tokens import straight, tokens
from lawbot.message.vocabulary import vocabulary

_RUN = 3
"""Length of the runs compared in a script without blanks between words."""
_EDGES = " !.?,;:"
"""Characters around a text that say nothing."""
_CLAUSE = re.compile(r"(?<![,.;:!?…()])[,.;:!?…()]+(?=\s|$)|\s[-–—]\s|\b(?:but|because|cos)\b")
_CLAUSE_OR_BLANK = re.compile(r"[,.;:!?…()]+|\s+")
"""Ends of a clause, behind which a denial does not count."""
DOUBT = "?"
"""Word for whatever says that something is not known, or asks."""
_IS_RUN, _OF_RUN = "~", 0.34
"""Sign before a run of letters, and its worth."""
_SIGN, _SIGN_OR_BLANK = re.compile("[,;:]"), re.compile(r"[,;:\s]")
_WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])+")
"""A word with its marks, which are no letters to ``re``."""
TELLER = "@me"
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


class Wording(NamedTuple):
    """The words of a text that tell something, those of them that are denied, and if any is."""

    words: frozenset[str]
    denies: bool = False
    denied: frozenset[str] = frozenset()
    opens: bool = False
    """True if a denial comes first, or first behind a player."""

    @property
    def players(self) -> frozenset[str]:
        """Return the words that name a player."""
        return frozenset(word for word in self.words if word[0] == "@")


class Label(NamedTuple):
    """An answer's label in its parts: ``yes_or_no`` is empty if it begins with neither."""

    yes_or_no: str
    rest: str


class Wordings:
    """Reads the telling words of texts and labels, in every language."""

    def __init__(self, languages: Languages) -> None:
        self.languages = languages
        self.of = cache(self.read)
        """Return the telling words of a text in a language."""
        self._names = cache(self._read_names)

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

    def read(self, text: str, code: str) -> Wording:
        """Return the telling words of a text in a language, and keep nothing."""
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


def weight(words: Iterable[str]) -> float:
    """Return how much words count: a run of letters less than a word."""
    return sum(_OF_RUN if word[0] == _IS_RUN else 1.0 for word in words)


def is_run(word: str) -> bool:
    """Return whether a word is a run of letters, of a script without blanks."""
    return word[0] == _IS_RUN


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
