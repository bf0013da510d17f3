"""Look up terms, headings and flow charts by name, exactly or nearly, in every edition and language."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from sys import intern
from typing import Generic, TypeVar

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from lawbot import strict_csv
from lawbot.book import Lawbook
from lawbot.config import ROOT
from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language
from lawbot.law.citation import Citation
from lawbot.limits import MAX_NAME
from lawbot.search.engine import Search

GLOSSARY = ROOT / "data" / "glossary.csv"
_NAME_SEPARATOR = re.compile(r"[;,()]")
"""Signs between the names of a term that has several: 'Honor (ไพยศ)'."""
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_OPTIONAL_SIGN = re.compile(r"[-'’]")
"""Signs that are left out of words as often as not: 'sit-outs'."""
_MIN_BEGINNING = 4
"""Least letters of an unknown word that may begin a word of a name: 'info'."""
_MIN_LONG_WORD = 8
"""Least letters of a word that may have a wrong letter though it is known: 'authorised'."""
_MIN_LIKENESS = 85
"""Least likeness, of 100, of a text and a name, letter by letter.

It is used in a language of whose small words little is known."""
_MIN_LEAD = 5
"""Least points by which the likest name must lead the next."""
_QUESTION_WORDS = 2
"""Most words of a phrase that opens a question whose first word asks: 'when is'.

Longer phrases begin with other words, too: 'and what if'."""
_Value = TypeVar("_Value")


class NameTable(Generic[_Value]):
    """A table of names in one language, which finds them by their words.

    Words may be misspelt, small words and others may be left out. ``knows`` tells if a word stands in
    the searched texts, so that it is no misspelling."""

    def __init__(
        self, language: Language, names: Iterable[tuple[str, _Value]], knows: Callable[[str], bool]
    ) -> None:
        self._language = language
        self._knows = knows
        small = {*language.telling.stop, *language.frames.get("small", ())} - _asking(language)
        # The longest first: the pattern must not remove a short one inside a longer one.
        ordered = sorted(small, key=len, reverse=True)
        self._small = frozenset(word for name in ordered for word in language.words(name))
        alternatives = "" if language.has_words else "|".join(map(re.escape, ordered))
        self._small_pattern = re.compile(alternatives or r"(?!)")
        self._whole: dict[str, _Value] = {}
        self._loose: dict[str, _Value] = {}
        self._names: list[tuple[tuple[str, ...], _Value]] = []
        self._rows_with: dict[str, list[int]] = {}
        for name, value in names:
            joined = self._joined(name)
            self._whole.setdefault(joined, value)
            self._loose.setdefault(self._small_pattern.sub("", joined), value)
            if not language.has_words:
                continue
            words = tuple(map(intern, self._telling(name)))
            for word in words:
                for spelling in singulars(word):
                    self._rows_with.setdefault(intern(spelling), []).append(len(self._names))
            self._names.append((words, value))

    def named(self, text: str) -> _Value | None:
        """Return the value with that name, letter by letter; None without one."""
        return self._whole.get(self._joined(text))

    def called(self, text: str) -> list[tuple[float, _Value]]:
        """Return the values that a text may name, the best first.

        Each comes with the part of its name's words that the text has (1: all of them). The text may
        have no other words."""
        matches = self._by_words(self._telling(text)) if self._language.has_words else []
        # without a list of small words no word may be left out, so letters decide
        if matches or self._language.telling.stop:
            return matches
        return self._by_letters(self._small_pattern.sub("", self._joined(text)))

    def _telling(self, text: str) -> list[str]:
        """Return the words of a name, each once, without the small ones."""
        plain = _IN_BRACKETS.sub("", text).replace("&", " ")
        words = self._language.words(_OPTIONAL_SIGN.sub("", plain))
        return [word for word in dict.fromkeys(words) if word not in self._small]

    def _joined(self, text: str) -> str:
        """Return a name without blanks and signs."""
        folded = self._language.folded(_IN_BRACKETS.sub("", text))
        # Vowel and tone marks of other scripts are no letters, and belong to the name.
        return "".join(char for char in folded if char.isalnum() or not char.isascii())

    def _by_words(self, words: list[str]) -> list[tuple[float, _Value]]:
        """Return the values whose names have all these words in this order, the best first."""
        rows: set[int] | None = None
        spellings: list[set[str]] = []
        for word in words:
            spellings.append(self._rows_with.keys() & set(singulars(word)) or self._spellings(word))
            matching = set[int]().union(*(self._rows_with[spelling] for spelling in spellings[-1]))
            rows = matching if rows is None else rows & matching
            if not rows:
                return []
        ranked = []
        for row in rows or ():
            name = self._names[row][0]
            if _stand_in(spellings, name):
                ranked.append((-len(words) / len(name), row))
        return [(-part, self._names[row][1]) for part, row in sorted(ranked)]

    def _spellings(self, word: str) -> set[str]:
        """Return the words of names that a word none of them has may stand for."""
        if self._knows(word):
            max_errors = 0
        else:
            max_errors = 2 if len(word) > _MIN_BEGINNING else 1
        # A long word with one other letter is the same, though both be words: 'authorised'.
        if len(word) >= _MIN_LONG_WORD:
            max_errors = max(max_errors, 1)
        spellings: set[str] = set()
        if max_errors:
            near = process.extract(
                word,
                self._rows_with.keys(),
                scorer=OSA.distance,
                score_cutoff=max_errors,
                limit=None,
            )
            spellings |= {name for name, _distance, _key in near if len(name) > _MIN_BEGINNING}
        # abbreviations are beginnings: 'info', 'insuff'
        if len(word) >= _MIN_BEGINNING:
            spellings |= {name for name in self._rows_with if name.startswith(word)}
        return spellings

    def _by_letters(self, text: str) -> list[tuple[float, _Value]]:
        """Return the value whose name is clearly the likest, else those whose names contain the text."""
        alike = process.extract(
            text, self._loose.keys(), scorer=fuzz.ratio, score_cutoff=_MIN_LIKENESS
        )
        if alike:
            best_name, best_likeness, _key = alike[0]
            best = self._loose[best_name]
            next_likeness = max(
                (likeness for name, likeness, _key in alike if self._loose[name] != best), default=0
            )
            # two names nearly as like are a choice, and no name
            if best_likeness - next_likeness >= _MIN_LEAD:
                return [(1.0, best)]
        if self._language.has_words or not text:
            return []
        names = [name for name in self._loose if text in name]
        return [(len(text) / len(name), self._loose[name]) for name in names]


class Names:
    """Look up names in one lawbook and its charts."""

    def __init__(self, lawbook: Lawbook, search: Search) -> None:
        self.lawbook = lawbook
        self.search = search
        self.terms = cache(self._read_terms)
        """The defined terms of an edition by their folded names; of two with one name the first."""
        self.titles = cache(self._read_titles)
        """The headings of an edition as their words, those of whole laws before those within; in
        other languages the English ones too."""
        self.longest = cache(
            lambda edition: max(
                (MAX_NAME, *(len(title) for title, _law in self._headings(edition)))
            )
        )
        """Length above which a text is no name of anything in an edition."""
        self._near_titles = cache(self._read_near_titles)
        self._chart_names = cache(self._read_chart_names)

    def language(self, edition: str) -> Language:
        """Return the language of an edition."""
        return self.search.languages[self.lawbook.edition(edition).language]

    def chart(self, text: str, language: str) -> str:
        """Return the id of the chart with that id, or that title in English or the text's language.

        Empty without one."""
        charts = (table.named(text) for table in self._charts(language))
        return next(filter(None, charts), "")

    def charts(self, text: str, language: str) -> dict[str, float]:
        """Return the charts that a text may name in English or its own language, the best first.

        The value is the part of the chart's name that is in the text."""
        parts: dict[str, float] = {}
        for table in self._charts(language):
            for part, chart in table.called(text):
                parts[chart] = max(part, parts.get(chart, 0))
        return dict(sorted(parts.items(), key=lambda pair: -pair[1]))

    def _charts(self, language: str) -> Iterator[NameTable[str]]:
        """Return the tables of the charts' names in English and in a language."""
        return map(self._chart_names, dict.fromkeys((SOURCE, language)))

    def _read_chart_names(self, code: str) -> NameTable[str]:
        """Return the table of the charts' names in a language."""
        names = [(title, chart) for chart, title in self.search.chart_titles(code).items()]
        if code == SOURCE:
            # An id is a name, too, and so is the title with the id after it.
            for title, chart in tuple(names):
                words = chart.replace("-", " ")
                names += [(words, chart), (f"{title} {words}", chart)]
        knows = partial(self.search.knows, language=code)
        return NameTable(self.search.languages[code], names, knows)

    def near_title(self, text: str, edition: str, least: float) -> Citation | None:
        """Return the heading that a text names with at least that part of its words.

        None if it may be another as well: one of another law, unless all its words are there."""
        matches = self._near_titles(edition).called(text)
        if not matches or matches[0][0] < least:
            return None
        best_part = matches[0][0]
        best = [citation for part, citation in matches if part == best_part]
        is_clear = best_part == 1 or len({citation.law for citation in best}) == 1
        return best[0] if is_clear else None

    def _read_near_titles(self, edition: str) -> NameTable[Citation]:
        """Return the table of the headings of an edition."""
        language = self.language(edition)
        names = [(title, law) for title, law in self._headings(edition) if title.strip()]
        return NameTable(language, names, partial(self.search.knows, language=language.code))

    def _read_terms(self, edition: str) -> dict[str, Citation]:
        """Return the defined terms of an edition by their folded names."""
        language = self.language(edition)
        terms: dict[str, Citation] = {}
        for name, citation in self._term_names(edition, language):
            terms.setdefault(language.folded(name.strip()), citation)
        return terms

    def indexed(self, text: str, edition: str) -> Citation | None:
        """Return where the printed index of the Laws in force first points for a head.

        The head has two words or more, and may stand in a question ('when is the ...')."""
        law = None
        for question in ("", *self.search.languages[SOURCE].questions):
            head = text.removeprefix(question).strip().removeprefix("the ")
            law = self._index.get(head)
            if law:
                break
        if not law:
            return None
        counterparts = self.lawbook.counterparts(law, self.lawbook.ruled_by, edition)
        return next(iter(counterparts.citations), None)

    @cached_property
    def _index(self) -> dict[str, Citation]:
        """Return the heads of the printed index in two words or more.

        A head is left out if its entries begin with different provisions."""
        topics = self.lawbook.topics(self.lawbook.ruled_by)
        laws_of = grouped(
            (topic.path[-1].casefold(), law) for topic in topics for law in topic.citations[:1]
        )
        return {
            head: Citation.parse(laws[0])
            for head, laws in laws_of.items()
            if " " in head and len(set(laws)) == 1
        }

    def _read_titles(self, edition: str) -> dict[str, Citation]:
        """Return the headings of an edition by their words; of two with one name the first."""
        language = self.language(edition)
        titles: dict[str, Citation] = {}
        for title, citation in self._headings(edition):
            titles.setdefault(" ".join(language.words(title)), citation)
        return titles

    def _headings(self, edition: str) -> Iterator[tuple[str, Citation]]:
        """Yield the headings that name provisions of an edition, those of whole laws first.

        Beside English, also those of other editions in its language, and the English ones."""
        language = self.language(edition)
        sources = [edition]
        if language.code != SOURCE:
            sources += self._editions_in(language)
            sources.append(self.lawbook.ruled_by)
        for source in dict.fromkeys(sources):
            headings = [pair for pair in self.lawbook.headings(source) if not pair[0].term]
            headings.sort(key=lambda pair: len(pair[0].parents))
            for citation, title in headings:
                targets: Sequence[Citation] = [citation]
                if source != edition:
                    targets = self.lawbook.counterparts(citation, source, edition).citations
                if targets:
                    yield title, targets[0]

    def _editions_in(self, language: Language) -> list[str]:
        """Return the ids of the editions in a language."""
        editions = self.lawbook.editions.values()
        return [edition.id for edition in editions if edition.language == language.code]

    def _term_names(self, edition: str, language: Language) -> Iterator[tuple[str, Citation]]:
        """Yield the names of the defined terms, and of terms defined elsewhere.

        First come whole names, then their parts, then first words that one term alone has; after them
        the terms that a law defines, and those of other editions in the language."""
        printed = {
            citation: title for citation, title in self.lawbook.headings(edition) if citation.term
        }
        # the order decides: of two terms with one name the first is meant
        for citation in printed:
            yield citation.term, citation
        for citation, title in printed.items():
            for name in _NAME_SEPARATOR.split(f"{citation.term};{title}"):
                if name.strip():
                    yield name, citation
        if language.code == SOURCE:  # 'psychic' can only be the psychic call
            firsts = [(citation.term.casefold().split()[0], citation) for citation in printed]
            counts = Counter(first for first, _citation in firsts)
            for first, citation in firsts:
                if counts[first] == 1:
                    yield first, citation
        for name, citation, source in self._terms_elsewhere(edition, language):
            for counterpart in self.lawbook.counterparts(citation, source, edition).citations[:1]:
                yield name, counterpart

    def _terms_elsewhere(
        self, edition: str, language: Language
    ) -> Iterator[tuple[str, Citation, str]]:
        """Yield names of terms outside an edition's definitions: name, citation, and its edition."""
        ruled_by = self.lawbook.ruled_by
        for word, law in language.defined.items():
            yield word, Citation.parse(law), ruled_by
        for other in self._editions_in(language):
            if other == edition:
                continue
            for citation in self.lawbook.citations(other):
                if citation.term:
                    yield citation.term, citation, other
        # People use the English words in every language, and those that translations use.
        if language.code != SOURCE:
            english = self.terms(ruled_by)
            for name, citation in english.items():
                yield name, citation, ruled_by
            for term, name in _rendered(language):
                if term in english:
                    yield name, english[term], ruled_by


def _rendered(language: Language) -> Iterator[tuple[str, str]]:
    """Yield the English terms of ``data/glossary.csv``, each with its preferred rendering."""
    with strict_csv.rows(GLOSSARY, lambda columns: "term_en" in columns) as rows:
        for row in rows:
            names = row.get(f"term_{language.code}")
            if names:
                yield row["term_en"], names.partition(" / ")[0]


def _asking(language: Language) -> set[str]:
    """Return the words that make a name a question, or deny it."""
    phrases = [question.split() for question in language.questions]
    words = {phrase[0] for phrase in phrases if len(phrase) <= _QUESTION_WORDS}
    small = language.hearing
    return (words | small.denials | small.supposing) - small.light if small else words


def _stand_in(spellings_of_words: Iterable[set[str]], words: Iterable[str]) -> bool:
    """Return whether the words contain one spelling of each word meant, in order."""
    # One iterator for all, so that each search goes on after the word found before.
    rest = iter(words)
    for spellings in spellings_of_words:
        if not any(not spellings.isdisjoint(singulars(word)) for word in rest):
            return False
    return True


def singulars(word: str) -> list[str]:
    """Return a word and the words that it may be the plural of."""
    spellings = (word, word.removesuffix("s"), word.removesuffix("es"))
    return list(filter(None, dict.fromkeys(spellings)))


def stems(title: str) -> set[str]:
    """Return the words of a title with those that they may be the plurals of."""
    return {spelling for token in title.split() for spelling in singulars(token)}
