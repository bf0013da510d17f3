"""Pictures of what is looked at rather than read: a flow chart with the way taken, and the sixteen boards. They need Graphviz."""

import shutil
from dataclasses import dataclass

from lawbot.answers.addresses import Address, BoardsPlace, ChartPlace
from lawbot.answers.laws import shortened
from lawbot.answers.reader import Reader
from lawbot.answers.scores import told_of
from lawbot.cards import Card, CardKind
from lawbot.errors import N_, LawbotError
from lawbot.scoring import BOARDS, VULNERABLE, Board, board
from lawbot.situations.charts import Situations
from lawbot.situations.seats import seated
from lawbot.situations.state import State, View, stand
from lawbot.situations.walk import Ruled

ALTERNATIVE = 1000
"""Characters of a picture's text for those who do not see it."""
_SHARPNESS = "200"
"""Dots an inch: a chart is eight inches wide, and must bear enlarging on a phone."""
_VULNERABLE, _SAFE = "#e9a5a0", "#bfe0c2"


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, its title, and the same in words for those who do not see it."""

    title: str
    png: bytes
    alternative: str


def has_picture(card: Card) -> bool:
    """Whether the card is one of those that a picture is offered with: the reasons of a ruling, the sixteen boards."""
    match Address.parse(card.address).place if card.address else None:
        case ChartPlace(state):
            return card.kind is CardKind.RULING and state.view is View.WHY
        case BoardsPlace():
            return True
    return False


def can_draw() -> bool:
    """Whether pictures can be made here: Graphviz is installed."""
    return shutil.which("dot") is not None


def picture(situations: Situations, address: str, reader: Reader) -> Picture:
    """The picture of what an address leads to, of charts in the reader's language; takes some tenths of a second. Raises LawbotError where there is none."""
    match Address.parse(address).place:
        case ChartPlace(state):
            return _chart(situations, state, reader)
        case BoardsPlace():
            return _boards(reader)
    raise LawbotError(N_("There is no picture of this."))


def _chart(situations: Situations, state: State, reader: Reader) -> Picture:
    """The chart that the way has come to, with its steps in it."""
    from lawbot.situations.drawing import graph, rendered

    _ = reader.translate
    way = stand(situations, state).reached
    drawn = graph(way.chart, way, reader.language)
    drawn.attr(dpi=_SHARPNESS)
    end = way.ruling.headline if isinstance(way, Ruled) else way.question.ask
    steps = [f"{step.question.ask} {step.answer.label}" for step in way.trail]
    told = _("The flow chart “{title}” with the way taken: {way}").format(
        title=way.chart.title, way=seated(" → ".join([*steps, end]), language=reader.language)
    )
    return Picture(way.chart.title, rendered(drawn, "png"), shortened(told, ALTERNATIVE))


def _boards(reader: Reader) -> Picture:
    """The sixteen boards as they lie on the table: four in a row, who deals, and each side's vulnerability in colour and by a letter."""
    from graphviz import Graph  # loaded by those who look at pictures alone

    from lawbot.situations.drawing import rendered

    _ = reader.translate
    drawn = Graph(graph_attr={"dpi": _SHARPNESS, "margin": "0.1"}, node_attr={"shape": "plaintext", "fontname": "DejaVu Sans"})
    every = [board(number) for number in range(1, BOARDS + 1)]
    rows = "".join(f"<tr>{''.join(map(_board, every[start : start + 4]))}</tr>" for start in range(0, BOARDS, 4))
    drawn.node("boards", f'<<table border="0" cellspacing="8">{rows}</table>>')
    title = _("The sixteen boards")
    told = ". ".join(f"{each.number}: {told_of(each, reader)}" for each in every)
    return Picture(title, rendered(drawn, "png"), shortened(f"{title}. {told}", ALTERNATIVE))


def _board(shown: Board) -> str:
    """One board: its number, the seats around it."""

    def seat(name: str) -> str:
        vulnerable = name in VULNERABLE[shown.vulnerable]
        said = f"<b>{name} D</b>" if name == shown.dealer else name
        colour = _VULNERABLE if vulnerable else _SAFE
        return f'<td bgcolor="{colour}" width="52" height="30">{said}{" v" if vulnerable else ""}</td>'

    number = f'<td width="52" height="30"><font point-size="20">{shown.number}</font></td>'
    inner = f"<tr><td></td>{seat('N')}<td></td></tr><tr>{seat('W')}{number}{seat('E')}</tr><tr><td></td>{seat('S')}<td></td></tr>"
    return f'<td><table border="1" cellborder="0" cellspacing="0">{inner}</table></td>'
