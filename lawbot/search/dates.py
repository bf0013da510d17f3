"""Read dates in messages: a provision with its code or a time.

Read are '72B1 (1997)', 'law 25B2 in the old book', '64A on 3 May 1999', '27B1 1997 to 2017'.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

from lawbot.errors import N_, CitationError
from lawbot.language import Language, installed
from lawbot.law.citation import Citation
from lawbot.limits import MAX_SHORT
from lawbot.message.citations import citations_in, read_range
from lawbot.message.message import Message
from lawbot.message.tokens import PhraseTable, Token, spellings, tokens

_YEAR = re.compile(r"(?:19|20)\d\d|25[3-9]\d")
_DECADE = re.compile(r"((?:19|20)\d\d)s")
_SHORT_YEAR = re.compile(r"(?<!\w)'(\d\d)\b")
_FIRST_DECADE = 1960
"""The first decade that the languages have a word for."""
_BUDDHIST_OFFSET = 543
"""Years that the Thai calendar is ahead."""
_FIRST_BUDDHIST_YEAR = 2500
_ITEM = re.compile(r"\((?:[a-z]{1,4}|\d{1,2})\)")
"""An item of a citation: '(b)'. Its brackets are not those around a year."""
_CALLED = {2008: 2007}
"""The code that people mean by a year, if it is of another."""
_MOST_TIMES = 2
IN_FORCE_THEN = N_("In force then: the Laws of {year}.")
OLDEST_HERE = N_("The oldest Laws here are those of {year}.")
NEWEST_HERE = N_("The newest Laws here are those of {year}.")
ONLY_NAMED = N_(
    "This is from the Laws of {year}. For an older code, name a provision with its year: 64A (1997)."
)


class Time(NamedTuple):
    """A time that a text names."""

    year: int
    """The year, or the first of the decade."""
    month: int = 0
    """The month from 1, or 0."""
    before: bool = False
    """True for all that was before it."""
    decade: bool = False
    """True for the whole decade."""
    is_past: bool = False
    """True for a year that is named by its distance from this one, and no later."""


class DatedText(NamedTuple):
    """A text without the times it names, and the times."""

    rest: str
    times: list[Time]
    names_old_book: bool


class DatedCitation(NamedTuple):
    """A provision and the years of the codes that a text names with it, the older of two first.

    A year is 0 if no code was in force yet.
    """

    citation: Citation
    codes: tuple[int, ...]
    by_date: bool = False
    """True if the text names a time, in which that code was in force, and no code."""
    notice: str = ""
    """A sentence about the code, to be shown, or empty."""
    is_old_book: bool = False
    """True if the text names an older book, and no time: the code is a guess."""


class _CodeOfTime(NamedTuple):
    code: int
    by_date: bool
    """True for the code that was in force, False for one named by its year."""


def dated_citation(message: Message, codes: Mapping[int, str]) -> DatedCitation | None:
    """Return the provision and the codes that a message names together, or None.

    ``codes`` are the years of the codes, each with the month from which it was in force; 'the old
    book' is the newest but one.
    """
    years = sorted(codes)
    if len(message.text) > MAX_SHORT or len(years) < 2:
        return None
    rest, times, names_old_book = read_dates(message)
    if len(times) > _MOST_TIMES or not (times or names_old_book):
        return None
    try:
        citation = read_range(Message(rest)).first
    except CitationError:
        citations = [span.citation for span in citations_in(rest)]
        if len(citations) != 1:
            return None
        citation = citations[0]
    if not times:
        return DatedCitation(citation, (years[-2],), is_old_book=True)
    by_date = dict(_code_of_time(time, codes) for time in times)
    notice = _notice(times[0], codes) if len(times) == 1 else ""
    is_by_date = len(by_date) == 1 and all(by_date.values())
    return DatedCitation(citation, tuple(sorted(by_date)), is_by_date, notice)


def code_of(time: Time, codes: Mapping[int, str]) -> int:
    """Return the code that is named or was in force at a time; 0 if none is known."""
    return _code_of_time(time, codes).code


def undated_notice(message: Message, codes: Mapping[int, str]) -> str:
    """Return the notice for an answer from the newest code to a message without a provision.

    It is empty if the message names neither another time nor an older book.
    """
    if len(message.text) > MAX_SHORT or len(codes) < 2:
        return ""
    dated_text = read_dates(message)
    newest = max(codes)
    if any(time.year > newest and not time.is_past for time in dated_text.times):
        return NEWEST_HERE
    if dated_text.names_old_book:
        return ONLY_NAMED
    is_older = any(code_of(time, codes) != newest for time in dated_text.times)
    return ONLY_NAMED if is_older else ""


def _notice(time: Time, codes: Mapping[int, str]) -> str:
    """Return the notice for a provision that is shown as it was at a time."""
    code, by_date = _code_of_time(time, codes)
    if time.year > max(codes):
        return IN_FORCE_THEN if time.is_past else NEWEST_HERE
    if time.decade and code and not _in_force(_middle(time.year), codes):
        return OLDEST_HERE
    return IN_FORCE_THEN if by_date and code else ""


def _code_of_time(time: Time, codes: Mapping[int, str]) -> _CodeOfTime:
    """Return the code of a time, 0 if none is known, and if it is only the one in force then."""
    if time.decade:
        # most of it counts; its end if no code is known so early
        last_month = f"{time.year + 9}-12"
        code = _in_force(_middle(time.year), codes) or _in_force(last_month, codes)
        return _CodeOfTime(code, by_date=True)
    month = f"{time.year}-{time.month or 1:02}"
    year = _CALLED.get(time.year, time.year)
    is_code = year in codes and not time.month
    if time.before:
        if is_code:
            earlier = (code for code in codes if code < year)
        else:
            earlier = (code for code, since in codes.items() if since < month)
        return _CodeOfTime(max(earlier, default=0), by_date=True)
    if is_code:
        return _CodeOfTime(year, by_date=False)
    return _CodeOfTime(_in_force(month, codes), by_date=True)


def _middle(year: int) -> str:
    """Return the month in the middle of the decade that a year begins."""
    return f"{year + 5}-01"


def _in_force(month: str, codes: Mapping[int, str]) -> int:
    """Return the code in force in a month; 0 for none."""
    return max((code for code, since in codes.items() if since <= month), default=0)


def read_dates(message: Message) -> DatedText:
    """Return the text of a message without its times and the words around them, and the times."""
    # dates, decades and years ago become single tokens
    line = _relative_years().sub(_year_ago, message.line)
    is_relative = line != message.line
    month_of_year = dict(map(_month_of, _dates().finditer(line)))
    line = _dates().sub(_year_of_date, line)
    line = _decades().sub(lambda decade: f" {_decade_of(decade)}s ", line)
    line = _SHORT_YEAR.sub(_long_year, line)
    words, lower = tokens(line), line.lower()
    book_words = _words("old", "book").every(words)
    holders = _words("dated", "between").every(words)
    befores = _words("before").every(words)
    rest = ""
    names_old_book = is_before = False
    times: list[Time] = []
    index = end = 0
    while index < len(words):
        token = words[index]
        gap, copied, next_index = line[end : token.start], "", index + 1
        decade = _DECADE.fullmatch(token.word)
        item = _ITEM.match(lower, token.start)
        book_end = _old_book_end(book_words, index)
        if _YEAR.fullmatch(token.word):
            year = int(token.word)
            if year > _FIRST_BUDDHIST_YEAR:
                year -= _BUDDHIST_OFFSET
            month = month_of_year.get(token.word, 0)
            is_past = is_relative and year <= this_year()
            times.append(Time(year, month, is_before, is_past=is_past))
        elif decade:
            times.append(Time(int(decade[1]), before=is_before, decade=not is_before))
        elif index in befores and not times and _is_time_at(words, befores[index][1], holders):
            is_before = True
            next_index = befores[index][1]
        elif book_end is not None:
            names_old_book = True
            next_index = book_end
        elif item:
            gap, copied = "", item[0]
            next_index = index
            while next_index < len(words) and words[next_index].start < item.end():
                next_index += 1
        elif index in holders:
            next_index = holders[index][1]
        elif times and words[next_index:] and _YEAR.fullmatch(words[next_index].word):
            # the word between two years: '1997 to 2017'
            pass
        elif token.word not in "()[],;:?!" and not (is_before and token.word == "-"):
            copied = line[token.start : token.end]
        rest += gap + (copied or " ")
        index, end = next_index, words[next_index - 1].end
    return DatedText(" ".join(rest.split()), times, names_old_book)


def _old_book_end(book_words: Mapping[int, tuple[str, int]], index: int) -> int | None:
    """Return the end of the words for an older book that begin at an index, in any order."""
    if index not in book_words:
        return None
    kind, second = book_words[index]
    if second not in book_words:
        return None
    second_kind, end = book_words[second]
    return end if kind != second_kind else None


def _is_time_at(words: Sequence[Token], index: int, holders: Mapping[int, tuple[str, int]]) -> bool:
    """Return whether a year or a decade stands at an index, after words that lead to it."""
    while index in holders or (index < len(words) and words[index].word == "-"):
        index = holders[index][1] if index in holders else index + 1
    if index >= len(words):
        return False
    word = words[index].word
    return bool(_YEAR.fullmatch(word) or _DECADE.fullmatch(word))


def this_year() -> int:
    """Return the year that it is now."""
    return datetime.now(UTC).year


@cache
def _relative_years() -> re.Pattern[str]:
    """Return the pattern of a year by its distance: 'last year', 'mười năm trước', 'ปีหน้า'."""
    numbers = "|".join(sorted(_numbers(), key=len, reverse=True))
    patterns: list[str] = []
    for language in installed().values():
        for template in language.citing.get("years_ago", ()):
            before, after = map(re.escape, template.split("{n}"))
            # a language that writes no blanks needs none before the number either
            number = rf"(?:\d{{1,2}}|{numbers})"
            patterns.append(rf"(?<!\w){before}{number}{after}".replace(r"\ ", r"\s*"))
    near = {kind: rf"(?P<{kind}>{_any(kind)})" for kind in ("last_year", "this_year", "next_year")}
    return re.compile(rf"(?P<ago>{'|'.join(patterns)})|{'|'.join(near.values())}", re.IGNORECASE)


@cache
def _numbers() -> dict[str, int]:
    """Return the numbers up to nineteen, and the tens, by their words in every language."""
    values: dict[str, int] = {}
    for language in installed().values():
        values |= {word: value for value, word in enumerate(language.numerals, 1)}
        values |= {word: 10 * value for value, word in enumerate(language.tens, 1)}
    return values


def _year_ago(match: re.Match[str]) -> str:
    """Return the year that words name by its distance from this one."""
    now = this_year()
    distances = {"last_year": -1, "this_year": 0, "next_year": 1}
    if match.lastgroup in distances:
        return f" {now + distances[match.lastgroup]} "
    text = match.group().casefold()
    figures = re.search(r"\d+", text)
    if figures and _follows_law(match.string[: match.start() + figures.start()]):
        # 'กฎข้อ 27 ปีที่แล้ว' is Law 27 last year
        return f"{figures.group()} {now - 1} "
    words = (value for word, value in _numbers().items() if word in text)
    number = int(figures.group()) if figures else max(words, default=0)
    return f" {now - number} "


def _follows_law(text: str) -> bool:
    """Return True if a text ends with the word for a law, whose number follows."""
    return bool(re.search(rf"(?:{_any('law')})\s*$", text, re.IGNORECASE))


def _year_of_date(match: re.Match[str]) -> str:
    """Return the year of a date, and before it a number that is that of a law: 'law 27 May 2007'."""
    day = re.match(r"\d+", match.group())
    is_law = match["name"] and day and _follows_law(match.string[: match.start()])
    return f" {day.group() if day and is_law else ''} {_month_of(match)[0]} "


def _long_year(short: re.Match[str]) -> str:
    """Return the year of two figures after an apostrophe: those of the Laws, from 1960 on."""
    year = int(short[1])
    return f" {1900 + year if year >= _FIRST_DECADE % 100 else 2000 + year} "


@cache
def _decades() -> re.Pattern[str]:
    """Return the pattern of a decade: '1990s', '90's', 'nineties', 'những năm 90', 'ทศวรรษ 1990'."""
    names = "|".join(map(re.escape, _decade_names()))
    leads = _any("decade")
    figures = r"(?P<figures>(?:19|20)\d0|[6-9]0)"
    return re.compile(
        rf"\b{figures}'?s\b|(?:{leads})\s*(?P<after>(?:19|20|25)\d\d|[6-9]0)\b|\b(?P<word>{names})\b",
        re.IGNORECASE,
    )


def _decade_of(match: re.Match[str]) -> int:
    """Return the first year of a decade."""
    if match["word"]:
        return _decade_names()[match["word"].casefold()]
    year = int(match["figures"] or match["after"])
    if year > _FIRST_BUDDHIST_YEAR:
        return year - _BUDDHIST_OFFSET
    return year if year > 1000 else 1900 + year


@cache
def _decade_names() -> dict[str, int]:
    """Return the first years of the decades, from the sixties on, by their names."""
    years: dict[str, int] = {}
    for language in installed().values():
        for number, name in enumerate(language.citing.get("decades", ())):
            years[name] = _FIRST_DECADE + 10 * number
    return years


def time_patterns(year: int) -> dict[str, str]:
    """Return patterns, for a browser, of ``times`` with the words around them, and of the ``year``."""
    before, leads, old, book = _any("before"), _any("dated"), _any("old"), _any("book")
    begin, end = r"(?<![\p{L}\p{M}])", r"(?![\p{L}\p{M}])"
    lead = rf"(?:{begin}(?:(?:{before}|{leads})[\s-]*)+)?"
    any_year = r"(?<![\d.])(?:(?:19|20)\d\d|25[3-9]\d)(?!\d)"
    old_book = rf"{begin}(?:(?:{old})\s*(?:{book})|(?:{book})\s*(?:{old})){end}"
    dates = re.sub(r"\(\?P<\w+>", "(?:", _dates().pattern)
    decades = re.sub(r"\(\?P<\w+>", "(?:", _decades().pattern)
    patterns = {
        "times": rf"{lead}(?:{dates}|{decades}|{any_year})|{old_book}",
        "year": rf"^(?:(?:{leads})[\s-]*)*(?:{year}|{year + _BUDDHIST_OFFSET})$",
    }
    # a browser takes no needless backslash
    return {name: re.sub(r"\\([ \-])", r"\1", pattern) for name, pattern in patterns.items()}


def _any(kind: str) -> str:
    """Return a pattern of the words of a kind in every language, with and without their marks."""
    return "|".join(map(re.escape, spellings(lambda language: language.citing.get(kind, ()))))


@cache
def _dates() -> re.Pattern[str]:
    """Return the pattern of a date, in the months of every language.

    Read are '3 May 1999', 'May 3rd, 1999', '1999-05-03', '3/5/1999'.
    """
    names = "|".join(map(re.escape, sorted(_months(), key=len, reverse=True)))
    day = r"\d\d?(?:st|nd|rd|th)?"
    month_first = (
        rf"(?:\b{day}\s+(?:of\s+)?)?(?P<name>{names})\.?,?\s+(?:{day},?\s+)?"
        rf"(?:(?:{_any('dated')})\s+)?(?P<year>\d{{4}})\b"
    )
    return re.compile(
        rf"\b(?P<iso>\d{{4}}-\d\d?)(?:-\d\d?)?\b|\b\d\d?[./](?P<plain>\d\d?[./]\d{{4}})\b|{month_first}",
        re.IGNORECASE,
    )


def _month_of(date: re.Match[str]) -> tuple[str, int]:
    """Return the year of a date and its month."""
    if date["name"]:
        return date["year"], _months()[" ".join(date["name"].casefold().split())]
    if date["iso"]:
        year, month = date["iso"].split("-")
    else:
        month, year = re.split("[./]", date["plain"])
    return year, int(month)


@cache
def _months() -> dict[str, int]:
    """Return the numbers of the months, from 1, by their names in every language."""
    numbers: dict[str, int] = {}
    for language in installed().values():
        for index, name in enumerate(language.citing.get("months", ())):
            # a language may have several rows of names
            number = index % 12 + 1
            numbers[name.casefold()] = numbers[language.plain(name).casefold()] = number
    return numbers


@cache
def _words(*kinds: str) -> PhraseTable[str]:
    """Return the kinds of words, by the words of every language."""

    def words_of(language: Language) -> Iterator[tuple[Sequence[str], str]]:
        for kind in kinds:
            yield language.citing.get(kind, ()), kind

    return PhraseTable.of_all(words_of)
