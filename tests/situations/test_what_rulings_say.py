"""Every ruling of every way through every chart: each line of it stands on the card, and on a page
of the message, letter for letter."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import Address, ChartPlace, LawPlace
from lawbot.cards import Action, Card, CardKind, Listing, Paragraph
from lawbot.faces.discord.drawing import paged
from lawbot.situations.charts import Situations
from lawbot.situations.model import Ruling
from lawbot.situations.state import State, View, with_facts
from lawbot.situations.walk import Way, paths

DIRECTOR = Reader(director=True)
# Written out here once more, not taken from the code: clockwise from West sit North (LHO), East
# (partner), South (RHO).
NAMED = {
    None: {
        "offender": "the offender", "lho": "the offender’s LHO", "partner": "the offender’s partner", "rho": "the offender’s RHO",
        "Offender": "The offender", "LHO": "The offender’s LHO", "Partner": "The offender’s partner", "RHO": "The offender’s RHO",
    },
    "W": {
        "offender": "West (offender)", "lho": "North (LHO)", "partner": "East (partner)", "rho": "South (RHO)",
        "Offender": "West (offender)", "LHO": "North (LHO)", "Partner": "East (partner)", "RHO": "South (RHO)",
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def ways(situations: Situations) -> dict[str, list[Way]]:
    """Every way through every chart."""
    return {chart: list(paths(situations, chart)) for chart in situations}


def one_each(ways: dict[str, list[Way]]) -> Iterator[tuple[str, Way]]:
    """From each chart, one of these ways to each ruling."""
    for chart, through in ways.items():
        yield from (
            (chart, way)
            for way in {(way.ruled.chart.id, way.ruled.name): way for way in through}.values()
        )


@pytest.fixture(scope="module")
def shown(answers: Answers, ways: dict[str, list[Way]]) -> list[tuple[Way, list[Card]]]:
    """One way to each ruling from each chart, with the card of the ruling and those of its tabs."""
    found = []
    for chart, way in one_each(ways):
        state = with_facts(answers.situations, chart, dict(way.answers))
        card = answers.open(f"sit/{state}", DIRECTOR)
        found.append(
            (way, [card, *(answers.open(action.address, DIRECTOR) for action in tabs(card, state))])
        )
    return found


def named(text: str, seat: str | None) -> str:
    """The text with the players named; of what is theirs, with a seat, by the seat alone."""
    for role, name in NAMED[seat].items():
        for own in ("’s", "'s"):
            text = text.replace(
                f"{{{role}}}{own}", (name.partition(" (")[0] if seat else name) + own
            )
        text = text.replace(f"{{{role}}}", name)
    return text


def lines(ruling: Ruling) -> Iterator[tuple[str, ...]]:
    """All that a ruling has to say; what belongs together (who, choice, what follows) in one tuple."""
    yield from ((line,) for line in (*ruling.steps, *ruling.say, *ruling.later))
    yield from ((option.to, option.choice, option.result) for option in ruling.options)


def items(card: Card) -> list[str]:
    """The paragraphs of a card and the items of its lists, each by itself."""
    found: list[str] = []
    for part in card.parts:
        found += (
            part.items
            if isinstance(part, Listing)
            else [part.text]
            if isinstance(part, Paragraph)
            else []
        )
    return found


def tabs(card: Card, state: State) -> list[Action]:
    """The buttons that show more of the same ruling: its state in another view."""
    places = [
        (action, Address.parse(action.address).place)
        for row in card.rows
        for action in row
        if action.enabled
    ]
    more = [(action, place.state) for action, place in places if isinstance(place, ChartPlace)]
    return [
        action
        for action, there in more
        if there.view not in (View.REVIEW, View.SEAT) and replace(there, view=state.view) == state
    ]


def letters(text: str) -> str:
    """Letters and digits alone: what is left when every mark of formatting is taken away."""
    return "".join(filter(str.isalnum, text))


def in_order(pieces: tuple[str, ...], text: str) -> bool:
    """Whether the pieces stand in the text one behind the other."""
    place = 0
    for piece in pieces:
        place = text.find(piece, place)
        if place < 0:
            return False
        place += len(piece)
    return True


def missing(ruling: Ruling, cards: list[Card], seat: str | None) -> list[object]:
    """What the ruling says or rests on and no card of it has, or no page of its messages."""
    said = [item for card in cards for item in items(card)]
    pages = [page for card in cards for page in paged(card)]
    shown = [letters(page) for page in pages]
    lost: list[object] = []
    for line in lines(ruling):
        pieces = tuple(named(piece, seat) for piece in line)
        on_card = any(
            item == pieces[0] if len(pieces) == 1 else in_order(pieces, item) for item in said
        )
        if not (on_card and any(in_order(tuple(map(letters, pieces)), page) for page in shown)):
            lost.append(line)
    for cite in ruling.cites:
        whole = re.compile(rf"(?<![\w(]){re.escape(cite)}(?![\w(])")
        if not (
            any(map(whole.search, said))
            and any(whole.search(page.replace("\\", "")) for page in pages)
        ):
            lost.append(cite)
    return lost


def test_every_line_of_every_ruling_reaches_its_card_and_a_page_of_it(
    answers: Answers, ways: dict[str, list[Way]]
) -> None:
    proved: set[object] = set()
    for chart, way in ((chart, way) for chart, through in ways.items() for way in through):
        state = with_facts(answers.situations, chart, dict(way.answers))
        card = answers.open(f"sit/{state}", DIRECTOR)
        assert (card.kind, card.title) == (
            CardKind.RULING,
            named(way.ruled.ruling.headline, None),
        ), way.answers
        more = tabs(card, state)
        same = (way.ruled.chart.id, way.ruled.name, card.parts, *(action.label for action in more))
        # a ruling that another way has come to, shown alike: its tabs lead to this way's
        # state, see above
        if same not in proved:
            cards = [card, *(answers.open(action.address, DIRECTOR) for action in more)]
            assert missing(way.ruled.ruling, cards, None) == [], (chart, way.answers)
            proved.add(same)
    assert sum(map(len, ways.values())) > 2000


def test_with_a_seat_named_every_line_of_every_ruling_names_the_players(
    answers: Answers, ways: dict[str, list[Way]]
) -> None:
    for chart, way in one_each(ways):
        state = replace(with_facts(answers.situations, chart, dict(way.answers)), seat="W")
        card = answers.open(f"sit/{state}", DIRECTOR)
        assert card.title == named(way.ruled.ruling.headline, "W")
        cards = [card, *(answers.open(action.address, DIRECTOR) for action in tabs(card, state))]
        assert missing(way.ruled.ruling, cards, "W") == [], (chart, way.answers)


def test_what_is_said_aloud_and_who_chooses_what_is_read_without_a_tap(
    answers: Answers, shown: list[tuple[Way, list[Card]]]
) -> None:
    """Choices that do not fit a phone's first screen beside the words to say have a button there,
    and stand whole behind it."""
    apart: dict[bool, set[str]] = {True: set(), False: set()}
    for way, (card, *_tabs) in shown:
        choices = [
            answers.open(action.address, DIRECTOR)
            for action in card.rows[0]
            if action.label == "Choices"
        ]
        said = replace(way.ruled.ruling, steps=(), later=(), cites=(), options=())
        chosen = replace(said, say=(), options=way.ruled.ruling.options)
        assert missing(said, [card], None) == [], way.answers
        assert missing(chosen, choices or [card], None) == [], way.answers
        if way.ruled.ruling.options:
            apart[bool(choices)].add(way.ruled.ruling.headline)
    assert min(map(len, apart.values())) > 10


def test_every_law_a_ruling_rests_on_is_a_tap_away(shown: list[tuple[Way, list[Card]]]) -> None:
    for way, cards in shown:
        places = [
            Address.parse(action.address).place
            for each in cards
            for menu in each.menus
            for action in menu.actions
        ]
        opened = {str(place.citation) for place in places if isinstance(place, LawPlace)}
        assert set(way.ruled.ruling.cites) <= opened, way.answers
