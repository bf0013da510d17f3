"""The one vocabulary of the translations, ``data/glossary.csv``: each term, the English words that
mean it, how each language renders it, what settled that.

A row that is ``held`` is held by ``faults``: where one of its English words stands, one of its
renderings has to stand in the translation.
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
"""What stands between the words of one cell."""
_BEFORE, _AFTER = ("term_en", "part", "forms_en"), ("settled_by", "held")
"""The columns before and after those of the languages, ``term_vi``, ``term_th`` ..."""
_SETTLED = re.compile(r"(?:vi-2007|th-1997) (?:[1-9]\d?|Definitions|Introduction)|ours: .+")
_PLAYER = re.compile(r"\{\w+\}")


class Part(StrEnum):
    """What part of speech a term is in English."""

    NOUN = "noun"
    VERB = "verb"
    ADJECTIVE = "adjective"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Term:
    """One row. ``renderings`` has, for each language, those that are accepted, the preferred one
    first."""

    name: str
    part: Part
    forms: tuple[str, ...]
    renderings: Mapping[str, tuple[str, ...]]
    settled_by: tuple[str, ...]
    held: bool


@dataclass(frozen=True)
class Glossary:
    """The terms in the order of the file; no English form belongs to two of them."""

    terms: tuple[Term, ...]

    @classmethod
    def load(cls, path: Path = GLOSSARY) -> "Glossary":
        """Reads a glossary. Raises LawbotError with the line of the first fault."""
        terms: list[Term] = []
        with strict_csv.rows(path, _are_columns) as rows:
            for row in rows:
                terms.append(_term(row))
                _refuse_twice(terms)
        return cls(tuple(terms))

    def faults(
        self, pairs: Iterable[tuple[str, str, str]], language: str
    ) -> Iterator[tuple[str, str]]:
        """What is rendered otherwise than the held terms say: (place, fault), for triples of a
        place, an English text and its translation.

        English forms are whole words, the longest first: 'insufficient bid' is not also asked for
        as 'bid'.
        """
        for place, english, translation in pairs:
            said = translation.casefold()
            for form in dict.fromkeys(self._pattern.findall(_PLAYER.sub(" ", english).casefold())):
                term = self._by_form[form]
                accepted = term.renderings[language]
                if term.held and not any(rendering.casefold() in said for rendering in accepted):
                    yield (
                        place,
                        f"“{form}” is not rendered by {BETWEEN.join(accepted)}: {translation}",
                    )

    @cached_property
    def _by_form(self) -> dict[str, Term]:
        return {form: term for term in self.terms for form in term.forms}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(self._by_form, key=len, reverse=True)))})(?!\w)"
        )


def _are_columns(columns: list[str]) -> bool:
    return tuple(columns[: len(_BEFORE)]) == _BEFORE and tuple(columns[-len(_AFTER) :]) == _AFTER


def _term(row: dict[str, str]) -> Term:
    for column, cell in row.items():
        if (
            not cell
            or cell != cell.strip()
            or any(not part or part != part.strip() for part in cell.split(BETWEEN))
        ):
            raise ValueError(f"{column} is empty or has blanks too many")
    forms = _parts(row["forms_en"])
    if any(form != form.lower() for form in forms):
        raise ValueError("the English forms are not in lower case")
    settled = tuple(row["settled_by"].split("; "))
    if unknown := [source for source in settled if not _SETTLED.fullmatch(source)]:
        raise ValueError(
            f"“{unknown[0]}” settles nothing: name a document and its law, or ‘ours: reason’"
        )
    if row["held"] not in {"yes", "no"}:
        raise ValueError("held is yes or no")
    languages = {
        column.removeprefix("term_"): _parts(cell)
        for column, cell in row.items()
        if column.startswith("term_")
    }
    del languages[SOURCE]
    return Term(row["term_en"], Part(row["part"]), forms, languages, settled, row["held"] == "yes")


def _refuse_twice(terms: list[Term]) -> None:
    *earlier, last = terms
    if twice := [form for form in last.forms if any(form in term.forms for term in earlier)]:
        raise ValueError(f"“{twice[0]}” means another term already")


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(cell.split(BETWEEN))
