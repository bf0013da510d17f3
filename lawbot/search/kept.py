"""What a lawbook keeps for search, each piece read once, when it is first asked for, in its own type."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from sys import intern
from typing import TYPE_CHECKING

from lawbot.language import Language, Languages, installed
from lawbot.search.learnt import Learnt
from lawbot.search.points import Points
from lawbot.search.signals import LAW_NUMBERS, LAWS
from lawbot.search.spelling import Speller
from lawbot.search.units import Carried, Units
from lawbot.search.vectors import UnitVectors, WordVectors, can_compute

if TYPE_CHECKING:
    from lawbot.lawbook import Lawbook
    from lawbot.lawbook.index import SearchIndex


ROWS = 2000
"""Weights of features and vectors of words that are kept, over all models and languages, the last asked for: two megabytes at most."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A lexicon as the lawbook has it: of which editions it speaks, and which of them is in our own words."""

    name: str
    language: str
    editions: tuple[str, ...]
    own: str | None

    def home(self, edition: str) -> str:
        """The edition whose provisions its phrases name, in a search of ``edition``."""
        return edition if edition in self.editions else self.editions[0]


class Kept:
    """The reader of what ``lawbot.search.indexing`` wrote. What is not there reads as empty."""

    def __init__(self, lawbook: Lawbook, index: SearchIndex, *, vectors: bool) -> None:
        self.lawbook = lawbook
        self.index = index
        self._wants_vectors = vectors and can_compute()
        self.points = Points(index, self.texts, fast=can_compute())
        self._units: dict[str, Units] = {}
        self._carried: dict[tuple[str, str], Carried] = {}
        self._texts: dict[str, list[str]] = {}
        self._spellers: dict[str, Speller] = {}
        self._matrices: dict[str, UnitVectors | None] = {}
        self._models: dict[str, Learnt | None] = {}
        self._row = lru_cache(maxsize=ROWS)(index.kept_row)

    @cached_property
    def languages(self) -> Languages:
        """The languages that the lawbook was built with."""
        kept = self.index.kept("languages")
        return Languages((one.code, one) for one in map(Language.model_validate, kept)) if isinstance(kept, list) else installed()

    @cached_property
    def lexicons(self) -> list[Spoken]:
        """The lexicons of the lawbook's editions."""
        kept = self.index.kept("lexicons")
        return [
            Spoken(entry["name"], entry["language"], tuple(entry["editions"]), entry["own"])
            for entry in (kept if isinstance(kept, list) else [])
        ]

    def lexicon(self, edition: str) -> Spoken | None:
        """The lexicon whose phrases name provisions of the edition; else one in its language, whose phrases are to be carried to it."""
        language = self.lawbook.edition(edition).language
        spoken = [lexicon for lexicon in self.lexicons if lexicon.language == language]
        return next((lexicon for lexicon in spoken if edition in lexicon.editions), spoken[0] if spoken else None)

    def carried(self, home: str, edition: str) -> Carried:
        """The way from the provisions of one edition to those of another."""
        if (home, edition) not in self._carried:
            keys, there = (self.texts(f"units:{known}") for known in (home, edition))
            here = self.lawbook.edition(home)
            stays = home == edition or (here.code == self.lawbook.edition(edition).code and keys == there)
            self._carried[home, edition] = Carried(self.lawbook, home, edition, keys, stays=stays)
        return self._carried[home, edition]

    def units(self, edition: str) -> Units:
        """The provisions of an edition."""
        if edition not in self._units:
            self._units[edition] = Units(self.lawbook, edition, self.texts(f"units:{edition}"), self.numbers(f"empty:{edition}"))
        return self._units[edition]

    def speller(self, language: str) -> Speller:
        """The words that are indexed in a language."""
        if language not in self._spellers:
            self._spellers[language] = Speller(self._counts(f"vocabulary:{language}"), self.index.kept_bytes(f"plain:{language}") or b"")
        return self._spellers[language]

    def texts(self, name: str) -> list[str]:
        """A list of texts: the owners of rows, titles."""
        if name == LAW_NUMBERS:
            return [str(law) for law in range(LAWS)]
        if name not in self._texts:
            kept = self.index.kept(name)
            self._texts[name] = [intern(str(text)) for text in kept] if isinstance(kept, list) else []
        return self._texts[name]

    def numbers(self, name: str) -> list[int]:
        """A list of numbers."""
        kept = self.index.kept(name)
        return [int(number) for number in kept] if isinstance(kept, list) else []

    def groups(self, name: str) -> dict[str, list[str]]:
        """Lists of texts under their keys: synonyms, what charts rest on."""
        kept = self.index.kept(name)
        return {str(key): [intern(str(text)) for text in texts] for key, texts in kept.items()} if isinstance(kept, dict) else {}

    def word_vectors(self, language: str) -> WordVectors | None:
        """The vectors of a language's words; None where there are none, or none are wanted."""
        return WordVectors(partial(self._row, f"vectors:{language}")) if self._wants_vectors and self.languages[language].vectors else None

    def matrix(self, name: str) -> UnitVectors | None:
        """The vectors of a signal's texts, one a row; None as for those of words."""
        if name not in self._matrices:
            packed = self.index.kept_bytes(f"vectors:{name}") if self._wants_vectors else None
            self._matrices[name] = UnitVectors(packed) if packed else None
        return self._matrices[name]

    def learnt(self, name: str) -> Learnt | None:
        """The model of that name; None where there is none, or none is wanted."""
        if name not in self._models:
            classes = self.texts(f"learnt:{name}") if self._wants_vectors else []
            self._models[name] = Learnt(classes, partial(self._row, f"learnt:{name}")) if classes else None
        return self._models[name]

    def _counts(self, name: str) -> dict[str, int]:
        kept = self.index.kept(name)
        return {str(word): int(count) for word, count in kept.items()} if isinstance(kept, dict) else {}
