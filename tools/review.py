"""The review sheet of a chart, for a director of rank: all it asks, rules and rests on, with boxes
to tick.

python -m tools.review ID                                    the sheet of one chart python -m
tools.review --all --output review.pdf             every chart, each on a page of its own; .md and
.html too python -m tools.review ID --language vi                      the translations beside the
English, the doubtful ones at the end
"""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Annotated

import typer
from markdown_it import MarkdownIt

from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot.language import SOURCE, installed
from lawbot.situations.charts import JOIN, Situations
from lawbot.situations.model import Case, Chart, Question, Ruling
from lawbot.situations.seats import seated
from lawbot_handbook.chromium import print_file
from tools.chart_texts import pairs
from tools.doubts import EVERYWHERE, Doubt, doubts

DATA = ROOT / "data"
_BOX = "☐"
_STYLE = (
    "body{font:11pt/1.35 'DejaVu Sans','Noto Sans Thai',sans-serif;margin:0}h1{font-size:17pt}h2{font-size:13pt;border-bottom:1px solid #888}"
    "h3{font-size:11pt;margin-bottom:0}h1{page-break-before:always}h1:first-child{page-break-before:auto}li{margin:1pt 0}"
)


@dataclass(frozen=True)
class Rendered:
    """What a language says for the texts of each chart, English text -> translation, and which of
    its renderings are in doubt."""

    language: str
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()

    @classmethod
    def read(cls, situations: Situations, language: str, data: Path) -> "Rendered":
        """What a data folder has in a language for the charts. Raises LawbotError."""
        translations: dict[str, dict[str, str]] = {}
        for chart, english, said in pairs(situations, language):
            translations.setdefault(chart, {})[english] = said
        return cls(language, translations, doubts(language, data / "translating"))

    def of(self, chart: Chart) -> Callable[[str], str]:
        """The function that shows a text of a chart: its roles spelt out, safe inside Markdown, its
        translation behind it."""
        known = self.translations.get(chart.id, {})

        def shown(line: str) -> str:
            english = _safe(seated(line))
            if self.language == SOURCE or not line:
                return english
            return f"{english} ‖ {_safe(seated(known[line], language=self.language)) if line in known else '(not translated)'}"

        return shown


_ENGLISH = Rendered(SOURCE)


def sheet(chart: Chart, rendered: Rendered = _ENGLISH) -> str:
    """The chart as one Markdown page: questions, rulings, readings where the Laws are silent,
    golden cases; a box before each statement.

    In another language each text has its translation behind it, and the chart's doubtful renderings
    stand at the end.
    """
    text = rendered.of(chart)
    by = (
        f"reviewed by {chart.reviewed.by}"
        if chart.reviewed.by
        else "not yet reviewed by a director of rank"
    )
    laws = ", ".join(str(law) for law in chart.laws)
    lines = [
        f"# {text(chart.title)}",
        "",
        f"`{chart.id}` · Laws {laws} · checked against {chart.reviewed.edition} on {chart.reviewed.date} · {by}",
        "",
        "Director: ______________________  Date: ____________  Tick what is right; strike out and correct what is not.",
    ]
    if chart.readings:
        lines += ["", "## Where the Laws are silent: the chart's readings", ""]
        lines += [
            f"- {_BOX} **{text(reading.says)}** Why: {text(reading.why)} ({', '.join(reading.cites)})"
            for reading in chart.readings
        ]
    lines += ["", "## Questions"]
    for fact, question in chart.questions.items():
        lines += _question(fact, question, text)
    lines += ["", "## Rulings"]
    for name, ruling in chart.rulings.items():
        lines += _ruling(name, ruling, text)
    lines += ["", "## Golden cases", ""]
    lines += [f"- {_BOX} {_case(case)}" for case in chart.cases]
    lines += _doubtful(
        "## Doubtful renderings", (doubt for doubt in rendered.doubts if doubt.concerns(chart))
    )
    return "\n".join(lines) + "\n"


def sheets(charts: Iterable[Chart], rendered: Rendered = _ENGLISH) -> str:
    """The sheets of several charts; behind them what is in doubt in all of them and, where they are
    several, in none of them."""
    several = list(charts)
    rest = (
        doubt
        for doubt in rendered.doubts
        if EVERYWHERE in doubt.places
        or (len(several) > 1 and not any(doubt.concerns(chart) for chart in several))
    )
    return "\n".join(
        [
            *(sheet(chart, rendered) for chart in several),
            *_doubtful("# Doubtful renderings everywhere, and elsewhere", rest),
        ]
    )


def print_sheets(charts: Iterable[Chart], target: Path, rendered: Rendered = _ENGLISH) -> None:
    """Writes the sheets of the charts to one Markdown (.md), HTML (.html) or PDF (.pdf) file; a
    chart begins on a page of its own.

    Raises LawbotError when the file cannot be written, or is a PDF and no Chromium is installed to
    print it.
    """
    markdown = sheets(charts, rendered)
    try:
        match target.suffix.lower():
            case ".md":
                target.write_text(markdown, encoding="utf-8")
            case ".html":
                target.write_text(_page(markdown), encoding="utf-8")
            case ".pdf":
                _print(_page(markdown), target)
            case other:
                raise LawbotError(
                    f"A review sheet can be written to .md, .html or .pdf, not to “{escape(other)}”."
                )
    except OSError as error:
        raise LawbotError(f"The review sheet could not be written to {target}: {error}") from error


def _page(markdown: str) -> str:
    body = MarkdownIt().render(markdown)
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>Review of the flow charts</title><style>{_STYLE}</style><body>{body}</body></html>"


def _print(page: str, target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "review.html"
        source.write_text(page, encoding="utf-8")
        print_file(source, target)


def _question(fact: str, question: Question, text: Callable[[str], str]) -> Iterator[str]:
    yield from (
        "",
        f"### {_BOX} {text(question.ask)}",
        "",
        f"`{fact}` · {', '.join(question.cites)}",
        "",
    )
    yield f"Why: {text(question.why)}"
    yield from ("", f"Not sure: {text(question.unsure)}", "")
    yield from (f"- {_BOX} Say: “{text(line)}”" for line in (question.say,) if line)
    for answer in question.answers:
        goes = answer.next.replace(JOIN, "chart ")
        detail = f" ({text(answer.detail)})" if answer.detail else ""
        cites = f" · {', '.join(answer.cites)}" if answer.cites else ""
        acted = f" · has acted since: {', '.join(answer.acted)}" if answer.acted else ""
        usual = f" · taken as usual: “{text(answer.usual)}”" if answer.usual else ""
        yield f"- {_BOX} **{text(answer.label)}**{detail} → `{goes}`{cites}{acted}{usual}"


def _ruling(name: str, ruling: Ruling, text: Callable[[str], str]) -> Iterator[str]:
    yield from (
        "",
        f"### {_BOX} {text(ruling.headline)}",
        "",
        f"`{name}` · {ruling.kind} · {', '.join(ruling.cites)}",
        "",
    )
    yield from (f"- {_BOX} Say: “{text(line)}”" for line in ruling.say)
    yield from (f"- {_BOX} {number}. {text(line)}" for number, line in enumerate(ruling.steps, 1))
    yield from (
        f"- {_BOX} Choice of {text(o.to)}: {text(o.choice)} → {text(o.result)}"
        for o in ruling.options
    )
    yield from (f"- {_BOX} Later: {text(line)}" for line in ruling.later)
    if ruling.then:
        yield f"- {_BOX} Then: {', '.join(follow.chart for follow in ruling.then)}"


def _case(case: Case) -> str:
    answers = ", ".join(f"{fact}={answer}" for fact, answer in case.answers.items())
    return f"{_safe(seated(case.facts))} ({answers}) → `{case.chart + '/' if case.chart else ''}{case.ruling}`"


def _doubtful(heading: str, doubts: Iterable[Doubt]) -> list[str]:
    lines = [f"- {_BOX} {_safe(str(doubt))}" for doubt in doubts]
    return ["", heading, "", *lines, ""] if lines else []


def _safe(line: str) -> str:
    """A text that Markdown shows as it is written."""
    return line.replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")


app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def review(
    chart_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="The chart's id; --all for every chart.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every chart, each on a page of its own.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", metavar="FILE", help="A .md, .html or .pdf file (PDF needs Chromium)."
        ),
    ] = None,
    language: Annotated[
        str,
        typer.Option(
            "--language", metavar="L", help="With the translations of a language: vi, th."
        ),
    ] = SOURCE,
) -> None:
    """Print the review sheet of a chart, or of all."""
    situations = Situations.load(DATA / "situations")
    if (chart_id is None) != every:
        raise typer.BadParameter("Name one chart, or give --all.")
    if chart_id is not None and chart_id not in situations:
        raise typer.BadParameter("There is no such chart. See: python -m lawbot situations list")
    if language not in installed():
        raise typer.BadParameter(f"There is no such language; there are: {', '.join(installed())}")
    charts = list(situations.values()) if chart_id is None else [situations[chart_id]]
    rendered = Rendered.read(situations, language, DATA)
    if output is None:
        print(sheets(charts, rendered))
    else:
        print_sheets(charts, output, rendered)
        print(output)


if __name__ == "__main__":
    try:
        app()
    except LawbotError as error:
        sys.exit(str(error))
