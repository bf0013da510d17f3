"""Find a provision in the edition of the code that a message names with it."""

from collections.abc import Iterable
from typing import NamedTuple

from lawbot.book import EditionInfo, Entry, Lawbook, NoSuchProvisionError
from lawbot.errors import N_
from lawbot.language import SOURCE
from lawbot.law.citation import Citation
from lawbot.message.message import Message
from lawbot.search.dates import NOT_KNOWN, DatedCitation, dated_citation


class DatedEntry(NamedTuple):
    """A provision in the edition of its code."""

    entry: Entry
    by_date: bool
    second_edition: str
    """The edition of a second code that is named, or empty."""
    notice: str


def dated_entry(
    lawbook: Lawbook, message: Message, edition: str, language: str
) -> DatedEntry | None:
    """Return the provision that a message names with its code, or None.

    It is read in ``edition``, or in one in ``language``, if the code has them; of two codes, in the
    newest that has the number. Raises NoSuchProvisionError if that code has no such provision, or is
    not here.
    """
    dated = dated_citation(message, lawbook.codes)
    if dated is None:
        return None
    citation, codes = dated.citation, dated.codes
    if dated.is_old_book:
        codes = (_old_book(lawbook, dated, language),)
    codes_here = {info.code for info in lawbook.editions.values()}
    for code in codes:
        if code not in codes_here:
            raise _not_here(lawbook, citation, code)
    editions = [edition_of(lawbook, citation, code, edition, language) for code in reversed(codes)]
    with_provision = (candidate for candidate in editions if lawbook.find(citation, candidate))
    chosen = next(with_provision, editions[0])
    entry = lawbook.provision(citation, chosen)
    chosen_code = lawbook.edition(chosen).code
    second_codes = [code for code in codes if code != chosen_code]
    return DatedEntry(
        entry, dated.by_date, _second_edition(lawbook, entry, second_codes, language), dated.notice
    )


def _second_edition(lawbook: Lawbook, entry: Entry, codes: Iterable[int], language: str) -> str:
    """Return the best edition of some codes to compare a provision with, or an empty text."""

    def rank(info: EditionInfo) -> tuple[bool, bool]:
        counterparts = lawbook.counterparts(entry.citation, entry.edition, info.id)
        return not counterparts.citations, info.language != language

    editions = [info for info in lawbook.editions.values() if info.code in codes]
    return min(editions, key=rank).id if editions else ""


def _old_book(lawbook: Lawbook, dated: DatedCitation, language: str) -> int:
    """Return the newest code no longer in force that has the provision in a language."""
    codes = [
        info.code
        for info in lawbook.editions.values()
        if info.language == language and lawbook.find(dated.citation, info.id)
    ]
    older = [code for code in codes if code != max(lawbook.codes)]
    return max(older, default=dated.codes[0])


def _not_here(lawbook: Lawbook, citation: Citation, code: int) -> NoSuchProvisionError:
    """Return the error for a provision of a code without documents, with what it became."""
    newest = lawbook.edition(lawbook.in_force)
    successors = [
        Citation.parse(target)
        for source, target, *_ in lawbook.concordance(code, newest.code)
        if source == str(citation) and target
    ]
    without_document = N_(
        "No document of the Laws of {year} is here, so {citation} cannot be shown as it was then."
    )
    return NoSuchProvisionError(
        without_document if code else NOT_KNOWN,
        successors,
        newest.id,
        citation=citation,
        year=code or min(lawbook.codes),
    )


def edition_of(
    lawbook: Lawbook, citation: Citation, code: int, edition: str = "", language: str = SOURCE
) -> str:
    """Return the edition to read a provision of a code in; the lawbook must have the code.

    It is one that has the provision, or the nearest above it; of several ``edition``, or one in
    ``language``, else in English.
    """
    holders = [citation, *citation.parents]

    def distance(edition_id: str) -> int:
        for steps, holder in enumerate(holders):
            if lawbook.find(holder, edition_id):
                return steps
        return len(holders)

    def rank(info: EditionInfo) -> tuple[int, bool, bool, bool]:
        return (
            distance(info.id),
            info.id != edition,
            info.language != language,
            info.language != SOURCE,
        )

    editions = [info for info in lawbook.editions.values() if info.code == code]
    return min(editions, key=rank).id
