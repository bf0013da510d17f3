"""Answers: every question the program understands, each giving a Card. Knows nothing of Discord or
terminals."""

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Self

from lawbot.answers import about, comparing, laws, scores
from lawbot.answers.addresses import (
    Address,
    ChartPlace,
    ComparePlace,
    ContentsPlace,
    EntrancePlace,
    LawPlace,
    Place,
    QuizPlace,
    ResultsPlace,
    Screen,
    TopicPlace,
    with_ways_back,
)
from lawbot.answers.changes import Changes
from lawbot.answers.club_notes import ClubNotes
from lawbot.answers.finding import Finding, asked_title
from lawbot.answers.kinds import CHARTS, EVERYTHING, Kind
from lawbot.answers.outcome import Outcomes
from lawbot.answers.quiz import Quiz
from lawbot.answers.quiz_cases import Cases
from lawbot.answers.reader import Reader
from lawbot.answers.replying import Replying
from lawbot.answers.rulings import Rulings
from lawbot.answers.suggesting import Suggested, Suggester
from lawbot.answers.understanding import TYPED, Reading, Understanding
from lawbot.cards import Action, Card, CardKind, Menu, Paragraph, Tone
from lawbot.citation import Citation
from lawbot.config import Settings
from lawbot.errors import CitationError, LawbotError
from lawbot.lawbook import Entry, Lawbook, NoSuchProvisionError
from lawbot.search.engine import Search
from lawbot.situations.charts import Situations
from lawbot.text.results import ScoreQuestion

_FIRST = "what happened when a revoke was established"
SLOW = 0.1
"""Seconds from which on an answer is noted in the log."""
_log = logging.getLogger(__name__)


class Answers:
    """The use cases over one lawbook. Every method that returns a card answers any input; none
    raises for what a person typed."""

    def __init__(
        self,
        lawbook: Lawbook,
        situations: Situations,
        default_edition: str | None = None,
        *,
        vectors: bool = True,
        changes: Changes | None = None,
        cases: Cases | None = None,
        keeps_unfound: bool = False,
    ) -> None:
        self._keeps_unfound = keeps_unfound
        self.lawbook = lawbook
        self.situations = situations
        self.search_engine = Search(lawbook, vectors=vectors)
        self.rulings = Rulings(lawbook, situations)
        self.understanding = Understanding(
            lawbook, self.rulings.worded, self.search_engine, default_edition
        )
        self.changes = changes or Changes([])
        self.outcomes = Outcomes(lawbook, self.search_engine, situations, self.understanding)
        self.finding = Finding(lawbook, self.search_engine, self.rulings, self.changes)
        self.replying = Replying(
            self.understanding, self.outcomes.hearing, self.search_engine.languages
        )
        self.quizzing = Quiz(self.rulings, cases or Cases({}))
        self.club_notes = ClubNotes(lawbook, self.rulings, self.understanding)
        self._suggester = Suggester(lawbook, self.rulings.worded, self.search_engine)

        # what one of them answers alone
        self.editions, self.edition, self.edition_for = (
            lawbook.editions,
            lawbook.edition,
            self.understanding.edition_for,
        )
        self.is_readable = lawbook.is_readable
        self.reply, self.may_reply = self.replying.choose, self.replying.may_reply
        self.outcome, self.outcome_in = self.outcomes.of, self.outcomes.in_edition
        self.charts_for, self.charts_in, self.text = (
            self.search_engine.situations,
            self.rulings.worded,
            self.rulings.text,
        )
        self.notes_on = self.club_notes.on

    @classmethod
    def open_all(cls, settings: Settings) -> Self:
        """Opens the lawbook and the charts. Raises LawbotError when either cannot be read."""
        changes = Changes.load(settings.data / "changes")
        situations = Situations.load(settings.data / "situations")
        cases = Cases.load(settings.data / "quiz")
        lawbook = Lawbook.open(settings.lawbook)
        return cls(
            lawbook,
            situations,
            settings.edition,
            changes=changes,
            cases=cases,
            keeps_unfound=settings.keep_unfound,
        )

    def warm(self) -> None:
        """Reads what the first answers would have to wait for: about a quarter of a second that
        nobody at a table should spend."""
        reader = Reader()
        # not through ``_answer``: that this one is slow is expected, and no line in the log
        with suppress(LawbotError):
            reading = self.understanding.understand(_FIRST, reader, EVERYTHING)
            self._card(reading, reader, EVERYTHING)
        self.search_engine.situations("revoke")
        self.suggest("revoke", reader, "any")

    # -- the doors
    # -------------------------------------------------------------------------------------------------------

    def ask(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> Card:
        """The card for any text. A door (a slash command, say) narrows with ``only`` what the text
        may be read as."""
        return self._first(
            lambda: self._noticed(self.understanding.understand(text, reader, only), reader, only),
            reader,
        )

    def address_for(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> str:
        """The address of the one card that the text names (a provision, a chart, a first screen);
        empty where it names none or searches."""
        with suppress(LawbotError):
            return str(self._place(self.understanding.understand(text, reader, only), reader) or "")
        return ""

    def open(self, address: str, reader: Reader) -> Card:
        """The card behind an address that an earlier card offered. An address that leads nowhere
        gives an error card."""

        def opened() -> Card:
            found = Address.parse(address)
            return with_ways_back(self._at(found.place, reader), found.origin, reader)

        return self._answer(opened, reader)

    def score(self, contract: str, vulnerable: str, result: str, reader: Reader) -> Card:
        """The score of a contract (Law 77)."""
        return self._first(
            lambda: scores.score_card(self.lawbook, contract, vulnerable, result, reader), reader
        )

    def board(self, number: int, reader: Reader) -> Card:
        """Dealer and vulnerability of a board (Law 2)."""
        return self._first(
            lambda: scores.asked_card(self.lawbook, ScoreQuestion("board", number=number), reader),
            reader,
        )

    def compare(self, citation: str, reader: Reader, first: str = "", second: str = "") -> Card:
        """What became of a provision from one edition to another: by default to the code in force,
        from the nearest that can be read beside it. '72B1 (1997)' is read in the code it names."""

        def compared() -> Card:
            named, *editions = self.pair_of(citation, reader, first, second)
            return comparing.comparison_card(self.lawbook, self.changes, named, reader, *editions)

        return self._first(compared, reader)

    def index(self, topic: str, reader: Reader) -> Card:
        """A head of the printed index with what stands under it; the search's answer where there is
        no such head."""

        def indexed() -> Card:
            edition = self.understanding.edition_for(reader)
            found = laws.topic_card(self.lawbook, topic, edition, reader)
            if found is not None:
                return found
            _ = reader.translate
            there_is_none = _("There is no printed index here; the words find:")
            why = (
                _("The printed index has no such heading; your words find:")
                if self.lawbook.topics(edition)
                else there_is_none
            )
            card = self.finding.card(
                self.outcomes.of_reading(
                    Reading(Kind.WORDS, " ".join(topic[:TYPED].split()), edition)
                ),
                reader,
            )
            return replace(card, parts=(Paragraph(why, Tone.QUIET), *card.parts))

        return self._first(indexed, reader)

    def help(self, reader: Reader) -> Card:
        """What the bot can do."""
        return about.help_card(self.lawbook, self.quizzing.numbered(0), reader)

    def about(self, reader: Reader) -> Card:
        """Editions, notices, privacy, version."""
        return about.about_card(
            self.lawbook, self.situations, reader, keeps_unfound=self._keeps_unfound
        )

    def quiz(self, only: str, reader: Reader) -> Card:
        """A question of the quiz, drawn at random from those of a topic and a level (words in
        ``only``), or from all."""
        return self._answer(lambda: self.quizzing.card(self.quizzing.drawn(only), reader), reader)

    def suggest(self, text: str, reader: Reader, kind: Suggested) -> list[Action]:
        """What a person may be about to type, best first; of any kind: provisions, terms and
        situations in one list. The address is what to submit."""
        edition = self.lawbook.in_force
        with suppress(LawbotError):
            edition = self.understanding.edition_for(reader, text)
        return self._suggester.suggest(text, edition, kind, reader.language)

    # -- what else a face asks
    # ----------------------------------------------------------------------------------------------

    def every_law(self, reader: Reader) -> Iterator[str]:
        """The addresses of all provisions of the edition that a reader gets, in the order of the
        book."""
        edition = self.edition_for(reader)
        return (str(LawPlace(citation, edition)) for citation in self.lawbook.citations(edition))

    def entry_of(self, text: str, reader: Reader) -> Entry:
        """The one provision that a citation, a term or a heading names, in the code that is named
        with it or in the reader's edition.

        Raises CitationError for other words, NoSuchProvisionError for what is not there.
        """
        reading = self._naming(text, reader)
        return self.lawbook.provision(reading.citations[0], reading.edition)

    def pair_of(
        self, text: str, reader: Reader, first: str = "", second: str = ""
    ) -> tuple[Citation, str, str]:
        """The provision that a text names for a comparison, and the two editions, empty where they
        are to be chosen: a code named in the text comes before ``first``. Raises CitationError
        for other words, NoSuchProvisionError for what the code named has not."""
        reading = self._naming(text, reader)
        return (
            reading.citations[0],
            reading.edition if reading.dated else first,
            second or reading.second_edition,
        )

    def _naming(self, text: str, reader: Reader) -> Reading:
        """The reading of a text that names one provision. Raises CitationError for other words."""
        reading = self.understanding.understand(
            text, reader, frozenset({Kind.CITED, Kind.TERM, Kind.HEADING})
        )
        if reading.fault is not None:
            raise reading.fault
        if not reading.citations:
            raise CitationError(
                "“{text}” is not a citation. Write the law, then the section: 27B1(a).",
                text=reading.text[:40],
            )
        return reading

    # -- how they do it
    # --------------------------------------------------------------------------------------------------

    def _place(self, reading: Reading, reader: Reader) -> Place | None:
        """Where a reading leads that names one card: a provision (or what became of it, where it
        asks where it went), a chart, a first screen; None for any other. Raises LawbotError for
        what the lawbook lacks."""
        match reading:
            case Reading(Kind.CITED | Kind.HEADING | Kind.TERM, citations=(cited,), meaning=""):
                citation = self.lawbook.provision(cited, reading.edition).citation
                if not reading.asks_where_moved:
                    return LawPlace(citation, reading.edition)
                newest = self.lawbook.newest_in(self.lawbook.edition(reading.edition).language)
                return ComparePlace(reading.edition, reading.second_edition or newest, citation)
            case Reading(Kind.CHART):
                return ChartPlace(self.rulings.beginning(reading.chart, reader))
            case Reading(Kind.SITUATIONS):
                return EntrancePlace()
            case Reading(Kind.HELP | Kind.GREETING):
                return Screen.HELP
        return None

    def _noticed(self, reading: Reading, reader: Reader, only: frozenset[Kind]) -> Card:
        """The card for a reading, below what has to be said of the code it is from."""
        card = self._card(reading, reader, only)
        if not reading.notice or not card.found:
            return card
        year = self.lawbook.edition(reading.edition).code
        notice = Paragraph(reader.translate(reading.notice).format(year=year), Tone.NOTE)
        return replace(card, parts=(notice, *card.parts))

    def _card(self, reading: Reading, reader: Reader, only: frozenset[Kind]) -> Card:
        """The card for a reading. Raises LawbotError for what it names and the lawbook lacks."""
        if reading.fault is not None:
            raise reading.fault
        if reading.kind is Kind.TERM:
            return self.finding.term_card(reading, reader)
        if place := self._place(reading, reader):
            return self._at(place, reader)
        match reading:
            case Reading(Kind.RANGE | Kind.SEVERAL):
                return self._several(reading, reader)
            case Reading(asked=ScoreQuestion() as asked):
                return scores.asked_card(self.lawbook, asked, reader)
            case Reading(Kind.EDITION):
                return about.edition_card(self.lawbook, reading, reader)
            case Reading(Kind.QUIZ):
                return self.quiz("", reader)
            case Reading(Kind.COMPARED | Kind.TOPIC as kind):
                return (self.compare if kind is Kind.COMPARED else self.index)(reading.text, reader)
            case Reading(Kind.NOTHING):
                return self.rulings.entrance(reader) if only == CHARTS else self.help(reader)
        if Kind.HEADING in only and Kind.CHART not in only:
            return self.finding.undefined(reading, reader)
        return self.finding.card(self.outcomes.of_reading(reading), reader)

    def _at(self, place: Place, reader: Reader) -> Card:
        match place:
            case LawPlace(citation, edition):
                return self.finding.law_card(self.lawbook.provision(citation, edition), reader)
            case ComparePlace(first, second, citation):
                return comparing.comparison_card(
                    self.lawbook, self.changes, citation, reader, first, second
                )
            case ContentsPlace(edition, law):
                return laws.contents_card(self.lawbook, edition, law, reader)
            case TopicPlace(head):
                return self.index(head, reader)
            case ResultsPlace(edition, text):
                there = replace(reader, edition=edition or reader.edition)
                return self._noticed(self.understanding.understand(text, there), reader, EVERYTHING)
            case EntrancePlace(phase):
                return self.rulings.entrance(reader, phase)
            case ChartPlace(state):
                return self.rulings.card(state, reader)
            case Screen.BOARDS:
                return scores.boards_card(self.lawbook, reader)
            case QuizPlace():
                return self.quizzing.card(place, reader)
            case Screen.HELP:
                return self.help(reader)
            case Screen.ABOUT:
                return self.about(reader)

    def _several(self, reading: Reading, reader: Reader) -> Card:
        _ = reader.translate
        edition = reading.edition
        entries = laws.those_in(self.lawbook, self.understanding.named(reading), edition)
        if not entries:
            return about.error_card(_("None of these provisions is in this edition."), reader)
        if len(entries) == 1:
            return self.finding.law_card(entries[0], reader)
        actions = tuple(laws.links(entries, reader))
        return Card(
            CardKind.RESULTS,
            asked_title(reading.text),
            parts=tuple(Paragraph(f"{action.label}: {action.detail}") for action in actions[:10]),
            source=laws.source_line(self.lawbook, edition),
            address=str(ResultsPlace(edition, reading.text)),
            menus=(Menu(_("Open a law"), actions),),
        )

    def _first(self, make: Callable[[], Card], reader: Reader) -> Card:
        """The answer at a door: whatever opens from it can lead back to it."""
        return self._answer(lambda: with_ways_back(make(), None, reader), reader)

    def _answer(self, make: Callable[[], Card], reader: Reader) -> Card:
        """What ``make`` gives, or the card of what went wrong. A slow answer is noted in the log,
        without what was asked."""
        begin = time.perf_counter()
        try:
            return make()
        except NoSuchProvisionError as error:
            near = laws.those_in(self.lawbook, error.nearest[:10], error.within)
            formerly = comparing.traced(self.lawbook, error.formerly, error.within, reader)
            return about.error_card(
                error.said(reader.translate),
                reader,
                tuple(laws.links(near, reader)),
                tuple(formerly),
            )
        except LawbotError as error:
            return about.error_card(error.said(reader.translate), reader)
        finally:
            took = time.perf_counter() - begin
            if took > SLOW:
                _log.warning("Slow answer %s: %.0f ms.", secrets.token_hex(3).upper(), took * 1000)
