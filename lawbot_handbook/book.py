"""Make the pages of the handbook in one language: laws, charts, scores and changes."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from itertools import filterfalse, groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from babel.dates import format_date
from jinja2 import Environment, PackageLoader, StrictUndefined

from lawbot import __version__
from lawbot.app import Answers
from lawbot.book import EditionInfo, Entry
from lawbot.cards import handbook_links
from lawbot.cards.card import Grid, Paragraph, Part
from lawbot.cards.changes import CodeChanges
from lawbot.cards.chart_card import PHASES
from lawbot.cards.help_card import amended_since, reviewed_by
from lawbot.cards.law_card import amended_laws, neighbours, source_line, text_as_of
from lawbot.cards.titles import cased, title_of
from lawbot.charts.model import JOIN, Chart, Phase
from lawbot.charts.seats import seated
from lawbot.errors import LawbotError
from lawbot.language import Translate, installed
from lawbot.language.reader import Reader
from lawbot.law.citation import LAST_LAW, Citation
from lawbot.message.citations import citations_in
from lawbot.search.dates import IN_FORCE_THEN, NEWEST_HERE, NOT_HERE, NOT_KNOWN, time_words
from lawbot.search.index_writer import load_lexicons
from lawbot.search.lexicon import Lexicon
from lawbot_handbook import addresses, tables
from lawbot_handbook.corrections import days_of
from lawbot_handbook.linking import Linker, one_by_one, with_suits
from lawbot_handbook.older import OlderCodes
from lawbot_handbook.paper import signs_of, size_of
from lawbot_handbook.records import Records, as_json, packed, speech
from lawbot_handbook.walkable import players, script, walkable

_TIMES = {
    "inForce": IN_FORCE_THEN,
    "newest": NEWEST_HERE,
    "notHere": NOT_HERE,
    "unknown": NOT_KNOWN,
}
"""Words of the search on times; the template ``words.js`` has the other words of the scripts."""
_CHAPTERS = (1, 6, 9, 17, 41, 61, 72, 77, 80)
"""First laws of our chapters, which have titles in ``chapters.html``; the code has none."""
_SHEET = "#{id} {{ page: {id}; }}\n@page {id} {{ @top-right {{ content: {title}; font: 8pt sans-serif; }} }}\n"
_MAIL = re.compile(r"(?:mailto:)?[^\s@:/?#]+@[^\s@:/?#]+(?:\?\S*)?")


def _is_web(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and address.isprintable()


@dataclass(frozen=True, slots=True)
class Plan:
    """Options of a handbook.

    ``languages`` in their order, ``made`` the date on the pages, ``data`` the folder of our own
    data, ``address`` the target of the table card (no card without it), ``printed`` if PDF files
    will stand beside the pages that are for paper, ``publisher`` the name on every page,
    ``report`` the mail or web address for errors, ``editions`` if older codes are included.
    """

    languages: Sequence[str]
    made: date
    data: Path
    address: str = ""
    printed: bool = False
    publisher: str = ""
    report: str = ""
    editions: bool = False

    def __post_init__(self) -> None:
        """Raise LawbotError for an address that readers could not follow, or must not."""
        # Any other scheme, as javascript:, would run in the browser of whoever follows it.
        if self.address and not _is_web(self.address):
            raise LawbotError(
                "--address: it must be an address on the web: https://club.example/laws/"
            )
        if self.report and not (_is_web(self.report) or _MAIL.fullmatch(self.report)):
            raise LawbotError("--report: it must be a mail address, or an address on the web.")

    @property
    def site(self) -> str:
        """Return ``address`` if it is that of a folder, as the handbook's must be; else nothing."""
        return self.address if self.address.endswith("/") else ""

    @property
    def report_link(self) -> str:
        """Return the address of ``report`` as a link has it."""
        is_bare_mail = self.report and ":" not in self.report
        return f"mailto:{self.report}" if is_bare_mail else self.report


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one language: its path in the folder, template, title and template context."""

    path: str
    template: str
    title: str
    context: Mapping[str, Any] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """Return the relative path from the page to the folder of its language."""
        return "../" * self.path.count("/")


class Book:
    """The handbook in one language."""

    def __init__(self, answers: Answers, language: str, plan: Plan) -> None:
        self.situations = answers.situations
        self.changes = answers.changes
        self.lawbook = answers.lawbook
        self.reader = Reader(language, director=True)
        self.charts = answers.rulings.worded(language)
        self.edition = self.lawbook.ours(language)
        self.plan = plan
        self.older = OlderCodes(self.lawbook, self.edition, self.reader, included=plan.editions)
        self._environment = environment(self.reader.translate)

    @property
    def language(self) -> str:
        """Return the code of the language."""
        return self.reader.language

    def pages(self) -> Iterator[Page]:
        """Yield every page of the language."""
        _ = self.reader.translate
        yield self._home()
        for entry in self._laws:
            yield self._law(entry, handbook_links.law_page(entry.citation.law))
        if self._introduction is not None:
            yield self._law(self._introduction, handbook_links.INTRODUCTION)
        yield Page(
            handbook_links.DEFINITIONS,
            "definitions.html",
            _("Definitions"),
            {"entries": self._terms, "letters": list(self._letters)},
        )
        yield Page(
            addresses.CHARTS, "charts.html", _("Flow charts"), {"phases": list(self._phases())}
        )
        for chart in self.charts.values():
            yield self._chart(chart)
        yield Page(addresses.SCORES, "scores.html", _("Scores"), {"tables": list(tables.scores(_))})
        if self._step:
            yield Page(
                addresses.CHANGES, "changes.html", self._since, {"changes": list(self._changes())}
            )
        yield Page(addresses.SEARCH, "search.html", _("Search"))
        about = {
            "reviewed": reviewed_by(self.charts, self.reader),
            "version": __version__,
            "card": self.plan.address,
            "older_texts": self.older.contents(),
            "amended": _only_text(amended_since(self.lawbook, self.edition.id, self.reader)),
        }
        yield Page(addresses.ABOUT, "about.html", _("About"), about)
        corrected = {
            "days": days_of(self.plan.data / "ledger", self.language),
            "charts": self.charts,
            "terms": {self._anchor(term.citation): self._name_of(term) for term in self._terms},
            "mends": self.older.mends,
            "older_texts": self.older.contents(),
            "day_of": lambda day: self._day(date.fromisoformat(day)),
        }
        for path in (addresses.CORRECTIONS, addresses.FEED):
            yield Page(path, path, _("Corrections"), corrected)
        yield self.booklet({})
        for path, template, title, context in self.older.pages():
            yield Page(path, template, title, context)

    def scripts(self) -> Iterator[tuple[str, str]]:
        """Yield the data files of the pages' scripts: a path in the folder of the language, and a
        text. Raises LawbotError, LexiconError."""
        _ = self.reader.translate
        times = {name: _(message) for name, message in _TIMES.items()}
        template = self._environment.get_template("words.js")
        words_script = template.render(language=self.language, times=times)
        players_script = script("lawbotPlayers", self.language, players(self.language))
        yield "words.js", words_script + players_script
        records = self._records(self.edition)
        all_records = records.all() + list(self._page_records())
        yield "records.js", self._search_script(self.language, all_records)
        yield "learnt.js", script("lawbotLearnt", self.language, packed(records.learnt()))
        for edition in self.older.editions:
            older_records = self.older.placed(edition.id, self._records(edition).provisions())
            yield (
                addresses.older_records(edition.id),
                self._search_script(edition.id, older_records),
            )
        # without its chart's name a loose second sheet cannot be put back
        sheets = (
            _SHEET.format(id=chart.id, title=json.dumps(chart.title, ensure_ascii=False))
            for chart in self.bound
        )
        yield "booklet.css", "".join(sheets)
        for chart in self.charts.values():
            chart_data = walkable(self.charts, chart, _) | {"laws": self._cited(chart)}
            yield f"chart/{chart.id}.js", script("lawbotCharts", chart.id, chart_data)

    def _records(self, edition: EditionInfo) -> Records:
        """Return the search records of an edition, with the charts of the handbook."""
        return Records(
            self.lawbook, edition, list(self.charts.values()), self._lexicons_read, self.language
        )

    def _search_script(self, key: str, records: list[dict[str, Any]]) -> str:
        """Return a script that gives the page some records, and what it reads a query with."""
        synonyms: dict[str, object] = {}
        for lexicon in self._lexicons_read:
            synonyms.update((word, terms) for word, terms in lexicon.synonyms.items() if terms)
        search_data = {
            "records": records,
            "synonyms": synonyms,
            "speech": speech(installed()[self.language]),
            "named": time_words(self.lawbook.codes),
            "older": self.older.laws(),
            "code": self.edition.code,
        }
        return script("lawbotRecords", key, packed(as_json(search_data)))

    def _page_records(self) -> Iterator[dict[str, Any]]:
        """Yield search records of the pages that are neither law nor chart, and of score rows."""
        _ = self.reader.translate
        table_names = [name for name, *_cells in tables.scores(_)]
        yield _page_record(_("Scores"), addresses.SCORES, table_names)
        board_words = installed()[self.language].results["board"]
        for name, spellings, table, cells in tables.rows_by_name(_, board_words):
            place = f"{addresses.SCORES}#table{table}"
            yield _page_record(name, place, cells) | {"names": spellings}
        if self._step:
            law_titles = [title for title, *_lines in self._changes()]
            yield _page_record(self._since, addresses.CHANGES, law_titles)

    def html(self, page: Page, **places: str) -> str:
        """Return the text of a page; ``places`` are its ``root`` and ``top`` if it may stand anywhere."""
        _ = self.reader.translate
        linker = Linker(self.lawbook, self.edition.id, page.root)
        # An older code stands in its own language only: its page has no twin in the others.
        is_older = page.path.startswith((addresses.OLDER, addresses.MISSING))
        is_reviewed = any(chart.reviewed.by for chart in self.charts.values())
        # The context of the page goes last: a page of an older code links its laws differently.
        page_names = {
            "linked": lambda entry: partial(linker.of_law, entry),
            "root": page.root,
            "top": f"../{page.root}",
            "site": self.plan.site,
            **page.context,
            **places,
        }
        return self._environment.get_template(page.template).render(
            title=page.title,
            kind=page.template.removesuffix(".html"),
            language=self.language,
            twin=addresses.HOME if is_older else page.path,
            is_older=is_older,
            path=page.path,
            edition=self.edition,
            source=source_line(self.lawbook, self.edition.id),
            plan=self.plan,
            is_reviewed=is_reviewed,
            made=self._day(self.plan.made),
            href=linker.href,
            anchor=self._anchor,
            linked_text=linker.of_ours,
            seated=lambda text: with_suits(seated(text, language=self.language)),
            charts_of=lambda entry: self._charts_citing.get(entry.citation, ()),
            citing_of=_citing,
            name_of=lambda citation: self._term(citation) if citation.term else str(citation),
            term_of=self._name_of,
            signs_of=signs_of,
            size_of=lambda chart: size_of(chart, self.language),
            chart_of=lambda target: self.charts[target.removeprefix(JOIN)],
            **page_names,
        )

    def _anchor(self, citation: Citation) -> str:
        # Anchors are the same in all languages, so that a link leads on after a change of language.
        return handbook_links.anchor(
            handbook_links.in_english(self.lawbook, self.edition.id, citation)
        )

    def booklet(self, numbers: Mapping[str, int]) -> Page:
        """Return the booklet to print: all charts, the frequent ones first.

        ``numbers`` are the pages on which the charts begin, as far as these are known.
        """
        _ = self.reader.translate
        page_numbers = {chart.id: numbers.get(chart.id, "") for chart in self.bound}
        return Page(
            addresses.BOOKLET,
            "booklet.html",
            _("Flow charts for the director"),
            {"charts": self.bound, "pages": page_numbers},
        )

    @cached_property
    def bound(self) -> list[Chart]:
        """Return the charts of the booklet: the frequent ones, then all others."""
        return list({chart.id: chart for chart in (*self.frequent, *self.charts.values())}.values())

    def _home(self) -> Page:
        _ = self.reader.translate
        chapters = groupby(self._laws, key=lambda law: _chapter(law.citation.law))
        context = {
            "older_texts": self.older.contents(),
            "parts": [(first_law, list(map(self._link, laws))) for first_law, laws in chapters],
            "frequent": self.frequent,
            "introduction": self._introduction,
            "since": self._since,
        }
        return Page(addresses.HOME, "home.html", _("Contents"), context)

    def _law(self, entry: Entry, path: str) -> Page:
        law = entry.citation.law
        # Law 0 is the introduction: it is in no chapter, and no law stands before or after it.
        citations = neighbours(self.lawbook, entry) if law else (None, None)
        before, after = (
            self.lawbook.find(citation, self.edition.id) if citation else None
            for citation in citations
        )
        amendments = text_as_of(self.lawbook, self.edition.id, [entry.citation], self.reader)
        context = {
            "entry": entry,
            "chapter": _chapter(law) if law else 0,
            "charts": [chart for chart in self.charts.values() if law in chart.laws],
            "amended": _only_text(amendments),
            "changed": self._changed(law),
            "since": self._since,
            "older": self.older.of(law) if law else [],
            "before": self._link(before) if before else None,
            "after": self._link(after) if after else None,
        }
        return Page(path, "law.html", title_of(entry, self.reader), context)

    def _chart(self, chart: Chart) -> Page:
        _ = self.reader.translate
        context = {
            "chart": chart,
            "phase": _(PHASES[chart.phase]),
            "size": size_of(chart, self.language),
            "reviewed": self._day(chart.reviewed.date),
            "amended": self._amended(chart),
        }
        return Page(handbook_links.chart_page(chart.id), "chart.html", chart.title, context)

    def _amended(self, chart: Chart) -> str:
        """Return the laws amended since among those a chart's rulings cite; empty if none was."""
        citations = map(Citation.parse, chart.ruling_cites)
        laws = amended_laws(self.lawbook, self.edition.id, citations, self.reader)
        return self.reader.translate("Amended since: {laws}").format(laws=laws) if laws else ""

    def _phases(self) -> Iterator[tuple[str, list[Chart]]]:
        _ = self.reader.translate
        for phase in Phase:
            charts = [chart for chart in self.charts.values() if chart.phase == phase]
            yield _(PHASES[phase]), sorted(charts, key=lambda chart: chart.title.casefold())

    def _changes(self) -> Iterator[tuple[str, int, Sequence[str]]]:
        """Yield the title, the number and the changes of every law that changed."""
        for entry in self._laws:
            lines = self._changed(entry.citation.law)
            if lines:
                yield title_of(entry, self.reader), entry.citation.law, lines

    def _changed(self, law: int) -> Sequence[str]:
        """Return the changes of a law, in the language."""
        return self.changes.in_law(self._step, law, self.language) if self._step else ()

    def _link(self, entry: Entry) -> dict[str, str]:
        return {
            "href": handbook_links.place_of(entry.citation),
            "title": f"{entry.citation} {cased(entry.title or '')}",
        }

    def _day(self, when: date) -> str:
        """Return a date as the language writes it, on one line."""
        month = format_date(when, "MMMM", locale=self.language)
        return (
            self.reader.translate("{day} {month} {year}")
            .format(day=when.day, month=month, year=when.year)
            .replace(" ", "\u00a0")
        )

    def _term(self, citation: Citation) -> str:
        entry = self.lawbook.find(citation, self.edition.id)
        name = (entry.title if entry else "") or citation.term
        return name[:1].upper() + name[1:]

    def _name_of(self, definition: Entry) -> str:
        return self._term(definition.citation)

    def _cited(self, chart: Chart) -> dict[str, tuple[str, str]]:
        """Return the link and the heading of every provision that a chart cites."""
        linker = Linker(self.lawbook, self.edition.id, "")
        cites = {cite for _name, cite in chart.cites}
        for ruling in chart.rulings.values():
            for text in (*ruling.whole.steps, *ruling.whole.later):
                cites.update(str(span.citation) for span in citations_in(text))
        links = {}
        for cite in sorted(cites):
            citation = Citation.parse(cite)
            entry = self.lawbook.find(citation, self.edition.id)
            links[cite] = (linker.href(citation), cased(entry.heading) if entry else "")
        return links

    @property
    def _since(self) -> str:
        _ = self.reader.translate
        return _("Changed since {year}").format(year=self._step.older) if self._step else ""

    @cached_property
    def _step(self) -> CodeChanges | None:
        """Return the changes from the code before to the one in force; None if none are listed."""
        return next((step for step in self.changes.steps if step.newer == self.edition.code), None)

    @cached_property
    def frequent(self) -> list[Chart]:
        """Return the charts that directors are called for most."""
        return [self.charts[chart.id] for chart in self.charts.frequent]

    @cached_property
    def _laws(self) -> list[Entry]:
        citations = map(Citation, range(1, LAST_LAW + 1))
        entries = (self.lawbook.find(citation, self.edition.id) for citation in citations)
        return list(filter(None, entries))

    @cached_property
    def _introduction(self) -> Entry | None:
        return self.lawbook.find(Citation(), self.edition.id)

    @cached_property
    def _terms(self) -> list[Entry]:
        """Return the definitions, in the order of their names in the language."""
        provisions = self.lawbook.provisions(self.edition.id)
        definitions = [entry for entry in provisions if entry.level == "definition"]
        return sorted(definitions, key=lambda entry: self._name_of(entry).casefold())

    @property
    def _letters(self) -> Iterator[tuple[str, Entry]]:
        """Yield the letters that terms begin with, and the first term of each."""
        groups = groupby(self._terms, key=lambda entry: self._name_of(entry)[:1].upper())
        for letter, entries in groups:
            yield letter, next(entries)

    @cached_property
    def _charts_citing(self) -> dict[Citation, list[Chart]]:
        """Return for every provision the charts that cite exactly it."""
        charts_citing: dict[Citation, list[Chart]] = {}
        for chart in self.charts.values():
            for citation in dict.fromkeys(Citation.parse(cite) for _name, cite in chart.cites):
                charts_citing.setdefault(citation, []).append(chart)
        return charts_citing

    @cached_property
    def _lexicons_read(self) -> list[Lexicon]:
        """Return the lexicons that readers of the language search in the words of."""
        # The text may be of another language than the page.
        languages = (self.language, self.edition.language)
        lexicons = load_lexicons(self.plan.data)
        return [lexicon for lexicon in lexicons if lexicon.language in languages]


def _page_record(name: str, path: str, texts: Sequence[str]) -> dict[str, Any]:
    return {"name": name, "title": "", "said": "", "text": " · ".join(texts), "at": path}


def _chapter(law: int) -> int:
    """Return the first law of the chapter that a law stands in."""
    return max(first_law for first_law in _CHAPTERS if first_law <= law)


def environment(translate: Translate) -> Environment:
    """Return the environment of the templates: it escapes every text, and knows every name."""
    templates = Environment(
        loader=PackageLoader("lawbot_handbook"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    # Thai letters as they are: six times shorter
    templates.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    templates.globals.update(
        _=translate,
        installed=installed,
        page_of=handbook_links.chart_page,
        cited=Citation.parse,
        cased=cased,
        one_by_one=one_by_one,
        suits=with_suits,
        bands=lambda rows: list(Grid(tuple(map(tuple, rows))).bands()),
    )
    return templates


def _citing(entry: Entry) -> list[Citation]:
    """Return the provisions that refer to exactly this one, from outside it."""
    sources = dict.fromkeys(reference.source for reference in entry.cited_by)
    return list(filterfalse(entry.citation.contains, sources))


def _only_text(parts: Iterable[Part]) -> str:
    """Return the paragraphs among some parts as one text."""
    return " ".join(part.text for part in parts if isinstance(part, Paragraph))
