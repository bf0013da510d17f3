"""Numbered headings and lines -> the tree of provisions. The one place that knows Law / A / 1 / (a) / (i)."""

from collections.abc import Callable
from dataclasses import replace

from lawbot.citation import LAST_LAW, ROMAN, Citation
from lawbot.reading.edition import Edition, Level, Mend, Provision, ReadingError


class Outline:
    """Builds an Edition from a document read from top to bottom.

    Opening a level closes the levels below it. A label of None means that the document lost it: it is restored as
    the next in its sequence, with a mend. Text goes to the provision opened last, or to one climbed to with ``climb``.
    """

    def __init__(self, edition: str) -> None:
        self.edition = Edition(edition)
        self._by_citation: dict[Citation, Provision] = {}
        self._at: Provision | None = None

    @property
    def at(self) -> Provision:
        """The provision that text goes to now. Raises ReadingError before the first one."""
        if self._at is None:
            raise ReadingError("text stands before the first provision")
        return self._at

    def law(self, number: int, title: str | None, line: int) -> Provision:
        """Opens Law ``number``."""
        return self.add(Provision(Citation(number), Level.LAW, title, line=line))

    def section(self, letter: str | None, title: str | None, line: int) -> Provision:
        """Opens section ``letter`` (A, B ...) of the law at hand."""
        law = self._owner(Level.LAW)
        wanted = letter or chr(ord("A") + self._count(law, lambda c: bool(c.section) and not c.paragraph and not c.items))
        return self._open(replace(law, section=wanted), Level.SECTION, title, line, restored=letter is None)

    def paragraph(self, number: int | None, title: str | None, line: int) -> Provision:
        """Opens numbered paragraph ``number`` of the section (or law) at hand."""
        owner = self._owner(Level.SECTION)
        wanted = number or 1 + self._count(owner, lambda c: bool(c.paragraph) and not c.items)
        return self._open(replace(owner, paragraph=wanted), Level.PARAGRAPH, title, line, restored=number is None)

    def subparagraph(self, letter: str | None, title: str | None, line: int) -> Provision:
        """Opens (a), (b) ... of the paragraph (or section, or law) at hand."""
        owner = self._owner(Level.PARAGRAPH)
        wanted = letter or chr(ord("a") + self._count(owner, lambda c: len(c.items) == 1))
        return self._open(replace(owner, items=(wanted,)), Level.SUBPARAGRAPH, title, line, restored=letter is None)

    def item(self, label: str | None, title: str | None, line: int) -> Provision:
        """Opens (i), (ii) ... of the subparagraph at hand."""
        owner = self._owner(Level.SUBPARAGRAPH)
        if not owner.items:
            raise ReadingError(f"line {line}: an item ({label or '?'}) stands in no lettered subparagraph")
        wanted = label or ROMAN[self._count(owner, lambda c: len(c.items) == 2)]
        return self._open(replace(owner, items=(*owner.items, wanted)), Level.ITEM, title, line, restored=label is None)

    def add(self, provision: Provision) -> Provision:
        """Adds any provision in reading order and makes it the one at hand. Raises ReadingError for a second of the same name."""
        if provision.citation in self._by_citation:
            raise ReadingError(f"line {provision.line}: {provision.citation} stands in the document twice")
        self._by_citation[provision.citation] = provision
        self.edition.provisions.append(provision)
        self._at = provision
        return provision

    def climb(self, level: Level) -> Provision:
        """Goes up to the provision of ``level`` that holds the one at hand: for text printed below a list."""
        self._at = self._by_citation[self._owner(level)]
        return self._at

    def say(self, text: str) -> None:
        """Adds a paragraph of text to the provision at hand."""
        self.at.text = f"{self.at.text}\n\n{text}" if self.at.text else text

    def join(self, text: str) -> None:
        """Continues the last sentence of the provision at hand."""
        self.at.text = f"{self.at.text} {text}".strip()

    def close(self, text: str) -> None:
        """Adds text that the book prints below the provisions inside the one at hand."""
        self.say(text)
        self.at.closing = f"{self.at.closing}\n\n{text}" if self.at.closing else text

    def mend(self, line: int, what: str, why: str, *, done: bool = True) -> None:
        """Records a repair (or, with done=False, unrepaired damage) on the provision at hand."""
        self.at.mends.append(Mend(line, what, why, done))

    def find(self, citation: Citation) -> Provision | None:
        """The provision already read under that citation."""
        return self._by_citation.get(citation)

    def gaps(self, first_law: int = 1) -> list[str]:
        """Every break in a sequence of letters or numbers, as a line each; none in a sound edition that begins at ``first_law``."""
        found: list[str] = []
        last: dict[tuple[object, ...], int] = {("law",): first_law - 1}
        for provision in self.edition.provisions:
            step = _place(provision)
            if step is None:
                continue
            key, place = step
            if place != last.get(key, 0) + 1:
                found.append(f"line {provision.line}: {provision.citation} does not follow what stands before it")
            last[key] = place
        return found

    def finish(self, what: str = "the document", first: int = 1, last: int = LAST_LAW) -> Edition:
        """The edition, whole; ``what`` it is read from. Raises ReadingError for a gap and when a law but ``last`` ends it."""
        if gaps := self.gaps(first):
            raise ReadingError(gaps[0])
        end = max((provision.citation.law for provision in self.edition), default=0)
        if end != last:
            raise ReadingError(f"{what} ends in Law {end}; it should have Laws {first} to {last}")
        return self.edition

    def _open(self, citation: Citation, level: Level, title: str | None, line: int, *, restored: bool) -> Provision:
        opened = self.add(Provision(citation, level, title, line=line))
        if restored:
            self.mend(line, f"number restored: {citation}", "it is the next in its sequence")
        return opened

    def _owner(self, level: Level) -> Citation:
        """The citation at hand, cut back to ``level`` or what stands above it."""
        here = self.at.citation
        if not here.law:
            raise ReadingError(f"line {self.at.line}: no law is open")
        here = replace(here, footnote=0, table=False)
        if level is Level.LAW:
            return Citation(here.law)
        if level is Level.SECTION:
            return Citation(here.law, here.section)
        if level is Level.PARAGRAPH:
            return replace(here, items=())
        return replace(here, items=here.items[:1])

    def _count(self, owner: Citation, kind: Callable[[Citation], bool]) -> int:
        return sum(1 for c in self._by_citation if c.parent == owner and not c.footnote and not c.table and kind(c))


def _place(provision: Provision) -> tuple[tuple[object, ...], int] | None:
    """The sequence a provision belongs to and its place in it, counted from 1."""
    citation = provision.citation
    match provision.level:
        case Level.LAW:
            return ("law",), citation.law
        case Level.SECTION:
            return (citation.law,), ord(citation.section) - ord("A") + 1
        case Level.PARAGRAPH:
            return (citation.law, citation.section), citation.paragraph
        case Level.SUBPARAGRAPH:
            letter = citation.items[0]
            return (citation.parent,), ord(letter) - ord("a") + 1 if len(letter) == 1 else 0
        case Level.ITEM:
            label = citation.items[1]
            return (citation.parent,), int(label) if label.isdigit() else ROMAN.index(label) + 1 if label in ROMAN else 0
        case _:
            return None
