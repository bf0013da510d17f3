"""Address the pages of the handbook that show provisions and charts.

A page's address is a function of a name alone, so that a link once given stays good."""

import re
from dataclasses import replace

from lawbot.book import Lawbook
from lawbot.cards.address import Address, ChartPlace, LawPlace
from lawbot.cards.card import Card, CardKind
from lawbot.charts.state import State, View
from lawbot.language import SOURCE
from lawbot.law.citation import Citation

DEFINITIONS = "definitions.html"
INTRODUCTION = "introduction.html"
_SIGNS = re.compile(r"[^\w.-]+")


def law_page(law: int) -> str:
    """Return 'law/27.html'."""
    return f"law/{law}.html"


def chart_page(chart_id: str) -> str:
    """Return 'chart/revoke.html'."""
    return f"chart/{chart_id}.html"


def anchor(citation: Citation) -> str:
    """Return '27B1a', '53A-fn17', '78B-table', 'adjusted-score'."""
    name = str(citation).replace("(", "").replace(")", "").replace(" fn ", "-fn")
    if citation.term:
        name = name.removeprefix("Definitions: ").casefold()
    return _SIGNS.sub("-", name).strip("-")


def place_of(citation: Citation) -> str:
    """Return 'law/27.html#27B1a', 'definitions.html#adjusted-score' or 'introduction.html'."""
    if citation.law:
        page = law_page(citation.law)
        return f"{page}#{anchor(citation)}" if citation.parent else page
    return f"{DEFINITIONS}#{anchor(citation)}" if citation.term else INTRODUCTION


def standing(state: State) -> str:
    """Return the place of a chart's state: 'chart/revoke.html#0a1b2c/01/---'.

    After the sign comes the state as a button carries it."""
    return f"{chart_page(state.chart)}#{str(state).partition('/')[2]}"


def nearest_place(lawbook: Lawbook, edition: str, citation: Citation) -> str:
    """Return the place of a provision, or of the nearest that holds it in the edition."""
    if citation.term:
        return place_of(in_english(lawbook, edition, citation))
    steps = (citation, *citation.parents)
    in_edition = (step for step in steps if lawbook.find(step, edition))
    return place_of(next(in_edition, Citation(citation.law)))


def in_english(lawbook: Lawbook, edition: str, citation: Citation) -> Citation:
    """Return a term by its English name; any other citation as it is.

    The place of a term is made of that name in every language."""
    if not citation.term:
        return citation
    english = lawbook.counterparts(citation, edition, lawbook.ours(SOURCE).id).citations
    return english[0] if english else citation


def page_of(lawbook: Lawbook, card: Card, language: str) -> str:
    """Return the page of the handbook that shows what a card shows.

    That is a provision of the code in force, or a ruling as it was reached; empty for any other."""
    page = ""
    ours = lawbook.ours(language)
    match Address.parse(card.address).place if card.address else None:
        case LawPlace(citation, edition):
            # The handbook has one code: another may use the number for another law.
            is_same_code = lawbook.edition(edition).code == ours.code
            if is_same_code and lawbook.find(citation, edition):
                page = nearest_place(lawbook, edition, citation)
        case ChartPlace(state) if card.kind is CardKind.RULING:
            page = standing(replace(state, view=View.PLAIN, assumed=""))
    return f"{language}/{page}" if page else ""
