"""Search: provisions and flow charts for words. What a text names is none of its business
(``lawbot.answers.outcome``)."""

from dataclasses import replace

from lawbot.lawbook import Lawbook
from lawbot.lawbook.index import SearchIndex
from lawbot.search.charts import ChartHit, Charts
from lawbot.search.index_reader import Kept
from lawbot.search.provisions import Found, Hit, Provisions
from lawbot.search.query import LONGEST_QUERY, Queries, bounded
from lawbot.text.citing import numbered

__all__ = ["LONGEST_QUERY", "ChartHit", "Found", "Hit", "Search"]


class Search:
    """Searches one lawbook. Any text may be given; none raises."""

    def __init__(self, lawbook: Lawbook) -> None:
        self.lawbook = lawbook
        self.index = SearchIndex(lawbook.db)
        self._kept = Kept(lawbook, self.index)
        self._asking = Queries(self._kept)
        self._provisions = Provisions(self._kept, self._asking)
        self._charts = Charts(self._kept, self._asking, self._provisions)

        # what one of them answers alone
        self.language_of, self.knows, self.meanings = (
            self._asking.language_of,
            self._asking.knows,
            self._asking.meanings,
        )
        self.chart_titles, self.charts_on = self._charts.titles, self._charts.on
        self.carried, self.languages = self._charts.carried, self._kept.languages
        """The keys that stand for those of the code that charts cite; the languages that the
        lawbook was built with."""

    def find(self, query: str, edition: str, limit: int = 10) -> Found:
        """The provisions of ``edition`` that words find, best first. Raises LawbookError for an
        unknown edition."""
        query = numbered(query[: 4 * LONGEST_QUERY])
        text = bounded(query)
        found = self._charts.favouring(self._provisions.ranked(text, edition), text)
        return replace(found, hits=self._provisions.with_text(found.hits, edition, limit))

    def situations(self, query: str, limit: int = 5) -> list[ChartHit]:
        """The flow charts for a description of what happened, best first."""
        text = bounded(query)
        return self._charts.ranked(text, limit, self._asking.language_of(text))
