"""lawbook.db: one read-only SQLite file with every edition. ``Lawbook`` is its only reader."""

from lawbot.lawbook.entry import Counterpart, Counterparts, EditionInfo, Entry, Reference, Topic
from lawbot.lawbook.lawbook import Lawbook, NoSuchProvisionError

__all__ = [
    "Counterpart",
    "Counterparts",
    "EditionInfo",
    "Entry",
    "Lawbook",
    "NoSuchProvisionError",
    "Reference",
    "Topic",
]
