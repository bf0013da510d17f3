"""Read what people type: a citation, a term, a chart, a score, a greeting, or words to search for."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from lawbot.book import Lawbook, NoSuchProvisionError
from lawbot.charts.load import Situations
from lawbot.charts.model import JOIN
from lawbot.decide.kinds import EVERYTHING, Kind
from lawbot.decide.names import Names, singulars, stems
from lawbot.errors import N_, CitationError, LawbotError, NoSuchLawError, ScoreError
from lawbot.language import SOURCE
from lawbot.language.methods import initials, whole_signs
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation, CitationRange, Span
from lawbot.limits import MAX_TYPED
from lawbot.message.citations import (
    citations_in,
    law_and_subject,
    numbered,
    read_range,
    read_several,
)
from lawbot.message.message import Message
from lawbot.message.question_frames import bare, likened, without_asking, without_chart
from lawbot.message.scores import ScoreQuestion, read_question
from lawbot.message.small_talk import asked_body, asks_edition, body_names, said_to_us
from lawbot.message.sums import Sum, read_sum
from lawbot.message.topic import asks_advice, is_elsewhere
from lawbot.message.vocabulary import vocabulary
from lawbot.search.codes import dated_entry
from lawbot.search.dates import undated_notice
from lawbot.search.engine import Search

_MAX_CITATION_LENGTH = 80
"""Most characters of a text that asks for the one provision it cites.

A longer text tells a story that mentions it."""
_CARD_LAWS = (8, 9, 10)
"""Laws whose sections are written like cards; up to seven, calls are no citations anyway."""
_CARD_WORDS = 4
"""Most words of a text that may cite such a section: ``what does 9C say``."""
_MOST_OF_NAME = 0.8
"""Least part of the words of a name that names it, if others are left out."""
_TERM_WORDS = 4
"""Most words of a term."""
_HITS_IN_LAW = 50
"""Provisions found among which one inside the law asked for is looked for."""
_BRACKETED = re.compile(r"\[\[([^\[\]]{1,60})\]\]")
_BARE_CITATION = re.compile(r"\d{1,2}[\w().]*", re.ASCII)
"""A text that is a citation from its first character to its last.

Unless a bid is asked about, no other reading is tried: suggestions submit such texts, and most
people open a law by typing one."""
_CODE_KINDS = frozenset(
    {Kind.CITED, Kind.RANGE, Kind.SEVERAL, Kind.TERM, Kind.HEADING, Kind.CHART, Kind.WORDS}
)
"""Readings that are answered from the texts of a code."""
_EDGE_SIGNS = " !.?,"
"""Characters around a text that say nothing."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of a typed text.

    ``text`` is what was typed, in one line and bounded, for a name without its frame; ``edition`` the
    edition that answers. ``citations`` are the provisions it names (one for CITED, TERM and HEADING,
    the ends for RANGE); ``meaning`` is what an abbreviation stands for; ``chart`` a chart's id;
    ``asked`` a contract, a board's number, a difference in points or a sum.
    """

    kind: Kind
    text: str
    edition: str
    citations: tuple[Citation, ...] = ()
    span: CitationRange | None = None
    meaning: str = ""
    chart: str = ""
    asked: ScoreQuestion | Sum | None = None
    dated: bool = False
    """Whether the text names a code or a time; ``edition`` is then of that code."""
    asks_where_moved: bool = False
    """Whether it asks where a provision of an older code moved, in ``second_edition`` if it names one."""
    second_edition: str = ""
    """The edition to compare with, if the text names two codes."""
    notice: str = ""
    """A sentence about the code, shown above the answer; ``{year}`` is that of the edition."""
    fault: LawbotError | None = None
    """The reason for NOTHING, if the text can be told what is wrong with it."""
    language: str = SOURCE
    """The language of the text."""
    body: str = ""
    """The body whose commentary is asked for, as it is typed; empty for that of any."""


class Understanding:
    """Read typed texts against one lawbook, its charts and its lexicon."""

    def __init__(
        self,
        lawbook: Lawbook,
        worded: Callable[[str], Situations],
        search: Search,
        default_edition: str | None = None,
        bodies: Sequence[str] = (),
    ) -> None:
        self.lawbook = lawbook
        self._bodies = body_names(bodies)
        self.situations = worded(SOURCE)
        self.search = search
        self.names = Names(lawbook, search)
        self.default_edition = default_edition if default_edition in lawbook.editions else None

    def edition_for(self, reader: Reader, text: str = "") -> str:
        """Return the edition for a reader: the one asked for, else the newest in the text's language.

        The text's language is the reader's own if that knows the words. For English the default
        edition comes first, if there is one. Raises LawbookError for an unknown edition.
        """
        language = self.search.language_of(text, reader.language)
        return self._edition(reader, Message(text), language)

    def _edition(self, reader: Reader, message: Message, language: str) -> str:
        if reader.edition:
            return self.lawbook.edition(reader.edition).id
        readers_edition = self.lawbook.newest_in(reader.language)
        if language == SOURCE != reader.language:
            names = _names_in(message, self.names.longest(readers_edition))
            # People who read the Laws in another language use their English terms in it.
            if any(self._named(name.text, readers_edition) for name in names):
                return readers_edition
        default = self.default_edition if language == SOURCE else None
        return default or self.lawbook.newest_in(language)

    def named(self, reading: Reading) -> list[Citation]:
        """Return the provisions that a reading names: all of a range, or one by one.

        A range holds the neighbours from its first to its last."""
        span = reading.span
        if span is None:
            return list(reading.citations)
        law = span.first.parent
        neighbours = [c for c in self.lawbook.citations(reading.edition) if c.parent == law]
        inside = [citation for citation in neighbours if span.contains(citation)]
        return inside or [span.first]

    def understand(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> Reading:
        """Return the reading of a text among the kinds that a door lets through.

        A text of no other kind is WORDS, or NOTHING if empty. Any text may be given; its first
        ``MAX_TYPED`` characters are read. What is written as a citation and can be none ('Law 94', '4711')
        is NOTHING, with its fault. Raises LawbookError for an unknown edition, and nothing else.
        """
        typed = " ".join(whole_signs(text[:MAX_TYPED]).split())
        if Kind.CITED in only and Kind.SCORE not in only and _BARE_CITATION.fullmatch(typed):
            with suppress(CitationError):
                citations = (Citation.parse(typed),)
                is_known = reader.language in self.search.languages
                language = reader.language if is_known else SOURCE
                edition = self._edition(reader, Message(typed), language)
                return Reading(Kind.CITED, typed, edition, citations)
        reading = self._read(typed, reader, only)
        if reading.dated or reading.fault or reading.kind not in _CODE_KINDS:
            return reading
        return replace(reading, notice=undated_notice(Message(typed), self.lawbook.codes))

    def _read(self, typed: str, reader: Reader, only: frozenset[Kind]) -> Reading:
        """Return the reading of a text that is no bare citation."""
        message = Message(numbered(typed))
        line = message.text
        language = self.search.language_of(typed, reader.language)
        # 'law sixteen please' is in the reader's language, as '16' is: its frame does not count.
        inner = message.bare.text
        if language == SOURCE and inner != typed:
            language = self.search.language_of(inner, reader.language)
        edition = self._edition(reader, message, language)
        if not line:
            return Reading(Kind.NOTHING, line, edition)
        for reading in self._candidates(message, edition, language):
            if reading is not None and (reading.kind in only or reading.fault):
                return replace(reading, language=language)
        if Kind.CHART in only and Kind.WORDS not in only:
            reading = self._part_of_chart(inner, edition, language)
            if reading:
                return reading
        return Reading(Kind.WORDS, line, edition, language=language)

    def _candidates(
        self, message: Message, edition: str, language: str
    ) -> Iterator[Reading | None]:
        """Yield the possible readings: exact names, then near ones, then citations in the text."""
        yield self._commentary(message)
        yield self._advice(message, edition)
        names = _names_in(message, self.names.longest(edition))
        for name in names:
            yield from self._readings(name, edition, language)
        # A whole name, be it misspelt, goes before one of which words are left out.
        for least in (1.0, _MOST_OF_NAME):
            for name in names:
                yield self._near(name.text, edition, language, least)
        if message not in names:
            yield self._several(message, edition)

    def _readings(self, message: Message, edition: str, language: str) -> Iterable[Reading | None]:
        """Yield the possible readings of a name, the surest first."""
        line = message.text
        yield self._chart_by_id(line, edition)
        yield self._edition_asked(message, edition)
        yield self._meaning(message, edition)
        yield self._likened(message, edition)
        yield self._command(message, edition)
        yield self._chart_asked(message, edition, language)
        yield self._reply(line, edition)
        yield self._commanded(line, edition, language)
        yield self._dated(message, edition, language)
        yield self._score(line, edition)
        yield self._cited(message, edition)
        yield self._part_about(message, edition)
        yield self._several(message, edition)
        yield self._named(line, edition)
        yield self._chart(line, edition, language)

    def _near(self, line: str, edition: str, language: str, least: float) -> Reading | None:
        """Return the heading, else the chart, of whose name at least that part is in the line.

        Words may be misspelt. None if another name fits as well."""
        name = _plain(line)
        # A single misspelt word is searched for.
        if " " not in name and self.names.language(edition).has_words:
            return None
        law = self.names.near_title(name, edition, least)
        if law:
            return Reading(Kind.HEADING, line, edition, (law,))
        return self._part_of_chart(line, edition, language, least)

    # -- one after the other
    # ---------------------------------------------------------------------------------------------

    def _chart_by_id(self, line: str, edition: str) -> Reading | None:
        """Return the chart for 'chart:revoke', as suggestions submit it."""
        chart = line.removeprefix(JOIN)
        if line.startswith(JOIN) and chart in self.situations:
            return Reading(Kind.CHART, line, edition, chart=chart)
        return None

    def _edition_asked(self, message: Message, edition: str) -> Reading | None:
        """Return EDITION if the book itself is asked for: 'which version is this', 'laws 2027'."""
        is_asked = asks_edition(message)
        return Reading(Kind.EDITION, message.text, edition) if is_asked else None

    def _commentary(self, message: Message) -> Reading | None:
        """Return the law for which a text asks what a body says: 'EBU interpretation of law 40'."""
        line = message.text
        if len(line) > _MAX_CITATION_LENGTH:
            return None
        body = asked_body(message, self._bodies)
        citations = [] if body is None else list(citations_in(line))
        if body is None or len(citations) != 1:
            return None
        law = citations[0].citation
        return Reading(Kind.COMMENTARY, line, self.lawbook.in_force, (law,), body=body)

    def _command(self, message: Message, edition: str) -> Reading | None:
        """Return the reading of a greeting or a call for help, the quiz or the charts."""
        plain = _plain(message.text)
        kind = said_to_us(Message(plain) if plain else message)
        return Reading(Kind(kind), message.text, edition) if kind else None

    def _reply(self, line: str, edition: str) -> Reading | None:
        """Return NOTHING with its fault for 'yes' or 'why?', said without a question to answer."""
        languages = self.search.languages.values()
        if not any(_plain(line) in language.replies.every for language in languages):
            return None
        fault = LawbotError(
            N_(
                "That answers no question here. Tap an answer or type its number, or tell what happened."
            )
        )
        return Reading(Kind.NOTHING, line, edition, fault=fault)

    def _commanded(self, line: str, edition: str, language: str) -> Reading | None:
        """Return the reading of a command's name without its slash: 'compare 27B1', 'index penalty'."""
        folded = line.casefold()
        commands = (name for name in self._commands_of if folded.startswith(f"{name} "))
        command = next(commands, None)
        if command is None:
            return None
        kind = self._commands_of[command]
        subject = line[len(command) :].strip()
        if kind is Kind.TOPIC:
            is_head = self._is_in_index(subject, edition)
            return Reading(kind, subject, edition) if is_head else None
        message = Message(subject)
        reading = (
            self._dated(message, edition, language)
            or self._cited(message, edition)
            or self._named(subject, edition)
        )
        if reading is None or reading.fault:
            return reading
        if len(reading.citations) != 1:
            return None
        return Reading(kind, subject, reading.edition, reading.citations)

    def _advice(self, message: Message, edition: str) -> Reading | None:
        """Return NOTHING with its fault if a text asks what to bid or play."""
        if not asks_advice(message):
            return None
        fault = LawbotError(
            N_(
                "I know the Laws, not what is best to bid or play. Tell me what went wrong, or ask what is allowed."
            )
        )
        return Reading(Kind.NOTHING, message.text, edition, fault=fault)

    def _is_in_index(self, subject: str, edition: str) -> bool:
        """Return whether a head of the printed index contains the subject."""
        folded = subject.casefold()
        for topic in self.lawbook.topics(edition):
            if any(folded in head.casefold() for head in topic.path):
                return True
        return False

    def _dated(self, message: Message, edition: str, language: str) -> Reading | None:
        """Return a provision named with its code or a date: '72B1 (1997)', '27B1 in 2009'."""
        try:
            result = dated_entry(self.lawbook, message, edition, language)
        except NoSuchProvisionError as error:
            return Reading(Kind.NOTHING, message.text, error.within, fault=error)
        if result is None:
            return None
        entry, by_date, second_edition, notice = result
        source = self.lawbook.edition(entry.edition)
        newest = self.lawbook.edition(self.lawbook.newest_in(source.language))
        names_older_code = source.code < newest.code and not by_date
        return Reading(
            Kind.CITED,
            message.text,
            source.id,
            (entry.citation,),
            dated=True,
            asks_where_moved=bool(second_edition) or names_older_code,
            second_edition=second_edition,
            notice=notice,
        )

    def _cited(self, message: Message, edition: str) -> Reading | None:
        """Return the provision or the range that a text cites and nothing else."""
        line = message.text
        try:
            span = _span(message)
        except NoSuchLawError as error:
            return Reading(Kind.NOTHING, line, edition, fault=error)
        except CitationError as error:
            # Letters may be words; a number alone can only be meant as a citation.
            if any(char.isalpha() for char in line):
                return None
            return Reading(Kind.NOTHING, line, edition, fault=error)
        if span.first != span.last:
            return Reading(Kind.RANGE, line, edition, tuple(span), span=span)
        if span.first.term:
            term = bare(span.first.term)
            return (
                self._term(term, term, edition)
                or self._meant(term, edition)
                or Reading(Kind.TERM, term, edition, (span.first,))
            )
        return Reading(Kind.CITED, line, edition, (self._as_printed(span.first, edition),))

    def _as_printed(self, citation: Citation, edition: str) -> Citation:
        """Return a citation as the edition spells it: '68(b)' is 68B; unchanged if it has none such."""
        if not citation.items or citation.section:
            return citation
        try:
            return self.lawbook.provision(citation, edition).citation
        except NoSuchProvisionError:
            return citation

    def _part_about(self, message: Message, edition: str) -> Reading | None:
        """Return the part of a law that is about a subject: 'the part of 16 about penalty cards'.

        It is the best hit inside that law, else the whole of it."""
        request = law_and_subject(message.bare)
        if request is None:
            return None
        law, subject = request
        result = self.search.find(Message(subject), edition, _HITS_IN_LAW)
        citations = [hit.citation for hit in result.hits]
        parts = (citation for citation in citations if law.contains(citation) and citation != law)
        return Reading(Kind.CITED, message.text, edition, (next(parts, law),))

    def _score(self, line: str, edition: str) -> Reading | None:
        """Return the question about a score, a board, IMPs or a sum that a text asks."""
        sum_asked = read_sum(line)
        if sum_asked is not None:
            return Reading(Kind.SUM, line, edition, asked=sum_asked)
        try:
            question = read_question(line)
        except ScoreError:
            return None
        return Reading(Kind(question.kind), line, edition, asked=question) if question else None

    def _several(self, message: Message, edition: str) -> Reading | None:
        """Return the citations in running text: all of several, or one if little else is said."""
        line = message.text
        if is_elsewhere(message):  # 'law 11 of football'
            return None
        citations = read_several(message) or read_several(message.bare)
        if not citations:
            spans = (span for span in citations_in(line) if not _is_card(span, message))
            citations = tuple(dict.fromkeys(span.citation for span in spans))
        if len(citations) > 1:
            return Reading(Kind.SEVERAL, line, edition, citations)
        if citations and len(line) <= _MAX_CITATION_LENGTH:
            return Reading(Kind.CITED, line, edition, citations)
        return None

    def _named(self, line: str, edition: str) -> Reading | None:
        """Return a defined term, an abbreviation, a heading, or a head of the index, word for word."""
        name = line.strip(_EDGE_SIGNS)
        reading = (
            self._term(name, line, edition)
            or self._heading(_plain(line), line, edition)
            or self._meant(name, edition)
        )
        if reading is None:
            law = self.names.indexed(_plain(line), edition)
            if law:
                return Reading(Kind.TERM, line, edition, (law,))
        return reading

    def _term(self, name: str, line: str, edition: str) -> Reading | None:
        """Return the defined term of that name, or the one that an abbreviation stands for."""
        terms = self.names.terms(edition)
        language = self.names.language(edition)
        folded = language.folded(name)
        for spelling in (*singulars(folded), folded.replace(" ", "")):  # 'mis information'
            if spelling in terms:
                return Reading(Kind.TERM, line, edition, (terms[spelling],))
        if " " in name:
            return None
        meanings: list[str] = []
        for code in dict.fromkeys((language.code, SOURCE)):
            meanings += self.search.meanings(name, code)
        for meaning in meanings:
            for spelling in singulars(language.folded(meaning)):
                if spelling in terms and spelling != folded:
                    law = terms[spelling]
                    return Reading(Kind.TERM, name, edition, (law,), meaning=meanings[0])
        return None

    def _meant(self, name: str, edition: str) -> Reading | None:
        """Return the heading that an abbreviation of no defined term stands for."""
        meaning = next(iter(self.search.meanings(name)), "")
        letters = initials(meaning)[:2]  # 'BOOT' is short for 'bid out of rotation'
        if " " in name or len(letters) < 2 or not name.casefold().startswith(letters):
            return None
        heading = self._heading(_plain(meaning), name, edition)
        return replace(heading, kind=Kind.TERM, meaning=meaning) if heading else None

    def _heading(self, plain: str, line: str, edition: str) -> Reading | None:
        """Return the provision with that heading, word for word."""
        titles = self.names.titles(edition)
        tokens = self.names.language(edition).words(plain.replace("&", " "))
        spellings = singulars(" ".join(tokens))
        law = next((titles[spelling] for spelling in spellings if spelling in titles), None)
        # If a law and a chart have one name, the law comes first: its chart is a button on it.
        if law is None and self.names.chart(plain, SOURCE):
            laws = []
            for title, citation in titles.items():
                if citation.parent is None and set(tokens) <= stems(title):
                    laws.append((len(title), citation))
            law = min(laws)[1] if laws else None
        return Reading(Kind.HEADING, line, edition, (law,)) if law is not None else None

    def _meaning(self, message: Message, edition: str) -> Reading | None:
        """Return the one term or abbreviation whose meaning a text asks: 'LA means what'."""
        words = _WORD.findall(without_asking(message.line))
        readings: dict[tuple[Citation, ...], Reading] = {}
        start = 0
        while start < len(words):
            end, reading = self._longest_term(words, start, edition)
            if reading:
                readings[reading.citations] = reading
            start = end
        return next(iter(readings.values())) if len(readings) == 1 else None

    def _likened(self, message: Message, edition: str) -> Reading | None:
        """Return two terms of which a text asks whether one is the other: 'is pass a bid'."""
        readings = [self._term(name, name, edition) for name in likened(message.line)]
        citations = dict.fromkeys(reading.citations[0] for reading in readings if reading)
        if len(citations) != len(readings) or len(citations) < 2:
            return None
        return Reading(Kind.SEVERAL, message.text, edition, tuple(citations))

    def _longest_term(
        self, words: list[str], start: int, edition: str
    ) -> tuple[int, Reading | None]:
        """Return where the longest term from a word on ends, and its reading; None without one."""
        for end in range(min(start + _TERM_WORDS, len(words)), start, -1):
            # A single word counts only as an abbreviation, in capitals.
            if end > start + 1 or words[start].isupper():
                name = " ".join(words[start:end])
                reading = self._term(name, name, edition)
                if reading:
                    return end, reading
        return start + 1, None

    def _chart(self, line: str, edition: str, language: str) -> Reading | None:
        """Return the chart with that name."""
        chart = self.names.chart(_plain(line), language)
        return Reading(Kind.CHART, line, edition, chart=chart) if chart else None

    def _chart_asked(self, message: Message, edition: str, language: str) -> Reading | None:
        """Return the chart that is asked for by a part of its name: 'the chart for revokes'."""
        name = without_chart(message.bare.text)
        if not name:
            return None
        return (
            self._chart(name, edition, language)
            or self._chart_of_term(name, edition)
            or self._part_of_chart(name, edition, language)
        )

    def _chart_of_term(self, name: str, edition: str) -> Reading | None:
        """Return the chart of the law that defines a term: 'sơ đồ renonce'."""
        term = self._term(_plain(name), name, edition)
        if term is None:
            return None
        defined = term.citations[0]
        chart = next(iter(self.search.charts_on(defined, edition)), "")
        # A chart of another law only cites the term, and would be sure and beside.
        if chart not in self.situations or self.situations[chart].laws[0] != defined.law:
            return None
        return Reading(Kind.CHART, name, edition, chart=chart)

    def _part_of_chart(
        self, line: str, edition: str, language: str, least: float = 0
    ) -> Reading | None:
        """Return the chart of whose name, in any language, at least that part is in the line.

        None if another chart has as much of its name in it."""
        charts = list(self.names.charts(_plain(line), language).items())
        if not charts:
            return None
        chart, part = charts[0]
        is_tied = len(charts) > 1 and charts[1][1] >= part
        if part < least or is_tied:
            return None
        return Reading(Kind.CHART, line, edition, chart=chart)

    # -- what is looked up
    # -------------------------------------------------------------------------------------------------

    @cached_property
    def _commands_of(self) -> dict[str, Kind]:
        """Return the words, in any language, that stand for a command before its subject."""
        commands: dict[str, Kind] = {}
        for language in self.search.languages.values():
            commands |= dict.fromkeys(language.doors.compare, Kind.COMPARED)
            commands |= dict.fromkeys(language.doors.index, Kind.TOPIC)
        return commands


def _span(message: Message) -> CitationRange:
    """Return what a text cites and nothing else, with a frame or without. Raises CitationError."""
    try:
        return read_range(message)
    except NoSuchLawError:
        raise
    except CitationError:
        if message.bare is message:
            raise
        return read_range(message.bare)


def _names_in(message: Message, longest: int) -> list[Message]:
    """Return the texts in double brackets, the text itself, and the text without its frame.

    Of a text longer than any name, only those in brackets."""
    names = list(map(Message, _BRACKETED.findall(message.text)))
    if len(message.text) <= longest:
        names.append(message)
        if message.bare is not message:
            names.append(message.bare)
    return names


def _plain(line: str) -> str:
    """Return the text in lower case, without the signs around it."""
    return line.casefold().strip(_EDGE_SIGNS)


def _is_card(span: Span, message: Message) -> bool:
    """Return whether a bare citation is a card or a call of a story: 'he led the 9C'."""
    cited = span.citation
    is_like_card = (
        cited.law in _CARD_LAWS and cited.section in tuple("CDHS") and not cited.paragraph
    )
    if not is_like_card or not message.text[span.start].isdigit():
        return False
    acts = frozenset[str]().union(*vocabulary().acts)
    return len(message.tokens) > _CARD_WORDS or not acts.isdisjoint(message.lemmas.split())
