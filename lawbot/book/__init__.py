"""lawbook.db: one read-only SQLite file with every edition. ``Lawbook`` is its only reader."""

from lawbot.book.entry import EditionInfo, Entry, Topic
from lawbot.book.lawbook import Lawbook, NoSuchProvisionError

__all__ = ["EditionInfo", "Entry", "Lawbook", "NoSuchProvisionError", "Topic"]
