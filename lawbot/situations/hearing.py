"""From a sentence to facts: the ``heard`` phrases of the charts, matched to what a person typed. Only what is sure is taken.

A phrase is matched inside one clause, word for word by lemma. A clause that denies, supposes, orders in time or asks is passed over unless
the phrase has those words itself. Two answers heard to one question: neither is taken.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from lawbot.situations.charts import JOIN, Situations
from lawbot.situations.listening import listen
from lawbot.situations.model import Chart
from lawbot.situations.phrases import Phrase, PhraseError
from lawbot.situations.walk import Asked, Ruled, walk

Source = Callable[[str], Mapping[str, Mapping[str, str]]]
"""A further way to read facts from a text (auctions and plays in sequence): chart -> fact -> answer."""

_Line = tuple[str, str, Phrase]
"""A fact, an answer, and a way to say it."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was taken from a sentence: ``given`` are facts and answers, ``said`` the words that each fact was taken from."""

    given: dict[str, str]
    said: dict[str, str]


class Hearing:
    """Hears what sentences tell of the charts. ``sources`` read facts in other ways; what contradicts is taken from neither."""

    def __init__(self, situations: Situations, sources: Iterable[Source] = ()) -> None:
        self.situations = situations
        self.sources = tuple(sources)
        self._known: dict[str, dict[str, list[_Line]]] = {}

    def hear(self, chart_id: str, text: str) -> Heard:
        """The facts of the chart that the text tells. Raises KeyError for an unknown chart."""
        told = listen(text)
        taken: dict[str, dict[str, str]] = {}
        known = self._phrases(chart_id)
        for fact, answer, phrase in (line for name in known.keys() & told.there for line in known[name]):
            if any(place.isdisjoint(told.there) for place in phrase.places) or not phrase.not_in_text.isdisjoint(told.lemmas):
                continue
            if answer in taken.get(fact, ()):
                continue
            for clause in told.clauses:
                places = phrase.found(clause)
                if places is not None:
                    words = text[clause.words[places[0]].start : clause.words[places[-1]].end]
                    taken.setdefault(fact, {})[answer] = " ".join(words.split())
                    break
        for source in self.sources:
            for fact, answer in source(text).get(chart_id, {}).items():
                taken.setdefault(fact, {}).setdefault(answer, "")
        sure = {fact: next(iter(answers.items())) for fact, answers in taken.items() if len(answers) == 1}
        given = self._reached(chart_id, {fact: answer for fact, (answer, _words) in sure.items()})
        return Heard(given, {fact: sure[fact][1] for fact in given})

    def asks(self, text: str) -> bool:
        """Whether the text tells nothing and only asks ('may I', 'what is')."""
        return listen(text).asks

    def reached(self, chart_id: str, heard: Heard) -> Asked | Ruled:
        """Where the chart stands with what was heard."""
        return walk(self.situations, chart_id, heard.given)

    def _phrases(self, chart_id: str) -> dict[str, list[_Line]]:
        """The phrases of a chart under each word that the place of theirs with the fewest words may hold."""
        if chart_id not in self._known:
            chart = self.situations[chart_id]
            joined = [line for part in self.situations.joined(chart) if part is not chart for line in self._own(part)]
            found = self._own(chart) + [line for line in joined if line[0] not in chart.questions]
            known = self._known[chart_id] = {}
            for line in dict.fromkeys(found):
                for name in line[2].rarest:
                    known.setdefault(name, []).append(line)
        return self._known[chart_id]

    @cached_property
    def _parsed(self) -> dict[str, list[_Line]]:
        return {}

    def _own(self, chart: Chart) -> list[_Line]:
        if chart.id not in self._parsed:
            self._parsed[chart.id] = [
                (fact, answer.id, Phrase.parse(line))
                for fact, question in chart.questions.items()
                for answer in question.answers
                for line in answer.heard
            ]
        return self._parsed[chart.id]

    def _reached(self, chart_id: str, heard: Mapping[str, str]) -> dict[str, str]:
        """Those of the facts that the walk comes to, and those of the chart itself that it may still come to when the others hold."""
        asked = set(_own_questions(self.situations[chart_id], heard))
        for fact in {step.fact for step in walk(self.situations, chart_id, heard).trail if step.tapped} - asked:
            others = {other: answer for other, answer in heard.items() if other != fact}
            reached = walk(self.situations, chart_id, others)
            if isinstance(reached, Asked) and reached.fact == fact:  # not where the chart settles it by itself
                asked.add(fact)
        return {fact: answer for fact, answer in heard.items() if fact in asked}


def hear(situations: Situations, chart_id: str, text: str, sources: Iterable[Source] = ()) -> Heard:
    """The facts of a chart that a text tells. Raises KeyError for an unknown chart."""
    return Hearing(situations, sources).hear(chart_id, text)


def left_at_most(situations: Situations, chart_id: str, known: Mapping[str, str]) -> int:
    """The most questions that are still to be answered with these facts known."""
    longest = 0
    for chart, fact, settled in _ways(situations, chart_id, known):
        open_here = sum(name not in known for name in settled)
        longest = max(longest, open_here + (fact != "" and fact not in settled and fact not in known))
        del chart
    return longest


def _own_questions(chart: Chart, known: Mapping[str, str]) -> Iterator[str]:
    """The questions of the chart itself that can come up with what is known."""
    seen, waiting = {chart.start}, [chart.start]
    while waiting:
        fact = waiting.pop()
        question = chart.questions.get(fact)
        if question is None:
            continue
        yield fact
        for answer in question.answers:
            if known.get(fact, answer.id) == answer.id and answer.next not in seen:
                seen.add(answer.next)
                waiting.append(answer.next)


def _ways(situations: Situations, chart_id: str, known: Mapping[str, str]) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every question that can come up with what is known: chart, fact (empty for a ruling), and the facts tapped before it."""
    seen: set[tuple[str, str, frozenset[tuple[str, str]], frozenset[str]]] = set()
    start = situations[chart_id]
    waiting: list[tuple[Chart, str, dict[str, str], frozenset[str]]] = [(start, start.start, dict(known), frozenset())]
    while waiting:
        chart, node, facts, settled = waiting.pop()
        key = (chart.id, node, frozenset(facts.items()), settled)
        if key in seen:
            continue
        seen.add(key)
        question = chart.questions.get(node)
        if question is None:
            yield chart.id, "", settled
            continue
        yield chart.id, node, settled
        for answer in question.answers:
            if node in facts and facts[node] != answer.id:
                continue
            after = settled if node in facts else settled | {node}
            if answer.next.startswith(JOIN):
                joined = situations[answer.next.removeprefix(JOIN)]
                waiting.append((joined, joined.start, {**facts, node: answer.id, **answer.given}, after))
            else:
                waiting.append((chart, answer.next, {**facts, node: answer.id}, after))


# -- reading a text ----------------------------------------------------------------------------------------------------------


def phrase_faults(chart: Chart) -> Iterator[str]:
    """Every phrase of a chart that cannot be read, and every one that two answers of a question share."""
    for fact, question in chart.questions.items():
        owners: dict[Phrase, str] = {}
        for answer in question.answers:
            for line in answer.heard:
                try:
                    phrase = Phrase.parse(line)
                except PhraseError as error:
                    yield f"{fact}: {answer.id}: {error}"
                    continue
                if owners.setdefault(phrase, answer.id) != answer.id:
                    yield f"{fact}: {owners[phrase]} and {answer.id} are both heard in “{line}”"
