"""What the lawbook holds: provisions, editions, entries of the index. A whole law is read in one
statement; what stands around a provision is at hand with it."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from lawbot.citation import Citation
from lawbot.concordance.tables import Relation

_REFERENCE = "SELECT json_array(source, target, words) AS reference FROM cross_references WHERE edition = p.edition"
ONE_LAW = f"""
    SELECT p.*,
           (SELECT json_group_array(json(reference)) FROM ({_REFERENCE} AND source = p.key ORDER BY position)) AS cites,
           (SELECT json_group_array(json(reference)) FROM ({_REFERENCE} AND target = p.key ORDER BY rowid)) AS cited_by
      FROM provisions AS p WHERE p.edition = ? AND p.law = ? ORDER BY p.id
"""
"""Everything of one law of an edition (0: introduction, definitions), a row a provision."""
_ASIDE = ("footnote", "table")


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """What is known of an edition: names, code year, language, and the notice to print under its
    text; ``plain`` where it is in our own plain words, since every other one is an official
    text."""

    id: str
    position: int
    code: int
    language: str
    title: str
    short: str
    publisher: str
    in_force_since: str | None
    amended: str | None
    notice: str
    plain: bool
    source: str
    source_hash: str


class Amendment(NamedTuple):
    """Laws of a code that were amended, by whom, and the first month in which they were: '2024-01'."""

    code: int
    laws: list[int]
    since: str
    by: str


class Topic(NamedTuple):
    """An entry of the printed index: heading path, citations (or ranges) as text, and 'see also'
    heads."""

    path: tuple[str, ...]
    citations: tuple[str, ...]
    see: tuple[str, ...]


class Reference(NamedTuple):
    """A cross-reference: from which provision, to which, and the words that make it."""

    source: Citation
    target: Citation
    words: str


Tie = tuple[str, str | None, str | None, int]
"""A row of the concordance: name and citation of the counterpart, relation, and whether it stands
aside."""


class Counterpart(NamedTuple):
    """A provision of another edition: its name in the concordance, and its citation there (None
    where the edition does not hold it)."""

    name: str
    citation: Citation | None


class Counterparts(NamedTuple):
    """The counterparts of a provision, and what became of it from the older code to the newer (None
    within one code)."""

    found: tuple[Counterpart, ...]
    relation: Relation | None

    @classmethod
    def of(cls, ties: "list[Tie]") -> "Counterparts":
        """Those of the first rank; where there are none such, those that stand aside."""
        main = [tie for tie in ties if not tie[-1]] or ties
        relation = main[0][2]
        return cls(
            tuple(Counterpart(name, _parsed(there)) for name, there, *_ in main if name),
            Relation(relation) if relation else None,
        )

    @property
    def citations(self) -> list[Citation]:
        """Those that the other edition holds."""
        return [each.citation for each in self.found if each.citation is not None]


@dataclass(frozen=True, eq=False)
class Entry:
    """One provision. ``senses`` are the numbered meanings of a definition, ``marks`` the numbers of
    its footnotes; ``rows`` the cells of a table, empty for any other provision; ``cites`` the
    references that its own text makes, ``cited_by`` those that lead to exactly this one."""

    leaf: "Leaf" = field(repr=False)
    key: str
    edition: str
    id: int
    citation: Citation
    level: str
    title: str | None
    text: str
    closing: str
    note: str
    line: int
    previous: Citation | None
    next: Citation | None
    senses: tuple[str, ...]
    marks: tuple[int, ...]
    rows: list[list[str]]
    cites: list[Reference]
    cited_by: list[Reference]

    @cached_property
    def opening(self) -> str:
        """The own text without the part that is printed below the provisions inside this one."""
        return self.text.removesuffix(self.closing).rstrip() if self.closing else self.text

    @property
    def children(self) -> "list[Entry]":
        """The provisions directly inside this one, in the order of the book, without footnotes and
        tables."""
        return self.leaf.inside.get(self.key, [])

    @cached_property
    def footnotes(self) -> "list[Entry]":
        """The footnotes whose mark this provision carries."""
        return [self.leaf.footnotes[mark] for mark in self.marks if mark in self.leaf.footnotes]

    @cached_property
    def table(self) -> "Entry | None":
        """The table that stands in this provision."""
        law, section = self.citation.law, self.citation.section
        return self.leaf.entries.get(Citation(law, section, table=True).folded) if law else None

    @property
    def grid(self) -> list[list[str]]:
        """The rows of the table a reader sees in this provision: of that which stands in it, or its
        own."""
        return (self.table or self).rows

    @cached_property
    def path(self) -> "list[Entry]":
        """The provisions this one stands in, the law first."""
        above = [self.leaf.entries.get(parent.folded) for parent in reversed(self.citation.parents)]
        return [entry for entry in above if entry is not None]

    @cached_property
    def heading(self) -> str:
        """The nearest printed heading: its own, or that of the provision it stands in."""
        return (
            self.title
            or next((entry.title for entry in reversed(self.path) if entry.title), "")
            or ""
        )

    def walk(self) -> "Iterator[Entry]":
        """This provision and everything inside it, in the order of the book."""
        yield self
        for child in self.children:
            yield from child.walk()


class Leaf:
    """One law of an edition, whole: its provisions by key in the order of the book, what stands
    inside each, its footnotes by number."""

    def __init__(self, edition: str, rows: list[sqlite3.Row]) -> None:
        self.entries: dict[str, Entry] = {}
        self.inside: dict[str, list[Entry]] = {}
        self.footnotes: dict[int, Entry] = {}
        for row in rows:
            entry = self.entries[row["key"]] = _entry(self, edition, row)
            if row["footnote"] and entry.level == "footnote":
                self.footnotes[row["footnote"]] = entry
            if row["parent"] and entry.level not in _ASIDE:
                self.inside.setdefault(row["parent"], []).append(entry)


def _entry(leaf: Leaf, edition: str, row: sqlite3.Row) -> Entry:
    known = {
        name: row[name]
        for name in ("key", "id", "level", "title", "text", "closing", "note", "line")
    }
    return Entry(
        leaf,
        edition=edition,
        citation=Citation.parse(row["citation"]),
        senses=tuple(json.loads(row["senses"])),
        marks=tuple(json.loads(row["marks"])),
        rows=json.loads(row["rows"]),
        cites=_references(row["cites"]),
        cited_by=_references(row["cited_by"]),
        previous=_parsed(row["previous"]),
        next=_parsed(row["next"]),
        **known,
    )


def _parsed(citation: str | None) -> Citation | None:
    return Citation.parse(citation) if citation else None


def _references(packed: str) -> list[Reference]:
    return [
        Reference(Citation.parse(source), Citation.parse(target), words)
        for source, target, words in json.loads(packed)
    ]
