"""``make bench``: what is fast, measured beside something bare in the same run."""

import random
import statistics
import time
from collections.abc import Callable

from lawbot.answers import Answers, Reader
from lawbot.answers.understanding import CHARTS
from lawbot.config import Settings

ROUNDS = 2000


def median_us(act: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """The median and the 99th percentile of calling ``act``, in microseconds."""
    spent = []
    for _ in range(rounds):
        began = time.perf_counter()
        act()
        spent.append((time.perf_counter() - began) * 1e6)
    spent.sort()
    return statistics.median(spent), spent[int(len(spent) * 0.99)]


def show(name: str, figures: tuple[float, float], beside: float | None = None) -> None:
    """Prints one line; ``beside`` is the median of the bare thing it is compared with."""
    ratio = f"  {figures[0] / beside:5.1f} times the bare one" if beside else ""
    print(f"{name:44} median {figures[0]:9.1f} µs   99% {figures[1]:9.1f} µs{ratio}")


def main() -> None:
    """Times lookups, search, suggestions and a situation's tap."""
    answers = Answers.open_all(Settings.load())
    lawbook = answers.lawbook
    edition = lawbook.in_force
    citations = lawbook.citations(edition)
    rnd = random.Random(17)
    ids = [row[0] for row in lawbook.db.execute("SELECT id FROM provisions")]
    execute = lawbook.db.conn.execute
    bare = median_us(lambda: execute("SELECT * FROM provisions WHERE id = ?", (rnd.choice(ids),)).fetchone())
    show("a bare read by primary key", bare)
    show("Lawbook.provision", median_us(lambda: lawbook.provision(rnd.choice(citations), edition)), bare[0])
    reader = Reader(director=True)
    show("a law card with everything around it", median_us(lambda: answers.ask(str(rnd.choice(citations)), reader), 500), bare[0])
    queries = [
        "partner hesitated then passed",
        "can i look at the last trick",
        "revolk",
        "led out of turn",
        "declarer claimed and forgot the trump",
    ]
    show("search", median_us(lambda: answers.search_engine.find(rnd.choice(queries), edition), 500), bare[0])
    show(
        "suggestions while typing",
        median_us(lambda: answers.suggest(rnd.choice(["27", "insuf", "rev", "lead out"]), reader, "law"), 500),
        bare[0],
    )
    card = answers.ask("insufficient-bid", reader, CHARTS)
    taps = [action.address for row in card.rows for action in row]
    show("a tap in a flow chart", median_us(lambda: answers.open(rnd.choice(taps), reader), 500), bare[0])


if __name__ == "__main__":
    main()
