"""One reading of what people type, whatever the door: a citation, a term, a chart, a score, a
greeting, or words to search for."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from lawbot.answers.kinds import EVERYTHING, Kind
from lawbot.answers.names import Names, singulars, stems
from lawbot.answers.reader import Reader
from lawbot.citation import Citation, CitationRange
from lawbot.errors import N_, CitationError, LawbotError, NoSuchLawError, ScoreError
from lawbot.language import SOURCE
from lawbot.language.methods import initials, whole_signs
from lawbot.lawbook import Lawbook, NoSuchProvisionError
from lawbot.search.dated import dated, undated_notice
from lawbot.search.engine import Search
from lawbot.situations.charts import JOIN, Situations
from lawbot.text.citing import citations_in, law_and_subject, numbered, read_range, read_several
from lawbot.text.frames import (
    asks_edition,
    bare,
    is_elsewhere,
    said_to_us,
    without_asking,
    without_chart,
)
from lawbot.text.results import ScoreQuestion, read_question

TYPED = 2000
"""Characters of a typed text that are looked at, by anything."""
_CITING = 80
"""Characters up to which a text with one citation in it asks for that provision, rather than
telling a story that mentions it."""
_NEAR = 0.55
"""Closeness of the nearest phrase from which on what an abbreviation finds is taken for its
meaning."""
_MOST = 0.8
"""Part of the words of a name from which on it is that name, be others left out."""
_TERM_WORDS = 4
"""Words of a term, at most."""
_IN_LAW = 50
"""Provisions found among which one within the law asked for is looked for."""
_BRACKETED = re.compile(r"\[\[([^\[\]]{1,60})\]\]")
_AS_CITATION = re.compile(r"\d{1,2}[\w().]*", re.ASCII)
"""Written as a citation from its first sign to its last. Where no bid is asked about, it is nothing
else, and no other reading is tried: it is what suggestions submit, and most of what is typed to
open a law."""
_OF_A_CODE = frozenset(
    {Kind.CITED, Kind.RANGE, Kind.SEVERAL, Kind.TERM, Kind.HEADING, Kind.CHART, Kind.WORDS}
)
"""Readings that are answered from the texts of a code."""
_AROUND = " !.?,"
"""Signs around a text that say nothing."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text was read as. ``text`` is what was typed, in one line and bounded, for a name
    without its frame; ``edition`` the one it asks of.

    ``citations`` are the provisions it names (one for CITED, TERM and HEADING, the ends for RANGE);
    ``meaning`` what an abbreviation stands for; ``chart`` a chart's id; ``asked`` a contract, a
    board's number or a difference in points.
    """

    kind: Kind
    text: str
    edition: str
    citations: tuple[Citation, ...] = ()
    span: CitationRange | None = None
    meaning: str = ""
    chart: str = ""
    asked: ScoreQuestion | None = None
    dated: bool = False
    """Whether the text itself names a code or a time with the provision; ``edition`` is of that
    code."""
    went: bool = False
    """Whether it asks where the provision went: that of an older code, or from one code to another,
    to the edition ``beside``."""
    beside: str = ""
    notice: str = ""
    """A sentence to say above the answer about the code it is from: with ``{year}`` for that of the
    edition."""
    fault: LawbotError | None = None
    """Why there is NOTHING to answer, where the text can be told what is wrong with it."""
    language: str = SOURCE
    """The language it is written in."""


class Understanding:
    """Reads what people type against one lawbook, its charts and its lexicon."""

    def __init__(
        self,
        lawbook: Lawbook,
        worded: Callable[[str], Situations],
        search: Search,
        default_edition: str | None = None,
    ) -> None:
        self.lawbook = lawbook
        self.situations = worded(SOURCE)
        self.search = search
        self.names = Names(lawbook, search)
        self.default_edition = default_edition if default_edition in lawbook.editions else None

    def edition_for(self, reader: Reader, text: str = "") -> str:
        """The edition a reader gets: the one asked for; else the newest in the language of the
        text, which is the reader's own where that knows the words; else the default, else the
        one in force.

        Raises LawbookError for one that was asked for and is not there.
        """
        return self._edition(reader, text, self.search.language_of(text, reader.language))

    def _edition(self, reader: Reader, text: str, written: str) -> str:
        if reader.edition:
            return self.lawbook.edition(reader.edition).id
        own = self.lawbook.newest_in(reader.language)
        if written == SOURCE != reader.language and any(
            self._named(said, own) for said in _names_in(text, self.names.longest(own))
        ):
            # a term of the Laws in English, as people who read them in another
            # language say it
            return own
        return (self.default_edition if written == SOURCE else None) or self.lawbook.newest_in(
            written
        )

    def named(self, reading: Reading) -> list[Citation]:
        """The provisions of a range (the neighbours from its first to its last), or those named one
        by one."""
        span = reading.span
        if span is None:
            return list(reading.citations)
        inside = [
            c
            for c in self.lawbook.citations(reading.edition)
            if span.contains(c) and c.parent == span.first.parent
        ]
        return inside or [span.first]

    def understand(self, text: str, reader: Reader, only: frozenset[Kind] = EVERYTHING) -> Reading:
        """The reading of a text among the kinds that a door lets through; words (or nothing) when
        it is none of the others.

        Any text may be given; the first ``TYPED`` characters of it are read. What is written as a
        citation and can be none ('Law 94', '4711') is NOTHING, with its fault. Raises LawbookError
        for an edition that is not there, and nothing else.
        """
        typed = " ".join(whole_signs(text[:TYPED]).split())
        if Kind.CITED in only and Kind.SCORE not in only and _AS_CITATION.fullmatch(typed):
            with suppress(CitationError):
                named = (Citation.parse(typed),)
                written = reader.language if reader.language in self.search.languages else SOURCE
                return Reading(Kind.CITED, typed, self._edition(reader, typed, written), named)
        reading = self._read(typed, reader, only)
        if reading.dated or reading.fault or reading.kind not in _OF_A_CODE:
            return reading
        return replace(reading, notice=undated_notice(typed, self.lawbook.codes))

    def _read(self, typed: str, reader: Reader, only: frozenset[Kind]) -> Reading:
        """The reading of a text that is no bare citation."""
        line = numbered(typed)
        written = self.search.language_of(typed, reader.language)
        # as '16' is, 'law sixteen please' is said in the reader's language
        if written == SOURCE and (inner := bare(line)) != typed:
            written = self.search.language_of(inner, reader.language)
        edition = self._edition(reader, line, written)
        if not line:
            return Reading(Kind.NOTHING, line, edition)
        said = _names_in(line, self.names.longest(edition))
        surely = (reading for name in said for reading in self._readings(name, edition, written))
        nearly = (
            self._near(name, edition, written, least) for least in (1.0, _MOST) for name in said
        )
        story = [self._several(line, edition)] if line not in said else []
        for reading in chain(surely, nearly, story):
            if reading is not None and (reading.kind in only or reading.fault):
                return replace(reading, language=written)
        part = (
            self._part_of_chart(bare(line), edition, written)
            if Kind.CHART in only and Kind.WORDS not in only
            else None
        )
        return part or Reading(Kind.WORDS, line, edition, language=written)

    def _readings(self, line: str, edition: str, language: str) -> Iterable[Reading | None]:
        """What the text may be, the surest first."""
        yield self._chart_by_id(line, edition)
        yield self._edition_asked(line, edition)
        yield self._meaning(line, edition)
        yield self._command(line, edition)
        yield self._chart_asked(line, edition, language)
        yield self._reply(line, edition)
        yield self._commanded(line, edition, language)
        yield self._dated(line, edition, language)
        yield self._score(line, edition)
        yield self._cited(line, edition)
        yield self._part_about(line, edition)
        yield self._several(line, edition)
        yield self._named(line, edition)
        yield self._chart(line, edition, language)

    def _near(self, line: str, edition: str, language: str, least: float) -> Reading | None:
        """The heading, or else the chart, of whose name at least that part is said, be it misspelt,
        where no other has as much."""
        said = _plain(line)
        # a misspelt word is searched for
        if " " not in said and self.names.language(edition).has_words:
            return None
        if named := self.names.near_title(said, edition, least):
            return Reading(Kind.HEADING, line, edition, (named,))
        return self._part_of_chart(line, edition, language, least)

    # -- one after the other
    # ---------------------------------------------------------------------------------------------

    def _chart_by_id(self, line: str, edition: str) -> Reading | None:
        """'chart:revoke', as suggestions submit it."""
        chart = line.removeprefix(JOIN)
        return (
            Reading(Kind.CHART, line, edition, chart=chart)
            if line.startswith(JOIN) and chart in self.situations
            else None
        )

    def _edition_asked(self, line: str, edition: str) -> Reading | None:
        """'which version of the laws is this', 'laws 2027': what asks for the book itself."""
        return Reading(Kind.EDITION, line, edition) if asks_edition(line) else None

    def _command(self, line: str, edition: str) -> Reading | None:
        kind = said_to_us(_plain(line) or line)
        return Reading(Kind(kind), line, edition) if kind else None

    def _reply(self, line: str, edition: str) -> Reading | None:
        """'yes', 'why?': what answers a question, said where there is none."""
        if not any(
            _plain(line) in language.replies.every for language in self.search.languages.values()
        ):
            return None
        fault = LawbotError(
            N_(
                "That answers no question here. Tap an answer or type its number, or tell what happened."
            )
        )
        return Reading(Kind.NOTHING, line, edition, fault=fault)

    def _commanded(self, line: str, edition: str, language: str) -> Reading | None:
        """'compare 27B1', 'index penalty': a command's name without its slash, and what it can
        answer."""
        said = next(
            (said for said in self._commands_of if line.casefold().startswith(f"{said} ")), None
        )
        if said is None:
            return None
        kind, wanted = self._commands_of[said], line[len(said) :].strip()
        if kind is Kind.TOPIC:
            heads = (step for topic in self.lawbook.topics(edition) for step in topic.path)
            return (
                Reading(kind, wanted, edition)
                if any(wanted.casefold() in head.casefold() for head in heads)
                else None
            )
        named = (
            self._dated(wanted, edition, language)
            or self._cited(wanted, edition)
            or self._named(wanted, edition)
        )
        if named is None or named.fault:
            return named
        return (
            Reading(kind, wanted, named.edition, named.citations)
            if len(named.citations) == 1
            else None
        )

    def _dated(self, line: str, edition: str, language: str) -> Reading | None:
        """A provision named with its code or a date: '72B1 (1997)', '27B1 in 2009'."""
        try:
            found = dated(self.lawbook, line, edition, language)
        except NoSuchProvisionError as error:
            return Reading(Kind.NOTHING, line, error.within, fault=error)
        if found is None:
            return None
        entry, by_date, beside, notice = found
        named = self.lawbook.edition(entry.edition)
        old = named.code < self.lawbook.edition(self.lawbook.newest_in(named.language)).code
        went = bool(beside) or (old and not by_date)
        return Reading(
            Kind.CITED,
            line,
            named.id,
            (entry.citation,),
            dated=True,
            went=went,
            beside=beside,
            notice=notice,
        )

    def _cited(self, line: str, edition: str) -> Reading | None:
        try:
            span = _span(line)
        except NoSuchLawError as error:
            return Reading(Kind.NOTHING, line, edition, fault=error)
        except CitationError as error:
            return (
                None
                if any(char.isalpha() for char in line)
                else Reading(Kind.NOTHING, line, edition, fault=error)
            )
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

    def _as_printed(self, named: Citation, edition: str) -> Citation:
        """The provision named, as the edition spells it: '68(b)' is 68B; what it has not, as it was
        named."""
        try:
            return (
                self.lawbook.provision(named, edition).citation
                if named.items and not named.section
                else named
            )
        except NoSuchProvisionError:
            return named

    def _part_about(self, line: str, edition: str) -> Reading | None:
        """'the part of 16 about penalty cards': what the words find in that provision, else the
        whole of it."""
        asked = law_and_subject(bare(line))
        if asked is None:
            return None
        whole, words = asked
        hits = self.search.find(words, edition, _IN_LAW).hits
        part = next(
            (
                hit.citation
                for hit in hits
                if whole.contains(hit.citation) and hit.citation != whole
            ),
            whole,
        )
        return Reading(Kind.CITED, line, edition, (part,))

    def _score(self, line: str, edition: str) -> Reading | None:
        try:
            asked = read_question(line)
        except ScoreError:
            return None
        return Reading(Kind(asked.kind), line, edition, asked=asked) if asked else None

    def _several(self, line: str, edition: str) -> Reading | None:
        """Citations in running text: all of them where there are more than one, the only one where
        little else is said."""
        if is_elsewhere(line):  # 'law 11 of football'
            return None
        listed = (
            cited for said in dict.fromkeys((line, bare(line))) if (cited := read_several(said))
        )
        cited = next(listed, ()) or tuple(
            dict.fromkeys(span.citation for span in citations_in(line))
        )
        if len(cited) > 1:
            return Reading(Kind.SEVERAL, line, edition, cited)
        return Reading(Kind.CITED, line, edition, cited) if cited and len(line) <= _CITING else None

    def _named(self, line: str, edition: str) -> Reading | None:
        """A defined term, an abbreviation, a heading, or a head of the index, word for word."""
        wanted = line.strip(_AROUND)
        named = (
            self._term(wanted, line, edition)
            or self._heading(_plain(line), line, edition)
            or self._meant(wanted, edition)
        )
        if named is None and (law := self.names.indexed(_plain(line), edition)):
            return Reading(Kind.TERM, line, edition, (law,))
        return named

    def _term(self, wanted: str, line: str, edition: str) -> Reading | None:
        names = self.names.terms(edition)
        language = self.names.language(edition)
        folded = language.folded(wanted)
        for spelling in (*singulars(folded), folded.replace(" ", "")):  # 'mis information'
            if spelling in names:
                return Reading(Kind.TERM, line, edition, (names[spelling],))
        codes = dict.fromkeys((language.code, SOURCE)) if " " not in wanted else ()
        meanings = [meant for code in codes for meant in self.search.meanings(wanted, code)]
        for meant in meanings:
            for spelling in singulars(language.folded(meant)):
                if spelling in names and spelling != folded:
                    return Reading(
                        Kind.TERM, wanted, edition, (names[spelling],), meaning=meanings[0]
                    )
        return None

    def _meant(self, wanted: str, edition: str) -> Reading | None:
        """An abbreviation of what is no defined term: the heading that it stands for, or what its
        search finds, unless that is a guess."""
        meaning = next(iter(self.search.meanings(wanted)), "")
        letters = initials(meaning)[:2]  # 'BOOT' is short for 'bid out of rotation'
        if " " in wanted or len(letters) < 2 or not wanted.casefold().startswith(letters):
            return None
        headed = self._heading(_plain(meaning), wanted, edition)
        if headed is not None:
            return replace(headed, kind=Kind.TERM, meaning=meaning)
        found = self.search.find(wanted, edition, 1)
        if not found.hits or 0 < found.closeness < _NEAR:
            return None
        return Reading(Kind.TERM, wanted, edition, (found.hits[0].citation,), meaning=meaning)

    def _heading(self, plain: str, line: str, edition: str) -> Reading | None:
        """A heading word for word."""
        titles = self.names.titles(edition)
        tokens = self.names.language(edition).words(plain.replace("&", " "))
        named = next(
            (titles[spelling] for spelling in singulars(" ".join(tokens)) if spelling in titles),
            None,
        )
        # of two things of one name the law comes first, its chart is a button on it
        if named is None and self.names.chart(plain, SOURCE):
            holding = [
                (len(title), law)
                for title, law in titles.items()
                if law.parent is None and set(tokens) <= stems(title)
            ]
            named = min(holding)[1] if holding else None
        return Reading(Kind.HEADING, line, edition, (named,)) if named is not None else None

    def _meaning(self, line: str, edition: str) -> Reading | None:
        """The one term or abbreviation in a text that asks what something means: 'LA in a ruling
        means what'."""
        words = _WORD.findall(without_asking(line))
        found: dict[tuple[Citation, ...], Reading] = {}
        place = 0
        while place < len(words):
            ends = range(min(place + _TERM_WORDS, len(words)), place, -1)
            said = {
                end: " ".join(words[place:end])
                for end in ends
                if end > place + 1 or words[place].isupper()
            }
            terms = ((end, self._term(name, name, edition)) for end, name in said.items())
            place, reading = next(((end, term) for end, term in terms if term), (place + 1, None))
            found |= {reading.citations: reading} if reading else {}
        return next(iter(found.values())) if len(found) == 1 else None

    def _chart(self, line: str, edition: str, language: str) -> Reading | None:
        chart = self.names.chart(_plain(line), language)
        return Reading(Kind.CHART, line, edition, chart=chart) if chart else None

    def _chart_asked(self, line: str, edition: str, language: str) -> Reading | None:
        """'the chart for insufficient bids': a part of the name is enough where a chart is asked
        for."""
        name = without_chart(line)
        if not name:
            return None
        named = self._chart(name, edition, language) or self._chart_of_term(name, edition)
        return named or self._part_of_chart(name, edition, language)

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
        """The chart of whose name, in any language, at least that part is said, and of none other
        as much."""
        called = list(self.names.charts(_plain(line), language).items())
        clear = (
            called and called[0][1] >= least and (len(called) == 1 or called[1][1] < called[0][1])
        )
        return Reading(Kind.CHART, line, edition, chart=called[0][0]) if clear else None

    # -- what is looked up
    # -------------------------------------------------------------------------------------------------

    @cached_property
    def _commands_of(self) -> dict[str, Kind]:
        """What is said before something for a command about it, in any language."""
        found: dict[str, Kind] = {}
        for doors in (language.doors for language in self.search.languages.values()):
            found |= dict.fromkeys(doors.compare, Kind.COMPARED) | dict.fromkeys(
                doors.index, Kind.TOPIC
            )
        return found


def _span(line: str) -> CitationRange:
    """What a text cites and nothing else, with a frame or without. Raises CitationError."""
    try:
        return read_range(line)
    except NoSuchLawError:
        raise
    except CitationError:
        if (inner := bare(line)) == line:
            raise
        return read_range(inner)


def _names_in(text: str, longest: int) -> tuple[str, ...]:
    """What stands in double brackets in a text, the text as it was typed, and without the frame
    around what it asks for; of one that is longer than any name only what stands in brackets."""
    return tuple(
        dict.fromkeys(
            (*_BRACKETED.findall(text), *((text, bare(text)) if len(text) <= longest else ()))
        )
    )


def _plain(line: str) -> str:
    """The text without case and the signs around it."""
    return line.casefold().strip(_AROUND)
