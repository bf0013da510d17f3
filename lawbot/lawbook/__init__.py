"""lawbook.db: one read-only SQLite file with every edition. ``Lawbook`` is its only reader."""

from lawbot.lawbook.reader import PLAIN, EditionInfo, Entry, Lawbook, LawbookError, NoSuchProvisionError, Reference

__all__ = ["PLAIN", "EditionInfo", "Entry", "Lawbook", "LawbookError", "NoSuchProvisionError", "Reference"]
