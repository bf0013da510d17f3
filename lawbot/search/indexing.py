"""Fills the lawbook's search tables from the laws, the lexicon and the charts."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sqlite_utils import Database

from lawbot.citation import Citation
from lawbot.lawbook import PLAIN, Entry, Lawbook
from lawbot.lawbook.index import SearchIndex
from lawbot.search import words
from lawbot.search.lexicon import Lexicon
from lawbot.search.vectors import WordVectors, load_table, pack_units
from lawbot.situations.charts import Situations
from lawbot.situations.model import Chart

LEXICON_EDITIONS = {"en": "en-2017", "vi": "vi-2007", "th": "th-1997"}
"""The edition whose citations the phrases of a language name."""


def spelt(text: str, language: str) -> str:
    """The text as it goes into an FTS5 table of that language."""
    if language == "th":
        return words.thai(text)
    return " ".join(words.vietnamese(text) if language == "vi" else words.english(text))


def key_of(citation: Citation) -> str:
    """The citation as the tables of owners hold it."""
    return str(citation).casefold()


class Indexer:
    """Writes every signal that ``lawbot.search.engine`` asks for into a lawbook that is being built."""

    def __init__(self, lexicons: Iterable[Lexicon], situations: Situations) -> None:
        self.lexicons = {lexicon.language: lexicon for lexicon in lexicons}
        self.situations = situations
        self._counts: dict[str, Counter[str]] = {}

    @classmethod
    def load(cls, data: Path, situations: Situations) -> "Indexer":
        """Reads the lexicons of a data folder. Raises LexiconError."""
        found = (Lexicon.load(data / "lexicon" / language, edition) for language, edition in LEXICON_EDITIONS.items())
        return cls(found, situations)

    def __call__(self, db: Database) -> None:
        """Adds the search tables to the database of a lawbook."""
        lawbook, index = Lawbook(db), SearchIndex(db)
        for edition in lawbook.editions.values():
            self._index_edition(lawbook, index, edition.id, edition.language)
        for language, lexicon in self.lexicons.items():
            self._index_phrases(lawbook, index, language, lexicon)
        self._index_situations(index)
        for language, lexicon in self.lexicons.items():
            counts = self._counts.setdefault(language, Counter())
            if language != "th":
                counts.update(token for said in lexicon.synonyms for token in spelt(said, language).split() if "_" not in token)
        for language, counts in self._counts.items():
            index.keep(f"vocabulary:{language}", dict(sorted(counts.items())))
            if language == "en" and (table := load_table()) is not None:
                index.keep_bytes("vectors:words", WordVectors.pack(table.sums(sorted(counts))))
            index.keep(f"synonyms:{language}", self.lexicons[language].synonyms if language in self.lexicons else {})

    def _index_edition(self, lawbook: Lawbook, index: SearchIndex, edition: str, language: str) -> None:
        units = [entry for entry in lawbook.provisions(edition) if entry.level not in ("footnote", "table")]
        index.keep(f"units:{edition}", [key_of(unit.citation) for unit in units])
        index.keep(f"empty:{edition}", [number for number, unit in enumerate(units) if not unit.text])
        self._create(index, f"text:{edition}", language, (self._text(unit) for unit in units))
        self._create(index, f"head:{edition}", language, (_headings(unit) for unit in units))

    def _text(self, unit: Entry) -> str:
        notes = [note.text for note in unit.footnotes]
        table = [" ".join(row) for row in unit.table.rows] if unit.table and unit.citation.parent is None else []
        return " ".join([unit.text, unit.note, *notes, *table])

    def _index_phrases(self, lawbook: Lawbook, index: SearchIndex, language: str, lexicon: Lexicon) -> None:
        edition = lexicon.edition if lexicon.edition in lawbook.editions else PLAIN
        if edition == PLAIN and language != "en":
            return
        owners, phrases = [], []
        for citation, phrase in lexicon.phrases:
            unit = citation.parent if (citation.footnote or citation.table) and citation.parent else citation
            owners.append(key_of(unit))
            phrases.append(phrase)
        index.keep(f"owners:{language}", owners)
        self._create(index, f"phrase:{language}", language, phrases)
        gathered: dict[str, list[str]] = {}
        for owner, phrase in zip(owners, phrases, strict=True):
            gathered.setdefault(owner, []).append(phrase)
        index.keep(f"gathered:{language}", list(gathered))
        self._create(index, f"gathered:{language}", language, (" ".join(group) for group in gathered.values()))
        self._create(index, f"law:{language}", language, _whole_laws(lawbook, edition, gathered))
        table = load_table() if language == "en" else None
        if table is not None and phrases:
            index.keep_bytes("vectors:phrase", pack_units(table.embed(phrases)))
            if PLAIN in lawbook.editions:
                units = [entry for entry in lawbook.provisions(PLAIN) if entry.level not in ("footnote", "table")]
                index.keep_bytes("vectors:text", pack_units(table.embed([f"{unit.title or ''}. {unit.text}" for unit in units])))

    def _index_situations(self, index: SearchIndex) -> None:
        charts = list(self.situations.values())
        index.keep("charts", [chart.id for chart in charts])
        index.keep("chart_titles", [chart.title for chart in charts])
        index.keep("chart_laws", {chart.id: sorted(_cited(chart)) for chart in charts})
        owners = [(number, alias) for number, chart in enumerate(charts) for alias in _aliases(chart)]
        index.keep("alias_owners", [number for number, _ in owners])
        self._create(index, "alias", "en", (alias for _, alias in owners))
        self._create(index, "chart", "en", (_chart_words(chart) for chart in charts))
        table = load_table()
        if table is not None and owners:
            index.keep_bytes("vectors:alias", pack_units(table.embed([alias for _, alias in owners])))

    def _create(self, index: SearchIndex, signal: str, language: str, texts: Iterable[str]) -> None:
        counts = self._counts.setdefault(language, Counter())
        rows = []
        for number, text in enumerate(texts):
            line = spelt(text, language)
            tokens = words.trigrams(line) if language == "th" else line.split()
            counts.update(token for token in tokens if "_" not in token and not token.isdigit())
            rows.append((number + 1, line))
        index.create(signal, language, rows)


def _headings(unit: Entry) -> str:
    return " ".join([*(step.title or "" for step in unit.path), unit.title or "", unit.citation.term])


def _whole_laws(lawbook: Lawbook, edition: str, gathered: dict[str, list[str]]) -> Iterable[str]:
    """One text a law, 0 for the definitions and the introduction: all its headings, words and phrases."""
    texts: dict[int, list[str]] = {law: [] for law in range(94)}
    for entry in lawbook.provisions(edition):
        texts[entry.citation.law] += [entry.title or "", entry.text, *gathered.get(key_of(entry.citation), ())]
    return (" ".join(text) for text in texts.values())


def _cited(chart: Chart) -> set[str]:
    return {key_of(Citation.parse(cite)) for ruling in chart.rulings.values() for cite in ruling.cites}


def _aliases(chart: Chart) -> list[str]:
    return [chart.title, chart.summary, *chart.aliases, *(case.facts for case in chart.cases)]


def _chart_words(chart: Chart) -> str:
    asked = [f"{question.ask} {' '.join(answer.label for answer in question.answers)}" for question in chart.questions.values()]
    return " ".join([chart.title, chart.summary, *chart.aliases, *asked, *(ruling.headline for ruling in chart.rulings.values())])
