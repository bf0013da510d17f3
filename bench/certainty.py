"""Fits the models of lawbot/decide/outcome.py on every set of told texts, and prints how many of
those called sure are right.

``python -m bench.certainty`` (with ../shared/evaluation where it is found): the weights, and a
table by ten-fold cross-validation. What is about something else than bridge is told from the texts
of ``tests/search/elsewhere.jsonl`` and ``tests/kinds*.jsonl``.
"""

import json
import random
from collections.abc import Sequence

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
from tests.search import told

Values = NDArray[np.float64]
RIDGE = 1.0
"""Penalty that keeps the weights small."""
FOLDS = 10
LEVELS = (0.6, 0.65, 0.7, 0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9)


def fitted(signs: Values, right: Values) -> Values:
    """Return the weights of a logistic model, the last one what is counted from."""
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
    """Return the likelihood of each, by a model fitted without the fold it is in."""
    fold = np.arange(len(signs)) % FOLDS
    likely = np.zeros(len(signs))
    for number in range(FOLDS):
        in_fold = fold == number
        weights = fitted(signs[~in_fold], right[~in_fold])
        likely[in_fold] = 1 / (
            1 + np.exp(-np.column_stack([signs[in_fold], np.ones(in_fold.sum())]) @ weights)
        )
    return likely


def table(name: str, signs: Values, right: Values) -> None:
    """Print the weights and the table of one model."""
    print(
        f"{name}: weights {tuple(round(float(weight), 2) for weight in fitted(signs, right))}, {len(right)} texts, {right.mean():.2f} right"
    )
    likely = crossed(signs, right)
    for level in LEVELS:
        sure = likely >= level
        print(
            f"  from {level:.2f}: sure {sure.mean():.2f}, of these right {right[sure].mean() if sure.any() else 0:.2f}"
        )


def main() -> None:
    """Print all."""
    lawbook = Lawbook.open(Settings.load().lawbook)
    outcomes, edition = (
        outcomes_of(lawbook),
        EDITIONS["en"] if EDITIONS["en"] in lawbook.editions else PLAIN,
    )
    samples = SAMPLES if SAMPLES.is_dir() else None
    named_sentences = [
        (name, sentence)
        for name, sentences in told.every_set(samples).items()
        for sentence in sentences
    ]
    texts = [
        (name, sentence, outcome)
        for name, sentence in named_sentences
        if _is_searched(outcome := told.outcome_of(outcomes, sentence.text, edition))
    ]
    queries = [
        (query.text, query.relevant)
        for folder in (OWN, samples)
        if folder
        for query in load(folder / "queries-en.jsonl")
    ]
    signs = [
        outcomes.signs(outcome.found, outcome.charts) for _, _, outcome in texts if outcome.found
    ]
    firsts = [([hit.citation for hit in outcome.hits], sentence) for _, sentence, outcome in texts]
    of_charts = np.array([chart for chart, _ in signs])
    right = [
        outcome.charts[0].id in sentence.charts
        or told.place(hits[:OFFERED], sentence.relevant) < OFFERED
        for (_, _, outcome), (hits, sentence) in zip(texts, firsts, strict=True)
    ]
    table("chart", of_charts, np.array(right, dtype=float))
    provision_texts = [
        (sentence.text, sentence.relevant, outcome) for _, sentence, outcome in texts
    ]
    provision_texts += [
        (text, citations, outcome)
        for text, citations in queries
        if _is_searched(outcome := told.outcome_of(outcomes, text, edition))
    ]
    of_provisions = np.array(
        [
            outcomes.signs(outcome.found, outcome.charts)[1]
            for _, _, outcome in provision_texts
            if outcome.found
        ]
    )
    answering = np.array(
        [
            told.place([outcome.hits[0].citation], citations) < 1
            for _, citations, outcome in provision_texts
        ],
        dtype=float,
    )
    table("provision", of_provisions, answering)
    _leads(
        outcomes,
        texts,
        crossed(of_charts, np.array(right, dtype=float)),
        crossed(of_provisions, answering),
    )
    proving = [
        bool(proved(Message(sentence.text)).keys() & set(sentence.charts))
        for _, sentence in named_sentences
        if proved(Message(sentence.text))
    ]
    print(
        f"auctions that prove facts: {len(proving)} texts, {sum(proving)} of them about a chart proved"
    )
    table("foreign", *_foreign(outcomes))
    print(f"in use: chart {CHART_MODEL}, provision {PROVISION_MODEL}, foreign {FOREIGN_MODEL}")


def _is_searched(outcome: Outcome) -> bool:
    """Return whether a text is read as words, and leads to charts and provisions."""
    return bool(outcome.found and not outcome.named and outcome.charts and outcome.hits)


def _leads(
    outcomes: Outcomes,
    texts: Sequence[tuple[str, told.Told, Outcome]],
    charts: Values,
    provisions: Values,
) -> None:
    """Print by kind of set what leads where each text is judged by models fitted without its
    fold."""
    groups = {
        "asked in public": ("public", "club", "real", "outside"),
        "examinations": ("examination",),
        "others": ("build", "held"),
    }
    for group, names in groups.items():
        for form, long in (("long", True), ("short", False)):
            leads = [
                (
                    sentence,
                    outcomes.lead(
                        Message(sentence.text),
                        outcome.found,
                        outcome.charts,
                        (float(chart), float(provision)),
                    ),
                )
                for (name, sentence, outcome), chart, provision in zip(
                    texts, charts, provisions[: len(texts)], strict=True
                )
                if outcome.found
                and any(part in name for part in names)
                and ("short" not in name) == long
            ]
            if leads:
                right = [
                    told.is_right(sentence, lead, outcomes.situations) for sentence, lead in leads
                ]
                sure = [
                    is_right for is_right, (_, lead) in zip(right, leads, strict=True) if lead.sure
                ]
                print(
                    f"{group}, {form}: {len(leads)} texts, led {np.mean(right):.2f}, sure {len(sure) / len(leads):.2f}, "
                    f"of these right {np.mean(sure):.2f}, misled {sure.count(False) / len(leads):.3f}"
                )


def _foreign(outcomes: Outcomes) -> tuple[Values, Values]:
    """Return the signs of each text about something else than bridge, and of those about it that
    are read as words."""
    folder = ROOT / "tests"
    lines = [
        json.loads(line)
        for path in sorted(folder.glob("kinds*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    lines += [
        json.loads(line)
        for line in (folder / "everyday.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    texts = {(line["text"], line["language"]): line.get("kind") == "nothing" for line in lines}
    for folder in (OWN, SAMPLES):
        for code in EDITIONS:
            texts |= {
                (query.text, code): False
                for query in (load(folder / f"queries-{code}.jsonl") if folder.is_dir() else ())
            }
    texts |= {
        (sentence.text, "en"): False
        for sentences in told.every_set(SAMPLES if SAMPLES.is_dir() else None).values()
        for sentence in sentences
    }
    elsewhere = (OWN / "elsewhere.jsonl").read_text(encoding="utf-8").splitlines()
    texts |= {(line["text"], line["language"]): True for line in map(json.loads, elsewhere)}
    signs, foreign = [], []
    for (text, code), is_foreign in random.Random(0).sample(sorted(texts.items()), len(texts)):
        outcome = outcomes.of(text, Reader(code))
        hits = outcome.found or outcomes.search.find(Message(text), outcome.reading.edition, 1)
        if is_foreign or outcome.reading.kind in (Kind.WORDS, Kind.NOTHING):
            signs.append(foreign_signs(text, hits))
            foreign.append(is_foreign)
    return np.array(signs, dtype=float), np.array(foreign, dtype=float)


if __name__ == "__main__":
    main()
