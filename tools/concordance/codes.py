"""Codes: the provisions that all editions of one year share, each with its wordings."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from lawbot.language import SOURCE
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Provision
from tools.plain_words import in_english

_BRACKETED = re.compile(r"\(([^()]{1,60})\)")
_TRANSLATED = ""
"""Language of terms in our own words, which have the English term after them."""
_SENSE_NUMBER = re.compile(r" ?- ?\d")
_SPELLINGS = {"honour": "honor", "match point": "matchpoint", "part score": "partscore"}


@dataclass(slots=True)
class Wording:
    """Words of a provision in an edition: heading, own text, and text with all its parts."""

    edition: str
    language: str
    title: str
    own: str
    whole: str


@dataclass(slots=True)
class Piece:
    """A provision of a code.

    ``name`` is its citation in the code; footnotes and terms have names that all editions share.
    """

    name: str
    citation: Citation
    level: Level
    position: int
    wordings: list[Wording] = field(default_factory=list)

    def in_language(self, language: str) -> list[Wording]:
        """Return the wordings in a language, those of the fullest edition first."""
        return [wording for wording in self.wordings if wording.language == language]

    @property
    def languages(self) -> set[str]:
        """Return the languages of the wordings."""
        return {wording.language for wording in self.wordings}

    @property
    def kind(self) -> str:
        """Return the kind of its counterparts: terms, footnotes, tables or provisions."""
        # A law may become a section and a section an item: all of them are of one kind.
        kinds = (Level.DEFINITION, Level.FOOTNOTE, Level.TABLE, Level.INTRODUCTION)
        return str(self.level) if self.level in kinds else "law"


@dataclass(slots=True)
class Code:
    """Laws of one year: its pieces by name in the order of the book, and names by edition."""

    year: int
    pieces: dict[str, Piece] = field(default_factory=dict)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """edition id -> citation there -> name of the piece"""
    _parts: dict[str, list[str]] = field(default_factory=dict)
    _languages: list[str] = field(default_factory=list)

    @property
    def languages(self) -> list[str]:
        """Return the languages, that of most pieces first."""
        if not self._languages:
            counts: dict[str, int] = {}
            for piece in self.pieces.values():
                for language in piece.languages:
                    counts[language] = counts.get(language, 0) + 1
            self._languages = sorted(counts, key=lambda language: -counts[language])
        return self._languages

    def inside(self, name: str) -> list[str]:
        """Return the names of a piece's parts at any depth, without footnotes and tables."""
        if not self._parts:
            for piece in self.pieces.values():
                for parent in piece.citation.parents if piece.kind == "law" else ():
                    self._parts.setdefault(str(parent), []).append(piece.name)
        return self._parts.get(name, [])


def united(
    editions: Iterable[Edition], edition_rows: Mapping[str, Mapping[str, object]]
) -> list[Code]:
    """Return the codes of the editions, the oldest first.

    ``edition_rows`` has the code and the language of each edition (editions.toml). A restatement
    stands for its code only if no printed edition of the code was read, and then the one in the
    language it was first written in.
    """
    restatements = {name for name, row in edition_rows.items() if row.get("plain")}
    by_year: dict[int, list[Edition]] = {}
    for edition in editions:
        by_year.setdefault(int(str(edition_rows[edition.id]["code"])), []).append(edition)
    codes = []
    for year, group in sorted(by_year.items()):
        code = Code(year)
        # The fullest printed edition sets the order of the book.
        group.sort(key=lambda edition: (edition.id in restatements, -len(edition.provisions)))
        languages = {edition.id: str(edition_rows[edition.id]["language"]) for edition in group}
        printed = languages.keys() - restatements
        if not printed:
            printed = {name for name, language in languages.items() if language == SOURCE}
        sections: set[Citation] = set()
        for provision in chain.from_iterable(group):
            if provision.level is Level.SECTION:
                sections.add(provision.citation)
        for edition in group:
            language = languages[edition.id]
            if edition.id in restatements and language != SOURCE:
                language = _TRANSLATED
            _add(code, edition, language, sections, with_wordings=edition.id in printed)
        codes.append(code)
    return codes


def _add(
    code: Code, edition: Edition, language: str, sections: set[Citation], *, with_wordings: bool
) -> None:
    names = code.names.setdefault(edition.id, {})
    note_counts: dict[Citation | None, int] = {}
    wholes = _whole_texts(edition)
    for provision in edition:
        name, citation = _name(provision, language, sections, note_counts)
        names[str(provision.citation)] = name
        piece = code.pieces.setdefault(
            name, Piece(name, citation, provision.level, len(code.pieces))
        )
        if with_wordings:
            title, own = provision.title or "", _own_text(provision)
            whole = wholes[provision.citation]
            piece.wordings.append(Wording(edition.id, language, title, own, whole))


def _whole_texts(edition: Edition) -> dict[Citation, str]:
    """Return the text of each provision with all its parts but footnotes, in the book's order."""
    parts: dict[Citation, list[str]] = {}
    for provision in edition:
        text = _own_text(provision)
        parts.setdefault(provision.citation, []).append(text)
        if provision.level is not Level.FOOTNOTE:
            for parent in provision.citation.parents:
                parts.setdefault(parent, []).append(text)
    return {citation: "\n".join(filter(None, texts)) for citation, texts in parts.items()}


def _own_text(provision: Provision) -> str:
    return "\n".join([provision.text, *map(" ".join, provision.rows)]).strip()


def _name(
    provision: Provision,
    language: str,
    sections: set[Citation],
    note_counts: dict[Citation | None, int],
) -> tuple[str, Citation]:
    citation = provision.citation
    if citation.footnote:
        # Editions count their footnotes in different ways: the first of a provision is its 1.
        owner = citation.parent
        number = note_counts[owner] = note_counts.get(owner, 0) + 1
        return f"{owner or ''} note {number}", replace(citation, footnote=number)
    if citation.term:
        term = _term(provision, language)
        return f"Definitions: {term}", Citation(term=term)
    if citation.paragraph and not citation.section:
        # A paragraph has no letter in one edition, and is a section with one in another.
        letter = chr(ord("A") + citation.paragraph - 1)
        lettered = Citation(citation.law, letter, 0, citation.items)
        if replace(lettered, items=()) in sections:
            return str(lettered), lettered
    return str(citation), citation


def _term(provision: Provision, language: str) -> str:
    """Return the English term, in one of its spellings."""
    if language == _TRANSLATED:
        title = in_english(provision).term
    else:
        title = provision.title or provision.citation.term
    term = title.split("(")[0]
    if language not in (SOURCE, _TRANSLATED):
        # A translation prints the English term in brackets after its own.
        for bracketed in _BRACKETED.findall(title):
            english = _SENSE_NUMBER.split(bracketed)[0]
            if english.isascii() and any(map(str.isalpha, english)):
                term = english
    term = term.split(" - ")[0].split(" or ")[0].casefold()
    for spelling, usual in _SPELLINGS.items():
        term = term.replace(spelling, usual)
    words = []
    for word in term.split():
        # one edition has the plural of another's term
        is_plural = word != "pass" and len(word) > 3
        words.append(word.removesuffix("s") if is_plural else word)
    return " ".join(words) or provision.citation.term.casefold()
