"""Read dates in messages: a provision with its code or a time.

Read are '72B1 (1997)', 'law 25B2 in the old book', '64A on 3 May 1999', '27B1 1997 to 2017'. The
words are in data/languages/*/citations.toml; ``time_words`` gives the handbook's search the same.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, NamedTuple

from lawbot.errors import N_, CitationError
from lawbot.language import Language, installed
from lawbot.law.citation import Citation
from lawbot.limits import MAX_SHORT
from lawbot.message.citations import citations_in, read_range
from lawbot.message.message import Message
from lawbot.message.tokens import spellings

_FIRST_DECADE = 1960
"""The first decade that the languages have a word for."""
_LAST_CENTURY = 1990
"""The decade of the last century that had Laws which are known."""
_BUDDHIST_OFFSET = 543
"""Years that the Thai calendar is ahead."""
_FIRST_BUDDHIST_YEAR = 2500
_NEAR = {
    "next_year": 1,
    "this_year": 0,
    "last_year": -1,
    "year_before_last": -2,
    "decade_ago": -10,
    "coming": 1,
}
"""Distances of a year from this one, by the kind of the words for it."""
_UNITS = {"years_ago": 1, "decades_ago": 10}
"""Years that a number before the words counts, by their kind."""
_THAI_ZERO = 0x0E50
_FIGURES = {_THAI_ZERO + value: str(value) for value in range(10)}
"""Thai figures, and the Arabic ones in their places."""
_YEARS = ("decade", "figures", "short", "iso", "dotted", "of_month", "year")
"""The groups of ``_times`` with the figures of a year."""
_CALLED = {2008: 2007}
"""The code that people mean by a year, if it is of another."""
_MOST_TIMES = 2
_LEADS = ("dated", "before", "start", "end")
"""Kinds of words before a time."""
_LETTER = "[a-zà-ɏḁ-ỿ]"
"""A letter of a script that puts blanks between words."""
_YEAR = r"(?<!\d)(?:(?:19|20)\d\d|25[3-9]\d)(?!\d)"
IN_FORCE_THEN = N_("In force then: the Laws of {year}.")
OLDEST_HERE = N_("The oldest Laws here are those of {year}.")
NEWEST_HERE = N_("The newest Laws here are those of {year}.")
NOT_HERE = N_("No document of the Laws of {year} is here.")
NOT_KNOWN = N_(
    "The Laws in force then are not here: the oldest that are known are those of {year}."
)
ONLY_NAMED = N_(
    "This is from the Laws of {year}. For an older code, name a provision with its year: 64A (1997)."
)


class Time(NamedTuple):
    """A time that a text names."""

    year: int
    """The year, or the first of the decade."""
    month: int = 0
    """The month from 1, or 0."""
    is_before: bool = False
    """True for all that was before it."""
    is_decade: bool = False
    """True for the whole decade."""


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


def dated_citation(message: Message, codes: Mapping[int, str]) -> DatedCitation | None:
    """Return the provision and the codes that a message names together, or None.

    ``codes`` are the years of the codes, each with the month from which it was in force; 'the old
    book' is the newest but one.
    """
    years = sorted(codes)
    if len(years) < 2:
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
    codes_named = {code_of(time, codes) for time in times}
    by_date = len(codes_named) == 1 and not any(_names_code(time, codes) for time in times)
    notice = _notice(times[0], codes) if len(times) == 1 else ""
    return DatedCitation(citation, tuple(sorted(codes_named)), by_date, notice)


def undated_notice(message: Message, codes: Mapping[int, str]) -> str:
    """Return the notice for an answer from the newest code to a message without a provision.

    It is empty if the message names neither another time nor an older book.
    """
    if len(codes) < 2:
        return ""
    dated_text = read_dates(message)
    if any(time.year > this_year() for time in dated_text.times):
        return NEWEST_HERE
    is_older = any(code_of(time, codes) != max(codes) for time in dated_text.times)
    return ONLY_NAMED if is_older or dated_text.names_old_book else ""


def _notice(time: Time, codes: Mapping[int, str]) -> str:
    """Return the notice for a provision that is shown as it was at a time."""
    code = code_of(time, codes)
    if time.year > this_year():
        return NEWEST_HERE
    if time.is_decade and code and not _in_force(_middle(time), codes):
        return OLDEST_HERE
    return IN_FORCE_THEN if code and not _names_code(time, codes) else ""


def code_of(time: Time, codes: Mapping[int, str]) -> int:
    """Return the code that is named or was in force at a time; 0 if none is known."""
    if time.is_decade:
        # most of it counts; its end if no code is known so early
        return _in_force(_middle(time), codes) or _in_force(f"{time.year + 9}-12", codes)
    month = codes.get(_CALLED.get(time.year, time.year)) if not time.month else None
    month = month or f"{time.year}-{time.month or 1:02}"
    if time.is_before:
        return max((code for code, since in codes.items() if since < month), default=0)
    return _in_force(month, codes)


def _names_code(time: Time, codes: Mapping[int, str]) -> bool:
    """Return whether a time is the year by which a code is called."""
    year = _CALLED.get(time.year, time.year)
    return year in codes and not (time.month or time.is_before or time.is_decade)


def _middle(decade: Time) -> str:
    """Return the month in the middle of a decade."""
    return f"{decade.year + 5}-01"


def _in_force(month: str, codes: Mapping[int, str]) -> int:
    """Return the code in force in a month; 0 for none."""
    return max((code for code, since in codes.items() if since <= month), default=0)


def read_dates(message: Message) -> DatedText:
    """Return the text of a message without its times and the words around them, and the times.

    A long text tells a story, and is taken to name none.
    """
    if len(message.text) > MAX_SHORT:
        return DatedText(message.text, [], names_old_book=False)
    line = message.line.translate(_FIGURES)
    matches = list(_times().finditer(line.lower()))
    times = [_time_of(match.groupdict()) for match in matches if not match["bygone"]]
    rest, end = "", 0
    for match in matches:
        # the number of a law may stand before a time: 'law 27 May 2007'
        law_start, law_end = match.span("law")
        rest += f"{line[end : match.start()]} {line[law_start:law_end]} "
        end = match.end()
    rest += line[end:]
    return DatedText(" ".join(rest.split()), times, len(times) < len(matches))


def _time_of(groups: Mapping[str, str | None]) -> Time:
    """Return the time of a match of ``_times``."""
    leads = {match.lastgroup for match in _leads().finditer(groups["lead"] or "")}
    is_before = "before" in leads
    for kind, distance in _NEAR.items():
        if groups[kind]:
            return Time(this_year() + distance, is_before=is_before)
    for group, (unit, _pattern) in _counted().items():
        if number := groups[group]:
            return Time(this_year() - unit * _value(number), is_before=is_before)
    name = groups["decade_name"]
    is_decade = bool(groups["decade"] or groups["figures"] or name)
    digits = (groups[kind] for kind in _YEARS)
    year = _decade_names()[name] if name else int(next(filter(None, digits)))
    if year < 100:
        # the years of two figures are those from 1960 on
        year += 1900 if year >= _FIRST_DECADE % 100 else 2000
    if year > _FIRST_BUDDHIST_YEAR:
        year -= _BUDDHIST_OFFSET
    month = _month_of(groups) or 12 * ("end" in leads) or int("start" in leads)
    return Time(year, month, is_before, is_decade and not is_before)


def _month_of(groups: Mapping[str, str | None]) -> int:
    """Return the month that a match of ``_times`` names, or 0."""
    if name := groups["month"]:
        return _months()[" ".join(name.casefold().split())]
    number = int(groups["iso_month"] or groups["number"] or 0)
    if number > 12 and groups["day"]:
        # Americans write the month first
        return int(groups["day"])
    return number


def _value(number: str) -> int:
    """Return the value of a number in figures or words."""
    words = _number_word().findall(number)
    return sum(_numbers()[word] for word in words) if words else int(number)


def this_year() -> int:
    """Return the year that it is now."""
    return datetime.now(UTC).year


@cache
def _times() -> re.Pattern[str]:
    """Return the pattern of a time with the words around it, and of an older code.

    Read are '1999', "'99", 'May 3rd, 1999', '1999-05-03', '3/5/1999', "the 90's", 'last year'.
    """
    lead = rf"(?:{_any(*_LEADS)}[\s-]*){{0,6}}"
    day = r"\d\d?(?:st|nd|rd|th)?"
    near = [rf"(?P<{kind}>{_any(kind)})" for kind in _NEAR]
    near += [pattern for _unit, pattern in _counted().values()]
    old, book = _any("old"), _any("book")
    time = rf"""(?P<iso>\d{{4}})-(?P<iso_month>\d\d?)(?:-\d\d?)?(?!\d)
        |(?:(?P<day>\d\d?)[./-])?(?P<number>\d\d?)[./-](?P<dotted>{_YEAR})
        |(?:{day}\s+(?:of\s+)?)?(?P<month>{_any("months")})[\s,./]*(?:{day},?\s+)?{lead}(?P<of_month>{_YEAR})
        |{_any("decade")}\s*(?P<decade>(?:19|20|25)\d\d|[6-9]0)(?!\d)
        |(?<!\d)'?(?P<figures>(?:19|20)\d0|[6-9]0)'?s(?!{_LETTER})
        |(?P<decade_name>{_any("decades", "last_century")})
        |'(?P<short>\d\d)(?!\d)|{"|".join(near)}|(?P<year>{_YEAR})(?:/\d\d(?!\d))?"""
    old_book = rf"(?:{old}\s*{book}|{book}\s*{old})(?!\s*{lead}{_YEAR})"
    law = rf"(?P<law>{_any('law')}\s*\d\d?)\s+"
    bygone = rf"(?P<bygone>{_any('bygone')}|{old_book})"
    pattern = rf"(?:{law})?[(\[]?\s*(?:{bygone}|(?P<lead>{lead})(?:{time}))\s*[)\]]?"
    return re.compile(re.sub(r"\n\s*", "", pattern))


@cache
def _leads() -> re.Pattern[str]:
    """Return the pattern of a word before a time, in a group of its kind."""
    return re.compile("|".join(rf"(?P<{kind}>{_any(kind)})" for kind in _LEADS))


def _any(*kinds: str) -> str:
    """Return a pattern of the words of some kinds in every language."""
    words = [word for kind in kinds for word in spellings(partial(_listed, kind))]
    words.sort(key=len, reverse=True)
    return _one_of(words) if words else "(?!)"


def _listed(kind: str, language: Language) -> Iterable[str]:
    """Return the words of a kind in a language."""
    return language.citing.get(kind, ())


def _one_of(words: Iterable[str]) -> str:
    """Return a pattern of whole words, which a browser reads too."""
    escaped = (re.escape(word).replace(r"\ ", r"\s*").replace(r"\-", "-") for word in words)
    return rf"(?<!{_LETTER})(?:{'|'.join(escaped)})(?!{_LETTER})"


@cache
def _counted() -> dict[str, tuple[int, str]]:
    """Return the unit in years, and the pattern, of each group of ``_times`` that is a number."""
    digits, word = r"(?<![\da-z.(])\d\d?", _number_word().pattern
    groups: dict[str, tuple[int, str]] = {}
    for kind, unit in _UNITS.items():
        for index, template in enumerate(spellings(partial(_listed, kind))):
            group = f"{kind}{index}"
            number = rf"(?P<{group}>{digits}|{word}(?:[\s-]*{word})?)"
            groups[group] = (unit, _one_of([template]).replace(r"\{n\}", number))
    return groups


@cache
def _number_word() -> re.Pattern[str]:
    """Return the pattern of a word for a number: twenty, five."""
    return re.compile(_one_of(sorted(_numbers(), key=len, reverse=True)))


@cache
def _numbers() -> dict[str, int]:
    """Return the numbers up to nineteen, and the tens, by their words in every language."""
    numbers: dict[str, int] = {}
    for language in installed().values():
        words = {word: number for number, word in enumerate(language.numerals, 1)}
        words |= {word: 10 * number for number, word in enumerate(language.tens, 1)}
        for word, number in (words | language.after_tens).items():
            numbers[word] = numbers[language.plain(word)] = number
    return numbers


@cache
def _decade_names() -> dict[str, int]:
    """Return the first years of the decades, from the sixties on, by their names."""
    years: dict[str, int] = {}
    for language in installed().values():
        for number, name in enumerate(language.citing.get("decades", ())):
            years[name] = _FIRST_DECADE + 10 * number
        for name in language.citing.get("last_century", ()):
            years[name] = years[language.plain(name)] = _LAST_CENTURY
    return years


@cache
def _months() -> dict[str, int]:
    """Return the numbers of the months, from 1, by their names in every language."""
    numbers: dict[str, int] = {}
    for language in installed().values():
        for index, name in enumerate(language.citing.get("months", ())):
            # a language may have several rows of names
            numbers[name] = numbers[language.plain(name)] = index % 12 + 1
    return numbers


def time_words(codes: Mapping[int, str]) -> dict[str, Any]:
    """Return what ``static/search.js`` reads times with, and the months from which codes were in force."""
    return {
        # a browser writes groups in another way
        "times": _times().pattern.replace("(?P<", "(?<"),
        "leads": _leads().pattern.replace("(?P<", "(?<"),
        "number": _number_word().pattern,
        "numbers": _numbers(),
        "near": _NEAR,
        "counted": {group: unit for group, (unit, _pattern) in _counted().items()},
        "years": _YEARS,
        "decades": _decade_names(),
        "months": _months(),
        "called": _CALLED,
        "codes": codes,
    }
