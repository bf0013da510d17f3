"""The provisions of one edition as search sees them: in the order of their row numbers, by law, by heading."""

from functools import cached_property
from typing import cast

from lawbot.citation import Citation
from lawbot.lawbook import Lawbook
from lawbot.lawbook.index import SearchIndex
from lawbot.search import words
from lawbot.search.indexing import key_of


class Units:
    """What is read of an edition once, when it is first searched."""

    def __init__(self, lawbook: Lawbook, index: SearchIndex, edition: str) -> None:
        self.lawbook = lawbook
        self.index = index
        self.edition = edition

    @cached_property
    def keys(self) -> list[str]:
        """The key of each provision; its place is the row number of the edition's signals, less one."""
        return cast("list[str]", self.index.kept(f"units:{self.edition}") or [])

    @cached_property
    def citations(self) -> dict[str, Citation]:
        """The provisions by their keys, in the order of the book."""
        found = {key_of(citation): citation for citation in self.lawbook.citations(self.edition)}
        return {key: found[key] for key in self.keys}

    @cached_property
    def by_law(self) -> dict[int, list[str]]:
        """The keys of each law; those of the definitions and the introduction under 0."""
        laws: dict[int, list[str]] = {}
        for key, citation in self.citations.items():
            laws.setdefault(citation.law, []).append(key)
        return laws

    @cached_property
    def empty(self) -> set[str]:
        """The keys of provisions without text of their own."""
        return {self.keys[number] for number in cast("list[int]", self.index.kept(f"empty:{self.edition}") or [])}

    @cached_property
    def names(self) -> dict[str, list[Citation]]:
        """Headings and defined terms, as tokens, with the provisions they name."""
        names: dict[str, list[Citation]] = {}
        for citation, title in self.lawbook.headings(self.edition):
            names.setdefault(" ".join(words.english(title)), []).append(citation)
        return names

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
            found |= {key_of(holder): citation for holder in waiting}
            waiting = []
        return found
