"""Phrases by which people tell facts in other languages than English.

A phrase is words in order, inside one clause:

* ``...`` stands for other words between two parts of it;
* ``(a|b)`` is one of these, words or parts of a phrase; ``(a|)`` may be left out;
* ``<name>`` is one of the wordings of that name in the language's file (``wordings``);
* ``{offender}``, ``{lho}``, ``{partner}`` and ``{rho}`` are four seats that lie so, or the teller and
  the players around;
* ``word^`` stands only in a text typed with its marks: ``rơi^`` is no ``roi``, which is ``rồi``;
* ``[word]`` forbids a word directly before what follows, ``[bạn]em`` is no ``em`` in ``bạn em``;
* ``a / b`` is ``a``, and then ``b`` in the same clause or in one of the next two;
* ``!word`` and ``!(a|b)`` forbid words in the clauses of the phrase.

A clause with a hedge of its language (a denial, a supposition, a question) is heard only if the hedge
is one of the phrase's own words. Marks count only in a text that is typed with them.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from lawbot.errors import PhraseError
from lawbot.language import Language, installed

_GAP = "(.{0,40}?)"
"""Words for '...' in a phrase: a group, for a hedge in them is none of the phrase's own."""
_CLAUSES = 3
"""Clauses among which the part after '/' is looked for, from the clause of the part before."""
_SENTENCE_END = re.compile(r"(?<=[.!?…\n])")
_CLAUSE_SIGNS = r"[.,;:!…\n()“”\"–—]"
_QUOTES = re.compile("['‘’]")
_LIST = re.compile(r"<([a-z_]+)>")
_FORBIDDEN = re.compile(r"(?<!\S)!((?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+)")
"""A forbidden word, or words in brackets: their lists bring three brackets in one another at most."""
_PIECE = re.compile(r"\.\.\.|[()|]|\[[^\]]*\]\s*|[^()|.\s\[]+(?: [^()|.\s\[]+)*|\s+")
_NOWHERE = "(?!)"
_PLAYERS = ("offender", "lho", "partner", "rho")
_TABLES = (("north", "east", "south", "west"), ("me", "left", "partner", "right"))
"""Lists of the names of four players in clockwise order."""
_SIGNS = {"...": _GAP, "(": "(?:", "|": "|", ")": ")"}


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a text as typed, and folded for comparison, with the spans of its hedges."""

    text: str
    folded: str
    hedges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class NativePhrase:
    """A phrase: the patterns of its parts, and of the words it forbids."""

    parts: tuple[re.Pattern[str], ...]
    forbidden: re.Pattern[str] | None

    @classmethod
    def every(
        cls, line: str, language: Language, *, marked: bool = True
    ) -> "Iterator[NativePhrase]":
        """Yield the phrases of a line, one for each way in which its players may sit.

        Raises PhraseError as ``parse`` does, and for a player that does not exist.
        """
        spelt = _spelt(line, language)
        if "{" not in spelt:
            yield cls.parse(spelt, language, marked=marked)
            return
        for table in _TABLES:
            for turns in range(len(table)):
                around = (f"<{name}>" for name in table[turns:] + table[:turns])
                seated = _seated(spelt, dict(zip(_PLAYERS, around, strict=True)))
                yield cls.parse(seated, language, marked=marked)

    @classmethod
    def parse(cls, line: str, language: Language, *, marked: bool = True) -> "NativePhrase":
        """Parse a line of a chart's ``heard.vi.yaml``; ``marked`` for texts typed with their marks.

        Raises PhraseError for a part without words, an unknown list or a lost bracket.
        """
        spelt = _spelt(line, language)
        forbidden = fold("|".join(_FORBIDDEN.findall(spelt)), language, marked=marked)
        telling = _FORBIDDEN.sub("", spelt)
        if "!" in telling:
            raise PhraseError(f"the phrase “{line}” has a “!” without words")
        folded = (fold(part, language, marked=marked) for part in telling.split("/"))
        try:
            phrase = cls(
                tuple(_pattern(part, language.code, marked=marked) for part in folded),
                _pattern(forbidden, language.code, marked=marked) if forbidden else None,
            )
        except re.error as error:
            raise PhraseError(f"the phrase “{line}” cannot be read: {error}") from error
        if any(pattern.match("") for pattern in phrase.parts):
            raise PhraseError(f"the phrase “{line}” has a part without words")
        return phrase

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
                end = self._told_until(part, clauses[index], position if index == start else 0)
                if end:
                    chosen.append(index)
                    start, position = index, end
                    break
            else:
                return []
        return chosen

    def _told_until(self, part: re.Pattern[str], clause: Clause, position: int) -> int:
        """Return the end of the words that surely tell a part in a clause, 0 if none do."""
        for match in part.finditer(clause.folded, position):
            if self.forbidden and self.forbidden.search(clause.folded):
                return 0
            if all(_is_own(hedge, match) for hedge in clause.hedges):
                return match.end()
        return 0


def is_marked(text: str, language: Language) -> bool:
    """Return whether a text is typed with the marks of its language."""
    return language.plain(text) != text


def clauses_of(text: str, language: Language) -> list[Clause]:
    """Return the clauses of a text that may tell something; the last of a question tells nothing."""
    signs, letters = _CLAUSE_SIGNS, f"[{language.written.letters}]"
    if not language.has_words:
        # a script without blanks between words parts clauses by them, but not at a number
        signs = rf"{signs}|(?<={letters})\s+(?={letters})"
    marked = is_marked(text, language)
    hedges = _hedges(language.code, marked)
    clauses: list[Clause] = []
    for sentence in _SENTENCE_END.split(text):
        pieces = [piece.strip() for piece in re.split(signs, sentence)]
        pieces = [piece for piece in pieces if piece]
        if pieces and pieces[-1].endswith("?"):
            pieces.pop()
        for piece in pieces:
            folded = fold(piece, language, marked=marked)
            spans = tuple(match.span() for match in hedges.finditer(folded))
            clauses.append(Clause(piece, folded, spans))
    return clauses


def fold(text: str, language: Language, *, marked: bool) -> str:
    """Return a composed text in lower case, without marks unless ``marked``.

    Single quotes are left out; blanks are single, or none in a script without blanks between words.
    """
    folded = _QUOTES.sub("", unicodedata.normalize("NFC", text).casefold())
    blank = " " if language.has_words else ""
    return blank.join((folded if marked else language.plain(folded)).split())


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


def _seated(line: str, players: dict[str, str]) -> str:
    """Return a line with the names of its players. Raises PhraseError for another player."""
    try:
        return line.format_map(players)
    except (KeyError, ValueError) as error:
        raise PhraseError(f"the phrase “{line}” names no player: {error}") from error


def _spelt(line: str, language: Language) -> str:
    """Return a line with the wordings of its lists. Raises PhraseError for an unknown list."""
    name = _LIST.search(line)
    if name is None:
        return line
    if name[1] not in language.wordings:
        raise PhraseError(f"the phrase “{line}” has <{name[1]}>, which is in no list")
    wordings = "|".join(language.wordings[name[1]])
    return _spelt(line.replace(name[0], f"({wordings})"), language)


@cache
def _pattern(phrase: str, code: str, *, marked: bool) -> re.Pattern[str]:
    """Return the pattern of a folded part of a phrase; charts share many."""
    language = installed()[code]
    pieces = _PIECE.findall(phrase)
    return re.compile("".join(_piece(piece, language, marked=marked) for piece in pieces))


def _piece(piece: str, language: Language, *, marked: bool) -> str:
    """Return the pattern of a sign, a blank or words of a phrase."""
    if piece.startswith("["):
        blank = " " if language.has_words else ""
        barred = piece.strip()[1:-1].split("|")
        return "".join(f"(?<!{re.escape(word + blank)})" for word in barred)
    if "^" in piece and not marked:
        return _NOWHERE
    words = piece.replace("^", "")
    return " *" if words.isspace() else _SIGNS.get(words) or _whole(words, language)


def _is_own(hedge: tuple[int, int], match: re.Match[str]) -> bool:
    """Return whether a hedge is among the words of a phrase, and not between them."""
    start, end = hedge
    gaps = match.regs[1:]
    between = any(gap_start < end and start < gap_end for gap_start, gap_end in gaps)
    return match.start() <= start and end <= match.end() and not between


@cache
def _hedges(code: str, marked: bool) -> re.Pattern[str]:
    """Return the pattern of the hedges of a language, the longest first."""
    language = installed()[code]
    hedges = sorted(language.hedges, key=len, reverse=True)
    return re.compile(
        "|".join(_whole(fold(hedge, language, marked=marked), language) for hedge in hedges)
    )


def _whole(words: str, language: Language) -> str:
    """Return a pattern of words that stand whole, or anywhere in a script without blanks."""
    escaped = re.escape(words).replace(r"\ ", " ")
    if not language.has_words:
        return escaped
    begin, end = (r"\b" if sign.isalnum() else "" for sign in (words[0], words[-1]))
    return f"{begin}{escaped}{end}"
