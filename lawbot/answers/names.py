"""What terms, headings and flow charts are called, word for word and nearly so, in every edition
and language."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial
from sys import intern
from typing import Generic, TypeVar

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from lawbot import strict_csv
from lawbot.citation import Citation
from lawbot.config import ROOT
from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language
from lawbot.lawbook import Lawbook
from lawbot.search.engine import Search
from lawbot.text.frames import LONGEST

GLOSSARY = ROOT / "data" / "glossary.csv"
_PARTED = re.compile(r"[;,()]")
"""What stands between the names of a term that has several: 'Honor (ไพยศ)'."""
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_SPLIT = re.compile(r"[-'’]")
"""Signs inside words that are written with and without: 'sit-outs'."""
_BEGINNING = 4
"""Letters from which on a word that no name has may be the beginning of one: 'info'."""
_LONG = 8
"""Letters from which on a word of one other letter is the same, be it a word itself: 'authorised'."""
_ALIKE, _AHEAD = 85, 5
"""Likeness, of 100, of two names letter by letter, in a language of whose small words little is
known, and how far the next one must be behind."""
_QUESTION = 2
"""Words of what a question begins with, of which the first asks: 'when is'; longer ones begin with
others, too: 'and what if'."""
_Value = TypeVar("_Value")


class NameTable(Generic[_Value]):
    """Names in one language, found by their words: misspelt, without small words and with others
    left out. ``knows`` tells whether a word stands in what is searched, so that it is no
    misspelt one."""

    def __init__(
        self, language: Language, names: Iterable[tuple[str, _Value]], knows: Callable[[str], bool]
    ) -> None:
        self._language = language
        self._knows = knows
        small = sorted(
            {*language.telling.stop, *language.frames.get("small", ())} - _asking(language),
            key=len,
            reverse=True,
        )
        self._small = frozenset(word for name in small for word in language.words(name))
        self._unsaid = re.compile(
            r"(?!)" if language.has_words else "|".join(map(re.escape, small)) or r"(?!)"
        )
        self._whole: dict[str, _Value] = {}
        self._loose: dict[str, _Value] = {}
        self._names: list[tuple[tuple[str, ...], _Value]] = []
        self._holding: dict[str, list[int]] = {}
        for name, value in names:
            self._whole.setdefault(self._joined(name), value)
            self._loose.setdefault(self._unsaid.sub("", self._joined(name)), value)
            if not language.has_words:
                continue
            words = tuple(map(intern, self._telling(name)))
            for spelling in (spelling for word in words for spelling in singulars(word)):
                self._holding.setdefault(intern(spelling), []).append(len(self._names))
            self._names.append((words, value))

    def named(self, text: str) -> _Value | None:
        """What is called so, letter by letter."""
        return self._whole.get(self._joined(text))

    def called(self, text: str) -> list[tuple[float, _Value]]:
        """What the text may name, each with the part of its name's words that were said (1: all of
        them), the best first. Nothing else may be said."""
        found = self._by_words(self._telling(text)) if self._language.has_words else []
        return (
            found
            if found or self._language.telling.stop
            else self._by_letters(self._unsaid.sub("", self._joined(text)))
        )

    def _telling(self, text: str) -> list[str]:
        words = self._language.words(_SPLIT.sub("", _IN_BRACKETS.sub("", text).replace("&", " ")))
        return [word for word in dict.fromkeys(words) if word not in self._small]

    def _joined(self, text: str) -> str:
        """A name without blanks and signs."""
        return "".join(
            char
            for char in self._language.folded(_IN_BRACKETS.sub("", text))
            if char.isalnum() or not char.isascii()
        )

    def _by_words(self, said: list[str]) -> list[tuple[float, _Value]]:
        places: set[int] | None = None
        meant = []
        for word in said:
            meant.append(self._holding.keys() & set(singulars(word)) or self._spellings(word))
            holding = set[int]().union(*(self._holding[spelling] for spelling in meant[-1]))
            places = holding if places is None else places & holding
            if not places:
                return []
        ordered = [place for place in places or () if _stand_in(meant, self._names[place][0])]
        found = [(len(said) / len(self._names[place][0]), place) for place in ordered]
        return [
            (part, self._names[place][1])
            for part, place in sorted(found, key=lambda pair: (-pair[0], pair[1]))
        ]

    def _spellings(self, word: str) -> set[str]:
        """The words of names that a word may be, which none of them has."""
        wrong = 0 if self._knows(word) else 2 if len(word) > _BEGINNING else 1
        wrong = max(wrong, len(word) >= _LONG)
        near = (
            process.extract(
                word, self._holding.keys(), scorer=OSA.distance, score_cutoff=wrong, limit=None
            )
            if wrong
            else []
        )
        spellings = {name for name, _distance, _place in near if len(name) > _BEGINNING}
        return spellings | {
            name for name in self._holding if len(word) >= _BEGINNING and name.startswith(word)
        }

    def _by_letters(self, said: str) -> list[tuple[float, _Value]]:
        alike = process.extract(said, self._loose.keys(), scorer=fuzz.ratio, score_cutoff=_ALIKE)
        best = [(self._loose[name], likeness) for name, likeness, _place in alike]
        others = [likeness for value, likeness in best if value != best[0][0]]
        if best and best[0][1] - max(others, default=0) >= _AHEAD:
            return [(1.0, best[0][0])]
        holding = (
            []
            if self._language.has_words
            else [name for name in self._loose if said and said in name]
        )
        return [(len(said) / len(name), self._loose[name]) for name in holding]


class Names:
    """The names in one lawbook and its charts."""

    def __init__(self, lawbook: Lawbook, search: Search) -> None:
        self.lawbook = lawbook
        self.search = search
        self.terms = cache(self._read_terms)
        """The defined terms of an edition by their folded names; of two with one name the first."""
        self.titles = cache(self._read_titles)
        """The headings of an edition as their words, those of whole laws before those within; in
        other languages the English ones too."""
        self.longest = cache(
            lambda edition: max((LONGEST, *(len(title) for title, _law in self._headings(edition))))
        )
        """Signs above which a text is no name of anything in an edition."""
        self._near_titles = cache(self._read_near_titles)
        self._chart_names = cache(self._read_chart_names)

    def language(self, edition: str) -> Language:
        """The language of an edition."""
        return self.search.languages[self.lawbook.edition(edition).language]

    def chart(self, text: str, language: str) -> str:
        """The chart with that title in English or in the text's language, or that id; empty where
        none has."""
        return next((chart for table in self._charts(language) if (chart := table.named(text))), "")

    def charts(self, text: str, language: str) -> dict[str, float]:
        """The charts that a text may name in English or its own language, each with the part of its
        name that was said, the best first."""
        found: dict[str, float] = {}
        for part, chart in (
            called for table in self._charts(language) for called in table.called(text)
        ):
            found[chart] = max(part, found.get(chart, 0))
        return dict(sorted(found.items(), key=lambda pair: -pair[1]))

    def _charts(self, language: str) -> Iterator[NameTable[str]]:
        """The charts' names in English and in a language."""
        return map(self._chart_names, dict.fromkeys((SOURCE, language)))

    def _read_chart_names(self, code: str) -> NameTable[str]:
        names = [(title, chart) for chart, title in self.search.chart_titles(code).items()]
        if code == SOURCE:  # an id is a name, and beside its title another
            names += [
                (f"{before}{chart.replace('-', ' ')}", chart)
                for title, chart in names
                for before in ("", f"{title} ")
            ]
        return NameTable(
            self.search.languages[code], names, partial(self.search.knows, language=code)
        )

    def near_title(self, text: str, edition: str, least: float) -> Citation | None:
        """The heading that a text names with at least that part of its words, where it can be no
        other as well."""
        found = self._near_titles(edition).called(text)
        best = [law for part, law in found if part == found[0][0] >= least]
        return (
            best[0] if best and (found[0][0] == 1 or len({law.law for law in best}) == 1) else None
        )

    def _read_near_titles(self, edition: str) -> NameTable[Citation]:
        language = self.language(edition)
        names = [(title, law) for title, law in self._headings(edition) if title.strip()]
        return NameTable(language, names, partial(self.search.knows, language=language.code))

    def _read_terms(self, edition: str) -> dict[str, Citation]:
        language = self.language(edition)
        named = grouped(
            (language.folded(name.strip()), citation)
            for name, citation in self._term_names(edition, language)
        )
        return {name: citations[0] for name, citations in named.items()}

    def indexed(self, text: str, edition: str) -> Citation | None:
        """Where the printed index of the Laws in force first points for a head of it in two words
        or more, be it asked for ('when is the ...')."""
        asked = (
            text.removeprefix(question).strip()
            for question in ("", *self.search.languages[SOURCE].questions)
        )
        law = next(
            (
                self._index[head]
                for said in asked
                if (head := said.removeprefix("the ")) in self._index
            ),
            None,
        )
        return (
            next(
                iter(self.lawbook.counterparts(law, self.lawbook.ruled_by, edition).citations), None
            )
            if law
            else None
        )

    @cached_property
    def _index(self) -> dict[str, Citation]:
        """The heads of the printed index in two words or more, each with the only provision that is
        the first it points to."""
        topics = self.lawbook.topics(self.lawbook.ruled_by)
        pointed = grouped(
            (topic.path[-1].casefold(), law) for topic in topics for law in topic.citations[:1]
        )
        return {
            head: Citation.parse(laws[0])
            for head, laws in pointed.items()
            if " " in head and len(set(laws)) == 1
        }

    def _read_titles(self, edition: str) -> dict[str, Citation]:
        language = self.language(edition)
        titled = grouped(
            (" ".join(language.words(title)), citation)
            for title, citation in self._headings(edition)
        )
        return {title: citations[0] for title, citations in titled.items()}

    def _headings(self, edition: str) -> Iterator[tuple[str, Citation]]:
        language = self.language(edition)
        older = [
            known.id for known in self.lawbook.editions.values() if known.language == language.code
        ]
        for source in dict.fromkeys(
            (edition, *older, self.lawbook.ruled_by) if language.code != SOURCE else (edition,)
        ):
            headings = [
                (citation, title)
                for citation, title in self.lawbook.headings(source)
                if not citation.term
            ]
            for citation, title in sorted(headings, key=lambda pair: len(pair[0].parents)):
                here = (
                    self.lawbook.counterparts(citation, source, edition).citations
                    if source != edition
                    else [citation]
                )
                if here:
                    yield title, here[0]

    def _term_names(self, edition: str, language: Language) -> Iterator[tuple[str, Citation]]:
        """What the defined terms are called: whole, by the parts of their names, by a first word
        that is theirs alone; then the terms that a law defines, and those of other editions in
        the language."""
        printed = {
            citation: title for citation, title in self.lawbook.headings(edition) if citation.term
        }
        yield from ((citation.term, citation) for citation in printed)
        for citation, title in printed.items():
            yield from (
                (name, citation)
                for name in _PARTED.split(f"{citation.term};{title}")
                if name.strip()
            )
        if language.code == SOURCE:  # 'psychic' can only be the psychic call
            beginnings = Counter(citation.term.casefold().split()[0] for citation in printed)
            firsts = ((citation.term.casefold().split()[0], citation) for citation in printed)
            yield from ((first, citation) for first, citation in firsts if beginnings[first] == 1)
        ruled = self.lawbook.ruled_by
        elsewhere = [(word, Citation.parse(law), ruled) for word, law in language.defined.items()]
        others = [
            known.id
            for known in self.lawbook.editions.values()
            if known.language == language.code and known.id != edition
        ]
        elsewhere += [
            (citation.term, citation, other)
            for other in others
            for citation in self.lawbook.citations(other)
            if citation.term
        ]
        # people use the English words in every language, and those that the translations
        # use
        if language.code != SOURCE:
            english = self.terms(ruled)
            elsewhere += [(name, citation, ruled) for name, citation in english.items()]
            elsewhere += [
                (name, english[term], ruled)
                for term, name in _rendered(language)
                if term in english
            ]
        for name, citation, other in elsewhere:
            yield from (
                (name, there)
                for there in self.lawbook.counterparts(citation, other, edition).citations[:1]
            )


def _rendered(language: Language) -> Iterator[tuple[str, str]]:
    """The English terms of ``data/glossary.csv``, each with the rendering that a language prefers."""
    with strict_csv.rows(GLOSSARY, lambda columns: "term_en" in columns) as rows:
        for row in rows:
            if names := row.get(f"term_{language.code}"):
                yield row["term_en"], names.partition(" / ")[0]


def _asking(language: Language) -> set[str]:
    """Words that make a name a question, or deny it."""
    said = {
        question.split()[0] for question in language.questions if len(question.split()) <= _QUESTION
    }
    small = language.hearing
    return (said | small.denials | small.supposing) - small.light if small else said


def _stand_in(meant: Iterable[set[str]], words: Iterable[str]) -> bool:
    """Whether one spelling of each word meant stands among the words, in their order."""
    rest = iter(words)
    return all(
        any(not spellings.isdisjoint(singulars(word)) for word in rest) for spellings in meant
    )


def singulars(wanted: str) -> list[str]:
    """A word and what it may be the plural of."""
    return list(
        dict.fromkeys(
            spelling
            for spelling in (wanted, wanted.removesuffix("s"), wanted.removesuffix("es"))
            if spelling
        )
    )


def stems(title: str) -> set[str]:
    """The words of a title with those that they may be the plurals of."""
    return {spelling for token in title.split() for spelling in singulars(token)}
