"""Numbered headings and lines -> the tree of provisions. The one place that knows Law / A / 1 / (a)
/ (i)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from lawbot.errors import ReadingError
from lawbot.law.citation import LAST_LAW, ROMAN, Citation
from lawbot.law.edition import Edition, Level, Mend, Provision

_LABELS: dict[Level, Sequence[str]] = {
    Level.SECTION: tuple(ascii_uppercase),
    Level.PARAGRAPH: tuple(map(str, range(1, 100))),
    Level.SUBPARAGRAPH: tuple(ascii_lowercase),
    Level.ITEM: ROMAN,
}
"""The labels of each level in their order."""
_ORDER = (Level.LAW, *_LABELS)
"""The levels, each of which stands in the one before it or in what stands in for that."""
_LABEL = re.compile(r"(?:-\s*)?(?:([A-H])\.|(\d{1,2})\.|\(([a-z]{1,4})\)|\((\d)\))(?:\s+|$)")
"""``A.``, ``1.``, ``(a)`` and, for an item, ``(1)``: what stands before the words of a provision."""


class Label(NamedTuple):
    """Beginning of a line: the level that the form of its label tells, the label, and the words
    after it.

    A Roman number has the form of a letter: ``Outline.enter`` knows which of them it is.
    """

    level: Level
    name: str
    words: str

    @classmethod
    def of(cls, text: str) -> "Label | None":
        """Return the label that a text begins with, behind a list dash or without."""
        match = _LABEL.match(text)
        if match is None:
            return None
        # the pattern has a group for each level, of which one has matched
        group = match.lastindex or 0
        return cls(tuple(_LABELS)[group - 1], match[group], text[match.end() :])

    @property
    def depth(self) -> int:
        """Return how deep it stands: 0 for a section, 3 for an item."""
        return _ORDER.index(self.level) - 1


class Outline:
    """Builds an Edition from a document read from top to bottom.

    Opening a level closes the levels below it. A label of None means that the document lost it: it
    is restored as the next in its sequence, with a mend. Text goes to the provision opened last, or
    to one climbed to with ``climb``.
    """

    def __init__(self, edition: str) -> None:
        self.edition = Edition(edition)
        self._by_citation: dict[Citation, Provision] = {}
        self._at: Provision | None = None
        self._footnotes = 0

    @property
    def at(self) -> Provision:
        """Return the provision that text goes to now. Raises ReadingError before the first one."""
        if self._at is None:
            raise ReadingError("text stands before the first provision")
        return self._at

    def law(self, number: int, title: str | None, line: int) -> Provision:
        """Open Law ``number``."""
        return self.add(Provision(Citation(number), title, line=line))

    def open(
        self, level: Level, label: str | None, line: int, title: str | None = None
    ) -> Provision:
        """Open section A, paragraph 1, subparagraph (a) or item (i) in what is at hand, or in what
        stands in for the level above.

        Raises ReadingError for an item outside a lettered subparagraph.
        """
        owner = self._owner(_ORDER[_ORDER.index(level) - 1])
        if level is Level.ITEM and not owner.items:
            raise ReadingError(
                f"line {line}: an item ({label or '?'}) stands in no lettered subparagraph"
            )
        name = label or self._next(level, owner)
        if level is Level.SECTION:
            citation = replace(owner, section=name)
        elif level is Level.PARAGRAPH:
            citation = replace(owner, paragraph=int(name))
        else:
            citation = replace(owner, items=(*owner.items, name))
        opened = self.add(Provision(citation, title, line=line))
        if label is None:
            self.mend(line, f"number restored: {citation}", "it is the next in its sequence")
        return opened

    def enter(self, label: Label, line: int, title: str | None = None) -> Provision:
        """Open the provision that a label names at this place.

        Raises ReadingError for an item outside a lettered subparagraph.
        """
        is_item = label.level is Level.SUBPARAGRAPH and self._is_item(label.name)
        return self.open(Level.ITEM if is_item else label.level, label.name, line, title)

    def _is_item(self, label: str) -> bool:
        """Return True if a label in brackets is a Roman number here, and no letter: (i) behind (h),
        where no words of (h) stand between them.
        """
        items = self.at.citation.items
        if label not in ROMAN or not items:
            return False
        return label != "i" or items[0] != "h" or (len(items) == 1 and not self.at.text)

    def definition(self, term: str, title: str, line: int) -> Provision:
        """Open the definition of a term."""
        return self.add(Provision(Citation(term=term), title, line=line))

    def table(
        self, line: int, rows: Iterable[list[str]] = (), mends: Iterable[Mend] = ()
    ) -> Provision:
        """Add the table that stands in the law or section at hand."""
        citation_at_hand = self.at.citation
        citation = Citation(citation_at_hand.law, citation_at_hand.section, table=True)
        return self.add(Provision(citation, None, line=line, rows=list(rows), mends=list(mends)))

    def footnote(
        self, bearers: Sequence[Provision], text: str, line: int, mends: Iterable[Mend] = ()
    ) -> Provision:
        """Add the next footnote of the edition, under the first of the provisions that bear its
        mark.
        """
        self._footnotes += 1
        for bearer in bearers:
            if self._footnotes not in bearer.footnotes:
                bearer.footnotes.append(self._footnotes)
        citation = replace(bearers[0].citation, footnote=self._footnotes)
        return self.add(Provision(citation, None, text, line, mends=list(mends)))

    def add(self, provision: Provision) -> Provision:
        """Add a provision in reading order and make it the one at hand.

        Raises ReadingError for a second of the same name.
        """
        if provision.citation in self._by_citation:
            raise ReadingError(
                f"line {provision.line}: {provision.citation} stands in the document twice"
            )
        self._by_citation[provision.citation] = provision
        self.edition.provisions.append(provision)
        self._at = provision
        return provision

    def climb(self, level: Level) -> Provision:
        """Go up to the provision of ``level`` that holds the one at hand: for text printed below a
        list.
        """
        self._at = self._by_citation[self._owner(level)]
        return self._at

    def say(self, text: str, mends: Iterable[Mend] = (), *, below: bool = False) -> None:
        """Add a paragraph of text to the provision at hand, and what was mended in it.

        ``below``: the book prints it below the provisions inside that one, where all that follows
        stands, too.
        """
        at = self.at
        at.say(text)
        if below or at.closing:
            at.closing = f"{at.closing}\n\n{text}" if at.closing else text
        at.mends.extend(mends)

    def join(self, text: str) -> None:
        """Continue the last sentence of the provision at hand."""
        self.at.text = f"{self.at.text} {text}".strip()

    def mend(self, line: int, description: str, why: str, *, done: bool = True) -> None:
        """Record a repair (or, with done=False, unrepaired damage) on the provision at hand."""
        self.at.mend(line, description, why, done=done)

    def report(self, line: int, description: str, why: str, *, done: bool = False) -> None:
        """Record damage (or, with done=True, a repair) that belongs to no single provision."""
        self.edition.reports.append(Mend(line, description, why, done))

    def find(self, citation: Citation) -> Provision | None:
        """Return the provision already read under that citation."""
        return self._by_citation.get(citation)

    def gaps(self, first_law: int = 1) -> list[str]:
        """Return every break in a sequence of letters or numbers, as a line each; none in a sound
        edition that begins at ``first_law``.
        """
        breaks: list[str] = []
        last: dict[tuple[Level, Citation | None], int] = {(Level.LAW, None): first_law - 1}
        for provision in self.edition:
            place, sequence = _position(provision), (provision.level, provision.citation.parent)
            if place is None:
                continue
            if place != last.get(sequence, 0) + 1:
                breaks.append(
                    f"line {provision.line}: {provision.citation} does not follow what stands before it"
                )
            last[sequence] = place
        return breaks

    def finish(self, source: str = "the document", first: int = 1, last: int = LAST_LAW) -> Edition:
        """Return the edition, whole; ``source`` is what it is read from. Raises ReadingError for a
        gap and when a law but ``last`` ends it.
        """
        if gaps := self.gaps(first):
            raise ReadingError(gaps[0])
        end = max((provision.citation.law for provision in self.edition), default=0)
        if end != last:
            raise ReadingError(f"{source} ends in Law {end}; it should have Laws {first} to {last}")
        return self.edition

    def _next(self, level: Level, owner: Citation) -> str:
        """Return the label that follows the last one of that level in a provision."""
        siblings = [
            provision
            for provision in self.edition
            if provision.level is level and provision.citation.parent == owner
        ]
        return _LABELS[level][len(siblings)]

    def _owner(self, level: Level) -> Citation:
        """Return the citation at hand, cut back to ``level`` or what stands above it."""
        citation_at_hand = replace(self.at.citation, footnote=0, table=False)
        if not citation_at_hand.law:
            raise ReadingError(f"line {self.at.line}: no law is open")
        citation = citation_at_hand
        while _ORDER.index(Level.of(citation)) > _ORDER.index(level):
            # above a part of a law there is the law at least
            citation = citation.parents[0]
        return citation


def _position(provision: Provision) -> int | None:
    """Return the place of a provision in its sequence, counted from 1 (0: its label is none of
    them); None where it stands in no sequence.
    """
    citation = provision.citation
    if provision.level is Level.LAW:
        return citation.law
    if provision.level not in _LABELS:
        return None
    label = citation.items[-1] if citation.items else str(citation.paragraph or citation.section)
    if label.isdigit():
        return int(label)
    labels = _LABELS[provision.level]
    return labels.index(label) + 1 if label in labels else 0


def unrolled(rows: list[list[str]]) -> list[list[str]]:
    """Return a table whose columns are printed several times side by side, as one long one."""
    head = rows[0]
    width = head.index(head[0], 1) if head.count(head[0]) > 1 else len(head)
    if width == len(head) or head != head[:width] * (len(head) // width):
        return rows
    long_table = [head[:width]]
    for start in range(0, len(head), width):
        blocks = (row[start : start + width] for row in rows[1:])
        long_table += filter(None, blocks)
    return long_table
