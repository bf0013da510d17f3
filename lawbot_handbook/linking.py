"""Texts of ours as HTML: escaped, every provision they name a link, the suits' signs set off so
that they can be told apart in black and white."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from lawbot.answers.handbook_links import nearest_place
from lawbot.answers.laws import cased, shortened, terms_worth_a_look
from lawbot.citation import Citation
from lawbot.lawbook import Entry, Lawbook
from lawbot.text.citing import citations_in

_SUIT = re.compile("[♠♥♦♣]")
_RED = "♥♦"
_PREVIEW = 300
"""Characters of a provision shown where it is cited: six lines on a phone."""
_MEANING = re.compile(r" (?=\(\d\) )")
_OTHER_CODE = re.compile(r"\d{4} $")
"""A provision behind a year is one of another code."""


class _Span(NamedTuple):
    start: int
    end: int
    target: Citation
    look: str = "cited"


class Linker:
    """Links texts to the provisions of one edition. ``root`` leads from the page to the folder of
    its language."""

    def __init__(self, lawbook: Lawbook, edition: str, root: str) -> None:
        self.lawbook = lawbook
        self.edition = edition
        self.root = root
        self._seen = lru_cache(maxsize=None)(self._preview)

    def href(self, citation: Citation) -> str:
        """The way to a provision, or to the nearest that holds it where the edition does not have
        it."""
        return self.root + nearest_place(self.lawbook, self.edition, citation)

    def of_law(self, entry: Entry, text: str) -> Markup:
        """A text of a provision: the references that were found in it when the lawbook was built,
        else those that can be read in it, and its terms."""
        spans = list(self._references(entry, text)) or list(self._cited(text))
        taken = {place for span in spans for place in range(span.start, span.end)}
        terms = (
            span
            for span in self._terms(entry, text)
            if taken.isdisjoint(range(span.start, span.end))
        )
        return self._marked(text, sorted([*spans, *terms]))

    def any(self, text: str) -> Markup:
        """Any other text of ours."""
        return self._marked(text, self._cited(text))

    def _references(self, entry: Entry, text: str) -> Iterator[_Span]:
        position = 0
        for reference in entry.cites:
            start = text.find(reference.words, position)
            if start >= 0 and reference.target != entry.citation:
                position = start + len(reference.words)
                yield _Span(start, position, reference.target)

    def _cited(self, text: str) -> Iterator[_Span]:
        for start, end, citation in citations_in(text):
            if not _OTHER_CODE.search(text[:start]) and self.lawbook.find(citation, self.edition):
                yield _Span(start, end, citation)

    def _terms(self, entry: Entry, text: str) -> Iterator[_Span]:
        """Each defined term of the text that may need to be looked up, where it stands first."""
        for term in terms_worth_a_look(self.lawbook, entry, text):
            defined = self.lawbook.find(term, self.edition)
            name = re.escape((defined.title or term.term) if defined else term.term)
            if found := re.search(
                rf"(?<!\w){name}\w{{0,2}}(?!\w)|{name}" if name[0].isascii() else name,
                text,
                re.IGNORECASE,
            ):
                yield _Span(found.start(), found.end(), term, "term")

    def _preview(self, citation: Citation) -> str:
        """What is seen of a provision where it is named: its heading and the beginning of its text."""
        entry = self.lawbook.find(citation, self.edition)
        if entry is None:
            return ""
        begun = shortened(" ".join(inner.text for inner in entry.walk() if inner.text), _PREVIEW)
        return ": ".join(filter(None, (cased(entry.heading), begun)))

    def _marked(self, text: str, spans: Iterable[_Span]) -> Markup:
        parts, position = [], 0
        for start, end, target, look in spans:
            if start < position:
                continue
            link = Markup('<a class="{}" href="{}" title="{}">{}</a>').format(
                look, self.href(target), self._seen(target), text[start:end]
            )
            parts += [with_suits(text[position:start]), link]
            position = end
        return Markup().join([*parts, with_suits(text[position:])])


def one_by_one(text: str) -> str:
    """The text with a paragraph for each of its numbered meanings."""
    return _MEANING.sub("\n\n", text) if text.startswith("(1) ") else text


def with_suits(text: str) -> Markup:
    """The text escaped, with its suits' signs set off."""
    marked = _SUIT.sub(
        lambda sign: f'<span class="suit{" red" if sign[0] in _RED else ""}">{sign[0]}</span>',
        str(escape(text)),
    )
    return Markup(marked)  # noqa: S704 - escaped here
