"""Lawbook, the only reader of lawbook.db: provisions by citation and by heading, and everything
around them."""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from sys import intern
from typing import Self

from lawbot.citation import ANY, Citation
from lawbot.errors import N_, LawbookError, LawbotError
from lawbot.grouped import grouped
from lawbot.language import SOURCE
from lawbot.lawbook import schema
from lawbot.lawbook.entry import (
    ONE_LAW,
    Amendment,
    Counterparts,
    EditionInfo,
    Entry,
    Leaf,
    Tie,
    Topic,
)
from lawbot.reading.edition import Mend

_LEAVES = 384
"""Laws kept in memory once they were read, the last asked for: those of the edition in force and of
the plain words in three languages (3 MB)."""

_CACHE = 500
"""Kilobytes of the file that SQLite keeps in memory: the system keeps it anyway."""
_NO_TERM = N_("{edition}: “{term}” is not among the defined terms.")
_MISSING = {
    (True, True): N_("{edition}: {citation} does not exist. {owner} has {first} to {last}."),
    (True, False): N_("{edition}: {citation} does not exist. {owner} has no parts."),
    (False, True): N_(
        "{edition}: {citation} is not in this edition, which has Laws {first} to {last}."
    ),
    (False, False): N_("{edition}: {citation} is not in this edition."),
}
"""What is said of a provision that is not there: whether something that would hold it is, and
whether there are parts or laws beside it."""


class NoSuchProvisionError(LawbotError):
    """An edition has no provision of that name; ``within`` is the edition's id, ``nearest`` are the
    provisions it has around it, ``formerly`` those of that name in editions of older codes, the
    newest code first."""

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
        self._leaf = lru_cache(_LEAVES)(
            lambda edition, law: Leaf(edition, self._rows(ONE_LAW, edition, law))
        )
        self._tied = lru_cache(_LEAVES)(self._read_tied)
        self._divided = lru_cache(_LEAVES)(self._read_division)
        self._named = cache(self._read_terms)
        self.topics = cache(self._read_topics)
        """The printed index of an edition."""

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a lawbook. Raises LawbookError when there is none, or it is damaged or of another
        version."""
        if not path.is_file():
            raise LawbookError(
                f"There is no lawbook at {path}. Build it with: python -m lawbot build"
            )
        try:
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            connection.execute(f"PRAGMA cache_size = {-_CACHE}")
            lawbook = cls(connection)
            version = lawbook.meta("schema")
            if version == str(schema.VERSION):
                for table in schema.TABLES:
                    lawbook._execute(f"SELECT 1 FROM {table} LIMIT 1")
        except sqlite3.Error as error:
            raise LawbookError(
                f"The lawbook at {path} cannot be read ({error}). Build it anew with: python -m lawbot build"
            ) from error
        if version != str(schema.VERSION):
            raise LawbookError(
                f"The lawbook at {path} was built by another version. Build it anew with: python -m lawbot build"
            )
        return lawbook

    def meta(self, name: str) -> str | None:
        """A fact about the build: content_hash, schema, data (a hash of charts, lexicon and plain
        words), sources (a hash of all that it was made of and with), problems (a line each)."""
        row = self._execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def is_readable(self) -> bool:
        """Whether the file still gives what is asked of it."""
        with suppress(sqlite3.Error):
            return self.meta("schema") is not None
        return False

    def sources(self) -> list[str]:
        """A line for each edition: from which document it was read, and how many provisions; then
        one for each document that was not, and why."""
        counted = ((known, sum(self.counts(known.id).values())) for known in self.editions.values())
        read = [
            f"read: {known.id}, {number} provisions from {known.source}"
            for known, number in counted
        ]
        return read + [
            f"not read: {problem}" for problem in (self.meta("problems") or "").splitlines()
        ]

    @cached_property
    def editions(self) -> dict[str, EditionInfo]:
        """Every edition in the lawbook, in the order in which they are offered."""
        rows = self._rows("SELECT * FROM editions ORDER BY position")
        return {row["id"]: EditionInfo(**{**row, "plain": bool(row["plain"])}) for row in rows}

    @cached_property
    def codes(self) -> dict[int, str]:
        """Every code that is known, also one whose documents are not here, and the month from which
        it was in force: '2008-01'."""
        return {int(code): since for code, since in json.loads(self.meta("codes") or "{}").items()}

    @cached_property
    def _amendments(self) -> list[Amendment]:
        return [Amendment(**entry) for entry in json.loads(self.meta("amendments") or "[]")]

    def amended_since(self, edition: str) -> dict[int, Amendment]:
        """Return what is known to have been amended since the text of an edition: the newest
        amendment of each law."""
        about = self.edition(edition)
        newer = (
            each
            for each in self._amendments
            if each.code == about.code and each.since > (about.amended or "")
        )
        ordered = sorted(newer, key=lambda each: each.since)
        return {law: each for each in ordered for law in each.laws}

    @cached_property
    def in_force(self) -> str:
        """The edition of the newest code, the official text before our own."""
        return max(self.editions.values(), key=lambda edition: edition.code).id

    @cached_property
    def ruled_by(self) -> str:
        """The edition that rulings cite: the official text of the code that is said in plain words,
        since flow charts follow a new code when it has been said anew; the one in force where
        there are no plain words."""
        said = max(
            (known.code for known in self.editions.values() if known.plain),
            default=self.edition(self.in_force).code,
        )
        return next(known.id for known in self.editions.values() if known.code == said)

    def newest_in(self, language: str) -> str:
        """The edition of the newest code that there is in a language, the official text before our
        own words; the one in force where there is nothing in that language."""
        spoken = [known for known in self.editions.values() if known.language == language]
        return max(spoken, key=lambda edition: edition.code).id if spoken else self.in_force

    def ruled_in(self, language: str) -> str:
        """The edition in which a reader of a language reads what rulings cite: as ``ruled_by``, in
        that language where it exists in it."""
        code = self.edition(self.ruled_by).code
        return next(
            (
                known.id
                for known in self.editions.values()
                if known.code == code and known.language == language
            ),
            self.ruled_by,
        )

    def ours(self, language: str) -> EditionInfo:
        """The edition of our own words in a language, in English where there is none in it. Raises
        LawbookError where there is none at all."""
        own = self._plain(self.edition(self.ruled_by).code, language)
        if own is None:
            raise LawbookError(
                "There are no plain words in the lawbook. Build it anew with: python -m lawbot build"
            )
        return own

    def _plain(self, code: int, language: str) -> EditionInfo | None:
        """Our own words for a code: in the language, else in English, else in any."""
        ours = (known for known in self.editions.values() if known.plain and known.code == code)
        return min(
            ours,
            key=lambda known: (known.language != language, known.language != SOURCE),
            default=None,
        )

    def edition(self, edition_id: str) -> EditionInfo:
        """What is known of an edition. Raises LawbookError, naming those there are."""
        if edition_id not in self.editions:
            there = ", ".join(self.editions)
            raise LawbookError(
                N_("There is no edition “{edition}” here. There are: {there}."),
                edition=edition_id[:30],
                there=there,
            )
        return self.editions[edition_id]

    def find(self, citation: Citation, edition: str) -> Entry | None:
        """The provision of that name in that edition, or None."""
        if citation.footnote and not citation.law and not citation.term:
            row = self._execute(
                "SELECT citation FROM provisions WHERE edition = ? AND footnote = ?",
                (edition, citation.footnote),
            ).fetchone()
            return self.find(Citation.parse(row[0]), edition) if row else None
        if citation.footnote == ANY:
            owner = self.find(replace(citation, footnote=0), edition)
            return (
                next((note for inner in owner.walk() for note in inner.footnotes), None)
                if owner
                else None
            )
        return self._leaf(edition, citation.law).entries.get(citation.folded)

    def provision(self, citation: Citation, edition: str) -> Entry:
        """The provision of that name. Raises NoSuchProvisionError with the nearest that exist,
        LawbookError for an unknown edition."""
        self.edition(edition)
        entry = self.find(citation, edition) or self._near_spelling(citation, edition)
        if entry is None:
            raise self._missing(citation, edition)
        return entry

    def plainly(self, entry: Entry, language: str = SOURCE) -> Entry | None:
        """The provision in our own plain words, in that language where they exist in it; None where
        these are of another code or have it not."""
        own = self._plain(self.edition(entry.edition).code, language)
        return self.held_in(entry, own.id) if own else None

    def held_in(self, entry: Entry, edition: str) -> Entry | None:
        """The provision of another edition that is the first to correspond: within a code that of
        the same number, for a term, whose name is another in each language, and between codes
        what the concordance says. None where there is none."""
        if entry.citation.law and self.edition(entry.edition).code == self.edition(edition).code:
            return self.find(entry.citation, edition)
        there = self.counterparts(entry.citation, entry.edition, edition).citations
        return self.find(there[0], edition) if there else None

    def provisions(self, edition: str) -> Iterator[Entry]:
        """Every provision of an edition in the order of the book, footnotes and tables included."""
        laws = self._execute(
            "SELECT law FROM provisions WHERE edition = ? GROUP BY law ORDER BY min(id)", (edition,)
        ).fetchall()
        for (law,) in laws:
            yield from self._leaf(edition, law).entries.values()

    def counterparts(self, citation: Citation, edition: str, other: str) -> Counterparts:
        """Where a provision of one edition stands in another edition, by the concordance of their
        codes; never by its bare number.

        Between editions of one code it is the same provision. Raises LawbookError for an edition
        that is not there.
        """
        return self._tied(edition, citation.law, other).get(citation.folded, Counterparts((), None))

    def way(self, citation: Citation, edition: str) -> dict[int, Counterparts]:
        """Where a provision stands in each code that the concordance knows, the oldest first,
        whether or not that code's documents are here.

        Raises LawbookError for an edition that is not there.
        """
        home = self.edition(edition)
        row = self._execute(
            "SELECT name FROM concordance_names WHERE edition = ? AND key = ?",
            (edition, citation.folded),
        ).fetchone()
        name_at_home = str(citation)
        ties: dict[int, list[Tie]] = {home.code: [Tie(name_at_home, name_at_home, None, 0)]}
        for code, name, counterpart, relation, aside in self._execute(
            "SELECT code, name, (SELECT citation FROM concordance_names AS here JOIN editions ON edition = id WHERE here.name = rows.name"
            " AND editions.code = rows.code ORDER BY language <> :language LIMIT 1), relation, aside FROM"
            " (SELECT newer AS code, target AS name, * FROM concordance WHERE older = :code AND source = :name UNION ALL"
            " SELECT older AS code, source AS name, * FROM concordance WHERE newer = :code AND target = :name) AS rows ORDER BY aside",
            {"code": home.code, "name": row[0] if row else "", "language": home.language},
        ):
            tie = Tie(name, counterpart or name, relation, aside)
            ties.setdefault(code, []).append(tie)
        return {code: Counterparts.of(ties[code]) for code in sorted(ties)}

    def carried(self, edition: str, other: str) -> dict[str, list[str]]:
        """The keys of the provisions of one edition, each with those of its counterparts that
        another edition holds: ``counterparts`` of all at once, but that a holder stands for a
        counterpart that the other edition has not."""
        asked, wanted, values = self._sides(edition, other)
        ties: dict[str, list[str]] = {}
        main: set[str] = set()
        for key, there, aside in self._execute(
            "SELECT here.key, there.key, 0 FROM concordance_names AS here JOIN concordance_names AS there ON there.name = here.name"
            " AND there.edition = :other WHERE here.edition = :edition AND :same"
            " UNION ALL "
            f"SELECT here.key, there.key, aside FROM concordance_names AS here JOIN concordance ON {asked} = here.name AND older = :older"
            f" AND newer = :newer JOIN concordance_names AS there ON there.name = {wanted} AND there.edition = :other"
            " WHERE here.edition = :edition ORDER BY 3",
            values,
        ):
            if not aside:
                main.add(key)
            if not aside or key not in main:
                ties.setdefault(intern(key), []).append(intern(there))
        return ties

    def _sides(self, edition: str, other: str) -> tuple[str, str, dict[str, object]]:
        """The columns of the concordance in which two editions stand, and what a statement over
        both is given."""
        code, wanted = self.edition(edition).code, self.edition(other).code
        columns = ("source", "target") if code < wanted else ("target", "source")
        values = {"older": min(code, wanted), "newer": max(code, wanted), "same": code == wanted}
        return *columns, {"edition": edition, "other": other, **values}

    def concordance(self, older: int, newer: int) -> list[tuple[str | None, str | None, str, str]]:
        """The rows of two codes: name in the older, name in the newer, relation, reason of a match
        decided by hand."""
        return self._execute(
            "SELECT source, target, relation, reason FROM concordance WHERE older = ? AND newer = ? ORDER BY rowid",
            (older, newer),
        ).fetchall()

    def mends(self, entry: Entry) -> list[tuple[Entry, Mend]]:
        """The repairs made to a provision and to all inside it, and the damage that could not be
        repaired, each with where it is."""
        inner = {step.id: step for step in entry.walk()}
        rows = self._execute(
            "SELECT provision, line, what, why, done FROM mends WHERE edition = ? AND provision BETWEEN ? AND ? ORDER BY position",
            (entry.edition, min(inner), max(inner)),
        )
        return [
            (inner[place], Mend(line, what, why, bool(done)))
            for place, line, what, why, done in rows
            if place in inner
        ]

    @cached_property
    def mended(self) -> dict[str, int]:
        """How many repairs were made to each edition that needed any."""
        return dict(
            self._execute(
                "SELECT edition, count(*) FROM mends WHERE done GROUP BY edition"
            ).fetchall()
        )

    def reports(self, edition: str) -> list[Mend]:
        """Repairs and losses that belong to no single provision of the edition."""
        rows = self._execute(
            "SELECT line, what, why, done FROM mends WHERE edition = ? AND provision IS NULL ORDER BY position",
            (edition,),
        )
        return [Mend(line, what, why, bool(done)) for line, what, why, done in rows]

    def unresolved(self, edition: str) -> list[tuple[str, str]]:
        """References that lead nowhere: (provision, words)."""
        rows = self._execute(
            "SELECT source, words FROM unresolved WHERE edition = ? ORDER BY rowid", (edition,)
        ).fetchall()
        return [(str(source), str(words)) for source, words in rows]

    def division(self, entry: Entry) -> list[str]:
        """The chapter, part and section headings a law stands under, the widest first."""
        return self._divided(entry.edition, entry.citation.law) if entry.citation.law else []

    def headings(self, edition: str) -> list[tuple[Citation, str]]:
        """Every provision that has a heading, with it, in the order of the book: laws, sections,
        paragraphs, terms."""
        rows = self._execute(
            "SELECT citation, title FROM provisions WHERE edition = ? AND title IS NOT NULL ORDER BY id",
            (edition,),
        )
        return [(Citation.parse(citation), title) for citation, title in rows.fetchall()]

    def referred_to(self, edition: str) -> dict[int, int]:
        """How often the texts of an edition refer to a law or to what it holds, by its number."""
        rows = self._execute(
            "SELECT CAST(target AS INTEGER), count(*) FROM cross_references WHERE edition = ? GROUP BY 1",
            (edition,),
        )
        return dict(rows.fetchall())

    def terms_in(self, text: str, edition: str) -> list[Citation]:
        """The defined terms of an edition that occur in a text as whole words, in the order of
        their first occurrence."""
        pattern, terms = self._named(edition)
        found = dict.fromkeys(match.group() for match in pattern.finditer(text.casefold()))
        return [terms[term] for term in found if term]

    def citations(self, edition: str) -> list[Citation]:
        """Every citation of an edition in the order of the book."""
        rows = self._execute(
            "SELECT citation FROM provisions WHERE edition = ? ORDER BY id", (edition,)
        ).fetchall()
        return [Citation.parse(citation) for (citation,) in rows]

    def _read_topics(self, edition: str) -> list[Topic]:
        rows = self._execute(
            "SELECT path, citations, see FROM topics WHERE edition = ? ORDER BY position",
            (edition,),
        ).fetchall()
        return [Topic(*(tuple(json.loads(part)) for part in row)) for row in rows]

    def counts(self, edition: str) -> dict[str, int]:
        """How many provisions of each level an edition has."""
        return dict(
            self._execute(
                "SELECT level, count(*) FROM provisions WHERE edition = ? GROUP BY level",
                (edition,),
            ).fetchall()
        )

    def _rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """What a statement gives, by the names of its columns."""
        cursor = self.db.cursor()
        cursor.row_factory = sqlite3.Row
        return cursor.execute(sql, values).fetchall()

    def _read_terms(self, edition: str) -> tuple[re.Pattern[str], dict[str, Citation]]:
        """What finds the defined terms of an edition, the longest first, and each by its folded
        name."""
        terms = {
            citation.term.casefold(): citation
            for citation in self.citations(edition)
            if citation.term
        }
        longest_first = sorted(terms, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"), terms

    def _read_tied(self, edition: str, law: int, other: str) -> dict[str, Counterparts]:
        """The counterparts in another edition of all that a law holds, by their keys."""
        asked, wanted, values = self._sides(edition, other)
        held = "(SELECT key, name FROM concordance_names JOIN provisions USING (edition, key) WHERE edition = :edition AND law = :law)"
        there = "(SELECT citation FROM concordance_names WHERE edition = :other AND name = {})"
        rows = self._execute(
            f"SELECT key, name, {there.format('held.name')}, NULL, 0 FROM {held} AS held"
            if values["same"]
            else f"SELECT key, {wanted}, {there.format(wanted)}, relation, aside FROM {held} AS held"
            f" JOIN concordance ON {asked} = held.name AND older = :older AND newer = :newer ORDER BY aside, concordance.rowid",
            {**values, "law": law},
        )
        return {
            key: Counterparts.of(ties)
            for key, ties in grouped((key, Tie(*columns)) for key, *columns in rows).items()
        }

    def _read_division(self, edition: str, law: int) -> list[str]:
        path: dict[int, str] = {}
        for title, depth in self._execute(
            "SELECT title, depth FROM divisions WHERE edition = ? AND first_law <= ? ORDER BY position",
            (edition, law),
        ):
            path = {level: text for level, text in path.items() if level < depth} | {depth: title}
        return [path[depth] for depth in sorted(path)]

    def _near_spelling(self, citation: Citation, edition: str) -> Entry | None:
        """What was surely meant: '27(b)' is 27B, and the footnote of a provision that has one,
        whatever its number."""
        if citation.footnote and (owner := self.find(replace(citation, footnote=0), edition)):
            notes = [note for inner in owner.walk() for note in inner.footnotes]
            return notes[0] if len(notes) == 1 else None
        if (
            citation.law
            and not citation.section
            and not citation.paragraph
            and len(citation.items) == 1
        ):
            return self.find(Citation(citation.law, citation.items[0].upper()), edition)
        return None

    def _formerly(self, citation: Citation, edition: str) -> list[Entry]:
        """The provisions of a name in older codes, the newest code first: one for each, in the
        language of the edition where there is one."""
        here = self.edition(edition)
        older = [known for known in self.editions.values() if known.code < here.code]
        older.sort(key=lambda known: (-known.code, known.language != here.language))
        found: dict[int, Entry] = {}
        for known in older if citation.law else ():
            if known.code not in found and (entry := self.find(citation, known.id)):
                found[known.code] = entry
        return list(found.values())

    def _missing(self, citation: Citation, edition: str) -> NoSuchProvisionError:
        """What stands in the nearest holder that there is, or the laws that there are."""
        owner = next(
            (entry for parent in citation.parents if (entry := self.find(parent, edition))), None
        )
        if owner:
            there = [child.citation for child in owner.children]
            near = [owner.citation, *there]
        else:
            there = (
                []
                if citation.term
                else [
                    law for law in self.citations(edition) if law.law and law == Citation(law.law)
                ]
            )
            near = sorted(there, key=lambda law: abs(law.law - citation.law))[:3]
        message = _NO_TERM if citation.term and not owner else _MISSING[bool(owner), bool(there)]
        values = {
            "citation": citation,
            "owner": owner and owner.citation,
            "term": citation.term[:40],
        }
        ends = {"first": there[0], "last": there[-1]} if there else {}
        formerly = self._formerly(citation, edition)
        return NoSuchProvisionError(
            message, near, edition, formerly, edition=self.edition(edition).short, **values, **ends
        )
