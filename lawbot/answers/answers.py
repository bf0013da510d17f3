"""Answers: every question the program understands, each giving a Card. Knows nothing of Discord or terminals."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Self

from lawbot.answers import about, laws, scores
from lawbot.answers.finding import Finding
from lawbot.answers.reader import Reader
from lawbot.answers.rulings import ENTRANCE, Rulings
from lawbot.answers.suggesting import Suggester
from lawbot.cards import ADDRESS_LIMIT, Action, Card, CardKind, Menu, Paragraph, Style, Tone
from lawbot.citation import LAST_LAW, Citation, CitationError, CitationRange, find_citations
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.lawbook import Lawbook, NoSuchProvisionError
from lawbot.lawbook.reader import Topic
from lawbot.search.engine import Search
from lawbot.situations.charts import Situations

_SUGGESTIONS = 25
_SURE = 0.7
"""Certainty of a search from which on its best answer may stand for a definition."""


class Answers:
    """The use cases over one lawbook. Every method that returns a card answers any input; none raises for what a person typed."""

    def __init__(self, lawbook: Lawbook, situations: Situations, default_edition: str | None = None, *, vectors: bool = True) -> None:
        self.lawbook = lawbook
        self.situations = situations
        self.search_engine = Search(lawbook, vectors=vectors)
        self.rulings = Rulings(lawbook, situations)
        self.finding = Finding(lawbook, self.search_engine, self.rulings)
        self.default_edition = default_edition if default_edition in lawbook.editions else None

    @classmethod
    def open_all(cls, settings: Settings) -> Self:
        """Opens the lawbook and the charts. Raises LawbotError when either cannot be read."""
        return cls(Lawbook.open(settings.lawbook), Situations.load(settings.data / "situations"), settings.edition)

    def edition_for(self, reader: Reader, query: str = "") -> str:
        """The edition a reader gets: the one asked for; else one in the script of the query; else the default, else the one in force."""
        if reader.edition:
            return self.lawbook.edition(reader.edition).id
        written = self.search_engine.language_of(query) if query else "en"
        if written != "en":
            own = [known.id for known in self.lawbook.editions.values() if known.language == written]
            if own:
                return own[0]
        return self.default_edition or self.lawbook.in_force

    # -- the use cases -------------------------------------------------------------------------------------------------

    def look_up(self, text: str, reader: Reader) -> Card:
        """The card for a citation, a range, a heading or a situation's id; for other words the search's; the nearest when there is none."""
        return self._answer(lambda: self._look_up(text, reader), reader)

    def search(self, query: str, reader: Reader) -> Card:
        """Provisions for words, best first, with the flow chart that a description of what happened calls for."""
        return self._answer(lambda: self._found(query, reader, with_charts=True), reader)

    def ask(self, text: str, reader: Reader) -> Card:
        """Free text: a citation, a term, or what happened; flow charts and provisions together."""
        cited = [span.citation for span in find_citations(text[:2000])]
        if len(cited) > 1:
            return self._answer(lambda: self._several(list(dict.fromkeys(cited)), reader), reader)
        if cited and len(text.split()) <= 6:
            return self._answer(lambda: self._law(cited[0], self.edition_for(reader, text), reader), reader)
        return self._answer(lambda: self._found(text, reader, with_charts=True), reader)

    def define(self, term: str, reader: Reader) -> Card:
        """A defined term, or what an abbreviation stands for; else the search's answer."""

        def defined() -> Card:
            edition = self.edition_for(reader, term)
            wanted = term.strip().removeprefix("Definitions:").strip()
            meanings = self.search_engine.meanings(wanted)
            for meant in [wanted, *meanings]:
                entry = self._term(meant, edition)
                if entry is not None:
                    return _with_meaning(self._law(entry, edition, reader), wanted, meanings)
            card = self._found(" ".join([term, *meanings[:1]]), reader, with_charts=False)
            return _with_meaning(card, wanted, meanings)

        return self._answer(defined, reader)

    def index(self, topic: str, reader: Reader) -> Card:
        """A head of the printed index with what stands under it."""
        return self._answer(lambda: self._index(topic, reader), reader)

    def situation(self, wanted: str | None, reader: Reader) -> Card:
        """A chart by id or title; charts for a description; the first screen for nothing."""
        _ = reader.translate
        text = (wanted or "").strip()
        if not text:
            return self.rulings.entrance(reader)
        chart = self.situations.get(text) or next((c for c in self.situations.values() if c.title.casefold() == text.casefold()), None)
        if chart is not None:
            return self._answer(lambda: self.rulings.begin(chart.id, reader), reader)
        hits = self.search_engine.situations(text, 5)
        if not hits:
            return self.rulings.entrance(reader)
        actions = tuple(self.rulings.entry(self.situations[hit.id], reader) for hit in hits)
        return Card(
            CardKind.RESULTS,
            _("Which of these happened?"),
            parts=tuple(Paragraph(f"{action.label}: {action.detail}") for action in actions),
            rows=((Action(_("The most frequent calls"), ENTRANCE, style=Style.QUIET),),),
            menus=(Menu(_("Choose what happened"), actions),),
        )

    def first_steps(self, chart_id: str, reader: Reader) -> list[Action]:
        """What can be tapped on the first question of a chart. Raises StaleStateError for an unknown one."""
        card = self.rulings.begin(chart_id, replace(reader, director=True))
        return [action for row in card.rows for action in row if action.enabled]

    def score(self, contract: str, vulnerable: str, result: str, reader: Reader) -> Card:
        """The score of a contract (Law 77)."""
        return self._answer(lambda: scores.score_card(self.lawbook, contract, vulnerable, result, reader), reader)

    def imps(self, difference: int, reader: Reader) -> Card:
        """IMPs for a difference in points (Law 78B)."""
        return scores.imps_card(self.lawbook, difference, reader)

    def board(self, number: int, reader: Reader) -> Card:
        """Dealer and vulnerability of a board (Law 2)."""
        return self._answer(lambda: scores.board_card(self.lawbook, number, reader), reader)

    def compare(self, citation: str, reader: Reader) -> Card:
        """The same number in every edition that has it, one tap each."""
        return self._answer(lambda: self._compare(citation, reader), reader)

    def help(self, reader: Reader) -> Card:
        """What the bot can do."""
        return about.help_card(self.lawbook, reader)

    def about(self, reader: Reader) -> Card:
        """Editions, notices, privacy, version."""
        return about.about_card(self.lawbook, reader)

    def open(self, address: str, reader: Reader) -> Card:
        """The card behind an address that an earlier card offered. An address that leads nowhere gives an error card."""
        return self._answer(lambda: self._open(address, reader), reader)

    def citation_of(self, text: str, edition: str) -> Citation:
        """The provision that a citation or an exact heading names. Raises CitationError for other words."""
        try:
            return self._as_defined(Citation.parse(text), edition)
        except CitationError as error:
            found = self.search_engine.find(text, edition, 1)
            if found.kind != "exact":
                raise error
            return found.hits[0].citation

    def suggest(self, text: str, reader: Reader, kind: str) -> list[Action]:
        """What a person may be about to type, best first; ``kind`` is law, term, topic, situation,
        or any: provisions, terms and situations in one list. The address is what to submit."""
        try:
            edition = self.edition_for(reader, text)
        except LawbotError:
            edition = self.lawbook.in_force
        return self._suggester.suggest(text, edition, kind)

    # -- how they do it ------------------------------------------------------------------------------------------------

    def _answer(self, make: Callable[[], Card], reader: Reader) -> Card:
        try:
            return make()
        except NoSuchProvisionError as error:
            return self._not_found(error, reader)
        except LawbotError as error:
            return error_card(error.said(reader.translate), reader)

    def _open(self, address: str, reader: Reader) -> Card:
        kind, _sep, rest = address.partition("/")
        edition, _sep, tail = rest.partition("/")
        if kind == "law":
            return self._law(Citation.parse(tail), edition, reader)
        if kind == "contents":
            return self.contents(edition, int(tail) if tail.isdigit() else 1, reader)
        if kind == "sits":
            return self.rulings.entrance(reader, rest)
        if kind == "sit":
            return self.rulings.open(rest, reader)
        if kind == "index":
            return self._index(rest, reader)
        if address == "help":
            return self.help(reader)
        if address == "about":
            return self.about(reader)
        _ = reader.translate
        return error_card(_("This button belongs to an older version of the bot. Ask again, please."), reader)

    def _look_up(self, text: str, reader: Reader) -> Card:
        edition = self.edition_for(reader, text)
        if text in self.situations:
            return self.rulings.begin(text, reader)
        try:
            return self._law(self._as_defined(Citation.parse(text), edition), edition, reader)
        except CitationError as error:
            try:
                span = CitationRange.parse(text)
            except CitationError:
                span = None
            if span is not None:
                inside = [
                    citation
                    for citation in self.lawbook.citations(edition)
                    if span.contains(citation) and citation.parent == span.first.parent
                ]
                return self._several(inside or [span.first], reader)
            if not any(char.isalpha() for char in text) or not self.search_engine.find(text, edition, 1).hits:
                raise error
            return self._found(text, reader, with_charts=False)

    def _law(self, citation: Citation, edition: str, reader: Reader) -> Card:
        entry = self.lawbook.provision(citation, edition)
        return laws.law_card(self.lawbook, entry, reader, self.finding.charts_for(entry, reader))

    def _found(self, query: str, reader: Reader, *, with_charts: bool) -> Card:
        return self.finding.card(query, self.edition_for(reader, query), reader, with_charts=with_charts)

    def _several(self, citations: list[Citation], reader: Reader) -> Card:
        _ = reader.translate
        edition = self.edition_for(reader)
        entries = [entry for citation in citations[:25] if (entry := self.lawbook.find(citation, edition))]
        if not entries:
            return error_card(_("None of these provisions is in this edition."), reader)
        if len(entries) == 1:
            return self._law(entries[0].citation, edition, reader)
        actions = tuple(laws.links(entries))
        return Card(
            CardKind.RESULTS,
            _("Which one?"),
            parts=tuple(Paragraph(f"{action.label}: {action.detail}") for action in actions[:10]),
            source=laws.source_line(self.lawbook, edition, reader),
            menus=(Menu(_("Open a law"), actions),),
        )

    def _as_defined(self, citation: Citation, edition: str) -> Citation:
        """A term that the list of definitions lacks, such as revoke, is defined by a law: the one that says what it is."""
        if not citation.term:
            return citation
        listed = self._term(citation.term, edition)
        if listed is not None:
            return listed
        found = self.search_engine.find(f"definition of {citation.term}: what is a {citation.term}", edition, 1)
        sure = found.hits and not found.unknown and found.certainty >= _SURE
        return found.hits[0].citation if sure else citation

    def _term(self, wanted: str, edition: str) -> Citation | None:
        for spelling in (wanted, wanted.removesuffix("s"), wanted.removesuffix("es")):
            entry = self.lawbook.find(Citation(term=spelling), edition) if spelling else None
            if entry is not None:
                return entry.citation
        return None

    def _index(self, topic: str, reader: Reader) -> Card:
        _ = reader.translate
        edition = self.edition_for(reader)
        entries = self.lawbook.topics(edition)
        if not entries:
            return error_card(_("This edition has no printed index here. Search for the words instead."), reader)
        head = topic.strip().casefold()
        under = [entry for entry in entries if entry.path[0].casefold() == head]
        if not under:
            under = [entry for entry in entries if any(head in step.casefold() for step in entry.path)][:25]
        if not under:
            return self._found(topic, reader, with_charts=False)
        actions = [action for entry in under for action in self._topic_actions(entry, edition)]
        listing = tuple(f"{' › '.join(entry.path)}: {', '.join(entry.citations) or ', '.join(entry.see)}" for entry in under[:40])
        return Card(
            CardKind.RESULTS,
            laws.cased(under[0].path[0]),
            parts=tuple(Paragraph(line) for line in listing),
            breadcrumb=(_("Index"),),
            source=laws.source_line(self.lawbook, edition, reader),
            address=address if len(address := f"index/{under[0].path[0]}") <= ADDRESS_LIMIT else "",
            menus=(Menu(_("Open a law"), tuple(actions[:_SUGGESTIONS])),) if actions else (),
        )

    def _topic_actions(self, topic: Topic, edition: str) -> list[Action]:
        actions = []
        for written in topic.citations:
            citation = CitationRange.parse(written).first
            if self.lawbook.find(citation, edition):
                actions.append(Action(laws.shortened(f"{written} · {topic.path[-1]}", 100), laws.law_address(citation, edition)))
        return actions

    def _compare(self, text: str, reader: Reader) -> Card:
        _ = reader.translate
        citation = Citation.parse(text)
        entries = [entry for known in self.lawbook.editions if (entry := self.lawbook.find(citation, known))]
        if not entries:
            return self._compare(str(self.lawbook.provision(citation, self.edition_for(reader)).citation), reader)
        actions = tuple(
            Action(self.lawbook.edition(entry.edition).short, laws.law_address(citation, entry.edition), laws.first_line(entry))
            for entry in entries
        )
        parts = [Paragraph(_("The same number in each edition; the numbers of older codes may mean other laws."), Tone.NOTE)]
        for entry, action in zip(entries, actions, strict=True):
            parts += [Paragraph(f"{action.label} · {laws.cased(entry.heading)}", Tone.LEAD), Paragraph(laws.first_line(entry, 300))]
        return Card(CardKind.COMPARISON, _("Law {citation}").format(citation=citation), tuple(parts), menus=(Menu(_("Open"), actions),))

    def contents(self, edition: str, law: int, reader: Reader) -> Card:
        """The laws of an edition around ``law``, twenty-five at a time. Raises LawbotError for an unknown edition."""
        _ = reader.translate
        self.lawbook.edition(edition)
        all_laws = [(c, title) for c, title in self.lawbook.headings(edition) if c.law and c.parent is None]
        page = max(0, min(law, LAST_LAW) - 1) // 25
        shown = [(c, title) for c, title in all_laws if (c.law - 1) // 25 == page]
        others = [first for first in range(1, LAST_LAW, 25) if (first - 1) // 25 != page]
        actions = tuple(Action(laws.shortened(f"{c.law} · {laws.cased(title)}", 100), laws.law_address(c, edition)) for c, title in shown)
        return Card(
            CardKind.NOTICE,
            _("Contents"),
            parts=tuple(Paragraph(action.label) for action in actions),
            source=laws.source_line(self.lawbook, edition, reader),
            address=f"contents/{edition}/{page * 25 + 1}",
            rows=(tuple(Action(f"{n}–{min(n + 24, LAST_LAW)}", f"contents/{edition}/{n}", style=Style.QUIET) for n in others),),
            menus=(Menu(_("Open a law"), actions),) if actions else (),
        )

    def _not_found(self, error: NoSuchProvisionError, reader: Reader) -> Card:
        edition = self.edition_for(reader)
        near = [found for citation in error.nearest[:10] if (found := self.lawbook.find(citation, edition))]
        return error_card(error.said(reader.translate), reader, tuple(laws.links(near)))

    @cached_property
    def _suggester(self) -> Suggester:
        return Suggester(self.lawbook, self.situations)


def _with_meaning(card: Card, word: str, meanings: list[str]) -> Card:
    """The card with a line above it that says what an abbreviation stands for."""
    if not meanings or meanings[0].casefold() == word.casefold():
        return card
    return replace(card, parts=(Paragraph(f"{word.upper() if len(word) < 6 else word}: {meanings[0]}", Tone.LEAD), *card.parts))


def error_card(message: str, reader: Reader, ways_on: tuple[Action, ...] = ()) -> Card:
    """A card that says plainly what did not work, and where to go from here."""
    _ = reader.translate
    menus = (Menu(_("Did you mean"), ways_on),) if ways_on else ()
    return Card(CardKind.ERROR, _("Not found"), (Paragraph(message, Tone.WARNING),), menus=menus, found=False)
