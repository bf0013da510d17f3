"""The buttons and menus of a card. Each carries the address it opens, so that any process can
answer it, at any time."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import discord
from discord import ui

from lawbot.answers.laws import shortened
from lawbot.cards import Action, Style
from lawbot.errors import N_

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
    r"lb(?P<verb>[:!=+?$^*])(?P<address>.+?)(?:#(?P<page>\d{1,3}))?(?:~(?P<twin>\d{1,2}))?",
    re.DOTALL,
)
_MENU_TEMPLATE = re.compile(r"lbm:(?P<index>\d{1,2})")

OPEN, SHARE, SET, NOTE, VOTE, DAILY, DRAW, WRONG = ":", "!", "=", "+", "?", "$", "^", "*"
"""What a press does with what it carries: open or share a card, change a setting, write a note,
answer a shared question of the quiz or the one of the day, tell what is wrong. ``DRAW`` is of
the pictures in messages of older versions; it opens the card."""
KINDS = {
    OPEN: "open",
    SHARE: "share",
    SET: "setting",
    NOTE: "note",
    VOTE: "vote",
    DAILY: "vote",
    DRAW: "open",
    WRONG: "wrong",
}
OUTDATED = N_("This button belongs to an older version of the bot. Ask again, please.")
PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""What of all that Discord sends is a press: of a button, of a menu's option, of the button that
sends a window."""


class Press(NamedTuple):
    """What a press asks for: what to do (OPEN, SHARE ...) with what address, and which page of it."""

    verb: str
    address: str
    page: int


def read_press(data: Mapping[str, Any]) -> Press | None:
    """Reads the press of one of our buttons or menus from an interaction's data; None for
    components of others."""
    carried = str(data.get("custom_id") or "")
    if _MENU_TEMPLATE.fullmatch(carried):
        values = data.get("values") or []
        return Press(OPEN, str(values[0]), 0) if values else None
    match = _TEMPLATE.fullmatch(carried)
    chosen = ",".join(map(str, data.get("values") or ()))
    return (
        Press(match["verb"], match["address"] + chosen, int(match["page"] or 0)) if match else None
    )


def field_text(data: Mapping[str, Any]) -> str:
    """What was written into the fields of a window."""
    return "".join(
        str(part["value"]) for part in parts_of(data.get("components") or ()) if "value" in part
    )


def custom_id(address: str, page: int = 0, verb: str = OPEN, twin: int = 0) -> str:
    """What a button carries. A second button to the same place gets a ``twin`` number, for Discord
    wants them unlike."""
    numbered = page or "#" in address or "~" in address
    return f"lb{verb}{address}" + (f"#{page}" if numbered else "") + (f"~{twin}" if twin else "")


def fits(address: str) -> bool:
    """Whether a button and an option can carry the address."""
    return bool(address) and len(custom_id(address, 999, SHARE, 99)) <= CUSTOM_ID


def button(
    action: Action, page: int = 0, verb: str = OPEN, twin: int = 0
) -> ui.Button[ui.LayoutView]:
    """The button of an action."""
    return ui.Button(
        label=shortened(action.label.translate(_ARROWS), BUTTON_LABEL),
        style=_STYLES[action.style],
        custom_id=custom_id(action.address, page, verb, twin),
        disabled=not action.enabled,
    )


def menu(prompt: str, actions: tuple[Action, ...], index: int) -> ui.Select[ui.LayoutView]:
    """The menu of up to twenty-five actions with different addresses; ``index`` tells it from the
    card's other menus."""
    options = [
        discord.SelectOption(
            label=shortened(action.label, OPTION_LABEL),
            value=action.address,
            description=shortened(action.detail, OPTION_LABEL) or None,
        )
        for action in actions
    ]
    return ui.Select(
        placeholder=shortened(prompt, PROMPT), options=options, custom_id=f"lbm:{index}"
    )


def row_of(*buttons: ui.Button[ui.LayoutView]) -> dict[str, Any]:
    """A row of buttons as it is sent."""
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(*buttons)
    return dict(row.to_component_dict())


def parts_of(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The components of a message or a window, and all within them."""
    for component in components:
        yield component
        yield from parts_of(component.get("components") or ())
        yield from parts_of([component["component"]] if component.get("component") else ())


def open_actions(parts: Iterable[Mapping[str, Any]]) -> list[Action]:
    """What the buttons among the parts of a message open, without those that turn its pages."""
    found = []
    for part in parts:
        press = read_press(part) if part["type"] == discord.ComponentType.button.value else None
        if press is not None and press.verb == OPEN and not press.page:
            style = (
                Style.MAIN if part["style"] == discord.ButtonStyle.primary.value else Style.PLAIN
            )
            found.append(Action(str(part["label"]), press.address, style=style))
    return found


class CardView(ui.LayoutView):
    """A drawn card, and whether it is an answer (``found``). It holds the finished components and
    waits for nothing: a press finds its way by what it carries.

    So discord.py has nothing to store, to time out or to forget, and one view can be sent any
    number of times. (A view that did wait would be given a timeout of fifteen minutes on every
    private answer.)
    """

    def __init__(self, components: list[dict[str, Any]], *, found: bool = True) -> None:
        super().__init__(timeout=None)
        self.found = found
        self.packed = json.dumps(components, ensure_ascii=False, separators=(",", ":")).encode(
            errors="replace"
        )
        """The components as they are sent: a thousand cards of the bot's memory then take a few
        megabytes."""

    def to_components(self) -> list[dict[str, Any]]:
        """The components as discord.py writes them."""
        unpacked: list[dict[str, Any]] = json.loads(self.packed)
        return unpacked

    def with_below(self, *components: Mapping[str, Any]) -> "CardView":
        """The card with these components at the foot of its container."""
        container, *others = self.to_components()
        return CardView(
            [{**container, "components": [*container["components"], *components]}, *others],
            found=self.found,
        )

    def has_components_v2(self) -> bool:
        """Always."""
        return True


def window(title: str, carried: str, label: str, hint: str, **field: Any) -> ui.Modal:
    """A window with one ``field`` to write in (what ``TextInput`` takes). Like a card it waits for
    nothing: it carries what it is about."""
    made = ui.Modal(title=title, custom_id=carried)
    made.add_item(ui.Label(text=label, description=hint, component=ui.TextInput(**field)))
    made.stop()  # so discord.py has nothing to store
    return made
