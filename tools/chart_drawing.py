"""Drawings of charts as flow charts with Graphviz, from the same data that the walk follows."""

import textwrap
from pathlib import Path

from graphviz import Digraph
from graphviz.backend import ExecutableNotFound
from graphviz.exceptions import CalledProcessError

from lawbot.charts.model import JOIN, Chart
from lawbot.charts.seats import seated
from lawbot.errors import LawbotError

FORMATS = (".svg", ".png", ".pdf")
"""File endings that a drawing can have."""
_FONT = "DejaVu Sans"


def graph(chart: Chart) -> Digraph:
    """Return the chart as a Graphviz graph on one A4 page.

    Questions are boxes, answers are on arrows, rulings are rounded, with their laws.
    """
    drawing = Digraph(chart.id, comment=chart.title)
    drawing.attr(
        rankdir="TB",
        label=f"{chart.title} · 2017 Laws, reviewed {chart.reviewed.date}",
        labelloc="t",
        fontname=_FONT,
        fontsize="20",
    )
    # inches of an A4 page without its margins
    drawing.attr(size="8.0,11.4", nodesep="0.25", ranksep="0.4")
    drawing.attr("node", fontname=_FONT, fontsize="11")
    drawing.attr("edge", fontname=_FONT, fontsize="10")
    for fact, question in chart.questions.items():
        cites = ", ".join(question.cites)
        drawing.node(
            fact,
            _wrapped(f"{seated(question.ask)} ({cites})"),
            shape="box",
            style="filled",
            fillcolor="#eef3fb",
        )
        for answer in question.answers:
            target = answer.next.replace(JOIN, "joins ")
            if answer.joined_chart:
                title = answer.joined_chart.replace("-", " ")
                drawing.node(
                    target,
                    _wrapped(f"→ {title}"),
                    shape="cds",
                    style="filled",
                    fillcolor="#fdf3d8",
                )
            drawing.edge(fact, target, label=_wrapped(seated(answer.label), 22))
    for name, ruling in chart.rulings.items():
        text = f"{seated(ruling.headline)} [{ruling.kind}] ({', '.join(ruling.cites[:6])})"
        drawing.node(name, _wrapped(text), shape="box", style="rounded,filled", fillcolor="#e7f5e6")
    return drawing


def draw_chart(chart: Chart, target: Path) -> None:
    """Write the drawing to an SVG, PNG or PDF file. Raises LawbotError."""
    if target.suffix.lower() not in FORMATS:
        raise LawbotError(
            f"A chart can be drawn to {', '.join(FORMATS)}, not to “{target.suffix}”."
        )
    try:
        target.write_bytes(graph(chart).pipe(format=target.suffix.lower().removeprefix(".")))
    except ExecutableNotFound as error:
        raise LawbotError("Drawing needs Graphviz: apt-get install graphviz") from error
    except (CalledProcessError, OSError) as error:
        raise LawbotError(f"The chart could not be drawn to {target}: {error}") from error


def _wrapped(text: str, width: int = 34) -> str:
    return "\n".join(textwrap.wrap(text.replace("\\", " "), width))
