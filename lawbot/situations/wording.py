"""The charts in other languages: gettext catalogues beside them, one a chart, which any translator's tool can edit.

A catalogue maps each English text of a chart to the same in its language. The English file stays the only source: a text that has changed
there has no translation any more, is shown in English, and stands in the catalogue as fuzzy until somebody has looked at it. Structure, ids
and revisions do not depend on the language, so it can be changed in the middle of a walk.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from lawbot.config import ROOT
from lawbot.language import catalogues
from lawbot.situations.charts import Situations
from lawbot.situations.model import CHART, Chart
from lawbot.situations.seats import TOKEN, in_english

CATALOGUES = ROOT / "data" / "situations" / "locale"
_SPOKEN = frozenset(
    {
        "title",
        "summary",
        "ask",
        "why",
        "unsure",
        "label",
        "detail",
        "to",
        "choice",
        "result",
        "headline",
        "steps",
        "say",
        "later",
        "says",
        "usual",
    }
)
"""The fields of a chart that people read."""
_PROVISION = re.compile(r"(?<![\dA-Za-z])\d{1,2}[A-Z]\d{0,2}(?:\([a-z]\))?(?:\([ivx]{1,4}\))?")
"""A provision with its section, whatever the words around it."""
_BID = re.compile(r"[1-7][CDHSN]")
_UNSPOKEN = frozenset({"cases", "reviewed"})


def texts(chart: Chart) -> dict[str, list[str]]:
    """Every text of a chart that people read -> the places where it stands ('rulings.accepted.say')."""
    found: dict[str, list[str]] = {}

    def noted(text: str, place: str) -> str:
        found.setdefault(text, []).append(place)
        return text

    _turned(chart, noted, "")
    return found


def worded(chart: Chart, translate: Callable[[str], str]) -> Chart:
    """The chart with every text that people read turned by ``translate``; lengths are not checked."""
    return cast(Chart, _turned(chart, lambda text, _place: translate(text), ""))


def _turned(value: Any, turn: Callable[[str, str], str], place: str, *, spoken: bool = False) -> Any:
    """A chart or a part of it, its texts turned by ``turn``, which is told each text and its place."""
    match value:
        case _ if is_dataclass(type(value)):
            parts = {each.name: getattr(value, each.name) for each in fields(value) if each.name not in _UNSPOKEN}
            return replace(value, **{name: _turned(part, turn, f"{place}.{name}", spoken=name in _SPOKEN) for name, part in parts.items()})
        case dict():
            return {key: _turned(part, turn, f"{place}.{key}") for key, part in value.items()}
        case tuple():
            return tuple(_turned(part, turn, place, spoken=spoken) for part in value)
        case str() if spoken:
            return turn(value, place.removeprefix("."))
    return value


class Worded(Situations):
    """The charts in another language, each read when it is first asked for. Revisions are those of the charts as they were written."""

    def __init__(self, source: Situations, language: str, folder: Path = CATALOGUES) -> None:
        super().__init__(dict(source))
        self.source = source
        self.language = language
        self.revision = source.revision
        self._folder = folder / language
        self._worded: dict[str, Chart] = {}

    def __getitem__(self, key: str) -> Chart:
        if key not in self._worded:
            chart = self.source[key]
            known = catalogues.translations(self._folder / f"{key}.po")
            self._worded[key] = worded(chart, lambda text: known.get(text) or in_english(text))
        return self._worded[key]


def untranslated(situations: Situations, language: str, folder: Path = CATALOGUES) -> Iterator[tuple[str, str]]:
    """The texts that have no translation in a language: (chart, English text)."""
    for chart in situations.values():
        known = catalogues.translations(folder / language / f"{chart.id}.po")
        yield from ((chart.id, text) for text in texts(chart) if text not in known)


def pairs(situations: Situations, language: str, folder: Path = CATALOGUES) -> Iterator[tuple[str, str, str]]:
    """The texts of the charts that have a translation: (chart, English text, translation)."""
    for chart in situations.values():
        known = catalogues.translations(folder / language / f"{chart.id}.po")
        yield from ((chart.id, text, known[text]) for text in texts(chart) if text in known)


def translation_faults(situations: Situations, language: str, folder: Path = CATALOGUES) -> Iterator[tuple[str, str]]:
    """What is wrong with the catalogues of a language: (chart, fault). Lost or added players and provisions, and what the model forbids."""
    for chart in situations.values():
        known = catalogues.translations(folder / language / f"{chart.id}.po")
        for text, translation in known.items():
            yield from ((chart.id, f"{fault}: {translation}") for fault in _faults(text, translation))
        try:
            CHART.validate_python(CHART.dump_python(worded(chart, _or_itself(known))))
        except ValidationError as error:
            yield from ((chart.id, f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") for fault in error.errors())


def _or_itself(known: Mapping[str, str]) -> Callable[[str], str]:
    return lambda text: known.get(text, text)


def _faults(text: str, translation: str) -> Iterator[str]:
    for what, told in (("players", _players), ("provisions", _provisions)):
        before, after = told(text), told(translation)
        if before != after:
            yield f"{what} {', '.join(sorted(before)) or 'none'} became {', '.join(sorted(after)) or 'none'}"


def _players(text: str) -> set[str]:
    return {match["role"].casefold() for match in TOKEN.finditer(text)}


def _provisions(text: str) -> set[str]:
    return {written for written in _PROVISION.findall(text) if not _BID.fullmatch(written)}


def update(situations: Situations, language: str, folder: Path = CATALOGUES) -> None:
    """Writes the catalogues of a language anew: texts that are new without a translation, texts that have changed as fuzzy."""
    for chart in situations.values():
        catalogues.update(folder / language / f"{chart.id}.po", language, texts(chart))
