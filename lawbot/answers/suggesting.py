"""What a person may be about to type: citations, headings, terms, index heads and situations in one ranked list."""

from dataclasses import dataclass, replace
from functools import cached_property

from rapidfuzz import fuzz, process

from lawbot.answers.laws import cased
from lawbot.cards import Action
from lawbot.citation import fold
from lawbot.lawbook import Lawbook
from lawbot.search.words import unmarked
from lawbot.situations.charts import JOIN, Situations

MOST = 25
"""Suggestions that are worth making."""
_TYPED = 80
"""Characters of what is typed so far that are looked at."""


@dataclass(frozen=True, slots=True)
class _Choice:
    label: str
    value: str
    number: str
    """A citation without blanks and brackets, to be matched from its beginning."""
    words: str


class Suggester:
    """Ranks the choices of one lawbook for what is typed so far."""

    def __init__(self, lawbook: Lawbook, situations: Situations) -> None:
        self.lawbook = lawbook
        self.situations = situations

    def suggest(self, text: str, edition: str, kind: str) -> list[Action]:
        """At most 25 choices for the text so far: numbers from their beginning, then words from theirs, then similar ones."""
        choices = self._choices(kind, edition)
        number = _number(text)
        typed = unmarked(text[:_TYPED])
        if not typed:
            return [Action(choice.label, choice.value) for choice in choices[:MOST]]
        found = [choice for choice in choices if number and choice.number.startswith(number)] if any(c.isdigit() for c in number) else []
        found.sort(key=lambda choice: len(choice.number))
        if not found:
            found = sorted((choice for choice in choices if choice.words.startswith(typed)), key=lambda choice: len(choice.number))
            found += [choice for choice in choices if f" {typed}" in choice.words and choice not in found]
        if len(found) < 8 and len(typed) > 2:
            near = process.extract(
                typed, {i: choice.words for i, choice in enumerate(choices)}, scorer=fuzz.partial_ratio, limit=12, score_cutoff=78
            )
            found += [choices[i] for _words, _score, i in near if choices[i] not in found]
        return [Action(choice.label, choice.value) for choice in found[:MOST]]

    def _choices(self, kind: str, edition: str) -> list[_Choice]:
        key = (kind, edition)
        if key not in self._known:
            self._known[key] = self._make(kind, edition)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[str, str], list[_Choice]]:
        return {}

    def _make(self, kind: str, edition: str) -> list[_Choice]:
        if kind == "situation":
            ranked = sorted(self.situations.values(), key=lambda chart: (chart.frequent or 99, chart.title))
            return [_Choice(c.title, c.id, "", unmarked(" ".join([c.title, c.summary, *c.aliases]))) for c in ranked]
        if kind == "topic":
            heads = dict.fromkeys(topic.path[0] for topic in self.lawbook.topics(edition))
            return [_Choice(cased(head), head, "", unmarked(head)) for head in heads]
        if kind == "any":
            charts = [
                replace(choice, label=f"⮞ {choice.label}", value=JOIN + choice.value) for choice in self._choices("situation", edition)
            ]
            return [*self._choices("law", edition), *self._choices("term", edition), *charts]
        made = []
        titles = dict(self.lawbook.headings(edition))
        for citation in self.lawbook.citations(edition):
            if citation.footnote or citation.table or (kind == "term") != bool(citation.term):
                continue
            title = cased(titles.get(citation) or "")
            name = citation.term or str(citation)
            label = name if citation.term or not title else f"{name} · {title}"
            value = citation.term if kind == "term" else str(citation)
            made.append(_Choice(label, value, _number(str(citation)), unmarked(citation.term or title)))
        return made


def _number(text: str) -> str:
    plain = fold(text[:_TYPED])
    for prefix in ("law", "§", "điều", "dieu", "กฎข้อ", "l"):
        plain = plain.removeprefix(prefix).strip()
    return "".join(char for char in plain if char.isalnum())
