"""A provision that is named with its code or a date: '72B1 (1997)', 'law 25B2 in the old book', '64A on 3 May 1999', '27B1 1997 to 2017'."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from lawbot.citation import Citation
from lawbot.errors import N_, CitationError
from lawbot.language import SOURCE, installed
from lawbot.lawbook import Entry, Lawbook, NoSuchProvisionError
from lawbot.text.citing import citations_in, read_range
from lawbot.text.tokens import PhraseTable, straight, tokens

_LONGEST = 80
"""Characters above which a text tells a story, whatever it names."""
_YEAR = re.compile(r"(?:19|20)\d\d|25[3-9]\d")
_BUDDHIST = 543
"""Years that the Thai calendar is ahead."""
_ITEM = re.compile(r"\((?:[a-z]{1,4}|\d{1,2})\)")
_NAMED_AFTER = {2008: 2007}
"""Years by which people call a code that is of another year."""


class Dated(NamedTuple):
    """A provision and the years of the codes that a text names with it, the older of two first; 0 where none was in force yet.

    ``by_date`` where the text names no code but a time, in which that code was in force.
    """

    citation: Citation
    codes: tuple[int, ...]
    by_date: bool = False


def dated_citation(text: str, codes: Mapping[int, str]) -> Dated | None:
    """The provision and the codes that a text names together; None for any other text.

    ``codes`` are the years there are, each with the month from which it was in force; 'the old book' is the newest but one.
    """
    known = sorted(codes)
    if len(text) > _LONGEST or len(known) < 2:
        return None
    line, times, old = _undated(text)
    if len(times) > 2 or not (times or old):
        return None
    named = dict(_code(*time, codes) for time in times) or {known[-2]: False}
    try:
        citation = read_range(line).first
    except CitationError:
        cited = [span.citation for span in citations_in(line)]
        if len(cited) != 1:
            return None
        citation = cited[0]
    return Dated(citation, tuple(sorted(named)), len(named) == 1 and all(named.values()))


def _code(year: int, month: int, codes: Mapping[int, str]) -> tuple[int, bool]:
    """The code of a year and, unless the year is its name, whether it was in force in that month, the first where none is named."""
    if not month and _NAMED_AFTER.get(year, year) in codes:
        return _NAMED_AFTER.get(year, year), False
    return max((code for code, since in codes.items() if since <= f"{year}-{month or 1:02}"), default=0), True


def _undated(text: str) -> tuple[str, list[tuple[int, int]], bool]:
    """The text without its years, its words for an older book and what holds them together; the years, each with its month or 0; and
    whether an older book is named."""
    months = dict(map(_month_of, _dates().finditer(straight(text))))
    line = _dates().sub(lambda date: f" {_month_of(date)[0]} ", straight(text))
    words = tokens(line)
    books, holding = _words("old", "book").every(words), _words("dated", "between").every(words)
    left, old, place, end = "", False, 0, 0
    times: list[tuple[int, int]] = []
    while place < len(words):
        token, known = words[place], books.get(place)
        behind = books.get(known[1]) if known else None
        gap, kept, after = line[end : token.start], "", place + 1
        if _YEAR.fullmatch(token.word):
            year = int(token.word)
            times.append((year - _BUDDHIST if year > 2500 else year, months.get(token.word, 0)))
        elif known and behind and {known[0], behind[0]} == {"old", "book"}:
            old, after = True, behind[1]
        elif item := _ITEM.match(line.lower(), token.start):
            gap, kept, after = "", item[0], place + sum(token.start <= other.start < item.end() for other in words)
        elif place in holding:
            after = holding[place][1]
        elif times and words[place + 1 :] and _YEAR.fullmatch(words[place + 1].word):
            kept = ""  # '1997 to 2017'
        elif token.word not in "()[],;:?!":
            kept = line[token.start : token.end]
        left += gap + kept + (" " if not kept else "")
        place, end = after, words[after - 1].end
    return " ".join(left.split()), times, old


@cache
def _dates() -> re.Pattern[str]:
    """A date: '3 May 1999', 'May 3rd, 1999', '1999-05-03', '3/5/1999', in the months of every language."""
    names = "|".join(re.escape(name) for name in sorted(_months(), key=len, reverse=True))
    held = "|".join(re.escape(word) for language in installed().values() for word in language.citing.get("dated", ()))
    day = r"\d\d?(?:st|nd|rd|th)?"
    worded = rf"(?:\b{day}\s+(?:of\s+)?)?(?P<name>{names})\.?,?\s+(?:{day},?\s+)?(?:(?:{held})\s+)?(?P<year>\d{{4}})\b"
    return re.compile(rf"\b(?P<iso>\d{{4}}-\d\d?)(?:-\d\d?)?\b|\b\d\d?[./](?P<plain>\d\d?[./]\d{{4}})\b|{worded}", re.IGNORECASE)


def _month_of(date: re.Match[str]) -> tuple[str, int]:
    """The year of a date and its month."""
    if date["name"]:
        return date["year"], _months()[" ".join(date["name"].casefold().split())]
    year, month = date["iso"].split("-") if date["iso"] else re.split("[./]", date["plain"])[::-1]
    return year, int(month)


@cache
def _months() -> dict[str, int]:
    """The months of every language, by each of their names."""
    named = ((language, enumerate(language.citing.get("months", ()))) for language in installed().values())
    return {said.casefold(): place % 12 + 1 for language, names in named for place, name in names for said in (name, language.plain(name))}


@cache
def _words(*kinds: str) -> PhraseTable[str]:
    return PhraseTable.of_all(lambda language: ((language.citing.get(kind, ()), kind) for kind in kinds))


def dated(lawbook: Lawbook, text: str, edition: str, language: str) -> tuple[Entry, bool, str] | None:
    """The provision that a text names with its code, in an edition of that code: ``edition`` or one in ``language`` where they have it. Of two
    codes, the newest that has the number. Then whether the text names a date, and the edition of the second code, empty where there is none.

    None for any other text. Raises NoSuchProvisionError where that code has no such provision, or is not here.
    """
    named = dated_citation(text, lawbook.codes)
    if named is None:
        return None
    if not _undated(text)[1]:
        named = named._replace(codes=(_older(lawbook, named, language),))
    here = {known.code for known in lawbook.editions.values()}
    if missing := [code for code in named.codes if code not in here]:
        raise _not_here(lawbook, named.citation, missing[0])
    editions = [edition_of(lawbook, named.citation, code, edition, language) for code in reversed(named.codes)]
    chosen = next((known for known in editions if lawbook.find(named.citation, known)), editions[0])
    entry = lawbook.provision(named.citation, chosen)
    others = [known for known in lawbook.editions.values() if known.code in named.codes and known.code != lawbook.edition(chosen).code]
    others.sort(key=lambda known: (not lawbook.counterparts(entry.citation, chosen, known.id).citations, known.language != language))
    return entry, named.by_date, others[0].id if others else ""


def _older(lawbook: Lawbook, named: Dated, language: str) -> int:
    """The code meant by 'the old book': the newest that has the provision in a language, of those that are no longer in force."""
    held = {known.code for known in lawbook.editions.values() if known.language == language and lawbook.find(named.citation, known.id)}
    return max(held.difference([max(lawbook.codes)]), default=named.codes[0])


def _not_here(lawbook: Lawbook, citation: Citation, code: int) -> NoSuchProvisionError:
    """Why a provision of a code without documents cannot be shown, with what it became."""
    newest = lawbook.edition(lawbook.in_force)
    became = [Citation.parse(there) for here, there, *_ in lawbook.concordance(code, newest.code) if here == str(citation) and there]
    some = N_("No document of the Laws of {year} is here, so {citation} cannot be shown as it was then.")
    none = N_("The Laws in force then are not here: the oldest that are known are those of {year}.")
    return NoSuchProvisionError(some if code else none, became, newest.id, citation=citation, year=code or min(lawbook.codes))


def edition_of(lawbook: Lawbook, citation: Citation, code: int, edition: str = "", language: str = SOURCE) -> str:
    """The edition to read a provision of a code in: one that has it, or the nearest above it; of these ``edition``, or one in ``language``.

    ``code`` is one that the lawbook has.
    """
    steps = [citation, *citation.parents]

    def distance(known: str) -> int:
        return next((step for step, holder in enumerate(steps) if lawbook.find(holder, known)), len(steps))

    group = [known for known in lawbook.editions.values() if known.code == code]
    return min(group, key=lambda known: (distance(known.id), known.id != edition, known.language != language)).id
