"""Load the glossary of the translations, ``data/glossary.csv``, and check texts against it.

Each term has English forms, renderings in each language, and their sources. A row that is ``held`` is checked by ``faults``: if a text has one of its English forms, the
translation must have one of its renderings.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from lawbot import strict_csv
from lawbot.config import ROOT
from lawbot.language import SOURCE

GLOSSARY = ROOT / "data" / "glossary.csv"
BETWEEN = " / "
"""Separator of the words of one cell."""
_BEFORE, _AFTER = ("term_en", "part", "forms_en"), ("settled_by", "held")
"""Columns before and after those of the languages, ``term_vi``, ``term_th`` ..."""
_SETTLED = re.compile(r"(?:vi-2007|th-1997) (?:[1-9]\d?|Definitions|Introduction)|ours: .+")
_PLAYER = re.compile(r"\{\w+\}")


class Part(StrEnum):
    """Part of speech of a term in English."""

    NOUN = "noun"
    VERB = "verb"
    ADJECTIVE = "adjective"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Term:
    """One row; ``renderings`` are those accepted in each language, the preferred one first."""

    name: str
    part: Part
    forms: tuple[str, ...]
    renderings: Mapping[str, tuple[str, ...]]
    settled_by: tuple[str, ...]
    held: bool


@dataclass(frozen=True)
class Glossary:
    """Terms in the order of the file; no English form belongs to two of them."""

    terms: tuple[Term, ...]

    @classmethod
    def load(cls, path: Path = GLOSSARY) -> "Glossary":
        """Load a glossary. Raises LawbotError with the line of the first fault."""
        terms: list[Term] = []
        with strict_csv.rows(path, _are_columns) as rows:
            for row in rows:
                terms.append(_term(row))
                _refuse_repeated_forms(terms)
        return cls(tuple(terms))

    def faults(
        self, pairs: Iterable[tuple[str, str, str]], language: str
    ) -> Iterator[tuple[str, str]]:
        """Yield the place and the fault of translations without an accepted rendering.

        ``pairs`` are the place, the English text and the translation of each text.
        """
        for place, english, translation in pairs:
            folded = translation.casefold()
            forms = self._pattern.findall(_PLAYER.sub(" ", english).casefold())
            for form in dict.fromkeys(forms):
                term = self._by_form[form]
                renderings = term.renderings[language]
                is_rendered = any(rendering.casefold() in folded for rendering in renderings)
                if term.held and not is_rendered:
                    fault = f"“{form}” is not rendered by {BETWEEN.join(renderings)}: {translation}"
                    yield place, fault

    @cached_property
    def _by_form(self) -> dict[str, Term]:
        return {form: term for term in self.terms for form in term.forms}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # Longest first: an 'insufficient bid' is not also looked for as a 'bid'.
        forms = sorted(self._by_form, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))})(?!\w)")


def _are_columns(columns: list[str]) -> bool:
    return tuple(columns[: len(_BEFORE)]) == _BEFORE and tuple(columns[-len(_AFTER) :]) == _AFTER


def _term(row: dict[str, str]) -> Term:
    for column, cell in row.items():
        for part in (cell, *cell.split(BETWEEN)):
            if not part or part != part.strip():
                raise ValueError(f"{column} is empty or has blanks too many")
    forms = _parts(row["forms_en"])
    if any(form != form.lower() for form in forms):
        raise ValueError("the English forms are not in lower case")
    sources = tuple(row["settled_by"].split("; "))
    for source in sources:
        if not _SETTLED.fullmatch(source):
            raise ValueError(
                f"“{source}” settles nothing: name a document and its law, or ‘ours: reason’"
            )
    if row["held"] not in {"yes", "no"}:
        raise ValueError("held is yes or no")
    renderings = {}
    for column, cell in row.items():
        prefix, _, language = column.partition("_")
        if prefix == "term" and language != SOURCE:
            renderings[language] = _parts(cell)
    return Term(row["term_en"], Part(row["part"]), forms, renderings, sources, row["held"] == "yes")


def _refuse_repeated_forms(terms: list[Term]) -> None:
    *earlier, last = terms
    for form in last.forms:
        if any(form in term.forms for term in earlier):
            raise ValueError(f"“{form}” means another term already")


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(cell.split(BETWEEN))
