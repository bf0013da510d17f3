"""Store and read the tables of search inside lawbook.db: FTS5 of every signal, and weights.

``lawbot.search`` decides on their rows and on the words asked for; this module has its SQL.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

Hit = tuple[int, float]
_NOT_IN_A_STRING = str.maketrans(dict.fromkeys('"\0', ""))
"""Removes the characters at which FTS5 ends a string."""


class SearchIndex:
    """Named FTS5 tables ('signals') that map words to row numbers with scores."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self._execute = db.execute

    def create(self, signal: str, tokenizer: str, rows: Iterable[tuple[int, str]]) -> None:
        """Create the signal with one of FTS5's tokenizers, and fill it with (row number, words)."""
        quoted = tokenizer.replace("'", "''")
        table = table_name(signal)
        self.db.execute(
            f"CREATE VIRTUAL TABLE [{table}] USING fts5(words, content='', tokenize='{quoted}')"
        )
        self.db.executemany(f"INSERT INTO [{table}](rowid, words) VALUES (?, ?)", rows)
        self.db.execute(f"INSERT INTO [{table}]([{table}]) VALUES ('optimize')")

    def keep(self, name: str, value: object) -> None:
        """Store a value that search needs at start: bytes as they are, anything else as JSON."""
        if not isinstance(value, bytes):
            # sets are sorted, so that every build gives the same file
            value = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=sorted)
        self.db.execute("INSERT OR REPLACE INTO search_data VALUES (?, ?)", (name, value))

    def keep_rows(self, name: str, rows: Mapping[str, bytes]) -> None:
        """Store a table of which few rows are read at a time: weights by feature."""
        self.db.executemany(
            "INSERT INTO search_rows VALUES (?, ?, ?)", ((name, *row) for row in rows.items())
        )

    def kept(self, name: str) -> object:
        """Return the value stored by ``keep``, or None."""
        row = self._execute("SELECT value FROM search_data WHERE name = ?", (name,)).fetchone()
        if not row:
            return None
        (value,) = row
        return value if isinstance(value, bytes) else json.loads(value)

    def kept_rows(self, name: str, keys: Sequence[str] | None = None) -> dict[str, bytes]:
        """Return rows stored by ``keep_rows``: all in the order of their keys, or those of keys."""
        query = "SELECT key, value FROM search_rows WHERE name = ? "
        if keys is None:
            rows = self._execute(query + "ORDER BY key", (name,))
        else:
            marks = ", ".join("?" * len(keys))
            rows = self._execute(query + f"AND key IN ({marks})", (name, *keys))
        return dict(rows.fetchall())

    def match(self, signal: str, *terms: str) -> list[Hit]:
        """Return (row number, score above zero) of the rows with any of the terms, in row order."""
        if not terms:
            return []
        table = table_name(signal)
        query = " OR ".join(f'"{term.translate(_NOT_IN_A_STRING)}"' for term in terms)
        return self._execute(
            f"SELECT rowid, -bm25([{table}]) FROM [{table}] WHERE [{table}] MATCH ?", (query,)
        ).fetchall()


def table_name(signal: str) -> str:
    """Return the name of a signal's table."""
    return "fts_" + re.sub(r"\W", "_", signal)
