"""Review sheets of charts, for a senior director: questions, rulings and cites, with boxes to tick.

python -m tools.review ID                        the sheet of one chart
python -m tools.review --all --output review.pdf every chart, each on a page of its own; .md and
                                                 .html too
python -m tools.review ID --language vi          with the translations, the doubtful ones at
                                                 the end
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

from lawbot.charts.load import Situations
from lawbot.charts.model import JOIN, Case, Chart, Question, Ruling
from lawbot.charts.seats import seated
from lawbot.config import DATA
from lawbot.errors import LawbotError
from lawbot.language import SOURCE, installed
from lawbot_handbook.chromium import print_file
from tools.chart_texts import pairs
from tools.doubts import EVERYWHERE, Doubt, doubts

_BOX = "☐"
_SIGNATURE = (
    "Director: ______________________  Date: ____________  Tick what is right;"
    " strike out and correct what is not."
)
_STYLE = (
    "body{font:11pt/1.35 'DejaVu Sans','Noto Sans Thai',sans-serif;margin:0}"
    "h1{font-size:17pt}h2{font-size:13pt;border-bottom:1px solid #888}"
    "h3{font-size:11pt;margin-bottom:0}h1{page-break-before:always}"
    "h1:first-child{page-break-before:auto}li{margin:1pt 0}"
)


@dataclass(frozen=True)
class Rendered:
    """Translations of each chart in a language, by English text, and its renderings in doubt."""

    language: str
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()

    @classmethod
    def read(cls, situations: Situations, language: str, data: Path) -> "Rendered":
        """Read the translations and doubts of a language. Raises LawbotError."""
        translations: dict[str, dict[str, str]] = {}
        for chart, english, translation in pairs(situations, language):
            translations.setdefault(chart, {})[english] = translation
        return cls(language, translations, doubts(language, data / "translating"))

    def of(self, chart: Chart) -> Callable[[str], str]:
        """Return the function that writes a text of a chart as Markdown, with its translation."""
        translations = self.translations.get(chart.id, {})

        def as_markdown(line: str) -> str:
            english = _safe(seated(line))
            if self.language == SOURCE or not line:
                return english
            translation = "(not translated)"
            if line in translations:
                translation = _safe(seated(translations[line], language=self.language))
            return f"{english} ‖ {translation}"

        return as_markdown


_ENGLISH = Rendered(SOURCE)


def sheet(chart: Chart, rendered: Rendered = _ENGLISH) -> str:
    """Return the chart as one Markdown page with a box before each statement.

    It has questions, rulings, readings of what the Laws leave open, and golden cases. In another
    language each text has its translation after it, and doubtful renderings are at the end.
    """
    text = rendered.of(chart)
    reviewer = "not yet reviewed by a senior director"
    if chart.reviewed.by:
        reviewer = f"reviewed by {chart.reviewed.by}"
    laws = ", ".join(map(str, chart.laws))
    checked = f"checked against {chart.reviewed.edition} on {chart.reviewed.date}"
    lines = [
        f"# {text(chart.title)}",
        "",
        f"`{chart.id}` · Laws {laws} · {checked} · {reviewer}",
        "",
        _SIGNATURE,
    ]
    if chart.readings:
        lines += ["", "## Where the Laws are silent: the chart's readings", ""]
        for reading in chart.readings:
            reason = f"{text(reading.why)} ({', '.join(reading.cites)})"
            lines.append(f"- {_BOX} **{text(reading.says)}** Why: {reason}")
    lines += ["", "## Questions"]
    for fact, question in chart.questions.items():
        lines += _question(fact, question, text)
    lines += ["", "## Rulings"]
    for name, ruling in chart.rulings.items():
        lines += _ruling(name, ruling, text)
    lines += ["", "## Golden cases", ""]
    lines += [f"- {_BOX} {_case(case)}" for case in chart.cases]
    chart_doubts = [doubt for doubt in rendered.doubts if doubt.concerns(chart)]
    lines += _doubt_lines("## Doubtful renderings", chart_doubts)
    return "\n".join(lines) + "\n"


def sheets(charts: Iterable[Chart], rendered: Rendered = _ENGLISH) -> str:
    """Return the sheets of some charts, then the doubts that concern all charts.

    After several charts the doubts that concern none of them follow too.
    """
    charts = list(charts)
    parts = [sheet(chart, rendered) for chart in charts]
    general_doubts = []
    for doubt in rendered.doubts:
        # with a single sheet, doubts about other charts would only be in the way
        is_elsewhere = len(charts) > 1 and not any(map(doubt.concerns, charts))
        if EVERYWHERE in doubt.places or is_elsewhere:
            general_doubts.append(doubt)
    parts += _doubt_lines("# Doubtful renderings everywhere, and elsewhere", general_doubts)
    return "\n".join(parts)


def print_sheets(charts: Iterable[Chart], target: Path, rendered: Rendered = _ENGLISH) -> None:
    """Write the sheets of some charts to one Markdown (.md), HTML (.html) or PDF (.pdf) file.

    Each chart begins on a page of its own. Raises LawbotError if the file cannot be written, or
    is a PDF and no Chromium is installed.
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
            case suffix:
                raise LawbotError(
                    f"A review sheet can be written to .md, .html or .pdf, not to “{escape(suffix)}”."
                )
    except OSError as error:
        raise LawbotError(f"The review sheet could not be written to {target}: {error}") from error


def _page(markdown: str) -> str:
    body = MarkdownIt().render(markdown)
    title = "<title>Review of the flow charts</title>"
    head = f"<meta charset=utf-8>{title}<style>{_STYLE}</style>"
    return f"<!doctype html><html lang=en>{head}<body>{body}</body></html>"


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
    if question.say:
        yield f"- {_BOX} Say: “{text(question.say)}”"
    for answer in question.answers:
        target = answer.next.replace(JOIN, "chart ")
        detail = f" ({text(answer.detail)})" if answer.detail else ""
        cites = f" · {', '.join(answer.cites)}" if answer.cites else ""
        acted = f" · has acted since: {', '.join(answer.acted)}" if answer.acted else ""
        statement = f" · stated as: “{text(answer.statement)}”" if answer.statement else ""
        usual = " · taken as usual" if answer.unless else ""
        yield f"- {_BOX} **{text(answer.label)}**{detail} → `{target}`{cites}{acted}{statement}{usual}"


def _ruling(name: str, ruling: Ruling, text: Callable[[str], str]) -> Iterator[str]:
    yield from (
        "",
        f"### {_BOX} {text(ruling.headline)}",
        "",
        f"`{name}` · {ruling.kind} · {', '.join(ruling.cites)}",
        "",
    )
    for line in ruling.say:
        yield f"- {_BOX} Say: “{text(line)}”"
    for number, line in enumerate(ruling.steps, 1):
        yield f"- {_BOX} {number}. {text(line)}"
    for option in ruling.options:
        choice, result = text(option.choice), text(option.result)
        yield f"- {_BOX} Choice of {text(option.to)}: {choice} → {result}"
    for line in ruling.later:
        yield f"- {_BOX} Later: {text(line)}"
    for proviso in ruling.provisos:
        answers = ", ".join(f"{fact}={answer}" for fact, answer in proviso.when.items())
        yield f"- {_BOX} After {answers} ({', '.join(proviso.cites)}):"
        for line in proviso.steps:
            yield f"  - {_BOX} {text(line)}"
        for line in proviso.later:
            yield f"  - {_BOX} Later: {text(line)}"
    if ruling.then:
        yield f"- {_BOX} Then: {', '.join(follow.chart for follow in ruling.then)}"


def _case(case: Case) -> str:
    answers = ", ".join(f"{fact}={answer}" for fact, answer in case.answers.items())
    ruling = f"{case.chart}/{case.ruling}" if case.chart else case.ruling
    return f"{_safe(seated(case.facts))} ({answers}) → `{ruling}`"


def _doubt_lines(heading: str, doubts: Iterable[Doubt]) -> list[str]:
    lines = [f"- {_BOX} {_safe(str(doubt))}" for doubt in doubts]
    return ["", heading, "", *lines, ""] if lines else []


def _safe(line: str) -> str:
    """Return a text that Markdown shows as it is."""
    return line.replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")


app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def review(
    chart_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="The chart's id; --all for every chart.")
    ] = None,
    all_charts: Annotated[
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
    situations = Situations.load(DATA)
    if (chart_id is None) != all_charts:
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
