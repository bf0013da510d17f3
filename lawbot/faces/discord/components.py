"""The buttons and menus of a card. Each carries the address it opens, so that any process can answer it, at any time."""

import re
from typing import Any, Protocol, Self
from weakref import WeakKeyDictionary

import discord
from discord import ui

from lawbot.answers.laws import shortened
from lawbot.cards import Action, Style

BUTTON_LABEL = 80
OPTION_LABEL = 100
CUSTOM_ID = 100
OPTIONS = 25

_STYLES = {Style.MAIN: discord.ButtonStyle.primary, Style.PLAIN: discord.ButtonStyle.secondary, Style.QUIET: discord.ButtonStyle.secondary}
# Discord draws these as emoji in boxes; plain arrows sit better beside a citation.
_ARROWS = str.maketrans({"◀": "←", "▶": "→", "▲": "↑", "▼": "↓"})
_TEMPLATE = re.compile(r"lb(?P<verb>[:!])(?P<address>.+?)(?:#(?P<page>\d{1,3}))?(?:~(?P<twin>\d{1,2}))?", re.DOTALL)
_MENU_TEMPLATE = re.compile(r"lbm:(?P<index>\d{1,2})")

OPEN, SHARE = ":", "!"


class Listener(Protocol):
    """What answers a press."""

    async def open(self, interaction: discord.Interaction[Any], address: str, page: int) -> None:
        """Shows the card behind the address. Raises nothing."""

    async def share(self, interaction: discord.Interaction[Any], address: str, page: int) -> None:
        """Posts the card behind the address for all to see. Raises nothing."""


_listeners: WeakKeyDictionary[discord.Client, Listener] = WeakKeyDictionary()


def listen(client: discord.Client, listener: Listener) -> None:
    """From now on the listener answers every press of our buttons and menus that reaches the client."""
    _listeners[client] = listener
    client.add_dynamic_items(AddressButton, AddressMenu)


def unlisten(client: discord.Client) -> None:
    """Ends what ``listen`` began."""
    _listeners.pop(client, None)
    client.remove_dynamic_items(AddressButton, AddressMenu)


def custom_id(address: str, page: int = 0, verb: str = OPEN, twin: int = 0) -> str:
    """What a button carries. A second button to the same place gets a ``twin`` number, for Discord wants them unlike."""
    numbered = page or "#" in address or "~" in address
    return f"lb{verb}{address}" + (f"#{page}" if numbered else "") + (f"~{twin}" if twin else "")


def fits(address: str) -> bool:
    """Whether a button and an option can carry the address."""
    return bool(address) and len(custom_id(address, 999, SHARE, 99)) <= CUSTOM_ID


class AddressButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_TEMPLATE):
    """A button that opens an address, or shares it."""

    def __init__(self, button: ui.Button[ui.LayoutView], address: str, page: int = 0, verb: str = OPEN) -> None:
        super().__init__(button)
        self.address, self.page, self.verb = address, page, verb

    @classmethod
    def leading_to(cls, action: Action, page: int = 0, verb: str = OPEN, twin: int = 0) -> Self:
        """The button of an action."""
        button: ui.Button[ui.LayoutView] = ui.Button(
            label=shortened(action.label.translate(_ARROWS), BUTTON_LABEL),
            style=_STYLES[action.style],
            custom_id=custom_id(action.address, page, verb, twin),
            disabled=not action.enabled,
        )
        return cls(button, action.address, page, verb)

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed, read from what it carries."""
        if not isinstance(item, ui.Button):
            raise TypeError(f"a button was expected, not a {type(item).__name__}")
        return cls(item, match["address"], int(match["page"] or 0), match["verb"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answers the press."""
        listener = _listeners.get(interaction.client)
        if listener is not None:
            await (listener.share if self.verb == SHARE else listener.open)(interaction, self.address, self.page)


class AddressMenu(ui.DynamicItem[ui.Select[ui.LayoutView]], template=_MENU_TEMPLATE):
    """A menu whose options carry the addresses they open."""

    @classmethod
    def offering(cls, prompt: str, actions: tuple[Action, ...], index: int) -> Self:
        """The menu of up to twenty-five actions with different addresses."""
        options = [
            discord.SelectOption(
                label=shortened(action.label, OPTION_LABEL),
                value=action.address,
                description=shortened(action.detail, OPTION_LABEL) or None,
            )
            for action in actions
        ]
        return cls(ui.Select(placeholder=shortened(prompt, 150), options=options, custom_id=f"lbm:{index}"))

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /) -> Self:
        """The menu that was used."""
        if not isinstance(item, ui.Select):
            raise TypeError(f"a menu was expected, not a {type(item).__name__}")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Opens what was chosen."""
        listener = _listeners.get(interaction.client)
        if listener is not None and self.item.values:
            await listener.open(interaction, self.item.values[0], 0)


class CardView(ui.LayoutView):
    """A drawn card. It never times out and holds nothing but what it shows, so one can be sent many times."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self._payload: list[dict[str, Any]] | None = None

    def to_components(self) -> list[dict[str, Any]]:
        """The components as they are sent, made once."""
        if self._payload is None:
            self._payload = [child.to_component_dict() for child in self.children]
        return self._payload
