"""Fills the lawbook's search tables from the laws, the lexicons and the charts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from sqlite_utils import Database

from lawbot.citation import Citation
from lawbot.concordance.tables import Tables
from lawbot.language import SOURCE, Language, Languages
from lawbot.lawbook import Lawbook
from lawbot.lawbook.index import SearchIndex
from lawbot.reading.catalogue import Catalogue
from lawbot.search.learnt import Example, train
from lawbot.search.lexicon import Lexicon, LexiconError
from lawbot.search.signals import PAIRED, SIGNALS, Kind, Material, empty_units, key_of
from lawbot.search.spelling import plain_words
from lawbot.search.vectors import UnitVectors, WordVectors, can_compute, load_table
from lawbot.situations.charts import Situations, resting
from lawbot.situations.model import Chart
from lawbot.situations.wording import Worded


class Indexer:
    """Writes every signal, and all that search keeps, into a lawbook that is being built."""

    def __init__(self, languages: Languages, lexicons: Iterable[Lexicon], situations: Situations) -> None:
        self.languages = languages
        self.lexicons = list(lexicons)
        self.situations = situations

    @classmethod
    def load(cls, data: Path, situations: Situations) -> "Indexer":
        """Reads languages, editions, lexicons and the concordance of a data folder. Raises LanguageError, CatalogueError, LexiconError, TableError."""
        catalogue = Catalogue.load(data / "editions.toml")
        tables = Tables.load(data / "concordance")
        lexicons, faults = [], []
        for name, editions in catalogue.lexicons().items():
            try:
                lexicon = Lexicon.load(data / "lexicon" / name, editions[0].language, tuple(known.id for known in editions))
            except LexiconError as error:
                faults.append(str(error))
                continue
            for own in (known for known in catalogue.editions.values() if known.plain and known.language == lexicon.language):
                lexicon.now = tables.carried((citation for citation, _ in lexicon.phrases), editions[0], own)
            lexicons.append(lexicon)
        if faults:
            raise LexiconError("{faults}", faults="\n".join(faults))
        return cls(Languages.load(data / "languages"), lexicons, situations)

    def __call__(self, db: Database) -> None:
        """Adds the search tables to the database of a lawbook. Raises LanguageError for an edition in a language without a file."""
        _Writing(self, Lawbook(db.conn), SearchIndex(db.conn)).all()


class _Writing:
    """One lawbook that is being written."""

    def __init__(self, plan: Indexer, lawbook: Lawbook, index: SearchIndex) -> None:
        self.plan = plan
        self.lawbook = lawbook
        self.index = index
        self._counts: dict[str, Counter[str]] = {}
        self._synonyms: dict[str, dict[str, list[str]]] = {}

    def all(self) -> None:
        self.index.keep("languages", [language.model_dump() for language in self.plan.languages.values()])
        for edition in self.lawbook.editions.values():
            self._edition(edition.id, self.plan.languages.of(edition.language))
        kept = [entry for lexicon in self.plan.lexicons if (entry := self._lexicon(lexicon)) is not None]
        self.index.keep("lexicons", kept)
        if self.plan.situations:
            self._charts(self.plan.languages.of(SOURCE))
            for language in self.plan.languages.values():
                if language.code != SOURCE and any(edition.language == language.code for edition in self.lawbook.editions.values()):
                    self._charts_in(language)
        for code, counts in self._counts.items():
            language = self.plan.languages.of(code)
            self.index.keep(f"synonyms:{code}", self._synonyms.get(code, {}))
            self.index.keep(f"vocabulary:{code}", dict(sorted(counts.items())))
            self.index.keep_bytes(f"plain:{code}", plain_words(code))
            if language.vectors and (table := load_table()) is not None:
                words = sorted(counts)
                self.index.keep_rows(f"vectors:{code}", WordVectors.pack(words, table.sums(words)))

    def _edition(self, edition: str, language: Language) -> None:
        material = Material(self.lawbook, edition)
        self.index.keep(f"units:{edition}", [key_of(unit.citation) for unit in material.units])
        self.index.keep(f"empty:{edition}", empty_units(material.units))
        for signal in SIGNALS:
            if signal.texts and "{edition}" in signal.table:
                self._create(signal.table.format(edition=edition), language, [text for _, text in signal.texts(material)])

    def _lexicon(self, lexicon: Lexicon) -> dict[str, object] | None:
        """Writes the signals of a lexicon; returns what is kept of it, None when the lawbook has none of its editions."""
        language = self.plan.languages.of(lexicon.language)
        own = next((known for known in self.lawbook.editions.values() if known.plain and known.language == lexicon.language), None)
        editions = [edition for edition in lexicon.editions if edition in self.lawbook.editions]
        if not editions and own is not None:
            lexicon, editions = lexicon.for_edition(own.id), [own.id]
        if not editions:
            return None
        material = Material(self.lawbook, editions[0], lexicon)
        ours = Material(self.lawbook, own.id) if own else None
        place = {"lexicon": lexicon.name} | ({"own": own.id} if own else {})
        for signal in SIGNALS:
            if signal.texts is None or "{edition}" in signal.table or ("{own}" in signal.table and ours is None):
                continue
            rows = list(signal.texts(ours if ours is not None and "{own}" in signal.table else material))
            if signal.kind is Kind.NEAR:
                self._vectors(signal.table.format(**place), language, [text for _, text in rows])
                continue
            if signal.kind in (Kind.LEARNT, Kind.LEARNT_LAW):
                least = 2 if signal.kind is Kind.LEARNT_LAW else PAIRED
                self._learnt(signal.table.format(**place), language, [Example(text, {owner: 1.0}) for owner, text in rows], least)
                continue
            self.index.keep(signal.owners.format(**place), [owner for owner, _ in rows])
            self._create(signal.table.format(**place), language, [text for _, text in rows])
        self._synonyms.setdefault(language.code, {}).update(lexicon.synonyms)
        if language.has_words:
            self._count(language, (token for said in lexicon.synonyms for token in language.words(said)), digits=True)
        return {"name": lexicon.name, "language": language.code, "editions": editions, "own": own.id if own else None}

    def _charts(self, language: Language) -> None:
        charts = list(self.plan.situations.values())
        self.index.keep("charts", [chart.id for chart in charts])
        self.index.keep("chart_titles", [chart.title for chart in charts])
        self.index.keep("chart_first_law", {chart.id: [str(chart.laws[0])] for chart in charts})
        self.index.keep("chart_laws", {chart.id: sorted(_cited(chart)) for chart in charts})
        self.index.keep("charts_on", {key_of(citation): ids for citation, ids in resting(charts).items()})
        owners = [(chart.id, alias) for chart in charts for alias in self._said(chart)]
        self.index.keep("alias_owners", [chart for chart, _ in owners])
        self._create("alias", language, [alias for _, alias in owners])
        self._create("chart", language, [_chart_words(chart) for chart in charts])
        self._learnt("charts", language, self._chart_examples(charts), 2)
        self._vectors("alias", language, [alias for _, alias in owners])

    def _charts_in(self, language: Language) -> None:
        """The words of the charts that are translated into another language."""
        charts = [
            chart for chart in Worded(self.plan.situations, language.code).values() if chart.title != self.plan.situations[chart.id].title
        ]
        self.index.keep(f"charts:{language.code}", [chart.id for chart in charts])
        self._create(f"title:{language.code}", language, [f"{chart.title} {chart.summary}" for chart in charts])
        self._create(f"chart:{language.code}", language, [_chart_words(chart) for chart in charts])

    def _chart_examples(self, charts: Sequence[Chart]) -> list[Example]:
        """What is said of each chart, and the phrases of the provisions that charts rest on, shared among these."""
        resting: dict[str, Counter[str]] = {}
        for chart in charts:
            for cite in (cite for ruling in chart.rulings.values() for cite in ruling.cites):
                resting.setdefault(key_of(Citation.parse(cite)), Counter())[chart.id] += 1
        examples = [Example(said, {chart.id: 1.0}) for chart in charts for said in self._said(chart)]
        for lexicon in self.plan.lexicons:
            if lexicon.language != SOURCE:
                continue
            examples += (Example(story.text, {story.chart: 1.0}) for story in lexicon.stories)
            for citation, phrase in lexicon.phrases:
                if shared := resting.get(key_of(citation)):
                    examples.append(Example(phrase, {chart: times / shared.total() for chart, times in shared.items()}))
        return examples

    def _said(self, chart: Chart) -> list[str]:
        """What is said of a chart: in its own file, and in the lexicon of its language."""
        told = (said for lexicon in self.plan.lexicons if lexicon.language == SOURCE for said in lexicon.charts.get(chart.id, ()))
        return [chart.title, chart.summary, *chart.aliases, *(case.facts for case in chart.cases), *told]

    def _learnt(self, name: str, language: Language, examples: Sequence[Example], least: int) -> None:
        if not can_compute() or not examples:
            return
        classes, weights = train(examples, language, pairs=True, least=least)
        self.index.keep(f"learnt:{name}", classes)
        self.index.keep_rows(f"learnt:{name}", weights)

    def _create(self, table: str, language: Language, texts: Sequence[str]) -> None:
        rows = [(number, language.spelt(text)) for number, text in enumerate(texts, 1)]
        for _, line in rows:
            self._count(language, language.terms(line))
        self.index.create(table, language.tokenizer, rows)

    def _count(self, language: Language, tokens: Iterable[str], *, digits: bool = False) -> None:
        counts = self._counts.setdefault(language.code, Counter())
        counts.update(token for token in tokens if "_" not in token and (digits or not token.isdigit()))

    def _vectors(self, name: str, language: Language, texts: Sequence[str]) -> None:
        table = load_table() if language.vectors and texts else None
        if table is not None:
            self.index.keep_bytes(f"vectors:{name}", UnitVectors.pack(table.embed(texts)))


def _cited(chart: Chart) -> set[str]:
    return {key_of(Citation.parse(cite)) for ruling in chart.rulings.values() for cite in ruling.cites}


def _chart_words(chart: Chart) -> str:
    asked = [f"{question.ask} {' '.join(answer.label for answer in question.answers)}" for question in chart.questions.values()]
    return " ".join([chart.title, chart.summary, *chart.aliases, *asked, *(ruling.headline for ruling in chart.rulings.values())])
