"""Where each provision and chart stands in the handbook: functions of its name alone, so that a link once given stays good."""

import re

from lawbot.citation import Citation
from lawbot.situations.state import State

HOME = "index.html"
CHARTS = "charts.html"
DEFINITIONS = "definitions.html"
INTRODUCTION = "introduction.html"
SCORES = "scores.html"
CHANGES = "changes.html"
SEARCH = "search.html"
ABOUT = "about.html"
BOOKLET = "booklet.html"
REVIEW = "review.html"
OLDER = "older"
CARD = "card.html"
"""The table card, once for all languages; every other page stands in the folder of its language."""

_SIGNS = re.compile(r"[^\w.-]+")


def law_page(law: int) -> str:
    """'law/27.html'."""
    return f"law/{law}.html"


def anchor(citation: Citation) -> str:
    """'27B1a', '53A-fn17', '78B-table', 'adjusted-score'."""
    name = str(citation).replace("(", "").replace(")", "").replace(" fn ", "-fn")
    return _SIGNS.sub("-", name.removeprefix("Definitions: ").casefold() if citation.term else name).strip("-")


def provision(citation: Citation) -> str:
    """'law/27.html#27B1a', 'law/27.html', 'definitions.html#adjusted-score', 'introduction.html'."""
    if citation.law:
        page = law_page(citation.law)
        return f"{page}#{anchor(citation)}" if citation.parent else page
    return f"{DEFINITIONS}#{anchor(citation)}" if citation.term else INTRODUCTION


def older_law(edition: str, law: int) -> str:
    """'older/en-1997/27.html'."""
    return f"{OLDER}/{edition}/{law}.html"


def chart(chart_id: str) -> str:
    """'chart/revoke.html'."""
    return f"chart/{chart_id}.html"


def standing(state: State) -> str:
    """Where somebody stands in a chart: 'chart/revoke.html#0a1b2c/01/---', what follows the sign being the state as a button carries it."""
    return f"{chart(state.chart)}#{str(state).partition('/')[2]}"
