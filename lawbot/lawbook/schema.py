"""The tables of lawbook.db, in sqlite-utils."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

VERSION = 9
"""Raised whenever a lawbook built before can no longer be read."""
TABLES = (
    "meta", "editions", "provisions", "definitions", "tables", "footnotes", "mends", "cross_references", "unresolved", "divisions", "topics",
    "concordance", "concordance_names", "search_data", "search_blobs", "search_rows",
)  # fmt: skip
"""What ``create`` makes."""


def create(db: Database) -> None:
    """Creates every table and index in an empty database."""
    db.table("meta").create({"name": str, "value": str}, pk="name")
    db.table("editions").create(
        {
            "id": str,
            "position": int,
            "code": int,
            "language": str,
            "title": str,
            "short": str,
            "publisher": str,
            "in_force_since": str,
            "notice": str,
            "plain": int,
            "source": str,
            "source_hash": str,
        },
        pk="id",
    )
    db.table("provisions").create(
        {
            "id": int,
            "edition": str,
            "key": str,
            "citation": str,
            "law": int,
            "parent": str,
            "level": str,
            "title": str,
            "text": str,
            "closing": str,
            "note": str,
            "footnote": int,
            "line": int,
            "previous": str,
            "next": str,
        },
        pk="id",
        foreign_keys=[("edition", "editions", "id")],
    )
    db.table("provisions").create_index(["edition", "key"], unique=True)
    db.table("provisions").create_index(["edition", "law"])
    db.table("provisions").create_index(["edition", "footnote"])
    db.table("definitions").create({"provision": int, "sense": int, "text": str}, pk=("provision", "sense"))
    db.table("tables").create({"provision": int, "row": int, "cells": str}, pk=("provision", "row"))
    db.table("footnotes").create({"provision": int, "number": int}, pk=("provision", "number"))
    db.table("mends").create({"edition": str, "provision": int, "position": int, "line": int, "what": str, "why": str, "done": int})
    db.table("mends").create_index(["edition", "provision"])
    db.table("cross_references").create({"edition": str, "source": str, "target": str, "words": str, "position": int})
    db.table("cross_references").create_index(["edition", "source"])
    db.table("cross_references").create_index(["edition", "target"])
    db.table("unresolved").create({"edition": str, "source": str, "words": str, "line": int})
    db.table("divisions").create({"edition": str, "position": int, "title": str, "depth": int, "first_law": int})
    db.table("topics").create({"edition": str, "position": int, "path": str, "citations": str, "see": str})
    db.table("concordance").create({"older": int, "newer": int, "source": str, "target": str, "relation": str, "aside": int, "reason": str})
    db.table("concordance").create_index(["older", "newer", "source"])
    db.table("concordance").create_index(["older", "newer", "target"])
    db.table("concordance_names").create({"edition": str, "key": str, "citation": str, "name": str}, pk=("edition", "key"))
    db.table("concordance_names").create_index(["edition", "name"])
    db.table("search_data").create({"name": str, "value": str}, pk="name")
    db.table("search_blobs").create({"name": str, "value": bytes}, pk="name")
    db.execute("CREATE TABLE search_rows (name TEXT, key TEXT, value BLOB, PRIMARY KEY (name, key)) WITHOUT ROWID")
