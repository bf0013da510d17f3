"""Search results as cards: three to five to choose from, a clear winner opened at once, a weak best called a guess."""

import re
from collections import Counter
from dataclasses import replace
from functools import cached_property

from lawbot.answers.addresses import ComparePlace, ContentsPlace, EntrancePlace, LawPlace, ResultsPlace
from lawbot.answers.changes import Changes
from lawbot.answers.laws import GLIMPSE, cased, law_card, shortened, source_line
from lawbot.answers.reader import Reader
from lawbot.answers.rulings import Rulings
from lawbot.answers.telling import Telling, ToldChart
from lawbot.cards import ADDRESS_LIMIT, Action, Card, CardKind, Menu, Paragraph, Part, Style, Tone
from lawbot.citation import Citation
from lawbot.language import SOURCE
from lawbot.lawbook import Entry, Lawbook
from lawbot.search import words
from lawbot.search.charts import is_pure_question, sure_chart
from lawbot.search.engine import Found, Hit, Search

SHOWN = 5
"""Results on a card."""
CLEAR = 1.8
"""A first hit this many times as strong as the first one of another law opens at once."""
GUESS = 0.55
"""Certainty under which the best is called a guess."""
CHARTS_OF_A_LAW = 2
"""Flow charts that the card of a provision offers."""
OWN_LAW = 50
"""How many citations it is worth to a chart that the law is the first of those it is about."""
_SENTENCE = re.compile(r"(?<=[.;:?!])\s+")


def excerpt(entry: Entry, query: str, length: int = 160) -> str:
    """The sentence of a provision (or of what it holds) that has most words of the query."""
    wanted = set(words.telling(query))
    sentences = [sentence for inner in entry.walk() if inner.text for sentence in _SENTENCE.split(inner.text)]
    if not sentences:
        return ""
    stems = {word[:5] for word in wanted}
    best = max(sentences, key=lambda sentence: sum(token[:5] in stems for token in words.english(sentence)))
    return shortened(best, length)


def is_clear(found: Found) -> bool:
    """Whether the first hit is so far ahead that it should open at once."""
    if found.kind == "citation" or (found.kind == "exact" and found.hits):
        return True
    if len(found.hits) < 2 or found.certainty < GUESS:
        return False
    first = found.hits[0]
    rival = next((hit for hit in found.hits[1:] if not _related(first, hit)), None)
    return rival is not None and first.score >= CLEAR * rival.score


def _related(first: Hit, other: Hit) -> bool:
    return first.citation.contains(other.citation) or other.citation.contains(first.citation)


class Finding:
    """Cards for words: what they might mean, best first."""

    def __init__(self, lawbook: Lawbook, search: Search, rulings: Rulings, telling: Telling, changes: Changes) -> None:
        self.lawbook = lawbook
        self.search = search
        self.rulings = rulings
        self.telling = telling
        self.changes = changes

    def card(self, query: str, edition: str, reader: Reader, *, with_charts: bool) -> Card:
        """The card for a query: the clear winner itself, or results to choose from. Raises LawbotError for an unknown edition."""
        _ = reader.translate
        found = self.search.find(query, edition, 12)
        if not found.hits:
            return self._nothing(found, reader)
        told: list[ToldChart] = []
        if with_charts and found.kind == "words":
            told = self.telling.charts(query, SHOWN)
            if (sure := self.telling.sure(query, told)) is not None:
                return self._told(query, sure, told, found, reader)
        if is_clear(found):
            entry = self.lawbook.provision(found.hits[0].citation, edition)
            card = self.law_card(entry, reader)
            others = self._links(found.hits[1:SHOWN], edition, query)
            menu = (Menu(_("Other results"), others),) if others and found.kind != "citation" else ()
            return _with_menus(card, menu)
        return self._results(query, found, reader, told)

    def charts_card(self, query: str, reader: Reader) -> Card:
        """The flow charts that a description may mean, to choose from; the first screen of them where none does, which says so."""
        _ = reader.translate
        told = self.telling.charts(query, SHOWN)
        if not told:
            entrance = self.rulings.entrance(reader)
            return replace(entrance, parts=(Paragraph(_("No flow chart fits these words."), Tone.WARNING), *entrance.parts))
        if (sure := self.telling.sure(query, told)) is not None:
            return self._told(query, sure, told, None, reader)
        actions = tuple(self.rulings.entry(self.rulings.situations[chart.id], reader) for chart in told)
        return Card(
            CardKind.RESULTS,
            _("Which of these happened?"),
            parts=tuple(Paragraph(f"{action.label}: {action.detail}") for action in actions),
            rows=((Action(_("The most frequent calls"), str(EntrancePlace()), style=Style.QUIET),),),
            menus=(Menu(_("Choose what happened"), actions),),
        )

    def law_card(self, entry: Entry, reader: Reader) -> Card:
        """The card of a provision with the flow charts that rest on it, and what changed since the code before or by the one in force."""
        changed, told = self._changed(entry, reader)
        return law_card(self.lawbook, entry, reader, (*self.charts_for(entry, reader), *changed), told)

    def _changed(self, entry: Entry, reader: Reader) -> tuple[tuple[Action, ...], tuple[Part, ...]]:
        """A way to the comparison where there is something to unlearn; on an older code's card the lines themselves, before the text."""
        _ = reader.translate
        lawbook, in_force = self.lawbook, self.lawbook.in_force
        code, newest = lawbook.edition(entry.edition).code, lawbook.edition(in_force).code
        name = _("Changed in {year}").format(year=newest)
        if not entry.citation.law:
            return (), ()
        if code < newest:
            found = lawbook.counterparts(entry.citation, entry.edition, in_force).citations
            lines = [line for law in dict.fromkeys(citation.law for citation in found) for line in self.changes.of(law, code, newest)]
            way = Action(name, str(ComparePlace(entry.edition, in_force, entry.citation)), style=Style.MAIN)
            return (way,), (Paragraph(f"{name}: {' '.join(lines)}", Tone.NOTE),) if lines else ()
        older = max((known.code for known in lawbook.editions.values() if known.code < newest), default=0)
        beside = next((known for known in lawbook.editions.values() if known.code == older and known.language == SOURCE), None)
        beside = beside or next((known for known in lawbook.editions.values() if known.code == older), None)
        if beside is None or not self.changes.of(entry.citation.law, older, newest):
            return (), ()
        return (Action(name, str(ComparePlace(beside.id, entry.edition, entry.citation))),), ()

    def _told(self, query: str, sure: ToldChart, told: list[ToldChart], found: Found | None, reader: Reader) -> Card:
        """The ruling that a sentence carries to, or the first question it leaves open; other charts and the provisions found a tap away."""
        _ = reader.translate
        others = tuple(self.rulings.entry(self.rulings.situations[other.id], reader) for other in told if other is not sure)
        laws = self._links(found.hits[:SHOWN], found.edition, query) if found else ()
        menus = (Menu(_("Something else happened"), others), Menu(_("Provisions for these words"), laws))
        card = self.rulings.told(sure.id, sure.given, sure.said, reader)
        return replace(card, menus=(*card.menus, *(menu for menu in menus if menu.actions)))

    def charts_for(self, entry: Entry, reader: Reader) -> tuple[Action, ...]:
        """The flow charts that rest on the provision, as actions: those about its law first, then those whose rulings cite it most."""
        _ = reader.translate
        lawbook = self.lawbook
        found = lawbook.counterparts(entry.citation, entry.edition, lawbook.in_force).citations if entry.citation.law else [entry.citation]
        name = _("Flow chart")
        ids = dict.fromkeys(chart for citation in found for chart in self._resting.get(citation, ()))
        charts = [self.rulings.situations[chart] for chart in list(ids)[:CHARTS_OF_A_LAW]]
        return tuple(Action(f"{name}: {chart.title}", self.rulings.entry(chart, reader).address) for chart in charts)

    @cached_property
    def _resting(self) -> dict[Citation, list[str]]:
        """For every provision that a chart rests on, and those it stands in, the charts, best first, at most CHARTS_OF_A_LAW."""
        counts: dict[Citation, Counter[str]] = {}
        for chart in self.rulings.situations.values():
            cited = Counter(Citation.parse(cite) for ruling in chart.rulings.values() for cite in ruling.cites)
            for law in chart.laws:
                cited[Citation(law)] += OWN_LAW if law == chart.laws[0] else 1
            for citation, times in cited.items():
                for holder in (citation, *citation.parents):
                    counts.setdefault(holder, Counter())[chart.id] += times
        for citation, charts in counts.items():
            for chart_id in charts:
                if self.rulings.situations[chart_id].laws[0] == citation.law:
                    charts[chart_id] += OWN_LAW
        return {citation: [chart for chart, _times in charts.most_common(CHARTS_OF_A_LAW)] for citation, charts in counts.items()}

    def _results(self, query: str, found: Found, reader: Reader, told: list[ToldChart]) -> Card:
        _ = reader.translate
        hits = found.hits[:SHOWN]
        guess = found.kind == "words" and 0 < found.certainty < GUESS
        parts = []
        if found.repaired:
            said = ", ".join(f"{wrong} → {right}" for wrong, right in found.repaired.items())
            parts.append(Paragraph(_("Read as: {words}").format(words=shortened(said, 200)), Tone.QUIET))
        if guess:
            parts.append(Paragraph(_("Nothing fits well. These are guesses:"), Tone.WARNING))
            hits = hits[:3]
        charts = [] if guess or is_pure_question(query) else told[:2]
        rows: list[tuple[Action, ...]] = []
        if charts:
            begin = [self.rulings.entry(self.rulings.situations[hit.id], reader) for hit in charts]
            sure = sure_chart(self.search.situations(query, 2), query) is not None
            if sure:
                sounds = _("This sounds like “{situation}”. Tap to go from what happened to the ruling.")
                parts.append(Paragraph(sounds.format(situation=begin[0].label)))
            rows.append(tuple(Action(action.label, action.address, style=Style.MAIN if sure else Style.PLAIN) for action in begin))
        marked = tuple(word for word in words.telling(query) if len(word) > 2)
        for hit in hits:
            entry = self.lawbook.provision(hit.citation, found.edition)
            heading = cased(entry.heading) if entry.level != "definition" else ""
            above = (
                f" ({cased(entry.path[0].title or '')})"
                if entry.path and entry.path[0].title and entry.path[0].title != entry.heading
                else ""
            )
            parts.append(Paragraph(f"{entry.citation} · {heading}{above}" if heading else str(entry.citation), Tone.LEAD))
            parts.append(Paragraph(excerpt(entry, query), marked=marked))
        opening = tuple(Action(str(hit.citation), str(LawPlace(hit.citation, found.edition))) for hit in hits)
        rows.append(opening)
        siblings = self._siblings(hits, found.edition, query)
        address = str(ResultsPlace(found.edition, query))
        return Card(
            CardKind.RESULTS,
            _("Guesses") if guess else _("Which one?"),
            parts=tuple(parts),
            source=source_line(self.lawbook, found.edition, reader),
            address=address if len(address) <= ADDRESS_LIMIT else "",
            rows=tuple(rows),
            menus=(Menu(_("Near these"), siblings),) if siblings else (),
        )

    def _nothing(self, found: Found, reader: Reader) -> Card:
        _ = reader.translate
        parts = [Paragraph(_("Nothing in this edition fits these words."), Tone.WARNING)]
        if found.unknown:
            parts.append(Paragraph(_("Not known here: {words}").format(words=shortened(", ".join(found.unknown), 200)), Tone.QUIET))
        parts.append(Paragraph(_("Try a law number (27B1), a term (revoke), or what happened (“led out of turn”).")))
        row = (Action(_("Situations"), str(EntrancePlace()), style=Style.MAIN), Action(_("Contents"), str(ContentsPlace(found.edition))))
        return Card(CardKind.ERROR, _("Nothing found"), tuple(parts), rows=(row,), found=False)

    def _links(self, hits: list[Hit], edition: str, query: str) -> tuple[Action, ...]:
        links = []
        for hit in hits:
            entry = self.lawbook.provision(hit.citation, edition)
            label = f"{entry.citation} · {cased(entry.heading)}" if entry.heading else str(entry.citation)
            links.append(Action(label, str(LawPlace(entry.citation, edition)), excerpt(entry, query, GLIMPSE)))
        return tuple(links)

    def _siblings(self, hits: list[Hit], edition: str, query: str) -> tuple[Action, ...]:
        """The provisions beside the first hit: the right law found with the wrong paragraph is one tap from the right one."""
        first = hits[0].citation
        owner = self.lawbook.find(first.parent, edition) if first.parent else self.lawbook.find(first, edition)
        shown = {hit.citation for hit in hits}
        near = [Hit(child.citation, 0.0) for child in owner.children if child.citation not in shown] if owner else []
        return self._links(near[:12], edition, query)


def _with_menus(card: Card, menus: tuple[Menu, ...]) -> Card:
    return replace(card, menus=(*menus, *card.menus))
