"""Make queries of messages: telling terms, repaired, with the terms that synonyms stand for."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

from lawbot.errors import CitationError
from lawbot.language import SOURCE, Language
from lawbot.language.methods import A_BID, straighten
from lawbot.law.citation import CitationRange, find_citations
from lawbot.limits import MAX_NAME, MAX_SEARCHED
from lawbot.message.auction_pieces import is_above_seven
from lawbot.message.message import Message
from lawbot.search.classifier import features_of
from lawbot.search.index_reader import IndexReader
from lawbot.search.spelling import Speller

MAX_CACHED_MESSAGES = 8
"""Most messages whose query and ranked provisions are cached: charts are found by the same."""
_MAX_TERMS = 48
"""Most terms of a query in a language of words; they are chosen from twice as many."""
_ELSEWHERE_SHARE = 0.2
"""Least share of words of other subjects that counts: a long story always has a few."""
_BORROWED_TERM = 2
"""Most words of a term that a language borrows from another."""
_LEAST_NATIVE = 2
"""Fewest words of a language alone that prove it, without its letters."""


@dataclass(frozen=True, slots=True)
class Query:
    """A message as it is searched for in one language."""

    spelt: str
    """The text in the form of ``Language.spelt``, to compare with headings."""
    terms: list[str]
    features: list[str]
    """The features for the classifiers."""
    repaired: dict[str, str] = field(default_factory=dict)
    """The misspelt words with their corrections."""
    unknown: list[str] = field(default_factory=list)
    """The words that no text here has."""
    known_share: float = 1.0
    """The share of telling words that a text here has, if only after repair."""
    elsewhere: int = 0
    """The number of usual words of the language that no text about bridge has; 0 if few."""


class _Known(NamedTuple):
    """Counts of words that stand in the texts of one language, and not in those of ``SOURCE``."""

    native: int
    foreign: int
    """Words of ``SOURCE`` that stand in no text of the language."""


class Queries:
    """Makes queries in every language of a lawbook."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self.query = lru_cache(maxsize=MAX_CACHED_MESSAGES)(self._query)
        """Return the query for a message in a language, by its code."""
        self._synonyms = cache(self._read_synonyms)
        self._synonym_patterns = cache(self._read_synonym_patterns)

    def _query(self, message: Message, code: str) -> Query:
        language = self._reader.languages[code]
        make = self._query_of_words if language.has_words else self._query_of_runs
        return make(message, bounded(message.text), language)

    def rarest(self, terms: Sequence[str], language: Language) -> Sequence[str]:
        """Return the terms that stand in the fewest texts, as many as the language says."""
        counts = self._reader.speller(language.code).counts
        return sorted(terms, key=lambda term: counts.get(term, 0))[: language.telling.asked]

    def language_of(self, text: str, reader: str = SOURCE) -> str:
        """Return the language of a text: by its letters and marks, else by its words.

        A text of no language (a citation, nothing), or with words that both know, is in the
        reader's language.
        """
        languages = self._reader.languages
        # letters and marks prove a language; words only suggest one
        proved = languages.written(text)
        if proved:
            return proved
        readers_language = reader if reader in languages else SOURCE
        rest = _without_citations(text)
        if not any(char.isalpha() for char in rest):
            return readers_language
        if readers_language != SOURCE and self._may_be(bounded(rest), languages[readers_language]):
            return readers_language
        line = bounded(text)
        editions = self._reader.lawbook.editions.values()
        best, most = SOURCE, 0
        # sorted, so that a tie is decided alike in every run
        for code in sorted({edition.language for edition in editions} - {SOURCE}):
            if not languages[code].has_words:
                continue
            native, foreign = self._count_known(line, languages[code])
            if native >= _LEAST_NATIVE and native - foreign > most:
                best, most = code, native - foreign
        return best

    def knows(self, word: str, language: str) -> bool:
        """Return whether a word stands in the indexed texts of a language."""
        return word in self._reader.speller(language).counts

    def meanings(self, word: str, language: str = SOURCE) -> list[str]:
        """Return the terms that a word or abbreviation stands for in a language, or none.

        They are those of the lexicon: 'LHO', 'renege'.
        """
        return self._reader.groups(f"synonyms:{language}").get(word.strip().casefold(), [])

    def _may_be(self, line: str, language: Language) -> bool:
        """Return whether a text without letters or marks of a language may be in it.

        It may if it is a term that the language borrows, or if no more of its words are known in
        ``SOURCE`` alone than in the language alone.
        """
        if not language.has_words:
            return False
        native, foreign = self._count_known(line, language)
        if native >= max(1, foreign):
            return True
        words = language.words(line)
        counts = self._reader.speller(language.code).counts
        return len(words) <= _BORROWED_TERM and all(word in counts for word in words)

    def _count_known(self, line: str, language: Language) -> _Known:
        """Count the words known in a language alone, and those known in ``SOURCE`` alone."""
        native_counts = self._reader.speller(language.code).counts
        source_counts = self._reader.speller(SOURCE).counts
        native = foreign = 0
        for word in language.words(line):
            # numbers are of every language
            if word.isdigit():
                continue
            is_native, is_source = word in native_counts, word in source_counts
            native += is_native and not is_source
            foreign += is_source and not is_native
        return _Known(native, foreign)

    def _query_of_words(self, message: Message, text: str, language: Language) -> Query:
        """Return the query in a language whose terms are words, which may be misspelt."""
        speller = self._reader.speller(language.code)
        stop = language.telling.stop
        spelt = language.spelt(text)
        tokens = language.terms(spelt)
        repaired: dict[str, str] = {}
        unknown: list[str] = []
        terms: list[str] = []
        for token in tokens[: 2 * _MAX_TERMS]:
            correction = None
            if _is_new(token, speller, language):
                correction = _correction(token, speller, language)
                if not correction and not token.isdigit():
                    unknown.append(token)
                # 'pards turn' lacks an apostrophe, which is no mistake
                elif correction and token != f"{correction}s":
                    repaired[token] = correction
            terms.append(correction or token)
        auction_terms: list[str] = []
        for phrase in _auction_phrases(message, language):
            auction_terms += language.tokenized(phrase)
        all_terms = self._telling(terms, language) + self._expanded(terms, language) + auction_terms
        words = {token for token in tokens if "_" not in token and token not in stop}
        unknown_words = words.intersection(unknown)
        elsewhere = sum(map(speller.is_elsewhere, unknown_words))
        return Query(
            spelt,
            list(dict.fromkeys(all_terms))[:_MAX_TERMS],
            features_of(tokens + auction_terms, language),
            repaired,
            unknown,
            known_share=1 - len(unknown_words) / max(1, len(words)),
            elsewhere=elsewhere if elsewhere >= _ELSEWHERE_SHARE * len(tokens) else 0,
        )

    def _query_of_runs(self, message: Message, text: str, language: Language) -> Query:
        """Return the query in a script without blanks, whose terms are runs of letters."""
        counts = self._reader.speller(language.code).counts
        spelt = language.spelt(text)
        tokens = language.terms(spelt)
        texts = [text]
        for pattern, meanings in self._synonym_patterns(language.code):
            if pattern.search(text):
                texts += meanings
        texts += _auction_phrases(message, language)
        # runs that no text has are cut at the wrong place, and tell nothing
        runs = [run for run in language.tokenized(" ".join(texts)) if run in counts]
        known_runs = [run for run in tokens if run in counts]
        return Query(
            spelt,
            self._telling(runs, language),
            features_of(tokens, language),
            known_share=len(known_runs) / max(1, len(tokens)),
        )

    def _telling(self, terms: list[str], language: Language) -> list[str]:
        """Return the terms that decide between provisions; all if too few would be left."""
        telling = language.telling
        counts = self._reader.speller(language.code).counts
        rest: list[str] = []
        for term in terms:
            is_everywhere = 0 < telling.everywhere <= counts.get(term, 0)
            if term not in telling.stop and not is_everywhere:
                rest.append(term)
        # 'may I ask' has small words alone, and would find nothing without them
        return rest if len(rest) >= telling.least else terms

    def _expanded(self, terms: Sequence[str], language: Language) -> list[str]:
        """Return the telling terms that synonyms among the terms stand for."""
        line = f" {' '.join(terms)} "
        expanded: list[str] = []
        for synonym, meaning in self._synonyms(language.code):
            if synonym not in line:
                continue
            expanded += meaning
            # the words of a longer synonym are none of a shorter one
            if " " in synonym.strip():
                line = line.replace(synonym, " | ")
        return [term for term in expanded if term not in language.telling.stop]

    def _read_synonyms(self, code: str) -> list[tuple[str, list[str]]]:
        """Return the synonyms of a language of words with their terms, the longest first."""
        language = self._reader.languages[code]
        synonyms: list[tuple[str, list[str]]] = []
        for synonym, meanings in self._reader.groups(f"synonyms:{code}").items():
            terms: list[str] = []
            for meaning in meanings:
                terms += language.tokenized(meaning)
            synonyms.append((f" {' '.join(language.words(synonym))} ", terms))
        return sorted(synonyms, key=lambda entry: -len(entry[0]))

    def _read_synonym_patterns(self, code: str) -> list[tuple[re.Pattern[str], list[str]]]:
        """Return the synonyms of a script without blanks, as patterns, with their meanings.

        Its own words match anywhere, Latin abbreviations as whole words.
        """
        patterns: list[tuple[re.Pattern[str], list[str]]] = []
        for synonym, meanings in self._reader.groups(f"synonyms:{code}").items():
            pattern = re.escape(synonym)
            # 'LHO' is no part of a longer Latin word; Thai words stand without blanks
            if synonym.isascii():
                pattern = rf"(?<![a-z]){pattern}(?![a-z])"
            patterns.append((re.compile(pattern), meanings))
        return patterns


def _is_new(token: str, speller: Speller, language: Language) -> bool:
    """Return whether a term stands nowhere in the texts, and is no number, pair, bid or stop word."""
    is_word = "_" not in token and token != A_BID and token not in language.telling.stop
    return is_word and token not in speller.counts and token not in language.number_words


def _correction(token: str, speller: Speller, language: Language) -> str | None:
    """Return the word that a new one is most likely meant to be, or None."""
    syllable = language.written.syllable
    # a well-formed syllable is a word of the language, if unknown here
    if syllable and re.fullmatch(syllable, token):
        return None
    return speller.repair(token)


def _auction_phrases(message: Message, language: Language) -> Sequence[str]:
    """Return the language's words of the Laws for the fault of an auction in a message.

    A bid may be too low (Law 27), or above seven (Law 38).
    """
    # an auction is found by the words of its fault, which its writer seldom uses
    if is_above_seven(message.pieces):
        return language.calls.too_high
    if message.judgement is None:
        return ()
    _auction, findings = message.judgement
    return language.calls.too_low if findings.insufficient else ()


def bounded(text: str) -> str:
    """Return the part of a text that is searched for, straightened.

    It has at most ``MAX_SEARCHED`` characters and is cut at a word.
    """
    line = straighten(text[: MAX_SEARCHED * 4])
    return line if len(line) <= MAX_SEARCHED else line[:MAX_SEARCHED].rsplit(" ", 1)[0]


def _without_citations(text: str) -> str:
    """Return a text without the citations in it."""
    if len(text) <= MAX_NAME:
        with suppress(CitationError):
            CitationRange.parse(text)
            return ""
    for span in reversed(list(find_citations(text))):
        text = text[: span.start] + text[span.end :]
    return text
