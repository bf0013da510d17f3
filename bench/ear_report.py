"""Measure what an ear adds: ``python -m bench.ear_report [RECORD]``.

The answers of a reader who saw only the prompts (``tests/ear-answers.jsonl``) are replayed by a real
server, and go through the bot's own endpoint, forms and checks. Facts are compared with those that
the texts are labelled with; a tap is what somebody has to tap who wants the labelled case.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lawbot.app import Answers
from lawbot.charts.load import Situations
from lawbot.charts.walk import Ruled, unconfirmed, walk
from lawbot.config import Settings
from lawbot.decide.outcome import LeadKind, Outcome
from lawbot.ear.ear import Ear, Hearsay, judged_in
from lawbot.ear.endpoint import Endpoint
from lawbot.language.reader import Reader
from tests.support.ear_server import RECORD, ear_server, from_record, recorded
from tests.support.patience import PATIENCE

HOURLY = 99_999
_MOST_TAPS = 20
"""Taps after which a walk that a wrong chart has led astray is given up."""
Line = dict[str, Any]


def main() -> None:
    """Print the report."""
    settings = Settings.load()
    answers = Answers.open_all(settings)
    record = Path(sys.argv[1]) if sys.argv[1:] else RECORD
    counts = asyncio.run(count_replies(answers, settings, recorded(record)))
    texts = counts["texts"]
    print(f"{texts} texts, {counts['needed']} of them worth a question")
    print(f"chart right: {counts['bot chart']} the bot, {counts['ear chart']} with an ear")
    print(f"facts told: {counts['bot facts']} the bot, {counts['ear facts']} more with an ear")
    judged_facts = counts["agree"] + counts["contradict"]
    share = counts["agree"] / judged_facts
    print(
        f"ear's facts with a label: {judged_facts}, right {counts['agree']} ({share:.3f});"
        f" without one: {counts['unlabelled']}"
    )
    print(f"before the checks: {counts['all agree']} right, {counts['all contradict']} wrong")
    for name in sorted(filter(lambda name: str(name).startswith("stopped"), counts)):
        print(f"{name}: {counts[name]}")
    bot_taps, ear_taps = counts["bot taps"] / texts, counts["ear taps"] / texts
    part = ear_taps / bot_taps
    print(f"taps to the ruling: {bot_taps:.2f} the bot, {ear_taps:.2f} with an ear ({part:.2f})")
    for taps in (0, 1):
        bot, ear = counts["bot within", taps], counts["ear within", taps]
        print(f"ruling after {taps} taps at most: {bot} the bot, {ear} with an ear")


async def count_replies(answers: Answers, settings: Settings, lines: list[Line]) -> Counter[Any]:
    """Return the counts over some recorded texts."""
    counts: Counter[Any] = Counter()
    async with ear_server(from_record(lines, answers.situations)) as server:
        endpoint = Endpoint(server.address, "", "")
        ear = Ear(endpoint, answers.outcomes, judged_in(settings.data), HOURLY)
        # a busy machine is no slow model
        ear.seconds = PATIENCE
        for line in lines:
            outcome = answers.outcomes.of(line["text"], Reader(line["language"]))
            counts["needed"] += ear.is_needed(outcome)
            hearsay = await ear.hear(outcome, 0)
            _count(counts, answers.situations, line, outcome, hearsay)
    return counts


def _count(
    counts: Counter[Any],
    situations: Situations,
    line: Line,
    outcome: Outcome,
    hearsay: Hearsay | None,
) -> None:
    """Count one text, as the bot alone and as the bot with an ear understand it."""
    aided = hearsay.outcome if hearsay else outcome
    counts["texts"] += 1
    for name, result in (("bot", outcome), ("ear", aided)):
        counts[f"{name} chart"] += result.charts[0].id in line["charts"]
        taps = taps_to_ruling(situations, result, line)
        counts[f"{name} taps"] += taps
        for most in (0, 1):
            counts[f"{name} within", most] += taps <= most
    counts["bot facts"] += len(outcome.charts[0].given)
    if hearsay is None:
        return
    counts["ear facts"] += len(hearsay.checked.facts)
    for stopped, number in hearsay.checked.stopped.items():
        counts[f"stopped, {stopped}"] += number
    labels = _labels(line, hearsay.chart)
    # those that passed the checks, then all that the reader wrote
    for fact, (answer, _quote) in hearsay.checked.facts.items():
        counts[_verdict(labels, fact, answer)] += 1
    for fact, answer, _quote in line["sheets"].get(hearsay.chart, ()):
        counts["all " + _verdict(labels, fact, answer)] += 1


def _labels(line: Line, chart: str) -> Mapping[str, str]:
    """Return the labelled facts of a text; none if it was read as about another case."""
    return line["facts"] if chart in line["charts"] else {}


def _verdict(labels: Mapping[str, str], fact: str, answer: str) -> str:
    """Return whether a fact agrees with its label, contradicts it, or has none."""
    if fact not in labels:
        return "unlabelled"
    return "agree" if labels[fact] == answer else "contradict"


def taps_to_ruling(situations: Situations, outcome: Outcome, line: Line) -> int:
    """Return the taps from the first screen to the ruling of the labelled case.

    One chooses the chart if the screen is a choice, or the wrong one is open; one answers a
    question, by the label or else by the first answer; one confirms what was assumed, and one
    mends each fact that contradicts its label.
    """
    right_charts = [chart for chart in outcome.charts if chart.id in line["charts"]]
    is_open = outcome.lead.kind in (LeadKind.QUESTION, LeadKind.RULING)
    is_right = is_open and outcome.charts[0] in right_charts
    taps = 0 if is_right else 1
    # a chart that is not offered at all is looked for
    if not right_charts:
        # the menu of situations, then the chart
        return taps + 1 + _walked(situations, line["charts"][0], {}, {}, line["facts"] or {})
    chart = right_charts[0]
    labels = line["facts"] or {}
    facts = dict(chart.given)
    for fact, answer in chart.given.items():
        if labels.get(fact, answer) != answer:
            taps += 1
            facts[fact] = labels[fact]
    return taps + _walked(situations, chart.id, facts, chart.assumed, labels)


def _walked(
    situations: Situations,
    chart: str,
    facts: Mapping[str, str],
    assumed: Mapping[str, str],
    labels: Mapping[str, str],
) -> int:
    """Return the taps in a chart, from what is known of it to the ruling."""
    answers = dict(facts)
    for taps in range(_MOST_TAPS):
        reached = walk(situations, chart, answers, assumed=assumed)
        if isinstance(reached, Ruled):
            return taps + bool(unconfirmed(reached))
        offered = [answer.id for answer in reached.question.answers]
        # what the text does not tell may be anything: the first answer, each time the same
        label = labels.get(reached.fact)
        answers[reached.fact] = label if label in offered else offered[0]
    return _MOST_TAPS


if __name__ == "__main__":
    main()
