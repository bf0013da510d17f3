"""A code: what all editions of one year have in common, each provision with its wording in every
language it is held in."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from lawbot.citation import Citation
from lawbot.language import SOURCE
from lawbot.reading.edition import Edition, Level, Provision
from tools.plain_words import in_english

_BRACKETED = re.compile(r"\(([^()]{1,60})\)")
_TRANSLATED = ""
"""The language of the terms of our own words in another language than English: each has its English
one behind it."""
_SENSE = re.compile(r" ?- ?\d")


@dataclass(slots=True)
class Wording:
    """How an edition words a provision: its heading, its own text, and that of all inside it."""

    edition: str
    language: str
    title: str
    own: str
    whole: str


@dataclass(slots=True)
class Piece:
    """A provision of a code. ``name`` is its citation in the code; footnotes and terms have names
    that all editions share."""

    name: str
    citation: Citation
    level: Level
    place: int
    wordings: list[Wording] = field(default_factory=list)

    def in_language(self, language: str) -> list[Wording]:
        """Its wordings in a language, those of the fullest edition first."""
        return [wording for wording in self.wordings if wording.language == language]

    @property
    def kind(self) -> str:
        """What it can be a counterpart of: a term of terms, a footnote of footnotes, a table of
        tables, a provision of provisions."""
        return (
            str(self.level)
            if self.level in (Level.DEFINITION, Level.FOOTNOTE, Level.TABLE, Level.INTRODUCTION)
            else "law"
        )


@dataclass(slots=True)
class Code:
    """The laws of one year: its pieces by name in the order of the book, and the name of each
    edition's provisions."""

    year: int
    pieces: dict[str, Piece] = field(default_factory=dict)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """edition id -> citation there -> name of the piece"""
    _inside: dict[str, list[str]] = field(default_factory=dict)
    _languages: list[str] = field(default_factory=list)

    @property
    def languages(self) -> list[str]:
        """The languages it is held in, that of most pieces first."""
        if not self._languages:
            self._languages = self._counted()
        return self._languages

    def _counted(self) -> list[str]:
        counts: dict[str, int] = {}
        for piece in self.pieces.values():
            for language in {wording.language for wording in piece.wordings}:
                counts[language] = counts.get(language, 0) + 1
        return sorted(counts, key=lambda language: -counts[language])

    def inside(self, name: str) -> list[str]:
        """The names of the pieces that stand in a piece, at any depth, footnotes and tables left
        out."""
        if not self._inside:
            for piece in self.pieces.values():
                for parent in piece.citation.parents if piece.kind == "law" else ():
                    self._inside.setdefault(str(parent), []).append(piece.name)
        return self._inside.get(name, [])


def united(editions: Iterable[Edition], known: Mapping[str, Mapping[str, object]]) -> list[Code]:
    """The codes that the editions are of, the oldest first. ``known`` says of each edition its code
    and language (editions.toml).

    A restatement stands for its code only where no printed edition of the code was read, and then
    the one in the language it was first written in.
    """
    by_year: dict[int, list[Edition]] = {}
    for edition in editions:
        by_year.setdefault(int(str(known[edition.id]["code"])), []).append(edition)
    codes = []
    for year, group in sorted(by_year.items()):
        code = Code(year)
        group.sort(key=lambda edition: (_restated(known[edition.id]), -len(edition.provisions)))
        printed = {edition.id for edition in group if not _restated(known[edition.id])} or {
            edition.id for edition in group if known[edition.id]["language"] == SOURCE
        }
        sections = {
            provision.citation
            for edition in group
            for provision in edition
            if provision.level is Level.SECTION
        }
        for edition in group:
            language = str(known[edition.id]["language"])
            if _restated(known[edition.id]) and language != SOURCE:
                language = _TRANSLATED
            _take(code, edition, language, sections, worded=edition.id in printed)
        codes.append(code)
    return codes


def _restated(about: Mapping[str, object]) -> bool:
    return bool(about.get("plain"))


def _take(
    code: Code, edition: Edition, language: str, sections: set[Citation], *, worded: bool
) -> None:
    names = code.names.setdefault(edition.id, {})
    notes: dict[Citation | None, int] = {}
    wholes = _wholes(edition)
    for provision in edition:
        name, citation = _name(provision, language, sections, notes)
        names[str(provision.citation)] = name
        piece = code.pieces.setdefault(
            name, Piece(name, citation, provision.level, len(code.pieces))
        )
        if worded:
            own = _own(provision)
            piece.wordings.append(
                Wording(
                    edition.id, language, provision.title or "", own, wholes[provision.citation]
                )
            )


def _wholes(edition: Edition) -> dict[Citation, str]:
    """The text of each provision with all that stands in it, in the order of the book, without
    footnotes."""
    parts: dict[Citation, list[str]] = {}
    for provision in edition:
        parts.setdefault(provision.citation, []).append(_own(provision))
        if provision.level is not Level.FOOTNOTE:
            for parent in provision.citation.parents:
                parts.setdefault(parent, []).append(_own(provision))
    return {
        citation: "\n".join(part for part in texts if part) for citation, texts in parts.items()
    }


def _own(provision: Provision) -> str:
    return "\n".join([provision.text, *(" ".join(row) for row in provision.rows)]).strip()


def _name(
    provision: Provision, language: str, sections: set[Citation], notes: dict[Citation | None, int]
) -> tuple[str, Citation]:
    citation = provision.citation
    if citation.footnote:
        owner = citation.parent
        notes[owner] = notes.get(owner, 0) + 1
        named = replace(citation, footnote=notes[owner])
        return f"{owner or ''} note {notes[owner]}", named
    if citation.term:
        term = _term(provision, language)
        return f"Definitions: {term}", Citation(term=term)
    if citation.paragraph and not citation.section:
        lettered = Citation(citation.law, chr(ord("A") + citation.paragraph - 1), 0, citation.items)
        if replace(lettered, items=()) in sections:
            return str(lettered), lettered
    return str(citation), citation


def _term(provision: Provision, language: str) -> str:
    """The English term, which a translation prints in brackets beside its own; one name for one
    that has several spellings."""
    printed = (
        in_english(provision).term
        if language == _TRANSLATED
        else provision.title or provision.citation.term
    )
    within = (
        [_SENSE.split(inside)[0] for inside in _BRACKETED.findall(printed)]
        if language not in (SOURCE, _TRANSLATED)
        else []
    )
    bracketed = [
        inside for inside in within if inside.isascii() and any(char.isalpha() for char in inside)
    ]
    term = (
        (bracketed[-1] if bracketed else printed.split("(")[0])
        .split(" - ")[0]
        .split(" or ")[0]
        .casefold()
    )
    words = (
        term.replace("honour", "honor")
        .replace("match point", "matchpoint")
        .replace("part score", "partscore")
        .split()
    )
    return (
        " ".join(
            word.removesuffix("s") if word != "pass" and len(word) > 3 else word for word in words
        )
        or provision.citation.term.casefold()
    )
