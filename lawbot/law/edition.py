"""An edition of the Laws: a tree of provisions in the order of the book."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from lawbot.frozen import frozen
from lawbot.law.citation import Citation, CitationRange


class Level(StrEnum):
    """Kind of a provision; the names are those of the export."""

    LAW = "law"
    SECTION = "section"
    PARAGRAPH = "paragraph"
    SUBPARAGRAPH = "subparagraph"
    ITEM = "item"
    DEFINITION = "definition"
    FOOTNOTE = "footnote"
    INTRODUCTION = "introduction"
    TABLE = "table"

    @classmethod
    def of(cls, citation: Citation) -> "Level":
        """Return the level that the form of a citation tells."""
        if citation.footnote:
            return cls.FOOTNOTE
        if citation.table:
            return cls.TABLE
        if citation.term:
            return cls.DEFINITION
        if not citation.law:
            return cls.INTRODUCTION
        if citation.items:
            return cls.SUBPARAGRAPH if len(citation.items) == 1 else cls.ITEM
        if citation.paragraph:
            return cls.PARAGRAPH
        return cls.SECTION if citation.section else cls.LAW


@frozen
class Mend:
    """One repair of a damaged document: at which line, what was done, and why that is no guess.

    ``done`` is False for damage that could not be repaired without guessing: it is reported only.
    """

    line: int
    what: str
    why: str
    done: bool = True

    def __str__(self) -> str:
        verb = "mended" if self.done else "reported"
        return f"line {self.line}, {verb}: {self.what} ({self.why})"


@dataclass(slots=True)
class Provision:
    """One provision with its own text, without that of the provisions inside it.

    ``text`` separates paragraphs by a blank line. ``footnotes`` are the numbers of the footnotes
    whose mark it carries. ``rows`` are the cells of a table, ``senses`` the numbered meanings of a
    definition. ``closing`` is the part of ``text`` that the book prints below the provisions inside
    this one.
    """

    citation: Citation
    title: str | None = None
    text: str = ""
    line: int = 0
    footnotes: list[int] = field(default_factory=list)
    mends: list[Mend] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    senses: list[str] = field(default_factory=list)
    closing: str = ""
    note: str = ""
    """A remark of our own beside a restatement; never part of a printed law."""

    @property
    def level(self) -> Level:
        """Return the level that the citation tells."""
        return Level.of(self.citation)

    def say(self, paragraph: str) -> None:
        """Add a paragraph to the text."""
        self.text = f"{self.text}\n\n{paragraph}" if self.text else paragraph

    def mend(self, line: int, description: str, why: str, *, done: bool = True) -> None:
        """Record a repair of it, or, with done=False, damage that stays."""
        self.mends.append(Mend(line, description, why, done))


class Reference(NamedTuple):
    """A provision's text names another: the words that do, and where in the text they start."""

    source: Citation
    target: Citation
    words: str
    start: int


class Unresolved(NamedTuple):
    """Words that name a provision which the edition does not have, and the line they stand in."""

    source: Citation
    words: str
    line: int


@dataclass(slots=True)
class Topic:
    """A heading path of the printed index and the provisions it leads to."""

    path: tuple[str, ...]
    citations: list[Citation | CitationRange] = field(default_factory=list)
    see: list[str] = field(default_factory=list)
    line: int = 0


@frozen
class Division:
    """A chapter, part or section heading above the laws, and the first law under it."""

    title: str
    depth: int
    first_law: int
    line: int = 0


@dataclass(slots=True)
class Edition:
    """Everything read from one document for one edition.

    ``reports`` are repairs and losses that belong to no single provision (contents, index, tables
    of contents).
    """

    id: str
    provisions: list[Provision] = field(default_factory=list)
    divisions: list[Division] = field(default_factory=list)
    topics: list[Topic] = field(default_factory=list)
    reports: list[Mend] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    unresolved: list[Unresolved] = field(default_factory=list)

    def __iter__(self) -> Iterator[Provision]:
        return iter(self.provisions)

    @property
    def mends(self) -> list[Mend]:
        """Return every repair, and all damage that could not be repaired."""
        mends = list(self.reports)
        for provision in self.provisions:
            mends += provision.mends
        return mends
