"""What words find and what a term means, as cards: the best provision in its own words, its flow
chart, the others in one menu."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, cached_property

from rapidfuzz import fuzz, process

from lawbot.answers import laws
from lawbot.answers.addresses import (
    ContentsPlace,
    EntrancePlace,
    LawPlace,
    ResultsPlace,
    TopicPlace,
)
from lawbot.answers.changes import Changes
from lawbot.answers.comparing import changed_since
from lawbot.answers.kinds import Kind
from lawbot.answers.outcome import LeadKind, Outcome
from lawbot.answers.reader import Reader
from lawbot.answers.rulings import Rulings
from lawbot.answers.understanding import Reading
from lawbot.cards import Action, Card, CardKind, Listing, Menu, Paragraph, Part, Style, Tone
from lawbot.citation import Citation
from lawbot.language import SOURCE, Language, installed
from lawbot.language.methods import initials
from lawbot.lawbook import Entry, Lawbook
from lawbot.search.engine import LONGEST_QUERY, Search

SHOWN = 5
"""Results on a card."""
CHARTS_OF_A_LAW = 2
"""Flow charts that the card of a provision offers."""
NAMING = 4
"""Words that may name a head of the printed index; more tell or ask something."""
BRIEF = 1200
"""Characters up to which the best provision is shown in full; of a longer one, the sentence that
answers."""
_TITLE = 120
"""Characters of a query in a title, of the 256 that Discord allows: two lines on a phone."""
_STEM = 5
"""Letters in which the forms of a word agree."""
_NEAR = 12
"""Provisions named as near: half a menu of Discord, which takes 25."""
_NEAREST = 3
"""Definitions offered where none is named: as many as there are buttons in a row beside the charts."""
_SHORTEST = 4
"""Letters under which a word is like any other: 'UI' stands in 'Follow Suit'."""
_ALIKE = 75
"""Likeness, of 100, from which on a defined term is offered for one that is not."""
_SPELT = 4
"""Letters from which on what is typed is a word cut short, no abbreviation."""
_WORD = re.compile(r"\w[\w’'-]*")
_SENTENCE = re.compile(r"(?<=[.;:?!])\s+")


def excerpt(entry: Entry, query: str, length: int = 160) -> str:
    """The sentence of a provision (or of what it holds) that has most words of the query."""
    english = installed()[SOURCE]
    sentences = [
        sentence for inner in entry.walk() if inner.text for sentence in _SENTENCE.split(inner.text)
    ]
    if not sentences:
        return ""
    stems = {word[:_STEM] for word in english.tokenized(query) if word not in english.telling.stop}
    best = max(
        sentences,
        key=lambda sentence: sum(token[:_STEM] in stems for token in english.tokenized(sentence)),
    )
    return laws.shortened(best, length)


def telling_words(entry: Entry, query: str, language: Language) -> tuple[str, ...]:
    """The words of a provision (and of what it holds) that a query asked for, in any of their
    forms; none in a script without blanks."""
    if not language.has_words:
        return ()
    small = language.telling.stop | language.telling.quiet
    wanted = {
        token[:_STEM]
        for token in language.tokenized(query)
        if len(token) > _STEM // 2 and token not in small
    }
    said = dict.fromkeys(word for inner in entry.walk() for word in _WORD.findall(inner.text))
    return tuple(
        word
        for word in said
        if any(token[:_STEM] in wanted and token not in small for token in language.tokenized(word))
    )


def asked_title(query: str) -> str:
    """A card's title that says what was asked: bounded, in quotes."""
    return f"“{laws.shortened(query, _TITLE)}”"


class Finding:
    """The cards of outcomes: what words lead to."""

    def __init__(
        self, lawbook: Lawbook, search: Search, rulings: Rulings, changes: Changes
    ) -> None:
        self.lawbook = lawbook
        self.search = search
        self.rulings = rulings
        self.changes = changes
        self._heads = cache(
            lambda edition: {
                f" {topic.path[0]} ".casefold(): topic.path[0] for topic in lawbook.topics(edition)
            }
        )
        """The heads of the printed index of an edition, by what is looked for in a text."""

    def card(self, outcome: Outcome, reader: Reader) -> Card:
        """The card of what words lead to. Raises LawbookError for an unknown edition."""
        return _Found(self, outcome, reader).card()

    def law_card(self, entry: Entry, reader: Reader) -> Card:
        """The card of a provision with the flow charts that rest on it, and what changed since the
        code before or by the one in force."""
        changed, told = changed_since(self.lawbook, self.changes, entry, reader)
        charts = self.charts_for(entry, reader)
        more = (
            *charts[1:],
            *self.in_index(entry.citation.term or entry.heading, entry.edition, reader),
        )
        return laws.law_card(self.lawbook, entry, reader, (*charts[:1], *changed), more, told)

    def term_card(self, reading: Reading, reader: Reader) -> Card:
        """The card of the provision that defines a term, headed by what an abbreviation stands for,
        unless its title says that; where the edition has none, that it is not defined."""
        entry = self.lawbook.find(reading.citations[0], reading.edition)
        if entry is None:
            return self.undefined(reading, reader)
        defined = self.law_card(entry, reader)
        text, meaning = reading.text.casefold(), reading.meaning.casefold()
        if meaning in ("", text) or (
            meaning.startswith(text) and len(text) >= _SPELT and meaning in defined.title.casefold()
        ):
            return defined
        word, language = (
            _as_written(reading.text, reading.meaning),
            self.lawbook.edition(reading.edition).language,
        )
        own = reading.meaning in self.search.meanings(reading.text, language)
        said = f"{word}: {reading.meaning}" if own else f"{word} ({reading.meaning})"
        return replace(defined, parts=(Paragraph(said, Tone.LEAD), *defined.parts))

    def undefined(self, reading: Reading, reader: Reader) -> Card:
        """That the Laws do not define the word, what it is short for where the lexicon knows, the
        nearest terms and provisions."""
        _ = reader.translate
        meanings = self.search.meanings(reading.text)
        found = self.search.find(" ".join([reading.text, *meanings[:1]]), reading.edition, _NEAREST)
        terms = {
            citation: installed().unmarked(citation.term)
            for citation in self.lawbook.citations(reading.edition)
            if citation.term
        }
        wanted = installed().unmarked(meanings[0] if meanings else reading.text)
        alike = (
            process.extract(wanted, terms, scorer=fuzz.WRatio, limit=_NEAREST, score_cutoff=_ALIKE)
            if len(wanted) >= _SHORTEST
            else []
        )
        near = dict.fromkeys(
            [
                *(citation for _term, _score, citation in alike),
                *(hit.citation for hit in found.hits),
            ]
        )
        entries = laws.those_in(self.lawbook, near, reading.edition)
        name = laws.shortened(_as_written(reading.text, *meanings[:1]), 60)
        parts = [Paragraph(f"{name}: {meanings[0]}", Tone.LEAD)] if meanings else []
        parts.append(
            Paragraph(_("“{term}” is not a defined term of these Laws.").format(term=name))
        )
        offered = tuple(laws.links(entries, reader))
        if offered:
            parts.append(Paragraph(_("Nearest in the Laws:"), Tone.QUIET))
            parts += [
                Paragraph(f"{action.label}: {action.detail}") for action in offered[:_NEAREST]
            ]
        return Card(
            CardKind.DEFINITION,
            name[:1].upper() + name[1:],
            tuple(parts),
            source=laws.source_line(self.lawbook, reading.edition),
            menus=(Menu(_("Open a law"), offered),),
            found=bool(meanings),
        )

    def in_index(self, words: str, edition: str, reader: Reader) -> tuple[Action, ...]:
        """The way to the longest head of the printed index that stands in these words, if there is
        one."""
        _ = reader.translate
        said = f" {words} ".casefold()
        head = max(
            (head for sought, head in self._heads(edition).items() if sought in said),
            key=len,
            default="",
        )
        name = _("Index")
        return (Action(f"{name}: {laws.cased(head)}", str(TopicPlace(head))),) if head else ()

    def charts_for(self, entry: Entry, reader: Reader) -> tuple[Action, ...]:
        """The flow charts that rest on the provision, as actions: those about its law first, then
        those whose rulings cite it most."""
        _ = reader.translate
        name = _("Flow chart")
        known = self.rulings.situations
        # the lawbook may be older
        ids = [
            chart
            for chart in self.search.charts_on(entry.citation, entry.edition)
            if chart in known
        ]
        entries = [self.rulings.entry(chart, reader) for chart in ids[:CHARTS_OF_A_LAW]]
        return tuple(Action(f"{name}: {entry.label}", entry.address) for entry in entries)


class _Found:
    """What an outcome leads to, shown to one reader."""

    def __init__(self, finding: Finding, outcome: Outcome, reader: Reader) -> None:
        self.finding, self.lawbook, self.rulings = finding, finding.lawbook, finding.rulings
        self.outcome, self.reader = outcome, reader
        self.text, self.edition = outcome.reading.text, outcome.reading.edition
        self._ = reader.translate

    def card(self) -> Card:
        """What the outcome leads with."""
        match self.outcome.lead.kind:
            case Kind.NOTHING:
                return self._nothing()
            case LeadKind.RULING | LeadKind.QUESTION:
                return self._told()
            case LeadKind.PROVISION:
                return self._answered()
        return self._choice()

    def _told(self) -> Card:
        """The ruling that a text carries to, or the first question it leaves open, with the law
        that fits best; other charts and provisions a tap away."""
        first = self.outcome.charts[0]
        card = self.rulings.card(
            self.rulings.beginning(first.id, self.reader, first.given, first.assumed),
            self.reader,
            first.said,
        )
        more = self._links([hit.citation for hit in self.outcome.hits[:SHOWN]])
        under = (
            [Paragraph(f"{self._('The law')}: {more[0].label}", Tone.QUIET)]
            if more and card.kind is CardKind.QUESTION
            else []
        )
        return replace(
            card,
            parts=(*self._read_as(), *card.parts, *under),
            menus=(*card.menus, self._others(self._charts[1:], more)),
        )

    def _answered(self) -> Card:
        """The provision that answers in its own words, with its flow chart under it and the others
        in a menu."""
        (first,) = self.outcome.lead.citations
        others = [hit.citation for hit in self.outcome.hits if not first.contains(hit.citation)]
        row = (*self._charts[:1], self._opening(first))
        menu = self._others(
            self._charts[1:], (*self._links(others[: SHOWN - 1]), *self._siblings())
        )
        return self._results(self._answer(first, whole=True), (row,), menu)

    def _choice(self) -> Card:
        """Several charts to choose from with the laws that fit best under them; provisions before
        charts where the text only asks."""
        _, lead, charts = self._, self.outcome.lead, self._charts
        offered = tuple(replace(chart, style=Style.MAIN) for chart in charts[: len(lead.charts)])
        best = Paragraph(_("The Laws that fit best:"), Tone.QUIET)
        if lead.kind is LeadKind.CHARTS:
            names = tuple(law.label for law in self._links(lead.citations))
            which = Paragraph(_("Which of these happened?"), Tone.LEAD)
            told = Listing(tuple(chart.detail for chart in offered))
            parts: list[Part] = [which, told, best, Listing(names)] if names else [which, told]
        else:
            parts = [
                best,
                *(
                    part
                    for citation in lead.citations
                    for part in self._answer(citation, whole=False)
                ),
            ]
        rows = (offered, tuple(self._opening(citation) for citation in lead.citations))
        others = [
            hit.citation
            for hit in self.outcome.hits
            if not any(citation.contains(hit.citation) for citation in lead.citations)
        ]
        more = (*self._links(others[: SHOWN - len(lead.citations)]), *self._siblings())
        return self._results(parts, rows, self._others(charts[len(offered) :], more))

    def _results(
        self, parts: Iterable[Part], rows: tuple[tuple[Action, ...], ...], menu: Menu
    ) -> Card:
        """A card of results."""
        named = (
            self.finding.in_index(self.text, self.edition, self.reader)
            if len(self.text.split()) <= NAMING
            else ()
        )
        return Card(
            CardKind.RESULTS,
            asked_title(self.text),
            parts=(
                *laws.superseded(self.lawbook, self.edition, self.reader),
                *self._read_as(),
                *parts,
            ),
            source=laws.source_line(self.lawbook, self.edition),
            address=str(ResultsPlace(self.edition, self.text)),
            rows=(*rows, named),
            menus=(menu,),
        )

    def _nothing(self) -> Card:
        _ = self._
        foreign = self.outcome.reading.kind is Kind.NOTHING
        said = (
            _("I answer questions about the Laws of Duplicate Bridge.")
            if foreign
            else _("Nothing in this edition fits these words.")
        )
        parts = [Paragraph(said, Tone.LEAD if foreign else Tone.WARNING)]
        if self.outcome.found and self.outcome.found.unknown and not foreign:
            unknown = laws.shortened(", ".join(self.outcome.found.unknown), 200)
            parts.append(
                Paragraph(_("Words I do not know: {words}").format(words=unknown), Tone.QUIET)
            )
        parts.append(
            Paragraph(
                _("Try a law number (27B1), a term (revoke), or what happened (“led out of turn”).")
            )
        )
        contents = Action(_("Contents"), str(ContentsPlace(self.edition)))
        row = (Action(_("Situations"), str(EntrancePlace()), style=Style.MAIN), contents)
        return Card(CardKind.ERROR, _("Nothing found"), tuple(parts), rows=(row,), found=False)

    # -- their parts
    # ---------------------------------------------------------------------------------------------------

    def _read_as(self) -> Iterator[Part]:
        """How the text was read, where that is not as it was typed."""
        _ = self._
        if len(self.text) > LONGEST_QUERY:
            yield Paragraph(
                _("Only the first {number} characters were searched for.").format(
                    number=LONGEST_QUERY
                ),
                Tone.QUIET,
            )
        if self.outcome.repaired:
            said = ", ".join(f"{wrong} → {right}" for wrong, right in self.outcome.repaired.items())
            yield Paragraph(
                _("Read as: {words}").format(words=laws.shortened(said, 200)), Tone.QUIET
            )

    def _answer(self, citation: Citation, *, whole: bool) -> Iterator[Part]:
        """A provision under its name: its own words in full, what they go on from above them in
        grey; else the sentence that answers."""
        entry = self.lawbook.provision(citation, self.edition)
        yield Paragraph(laws.headed(entry, self.reader), Tone.LEAD)
        yield from laws.text_as_of(self.lawbook, self.edition, [citation], self.reader)
        marked = telling_words(
            entry,
            self.text,
            self.finding.search.languages[self.lawbook.edition(self.edition).language],
        )
        if whole and sum(len(inner.text) for inner in entry.walk()) <= BRIEF:
            yield from laws.lead_in(entry)
            yield from laws.body(self.lawbook, entry, self.reader, marked)
        else:
            yield Paragraph(excerpt(entry, self.text), marked=marked)

    @cached_property
    def _charts(self) -> list[Action]:
        """The actions that begin the charts with the facts told of each, so that these are not
        asked again."""
        return [
            self.rulings.entry(chart.id, self.reader, chart.given, chart.assumed)
            for chart in self.outcome.charts
        ]

    def _opening(self, citation: Citation) -> Action:
        return Action(laws.name_of(citation, self.reader), str(LawPlace(citation, self.edition)))

    def _others(self, charts: Iterable[Action], provisions: Iterable[Action]) -> Menu:
        """One menu for all that was found besides: what may have happened, then provisions."""
        kind = self._("what happened")
        happened = (replace(chart, detail=f"{kind} · {chart.detail}") for chart in charts)
        return Menu(self._("Not this? Others that fit"), (*happened, *provisions))

    def _links(self, citations: Iterable[Citation]) -> list[Action]:
        """The ways to provisions, each with its sentence that answers."""
        entries = [self.lawbook.provision(citation, self.edition) for citation in citations]
        named = zip(entries, laws.links(entries, self.reader), strict=True)
        return [
            replace(link, detail=excerpt(entry, self.text, laws.GLIMPSE)) for entry, link in named
        ]

    def _siblings(self) -> list[Action]:
        """The provisions beside the first hit: the right law found with the wrong paragraph is one
        tap from the right one."""
        if not self.outcome.hits:
            return []
        first = self.outcome.hits[0].citation
        owner = self.lawbook.find(first.parent or first, self.edition)
        found = {hit.citation for hit in self.outcome.hits}
        near = (
            [child.citation for child in owner.children if child.citation not in found]
            if owner
            else []
        )
        return self._links(near[:_NEAR])


def _as_written(word: str, meaning: str = "") -> str:
    """The word; in capitals where its letters begin the words that it stands for."""
    return word.upper() if word.casefold() == initials(meaning) else word
