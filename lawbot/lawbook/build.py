"""Writes lawbook.db: whole or not at all, and the same bytes of content for the same documents."""

import hashlib
import json
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from sqlite_utils import Database

from lawbot.concordance.tables import Tables
from lawbot.errors import LawbotError
from lawbot.lawbook import schema
from lawbot.reading.catalogue import Catalogue
from lawbot.reading.edition import Edition, Level
from lawbot.reading.references import references
from lawbot.reading.shelf import Shelf, Source

_KEPT_OUT_OF_HASH = ("meta",)
_LEFT_FOR_DEAD = 900
"""Seconds after which an unfinished build is taken for killed."""


class BuildError(LawbotError):
    """The lawbook could not be written; the one that was there before is untouched."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made: where, the hash of its content, the size in bytes, and what it has to report."""

    path: Path
    content_hash: str
    size: int
    unresolved: list[tuple[str, str, str]]
    """(edition, citation of the provision, the words that lead nowhere)"""


def build(
    shelf: Shelf,
    catalogue: Path,
    target: Path,
    index: Callable[[Database], None] | None = None,
    facts: Mapping[str, str] | None = None,
) -> Built:
    """Writes the editions of the shelf to ``target``, replacing it in one step.

    ``catalogue`` is editions.toml, the concordance in a folder beside it; ``index`` adds the tables of search to the finished laws;
    ``facts`` are kept about the build.
    Raises CatalogueError, TableError, and BuildError when nothing was read or the disk refuses; an earlier lawbook stays as it was.
    """
    if not shelf.editions:
        raise BuildError("No edition could be read, so no lawbook was built. Is data/restatement there?")
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _sweep(target)
        known = Catalogue.load(catalogue)
        places = {name: place for place, name in enumerate(known.editions)}
        with_parts = sorted(shelf.editions, key=lambda entry: places.get(entry[0].id, len(places)))
        db = Database(temporary)
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        unresolved = _fill(db, with_parts, known)
        _fill_concordance(db, [edition for edition, _ in with_parts], known)
        if index is not None:
            index(db)
        content_hash = _content_hash(db)
        about = {"content_hash": content_hash, "schema": str(schema.VERSION), **(facts or {})}
        db.table("meta").insert_all({"name": name, "value": value} for name, value in about.items())
        db.execute("ANALYZE")
        db.conn.commit()
        db.vacuum()
        db.close()
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        temporary.replace(target)
    except (OSError, sqlite3.Error) as error:
        _remove(temporary)
        raise BuildError(f"The lawbook could not be written to {target}: {error}. The earlier one, if any, is untouched.") from error
    except BaseException:
        _remove(temporary)
        raise
    return Built(target, content_hash, target.stat().st_size, unresolved)


def _sweep(target: Path) -> None:
    """Removes what builds that were killed long ago left beside the lawbook."""
    for left in target.parent.glob(f".{target.name}.*"):
        if time.time() - left.stat().st_mtime > _LEFT_FOR_DEAD:
            _remove(left)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _fill(db: Database, editions: Iterable[tuple[Edition, Source]], catalogue: Catalogue) -> list[tuple[str, str, str]]:
    schema.create(db)
    unresolved: list[tuple[str, str, str]] = []
    offset = 0
    for position, (edition, source) in enumerate(editions):
        about = catalogue.editions.get(edition.id)
        if about is None:
            raise BuildError(f"The edition {edition.id} is not in editions.toml.")
        db.table("editions").insert({**about.row(), "position": position, "source": source.name, "source_hash": source.hash})
        _fill_provisions(db, edition, offset)
        offset += len(edition.provisions)
        found, lost = references(edition)
        db.table("cross_references").insert_all(
            {"edition": edition.id, "source": _key(r.source), "target": _key(r.target), "words": r.words, "position": r.start}
            for r in found
        )
        db.table("unresolved").insert_all({"edition": edition.id, "source": _key(u.source), "words": u.words, "line": u.line} for u in lost)
        unresolved += [(edition.id, str(u.source), u.words) for u in lost]
        db.table("divisions").insert_all(
            {"edition": edition.id, "position": place, "title": division.title, "depth": division.depth, "first_law": division.first_law}
            for place, division in enumerate(edition.divisions)
        )
        db.table("topics").insert_all(
            {
                "edition": edition.id,
                "position": place,
                "path": json.dumps(topic.path, ensure_ascii=False),
                "citations": json.dumps([str(citation) for citation in topic.citations], ensure_ascii=False),
                "see": json.dumps(topic.see, ensure_ascii=False),
            }
            for place, topic in enumerate(edition.topics)
        )
    return unresolved


def _fill_concordance(db: Database, editions: list[Edition], catalogue: Catalogue) -> None:
    """The rows of every two codes that are here, whole: what a fragment of a code has not, the rows still say where it stands."""
    tables = Tables.load(catalogue.data / "concordance")
    codes = {catalogue.editions[edition.id].code for edition in editions}
    db.table("concordance").insert_all(row._asdict() for row in tables.rows if {row.older, row.newer} <= codes)
    db.table("concordance_names").insert_all(
        {
            "edition": edition.id,
            "key": _key(provision.citation),
            "citation": str(provision.citation),
            "name": tables.name(edition.id, provision.citation),
        }
        for edition in editions
        for provision in edition
    )


def _fill_provisions(db: Database, edition: Edition, offset: int) -> None:
    chain = [provision for provision in edition if provision.level not in (Level.FOOTNOTE, Level.TABLE)]
    before = {_key(b.citation): str(a.citation) for a, b in pairwise(chain)}
    after = {_key(a.citation): str(b.citation) for a, b in pairwise(chain)}
    rows, senses, cells, marks = [], [], [], []
    mends = [
        {"edition": edition.id, "provision": None, "line": m.line, "what": m.what, "why": m.why, "done": int(m.done)}
        for m in edition.reports
    ]
    for number, provision in enumerate(edition, offset + 1):
        key = _key(provision.citation)
        parent = provision.citation.parent
        rows.append(
            {
                "id": number,
                "edition": edition.id,
                "key": key,
                "citation": str(provision.citation),
                "law": provision.citation.law,
                "parent": _key(parent) if parent else None,
                "level": str(provision.level),
                "title": provision.title,
                "text": provision.text,
                "closing": provision.closing,
                "note": provision.note,
                "footnote": provision.citation.footnote or None,
                "line": provision.line,
                "previous": before.get(key),
                "next": after.get(key),
            }
        )
        senses += [{"provision": number, "sense": n, "text": text} for n, text in enumerate(provision.senses, 1)]
        cells += [{"provision": number, "row": n, "cells": json.dumps(row, ensure_ascii=False)} for n, row in enumerate(provision.rows)]
        marks += [{"provision": number, "number": mark} for mark in dict.fromkeys(provision.footnotes)]
        mends += [
            {"edition": edition.id, "provision": number, "line": m.line, "what": m.what, "why": m.why, "done": int(m.done)}
            for m in provision.mends
        ]
    db.table("provisions").insert_all(rows)
    db.table("definitions").insert_all(senses)
    db.table("tables").insert_all(cells)
    db.table("footnotes").insert_all(marks)
    db.table("mends").insert_all({**mend, "position": n} for n, mend in enumerate(mends))


def _key(citation: object) -> str:
    return str(citation).casefold()


def _content_hash(db: Database) -> str:
    digest = hashlib.sha256()
    for table in sorted(db.table_names()):
        if table in _KEPT_OUT_OF_HASH or table.startswith("sqlite_"):
            continue
        digest.update(table.encode())
        for row in db.execute(f'SELECT * FROM "{table}"'):
            digest.update(repr(row).encode())
    return digest.hexdigest()
