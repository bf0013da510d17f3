"""Write the index of search into a lawbook: from the laws, the lexicons and the charts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from sqlite_utils import Database

from lawbot.book import EditionInfo, Lawbook
from lawbot.book.catalogue import Catalogue
from lawbot.book.concordance import Tables
from lawbot.book.index import SearchIndex
from lawbot.charts.load import Situations, resting
from lawbot.charts.model import Chart
from lawbot.charts.translation import Worded
from lawbot.errors import LexiconError
from lawbot.language import SOURCE, Language, Languages
from lawbot.law.citation import Citation
from lawbot.search.classifier import Example, features_of, train
from lawbot.search.lexicon import Lexicon
from lawbot.search.signals import SIGNALS, Material, SignalKind
from lawbot.search.spelling import plain_words

_LEAST_EXAMPLES = 4
"""Fewest examples of a feature that a classifier of provisions learns."""
_LEAST_EXAMPLES_OF_FEW = 2
"""Fewest examples of a feature for classifiers of laws and charts, which are fewer."""
_LabelledText = tuple[str, dict[str, float]]
"""A text to learn from, and its classes with the share of each."""


@dataclass(frozen=True, slots=True)
class IndexTexts:
    """The texts, beside the laws, of which the index is made."""

    languages: Languages
    lexicons: list[Lexicon]
    situations: Situations

    @classmethod
    def of(cls, catalogue: Catalogue, tables: Tables, situations: Situations) -> "IndexTexts":
        """Load languages and lexicons from the data folder of a catalogue. Raises LawbotError."""
        lexicons = _load_lexicons(catalogue, tables)
        return cls(Languages.load(catalogue.data), lexicons, situations)

    def write_index(self, db: Database) -> None:
        """Add the tables of search to the database of a lawbook.

        Raises LawbotError for an edition in a language without a file.
        """
        IndexWriter(self, Lawbook(db.conn), SearchIndex(db.conn)).write()


def load_lexicons(data: Path) -> list[Lexicon]:
    """Load all lexicons of a data folder. Raises LawbotError."""
    catalogue = Catalogue.load(data / "editions.toml")
    return _load_lexicons(catalogue, Tables.load(data / "concordance"))


def _load_lexicons(catalogue: Catalogue, tables: Tables) -> list[Lexicon]:
    lexicons: list[Lexicon] = []
    faults: list[str] = []
    for name, editions in catalogue.lexicons().items():
        home = editions[0]
        edition_ids = tuple(edition.id for edition in editions)
        try:
            lexicon = Lexicon.load(catalogue.data, name, home.language, edition_ids)
        except LexiconError as error:
            faults.append(str(error))
            continue
        citations = [citation for citation, _ in lexicon.phrases]
        for edition in catalogue.editions.values():
            if edition.plain and edition.language == lexicon.language:
                lexicon.plain_counterparts = tables.carried(citations, home, edition)
        lexicons.append(lexicon)
    if faults:
        raise LexiconError("{faults}", faults="\n".join(faults))
    return lexicons


class IndexWriter:
    """The index of one lawbook while it is written."""

    def __init__(self, texts: IndexTexts, lawbook: Lawbook, index: SearchIndex) -> None:
        self.languages = texts.languages
        self.situations = texts.situations
        self.lexicons = texts.lexicons
        self.lawbook = lawbook
        self.index = index
        self._worded: dict[str, Situations | Worded] = {
            code: Worded(texts.situations, code) for code in texts.languages if code != SOURCE
        }
        self._worded[SOURCE] = texts.situations
        self._counts: dict[str, Counter[str]] = {}
        self._synonyms: dict[str, dict[str, list[str]]] = {}
        # a phrase stands in several signals, and classifiers learn from it
        self._spellings: dict[tuple[str, str], str] = {}
        self._features: dict[tuple[str, str], list[str]] = {}
        self._entries = {edition: list(lawbook.provisions(edition)) for edition in lawbook.editions}

    def write(self) -> None:
        """Write all signals, classifiers and vocabularies."""
        languages = self.languages.values()
        self.index.keep("languages", [language.model_dump() for language in languages])
        for edition in self.lawbook.editions.values():
            self._write_edition(edition)
        rows = [self._write_lexicon(lexicon) for lexicon in self.lexicons]
        self.index.keep("lexicons", [row for row in rows if row is not None])
        if self.situations:
            self._write_charts(self.languages.of(SOURCE))
            edition_languages = {edition.language for edition in self.lawbook.editions.values()}
            for language in languages:
                if language.code != SOURCE and language.code in edition_languages:
                    self._write_translated_charts(language)
        for code, counts in self._counts.items():
            self.index.keep(f"synonyms:{code}", self._synonyms.get(code, {}))
            self.index.keep(f"vocabulary:{code}", dict(sorted(counts.items())))
            self.index.keep(f"plain:{code}", plain_words(code))

    def _write_edition(self, edition: EditionInfo) -> None:
        """Write the signals of an edition, and the list of its provisions."""
        language = self.languages.of(edition.language)
        material = Material(self._entries[edition.id])
        self.index.keep(f"units:{edition.id}", [unit.citation.folded for unit in material.units])
        empty = [index for index, unit in enumerate(material.units) if not unit.text]
        self.index.keep(f"empty:{edition.id}", empty)
        for signal in SIGNALS:
            if signal.source == "edition":
                texts = [row.text for row in signal.texts(material)]
                self._write_table(signal.table.format(edition.id), language, texts)

    def _write_lexicon(self, lexicon: Lexicon) -> dict[str, object] | None:
        """Write the signals of a lexicon; return its row, None if its editions are missing."""
        language = self.languages.of(lexicon.language)
        lexicon = self._for_lawbook(lexicon)
        editions = list(lexicon.editions)
        if not editions:
            return None
        material = Material(self._entries[editions[0]], lexicon)
        for signal in SIGNALS:
            if signal.source != "lexicon":
                continue
            table = signal.table.format(lexicon.name)
            rows = list(signal.texts(material))
            if signal.kind in (SignalKind.CLASSIFIER, SignalKind.LAW_CLASSIFIER):
                is_of_laws = signal.kind is SignalKind.LAW_CLASSIFIER
                least = _LEAST_EXAMPLES_OF_FEW if is_of_laws else _LEAST_EXAMPLES
                examples = [(row.text, {row.owner: 1.0}) for row in rows]
                self._write_classifier(table, language, examples, least)
            else:
                owners = [row.owner for row in rows]
                self.index.keep(signal.owners.format(lexicon.name), owners)
                self._write_table(table, language, [row.text for row in rows])
        self._synonyms.setdefault(language.code, {}).update(lexicon.synonyms)
        if language.has_words:
            # what is a synonym is not misspelt
            words = chain.from_iterable(map(language.words, lexicon.synonyms))
            self._count(language, words, digits=True)
        return {"name": lexicon.name, "language": language.code, "editions": editions}

    def _plain_edition(self, language: str) -> EditionInfo | None:
        """Return the edition in our plain words of a language, or None."""
        for edition in self.lawbook.editions.values():
            if edition.plain and edition.language == language:
                return edition
        return None

    def _for_lawbook(self, lexicon: Lexicon) -> Lexicon:
        """Return a lexicon with the editions that the lawbook has, and their citations.

        Stories are cited by the code of the rulings, phrases by that of the lexicon.
        """
        editions = tuple(
            edition for edition in lexicon.editions if edition in self.lawbook.editions
        )
        if not editions:
            plain = self._plain_edition(lexicon.language)
            return lexicon.for_edition(plain.id) if plain else replace(lexicon, editions=())
        ruled_by = self.lawbook.ruled_by
        if self.lawbook.edition(editions[0]).code == self.lawbook.edition(ruled_by).code:
            return replace(lexicon, editions=editions)
        counterparts = self.lawbook.carried(ruled_by, editions[0])
        stories = [
            story._replace(citation=Citation.parse(counterparts[story.citation.folded][0]))
            for story in lexicon.stories
            if counterparts.get(story.citation.folded)
        ]
        return replace(lexicon, editions=editions, stories=stories)

    def _write_charts(self, language: Language) -> None:
        """Write the signals of the charts, and the provisions that they rest on."""
        charts = list(self.situations.values())
        self._write_titles(language, charts)
        self.index.keep("chart_first_law", {chart.id: [str(chart.laws[0])] for chart in charts})
        self.index.keep("chart_laws", {chart.id: sorted(set(_cites(chart))) for chart in charts})
        charts_on = {citation.folded: ids for citation, ids in resting(charts).items()}
        self.index.keep("charts_on", charts_on)
        owners: list[str] = []
        texts: list[str] = []
        for chart in charts:
            chart_texts = self._chart_texts(chart)
            owners += [chart.id] * len(chart_texts)
            texts += chart_texts
        self.index.keep("alias_owners", owners)
        self._write_table("alias", language, texts)
        self._write_table("chart", language, list(map(_chart_words, charts)))
        self._write_chart_classifier(language)

    def _write_translated_charts(self, language: Language) -> None:
        """Write the signals of the charts that are translated into a language."""
        code = language.code
        charts = [
            chart
            for chart in self._worded[code].values()
            if chart.title != self.situations[chart.id].title
        ]
        self._write_titles(language, charts)
        titles = [f"{chart.title} {chart.summary}" for chart in charts]
        self._write_table(f"title:{code}", language, titles)
        self._write_table(f"chart:{code}", language, list(map(_chart_words, charts)))
        self._write_chart_classifier(language)

    def _write_titles(self, language: Language, charts: list[Chart]) -> None:
        self.index.keep(f"charts:{language.code}", [chart.id for chart in charts])
        self.index.keep(f"chart_titles:{language.code}", [chart.title for chart in charts])

    def _write_chart_classifier(self, language: Language) -> None:
        examples = list(self._chart_examples(language))
        self._write_classifier(
            f"charts:{language.code}", language, examples, _LEAST_EXAMPLES_OF_FEW
        )

    def _chart_examples(self, language: Language) -> Iterator[_LabelledText]:
        """Yield texts of charts, stories, and the phrases of provisions that charts rest on.

        A phrase is shared among the charts, by how often their rulings cite the provision.
        """
        is_source = language.code == SOURCE
        for chart in self._worded[language.code].values():
            texts = self._chart_texts(chart) if is_source else [chart.title, chart.summary]
            for text in texts:
                yield text, {chart.id: 1.0}
        cite_counts: dict[str, Counter[str]] = {}
        for chart in self.situations.values():
            for key in _cites(chart):
                cite_counts.setdefault(key, Counter())[chart.id] += 1
        for lexicon in self.lexicons:
            if lexicon.language != language.code:
                continue
            for story in lexicon.stories:
                yield story.text, {story.chart: 1.0}
            local = self._for_lawbook(lexicon)
            if not local.editions:
                continue
            counterparts = self.lawbook.carried(local.editions[0], self.lawbook.ruled_by)
            for citation, phrase in local.phrases:
                counts: Counter[str] = Counter()
                for key in counterparts.get(citation.folded, ()):
                    counts.update(cite_counts.get(key, {}))
                if counts:
                    total = counts.total()
                    yield phrase, {chart_id: count / total for chart_id, count in counts.items()}

    def _chart_texts(self, chart: Chart) -> list[str]:
        """Return the short texts of a chart: of its own file, and of the lexicon."""
        texts = [chart.title, chart.summary, *chart.aliases]
        texts += [case.facts for case in chart.cases]
        for lexicon in self.lexicons:
            if lexicon.language == SOURCE:
                texts += lexicon.charts.get(chart.id, ())
        return texts

    def _write_classifier(
        self, name: str, language: Language, labelled: Sequence[_LabelledText], least: int
    ) -> None:
        if not labelled:
            return
        examples = [
            Example(self._features_of(text, language), classes) for text, classes in labelled
        ]
        classes, weights = train(examples, least)
        self.index.keep(f"learnt:{name}", classes)
        self.index.keep_rows(f"learnt:{name}", weights)

    def _write_table(self, table: str, language: Language, texts: Sequence[str]) -> None:
        """Write a table with a row for each text, and count its terms."""
        lines = [self._spelt(text, language) for text in texts]
        self._count(language, chain.from_iterable(map(language.terms, lines)))
        self.index.create(table, language.tokenizer, enumerate(lines, 1))

    def _spelt(self, text: str, language: Language) -> str:
        key = (language.code, text)
        if key not in self._spellings:
            self._spellings[key] = language.spelt(text)
        return self._spellings[key]

    def _features_of(self, text: str, language: Language) -> list[str]:
        key = (language.code, text)
        if key not in self._features:
            terms = language.terms(self._spelt(text, language))
            self._features[key] = features_of(terms, language)
        return self._features[key]

    def _count(self, language: Language, terms: Iterable[str], *, digits: bool = False) -> None:
        """Count words for the vocabulary of a language; numbers only if ``digits``."""
        counts = self._counts.setdefault(language.code, Counter())
        for term, count in Counter(terms).items():
            # pairs of words are no words to repair others to
            if "_" not in term and (digits or not term.isdigit()):
                counts[term] += count


def _cites(chart: Chart) -> Iterator[str]:
    """Yield the keys of the provisions that a chart's rulings cite, as often as they do."""
    for cite in chart.ruling_cites:
        yield Citation.parse(cite).folded


def _chart_words(chart: Chart) -> str:
    """Return all words of a chart but those of cases and the texts of rulings."""
    texts = [chart.title, chart.summary, *chart.aliases]
    for question in chart.questions.values():
        texts += [question.ask, *(answer.label for answer in question.answers)]
    texts += [ruling.headline for ruling in chart.rulings.values()]
    return " ".join(texts)
