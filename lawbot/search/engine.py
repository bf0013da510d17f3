"""Search: a citation answers by itself; for other words the signals are summed, an exact heading or term being one of them."""

from dataclasses import replace

from lawbot.citation import Citation, CitationError, find_citations
from lawbot.language import SOURCE, Languages
from lawbot.lawbook import Lawbook, NoSuchProvisionError
from lawbot.lawbook.index import SearchIndex
from lawbot.search.charts import ChartHit, Charts
from lawbot.search.dated import dated
from lawbot.search.kept import Kept
from lawbot.search.provisions import Found, Hit, Provisions
from lawbot.search.terms import LONGEST_QUERY, Asking, bounded

__all__ = ["EXACT", "LONGEST_QUERY", "ChartHit", "Found", "Hit", "Search"]

EXACT = 1000.0
"""The score of a citation."""
_SHORT = 80
"""Characters up to which a question with one citation in it asks for that provision."""


class Search:
    """Searches one lawbook. Any text may be given; none raises."""

    def __init__(self, lawbook: Lawbook, *, vectors: bool = True) -> None:
        self.lawbook = lawbook
        self.index = SearchIndex(lawbook.db)
        self._kept = Kept(lawbook, self.index, vectors=vectors)
        self._asking = Asking(self._kept)
        self._provisions = Provisions(self._kept, self._asking)
        self._charts = Charts(self._kept, self._asking, self._provisions)

    @property
    def languages(self) -> Languages:
        """The languages that the lawbook was built with."""
        return self._kept.languages

    def find(self, query: str, edition: str, limit: int = 10) -> Found:
        """The provisions of ``edition`` that answer ``query``, best first. Raises LawbookError for an unknown edition."""
        language = self.lawbook.edition(edition).language
        query = self.languages.numbered(query[: 4 * LONGEST_QUERY])
        text = bounded(query)
        if (went := self._dated(text, edition, language)) is not None:
            return Found([Hit(citation, EXACT, {"citation": EXACT}) for citation in went[:limit]], edition, language, "citation", 1.0)
        cited = self._cited(text, edition)
        if cited is not None:
            return Found([Hit(cited, EXACT, {"citation": EXACT})], edition, language, "citation", 1.0)
        found = self._charts.favouring(self._provisions.ranked(text, edition, self.languages[language]), text)
        named = self._named(query, edition)
        if named is not None:
            others = [hit for hit in found.hits if hit.citation != named]
            return replace(found, hits=[Hit(named, EXACT, {"citation": EXACT}), *others][:limit], kind="citation", certainty=1.0)
        return replace(found, hits=self._provisions.with_text(found.hits, edition, limit))

    def situations(self, query: str, limit: int = 5) -> list[ChartHit]:
        """The flow charts for a description of what happened, best first."""
        text = bounded(query)
        return self._charts.ranked(text, limit, self._asking.language_of(text))

    def language_of(self, query: str, reader: str = SOURCE) -> str:
        """The language of a query: by its script and marks; for letters that many share, by whose words it is made of; for what no
        language owns (a citation, nothing), and where both know its words, that of the reader."""
        return self._asking.language_of(query, reader)

    def meanings(self, word: str, language: str = SOURCE) -> list[str]:
        """What a word or abbreviation may stand for, by the lexicon of a language: 'LHO', 'renege'; empty when nothing is known."""
        return self._asking.meanings(word, language)

    def _dated(self, text: str, edition: str, language: str) -> list[Citation] | None:
        """Where the provision that a text names with its code stands in the edition; None for a text that names none."""
        try:
            entry = dated(self.lawbook, text, edition, language)
        except NoSuchProvisionError:
            return []
        return self.lawbook.counterparts(entry.citation, entry.edition, edition).citations if entry else None

    def _cited(self, text: str, edition: str) -> Citation | None:
        try:
            return self.lawbook.provision(Citation.parse(text), edition).citation
        except (CitationError, NoSuchProvisionError):
            return None

    def _named(self, query: str, edition: str) -> Citation | None:
        """The one provision that a short question names: 'what does law 72C say'."""
        if len(query) > _SHORT:
            return None
        cited = [span.citation for span in find_citations(query)]
        return self._cited(str(cited[0]), edition) if len(cited) == 1 else None
