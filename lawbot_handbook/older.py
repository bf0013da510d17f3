"""Make the pages of older codes: each law in full, and its provisions of today.

The operator has to have their documents, and to ask for them.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from markupsafe import Markup

from lawbot.book import EditionInfo, Entry, Lawbook
from lawbot.cards.comparison_card import SAID as RELATION_NAMES
from lawbot.cards.comparison_card import compare
from lawbot.cards.law_card import source_line
from lawbot.cards.titles import title_of
from lawbot.language.reader import Reader
from lawbot.law.citation import LAST_LAW, Citation
from lawbot.law.differences import Change, ChangeKind
from lawbot.law.edition import Mend
from lawbot_handbook.addresses import older_contents, older_law
from lawbot_handbook.linking import with_suits

_MARKUPS = {ChangeKind.REMOVED: Markup("<del>{}</del>"), ChangeKind.ADDED: Markup("<ins>{}</ins>")}


class Became(NamedTuple):
    """Fate of a provision of an older code: relation to today's in words, and provisions of today.

    ``redline`` has the changed words if these are shorter than both texts.
    """

    entry: Entry
    relation: str
    successors: tuple[Citation, ...]
    redline: Markup


class OlderCodes:
    """Official editions of older codes in the language of the reader; none unless ``included``."""

    def __init__(
        self, lawbook: Lawbook, ours: EditionInfo, reader: Reader, *, included: bool
    ) -> None:
        all_official = [edition for edition in lawbook.editions.values() if not edition.plain]
        official = [edition for edition in all_official if edition.language == reader.language]
        self.lawbook = lawbook
        self.reader = reader
        # without a word of the publisher nobody knows if older texts may be published
        older = [edition for edition in official if edition.code < ours.code]
        self.editions = older if included else []
        # Official texts are compared with each other; with our plain words only for want of one.
        self.current = next((edition for edition in official if edition.code == ours.code), ours)

    def contents(self) -> list[tuple[str, EditionInfo]]:
        """Return the contents pages of the older codes, each with its edition."""
        return [(older_contents(edition.id), edition) for edition in self.editions]

    def pages(self) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
        """Yield the path, the template, the title and the context of every page."""
        _ = self.reader.translate
        for edition in self.editions:
            warning = _("From {old}, superseded: the code in force is that of {year}.").format(
                old=edition.code, year=self.current.code
            )
            entries = self._laws(edition.id)
            titles = [(f"{entry.citation}.html", title_of(entry, self.reader)) for entry in entries]
            words_of = source_line(self.lawbook, edition.id)
            shared = {"old": edition, "warning": warning, "words_of": words_of}
            yield (
                older_contents(edition.id),
                "older_contents.html",
                edition.title,
                {"laws": titles, **shared},
            )
            # a law at either end has none beside it
            for entry, before, after in zip(
                entries, [None, *titles[:-1]], [*titles[1:], None], strict=True
            ):
                title = f"{title_of(entry, self.reader)} ({edition.short})"
                context = {
                    "entry": entry,
                    "before": before,
                    "after": after,
                    **shared,
                    "became_of": [self._became(part) for part in entry.children or [entry]],
                    # Its citations are of its own code, for which the handbook has no links.
                    "linked": lambda _entry: with_suits,
                }
                yield older_law(edition.id, entry.citation.law), "older.html", title, context

    def laws(self) -> list[dict[str, Any]]:
        """Return the name, the id, the code and the numbers of the laws of each older edition."""
        return [
            {
                "name": edition.short,
                "id": edition.id,
                "code": edition.code,
                "laws": [entry.citation.law for entry in self._laws(edition.id)],
            }
            for edition in self.editions
        ]

    def mends(self, edition: str) -> list[tuple[Entry, Mend]]:
        """Return what was mended or reported in the laws of an edition, and in which provision."""
        return [*chain.from_iterable(map(self.lawbook.mends, self._laws(edition)))]

    def placed(self, edition: str, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the search records of an older code that have a page, with its address."""
        own_pages = []
        for record in records:
            law, _sign, anchor = record["at"].removeprefix("law/").partition(".html")
            if law.isdecimal():
                own_pages.append(record | {"at": older_law(edition, int(law)) + anchor})
        return own_pages

    def _laws(self, edition: str) -> list[Entry]:
        """Return the laws that an edition has, in their order."""
        numbers = map(Citation, range(1, LAST_LAW + 1))
        laws = (self.lawbook.find(citation, edition) for citation in numbers)
        return [law for law in laws if law is not None]

    def of(self, law: int) -> list[tuple[str, str]]:
        """Return the names and pages of the older laws that a law of today came from."""
        names: dict[str, str] = {}
        for edition in self.editions:
            counterparts = self.lawbook.counterparts(Citation(law), self.current.id, edition.id)
            for citation in counterparts.citations:
                # A definition is of no law, and has no page of its own.
                if citation.law:
                    names[older_law(edition.id, citation.law)] = f"{edition.short}: {citation.law}"
        return [(name, path) for path, name in names.items()]

    def _became(self, entry: Entry) -> Became:
        comparison = compare(self.lawbook, entry.citation, entry.edition, self.current.id)
        relation = comparison.relation
        is_readable = comparison.readable and relation != "same"
        changes = (is_readable and comparison.changes) or []
        successors = tuple(target.citation for target in comparison.targets)
        sentence = self.reader.translate(RELATION_NAMES[relation])
        return Became(entry, sentence, successors, _redline(changes))


def _redline(changes: list[Change]) -> Markup:
    html = Markup()
    for change in changes:
        html += _MARKUPS.get(change.kind, Markup("{}")).format(with_suits(change.text))
    return html
