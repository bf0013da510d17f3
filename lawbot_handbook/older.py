"""Older codes in the handbook, where the operator has their documents and asks for them: each law
in full, and what became of its provisions."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from lawbot.answers import Reader
from lawbot.answers.comparing import SAID, compare
from lawbot.answers.laws import source_line, title_of
from lawbot.cards import Change, ChangeKind
from lawbot.citation import LAST_LAW, Citation
from lawbot.lawbook import EditionInfo, Entry, Lawbook
from lawbot_handbook.addresses import older_law
from lawbot_handbook.linking import with_suits

_LOOKS = {ChangeKind.REMOVED: Markup("<del>{}</del>"), ChangeKind.ADDED: Markup("<ins>{}</ins>")}


class Became(NamedTuple):
    """What became of a provision of an older code: in a sentence, the provisions of today, and the
    words from the one to the other where these are in the same language, and fewer than both
    texts."""

    entry: Entry
    said: str
    now: tuple[Citation, ...]
    redline: Markup


class OlderCodes:
    """The official editions of older codes in the language of the reader; none where nobody has
    ``asked`` for them."""

    def __init__(self, lawbook: Lawbook, ours: EditionInfo, reader: Reader, *, asked: bool) -> None:
        known = [
            edition
            for edition in lawbook.editions.values()
            if edition.language == reader.language and not edition.plain
        ]
        self.lawbook = lawbook
        self.reader = reader
        self.editions = [edition for edition in known if asked and edition.code < ours.code]
        self.now = next((edition for edition in known if edition.code == ours.code), ours)

    def pages(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """The path of the page of every law, its title, and what its template needs besides."""
        _ = self.reader.translate
        for edition in self.editions:
            warning = _("From {old}, superseded: the code in force is that of {year}.").format(
                old=edition.code, year=self.now.code
            )
            for law in range(1, LAST_LAW + 1):
                if entry := self.lawbook.find(Citation(law), edition.id):
                    context = {
                        "entry": entry,
                        "old": edition,
                        "warning": warning,
                        "words_of": source_line(self.lawbook, edition.id),
                        "became_of": [self._became(part) for part in entry.children or [entry]],
                        "linked": lambda _entry: with_suits,
                    }
                    yield (
                        older_law(edition.id, law),
                        f"{title_of(entry, self.reader)} ({edition.short})",
                        context,
                    )

    def of(self, law: int) -> list[tuple[str, str]]:
        """Where the law of today came from: the name of each edition with its provisions' law, and
        the page of it."""
        found: dict[str, str] = {}
        for edition in self.editions:
            for citation in self.lawbook.counterparts(
                Citation(law), self.now.id, edition.id
            ).citations:
                found |= (
                    {older_law(edition.id, citation.law): f"{edition.short}: {citation.law}"}
                    if citation.law
                    else {}
                )
        return [(name, path) for path, name in found.items()]

    def _became(self, entry: Entry) -> Became:
        found = compare(self.lawbook, entry.citation, entry.edition, self.now.id)
        changes = found.changes if found.readable and found.relation != "same" else None
        now = tuple(there.citation for there in found.targets)
        return Became(
            entry, self.reader.translate(SAID[found.relation]), now, _shown(changes or [])
        )


def _shown(changes: list[Change]) -> Markup:
    return Markup().join(
        _LOOKS.get(change.kind, Markup("{}")).format(with_suits(change.text)) for change in changes
    )
