"""Answer every question the program understands with a Card. Knows no Discord and no terminals."""

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Self

from lawbot.book import Entry, Lawbook, NoSuchProvisionError
from lawbot.book.commentary import Commentary
from lawbot.cards import commentary_card, comparison_card, help_card, law_card, score_card, sum_card
from lawbot.cards.address import (
    Address,
    ChartPlace,
    CommentaryPlace,
    ComparePlace,
    ContentsPlace,
    EntrancePlace,
    LawPlace,
    Place,
    QuizPlace,
    ResultsPlace,
    Screen,
    TopicPlace,
    place_of,
    with_ways_back,
)
from lawbot.cards.card import Action, Card, CardKind, Menu, Paragraph, Tone
from lawbot.cards.changes import Changes
from lawbot.cards.chart_card import Rulings
from lawbot.cards.club_notes import ClubNotes
from lawbot.cards.quiz_card import Quiz
from lawbot.cards.quiz_cases import Cases
from lawbot.cards.results_card import Finding, asked_title
from lawbot.charts.load import Situations
from lawbot.config import Settings
from lawbot.decide.kinds import CHARTS, EVERYTHING, Kind
from lawbot.decide.outcome import Outcome, Outcomes
from lawbot.decide.suggestions import Suggested, Suggester
from lawbot.decide.understanding import Reading, Understanding
from lawbot.errors import N_, CitationError, LawbotError, ScoreError
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.limits import MAX_TYPED
from lawbot.message.message import Message
from lawbot.message.scores import ScoreQuestion
from lawbot.message.sums import Mixture, Sum, names_sum, read_sum
from lawbot.search.engine import Search
from lawbot.talk.conversation import Conversation
from lawbot.talk.turn import ReadAs, Reply, Table, Turn, unplaced

if TYPE_CHECKING:
    from lawbot.ear.ear import Ear

_FIRST = "what happened when a revoke was established"
SLOW = 0.1
"""Seconds from which on an answer is noted in the log."""
_MAX_LISTED = 10
"""Most provisions listed in one answer."""
_log = logging.getLogger(__name__)


class Answers:
    """The use cases over one lawbook.

    Every method that returns a card answers any input; none raises for what a person typed."""

    def __init__(
        self,
        lawbook: Lawbook,
        situations: Situations,
        default_edition: str | None = None,
        *,
        changes: Changes | None = None,
        cases: Cases | None = None,
        commentary: Commentary | None = None,
        keeps_unfound: bool = False,
        keeps_asked: bool = False,
    ) -> None:
        self._keeps_unfound, self._keeps_asked = keeps_unfound, keeps_asked
        self.lawbook = lawbook
        self.situations = situations
        self.search_engine = Search(lawbook)
        self.commentary = commentary or Commentary()
        self.rulings = Rulings(lawbook, situations, self.commentary)
        self.understanding = Understanding(
            lawbook,
            self.rulings.worded,
            self.search_engine,
            default_edition,
            self.commentary.names,
        )
        self.changes = changes or Changes([])
        self.outcomes = Outcomes(lawbook, self.search_engine, situations, self.understanding)
        self.finding = Finding(
            lawbook, self.search_engine, self.rulings, self.changes, self.commentary
        )
        self.conversation = Conversation(self.understanding, self.outcomes, self.rulings, self.open)
        self.quizzing = Quiz(self.rulings, cases or Cases({}))
        self.club_notes = ClubNotes(lawbook, self.rulings, self.understanding)
        self._suggester = Suggester(lawbook, self.rulings.worded, self.search_engine)
        self.ear: Ear | None = None
        """A language model that the operator brought, which hears facts besides."""

    @classmethod
    def open_all(cls, settings: Settings) -> Self:
        """Open the lawbook and the charts. Raises LawbotError if either cannot be read."""
        changes = Changes.load(settings.data / "changes")
        situations = Situations.load(settings.data)
        cases = Cases.load(settings.data / "quiz")
        lawbook = Lawbook.open(settings.lawbook)
        answers = cls(
            lawbook,
            situations,
            settings.edition,
            changes=changes,
            cases=cases,
            commentary=Commentary.load(settings.documents),
            keeps_unfound=settings.keep_unfound,
            keeps_asked=settings.keep_asked,
        )
        answers.bring_ear(settings)
        return answers

    def bring_ear(self, settings: Settings) -> None:
        """Listen with the language model of the settings, if they name one. Raises LawbotError."""
        if settings.ear:
            # its packages are for those who bring one
            from lawbot.ear.ear import Ear

            self.ear = Ear.open(settings, self.outcomes)

    def warm(self) -> None:
        """Load what the first answers would have to wait for.

        It takes about a quarter of a second that nobody at a table should spend."""
        reader = Reader()
        # not through ``_answer``: that this one is slow is expected, and no line in the log
        with suppress(LawbotError):
            reading = self.understanding.understand(_FIRST, reader, EVERYTHING)
            self._card(reading, reader, EVERYTHING)
        self.search_engine.situations(Message("revoke"))
        self.suggest("revoke", reader, "any")

    # -- the commands

    def ask(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> Card:
        """Return the card for any text; ``only`` narrows what the text may be read as."""

        def make() -> Card:
            return self._noticed(self.understanding.understand(text, reader, only), reader, only)

        return self._first(make, reader)

    async def listen(
        self, text: str, reader: Reader, server: int, only: frozenset[Kind] = EVERYTHING
    ) -> Outcome | None:
        """Return the outcome of a text that a language model has heard more in, within four seconds.

        None if there is none, its answer would change nothing, or it does not come. ``server`` is
        whose share of questions it takes. Raises nothing.
        """
        if self.ear is None:
            return None
        with suppress(LawbotError):
            return await self.ear.listen(self.outcomes.of(text, reader, only), server)
        return None

    def aided(self, outcome: Outcome, reader: Reader) -> Card:
        """Return the card of an outcome that a language model has heard more in."""
        return self._first(
            lambda: self._under_notice(self.finding.card(outcome, reader), outcome.reading, reader),
            reader,
        )

    def reply(self, turn: Turn, table: Table, reader: Reader) -> Reply:
        """Return the answer to a text as it was read beside what is open, and what is open then."""
        if turn.text or turn.read_as is ReadAs.NEW:
            card = self._beside(turn.text, table, reader)
            # beside an open card a text that finds nothing is about that card
            if not card.found and table != Table():
                return self.reply(unplaced(table.address, reader), table, reader)
        else:
            card = self._answer(partial(self.conversation.card, turn, table, reader), reader)
        goes_on = turn.read_as not in (ReadAs.UNCLEAR, ReadAs.SMALL_TALK)
        after = Table.of(card) if goes_on else Table()
        return Reply(turn, card, after if after != Table() else table)

    def _beside(self, text: str, table: Table, reader: Reader) -> Card:
        """Return the card for a text; a law that it names leads back to what is open."""
        card = self.ask(text, reader)
        origin = place_of(table.address)
        is_law = isinstance(place_of(card.address), LawPlace)
        if is_law and isinstance(origin, ChartPlace | QuizPlace | ResultsPlace):
            return with_ways_back(card, origin, reader)
        return card

    def outcome_after(self, text: str, reply: Reply, reader: Reader) -> Outcome:
        """Return what a text leads to beside what was open: that of the card it opened."""
        place = place_of(reply.card.address)
        if isinstance(place, ChartPlace):
            return self.outcomes.of_state(text, place.state)
        return self.outcomes.of(text, reader)

    def address_for(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> str:
        """Return the address of the one card that the text names.

        Empty if it names none (no provision, chart or first screen) or searches."""
        with suppress(LawbotError):
            return str(self._place(self.understanding.understand(text, reader, only), reader) or "")
        return ""

    def open(self, address: str, reader: Reader) -> Card:
        """Return the card of an address that an earlier card offered.

        An address that leads nowhere gives an error card."""

        def make() -> Card:
            parsed = Address.parse(address)
            card = with_ways_back(self._at(parsed.place, reader), parsed.origin, reader)
            return self.conversation.compared(card, parsed.place, parsed.origin, reader)

        return self._answer(make, reader)

    def score(self, contract: str, vulnerable: str, result: str, reader: Reader) -> Card:
        """Return the score of a contract (Law 77), or what a director's sum comes to."""

        def make() -> Card:
            text = f"{contract} {result}"
            question = read_sum(text)
            if question is None:
                try:
                    return score_card.score_card(self.lawbook, contract, vulnerable, result, reader)
                except ScoreError:
                    if not names_sum(text):
                        raise
                # half a sum is shown what a whole one looks like
                return replace(sum_card.sums_card(self.lawbook, reader), found=False)
            if vulnerable and isinstance(question, Mixture):
                question = question._replace(vulnerable=vulnerable)
            return sum_card.sum_card(self.lawbook, question, reader)

        return self._first(make, reader)

    def board(self, number: int, reader: Reader) -> Card:
        """Return dealer and vulnerability of a board (Law 2)."""
        question = ScoreQuestion("board", number=number)
        return self._first(lambda: score_card.asked_card(self.lawbook, question, reader), reader)

    def compare(self, citation: str, reader: Reader, first: str = "", second: str = "") -> Card:
        """Return what became of a provision from one edition to another.

        By default to the code in force, from the nearest that can be read beside it. '72B1 (1997)'
        is read in the code it names."""

        def make() -> Card:
            provision, *editions = self.pair_of(citation, reader, first, second)
            return comparison_card.comparison_card(
                self.lawbook, self.changes, provision, reader, *editions
            )

        return self._first(make, reader)

    def index(self, topic: str, reader: Reader) -> Card:
        """Return the entries under a head of the printed index.

        If there is no such head, what a search for its words finds."""

        def make() -> Card:
            edition = self.understanding.edition_for(reader)
            card = law_card.topic_card(self.lawbook, topic, edition, reader)
            return card if card is not None else self._search_instead(topic, edition, reader)

        return self._first(make, reader)

    def _search_instead(self, topic: str, edition: str, reader: Reader) -> Card:
        """Return what the words of a topic find, below why it is no index."""
        _ = reader.translate
        why = _("There is no printed index here; the words find:")
        if self.lawbook.topics(edition):
            why = _("The printed index has no such heading; your words find:")
        words = " ".join(topic[:MAX_TYPED].split())
        outcome = self.outcomes.of_reading(Reading(Kind.WORDS, words, edition))
        card = self.finding.card(outcome, reader)
        return replace(card, parts=(Paragraph(why, Tone.QUIET), *card.parts))

    def help(self, reader: Reader) -> Card:
        """Return what the bot can do."""
        return help_card.help_card(self.lawbook, self.quizzing.numbered(0), reader)

    def about(self, reader: Reader) -> Card:
        """Return editions, notices, privacy and version."""
        return help_card.about_card(
            self.lawbook,
            self.situations,
            reader,
            keeps_unfound=self._keeps_unfound,
            keeps_asked=self._keeps_asked,
            listens_at=self.ear.endpoint.host if self.ear else "",
        )

    def quiz(self, only: str, reader: Reader) -> Card:
        """Return a question of the quiz at random, of a topic and a level (words in ``only``).

        One of all if it names none."""
        return self._answer(lambda: self.quizzing.card(self.quizzing.drawn(only), reader), reader)

    def suggest(self, text: str, reader: Reader, kind: Suggested) -> list[Action]:
        """Return what a person may be about to type, best first.

        Of any kind: provisions, terms and situations in one list. The address is what to submit."""
        edition = self.lawbook.in_force
        with suppress(LawbotError):
            edition = self.understanding.edition_for(reader, text)
        return self._suggester.suggest(text, edition, kind, reader.language)

    # -- for the terminal and Discord

    def every_law(self, reader: Reader) -> Iterator[str]:
        """Return the addresses of all provisions of a reader's edition, in the book's order."""
        edition = self.understanding.edition_for(reader)
        return (str(LawPlace(citation, edition)) for citation in self.lawbook.citations(edition))

    def entry_of(self, text: str, reader: Reader) -> Entry:
        """Return the one provision that a citation, a term or a heading names.

        It is of the code that is named with it, else of the reader's edition. Raises CitationError
        for other words, NoSuchProvisionError for what is not there.
        """
        reading = self._naming(text, reader)
        return self.lawbook.provision(reading.citations[0], reading.edition)

    def pair_of(
        self, text: str, reader: Reader, first: str = "", second: str = ""
    ) -> tuple[Citation, str, str]:
        """Return the provision that a text names for a comparison, and the two editions.

        An edition that is to be chosen is empty; a code named in the text comes before ``first``.
        Raises CitationError for other words, NoSuchProvisionError for what that code has not."""
        reading = self._naming(text, reader)
        return (
            reading.citations[0],
            reading.edition if reading.dated else first,
            second or reading.second_edition,
        )

    def _naming(self, text: str, reader: Reader) -> Reading:
        """Return the reading of a text that names one provision. Raises CitationError."""
        kinds = frozenset({Kind.CITED, Kind.TERM, Kind.HEADING})
        reading = self.understanding.understand(text, reader, kinds)
        if reading.fault is not None:
            raise reading.fault
        if not reading.citations:
            raise CitationError(
                N_("I do not know a law “{text}”. Try 27B1."),
                text=reading.text[:40],
            )
        return reading

    # -- from readings to cards

    def _place(self, reading: Reading, reader: Reader) -> Place | None:
        """Return the place of the one card that a reading names; None for any other.

        That is a provision (or what became of it, if it asks where it went; or what a body says of
        it), a chart or a first screen. Raises LawbotError for what the lawbook lacks."""
        match reading:
            case Reading(Kind.CITED | Kind.HEADING | Kind.TERM, citations=(cited,), meaning=""):
                citation = self.lawbook.provision(cited, reading.edition).citation
                if not reading.asks_where_moved:
                    return LawPlace(citation, reading.edition)
                newest = self.lawbook.newest_in(self.lawbook.edition(reading.edition).language)
                return ComparePlace(reading.edition, reading.second_edition or newest, citation)
            case Reading(Kind.COMMENTARY, citations=(cited,)):
                citation = self.lawbook.provision(cited, reading.edition).citation
                return CommentaryPlace(citation, reading.body)
            case Reading(Kind.CHART):
                return ChartPlace(self.rulings.beginning(reading.chart, reader))
            case Reading(Kind.SITUATIONS):
                return EntrancePlace()
            case Reading(Kind.HELP | Kind.GREETING):
                return Screen.HELP
        return None

    def _noticed(self, reading: Reading, reader: Reader, only: frozenset[Kind]) -> Card:
        """Return the card for a reading, below the note on its code, if any."""
        return self._under_notice(self._card(reading, reader, only), reading, reader)

    def _under_notice(self, card: Card, reading: Reading, reader: Reader) -> Card:
        """Return the card of a reading below the note on its code, if any."""
        if not reading.notice or not card.found:
            return card
        year = self.lawbook.edition(reading.edition).code
        notice = Paragraph(reader.translate(reading.notice).format(year=year), Tone.NOTE)
        return replace(card, parts=(notice, *card.parts))

    def _card(self, reading: Reading, reader: Reader, only: frozenset[Kind]) -> Card:
        """Return the card for a reading. Raises LawbotError for what the lawbook lacks."""
        if reading.fault is not None:
            raise reading.fault
        if reading.kind is Kind.TERM:
            return self.finding.term_card(reading, reader)
        if place := self._place(reading, reader):
            return self._at(place, reader)
        match reading:
            case Reading(Kind.RANGE | Kind.SEVERAL):
                return self._several(reading, reader)
            case Reading(asked=question) if question is not None:
                return self._reckoned(question, reader)
            case Reading(Kind.EDITION):
                return help_card.edition_card(self.lawbook, reading, reader)
            case Reading(Kind.QUIZ):
                return self.quiz("", reader)
            case Reading(Kind.COMPARED):
                return self.compare(reading.text, reader)
            case Reading(Kind.TOPIC):
                return self.index(reading.text, reader)
            case Reading(Kind.NOTHING):
                return self.rulings.entrance(reader) if only == CHARTS else self.help(reader)
        # a text that may name terms but no chart is asked of /define
        if Kind.HEADING in only and Kind.CHART not in only:
            return self.finding.undefined(reading, reader)
        return self.finding.card(self.outcomes.of_reading(reading), reader)

    def _at(self, place: Place, reader: Reader) -> Card:
        match place:
            case LawPlace(citation, edition):
                return self.finding.law_card(self.lawbook.provision(citation, edition), reader)
            case ComparePlace(first, second, citation, word_by_word):
                return comparison_card.comparison_card(
                    self.lawbook,
                    self.changes,
                    citation,
                    reader,
                    first,
                    second,
                    word_by_word=word_by_word,
                )
            case CommentaryPlace(citation, body):
                return commentary_card.commentary_card(
                    self.commentary, self.lawbook, citation, reader, body
                )
            case ContentsPlace(edition, law):
                return law_card.contents_card(self.lawbook, edition, law, reader)
            case TopicPlace(head):
                return self.index(head, reader)
            case ResultsPlace(edition, text):
                in_edition = replace(reader, edition=edition or reader.edition)
                reading = self.understanding.understand(text, in_edition)
                return self._noticed(reading, reader, EVERYTHING)
            case EntrancePlace(phase):
                return self.rulings.entrance(reader, phase)
            case ChartPlace(state):
                return self.rulings.card(state, reader)
            case QuizPlace():
                return self.quizzing.card(place, reader)
            case Screen():
                return self._screen(place, reader)

    def _screen(self, screen: Screen, reader: Reader) -> Card:
        """Return a card of which there is one."""
        match screen:
            case Screen.BOARDS:
                return score_card.boards_card(self.lawbook, reader)
            case Screen.SUMS:
                return sum_card.sums_card(self.lawbook, reader)
            case Screen.HELP:
                return self.help(reader)
            case Screen.ABOUT:
                return self.about(reader)

    def _reckoned(self, question: ScoreQuestion | Sum, reader: Reader) -> Card:
        """Return the card of a question about the tables, or of a sum. Raises ScoreError."""
        if isinstance(question, ScoreQuestion):
            return score_card.asked_card(self.lawbook, question, reader)
        return sum_card.sum_card(self.lawbook, question, reader)

    def _several(self, reading: Reading, reader: Reader) -> Card:
        """Return the card of some provisions, or of the only one that the edition has."""
        _ = reader.translate
        edition = reading.edition
        entries = law_card.those_in(self.lawbook, self.understanding.named(reading), edition)
        if not entries:
            return help_card.error_card(_("None of these provisions is in this edition."), reader)
        if len(entries) == 1:
            return self.finding.law_card(entries[0], reader)
        actions = tuple(law_card.links(entries, reader))
        lines = (f"{action.label}: {action.detail}" for action in actions[:_MAX_LISTED])
        return Card(
            CardKind.RESULTS,
            asked_title(reading.text),
            parts=tuple(map(Paragraph, lines)),
            source=law_card.source_line(self.lawbook, edition),
            address=str(ResultsPlace(edition, reading.text)),
            menus=(Menu(_("Open a law"), actions),),
        )

    def _first(self, make: Callable[[], Card], reader: Reader) -> Card:
        """Return the answer to a command: whatever opens from it can lead back to it."""
        return self._answer(lambda: with_ways_back(make(), None, reader), reader)

    def _answer(self, make: Callable[[], Card], reader: Reader) -> Card:
        """Return the card that ``make`` makes, or one of what went wrong.

        A slow answer is noted in the log, without what was asked."""
        begin = time.perf_counter()
        try:
            return make()
        except NoSuchProvisionError as error:
            near = law_card.those_in(self.lawbook, error.nearest[:_MAX_LISTED], error.within)
            formerly = comparison_card.traced(self.lawbook, error.formerly, error.within, reader)
            return help_card.error_card(
                error.said(reader.translate),
                reader,
                tuple(law_card.links(near, reader)),
                tuple(formerly),
            )
        except CitationError as error:
            text = str(error.values.get("text", ""))
            edition = self.understanding.edition_for(reader)
            nearest = self.finding.nearest(text, edition, reader) if text else ()
            return help_card.error_card(error.said(reader.translate), reader, nearest)
        except LawbotError as error:
            return help_card.error_card(error.said(reader.translate), reader)
        finally:
            seconds = time.perf_counter() - begin
            if seconds > SLOW:
                number = secrets.token_hex(3).upper()
                _log.warning("Slow answer %s: %.0f ms.", number, seconds * 1000)
