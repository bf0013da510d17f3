"""Charts in other languages: gettext catalogues, one a chart, that translators' tools can edit.

A catalogue maps each English text of a chart to the same in its language. The English file stays
the only source: a text that has changed there has no translation any more, is shown in English, and
stands in the catalogue as fuzzy until somebody has looked at it. Structure, ids and revisions do
not depend on the language, so it can be changed in the middle of a walk.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, cast

from lawbot.charts.load import Situations
from lawbot.charts.model import Chart
from lawbot.charts.seats import in_english
from lawbot.config import DATA
from lawbot.data_files import chart_catalogue
from lawbot.language import catalogues

_READ_FIELDS = frozenset(
    "title summary ask why unsure label detail to choice result headline steps say later says"
    " statement".split()
)
"""Fields of a chart that people read."""
_UNREAD_FIELDS = frozenset({"cases", "reviewed"})


def texts(chart: Chart) -> dict[str, list[str]]:
    """Return every text of a chart that people read, with its places ('rulings.accepted.say')."""
    places: dict[str, list[str]] = {}

    def note(text: str, place: str) -> str:
        places.setdefault(text, []).append(place)
        return text

    _turned(chart, note, "")
    return places


def worded(chart: Chart, translate: Callable[[str], str]) -> Chart:
    """Return the chart with every text that people read turned by ``translate``.

    Lengths are not checked.
    """
    return cast(Chart, _turned(chart, lambda text, _place: translate(text), ""))


def _turned(
    node: Any, turn: Callable[[str, str], str], place: str, *, is_read: bool = False
) -> Any:
    """Return a chart or a part of it with its texts turned by ``turn(text, place)``."""
    match node:
        case _ if is_dataclass(type(node)):
            changes = {}
            for name in (part.name for part in fields(node)):
                if name not in _UNREAD_FIELDS:
                    is_read = name in _READ_FIELDS
                    value = getattr(node, name)
                    changes[name] = _turned(value, turn, f"{place}.{name}", is_read=is_read)
            return replace(node, **changes)
        case dict():
            return {key: _turned(part, turn, f"{place}.{key}") for key, part in node.items()}
        case tuple():
            return tuple(_turned(part, turn, place, is_read=is_read) for part in node)
        case str() if is_read:
            return turn(node, place.removeprefix("."))
    return node


class Worded(Situations):
    """Charts in another language, each read at its first use.

    Revisions are those of the English charts.
    """

    def __init__(self, source: Situations, language: str, data: Path = DATA) -> None:
        super().__init__(dict(source))
        self.source = source
        self.language = language
        self.revision = source.revision
        self._catalogues = data
        self._worded: dict[str, Chart] = {}

    def __getitem__(self, key: str) -> Chart:
        if key not in self._worded:
            chart = self.source[key]
            translations = catalogues.translations(
                chart_catalogue(self._catalogues, key, self.language)
            )
            self._worded[key] = worded(
                chart, lambda text: translations.get(text) or in_english(text)
            )
        return self._worded[key]


def untranslated(
    situations: Situations, language: str, data: Path = DATA
) -> Iterator[tuple[str, str]]:
    """Yield the texts without a translation in a language: (chart, English text)."""
    for chart in situations.values():
        translations = catalogues.translations(chart_catalogue(data, chart.id, language))
        for text in texts(chart):
            if text not in translations:
                yield chart.id, text
