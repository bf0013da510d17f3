"""Sentences as people tell them: what is found first and among three, flow charts and provisions,
and what leads.

``told-build.jsonl`` may be looked at while search is worked on; ``told-held.jsonl`` is for
measuring alone. ``told-public.jsonl`` has questions asked in public, retold by somebody who had
seen neither charts' phrases nor samples; ``told-club.jsonl`` what is asked on a club night, written
by two who had seen neither either, in one form each.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawbot.answers.outcome import Lead, Outcome, Outcomes
from lawbot.answers.reader import Reader
from lawbot.citation import Citation
from lawbot.errors import CitationError
from lawbot.situations.hearing import Hearing

FORMS = ("long", "short")
COLUMNS = (
    "law@1",
    "law@3",
    "chart@1",
    "chart@3",
    "led",
    "sure",
    "right",
    "misled",
    "p50 ms",
    "p99 ms",
)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence with the provisions that answer it (grade 3) and the charts that fit it; no charts
    for a pure question."""

    name: str
    text: str
    wanted: tuple[Citation, ...]
    charts: tuple[str, ...]


def load(path: Path, form: str) -> list[Told]:
    """The sentences of a JSON-lines file that are told in one of ``FORMS``."""
    rows = [
        json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
    ]
    return [
        Told(
            row["id"],
            row[form],
            tuple(Citation.parse(gold["ref"]) for gold in row["gold"] if gold["grade"] == 3),
            tuple(row["charts"]),
        )
        for row in rows
        if form in row
    ]


def examination(path: Path) -> list[dict[str, Any]]:
    """The cases of an examination: facts told at length, the chart and the answers of a careful
    reader."""
    return [
        json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
    ]


def of_examination(path: Path) -> list[Told]:
    """Its cases as sentences: wanted are the two provisions that the writer named first, and the
    chart that the reader opened."""
    return [
        Told(
            case["id"],
            case["facts"],
            tuple(_parsed(case["law_path"][:2])),
            (case.get("chart") or case["topic"],),
        )
        for case in examination(path)
    ]


def heard(hearing: Hearing, path: Path) -> tuple[int, int, int]:
    """Of an examination's facts: how many are heard as the reader answers, how many otherwise, and
    how many the reader answers."""
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
    return next(
        (rank for rank, hit in enumerate(found) if any(is_near(hit, right) for right in wanted)),
        len(found) + 99,
    )


def every_set(samples: Path | None) -> dict[str, list[Told]]:
    """Every set of told texts by its name: our own, the examinations, and those of a folder of
    samples."""
    here = Path(__file__).parent
    own = (here / f"told-{name}.jsonl" for name in ("build", "held", "public", "club"))
    paths = [*own, *([samples / "real-questions.jsonl"] if samples else [])]
    sets = {
        f"{path.stem} {form}": load(path, form)
        for path in paths
        if path.is_file()
        for form in FORMS
    }
    if samples and (outside := samples / "outside-questions.jsonl").is_file():
        sets |= {f"{outside.stem} {form}": of_outside(outside, form) for form in ("asked", "short")}
    return sets | {
        path.stem: of_examination(path)
        for path in sorted((here.parent / "situations").glob("examination-*.jsonl"))
    }


def of_outside(path: Path, form: str) -> list[Told]:
    """Questions with a published answer: wanted are the laws it rests on."""
    rows = examination(path)
    return [
        Told(row["id"], row[form], tuple(_parsed(row["laws"])), tuple(row["charts"]))
        for row in rows
    ]


def outcome_of(outcomes: Outcomes, text: str, edition: str) -> Outcome:
    """The outcome of a text in an edition, as every door makes it."""
    return outcomes.of(text, Reader(edition=edition))


def is_right(one: Told, lead: Lead) -> bool:
    """Whether what leads has a chart that fits or a provision that answers."""
    return bool(set(lead.charts) & set(one.charts)) or any(
        is_near(hit, right) for hit in lead.citations for right in one.wanted
    )


def measure(outcomes: Outcomes, told: Sequence[Told], edition: str) -> dict[str, float]:
    """``COLUMNS``, in parts of 1: provisions and charts found first and among three; of all texts
    those that are led rightly, decided ('sure') and misled, and of the decided those that are
    right."""
    laws, charts, led, sure, spent = [], [], [], [], []
    for one in told:
        began = time.perf_counter()
        outcome = outcome_of(outcomes, one.text, edition)
        spent.append((time.perf_counter() - began) * 1000)
        laws.append(place([hit.citation for hit in outcome.hits], one.wanted))
        if one.charts:
            charts.append(
                next(
                    (rank for rank, chart in enumerate(outcome.charts) if chart.id in one.charts),
                    99,
                )
            )
        led.append(is_right(one, outcome.lead))
        sure.append(outcome.lead.sure)
    spent.sort()
    decided = [right for right, is_sure in zip(led, sure, strict=True) if is_sure]
    figures = (
        _part(rank < 1 for rank in laws),
        _part(rank < 3 for rank in laws),
        _part(rank < 1 for rank in charts),
        _part(rank < 3 for rank in charts),
        _part(led),
        _part(sure),
        _part(decided),
        sum(not right for right in decided) / max(1, len(led)),
        spent[len(spent) // 2],
        spent[min(len(spent) - 1, int(len(spent) * 0.99))],
    )
    return dict(zip(COLUMNS, figures, strict=True))


def _part(of: object) -> float:
    values = [bool(value) for value in of]  # type: ignore[attr-defined]
    return sum(values) / max(1, len(values))
