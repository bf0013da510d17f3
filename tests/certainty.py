"""Fits the models of lawbot/answers/outcome.py on every set of told texts, and prints how many of those called sure are right.

``python -m tests.certainty`` (with ../shared/evaluation where it is found): the weights, and a table by ten-fold cross-validation. What is about
something else than bridge is told from the texts of ``tests/search/elsewhere.jsonl`` and ``tests/kinds*.jsonl``.
"""

import json
import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lawbot.answers.kinds import Kind
from lawbot.answers.outcome import CHART_MODEL, FOREIGN_MODEL, OFFERED, PROVISION_MODEL, Outcomes, foreign_signs
from lawbot.answers.reader import Reader
from lawbot.citation import Citation
from lawbot.config import ROOT, Settings
from lawbot.lawbook import Lawbook
from lawbot.situations.auctions import proved
from tests.search import told
from tests.search_report import EDITIONS, OWN, PLAIN, SAMPLES, load, outcomes_of

Values = NDArray[np.float64]
RIDGE = 1.0
"""What keeps the weights small."""
FOLDS = 10
LEVELS = (0.6, 0.65, 0.7, 0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9)


def fitted(signs: Values, right: Values) -> Values:
    """The weights of a logistic model, the last one what is counted from."""
    rows = np.column_stack([signs, np.ones(len(signs))])
    weights = np.zeros(rows.shape[1])
    ridge = np.diag([RIDGE] * signs.shape[1] + [0.0])
    for _ in range(50):
        odds = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (odds - right) + ridge @ weights
        bend = (rows * (odds * (1 - odds))[:, None]).T @ rows + ridge
        weights -= np.linalg.solve(bend, slope)
    return weights


def crossed(signs: Values, right: Values) -> Values:
    """The likelihood of each, by a model fitted without the fold it is in."""
    fold = np.arange(len(signs)) % FOLDS
    likely = np.zeros(len(signs))
    for number in range(FOLDS):
        held = fold == number
        weights = fitted(signs[~held], right[~held])
        likely[held] = 1 / (1 + np.exp(-np.column_stack([signs[held], np.ones(held.sum())]) @ weights))
    return likely


def table(name: str, signs: Values, right: Values) -> None:
    """Prints the weights and the table of one model."""
    print(
        f"{name}: weights {tuple(round(float(weight), 2) for weight in fitted(signs, right))}, {len(right)} texts, {right.mean():.2f} right"
    )
    likely = crossed(signs, right)
    for level in LEVELS:
        sure = likely >= level
        print(f"  from {level:.2f}: sure {sure.mean():.2f}, of these right {right[sure].mean() if sure.any() else 0:.2f}")


def main() -> None:
    """Prints both."""
    lawbook = Lawbook.open(Settings.load().lawbook)
    outcomes, edition = outcomes_of(lawbook), EDITIONS["en"] if EDITIONS["en"] in lawbook.editions else PLAIN
    samples = SAMPLES if SAMPLES.is_dir() else None
    texts = [one for sentences in told.every_set(samples).values() for one in sentences]
    queries = [(query.text, query.wanted) for folder in (OWN, samples) if folder for query in load(folder / "queries-en.jsonl")]
    charts = _rows(outcomes, [(one.text, (*one.charts, *one.wanted)) for one in texts], edition, 0)
    table("chart", *charts)
    table("provision", *_rows(outcomes, [*((one.text, one.wanted) for one in texts), *queries], edition, 1))
    proving = [bool(proved(one.text).keys() & set(one.charts)) for one in texts if proved(one.text)]
    print(f"auctions that prove facts: {len(proving)} texts, {sum(proving)} of them about a chart proved")
    for near, name in ((True, "foreign, with vectors"), (False, "foreign, without")):
        table(name, *_foreign(outcomes, near))
    print(f"in use: chart {CHART_MODEL}, provision {PROVISION_MODEL}, foreign {FOREIGN_MODEL}")


def _foreign(outcomes: Outcomes, near: bool) -> tuple[Values, Values]:
    """The signs of each text about something else than bridge, and of those about it that are read as words, where vectors tell or do not."""
    folder = ROOT / "tests"
    lines = [json.loads(line) for path in sorted(folder.glob("kinds*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    lines += [json.loads(line) for line in (folder / "everyday.jsonl").read_text(encoding="utf-8").splitlines()]
    texts = {(line["text"], line["language"]): line.get("kind") == "nothing" for line in lines}
    for folder in (OWN, SAMPLES):
        for code in EDITIONS:
            texts |= {(query.text, code): False for query in (load(folder / f"queries-{code}.jsonl") if folder.is_dir() else ())}
    texts |= {(one.text, "en"): False for sentences in told.every_set(SAMPLES if SAMPLES.is_dir() else None).values() for one in sentences}
    elsewhere = (OWN / "elsewhere.jsonl").read_text(encoding="utf-8").splitlines()
    texts |= {(line["text"], line["language"]): True for line in map(json.loads, elsewhere)}
    signs, foreign = [], []
    for (text, code), is_foreign in random.Random(0).sample(sorted(texts.items()), len(texts)):
        outcome = outcomes.of(text, Reader(code))
        found = outcome.found or outcomes.search.find(text, outcome.reading.edition, 1)
        if (is_foreign or outcome.reading.kind in (Kind.WORDS, Kind.NOTHING)) and (found.closeness > 0) == near:
            signs.append(foreign_signs(text, found))
            foreign.append(is_foreign)
    return np.array(signs, dtype=float), np.array(foreign, dtype=float)


def _rows(outcomes: Outcomes, texts: Sequence[tuple[str, Sequence[str | Citation]]], edition: str, model: int) -> tuple[Values, Values]:
    """The signs of each text that is read as words, and whether what they are signs of answers: the first chart with the laws under it (model 0),
    the first provision (1)."""
    signs, right = [], []
    for text, wanted in texts:
        outcome = told.outcome_of(outcomes, text, edition)
        if outcome.found is None or outcome.named or not outcome.charts or not outcome.hits:
            continue
        signs.append(outcomes.signs(text, outcome.found, outcome.charts)[model])
        laws = [hit.citation for hit in outcome.hits[: 1 if model else OFFERED]]
        answers = told.place(laws, [gold for gold in wanted if isinstance(gold, Citation)]) < len(laws)
        right.append(answers or (not model and outcome.charts[0].id in wanted))
    return np.array(signs, dtype=float), np.array(right, dtype=float)


if __name__ == "__main__":
    main()
