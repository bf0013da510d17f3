"""The buttons and menus of a card.

Each carries the address it opens, so that any process can answer it, at any time.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

import discord
from discord import ui

from lawbot.cards.address import holds_words, origin_of
from lawbot.cards.card import Action, Actions, Style
from lawbot.cards.titles import shortened
from lawbot.errors import N_
from lawbot.talk.turn import Table


class Verb(StrEnum):
    """The request of a press. Messages of every version have these signs, so none may change."""

    OPEN = ":"
    SHARE = "!"
    SET = "="
    NOTE = "+"
    VOTE = "?"
    """Answer a shared question of the quiz."""
    DAILY = "$"
    """Answer the question of the day."""
    WRONG = "*"
    """Report an error."""
    REPLY = "@"
    """Post the card as a reply to the message that it was asked of; its number goes before the
    address."""
    ASK = "&"
    """Ask the server's directors."""
    RULE = "%"
    """Answer what a player asked the directors; it carries where, who and in which language."""
    JUDGE = "^"
    """Say whether a first screen was right."""


KINDS = {
    Verb.OPEN: "open",
    Verb.SHARE: "share",
    Verb.SET: "setting",
    Verb.NOTE: "note",
    Verb.VOTE: "vote",
    Verb.DAILY: "vote",
    Verb.WRONG: "wrong",
    Verb.REPLY: "reply",
    Verb.ASK: "ask",
    Verb.RULE: "rule",
    Verb.JUDGE: "verdict",
}
"""Names of presses in the log and in counts."""
Component = Mapping[str, Any]
Components = list[dict[str, Any]]
"""A component of a message or a window, or what holds some, and a message's own, all as JSON."""
WindowItem = ui.Item[Any]
"""An item of a window, below its field."""
BUTTON_LABEL = 80
OPTION_LABEL = 100
PROMPT = 150
CUSTOM_ID = 100
OPTIONS = 25
"""Discord's limits: characters of a button, of an option and its line below, of a menu's prompt and
of an id; options in a menu."""

_STYLES = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.QUIET: discord.ButtonStyle.secondary,
}
# Discord draws these as emoji in boxes; plain arrows sit better beside a citation.
_ARROWS = str.maketrans({"◀": "←", "▶": "→", "▲": "↑", "▼": "↓"})
_TEMPLATE = re.compile(
    rf"lb(?P<verb>[{re.escape(''.join(Verb))}])(?P<address>.+?)"
    r"(?:#(?P<page>\d{1,3}))?(?:~(?P<twin>\d{1,2}))?",
    re.DOTALL,
)
_MENU_TEMPLATE = re.compile(r"lbm:(?P<index>\d{1,2})(?::(?P<address>.+))?", re.DOTALL)

OUTDATED = N_("This button belongs to an older version of the bot. Ask again, please.")
PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""Interactions that are a press: of a button, of a menu's option, of a window's send button."""


class Press(NamedTuple):
    """The request of a press: a verb, an address, and a page of its card."""

    verb: Verb
    address: str
    page: int


def read_press(data: Component) -> Press | None:
    """Return the press in an interaction's data; None if the component is none of ours."""
    component_id = str(data.get("custom_id") or "")
    values = [str(value) for value in data.get("values") or ()]
    if _MENU_TEMPLATE.fullmatch(component_id):
        if not values:
            return None
        # an option that does more than open an address has the id of a button
        component_id, *values = values
        if not _TEMPLATE.fullmatch(component_id):
            return Press(Verb.OPEN, component_id, 0)
    match = _TEMPLATE.fullmatch(component_id)
    if match is None:
        return None
    chosen = ",".join(values)
    return Press(Verb(match["verb"]), match["address"] + chosen, int(match["page"] or 0))


def fields_of(data: Component) -> dict[str, str]:
    """Return the texts written in a window, by the names of its fields."""
    parts = parts_of(data.get("components") or ())
    # a forged window may have fields without names
    return {str(part.get("custom_id")): str(part["value"]) for part in parts if "value" in part}


def field_text(data: Component) -> str:
    """Return the text in the fields of a window."""
    return "".join(fields_of(data).values())


def custom_id(address: str, page: int = 0, verb: Verb = Verb.OPEN, twin: int = 0) -> str:
    """Return the id of a button, which carries its verb, address and page.

    A second button to the same place gets a ``twin`` number, for Discord wants them unlike.
    """
    # an address that has a sign of ours itself is followed by a page, so that it is read whole
    has_page = page or "#" in address or "~" in address
    page_part = f"#{page}" if has_page else ""
    twin_part = f"~{twin}" if twin else ""
    return f"lb{verb}{address}{page_part}{twin_part}"


def fits(address: str) -> bool:
    """Return whether a button and an option can carry the address."""
    return bool(address) and len(custom_id(address, 999, Verb.SHARE, 99)) <= CUSTOM_ID


def button(
    action: Action, page: int = 0, verb: Verb = Verb.OPEN, twin: int = 0
) -> ui.Button[ui.LayoutView]:
    """Return the button of an action."""
    return ui.Button(
        label=shortened(action.label.translate(_ARROWS), BUTTON_LABEL),
        style=_STYLES[action.style],
        custom_id=custom_id(action.address, page, verb, twin),
        disabled=not action.enabled,
    )


def menu(prompt: str, actions: Actions, index: int, address: str = "") -> ui.Select[ui.LayoutView]:
    """Return the menu of up to twenty-five actions with different addresses.

    ``index`` tells it from the card's other menus. It carries the ``address`` of its card, from
    which a text goes on.
    """
    options = [
        discord.SelectOption(
            label=shortened(action.label, OPTION_LABEL),
            value=action.address,
            description=shortened(action.detail, OPTION_LABEL) or None,
        )
        for action in actions
    ]
    menu_id = f"lbm:{index}:{address}" if address else f"lbm:{index}"
    return ui.Select(placeholder=shortened(prompt, PROMPT), options=options, custom_id=menu_id)


def row_of(*buttons: ui.Button[ui.LayoutView]) -> dict[str, Any]:
    """Return a row of buttons as it is sent."""
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(*buttons)
    return dict(row.to_component_dict())


def parts_of(components: Iterable[Component]) -> Iterator[Component]:
    """Yield the components of a message or a window, and all within them."""
    for component in components:
        yield component
        yield from parts_of(component.get("components") or ())
        yield from parts_of([component["component"]] if component.get("component") else ())


def table_of(parts: Iterable[Component]) -> Table:
    """Return what the card in a message leaves open: its address, else the actions of its buttons.

    A card that only leads back to an open one leaves that open.
    """
    actions = []
    for part in parts:
        component_id = str(part.get("custom_id") or "")
        in_menu = _MENU_TEMPLATE.fullmatch(component_id)
        if in_menu and in_menu["address"]:
            return Table(in_menu["address"])
        press = read_press(part) if part["type"] == discord.ComponentType.button.value else None
        if press is None:
            continue
        if press.verb in (Verb.SHARE, Verb.WRONG) or press.page:
            return Table(press.address)
        if press.verb == Verb.OPEN:
            is_main = part["style"] == discord.ButtonStyle.primary.value
            style = Style.MAIN if is_main else Style.PLAIN
            actions.append(Action(str(part["label"]), press.address, style=style))
    # the laws that a card opens lead back to it
    origins = {origin_of(action.address) for action in actions} - {""}
    ways_on = origins or {action.address for action in actions if not holds_words(action.address)}
    return Table(ways_on.pop()) if len(ways_on) == 1 else Table("", tuple(actions))


class CardView(ui.LayoutView):
    """A drawn card; ``found`` tells if it is an answer.

    It holds the finished components and waits for no press: the button's id tells what to do. So
    discord.py has nothing to store, to time out or to forget, and one view can be sent any number
    of times. (A view that did wait would be given a timeout of fifteen minutes on every private
    answer.)
    """

    def __init__(self, components: Components, *, found: bool = True) -> None:
        super().__init__(timeout=None)
        self.found = found
        serialized = json.dumps(components, ensure_ascii=False, separators=(",", ":"))
        self.packed = serialized.encode(errors="replace")
        """The components as they are sent; so a thousand cached cards take a few megabytes."""

    def to_components(self) -> Components:
        """Return the components as discord.py writes them."""
        unpacked: Components = json.loads(self.packed)
        return unpacked

    def with_below(self, *components: Component) -> "CardView":
        """Return the card with these components at the foot of its container."""
        container, *following = self.to_components()
        container = {**container, "components": [*container["components"], *components]}
        return CardView([container, *following], found=self.found)

    def for_person(self, person: int) -> "CardView":
        """Return the card below a line that names a person."""
        line = {"type": discord.ComponentType.text_display.value, "content": f"<@{person}>"}
        return CardView([line, *self.to_components()], found=self.found)

    def has_components_v2(self) -> bool:
        """Return True: every card has these."""
        return True


def window(
    title: str, window_id: str, label: str, hint: str, *further: WindowItem, **field: Any
) -> ui.Modal:
    """Return a window with a field to write in, which has the options ``field`` of ``TextInput``.

    ``further`` items stand below it. Like a card it waits for nothing: its id carries the address.
    """
    modal = ui.Modal(title=title, custom_id=window_id)
    modal.add_item(ui.Label(text=label, description=hint, component=ui.TextInput(**field)))
    for item in further:
        modal.add_item(item)
    # a stopped window is not stored by discord.py
    modal.stop()
    return modal
