"""A chart as the script in the page reads it: its texts in a language, and what the walk needs of
it and of the charts it leads on to."""

import json
from typing import Any

from lawbot.language import SOURCE, Translate, installed
from lawbot.situations.charts import Situations
from lawbot.situations.model import CHART, Chart, Follow
from lawbot.situations.state import State, pack


def walkable(situations: Situations, chart: Chart, translate: Translate) -> dict[str, Any]:
    """The chart for ``static/walk.js``. ``situations`` are the charts in the language that
    ``translate`` turns messages into."""
    told: dict[str, Any] = CHART.dump_python(
        chart, include={"id", "title", "start", "questions", "rulings"}
    )
    for name, ruling in chart.rulings.items():
        told["rulings"][name] |= {
            "kind": translate(ruling.kind),
            "then": [_follow(situations, follow) for follow in ruling.then],
        }
    return told | {"revision": situations.revision(chart.id), "facts": situations.facts(chart.id)}


def _follow(situations: Situations, follow: Follow) -> dict[str, Any]:
    """A chart that follows: ``known`` are the facts it takes over, in its order: [fact, {answer:
    code}], or [null, code] of a given one."""
    chart = situations[follow.chart]
    known: list[list[Any]] = []
    for fact, answers in situations.facts(chart.id).items():
        if fact in follow.given:
            known.append([None, pack(situations, chart.id, {fact: follow.given[fact]})])
        elif fact in follow.carry:
            known.append(
                [fact, {answer: pack(situations, chart.id, {fact: answer}) for answer in answers}]
            )
    return {
        "chart": chart.id,
        "title": chart.title,
        "summary": chart.summary,
        "revision": State.begin(situations, chart.id).revision,
        "carry": follow.carry,
        "known": known,
    }


def players(language: str) -> dict[str, Any]:
    """How the texts of a language, and English ones among them, name the players: seats, players,
    and players beside their seats."""
    named = (installed()[code] for code in dict.fromkeys((language, SOURCE)))
    return {
        spoken.code: {
            "seats": spoken.seats,
            "players": spoken.players,
            "beside": spoken.beside_seats,
        }
        for spoken in named
    }


def script(name: str, key: str, value: Any) -> str:
    """A script that gives the page a value: ``(globalThis.NAME ??= {})["KEY"] = ...``. A page
    opened from disk may load scripts, and no data."""
    return f"(globalThis.{name} ??= {{}})[{json.dumps(key)}] = {json.dumps(value, ensure_ascii=False, separators=(',', ':'))};\n"
