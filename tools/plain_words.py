"""Pairs of our plain words in another language and in English."""

from collections.abc import Iterator
from itertools import chain

from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Provision


def untranslated(edition: Edition, english: Edition) -> Iterator[tuple[Citation, str]]:
    """Yield the citation and the fault of provisions that a restatement lacks or has too many."""
    translated = set(map(in_english, edition))
    english_citations = {provision.citation for provision in english}
    for citation in sorted(english_citations - translated):
        yield citation, "not translated"
    for citation in sorted(translated - english_citations):
        yield citation, "not in the English words"


def pairs(edition: Edition, english: Edition) -> Iterator[tuple[str, str, str]]:
    """Yield the citation, the English text and the translation of each text of a restatement."""
    sources = {provision.citation: provision for provision in english}
    for provision in edition:
        source = sources.get(in_english(provision))
        if source is None:
            continue
        for text, translation in zip(_texts(source), _texts(provision), strict=False):
            if text and translation:
                yield str(source.citation), text, translation


def _texts(provision: Provision) -> list[str]:
    cells = chain.from_iterable(provision.rows)
    return [provision.title or "", provision.text, provision.note, *cells]


def in_english(provision: Provision) -> Citation:
    """Return the provision's citation in the English words."""
    # A translated term has the English one in brackets after it, which may have brackets itself.
    title = provision.title or ""
    if not title.endswith(")") or title == provision.citation.term:
        return provision.citation
    opening = title.rindex("(")
    while title.count("(", opening) != title.count(")", opening):
        opening = title.rindex("(", 0, opening)
    return Citation(term=title[opening + 1 : -1]) if opening else provision.citation
