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
    chart_in,
    is_read,
    opened_from,
)
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, Menu, Style
from lawbot.errors import N_, LawbotError

_NAMES: dict[type[Place], str] = {
    ChartPlace: N_("Back to what happened"),
    ResultsPlace: N_("Back to the question"),
    TopicPlace: N_("Back to the index"),
    QuizPlace: N_("Back to the quiz"),
    ComparePlace: N_("Back to the comparison"),
}
_START = str(EntrancePlace())
"""Where the first card of a chart leads back to, if it was opened from nowhere."""


def with_ways_back(card: Card, origin: Place | None, reader: Reader) -> Card:
    """The card with a way back to where it was opened from, and with ways on that will lead back to it.

    Laws lead back to the card they were opened from, and so do the laws opened from those, in whatever order they are turned.
    A flow chart leads back to the law, the question or the ruling that it was begun from, from every card of it.
    """
    here = _place(card.address)
    before, now = str(origin or ""), str(here or "")
    beside = before if isinstance(here, LawPlace | ContentsPlace) else now
    within = here.state.chart if isinstance(here, ChartPlace) else ""
    first = isinstance(here, EntrancePlace)

    def threaded(action: Action, beside: str) -> Action:
        """The action with the place that its card will lead back to: ``beside`` for a law, and what is read like one."""
        if is_read(action.address):
            back = beside
        elif chart := chart_in(action.address):
            back = before if first or chart == within else beside or now
        else:
            return action
        return action.opening(opened_from(action.address, back)) if back else action

    rows = tuple(tuple(threaded(action, beside) for action in row) for row in card.rows)
    beside = before or now if isinstance(here, LawPlace) else beside
    menus = tuple(Menu(menu.prompt, tuple(threaded(action, beside) for action in menu.actions)) for menu in card.menus)
    if origin is None or here == origin:
        return replace(card, rows=rows, menus=menus)
    address = str(Address(here, origin)) if here is not None else card.address
    if within and not isinstance(origin, QuizPlace):
        begun = tuple(tuple(action.opening(before) if action.address == _START else action for action in row) for row in rows)
        return replace(card, address=address, rows=begun, menus=menus)
    back = Action(_name(origin, reader), before, style=Style.MAIN)
    return replace(card, address=address, rows=((back,), *rows), menus=menus)


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
