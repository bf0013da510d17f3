"""lawbook.db: one read-only SQLite file with every edition. ``Lawbook`` is its only reader."""

from lawbot.lawbook.entry import Counterpart, Counterparts, Entry, Reference
from lawbot.lawbook.lawbook import EditionInfo, Lawbook, LawbookError, NoSuchProvisionError, Topic

__all__ = [
    "Counterpart",
    "Counterparts",
    "EditionInfo",
    "Entry",
    "Lawbook",
    "LawbookError",
    "NoSuchProvisionError",
    "Reference",
    "Topic",
]
