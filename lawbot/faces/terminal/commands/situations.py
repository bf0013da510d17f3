"""The commands of the flow charts: situations list, check, format, show, walk, find."""

from functools import partial
from pathlib import Path
from typing import Annotated

from typer import Argument, BadParameter, Exit, Option, Typer

from lawbot.cards.address import ChartPlace
from lawbot.cards.quiz_cases import Cases
from lawbot.charts.model import Chart
from lawbot.charts.seats import seated
from lawbot.charts.state import with_facts
from lawbot.charts.translation import Worded
from lawbot.charts.walk import MOST_TAPS, Asked, paths, walk
from lawbot.data_files import chart_file, chart_files
from lawbot.errors import LawbotError
from lawbot.faces.terminal import shapes
from lawbot.faces.terminal.program import (
    AsJson,
    Program,
    current_program,
    needing,
    print_card,
    print_json,
    words_of,
)
from lawbot.language import SOURCE, installed
from lawbot.message.message import Message

app = Typer(help="The flow charts.")
_AUTHORS = "This is for authors of charts: it works in a checkout of lawbot, after `make run`."


def _translated(language: str) -> str:
    if language not in installed():
        raise LawbotError(
            f"There is no language “{language[:40]}”; there are: {', '.join(installed())}"
        )
    return language


ChartId = Annotated[
    str, Argument(metavar="ID", help="The chart's id; situations list has them all.")
]
ChartLanguage = Annotated[
    str,
    Option(
        "--language",
        metavar="L",
        callback=_translated,
        help="As translated into a language: vi, th.",
    ),
]


@app.command("list")
def list_charts(as_json: AsJson = False) -> None:
    """List every chart."""
    situations = current_program.get().situations
    rows = []
    for chart in situations.values():
        longest = max(path.taps for path in paths(situations, chart.id))
        rows.append(shapes.listed(chart, longest))
    if as_json:
        print_json(rows)
        return
    for row in rows:
        laws = ", ".join(map(str, row["laws"]))
        note = f"(laws {laws}; at most {row['longest']} taps)"
        print(f"{row['id']:32} {row['title']}  {note}")


@app.command("check")
def check() -> None:
    """Prove the charts and the cases of the quiz: every path ends in a ruling, every citation
    exists, every question is short."""
    with needing(_AUTHORS):
        from tools.chart_proof import all_faults
        from tools.chart_prose import said_of
        from tools.quiz_proof import case_faults
    program = current_program.get()
    data, situations = program.settings.data, program.situations
    says = partial(said_of, program.lawbook)
    cases = Cases.load(data / "quiz")
    faults = [
        *all_faults(situations, says, data),
        *case_faults(cases, situations, says),
    ]
    if faults:
        print("\n".join(faults))
        raise Exit(1)
    taps = [path.taps for chart in situations for path in paths(situations, chart)]
    print(
        f"{len(situations)} charts proved: {len(taps)} paths,"
        f" none longer than {max(taps)} of {MOST_TAPS} taps"
    )
    print(f"{len(cases)} cases of the quiz")


@app.command("format")
def format_charts(
    chart_ids: Annotated[
        list[str] | None, Argument(metavar="ID", help="The charts' ids; all without one.")
    ] = None,
    only_check: Annotated[
        bool, Option("--check", help="Only name the charts that are not in the style.")
    ] = False,
) -> None:
    """Put the files of charts into their one style, and name those that were not."""
    with needing(_AUTHORS):
        from tools.chart_style import format_file
    data = current_program.get().settings.data
    files = chart_files(data)
    if chart_ids:
        files = [chart_file(data, chart_id) for chart_id in chart_ids]
    changed = [path.parent.name for path in files if format_file(path, write=not only_check)]
    if changed:
        print("\n".join(changed))
    if changed and only_check:
        raise Exit(1)


@app.command("show")
def show(
    chart_id: ChartId,
    as_json: AsJson = False,
    svg: Annotated[
        Path | None,
        Option(
            "--svg",
            metavar="FILE",
            help="Draw the chart into an SVG (or, by its ending, PNG or PDF) file.",
        ),
    ] = None,
    language: ChartLanguage = SOURCE,
) -> None:
    """Show one chart: its questions and rulings, or a drawing of it."""
    program = current_program.get()
    chart = Worded(program.situations, language)[_chart(program, chart_id).id]
    if svg is not None:
        with needing(_AUTHORS):
            from tools.chart_drawing import draw_chart
        draw_chart(chart, svg)
        print(svg)
    elif as_json:
        print_json(shapes.chart_shape(chart))
    else:
        _print_chart(chart)


@app.command("walk")
def walk_chart(
    chart_id: ChartId,
    facts: Annotated[
        list[str] | None, Argument(metavar="FACT=ANSWER", help="What is known already.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say the next question, or the ruling, when these facts are known; what is usual is assumed,
    and listed."""
    for fact in facts or ():
        if "=" not in fact:
            raise BadParameter(f"Facts are written FACT=ANSWER, not “{fact[:40]}”.")
    program = current_program.get()
    answers = dict(fact.split("=", 1) for fact in facts or ())
    chart_id = _chart(program, chart_id).id
    usual = program.situations.usual_answers(chart_id)
    reached = walk(program.situations, chart_id, answers, assumed=usual)
    shape = shapes.walked(chart_id, answers, reached)
    if as_json:
        print_json(shape)
    elif isinstance(reached, Asked):
        print(shape["question"]["ask"])
        for answer in shape["question"]["answers"]:
            print(f"  {reached.fact}={answer['id']:20} {answer['label']}")
    else:
        assumed = [f"{fact}={answer}" for fact, answer in shape["assumed"].items()]
        if assumed:
            print("Assumed: " + ", ".join(assumed))
        # its answers are taps, which the card can change
        state = with_facts(program.situations, chart_id, answers)
        print_card(program.answers.open(str(ChartPlace(state)), program.reader()))


@app.command("find")
def find(
    words: Annotated[list[str], Argument(metavar="WORDS", help="What happened, in any words.")],
    limit: Annotated[int, Option("--limit", metavar="N", min=1, help="Charts at most.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Find charts for a description, best first."""
    message = Message(words_of(words))
    hits = current_program.get().answers.search_engine.situations(message, limit)
    rows = [{"id": hit.id, "title": hit.title, "score": hit.score} for hit in hits]
    if as_json:
        print_json(rows)
    elif rows:
        print("\n".join(f"{row['id']:32} {row['title']}" for row in rows))
    if not rows:
        raise LawbotError("No flow chart fits these words. See: python -m lawbot situations list")


def _chart(program: Program, chart_id: str) -> Chart:
    if chart_id not in program.situations:
        raise LawbotError(
            f"There is no chart called “{chart_id[:40]}”. See: python -m lawbot situations list"
        )
    return program.situations[chart_id]


def _print_chart(chart: Chart) -> None:
    print(f"{chart.title}\n{chart.summary}")
    for fact, question in chart.questions.items():
        print(f"\n{fact}: {seated(question.ask)}")
        for answer in question.answers:
            print(f"  {answer.id:20} {seated(answer.label)} -> {answer.next}")
    for name, ruling in chart.rulings.items():
        print(f"\n{name}: {seated(ruling.headline)}  ({', '.join(ruling.cites)})")
