"""Read lawbook.db: provisions by citation and by heading, and everything around them."""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from sys import intern
from typing import Any, Self

from lawbot.book import schema
from lawbot.book.entry import ONE_LAW, Amendment, Counterparts, EditionInfo, Entry, Leaf, Tie, Topic
from lawbot.errors import N_, LawbookError, LawbotError
from lawbot.grouped import grouped
from lawbot.language import SOURCE
from lawbot.law.citation import ANY, Citation
from lawbot.law.edition import Mend

# the edition in force, and the plain words in three languages
_LEAVES = 384
"""Number of laws kept in memory after reading (3 MB)."""

_BUILD = "Build it with: python -m lawbot build"
_AGAIN = "Build it anew with: python -m lawbot build"
BUILT_BY_ANOTHER_VERSION = f"The lawbook was built by another version. {_AGAIN}"
_CACHE = 500
"""Kilobytes of the file that SQLite keeps in memory; the system caches it anyway."""
_NO_TERM = N_("{edition}: “{term}” is not among the defined terms.")
_NEAREST = 3
"""Number of laws that are offered if an edition does not have the one asked for."""
_NO_SUCH_PART = N_("{edition}: {citation} does not exist. {owner} has {first} to {last}.")
_NO_PARTS = N_("{edition}: {citation} does not exist. {owner} has no parts.")
_NO_SUCH_LAW = N_("{edition}: {citation} is not in this edition, which has Laws {first} to {last}.")
_NOT_HERE = N_("{edition}: {citation} is not in this edition.")


class NoSuchProvisionError(LawbotError):
    """An edition has no provision of that name.

    ``within`` is the edition's id, ``nearest`` are the provisions it has around it, ``formerly``
    those of that name in editions of older codes, the newest code first.
    """

    def __init__(
        self,
        message: str,
        nearest: list[Citation],
        within: str,
        formerly: Iterable[Entry] = (),
        **values: object,
    ) -> None:
        super().__init__(message, **values)
        self.nearest = nearest
        self.within = within
        self.formerly = list(formerly)


class Lawbook:
    """An open lawbook. Read-only; safe to keep open for the life of the program."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self._execute = db.execute
        # memory of each lawbook alone: another one replaces it while the bot runs
        self._leaf = lru_cache(_LEAVES)(
            lambda edition, law: Leaf(edition, self._rows(ONE_LAW, edition, law))
        )
        self._tied = lru_cache(_LEAVES)(self._read_tied)
        self._divided = lru_cache(_LEAVES)(self._read_division)
        self._terms_of = cache(self._read_terms)
        self.topics = cache(self._read_topics)
        """The printed index of an edition."""

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a lawbook.

        Raises LawbookError if there is none, or it is damaged or of another version.
        """
        if not path.is_file():
            raise LawbookError(f"There is no lawbook at {path}. {_BUILD}")
        try:
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            # below zero it is in kilobytes, and not in pages
            connection.execute(f"PRAGMA cache_size = {-_CACHE}")
            lawbook = cls(connection)
            version = lawbook.meta("schema")
            if version == str(schema.VERSION):
                # a table that was lost is found now, and not by the first reader who needs it
                for table in schema.TABLES:
                    lawbook._execute(f"SELECT 1 FROM {table} LIMIT 1")
        except sqlite3.Error as error:
            raise LawbookError(
                f"The lawbook at {path} cannot be read ({error}). {_AGAIN}"
            ) from error
        if version != str(schema.VERSION):
            raise LawbookError(BUILT_BY_ANOTHER_VERSION)
        return lawbook

    def meta(self, name: str) -> str | None:
        """Return a fact about the build, None if it was not recorded.

        Facts are content_hash, schema, data (a hash of charts, lexicon and plain words), sources
        (a hash of all that it was made of and with), problems (a line each).
        """
        rows = self._fetch("SELECT value FROM meta WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    def is_readable(self) -> bool:
        """Return True if the file still answers a query."""
        with suppress(sqlite3.Error):
            return self.meta("schema") is not None
        return False

    def sources(self) -> list[str]:
        """Return a line for each edition, then one for each document that could not be read.

        The first say the document and the number of provisions, the others the reason.
        """
        lines = []
        for edition in self.editions.values():
            number = sum(self.counts(edition.id).values())
            lines.append(f"read: {edition.id}, {number} provisions from {edition.source}")
        problems = self.meta("problems") or ""
        return lines + [f"not read: {problem}" for problem in problems.splitlines()]

    @cached_property
    def editions(self) -> dict[str, EditionInfo]:
        """Return every edition in the lawbook by id, in the order in which they are offered."""
        rows = self._rows("SELECT * FROM editions ORDER BY position")
        return {row["id"]: EditionInfo(**{**row, "plain": bool(row["plain"])}) for row in rows}

    def _editions(self, code: int | None = None, language: str = "") -> list[EditionInfo]:
        """Return the editions of a code, a language, or both, in the order of ``editions``."""
        editions = list(self.editions.values())
        if code is not None:
            editions = [edition for edition in editions if edition.code == code]
        if language:
            editions = [edition for edition in editions if edition.language == language]
        return editions

    @cached_property
    def codes(self) -> dict[int, str]:
        """Return every known code and the month from which it was in force: '2008-01'.

        Codes whose documents are not present are among them.
        """
        return {int(code): since for code, since in json.loads(self.meta("codes") or "{}").items()}

    @cached_property
    def _amendments(self) -> list[Amendment]:
        return [Amendment(**entry) for entry in json.loads(self.meta("amendments") or "[]")]

    def amended_since(self, edition: str) -> dict[int, Amendment]:
        """Return the newest known amendment of each law since the text of an edition."""
        info = self.edition(edition)
        newest: dict[int, Amendment] = {}
        for amendment in sorted(self._amendments, key=lambda amendment: amendment.since):
            if amendment.code == info.code and amendment.since > (info.amended or ""):
                newest.update(dict.fromkeys(amendment.laws, amendment))
        return newest

    @cached_property
    def in_force(self) -> str:
        """Return the id of the edition of the newest code, the official text before our own."""
        return max(self.editions.values(), key=lambda edition: edition.code).id

    @cached_property
    def ruled_by(self) -> str:
        """Return the id of the edition that rulings cite.

        It is the official text of the newest code that has plain words; if there are none, the
        edition in force.
        """
        # flow charts follow a new code only after its plain words are written
        plain_codes = [edition.code for edition in self.editions.values() if edition.plain]
        code = max(plain_codes, default=self.edition(self.in_force).code)
        return self._editions(code)[0].id

    def newest_in(self, language: str) -> str:
        """Return the id of the edition of the newest code in a language.

        The official text comes before our own words. Without any text in the language it is the
        edition in force.
        """
        editions = self._editions(language=language)
        return max(editions, key=lambda edition: edition.code).id if editions else self.in_force

    def ruled_in(self, language: str) -> str:
        """Return the id of the edition that rulings cite for readers of a language.

        It is of the code of ``ruled_by``, in that language if there is one, else ``ruled_by``.
        """
        editions = self._editions(self.edition(self.ruled_by).code, language)
        return editions[0].id if editions else self.ruled_by

    def ours(self, language: str) -> EditionInfo:
        """Return the edition of our own words in a language, else in English.

        Raises LawbookError if there is none at all.
        """
        plain_words = self._plain(self.edition(self.ruled_by).code, language)
        if plain_words is None:
            raise LawbookError(f"There are no plain words in the lawbook. {_AGAIN}")
        return plain_words

    def _plain(self, code: int, language: str) -> EditionInfo | None:
        """Return our own words for a code: in the language, else in English, else in any."""
        editions = [edition for edition in self._editions(code) if edition.plain]
        editions.sort(
            key=lambda edition: (edition.language != language, edition.language != SOURCE)
        )
        return editions[0] if editions else None

    def edition(self, edition_id: str) -> EditionInfo:
        """Return the details of an edition.

        Raises LawbookError for an unknown id, with the ids that there are.
        """
        if edition_id not in self.editions:
            raise LawbookError(
                N_("There is no edition “{edition}” here. There are: {there}."),
                edition=edition_id[:30],
                there=", ".join(self.editions),
            )
        return self.editions[edition_id]

    def find(self, citation: Citation, edition: str) -> Entry | None:
        """Return the provision of that name in that edition, or None."""
        # 'fn 17' names no holder: the numbers of footnotes run through the whole book
        if citation.footnote and not citation.law and not citation.term:
            query = "SELECT citation FROM provisions WHERE edition = ? AND footnote = ?"
            rows = self._fetch(query, edition, citation.footnote)
            return self.find(Citation.parse(rows[0][0]), edition) if rows else None
        if citation.footnote == ANY:
            owner = self.find(replace(citation, footnote=0), edition)
            return next(_footnotes(owner), None)
        return self._leaf(edition, citation.law).entries.get(citation.folded)

    def provision(self, citation: Citation, edition: str) -> Entry:
        """Return the provision of that name.

        Raises NoSuchProvisionError with the nearest that exist, LawbookError for an unknown
        edition.
        """
        self.edition(edition)
        entry = self.find(citation, edition) or self._near_spelling(citation, edition)
        if entry is None:
            raise self._missing(citation, edition)
        return entry

    def plainly(self, entry: Entry, language: str = SOURCE) -> Entry | None:
        """Return the provision in our own plain words, in that language if they exist in it.

        Returns None if these are of another code or do not have it.
        """
        plain_words = self._plain(self.edition(entry.edition).code, language)
        return self.held_in(entry, plain_words.id) if plain_words else None

    def held_in(self, entry: Entry, edition: str) -> Entry | None:
        """Return the first counterpart of a provision in another edition, None if there is none.

        Within a code it has the same number. Between codes, and for a term, whose name is another
        in each language, the concordance tells it.
        """
        if entry.citation.law and self.edition(entry.edition).code == self.edition(edition).code:
            return self.find(entry.citation, edition)
        citations = self.counterparts(entry.citation, entry.edition, edition).citations
        return self.find(citations[0], edition) if citations else None

    def provisions(self, edition: str) -> Iterator[Entry]:
        """Yield every provision of an edition in the order of the book, with notes and tables."""
        laws = self._fetch(
            "SELECT law FROM provisions WHERE edition = ? GROUP BY law ORDER BY min(id)", edition
        )
        for (law,) in laws:
            yield from self._leaf(edition, law).entries.values()

    def counterparts(self, citation: Citation, edition: str, other_edition: str) -> Counterparts:
        """Return the counterparts of a provision in another edition.

        The concordance of their codes decides, never the bare number.

        Between editions of one code it is the same provision. Raises LawbookError for an edition
        that is not there.
        """
        return self._tied(edition, citation.law, other_edition).get(
            citation.folded, Counterparts((), None)
        )

    def way(self, citation: Citation, edition: str) -> dict[int, Counterparts]:
        """Return the counterparts of a provision in each known code, the oldest code first.

        The documents of a code need not be present. Raises LawbookError for an edition that is
        not there.
        """
        home = self.edition(edition)
        query = "SELECT name FROM concordance_names WHERE edition = ? AND key = ?"
        names = self._fetch(query, edition, citation.folded)
        name_at_home = str(citation)
        ties: dict[int, list[Tie]] = {home.code: [Tie(name_at_home, name_at_home, None, 0)]}
        for code, name, counterpart, relation, aside in self._execute(
            "SELECT code, name, (SELECT citation FROM concordance_names AS here"
            " JOIN editions ON edition = id WHERE here.name = rows.name"
            " AND editions.code = rows.code ORDER BY language <> :language LIMIT 1),"
            " relation, aside FROM"
            " (SELECT newer AS code, target AS name, * FROM concordance"
            " WHERE older = :code AND source = :name UNION ALL"
            " SELECT older AS code, source AS name, * FROM concordance"
            " WHERE newer = :code AND target = :name) AS rows ORDER BY aside",
            {"code": home.code, "name": names[0][0] if names else "", "language": home.language},
        ):
            tie = Tie(name, counterpart or name, relation, aside)
            ties.setdefault(code, []).append(tie)
        return {code: Counterparts.of(ties[code]) for code in sorted(ties)}

    def carried(self, edition: str, other_edition: str) -> dict[str, list[str]]:
        """Return the keys of one edition's provisions with those of their counterparts in another.

        This is ``counterparts`` of all at once, except that a holder stands for a counterpart that
        the other edition does not have.
        """
        home_column, other_column, values = self._sides(edition, other_edition)
        ties: dict[str, list[str]] = {}
        # what stands aside comes last, and counts only for keys without anything better
        main: set[str] = set()
        for key, counterpart, aside in self._execute(
            "SELECT here.key, there.key, 0 FROM concordance_names AS here"
            " JOIN concordance_names AS there ON there.name = here.name"
            " AND there.edition = :other WHERE here.edition = :edition AND :same"
            " UNION ALL SELECT here.key, there.key, aside FROM concordance_names AS here"
            f" JOIN concordance ON {home_column} = here.name AND older = :older AND newer = :newer"
            f" JOIN concordance_names AS there ON there.name = {other_column}"
            " AND there.edition = :other WHERE here.edition = :edition ORDER BY 3",
            values,
        ):
            if not aside:
                main.add(key)
            if not aside or key not in main:
                ties.setdefault(intern(key), []).append(intern(counterpart))
        return ties

    def _sides(self, edition: str, other_edition: str) -> tuple[str, str, dict[str, object]]:
        """Return the columns of the concordance for two editions, and the values of a query."""
        code, other_code = self.edition(edition).code, self.edition(other_edition).code
        older, newer = sorted((code, other_code))
        columns = ("source", "target") if code < other_code else ("target", "source")
        values = {"older": older, "newer": newer, "same": code == other_code}
        return *columns, {"edition": edition, "other": other_edition, **values}

    def concordance(self, older: int, newer: int) -> list[tuple[str | None, str | None, str, str]]:
        """Return the rows of two codes: older name, newer name, relation, reason.

        Only a match decided by hand has a reason.
        """
        return self._fetch(
            "SELECT source, target, relation, reason FROM concordance"
            " WHERE older = ? AND newer = ? ORDER BY rowid",
            older,
            newer,
        )

    def mends(self, entry: Entry) -> list[tuple[Entry, Mend]]:
        """Return repairs and damage of a provision and all inside it, each with its provision."""
        inside = {step.id: step for step in entry.walk()}
        rows = self._fetch(
            "SELECT provision, line, what, why, done FROM mends"
            " WHERE edition = ? AND provision BETWEEN ? AND ? ORDER BY position",
            entry.edition,
            min(inside),
            max(inside),
        )
        # footnotes and tables, which a walk leaves out, are numbered among the provisions
        return [(inside[id_], _mend(*mend)) for id_, *mend in rows if id_ in inside]

    def reports(self, edition: str) -> list[Mend]:
        """Return repairs and losses that belong to no single provision of the edition."""
        rows = self._fetch(
            "SELECT line, what, why, done FROM mends"
            " WHERE edition = ? AND provision IS NULL ORDER BY position",
            edition,
        )
        return [_mend(*row) for row in rows]

    def unresolved(self, edition: str) -> list[tuple[str, str]]:
        """Return references without a target: (provision, words)."""
        return self._fetch(
            "SELECT source, words FROM unresolved WHERE edition = ? ORDER BY rowid", edition
        )

    def division(self, entry: Entry) -> list[str]:
        """Return the chapter, part and section headings above a law, the widest first."""
        return self._divided(entry.edition, entry.citation.law) if entry.citation.law else []

    def headings(self, edition: str) -> list[tuple[Citation, str]]:
        """Return every provision that has a heading, with it, in the order of the book.

        These are laws, sections, paragraphs, and terms.
        """
        rows = self._fetch(
            "SELECT citation, title FROM provisions"
            " WHERE edition = ? AND title IS NOT NULL ORDER BY id",
            edition,
        )
        return [(Citation.parse(citation), title) for citation, title in rows]

    def referred_to(self, edition: str) -> dict[int, int]:
        """Return how often an edition refers to each law or its parts, by the law's number."""
        query = (
            "SELECT CAST(target AS INTEGER), count(*) FROM cross_references"
            " WHERE edition = ? GROUP BY 1"
        )
        return dict(self._fetch(query, edition))

    def terms_in(self, text: str, edition: str) -> list[Citation]:
        """Return the defined terms of an edition that occur in a text as whole words.

        They are in the order of their first occurrence.
        """
        pattern, terms = self._terms_of(edition)
        occurring = dict.fromkeys(pattern.findall(text.casefold()))
        return [terms[term] for term in occurring if term]

    def citations(self, edition: str) -> list[Citation]:
        """Return every citation of an edition in the order of the book."""
        rows = self._fetch("SELECT citation FROM provisions WHERE edition = ? ORDER BY id", edition)
        return [Citation.parse(citation) for (citation,) in rows]

    def _read_topics(self, edition: str) -> list[Topic]:
        rows = self._fetch(
            "SELECT path, citations, see FROM topics WHERE edition = ? ORDER BY position", edition
        )
        return [Topic(*map(tuple, map(json.loads, row))) for row in rows]

    def counts(self, edition: str) -> dict[str, int]:
        """Return the number of provisions of each level in an edition."""
        query = "SELECT level, count(*) FROM provisions WHERE edition = ? GROUP BY level"
        return dict(self._fetch(query, edition))

    def _fetch(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a query, each a tuple."""
        return self._execute(sql, values).fetchall()

    def _rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """Return the rows of a query, readable by the names of its columns."""
        cursor = self.db.cursor()
        cursor.row_factory = sqlite3.Row
        return cursor.execute(sql, values).fetchall()

    def _read_terms(self, edition: str) -> tuple[re.Pattern[str], dict[str, Citation]]:
        """Return a pattern of the defined terms of an edition, and each by its folded name."""
        citations = self.citations(edition)
        terms = {citation.term.casefold(): citation for citation in citations if citation.term}
        # the longest first: a term may stand inside another one
        longest_first = sorted(terms, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"), terms

    def _read_tied(self, edition: str, law: int, other_edition: str) -> dict[str, Counterparts]:
        """Return the counterparts in another edition of all provisions of a law, by key."""
        home_column, other_column, values = self._sides(edition, other_edition)
        in_law = (
            "(SELECT key, name FROM concordance_names JOIN provisions USING (edition, key)"
            " WHERE edition = :edition AND law = :law)"
        )
        citation = (
            "(SELECT citation FROM concordance_names WHERE edition = :other AND name = {name})"
        )
        if values["same"]:
            counterpart = citation.format(name="parts.name")
            query = f"SELECT key, name, {counterpart}, NULL, 0 FROM {in_law} AS parts"
        else:
            query = (
                f"SELECT key, {other_column}, {citation.format(name=other_column)}, relation, aside"
                f" FROM {in_law} AS parts JOIN concordance ON {home_column} = parts.name"
                " AND older = :older AND newer = :newer ORDER BY aside, concordance.rowid"
            )
        rows = self._execute(query, {**values, "law": law})
        ties = grouped((key, Tie(*columns)) for key, *columns in rows)
        return {key: Counterparts.of(ties[key]) for key in ties}

    def _read_division(self, edition: str, law: int) -> list[str]:
        path: list[tuple[int, str]] = []
        for title, depth in self._fetch(
            "SELECT title, depth FROM divisions"
            " WHERE edition = ? AND first_law <= ? ORDER BY position",
            edition,
            law,
        ):
            # a heading ends those of its own depth and below
            while path and path[-1][0] >= depth:
                path.pop()
            path.append((depth, title))
        return [title for _depth, title in path]

    def _near_spelling(self, citation: Citation, edition: str) -> Entry | None:
        """Return the provision that was surely meant, None if that is not sure.

        '27(b)' is 27B, and any number the only footnote of a provision.
        """
        if citation.footnote:
            owner = self.find(replace(citation, footnote=0), edition)
            if owner:
                notes = list(_footnotes(owner))
                return notes[0] if len(notes) == 1 else None
        has_place = citation.section or citation.paragraph
        if citation.law and len(citation.items) == 1 and not has_place:
            return self.find(Citation(citation.law, citation.items[0].upper()), edition)
        return None

    def _formerly(self, citation: Citation, edition: str) -> list[Entry]:
        """Return the provisions of a name in older codes, one for each, the newest code first.

        It is in the language of the edition if there is one.
        """
        info = self.edition(edition)
        older = [edition for edition in self.editions.values() if edition.code < info.code]
        older.sort(key=lambda edition: (-edition.code, edition.language != info.language))
        entries: dict[int, Entry] = {}
        for older_edition in older if citation.law else ():
            entry = None if older_edition.code in entries else self.find(citation, older_edition.id)
            if entry:
                entries[older_edition.code] = entry
        return list(entries.values())

    def _missing(self, citation: Citation, edition: str) -> NoSuchProvisionError:
        """Return the error that names the parts of the nearest holder, else the nearest laws."""
        holders = (self.find(parent, edition) for parent in citation.parents)
        owner = next(filter(None, holders), None)
        if owner:
            parts = [child.citation for child in owner.children]
            nearest = [owner.citation, *parts]
            message = _NO_SUCH_PART if parts else _NO_PARTS
        elif citation.term:
            parts = nearest = []
            message = _NO_TERM
        else:
            parts = [law for law in self.citations(edition) if law.law and not law.parents]
            nearest = sorted(parts, key=lambda law: abs(law.law - citation.law))[:_NEAREST]
            message = _NO_SUCH_LAW if parts else _NOT_HERE
        return NoSuchProvisionError(
            message,
            nearest,
            edition,
            self._formerly(citation, edition),
            edition=self.edition(edition).short,
            citation=citation,
            owner=owner and owner.citation,
            term=citation.term[:40],
            first=parts[0] if parts else None,
            last=parts[-1] if parts else None,
        )


def _footnotes(entry: Entry | None) -> Iterator[Entry]:
    """Yield the footnotes of a provision and of all inside it."""
    for inner in entry.walk() if entry else ():
        yield from inner.footnotes


def _mend(line: int, repair: str, why: str, done: int) -> Mend:
    return Mend(line, repair, why, bool(done))
