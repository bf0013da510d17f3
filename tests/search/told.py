"""Measures of search on sentences as people tell them: provisions, flow charts and leads.

``told-build.jsonl`` may be looked at while search is worked on; ``told-held.jsonl`` is for
measuring alone. ``told-public.jsonl`` has questions asked in public, retold by somebody who had
seen neither charts' phrases nor samples; ``told-club.jsonl`` what is asked on a club night, written
by two who had seen neither either, in one form each.
"""

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lawbot.charts.heard_facts import Hearing
from lawbot.charts.load import Situations
from lawbot.decide.outcome import Lead, Outcome, Outcomes
from lawbot.errors import CitationError
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.message.message import Message
from tests.support import json_lines

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
    """Sentence with the provisions that answer it (grade 3) and the charts that fit it.

    A pure question has no charts.
    """

    name: str
    text: str
    relevant: tuple[Citation, ...]
    charts: tuple[str, ...]


def load(path: Path, form: str) -> list[Told]:
    """Return the sentences of a JSON-lines file in one of ``FORMS``."""
    return [
        Told(
            row["id"],
            row[form],
            tuple(Citation.parse(gold["ref"]) for gold in row["gold"] if gold["grade"] == 3),
            tuple(row["charts"]),
        )
        for row in json_lines.read(path)
        if form in row
    ]


def of_examination(path: Path) -> list[Told]:
    """Return the cases of an examination as sentences.

    Right are the two provisions that the writer named first, and the chart that the reader opened.
    """
    return [
        Told(
            case["id"],
            case["facts"],
            tuple(_parsed(case["law_path"][:2])),
            (case.get("chart") or case["topic"],),
        )
        for case in json_lines.read(path)
    ]


def heard(hearing: Hearing, path: Path) -> tuple[int, int, int]:
    """Count the facts heard in an examination: rightly, wrongly, and all that the reader answers."""
    right = wrong = total = 0
    for case in json_lines.read(path):
        answers = case.get("answers", {})
        facts = hearing.hear(case.get("chart") or case["topic"], Message(case["facts"])).given
        right += sum(answers.get(fact) == answer for fact, answer in facts.items())
        wrong += sum(answers.get(fact, answer) != answer for fact, answer in facts.items())
        total += len(answers)
    return right, wrong, total


def _parsed(texts: Sequence[str]) -> Iterator[Citation]:
    """Yield the citations among texts; a text that is none is left out."""
    for citation in texts:
        with suppress(CitationError):
            yield Citation.parse(citation)


def is_near(citation: Citation, right: Citation) -> bool:
    """Return True if a provision is the right one, its parent or its child."""
    return citation == right or citation.parent == right or right.parent == citation


def place(citations: Sequence[Citation], right: Sequence[Citation]) -> int:
    """Return the rank of the first right provision, from 0; far past the end for none."""
    for rank, hit in enumerate(citations):
        if any(is_near(hit, answer) for answer in right):
            return rank
    # past every rank that is counted
    return len(citations) + 99


def every_set(samples: Path | None) -> dict[str, list[Told]]:
    """Return every set of sentences by its name: ours, the examinations, and a folder of samples."""
    folder = Path(__file__).parent
    our_paths = (folder / f"told-{name}.jsonl" for name in ("build", "held", "public", "club"))
    paths = [*our_paths, *([samples / "real-questions.jsonl"] if samples else [])]
    sets = {
        f"{path.stem} {form}": load(path, form)
        for path in paths
        if path.is_file()
        for form in FORMS
    }
    outside = samples / "outside-questions.jsonl" if samples else None
    if outside and outside.is_file():
        for form in ("asked", "short"):
            sets[f"{outside.stem} {form}"] = of_outside(outside, form)
    return sets | {
        path.stem: of_examination(path)
        for path in sorted((folder.parent / "situations").glob("examination-*.jsonl"))
    }


def of_outside(path: Path, form: str) -> list[Told]:
    """Return the questions with a published answer; right are the laws it rests on."""
    return [
        Told(row["id"], row[form], tuple(_parsed(row["laws"])), tuple(row["charts"]))
        for row in json_lines.read(path)
    ]


def outcome_of(outcomes: Outcomes, text: str, edition: str) -> Outcome:
    """Return the outcome of a text in an edition, as every door makes it."""
    return outcomes.of(text, Reader(edition=edition))


def is_right(sentence: Told, lead: Lead, situations: Situations) -> bool:
    """Return True if the lead has a chart that fits, or its door, or a provision that answers."""
    doors = {situations.door(chart) for chart in sentence.charts if chart in situations}
    if not doors.isdisjoint(map(situations.door, lead.charts)):
        return True
    pairs = itertools.product(lead.citations, sentence.relevant)
    return any(is_near(hit, answer) for hit, answer in pairs)


def measure(outcomes: Outcomes, sentences: Sequence[Told], edition: str) -> dict[str, float]:
    """Return ``COLUMNS``, in parts of 1, and the times in milliseconds.

    Provisions and charts count if they are found first and among three. Of all sentences are
    counted those led rightly, decided ('sure') and misled; of the decided those that are right.
    """
    laws, charts, led, sure, times = [], [], [], [], []
    for sentence in sentences:
        began = time.perf_counter()
        outcome = outcome_of(outcomes, sentence.text, edition)
        times.append((time.perf_counter() - began) * 1000)
        laws.append(place([hit.citation for hit in outcome.hits], sentence.relevant))
        if sentence.charts:
            ranks = (
                rank for rank, chart in enumerate(outcome.charts) if chart.id in sentence.charts
            )
            charts.append(next(ranks, 99))
        led.append(is_right(sentence, outcome.lead, outcomes.situations))
        sure.append(outcome.lead.sure)
    times.sort()
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
        times[len(times) // 2],
        times[min(len(times) - 1, int(len(times) * 0.99))],
    )
    return dict(zip(COLUMNS, figures, strict=True))


def _part(marks: Iterable[bool]) -> float:
    """Return the part of the marks that are true; 0 if there are none."""
    booleans = list(marks)
    return sum(booleans) / max(1, len(booleans))
