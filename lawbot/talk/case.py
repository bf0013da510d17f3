"""The case on the table: an open chart with its facts, and what a text tells of it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from lawbot.cards.address import ChartPlace, opened_from
from lawbot.cards.chart_card import Rulings
from lawbot.cards.titles import shortened
from lawbot.charts.heard_facts import Heard, Hearing
from lawbot.charts.model import FactDict, Facts, Question
from lawbot.charts.seats import ROLES, SEATS, TOKEN, seated
from lawbot.charts.state import Standing, State, View, answered, retold, stand
from lawbot.charts.walk import Asked
from lawbot.language import SOURCE
from lawbot.language.reader import Reader
from lawbot.message.message import Message
from lawbot.talk.examples import Examples, Weighed
from lawbot.talk.matching import SURE, Match, Matching, Option

_OFFENCE = "Someone erred. "
"""Sentence put before a text, so that LHO is counted from the offender as in the question."""
_PLAYERS = {
    "offender": "the offender",
    "lho": "LHO",
    "partner": "offender's partner",
    "rho": "RHO",
}
_COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_HE = re.compile(r"\b(?:he|she|they)\b", re.IGNORECASE)
_IT = re.compile(r"\bit\b", re.IGNORECASE)
_CLEARLY, _SURELY = 0.7, 0.9
"""Least lead in likelihood of a meaning that is taken, and beside what may be another case."""
_WHOLLY = 0.8
"""Least part of the words that tell of this case, in a text that may be of another one."""
_LINE = 160
"""Most characters of a fact in a line."""
_AHEAD = 0.1
"""Least lead in score of the question that a text answers over another one."""


class Told(NamedTuple):
    """The facts of a case that a text tells.

    It is ``doubtful`` if it may mean several answers, and tells ``loosely`` if other people meant
    them by such words.
    """

    facts: Facts
    doubtful: bool = False
    loosely: bool = False


class Case:
    """An open chart with the facts known of it, for one reader."""

    def __init__(
        self,
        rulings: Rulings,
        hearing: Hearing,
        matching: Matching,
        examples: Examples,
        state: State,
        origin: str,
        reader: Reader,
    ) -> None:
        """Raises StaleStateError if the state does not fit its chart any more."""
        self.situations, self.hearing, self.matching = hearing.situations, hearing, matching
        self.examples = examples
        self.worded_charts = rulings.worded(reader.language)
        self.state = replace(state, view=View.PLAIN)
        self.origin = origin
        self.reader = reader
        self.standing = stand(self.situations, self.state)
        self.worded = stand(self.worded_charts, self.state)

    # -- what is known

    @cached_property
    def asked(self) -> str:
        """Return the fact of the question shown; empty for a ruling."""
        current = self.standing.shown
        return current.fact if isinstance(current, Asked) else ""

    @cached_property
    def answers(self) -> FactDict:
        """Return every answer given, settled or assumed so far."""
        trail = {step.fact: step.answer.id for step in self.standing.reached.trail}
        return {**self.standing.answers, **trail}

    @cached_property
    def assumed(self) -> set[str]:
        """Return the facts that nobody told."""
        return {step.fact for step in self.standing.reached.trail if step.assumed}

    @cached_property
    def answered_facts(self) -> list[str]:
        """Return the facts that were told or assumed, the last of the way first."""
        trail = [step.fact for step in self.standing.reached.trail]
        facts = dict.fromkeys((*reversed(trail), *self.standing.known))
        return [fact for fact in facts if fact != self.asked]

    @cached_property
    def told_facts(self) -> list[str]:
        """Return those of them that somebody told."""
        return [fact for fact in self.answered_facts if fact not in self.assumed]

    @cached_property
    def later_facts(self) -> list[str]:
        """Return the facts that the chart of the card may still ask."""
        ahead = self.situations.facts_ahead(self.state.chart, self.answers)
        later = ahead.difference(self.answered_facts, [self.asked])
        return [fact for fact in self.standing.shown.chart.questions if fact in later]

    @cached_property
    def family(self) -> set[str]:
        """Return the charts that the case may lead to, and those that may lead to it."""
        chart_id = self.state.chart
        family = {chart.id for chart in self.situations.joined(self.situations[chart_id])}
        for chart in self.situations.values():
            if any(part.id == chart_id for part in self.situations.joined(chart)):
                family.add(chart.id)
        return family

    def news(self, facts: Facts) -> FactDict:
        """Return the facts that differ from what is known."""
        return {fact: answer for fact, answer in facts.items() if self.answers.get(fact) != answer}

    def contradicts(self, facts: Iterable[str]) -> bool:
        """Return whether new facts are against an answer that somebody gave."""
        given_facts = self.answers.keys() - self.assumed - {self.asked}
        return not given_facts.isdisjoint(facts)

    # -- what a text tells

    def told(self, text: str) -> Told:
        """Return the facts that a text tells: as they are heard, and an answer in its own words."""
        facts = self._on_the_way(self.heard(text))
        match = self.match(self.asked, text) if self.asked else Match()
        if not facts and not match.keys:
            facts = self._by_words(text, self.later_facts)
            return Told(facts) if facts else Told(self.meant(text, self.asked), loosely=True)
        heard_facts = facts.get(self.asked)
        # words that tell another fact may only look like an answer
        if not match.keys or (facts and not heard_facts and not match.is_close):
            return Told(facts)
        if not heard_facts:
            repeated = self._best(text, self.answered_facts, surely=True)
            if repeated and repeated[1].share > match.share:
                return Told({repeated[0]: repeated[1].chosen})
        if not match.coverage and self._tells_elsewhere(text):
            # 'no, she meant it': the no may be of another question
            return Told(facts, doubtful=True)
        if not match.chosen:
            return Told(facts, doubtful=heard_facts not in match.keys)
        if heard_facts not in (None, match.chosen):
            return Told(facts, doubtful=True)
        return Told({**facts, self.asked: match.chosen})

    def _tells_elsewhere(self, text: str) -> bool:
        """Return whether the words behind a yes or no choose an answer to another question."""
        _lead, rest = self.matching.wordings.led(text)
        facts = (*self.answered_facts, *self.later_facts)
        return self._best(rest, facts, surely=True) is not None

    def surely_told(self, text: str) -> FactDict:
        """Return the facts that a text tells, whether or not it is about this case."""
        facts = self._on_the_way(self.heard(text))
        asked_facts = [self.asked] if self.asked else []
        best = self._best(text, asked_facts, surely=True)
        return {**facts, best[0]: best[1].chosen} if best and not facts else facts

    def _on_the_way(self, facts: Facts) -> FactDict:
        """Return the facts that are asked on a way that is still open with them."""
        ahead = self.situations.facts_ahead(self.state.chart, {**self.answers, **facts})
        return {fact: answer for fact, answer in facts.items() if fact in ahead}

    def supposed(self, text: str) -> FactDict:
        """Return the facts that a text puts in place of others: heard, else by its words."""
        text = text.rstrip("? ")
        heard_facts = self._on_the_way(self._given(text))
        if not heard_facts:
            for variant in self._variants(text, "offender"):
                heard_facts = heard_facts or self._on_the_way(self._given(variant))
        if heard_facts:
            return heard_facts
        if self._is_elliptic(text):
            # 'what if they had not': of what was answered last
            return self._by_words(text, self.told_facts[:1])
        asked_facts = [self.asked] if self.asked else []
        return self._by_words(
            text, self.told_facts, self.answered_facts, asked_facts, self.later_facts
        )

    def commonly_supposed(self, text: str) -> FactDict:
        """Return the fact that people mean by a text, if a way that is open with it asks it."""
        return self._on_the_way(self.meant(text.rstrip("? "), ""))

    def corrected(self, text: str, whole: str) -> FactDict:
        """Return the facts by which a text corrects an answer; ``whole`` is it with its frame."""
        if self._is_elliptic(text):
            return self._by_words(whole, self.told_facts[:1])
        tiers = (self.told_facts, self.answered_facts)
        return (
            self._by_words(whole, *tiers)
            or self._on_the_way(self._given(text))
            or self._by_words(text, *tiers)
        )

    def _is_elliptic(self, text: str) -> bool:
        """Return whether a text has no word of its own: 'they had not'."""
        return not self.matching.wordings.of(text, self.reader.language).words

    def heard(self, text: str) -> FactDict:
        """Return the facts heard in a text; in the answer to a question, 'he' is whom it asks of."""
        given_facts = self._given(text)
        if self.asked and self.asked not in given_facts:
            role = TOKEN.search(self._question(self.asked, SOURCE).ask)
            variants = self._variants(text, role["role"].casefold() if role else "")
            answers = {self._given(variant).get(self.asked, "") for variant in variants} - {""}
            # two ways to read it are no answer
            if len(answers) == 1:
                given_facts = {**given_facts, self.asked: answers.pop()}
        return given_facts

    def _given(self, text: str) -> FactDict:
        return self._hear(text).given

    def _hear(self, text: str) -> Heard:
        line = text.rstrip("?").strip()
        language = self.matching.language_of(line, self.reader.language)
        if language == SOURCE:
            line = _OFFENCE + self._in_roles(line)
        return self.hearing.hear(self.state.chart, Message(line, language))

    def _in_roles(self, text: str) -> str:
        """Return a text with the seats named as the chart counts them, if the offender's is known."""
        if self.state.seat is None:
            return text
        for steps, role in enumerate(ROLES):
            seat = SEATS[(SEATS.index(self.state.seat) + steps) % len(SEATS)]
            text = re.sub(rf"\b{_COMPASS[seat]}\b", _PLAYERS[role], text, flags=re.IGNORECASE)
        return text

    def _variants(self, text: str, role: str) -> list[str]:
        """Return a text with what it leaves open named: 'he' by a role, 'it' as the card."""
        with_player = _HE.sub(_PLAYERS.get(role, "the offender"), text)
        variants = (with_player, _IT.sub("the card", text), _IT.sub("the card", with_player))
        return [variant for variant in dict.fromkeys(variants) if variant != text]

    def match(self, fact: str, text: str) -> Match:
        """Return what a text chooses among the answers to the question for a fact."""
        languages = (self.reader.language, self.matching.language_of(text, self.reader.language))
        for language in dict.fromkeys(languages):
            question = self._question(fact, language)
            options = [
                Option(answer.id, answer.label, answer.detail or "", self._sense(fact, answer.id))
                for answer in question.answers
            ]
            match = self.matching.match(self._in_roles(text), question.ask, options, language)
            if match.keys:
                return match
        return Match()

    def likely(self, text: str) -> list[str]:
        """Return the answers to the open question that a text may mean, the likeliest first."""
        meanings = self._weighed(text, self.asked).meanings
        return [answer for fact, answer, _ in meanings if answer and fact == self.asked]

    def meant(self, text: str, asked_fact: str) -> FactDict:
        """Return the one fact that people mean by a text beside a question; none in doubt.

        ``asked_fact`` is empty for none.
        """
        weighed = self._weighed(text, asked_fact)
        if weighed.lead < _CLEARLY or self.matching.doubts(text, self.reader.language):
            return {}
        first = weighed.meanings[0]
        return {first.fact: first.answer} if first.answer else {}

    def surely_answers(self, text: str) -> bool:
        """Return whether a text answers the open question though it may tell of another case."""
        weighed = self._weighed(text, self.asked)
        is_sure = weighed.lead >= _SURELY and weighed.coverage >= _WHOLLY
        return is_sure and self.asked in self.meant(text, self.asked)

    def _weighed(self, text: str, asked_fact: str) -> Weighed:
        language = self.matching.language_of(text, self.reader.language)
        chart_id = self.standing.shown.chart.id
        lead, rest = self.matching.wordings.led(text)
        if lead and asked_fact:
            ask = self._question(asked_fact, language).ask
            # 'no, he never said a word': the no is of what follows
            text = rest if self.matching.is_of_else(text, ask, language) else text
        return self.examples.weigh(self._in_roles(text), chart_id, language, asked_fact)

    def names(self, fact: str, text: str) -> bool:
        """Return whether a text is about a fact alone: all its words are, or it is heard in it."""
        return self.match(fact, text).coverage == 1.0 or fact in self._given(text)

    def led_answers(self, text: str) -> list[str]:
        """Return the answers to the open question that begin with the yes or no of a text."""
        lead, _rest = self.matching.wordings.led(text)
        language = self.matching.language_of(text, self.reader.language)
        ask = self._question(self.asked, language).ask
        if not lead or self.matching.is_of_else(text, ask, language):
            return []
        return self.answers_of(lead)

    def answers_of(self, yes_or_no: str) -> list[str]:
        """Return the answers to the open question that are a yes, or a no."""
        answers = self._question(self.asked, SOURCE).answers
        return [answer.id for answer in answers if self._sense(self.asked, answer.id) == yes_or_no]

    def _sense(self, fact: str, answer_id: str) -> str:
        """Return the yes or no that an answer is, in any language."""
        for answer in self._question(fact, SOURCE).answers:
            if answer.id == answer_id:
                return self.matching.wordings.label(answer.label, SOURCE).yes_or_no
        return ""

    def _by_words(self, text: str, *tiers: Sequence[str]) -> FactDict:
        """Return the one fact that the words of a text choose, in the first tier that has any."""
        for tier in tiers:
            best = self._best(text, tier, surely=tier is self.later_facts)
            if best:
                return {best[0]: best[1].chosen}
        return {}

    def _best(
        self, text: str, facts: Sequence[str], *, surely: bool = False
    ) -> tuple[str, Match] | None:
        """Return the fact among some that the words of a text choose, if they choose one alone."""
        matches = [(fact, self.match(fact, text)) for fact in facts]
        matches = [match for match in matches if match[1].coverage >= SURE]
        fitting = [match for match in matches if match[1].is_close or not surely]
        fitting.sort(key=lambda entry: (-entry[1].coverage, -entry[1].score))
        if not fitting or not fitting[0][1].chosen:
            return None
        best = fitting[0]
        rivals = [match for _fact, match in fitting[1:] if match.coverage == best[1].coverage]
        is_alone = all(match.score <= best[1].score - _AHEAD for match in rivals)
        return best if is_alone else None

    # -- where it leads

    def address(self, state: State) -> str:
        """Return the address of another state of the case, which leads back as this one does."""
        return opened_from(str(ChartPlace(state)), self.origin)

    def with_facts(self, facts: Facts, text: str) -> State:
        """Return the state after facts told in a text, which may touch what was assumed."""
        heard_facts = self._hear(text)
        chart_id = self.state.chart
        ahead = self.situations.facts_ahead(chart_id, {**heard_facts.assumed, **heard_facts.given})
        usual = self.situations.usual_answers(chart_id).keys() & ahead
        touched = usual - heard_facts.assumed.keys() - heard_facts.given.keys()
        return retold(self.situations, self.standing, facts, touched)

    def answered_by(self, answer_id: str) -> State:
        """Return the state after an answer to the question shown."""
        answers = {answer.id: answer for answer in self._question(self.asked, SOURCE).answers}
        return answered(self.situations, self.standing, answers[answer_id])

    # -- in words

    def ask(self) -> str:
        """Return the question shown, in the reader's language."""
        return self._seated(self._question(self.asked, self.reader.language).ask)

    def line(self, facts: Facts) -> str:
        """Return facts in a line, each as a clause, in the reader's language."""
        lines = []
        for fact, answer_id in facts.items():
            question = self._question(fact, self.reader.language)
            answer = question.answer(answer_id)
            if answer is None:
                continue
            # nobody has to read again what is asked on the card
            clause = question.clause(answer) if fact != self.asked else answer.label
            lines.append(shortened(self._seated(clause), _LINE))
        return " · ".join(lines)

    def _seated(self, text: str) -> str:
        return seated(text, self.state.seat, self.reader.language)

    def _question(self, fact: str, language: str) -> Question:
        """Return the question for a fact: the one shown or answered, else the first in the charts."""
        standing: Standing = self.standing if language == SOURCE else self.worded
        current = standing.shown
        if isinstance(current, Asked) and current.fact == fact:
            return current.question
        for step in standing.reached.trail:
            if step.fact == fact:
                return step.question
        charts = self.situations if language == SOURCE else self.worded_charts
        own_chart = charts[self.state.chart]
        parts = (standing.reached.chart, *charts.joined(own_chart))
        return next(chart.questions[fact] for chart in parts if fact in chart.questions)
