"""Read one text beside one open card: as an answer, a fact, a correction, a what-if, or new.

The readings are tried in the order of ``TextReading.read``. In doubt no fact is changed.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from lawbot.cards.address import (
    ChartPlace,
    ComparePlace,
    LawPlace,
    Place,
    ResultsPlace,
    opened_from,
    origin_of,
    place_of,
)
from lawbot.cards.card import ADDRESS_LIMIT, Action, Style
from lawbot.cards.score_card import changed_question
from lawbot.cards.titles import shortened
from lawbot.charts.state import View
from lawbot.decide.kinds import Kind
from lawbot.decide.outcome import Outcome
from lawbot.decide.understanding import Reading
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.limits import MAX_SHORT
from lawbot.message.message import Message
from lawbot.search.charts import only_asks
from lawbot.talk.case import Case
from lawbot.talk.frames import SENTENCE_SIGNS
from lawbot.talk.matching import SURE, Match, Option
from lawbot.talk.offers import Offers
from lawbot.talk.parts import Parts
from lawbot.talk.turn import BACK_TO_CASE, ReadAs, Table, Turn, unplaced

_NEW_KINDS = frozenset(Kind) - {
    Kind.WORDS,
    Kind.NOTHING,
    Kind.TERM,
    Kind.HEADING,
    Kind.CHART,
    Kind.GREETING,
}
"""Readings of a text that are no part of an open case."""
_NAMING_KINDS = (Kind.TERM, Kind.HEADING, Kind.CHART)
"""Readings of a text that names something, which may be an answer too."""
_BRIEF = 28
"""Most characters of a text that tells too little to be a new case."""
_MOST_LIKELY = 2
"""Most answers that are offered for a text that may mean them."""
_LABEL = 75
"""Most characters of the way back to an open question."""
_SIGNS = re.compile(r"[,.;:!]+\s*")


class TextReading:
    """Reads one text beside one open card."""

    def __init__(
        self,
        parts: Parts,
        text: str,
        table: Table,
        reader: Reader,
    ) -> None:
        self.parts = parts
        self.frames, self.matching = parts.frames, parts.matching
        self.understanding = parts.understanding
        self.text, self.reader = text, reader
        self.address, self.actions = table.address, table.actions
        self.reply = parts.frames.fold(text)
        self.starred = text[1:].strip() if text.startswith("*") else ""
        self.case = parts.case(table.address, reader)
        self.offers = Offers(table, parts, reader.language)
        self.place = self.offers.place
        self._ = reader.translate

    def read(self) -> Turn:
        """Return the turn; thanks at either end of a text that is not clear are small talk."""
        turn = self._first_fitting()
        if turn.read_as is ReadAs.UNCLEAR and self._is_thanks:
            return Turn(ReadAs.SMALL_TALK, self.address)
        return turn

    def _first_fitting(self) -> Turn:
        """Return the first of these readings that fits."""
        readings = (
            self._tapped,
            self._changed,
            self._supposed,
            self._named,
            self._corrected,
            self._told,
            self._chosen,
            self._continued,
            self._acted,
        )
        for reading in readings:
            turn = reading()
            if turn:
                return turn
        return self._otherwise(self.text)

    # -- in the words of the card

    def _tapped(self) -> Turn | None:
        """Return what a number, a yes or no, or a label chooses, as a tap would."""
        if not self.reply or len(self.text) > MAX_SHORT:
            return None
        # 'sure' is a reply, and polite too
        for reply in (self.reply, self.frames.wish(self.text)):
            for meaning, replies in self.frames.replies.items():
                if reply in replies:
                    return self._meant(meaning) or self._nowhere()
        answers = self.offers.answers
        number = self.frames.number(self.text)
        if number and number <= len(answers):
            return Turn(ReadAs.ANSWER, answers[number - 1].address)
        if self.reply in self.frames.numbers:
            return None
        further = [action for action in self.actions if action not in answers]
        return self.offers.labelled(self.reply, answers, ReadAs.ANSWER) or self.offers.labelled(
            self.reply, further, ReadAs.ACTION
        )

    def _meant(self, meaning: str) -> Turn | None:
        """Return what yes, no, why, not sure, back or a word for an action chooses."""
        if meaning not in ("yes", "no"):
            address = self._action(meaning)
            return Turn(ReadAs.ACTION, address) if address else None
        language = self.reader.language
        addresses = {
            action.address
            for action in self.offers.answers
            if self.matching.wordings.label(action.label, language).yes_or_no == meaning
        }
        if len(addresses) == 1:
            return Turn(ReadAs.ANSWER, addresses.pop())
        return self._unclear() if self.case and self.case.asked else None

    def _action(self, meaning: str) -> str:
        """Return the address of what the open card offers under a meaning, or an empty text."""
        _ = self._
        match meaning:
            case "back":
                return self._back()
            case "share":
                return self.address
            case "plain":
                return (
                    self.offers.offered(_("In plain words"))
                    or self._viewed(View.WHY)
                    or self.offers.law()
                )
            case "changed":
                return self.offers.offered(_("What changed")) or self._law_before()
            case "again":
                return self.offers.offered(_("Start again"))
            case "following":
                labels = ("▶", _("Another question"), _("Skip"), _("Play again"))
                return next(filter(None, map(self.offers.offered, labels)), "")
            case "previous":
                return self.offers.offered("◀")
        if self.case is None:
            return self.offers.law() or self.offers.first_law() if meaning == "law" else ""
        if self.case.asked:
            return self._viewed(View.WHY)
        views = {"why": View.WHY, "law": View.LAWS}
        return self._viewed(views[meaning]) if meaning in views else ""

    def _law_before(self) -> str:
        """Return the address of what changed in the first law of the open case."""
        if self.case is None:
            return ""
        edition = self.understanding.edition_for(self.reader)
        law = Citation.parse(str(self.case.standing.shown.chart.laws[0]))
        return opened_from(str(ComparePlace(edition, edition, law)), self.address)

    def _viewed(self, view: View) -> str:
        """Return the address of a part of the open case."""
        return self.case.address(replace(self.case.state, view=view)) if self.case else ""

    def _back(self) -> str:
        """Return the address that the card leads back to."""
        _ = self._
        origin = origin_of(self.address)
        if origin and not self.case:
            return origin
        if isinstance(self.place, ComparePlace):
            return str(LawPlace(self.place.citation, self.place.second))
        return self.offers.offered(_(BACK_TO_CASE)) or self.offers.offered(_("Back")) or origin

    # -- the tables and the laws

    def _changed(self) -> Turn | None:
        """Return a score, a board, a law with what a text changes of it: 'and 8?', 'in 1997'."""
        if self._kind is Kind.GREETING:
            return None  # 'thanks' behind a contract is no result
        framed = self._addition or self._supposition or self.starred
        change = framed or self.text.strip(SENTENCE_SIGNS)
        match self.place:
            case ResultsPlace(edition, words):
                words_after = changed_question(words, change)
                if words_after:
                    return Turn(ReadAs.ACTION, str(ResultsPlace(edition, words_after)))
            case LawPlace(citation, edition) | ComparePlace(_, edition, citation):
                place = self._beside(citation, edition, change)
                return Turn(ReadAs.ACTION, str(place)) if place else None
        return None

    def _beside(self, citation: Citation, edition: str, change: str) -> Place | None:
        """Return the same provision in the code that a text names, or another of its law."""
        understand = self.understanding.understand
        if self._kind in (Kind.CITED, Kind.RANGE, Kind.SEVERAL) and not self._addition:
            return None
        dated = understand(f"{citation} {change}", self.reader)
        if dated.dated and not dated.fault:
            if not dated.second_edition:
                return LawPlace(dated.citations[0], dated.edition)
            return ComparePlace(dated.edition, dated.second_edition, dated.citations[0])
        if self._addition:
            for name in (change, f"{citation.law}{change}"):
                cited = understand(name, self.reader)
                if cited.kind is Kind.CITED and not cited.fault:
                    return LawPlace(cited.citations[0], edition)
        return None

    # -- a case put beside the open one

    def _supposed(self) -> Turn | None:
        """Return the case with what a text supposes: 'what if he had led'."""
        case, text = self.case, self._supposition
        if not text:
            return None
        if case is None:
            supposed = self.frames.frame("supposing", self.text)
            return self._told_again(ReadAs.WHAT_IF, text) if supposed else None
        facts = case.supposed(text)
        if not facts and not self._is_of_anybody(text):
            facts = case.commonly_supposed(text)
        news = case.news(facts)
        if facts and not news:
            return self._unchanged(ReadAs.WHAT_IF)
        if not news:
            return self._otherwise(text)
        state = case.with_facts(news, text)
        before = replace(case.state, cursor=None)
        return Turn(ReadAs.WHAT_IF, opened_from(str(ChartPlace(state)), str(ChartPlace(before))))

    def _told_again(self, read_as: ReadAs, change: str) -> Turn | None:
        """Return the story that was searched for, with what a text changes of it first."""
        if not isinstance(self.place, ResultsPlace) or self._kind is not Kind.WORDS:
            return None
        if not self.offers.charts:
            return None
        whole = f"{_without_denied(change).rstrip(SENTENCE_SIGNS)}. {self.place.words}"
        lead = self._outcome(change).lead
        return Turn(read_as, text=change if lead.sure and lead.charts else whole)

    @cached_property
    def _supposition(self) -> str:
        """Return what a text supposes, without the words that suppose it; empty if it does not."""
        frames = self.frames
        inner = frames.frame("supposing", self.text)
        if inner:
            return frames.without_ending("supposed", inner) or inner
        is_asked = self.text.endswith("?") or frames.without_ending("supposed", self.text)
        return self._addition if is_asked else ""

    @property
    def _supposes_anew(self) -> bool:
        """Return whether a text supposes what was not told of before: 'what if i revoke'."""
        inner = self.frames.frame("supposing", self.text)
        return bool(inner) and not self.frames.begins("pointing", inner)

    @cached_property
    def _addition(self) -> str:
        """Return what a text adds or asks besides: 'and not vulnerable?'; empty if it does not."""
        frames = self.frames
        inner = frames.frame("adding", self.text)
        return (frames.without_ending("supposed", inner) or inner) if inner else ""

    # -- what names something by itself

    def _named(self) -> Turn | None:
        """Return a text that is a citation, a score, small talk or the like, and so no answer."""
        if self.case and self.case.asked and self.case.led_answers(self.text):
            return None
        if self._kind is Kind.GREETING:
            return Turn(ReadAs.SMALL_TALK, self.address)
        defined = self._defined()
        if defined:
            return Turn(ReadAs.ACTION, defined)
        is_question = only_asks(Message(self.text)) and not self._supposition
        is_new = self._kind in _NEW_KINDS or is_question
        return Turn(ReadAs.NEW, text=self.text) if is_new else None

    def _defined(self) -> str:
        """Return the address of the term whose meaning a text asks beside a case: 'what is a revoke?'."""
        frames = self.frames
        is_asked = frames.frame("defining", self.text) or frames.without_ending(
            "defined", self.text
        )
        if self.case is None or self._kind is not Kind.TERM or not is_asked:
            return ""
        law = LawPlace(self._reading.citations[0], self._reading.edition)
        return opened_from(str(law), self.address)

    @cached_property
    def _reading(self) -> Reading:
        return self.understanding.understand(self.text, self.reader)

    @property
    def _kind(self) -> Kind:
        return self._reading.kind

    # -- the facts of the case

    def _corrected(self) -> Turn | None:
        """Return the case with what a text corrects: 'sorry, it was declarer'."""
        case = self.case
        # in a chat a star stands before what is put right
        text = self.frames.frame("correcting", self.text) or self.starred
        if case is None:
            return self._told_again(ReadAs.CORRECTION, text) if text else None
        is_sure = bool(text)
        lead, rest = self.matching.wordings.led(self.text)
        match = Match()
        if not is_sure:
            if lead != "no" or not rest:
                return None
            # 'no, he meant it' answers a question that has a no
            match = case.match(case.asked, self.text) if case.asked else match
            if match.chosen and match.coverage >= SURE:
                return None
            text = rest
        text = _without_denied(text)
        facts = case.corrected(text, self.text if is_sure else text)
        news = case.news(facts)
        if case.asked and not is_sure and case.led_answers(self.text):
            # the no may be an answer: an earlier one is changed only if every word is of that
            if not news or not all(case.names(fact, text) for fact in news):
                return None
            if match.coverage:
                return self._unclear(self._change(case, news, text))
        if news:
            line = self._("Changed: {facts}").format(facts=case.line(news))
            state = case.with_facts(news, text)
            return Turn(ReadAs.CORRECTION, case.address(state), lines=(line,))
        if facts:
            return self._unchanged(ReadAs.CORRECTION)
        if not is_sure or self._is_another_case(text):
            return None
        if case.asked and case.told(text).facts:
            # 'sorry, a defender' answers late
            self.text = text
            return self._told()
        review = replace(case.state, view=View.REVIEW, cursor=None)
        line = self._("Which answer is to be changed?")
        return Turn(ReadAs.CORRECTION, case.address(review), lines=(line,))

    def _told(self) -> Turn | None:
        """Return the case with the facts that a text tells, an answer to its question first."""
        case, text = self.case, self._addition or self.text
        if case is None:
            return None
        if self._is_another_case(text):
            return self._yes_or_no()
        telling = case.told(text)
        if telling.doubtful or self._is_name_alone(text):
            return self._unclear()
        news = case.news(telling.facts)
        if not news:
            return self._unchanged(ReadAs.FACT) if telling.facts else None
        if case.contradicts(news):
            return self._unclear(self._change(case, news, text))
        if set(news) == {case.asked}:
            state = case.answered_by(news[case.asked])
            lines = (self._noted(case, news),) if telling.loosely else ()
            return Turn(ReadAs.ANSWER, case.address(state), lines=lines)
        further = {fact: answer for fact, answer in news.items() if fact != case.asked}
        line = self._noted(case, further)
        read_as = ReadAs.ANSWER if case.asked in news else ReadAs.FACT
        return Turn(read_as, case.address(case.with_facts(news, text)), lines=(line,))

    def _noted(self, case: Case, facts: Mapping[str, str]) -> str:
        """Return the line that says what was heard in a text."""
        return self._("Noted: {facts}").format(facts=case.line(facts))

    def _change(self, case: Case, news: Mapping[str, str], text: str) -> Action:
        """Return the action that changes facts of the case to what a text tells."""
        label = self._("Change to: {facts}").format(facts=case.line(news))
        address = case.address(case.with_facts(news, text))
        return Action(label, address, style=Style.MAIN)

    def _is_name_alone(self, text: str) -> bool:
        """Return whether a text is a term or a title that has few words of the answer it fits."""
        case = self.case
        if case is None or not case.asked or self._kind not in _NAMING_KINDS:
            return False
        if self._names_player:
            return False
        match = case.match(case.asked, text)
        return bool(match.keys) and match.share < 0.5 and case.asked not in case.heard(text)

    def _unchanged(self, read_as: ReadAs) -> Turn:
        return Turn(read_as, self.address, lines=(self._("That is how the case stands."),))

    def _is_another_case(self, text: str) -> bool:
        """Return whether a text tells of a case that another chart is surely about."""
        if self.case is None or len(text) <= _BRIEF or self._points_back:
            return False
        lead = self._outcome(text).lead
        if not (lead.sure and lead.charts) or lead.charts[0] in self.case.family:
            return False
        return not (self.case.asked and self.case.surely_answers(text))

    # -- other cards

    def _chosen(self) -> Turn | None:
        """Return the chart, the ruling or the seat that the words of a text choose on the card."""
        if self.case is not None and self.case.asked:
            return None
        options = [
            Option(action.address, action.label, action.detail) for action in self.offers.answers
        ]
        match = self.matching.match(self.text, "", options, self.reader.language)
        return Turn(ReadAs.ANSWER, match.chosen) if match.chosen and match.is_close else None

    def _continued(self) -> Turn | None:
        """Return the chart on the card that hears most in a text: a story goes on."""
        if self.case is not None or self._kind is not Kind.WORDS or self._supposes_anew:
            return None
        text = self._supposition or self._addition or self.text
        lead = self._outcome(self.text).lead
        offered = {place.state.chart for place in self.offers.charts}
        if not offered or (lead.sure and offered.isdisjoint(lead.charts[:1])):
            return None
        hearers = []
        for action in self.actions:
            case = self.parts.case(action.address, self.reader)
            news = case.news(case.surely_told(text) or case.meant(text, case.asked)) if case else {}
            if case and news:
                hearers.append((case, news))
        is_choice = bool(self.offers.answers)
        if isinstance(self.place, ResultsPlace) and is_choice:
            whole = f"{self.place.words.rstrip(SENTENCE_SIGNS)}. {text}"
            lead = self._outcome(whole).lead
            sure = lead.charts[:1] if lead.sure else ()
            hearers = [entry for entry in hearers if not sure or entry[0].state.chart in sure]
            if not hearers:
                return Turn(ReadAs.FACT, text=whole)
        if not hearers:
            return self._nowhere() if is_choice and not lead.sure else None
        case, facts = max(hearers, key=lambda entry: len(entry[1]))
        line = self._noted(case, facts)
        address = opened_from(case.address(case.with_facts(facts, text)), self.address)
        return Turn(ReadAs.FACT, address, lines=(line,))

    def _acted(self) -> Turn | None:
        """Return the action whose label has all words of a text, and few others: 'plain words'."""
        language = self.reader.language
        news = self.matching.wordings.of(self.text, language)
        addresses = set()
        for action in self.actions:
            label = self.matching.wordings.of(action.label, language).words
            place = place_of(action.address)
            # another chart is opened by its whole title alone
            if isinstance(place, ChartPlace) and not self._is_same_chart(place):
                continue
            if news.words <= label and 2 * len(news.words) >= len(label):
                addresses.add(action.address)
        addresses -= {action.address for action in self.offers.answers}
        is_one = len(addresses) == 1 and news.words and not news.denies
        return Turn(ReadAs.ACTION, addresses.pop()) if is_one else None

    def _is_same_chart(self, place: ChartPlace) -> bool:
        return self.case is not None and place.state.chart == self.case.state.chart

    # -- what is left

    def _otherwise(self, text: str) -> Turn:
        """Return a new text, or that it is not clear; ``text`` is without what it supposes by."""
        case, kind = self.case, self._kind
        if text == self.text and not self._is_another_case(text):
            turn = self._yes_or_no()
            if turn:
                return turn
        if kind is Kind.NOTHING:
            return self._nowhere()
        is_framed = bool(self._supposition) and kind is Kind.WORDS and not self._supposes_anew
        if case is None and is_framed and not self._outcome(self.text).lead.sure:
            return self._nowhere()
        if case is None or (kind is not Kind.WORDS and text == self.text):
            is_player = case and case.asked and self._names_player
            return self._unclear() if is_player else Turn(ReadAs.NEW, text=self.text)
        lead = self._outcome(text).lead
        if lead.kind is Kind.NOTHING:
            return self._nowhere()
        # beside an open question a text that leads nowhere surely may still answer it
        is_story = len(text) > _BRIEF and text == self.text and not case.asked
        charts = lead.charts[:1] if lead.sure else lead.charts
        family = case.family
        is_general = text != self.text and self._is_of_anybody(text)
        if is_general:
            # of anybody, even what the case may lead to is not what is open
            family, charts = {case.state.chart, case.standing.shown.chart.id}, charts[:1]
        is_elsewhere = family.isdisjoint(charts) and not self._points_back
        if is_elsewhere and (lead.sure or is_story or is_general):
            return Turn(ReadAs.NEW, text=self.text)
        return self._unclear()

    def _is_of_anybody(self, text: str) -> bool:
        """Return whether a supposition is of no case: 'if I revoke', not 'if I had refused it'."""
        return self.frames.begins("general", text) and not self.frames.begins("pointing", text)

    def _yes_or_no(self) -> Turn | None:
        """Return the answer that begins with the yes or no of a text, whatever it says behind."""
        case = self.case
        answers = case.led_answers(self.text) if case and case.asked else []
        if case is None or len(answers) != 1:
            return None
        return Turn(ReadAs.ANSWER, case.address(case.answered_by(answers[0])))

    @cached_property
    def _points_back(self) -> bool:
        """Return whether a text begins with a word for what was told before: 'he', 'they'."""
        return bool(self.frames.frame("pointing", self.text))

    @cached_property
    def _names_player(self) -> bool:
        """Return whether a text is only the name of a player."""
        words = self.matching.wordings.of(self.text, self.reader.language).words
        return bool(words) and all(word.startswith("@") for word in words)

    def _outcome(self, text: str) -> Outcome:
        return self.parts.outcomes.of(text, self.reader)

    @property
    def _is_thanks(self) -> bool:
        """Return whether a text begins or ends with thanks: 'ok we play on then, cheers'."""
        *_, last = _SIGNS.split(self.text.strip(SENTENCE_SIGNS))
        return any(self.frames.begins("thanking", part) for part in (self.text, last))

    def _nowhere(self) -> Turn:
        return unplaced(self.address, self.reader)

    def _unclear(self, first: Action | None = None) -> Turn:
        """Return the choice between an answer to what is open and something new."""
        _ = self._
        label = _("Back to what is open")
        choices = [first] if first else []
        if self.case and self.case.asked:
            label = _("Answer to: {question}").format(question=self.case.ask())
            choices = choices or self._likely(self.case)
        if not first:
            choices.append(Action(shortened(label, _LABEL), self.address, style=Style.MAIN))
        edition = self.understanding.edition_for(self.reader, self.text)
        new = str(ResultsPlace(edition, self.text))
        if len(new) <= ADDRESS_LIMIT:
            choices.append(Action(_("Something new"), new))
        return Turn(ReadAs.UNCLEAR, self.address, choices=tuple(choices))

    def _likely(self, case: Case) -> list[Action]:
        """Return the answers to the open question that a text may mean, as actions."""
        keys = case.led_answers(self.text) or case.likely(self.text)
        addresses = [case.address(case.answered_by(key)) for key in keys[:_MOST_LIKELY]]
        return [action for action in self.offers.answers if action.address in addresses]

    # -- the actions of the card


def _without_denied(text: str) -> str:
    """Return a text without what it denies behind a comma: 'declarer, not dummy'."""
    head, sign, tail = text.partition(", not ")
    return head if sign and tail else text
