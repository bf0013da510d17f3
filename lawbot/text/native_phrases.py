"""Phrases by which people tell facts in other languages than English.

A phrase is words in order, inside one clause:

* ``...`` stands for other words between two parts of it;
* ``a / b`` is ``a``, and then ``b`` in the same clause or in one of the next two;
* ``!word`` forbids a word in the clauses of the phrase.

A clause with a hedge of its language (a denial, a supposition, a question) is heard only by a phrase
that has the same hedge. Marks count only in a text that is typed with them.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from lawbot.errors import PhraseError
from lawbot.language import Language, installed

_GAP = 40
"""Most characters for '...' in a phrase."""
_CLAUSES = 3
"""Clauses among which the part after '/' is looked for, from the clause of the part before."""
_SENTENCE_END = re.compile(r"(?<=[.!?…\n])")
_CLAUSE_SIGNS = r"[.,;:!…\n()“”\"–—]"
_FORBIDDEN = re.compile(r"(?<!\S)!(\S+)")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a text as typed, and folded for comparison, with the hedges in it."""

    text: str
    folded: str
    hedges: frozenset[str]


@dataclass(frozen=True, slots=True)
class NativePhrase:
    """A phrase: the patterns of its parts, the words it forbids, the hedges that it has itself."""

    parts: tuple[re.Pattern[str], ...]
    forbidden: re.Pattern[str] | None
    hedges: frozenset[str]

    @classmethod
    def parse(cls, line: str, language: Language, *, marked: bool = True) -> "NativePhrase":
        """Parse a line of data/situations/heard; ``marked`` for texts typed with their marks.

        Raises PhraseError for a part without words.
        """
        folded = fold(line.replace("...", " § "), language, marked=marked)
        forbidden = _FORBIDDEN.findall(folded)
        telling = _FORBIDDEN.sub(" ", folded)
        parts: list[re.Pattern[str]] = []
        for part in telling.split("/"):
            runs = [" ".join(run.split()) for run in part.split("§")]
            if not any(runs):
                raise PhraseError(f"the phrase “{line}” has a part without words")
            gap = rf".{{0,{_GAP}}}?"
            parts.append(re.compile(gap.join(_whole(run, language) for run in runs if run)))
        pattern = "|".join(_whole(word, language) for word in forbidden)
        forbidding = re.compile(pattern) if forbidden else None
        return cls(tuple(parts), forbidding, _hedges_in(telling, language, marked=marked))

    def words_in(self, clauses: Sequence[Clause]) -> str:
        """Return the clauses that tell the phrase, joined by blanks; empty if none does."""
        for first in range(len(clauses)):
            chosen = self._told_from(clauses, first)
            if chosen:
                return " ".join(clauses[index].text for index in dict.fromkeys(chosen))
        return ""

    def _told_from(self, clauses: Sequence[Clause], first: int) -> list[int]:
        """Return the indexes of the clauses that tell the parts, beginning with ``first``."""
        chosen: list[int] = []
        start, position = first, 0
        for part in self.parts:
            # the first part stands in the clause at hand, a later one in it or in the next ones
            last = first + 1 if not chosen else start + _CLAUSES
            for index in range(start, min(last, len(clauses))):
                match = part.search(clauses[index].folded, position if index == start else 0)
                if match and self._is_sure(clauses[index]):
                    chosen.append(index)
                    start, position = index, match.end()
                    break
            else:
                return []
        return chosen

    def _is_sure(self, clause: Clause) -> bool:
        """Return whether a clause has no forbidden word, and no hedge but the phrase's own."""
        if self.forbidden and self.forbidden.search(clause.folded):
            return False
        return clause.hedges <= self.hedges


def is_marked(text: str, language: Language) -> bool:
    """Return whether a text is typed with the marks of its language."""
    return language.plain(text) != text


def clauses_of(text: str, language: Language) -> list[Clause]:
    """Return the clauses of a text that may tell something; the last of a question tells nothing."""
    # in a script without blanks between words, a blank parts clauses
    signs = _CLAUSE_SIGNS if language.has_words else rf"{_CLAUSE_SIGNS}|\s"
    marked = is_marked(text, language)
    clauses: list[Clause] = []
    for sentence in _SENTENCE_END.split(text):
        pieces = [piece.strip() for piece in re.split(signs, sentence)]
        pieces = [piece for piece in pieces if piece]
        if pieces and pieces[-1].endswith("?"):
            pieces.pop()
        for piece in pieces:
            folded = fold(piece, language, marked=marked)
            clauses.append(Clause(piece, folded, _hedges_in(folded, language, marked=marked)))
    return clauses


def fold(text: str, language: Language, *, marked: bool) -> str:
    """Return a composed text in lower case, without marks unless ``marked``, with single blanks."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return " ".join((folded if marked else language.plain(folded)).split())


def facts_in(
    phrases: Iterable[tuple[str, str, NativePhrase]], text: str, language: Language
) -> dict[str, dict[str, str]]:
    """Return for each fact the answers told in a text, each with the words that tell it.

    ``phrases`` are facts, answers and the phrases that tell them.
    """
    clauses = clauses_of(text, language)
    answers: dict[str, dict[str, str]] = {}
    for fact, answer_id, phrase in phrases:
        if answer_id not in answers.get(fact, {}):
            words = phrase.words_in(clauses)
            if words:
                answers.setdefault(fact, {})[answer_id] = words
    return answers


def _hedges_in(folded: str, language: Language, *, marked: bool) -> frozenset[str]:
    """Return the hedges of a language that stand in a folded text."""
    hedges = _hedges(language.code, marked)
    return frozenset(hedge for hedge, pattern in hedges if pattern.search(folded))


@cache
def _hedges(code: str, marked: bool) -> list[tuple[str, re.Pattern[str]]]:
    """Return the hedges of a language with their patterns."""
    language = installed()[code]
    hedges = [fold(hedge, language, marked=marked) for hedge in language.hedges]
    return [(hedge, re.compile(_whole(hedge, language))) for hedge in hedges]


def _whole(words: str, language: Language) -> str:
    """Return a pattern of words that stand whole, or anywhere in a script without blanks."""
    escaped = re.escape(words)
    return rf"(?<!\w){escaped}(?!\w)" if language.has_words else escaped
