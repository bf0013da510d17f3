"""Lawbook, the only reader of lawbook.db: provisions by citation and by heading, and everything around them."""

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

from sqlite_utils import Database

from lawbot.citation import Citation
from lawbot.errors import N_, LawbotError
from lawbot.lawbook import schema

PLAIN = "plain-2017"
"""The edition of our own plain words; every other one is an official text."""
_PROVISION = (
    "SELECT id, edition, citation, level, title, text, closing, note, line, previous, next FROM provisions WHERE edition = ? AND key = ?"
)


class LawbookError(LawbotError):
    """There is no lawbook, or it cannot be read."""


class NoSuchProvisionError(LawbotError):
    """An edition has no provision of that name; ``nearest`` are the ones it has around it."""

    def __init__(self, message: str, nearest: list[Citation], **values: object) -> None:
        super().__init__(message, **values)
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """What is known of an edition: names, code year, language, and the notice to print under its text."""

    id: str
    code: int
    language: str
    title: str
    short: str
    publisher: str
    in_force_since: str | None
    notice: str
    source: str
    source_hash: str


class Reference(NamedTuple):
    """A cross-reference: from which provision, to which, and the words that make it."""

    source: Citation
    target: Citation
    words: str


class Topic(NamedTuple):
    """An entry of the printed index: heading path, citations (or ranges) as text, and 'see also' heads."""

    path: tuple[str, ...]
    citations: tuple[str, ...]
    see: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A provision as the lawbook holds it. What stands around it is read when it is asked for."""

    lawbook: "Lawbook"
    id: int
    edition: str
    citation: Citation
    level: str
    title: str | None
    text: str
    closing: str
    note: str
    line: int
    previous: Citation | None
    next: Citation | None

    @cached_property
    def opening(self) -> str:
        """The own text without the part that is printed below the provisions inside this one."""
        return self.text.removesuffix(self.closing).rstrip() if self.closing else self.text

    @cached_property
    def children(self) -> list["Entry"]:
        """The provisions directly inside this one, in the order of the book, without footnotes and tables."""
        return self.lawbook.children(self)

    @cached_property
    def footnotes(self) -> list["Entry"]:
        """The footnotes whose mark this provision carries."""
        return self.lawbook.footnotes(self)

    @cached_property
    def rows(self) -> list[list[str]]:
        """The cells of a table; empty for any other provision."""
        return self.lawbook.rows(self)

    @cached_property
    def table(self) -> "Entry | None":
        """The table that stands in this provision."""
        return (
            self.lawbook.find(Citation(self.citation.law, self.citation.section, table=True), self.edition) if self.citation.law else None
        )

    @cached_property
    def cites(self) -> list[Reference]:
        """The cross-references made in this provision's own text."""
        return self.lawbook.cites(self)

    @cached_property
    def cited_by(self) -> list[Reference]:
        """The cross-references that lead to exactly this provision."""
        return self.lawbook.cited_by(self)

    @cached_property
    def path(self) -> list["Entry"]:
        """The provisions this one stands in, the law first."""
        above = [self.lawbook.find(parent, self.edition) for parent in reversed(self.citation.parents)]
        return [entry for entry in above if entry is not None]

    @cached_property
    def heading(self) -> str:
        """The nearest printed heading: its own, or that of the provision it stands in."""
        return self.title or next((entry.title for entry in reversed(self.path) if entry.title), "") or ""

    def walk(self) -> Iterator["Entry"]:
        """This provision and everything inside it, in the order of the book."""
        yield self
        for child in self.children:
            yield from child.walk()


class Lawbook:
    """An open lawbook. Read-only; safe to keep open for the life of the program."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._execute = db.conn.execute

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a lawbook. Raises LawbookError when there is none, or it is damaged or of another version."""
        if not path.is_file():
            raise LawbookError(f"There is no lawbook at {path}. Build it with: python -m lawbot build")
        try:
            connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True, check_same_thread=False)
            lawbook = cls(Database(connection))
            version = lawbook.meta("schema")
        except sqlite3.Error as error:
            raise LawbookError(f"The lawbook at {path} cannot be read ({error}). Build it anew with: python -m lawbot build") from error
        if version != str(schema.VERSION):
            raise LawbookError(f"The lawbook at {path} was built by another version. Build it anew with: python -m lawbot build")
        return lawbook

    def meta(self, name: str) -> str | None:
        """A fact about the build: content_hash, schema."""
        row = self._execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    @cached_property
    def editions(self) -> dict[str, EditionInfo]:
        """Every edition in the lawbook, in the order in which they are offered."""
        names = "id, code, language, title, short, publisher, in_force_since, notice, source, source_hash"
        rows = self._execute(f"SELECT {names} FROM editions ORDER BY position").fetchall()
        return {row[0]: EditionInfo(*row) for row in rows}

    @cached_property
    def in_force(self) -> str:
        """The edition that rulings cite: the newest code, the official text before our own."""
        return max(self.editions.values(), key=lambda edition: edition.code).id

    def edition(self, edition_id: str) -> EditionInfo:
        """What is known of an edition. Raises LawbookError, naming those there are."""
        try:
            return self.editions[edition_id]
        except KeyError:
            there = ", ".join(self.editions)
            raise LawbookError(
                N_("There is no edition “{edition}” here. There are: {there}."), edition=edition_id[:30], there=there
            ) from None

    def find(self, citation: Citation, edition: str) -> Entry | None:
        """The provision of that name in that edition, or None."""
        if citation.footnote and not citation.law and not citation.term:
            row = self._execute("SELECT key FROM provisions WHERE edition = ? AND footnote = ?", (edition, citation.footnote)).fetchone()
            return self._entry(edition, row[0]) if row else None
        return self._entry(edition, str(citation).casefold())

    def provision(self, citation: Citation, edition: str) -> Entry:
        """The provision of that name. Raises NoSuchProvisionError with the nearest that exist, LawbookError for an unknown edition."""
        self.edition(edition)
        found = self.find(citation, edition) or self._near_spelling(citation, edition)
        if found is None:
            raise self._missing(citation, edition)
        return found

    def says(self, citation: Citation) -> str | None:
        """All that a provision of the code in force says, officially and in plain words: its own text and notes, what stands in it, and
        the text of those it stands in. None when that code has no such provision."""
        code = self.edition(self.in_force).code
        found = [entry for known in self.editions.values() if known.code == code and (entry := self.find(citation, known.id))]
        if not any(entry.edition == self.in_force for entry in found):
            return None
        whole = [*found, *(inner for entry in found for inner in entry.walk()), *(step for entry in found for step in entry.path)]
        texts = [text for entry in whole for text in (entry.text, entry.note, *(note.text for note in entry.footnotes))]
        return "\n".join([*texts, *(" ".join(row) for entry in found if entry.table for row in entry.table.rows)])

    def provisions(self, edition: str) -> Iterator[Entry]:
        """Every provision of an edition in the order of the book, footnotes and tables included."""
        keys = self._execute("SELECT key FROM provisions WHERE edition = ? ORDER BY id", (edition,)).fetchall()
        for (key,) in keys:
            entry = self._entry(edition, key)
            if entry is not None:
                yield entry

    def children(self, entry: Entry) -> list[Entry]:
        """See Entry.children."""
        rows = self._execute(
            "SELECT key FROM provisions WHERE edition = ? AND parent = ? AND level NOT IN ('footnote', 'table') ORDER BY id",
            (entry.edition, str(entry.citation).casefold()),
        )
        return [found for (key,) in rows.fetchall() if (found := self._entry(entry.edition, key))]

    def footnotes(self, entry: Entry) -> list[Entry]:
        """See Entry.footnotes."""
        rows = self._execute("SELECT number FROM footnotes WHERE provision = ? ORDER BY number", (entry.id,)).fetchall()
        return [found for (number,) in rows if (found := self.find(Citation(footnote=number), entry.edition))]

    def rows(self, entry: Entry) -> list[list[str]]:
        """See Entry.rows."""
        rows = self._execute("SELECT cells FROM tables WHERE provision = ? ORDER BY row", (entry.id,)).fetchall()
        return [json.loads(cells) for (cells,) in rows]

    def senses(self, entry: Entry) -> list[str]:
        """The numbered meanings of a definition."""
        return [text for (text,) in self._execute("SELECT text FROM definitions WHERE provision = ? ORDER BY sense", (entry.id,))]

    def mends(self, entry: Entry) -> list[str]:
        """The repairs made to this provision, and the damage that could not be repaired, a line each."""
        rows = self._execute("SELECT line, done, what, why FROM mends WHERE provision = ? ORDER BY position", (entry.id,))
        return [f"line {line}, {'mended' if done else 'reported'}: {what} ({why})" for line, done, what, why in rows]

    def reports(self, edition: str) -> list[str]:
        """Repairs and losses that belong to no single provision of the edition."""
        rows = self._execute(
            "SELECT line, done, what, why FROM mends WHERE edition = ? AND provision IS NULL ORDER BY position", (edition,)
        )
        return [f"line {line}, {'mended' if done else 'reported'}: {what} ({why})" for line, done, what, why in rows]

    def cites(self, entry: Entry) -> list[Reference]:
        """See Entry.cites."""
        return self._references("source", "position", entry)

    def cited_by(self, entry: Entry) -> list[Reference]:
        """See Entry.cited_by."""
        return self._references("target", "rowid", entry)

    def unresolved(self, edition: str) -> list[tuple[str, str]]:
        """References that lead nowhere: (provision, words)."""
        rows = self._execute("SELECT source, words FROM unresolved WHERE edition = ? ORDER BY rowid", (edition,)).fetchall()
        return [(str(source), str(words)) for source, words in rows]

    def division(self, entry: Entry) -> list[str]:
        """The chapter, part and section headings a law stands under, the widest first."""
        rows = self._execute(
            "SELECT title, depth FROM divisions WHERE edition = ? AND first_law <= ? ORDER BY position", (entry.edition, entry.citation.law)
        ).fetchall()
        path: dict[int, str] = {}
        for title, depth in rows:
            path = {level: text for level, text in path.items() if level < depth} | {depth: title}
        return [path[depth] for depth in sorted(path)] if entry.citation.law else []

    def headings(self, edition: str) -> list[tuple[Citation, str]]:
        """Every provision that has a heading, with it, in the order of the book: laws, sections, paragraphs, terms."""
        rows = self._execute("SELECT citation, title FROM provisions WHERE edition = ? AND title IS NOT NULL ORDER BY id", (edition,))
        return [(Citation.parse(citation), title) for citation, title in rows.fetchall()]

    def terms_in(self, text: str, edition: str) -> list[Citation]:
        """The defined terms of an edition that occur in a text as whole words, in the order of their first occurrence."""
        if edition not in self._terms:
            terms = {citation.term.casefold(): citation for citation in self.citations(edition) if citation.term}
            longest_first = sorted(terms, key=lambda term: -len(term))
            pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)") if terms else None
            self._terms[edition] = (pattern, terms)
        pattern, terms = self._terms[edition]
        if pattern is None:
            return []
        return [terms[term] for term in dict.fromkeys(match.group() for match in pattern.finditer(text.casefold()))]

    @cached_property
    def _terms(self) -> dict[str, tuple[re.Pattern[str] | None, dict[str, Citation]]]:
        return {}

    def citations(self, edition: str) -> list[Citation]:
        """Every citation of an edition in the order of the book."""
        rows = self._execute("SELECT citation FROM provisions WHERE edition = ? ORDER BY id", (edition,)).fetchall()
        return [Citation.parse(citation) for (citation,) in rows]

    def topics(self, edition: str) -> list[Topic]:
        """The printed index of an edition."""
        rows = self._execute("SELECT path, citations, see FROM topics WHERE edition = ? ORDER BY position", (edition,)).fetchall()
        return [Topic(*(tuple(json.loads(part)) for part in row)) for row in rows]

    def counts(self, edition: str) -> dict[str, int]:
        """How many provisions of each level an edition has."""
        return dict(self._execute("SELECT level, count(*) FROM provisions WHERE edition = ? GROUP BY level", (edition,)).fetchall())

    def _entry(self, edition: str, key: str) -> Entry | None:
        row = self._execute(_PROVISION, (edition, key)).fetchone()
        if row is None:
            return None
        before, after = row[9], row[10]
        return Entry(
            self,
            id=row[0],
            edition=row[1],
            citation=Citation.parse(row[2]),
            level=row[3],
            title=row[4],
            text=row[5],
            closing=row[6],
            note=row[7],
            line=row[8],
            previous=Citation.parse(before) if before else None,
            next=Citation.parse(after) if after else None,
        )

    def _references(self, side: str, order: str, entry: Entry) -> list[Reference]:
        rows = self._execute(
            f"SELECT source, target, words FROM cross_references WHERE edition = ? AND {side} = ? ORDER BY {order}",
            (entry.edition, str(entry.citation).casefold()),
        ).fetchall()
        return [Reference(Citation.parse(source), Citation.parse(target), words) for source, target, words in rows]

    def _near_spelling(self, citation: Citation, edition: str) -> Entry | None:
        """What was surely meant: '27(b)' is 27B, and '35A' is 35.1 where an edition numbers its sections."""
        if citation.law and not citation.section and not citation.paragraph and len(citation.items) == 1:
            return self.find(Citation(citation.law, citation.items[0].upper()), edition)
        return None

    def _missing(self, citation: Citation, edition: str) -> NoSuchProvisionError:
        short = self.edition(edition).short
        for parent in citation.parents:
            owner = self.find(parent, edition)
            if owner is None:
                continue
            inside = [child.citation for child in owner.children]
            if not inside:
                return NoSuchProvisionError(
                    N_("{edition}: {citation} does not exist. {owner} has no parts."),
                    [owner.citation],
                    edition=short,
                    citation=citation,
                    owner=owner.citation,
                )
            return NoSuchProvisionError(
                N_("{edition}: {citation} does not exist. {owner} has {first} to {last}."),
                [owner.citation, *inside],
                edition=short,
                citation=citation,
                owner=owner.citation,
                first=inside[0],
                last=inside[-1],
            )
        if citation.term:
            return NoSuchProvisionError(
                N_("{edition}: “{term}” is not among the defined terms."), [], edition=short, term=citation.term[:40]
            )
        laws = [
            found for found in self.citations(edition) if found.law and not found.section and not found.paragraph and not found.footnote
        ]
        near = sorted(laws, key=lambda law: abs(law.law - citation.law))[:3]
        if not laws:
            return NoSuchProvisionError(N_("{edition}: {citation} is not in this edition."), [], edition=short, citation=citation)
        return NoSuchProvisionError(
            N_("{edition}: {citation} is not in this edition, which has Laws {first} to {last}."),
            near,
            edition=short,
            citation=citation,
            first=laws[0],
            last=laws[-1],
        )
