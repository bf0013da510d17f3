"""Search: provisions and flow charts for words. What a text names is none of its business (``lawbot.answers.outcome``)."""

from collections.abc import Iterable
from dataclasses import replace

from lawbot.citation import Citation
from lawbot.language import SOURCE, Languages
from lawbot.lawbook import Lawbook
from lawbot.lawbook.index import SearchIndex
from lawbot.search.charts import ChartHit, Charts
from lawbot.search.kept import Kept
from lawbot.search.provisions import Found, Hit, Provisions
from lawbot.search.terms import LONGEST_QUERY, Queries, bounded
from lawbot.text.citing import numbered

__all__ = ["LONGEST_QUERY", "ChartHit", "Found", "Hit", "Search"]


class Search:
    """Searches one lawbook. Any text may be given; none raises."""

    def __init__(self, lawbook: Lawbook, *, vectors: bool = True) -> None:
        self.lawbook = lawbook
        self.index = SearchIndex(lawbook.db)
        self._kept = Kept(lawbook, self.index, vectors=vectors)
        self._asking = Queries(self._kept)
        self._provisions = Provisions(self._kept, self._asking)
        self._charts = Charts(self._kept, self._asking, self._provisions)

    @property
    def languages(self) -> Languages:
        """The languages that the lawbook was built with."""
        return self._kept.languages

    def find(self, query: str, edition: str, limit: int = 10) -> Found:
        """The provisions of ``edition`` that words find, best first. Raises LawbookError for an unknown edition."""
        language = self.lawbook.edition(edition).language
        query = numbered(query[: 4 * LONGEST_QUERY])
        text = bounded(query)
        found = self._charts.favouring(self._provisions.ranked(text, edition, self.languages[language]), text)
        return replace(found, hits=self._provisions.with_text(found.hits, edition, limit))

    def situations(self, query: str, limit: int = 5) -> list[ChartHit]:
        """The flow charts for a description of what happened, best first."""
        text = bounded(query)
        return self._charts.ranked(text, limit, self._asking.language_of(text))

    def chart_titles(self, language: str) -> dict[str, str]:
        """The titles of the charts that are written in a language, or translated into it, by their ids."""
        return self._charts.titles(language)

    def charts_on(self, citation: Citation, edition: str) -> list[str]:
        """The charts that rest on a provision of an edition, best first: those about its law, then those whose rulings cite it most."""
        return self._charts.on(self.lawbook.counterparts(citation, edition, self.lawbook.ruled_by).citations)

    def rested_on(self, chart: str, edition: str) -> frozenset[str]:
        """The keys of the provisions of an edition that a chart's rulings rest on."""
        return self._charts.rested_on(chart, edition)

    def carried(self, keys: Iterable[str], edition: str) -> frozenset[str]:
        """The keys of the provisions of an edition that stand for those that rulings cite, by theirs."""
        return self._charts.carried(keys, edition)

    def language_of(self, query: str, reader: str = SOURCE) -> str:
        """The language of a query: by its script and marks; for letters that many share, by whose words it is made of; for what no
        language owns (a citation, nothing), and where both know its words, that of the reader."""
        return self._asking.language_of(query, reader)

    def knows(self, word: str, language: str) -> bool:
        """Whether a word stands in a text of that language that is searched."""
        return self._asking.knows(word, language)

    def meanings(self, word: str, language: str = SOURCE) -> list[str]:
        """What a word or abbreviation may stand for, by the lexicon of a language: 'LHO', 'renege'; empty when nothing is known."""
        return self._asking.meanings(word, language)
