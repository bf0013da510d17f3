"""Parts of the lawbook: provisions, editions, entries of the index.

A whole law is read in one statement, so that a provision has its neighbours at hand.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from lawbot.book.concordance import Relation
from lawbot.frozen import frozen
from lawbot.law.citation import Citation

_REFERENCE = (
    "SELECT json_array(source, target, words) AS reference FROM cross_references"
    " WHERE edition = p.edition"
)
ONE_LAW = f"""
    SELECT p.*,
           (SELECT json_group_array(json(reference))
              FROM ({_REFERENCE} AND source = p.key ORDER BY position)) AS cites,
           (SELECT json_group_array(json(reference))
              FROM ({_REFERENCE} AND target = p.key ORDER BY rowid)) AS cited_by
      FROM provisions AS p WHERE p.edition = ? AND p.law = ? ORDER BY p.id
"""
"""Query of a law of an edition (0: introduction, definitions), a row a provision."""
_ASIDE = ("footnote", "table")
"""Levels of provisions that are no children of their holder."""
_PLAIN_COLUMNS = ("key", "id", "level", "title", "text", "closing", "note", "line")
"""Columns of a provision that become fields as they are."""


@frozen
class EditionInfo:
    """An edition: names, code year, language, and the notice to print under its text.

    ``plain`` is True if it is in our own plain words; every other one is an official text.
    """

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
    """Amended laws of a code, the amending body, and the first month in force: '2024-01'."""

    code: int
    laws: list[int]
    since: str
    by: str


class Topic(NamedTuple):
    """An entry of the printed index: heading path, citations or ranges, and 'see also' heads."""

    path: tuple[str, ...]
    citations: tuple[str, ...]
    see: tuple[str, ...]


class Reference(NamedTuple):
    """A cross-reference: its provision, its target, and the words that make it."""

    source: Citation
    target: Citation
    words: str


class Tie(NamedTuple):
    """A row of the concordance: name and citation of a counterpart, and the relation to it.

    ``aside`` is 1 if the pair only tells where the holders stand.
    """

    name: str | None
    citation: str | None
    relation: str | None
    aside: int


class Counterpart(NamedTuple):
    """A provision of another edition: its name in the concordance, and its citation.

    The citation is None if the edition does not have it.
    """

    name: str
    citation: Citation | None


class Counterparts(NamedTuple):
    """Counterparts of a provision, and its relation from the older code to the newer.

    The relation is None within one code.
    """

    found: tuple[Counterpart, ...]
    relation: Relation | None

    @classmethod
    def of(cls, ties: "list[Tie]") -> "Counterparts":
        """Return the counterparts of the first rank; if there are none, those that stand aside."""
        # a pair of holders tells little, but more than nothing
        main = [tie for tie in ties if not tie.aside] or ties
        relation = main[0].relation
        parts = [Counterpart(tie.name, _parsed(tie.citation)) for tie in main if tie.name]
        return cls(tuple(parts), Relation(relation) if relation else None)

    @property
    def citations(self) -> list[Citation]:
        """Return the citations of the counterparts that the other edition has."""
        return [part.citation for part in self.found if part.citation is not None]


@dataclass(frozen=True, eq=False)
class Entry:
    """A provision.

    ``senses`` are the numbered meanings of a definition, ``marks`` the numbers of its footnotes;
    ``rows`` the cells of a table, empty for any other provision; ``cites`` the references that its
    own text makes, ``cited_by`` those that lead to exactly this one.
    """

    # a leaf would print all its provisions, and each of them the leaf
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
        """Return the text without the part that is printed below the provisions inside."""
        return self.text.removesuffix(self.closing).rstrip() if self.closing else self.text

    @property
    def children(self) -> "list[Entry]":
        """Return the provisions directly inside, in the order of the book.

        Footnotes and tables are left out.
        """
        return self.leaf.inside.get(self.key, [])

    @cached_property
    def footnotes(self) -> "list[Entry]":
        """Return the footnotes whose mark this provision carries."""
        return [self.leaf.footnotes[mark] for mark in self.marks if mark in self.leaf.footnotes]

    @cached_property
    def table(self) -> "Entry | None":
        """Return the table in this provision, None if it has none."""
        law, section = self.citation.law, self.citation.section
        return self.leaf.entries.get(Citation(law, section, table=True).folded) if law else None

    @property
    def grid(self) -> list[list[str]]:
        """Return the rows of the table in this provision, else its own rows."""
        return (self.table or self).rows

    @cached_property
    def path(self) -> "list[Entry]":
        """Return the provisions that hold this one, the law first."""
        entries = self.leaf.entries
        holders = [parent.folded for parent in reversed(self.citation.parents)]
        return [entries[key] for key in holders if key in entries]

    @cached_property
    def heading(self) -> str:
        """Return the nearest printed heading: its own, or a holder's; empty if there is none."""
        for entry in (self, *reversed(self.path)):
            if entry.title:
                return entry.title
        return ""

    def walk(self) -> "Iterator[Entry]":
        """Yield this provision and everything inside it, in the order of the book."""
        yield self
        for child in self.children:
            yield from child.walk()


class Leaf:
    """A whole law of an edition: its provisions by key, their parts, its footnotes by number.

    Provisions are in the order of the book.
    """

    def __init__(self, edition: str, rows: list[sqlite3.Row]) -> None:
        self.entries: dict[str, Entry] = {}
        self.inside: dict[str, list[Entry]] = {}
        self.footnotes: dict[int, Entry] = {}
        for row in rows:
            entry = self.entries[row["key"]] = _entry(self, edition, row)
            if row["footnote"] and entry.level == "footnote":
                self.footnotes[row["footnote"]] = entry
            # notes and tables are printed beside the text, and no part of it
            if row["parent"] and entry.level not in _ASIDE:
                self.inside.setdefault(row["parent"], []).append(entry)


def _entry(leaf: Leaf, edition: str, row: sqlite3.Row) -> Entry:
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
        **{name: row[name] for name in _PLAIN_COLUMNS},
    )


def _parsed(citation: str | None) -> Citation | None:
    return Citation.parse(citation) if citation else None


def _references(packed: str) -> list[Reference]:
    references = []
    for source, target, words in json.loads(packed):
        references.append(Reference(Citation.parse(source), Citation.parse(target), words))
    return references
