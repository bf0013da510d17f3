"""The tables of lawbook.db, in sqlite-utils."""

from sqlite_utils import Database

VERSION = 1
"""Raised whenever a lawbook built before can no longer be read."""


def create(db: Database) -> None:
    """Creates every table and index in an empty database."""
    db["meta"].create({"name": str, "value": str}, pk="name")
    db["editions"].create(
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
            "source": str,
            "source_hash": str,
        },
        pk="id",
    )
    db["provisions"].create(
        {
            "id": int,
            "edition": str,
            "key": str,
            "citation": str,
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
    db["provisions"].create_index(["edition", "key"], unique=True)
    db["provisions"].create_index(["edition", "parent"])
    db["provisions"].create_index(["edition", "footnote"])
    db["definitions"].create({"provision": int, "sense": int, "text": str}, pk=("provision", "sense"))
    db["tables"].create({"provision": int, "row": int, "cells": str}, pk=("provision", "row"))
    db["footnotes"].create({"provision": int, "number": int}, pk=("provision", "number"))
    db["mends"].create({"edition": str, "provision": int, "position": int, "line": int, "what": str, "why": str, "done": int})
    db["mends"].create_index(["edition", "provision"])
    db["cross_references"].create({"edition": str, "source": str, "target": str, "words": str, "position": int})
    db["cross_references"].create_index(["edition", "source"])
    db["cross_references"].create_index(["edition", "target"])
    db["unresolved"].create({"edition": str, "source": str, "words": str, "line": int})
    db["divisions"].create({"edition": str, "position": int, "title": str, "depth": int, "first_law": int})
    db["topics"].create({"edition": str, "position": int, "path": str, "citations": str, "see": str})
