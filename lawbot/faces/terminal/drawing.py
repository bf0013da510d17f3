"""Draws a card with rich: plain text when the output is no terminal."""

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lawbot.cards import Action, Card, CardKind, Grid, Heading, Listing, Paragraph, Part, Passage, Redline, Run, Tone

_TONES = {
    Tone.PLAIN: "",
    Tone.LEAD: "bold",
    Tone.NOTE: "italic cyan",
    Tone.SAY: "bold green",
    Tone.QUIET: "dim",
    Tone.WARNING: "bold yellow",
}
_BORDERS = {CardKind.ERROR: "yellow", CardKind.RULING: "green", CardKind.QUESTION: "magenta"}


def draw(card: Card, codes: dict[str, Action], console: Console) -> None:
    """Prints the card; ``codes`` maps what to type to the action it stands for."""
    body: list[RenderableType] = []
    if card.breadcrumb:
        body.append(Text(" › ".join(card.breadcrumb), style="dim"))
    body += [_part(part) for part in card.parts]
    for prompt, actions in _groups(card, codes):
        lines = Text(f"\n{prompt}" if prompt else "", style="dim")
        for code, action in actions:
            lines.append(f"\n [{code}] ", style="bold blue")
            lines.append(action.label, style="")
            if action.detail:
                lines.append(f"  {action.detail}", style="dim")
        body.append(lines)
    if card.source:
        body.append(Text(f"\n{card.source}", style="dim"))
    if console.is_terminal:
        console.print(
            Panel(Group(*body), title=Text(card.title, style="bold"), border_style=_BORDERS.get(card.kind, "blue"), padding=(1, 2))
        )
    else:
        console.print(Text(card.title))
        console.print(Group(*body))
        console.print()


def codes_of(card: Card) -> dict[str, Action]:
    """What to type for each of a card's actions: a, b, c ... without q, which leaves the chat."""
    letters = list("abcdefghijklmnoprstuvwxyz")
    names = letters + [first + second for first in letters for second in letters]
    actions = [action for row in card.rows for action in row if action.enabled]
    actions += [action for menu in card.menus for action in menu.actions if action.enabled]
    return dict(zip(names, actions, strict=False))


def _groups(card: Card, codes: dict[str, Action]) -> list[tuple[str, list[tuple[str, Action]]]]:
    by_action = {id(action): code for code, action in codes.items()}
    groups = [("", [action for row in card.rows for action in row])]
    groups += [(menu.prompt, list(menu.actions)) for menu in card.menus]
    coded = [(prompt, [(by_action[id(action)], action) for action in actions if id(action) in by_action]) for prompt, actions in groups]
    return [(prompt, actions) for prompt, actions in coded if actions]


def _part(part: Part) -> RenderableType:
    match part:
        case Heading(text):
            return Text(f"\n{text}", style="bold underline")
        case Passage(label, text, title, depth):
            line = Text()
            if label:
                line.append(f"{label} ", style="bold blue")
            if title:
                line.append(f"{title}\n" if text else title, style="bold")
            line.append(text)
            return Padding(line, (0, 0, 1, 2 * depth))
        case Paragraph(text, tone, _marked):
            return Padding(
                Text(f"“{text}”" if tone is Tone.SAY else text, style=_TONES[tone]), (0, 0, 1 if tone is not Tone.LEAD else 0, 0)
            )
        case Listing(items, numbered):
            return Text("\n".join(f"{f'{n}.' if numbered else '•'} {item}" for n, item in enumerate(items, 1)) + "\n")
        case Grid():
            return _table(part)
        case Redline(runs):
            return _redline(runs)


def _redline(runs: tuple[Run, ...]) -> RenderableType:
    """Removed words as [-words-], added ones as {+words+}, as wdiff prints them, and in colour besides."""
    line = Text()
    for run in runs:
        before, words, after = run.marked
        if run.kind == "kept" or not words:
            line.append(run.text)
        elif run.kind == "removed":
            line.append(f"{before}[-{words}-]{after}", style="red strike")
        else:
            line.append(f"{before}{{+{words}+}}{after}", style="bold green")
    return Padding(line, (0, 0, 1, 0))


def _table(grid: Grid) -> RenderableType:
    """The table in stretches, each with the head that is its own."""
    parts: list[RenderableType] = []
    for band in grid.bands():
        if band.heading:
            parts.append(Text(f"\n{band.heading}", style="bold"))
            continue
        table = Table(*(band.head or [""] * len(band.rows[0])), box=None, pad_edge=False, show_header=any(band.head))
        for row in band.rows:
            table.add_row(*row)
        parts.append(table)
    return Group(*parts)
