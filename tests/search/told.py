"""Sentences as people tell them: what is found first and among three, flow charts and provisions, and how well doubt is admitted.

``told-build.jsonl`` may be looked at while search is worked on; ``told-held.jsonl`` is for measuring alone.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawbot.citation import Citation, CitationError
from lawbot.search.charts import sure_chart
from lawbot.search.doubt import EVEN
from lawbot.search.engine import Search
from lawbot.situations.hearing import Hearing

FORMS = ("long", "short")
COLUMNS = ("law@1", "law@3", "chart@1", "chart@3", "doubt", "false", "sure", "wrong", "p50 ms", "p99 ms")


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence with the provisions that answer it (grade 3) and the charts that fit it; no charts for a pure question."""

    name: str
    text: str
    wanted: tuple[Citation, ...]
    charts: tuple[str, ...]


def load(path: Path, form: str) -> list[Told]:
    """The sentences of a JSON-lines file, in one of ``FORMS``."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        Told(
            row["id"],
            row[form],
            tuple(Citation.parse(gold["ref"]) for gold in row["gold"] if gold["grade"] == 3),
            tuple(row["charts"]),
        )
        for row in rows
    ]


def examination(path: Path) -> list[dict[str, Any]]:
    """The cases of an examination: facts told at length, the chart and the answers of a careful reader."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def of_examination(path: Path) -> list[Told]:
    """Its cases as sentences: wanted are the two provisions that the writer named first, and the chart that the reader opened."""
    return [
        Told(case["id"], case["facts"], tuple(_parsed(case["law_path"][:2])), (case.get("chart") or case["topic"],))
        for case in examination(path)
    ]


def heard(hearing: Hearing, path: Path) -> tuple[int, int, int]:
    """Of an examination's facts: how many are heard as the reader answers, how many otherwise, and how many the reader answers."""
    right = wrong = there = 0
    for case in examination(path):
        answers = case.get("answers", {})
        taken = hearing.hear(case.get("chart") or case["topic"], case["facts"]).given
        right += sum(answers.get(fact) == answer for fact, answer in taken.items())
        wrong += sum(answers.get(fact, answer) != answer for fact, answer in taken.items())
        there += len(answers)
    return right, wrong, there


def _parsed(written: Sequence[str]) -> Iterator[Citation]:
    for citation in written:
        with suppress(CitationError):
            yield Citation.parse(citation)


def is_near(found: Citation, wanted: Citation) -> bool:
    """Whether a provision found is the one wanted, its parent or its child."""
    return found == wanted or found.parent == wanted or wanted.parent == found


def place(found: Sequence[Citation], wanted: Sequence[Citation]) -> int:
    """The place of the first right provision, from 0; one past the end for none."""
    return next((rank for rank, hit in enumerate(found) if any(is_near(hit, right) for right in wanted)), len(found) + 99)


def measure(search: Search, told: Sequence[Told], edition: str) -> dict[str, float]:
    """``COLUMNS``: of the provisions and of the charts, in parts of 1; of the misses at three the part called guesses ('doubt') and of the
    hits ('false'); of all sentences the part for which a chart is named ('sure'), and of those the part that names a wrong one."""
    laws, charts, guesses, spent, named = [], [], [], [], []
    for one in told:
        began = time.perf_counter()
        found = search.find(one.text, edition, 10)
        hits = search.situations(one.text, 5)
        spent.append((time.perf_counter() - began) * 1000)
        laws.append(place([hit.citation for hit in found.hits], one.wanted))
        guesses.append(found.kind == "words" and found.certainty < EVEN)
        if one.charts:
            charts.append(next((rank for rank, hit in enumerate(hits) if hit.id in one.charts), 99))
        sure = sure_chart(hits, one.text)
        if sure is not None:
            named.append(sure.id in one.charts)
    missed = [guess for rank, guess in zip(laws, guesses, strict=True) if rank > 2]
    hit = [guess for rank, guess in zip(laws, guesses, strict=True) if rank <= 2]
    spent.sort()
    figures = (
        _part(rank < 1 for rank in laws),
        _part(rank < 3 for rank in laws),
        _part(rank < 1 for rank in charts),
        _part(rank < 3 for rank in charts),
        _part(missed),
        _part(hit),
        len(named) / max(1, len(told)),
        _part(not right for right in named),
        spent[len(spent) // 2],
        spent[min(len(spent) - 1, int(len(spent) * 0.99))],
    )
    return dict(zip(COLUMNS, figures, strict=True))


def _part(of: object) -> float:
    values = [bool(value) for value in of]  # type: ignore[attr-defined]
    return sum(values) / max(1, len(values))
