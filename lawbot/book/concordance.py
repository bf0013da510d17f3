"""Read the concordance in data/concordance, which ``python -m tools.concordance`` writes.

``OLDER-NEWER.csv`` tells what became of every provision of two codes. ``names/EDITION.csv`` gives
the names of provisions in those tables if they are not their citations: terms, which each language
has its own for, and footnotes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lawbot import strict_csv
from lawbot.errors import LawbotError
from lawbot.law.citation import Citation

if TYPE_CHECKING:
    from lawbot.book.catalogue import KnownEdition

COLUMNS = ["from", "to", "relation", "aside", "reason"]
NAME_COLUMNS = ["citation", "name"]


class Relation(StrEnum):
    """The fate of a provision from an older code to a newer one.

    It is never the other way round, whichever code it is looked at from.
    """

    SAME = "same"
    REWORDED = "reworded"
    MOVED = "moved"
    SPLIT = "split"
    MERGED = "merged"
    NEW = "new"
    DELETED = "deleted"


class Row(NamedTuple):
    """A provision of the older code, its counterpart in the newer, and the relation between them.

    ``source`` or ``target`` is None if that code has no such provision. ``aside`` is True if the
    pair only says where the holders stand, and another row of the provision says more. ``reason``
    is that of a match decided by hand.
    """

    older: int
    newer: int
    source: str | None
    target: str | None
    relation: Relation
    aside: bool
    reason: str


@dataclass(slots=True)
class Tables:
    """The rows of every two codes, and the names of provisions by edition and citation.

    A name that is the citation itself is left out.
    """

    rows: list[Row] = field(default_factory=list)
    names: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> Tables:
        """Load the tables of a folder, none if there is no folder. Raises LawbotError."""
        tables = cls()
        for path in sorted(folder.glob("*.csv")):
            tables.rows += _pair(path)
        for path in sorted(folder.glob("names/*.csv")):
            tables.names[path.stem] = _names(path)
        return tables

    def name(self, edition: str, citation: Citation) -> str:
        """Return the name of a provision of an edition in the rows."""
        return self.names.get(edition, {}).get(str(citation), str(citation))

    def carried(
        self, citations: Iterable[Citation], home: KnownEdition, newer: KnownEdition
    ) -> dict[Citation, list[Citation]]:
        """Return the counterparts of provisions of an edition in one of a newer code.

        The documents of neither edition have to be present.
        """
        citations_of = {name: citation for citation, name in self.names.get(newer.id, {}).items()}
        rows_of: dict[str, list[Row]] = {}
        for row in self.rows:
            if (row.older, row.newer) == (home.code, newer.code) and row.source and row.target:
                rows_of.setdefault(row.source, []).append(row)
        counterparts: dict[Citation, list[Citation]] = {}
        for citation in citations:
            rows = rows_of.get(self.name(home.id, citation), [])
            # a pair of holders tells little, but more than nothing
            main_rows = [row for row in rows if not row.aside] or rows
            names = (citations_of.get(row.target or "", row.target or "") for row in main_rows)
            counterparts[citation] = list(map(Citation.parse, names))
        return counterparts


def _pair(path: Path) -> list[Row]:
    """Return the rows of the table of two codes. Raises LawbotError for a fault."""
    years = path.stem.split("-")
    if len(years) != 2 or not all(map(str.isdecimal, years)):
        raise LawbotError(f"{path.name}: the table of two codes is to be named OLDER-NEWER.csv.")
    older, newer = map(int, years)
    table: dict[tuple[str, str], Row] = {}
    with strict_csv.rows(path, COLUMNS.__eq__) as rows:
        for row in rows:
            source, target, relation = row["from"], row["to"], Relation(row["relation"])
            # only a new provision comes from none, and only a deleted one leads to none
            is_new, is_deleted = relation is Relation.NEW, relation is Relation.DELETED
            if is_new == bool(source) or is_deleted == bool(target):
                raise ValueError(f"{relation} from {source!r} to {target!r}")
            if row["aside"] not in ("", "aside"):
                raise ValueError(f"{row['aside']!r} is neither 'aside' nor empty")
            if (source, target) in table:
                raise ValueError(f"{source!r} to {target!r} stands twice")
            table[source, target] = Row(
                older=older,
                newer=newer,
                source=source or None,
                target=target or None,
                relation=relation,
                aside=bool(row["aside"]),
                reason=row["reason"],
            )
    return list(table.values())


def _names(path: Path) -> dict[str, str]:
    """Return the names of an edition's provisions by citation. Raises LawbotError for a fault."""
    names: dict[str, str] = {}
    with strict_csv.rows(path, NAME_COLUMNS.__eq__) as rows:
        for row in rows:
            if not row["name"] or row["citation"] in names:
                raise ValueError(f"{row['citation']!r} has no name, or two")
            names[row["citation"]] = row["name"]
    return names
