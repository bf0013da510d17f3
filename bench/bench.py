"""``make bench``: what is fast, measured beside something bare in the same run, and in lawbooks of
ten and a hundred times the text."""

import itertools
import random
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz, process
from sqlite_utils import Database

from lawbot.app import Answers
from lawbot.book.index import SearchIndex, table_name
from lawbot.config import ROOT, Settings
from lawbot.decide.kinds import CHARTS
from lawbot.language.reader import Reader
from lawbot.message.message import Message
from tests.support import json_lines

ROUNDS = 2000
Figures = tuple[float, float]
"""A median and a 99th percentile, in microseconds."""
SEARCH = ROOT / "tests" / "search"
QUERIES = [row["query"] for row in json_lines.read(SEARCH / "queries-en.jsonl")]
SENTENCES = [row["long"] for row in json_lines.read(SEARCH / "told-held.jsonl")]
"""Questions of players and directors: many, for the last few that were asked are remembered."""


def median_us(act: Callable[[], object], rounds: int = ROUNDS) -> Figures:
    """Return the median and the 99th percentile of calling ``act``, in microseconds."""
    spent = []
    for _ in range(rounds):
        began = time.perf_counter()
        act()
        spent.append((time.perf_counter() - began) * 1e6)
    spent.sort()
    return statistics.median(spent), spent[int(len(spent) * 0.99)]


def show(name: str, figures: Figures, *bare: tuple[str, Figures]) -> None:
    """Print one line; ``bare`` are the bare things that its median is compared with."""
    ratios = "".join(
        f"  {figures[0] / bare_times[0]:7.2f} times {operation}" for operation, bare_times in bare
    )
    print(f"{name:44} median {figures[0]:9.1f} µs   99% {figures[1]:9.1f} µs{ratios}", flush=True)


class Times:
    """Timed questions to the lawbook of one state folder."""

    def __init__(self, settings: Settings) -> None:
        self.answers = Answers.open_all(settings)
        self.answers.warm()
        self.edition = self.answers.lawbook.in_force
        self.citations = self.answers.lawbook.citations(self.edition)
        self.rnd = random.Random(17)
        self.execute = self.answers.lawbook.db.execute
        self.ids = [row[0] for row in self.execute("SELECT id FROM provisions")]
        # as on any evening after the first: what words find is remembered, what texts
        # find is not
        for text in QUERIES + SENTENCES:
            self.answers.ask(text, Reader())
        self.queries, self.sentences = itertools.cycle(QUERIES), itertools.cycle(SENTENCES)

    def bare(self) -> Figures:
        """Return the time of a read by primary key."""
        return median_us(
            lambda: self.execute(
                "SELECT * FROM provisions WHERE id = ?", (self.rnd.choice(self.ids),)
            ).fetchone()
        )

    def bare_fts(self) -> Figures:
        """Return the best ten rows for any of the words, by FTS5 alone, over the text of one
        edition."""
        table = table_name(f"text:{self.edition}")
        ask = f"SELECT rowid FROM [{table}] WHERE [{table}] MATCH ? ORDER BY rank LIMIT 10"

        def any_word() -> None:
            words = re.findall(r"\w+", next(self.queries))
            any_of_them = " OR ".join(f'"{word}"' for word in words)
            self.execute(ask, (any_of_them,)).fetchall()

        return median_us(any_word, 300)

    def bare_scan(self) -> Figures:
        """Return the ten nearest texts of one edition by rapidfuzz alone."""
        query = "SELECT text FROM provisions WHERE edition = ?"
        texts = [text for (text,) in self.execute(query, (self.edition,))]
        return median_us(
            lambda: process.extract(
                next(self.queries), texts, scorer=fuzz.token_set_ratio, limit=10
            ),
            50,
        )

    def lookup(self) -> Figures:
        """Return the time of a provision by its citation."""
        return median_us(
            lambda: self.answers.lawbook.provision(self.rnd.choice(self.citations), self.edition)
        )

    def card(self) -> Figures:
        """Return the time of a law card with everything around it."""
        return median_us(
            lambda: self.answers.ask(str(self.rnd.choice(self.citations)), Reader(director=True)),
            500,
        )

    def search(self) -> Figures:
        """Return the time of provisions for words."""
        return median_us(
            lambda: self.answers.search_engine.find(Message(next(self.queries)), self.edition), 300
        )

    def chart(self) -> Figures:
        """Return the time of flow charts for words."""
        return median_us(
            lambda: self.answers.search_engine.situations(Message(next(self.queries))), 300
        )

    def sentence(self) -> Figures:
        """Return the whole answer to a story of some sentences: facts heard, chart, provisions,
        card."""
        return median_us(lambda: self.answers.ask(next(self.sentences), Reader()), 200)

    def suggest(self) -> Figures:
        """Return the choices offered while somebody types."""
        return median_us(
            lambda: self.answers.suggest(
                self.rnd.choice(["27", "insuf", "rev", "lead out"]), Reader(), "law"
            ),
            500,
        )

    def tap(self) -> Figures:
        """Return the time of a tap in a flow chart."""
        card = self.answers.ask("insufficient-bid", Reader(director=True), CHARTS)
        taps = [action.address for row in card.rows for action in row]
        return median_us(
            lambda: self.answers.open(self.rnd.choice(taps), Reader(director=True)), 500
        )


def scaled(settings: Settings, folder: Path, times: int) -> Settings:
    """Settings over a copy of the lawbook with so many times the provisions, and so many times the
    text to search in each edition."""
    state = folder / str(times)
    state.mkdir()
    shutil.copy(settings.lawbook, state / "lawbook.db")
    db = Database(state / "lawbook.db")
    columns = [
        column.name for column in db["provisions"].columns if column.name not in ("id", "edition")
    ]
    names = ", ".join(f'"{name}"' for name in columns)
    (most,) = db.execute("SELECT max(id) FROM provisions").fetchone()
    index = SearchIndex(db.conn)
    for copy in range(1, times):
        db.execute(
            f"INSERT INTO provisions (id, edition, {names})"
            f" SELECT id + ?, edition || '-' || ?, {names} FROM provisions WHERE id <= ?",
            (copy * most, copy, most),
        )
    edition = Answers.open_all(settings).lawbook.in_force
    query = (
        "SELECT coalesce(title, '') || ' ' || text FROM provisions WHERE edition = ? ORDER BY id"
    )
    texts = [text for (text,) in db.execute(query, (edition,))]
    units: Any = index.kept(f"units:{edition}")
    table = table_name(f"text:{edition}")
    insert = f"INSERT INTO [{table}] (rowid, words) VALUES (?, ?)"
    for copy in range(1, times):
        # numbered on from the copy before
        db.conn.executemany(insert, enumerate(texts, len(units) * copy + 1))
    index.keep(f"units:{edition}", list(units) * times)
    db.conn.commit()
    db.close()
    return replace(settings, state=state)


def main() -> None:
    """Print all the times, then some of them again in larger lawbooks."""
    settings = Settings.load()
    times = Times(settings)
    bare_read, fts, scan = times.bare(), times.bare_fts(), times.bare_scan()
    show("a bare read by primary key", bare_read)
    show("a bare FTS5 query", fts)
    show("a bare rapidfuzz scan", scan)
    show("a provision by its citation", times.lookup(), ("a bare read", bare_read))
    show("a law card with everything around it", times.card(), ("a bare read", bare_read))
    show("a tap in a flow chart", times.tap(), ("a bare read", bare_read))
    for name, figures in (
        ("search", times.search()),
        ("finding a flow chart", times.chart()),
        ("the answer to a sentence", times.sentence()),
    ):
        show(name, figures, ("bare FTS5", fts), ("a bare scan", scan))
    show("suggestions while typing", times.suggest(), ("a bare read", bare_read))
    with tempfile.TemporaryDirectory() as folder:
        for factor in (10, 100):
            larger = Times(scaled(settings, Path(folder), factor))
            size = (Path(folder) / str(factor) / "lawbook.db").stat().st_size / 1e6
            print(f"\n{factor} times the text ({size:.0f} MB)")
            show("a bare read by primary key", larger.bare())
            show("a bare FTS5 query", larger.bare_fts())
            for name, figures in (
                ("a provision by its citation", larger.lookup()),
                ("a law card", larger.card()),
                ("search", larger.search()),
            ):
                show(name, figures)


if __name__ == "__main__":
    main()
