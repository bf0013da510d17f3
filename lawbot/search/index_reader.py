"""What a lawbook keeps for search, each piece read once, when it is first asked for, in its own
type."""

from __future__ import annotations

from functools import cache, cached_property, partial
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language, Languages, installed
from lawbot.search.bm25 import Points, Remembered
from lawbot.search.classifier import Learnt
from lawbot.search.signals import law_of
from lawbot.search.spelling import Speller

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lawbot.citation import Citation
    from lawbot.lawbook import Lawbook
    from lawbot.lawbook.index import SearchIndex


ROWS = 6000
"""Weights of features that are kept, over all models and languages: two megabytes at most."""


class Spoken(NamedTuple):
    """A lexicon as the lawbook has it: of which editions it speaks."""

    name: str
    language: str
    editions: list[str]

    def home(self, edition: str) -> str:
        """The edition whose provisions its phrases name, in a search of ``edition``."""
        return edition if edition in self.editions else self.editions[0]


class Kept:
    """The reader of what ``lawbot.search.index_writer`` wrote. What is not there reads as empty."""

    def __init__(self, lawbook: Lawbook, index: SearchIndex) -> None:
        self.lawbook = lawbook
        self.index = index
        self.texts = cache(self._read_texts)
        """A list of texts: the owners of rows, titles."""
        self.groups = cache(self._read_groups)
        """Lists of texts under their keys: synonyms, what charts rest on."""
        self.units = cache(self._read_units)
        """The provisions of an edition."""
        self.carried = cache(lambda home, edition: Carried(lawbook.carried(home, edition)))
        """The ways from the provisions of one edition to those of another."""
        self.speller = cache(self._read_speller)
        """The words that are indexed in a language."""
        self.learnt = cache(self._read_learnt)
        """The model of that name; None where there is none."""
        self._rows = Remembered(index.kept_rows, ROWS)
        self.points = Points(index, self.texts)

    @cached_property
    def languages(self) -> Languages:
        """The languages that the lawbook was built with: those of the data folder, as long as they
        are the same."""
        kept = self.index.kept("languages")
        built = (
            Languages((one.code, one) for one in map(Language.model_validate, kept))
            if isinstance(kept, list)
            else installed()
        )
        return installed() if built == installed() else built

    @cached_property
    def lexicons(self) -> list[Spoken]:
        """The lexicons of the lawbook's editions."""
        kept = self.index.kept("lexicons")
        return [Spoken(**entry) for entry in kept] if isinstance(kept, list) else []

    def lexicon(self, edition: str) -> Spoken | None:
        """The lexicon whose phrases name provisions of the edition; else one in its language, whose
        phrases are to be carried to it."""
        language = self.lawbook.edition(edition).language
        spoken = [lexicon for lexicon in self.lexicons if lexicon.language == language]
        return next(
            (lexicon for lexicon in spoken if edition in lexicon.editions),
            spoken[0] if spoken else None,
        )

    def _read_units(self, edition: str) -> Units:
        kept = self.index.kept(f"empty:{edition}")
        return Units(
            self.lawbook,
            edition,
            self.texts(f"units:{edition}"),
            kept if isinstance(kept, list) else [],
        )

    def _read_speller(self, language: str) -> Speller:
        kept = self.index.kept(f"vocabulary:{language}")
        plain = self.index.kept(f"plain:{language}")
        english = self.index.kept(f"plain:{SOURCE}")
        return Speller(
            kept if isinstance(kept, dict) else {},
            plain if isinstance(plain, bytes) else b"",
            english if isinstance(english, bytes) else b"",
        )

    def _read_texts(self, name: str) -> list[str]:
        kept = self.index.kept(name)
        return [intern(text) for text in kept] if isinstance(kept, list) else []

    def _read_groups(self, name: str) -> dict[str, list[str]]:
        kept = self.index.kept(name)
        return (
            {key: [intern(text) for text in texts] for key, texts in kept.items()}
            if isinstance(kept, dict)
            else {}
        )

    def _read_learnt(self, name: str) -> Learnt | None:
        classes = self.texts(f"learnt:{name}")
        return Learnt(classes, partial(self._rows.of, f"learnt:{name}")) if classes else None


class Units:
    """What is read of an edition once, when it is first searched: its provisions in the order of
    their row numbers, and by heading.

    ``keys`` are those of its provisions; the place of one is the row number of the edition's
    signals, less one.
    """

    def __init__(self, lawbook: Lawbook, edition: str, keys: list[str], empty: list[int]) -> None:
        self.lawbook = lawbook
        self.edition = edition
        self.keys = keys
        self.empty = {keys[number] for number in empty}
        """The keys of provisions without text of their own."""
        self._names: dict[str, list[Citation]] | None = None

    @cached_property
    def citations(self) -> dict[str, Citation]:
        """The provisions by their keys, in the order of the book."""
        found = {citation.folded: citation for citation in self.lawbook.citations(self.edition)}
        return {key: found[key] for key in self.keys}

    def named(self, text: str, language: Language) -> list[Citation]:
        """The provisions whose heading or defined term is, word for word, the text."""
        if self._names is None:
            self._names = grouped(
                (language.spelt(title), citation)
                for citation, title in self.lawbook.headings(self.edition)
            )
        return self._names.get(language.spelt(text), [])

    @cached_property
    def first_texts(self) -> dict[str, Citation]:
        """For each provision without text of its own, the first one inside it that has text."""
        found: dict[str, Citation] = {}
        waiting: list[Citation] = []
        for key, citation in self.citations.items():
            waiting = [holder for holder in waiting if holder.contains(citation)]
            if key in self.empty:
                waiting.append(citation)
                continue
            found |= {holder.folded: citation for holder in waiting}
            waiting = []
        return found


class Carried:
    """The ways from the provisions of one edition, the home, by their keys, to those of another;
    within one edition each leads to itself."""

    def __init__(self, ways: Mapping[str, Sequence[str]]) -> None:
        self._ways = ways
        self._stays = all(there == [key] for key, there in ways.items())

    @cached_property
    def back(self) -> dict[str, list[str]]:
        """The provisions of the home that those of the edition correspond to."""
        return grouped((target, key) for key, there in self._ways.items() for target in there)

    def points(self, points: Mapping[str, float], weight: float = 1.0) -> dict[str, float]:
        """Points of provisions of the home, times a weight, as those of their counterparts; the
        most where several have one counterpart."""
        if self._stays:
            return {key: weight * given for key, given in points.items() if key in self._ways}
        found: dict[str, float] = {}
        for key, given in points.items():
            for there in self._ways.get(key, ()):
                found[there] = max(weight * given, found.get(there, 0.0))
        return found

    def in_laws(
        self, points: Mapping[str, float], keys: Iterable[str], weight: float
    ) -> dict[str, float]:
        """Points of laws of the home, by their numbers, times a weight, for those of some
        provisions that correspond to one in them."""
        laws = self._laws
        best = {
            key: max((points[law] for law in laws.get(key, ()) if law in points), default=0.0)
            for key in keys
        }
        return {key: weight * given for key, given in best.items() if given > 0}

    @cached_property
    def _laws(self) -> dict[str, set[str]]:
        """The laws of the home that hold what a provision corresponds to; the definitions and the
        introduction are under 0."""
        return {
            key: {str(law_of(holder)) for holder in holders} for key, holders in self.back.items()
        }
