"""What words find, as a card: the best provision in its own words, its flow chart, the others in one menu; a weak best is called a guess."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from lawbot.answers.addresses import ContentsPlace, EntrancePlace, LawPlace, ResultsPlace
from lawbot.answers.changes import Changes
from lawbot.answers.comparing import changed_since
from lawbot.answers.laws import GLIMPSE, body, cased, law_card, lead_in, shortened, source_line, superseded
from lawbot.answers.reader import Reader
from lawbot.answers.rulings import Rulings
from lawbot.answers.telling import Telling, ToldChart
from lawbot.cards import ADDRESS_LIMIT, Action, Card, CardKind, Menu, Paragraph, Part, Style, Tone
from lawbot.citation import Citation
from lawbot.language import Language
from lawbot.lawbook import Entry, Lawbook
from lawbot.search import words
from lawbot.search.charts import is_pure_question, sure_chart
from lawbot.search.doubt import EVEN
from lawbot.search.engine import LONGEST_QUERY, Found, Hit, Search

SHOWN = 5
"""Results on a card."""
GUESSES = 3
"""Results on a card that can only guess."""
CHARTS_OF_A_LAW = 2
"""Flow charts that the card of a provision offers."""
OWN_LAW = 50
"""How many citations it is worth to a chart that the law is the first of those it is about."""
BRIEF = 1200
"""Characters up to which the best provision is shown in full; of a longer one, the sentence that answers."""
_TITLE = 120
_STEM = 5
"""Letters in which the forms of a word agree."""
_NEAR = 12
_WORD = re.compile(r"\w[\w’'-]*")
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


def telling_words(entry: Entry, query: str, language: Language) -> tuple[str, ...]:
    """The words of a provision (and of what it holds) that a query asked for, in any of their forms; none in a script without blanks."""
    if not language.has_words:
        return ()
    wanted = {token[:_STEM] for token in language.tokenized(query) if len(token) > _STEM // 2 and token not in language.telling.stop}
    said = dict.fromkeys(word for inner in entry.walk() for word in _WORD.findall(inner.text))
    return tuple(word for word in said if any(token[:_STEM] in wanted for token in language.tokenized(word)))


def is_guess(found: Found) -> bool:
    """Whether the best that words find is no more than a guess. Without vectors nothing tells how near it is, unless a word is unknown."""
    return found.kind == "words" and found.certainty < EVEN and (found.certainty > 0 or bool(found.unknown))


def asked_title(query: str) -> str:
    """A card's title that says what was asked: bounded, in quotes."""
    return f"“{shortened(query, _TITLE)}”"


class Finding:
    """Cards for words: what they might mean, best first."""

    def __init__(self, lawbook: Lawbook, search: Search, rulings: Rulings, telling: Telling, changes: Changes) -> None:
        self.lawbook = lawbook
        self.search = search
        self.rulings = rulings
        self.telling = telling
        self.changes = changes

    def card(self, query: str, edition: str, reader: Reader, *, with_charts: bool) -> Card:
        """The card for a query: what it tells happened, or what answers it best. Raises LawbotError for an unknown edition."""
        _ = reader.translate
        found = self.search.find(query, edition, 12)
        if not found.hits:
            return self._nothing(found, reader)
        told: list[ToldChart] = []
        if with_charts and found.kind == "words":
            told = self.telling.charts(query, SHOWN)
            if (sure := self.telling.sure(query, told)) is not None:
                return self._told(query, sure, told, found, reader)
        if found.kind == "citation":
            return self.law_card(self.lawbook.provision(found.hits[0].citation, edition), reader)
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
        actions = tuple(self._begun(told, reader))
        return Card(
            CardKind.RESULTS,
            asked_title(query),
            parts=(
                Paragraph(_("Which of these happened?"), Tone.LEAD),
                *(Paragraph(f"{action.label}: {action.detail}") for action in actions),
            ),
            rows=((Action(_("What directors are called for most"), str(EntrancePlace()), style=Style.QUIET),),),
            menus=(Menu(_("Choose what happened"), actions),),
        )

    def law_card(self, entry: Entry, reader: Reader) -> Card:
        """The card of a provision with the flow charts that rest on it, and what changed since the code before or by the one in force."""
        changed, told = changed_since(self.lawbook, self.changes, entry, reader)
        charts = self.charts_for(entry, reader)
        return law_card(self.lawbook, entry, reader, (*charts[:1], *changed), charts[1:], told)

    def _told(self, query: str, sure: ToldChart, told: list[ToldChart], found: Found | None, reader: Reader) -> Card:
        """The ruling that a sentence carries to, or the first question it leaves open; other charts and the provisions found a tap away."""
        _ = reader.translate
        others = self._begun((other for other in told if other is not sure), reader)
        laws = self._links(found.hits[:SHOWN], found.edition, query) if found else ()
        card = self.rulings.told(sure.id, sure.given, sure.said, reader)
        return replace(card, menus=(*card.menus, *self._others(others, laws, reader)))

    def _begun(self, told: Iterable[ToldChart], reader: Reader) -> list[Action]:
        """The actions that begin the charts with the facts told of each, so that these are not asked again."""
        return [self.rulings.entry(chart.id, reader, chart.given) for chart in told]

    def charts_for(self, entry: Entry, reader: Reader) -> tuple[Action, ...]:
        """The flow charts that rest on the provision, as actions: those about its law first, then those whose rulings cite it most."""
        _ = reader.translate
        lawbook = self.lawbook
        found = lawbook.counterparts(entry.citation, entry.edition, lawbook.ruled_by).citations
        name = _("Flow chart")
        ids = dict.fromkeys(chart for citation in found for chart in self._resting.get(citation, ()))
        entries = [self.rulings.entry(chart, reader) for chart in list(ids)[:CHARTS_OF_A_LAW]]
        return tuple(Action(f"{name}: {entry.label}", entry.address) for entry in entries)

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
        """The best provision's own words with its flow chart under it and the others in a menu; a list where the best is a guess."""
        _ = reader.translate
        guess = is_guess(found)
        hits = found.hits[:SHOWN]
        parts: list[Part] = [*superseded(self.lawbook, found.edition, reader)]
        if len(query) > LONGEST_QUERY:
            parts.append(Paragraph(_("Only the first {number} characters were searched for.").format(number=LONGEST_QUERY), Tone.QUIET))
        if found.repaired:
            said = ", ".join(f"{wrong} → {right}" for wrong, right in found.repaired.items())
            parts.append(Paragraph(_("Read as: {words}").format(words=shortened(said, 200)), Tone.QUIET))
        if guess:
            parts.append(Paragraph(_("Nothing fits well. These are guesses:"), Tone.WARNING))
        for hit in hits[:GUESSES] if guess else hits[:1]:
            parts += self._answer(self.lawbook.provision(hit.citation, found.edition), query, found.language, reader, whole=not guess)
        shown = hits[: GUESSES if guess else 1]
        opening = tuple(self._opening(hit, found.edition, reader) for hit in shown)
        happened = [] if guess or is_pure_question(query) else self._begun(told, reader)
        sure = sure_chart(self.search.situations(query, 2), query) is not None
        chart = tuple(replace(action, style=Style.MAIN if sure else Style.PLAIN) for action in happened[:1])
        laws = (*self._links(hits[len(shown) :], found.edition, query), *self._siblings(hits, found.edition, query))
        address = str(ResultsPlace(found.edition, query))
        return Card(
            CardKind.RESULTS,
            asked_title(query),
            parts=tuple(parts),
            source=source_line(self.lawbook, found.edition, reader),
            address=address if len(address) <= ADDRESS_LIMIT else "",
            rows=tuple(row for row in (chart, opening) if row),
            menus=self._others(happened[1:], laws, reader),
        )

    def _answer(self, entry: Entry, query: str, language: str, reader: Reader, *, whole: bool) -> Iterator[Part]:
        """A provision under its name: its own words in full, what they go on from above them in grey; else the sentence that answers."""
        heading = cased(entry.heading) if entry.level != "definition" else ""
        yield Paragraph(f"{entry.citation} · {heading}" if heading else str(entry.citation), Tone.LEAD)
        marked = telling_words(entry, query, self.search.languages[language])
        if whole and sum(len(inner.text) for inner in entry.walk()) <= BRIEF:
            yield from lead_in(entry)
            yield from body(self.lawbook, entry, reader, marked)
        else:
            yield Paragraph(excerpt(entry, query), marked=marked)

    def _opening(self, hit: Hit, edition: str, reader: Reader) -> Action:
        _ = reader.translate
        name = _("Law {citation}").format(citation=hit.citation) if hit.citation.law else str(hit.citation)
        return Action(name, str(LawPlace(hit.citation, edition)))

    def _others(self, charts: Iterable[Action], laws: Iterable[Action], reader: Reader) -> tuple[Menu, ...]:
        """One menu for all that was found besides: what may have happened, then laws."""
        _ = reader.translate
        kind = _("what happened")
        actions = (*(replace(chart, detail=f"{kind} · {chart.detail}") for chart in charts), *laws)
        return (Menu(_("Not this? Others that fit"), actions),) if actions else ()

    def _nothing(self, found: Found, reader: Reader) -> Card:
        _ = reader.translate
        parts = [Paragraph(_("Nothing in this edition fits these words."), Tone.WARNING)]
        if found.unknown:
            parts.append(Paragraph(_("Not known here: {words}").format(words=shortened(", ".join(found.unknown), 200)), Tone.QUIET))
        parts.append(Paragraph(_("Try a law number (27B1), a term (revoke), or what happened (“led out of turn”).")))
        row = (Action(_("Situations"), str(EntrancePlace()), style=Style.MAIN), Action(_("Contents"), str(ContentsPlace(found.edition))))
        return Card(CardKind.ERROR, _("Nothing found"), tuple(parts), rows=(row,), found=False)

    def _links(self, hits: Iterable[Hit], edition: str, query: str) -> tuple[Action, ...]:
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
        return self._links(near[:_NEAR], edition, query)
