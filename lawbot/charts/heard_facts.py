"""Facts heard in a text: the ``heard`` phrases of the charts, matched to its clauses.

A phrase is matched inside one clause, word for word by lemma. A clause that denies, supposes,
puts off or asks is passed over unless the phrase has those words itself. If two answers are
heard to one question, neither is taken: only sure facts are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from lawbot.charts.load import Situations
from lawbot.charts.model import JOIN, Answer, Chart, FactDict, Facts
from lawbot.charts.walk import Asked, Reached, walk
from lawbot.language import SOURCE, installed
from lawbot.law.citation import Citation
from lawbot.message.message import Message
from lawbot.message.native_phrases import NativePhrase, facts_in, is_marked
from lawbot.message.phrases import HeardPhrase, Phrase, PhraseBook
from lawbot.message.vocabulary import vocabulary

_SHORT_END = 20
"""Letters behind a match from which a text goes on: ``what happens now?`` is shorter."""

Source = Callable[[Message], Mapping[str, Facts]]
"""A further reader of facts in a text (auctions, plays in sequence): chart -> fact -> answer."""


class Heard(NamedTuple):
    """Facts heard in a text, and where they lead.

    ``given`` are facts and answers, ``said`` the words that each fact was heard in (empty if only a
    source tells it), ``assumed`` the usual answers that no word touches, ``reached`` the walk's end
    with all of them. ``proved`` is True if a source tells one of the facts.
    """

    given: FactDict
    said: dict[str, str]
    assumed: FactDict
    reached: Reached
    proved: bool


class Hearing:
    """Hears the facts of the charts in texts.

    ``sources`` read facts in other ways; a fact that they contradict is not heard.
    """

    def __init__(self, situations: Situations, sources: Iterable[Source] = ()) -> None:
        self.situations = situations
        self.sources = tuple(sources)
        self._book = cache(self._read_book)
        self._phrases = cache(self._read_phrases)
        self._alone = cache(self._read_alone)
        self._native_phrases = cache(self._read_native_phrases)

    def hear(
        self,
        chart_id: str,
        message: Message,
        *,
        assuming: bool = True,
        further: Mapping[str, tuple[str, str]] = MappingProxyType({}),
    ) -> Heard:
        """Return the facts of the chart that the text tells; ``assuming``, with the usual answers.

        ``further`` are facts that somebody else heard in it, each with its answer and the words: they
        are taken where nothing is heard. Raises KeyError for an unknown chart.
        """
        book, sentence = self._book(chart_id), message.told
        sourced = self._sourced(chart_id, message)
        candidates = _merge(self._phrased(chart_id, message), sourced)
        for fact, (answer_id, words) in further.items():
            candidates.setdefault(fact, {answer_id: words})
        sure: FactDict = {}
        quotes: dict[str, str] = {}
        # a text that tells two answers to one question tells neither for sure
        for fact, answer_quotes in candidates.items():
            if len(answer_quotes) == 1:
                sure[fact], quotes[fact] = next(iter(answer_quotes.items()))
        # what no way asks tells nothing of this chart
        facts = self._askable(chart_id, sure)
        usual = self.situations.usual(chart_id) if assuming else {}
        doubted = book.doubted(sentence, {(fact, answer.id) for fact, answer in usual.items()})
        # what a text so much as mentions is asked, and never assumed
        open_facts = {*candidates, *_touched(usual, message)}
        open_facts.update(fact for fact, _answer in doubted)
        untouched = {fact: usual[fact].id for fact in usual if fact not in open_facts}
        ahead = self.situations.facts_ahead(chart_id, {**untouched, **facts})
        assumed = {fact: answer_id for fact, answer_id in untouched.items() if fact in ahead}
        return Heard(
            facts,
            {fact: quotes[fact] for fact in facts},
            assumed,
            walk(self.situations, chart_id, facts, assumed=assumed),
            proved=not sourced.keys().isdisjoint(facts),
        )

    def candidates(self, chart_id: str, message: Message) -> dict[str, dict[str, str]]:
        """Return the answers told to each fact, with the words of each; two if it is in doubt.

        Raises KeyError for an unknown chart.
        """
        phrased = self._phrased(chart_id, message)
        return _merge(phrased, self._sourced(chart_id, message))

    def _sourced(self, chart_id: str, message: Message) -> FactDict:
        """Return the facts that the further readers tell."""
        sourced: FactDict = {}
        for source in self.sources:
            sourced.update(source(message).get(chart_id, {}))
        return sourced

    def _phrased(self, chart_id: str, message: Message) -> dict[str, dict[str, str]]:
        """Return the answers that phrases tell to each fact, with the words of each.

        Left out is an answer that says that no more happened, where the text goes on.
        """
        told = self._matched(chart_id, message)
        for fact in told.keys() & self._alone(chart_id).keys():
            answer_id = self._alone(chart_id)[fact]
            words = told[fact].get(answer_id, "")
            if words and _goes_on(message, words):
                del told[fact][answer_id]
        return {fact: answers for fact, answers in told.items() if answers}

    def _matched(self, chart_id: str, message: Message) -> dict[str, dict[str, str]]:
        """Return the answers whose phrases a text has, with the words of each."""
        if message.language != SOURCE:
            language = installed()[message.language]
            marked = is_marked(message.text, language)
            phrases = self._native_phrases(chart_id, message.language, marked)
            return facts_in(phrases, message.text, language)
        lemmas = message.told.lemmas
        subjects = vocabulary().subjects.get(chart_id, lemmas)
        return {} if subjects.isdisjoint(lemmas) else self._book(chart_id).heard(message.told)

    def _read_alone(self, chart_id: str) -> FactDict:
        """Return the answers of a chart, and of those it leads to, that say no more happened."""
        alone: FactDict = {}
        for part in self.situations.joined(self.situations[chart_id]):
            for fact, question in part.questions.items():
                alone.update((fact, answer.id) for answer in question.answers if answer.alone)
        return alone

    def _read_native_phrases(
        self, chart_id: str, code: str, marked: bool
    ) -> list[tuple[str, str, NativePhrase]]:
        """Return the facts, answers and phrases of a chart in a language other than English."""
        phrases: list[tuple[str, str, NativePhrase]] = []
        language = installed()[code]
        for fact, lines_by_answer in self.situations.native_lines(code, chart_id).items():
            for answer_id, lines in lines_by_answer.items():
                for line in lines:
                    # one line has a phrase for each of its alternatives
                    line_phrases = NativePhrase.every(line, language, marked=marked)
                    phrases += ((fact, answer_id, phrase) for phrase in line_phrases)
        return phrases

    def _read_book(self, chart_id: str) -> PhraseBook:
        """Return the phrases of a chart, and those of the charts it leads to.

        A joined chart's phrases are left out for the facts that the chart itself asks.
        """
        chart = self.situations[chart_id]
        phrases = list(self._phrases(chart_id))
        for part in self.situations.joined(chart):
            if part is not chart:
                further = self._phrases(part.id)
                phrases += (phrase for phrase in further if phrase.fact not in chart.questions)
        return PhraseBook(phrases)

    def _read_phrases(self, chart_id: str) -> list[HeardPhrase]:
        phrases: list[HeardPhrase] = []
        for fact, question in self.situations[chart_id].questions.items():
            for answer in question.answers:
                for line in answer.heard:
                    line_phrases = Phrase.every(line)
                    phrases += (HeardPhrase(fact, answer.id, phrase) for phrase in line_phrases)
        return phrases

    def _askable(self, chart_id: str, facts: Facts) -> FactDict:
        """Return the facts that the walk with them asks.

        Those of the chart itself stay if it may still ask them when the others hold.
        """
        askable = set(_own_questions(self.situations[chart_id], facts))
        trail = walk(self.situations, chart_id, facts).trail
        for fact in {step.fact for step in trail if step.tapped} - askable:
            remaining = {name: answer for name, answer in facts.items() if name != fact}
            reached = walk(self.situations, chart_id, remaining)
            # not if the chart settles it by itself
            if isinstance(reached, Asked) and reached.fact == fact:
                askable.add(fact)
        return {fact: answer for fact, answer in facts.items() if fact in askable}


def _merge(phrased: dict[str, dict[str, str]], sourced: Facts) -> dict[str, dict[str, str]]:
    """Return the answers that phrases tell, with those of the further readers beside them."""
    for fact, answer_id in sourced.items():
        phrased.setdefault(fact, {}).setdefault(answer_id, "")
    return phrased


def _touched(usual: Mapping[str, Answer], message: Message) -> set[str]:
    """Return the facts whose usual answer a text touches: nothing need be understood for that.

    In a text of another language the facts cannot be heard, and each may be touched.
    """
    if any(letter.isalpha() and not letter.isascii() for letter in message.text):
        return set(usual)
    touched = set()
    for fact, answer in usual.items():
        if any(_theme(theme) in message.lemmas for theme in answer.unless):
            touched.add(fact)
    return touched


def _goes_on(message: Message, words: str) -> bool:
    """Return whether a text tells more behind some of its words."""
    if message.language != SOURCE:
        # the words are whole clauses, and in another language any more may tell something
        return any(letter.isalnum() for letter in message.text.rpartition(words)[2])
    told = message.told
    behind = told.text.rpartition(words)[2]
    end = len(told.text) - len(behind)
    # a question is no clause that tells, but it may quote what somebody asked
    return len(behind) >= _SHORT_END or any(clause.words[0].start >= end for clause in told.clauses)


@cache
def _theme(words: str) -> str:
    """Return the lemmas of a chart's words, a blank around each."""
    return Message(words).lemmas


def cited_ahead(situations: Situations, chart_id: str, facts: Facts) -> frozenset[str]:
    """Return the keys of the provisions cited by the rulings still open with these facts."""
    cites: set[str] = set()
    for stop in _open_stops(situations, chart_id, facts):
        ruling = stop.chart.rulings.get(stop.node)
        if ruling:
            cites.update(_key(cite) for cite in ruling.whole.cites)
    return frozenset(cites)


@cache
def _key(cite: str) -> str:
    return Citation.parse(cite).folded


def _own_questions(chart: Chart, facts: Facts) -> Iterator[str]:
    """Yield the questions of the chart itself that can come up with these facts."""
    visited, waiting = {chart.start}, [chart.start]
    while waiting:
        fact = waiting.pop()
        question = chart.questions.get(fact)
        if question is None:
            continue
        yield fact
        for answer in question.answers:
            if facts.get(fact, answer.id) == answer.id and answer.next not in visited:
                visited.add(answer.next)
                waiting.append(answer.next)


class _Stop(NamedTuple):
    """A node at which a walk may stop."""

    chart: Chart
    node: str


def _open_stops(situations: Situations, chart_id: str, facts: Facts) -> Iterator[_Stop]:
    """Yield every question that can be asked with these facts, and every ruling reached."""
    visited: set[tuple[str, str, frozenset[tuple[str, str]]]] = set()
    start = situations[chart_id]
    waiting = [(_Stop(start, start.start), dict(facts))]
    while waiting:
        stop, answers = waiting.pop()
        chart, node = stop
        key = (chart.id, node, frozenset(answers.items()))
        if key in visited:
            continue
        visited.add(key)
        question = chart.questions.get(node)
        if question is None:
            yield stop
            continue
        settled_answer = answers.get(node)
        if not settled_answer:
            yield stop
        for answer in question.answers:
            if settled_answer and settled_answer != answer.id:
                continue
            answers_after = {**answers, node: answer.id}
            if answer.next.startswith(JOIN):
                chart_after = situations[answer.next.removeprefix(JOIN)]
                node_after = chart_after.start
                answers_after |= answer.given
            else:
                chart_after, node_after = chart, answer.next
            waiting.append((_Stop(chart_after, node_after), answers_after))
