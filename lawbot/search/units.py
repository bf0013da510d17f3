"""The provisions of one edition as search sees them: in the order of their row numbers, by law, by heading."""

from functools import cached_property

from lawbot.citation import Citation
from lawbot.language import Language
from lawbot.lawbook import Lawbook


class Units:
    """What is read of an edition once, when it is first searched.

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
