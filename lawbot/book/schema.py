"""Create the tables of lawbook.db; rows are written in the order of their columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlite_utils import Database

VERSION = 14
"""Version of the tables: raised whenever an older lawbook can no longer be read."""
_SQL = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE editions (
    id TEXT PRIMARY KEY, position INTEGER, code INTEGER, language TEXT, title TEXT, short TEXT,
    publisher TEXT, in_force_since TEXT, amended TEXT, notice TEXT, plain INTEGER, source TEXT,
    source_hash TEXT
);
CREATE TABLE provisions (
    id INTEGER PRIMARY KEY, edition TEXT REFERENCES editions(id), key TEXT, citation TEXT,
    law INTEGER, parent TEXT, level TEXT, title TEXT, text TEXT, closing TEXT, note TEXT,
    senses TEXT, rows TEXT, marks TEXT, footnote INTEGER, line INTEGER, previous TEXT, next TEXT
);
CREATE UNIQUE INDEX provisions_key ON provisions (edition, key);
CREATE INDEX provisions_law ON provisions (edition, law);
CREATE INDEX provisions_footnote ON provisions (edition, footnote);
CREATE TABLE mends (
    edition TEXT, provision INTEGER, position INTEGER, line INTEGER, what TEXT, why TEXT,
    done INTEGER
);
CREATE INDEX mends_provision ON mends (edition, provision);
CREATE TABLE cross_references (
    edition TEXT, source TEXT, target TEXT, words TEXT, position INTEGER
);
CREATE INDEX cross_references_source ON cross_references (edition, source);
CREATE INDEX cross_references_target ON cross_references (edition, target);
CREATE TABLE unresolved (edition TEXT, source TEXT, words TEXT, line INTEGER);
CREATE TABLE divisions (
    edition TEXT, position INTEGER, title TEXT, depth INTEGER, first_law INTEGER
);
CREATE TABLE topics (edition TEXT, position INTEGER, path TEXT, citations TEXT, see TEXT);
CREATE TABLE concordance (
    older INTEGER, newer INTEGER, source TEXT, target TEXT, relation TEXT, aside INTEGER,
    reason TEXT
);
CREATE INDEX concordance_source ON concordance (older, newer, source);
CREATE INDEX concordance_target ON concordance (older, newer, target);
CREATE TABLE concordance_names (
    edition TEXT, key TEXT, citation TEXT, name TEXT, PRIMARY KEY (edition, key)
);
CREATE INDEX concordance_names_name ON concordance_names (edition, name);
CREATE TABLE search_data (name TEXT PRIMARY KEY, value);
CREATE TABLE search_rows (name TEXT, key TEXT, value BLOB, PRIMARY KEY (name, key)) WITHOUT ROWID;
"""
TABLES = tuple(re.findall(r"CREATE TABLE (\w+)", _SQL))
"""Names of the tables that ``create`` makes."""


def create(db: Database) -> None:
    """Create every table and index in an empty database."""
    db.conn.executescript(_SQL)


def put(db: Database, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    """Add rows to a table."""
    columns = ", ".join("?" for _ in db.table(table).columns)
    db.conn.executemany(f"INSERT INTO {table} VALUES ({columns})", rows)
