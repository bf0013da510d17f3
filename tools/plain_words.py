"""Our plain words in another language beside the English ones."""

from collections.abc import Iterator

from lawbot.citation import Citation
from lawbot.reading.edition import Edition, Provision


def untranslated(edition: Edition, english: Edition) -> Iterator[tuple[Citation, str]]:
    """The provisions that a restatement lacks or has too many: (citation, what is wrong)."""
    there = {in_english(provision): provision for provision in edition}
    here = {provision.citation for provision in english}
    yield from ((citation, "not translated") for citation in sorted(here - there.keys()))
    yield from ((citation, "not in the English words") for citation in sorted(there.keys() - here))


def pairs(edition: Edition, english: Edition) -> Iterator[tuple[str, str, str]]:
    """The texts of a restatement beside those it was translated from: (citation, English text,
    translation)."""
    here = {provision.citation: provision for provision in english}
    for provision in edition:
        if source := here.get(in_english(provision)):
            yield from (
                (str(source.citation), *both)
                for both in zip(_texts(source), _texts(provision), strict=False)
                if all(both)
            )


def _texts(provision: Provision) -> list[str]:
    return [
        provision.title or "",
        provision.text,
        provision.note,
        *(cell for row in provision.rows for cell in row),
    ]


def in_english(provision: Provision) -> Citation:
    """The provision's citation in the English words: a term's own name stands there in brackets
    behind it."""
    title = provision.title or ""
    if not title.endswith(")") or title == provision.citation.term:
        return provision.citation
    begins = next(
        i
        for i in range(len(title) - 1, -1, -1)
        if title[i] == "(" and title.count("(", i) == title.count(")", i)
    )
    return Citation(term=title[begins + 1 : -1]) if begins else provision.citation
