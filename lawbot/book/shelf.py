"""The shelf: every edition that was read, with its source, and what could not be read."""

from dataclasses import dataclass, field
from typing import NamedTuple

from lawbot.law.edition import Edition


class Source(NamedTuple):
    """Origin of an edition: the name of the file (or folder) and the hash of its bytes."""

    name: str
    hash: str


@dataclass(slots=True)
class Shelf:
    """All that was read: the editions with their sources, a line for each document that could not
    be read, and one for each of which less was read than before."""

    editions: list[tuple[Edition, Source]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    shorter: list[str] = field(default_factory=list)

    def entry(self, edition_id: str) -> tuple[Edition, Source] | None:
        """Return the edition of an id with its source, or None if it was not read."""
        return next((entry for entry in self.editions if entry[0].id == edition_id), None)

    def edition(self, edition_id: str) -> Edition | None:
        """Return the edition of an id, or None if it was not read."""
        entry = self.entry(edition_id)
        return entry[0] if entry else None
