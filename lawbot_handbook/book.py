"""The pages of the handbook in one language, made of the lawbook, the charts, the scores and the
changes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from babel.dates import format_date
from jinja2 import Environment, PackageLoader, StrictUndefined

from lawbot import __version__
from lawbot.answers import Answers, Reader, handbook_links
from lawbot.answers.about import amended_since, reviewed_by
from lawbot.answers.changes import CodeChanges
from lawbot.answers.laws import amended_laws, cased, neighbours, source_line, text_as_of, title_of
from lawbot.answers.rulings import PHASES
from lawbot.cards import Grid, Paragraph, Part
from lawbot.citation import LAST_LAW, Citation
from lawbot.errors import N_, LawbotError
from lawbot.language import Translate, installed
from lawbot.lawbook import Entry
from lawbot.search.dated import time_patterns
from lawbot.search.indexing import Indexer
from lawbot.search.lexicon import Lexicon
from lawbot.situations.charts import JOIN
from lawbot.situations.model import Chart, Phase
from lawbot.situations.seats import seated
from lawbot.text.citing import citations_in
from lawbot_handbook import addresses, tables
from lawbot_handbook.linking import Linker, one_by_one, with_suits
from lawbot_handbook.older import OlderCodes
from lawbot_handbook.paper import signs_of, size_of
from lawbot_handbook.records import Records, as_json, packed, speech
from lawbot_handbook.walkable import players, script, walkable

_WORDS = {
    "question": N_("question {number}"),
    "why": N_("Why do you ask?"),
    "unsure": N_("Not sure"),
    "back": N_("Back"),
    "again": N_("Start again"),
    "change": N_("Change"),
    "trail": N_("How we got here"),
    "say": N_("Say this"),
    "choices": N_("Choices to offer"),
    "steps": N_("Steps"),
    "later": N_("Check at the end"),
    "then": N_("What follows"),
    "seats": N_("Where does the offender sit?"),
    "no_seats": N_("No seats"),
    "stale": N_("This flow chart was improved after the link was made. Start it again, please."),
    "copy": N_("Copy the link"),
    "copied": N_("Copied"),
    "print": N_("Print the ruling"),
    "whole": N_("The whole chart"),
    "charts": N_("What happened?"),
    "laws": N_("Laws"),
    "date": N_("{day} {month} {year}"),
    "nothing": N_("Nothing found"),
}
"""What the scripts say."""
_RESULTS = N_("These results are from the Laws of {year}.")
_RESULTS_WITH_OLDER = N_(
    "These results are from the Laws of {year}. Older codes: from the page of each law."
)
"""What stands above results where a time is asked for; the second where pages of older codes are
here."""
_CHAPTERS = {
    1: N_("Cards, boards, players"),
    6: N_("Deal and boards"),
    9: N_("Irregularities, and what the director may do"),
    17: N_("The auction"),
    41: N_("The play"),
    61: N_("Revokes, tricks, claims"),
    72: N_("Conduct and information"),
    77: N_("Score"),
    80: N_("Organizers, director, appeals"),
}
"""What the laws from this one on are about; the code in force has no chapters of its own."""
_UNREVIEWED = N_(
    "Checked twice against the text of the Laws; not yet reviewed by a director of rank."
)
"""What stands under every ruling until somebody has reviewed the charts."""


_MAIL = re.compile(r"(?:mailto:)?[^\s@:/?#]+@[^\s@:/?#]+(?:\?\S*)?")


def _is_web(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and address.isprintable()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is written, and with what: ``languages`` in their order, ``made`` the date on the pages,
    ``data`` the folder of our own data, ``address`` where the card for the table leads (no card
    without it), ``printed`` whether PDF files will stand beside the pages that are for paper,
    ``publisher`` whose handbook it is, ``report`` where an error is told of (a mail or web
    address), ``editions`` whether older codes are wanted."""

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
        if self.address and not _is_web(self.address):
            raise LawbotError(
                "--address: it must be an address on the web: https://club.example/laws/"
            )
        if self.report and not (_is_web(self.report) or _MAIL.fullmatch(self.report)):
            raise LawbotError("--report: it must be a mail address, or an address on the web.")

    @property
    def report_link(self) -> str:
        """Return the address of ``report`` as a link has it."""
        is_bare = self.report and ":" not in self.report
        return f"mailto:{self.report}" if is_bare else self.report


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one language: where it stands in its folder, the template that makes it, its title,
    and what the template needs besides."""

    path: str
    template: str
    title: str
    context: Mapping[str, Any] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """The way from the page to the folder of its language."""
        return "../" * self.path.count("/")


class Book:
    """The handbook in one language."""

    def __init__(self, answers: Answers, language: str, plan: Plan) -> None:
        self.situations = answers.situations
        self.changes = answers.changes
        self.lawbook = answers.lawbook
        self.reader = Reader(language, director=True)
        self.charts = answers.charts_in(language)
        self.edition = self.lawbook.ours(language)
        self.plan = plan
        self.older = OlderCodes(self.lawbook, self.edition, self.reader, asked=plan.editions)
        self._environment = environment(self.reader.translate)

    @property
    def language(self) -> str:
        """The code of the language."""
        return self.reader.language

    def pages(self) -> Iterator[Page]:
        """Every page of the language."""
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
            "older_texts": self.older.editions,
            "amended": _only_text(amended_since(self.lawbook, self.edition.id, self.reader)),
        }
        yield Page(addresses.ABOUT, "about.html", _("About"), about)
        yield self.booklet({})
        for path, title, context in self.older.pages():
            yield Page(path, "older.html", title, context)

    def scripts(self) -> Iterator[tuple[str, str]]:
        """What the scripts of the pages read: a path in the folder of the language, and what stands
        there. Raises LawbotError, LexiconError."""
        _ = self.reader.translate
        words = {name: _(said) for name, said in _WORDS.items()}
        results_of = _RESULTS_WITH_OLDER if self.older.editions else _RESULTS
        words["resultsOf"] = _(results_of).format(year=self.edition.code)
        yield (
            "words.js",
            script("lawbotWords", self.language, words)
            + script("lawbotPlayers", self.language, players(self.language)),
        )
        spoken = [
            lexicon
            for lexicon in self._lexicons
            if lexicon.language in (self.language, self.edition.language)
        ]
        records = Records(self.lawbook, self.edition, self.charts.values(), spoken, self.language)
        synonyms = {
            word: terms for lexicon in spoken for word, terms in lexicon.synonyms.items() if terms
        }
        others = [(_("Scores"), addresses.SCORES, [name for name, *_cells in tables.scores(_)])]
        if self._step:
            others.append(
                (self._since, addresses.CHANGES, [title for title, *_lines in self._changes()])
            )
        pages = [
            {"name": name, "title": "", "said": "", "text": " · ".join(text), "at": at}
            for name, at, text in others
        ]
        searched = {
            "records": records.all() + pages,
            "synonyms": synonyms,
            "speech": speech(installed()[self.language]),
        }
        searched["named"] = time_patterns(self.edition.code)
        yield "records.js", script("lawbotRecords", self.language, packed(as_json(searched)))
        yield "learnt.js", script("lawbotLearnt", self.language, packed(records.learnt()))
        for chart in self.charts.values():
            told = walkable(self.charts, chart, _) | {"laws": self._cited(chart)}
            yield f"chart/{chart.id}.js", script("lawbotCharts", chart.id, told)

    def html(self, page: Page) -> str:
        """The page as it is written."""
        _ = self.reader.translate
        link = Linker(self.lawbook, self.edition.id, page.root)
        return self._environment.get_template(page.template).render(
            title=page.title,
            kind=page.template.removesuffix(".html"),
            language=self.language,
            others=[] if page.path.startswith(addresses.OLDER) else self._others,
            path=page.path,
            root=page.root,
            top=f"../{page.root}",
            edition=self.edition,
            source=source_line(self.lawbook, self.edition.id),
            plan=self.plan,
            told_to=self.plan.report_link,
            unreviewed=""
            if any(chart.reviewed.by for chart in self.charts.values())
            else _(_UNREVIEWED),
            made=self._day(self.plan.made),
            href=link.href,
            anchor=lambda citation: handbook_links.anchor(
                handbook_links.in_english(self.lawbook, self.edition.id, citation)
            ),
            any=link.any,
            told=lambda text: with_suits(seated(text, language=self.language)),
            charts_of=lambda entry: [
                self.charts[chart] for chart in self._resting.get(entry.citation, ())
            ],
            citing_of=_citing,
            named=lambda citation: self._term(citation) if citation.term else str(citation),
            term_of=lambda entry: self._term(entry.citation),
            signs_of=signs_of,
            size_of=lambda chart: size_of(chart, self.language),
            joined=lambda target: self.charts[target.removeprefix(JOIN)],
            **{"linked": lambda entry: lambda text: link.of_law(entry, text)} | dict(page.context),
        )

    def booklet(self, numbers: Mapping[str, int]) -> Page:
        """The frequent charts and all that they lead on to, to print. ``numbers`` are the pages on
        which they begin, as far as that is known."""
        _ = self.reader.translate
        pages = {chart.id: numbers.get(chart.id, "") for chart in self.bound}
        return Page(
            addresses.BOOKLET,
            "booklet.html",
            _("Flow charts for the director"),
            {"charts": self.bound, "pages": pages},
        )

    @cached_property
    def bound(self) -> list[Chart]:
        """The charts of the booklet: the frequent ones, and behind them the charts that their
        answers go on in."""
        answers = (
            answer
            for chart in self.frequent
            for question in chart.questions.values()
            for answer in question.answers
        )
        joined = (
            answer.next.removeprefix(JOIN) for answer in answers if answer.next.startswith(JOIN)
        )
        return [
            self.charts[chart]
            for chart in dict.fromkeys([*(chart.id for chart in self.frequent), *joined])
        ]

    # -- what the pages need
    # -------------------------------------------------------------------------------------------

    @property
    def _others(self) -> list[tuple[str, str]]:
        return [
            (code, installed()[code].name) for code in self.plan.languages if code != self.language
        ]

    def _home(self) -> Page:
        _ = self.reader.translate
        parts = [
            (first, _(_CHAPTERS[first]), [self._link(entry) for entry in inside])
            for first, inside in groupby(self._laws, key=lambda entry: _chapter(entry.citation.law))
        ]
        context = {
            "parts": parts,
            "frequent": self.frequent,
            "introduction": self._introduction,
            "since": self._since,
        }
        return Page(addresses.HOME, "home.html", _("Contents"), context)

    def _law(self, entry: Entry, path: str) -> Page:
        page = Page(path, "law.html", title_of(entry, self.reader))
        law = entry.citation.law
        around = neighbours(self.lawbook, entry) if law else (None, None)
        before, after = (
            self.lawbook.find(citation, self.edition.id) if citation else None
            for citation in around
        )
        context = {
            "entry": entry,
            "chapter": (_chapter(law), self.reader.translate(_CHAPTERS[_chapter(law)]))
            if law
            else None,
            "charts": [chart for chart in self.charts.values() if law in chart.laws],
            "amended": _only_text(
                text_as_of(self.lawbook, self.edition.id, [entry.citation], self.reader)
            ),
            "changed": self._changed(law),
            "since": self._since,
            "older": self.older.of(law) if law else [],
            "before": self._link(before, page.root) if before else None,
            "after": self._link(after, page.root) if after else None,
        }
        return Page(path, page.template, page.title, context)

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
        """Return which of the laws that the rulings of a chart cite were amended since; empty where
        none was."""
        cited = (Citation.parse(cite) for ruling in chart.rulings.values() for cite in ruling.cites)
        amended = amended_laws(self.lawbook, self.edition.id, cited, self.reader)
        return (
            self.reader.translate("Amended since: {laws}").format(laws=amended) if amended else ""
        )

    def _phases(self) -> Iterator[tuple[str, list[Chart]]]:
        _ = self.reader.translate
        for phase in Phase:
            inside = sorted(
                (chart for chart in self.charts.values() if chart.phase == phase),
                key=lambda chart: chart.title.casefold(),
            )
            yield _(PHASES[phase]), inside

    def _changes(self) -> Iterator[tuple[str, int, Sequence[str]]]:
        """The title of a law, its number, and what changed in it."""
        for entry in self._laws:
            if lines := self._changed(entry.citation.law):
                yield title_of(entry, self.reader), entry.citation.law, lines

    def _changed(self, law: int) -> Sequence[str]:
        """What changed in a law, in the language."""
        return self.changes.in_law(self._step, law, self.language) if self._step else ()

    def _link(self, entry: Entry, root: str = "") -> dict[str, str]:
        return {
            "href": root + handbook_links.place_of(entry.citation),
            "title": f"{entry.citation} {cased(entry.title or '')}",
        }

    def _day(self, when: date) -> str:
        """A date as the language writes it, on one line."""
        month = format_date(when, "MMMM", locale=self.language)
        return (
            self.reader.translate(_WORDS["date"])
            .format(day=when.day, month=month, year=when.year)
            .replace(" ", "\u00a0")
        )

    def _term(self, citation: Citation) -> str:
        entry = self.lawbook.find(citation, self.edition.id)
        name = (entry.title if entry else "") or citation.term
        return name[:1].upper() + name[1:]

    def _cited(self, chart: Chart) -> dict[str, tuple[str, str]]:
        """Every provision that a chart cites: the way to it, and its heading."""
        link = Linker(self.lawbook, self.edition.id, "")
        named = (
            str(span.citation)
            for ruling in chart.rulings.values()
            for text in (*ruling.steps, *ruling.later)
            for span in citations_in(text)
        )
        found = ((cite, Citation.parse(cite)) for cite in sorted({*_cites(chart), *named}))
        entries = (
            (cite, citation, self.lawbook.find(citation, self.edition.id))
            for cite, citation in found
        )
        return {
            cite: (link.href(citation), cased(entry.heading) if entry else "")
            for cite, citation, entry in entries
        }

    @property
    def _since(self) -> str:
        _ = self.reader.translate
        return _("Changed since {year}").format(year=self._step.older) if self._step else ""

    @cached_property
    def _step(self) -> CodeChanges | None:
        """What changed by the code in force since the one before it; None where that is not told."""
        return next((step for step in self.changes.steps if step.newer == self.edition.code), None)

    @cached_property
    def frequent(self) -> list[Chart]:
        """What directors are called for most."""
        return [self.charts[chart.id] for chart in self.charts.frequent]

    @cached_property
    def _laws(self) -> list[Entry]:
        found = (
            self.lawbook.find(Citation(law), self.edition.id) for law in range(1, LAST_LAW + 1)
        )
        return [entry for entry in found if entry is not None]

    @cached_property
    def _introduction(self) -> Entry | None:
        return self.lawbook.find(Citation(), self.edition.id)

    @cached_property
    def _terms(self) -> list[Entry]:
        """The definitions, in the order of their names in the language."""
        found = [
            entry
            for entry in self.lawbook.provisions(self.edition.id)
            if entry.level == "definition"
        ]
        return sorted(found, key=lambda entry: self._term(entry.citation).casefold())

    @property
    def _letters(self) -> Iterator[tuple[str, Entry]]:
        """The letters that terms begin with, and the first term of each."""
        for letter, entries in groupby(
            self._terms, key=lambda entry: self._term(entry.citation)[:1].upper()
        ):
            yield letter, next(entries)

    @cached_property
    def _resting(self) -> dict[Citation, list[str]]:
        """For every provision the charts that cite exactly it."""
        found: dict[Citation, dict[str, None]] = {}
        for chart in self.charts.values():
            for cite in _cites(chart):
                found.setdefault(Citation.parse(cite), {})[chart.id] = None
        return {citation: list(charts) for citation, charts in found.items()}

    @cached_property
    def _lexicons(self) -> list[Lexicon]:
        return Indexer.load(self.plan.data, self.situations).lexicons


def _chapter(law: int) -> int:
    """The first law of the chapter that a law stands in."""
    return max(first for first in _CHAPTERS if first <= law)


def environment(translate: Translate) -> Environment:
    """What the templates are read with: every text is escaped, and every name must be known."""
    made = Environment(
        loader=PackageLoader("lawbot_handbook"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals.update(
        _=translate,
        page_of=handbook_links.chart_page,
        cited=Citation.parse,
        cased=cased,
        one_by_one=one_by_one,
        suits=with_suits,
        bands=lambda rows: list(Grid(tuple(map(tuple, rows))).bands()),
    )
    return made


def _citing(entry: Entry) -> list[Citation]:
    """The provisions that refer to exactly this one, from outside it."""
    return list(
        dict.fromkeys(
            each.source for each in entry.cited_by if not entry.citation.contains(each.source)
        )
    )


def _cites(chart: Chart) -> Iterator[str]:
    for ruling in chart.rulings.values():
        yield from ruling.cites
    for question in chart.questions.values():
        yield from question.cites
        for answer in question.answers:
            yield from answer.cites


def _only_text(parts: Iterable[Part]) -> str:
    """Return the paragraph among some parts as a text; empty where there is none."""
    return " ".join(part.text for part in parts if isinstance(part, Paragraph))
