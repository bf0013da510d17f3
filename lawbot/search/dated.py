"""A provision that is named with its code: '72B1 (1997)', 'law 25B2 in the old book', '1997 law 23'."""

import re
from collections.abc import Sequence
from functools import cache

from lawbot.citation import Citation, CitationError
from lawbot.language import SOURCE, installed
from lawbot.lawbook import Entry, Lawbook
from lawbot.text.citing import citations_in, read_range
from lawbot.text.tables import PhraseTable
from lawbot.text.tokens import straight, tokens

_LONGEST = 80
"""Characters above which a text tells a story, whatever it names."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_ITEM = re.compile(r"\((?:[a-z]{1,4}|\d{1,2})\)")
_NAMED_AFTER = {2008: 2007}
"""Years by which people call a code that is of another year."""


def dated_citation(text: str, codes: Sequence[int]) -> tuple[Citation, int] | None:
    """The provision and the code year that a text names together; None for any other text.

    ``codes`` are the years there are; 'the old book' is the newest but one.
    """
    known = sorted(set(codes))
    if len(text) > _LONGEST or len(known) < 2:
        return None
    line, years, old = _undated(text)
    if len(years) > 1 or not (years or old):
        return None
    year = _NAMED_AFTER.get(years[0], years[0]) if years else known[-2]
    if year not in known:
        return None
    try:
        return read_range(line).first, year
    except CitationError:
        cited = [span.citation for span in citations_in(line)]
        return (cited[0], year) if len(cited) == 1 else None


def _undated(text: str) -> tuple[str, list[int], bool]:
    """The text without its years, its words for an older book and what holds them together; the years; and whether an older book is named."""
    line = straight(text)
    words = tokens(line)
    left, old, place, end = "", False, 0, 0
    years: list[int] = []
    while place < len(words):
        token, known = words[place], _words().at(words, place)
        behind = _words().at(words, known[1]) if known else None
        gap, kept, after = line[end : token.start], "", place + 1
        if _YEAR.fullmatch(token.word):
            years.append(int(token.word))
        elif known and behind and {known[0], behind[0]} == {"old", "book"}:
            old, after = True, behind[1]
        elif item := _ITEM.match(line.lower(), token.start):
            gap, kept, after = "", item[0], place + sum(token.start <= other.start < item.end() for other in words)
        elif holding := _holding().at(words, place):
            after = holding[1]
        elif token.word not in "()[],;:?!":
            kept = line[token.start : token.end]
        left += gap + kept + (" " if not kept else "")
        place, end = after, words[after - 1].end
    return " ".join(left.split()), years, old


@cache
def _words() -> PhraseTable[str]:
    """The words for an older code."""
    return _table("old", "book")


@cache
def _holding() -> PhraseTable[str]:
    """What holds a provision and its code together."""
    return _table("dated")


def _table(*kinds: str) -> PhraseTable[str]:
    found = PhraseTable[str]()
    for language in installed().values():
        for kind in kinds:
            found.add(language.citing.get(kind, ()), kind, language)
    return found


def dated(lawbook: Lawbook, text: str, edition: str, language: str) -> Entry | None:
    """The provision that a text names with its code, in an edition of that code: ``edition`` or one in ``language`` where they have it.

    None for any other text. Raises NoSuchProvisionError where that code has no such provision.
    """
    named = dated_citation(text, [known.code for known in lawbook.editions.values()])
    if named is None:
        return None
    citation, code = named
    return lawbook.provision(citation, edition_of(lawbook, citation, code, edition, language))


def edition_of(lawbook: Lawbook, citation: Citation, code: int, edition: str = "", language: str = SOURCE) -> str:
    """The edition to read a provision of a code in: one that has it, or the nearest above it; of these ``edition``, or one in ``language``.

    ``code`` is one that the lawbook has.
    """
    steps = [citation, *citation.parents]

    def distance(known: str) -> int:
        return next((step for step, holder in enumerate(steps) if lawbook.find(holder, known)), len(steps))

    group = [known for known in lawbook.editions.values() if known.code == code]
    return min(group, key=lambda known: (distance(known.id), known.id != edition, known.language != language)).id
