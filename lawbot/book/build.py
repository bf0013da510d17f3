"""Write lawbook.db: whole or not at all, with the same content for the same documents."""

import hashlib
import json
import marshal
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from lawbot.book import schema
from lawbot.book.catalogue import Catalogue
from lawbot.book.concordance import Tables
from lawbot.book.schema import put
from lawbot.book.shelf import Shelf, Source
from lawbot.errors import LawbotError
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Mend
from lawbot.whole_file import replacing


class Built(NamedTuple):
    """A lawbook that was built: its path, the hash of its content, and its size in bytes."""

    path: Path
    content_hash: str
    size: int


def build(
    shelf: Shelf,
    catalogue: Catalogue,
    tables: Tables,
    target: Path,
    index: Callable[[Database], None] | None = None,
    facts: Mapping[str, str] | None = None,
) -> Built:
    """Write the editions of the shelf to ``target``, replacing it in one step.

    ``tables`` are those of the concordance; ``index`` adds the tables of search to the finished
    laws; ``facts`` are stored about the build. Raises LawbotError, also if nothing was read or the
    disk refuses; an earlier lawbook stays as it was.
    """
    if not shelf.editions:
        raise LawbotError("No edition could be read, so no lawbook was built. Is data/laws there?")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target) as new_file:
            new_file.touch(mode=0o600)
            positions = {name: position for position, name in enumerate(catalogue.editions)}
            ordered = sorted(
                shelf.editions, key=lambda entry: positions.get(entry[0].id, len(positions))
            )
            db = Database(new_file)
            # a file that nobody reads before it is whole needs no safety
            db.execute("PRAGMA journal_mode = OFF")
            db.execute("PRAGMA synchronous = OFF")
            _fill(db, ordered, catalogue)
            _fill_concordance(db, [edition for edition, _source in ordered], catalogue, tables)
            if index is not None:
                index(db)
            content_hash = _content_hash(db)
            # the sources of amendments are for whoever works on the content
            dumps = [amendment.model_dump(exclude={"source"}) for amendment in catalogue.amendments]
            about = {
                "content_hash": content_hash,
                "schema": str(schema.VERSION),
                "codes": _json(catalogue.codes()),
                **(facts or {}),
                "amendments": _json(dumps),
            }
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
        _fill_references(db, edition)
        rows: list[tuple[object, ...]] = []
        for place, division in enumerate(edition.divisions):
            rows.append((edition.id, place, division.title, division.depth, division.first_law))
        put(db, "divisions", rows)
        rows = []
        for place, topic in enumerate(edition.topics):
            lists = map(_json, (topic.path, topic.citations, topic.see))
            rows.append((edition.id, place, *lists))
        put(db, "topics", rows)


def _fill_references(db: Database, edition: Edition) -> None:
    """Add the cross-references of an edition, and those that lead nowhere."""
    links = [
        (edition.id, link.source.folded, link.target.folded, link.words, link.start)
        for link in edition.references
    ]
    put(db, "cross_references", links)
    gaps = [(edition.id, gap.source.folded, gap.words, gap.line) for gap in edition.unresolved]
    put(db, "unresolved", gaps)


def _fill_concordance(
    db: Database, editions: list[Edition], catalogue: Catalogue, tables: Tables
) -> None:
    """Add the rows of every two codes of which at least one is in the lawbook.

    An edition may be a fragment of its code: the rows still tell where its other provisions are.
    """
    codes = {catalogue.editions[edition.id].code for edition in editions}
    put(db, "concordance", (row for row in tables.rows if {row.older, row.newer} & codes))
    for edition in editions:
        rows = []
        for citation in (provision.citation for provision in edition):
            name = tables.name(edition.id, citation)
            rows.append((edition.id, citation.folded, str(citation), name))
        put(db, "concordance_names", rows)


def _fill_provisions(db: Database, edition: Edition, offset: int) -> None:
    """Add the provisions of an edition, numbered from ``offset``, and their mends."""
    # who turns pages goes past footnotes and tables, which are shown with their provision
    aside = (Level.FOOTNOTE, Level.TABLE)
    chain = [provision.citation for provision in edition if provision.level not in aside]
    previous: dict[Citation, str] = {}
    following: dict[Citation, str] = {}
    for earlier, later in pairwise(chain):
        previous[later], following[earlier] = str(earlier), str(later)
    rows = []
    mends: list[tuple[int | None, Mend]] = [(None, report) for report in edition.reports]
    for number, provision in enumerate(edition, offset):
        citation = provision.citation
        mends += [(number, mend) for mend in provision.mends]
        rows.append(
            (
                number,
                edition.id,
                citation.folded,
                str(citation),
                citation.law,
                citation.parent and citation.parent.folded,
                str(provision.level),
                provision.title,
                provision.text,
                provision.closing,
                provision.note,
                _json(provision.senses),
                _json(provision.rows),
                _json(list(dict.fromkeys(provision.footnotes))),
                citation.footnote or None,
                provision.line,
                previous.get(citation),
                following.get(citation),
            )
        )
    put(db, "provisions", rows)
    mend_rows = []
    for position, (provision_id, mend) in enumerate(mends):
        place = (edition.id, provision_id, position)
        mend_rows.append((*place, mend.line, mend.what, mend.why, mend.done))
    put(db, "mends", mend_rows)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _content_hash(db: Database) -> str:
    """Return a hash of every row, but for those about the build."""
    digest = hashlib.sha256()
    for table in sorted(db.table_names()):
        if table == "meta" or table.startswith("sqlite_"):
            continue
        digest.update(table.encode())
        for row in db.execute(f'SELECT * FROM "{table}"'):
            # the last version in which equal cells are equal bytes
            digest.update(marshal.dumps(row, 2))
    return digest.hexdigest()
