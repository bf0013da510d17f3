"""The provisions of one edition as search sees them, and what speaks of them carried to those of another edition by the concordance."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from lawbot.citation import Citation
from lawbot.language import Language
from lawbot.lawbook import Lawbook
from lawbot.search.signals import law_of


class Units:
    """What is read of an edition once, when it is first searched: its provisions in the order of their row numbers, and by heading.

    ``keys`` are those of its provisions; the place of one is the row number of the edition's signals, less one.
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
            self._names = {}
            for citation, title in self.lawbook.headings(self.edition):
                self._names.setdefault(language.spelt(title), []).append(citation)
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
    """The ways from the provisions of one edition, the home, by their keys, to those of another; within one edition each leads to itself."""

    def __init__(self, ways: Mapping[str, Sequence[str]]) -> None:
        self._ways = ways

    @cached_property
    def _ways_back(self) -> dict[str, list[str]]:
        back: dict[str, list[str]] = {}
        for key, there in self._ways.items():
            for target in there:
                back.setdefault(target, []).append(key)
        return back

    def points(self, points: Mapping[str, float]) -> dict[str, float]:
        """Points of provisions of the home as those of their counterparts; the most where several have one counterpart."""
        found: dict[str, float] = {}
        for key, given in points.items():
            for there in self._ways.get(key, ()):
                found[there] = max(given, found.get(there, 0.0))
        return found

    def back(self, key: str) -> Sequence[str]:
        """The provisions of the home that a provision of the edition corresponds to."""
        return self._ways_back.get(key, ())

    @cached_property
    def by_law(self) -> dict[str, list[str]]:
        """What corresponds to the provisions of each law of the home, by its number; those of the definitions and the introduction under 0."""
        laws: dict[str, list[str]] = {}
        for key, there in self._ways.items():
            laws.setdefault(str(law_of(key)), []).extend(there)
        return laws
