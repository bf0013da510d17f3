"""Make the records of the search in the pages: provisions with phrases, charts, learnt models."""

import gzip
import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from lawbot.book import EditionInfo, Entry, Lawbook
from lawbot.book.index import SearchIndex
from lawbot.cards import handbook_links
from lawbot.cards.titles import cased
from lawbot.charts.model import Chart
from lawbot.charts.seats import seated
from lawbot.language import Language
from lawbot.law.citation import LAST_LAW, Citation
from lawbot.search.index_reader import IndexReader
from lawbot.search.lexicon import Lexicon
from lawbot.search.signals import law_of
from lawbot_handbook.linking import Linker

_NEGLIGIBLE_WEIGHT, _WEIGHT_STEP = 14, 8
"""The largest weight that becomes 0, and the step to which others are rounded."""


def packed(value: bytes) -> str:
    """Return bytes as a script may hold them: gzip in base 64."""
    # Without a time in it, equal bytes give equal files, and the worker keeps its version.
    return b64encode(gzip.compress(value, mtime=0)).decode()


def as_json(value: Any) -> bytes:
    """Return a value in JSON, on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


@dataclass
class Records:
    """Search records of one edition and its charts: name, title, phrases, text and path of each.

    Provisions have a record if they have a text or a heading.
    """

    lawbook: Lawbook
    edition: EditionInfo
    charts: Sequence[Chart]
    lexicons: Sequence[Lexicon]
    language: str

    def __post_init__(self) -> None:
        """Find the provisions to record."""
        # a holder of footnotes or tables alone has nothing to be found by
        entries = self.lawbook.provisions(self.edition.id)
        self.entries = [entry for entry in entries if entry.text or entry.title or entry.children]
        self.indexes = {entry.citation.folded: [index] for index, entry in enumerate(self.entries)}

    def all(self) -> list[dict[str, Any]]:
        """Return the records, provisions first, in their order."""
        return self.provisions() + [self._chart(chart) for chart in self.charts]

    def provisions(self) -> list[dict[str, Any]]:
        """Return the records of the provisions, in their order."""
        phrases: dict[str, list[str]] = {}
        for lexicon in self.lexicons:
            is_of_edition = self.edition.id in lexicon.editions
            mapped = lexicon if is_of_edition else lexicon.for_edition(self.edition.id)
            for citation, phrase in mapped.phrases:
                phrases.setdefault(citation.folded, []).append(phrase)
        return [
            self._provision(entry, phrases.get(entry.citation.folded, [])) for entry in self.entries
        ]

    def learnt(self) -> bytes:
        """Return the learnt models for ``static/search.js``: a line with models, classes and
        features, then the weights."""
        index = SearchIndex(self.lawbook.db)
        lexicon = IndexReader(self.lawbook, index).lexicon(self.edition.id)
        models: dict[str, Any] = {}
        weights = b""
        if lexicon:
            provisions = self._indexes_from(lexicon.home(self.edition.id))
            laws: dict[str, list[int]] = {}
            for key, indexes in provisions.items():
                laws.setdefault(str(law_of(key)), []).extend(indexes)
            charts = {
                chart.id: [index] for index, chart in enumerate(self.charts, len(self.entries))
            }
            # The weights have no names of their own: they follow in the order of the models.
            for kind, model, records in (
                ("provision", f"provision:{lexicon.name}", provisions),
                ("law", f"laws:{lexicon.name}", laws),
                ("chart", f"charts:{self.edition.language}", charts),
            ):
                rows = index.kept_rows(f"learnt:{model}")
                classes = index.kept(f"learnt:{model}")
                if not isinstance(classes, list):
                    classes = []
                models[kind] = {
                    "classes": [records.get(str(name), []) for name in classes],
                    "features": list(rows),
                }
                weights += b"".join(rows.values()).translate(_ROUNDED_WEIGHTS)
        return as_json(models) + b"\n" + weights

    def _indexes_from(self, edition: str) -> dict[str, list[int]]:
        """Return for each provision of an edition the indexes of its counterparts' records."""
        if self.lawbook.edition(edition).code == self.edition.code:
            return self.indexes
        keys_of = self.lawbook.carried(edition, self.edition.id)
        return {key: self._indexes_of(keys_of[key]) for key in keys_of}

    def _indexes_of(self, keys: Iterable[str]) -> list[int]:
        indexes: list[int] = []
        for key in keys:
            indexes += self.indexes.get(key, ())
        return indexes

    def _provision(self, entry: Entry, phrases: list[str]) -> dict[str, Any]:
        citation = entry.citation
        record = {
            "name": (entry.title or citation.term) if citation.term else str(citation),
            "title": "" if citation.term else cased(entry.heading),
            "said": " · ".join(phrases),
            "text": " ".join([entry.text, *chain.from_iterable(entry.grid)]),
            "at": Linker(self.lawbook, entry.edition, "").href(citation),
        }
        # Keys are looked up for a typed number, which no footnote, table or term is cited by.
        if citation.law and not citation.footnote and not citation.table:
            record["key"] = handbook_links.anchor(citation).lower()
        return record

    def _chart(self, chart: Chart) -> dict[str, Any]:
        phrases = list(chart.aliases)
        for lexicon in self.lexicons:
            phrases += lexicon.charts.get(chart.id, ())
        questions = " ".join(
            seated(question.ask, language=self.language) for question in chart.questions.values()
        )
        keys = dict.fromkeys(Citation.parse(cite).folded for cite in chart.ruling_cites)
        return {
            "name": chart.title,
            "title": "",
            "said": " · ".join(phrases),
            "text": f"{chart.summary}{'' if chart.summary.endswith('?') else '.'} {questions}",
            "at": handbook_links.chart_page(chart.id),
            "rests": self._indexes_of(keys),
        }


def speech(language: Language) -> dict[str, Any]:
    """Return the words and signs of a language that ``static/search.js`` reads a query with."""
    calls, citing = language.calls, language.citing
    # Laws are looked for in a query as it was typed, with its accents or without.
    spellings: dict[str, None] = {}
    for kind in ("law", "either", "part"):
        for name in citing.get(kind, ()):
            spellings |= dict.fromkeys((name, language.plain(name)))
    return {
        "fold": language.fold,
        "cut": language.tokens,
        "stop": sorted(language.telling.stop),
        "signs": language.signs,
        "closed": language.closed,
        "letters": language.own_letters,
        "levels": calls.levels[:7],
        "strains": [*chain.from_iterable(calls.strains), "♣", "♦", "♥", "♠"],
        "cited": list(spellings),
        "spelled": citing.get("letters", ()),
        "numbers": _law_numbers(language),
    }


def _law_numbers(language: Language) -> dict[str, int]:
    """Return the numbers of laws by their words: 'seventy-nine' and 'seventy nine'."""
    numbers = {word: number for number, word in enumerate(language.numerals, 1)}
    units = dict(list(numbers.items())[:9]) | language.after_tens
    for ten, tens in enumerate(language.tens, 1):
        numbers[tens] = 10 * ten
        for unit, number in units.items():
            # Thai has no blank between them
            for between in (" ", "-", ""):
                numbers[f"{tens}{between}{unit}"] = 10 * ten + number
    return {word: number for word, number in numbers.items() if number <= LAST_LAW}


def _rounded(byte: int) -> int:
    """Return a weight, a signed byte, rounded to its step, or 0 if it is negligible."""
    weight = byte - 256 if byte > 127 else byte
    if abs(weight) <= _NEGLIGIBLE_WEIGHT:
        return 0
    return round(weight / _WEIGHT_STEP) * _WEIGHT_STEP % 256


# Rounded weights pack to a third of the size, and the pages find the same with them.
_ROUNDED_WEIGHTS = bytes(map(_rounded, range(256)))
"""Translation table from a byte of a weight to the byte written."""
