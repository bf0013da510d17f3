"""Read a text beside what is open: an answer, a fact, a correction, a what-if, or something new.

What is open stands in the address of its card, and nothing else is remembered. The order in which a
text is read is that of ``Conversation.read``; every door uses it. In doubt no fact is changed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple

from rapidfuzz.distance import OSA

from lawbot.book import Lawbook
from lawbot.cards.address import (
    ORIGIN,
    Address,
    ChartPlace,
    ComparePlace,
    LawPlace,
    Place,
    QuizPlace,
    ResultsPlace,
    opened_from,
    origin_of,
    place_of,
)
from lawbot.cards.card import ADDRESS_LIMIT, Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.cards.chart_card import Rulings
from lawbot.cards.score_card import changed_question
from lawbot.cards.titles import shortened
from lawbot.case import Case
from lawbot.charts.heard_facts import Hearing
from lawbot.charts.seats import seated
from lawbot.charts.state import Standing, State, View, stand
from lawbot.charts.walk import Ruled, Step
from lawbot.decide.kinds import Kind
from lawbot.decide.matching import SURE, Match, Matching, Option
from lawbot.decide.outcome import Outcome, Outcomes
from lawbot.decide.understanding import Reading, Understanding
from lawbot.errors import N_, LawbotError
from lawbot.language import Languages
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.limits import MAX_SHORT, MAX_TYPED
from lawbot.message.message import Message
from lawbot.search.charts import only_asks

_MIN_START = 3
"""Least letters of a text that may be the start of an answer."""
_MIN_MISSPELT = 6
"""Least letters of a word that may have one wrong letter."""
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
_OPEN_PLACES = (ChartPlace, ComparePlace, LawPlace, QuizPlace, ResultsPlace)
"""Places whose cards are gone on from; the help and the contents are not."""
_MOST_LIKELY = 2
"""Most answers that are offered for a text that may mean them."""
_MOST_POLITE = 3
"""Most polite words on either side of what is wished."""
_LABEL = 75
"""Most characters of the way back to an open question."""
_WORD = re.compile(r"\w+")
_HEAD = re.compile(r"[^,;:.(–—]*")
"""The part of a text before its first sign."""
_SENTENCE_SIGNS = " ?!.…"
_SIGNS = re.compile(r"[,.;:!]+\s*")
BACK_TO_CASE = N_("Back to the case before")


class ReadAs(StrEnum):
    """The reading of a text beside the card that is open."""

    ANSWER = "answer"
    FACT = "fact"
    CORRECTION = "correction"
    WHAT_IF = "what_if"
    ACTION = "action"
    NEW = "new"
    UNCLEAR = "unclear"
    SMALL_TALK = "small_talk"


_UNANSWERED = (ReadAs.NEW, ReadAs.UNCLEAR)
"""Readings of a text that nothing open answers."""


class Table(NamedTuple):
    """The card that is open: its address, and its actions if it has none."""

    address: str = ""
    actions: tuple[Action, ...] = ()

    @classmethod
    def of(cls, card: Card) -> "Table":
        """Return the table with a card on it; empty for an error, the help and the like."""
        table = cls(card.address, _actions(card))
        return table if card.found and is_open(table) else cls()


class Turn(NamedTuple):
    """A text as it was read.

    ``address`` is of the card it opens, ``text`` what is asked afresh if it opens none. ``lines``
    say what was understood, ``choices`` are ways on if it is not clear.
    """

    read_as: ReadAs
    address: str = ""
    text: str = ""
    lines: tuple[str, ...] = ()
    choices: tuple[Action, ...] = ()


class Reply(NamedTuple):
    """The answer to a text: how it was read, its card, and what is open after it."""

    turn: Turn
    card: Card
    table: Table


class Conversation:
    """Reads texts beside what is open."""

    def __init__(
        self,
        lawbook: Lawbook,
        understanding: Understanding,
        outcomes: Outcomes,
        rulings: Rulings,
        open_card: Callable[[str, Reader], Card],
    ) -> None:
        self.lawbook = lawbook
        self.understanding = understanding
        self.outcomes = outcomes
        self.rulings = rulings
        self.hearing: Hearing = outcomes.hearing
        self.languages: Languages = outcomes.search.languages
        self.open_card = open_card
        self.matching = Matching(outcomes.search)

    def read(self, text: str, table: Table, reader: Reader) -> Turn:
        """Return what a text is beside what is open. Any text may be given."""
        typed = " ".join(text[:MAX_TYPED].split())
        if table.address and not table.actions:
            # a card that no longer stands leaves nothing open
            opened = Table.of(self.open_card(table.address, reader))
            table = Table(table.address if opened.actions else "", opened.actions)
        if not is_open(table):
            return Turn(ReadAs.NEW, text=text)
        turn = _Turning(self, typed, table, reader).read()
        case = origin_of(table.address)
        if turn.read_as in _UNANSWERED and self.case(case, reader):
            # a law looked up beside a case leaves the case open
            actions = _actions(self.open_card(case, reader))
            behind = _Turning(self, typed, Table(case, actions), reader).read()
            return turn if behind.read_as in _UNANSWERED else behind
        return turn

    def case(self, address: str, reader: Reader) -> Case | None:
        """Return the case of an address; None for another place, or if its chart has changed."""
        with suppress(LawbotError):
            match Address.parse(address):
                case Address(ChartPlace(state), origin):
                    parts = (self.rulings, self.outcomes.hearing, self.matching)
                    return Case(*parts, state, str(origin or ""), reader)
        return None

    # -- the cards of turns

    def card(self, turn: Turn, table: Table, reader: Reader) -> Card:
        """Return the card of a turn that asks nothing afresh."""
        _ = reader.translate
        if turn.read_as is ReadAs.SMALL_TALK:
            return self._short(_("All right."), turn, table, reader)
        if turn.choices:
            return self._short(_("Which do you mean?"), turn, table, reader)
        if not (turn.address or table.address):
            choices = tuple(action for action in table.actions if action.style is Style.MAIN)
            return self._short(_("Go on"), turn._replace(choices=choices), table, reader)
        card = self.open_card(turn.address or table.address, reader)
        lines = tuple(Paragraph(line, Tone.NOTE) for line in turn.lines)
        return replace(
            card,
            parts=(*lines, *card.parts),
            found=card.found and turn.read_as is not ReadAs.UNCLEAR,
        )

    def unclear(self, address: str, reader: Reader) -> Turn:
        """Return the turn for a text that is no answer and finds nothing: the open card stays."""
        _ = reader.translate
        line = _(
            "I could not place that. Type an answer or its number, what happened, “what if …”, “why” or “back”."
        )
        return Turn(ReadAs.UNCLEAR, address, lines=(line,))

    def _short(self, title: str, turn: Turn, table: Table, reader: Reader) -> Card:
        """Return a card of one line, from which what is open is one tap away."""
        _ = reader.translate
        rows = turn.choices
        if not rows and table.address:
            rows = (Action(_("Go on"), table.address, style=Style.MAIN),)
        lines = tuple(map(Paragraph, turn.lines))
        is_answer = turn.read_as is ReadAs.SMALL_TALK
        return Card(CardKind.NOTICE, title, lines, rows=(rows,), found=is_answer)

    def compared(self, card: Card, place: Place, origin: Place | None, reader: Reader) -> Card:
        """Return the card of a supposed case with what differs from the case it was put beside."""
        match place, origin:
            case ChartPlace(state), ChartPlace(before) if state.chart == before.chart:
                return self._beside(card, state, before, reader)
        return card

    def _beside(self, card: Card, state: State, before: State, reader: Reader) -> Card:
        _ = reader.translate
        charts = self.rulings.worded(reader.language)
        now, then = stand(charts, state), stand(charts, before)
        new, old = _trail(now), _trail(then)
        common = [fact for fact in new if fact in old]
        changed = [fact for fact in common if new[fact].answer.id != old[fact].answer.id]
        if not changed:
            changed = [fact for fact in new if fact not in old]
        tell = partial(seated, seat=state.seat, language=reader.language)
        facts = " · ".join(tell(new[fact].clause) for fact in changed[:2])
        parts = []
        if facts:
            parts.append(Paragraph(_("What if: {facts}").format(facts=facts), Tone.NOTE))
        if isinstance(then.reached, Ruled):
            line = _("Before: {ruling}").format(ruling=tell(then.reached.ruling.headline))
            parts.append(Paragraph(line, Tone.QUIET))
        back = Action(_(BACK_TO_CASE), str(ChartPlace(before)), style=Style.PLAIN)
        return replace(card, parts=(*parts, *card.parts), rows=(*card.rows, (back,)))

    # -- what all readings use

    def fold(self, text: str) -> str:
        """Return the words of a text without case, marks and signs."""
        return " ".join(_WORD.findall(self.languages.unmarked(text).replace("'", "")))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Numbers, in digits and in the words of every language."""
        numbers = {}
        for language in self.languages.values():
            for number, word in enumerate(language.numerals, 1):
                numbers[self.fold(word)] = number
        return numbers | {str(number): number for number in range(1, 10)}

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """Words for the first answer, the second and so on, of every language."""
        ordinals: dict[str, int] = {}
        for language in self.languages.values():
            for number, words in enumerate(language.replies.ordinals, 1):
                ordinals |= dict.fromkeys(map(self.fold, words), number)
        return ordinals

    def number(self, text: str) -> int:
        """Return the number of the answer that a text picks; 0 if it picks none.

        '4', 'number 4', 'the second one, I think'.
        """
        line = text.strip(_SENTENCE_SIGNS)
        behind = self.frame("picking", line)
        head = _HEAD.match(behind or line)
        picked = head[0] if head else ""
        # a script without blanks between words has one where a sign may stand
        for name in (picked, *picked.split()[:1]):
            number = self.ordinals.get(self.fold(self.without_ending("picked", name) or name))
            if number:
                return number
        # '4, a trick is moved' may be no answer, 'number 4, a trick is moved' is one
        is_alone = bool(behind) or picked == line
        name = self.without_ending("picked", picked) or picked
        return self.numbers.get(self.fold(name), 0) if is_alone else 0

    @cached_property
    def replies(self) -> dict[str, frozenset[str]]:
        """Short replies of every language by their meaning."""
        folded: dict[str, frozenset[str]] = {}
        for language in self.languages.values():
            for name, words in language.replies.whole.items():
                folded[name] = folded.get(name, frozenset()) | frozenset(map(self.fold, words))
        return folded

    def frame(self, kind: str, text: str) -> str:
        """Return a text without its frame of a kind ('supposing'); empty if it has none."""
        line = text.strip(_SENTENCE_SIGNS)
        match = self._frames[kind].match(line)
        if match is None:
            return ""
        return line[match.end() :].strip(" ,;:" + _SENTENCE_SIGNS)

    def wish(self, text: str) -> str:
        """Return the words of a text without what is polite around them: 'show me the law, please'."""
        line = text
        for _round in range(_MOST_POLITE):
            line = self.frame("wishing", line) or line
            line = self.without_ending("wished", line) or line
        return self.fold(line)

    def begins(self, kind: str, text: str) -> bool:
        """Return whether a text begins with words of a kind."""
        return self._frames[kind].match(text.strip(_SENTENCE_SIGNS)) is not None

    def without_ending(self, kind: str, text: str) -> str:
        """Return a text without an ending of a kind ('supposed'); empty if it has none."""
        line = text.strip(_SENTENCE_SIGNS)
        match = self._endings[kind].search(line)
        return line[: match.start()].strip(" ,;:" + _SENTENCE_SIGNS) if match else ""

    @cached_property
    def _frames(self) -> dict[str, re.Pattern[str]]:
        return {kind: self._pattern(kind, behind=False) for kind in self._frame_kinds}

    @cached_property
    def _endings(self) -> dict[str, re.Pattern[str]]:
        return {kind: self._pattern(kind, behind=True) for kind in self._frame_kinds}

    @cached_property
    def _frame_kinds(self) -> list[str]:
        kinds = (language.replies.frames for language in self.languages.values())
        return list(dict.fromkeys(chain.from_iterable(kinds)))

    def _pattern(self, kind: str, *, behind: bool) -> re.Pattern[str]:
        """Return a pattern of the words of a frame at one end of a text, the longest first."""
        spellings: dict[str, str] = {}
        for language in self.languages.values():
            edge = r"(?!\w)" if language.has_words else ""
            for phrase in language.replies.frames.get(kind, ()):
                for spelling in (phrase, language.plain(phrase)):
                    escaped = re.escape(spelling)
                    spellings[spelling] = (
                        rf"(?<!\w){escaped}" if behind and edge else escaped + edge
                    )
        ordered = sorted(spellings, key=lambda spelling: -len(spelling))
        alternatives = "|".join(spellings[spelling] for spelling in ordered) or "(?!)"
        pattern = rf"(?:{alternatives})$" if behind else rf"(?:{alternatives})"
        return re.compile(pattern, re.IGNORECASE)


class _Turning:
    """Reads one text beside one open card."""

    def __init__(
        self,
        conversation: Conversation,
        text: str,
        table: Table,
        reader: Reader,
    ) -> None:
        self.conversation = conversation
        self.matching = conversation.matching
        self.text, self.reader = text, reader
        self.address, self.actions = table.address, table.actions
        self.reply = conversation.fold(text)
        self.place = place_of(table.address)
        self.case = conversation.case(table.address, reader)
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
        for reply in (self.reply, self.conversation.wish(self.text)):
            for meaning, replies in self.conversation.replies.items():
                if reply in replies:
                    return self._meant(meaning) or self._nowhere()
        answers = self._answers
        number = self.conversation.number(self.text)
        if number and number <= len(answers):
            return Turn(ReadAs.ANSWER, answers[number - 1].address)
        if self.reply in self.conversation.numbers:
            return None
        further = [action for action in self.actions if action not in answers]
        return self._labelled(answers, ReadAs.ANSWER) or self._labelled(further, ReadAs.ACTION)

    def _labelled(self, actions: Sequence[Action], read_as: ReadAs) -> Turn | None:
        """Return the turn of the one action whose label a text is, or begins."""
        for is_named in (self._is_label, self._begins_label):
            addresses = {action.address for action in actions if is_named(action)}
            if len(addresses) == 1:
                return Turn(read_as, addresses.pop())
        return None

    def _meant(self, meaning: str) -> Turn | None:
        """Return what yes, no, why, not sure, back or a word for an action chooses."""
        if meaning not in ("yes", "no"):
            address = self._action(meaning)
            return Turn(ReadAs.ACTION, address) if address else None
        language = self.reader.language
        addresses = {
            action.address
            for action in self._answers
            if self.matching.label(action.label, language).yes_or_no == meaning
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
                return self._offered(_("In plain words")) or self._viewed(View.WHY) or self._law()
            case "changed":
                return self._offered(_("What changed")) or self._law_before()
            case "again":
                return self._offered(_("Start again"))
            case "following":
                labels = ("▶", _("Another question"), _("Skip"), _("Play again"))
                return next(filter(None, map(self._offered, labels)), "")
            case "previous":
                return self._offered("◀")
        if self.case is None:
            return self._law() or self._first_law() if meaning == "law" else ""
        if self.case.asked:
            return self._viewed(View.WHY)
        views = {"why": View.WHY, "law": View.LAWS}
        return self._viewed(views[meaning]) if meaning in views else ""

    def _law_before(self) -> str:
        """Return the address of what changed in the first law of the open case."""
        if self.case is None:
            return ""
        edition = self.conversation.understanding.edition_for(self.reader)
        law = Citation.parse(str(self.case.standing.shown.chart.laws[0]))
        return opened_from(str(ComparePlace(edition, edition, law)), self.address)

    def _viewed(self, view: View) -> str:
        """Return the address of a part of the open case."""
        return self.case.address(replace(self.case.state, view=view)) if self.case else ""

    def _offered(self, words: str) -> str:
        """Return the address of the first action with these words in its label."""
        addresses = (action.address for action in self.actions if words in action.label)
        return next(addresses, "")

    def _law(self) -> str:
        """Return the address of the open law, unless it was looked up beside a case."""
        is_of_case = isinstance(place_of(origin_of(self.address)), ChartPlace)
        return self.address if isinstance(self.place, LawPlace) and not is_of_case else ""

    def _first_law(self) -> str:
        """Return the address of the first law that the card leads to; empty on a law."""
        if isinstance(self.place, LawPlace):
            return ""
        for action in self.actions:
            if isinstance(place_of(action.address), LawPlace):
                return action.address
        return ""

    def _back(self) -> str:
        """Return the address that the card leads back to."""
        _ = self._
        origin = origin_of(self.address)
        if origin and not self.case:
            return origin
        if isinstance(self.place, ComparePlace):
            return str(LawPlace(self.place.citation, self.place.second))
        return self._offered(_(BACK_TO_CASE)) or self._offered(_("Back")) or origin

    # -- the tables and the laws

    def _changed(self) -> Turn | None:
        """Return a score, a board, a law with what a text changes of it: 'and 8?', 'in 1997'."""
        if self._kind is Kind.GREETING:
            return None  # 'thanks' behind a contract is no result
        change = self._addition or self._supposition or self.text.strip(_SENTENCE_SIGNS)
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
        understand = self.conversation.understanding.understand
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
            supposed = self.conversation.frame("supposing", self.text)
            return self._told_again(ReadAs.WHAT_IF, text) if supposed else None
        facts = case.supposed(text)
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
        if not self._charts:
            return None
        whole = f"{_without_denied(change).rstrip(_SENTENCE_SIGNS)}. {self.place.words}"
        lead = self._outcome(change).lead
        return Turn(read_as, text=change if lead.sure and lead.charts else whole)

    @cached_property
    def _supposition(self) -> str:
        """Return what a text supposes, without the words that suppose it; empty if it does not."""
        talk = self.conversation
        inner = talk.frame("supposing", self.text)
        if inner:
            return talk.without_ending("supposed", inner) or inner
        is_asked = self.text.endswith("?") or talk.without_ending("supposed", self.text)
        return self._addition if is_asked else ""

    @property
    def _supposes_anew(self) -> bool:
        """Return whether a text supposes what was not told of before: 'what if i revoke'."""
        inner = self.conversation.frame("supposing", self.text)
        return bool(inner) and not self.conversation.begins("pointing", inner)

    @cached_property
    def _addition(self) -> str:
        """Return what a text adds or asks besides: 'and not vulnerable?'; empty if it does not."""
        talk = self.conversation
        inner = talk.frame("adding", self.text)
        return (talk.without_ending("supposed", inner) or inner) if inner else ""

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
        talk = self.conversation
        is_asked = talk.frame("defining", self.text) or talk.without_ending("defined", self.text)
        if self.case is None or self._kind is not Kind.TERM or not is_asked:
            return ""
        law = LawPlace(self._reading.citations[0], self._reading.edition)
        return opened_from(str(law), self.address)

    @cached_property
    def _reading(self) -> Reading:
        return self.conversation.understanding.understand(self.text, self.reader)

    @property
    def _kind(self) -> Kind:
        return self._reading.kind

    # -- the facts of the case

    def _corrected(self) -> Turn | None:
        """Return the case with what a text corrects: 'sorry, it was declarer'."""
        case = self.case
        text = self.conversation.frame("correcting", self.text)
        if case is None:
            return self._told_again(ReadAs.CORRECTION, text) if text else None
        is_sure = bool(text)
        lead, rest = self.matching.led(self.text)
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
            return Turn(ReadAs.ANSWER, case.address(state))
        further = {fact: answer for fact, answer in news.items() if fact != case.asked}
        line = self._("Noted: {facts}").format(facts=case.line(further))
        read_as = ReadAs.ANSWER if case.asked in news else ReadAs.FACT
        return Turn(read_as, case.address(case.with_facts(news, text)), lines=(line,))

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
        return bool(lead.sure and lead.charts) and lead.charts[0] not in self.case.family

    # -- other cards

    def _chosen(self) -> Turn | None:
        """Return the chart, the ruling or the seat that the words of a text choose on the card."""
        if self.case is not None and self.case.asked:
            return None
        options = [Option(action.address, action.label, action.detail) for action in self._answers]
        match = self.matching.match(self.text, "", options, self.reader.language)
        return Turn(ReadAs.ANSWER, match.chosen) if match.chosen and match.is_close else None

    def _continued(self) -> Turn | None:
        """Return the chart on the card that hears most in a text: a story goes on."""
        if self.case is not None or self._kind is not Kind.WORDS or self._supposes_anew:
            return None
        text = self._supposition or self._addition or self.text
        lead = self._outcome(self.text).lead
        offered = {place.state.chart for place in self._charts}
        if not offered or (lead.sure and offered.isdisjoint(lead.charts[:1])):
            return None
        hearers = []
        for action in self.actions:
            case = self.conversation.case(action.address, self.reader)
            news = case.news(case.surely_told(text)) if case else {}
            if case and news:
                hearers.append((case, news))
        is_choice = bool(self._answers)
        if isinstance(self.place, ResultsPlace) and is_choice:
            whole = f"{self.place.words.rstrip(_SENTENCE_SIGNS)}. {text}"
            lead = self._outcome(whole).lead
            sure = lead.charts[:1] if lead.sure else ()
            hearers = [entry for entry in hearers if not sure or entry[0].state.chart in sure]
            if not hearers:
                return Turn(ReadAs.FACT, text=whole)
        if not hearers:
            return self._nowhere() if is_choice and not lead.sure else None
        case, facts = max(hearers, key=lambda entry: len(entry[1]))
        line = self._("Noted: {facts}").format(facts=case.line(facts))
        address = opened_from(case.address(case.with_facts(facts, text)), self.address)
        return Turn(ReadAs.FACT, address, lines=(line,))

    @property
    def _charts(self) -> list[ChartPlace]:
        """Return the charts that the card leads to."""
        places = [place_of(action.address) for action in self.actions]
        return [place for place in places if isinstance(place, ChartPlace)]

    def _acted(self) -> Turn | None:
        """Return the action whose label has all words of a text, and few others: 'plain words'."""
        language = self.reader.language
        news = self.matching.wording(self.text, language)
        addresses = set()
        for action in self.actions:
            label = self.matching.wording(action.label, language).words
            place = place_of(action.address)
            # another chart is opened by its whole title alone
            if isinstance(place, ChartPlace) and not self._is_same_chart(place):
                continue
            if news.words <= label and 2 * len(news.words) >= len(label):
                addresses.add(action.address)
        addresses -= {action.address for action in self._answers}
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
        is_general = text != self.text and self.conversation.begins("general", text)
        if is_general:
            # of anybody, even what the case may lead to is not what is open
            family, charts = {case.state.chart, case.standing.shown.chart.id}, charts[:1]
        is_elsewhere = family.isdisjoint(charts) and not self._points_back
        if is_elsewhere and (lead.sure or is_story or is_general):
            return Turn(ReadAs.NEW, text=self.text)
        return self._unclear()

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
        return bool(self.conversation.frame("pointing", self.text))

    @cached_property
    def _names_player(self) -> bool:
        """Return whether a text is only the name of a player."""
        words = self.matching.wording(self.text, self.reader.language).words
        return bool(words) and all(word.startswith("@") for word in words)

    def _outcome(self, text: str) -> Outcome:
        return self.conversation.outcomes.of(text, self.reader)

    @property
    def _is_thanks(self) -> bool:
        """Return whether a text begins or ends with thanks: 'ok we play on then, cheers'."""
        *_, last = _SIGNS.split(self.text.strip(_SENTENCE_SIGNS))
        return any(self.conversation.begins("thanking", part) for part in (self.text, last))

    def _nowhere(self) -> Turn:
        return self.conversation.unclear(self.address, self.reader)

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
        edition = self.conversation.understanding.edition_for(self.reader, self.text)
        new = str(ResultsPlace(edition, self.text))
        if len(new) <= ADDRESS_LIMIT:
            choices.append(Action(_("Something new"), new))
        return Turn(ReadAs.UNCLEAR, self.address, choices=tuple(choices))

    def _likely(self, case: Case) -> list[Action]:
        """Return the answers to the open question that a text may mean, as actions."""
        keys = case.led_answers(self.text) or case.likely(self.text)
        addresses = [case.address(case.answered_by(key)) for key in keys[:_MOST_LIKELY]]
        return [action for action in self._answers if action.address in addresses]

    # -- the actions of the card

    @cached_property
    def _answers(self) -> list[Action]:
        """Return the answers to the question on the card, or the charts it lets choose from."""
        # an action that leads back to where the others come from is no answer
        origins = {action.address.partition(ORIGIN)[2] for action in self.actions}
        answers = []
        for action in self.actions:
            if action.style is Style.MAIN and action.address not in origins:
                if not action.address.startswith(("sit/", "quiz/")):
                    return []
                answers.append(action)
        places = [place_of(action.address) for action in self.actions]
        views = {place.state.view for place in places if isinstance(place, ChartPlace)}
        is_ruled = not views.isdisjoint((View.STEPS, View.LAWS))
        return answers if len(answers) > 1 and not is_ruled else []

    def _is_label(self, action: Action) -> bool:
        """Return whether a text is an action's label, with or without its yes or no."""
        return self.reply in self._spellings(action)

    def _begins_label(self, action: Action) -> bool:
        """Return whether a text begins an action's label, but for a letter of a long word."""
        if len(self.reply) < _MIN_START:
            return False
        return any(_begins(spelling, self.reply) for spelling in self._spellings(action))

    def _spellings(self, action: Action) -> tuple[str, str]:
        """Return the label of an action, whole and without its yes or no."""
        rest = self.matching.label(action.label, self.reader.language).rest
        return self.conversation.fold(action.label), self.conversation.fold(rest)


def is_open(table: Table) -> bool:
    """Return whether a text can go on from a card: it has a place, or lets choose a chart."""
    if table.address:
        return isinstance(place_of(table.address), _OPEN_PLACES)
    return any(action.address.startswith(("sit/", "quiz/")) for action in table.actions)


def _actions(card: Card) -> tuple[Action, ...]:
    """Return the actions of a card: of its rows, then of its menus."""
    menus = chain.from_iterable(menu.actions for menu in card.menus)
    return (*chain.from_iterable(card.rows), *menus)


def _trail(standing: Standing) -> dict[str, Step]:
    """Return the steps on the way of a case by fact, each as it was first asked."""
    trail: dict[str, Step] = {}
    for step in standing.reached.trail:
        trail.setdefault(step.fact, step)
    return trail


def _without_denied(text: str) -> str:
    """Return a text without what it denies behind a comma: 'declarer, not dummy'."""
    head, sign, tail = text.partition(", not ")
    return head if sign and tail else text


def _begins(label: str, reply: str) -> bool:
    """Return whether a label begins with these words, but for a letter in a long one."""
    label_words, reply_words = label.split(), reply.split()
    if len(label_words) < len(reply_words):
        return False
    return all(map(_is_same_word, label_words, reply_words))


def _is_same_word(word: str, typed: str) -> bool:
    if word == typed:
        return True
    is_long = min(len(word), len(typed)) >= _MIN_MISSPELT
    return is_long and OSA.distance(word, typed) == 1
