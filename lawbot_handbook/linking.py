"""Our texts as HTML: escaped, with links to provisions, and suits that differ in black and white."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from lawbot.book import Entry, Lawbook
from lawbot.cards.handbook_links import nearest_place
from lawbot.cards.law_card import terms_worth_a_look
from lawbot.cards.titles import cased, shortened
from lawbot.law.citation import Citation
from lawbot.message.citations import citations_in

_SUIT = re.compile("[♠♥♦♣]")
_RED = "♥♦"
_PREVIEW = 300
"""Characters of a provision in the preview of a link: six lines on a phone."""
_NEXT_MEANING = re.compile(r" (?=\(\d\) )")
_YEAR_BEFORE = re.compile(r"\d{4} $")
"""Year of another code, before a provision of it."""


class _Span(NamedTuple):
    start: int
    end: int
    target: Citation
    css_class: str = "cited"


class Linker:
    """Linker of texts to the provisions of one edition.

    ``root`` leads from the page to the folder of its language.
    """

    def __init__(self, lawbook: Lawbook, edition: str, root: str) -> None:
        self.lawbook = lawbook
        self.edition = edition
        self.root = root
        self._cached_preview = lru_cache(maxsize=None)(self._preview)

    def href(self, citation: Citation) -> str:
        """Return the link to a provision, or to the nearest one above it that the edition has."""
        return self.root + nearest_place(self.lawbook, self.edition, citation)

    def of_law(self, entry: Entry, text: str) -> Markup:
        """Return a text of a provision with links for its references and terms.

        References are those of the lawbook, else those that can be read in the text.
        """
        spans = list(self._references(entry, text)) or list(self._citations(text))
        # a link cannot stand in a link: a reference is worth more than a term within it
        linked: set[int] = set()
        for span in spans:
            linked.update(range(span.start, span.end))
        for span in self._terms(entry, text):
            if linked.isdisjoint(range(span.start, span.end)):
                spans.append(span)
        return self._with_links(text, sorted(spans))

    def of_ours(self, text: str) -> Markup:
        """Return a text of ours with links for its citations."""
        return self._with_links(text, self._citations(text))

    def _references(self, entry: Entry, text: str) -> Iterator[_Span]:
        position = 0
        for reference in entry.cites:
            start = text.find(reference.words, position)
            if start >= 0 and reference.target != entry.citation:
                position = start + len(reference.words)
                yield _Span(start, position, reference.target)

    def _citations(self, text: str) -> Iterator[_Span]:
        for start, end, citation in citations_in(text):
            if not _YEAR_BEFORE.search(text[:start]) and self.lawbook.find(citation, self.edition):
                yield _Span(start, end, citation)

    def _terms(self, entry: Entry, text: str) -> Iterator[_Span]:
        """Yield the first place of each defined term that may need to be looked up."""
        for term in terms_worth_a_look(self.lawbook, entry, text):
            definition = self.lawbook.find(term, self.edition)
            name = re.escape((definition.title or term.term) if definition else term.term)
            # The ending of a plural belongs to the link.
            pattern = rf"(?<!\w){name}\w{{0,2}}(?!\w)|{name}" if name[0].isascii() else name
            match = re.search(pattern, text, re.IGNORECASE)
            if match:
                yield _Span(match.start(), match.end(), term, "term")

    def _preview(self, citation: Citation) -> str:
        """Return the heading of a provision and the beginning of its text."""
        entry = self.lawbook.find(citation, self.edition)
        if entry is None:
            return ""
        text = " ".join(inner.text for inner in entry.walk() if inner.text)
        return ": ".join(filter(None, (cased(entry.heading), shortened(text, _PREVIEW))))

    def _with_links(self, text: str, spans: Iterable[_Span]) -> Markup:
        parts, position = [], 0
        for start, end, target, css_class in spans:
            if start < position:
                continue
            link = Markup('<a class="{}" href="{}" title="{}">{}</a>').format(
                css_class, self.href(target), self._cached_preview(target), text[start:end]
            )
            parts += [with_suits(text[position:start]), link]
            position = end
        return Markup().join([*parts, with_suits(text[position:])])


def one_by_one(text: str) -> str:
    """Return the text with a paragraph for each of its numbered meanings."""
    return _NEXT_MEANING.sub("\n\n", text) if text.startswith("(1) ") else text


def with_suits(text: str) -> Markup:
    """Return the text escaped, with its suits' signs set off."""
    html = _SUIT.sub(
        lambda sign: f'<span class="suit{" red" if sign[0] in _RED else ""}">{sign[0]}</span>',
        str(escape(text)),
    )
    return Markup(html)  # noqa: S704 - escaped here
