"""Read what ``lawbot.search.index_writer`` wrote: each piece once, when it is first asked for."""

from __future__ import annotations

from functools import cache, cached_property, partial
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from lawbot.book.lawbook import BUILT_BY_ANOTHER_VERSION
from lawbot.errors import LawbookError
from lawbot.grouped import grouped
from lawbot.language import SOURCE, Language, Languages, installed
from lawbot.search.bm25 import Bm25, WordCache
from lawbot.search.classifier import Classifier
from lawbot.search.signals import law_of
from lawbot.search.spelling import Speller

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lawbot.book import Lawbook
    from lawbot.book.index import SearchIndex
    from lawbot.law.citation import Citation


_MAX_CACHED_FEATURES = 6000
"""Most features whose weights are cached, over all models: two megabytes."""


class IndexedLexicon(NamedTuple):
    """A lexicon of the lawbook, and the editions whose provisions it names."""

    name: str
    language: str
    editions: list[str]

    def home(self, edition: str) -> str:
        """Return the edition whose provisions its phrases name, for a search of ``edition``."""
        return edition if edition in self.editions else self.editions[0]


class IndexReader:
    """The pieces of the index of one lawbook. A piece that is missing reads as empty."""

    def __init__(self, lawbook: Lawbook, index: SearchIndex) -> None:
        self.lawbook = lawbook
        self.index = index
        self.texts = cache(self._read_texts)
        """Return a list of texts by its name: owners of rows, titles."""
        self.groups = cache(self._read_groups)
        """Return lists of texts by their keys: synonyms, charts on a provision."""
        self.units = cache(self._read_units)
        """Return the provisions of an edition."""
        self.provision_map = cache(self._read_provision_map)
        """Return the counterparts of one edition's provisions in another."""
        self.speller = cache(self._read_speller)
        """Return the speller of a language."""
        self.classifier = cache(self._read_classifier)
        """Return the classifier of that name, or None."""
        self._weights = WordCache(index.kept_rows, _MAX_CACHED_FEATURES)
        self.bm25 = Bm25(index, self.texts)

    @cached_property
    def languages(self) -> Languages:
        """The languages that the lawbook was built with.

        Raises LawbookError if another version of the bot has built it.
        """
        stored = self._stored("languages", [])
        if not stored:
            return installed()
        try:
            languages = [Language.model_validate(entry) for entry in stored]
        except ValidationError as error:
            # a language gains and loses word lists from one version of the bot to the next
            raise LawbookError(BUILT_BY_ANOTHER_VERSION) from error
        built = Languages((language.code, language) for language in languages)
        # one value for all lawbooks saves the memory of another
        return installed() if built == installed() else built

    @cached_property
    def lexicons(self) -> list[IndexedLexicon]:
        """The lexicons of the lawbook's editions."""
        return [IndexedLexicon(**lexicon) for lexicon in self._stored("lexicons", [])]

    def lexicon(self, edition: str) -> IndexedLexicon | None:
        """Return the lexicon that names the provisions of an edition, else one in its language."""
        language = self.lawbook.edition(edition).language
        candidates = [lexicon for lexicon in self.lexicons if lexicon.language == language]
        for lexicon in candidates:
            if edition in lexicon.editions:
                return lexicon
        # an older code has no phrases of its own: those of the newest are carried over to it
        return candidates[0] if candidates else None

    def _stored(self, name: str, empty: Any) -> Any:
        """Return a stored value, or the empty one if none of that type is stored."""
        value = self.index.kept(name)
        return value if isinstance(value, type(empty)) else empty

    def _read_texts(self, name: str) -> list[str]:
        return [intern(text) for text in self._stored(name, [])]

    def _read_groups(self, name: str) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = self._stored(name, {})
        return {key: [intern(text) for text in texts] for key, texts in groups.items()}

    def _read_units(self, edition: str) -> Units:
        empty = self._stored(f"empty:{edition}", [])
        return Units(self.lawbook, edition, self.texts(f"units:{edition}"), empty)

    def _read_provision_map(self, home: str, edition: str) -> ProvisionMap:
        return ProvisionMap(self.lawbook.carried(home, edition))

    def _read_speller(self, language: str) -> Speller:
        counts = self._stored(f"vocabulary:{language}", {})
        plain, english = f"plain:{language}", f"plain:{SOURCE}"
        return Speller(counts, self._stored(plain, b""), self._stored(english, b""))

    def _read_classifier(self, name: str) -> Classifier | None:
        classes = self.texts(f"learnt:{name}")
        if not classes:
            return None
        return Classifier(classes, partial(self._weights.rows, f"learnt:{name}"))


class Units:
    """The provisions of an edition in the order of their row numbers, and by heading.

    The index of a key is the row number of the edition's signals, less one.
    """

    def __init__(
        self, lawbook: Lawbook, edition: str, keys: list[str], empty_indexes: Iterable[int]
    ) -> None:
        self.lawbook = lawbook
        self.edition = edition
        self.keys = keys
        self.empty = {keys[index] for index in empty_indexes}
        """The keys of provisions without text of their own."""
        self._by_heading: dict[str, list[Citation]] | None = None

    @cached_property
    def citations(self) -> dict[str, Citation]:
        """The provisions by their keys, in the order of the book."""
        citations = {citation.folded: citation for citation in self.lawbook.citations(self.edition)}
        return {key: citations[key] for key in self.keys}

    def named(self, spelt: str, language: Language) -> list[Citation]:
        """Return the provisions whose heading or defined term is a text, word for word.

        The text is in the form of ``Language.spelt``.
        """
        if self._by_heading is None:
            headings = self.lawbook.headings(self.edition)
            self._by_heading = grouped(
                (language.spelt(heading), citation) for citation, heading in headings
            )
        return self._by_heading.get(spelt, [])

    @cached_property
    def first_texts(self) -> dict[str, Citation]:
        """The first provision with text inside each one without, by the key of the latter."""
        first_texts: dict[str, Citation] = {}
        open_holders: list[Citation] = []
        for key, citation in self.citations.items():
            open_holders = [holder for holder in open_holders if holder.contains(citation)]
            if key in self.empty:
                open_holders.append(citation)
                continue
            # the first text is that of every holder still without one
            for holder in open_holders:
                first_texts[holder.folded] = citation
            open_holders = []
        return first_texts


class ProvisionMap:
    """The provisions of one edition that correspond to those of another, its home, by their keys.

    Within one edition each corresponds to itself.
    """

    def __init__(self, keys_by_home: Mapping[str, Sequence[str]]) -> None:
        self._by_home = keys_by_home
        self._is_identity = all(keys == [home_key] for home_key, keys in keys_by_home.items())

    @cached_property
    def home_keys(self) -> dict[str, list[str]]:
        """The provisions of the home that those of the edition correspond to."""
        return grouped((key, home_key) for home_key, keys in self._by_home.items() for key in keys)

    def points(self, home_points: Mapping[str, float], weight: float = 1.0) -> dict[str, float]:
        """Return the points of provisions of the home, times a weight, for their counterparts.

        A counterpart of several gets the most of theirs.
        """
        points: dict[str, float] = {}
        # nearly all searches are of the home itself
        if self._is_identity:
            for key, home_point in home_points.items():
                if key in self._by_home:
                    points[key] = weight * home_point
            return points
        for home_key, home_point in home_points.items():
            for key in self._by_home.get(home_key, ()):
                points[key] = max(weight * home_point, points.get(key, 0.0))
        return points

    def law_points(
        self, home_points: Mapping[str, float], keys: Iterable[str], weight: float
    ) -> dict[str, float]:
        """Return the points of the home's laws, times a weight, for provisions of the edition.

        A provision gets those of the laws in which its counterparts are.
        """
        points: dict[str, float] = {}
        for key in keys:
            laws = self._home_laws.get(key, ())
            best = max((home_points.get(law, 0.0) for law in laws), default=0.0)
            if best > 0:
                points[key] = weight * best
        return points

    @cached_property
    def _home_laws(self) -> dict[str, set[str]]:
        """The numbers of the home's laws that hold the counterparts of a provision."""
        return {
            key: {str(law_of(home_key)) for home_key in home_keys}
            for key, home_keys in self.home_keys.items()
        }
