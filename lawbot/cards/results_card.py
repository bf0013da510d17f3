"""Draw cards for search results and terms: the best provision, its flow chart, the rest in one menu."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from rapidfuzz import fuzz, process

from lawbot.book import Entry, Lawbook
from lawbot.book.commentary import Commentary
from lawbot.cards import law_card
from lawbot.cards.address import ContentsPlace, EntrancePlace, LawPlace, ResultsPlace
from lawbot.cards.card import (
    Action,
    Actions,
    Card,
    CardKind,
    Heading,
    Menu,
    Paragraph,
    Part,
    Style,
    Tone,
)
from lawbot.cards.changes import Changes
from lawbot.cards.chart_card import Rulings
from lawbot.cards.commentary_card import comment_actions, commented
from lawbot.cards.comparison_card import by_publishers, changed_since, other_codes
from lawbot.cards.help_card import NEAREST
from lawbot.cards.titles import GLIMPSE, cased, headed, name_of, shortened
from lawbot.decide.kinds import Kind
from lawbot.decide.outcome import LeadKind, Outcome
from lawbot.decide.understanding import Reading
from lawbot.language import SOURCE, Language, installed
from lawbot.language.language import STEM_LENGTH
from lawbot.language.methods import initials
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.limits import MAX_SEARCHED
from lawbot.message.message import Message
from lawbot.search.engine import Search

SHOWN = 5
"""Most results on a card."""
CHARTS_OF_A_LAW = 2
"""Most flow charts on the card of a provision."""
BRIEF = 1200
"""Most characters of a provision shown in full; of a longer one, one sentence is shown."""
_GIST = 210
"""Characters of a provision below a choice: with three events they fill a phone's screen."""
_TITLE_LENGTH = 70
"""Most characters of a query in a title, of Discord's 256: two lines on a phone."""
_MAX_SIBLINGS = 12
"""Most provisions named as near: half a menu of Discord, which takes 25."""
_MIN_LETTERS = 4
"""Least letters of a word to compare with terms: 'UI' stands in 'Follow Suit'."""
_MIN_LIKENESS = 75
"""Least likeness, of 100, of a defined term offered for a word that is none."""
_MIN_WORD = 4
"""Least letters of a word cut short; fewer are an abbreviation."""
_WORD = re.compile(r"\w[\w’'-]*")
_SENTENCE = re.compile(r"(?<=[.;:?!])\s+")


def excerpt(entry: Entry, query: str, length: int = 160) -> str:
    """Return the sentence of a provision (or of a part of it) with most words of the query."""
    english = installed()[SOURCE]
    sentences: list[str] = []
    for inner in entry.walk():
        if inner.text:
            sentences += _SENTENCE.split(inner.text)
    if not sentences:
        return ""
    stems = english.stems(query)

    def count_matches(sentence: str) -> int:
        return sum(token[:STEM_LENGTH] in stems for token in english.tokenized(sentence))

    return shortened(max(sentences, key=count_matches), length)


def telling_words(entry: Entry, query: str, language: Language) -> tuple[str, ...]:
    """Return the words of a provision (and its parts) that a query has, in any of their forms.

    None in a script without blanks."""
    if not language.has_words:
        return ()
    query_stems = {stem for stem in language.stems(query) if len(stem) > STEM_LENGTH // 2}
    words: dict[str, None] = {}
    for inner in entry.walk():
        words |= dict.fromkeys(_WORD.findall(inner.text))
    return tuple(word for word in words if not query_stems.isdisjoint(language.stems(word)))


def asked_title(query: str) -> str:
    """Return a card's title with the query: bounded, in quotes."""
    return f"“{shortened(query, _TITLE_LENGTH)}”"


class Finding:
    """Make the cards of outcomes."""

    def __init__(
        self,
        lawbook: Lawbook,
        search: Search,
        rulings: Rulings,
        changes: Changes,
        commentary: Commentary | None = None,
    ) -> None:
        self.commentary = commentary or Commentary()
        self.lawbook = lawbook
        self.search = search
        self.rulings = rulings
        self.changes = changes

    def card(self, outcome: Outcome, reader: Reader) -> Card:
        """Return the card of an outcome. Raises LawbookError for an unknown edition."""
        return _OutcomeView(self, outcome, reader).card()

    def law_card(self, entry: Entry, reader: Reader) -> Card:
        """Return the card of a provision with its flow charts and what changed between codes."""
        compare_actions, change_lines = changed_since(self.lawbook, self.changes, entry, reader)
        charts = self.charts_for(entry, reader)
        first = (*charts[:1], *compare_actions)
        twins, twin_lines = by_publishers(self.lawbook, entry, reader)
        comments = commented(self.commentary, self.lawbook, entry, reader)
        codes = (*comments, *twins, *other_codes(self.lawbook, entry, reader))
        notes = (*twin_lines, *change_lines)
        return law_card.law_card(self.lawbook, entry, reader, first, charts[1:], notes, codes)

    def term_card(self, reading: Reading, reader: Reader) -> Card:
        """Return the card of the provision that defines a term, or that the edition has none.

        It is headed by what an abbreviation stands for, unless its title says that."""
        entry = self.lawbook.find(reading.citations[0], reading.edition)
        if entry is None:
            return self.undefined(reading, reader)
        card = self.law_card(entry, reader)
        text, meaning = reading.text.casefold(), reading.meaning.casefold()
        if meaning in ("", text):
            return card
        # The beginning of a word needs no explanation, if the title has the whole of it.
        is_cut_short = meaning.startswith(text) and len(text) >= _MIN_WORD
        if is_cut_short and meaning in card.title.casefold():
            return card
        word = _as_written(reading.text, reading.meaning)
        language = self.lawbook.edition(reading.edition).language
        in_language = reading.meaning in self.search.meanings(reading.text, language)
        line = f"{word}: {reading.meaning}" if in_language else f"{word} ({reading.meaning})"
        return replace(card, parts=(Paragraph(line, Tone.LEAD), *card.parts))

    def undefined(self, reading: Reading, reader: Reader) -> Card:
        """Return the card of a word that the Laws do not define.

        It has the word's meaning if the lexicon knows one, and the nearest terms and provisions."""
        _ = reader.translate
        meanings = self.search.meanings(reading.text)
        query = " ".join([reading.text, *meanings[:1]])
        result = self.search.find(Message(query), reading.edition, NEAREST)
        alike = self._terms_like(meanings[0] if meanings else reading.text, reading.edition)
        near = [term for term, likeness in alike if likeness >= _MIN_LIKENESS]
        near += [hit.citation for hit in result.hits]
        near += [term for term, _likeness in alike]
        entries = law_card.those_in(self.lawbook, dict.fromkeys(near), reading.edition)
        name = shortened(_as_written(reading.text, *meanings[:1]), 60)
        parts = [Paragraph(f"{name}: {meanings[0]}", Tone.LEAD)] if meanings else []
        parts.append(Paragraph(_("The Laws do not define “{term}”.").format(term=name)))
        offered = tuple(law_card.links(entries[:NEAREST], reader))
        parts.append(Paragraph(_("Nearest in the Laws:"), Tone.QUIET))
        parts += [Paragraph(f"{law.label}: {law.detail}") for law in offered]
        return Card(
            CardKind.DEFINITION,
            name[:1].upper() + name[1:],
            tuple(parts),
            source=law_card.source_line(self.lawbook, reading.edition),
            rows=(offered,),
            found=bool(meanings),
        )

    def nearest(self, text: str, edition: str, reader: Reader) -> tuple[Action, ...]:
        """Return the charts and provisions whose names are most like a text that found nothing."""
        targets: dict[str, Citation | str] = {}
        headings = self.lawbook.headings(edition)
        # names in a language that the reader does not read would be no help
        if self.lawbook.edition(edition).language != reader.language:
            headings = []
        for citation, title in headings:
            targets[installed().unmarked(title)] = citation
        for chart in self.rulings.worded(reader.language).entrances:
            targets[installed().unmarked(chart.title)] = chart.id
        actions: list[Action] = []
        for name, _likeness, _index in _alike(text, list(targets)):
            target = targets[name]
            if isinstance(target, str):
                actions.append(self.rulings.entry(target, reader))
            else:
                entries = law_card.those_in(self.lawbook, [target], edition)
                actions += law_card.links(entries, reader)
        return tuple(replace(action, detail="") for action in actions)

    def _terms_like(self, text: str, edition: str) -> list[tuple[Citation, float]]:
        """Return the defined terms whose names are most like a text, and how like, of 100."""
        terms = {
            citation: installed().unmarked(citation.term)
            for citation in self.lawbook.citations(edition)
            if citation.term
        }
        return [(citation, likeness) for _name, likeness, citation in _alike(text, terms)]

    def charts_for(self, entry: Entry, reader: Reader) -> tuple[Action, ...]:
        """Return the flow charts for a provision as actions.

        Those about its law come first, then those whose rulings cite it most."""
        _ = reader.translate
        name = _("Flow chart")
        situations = self.rulings.situations
        charts = self.search.charts_on(entry.citation, entry.edition)
        # The lawbook may be older than the charts, and name one that is no more.
        doors = dict.fromkeys(situations.door(chart) for chart in charts if chart in situations)
        entries = [self.rulings.entry(door, reader) for door in list(doors)[:CHARTS_OF_A_LAW]]
        return tuple(Action(f"{name}: {entry.label}", entry.address) for entry in entries)


class _OutcomeView:
    """Draw the card of one outcome for one reader."""

    def __init__(self, finding: Finding, outcome: Outcome, reader: Reader) -> None:
        self.finding, self.lawbook, self.rulings = finding, finding.lawbook, finding.rulings
        self.outcome, self.reader = outcome, reader
        self.text, self.edition = outcome.reading.text, outcome.reading.edition
        self._ = reader.translate

    def card(self) -> Card:
        """Return the card for the lead of the outcome."""
        asked = str(ResultsPlace(self.edition, self.text)) if self.text else ""
        return replace(self._led(), asked=asked)

    def _led(self) -> Card:
        """Return the card for the lead of the outcome, without the words asked."""
        match self.outcome.lead.kind:
            case Kind.NOTHING:
                return self._nothing()
            case LeadKind.RULING | LeadKind.QUESTION:
                return self._told()
            case LeadKind.PROVISION:
                return self._answered()
        return self._choice()

    def _told(self) -> Card:
        """Return the ruling of the first chart, or its first open question, with the best law."""
        chart = self.outcome.charts[0]
        beginning = self.rulings.beginning(
            chart.id, self.reader, chart.given, chart.assumed, chart.seat
        )
        card = self.rulings.card(beginning, self.reader)
        provisions = self._links([hit.citation for hit in self.outcome.hits[:SHOWN]])
        rows, menus, last_menu = card.rows, card.menus, self._others(provisions)
        changes = self.rulings.changes(beginning, self.reader)
        if self.outcome.is_aided:
            menus, changes = self._mending(menus, changes), ()
        if card.kind is CardKind.QUESTION:
            # one menu: the answers need the room
            *first, more = menus
            prompt = self._("Not so? Not this? More")
            actions = (*changes, *last_menu.actions, *more.actions[len(changes) :])
            last_menu = replace(more, prompt=prompt, actions=actions)
            menus = tuple(first)
            if provisions:
                law = Action(self._("The law"), provisions[0].address, style=Style.QUIET)
                rows = (*rows[:-1], (*rows[-1], law))
        return replace(
            card,
            parts=(*self._read_as(), *card.parts),
            rows=rows,
            menus=(*menus, last_menu),
        )

    def _mending(self, menus: tuple[Menu, ...], changes: Actions) -> tuple[Menu, ...]:
        """Return the menus with the ways to mend what was heard in one of their own, the first."""
        kept_menus = []
        for menu in menus:
            actions = tuple(action for action in menu.actions if action not in changes)
            kept_menus.append(replace(menu, actions=actions))
        return (Menu(self._("Not so? Mend what I heard"), changes), *kept_menus)

    def _answered(self) -> Card:
        """Return the provision that answers in its own words, with its chart; others in a menu."""
        (best,) = self.outcome.lead.citations
        further = [hit.citation for hit in self.outcome.hits if not best.contains(hit.citation)]
        row = (*self._offered, self._opening(best))
        provisions = (*self._links(further[: SHOWN - 1]), *self._siblings())
        menu = self._others(provisions)
        entry = self._shortest(self.lawbook.provision(best, self.edition))
        return self._results(self._answer(entry), (row,), menu)

    def _choice(self) -> Card:
        """Return a choice of charts with the best law; first the law if the text only asks.

        An event is its own button, and each law stands once: the first one as text."""
        _, lead = self._, self.outcome.lead
        events = tuple(
            Action(chart.detail, chart.address, style=Style.MAIN) for chart in self._offered
        )
        law: tuple[Part, ...] = ()
        opening: tuple[Action, ...] = ()
        citations = list(lead.citations)
        if lead.kind is LeadKind.CHARTS:
            # a term explains no event
            citations.sort(key=lambda citation: not citation.law)
        if citations:
            entry = law_card.whole_choice(self.lawbook.provision(citations[0], self.edition))
            # who only asks reads the answer here; who tells what happened chooses an event
            is_event = lead.kind is LeadKind.CHARTS
            parts = self._in_brief(entry) if is_event else self._answer(self._shortest(entry))
            law = tuple(parts)
            opening = (Action(_("The law"), self._opening(entry.citation).address),)
        further = [
            hit.citation
            for hit in self.outcome.hits
            if not any(citation.contains(hit.citation) for citation in lead.citations)
        ]
        laws = (*citations[1:], *further[: SHOWN - len(citations)])
        menu = self._others((*self._links(laws), *self._siblings()))
        if lead.kind is LeadKind.CHARTS:
            question = Paragraph(_("Which of these happened?"), Tone.LEAD)
            return self._results([question], (events, opening), menu, law)
        best = Paragraph(_("The Laws that fit best:"), Tone.QUIET)
        return self._results([best, *law], (events, opening), menu)

    def _results(
        self,
        parts: Iterable[Part],
        rows: tuple[tuple[Action, ...], ...],
        menu: Menu,
        below: Iterable[Part] = (),
    ) -> Card:
        """Return a card of results."""
        return Card(
            CardKind.RESULTS,
            asked_title(self.text),
            parts=(
                *law_card.superseded(self.lawbook, self.edition, self.reader),
                *self._read_as(),
                *parts,
            ),
            source=law_card.source_line(self.lawbook, self.edition),
            address=str(ResultsPlace(self.edition, self.text)),
            rows=rows,
            menus=(menu,),
            below=tuple(below),
        )

    def _nothing(self) -> Card:
        """Return the card that nothing was found, or that the text is not about bridge."""
        _ = self._
        is_foreign = self.outcome.reading.kind is Kind.NOTHING
        result = self.outcome.found
        if is_foreign:
            line = Paragraph(_("I answer questions about the Laws of Duplicate Bridge."), Tone.LEAD)
        else:
            line = Paragraph(_("Nothing in this edition fits these words."), Tone.WARNING)
        parts = [line]
        if result and result.unknown and not is_foreign:
            unknown = shortened(", ".join(result.unknown), 200)
            parts.append(
                Paragraph(_("Words I do not know: {words}").format(words=unknown), Tone.QUIET)
            )
        parts.append(
            Paragraph(
                _("Try a law number (27B1), a term (revoke), or what happened (“led out of turn”).")
            )
        )
        nearest: tuple[Action, ...] = ()
        if not is_foreign:
            nearest = self.finding.nearest(self.text, self.edition, self.reader)
        if nearest:
            parts.append(Paragraph(_("Did you mean"), Tone.QUIET))
        contents = Action(_("Contents"), str(ContentsPlace(self.edition)))
        row = (Action(_("Situations"), str(EntrancePlace()), style=Style.MAIN), contents)
        menu = Menu(_("What the commentary says"), self._comments())
        return Card(
            CardKind.ERROR,
            _("Nothing found"),
            tuple(parts),
            rows=(nearest, row),
            menus=(menu,),
            found=False,
        )

    # -- their parts
    # ---------------------------------------------------------------------------------------------------

    def _read_as(self) -> Iterator[Part]:
        """Yield how the text was read, if not as it was typed: cut, or with spelling mended."""
        _ = self._
        if self.outcome.is_aided:
            yield Paragraph(_("👂 A language model listened too."), Tone.QUIET)
        if len(self.text) > MAX_SEARCHED:
            line = _("Only the first {number} characters were searched for.")
            yield Paragraph(line.format(number=MAX_SEARCHED), Tone.QUIET)
        if self.outcome.repaired:
            repairs = ", ".join(
                f"{wrong} → {right}" for wrong, right in self.outcome.repaired.items()
            )
            line = _("Read as: {words}").format(words=shortened(repairs, 200))
            yield Paragraph(line, Tone.QUIET)

    def _shortest(self, entry: Entry) -> Entry:
        """Return a provision; of one too long to show in full, the part found first."""
        first = self.outcome.hits[0].citation
        if _length(entry) <= BRIEF or not entry.citation.contains(first):
            return entry
        return self.lawbook.provision(first, self.edition)

    def _answer(self, entry: Entry) -> Iterator[Part]:
        """Yield a provision under its name: its text in full if short, else its beginning.

        What its text goes on from stands above it in grey."""
        if _length(entry) > BRIEF:
            yield from self._in_brief(entry)
            return
        yield Paragraph(headed(entry, self.reader), Tone.LEAD)
        yield from law_card.text_as_of(self.lawbook, self.edition, [entry.citation], self.reader)
        language = self.finding.search.languages[self.lawbook.edition(self.edition).language]
        marked = telling_words(entry, self.text, language)
        yield from law_card.lead_in(entry)
        yield from law_card.body(self.lawbook, entry, self.reader, marked)

    def _in_brief(self, entry: Entry) -> Iterator[Part]:
        """Yield a provision under its name, as far as there is room below three events."""
        name, heading = name_of(entry.citation, self.reader), cased(entry.heading)
        yield Heading(f"{name} · {heading}" if heading else name)
        yield from law_card.text_as_of(self.lawbook, self.edition, [entry.citation], self.reader)
        language = self.finding.search.languages[self.lawbook.edition(self.edition).language]
        yield from law_card.brief(entry, _GIST, telling_words(entry, self.text, language))

    @cached_property
    def _charts(self) -> dict[str, Action]:
        """Return, by chart, the actions that begin the charts with the facts told of each.

        These facts are not asked again. Where the event is not sure, neither is its stage: the
        chart that sorts its stages begins."""
        told_charts = {chart.id: chart for chart in self.outcome.charts}
        actions = {}
        for chart in self.outcome.charts:
            door = self.rulings.situations.door(chart.id)
            first = told_charts.get(door, replace(chart, assumed={}))
            # without a fact the text may be about another player's act
            seat = first.seat if first.given else None
            actions[chart.id] = self.rulings.entry(
                door, self.reader, first.given, first.assumed, seat
            )
        return actions

    @property
    def _offered(self) -> tuple[Action, ...]:
        """Return the actions that begin the charts which the outcome leads with."""
        lead_charts = self.outcome.lead.charts
        return tuple(self._charts[chart] for chart in lead_charts if chart in self._charts)

    def _opening(self, citation: Citation) -> Action:
        """Return the action that opens a provision."""
        return Action(name_of(citation, self.reader), str(LawPlace(citation, self.edition)))

    def _others(self, provisions: Iterable[Action]) -> Menu:
        """Return one menu of all other results: charts, then provisions.

        Of the charts about one event it has the first; of those offered already, none."""
        kind = self._("what happened")
        offered = self.outcome.lead.charts
        others = self.rulings.situations.doors(
            chart for chart in self._charts if chart not in offered
        )
        charts = (self._charts[chart] for chart in others)
        happened = (replace(chart, detail=f"{kind} · {chart.detail}") for chart in charts)
        return Menu(
            self._("Not this? Others that fit"), (*happened, *provisions, *self._comments())
        )

    def _comments(self) -> tuple[Action, ...]:
        """Return the ways to commentaries with the words of the text: the Laws stand before them."""
        code = self.lawbook.edition(self.edition).code
        comments = self.finding.commentary.matching(self.text[:MAX_SEARCHED], code)
        return comment_actions(comments, self.reader)

    def _links(self, citations: Iterable[Citation]) -> list[Action]:
        """Return the ways to provisions, each with its sentence that answers."""
        entries = [self.lawbook.provision(citation, self.edition) for citation in citations]
        actions = []
        for entry, link in zip(entries, law_card.links(entries, self.reader), strict=True):
            actions.append(replace(link, detail=excerpt(entry, self.text, GLIMPSE)))
        return actions

    def _siblings(self) -> list[Action]:
        """Return the provisions beside the first hit that were not found themselves.

        If the right law is found with the wrong paragraph, the right one is one tap away."""
        if not self.outcome.hits:
            return []
        best = self.outcome.hits[0].citation
        owner = self.lawbook.find(best.parent or best, self.edition)
        if owner is None:
            return []
        citations = {hit.citation for hit in self.outcome.hits}
        siblings = [child.citation for child in owner.children if child.citation not in citations]
        return self._links(siblings[:_MAX_SIBLINGS])


def _length(entry: Entry) -> int:
    """Return how many characters a provision has, with all its parts."""
    return sum(len(inner.text) for inner in entry.walk())


def _as_written(word: str, meaning: str = "") -> str:
    """Return the word, in capitals if its letters begin the words that it stands for."""
    return word.upper() if word.casefold() == initials(meaning) else word


def _alike(text: str, names: Mapping[Any, str] | Sequence[str]) -> list[tuple[str, float, Any]]:
    """Return the names most like a text, with their likeness, of 100, and their keys."""
    plain = installed().unmarked(text[:MAX_SEARCHED])
    # the letters of a short word stand in many names
    scorer = fuzz.WRatio if len(plain) >= _MIN_LETTERS else fuzz.ratio
    return list(process.extract(plain, names, scorer=scorer, limit=NEAREST))
