"""A provision that is named with its code or a date: '72B1 (1997)', 'law 25B2 in the old book',
'64A on 3 May 1999', '27B1 1997 to 2017'."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from lawbot.citation import Citation
from lawbot.errors import N_, CitationError
from lawbot.language import SOURCE, installed
from lawbot.lawbook import EditionInfo, Entry, Lawbook, NoSuchProvisionError
from lawbot.text.citing import citations_in, read_range
from lawbot.text.message import Message
from lawbot.text.tokens import PhraseTable, Token, straight, tokens

_LONGEST = 80
"""Characters above which a text tells a story, whatever it names."""
_YEAR = re.compile(r"(?:19|20)\d\d|25[3-9]\d")
_DECADE = re.compile(r"((?:19|20)\d\d)s")
_FIRST_DECADE = 1960
"""The first decade that the languages have a word for."""
_BUDDHIST = 543
"""Years that the Thai calendar is ahead."""
_ITEM = re.compile(r"\((?:[a-z]{1,4}|\d{1,2})\)")
_NAMED_AFTER = {2008: 2007}
"""Years by which people call a code that is of another year."""
IN_FORCE_THEN = N_("In force then: the Laws of {year}.")
OLDEST_HERE = N_("The oldest Laws here are those of {year}.")
NEWEST_HERE = N_("The newest Laws here are those of {year}.")
ONLY_NAMED = N_(
    "This is from the Laws of {year}. For an older code, name a provision with its year: 64A (1997)."
)


class Time(NamedTuple):
    """A time that a text names: a year and its month (0 for none), all that was before it, or the
    decade that it begins."""

    year: int
    month: int = 0
    before: bool = False
    decade: bool = False


class _Timed(NamedTuple):
    """A text without the times it names, the times, and whether it names an older book."""

    left: str
    times: list[Time]
    old: bool


class Dated(NamedTuple):
    """A provision and the years of the codes that a text names with it, the older of two first; 0
    where none was in force yet.

    ``by_date`` where the text names no code but a time, in which that code was in force; ``notice``
    is what has to be said of that.
    """

    citation: Citation
    codes: tuple[int, ...]
    by_date: bool = False
    notice: str = ""


class DatedEntry(NamedTuple):
    """A provision in the edition of its code; ``beside`` is the edition of a second code that is
    named, empty where there is none."""

    entry: Entry
    by_date: bool
    beside: str
    notice: str


def dated_citation(text: str, codes: Mapping[int, str]) -> Dated | None:
    """The provision and the codes that a text names together; None for any other text.

    ``codes`` are the years there are, each with the month from which it was in force; 'the old
    book' is the newest but one.
    """
    known = sorted(codes)
    if len(text) > _LONGEST or len(known) < 2:
        return None
    line, times, old = _undated(text)
    if len(times) > 2 or not (times or old):
        return None
    named = dict(_code(time, codes) for time in times) or {known[-2]: False}
    try:
        citation = read_range(Message(line)).first
    except CitationError:
        cited = [span.citation for span in citations_in(line)]
        if len(cited) != 1:
            return None
        citation = cited[0]
    notice = _notice(times[0], codes) if len(times) == 1 else ""
    return Dated(citation, tuple(sorted(named)), len(named) == 1 and all(named.values()), notice)


def times_in(text: str) -> list[Time]:
    """Return the times that a text names."""
    return _undated(text).times


def code_of(time: Time, codes: Mapping[int, str]) -> int:
    """Return the code that is named or was in force at a time; 0 where none was that is known."""
    return _code(time, codes)[0]


def undated_notice(text: str, codes: Mapping[int, str]) -> str:
    """Return what has to be said of an answer from the newest code to a text that names a time or
    an older book but no provision."""
    if len(text) > _LONGEST or len(codes) < 2:
        return ""
    _line, times, old = _undated(text)
    newest = max(codes)
    if any(time.year > newest for time in times):
        return NEWEST_HERE
    if old or any(code_of(time, codes) != newest for time in times):
        return ONLY_NAMED
    return ""


def _notice(time: Time, codes: Mapping[int, str]) -> str:
    """Return what has to be said of a provision that is shown as it was at a time."""
    code, by_date = _code(time, codes)
    if time.year > max(codes):
        return NEWEST_HERE
    if time.decade and code and not _in_force(_middle(time.year), codes):
        return OLDEST_HERE
    return IN_FORCE_THEN if by_date and code else ""


def _code(time: Time, codes: Mapping[int, str]) -> tuple[int, bool]:
    """Return the code of a time, and whether it is the one in force then rather than the one named."""
    named = 0 if time.month or time.decade else _NAMED_AFTER.get(time.year, time.year)
    if time.decade:  # most of it counts; its end where no code is known so early
        last = f"{time.year + 9}-12"
        return _in_force(_middle(time.year), codes) or _in_force(last, codes), True
    if time.before and named in codes:
        return max((code for code in codes if code < named), default=0), True
    if time.before:
        month = f"{time.year}-{time.month or 1:02}"
        return max((code for code, since in codes.items() if since < month), default=0), True
    if named in codes:
        return named, False
    return _in_force(f"{time.year}-{time.month or 1:02}", codes), True


def _middle(year: int) -> str:
    """Return the month in the middle of the decade that a year begins."""
    return f"{year + 5}-01"


def _in_force(month: str, codes: Mapping[int, str]) -> int:
    """Return the code in force in a month; 0 for none."""
    return max((code for code, since in codes.items() if since <= month), default=0)


def _undated(text: str) -> _Timed:
    """Return the text without its times, its words for an older book and what holds them together;
    the times; whether an older book is named."""
    dates = straight(text)
    months = dict(map(_month_of, _dates().finditer(dates)))
    line = _dates().sub(lambda date: f" {_month_of(date)[0]} ", dates)
    line = _decades().sub(lambda said: f" {_decade_of(said)}s ", line)
    line = _SHORT_YEAR.sub(_long_year, line)
    words = tokens(line)
    books, holding = _words("old", "book").every(words), _words("dated", "between").every(words)
    befores = _words("before").every(words)
    left, old, before, place, end = "", False, False, 0, 0
    times: list[Time] = []
    while place < len(words):
        token, known = words[place], books.get(place)
        behind = books.get(known[1]) if known else None
        gap, kept, after = line[end : token.start], "", place + 1
        if _YEAR.fullmatch(token.word):
            year = int(token.word)
            times.append(
                Time(year - _BUDDHIST if year > 2500 else year, months.get(token.word, 0), before)
            )
        elif decade := _DECADE.fullmatch(token.word):
            times.append(Time(int(decade[1]), before=before, decade=not before))
        elif place in befores and not times and _year_at(words, befores[place][1], holding):
            before, after = True, befores[place][1]
        elif known and behind and {known[0], behind[0]} == {"old", "book"}:
            old, after = True, behind[1]
        elif item := _ITEM.match(line.lower(), token.start):
            gap, kept, after = (
                "",
                item[0],
                place + sum(token.start <= other.start < item.end() for other in words),
            )
        elif place in holding:
            after = holding[place][1]
        elif times and words[place + 1 :] and _YEAR.fullmatch(words[place + 1].word):
            kept = ""  # '1997 to 2017'
        elif token.word not in "()[],;:?!" and not (before and token.word == "-"):
            kept = line[token.start : token.end]
        left += gap + kept + (" " if not kept else "")
        place, end = after, words[after - 1].end
    return _Timed(" ".join(left.split()), times, old)


def _year_at(words: Sequence[Token], place: int, holding: Mapping[int, tuple[str, int]]) -> bool:
    """Whether a year or a decade stands at a place, behind words that only hold it and a hyphen."""
    while place in holding or (words[place : place + 1] and words[place].word == "-"):
        place = holding[place][1] if place in holding else place + 1
    if place >= len(words):
        return False
    word = words[place].word
    return bool(_YEAR.fullmatch(word) or _DECADE.fullmatch(word))


_SHORT_YEAR = re.compile(r"(?<!\w)'(\d\d)\b")


def _long_year(short: re.Match[str]) -> str:
    """Return the year that two figures behind an apostrophe mean: those of the Laws, from 1960 on."""
    year = int(short[1])
    return f" {1900 + year if year >= _FIRST_DECADE % 100 else 2000 + year} "


@cache
def _decades() -> re.Pattern[str]:
    """Compile a decade: '1990s', '90's', 'nineties', 'những năm 90', 'ทศวรรษ 1990'."""
    worded = "|".join(map(re.escape, _decade_words()))
    behind = _every("decade")
    figures = r"(?P<figures>(?:19|20)\d0|[6-9]0)"
    return re.compile(
        rf"\b{figures}'?s\b|(?:{behind})\s*(?P<after>(?:19|20|25)\d\d|[6-9]0)\b|\b(?P<word>{worded})\b",
        re.IGNORECASE,
    )


def _decade_of(said: re.Match[str]) -> int:
    """Return the first year of a decade."""
    if said["word"]:
        return _decade_words()[said["word"].casefold()]
    year = int(said["figures"] or said["after"])
    if year > 2500:
        return year - _BUDDHIST
    return year if year > 1000 else 1900 + year


@cache
def _decade_words() -> dict[str, int]:
    """Return the decades that have a word of their own, from the sixties on, by it."""
    named = (enumerate(language.citing.get("decades", ())) for language in installed().values())
    return {word: _FIRST_DECADE + 10 * place for words in named for place, word in words}


def time_patterns(year: int) -> dict[str, str]:
    """Return what finds, in a browser, the ``times`` that a text names with the words around them,
    and what is but the ``year`` itself."""
    before, held, old, book = _every("before"), _every("dated"), _every("old"), _every("book")
    alone, ends = r"(?<![\p{L}\p{M}])", r"(?![\p{L}\p{M}])"
    lead = rf"(?:{alone}(?:(?:{before}|{held})[\s-]*)+)?"
    any_year = r"(?<![\d.])(?:(?:19|20)\d\d|25[3-9]\d)(?!\d)"
    aged = rf"{alone}(?:(?:{old})\s*(?:{book})|(?:{book})\s*(?:{old})){ends}"
    dates, decades = (re.sub(r"\(\?P<\w+>", "(?:", each.pattern) for each in (_dates(), _decades()))
    patterns = {
        "times": rf"{lead}(?:{dates}|{decades}|{any_year})|{aged}",
        "year": rf"^(?:(?:{held})[\s-]*)*(?:{year}|{year + _BUDDHIST})$",
    }
    # a browser takes no needless backslash
    return {name: re.sub(r"\\([ \-])", r"\1", said) for name, said in patterns.items()}


def _every(kind: str) -> str:
    """Return a pattern of the words of a kind in every language, with their marks and without, the
    longest first."""
    languages = installed().values()
    said = {
        form
        for each in languages
        for word in each.citing.get(kind, ())
        for form in (word, each.plain(word))
    }
    return "|".join(re.escape(word) for word in sorted(said, key=lambda word: (-len(word), word)))


@cache
def _dates() -> re.Pattern[str]:
    """A date: '3 May 1999', 'May 3rd, 1999', '1999-05-03', '3/5/1999', in the months of every
    language."""
    names = "|".join(re.escape(name) for name in sorted(_months(), key=len, reverse=True))
    held = "|".join(
        re.escape(word)
        for language in installed().values()
        for word in language.citing.get("dated", ())
    )
    day = r"\d\d?(?:st|nd|rd|th)?"
    worded = rf"(?:\b{day}\s+(?:of\s+)?)?(?P<name>{names})\.?,?\s+(?:{day},?\s+)?(?:(?:{held})\s+)?(?P<year>\d{{4}})\b"
    return re.compile(
        rf"\b(?P<iso>\d{{4}}-\d\d?)(?:-\d\d?)?\b|\b\d\d?[./](?P<plain>\d\d?[./]\d{{4}})\b|{worded}",
        re.IGNORECASE,
    )


def _month_of(date: re.Match[str]) -> tuple[str, int]:
    """The year of a date and its month."""
    if date["name"]:
        return date["year"], _months()[" ".join(date["name"].casefold().split())]
    year, month = date["iso"].split("-") if date["iso"] else re.split("[./]", date["plain"])[::-1]
    return year, int(month)


@cache
def _months() -> dict[str, int]:
    """The months of every language, by each of their names."""
    named = (
        (language, enumerate(language.citing.get("months", ())))
        for language in installed().values()
    )
    return {
        said.casefold(): place % 12 + 1
        for language, names in named
        for place, name in names
        for said in (name, language.plain(name))
    }


@cache
def _words(*kinds: str) -> PhraseTable[str]:
    return PhraseTable.of_all(
        lambda language: ((language.citing.get(kind, ()), kind) for kind in kinds)
    )


def dated(lawbook: Lawbook, text: str, edition: str, language: str) -> DatedEntry | None:
    """The provision that a text names with its code, in an edition of that code: ``edition`` or one
    in ``language`` where they have it. Of two codes, the newest that has the number.

    None for any other text. Raises NoSuchProvisionError where that code has no such provision, or
    is not here.
    """
    named = dated_citation(text, lawbook.codes)
    if named is None:
        return None
    if not times_in(text):
        named = named._replace(codes=(_older(lawbook, named, language),))
    here = {known.code for known in lawbook.editions.values()}
    if missing := [code for code in named.codes if code not in here]:
        raise _not_here(lawbook, named.citation, missing[0])
    editions = [
        edition_of(lawbook, named.citation, code, edition, language)
        for code in reversed(named.codes)
    ]
    chosen = next((known for known in editions if lawbook.find(named.citation, known)), editions[0])
    entry = lawbook.provision(named.citation, chosen)
    others = [
        known
        for known in lawbook.editions.values()
        if known.code in named.codes and known.code != lawbook.edition(chosen).code
    ]
    others.sort(
        key=lambda known: (
            not lawbook.counterparts(entry.citation, chosen, known.id).citations,
            known.language != language,
        )
    )
    return DatedEntry(entry, named.by_date, others[0].id if others else "", named.notice)


def _older(lawbook: Lawbook, named: Dated, language: str) -> int:
    """The code meant by 'the old book': the newest that has the provision in a language, of those
    that are no longer in force."""
    held = {
        known.code
        for known in lawbook.editions.values()
        if known.language == language and lawbook.find(named.citation, known.id)
    }
    return max(held.difference([max(lawbook.codes)]), default=named.codes[0])


def _not_here(lawbook: Lawbook, citation: Citation, code: int) -> NoSuchProvisionError:
    """Why a provision of a code without documents cannot be shown, with what it became."""
    newest = lawbook.edition(lawbook.in_force)
    became = [
        Citation.parse(there)
        for here, there, *_ in lawbook.concordance(code, newest.code)
        if here == str(citation) and there
    ]
    some = N_(
        "No document of the Laws of {year} is here, so {citation} cannot be shown as it was then."
    )
    none = N_("The Laws in force then are not here: the oldest that are known are those of {year}.")
    return NoSuchProvisionError(
        some if code else none,
        became,
        newest.id,
        citation=citation,
        year=code or min(lawbook.codes),
    )


def edition_of(
    lawbook: Lawbook, citation: Citation, code: int, edition: str = "", language: str = SOURCE
) -> str:
    """The edition to read a provision of a code in: one that has it, or the nearest above it; of
    these ``edition``, or one in ``language``, else in English.

    ``code`` is one that the lawbook has.
    """
    steps = [citation, *citation.parents]

    def distance(known: str) -> int:
        return next(
            (step for step, holder in enumerate(steps) if lawbook.find(holder, known)), len(steps)
        )

    group = [known for known in lawbook.editions.values() if known.code == code]

    def rank(known: EditionInfo) -> tuple[int, bool, bool, bool]:
        return (
            distance(known.id),
            known.id != edition,
            known.language != language,
            known.language != SOURCE,
        )

    return min(group, key=rank).id
