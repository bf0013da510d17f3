"""A provision as the lawbook holds it. A whole law is read in one statement; what stands around a provision is at hand with it."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from lawbot.citation import Citation

_CELLS = "SELECT cells FROM tables WHERE provision = p.id ORDER BY row"
_MARKS = "SELECT number FROM footnotes WHERE provision = p.id ORDER BY number"
_REFERENCE = "SELECT json_array(source, target, words) AS reference FROM cross_references WHERE edition = p.edition"
ONE_LAW = f"""
    SELECT p.key, p.parent, p.citation, p.id, p.level, p.title, p.text, p.closing, p.note, p.line, p.previous, p.next, p.footnote,
           (SELECT json_group_array(json(cells)) FROM ({_CELLS})) AS cells,
           (SELECT json_group_array(number) FROM ({_MARKS})) AS marks,
           (SELECT json_group_array(json(reference)) FROM ({_REFERENCE} AND source = p.key ORDER BY position)) AS cites,
           (SELECT json_group_array(json(reference)) FROM ({_REFERENCE} AND target = p.key ORDER BY rowid)) AS cited_by
      FROM provisions AS p WHERE p.edition = ? AND p.law = ? ORDER BY p.id
"""
"""Everything of one law of an edition (0: introduction, definitions), a row a provision."""
_ASIDE = ("footnote", "table")


class Reference(NamedTuple):
    """A cross-reference: from which provision, to which, and the words that make it."""

    source: Citation
    target: Citation
    words: str


@dataclass(frozen=True, eq=False)
class Entry:
    """One provision. ``rows`` are the cells of a table, empty for any other provision; ``cites`` the references that its own
    text makes, ``cited_by`` those that lead to exactly this provision."""

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
        """The provisions directly inside this one, in the order of the book, without footnotes and tables."""
        return self.leaf.inside.get(self.key, [])

    @cached_property
    def footnotes(self) -> "list[Entry]":
        """The footnotes whose mark this provision carries."""
        return [self.leaf.footnotes[mark] for mark in self.marks if mark in self.leaf.footnotes]

    @cached_property
    def table(self) -> "Entry | None":
        """The table that stands in this provision."""
        if not self.citation.law:
            return None
        return self.leaf.entries.get(key_of(Citation(self.citation.law, self.citation.section, table=True)))

    @property
    def grid(self) -> list[list[str]]:
        """The rows of the table a reader sees in this provision: of that which stands in it, or its own."""
        return (self.table or self).rows

    @cached_property
    def path(self) -> "list[Entry]":
        """The provisions this one stands in, the law first."""
        above = [self.leaf.entries.get(key_of(parent)) for parent in reversed(self.citation.parents)]
        return [entry for entry in above if entry is not None]

    @cached_property
    def heading(self) -> str:
        """The nearest printed heading: its own, or that of the provision it stands in."""
        return self.title or next((entry.title for entry in reversed(self.path) if entry.title), "") or ""

    def walk(self) -> "Iterator[Entry]":
        """This provision and everything inside it, in the order of the book."""
        yield self
        for child in self.children:
            yield from child.walk()


class Leaf:
    """One law of an edition, whole: its provisions by key in the order of the book, what stands inside each, its footnotes by number."""

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


def key_of(citation: Citation) -> str:
    """The citation as the lawbook finds it: case does not matter."""
    return citation.folded


def _entry(leaf: Leaf, edition: str, row: sqlite3.Row) -> Entry:
    before, after = row["previous"], row["next"]
    return Entry(
        leaf,
        key=row["key"],
        edition=edition,
        id=row["id"],
        citation=Citation.parse(row["citation"]),
        level=row["level"],
        title=row["title"],
        text=row["text"],
        closing=row["closing"],
        note=row["note"],
        line=row["line"],
        previous=Citation.parse(before) if before else None,
        next=Citation.parse(after) if after else None,
        marks=tuple(json.loads(row["marks"])),
        rows=json.loads(row["cells"]),
        cites=_references(row["cites"]),
        cited_by=_references(row["cited_by"]),
    )


def _references(packed: str) -> list[Reference]:
    return [Reference(Citation.parse(source), Citation.parse(target), words) for source, target, words in json.loads(packed)]
