"""The concordance, as the tables of data/concordance have it: ``python -m tools.concordance``
writes them, people review them.

``OLDER-NEWER.csv`` says of every provision of two codes what became of it; ``names/EDITION.csv``
gives the names that provisions of an edition have there, where these are not their citations:
terms, which each language has its own for, and footnotes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lawbot import strict_csv
from lawbot.citation import Citation
from lawbot.errors import LawbotError
from lawbot.grouped import grouped

if TYPE_CHECKING:
    from lawbot.reading.catalogue import KnownEdition

COLUMNS = ["from", "to", "relation", "aside", "reason"]
NAME_COLUMNS = ["citation", "name"]


class Relation(StrEnum):
    """What became of a provision from one code to a later one; never the other way round, whichever
    code it is looked at from."""

    SAME = "same"
    REWORDED = "reworded"
    MOVED = "moved"
    SPLIT = "split"
    MERGED = "merged"
    NEW = "new"
    DELETED = "deleted"


class Row(NamedTuple):
    """A provision of the older code, one of the newer (None: there is none), and what became of it.

    ``aside`` where the pair only says where the holders stand, and another of the same provision
    says more. ``reason`` is that of a match decided by hand.
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
    """The rows of every two codes, and the names of each edition's provisions by citation, where
    they differ from it."""

    rows: list[Row] = field(default_factory=list)
    names: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> Tables:
        """The tables of a folder, none where there is no folder. Raises LawbotError."""
        rows = [row for path in sorted(folder.glob("*.csv")) for row in _pair(path)]
        names = {path.stem: _names(path) for path in sorted(folder.glob("names/*.csv"))}
        return cls(rows, names)

    def name(self, edition: str, citation: Citation) -> str:
        """What a provision of an edition is called in the rows."""
        return self.names.get(edition, {}).get(str(citation), str(citation))

    def carried(
        self, citations: Iterable[Citation], home: KnownEdition, other: KnownEdition
    ) -> dict[Citation, list[Citation]]:
        """Where provisions of an edition stand in one of a newer code, whether or not their
        documents are there."""
        there = {name: citation for citation, name in self.names.get(other.id, {}).items()}
        between = (row for row in self.rows if (row.older, row.newer) == (home.code, other.code))
        onward = grouped((row.source, row) for row in between if row.source and row.target)
        found = {}
        for citation in citations:
            rows = onward.get(self.name(home.id, citation), [])
            main = [row for row in rows if not row.aside] or rows
            found[citation] = [
                Citation.parse(there.get(row.target or "", row.target or "")) for row in main
            ]
        return found


def _pair(path: Path) -> list[Row]:
    years = path.stem.split("-")
    if len(years) != 2 or not all(year.isdecimal() for year in years):
        raise LawbotError(f"{path.name}: the table of two codes is to be named OLDER-NEWER.csv.")
    older, newer = map(int, years)
    found: dict[tuple[str, str], Row] = {}
    with strict_csv.rows(path, COLUMNS.__eq__) as rows:
        for row in rows:
            source, target, became = row["from"], row["to"], Relation(row["relation"])
            if (became is Relation.NEW) == bool(source) or (became is Relation.DELETED) == bool(
                target
            ):
                raise ValueError(f"{became} from {source!r} to {target!r}")
            if row["aside"] not in ("", "aside"):
                raise ValueError(f"{row['aside']!r} is neither 'aside' nor empty")
            if (source, target) in found:
                raise ValueError(f"{source!r} to {target!r} stands twice")
            found[source, target] = Row(
                older,
                newer,
                source or None,
                target or None,
                became,
                bool(row["aside"]),
                row["reason"],
            )
    return list(found.values())


def _names(path: Path) -> dict[str, str]:
    names: dict[str, str] = {}
    with strict_csv.rows(path, NAME_COLUMNS.__eq__) as rows:
        for row in rows:
            if not row["name"] or row["citation"] in names:
                raise ValueError(f"{row['citation']!r} has no name, or two")
            names[row["citation"]] = row["name"]
    return names
