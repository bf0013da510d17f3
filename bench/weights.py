"""Measure what each weight of lawbot/search/weights.py is worth: it is taken away, and every set is
measured again.

``python -m bench.weights`` (with ../shared/evaluation where it is found). A row a weight, in texts
won (+) or lost (-) without it.
"""

import json
from collections.abc import Iterator
from dataclasses import fields

from bench.search_report import EDITIONS, OWN, PLAIN, SAMPLES, answers, load, outcomes_of
from lawbot.book import Lawbook
from lawbot.config import ROOT, Settings
from lawbot.decide.outcome import Outcomes
from lawbot.language import SOURCE
from lawbot.language.reader import Reader
from lawbot.message.message import Message
from lawbot.search.weights import WEIGHTS
from tests.search import told

EVERYDAY = ROOT / "tests" / "everyday.jsonl"
NEXT_TO_NOTHING = 1e-6
SETS = (
    "en queries",
    "vi queries",
    "th queries",
    "told laws",
    "told charts",
    "vi charts",
    "th charts",
)


def first(outcomes: Outcomes, samples: bool) -> Iterator[tuple[str, bool, bool]]:
    """Yield of every text: its set, whether what is found first is right, and whether that is among
    three."""
    for folder in (OWN, *([SAMPLES] if samples else [])):
        for language, edition in EDITIONS.items():
            path = folder / f"queries-{language}.jsonl"
            for query in load(path):
                hits = [
                    hit.citation
                    for hit in outcomes.search.find(Message(query.text), edition, 3).hits
                ]
                right = [any(answers(hit, citation) for citation in query.relevant) for hit in hits]
                yield f"{language} queries", any(right[:1]), any(right)
    for sentences in told.every_set(SAMPLES if samples else None).values():
        for sentence in sentences:
            outcome = told.outcome_of(outcomes, sentence.text, PLAIN)
            place = told.place([hit.citation for hit in outcome.hits], sentence.relevant)
            yield "told laws", place < 1, place < 3
            if sentence.charts:
                fits = [chart.id in sentence.charts for chart in outcome.charts]
                yield "told charts", any(fits[:1]), any(fits[:3])
    for row in map(json.loads, EVERYDAY.read_text(encoding="utf-8").splitlines()):
        if row["kind"] == "situation" and row["language"] != SOURCE:
            charts = outcomes.of(row["text"], Reader(language=row["language"])).charts
            fits = [chart.id in row["charts"] for chart in charts]
            yield f"{row['language']} charts", any(fits[:1]), any(fits[:3])


def counts(samples: bool) -> dict[str, tuple[int, int]]:
    """Return how many texts of each set are answered first, and among three."""
    rank_counts = dict.fromkeys(SETS, (0, 0))
    for name, alone, among in first(outcomes_of(Lawbook.open(Settings.load().lawbook)), samples):
        rank_counts[name] = (rank_counts[name][0] + alone, rank_counts[name][1] + among)
    return rank_counts


def main() -> None:
    """Print the table."""
    samples = SAMPLES.is_dir()
    with_all = counts(samples)
    print(f"{'without':20}" + "".join(f"{name:>16}" for name in SETS))
    print(
        f"{'(none)':20}"
        + "".join(f"{f'{alone}/{among}':>16}" for alone, among in with_all.values())
    )
    for weight in fields(WEIGHTS):
        original = getattr(WEIGHTS, weight.name)
        setattr(WEIGHTS, weight.name, original * NEXT_TO_NOTHING)
        changed = counts(samples)
        setattr(WEIGHTS, weight.name, original)
        rows = (
            (changed[name][0] - with_all[name][0], changed[name][1] - with_all[name][1])
            for name in SETS
        )
        print(
            f"{weight.name:20}"
            + "".join(f"{f'{alone:+d}/{among:+d}':>16}" for alone, among in rows),
            flush=True,
        )


if __name__ == "__main__":
    main()
