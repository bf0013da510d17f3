"""Flow charts of data/charts, loaded and checked for form: a mapping from id to Chart."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from lawbot import data_files, strict_yaml
from lawbot.charts.model import CHART, JOIN, Answer, Chart, Facts
from lawbot.errors import YamlError
from lawbot.law.citation import Citation

OFFERED = 2
"""Number of charts that are offered with a provision."""
# older buttons counted no tap for an assumed answer
_TAPS = b"2"
"""Version of the counting of taps."""
_MAIN_LAWS = 5
"""Number of laws that are the subject of a chart, from the first that it names."""
OWN_LAW = 50
"""Citations that the first law named by a chart is worth."""


NativeLines = dict[str, dict[str, list[str]]]
"""Fact -> answer -> lines that tell it (``lawbot.message.native_phrases``)."""
_NATIVE_LINES = TypeAdapter(NativeLines)


class Situations(Mapping[str, Chart]):
    """Every chart by its id, in the order of their titles."""

    def __init__(self, charts: Mapping[str, Chart], data: Path | None = None) -> None:
        self._data = data
        self.native_lines = cache(self._read_native_lines)
        """Lines by which people tell the facts of a chart in a language other than English.

        They are read when first asked for: most readers need those of one language. Raises
        YamlError.
        """
        self._charts = dict(sorted(charts.items(), key=lambda entry: entry[1].title.casefold()))
        self.facts = cache(self._read_facts)
        """Facts that a chart, or one it leads to, may ask for, with the ids of all answers.
        Raises KeyError."""
        self.usual = cache(self._read_usual)
        """Answers of a chart, or of one it leads to, that may be assumed, by their fact.
        Raises KeyError."""
        self.revision = cache(self._read_revision)
        """Six hex digits that change with a chart, or with one it leads to. Raises KeyError."""

    @classmethod
    def load(cls, data: Path) -> "Situations":
        """Load every chart of a data folder.

        Raises YamlError naming every file and field that is wrong.
        """
        charts = strict_yaml.read_all(data_files.chart_files(data), _chart)
        return cls({chart.id: chart for chart in charts.values()}, data)

    def __getitem__(self, key: str) -> Chart:
        return self._charts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._charts)

    def __len__(self) -> int:
        return len(self._charts)

    @cached_property
    def frequent(self) -> list[Chart]:
        """Return the charts directors need most, in the order of the first screen."""
        ranked = [chart for chart in self.values() if chart.frequent]
        return sorted(ranked, key=lambda chart: chart.frequent or 0)

    @property
    def entrances(self) -> list[Chart]:
        """Return the charts that a list offers: of those about one event, the one that sorts it."""
        return [chart for chart in self.values() if self.door(chart.id) == chart.id]

    def joined(self, chart: Chart) -> list[Chart]:
        """Return the chart and every chart that its answers lead to, directly or not."""
        reachable = {chart.id: chart}
        waiting = [chart]
        while waiting:
            for chart_id in _joins(waiting.pop()):
                if chart_id in self and chart_id not in reachable:
                    reachable[chart_id] = self[chart_id]
                    waiting.append(self[chart_id])
        return list(reachable.values())

    @cached_property
    def sorting(self) -> dict[str, str]:
        """Return, for a chart, the one that sorts cases into it and its sisters.

        A chart sorts if its answers lead to more charts than it has rulings, and only into charts
        about its own laws.
        """
        sorters: dict[str, str] = {}
        for chart in self.values():
            targets = dict.fromkeys(_joins(chart))
            if len(targets) <= len(chart.rulings):
                continue
            for target in targets:
                if target not in self or target == chart.id:
                    continue
                if self[target].laws[0] in chart.laws[:_MAIN_LAWS]:
                    sorters[target] = chart.id
        return sorters

    def door(self, chart_id: str) -> str:
        """Return the chart that stands for a chart in a choice: nearly always itself."""
        return self[chart_id].door or chart_id

    def doors(self, chart_ids: Iterable[str]) -> tuple[str, ...]:
        """Return the charts, of those behind one door only the first."""
        doors: dict[str, str] = {}
        for chart_id in chart_ids:
            doors.setdefault(self.door(chart_id), chart_id)
        return tuple(doors.values())

    def _read_native_lines(self, language: str, chart_id: str) -> NativeLines:
        return self._read(data_files.heard_file, _native_lines, language, chart_id)

    def replies(self, language: str, chart_id: str) -> NativeLines:
        """Return what people type for the answers of a chart, and for none of them under ``-``.

        Raises YamlError.
        """
        return self._read(data_files.replies_file, _native_lines, language, chart_id)

    def story_lines(self, language: str, chart_id: str) -> NativeLines:
        """Return the words by which the stories of a chart tell its facts. Raises YamlError."""
        return self._read(data_files.stories_file, _lines_of_stories, language, chart_id)

    def _read(
        self,
        file_of: Callable[[Path, str, str], Path],
        lines_in: Callable[[Path, Any], NativeLines],
        language: str,
        chart_id: str,
    ) -> NativeLines:
        """Return the lines that a chart has in one of the files beside it; none without a file."""
        if self._data is None:
            return {}
        file = file_of(self._data, chart_id, language)
        return strict_yaml.read_all([file], lines_in)[file] if file.is_file() else {}

    def _read_facts(self, chart_id: str) -> dict[str, list[str]]:
        facts: dict[str, dict[str, None]] = {}
        for part in self.joined(self[chart_id]):
            for fact, question in part.questions.items():
                answer_ids = [answer.id for answer in question.answers]
                facts.setdefault(fact, {}).update(dict.fromkeys(answer_ids))
        return {fact: list(answers) for fact, answers in facts.items()}

    def usual_answers(self, chart_id: str) -> dict[str, str]:
        """Return the ids of the answers that may be assumed in a chart, by their fact."""
        return {fact: answer.id for fact, answer in self.usual(chart_id).items()}

    def facts_ahead(self, chart_id: str, answers: Facts) -> set[str]:
        """Return the facts asked on any way open with these answers, joined charts included."""
        start = self._charts[chart_id]
        waiting = [(start, start.start)]
        visited: set[tuple[str, str]] = set()
        facts: set[str] = set()
        while waiting:
            chart, node = waiting.pop()
            question = chart.questions.get(node)
            # a ruling has no question; charts may lead back to each other
            if question is None or (chart.id, node) in visited:
                continue
            visited.add((chart.id, node))
            facts.add(node)
            for answer in question.answers:
                if answers.get(node, answer.id) != answer.id:
                    continue
                # spelt out, for this loop is the busiest of all
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
        # no card shows cases and aliases, so old buttons outlive a change of them
        hidden = {"cases", "aliases"}
        charts = self.joined(self[chart_id])
        dumps = [CHART.dump_json(part, exclude=hidden) for part in charts]
        return hashlib.blake2b(_TAPS + b"".join(sorted(dumps)), digest_size=3).hexdigest()


def load_chart(path: Path) -> Chart:
    """Load the chart of one YAML file.

    Raises YamlError with the file's name, and all that is wrong with its line.
    """
    return strict_yaml.read_all([path], _chart)[path]


def _native_lines(_path: Path, fields: Any) -> NativeLines:
    return _NATIVE_LINES.validate_python(fields)


def _lines_of_stories(_path: Path, stories: Any) -> NativeLines:
    """Return the words that tell the facts of stories: ``{story: {fact: [answer, words]}}``."""
    lines: NativeLines = {}
    for provision in stories.values():
        for story in provision:
            for facts in story.values() if isinstance(story, dict) else ():
                for fact, (answer, *words) in facts.items():
                    lines.setdefault(fact, {}).setdefault(answer, []).extend(words)
    return lines


def _chart(path: Path, fields: Any) -> Chart:
    chart = CHART.validate_python(fields)
    if chart.id != path.parent.name:
        label = data_files.label(path)
        raise YamlError([f"{label}: the id inside is {chart.id}; folder and id must agree."])
    return chart


def resting(charts: Iterable[Chart]) -> dict[Citation, list[str]]:
    """Return the ids of the best charts for every provision that a chart rests on.

    The provisions that hold these are included. There are at most ``OFFERED`` charts each: those
    about its law first, then those whose rulings cite it most.
    """
    scores: dict[Citation, Counter[str]] = {}
    first_laws = {}
    for chart in charts:
        first_laws[chart.id] = chart.laws[0]
        for citation, count in _citations(chart).items():
            for holder in (citation, *citation.parents):
                scores.setdefault(holder, Counter())[chart.id] += count
    best: dict[Citation, list[str]] = {}
    for citation, chart_scores in scores.items():
        for chart_id in chart_scores:
            if first_laws[chart_id] == citation.law:
                chart_scores[chart_id] += OWN_LAW
        best[citation] = [chart_id for chart_id, _score in chart_scores.most_common(OFFERED)]
    return best


def _citations(chart: Chart) -> Counter[Citation]:
    """Count the citations of a chart's rulings and of its laws, the first of these weighted."""
    counts = Counter(map(Citation.parse, chart.ruling_cites))
    for law in chart.laws:
        counts[Citation(law)] += OWN_LAW if law == chart.laws[0] else 1
    return counts


def _joins(chart: Chart) -> Iterator[str]:
    """Yield the ids of the charts that the answers of a chart lead to."""
    for answer in chart.answers:
        if answer.joined_chart:
            yield answer.joined_chart
