"""The names of the pages; those of laws and charts, which cards of the bot link to, are in
``lawbot.answers.handbook_links``."""

HOME = "index.html"
CHARTS = "charts.html"
SCORES = "scores.html"
CHANGES = "changes.html"
SEARCH = "search.html"
ABOUT = "about.html"
BOOKLET = "booklet.html"
OLDER = "older"
CARD = "card.html"
"""The table card, once for all languages; every other page stands in the folder of its language."""


def older_law(edition: str, law: int) -> str:
    """'older/en-1997/27.html'."""
    return f"{OLDER}/{edition}/{law}.html"
