"""Measure what each weight of lawbot/search/weights.py is worth: it is taken away, and every set is
measured again.

``python -m bench.weights`` (with ../shared/evaluation where it is found). A row a weight, in texts
won (+) or lost (-) without it.
"""

from collections.abc import Iterable, Iterator
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
from tests.support import json_lines

EVERYDAY = ROOT / "tests" / "everyday.jsonl"
# a weight of nothing would also take the words of its signal for unknown ones
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
    """Yield the set of every text, and whether the first, and one of three, is right."""
    for folder in (OWN, *([SAMPLES] if samples else [])):
        for language, edition in EDITIONS.items():
            for query in load(folder / f"queries-{language}.jsonl"):
                right = []
                for hit in outcomes.search.find(Message(query.text), edition, 3).hits:
                    fits = (answers(hit.citation, citation) for citation in query.relevant)
                    right.append(any(fits))
                yield f"{language} queries", any(right[:1]), any(right)
    for sentences in told.every_set(SAMPLES if samples else None).values():
        for sentence in sentences:
            outcome = told.outcome_of(outcomes, sentence.text, PLAIN)
            place = told.place([hit.citation for hit in outcome.hits], sentence.relevant)
            yield "told laws", place < 1, place < 3
            # of some told texts only the law is known
            if sentence.charts:
                right = [chart.id in sentence.charts for chart in outcome.charts]
                yield "told charts", any(right[:1]), any(right[:3])
    for row in json_lines.read(EVERYDAY):
        if row["kind"] == "situation" and row["language"] != SOURCE:
            charts = outcomes.of(row["text"], Reader(language=row["language"])).charts
            right = [chart.id in row["charts"] for chart in charts]
            yield f"{row['language']} charts", any(right[:1]), any(right[:3])


def counts(samples: bool) -> dict[str, tuple[int, int]]:
    """Return how many texts of each set are answered first, and among three."""
    rank_counts = dict.fromkeys(SETS, (0, 0))
    outcomes = outcomes_of(Lawbook.open(Settings.load().lawbook))
    for name, is_first, is_among in first(outcomes, samples):
        alone, among = rank_counts[name]
        rank_counts[name] = (alone + is_first, among + is_among)
    return rank_counts


def _row(name: str, cells: Iterable[str]) -> None:
    print(f"{name:20}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


def main() -> None:
    """Print the table."""
    samples = SAMPLES.is_dir()
    with_all = counts(samples)
    _row("without", SETS)
    _row("(none)", (f"{alone}/{among}" for alone, among in with_all.values()))
    for weight in fields(WEIGHTS):
        # the search reads its weights each time, so they are changed where they stand
        original = getattr(WEIGHTS, weight.name)
        setattr(WEIGHTS, weight.name, original * NEXT_TO_NOTHING)
        changed = counts(samples)
        setattr(WEIGHTS, weight.name, original)
        cells = []
        for name, (alone, among) in with_all.items():
            cells.append(f"{changed[name][0] - alone:+d}/{changed[name][1] - among:+d}")
        _row(weight.name, cells)


if __name__ == "__main__":
    main()
