"""Load renderings in doubt (``data/translating/doubts-LANGUAGE.csv``).

A director who speaks the language is to settle them.
"""

from dataclasses import dataclass
from pathlib import Path

from lawbot import strict_csv
from lawbot.charts.model import Chart
from lawbot.config import ROOT

DOUBTS = ROOT / "data" / "translating"
EVERYWHERE = "all"
BETWEEN = " / "
"""Separator of the places of one doubt."""
_COLUMNS = ["chart", "english", "rendering", "why"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A rendering in doubt.

    ``places`` are ids of charts, 'law 27', 'definitions', 'changes' (data/changes), or 'all' alone.
    """

    places: tuple[str, ...]
    english: str
    rendering: str
    why: str

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"{self.english} ‖ {self.rendering}{why} · {', '.join(self.places)}"

    def concerns(self, chart: Chart) -> bool:
        """Return True if it is in the chart, or in the plain words of one of the chart's laws."""
        chart_places = {chart.id, *(f"law {law}" for law in chart.laws)}
        return not chart_places.isdisjoint(self.places)


def doubts(language: str, folder: Path = DOUBTS) -> tuple[Doubt, ...]:
    """Return the doubts of a language in the order of the file; none if it has no file.

    Raises LawbotError with the line of the first fault.
    """
    path = folder / f"doubts-{language}.csv"
    if not path.is_file():
        return ()
    with strict_csv.rows(path, _COLUMNS.__eq__) as rows:
        return tuple(_doubt(**row) for row in rows)


def _doubt(chart: str, english: str, rendering: str, why: str) -> Doubt:
    if not (chart and english and rendering):
        raise ValueError("chart, english and rendering are needed")
    return Doubt(tuple(chart.split(BETWEEN)), english, rendering, why)
