"""Suggest what a person may be about to type: citations, headings, terms and situations, ranked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from rapidfuzz import fuzz, process

from lawbot.book import Lawbook
from lawbot.cards.card import Action
from lawbot.cards.titles import cased
from lawbot.charts.load import Situations
from lawbot.charts.model import JOIN
from lawbot.language import SOURCE, installed
from lawbot.law.citation import Citation, fold
from lawbot.limits import MAX_SHORT
from lawbot.message.citations import law_words, numbered
from lawbot.message.message import Message
from lawbot.search.engine import Search

Suggested = Literal["any", "law", "term", "situation"]
"""Kind of what somebody is about to type."""
_ListName = Literal["law", "term", "situation", "chart", "everyday"]
_LISTS: dict[Suggested, tuple[_ListName, ...]] = {
    "any": ("law", "term", "chart"),
    "law": ("law",),
    "term": ("term", "everyday"),
    "situation": ("situation",),
}
MOST = 25
"""Most suggestions worth making."""
ENOUGH = 8
"""Number of suggestions from which on nothing merely similar is looked for."""
ALIKE = 78
"""Least likeness, of 100, of words that count as misspelt rather than as others."""
_MAX_DEFINED = 3
"""Most provisions that come first because a word for them begins with what is typed."""
_MIN_EVERYDAY = 4
"""Least letters of a word offered as a term although the Laws do not define it."""
_MIN_SEARCHED = 5
"""Least characters of half a sentence that is searched like a whole one."""


@dataclass(frozen=True, slots=True)
class _Choice:
    label: str
    value: str
    number: str
    """A citation without blanks and brackets, to be matched from its beginning."""
    words: str
    """The words it is found by, folded, a blank before each."""
    referred: int = 0
    """Number of references from other laws to its law."""


class Suggester:
    """Rank the choices of one lawbook for a text so far."""

    def __init__(
        self, lawbook: Lawbook, charts_in: Callable[[str], Situations], search: Search
    ) -> None:
        self.lawbook = lawbook
        self.charts_in = charts_in
        self.search = search
        self._list = cache(self._build_list)

    def suggest(self, text: str, edition: str, kind: Suggested, language: str) -> list[Action]:
        """Return at most MOST choices for the text so far, best first.

        Numbers match from their beginning. Without one come provisions that people have the word
        for, each with its law, laws with every word in their headings, those most referred to
        first, then whatever else has these words, each from its beginning; then what the
        abbreviation stands for, what the words find, and what is only similar."""
        choices = []
        for name in _LISTS[kind]:
            choices += self._list(name, edition if name in ("law", "term") else language)
        typed = installed().unmarked(text[:MAX_SHORT])
        if not typed:
            return [Action(choice.label, choice.value) for choice in choices[:MOST]]
        ranked = _by_number(choices, text)
        if not ranked:
            ranked = self._by_words(choices, typed, edition, language)
            for meaning in self.search.meanings(text.strip())[:2]:
                _add_new(ranked, _with_words(choices, installed().unmarked(meaning)))
        if len(ranked) < ENOUGH and len(typed) >= _MIN_SEARCHED and kind in ("any", "law"):
            _add_new(ranked, self._by_search(choices, text, edition, kind))
        # Two letters are similar to nearly every heading.
        if len(ranked) < ENOUGH and len(typed) > 2:
            _add_new(ranked, _by_likeness(choices, typed))
        return [Action(choice.label, choice.value) for choice in ranked[:MOST]]

    def _by_words(
        self, choices: list[_Choice], typed: str, edition: str, language: str
    ) -> list[_Choice]:
        """Return the choices that have the words: defined ones, whole laws, then the rest."""
        matching = _with_words(choices, typed)
        laws = [choice for choice in matching if choice.number.isdigit()]
        laws.sort(key=lambda choice: -choice.referred)
        defined = self._defined(typed, edition, language)
        first = [choice for choice in defined if choice in choices]
        return list(dict.fromkeys([*first, *laws, *matching]))

    def _by_search(
        self, choices: list[_Choice], text: str, edition: str, kind: Suggested
    ) -> list[_Choice]:
        """Return the choices that a search finds, flow charts after the two best provisions."""
        by_value = {choice.value: choice for choice in choices}
        message = Message(numbered(text))
        hits = [str(hit.citation) for hit in self.search.find(message, edition, ENOUGH).hits]
        charts = []
        if kind == "any":
            charts = [JOIN + hit.id for hit in self.search.situations(message, 2)]
        values = (*hits[:2], *charts, *hits[2:])
        return [by_value[value] for value in values if value in by_value]

    def _defined(self, typed: str, edition: str, language: str) -> list[_Choice]:
        """Return the provisions that people have a word for, such as 'revoke', each with its law.

        The word is in any of the reader's languages, and begins with what is typed."""
        laws = {choice.value: choice for choice in self._list("law", edition)}
        defining = []
        for code in dict.fromkeys((language, SOURCE)):
            for word, number in self.search.languages[code].defined.items():
                if installed().unmarked(word).startswith(typed):
                    defining.append(number)
        citations: dict[Citation, None] = {}
        for number in defining[:MOST]:
            counterparts = self.lawbook.counterparts(
                Citation.parse(number), self.lawbook.ruled_by, edition
            )
            for citation in counterparts.citations[:1]:
                if str(citation) in laws and len(citations) < _MAX_DEFINED:
                    citations[citation] = None
        choices: list[_Choice] = []
        for citation in citations:
            provision, law = laws[str(citation)], laws[str(citation.law)]
            # A law that is headed by the word itself comes before its provision.
            is_headed = law.words.startswith(f" {typed}")
            choices += (law, provision) if is_headed else (provision, law)
        return choices

    def _build_list(self, name: _ListName, scope: str) -> list[_Choice]:
        """Return the choices of one kind: of an edition for provisions, else of a language."""
        match name:
            case "law":
                return list(self._laws(scope))
            case "term":
                return list(self._terms(scope))
            case "situation":
                return list(self._charts(scope))
            case "chart":
                return [
                    replace(chart, label=f"⮞ {chart.label}", value=JOIN + chart.value)
                    for chart in self._list("situation", scope)
                ]
            case "everyday":
                return list(self._everyday_words(scope))

    def _laws(self, edition: str) -> Iterator[_Choice]:
        titles, referred = dict(self.lawbook.headings(edition)), self.lawbook.referred_to(edition)
        for citation in self.lawbook.citations(edition):
            if citation.footnote or citation.table or citation.term:
                continue
            number = str(citation)
            steps = (citation, *citation.parents)
            title = cased(next(filter(None, map(titles.get, steps)), None) or "")
            # A heading above is shown, but finds only the provision that it stands over.
            words = _words(title if titles.get(citation) else "")
            label = f"{number} · {title}" if title else number
            yield _Choice(label, number, _number(number), words, referred.get(citation.law, 0))

    def _terms(self, edition: str) -> Iterator[_Choice]:
        for citation in self.lawbook.citations(edition):
            term = citation.term
            if term and not citation.footnote:
                yield _Choice(term, term, _number(str(citation)), _words(term))

    def _charts(self, language: str) -> Iterator[_Choice]:
        situations = self.charts_in(language)
        names: dict[str, list[str]] = {}
        # the words of a door come before those of the charts behind it
        for chart in sorted(situations.values(), key=lambda chart: chart.door or ""):
            door = names.setdefault(situations.door(chart.id), [])
            door += (chart.title, chart.summary, *chart.aliases)
        charts = situations.entrances
        for chart in sorted(charts, key=lambda chart: (chart.frequent or 99, chart.title)):
            yield _Choice(chart.title, chart.id, "", _words(" ".join(names[chart.id])))

    def _everyday_words(self, language: str) -> Iterator[_Choice]:
        """Yield words that people look up as terms, and the Laws define elsewhere: 'revoke'."""
        for code in dict.fromkeys((language, SOURCE)):
            for word in self.search.languages[code].defined:
                if len(word) >= _MIN_EVERYDAY:
                    yield _Choice(word[:1].upper() + word[1:], word, "", _words(word))


def _add_new(ranked: list[_Choice], further: list[_Choice]) -> None:
    ranked += [choice for choice in further if choice not in ranked]


def _by_number(choices: list[_Choice], text: str) -> list[_Choice]:
    """Return the choices whose citation begins with a number, the shortest first."""
    number = _number(text)
    if not any(char.isdigit() for char in number):
        return []
    matching = [choice for choice in choices if choice.number.startswith(number)]
    return sorted(matching, key=lambda choice: len(choice.number))


def _by_likeness(choices: list[_Choice], typed: str) -> list[_Choice]:
    """Return the choices with similar words, for what is misspelt."""
    words = {index: choice.words for index, choice in enumerate(choices)}
    near = process.extract(
        typed, words, scorer=fuzz.partial_ratio, limit=ENOUGH, score_cutoff=ALIKE
    )
    return [choices[index] for _words, _score, index in near]


def _with_words(choices: list[_Choice], typed: str) -> list[_Choice]:
    """Return the choices that have every word typed, each from its beginning.

    Those that begin with the first word come before others, laws before charts."""
    beginnings = [f" {word}" for word in typed.split()]

    def rank(choice: _Choice) -> tuple[bool, bool, int]:
        begins = choice.words.startswith(beginnings[0])
        return not begins, choice.value.startswith(JOIN), len(choice.number)

    matching = [choice for choice in choices if all(word in choice.words for word in beginnings)]
    return sorted(matching, key=rank)


def _words(text: str) -> str:
    return f" {installed().unmarked(text)}"


def _number(text: str) -> str:
    """Return the letters and digits of a citation, without a word for law before it."""
    plain = fold(text[:MAX_SHORT])
    for prefix in ("§", *law_words(), "l"):
        plain = plain.removeprefix(prefix).strip()
    return "".join(char for char in plain if char.isalnum())
