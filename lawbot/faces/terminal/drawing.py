"""Draw a card with rich, or in plain text if the output is no terminal."""

import re
from collections.abc import Mapping
from itertools import chain

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lawbot.cards.card import (
    Action,
    Card,
    CardKind,
    Grid,
    Heading,
    Listing,
    Menu,
    Paragraph,
    Part,
    Passage,
    Redline,
    Style,
    Tone,
    Words,
)
from lawbot.law.differences import Change, ChangeKind

Choice = Action | Menu
"""A choice behind a number: an action's card, or a long menu's own list."""
_TONES = {
    Tone.PLAIN: "",
    Tone.LEAD: "bold",
    Tone.NOTE: "italic cyan",
    Tone.SAY: "bold green",
    Tone.QUIET: "dim",
    Tone.WARNING: "bold yellow",
    Tone.CARDS: "",
}
_BORDERS = {
    CardKind.ERROR: "yellow",
    CardKind.RULING: "green",
    CardKind.MISTAKE: "red",
    CardKind.QUESTION: "magenta",
}
_SPREAD_FIRST, _SPREAD = 8, 2
"""Most actions of a menu that is spread out: of the first menu, and of a later one.

A longer menu is a choice that opens it.
"""
# a frame would take a tenth of the room of narrower lines
_NARROW = 60
"""Columns under which a card has no frame."""


def draw(card: Card, codes: Mapping[str, Choice], console: Console) -> None:
    """Print the card; ``codes`` maps a typed number to its choice."""
    body: list[RenderableType] = []
    if card.breadcrumb:
        body.append(Text(" › ".join(card.breadcrumb), style="dim"))
    body += [_part(part) for part in card.parts]
    body += _choices(card, codes)
    if card.below:
        body += [Text(), *map(_part, card.below)]
    if card.source:
        body.append(Text(f"\n{card.source}", style="dim"))
    title = Text(card.title, style="bold")
    if not console.is_terminal or console.width < _NARROW or card.kind is CardKind.TEXT:
        console.print(title)
        console.print(Group(*body))
        console.print()
        return
    border = _BORDERS.get(card.kind, "blue")
    frame_title: Text | None = title
    # a frame would cut a title of that length
    if title.cell_len > console.width - 8:
        body[:0] = [title, Text()]
        frame_title = None
    console.print(Panel(Group(*body), title=frame_title, border_style=border, padding=(1, 2)))


def codes_of(card: Card) -> dict[str, Choice]:
    """Return the numbers to type for each of a card's choices.

    A long menu is one choice, unless it is the first and the card has no buttons.
    """
    actions = chain.from_iterable(card.rows)
    choices: list[Choice] = [action for action in actions if action.enabled]
    has_buttons = bool(choices)
    for index, menu in enumerate(card.menus):
        is_long = len(menu.actions) > (_SPREAD if index else _SPREAD_FIRST)
        if is_long and (has_buttons or index):
            choices.append(menu)
        else:
            choices += [action for action in menu.actions if action.enabled]
    return {str(number): choice for number, choice in enumerate(choices, 1)}


def _choices(card: Card, codes: Mapping[str, Choice]) -> list[RenderableType]:
    """Return the choices as lines, those of a menu under its prompt."""
    # nobody can choose, but the answers belong to the question, and the events to a choice
    if not codes and card.kind in (CardKind.QUESTION, CardKind.RESULTS, CardKind.NOTICE):
        actions = chain.from_iterable(card.rows)
        # which of two was meant, or something new, are all answers to a notice
        is_notice = card.kind is CardKind.NOTICE
        answers = [action for action in actions if is_notice or action.style is Style.MAIN]
        return [Text("• ") + _line(answer.label, answer.detail) for answer in answers]
    # by identity, for a button may equal an option of a menu
    prompts: dict[int, str] = {}
    for menu in card.menus:
        prompts |= dict.fromkeys(map(id, menu.actions), menu.prompt)
    groups: list[RenderableType] = []
    above: str | None = None
    for code, choice in codes.items():
        prompt = prompts.get(id(choice), "")
        if prompt != above:
            groups.append(Text(f"\n{prompt}" if prompt else "", style="dim"))
            above = prompt
        if isinstance(choice, Menu):
            line = _line(f"{choice.prompt} …", f"({len(choice.actions)})")
        else:
            line = _line(choice.label, choice.detail)
        row = Table.grid(padding=(0, 1))
        row.add_column(no_wrap=True, min_width=4, justify="right")
        row.add_row(Text(f"[{code}]", style="bold blue"), line)
        groups.append(row)
    return groups


def _line(label: str, detail: str) -> Text:
    """Return a choice as a line."""
    return Text.assemble(label, (f"  {detail}" if detail else "", "dim"))


def _part(part: Part) -> RenderableType:
    match part:
        case Heading(text):
            return Text(f"\n{text}", style="bold underline")
        case Passage(label, text, title, depth, marked):
            line = Text()
            if label:
                line.append(f"{label} ", style="bold blue")
            if title:
                line.append(f"{title}\n" if text else title, style="bold")
            line.append(_highlight(text, marked))
            return Padding(line, (0, 0, 1, 2 * depth))
        case Paragraph(text, tone, marked):
            line = _highlight(f"“{text}”" if tone is Tone.SAY else text, marked, _TONES[tone])
            return Padding(line, (0, 0, 1 if tone is not Tone.LEAD else 0, 0))
        case Listing(items, numbered):
            lines = Text()
            for number, item in enumerate(items, 1):
                lines.append(f"{number}. {item}\n" if numbered else f"• {item}\n")
            return lines
        case Grid():
            return _table(part)
        case Redline(changes):
            return _redline(changes)


def _highlight(text: str, words: Words, style: str = "") -> Text:
    """Return the text with the words in bold."""
    line = Text(text, style=style)
    if words:
        alternatives = "|".join(map(re.escape, words))
        line.highlight_regex(rf"(?i)\b(?:{alternatives})\b", "bold")
    return line


def _redline(changes: tuple[Change, ...]) -> RenderableType:
    """Return removed words as [-words-], added ones as {+words+}, like wdiff, in colour."""
    line = Text()
    for change in changes:
        before, words, after = change.marked
        if change.kind is ChangeKind.KEPT or not words:
            line.append(change.text)
        elif change.kind is ChangeKind.REMOVED:
            line.append(f"{before}[-{words}-]{after}", style="red strike")
        else:
            line.append(f"{before}{{+{words}+}}{after}", style="bold green")
    return Padding(line, (0, 0, 1, 0))


def _table(grid: Grid) -> RenderableType:
    """Return the bands of a table, each with its own head."""
    parts: list[RenderableType] = []
    for band in grid.bands():
        if band.heading:
            parts.append(Text(f"\n{band.heading}", style="bold"))
            continue
        table = Table(
            *(band.head or [""] * len(band.rows[0])),
            box=None,
            pad_edge=False,
            show_header=any(band.head),
        )
        for row in band.rows:
            table.add_row(*row)
        parts.append(table)
    return Group(*parts)
