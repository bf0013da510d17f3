"""Charts as data for the script in the page: texts in a language, and the charts that follow."""

import json
from typing import Any

from lawbot.charts.load import Situations
from lawbot.charts.model import CHART, Chart, Follow
from lawbot.charts.state import State, pack
from lawbot.language import SOURCE, Translate, installed
from lawbot_handbook.records import as_json


def walkable(situations: Situations, chart: Chart, translate: Translate) -> dict[str, Any]:
    """Return the chart for ``static/walk.js``.

    ``situations`` are the charts in the language that ``translate`` turns messages into.
    """
    chart_data: dict[str, Any] = CHART.dump_python(
        chart, include={"id", "title", "start", "questions", "rulings"}
    )
    for name, ruling in chart.rulings.items():
        chart_data["rulings"][name] |= {
            "kind": translate(ruling.kind),
            "then": [_follow(situations, follow) for follow in ruling.then],
        }
    chart_data["revision"] = situations.revision(chart.id)
    chart_data["facts"] = situations.facts(chart.id)
    return chart_data


def _follow(situations: Situations, follow: Follow) -> dict[str, Any]:
    """Return a chart that follows, with the facts it takes over, in its order.

    Each is [fact, {answer: code}], or [null, code] for one with a fixed answer.
    """
    chart = situations[follow.chart]
    facts: list[list[Any]] = []
    for fact, answers in situations.facts(chart.id).items():
        if fact in follow.given:
            facts.append([None, pack(situations, chart.id, {fact: follow.given[fact]})])
        elif fact in follow.carry:
            codes = {answer: pack(situations, chart.id, {fact: answer}) for answer in answers}
            facts.append([fact, codes])
    return {
        "chart": chart.id,
        "title": chart.title,
        "summary": chart.summary,
        "revision": State.begin(situations, chart.id).revision,
        "carry": follow.carry,
        "known": facts,
    }


def players(language: str) -> dict[str, Any]:
    """Return the names of seats and players in a language, and in English.

    A text without a translation is shown in English, within the others.
    """
    names = {}
    for code in dict.fromkeys((language, SOURCE)):
        words = installed()[code]
        names[code] = {
            "seats": words.seats,
            "players": words.players,
            "beside": words.beside_seats,
        }
    return names


def script(name: str, key: str, value: Any) -> str:
    """Return a script that gives the page a value: ``(globalThis.NAME ??= {})["KEY"] = ...``."""
    # A page opened from disk may load scripts, but no data.
    return f"(globalThis.{name} ??= {{}})[{json.dumps(key)}] = {as_json(value).decode()};\n"
