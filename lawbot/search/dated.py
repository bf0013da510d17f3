"""A provision that is named with its code: '72B1 (1997)', 'law 25B2 in the old book', '1997 law 23'."""

import re
from collections.abc import Sequence

from lawbot.citation import Citation, CitationError, find_citations
from lawbot.language import SOURCE
from lawbot.lawbook import Entry, Lawbook

_LONGEST = 80
"""Characters above which a text tells a story, whatever it names."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_OLD = re.compile(
    r"\b(?:old(?:er)?|previous|former|earlier|last)\s+(?:law\s?books?|books?|laws?|codes?|editions?|rules?|version)\b"
    r"|\b(?:(?:bộ\s+)?luật|sách|bản)\s+(?:cũ|trước)\b|(?:กฎกติกา|กติกา|กฎ|ฉบับ|หนังสือ)(?:เก่า|เดิม)",
    re.IGNORECASE,
)
_AROUND = re.compile(
    r"\b(?:in|of|from|under|the|laws?\s+of|code|edition|laws|book|bộ\s+luật|của|theo|trong|năm)\b|ของ|ใน|ปี|ฉบับ|[()\[\],;:?!]", re.IGNORECASE
)
_ITEM_BRACKETS = re.compile(r"\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)")
_NAMED_AFTER = {2008: 2007}
"""Years by which people call a code that is of another year."""


def dated_citation(text: str, codes: Sequence[int]) -> tuple[Citation, int] | None:
    """The provision and the code year that a text names together; None for any other text.

    ``codes`` are the years there are; 'the old book' is the newest but one.
    """
    known = sorted(set(codes))
    years = [int(year) for year in _YEAR.findall(text)]
    old = _OLD.search(text)
    if len(text) > _LONGEST or len(years) > 1 or not (years or old) or len(known) < 2:
        return None
    year = _NAMED_AFTER.get(years[0], years[0]) if years else known[-2]
    if year not in known:
        return None
    bare = _OLD.sub(" ", _YEAR.sub(" ", text))
    kept = [match.group() for match in _ITEM_BRACKETS.finditer(bare)]
    plain = " ".join(_AROUND.sub(" ", _ITEM_BRACKETS.sub("\x00", bare)).split())
    for item in kept:
        plain = plain.replace("\x00", item, 1)
    try:
        return Citation.parse(plain.replace(" (", "(")), year
    except CitationError:
        cited = [span.citation for span in find_citations(bare)]
        return (cited[0], year) if len(cited) == 1 else None


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
