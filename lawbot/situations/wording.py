"""The charts in other languages: gettext catalogues beside them, one a chart, which any
translator's tool can edit.

A catalogue maps each English text of a chart to the same in its language. The English file stays
the only source: a text that has changed there has no translation any more, is shown in English, and
stands in the catalogue as fuzzy until somebody has looked at it. Structure, ids and revisions do
not depend on the language, so it can be changed in the middle of a walk.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, cast

from lawbot.config import ROOT
from lawbot.language import catalogues
from lawbot.situations.charts import Situations
from lawbot.situations.model import Chart
from lawbot.situations.seats import in_english

CATALOGUES = ROOT / "data" / "situations" / "locale"
_SPOKEN = frozenset(
    "title summary ask why unsure label detail to choice result headline steps say later says usual".split()
)
"""The fields of a chart that people read."""
_UNSPOKEN = frozenset({"cases", "reviewed"})


def texts(chart: Chart) -> dict[str, list[str]]:
    """Every text of a chart that people read -> the places where it stands
    ('rulings.accepted.say')."""
    found: dict[str, list[str]] = {}

    def noted(text: str, place: str) -> str:
        found.setdefault(text, []).append(place)
        return text

    _turned(chart, noted, "")
    return found


def worded(chart: Chart, translate: Callable[[str], str]) -> Chart:
    """The chart with every text that people read turned by ``translate``; lengths are not checked."""
    return cast(Chart, _turned(chart, lambda text, _place: translate(text), ""))


def _turned(
    value: Any, turn: Callable[[str, str], str], place: str, *, spoken: bool = False
) -> Any:
    """A chart or a part of it, its texts turned by ``turn``, which is told each text and its place."""
    match value:
        case _ if is_dataclass(type(value)):
            parts = {
                each.name: getattr(value, each.name)
                for each in fields(value)
                if each.name not in _UNSPOKEN
            }
            return replace(
                value,
                **{
                    name: _turned(part, turn, f"{place}.{name}", spoken=name in _SPOKEN)
                    for name, part in parts.items()
                },
            )
        case dict():
            return {key: _turned(part, turn, f"{place}.{key}") for key, part in value.items()}
        case tuple():
            return tuple(_turned(part, turn, place, spoken=spoken) for part in value)
        case str() if spoken:
            return turn(value, place.removeprefix("."))
    return value


class Worded(Situations):
    """The charts in another language, each read when it is first asked for. Revisions are those of
    the charts as they were written."""

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


def untranslated(
    situations: Situations, language: str, folder: Path = CATALOGUES
) -> Iterator[tuple[str, str]]:
    """The texts that have no translation in a language: (chart, English text)."""
    for chart in situations.values():
        known = catalogues.translations(folder / language / f"{chart.id}.po")
        yield from ((chart.id, text) for text in texts(chart) if text not in known)
