"""Where the handbook shows each provision and chart: functions of its name alone, so that a link
once given stays good."""

import re
from dataclasses import replace

from lawbot.answers.addresses import Address, ChartPlace, LawPlace
from lawbot.cards import Card, CardKind
from lawbot.citation import Citation
from lawbot.language import SOURCE
from lawbot.lawbook import Lawbook
from lawbot.situations.state import State, View

DEFINITIONS = "definitions.html"
INTRODUCTION = "introduction.html"
_SIGNS = re.compile(r"[^\w.-]+")


def law_page(law: int) -> str:
    """'law/27.html'."""
    return f"law/{law}.html"


def chart_page(chart_id: str) -> str:
    """'chart/revoke.html'."""
    return f"chart/{chart_id}.html"


def anchor(citation: Citation) -> str:
    """'27B1a', '53A-fn17', '78B-table', 'adjusted-score'."""
    name = str(citation).replace("(", "").replace(")", "").replace(" fn ", "-fn")
    return _SIGNS.sub(
        "-", name.removeprefix("Definitions: ").casefold() if citation.term else name
    ).strip("-")


def place_of(citation: Citation) -> str:
    """'law/27.html#27B1a', 'law/27.html', 'definitions.html#adjusted-score', 'introduction.html'."""
    if citation.law:
        page = law_page(citation.law)
        return f"{page}#{anchor(citation)}" if citation.parent else page
    return f"{DEFINITIONS}#{anchor(citation)}" if citation.term else INTRODUCTION


def standing(state: State) -> str:
    """Where somebody stands in a chart: 'chart/revoke.html#0a1b2c/01/---', what follows the sign
    being the state as a button carries it."""
    return f"{chart_page(state.chart)}#{str(state).partition('/')[2]}"


def nearest_place(lawbook: Lawbook, edition: str, citation: Citation) -> str:
    """The place of a provision, or of the nearest that holds it where the edition does not have it."""
    if citation.term:
        return place_of(in_english(lawbook, edition, citation))
    here = (known for known in (citation, *citation.parents) if lawbook.find(known, edition))
    return place_of(next(here, Citation(citation.law)))


def in_english(lawbook: Lawbook, edition: str, citation: Citation) -> Citation:
    """A term by its English name, which its place is made of in every language; any other citation
    as it is."""
    if not citation.term:
        return citation
    english = lawbook.counterparts(citation, edition, lawbook.ours(SOURCE).id).citations
    return english[0] if english else citation


def page_of(lawbook: Lawbook, card: Card, language: str) -> str:
    """The page of the handbook that shows what a card shows: a provision of the code in force, or a
    ruling as it was reached; empty for any other."""
    ours = lawbook.ours(language)
    page = ""
    match Address.parse(card.address).place if card.address else None:
        case LawPlace(citation, edition) if lawbook.edition(
            edition
        ).code == ours.code and lawbook.find(citation, edition):
            page = nearest_place(lawbook, edition, citation)
        case ChartPlace(state) if card.kind is CardKind.RULING:
            page = standing(replace(state, view=View.PLAIN, assumed=""))
    return f"{language}/{page}" if page else ""
