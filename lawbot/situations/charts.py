"""The flow charts of data/situations, loaded and checked for form: a mapping from id to Chart."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from lawbot import strict_yaml
from lawbot.citation import Citation
from lawbot.errors import YamlError
from lawbot.situations.model import CHART, Answer, Chart

JOIN = "chart:"
"""What stands before the id of another chart in an answer's ``next``."""
OFFERED = 2
"""Charts that are offered beside a provision."""
_TAPS = b"2"
"""Version of how taps are counted. Older buttons counted none for an assumed answer."""
_MAIN_LAWS = 5
"""So many of the laws that a chart names are what it is about."""
OWN_LAW = 50
"""How many citations it is worth to a chart that the law is the first of those it is about."""


class Situations(Mapping[str, Chart]):
    """Every chart by its id, in the order of their titles."""

    def __init__(self, charts: Mapping[str, Chart]) -> None:
        self._charts = dict(sorted(charts.items(), key=lambda entry: entry[1].title.casefold()))
        self.facts = cache(self._read_facts)
        """Every fact that a chart, or one it leads on to, may ask for, with the ids of all its
        answers. Raises KeyError."""
        self.usual = cache(self._read_usual)
        """The answers of a chart, or of one it leads on to, that may be assumed, by their fact.
        Raises KeyError."""
        self.revision = cache(self._read_revision)
        """Six hex digits that change when a chart, or one it leads to, is changed. Raises KeyError."""

    @classmethod
    def load(cls, folder: Path) -> "Situations":
        """Reads every ``*.yaml`` of the folder. Raises YamlError naming every file and field that
        is wrong."""
        return cls(
            {
                chart.id: chart
                for chart in strict_yaml.read_all(sorted(folder.glob("*.yaml")), _chart).values()
            }
        )

    def __getitem__(self, key: str) -> Chart:
        return self._charts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._charts)

    def __len__(self) -> int:
        return len(self._charts)

    @cached_property
    def frequent(self) -> list[Chart]:
        """The charts directors need most, in the order of the first screen."""
        ranked = [chart for chart in self.values() if chart.frequent]
        return sorted(ranked, key=lambda chart: chart.frequent or 0)

    def joined(self, chart: Chart) -> list[Chart]:
        """The chart itself and every chart that its answers lead on to, directly or not."""
        found = {chart.id: chart}
        waiting = [chart]
        while waiting:
            for other in _joins(waiting.pop()):
                if other in self and other not in found:
                    found[other] = self[other]
                    waiting.append(self[other])
        return list(found.values())

    @cached_property
    def sorting(self) -> dict[str, str]:
        """For a chart, the one that sorts cases into it and its sisters: more of whose answers lead
        to others, about its own laws, than to rulings."""
        return {
            other: chart.id
            for chart in self.values()
            if len(set(_joins(chart))) > len(chart.rulings)
            for other in _joins(chart)
            if other in self
            and other != chart.id
            and self[other].laws[0] in chart.laws[:_MAIN_LAWS]
        }

    def _read_facts(self, chart_id: str) -> dict[str, list[str]]:
        asked: dict[str, dict[str, None]] = {}
        for part in self.joined(self[chart_id]):
            for fact, question in part.questions.items():
                asked.setdefault(fact, {}).update(
                    dict.fromkeys(answer.id for answer in question.answers)
                )
        return {fact: list(answers) for fact, answers in asked.items()}

    def usual_answers(self, chart_id: str) -> dict[str, str]:
        """Return the ids of the answers that may be assumed in a chart, by their fact."""
        return {fact: answer.id for fact, answer in self.usual(chart_id).items()}

    def facts_ahead(self, chart_id: str, known: Mapping[str, str]) -> set[str]:
        """Return the facts asked on any way that is open with these known, joined charts too."""
        start = self._charts[chart_id]
        waiting = [(start, start.start)]
        seen: set[tuple[str, str]] = set()
        facts: set[str] = set()
        while waiting:
            chart, node = waiting.pop()
            question = chart.questions.get(node)
            if question is None or (chart.id, node) in seen:
                continue
            seen.add((chart.id, node))
            facts.add(node)
            for answer in question.answers:
                if known.get(node, answer.id) != answer.id:
                    continue
                if not answer.next.startswith(JOIN):
                    waiting.append((chart, answer.next))
                elif joined := self._charts.get(answer.next.removeprefix(JOIN)):
                    waiting.append((joined, joined.start))
        return facts

    def _read_usual(self, chart_id: str) -> dict[str, Answer]:
        usual: dict[str, Answer | None] = {}
        for part in self.joined(self[chart_id]):
            for fact, question in part.questions.items():
                # a fact that the first of the charts asks without a usual answer is always asked
                usual.setdefault(fact, question.usual)
        return {fact: answer for fact, answer in usual.items() if answer}

    def _read_revision(self, chart_id: str) -> str:
        parts = sorted(
            CHART.dump_json(part, exclude={"cases", "aliases"})
            for part in self.joined(self[chart_id])
        )
        return hashlib.blake2b(_TAPS + b"".join(parts), digest_size=3).hexdigest()


def load_chart(path: Path) -> Chart:
    """The chart of one YAML file. Raises YamlError with the file's name and everything that is
    wrong, where."""
    return strict_yaml.read_all([path], _chart)[path]


def _chart(path: Path, said: Any) -> Chart:
    chart = CHART.validate_python(said)
    if chart.id != path.stem:
        raise YamlError([f"{path.name}: the id inside is {chart.id}; file name and id must agree."])
    return chart


def resting(charts: Iterable[Chart]) -> dict[Citation, list[str]]:
    """For every provision that a chart rests on, and those it stands in, the ids of ``OFFERED``
    charts, best first: those about its law first, then those whose rulings cite it most."""
    counts: dict[Citation, Counter[str]] = {}
    first_laws = {}
    for chart in charts:
        first_laws[chart.id] = chart.laws[0]
        cited = Counter(
            Citation.parse(cite) for ruling in chart.rulings.values() for cite in ruling.cites
        )
        for law in chart.laws:
            cited[Citation(law)] += OWN_LAW if law == chart.laws[0] else 1
        for citation, times in cited.items():
            for holder in (citation, *citation.parents):
                counts.setdefault(holder, Counter())[chart.id] += times
    for citation, found in counts.items():
        for chart_id in found:
            if first_laws[chart_id] == citation.law:
                found[chart_id] += OWN_LAW
    return {
        citation: [chart for chart, _times in found.most_common(OFFERED)]
        for citation, found in counts.items()
    }


def _joins(chart: Chart) -> Iterator[str]:
    for question in chart.questions.values():
        for answer in question.answers:
            if answer.next.startswith(JOIN):
                yield answer.next.removeprefix(JOIN)
