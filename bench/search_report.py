"""The scoreboard of search: quality by kind on our own queries, latency, index size, memory, beside
plain FTS5 and rapidfuzz.

``make search-report``; ``ARGS=--samples`` adds the samples of ../shared/evaluation where they are
found.
"""

import argparse
import math
import resource
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rapidfuzz import fuzz, process

from lawbot.book import Lawbook
from lawbot.book.index import SearchIndex
from lawbot.cards.chart_card import Rulings
from lawbot.charts.load import Situations
from lawbot.config import DATA, ROOT, Settings
from lawbot.decide.outcome import Outcomes
from lawbot.decide.understanding import Understanding
from lawbot.language import installed
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.search.engine import Search
from tests.search import told
from tests.support import json_lines

PLAIN = "plain-2017"
OWN = ROOT / "tests" / "search"
EXAMINATIONS = ROOT / "tests" / "situations"
SAMPLES = ROOT.parent / "shared" / "evaluation"
EDITIONS = {"en": "en-2017", "vi": "vi-2007", "th": "th-1997"}
OLD = "en-1997"
"""An edition without phrases of its own: those of another code are carried to it."""
_INDEX_SIZE = """
    SELECT sum(pgsize) FROM dbstat WHERE name IN
    (SELECT name FROM sqlite_master WHERE name LIKE 'fts%' OR name LIKE 'search%')
"""
MEASURES = ("s@1", "s@3", "s@5", "law@3")

Finder = Callable[[str], list[Citation]]


@dataclass(slots=True)
class Query:
    """A query with the provisions that answer it best (grade 3)."""

    text: str
    style: str
    relevant: list[Citation] = field(default_factory=list)


def load(path: Path) -> list[Query]:
    """Return the queries of a JSON-lines file."""
    queries = []
    for row in json_lines.read(path):
        # of the grades of an answer only the best one counts
        best = [Citation.parse(gold["ref"]) for gold in row["gold"] if gold["grade"] == 3]
        queries.append(Query(row["query"], row["style"], best))
    return queries


def answers(hit: Citation, expected: Citation) -> bool:
    """Return whether a hit answers: it is the same, or one holds the other within one numbered
    paragraph."""
    if hit == expected:
        return True
    same_paragraph = hit.paragraph and (hit.law, hit.section, hit.paragraph) == (
        expected.law,
        expected.section,
        expected.paragraph,
    )
    return bool(same_paragraph) and (hit.contains(expected) or expected.contains(hit))


def measure(queries: list[Query], find: Finder) -> dict[str, dict[str, float]]:
    """Return the measures by style and over all, and the latency in milliseconds."""
    rows: dict[str, list[dict[str, bool]]] = defaultdict(list)
    spent = []
    for query in queries:
        began = time.perf_counter()
        # each provision has one place
        citations = list(dict.fromkeys(find(query.text)))
        spent.append((time.perf_counter() - began) * 1000)
        rank = math.inf
        for place, citation in enumerate(citations):
            if any(answers(citation, expected) for expected in query.relevant):
                rank = place
                break
        laws = {expected.law for expected in query.relevant}
        row = {
            "s@1": rank < 1,
            "s@3": rank < 3,
            "s@5": rank < 5,
            "law@3": any(citation.law in laws for citation in citations[:3]),
        }
        for name in ("all", query.style):
            rows[name].append(row)
    result: dict[str, dict[str, float]] = {}
    for name, group in rows.items():
        result[name] = {"n": len(group)}
        for key in MEASURES:
            result[name][key] = sum(row[key] for row in group) / len(group)
    spent.sort()
    middle, late = len(spent) // 2, int(len(spent) * 0.99)
    result["all"] |= {"p50 ms": spent[middle], "p99 ms": spent[late]}
    return result


def translate_queries(
    lawbook: Lawbook, queries: list[Query], edition: str, target: str
) -> list[Query]:
    """Return the queries with what answers them in another edition, by the concordance.

    Those that nothing there answers are left out.
    """
    translated = []
    for query in queries:
        relevant: list[Citation] = []
        for citation in query.relevant:
            relevant += lawbook.counterparts(citation, edition, target).citations
        if relevant:
            translated.append(Query(query.text, query.style, relevant))
    return translated


def engine(lawbook: Lawbook, edition: str) -> Finder:
    """Return our search, as ``python -m lawbot search`` makes it."""
    outcomes = outcomes_of(lawbook)
    return lambda query: [hit.citation for hit in outcomes.in_edition(query, edition).hits[:10]]


def plain_fts(lawbook: Lawbook, edition: str) -> Finder:
    """Return a search as most bots do it: one FTS5 table over the text, the words joined by OR."""
    index = SearchIndex(lawbook.db)
    units = lawbook.citations(edition)
    indexed = [citation for citation in units if not citation.footnote and not citation.table]

    def find(query: str) -> list[Citation]:
        hits = index.match(f"text:{edition}", *installed()["en"].tokenized(query))
        hits.sort(key=lambda hit: -hit[1])
        # rows are numbered from 1
        return [indexed[row - 1] for row, _score in hits[:10]]

    return find


def fuzzy(lawbook: Lawbook, edition: str) -> Finder:
    """Return a search by rapidfuzz over all provisions."""
    texts = {entry.citation: entry.text for entry in lawbook.provisions(edition) if entry.text}

    def find(query: str) -> list[Citation]:
        hits = process.extract(query, texts, scorer=fuzz.token_set_ratio, limit=10)
        return [key for _text, _score, key in hits]

    return find


def _line(name: str, row: dict[str, float]) -> str:
    figures = " ".join(f"{row[key]:6.2f}" for key in MEASURES)
    speed = f"  {row['p50 ms']:6.2f} {row['p99 ms']:6.2f}" if "p50 ms" in row else ""
    return f"{name:38} {int(row['n']):4d} {figures}{speed}"


def _report_sentences(lawbook: Lawbook, samples: Path | None) -> None:
    """Print what is found for sentences as people tell them, and what leads."""
    searched_edition = EDITIONS["en"] if EDITIONS["en"] in lawbook.editions else PLAIN
    outcomes = outcomes_of(lawbook)
    print(f"\n{'':38} {'n':>4} " + " ".join(f"{key:>7}" for key in told.COLUMNS))
    for name, sentences in told.every_set(samples).items():
        figures = told.measure(outcomes, sentences, searched_edition)
        path = EXAMINATIONS / f"{name}.jsonl"
        right, wrong, facts = told.heard(outcomes.hearing, path) if path.is_file() else (0, 0, 0)
        columns = " ".join(f"{figures[key]:7.2f}" for key in told.COLUMNS)
        hearing = f"  facts heard {right} of {facts}, wrong {wrong}" if facts else ""
        print(f"{name:38} {len(sentences):4d} {columns}{hearing}")


def _report_beside(lawbook: Lawbook, name: str, queries: list[Query], edition: str) -> None:
    """Print the same English queries in our plain words, an older code, and by bare searches."""
    runs = [(PLAIN, queries, engine(lawbook, PLAIN))]
    if OLD in lawbook.editions:
        old_queries = translate_queries(lawbook, queries, edition, OLD)
        runs.append((OLD, old_queries, engine(lawbook, OLD)))
    runs.append(("plain FTS5, OR", queries, plain_fts(lawbook, edition)))
    runs.append(("rapidfuzz token_set_ratio", queries, fuzzy(lawbook, edition)))
    for title, run_queries, find in runs:
        print(_line(f"{name} en {title}", measure(run_queries, find)["all"]))


def outcomes_of(lawbook: Lawbook) -> Outcomes:
    """Return the outcomes over a lawbook and the charts of this checkout, warm."""
    situations = Situations.load(DATA)
    search = Search(lawbook)
    understanding = Understanding(lawbook, Rulings(lawbook, situations).worded, search)
    outcomes = Outcomes(lawbook, search, situations, understanding)
    # the first text reads tables that all others find read
    outcomes.of("warm up", Reader())
    return outcomes


def main() -> None:
    """Print the scoreboard."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--samples", action="store_true", help="also the samples of ../shared/evaluation"
    )
    chosen = parser.parse_args()
    settings = Settings.load()
    lawbook = Lawbook.open(settings.lawbook)
    print(f"{'':38} {'n':>4} " + " ".join(f"{key:>6}" for key in MEASURES) + "  p50 ms p99 ms")
    samples = SAMPLES if chosen.samples and SAMPLES.is_dir() else None
    sources = {"own": OWN}
    if samples:
        sources["samples"] = samples
    for name, folder in sources.items():
        for language, edition in EDITIONS.items():
            path = folder / f"queries-{language}.jsonl"
            # English queries can be put to our plain words where the official text is not
            if not path.is_file() or (edition not in lawbook.editions and language != "en"):
                continue
            queries = load(path)
            searched_edition = edition if edition in lawbook.editions else PLAIN
            rows = measure(queries, engine(lawbook, searched_edition))
            for style, row in rows.items():
                print(_line(f"{name} {language} {searched_edition} {style}", row))
            if language == "en":
                _report_beside(lawbook, name, queries, searched_edition)
    _report_sentences(lawbook, samples)
    whole = settings.lawbook.stat().st_size / 1e6
    try:
        (size,) = lawbook.db.execute(_INDEX_SIZE).fetchone()
        print(f"index {size / 1e6:.1f} MB of a lawbook of {whole:.1f} MB")
    # dbstat is not compiled into every SQLite
    except Exception as error:
        print(f"lawbook {whole:.1f} MB ({error})")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory of this report, all editions in use: {peak:.0f} MB")


if __name__ == "__main__":
    main()
