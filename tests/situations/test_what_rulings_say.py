"""Tests that each line of every ruling is on its card and on a page."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from lawbot.app import Answers
from lawbot.cards.address import Address, ChartPlace, LawPlace
from lawbot.cards.card import Action, Card, CardKind, Listing, Paragraph
from lawbot.charts.load import Situations
from lawbot.charts.model import Ruling
from lawbot.charts.state import State, View, with_facts
from lawbot.charts.walk import Ruled, Way, paths, walk
from lawbot.faces.discord.render.card import paged
from lawbot.language.reader import Reader

DIRECTOR = Reader(director=True)
_MARKS = re.compile(r"[\W_]+")
"""All but letters and digits."""
# Written out again, not taken from the code, which it tests: clockwise from West sit North (LHO),
# East (partner) and South (RHO).
PLAYER_NAMES = {
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
def chart_paths(situations: Situations) -> dict[str, list[Way]]:
    """Return every path through every chart."""
    return {chart: list(paths(situations, chart)) for chart in situations}


def one_path_each(chart_paths: dict[str, list[Way]]) -> Iterator[tuple[str, Way]]:
    """Yield one path to each ruling from each chart."""
    for chart, all_paths in chart_paths.items():
        by_ruling = {(path.ruled.chart.id, path.ruled.name): path for path in all_paths}
        for path in by_ruling.values():
            yield chart, path


@pytest.fixture(scope="module")
def ruling_cards(
    answers: Answers, chart_paths: dict[str, list[Way]]
) -> list[tuple[Way, list[Card]]]:
    """Return one path to each ruling from each chart, with the cards of its tabs."""
    shown_cards = []
    for chart, path in one_path_each(chart_paths):
        state = with_facts(answers.situations, chart, dict(path.answers))
        card = answers.open(f"sit/{state}", DIRECTOR)
        shown_cards.append((path, with_tabs(answers, card, tabs(card, state))))
    return shown_cards


def with_tabs(answers: Answers, card: Card, tab_actions: list[Action]) -> list[Card]:
    """Return a card and those of its tabs."""
    return [card, *(answers.open(action.address, DIRECTOR) for action in tab_actions)]


def name_players(text: str, seat: str | None, *, is_spoken: bool = False) -> str:
    """Return the text with the players named; in words to say, seats stand without their role."""
    for role, full_name in PLAYER_NAMES[seat].items():
        # a possessive has no role in brackets: "North's turn"
        owner = full_name.partition(" (")[0] if seat else full_name
        name = owner if is_spoken else full_name
        for possessive in ("’s", "'s"):
            text = text.replace(f"{{{role}}}{possessive}", owner + possessive)
        text = text.replace(f"{{{role}}}", name)
    return text


def lines(ruling: Ruling) -> Iterator[tuple[str, ...]]:
    """Yield every text of a ruling; the player, choice and result of an option in one tuple."""
    for line in (*ruling.steps, *ruling.say, *ruling.later):
        yield (line,)
    for option in ruling.options:
        yield (option.to, option.choice, option.result)


def items(card: Card) -> list[str]:
    """Return the paragraphs of a card and the items of its lists, each by itself."""
    texts: list[str] = []
    for part in card.parts:
        if isinstance(part, Listing):
            texts += part.items
        elif isinstance(part, Paragraph):
            texts.append(part.text)
    return texts


def tabs(card: Card, state: State) -> list[Action]:
    """Return the buttons that show more of the same ruling: its state in another view."""
    tab_actions = []
    for action in itertools.chain.from_iterable(card.rows):
        place = Address.parse(action.address).place if action.enabled else None
        if not isinstance(place, ChartPlace) or place.state.view in (View.REVIEW, View.SEAT):
            continue
        if replace(place.state, view=state.view) == state:
            tab_actions.append(action)
    return tab_actions


def letters(text: str) -> str:
    """Return the letters and digits of a text, without any mark of formatting."""
    return _MARKS.sub("", text)


def in_order(pieces: tuple[str, ...], text: str) -> bool:
    """Return True if the text has the pieces one after another."""
    index = 0
    for piece in pieces:
        index = text.find(piece, index)
        if index < 0:
            return False
        index += len(piece)
    return True


def missing(ruling: Ruling, cards: list[Card], seat: str | None) -> list[object]:
    """Return the lines and citations of a ruling that no card or no page has."""
    card_texts = list(itertools.chain.from_iterable(map(items, cards)))
    pages = list(itertools.chain.from_iterable(map(paged, cards)))
    page_letters = [letters(page) for page in pages]
    lost: list[object] = []
    for line in lines(ruling):
        is_spoken = line[0] in ruling.say
        pieces = tuple(name_players(piece, seat, is_spoken=is_spoken) for piece in line)
        if len(pieces) == 1:
            on_card = pieces[0] in card_texts
        else:
            on_card = any(in_order(pieces, item) for item in card_texts)
        # a page has marks of formatting between the words
        bare = tuple(map(letters, pieces))
        if not (on_card and any(in_order(bare, page) for page in page_letters)):
            lost.append(line)
    for cite in ruling.cites:
        whole = re.compile(rf"(?<![\w(]){re.escape(cite)}(?![\w(])")
        on_page = any(whole.search(page.replace("\\", "")) for page in pages)
        if not (on_page and any(map(whole.search, card_texts))):
            lost.append(cite)
    return lost


@pytest.mark.slow
def test_every_line_of_every_ruling_is_on_its_card_and_a_page(
    answers: Answers, chart_paths: dict[str, list[Way]]
) -> None:
    proved: set[object] = set()
    every_path = ((chart, path) for chart, all_paths in chart_paths.items() for path in all_paths)
    for chart, path in every_path:
        state = with_facts(answers.situations, chart, dict(path.answers))
        card = answers.open(f"sit/{state}", DIRECTOR)
        assert (card.kind, card.title) == (
            CardKind.RULING,
            name_players(path.ruled.ruling.headline, None),
        ), path.answers
        tab_actions = tabs(card, state)
        screen = (
            path.ruled.chart.id,
            path.ruled.name,
            card.parts,
            *(action.label for action in tab_actions),
        )
        # a ruling that another path came to, with the same screen, is proved already: tabs()
        # has only buttons that lead to the state of this path
        if screen not in proved:
            cards = with_tabs(answers, card, tab_actions)
            assert missing(path.ruled.ruling, cards, None) == [], (chart, path.answers)
            proved.add(screen)
    assert sum(map(len, chart_paths.values())) > 2000


@pytest.mark.slow
def test_every_line_of_every_ruling_names_the_players_by_seat(
    answers: Answers, chart_paths: dict[str, list[Way]]
) -> None:
    by_ruling = {
        (path.ruled.chart.id, path.ruled.name): (chart, path)
        for chart, path in one_path_each(chart_paths)
    }
    # from one chart each, for the names do not depend on the way
    for chart, path in by_ruling.values():
        state = replace(with_facts(answers.situations, chart, dict(path.answers)), seat="W")
        card = answers.open(f"sit/{state}", DIRECTOR)
        assert card.title == name_players(path.ruled.ruling.headline, "W")
        cards = with_tabs(answers, card, tabs(card, state))
        assert missing(path.ruled.ruling, cards, "W") == [], (chart, path.answers)


@pytest.mark.slow
def test_words_to_say_and_choices_are_on_the_first_card(
    answers: Answers, ruling_cards: list[tuple[Way, list[Card]]]
) -> None:
    """Test choices, too: those that do not fit a phone's first screen have a button there."""
    headlines: dict[bool, set[str]] = {True: set(), False: set()}
    for path, (card, *_tabs) in ruling_cards:
        choices = [
            answers.open(action.address, DIRECTOR)
            for action in card.rows[0]
            if action.label == "Choices"
        ]
        aloud = replace(path.ruled.ruling, steps=(), later=(), cites=(), options=())
        options = replace(aloud, say=(), options=path.ruled.ruling.options)
        assert missing(aloud, [card], None) == [], path.answers
        assert missing(options, choices or [card], None) == [], path.answers
        if path.ruled.ruling.options:
            headlines[bool(choices)].add(path.ruled.ruling.headline)
    assert min(map(len, headlines.values())) > 10


@pytest.mark.slow
def test_every_law_that_a_ruling_cites_is_a_tap_away(
    ruling_cards: list[tuple[Way, list[Card]]],
) -> None:
    for path, cards in ruling_cards:
        menus = itertools.chain.from_iterable(card.menus for card in cards)
        links = itertools.chain.from_iterable(menu.actions for menu in menus)
        places = [Address.parse(link.address).place for link in links]
        citations = {str(place.citation) for place in places if isinstance(place, LawPlace)}
        assert set(path.ruled.ruling.cites) <= citations, path.answers


def test_words_to_say_name_the_players_by_their_roles_twice_at_most(
    situations: Situations,
) -> None:
    """Test that they can be said aloud."""
    role = re.compile(r"\{(?:offender|lho|rho|partner)\}|offender", re.IGNORECASE)
    for chart in situations.values():
        for name, ruling in chart.rulings.items():
            assert len(role.findall(" ".join(ruling.say))) <= 2, f"{chart.id}/{name}"


@pytest.mark.slow
def test_the_laws_of_a_ruling_begin_with_the_few_that_it_rests_on(
    ruling_cards: list[tuple[Way, list[Card]]],
) -> None:
    for path, cards in ruling_cards:
        cites = set(path.ruled.ruling.cites)
        menus = [{menu.prompt: menu.actions for menu in card.menus} for card in cards]
        (laws,) = (menu for menu in menus if "Open a law" in menu)
        first, also = laws["Open a law"], laws.get("Also", ())
        assert min(2, len(cites)) <= len(first) <= 4, path.answers
        assert len(first) + len(also) == len(cites), path.answers


def test_a_ruling_rests_first_on_what_its_last_answer_turns_on(situations: Situations) -> None:
    """Test that the choices after an opening lead out of turn do not begin with Law 24."""
    answers = {
        "lead_faced": "yes",
        "who_led": "defender",
        "told_to_lead": "no",
        "lead_since": "waiting",
    }
    ruled = walk(situations, "opening-lead-out-of-turn", answers)
    assert isinstance(ruled, Ruled)
    assert ruled.grounds == ("54A", "54C", "53A", "54B1")
    assert ruled.further_cites[:3] == ("10C1", "10C2", "16C2")
    assert {*ruled.grounds, *ruled.further_cites} == set(ruled.ruling.cites)
