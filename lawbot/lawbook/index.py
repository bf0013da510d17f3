"""The tables of search inside lawbook.db: FTS5 over every signal, and the vectors of the phrases.

What is put in and which words are asked for is the business of ``lawbot.search``; this is where its
SQL stands.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

Hit = tuple[int, float]


class SearchIndex:
    """Named FTS5 tables ('signals') that map words to row numbers with scores."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self._execute = db.execute

    def create(self, signal: str, tokenizer: str, rows: Iterable[tuple[int, str]]) -> None:
        """Creates the signal, its words cut by one of FTS5's tokenizers, and fills it with (row
        number, words)."""
        quoted = tokenizer.replace("'", "''")
        table = table_name(signal)
        self.db.execute(
            f"CREATE VIRTUAL TABLE [{table}] USING fts5(words, content='', tokenize='{quoted}')"
        )
        self.db.executemany(f"INSERT INTO [{table}](rowid, words) VALUES (?, ?)", rows)
        self.db.execute(f"INSERT INTO [{table}]([{table}]) VALUES ('optimize')")

    def keep(self, name: str, value: object) -> None:
        """Keeps what search needs at start: owners of rows and the vocabulary, as JSON, or a table
        of vectors in its bytes. Sets are kept in order, so that every build gives the same."""
        kept = (
            value
            if isinstance(value, bytes)
            else json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=sorted)
        )
        self.db.execute("INSERT OR REPLACE INTO search_data VALUES (?, ?)", (name, kept))

    def keep_rows(self, name: str, rows: Mapping[str, bytes]) -> None:
        """Keeps a table of which few rows are asked for at a time: weights and vectors by the words
        they belong to."""
        self.db.executemany(
            "INSERT INTO search_rows VALUES (?, ?, ?)", ((name, *row) for row in rows.items())
        )

    def kept(self, name: str) -> object:
        """What ``keep`` was given, or None."""
        row = self._execute("SELECT value FROM search_data WHERE name = ?", (name,)).fetchone()
        return row and (row[0] if isinstance(row[0], bytes) else json.loads(row[0]))

    def kept_rows(self, name: str, keys: Sequence[str] | None = None) -> dict[str, bytes]:
        """What ``keep_rows`` was given, in the order of the keys: all, or those rows of some keys
        that there are."""
        if keys is None:
            return dict(
                self._execute(
                    "SELECT key, value FROM search_rows WHERE name = ? ORDER BY key", (name,)
                ).fetchall()
            )
        some = ", ".join("?" * len(keys))
        return dict(
            self._execute(
                f"SELECT key, value FROM search_rows WHERE name = ? AND key IN ({some})",
                (name, *keys),
            ).fetchall()
        )

    def match(self, signal: str, *terms: str) -> list[Hit]:
        """The rows of the signal with any of the terms, in their order: (row number, score above
        zero)."""
        table = table_name(signal)
        query = " OR ".join('"' + term.replace('"', "") + '"' for term in terms)
        try:
            return self._execute(
                f"SELECT rowid, -bm25([{table}]) FROM [{table}] WHERE [{table}] MATCH ?", (query,)
            ).fetchall()
        except sqlite3.OperationalError:
            return []


def table_name(signal: str) -> str:
    """The name of a signal's table."""
    return "fts_" + re.sub(r"\W", "_", signal)
