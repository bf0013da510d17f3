"""Writes lawbook.db: whole or not at all, and the same bytes of content for the same documents."""

import hashlib
import json
import marshal
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from lawbot.concordance.tables import Tables
from lawbot.errors import LawbotError
from lawbot.lawbook import schema
from lawbot.lawbook.schema import put
from lawbot.reading.catalogue import Catalogue
from lawbot.reading.edition import Edition, Level
from lawbot.reading.references import references
from lawbot.reading.shelf import Shelf, Source
from lawbot.whole_file import replacing


class Built(NamedTuple):
    """What a build made: where, the hash of its content, and the size in bytes."""

    path: Path
    content_hash: str
    size: int


def build(
    shelf: Shelf,
    catalogue: Path,
    target: Path,
    index: Callable[[Database], None] | None = None,
    facts: Mapping[str, str] | None = None,
) -> Built:
    """Writes the editions of the shelf to ``target``, replacing it in one step.

    ``catalogue`` is editions.toml, the concordance in a folder beside it; ``index`` adds the tables
    of search to the finished laws; ``facts`` are kept about the build. Raises LawbotError, also
    when nothing was read or the disk refuses; an earlier lawbook stays as it was.
    """
    if not shelf.editions:
        raise LawbotError(
            "No edition could be read, so no lawbook was built. Is data/restatement there?"
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target) as written:
            written.touch(mode=0o600)
            known = Catalogue.load(catalogue)
            places = {name: place for place, name in enumerate(known.editions)}
            with_parts = sorted(
                shelf.editions, key=lambda entry: places.get(entry[0].id, len(places))
            )
            db = Database(written)
            db.execute("PRAGMA journal_mode = OFF")
            db.execute("PRAGMA synchronous = OFF")
            _fill(db, with_parts, known)
            _fill_concordance(db, [edition for edition, _ in with_parts], known)
            if index is not None:
                index(db)
            content_hash = _content_hash(db)
            about = {
                "content_hash": content_hash,
                "schema": str(schema.VERSION),
                "codes": _json(known.codes()),
                **(facts or {}),
            }
            about["amendments"] = _json(
                [each.model_dump(exclude={"source"}) for each in known.amendments]
            )
            put(db, "meta", about.items())
            db.execute("ANALYZE")
            db.conn.commit()
            db.vacuum()
            db.close()
    except (OSError, sqlite3.Error) as error:
        raise LawbotError(
            f"The lawbook could not be written to {target}: {error}. The earlier one, if any, is untouched."
        ) from error
    return Built(target, content_hash, target.stat().st_size)


def _fill(db: Database, editions: Iterable[tuple[Edition, Source]], catalogue: Catalogue) -> None:
    schema.create(db)
    offset = 1
    for position, (edition, source) in enumerate(editions):
        about = catalogue.editions.get(edition.id)
        if about is None:
            raise LawbotError(f"The edition {edition.id} is not in editions.toml.")
        db.table("editions").insert(
            {**about.row(), "position": position, "source": source.name, "source_hash": source.hash}
        )
        _fill_provisions(db, edition, offset)
        offset += len(edition.provisions)
        found, lost = references(edition)
        put(
            db,
            "cross_references",
            ((edition.id, r.source.folded, r.target.folded, r.words, r.start) for r in found),
        )
        put(db, "unresolved", ((edition.id, u.source.folded, u.words, u.line) for u in lost))
        put(
            db,
            "divisions",
            (
                (edition.id, place, d.title, d.depth, d.first_law)
                for place, d in enumerate(edition.divisions)
            ),
        )
        topics = (
            (_json(topic.path), _json(topic.citations), _json(topic.see))
            for topic in edition.topics
        )
        put(db, "topics", ((edition.id, place, *topic) for place, topic in enumerate(topics)))


def _fill_concordance(db: Database, editions: list[Edition], catalogue: Catalogue) -> None:
    """The rows of every two codes of which one is here: what a fragment of a code has not, the rows
    still say where it stands."""
    tables = Tables.load(catalogue.data / "concordance")
    codes = {catalogue.editions[edition.id].code for edition in editions}
    put(db, "concordance", (row for row in tables.rows if {row.older, row.newer} & codes))
    here = ((edition.id, provision.citation) for edition in editions for provision in edition)
    put(
        db,
        "concordance_names",
        (
            (edition, named.folded, str(named), tables.name(edition, named))
            for edition, named in here
        ),
    )


def _fill_provisions(db: Database, edition: Edition, offset: int) -> None:
    """The provisions, numbered from ``offset``, and what hangs on them."""
    chain = [
        provision.citation
        for provision in edition
        if provision.level not in (Level.FOOTNOTE, Level.TABLE)
    ]
    before = {after: str(citation) for citation, after in pairwise(chain)}
    after = {citation: str(after) for citation, after in pairwise(chain)}
    numbered = list(enumerate(edition, offset))
    rows = (
        (
            *(
                number,
                edition.id,
                p.citation.folded,
                str(p.citation),
                p.citation.law,
                p.citation.parent and p.citation.parent.folded,
            ),
            *(
                str(p.level),
                p.title,
                p.text,
                p.closing,
                p.note,
                _json(p.senses),
                _json(p.rows),
                _json(list(dict.fromkeys(p.footnotes))),
            ),
            *(p.citation.footnote or None, p.line, before.get(p.citation), after.get(p.citation)),
        )
        for number, p in numbered
    )
    put(db, "provisions", rows)
    mends = [(None, m) for m in edition.reports] + [
        (number, m) for number, p in numbered for m in p.mends
    ]
    put(
        db,
        "mends",
        (
            (edition.id, number, n, m.line, m.what, m.why, m.done)
            for n, (number, m) in enumerate(mends)
        ),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _content_hash(db: Database) -> str:
    digest = hashlib.sha256()
    for table in sorted(db.table_names()):
        if table == "meta" or table.startswith("sqlite_"):
            continue
        digest.update(table.encode())
        for row in db.execute(f'SELECT * FROM "{table}"'):
            # the last version in which equal cells are equal bytes
            digest.update(marshal.dumps(row, 2))
    return digest.hexdigest()
