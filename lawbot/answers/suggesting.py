"""What a person may be about to type: citations, headings, terms and situations in one ranked list."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Literal

from rapidfuzz import fuzz, process

from lawbot.answers.laws import cased
from lawbot.cards import Action
from lawbot.citation import Citation, fold
from lawbot.language import SOURCE, installed
from lawbot.lawbook import Lawbook
from lawbot.search.engine import Search
from lawbot.situations.charts import JOIN, Situations
from lawbot.text.citing import law_words

Suggested = Literal["any", "law", "term", "situation"]
"""What somebody is about to type."""
_Listed = Literal["law", "term", "situation", "chart", "spoken"]
_LISTS: dict[Suggested, tuple[_Listed, ...]] = {
    "any": ("law", "term", "chart"),
    "law": ("law",),
    "term": ("term", "spoken"),
    "situation": ("situation",),
}
MOST = 25
"""Suggestions that are worth making."""
ENOUGH = 8
"""Suggestions from which on nothing is looked for that only resembles what is typed."""
ALIKE = 78
"""Likeness, of 100, from which on words count as misspelt rather than others."""
_TYPED = 80
"""Characters of what is typed so far that are looked at."""
_NAMED = 3
"""Provisions at most that come first because a word for them begins with what is typed."""
_SPOKEN = 4
"""Letters from which on a word that is no term of the Laws is offered beside them."""
_WORTH_SEARCHING = 5
"""Characters from which on half a sentence is searched like a whole one."""


@dataclass(frozen=True, slots=True)
class _Choice:
    label: str
    value: str
    number: str
    """A citation without blanks and brackets, to be matched from its beginning."""
    words: str
    """What it may be found by, folded, a blank before each word."""
    referred: int = 0
    """How often other laws refer to the law that it is."""


class Suggester:
    """Ranks the choices of one lawbook for what is typed so far."""

    def __init__(
        self, lawbook: Lawbook, worded: Callable[[str], Situations], search: Search
    ) -> None:
        self.lawbook = lawbook
        self.worded = worded
        self.search = search
        self._list = cache(self._listed)

    def suggest(self, text: str, edition: str, kind: Suggested, language: str) -> list[Action]:
        """At most MOST choices for the text so far: numbers from their beginning; then provisions
        that say what a word is, each with its law, laws with every word typed in their headings,
        those most referred to first, and whatever else has these words, in any order, each from
        its beginning; then what the abbreviation stands for, what the words find, and what is
        only similar."""
        choices = [
            choice
            for name in _LISTS[kind]
            for choice in self._list(name, edition if name in ("law", "term") else language)
        ]
        number = _number(text)
        typed = installed().unmarked(text[:_TYPED])
        if not typed:
            return [Action(choice.label, choice.value) for choice in choices[:MOST]]
        found = (
            [choice for choice in choices if number and choice.number.startswith(number)]
            if any(c.isdigit() for c in number)
            else []
        )
        found.sort(key=lambda choice: len(choice.number))
        if not found:
            worded = _with_words(choices, typed)
            whole = sorted(
                (choice for choice in worded if choice.number.isdigit()),
                key=lambda choice: -choice.referred,
            )
            defined = [
                choice for choice in self._defined(typed, edition, language) if choice in choices
            ]
            found = list(dict.fromkeys([*defined, *whole, *worded]))
            for meant in self.search.meanings(text.strip())[:2]:
                found += [
                    choice
                    for choice in _with_words(choices, installed().unmarked(meant))
                    if choice not in found
                ]
        if len(found) < ENOUGH and len(typed) >= _WORTH_SEARCHING and kind in ("any", "law"):
            by_value = {choice.value: choice for choice in choices}
            hits = [str(hit.citation) for hit in self.search.find(text, edition, ENOUGH).hits]
            charts = (
                [JOIN + hit.id for hit in self.search.situations(text, 2)] if kind == "any" else []
            )
            found += [
                by_value[value]
                for value in (*hits[:2], *charts, *hits[2:])
                if value in by_value and by_value[value] not in found
            ]
        if len(found) < ENOUGH and len(typed) > 2:
            words = {place: choice.words for place, choice in enumerate(choices)}
            near = process.extract(
                typed, words, scorer=fuzz.partial_ratio, limit=ENOUGH, score_cutoff=ALIKE
            )
            found += [
                choices[place] for _words, _score, place in near if choices[place] not in found
            ]
        return [Action(choice.label, choice.value) for choice in found[:MOST]]

    def _defined(self, typed: str, edition: str, language: str) -> list[_Choice]:
        """The provisions that say what a word is that people use for it: 'revoke', in any of the
        reader's languages; each with its law."""
        laws = {choice.value: choice for choice in self._list("law", edition)}
        ruled, spoken = self.lawbook.ruled_by, self.search.languages
        defined = (
            each
            for code in dict.fromkeys((language, SOURCE))
            for each in spoken[code].defined.items()
        )
        named = [law for word, law in defined if installed().unmarked(word).startswith(typed)]
        there = (
            to
            for law in named[:MOST]
            for to in self.lawbook.counterparts(Citation.parse(law), ruled, edition).citations[:1]
        )
        first = islice(dict.fromkeys(to for to in there if str(to) in laws), _NAMED)
        pairs = [(laws[str(to)], laws[str(to.law)]) for to in first]
        return [
            each
            for own, law in pairs
            for each in ((law, own) if law.words.startswith(f" {typed}") else (own, law))
        ]

    def _listed(self, name: _Listed, of: str) -> list[_Choice]:
        """The choices of one kind: ``of`` an edition those that are provisions, ``of`` a language
        the others."""
        match name:
            case "law":
                return list(self._laws(of))
            case "term":
                terms = (
                    citation
                    for citation in self.lawbook.citations(of)
                    if citation.term and not citation.footnote
                )
                return [
                    _Choice(each.term, each.term, _number(str(each)), _words(each.term))
                    for each in terms
                ]
            case "situation":
                ranked = sorted(
                    self.worded(of).values(), key=lambda chart: (chart.frequent or 99, chart.title)
                )
                return [
                    _Choice(c.title, c.id, "", _words(" ".join([c.title, c.summary, *c.aliases])))
                    for c in ranked
                ]
            case "chart":
                return [
                    replace(each, label=f"⮞ {each.label}", value=JOIN + each.value)
                    for each in self._list("situation", of)
                ]
            case "spoken":  # what people look up as terms, and the Laws say elsewhere: 'revoke'
                words = (
                    word
                    for code in dict.fromkeys((of, SOURCE))
                    for word in self.search.languages[code].defined
                )
                return [
                    _Choice(word[:1].upper() + word[1:], word, "", _words(word))
                    for word in words
                    if len(word) >= _SPOKEN
                ]

    def _laws(self, edition: str) -> Iterator[_Choice]:
        titles, referred = dict(self.lawbook.headings(edition)), self.lawbook.referred_to(edition)
        for citation in self.lawbook.citations(edition):
            if citation.footnote or citation.table or citation.term:
                continue
            number, own = str(citation), titles.get(citation)
            title = cased(
                own or next((titles[above] for above in citation.parents if titles.get(above)), "")
            )
            label = f"{number} · {title}" if title else number
            yield _Choice(
                label,
                number,
                _number(number),
                _words(title if own else ""),
                referred.get(citation.law, 0),
            )


def _with_words(choices: list[_Choice], typed: str) -> list[_Choice]:
    """The choices that have every word typed, from its beginning; those that begin with the first
    one before the others, laws before charts."""
    wanted = [f" {word}" for word in typed.split()]
    found = [choice for choice in choices if all(word in choice.words for word in wanted)]
    return sorted(
        found,
        key=lambda choice: (
            not choice.words.startswith(wanted[0]),
            choice.value.startswith(JOIN),
            len(choice.number),
        ),
    )


def _words(text: str) -> str:
    return f" {installed().unmarked(text)}"


def _number(text: str) -> str:
    plain = fold(text[:_TYPED])
    for prefix in ("§", *law_words(), "l"):
        plain = plain.removeprefix(prefix).strip()
    return "".join(char for char in plain if char.isalnum())
