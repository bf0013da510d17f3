"""Fills the lawbook's search tables from the laws, the lexicons and the charts."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from sqlite_utils import Database

from lawbot.citation import Citation
from lawbot.concordance.tables import Tables
from lawbot.errors import LexiconError
from lawbot.language import SOURCE, Language, Languages
from lawbot.lawbook import EditionInfo, Lawbook
from lawbot.lawbook.index import SearchIndex
from lawbot.reading.catalogue import Catalogue
from lawbot.search.classifier import features_of, train
from lawbot.search.lexicon import Lexicon
from lawbot.search.signals import PAIRED, SIGNALS, Material, SignalKind, empty_units
from lawbot.search.spelling import plain_words
from lawbot.situations.charts import Situations, resting
from lawbot.situations.model import Chart
from lawbot.situations.wording import Worded

Classed = tuple[str, dict[str, float]]
"""A text, and the classes it belongs to with the part that each has of it."""


class Indexer:
    """Writes every signal, and all that search keeps, into a lawbook that is being built."""

    def __init__(
        self, languages: Languages, lexicons: Iterable[Lexicon], situations: Situations
    ) -> None:
        self.languages = languages
        self.lexicons = list(lexicons)
        self.situations = situations

    @classmethod
    def load(cls, data: Path, situations: Situations) -> "Indexer":
        """Reads languages, editions, lexicons and the concordance of a data folder. Raises
        LawbotError."""
        catalogue = Catalogue.load(data / "editions.toml")
        return cls.of(catalogue, Tables.load(data / "concordance"), situations)

    @classmethod
    def of(cls, catalogue: Catalogue, tables: Tables, situations: Situations) -> "Indexer":
        """Load languages and lexicons from the data folder of a catalogue. Raises LawbotError."""
        data = catalogue.data
        lexicons, faults = [], []
        for name, editions in catalogue.lexicons().items():
            try:
                lexicon = Lexicon.load(
                    data / "lexicon" / name,
                    editions[0].language,
                    tuple(known.id for known in editions),
                )
            except LexiconError as error:
                faults.append(str(error))
                continue
            for own in (
                known
                for known in catalogue.editions.values()
                if known.plain and known.language == lexicon.language
            ):
                lexicon.now = tables.carried(
                    (citation for citation, _ in lexicon.phrases), editions[0], own
                )
            lexicons.append(lexicon)
        if faults:
            raise LexiconError("{faults}", faults="\n".join(faults))
        return cls(Languages.load(data / "languages"), lexicons, situations)

    def __call__(self, db: Database) -> None:
        """Adds the search tables to the database of a lawbook. Raises LawbotError for an edition in
        a language without a file."""
        _Writing(self, Lawbook(db.conn), SearchIndex(db.conn)).all()


class _Writing:
    """One lawbook that is being written."""

    def __init__(self, plan: Indexer, lawbook: Lawbook, index: SearchIndex) -> None:
        self.plan = plan
        self.lawbook = lawbook
        self.index = index
        self._worded = {
            code: plan.situations if code == SOURCE else Worded(plan.situations, code)
            for code in plan.languages
        }
        self._counts: dict[str, Counter[str]] = {}
        self._synonyms: dict[str, dict[str, list[str]]] = {}
        self._texts: dict[tuple[str, str], str] = {}
        self._made_of: dict[tuple[str, str], list[str]] = {}
        self._entries = {edition: list(lawbook.provisions(edition)) for edition in lawbook.editions}

    def all(self) -> None:
        self.index.keep(
            "languages", [language.model_dump() for language in self.plan.languages.values()]
        )
        for edition in self.lawbook.editions.values():
            self._edition(edition.id, self.plan.languages.of(edition.language))
        kept = [
            entry for lexicon in self.plan.lexicons if (entry := self._lexicon(lexicon)) is not None
        ]
        self.index.keep("lexicons", kept)
        if self.plan.situations:
            self._charts(self.plan.languages.of(SOURCE))
            for language in self.plan.languages.values():
                if language.code != SOURCE and any(
                    edition.language == language.code for edition in self.lawbook.editions.values()
                ):
                    self._charts_in(language)
        for code, counts in self._counts.items():
            language = self.plan.languages.of(code)
            self.index.keep(f"synonyms:{code}", self._synonyms.get(code, {}))
            self.index.keep(f"vocabulary:{code}", dict(sorted(counts.items())))
            self.index.keep(f"plain:{code}", plain_words(code))

    def _edition(self, edition: str, language: Language) -> None:
        material = Material(self._entries[edition])
        self.index.keep(f"units:{edition}", [unit.citation.folded for unit in material.units])
        self.index.keep(f"empty:{edition}", empty_units(material.units))
        for signal in SIGNALS:
            if signal.source == "edition":
                self._create(
                    signal.table.format(edition),
                    language,
                    [text for _, text in signal.texts(material)],
                )

    def _lexicon(self, lexicon: Lexicon) -> dict[str, object] | None:
        """Writes the signals of a lexicon; returns what is kept of it, None when the lawbook has
        none of its editions."""
        language = self.plan.languages.of(lexicon.language)
        lexicon = self._placed(lexicon)
        editions = list(lexicon.editions)
        if not editions:
            return None
        material = Material(self._entries[editions[0]], lexicon)
        for signal in SIGNALS:
            if signal.source != "lexicon":
                continue
            table = signal.table.format(lexicon.name)
            rows = list(signal.texts(material))
            if signal.kind in (SignalKind.LEARNT, SignalKind.LEARNT_LAW):
                least = 2 if signal.kind is SignalKind.LEARNT_LAW else PAIRED
                self._learnt(table, language, [(text, {owner: 1.0}) for owner, text in rows], least)
            else:
                self.index.keep(signal.owners.format(lexicon.name), [owner for owner, _ in rows])
                self._create(table, language, [text for _, text in rows])
        self._synonyms.setdefault(language.code, {}).update(lexicon.synonyms)
        if language.has_words:
            self._count(
                language,
                (token for said in lexicon.synonyms for token in language.words(said)),
                digits=True,
            )
        return {"name": lexicon.name, "language": language.code, "editions": editions}

    def _own(self, language: str) -> EditionInfo | None:
        """The edition in our plain words of a language."""
        return next(
            (
                known
                for known in self.lawbook.editions.values()
                if known.plain and known.language == language
            ),
            None,
        )

    def _placed(self, lexicon: Lexicon) -> Lexicon:
        """The lexicon with the editions that are here, phrases and stories under the provisions as
        the first of these numbers them."""
        own = self._own(lexicon.language)
        editions = tuple(
            edition for edition in lexicon.editions if edition in self.lawbook.editions
        )
        if not editions:
            return replace(lexicon, editions=()) if own is None else lexicon.for_edition(own.id)
        if (
            self.lawbook.edition(editions[0]).code
            == self.lawbook.edition(self.lawbook.ruled_by).code
        ):
            return replace(lexicon, editions=editions)
        ways = self.lawbook.carried(self.lawbook.ruled_by, editions[0])
        stories = [
            story._replace(citation=Citation.parse(there))
            for story in lexicon.stories
            for there in ways.get(story.citation.folded, ())[:1]
        ]
        return replace(lexicon, editions=editions, stories=stories)

    def _charts(self, language: Language) -> None:
        charts = list(self.plan.situations.values())
        self._titles(language, charts)
        self.index.keep("chart_first_law", {chart.id: [str(chart.laws[0])] for chart in charts})
        self.index.keep("chart_laws", {chart.id: sorted(_cited(chart)) for chart in charts})
        self.index.keep(
            "charts_on", {citation.folded: ids for citation, ids in resting(charts).items()}
        )
        owners = [(chart.id, alias) for chart in charts for alias in self._said(chart)]
        self.index.keep("alias_owners", [chart for chart, _ in owners])
        self._create("alias", language, [alias for _, alias in owners])
        self._create("chart", language, [_chart_words(chart) for chart in charts])
        self._learnt(
            f"charts:{language.code}", language, self._chart_examples(language, self._said), 2
        )

    def _charts_in(self, language: Language) -> None:
        """The words of the charts that are translated into another language."""
        charts = [
            chart
            for chart in self._worded[language.code].values()
            if chart.title != self.plan.situations[chart.id].title
        ]
        self._titles(language, charts)
        self._create(
            f"title:{language.code}",
            language,
            [f"{chart.title} {chart.summary}" for chart in charts],
        )
        self._create(f"chart:{language.code}", language, [_chart_words(chart) for chart in charts])
        self._learnt(
            f"charts:{language.code}",
            language,
            self._chart_examples(language, lambda chart: (chart.title, chart.summary)),
            2,
        )

    def _titles(self, language: Language, charts: list[Chart]) -> None:
        self.index.keep(f"charts:{language.code}", [chart.id for chart in charts])
        self.index.keep(f"chart_titles:{language.code}", [chart.title for chart in charts])

    def _chart_examples(
        self, language: Language, said: Callable[[Chart], Iterable[str]]
    ) -> list[Classed]:
        """What is said of each chart in a language, and the phrases of the provisions that charts
        rest on, shared among these."""
        resting: dict[str, Counter[str]] = {}
        for chart in self.plan.situations.values():
            for cite in (cite for ruling in chart.rulings.values() for cite in ruling.cites):
                resting.setdefault(Citation.parse(cite).folded, Counter())[chart.id] += 1
        worded = self._worded[language.code].values()
        examples: list[Classed] = [
            (text, {chart.id: 1.0}) for chart in worded for text in said(chart)
        ]
        for lexicon in self.plan.lexicons:
            if lexicon.language != language.code:
                continue
            examples += ((story.text, {story.chart: 1.0}) for story in lexicon.stories)
            placed = self._placed(lexicon)
            ways = (
                self.lawbook.carried(placed.editions[0], self.lawbook.ruled_by)
                if placed.editions
                else {}
            )
            for citation, phrase in placed.phrases:
                shared = sum(
                    (resting.get(key, Counter()) for key in ways.get(citation.folded, ())),
                    Counter[str](),
                )
                if shared:
                    examples.append(
                        (phrase, {chart: times / shared.total() for chart, times in shared.items()})
                    )
        return examples

    def _said(self, chart: Chart) -> list[str]:
        """What is said of a chart: in its own file, and in the lexicon of its language."""
        told = (
            said
            for lexicon in self.plan.lexicons
            if lexicon.language == SOURCE
            for said in lexicon.charts.get(chart.id, ())
        )
        return [
            chart.title,
            chart.summary,
            *chart.aliases,
            *(case.facts for case in chart.cases),
            *told,
        ]

    def _learnt(
        self, name: str, language: Language, examples: Sequence[Classed], least: int
    ) -> None:
        if not examples:
            return
        classes, weights = train(
            [(self._features(text, language), parts) for text, parts in examples], least
        )
        self.index.keep(f"learnt:{name}", classes)
        self.index.keep_rows(f"learnt:{name}", weights)

    def _create(self, table: str, language: Language, texts: Sequence[str]) -> None:
        lines = [self._spelt(text, language) for text in texts]
        self._count(language, chain.from_iterable(map(language.terms, lines)))
        self.index.create(table, language.tokenizer, enumerate(lines, 1))

    def _spelt(self, text: str, language: Language) -> str:
        """As ``Language.spelt``: phrases are texts of several signals, and what models learn from."""
        key = (language.code, text)
        if key not in self._texts:
            self._texts[key] = language.spelt(text)
        return self._texts[key]

    def _features(self, text: str, language: Language) -> list[str]:
        key = (language.code, text)
        if key not in self._made_of:
            self._made_of[key] = features_of(language.terms(self._spelt(text, language)), language)
        return self._made_of[key]

    def _count(self, language: Language, tokens: Iterable[str], *, digits: bool = False) -> None:
        counts = self._counts.setdefault(language.code, Counter())
        counts.update(
            {
                token: times
                for token, times in Counter(tokens).items()
                if "_" not in token and (digits or not token.isdigit())
            }
        )


def _cited(chart: Chart) -> set[str]:
    return {
        Citation.parse(cite).folded for ruling in chart.rulings.values() for cite in ruling.cites
    }


def _chart_words(chart: Chart) -> str:
    asked = [
        f"{question.ask} {' '.join(answer.label for answer in question.answers)}"
        for question in chart.questions.values()
    ]
    return " ".join(
        [
            chart.title,
            chart.summary,
            *chart.aliases,
            *asked,
            *(ruling.headline for ruling in chart.rulings.values()),
        ]
    )
