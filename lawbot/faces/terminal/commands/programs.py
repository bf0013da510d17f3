"""The command mcp: the Laws as tools for other programs, over the Model Context Protocol.

The tools answer with the texts and citations of the bot's own cards.
"""

import io
import json
from collections.abc import Awaitable, Callable
from functools import wraps
from itertools import chain
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from rich.console import Console
from typer import Typer

from lawbot import __version__
from lawbot.app import Answers
from lawbot.cards.address import ChartPlace, LawPlace, place_of
from lawbot.cards.card import Card, CardKind
from lawbot.charts.walk import walk
from lawbot.decide.kinds import EVERYTHING, LAWS, Kind
from lawbot.errors import LawbotError
from lawbot.faces.terminal import shapes
from lawbot.faces.terminal.drawing import draw
from lawbot.faces.terminal.program import Program, current_program, needing
from lawbot.message.message import Message

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

app = Typer()
P = ParamSpec("P")
T = TypeVar("T")
_NEEDED = (
    "The door for programs needs: pip install 'lawbot[mcp]' (in a checkout: docs/programs.md)."
)
_INSTRUCTIONS = (
    "The Laws of Duplicate Bridge. Quote what the tools return with its citation and edition, and"
    " do not add rules of your own. Laws are looked up with `law` and `search`. What happened at"
    " the table is ruled with `walk`: give it the words or a chart's id, ask the people each"
    " question it returns, and call it again with every answer so far. At the table the players"
    " call the director."
)
_UNBROKEN = 4000
"""Columns of a card as text: no paragraph of the Laws is longer."""
_NAME = 60
"""Most characters of an unknown name that an error repeats."""
_CHARTS = 5
"""Most charts that are offered for a description."""


@app.command("mcp")
def serve() -> None:
    """Answer another program over standard input and output (Model Context Protocol)."""
    with needing(_NEEDED):
        import mcp  # noqa: F401
    make_server(current_program.get()).run("stdio")


def make_server(program: Program) -> "MCPServer":
    """Return the server with its five tools over the lawbook of a program.

    Its tools answer one after the other, as the lawbook is read by one thread.
    """
    from mcp.server.mcpserver import MCPServer

    server = MCPServer(
        "lawbot", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING"
    )
    tools = _Tools(program)
    for tool in (tools.law, tools.search, tools.walk, tools.compare, tools.score):
        server.tool()(_telling(tool))
    return server


def _telling(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Return a tool whose errors of ours are told to the other program in their own words."""
    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    async def answer(*arguments: P.args, **options: P.kwargs) -> T:
        try:
            return await tool(*arguments, **options)
        except LawbotError as error:
            raise ToolError(str(error)) from error

    return answer


class _Tools:
    """The tools. Their docstrings are what another program reads of them."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @property
    def answers(self) -> Answers:
        """Return the use cases, which are loaded when a tool is first called."""
        return self.program.answers

    async def law(self, citation: str, edition: str = "", language: str = "en") -> str:
        """Return a provision, a defined term or a heading with its citation, text and edition.

        ``citation`` is such as 27B1(a), Law 64, LHO, insufficient bid; ``edition`` an edition's
        id, by default the code in force; ``language`` en, vi or th.
        """
        return self._asked(citation, edition, language, LAWS)

    async def search(self, words: str, edition: str = "", language: str = "en") -> str:
        """Return the laws and flow charts for a question or a story in any words."""
        return self._asked(words, edition, language, EVERYTHING)

    async def walk(self, situation: str, answers: dict[str, str] | None = None) -> dict[str, Any]:
        """Return the next question of a flow chart, or the ruling once all is known.

        ``situation`` is a chart's id or what happened; ``answers`` maps each question's fact to
        the id of the answer given so far. Several charts may fit a description: choose one.
        """
        charts = self.program.situations
        if situation not in charts:
            hits = self.answers.search_engine.situations(Message(situation), _CHARTS)
            offered = [{"id": hit.id, "title": hit.title} for hit in hits]
            if not offered:
                raise LawbotError("No flow chart fits. Try other words, or the tool search.")
            return {"charts": offered}
        facts = answers or {}
        known_facts = {
            fact for chart in charts.joined(charts[situation]) for fact in chart.questions
        }
        unknown = sorted(facts.keys() - known_facts)
        if unknown:
            raise LawbotError(
                f"{situation} asks for no “{unknown[0][:_NAME]}”. It asks for {', '.join(sorted(known_facts))}."
            )
        reached = walk(charts, situation, facts, assumed=charts.usual_answers(situation))
        return shapes.walked(situation, facts, reached)

    async def compare(self, citation: str, first: str = "", second: str = "") -> str:
        """Return what became of a provision from one edition to another, each by its id.

        By default from the code before to the one in force.
        """
        reader = self.program.reader()
        return _text(self.answers.compare(citation, reader, first, second))

    async def score(self, contract: str, vulnerable: str = "", result: str = "") -> str:
        """Return a score by the Laws: of a contract, in IMPs, weighted, in victory points.

        ``contract`` is such as '4SX by N +1', '620', '60% 620, 40% 170 against 650', 'vp 23 24
        boards', 'average plus top 14'; ``vulnerable`` yes or no; ``result`` =, +1 or -2.
        """
        return _text(self.answers.score(contract, vulnerable, result, self.program.reader()))

    def _asked(self, text: str, edition: str, language: str, only: frozenset[Kind]) -> str:
        if not text.strip():
            raise LawbotError(
                "Nothing was asked. Give a citation (27B1) or words (led out of turn)."
            )
        # an unknown edition raises, with those there are
        edition = self.program.edition(edition) if edition else ""
        reader = self.program.reader(edition, language)
        card = self.answers.ask(text, reader, only)
        place = place_of(card.address)
        if not isinstance(place, ChartPlace):
            return _text(card)
        charts = {chart.id: chart for chart in self.answers.outcomes.of(text, reader).charts}
        chart = charts.get(place.state.chart)
        facts = json.dumps(dict(chart.given) if chart else {})
        return f"{_text(card)}\nwalk {place.state.chart}, answers so far: {facts}"


def _text(card: Card) -> str:
    """Return a card as plain text with the tools that lead on. Raises LawbotError if it is none."""
    console = Console(file=io.StringIO(), width=_UNBROKEN, highlight=False, color_system=None)
    with console.capture() as capture:
        draw(card, {}, console)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    text = "\n".join(lines).strip()
    # the neighbours of a law are no answer to what was asked
    calls = {} if card.found and card.kind is CardKind.LAW else _ways_on(card)
    whole = "\n".join((text, "", *(f"{call}: {label}" for call, label in calls.items()))).strip()
    if not card.found:
        raise LawbotError(whole)
    return whole


def _ways_on(card: Card) -> dict[str, str]:
    """Return the labels of provisions and flow charts that a card offers, by calls of the tools."""
    calls: dict[str, str] = {}
    for action in chain(*card.rows, *(menu.actions for menu in card.menus)):
        match place_of(action.address):
            case LawPlace(citation, edition):
                # of two actions for a law the later one names its heading
                calls[f"law {citation} ({edition})"] = action.label
            case ChartPlace(state) if card.kind is CardKind.RESULTS:
                calls.setdefault(f"walk {state.chart}", action.label)
    return calls
