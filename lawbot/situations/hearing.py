"""From a sentence to facts: the ``heard`` phrases of the charts, matched to what a person typed.
Only what is sure is taken.

A phrase is matched inside one clause, word for word by lemma. A clause that denies, supposes,
orders in time or asks is passed over unless the phrase has those words itself. Two answers heard to
one question: neither is taken.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from lawbot.citation import Citation
from lawbot.situations.charts import JOIN, Situations
from lawbot.situations.model import Answer, Chart
from lawbot.situations.walk import Asked, Ruled, walk
from lawbot.text.phrases import Phrase, PhraseBook
from lawbot.text.sentence import listen
from lawbot.text.tokens import straight, tokens
from lawbot.text.vocabulary import vocabulary

Source = Callable[[str], Mapping[str, Mapping[str, str]]]
"""A further way to read facts from a text (auctions and plays in sequence): chart -> fact ->
answer."""


class Heard(NamedTuple):
    """What was taken from a sentence: ``given`` are facts and answers, ``said`` the words that each
    fact was taken from (empty where only a source tells it), ``assumed`` the usual answers that
    no word touches, ``reached`` is where the chart stands with all of them, ``proved`` whether a
    source tells one of the facts given."""

    given: dict[str, str]
    said: dict[str, str]
    assumed: dict[str, str]
    reached: Asked | Ruled
    proved: bool


class Hearing:
    """Hears what sentences tell of the charts. ``sources`` read facts in other ways; what
    contradicts is taken from neither."""

    def __init__(self, situations: Situations, sources: Iterable[Source] = ()) -> None:
        self.situations = situations
        self.sources = tuple(sources)
        self._book = cache(self._read_book)
        self._own = cache(self._read_own)

    def hear(self, chart_id: str, text: str, *, assuming: bool = True) -> Heard:
        """Return the facts of the chart that the text tells; ``assuming``, with what is usual.

        Raises KeyError for an unknown chart.
        """
        book, told = self._book(chart_id), listen(text)
        subjects = vocabulary().subjects.get(chart_id, told.lemmas)
        taken = {} if subjects.isdisjoint(told.lemmas) else book.heard(told)
        sourced = {
            fact: answer
            for source in self.sources
            for fact, answer in source(text).get(chart_id, {}).items()
        }
        for fact, answer in sourced.items():
            taken.setdefault(fact, {}).setdefault(answer, "")
        sure = {
            fact: next(iter(answers.items()))
            for fact, answers in taken.items()
            if len(answers) == 1
        }
        given = self._reached(chart_id, {fact: answer for fact, (answer, _words) in sure.items()})
        said = {fact: sure[fact][1] for fact in given}
        usual = self.situations.usual(chart_id) if assuming else {}
        doubted = book.doubted(told, {(fact, answer.id) for fact, answer in usual.items()})
        open_facts = taken.keys() | {fact for fact, _answer in doubted} | _touched(usual, text)
        untouched = {fact: usual[fact].id for fact in usual if fact not in open_facts}
        ahead = self.situations.facts_ahead(chart_id, {**untouched, **given})
        assumed = {fact: answer for fact, answer in untouched.items() if fact in ahead}
        reached = walk(self.situations, chart_id, given, assumed=assumed)
        return Heard(given, said, assumed, reached, proved=not sourced.keys().isdisjoint(given))

    def _read_book(self, chart_id: str) -> PhraseBook:
        """The phrases of a chart, and those of the charts that it leads on to for what it does not
        ask itself."""
        chart = self.situations[chart_id]
        joined = [
            line
            for part in self.situations.joined(chart)
            if part is not chart
            for line in self._own(part.id)
        ]
        return PhraseBook(
            self._own(chart_id) + [line for line in joined if line[0] not in chart.questions]
        )

    def _read_own(self, chart_id: str) -> list[tuple[str, str, Phrase]]:
        return [
            (fact, answer.id, phrase)
            for fact, question in self.situations[chart_id].questions.items()
            for answer in question.answers
            for line in answer.heard
            for phrase in Phrase.every(line)
        ]

    def _reached(self, chart_id: str, heard: Mapping[str, str]) -> dict[str, str]:
        """Those of the facts that the walk comes to, and those of the chart itself that it may
        still come to when the others hold."""
        asked = set(_own_questions(self.situations[chart_id], heard))
        for fact in {
            step.fact for step in walk(self.situations, chart_id, heard).trail if step.tapped
        } - asked:
            others = {other: answer for other, answer in heard.items() if other != fact}
            reached = walk(self.situations, chart_id, others)
            # not where the chart settles it by itself
            if isinstance(reached, Asked) and reached.fact == fact:
                asked.add(fact)
        return {fact: answer for fact, answer in heard.items() if fact in asked}


def _touched(usual: Mapping[str, Answer], text: str) -> set[str]:
    """Return the facts whose usual answer a text touches: nothing need be understood for that.

    In a text of another language the facts cannot be heard, and each may be touched.
    """
    if any(letter.isalpha() and not letter.isascii() for letter in text):
        return set(usual)
    spoken = _lemmas(text)
    return {
        fact
        for fact, answer in usual.items()
        if any(_lemmas(theme) in spoken for theme in answer.unless)
    }


@lru_cache(maxsize=1024)
def _lemmas(text: str) -> str:
    """Return the lemmas of a text, a blank around each; the words of the charts stay read."""
    words = (word for token in tokens(straight(text)) if token.is_word for word in token.spelt)
    return f" {' '.join(vocabulary().lemma(word) for word in words)} "


def left_at_most(situations: Situations, chart_id: str, known: Mapping[str, str]) -> int:
    """Return the most questions that can still be asked with these facts known or assumed."""
    return max(
        len(settled | {node} & chart.questions.keys())
        for chart, node, settled in _ways(situations, chart_id, known)
    )


def cited_ahead(situations: Situations, chart_id: str, known: Mapping[str, str]) -> frozenset[str]:
    """Return the keys of the provisions cited by the rulings still open with these facts known."""
    ways = _ways(situations, chart_id, known)
    return frozenset(
        _key(cite)
        for chart, node, _settled in ways
        if node in chart.rulings
        for cite in chart.rulings[node].cites
    )


@cache
def _key(cited: str) -> str:
    return Citation.parse(cited).folded


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


def _ways(
    situations: Situations, chart_id: str, known: Mapping[str, str]
) -> Iterator[tuple[Chart, str, frozenset[str]]]:
    """Every question that is asked with what is known, and every ruling reached: its chart, its
    name, and the facts asked before it."""
    seen: set[tuple[str, str, frozenset[tuple[str, str]], frozenset[str]]] = set()
    start = situations[chart_id]
    waiting: list[tuple[Chart, str, dict[str, str], frozenset[str]]] = [
        (start, start.start, dict(known), frozenset())
    ]
    while waiting:
        chart, node, facts, settled = waiting.pop()
        key = (chart.id, node, frozenset(facts.items()), settled)
        if key in seen:
            continue
        seen.add(key)
        question = chart.questions.get(node)
        if question is None:
            yield chart, node, settled
            continue
        told = facts.get(node)
        if not told:
            yield chart, node, settled
        for answer in question.answers:
            if told and told != answer.id:
                continue
            after = settled if told else settled | {node}
            if answer.next.startswith(JOIN):
                joined = situations[answer.next.removeprefix(JOIN)]
                waiting.append(
                    (joined, joined.start, {**facts, node: answer.id, **answer.given}, after)
                )
            else:
                waiting.append((chart, answer.next, {**facts, node: answer.id}, after))
