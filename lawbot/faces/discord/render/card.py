"""A card as a Discord message (Components V2): one container, paged where it is long, never cut."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from math import ceil

import discord
from discord import ui

from lawbot.cards.card import Action, Actions, Card, CardKind, Menu, Style
from lawbot.faces.discord.render.components import (
    OPTIONS,
    CardView,
    Verb,
    button,
    custom_id,
    fits,
    menu,
)
from lawbot.faces.discord.render.markdown import Fragment, escape, lines_of, pieces_of
from lawbot.language.reader import Reader

COMFORT = 1500
"""Characters that read well on one page."""
# better a little more than a page of three lines
ROOMY = 2000
"""Longest text that stays on one page."""
# Discord allows 4,000 with title and source
MOST = 3500
"""Most characters of a page."""
COMPONENTS = 40
"""Components that Discord takes in one message."""
ROW_BUTTONS = 5
"""Buttons that Discord takes in one row."""
WIDE_BUTTONS = 2
"""Short buttons that leave room for a longer one beside them on a phone."""
# Discord makes emoji of the filled signs, the black ones black on the dark theme
_SUITS = str.maketrans("♠♥♦♣", "♤♡♢♧")
"""Filled signs of the suits, and the open ones, which are letters in the colour of the text."""
_BELOW = "-# ↳ "
"""Beginning of a line that belongs to the button above it."""
Button = ui.Button[ui.LayoutView]
Row = ui.ActionRow[ui.LayoutView]
Line = ui.TextDisplay[ui.LayoutView]
End = tuple[Action, int, Verb]
"""A last button of a card: its action, the page it leads to, its request."""

_log = logging.getLogger(__name__)
COLOURS = {
    CardKind.LAW: 0x1F5FA8,
    CardKind.DEFINITION: 0x5B6B7B,
    CardKind.RESULTS: 0x1F5FA8,
    CardKind.QUESTION: 0xB7791F,
    CardKind.RULING: 0x2F7D4F,
    CardKind.MISTAKE: 0xB23A3A,
    CardKind.TEXT: 0x2F7D4F,
    CardKind.SCORE: 0x5B6B7B,
    CardKind.COMPARISON: 0x6B4FA0,
    CardKind.NOTICE: 0x5B6B7B,
    CardKind.ERROR: 0xB23A3A,
}


def draw(
    card: Card,
    reader: Reader,
    page: int = 0,
    *,
    share: bool = False,
    wrong: bool = False,
    directors: bool = False,
    for_all: bool = False,
) -> CardView:
    """Return the message for a page of the card (the nearest there is).

    ``share`` adds the button that posts it for all, ``wrong`` the one that reports an error in an
    answer, ``directors`` the one that asks a director what was typed. ``for_all`` is the form in which
    it is shared: the text, and one button that opens the whole card for whoever presses it alone.
    """
    _ = reader.translate
    pages = paged(card)
    page = max(0, min(page, len(pages) - 1))
    can_reopen = fits(card.address)
    if for_all:
        opens = Action(_("Open privately"), card.address, style=Style.MAIN)
        rows = [ui.ActionRow(button(opens, page))] if can_reopen else []
        return _message(card, pages[page], [*_below(card), *rows])
    ends: list[End] = []
    if share and can_reopen:
        ends.append((Action(_("Share"), card.address, style=Style.QUIET), page, Verb.SHARE))
    if wrong and card.found and card.kind is not CardKind.NOTICE and can_reopen:
        ends.append((Action(_("Wrong?"), card.address, style=Style.QUIET), 0, Verb.WRONG))
    menus_of_card, takes_more = card.menus, bool(card.menus) and card.menus[-1].takes_more
    asking = [(Action(_("Ask a director"), card.asked, style=Style.QUIET), 0, Verb.ASK)]
    if not (directors and card.asked):
        asking = []
    if takes_more and len(card.rows[-1]) > WIDE_BUTTONS:
        ends, asking = [*ends, *asking], []
    if takes_more:
        menus_of_card, ends = _within_menu(card.menus, ends)
    ends += asking
    runs = list(_menus(menus_of_card))
    alone = tuple(run.actions[0] for run in runs if len(run.actions) == 1)
    lines = [*_lines(card, alone, page, len(pages), ends)]
    long_runs = [run for run in runs if len(run.actions) > 1]
    menus: list[Row] = []
    for index, run in enumerate(long_runs):
        menus.append(ui.ActionRow(menu(run.prompt, run.actions, index, card.address)))
    # a menu that is all of the card stands above the buttons that share or report it
    rows_first = card.rows or alone or len(pages) > 1
    return _message(card, pages[page], [*lines, *menus] if rows_first else [*menus, *lines])


def _within_menu(menus: Sequence[Menu], ends: Sequence[End]) -> tuple[tuple[Menu, ...], list[End]]:
    """Return the menus, the last with the ``ends`` that an option can carry, and the other ends."""
    *first, last = menus
    options = []
    buttons = []
    for action, to_page, verb in ends:
        press_id = custom_id(action.address, to_page, verb)
        if fits(press_id):
            options.append(replace(action, address=press_id))
        else:
            buttons.append((action, to_page, verb))
    return (*first, replace(last, actions=(*last.actions, *options))), buttons


def _message(card: Card, text: str, groups: Sequence[Row | Line]) -> CardView:
    container: ui.Container[ui.LayoutView] = ui.Container(
        accent_colour=discord.Colour(COLOURS[card.kind])
    )
    container.add_item(_text(_title(card)))
    if text:
        container.add_item(_text(text))
    # a question and its answers are one, and so are a choice and what stands below it
    if not card.below and (card.source or (groups and card.kind is not CardKind.QUESTION)):
        container.add_item(ui.Separator())
    if card.source and not card.below:
        container.add_item(_source(card))
    # Discord counts the container, and each row beside its buttons
    free = COMPONENTS - 1 - len(container.children)
    for group in groups:
        free -= 1 + (len(group.children) if isinstance(group, ui.ActionRow) else 0)
        if free < 0:
            _log.warning(
                "A %s card has more actions than a message can hold; the last were left out.",
                card.kind,
            )
            break
        container.add_item(group)
    return CardView([container.to_component_dict()], found=card.found)


def _below(card: Card) -> Iterator[Line]:
    """Yield what stands under the main actions of a card, with the source of its words."""
    if card.below:
        yield _text(_joined(pieces_of(card.below, MOST)))
        yield _source(card)


def _source(card: Card) -> Line:
    return _text(lines_of(escape(card.source), "-# "))


def _text(markdown: str) -> ui.TextDisplay[ui.LayoutView]:
    return ui.TextDisplay(markdown.translate(_SUITS))


def paged(card: Card) -> list[str]:
    """Return the card's text, page by page; at least one page, which may be empty."""
    # the buttons that turn pages need an address
    comfort, roomy = (COMFORT, ROOMY) if card.address else (MOST, MOST)
    pieces = pieces_of(card.parts, comfort)
    whole = _joined(pieces)
    if len(whole) <= roomy:
        return [whole]
    if not card.address:
        _log.warning(
            "A %s card of %d characters has no address, so its later pages cannot be reached.",
            card.kind,
            len(whole),
        )
    # pages of about the same length, with room to end them between pieces
    size = min(comfort, len(whole) // ceil(len(whole) / comfort) + 200)
    pages: list[list[Fragment]] = [[]]
    for piece in pieces:
        if pages[-1] and len(_joined([*pages[-1], piece])) > size:
            pages.append(_pop_headings(pages[-1]))
        pages[-1].append(piece)
    return [_joined(pieces) for pieces in pages]


def _pop_headings(page: list[Fragment]) -> list[Fragment]:
    """Remove the headings at the foot of a page, and return them to open the next."""
    headings: list[Fragment] = []
    while len(page) > 1 and page[-1].binds:
        headings.insert(0, page.pop())
    return headings


def _joined(pieces: Iterable[Fragment]) -> str:
    text = ""
    for piece in pieces:
        text += (piece.gap if text else "") + piece.text
    return text


def _title(card: Card) -> str:
    title = f"### {escape(' '.join(card.title.split()))}"
    if not card.breadcrumb:
        return title
    return f"{title}\n-# {escape(' › '.join(card.breadcrumb))}"


def _lines(
    card: Card,
    alone: Actions,
    page: int,
    pages: int,
    ends: list[End],
) -> Iterator[Row | Line]:
    """Yield the rows of buttons, each answer's own line below its button.

    First those that turn pages, then the card's own and those ``alone`` in their menu, last
    ``ends``, in the last row if it has room.
    """
    used = Counter[str]()

    def single(action: Action, to_page: int = 0, verb: Verb = Verb.OPEN) -> Button:
        key = f"{verb}{action.address}#{to_page}"
        used[key] += 1
        return button(action, to_page, verb, twin=used[key] - 1)

    if pages > 1 and fits(card.address):
        # the button in the middle opens nothing: it shows the number of the page
        yield ui.ActionRow(
            single(Action("◂", card.address, enabled=page > 0), max(page - 1, 0)),
            single(Action(f"{page + 1} / {pages}", card.address, enabled=False), page),
            single(
                Action("▸", card.address, style=Style.MAIN, enabled=page + 1 < pages),
                min(page + 1, pages - 1),
            ),
        )
    lines: list[Row | Line] = []
    main_rows = [*takewhile(lambda row: row[0].style is Style.MAIN, card.rows)]
    for number, actions in enumerate((*card.rows, alone)):
        if number == len(main_rows):
            lines += _below(card)
        for run in _stretches(_fitting(actions)):
            lines.append(ui.ActionRow(*map(single, run)))
            if _has_line(run[0]):
                lines.append(_text(lines_of(escape(run[0].detail), _BELOW)))
    for end in ends:
        last = lines[-1] if lines else None
        if not isinstance(last, ui.ActionRow) or len(last.children) == ROW_BUTTONS:
            last = ui.ActionRow()
            lines.append(last)
        last.add_item(single(*end))
    yield from lines


def _stretches(actions: Actions) -> Iterator[Actions]:
    """Yield the actions of each row: one that has a line below it is alone."""
    for has_line, run in groupby(actions, _has_line):
        yield from _runs(tuple(run), 1 if has_line else ROW_BUTTONS)


def _has_line(action: Action) -> bool:
    """Return whether the detail of a button is shown: it tells answers apart."""
    return action.style is Style.MAIN and bool(action.detail)


def _menus(menus: Iterable[Menu]) -> Iterator[Menu]:
    """Yield the menus with no address twice, in runs that one menu of Discord can hold."""
    for whole in menus:
        by_address = {action.address: action for action in reversed(_fitting(whole.actions))}
        runs = _runs(tuple(reversed(by_address.values())), OPTIONS)
        for number, run in enumerate(runs, 1):
            count = f" ({number}/{len(runs)})" if len(runs) > 1 else ""
            yield Menu(whole.prompt + count, run)


def _runs(actions: Actions, size: int) -> list[Actions]:
    return [actions[start : start + size] for start in range(0, len(actions), size)]


def _fitting(actions: Actions) -> Actions:
    fitting = tuple(action for action in actions if fits(action.address))
    if len(fitting) < len(actions):
        _log.warning("An action was left out: its address is empty or too long for Discord.")
    return fitting
