"""Every ruling of every way through every chart: each line of it stands on the card, and on a page of the message, letter for letter."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import Address, LawPlace
from lawbot.cards import Card, CardKind, Listing, Paragraph
from lawbot.faces.discord.drawing import paged
from lawbot.situations.checks import paths
from lawbot.situations.model import Ruling
from lawbot.situations.state import with_facts

# Written out here once more, not taken from the code: clockwise from West sit North (LHO), East (partner), South (RHO).
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


def named(text: str, seat: str | None) -> str:
    """The text with the players named."""
    for role, name in NAMED[seat].items():
        text = text.replace(f"{{{role}}}", name)
    return text


def lines(ruling: Ruling) -> Iterator[tuple[str, ...]]:
    """All that a ruling has to say; what belongs together (who, choice, what follows) in one tuple."""
    yield from ((line,) for line in (*ruling.steps, *ruling.say, *ruling.later))
    yield from ((option.to, option.choice, option.result) for option in ruling.options)
    yield ("Laws", *ruling.cites)


def items(card: Card) -> list[str]:
    """The paragraphs of a card and the items of its lists, each by itself."""
    found: list[str] = []
    for part in card.parts:
        found += part.items if isinstance(part, Listing) else [part.text] if isinstance(part, Paragraph) else []
    return found


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


def missing(ruling: Ruling, card: Card, seat: str | None) -> list[tuple[str, ...]]:
    """What the ruling says and the card, or every page of the message, does not."""
    said, shown = items(card), [letters(page) for page in paged(card)]
    lost = []
    for line in lines(ruling):
        pieces = tuple(named(piece, seat) for piece in line)
        bare = tuple(map(letters, pieces))
        on_card = any(item == pieces[0] if len(pieces) == 1 else in_order(pieces, item) for item in said)
        if not (on_card and any(in_order(bare, page) for page in shown)):
            lost.append(line)
    return lost


@pytest.mark.parametrize("seat", [None, "W"])
def test_every_line_of_every_ruling_reaches_the_card_and_a_page_of_it(answers: Answers, seat: str | None) -> None:
    reader = Reader(director=True)
    proved: set[object] = set()
    ways = 0
    for chart in answers.situations:
        for way in paths(answers.situations, chart):
            state = replace(with_facts(answers.situations, chart, dict(way.answers)), seat=seat)
            card = answers.open(f"sit/{state}", reader)
            assert card.kind is CardKind.RULING, way.answers
            assert card.title == named(way.ruled.ruling.headline, seat)
            ways += 1
            if (way.ruled.chart.id, way.ruled.name, card.parts) not in proved:  # the same ruling, with the same card, by another way
                assert missing(way.ruled.ruling, card, seat) == [], (chart, way.answers)
                proved.add((way.ruled.chart.id, way.ruled.name, card.parts))
    assert ways > 2000


def test_every_law_a_ruling_rests_on_is_a_tap_away(answers: Answers) -> None:
    reader = Reader(director=True)
    for chart in answers.situations:
        for way in {way.ruled.name: way for way in paths(answers.situations, chart)}.values():
            card = answers.open(f"sit/{with_facts(answers.situations, chart, dict(way.answers))}", reader)
            places = [Address.parse(action.address).place for menu in card.menus for action in menu.actions]
            opened = {str(place.citation) for place in places if isinstance(place, LawPlace)}
            assert set(way.ruled.ruling.cites) <= opened, (chart, way.ruled.name)
