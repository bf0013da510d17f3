"""Whatever opens from a card can lead back to it: the place it was opened from travels in the addresses."""

from collections.abc import Callable
from dataclasses import replace

from lawbot.answers.addresses import Address, ChartPlace, ContentsPlace, EntrancePlace, LawPlace, Place, ResultsPlace, TopicPlace
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Style
from lawbot.errors import N_, LawbotError

_NAMES: dict[type[Place], str] = {
    ChartPlace: N_("Back to what happened"),
    ResultsPlace: N_("Back to the results"),
    TopicPlace: N_("Back to the index"),
    EntrancePlace: N_("Back to the situations"),
    LawPlace: N_("Back to Law {citation}"),
    ContentsPlace: N_("Back to the contents"),
}


def with_ways_back(card: Card, origin: Place | None, reader: Reader) -> Card:
    """The card with a way back to where it was opened from, and with ways on that will lead back to it.

    From a ruling, a question or results, the laws that are opened lead back there, and so do the laws opened from those.
    """
    here = _place(card.address)
    root = here if here is not None and card.kind in (CardKind.RULING, CardKind.QUESTION, CardKind.RESULTS) else origin
    threaded = _mapped(card, lambda action: _threaded(action, root)) if root is not None else card
    if origin is None or here == origin:
        return threaded
    address = Address(here, origin) if here is not None else None
    back = Action(_name(origin, reader), str(origin), style=Style.MAIN)
    return replace(threaded, address=str(address) if address else threaded.address, rows=((back,), *threaded.rows))


def _threaded(action: Action, root: Place) -> Action:
    place = _place(action.address)
    if not isinstance(place, LawPlace | TopicPlace | ContentsPlace):
        return action
    return replace(action, address=str(Address(place, root)))


def _mapped(card: Card, change: Callable[[Action], Action]) -> Card:
    return replace(
        card,
        rows=tuple(tuple(map(change, row)) for row in card.rows),
        menus=tuple(replace(menu, actions=tuple(map(change, menu.actions))) for menu in card.menus),
    )


def _name(origin: Place, reader: Reader) -> str:
    _ = reader.translate
    name = _(_NAMES.get(type(origin), N_("Back")))
    return name.format(citation=origin.citation) if isinstance(origin, LawPlace) else name


def _place(address: str) -> Place | None:
    try:
        return Address.parse(address).place if address else None
    except LawbotError:
        return None
