"""Trace a sentence through the house: the modules of lawbot that it passes on the way through
``Outcomes.of``, and the moves between them.

``python -m bench.moves`` prints both for a few told sentences, their medians, and the pairs of
modules that cost most. A move is a call or a return between functions of two modules of lawbot, be
there others between them; all is measured warm, as on any evening after the first.
"""

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
from tests.support import json_lines

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
    if not path.is_relative_to(ROOT / "lawbot"):
        return ""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def walks(answers: Answers) -> dict[str, Walk]:
    """Return the walks of the told sentences, when all is warm, and what was remembered of them is
    forgotten."""
    building_rows = json_lines.read(SEARCH / "told-build.jsonl")
    texts = [FIRST, *(row["long"] for row in building_rows)]
    further = [row["short"] for row in building_rows]
    for row in json_lines.read(SEARCH / "told-held.jsonl"):
        further += (row["short"], row["long"])
    # the texts first and others after them, so that nothing remembered is of the texts
    for text in (*texts, *further):
        answers.outcomes.of(text, Reader())
    return {text: walked(partial(answers.outcomes.of, text, Reader())) for text in texts}


def middle(walks_taken: Iterable[Walk]) -> tuple[float, float]:
    """Return the medians of the modules and of the moves."""
    passed = list(walks_taken)
    modules = statistics.median(len(walk.modules) for walk in passed)
    return modules, statistics.median(walk.moves.total() for walk in passed)


def main() -> None:
    """Print the walks of the sentences."""
    answers = Answers.open_all(Settings.load())
    answers.warm()
    walk_by_text = walks(answers)
    for text, walk in walk_by_text.items():
        print(f"{len(walk.modules):4} modules {walk.moves.total():6} moves   {text[:90]}")
    modules, moves = middle(walk_by_text.values())
    print(f"{modules:4.0f} modules {moves:6.0f} moves   median of {len(walk_by_text)}\n")
    # there and back is the same pair of modules
    pair_counts = Counter[tuple[str, ...]]()
    for walk in walk_by_text.values():
        for pair, times in walk.moves.items():
            pair_counts[tuple(sorted(pair))] += times
    for linked, times in pair_counts.most_common(MOST):
        print(f"{times / len(walk_by_text):8.1f} a sentence   {' <-> '.join(linked)}")
    all_modules = {module for walk in walk_by_text.values() for module in walk.modules}
    print("\n" + "\n".join(sorted(all_modules)))


if __name__ == "__main__":
    main()
