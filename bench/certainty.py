"""Fits the models of lawbot/decide/outcome.py on every set of told texts, and prints how many of
those called sure are right.

``python -m bench.certainty`` (with ../shared/evaluation where it is found): the weights, and a
table by ten-fold cross-validation. What is about something else than bridge is told from the texts
of ``tests/search/elsewhere.jsonl`` and ``tests/kinds*.jsonl``.
"""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.search_report import EDITIONS, OWN, PLAIN, SAMPLES, load, outcomes_of
from lawbot.book import Lawbook
from lawbot.charts.auction_facts import proved
from lawbot.config import ROOT, Settings
from lawbot.decide.kinds import Kind
from lawbot.decide.outcome import (
    CHART_MODEL,
    FOREIGN_MODEL,
    OFFERED,
    PROVISION_MODEL,
    Outcome,
    Outcomes,
    foreign_signs,
)
from lawbot.language.reader import Reader
from lawbot.message.message import Message
from lawbot.search.provisions import SearchResult
from tests.search import told
from tests.support import json_lines

Values = NDArray[np.float64]
RIDGE = 1.0
"""Penalty that keeps the weights small."""
FOLDS = 10
NEWTON_STEPS = 50
"""More than any model has needed until its weights stood still."""
LEVELS = (0.6, 0.65, 0.7, 0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9)


def fitted(signs: Values, right: Values) -> Values:
    """Return the weights of a logistic model by Newton's method, the intercept last."""
    rows = _with_intercept(signs)
    weights = np.zeros(rows.shape[1])
    # the intercept is not held small
    ridge = np.diag([RIDGE] * signs.shape[1] + [0.0])
    for _ in range(NEWTON_STEPS):
        probabilities = _probabilities(rows, weights)
        gradient = rows.T @ (probabilities - right) + ridge @ weights
        variances = probabilities * (1 - probabilities)
        hessian = (rows * variances[:, None]).T @ rows + ridge
        weights -= np.linalg.solve(hessian, gradient)
    return weights


def _with_intercept(signs: Values) -> Values:
    return np.column_stack([signs, np.ones(len(signs))])


def _probabilities(rows: Values, weights: Values) -> Values:
    probabilities: Values = 1 / (1 + np.exp(-rows @ weights))
    return probabilities


def crossed(signs: Values, right: Values) -> Values:
    """Return the probability of each, by a model fitted without the fold it is in."""
    fold = np.arange(len(signs)) % FOLDS
    probabilities = np.zeros(len(signs))
    rows = _with_intercept(signs)
    for number in range(FOLDS):
        in_fold = fold == number
        weights = fitted(signs[~in_fold], right[~in_fold])
        probabilities[in_fold] = _probabilities(rows[in_fold], weights)
    return probabilities


def table(name: str, signs: Values, right: Values) -> None:
    """Print the weights and the table of one model."""
    weights = np.round(fitted(signs, right), 2).tolist()
    print(f"{name}: weights {tuple(weights)}, {len(right)} texts, {right.mean():.2f} right")
    probabilities = crossed(signs, right)
    for level in LEVELS:
        sure = probabilities >= level
        of_these = right[sure].mean() if sure.any() else 0
        print(f"  from {level:.2f}: sure {sure.mean():.2f}, of these right {of_these:.2f}")


class Answered(NamedTuple):
    """A text of a set with what answers it, and its outcome."""

    group: str
    sentence: told.Told
    outcome: Outcome
    result: SearchResult

    def is_among(self, most: int) -> bool:
        """Return whether a right provision is among the first."""
        hits = [hit.citation for hit in self.outcome.hits[:most]]
        return told.place(hits, self.sentence.relevant) < most


def search(outcomes: Outcomes, group: str, sentence: told.Told, edition: str) -> Iterator[Answered]:
    """Yield the text with its outcome, if it is read as words and leads to charts and provisions."""
    outcome = told.outcome_of(outcomes, sentence.text, edition)
    if outcome.found and not outcome.named and outcome.charts and outcome.hits:
        yield Answered(group, sentence, outcome, outcome.found)


def main() -> None:
    """Print all."""
    lawbook = Lawbook.open(Settings.load().lawbook)
    outcomes = outcomes_of(lawbook)
    edition = EDITIONS["en"] if EDITIONS["en"] in lawbook.editions else PLAIN
    samples = SAMPLES if SAMPLES.is_dir() else None
    texts: list[Answered] = []
    proving = []
    for name, sentences in told.every_set(samples).items():
        for sentence in sentences:
            texts += search(outcomes, name, sentence, edition)
            # an auction that proves facts of a chart should be of that chart
            if charts := proved(Message(sentence.text)):
                proving.append(not charts.keys().isdisjoint(sentence.charts))
    queries: list[Answered] = []
    for folder in filter(None, (OWN, samples)):
        for query in load(folder / "queries-en.jsonl"):
            sentence = told.Told("", query.text, tuple(query.relevant), ())
            queries += search(outcomes, "", sentence, edition)
    # a query has provisions alone, so it teaches the model of provisions and not that of charts
    all_texts = texts + queries
    signs = [outcomes.signs(text.result, text.outcome.charts) for text in all_texts]
    of_charts = np.array([chart for chart, _provision in signs[: len(texts)]])
    of_provisions = np.array([provision for _chart, provision in signs])
    # a chart is rightly first, too, if the card that it leads has a right provision
    is_right = [
        text.outcome.charts[0].id in text.sentence.charts or text.is_among(OFFERED)
        for text in texts
    ]
    right = np.array(is_right, dtype=float)
    answering = np.array([text.is_among(1) for text in all_texts], dtype=float)
    table("chart", of_charts, right)
    table("provision", of_provisions, answering)
    _leads(outcomes, texts, crossed(of_charts, right), crossed(of_provisions, answering))
    about = f"{sum(proving)} of them about a chart proved"
    print(f"auctions that prove facts: {len(proving)} texts, {about}")
    table("foreign", *_foreign(outcomes))
    print(f"in use: chart {CHART_MODEL}, provision {PROVISION_MODEL}, foreign {FOREIGN_MODEL}")


def _leads(
    outcomes: Outcomes, texts: Sequence[Answered], charts: Values, provisions: Values
) -> None:
    """Print by kind of set what leads, each text judged by models fitted without its fold."""
    groups = {
        "asked in public": ("public", "club", "real", "outside"),
        "examinations": ("examination",),
        "others": ("build", "held"),
    }
    for group, names in groups.items():
        for form, is_short in (("long", False), ("short", True)):
            right, sure = [], []
            # not strict: behind the texts come the queries, which lead to no chart
            for text, chart, provision in zip(texts, charts, provisions, strict=False):
                in_group = any(name in text.group for name in names)
                if not in_group or ("short" in text.group) != is_short:
                    continue
                outcome, likely = text.outcome, (float(chart), float(provision))
                message = Message(text.sentence.text)
                lead = outcomes.lead(message, text.result, outcome.charts, likely)
                right.append(told.is_right(text.sentence, lead, outcomes.situations))
                if lead.sure:
                    sure.append(right[-1])
            if right:
                print(
                    f"{group}, {form}: {len(right)} texts, led {np.mean(right):.2f},"
                    f" sure {len(sure) / len(right):.2f}, of these right {np.mean(sure):.2f},"
                    f" misled {sure.count(False) / len(right):.3f}"
                )


def _foreign(outcomes: Outcomes) -> tuple[Values, Values]:
    """Return the signs of texts about something else than bridge, and of those read as words."""
    tests = ROOT / "tests"
    rows = [*json_lines.read(tests / "everyday.jsonl")]
    for path in sorted(tests.glob("kinds*.jsonl")):
        rows += json_lines.read(path)
    # a text that stands in several sets is taken as the last one has it
    texts = {(row["text"], row["language"]): row.get("kind") == "nothing" for row in rows}
    samples = SAMPLES if SAMPLES.is_dir() else None
    for folder in filter(None, (OWN, samples)):
        for code in EDITIONS:
            queries = load(folder / f"queries-{code}.jsonl")
            texts |= {(query.text, code): False for query in queries}
    for sentences in told.every_set(samples).values():
        texts |= {(sentence.text, "en"): False for sentence in sentences}
    elsewhere = json_lines.read(OWN / "elsewhere.jsonl")
    texts |= {(row["text"], row["language"]): True for row in elsewhere}
    signs, foreign = [], []
    # shuffled, for a fold takes every tenth text
    for (text, code), is_foreign in random.Random(0).sample(sorted(texts.items()), len(texts)):
        outcome = outcomes.of(text, Reader(code))
        hits = outcome.found or outcomes.search.find(Message(text), outcome.reading.edition, 1)
        # what is read as a citation, a score or a greeting is never asked if it is bridge
        if is_foreign or outcome.reading.kind in (Kind.WORDS, Kind.NOTHING):
            signs.append(foreign_signs(text, hits))
            foreign.append(is_foreign)
    return np.array(signs, dtype=float), np.array(foreign, dtype=float)


if __name__ == "__main__":
    main()
