"""Whatever opens from a card can lead back to it: the place it was opened from travels in the addresses."""

from dataclasses import replace

from lawbot.answers.addresses import (
    Address,
    ChartPlace,
    ComparePlace,
    ContentsPlace,
    EntrancePlace,
    LawPlace,
    Place,
    QuizPlace,
    ResultsPlace,
    TopicPlace,
)
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, Style
from lawbot.errors import N_, LawbotError

_NAMES: dict[type[Place], str] = {
    ChartPlace: N_("Back to what happened"),
    ResultsPlace: N_("Back to the question"),
    TopicPlace: N_("Back to the index"),
    QuizPlace: N_("Back to the quiz"),
    ComparePlace: N_("Back to the comparison"),
}


def with_ways_back(card: Card, origin: Place | None, reader: Reader) -> Card:
    """The card with a way back to where it was opened from, and with ways on that will lead back to it.

    Laws lead back to the card they were opened from, and so do the laws opened from those, in whatever order they are turned.
    A flow chart leads back to the law, the question or the ruling that it was begun from, from every card of it.
    """
    here = _place(card.address)
    turning = isinstance(here, LawPlace | ContentsPlace)
    beside = origin if turning else here
    rows = tuple(tuple(_threaded(action, beside, here, origin) for action in row) for row in card.rows)
    beside = origin or here if isinstance(here, LawPlace) else beside
    menus = tuple(replace(menu, actions=tuple(_threaded(action, beside, here, origin) for action in menu.actions)) for menu in card.menus)
    threaded = replace(card, rows=rows, menus=menus)
    if origin is None or here == origin:
        return threaded
    address = str(Address(here, origin)) if here is not None else card.address
    back = Action(_name(origin, reader), str(origin), style=Style.MAIN)
    return replace(threaded, address=address, rows=((back,), *rows))


def _threaded(action: Action, beside: Place | None, here: Place | None, origin: Place | None) -> Action:
    """The action with the place that its card will lead back to: ``beside`` for a law, and what is read like one."""
    place = _place(action.address)
    match place:
        case LawPlace() | TopicPlace() | ContentsPlace() | ComparePlace():
            back = beside
        case ChartPlace(state):
            within = isinstance(here, ChartPlace) and here.state.chart == state.chart
            back = origin if within or isinstance(here, EntrancePlace) else beside or here
        case _:
            back = None
    return replace(action, address=str(Address(place, back))) if place is not None and back is not None else action


def _name(origin: Place, reader: Reader) -> str:
    _ = reader.translate
    if isinstance(origin, LawPlace):
        return _("Back to Law {citation}").format(citation=origin.citation) if origin.citation.law else _("Back to the term")
    return _(_NAMES.get(type(origin), N_("Back")))


def _place(address: str) -> Place | None:
    try:
        return Address.parse(address).place if address else None
    except LawbotError:
        return None
