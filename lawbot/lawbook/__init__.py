"""lawbook.db: one read-only SQLite file with every edition. ``Lawbook`` is its only reader."""

from lawbot.lawbook.reader import EditionInfo, Entry, Lawbook, LawbookError, NoSuchProvisionError, Reference

__all__ = ["EditionInfo", "Entry", "Lawbook", "LawbookError", "NoSuchProvisionError", "Reference"]
