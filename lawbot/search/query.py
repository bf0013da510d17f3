"""What is asked of the signals for a text: its telling terms, repaired, with what the lexicon says
they stand for."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache

from lawbot.citation import LONGEST, CitationRange, find_citations
from lawbot.errors import CitationError
from lawbot.language import SOURCE, Language
from lawbot.language.methods import A_BID, straighten
from lawbot.search.classifier import features_of
from lawbot.search.index_reader import Kept
from lawbot.text.message import Message
from lawbot.text.pieces import is_above_seven

REMEMBERED = 8
"""Texts of which what is asked, and what was ranked, is remembered: charts and provisions are found
by the same."""
LONGEST_QUERY = 600
"""Characters of a query that are looked at; a longer one is cut at a word."""
MOST_TERMS = 48
"""Terms that the signals are asked for, in a language of words; of twice as many, the telling ones
are looked for."""
_ELSEWHERE = 0.2
"""Least part of the words that must be of no text about bridge: a long story always has a few."""
_BORROWED = 2
"""Words of a term, at most, that a language borrows from another."""
_NATIVE = 2
"""Words known in a language alone that make a query without its letters one of that language."""


@dataclass(frozen=True, slots=True)
class Query:
    """The terms, the misspelt words with what they were read as, and the words that nothing here
    knows."""

    terms: list[str]
    repaired: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    features: list[str] = field(default_factory=list)
    """What the models are asked for."""
    known: float = 1.0
    """The part of the telling words that something here knows, the repaired ones among them."""
    elsewhere: int = 0
    """How many usual words of the language no text about bridge here has; 0 if they are few."""


class Queries:
    """Makes terms of texts, in every language of a lawbook."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._latest = lru_cache(maxsize=REMEMBERED)(self._asked)
        self._expansions = cache(self._read_expansions)
        self._patterns = cache(self._read_patterns)

    def asked(self, text: str, language: Language) -> Query:
        """The terms to ask the signals for."""
        return self._latest(text, language.code)

    def _asked(self, text: str, code: str) -> Query:
        language = self._kept.languages[code]
        return self._words(text, language) if language.has_words else self._runs(text, language)

    def rarest(self, terms: Sequence[str], language: Language) -> Sequence[str]:
        """The terms that tell most: asking thousands of short phrases for every common word costs
        time and finds nothing more."""
        counts = self._kept.speller(language.code).counts
        return sorted(terms, key=lambda term: counts.get(term, 0))[: language.telling.asked]

    def language_of(self, query: str, reader: str = SOURCE) -> str:
        """The language of a query: by its script and marks; for letters that many share, by whose
        words it is made of; for what no language owns (a citation, nothing), and where both know
        its words, that of the reader."""
        languages = self._kept.languages
        written = languages.written(query)
        if written:
            return written
        own = reader if reader in languages else SOURCE
        left = _without_citations(query)
        if not any(char.isalpha() for char in left) or (
            own != SOURCE and self._may_be(left, languages[own])
        ):
            return own
        here = {edition.language for edition in self._kept.lawbook.editions.values()} - {SOURCE}
        best, lead = SOURCE, 0
        for code in sorted(here):
            if languages[code].has_words:
                native, foreign = self._known(query, languages[code])
                if native >= _NATIVE and native - foreign > lead:
                    best, lead = code, native - foreign
        return best

    def knows(self, word: str, language: str) -> bool:
        """Whether a word stands in what is indexed of a language."""
        return word in self._kept.speller(language).counts

    def meanings(self, word: str, language: str = SOURCE) -> list[str]:
        """What a word or abbreviation may stand for, by the lexicon of a language: 'LHO', 'renege';
        empty when nothing is known."""
        return self._kept.groups(f"synonyms:{language}").get(word.strip().casefold(), [])

    def _may_be(self, left: str, language: Language) -> bool:
        """Whether what a query says beside citations may be in its reader's language, where its
        letters show none: it is a term that the language borrows, or no more of its words are
        known in ``SOURCE`` alone than in the language alone."""
        if not language.has_words:
            return False
        native, foreign = self._known(left, language)
        said = language.words(bounded(left))
        return native >= max(1, foreign) or (
            len(said) <= _BORROWED and self._kept.speller(language.code).counts.keys() >= set(said)
        )

    def _known(self, query: str, language: Language) -> tuple[int, int]:
        """How many words of a query are known in the language alone, and in the one it would else
        be taken for alone."""
        tokens = [token for token in language.words(bounded(query)) if not token.isdigit()]
        here, elsewhere = (self._kept.speller(code).counts for code in (language.code, SOURCE))
        native = sum(token in here and token not in elsewhere for token in tokens)
        return native, sum(token in elsewhere and token not in here for token in tokens)

    def _words(self, text: str, language: Language) -> Query:
        speller = self._kept.speller(language.code)
        said = language.tokenized(text)
        formed = re.compile(language.written.syllable) if language.written.syllable else None
        repaired: dict[str, str] = {}
        unknown: list[str] = []
        terms: list[str] = []
        for token in said[: 2 * MOST_TERMS]:
            unheard = (
                token not in speller.counts
                and "_" not in token
                and token != A_BID
                and token not in language.number_words
            )
            better = (
                speller.repair(token)
                if unheard and not (formed and formed.fullmatch(token))
                else None
            )
            if better and token != f"{better}s":  # that is no mistake: 'pards turn'
                repaired[token] = better
            elif unheard and not better and not token.isdigit():
                unknown.append(token)
            terms.append(better or token)
        told = [term for meant in self._told(text, language) for term in language.tokenized(meant)]
        asked = list(
            dict.fromkeys(
                [*self._telling(terms, language), *self._expanded(terms, language), *told]
            )
        )[:MOST_TERMS]
        words = {token for token in said if "_" not in token and token not in language.telling.stop}
        known = 1 - len(words.intersection(unknown)) / max(1, len(words))
        elsewhere = sum(map(speller.is_elsewhere, words.intersection(unknown)))
        if elsewhere < _ELSEWHERE * len(said):
            elsewhere = 0
        return Query(
            asked,
            repaired,
            unknown,
            features_of([*said, *told], language),
            known,
            elsewhere,
        )

    def _runs(self, text: str, language: Language) -> Query:
        meant = [
            term
            for said, terms in self._patterns(language.code)
            if said.search(text)
            for term in terms
        ]
        speller = self._kept.speller(language.code)
        runs = [
            run
            for run in language.tokenized(" ".join([text, *meant, *self._told(text, language)]))
            if run in speller.counts
        ]
        said = language.tokenized(text)
        known = sum(run in speller.counts for run in said) / max(1, len(said))
        return Query(
            self._telling(runs, language), features=features_of(said, language), known=known
        )

    @staticmethod
    def _told(text: str, language: Language) -> list[str]:
        """What an auction in the text shows, in the language's words of the Laws: that a bid was
        too low (Law 27), or above seven (Law 38)."""
        message = Message(text)
        if is_above_seven(message.pieces):
            return list(language.calls.too_high)
        auction = message.judgement
        return (
            list(language.calls.too_low) if auction is not None and auction[1].insufficient else []
        )

    def _telling(self, terms: list[str], language: Language) -> list[str]:
        """The terms without those that tell nothing; all of them when too few would be left."""
        telling = language.telling
        counts = self._kept.speller(language.code).counts
        left = [
            term
            for term in terms
            if term not in telling.stop and not 0 < telling.everywhere <= counts.get(term, 0)
        ]
        return left if len(left) >= telling.least else terms

    def _expanded(self, terms: Sequence[str], language: Language) -> list[str]:
        """What the synonyms among the terms stand for."""
        joined = f" {' '.join(terms)} "
        found: list[str] = []
        for said, meant in self._expansions(language.code):
            if said in joined:
                found += meant
                joined = joined.replace(said, " | ") if " " in said.strip() else joined
        return [token for token in found if token not in language.telling.stop]

    def _read_expansions(self, code: str) -> list[tuple[str, list[str]]]:
        """The synonyms of a language of words, the longest first, with the terms they stand for."""
        language = self._kept.languages[code]
        read = [
            (
                f" {' '.join(language.words(said))} ",
                [token for term in meant for token in language.tokenized(term)],
            )
            for said, meant in self._kept.groups(f"synonyms:{code}").items()
        ]
        return sorted(read, key=lambda entry: -len(entry[0]))

    def _read_patterns(self, code: str) -> list[tuple[re.Pattern[str], list[str]]]:
        """The synonyms of a script without blanks, as patterns: its own words anywhere, Latin
        abbreviations as whole words."""
        return [
            (
                re.compile(
                    rf"(?<![a-z]){re.escape(said)}(?![a-z])" if said.isascii() else re.escape(said)
                ),
                meant,
            )
            for said, meant in self._kept.groups(f"synonyms:{code}").items()
        ]


def bounded(query: str) -> str:
    """The part of a query that is looked at: straight, at most ``LONGEST_QUERY`` characters, cut at
    a word."""
    line = straighten(query[: LONGEST_QUERY * 4])
    return line if len(line) <= LONGEST_QUERY else line[:LONGEST_QUERY].rsplit(" ", 1)[0]


def _without_citations(query: str) -> str:
    if len(query) <= LONGEST:
        with suppress(CitationError):
            CitationRange.parse(query)
            return ""
    for span in reversed(list(find_citations(query))):
        query = query[: span.start] + query[span.end :]
    return query
