"""Trace a sentence through the house: the modules of lawbot that it passes on the way through
``Outcomes.of``, and the moves between them.

``python -m bench.moves`` prints both for a few told sentences, their medians, and the pairs of
modules that cost most. A move is a call or a return between functions of two modules of lawbot, be
there others between them; all is measured warm, as on any evening after the first.
"""

import json
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import FrameType

from lawbot.app import Answers
from lawbot.config import ROOT, Settings
from lawbot.language.reader import Reader

SEARCH = ROOT / "tests" / "search"
FIRST = "West opened 1S and North bid 1H, nobody noticed and East passed"
MOST = 20
"""Pairs of modules that are printed."""


@dataclass(slots=True)
class Walk:
    """Modules that were called for one text, and how often one was entered from another or left
    for it."""

    modules: set[str] = field(default_factory=set)
    moves: Counter[tuple[str, str]] = field(default_factory=Counter)


def walked(act: Callable[[], object]) -> Walk:
    """Return the modules that ``act`` passes."""
    walk = Walk()

    def watch(frame: FrameType, event: str, _value: object) -> None:
        inside = _module(frame.f_code.co_filename) if event in ("call", "return") else ""
        if not inside:
            return
        walk.modules.add(inside)
        caller = frame.f_back
        while caller is not None and not _module(caller.f_code.co_filename):
            caller = caller.f_back
        outside = _module(caller.f_code.co_filename) if caller is not None else ""
        if outside and outside != inside:
            walk.moves[(outside, inside) if event == "call" else (inside, outside)] += 1

    sys.setprofile(watch)
    try:
        act()
    finally:
        sys.setprofile(None)
    return walk


@cache
def _module(file: str) -> str:
    """Return the module of lawbot that a file holds; empty for any other file."""
    path = Path(file)
    return (
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if path.is_relative_to(ROOT / "lawbot")
        else ""
    )


def walks(answers: Answers) -> dict[str, Walk]:
    """Return the walks of the told sentences, when all is warm, and what was remembered of them is
    forgotten."""
    building_rows, held_out_rows = (
        [
            json.loads(line)
            for line in (SEARCH / f"told-{part}.jsonl").read_text(encoding="utf-8").splitlines()
        ]
        for part in ("build", "held")
    )
    texts = [FIRST, *(row["long"] for row in building_rows)]
    for text in (
        *texts,
        *(row[form] for row in held_out_rows for form in ("short", "long")),
        *(row["short"] for row in building_rows),
    ):
        answers.outcome(text, Reader())
    return {text: walked(partial(answers.outcome, text, Reader())) for text in texts}


def middle(walks_taken: Iterable[Walk]) -> tuple[float, float]:
    """Return the medians of the modules and of the moves."""
    passed = list(walks_taken)
    return statistics.median(len(walk.modules) for walk in passed), statistics.median(
        walk.moves.total() for walk in passed
    )


def main() -> None:
    """Print the walks of the sentences."""
    answers = Answers.open_all(Settings.load())
    answers.warm()
    walk_by_text = walks(answers)
    for text, walk in walk_by_text.items():
        print(f"{len(walk.modules):4} modules {walk.moves.total():6} moves   {text[:90]}")
    modules, moves = middle(walk_by_text.values())
    print(f"{modules:4.0f} modules {moves:6.0f} moves   median of {len(walk_by_text)}\n")
    pair_counts = Counter[tuple[str, ...]]()
    for pair, times in (
        (pair, times) for walk in walk_by_text.values() for pair, times in walk.moves.items()
    ):
        pair_counts[tuple(sorted(pair))] += times
    for pair, times in pair_counts.most_common(MOST):
        print(f"{times / len(walk_by_text):8.1f} a sentence   {' <-> '.join(pair)}")
    print("\n" + "\n".join(sorted(set().union(*(walk.modules for walk in walk_by_text.values())))))


if __name__ == "__main__":
    main()
