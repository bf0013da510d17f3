"""The review sheet of a chart, for a director of rank: all it asks, rules and rests on, with boxes to tick."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

from lawbot.errors import LawbotError
from lawbot.language import SOURCE
from lawbot.situations.charts import JOIN, Situations
from lawbot.situations.doubts import EVERYWHERE, Doubt, doubts
from lawbot.situations.model import Case, Chart, Question, Ruling
from lawbot.situations.seats import seated
from lawbot.situations.wording import pairs

_BOX = "☐"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_STYLE = (
    "body{font:11pt/1.35 'DejaVu Sans','Noto Sans Thai',sans-serif;margin:0}h1{font-size:17pt}h2{font-size:13pt;border-bottom:1px solid #888}"
    "h3{font-size:11pt;margin-bottom:0}h1{page-break-before:always}h1:first-child{page-break-before:auto}li{margin:1pt 0}"
)


@dataclass(frozen=True)
class Rendered:
    """What a language says for the texts of each chart, English text -> translation, and which of its renderings are in doubt."""

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
        """The function that shows a text of a chart: its roles spelt out, safe inside Markdown, its translation behind it."""
        known = self.translations.get(chart.id, {})

        def shown(line: str) -> str:
            english = _safe(seated(line))
            if self.language == SOURCE or not line:
                return english
            return f"{english} ‖ {_safe(seated(known[line], language=self.language)) if line in known else '(not translated)'}"

        return shown


_ENGLISH = Rendered(SOURCE)


def sheet(chart: Chart, rendered: Rendered = _ENGLISH) -> str:
    """The chart as one Markdown page: questions, rulings, readings where the Laws are silent, golden cases; a box before each statement.

    In another language each text has its translation behind it, and the chart's doubtful renderings stand at the end.
    """
    text = rendered.of(chart)
    by = f"reviewed by {chart.reviewed.by}" if chart.reviewed.by else "not yet reviewed by a director of rank"
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
        lines += [f"- {_BOX} **{text(reading.says)}** Why: {text(reading.why)} ({', '.join(reading.cites)})" for reading in chart.readings]
    lines += ["", "## Questions"]
    for fact, question in chart.questions.items():
        lines += _question(fact, question, text)
    lines += ["", "## Rulings"]
    for name, ruling in chart.rulings.items():
        lines += _ruling(name, ruling, text)
    lines += ["", "## Golden cases", ""]
    lines += [f"- {_BOX} {_case(case)}" for case in chart.cases]
    lines += _doubtful("## Doubtful renderings", (doubt for doubt in rendered.doubts if doubt.concerns(chart)))
    return "\n".join(lines) + "\n"


def sheets(charts: Iterable[Chart], rendered: Rendered = _ENGLISH) -> str:
    """The sheets of several charts; behind them what is in doubt in all of them and, where they are several, in none of them."""
    several = list(charts)
    rest = (
        doubt
        for doubt in rendered.doubts
        if EVERYWHERE in doubt.places or (len(several) > 1 and not any(doubt.concerns(chart) for chart in several))
    )
    return "\n".join([*(sheet(chart, rendered) for chart in several), *_doubtful("# Doubtful renderings everywhere, and elsewhere", rest)])


def print_sheets(charts: Iterable[Chart], target: Path, rendered: Rendered = _ENGLISH) -> None:
    """Writes the sheets of the charts to one Markdown (.md), HTML (.html) or PDF (.pdf) file; a chart begins on a page of its own.

    Raises LawbotError when the file cannot be written, or is a PDF and no Chromium is installed to print it.
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
                raise LawbotError(f"A review sheet can be written to .md, .html or .pdf, not to “{escape(other)}”.")
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


def print_file(source: Path, target: Path) -> None:
    """Prints a web page of the disk to a PDF file. Raises LawbotError where no Chromium is installed, or it cannot."""
    browser = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise LawbotError("Printing to PDF needs Chromium (apt-get install chromium); .md and .html need nothing.")
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        "--disable-pdf-tagging",
        f"--print-to-pdf={target.resolve()}",
    ]
    done = subprocess.run([browser, *options, source.resolve().as_uri()], capture_output=True, timeout=120, check=False)  # noqa: S603
    if done.returncode or not target.is_file():
        raise LawbotError(f"Chromium could not print {source.name} (exit status {done.returncode}).")


def _question(fact: str, question: Question, text: Callable[[str], str]) -> Iterator[str]:
    yield from ("", f"### {_BOX} {text(question.ask)}", "", f"`{fact}` · {', '.join(question.cites)}", "")
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
    yield from ("", f"### {_BOX} {text(ruling.headline)}", "", f"`{name}` · {ruling.kind} · {', '.join(ruling.cites)}", "")
    yield from (f"- {_BOX} Say: “{text(line)}”" for line in ruling.say)
    yield from (f"- {_BOX} {number}. {text(line)}" for number, line in enumerate(ruling.steps, 1))
    yield from (f"- {_BOX} Choice of {text(o.to)}: {text(o.choice)} → {text(o.result)}" for o in ruling.options)
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
