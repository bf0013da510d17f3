"""Search provisions and flow charts for the words of a message.

Citations and names in it are read by ``lawbot.decide.understanding``.
"""

from dataclasses import replace

from lawbot.book import Lawbook
from lawbot.book.index import SearchIndex
from lawbot.message.message import Message
from lawbot.search.charts import ChartHit, Charts
from lawbot.search.index_reader import IndexReader
from lawbot.search.provisions import Hit, Provisions, SearchResult
from lawbot.search.query import Queries

__all__ = ["ChartHit", "Hit", "Search", "SearchResult"]


class Search:
    """Searches one lawbook. Any message may be given; none raises.

    A message is searched for once: whoever asks for its provisions and its charts hands over the
    same value.
    """

    def __init__(self, lawbook: Lawbook) -> None:
        self.lawbook = lawbook
        reader = IndexReader(lawbook, SearchIndex(lawbook.db))
        queries = Queries(reader)
        self._provisions = Provisions(reader, queries)
        self._charts = Charts(reader, queries, self._provisions)
        self.languages = reader.languages
        """The languages that the lawbook was built with."""
        self.language_of = queries.language_of
        self.knows = queries.knows
        self.meanings = queries.meanings
        self.chart_titles = self._charts.titles
        self.charts_on = self._charts.on
        self.counterpart_keys = self._charts.counterpart_keys

    def find(self, message: Message, edition: str, limit: int = 10) -> SearchResult:
        """Return the provisions of an edition that words find, best first.

        Number words are not read: ``lawbot.message.citations.numbered`` does. Raises LawbookError for an
        unknown edition.
        """
        result = self._provisions.ranked(message, edition)
        result = self._charts.favouring(result, message)
        hits = self._provisions.with_text(result.hits, edition, limit)
        return replace(result, hits=hits)

    def situations(self, message: Message, limit: int = 5) -> list[ChartHit]:
        """Return the flow charts for a description of a case, best first."""
        language = self.language_of(message.text)
        return self._charts.ranked(message, language)[:limit]
