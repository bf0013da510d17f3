"""Names of the pages, but for laws and charts: those are in ``lawbot.cards.handbook_links``."""

HOME = "index.html"
CHARTS = "charts.html"
SCORES = "scores.html"
CHANGES = "changes.html"
SEARCH = "search.html"
ABOUT = "about.html"
CORRECTIONS = "corrections.html"
FEED = "corrections.atom"
"""Feed of the same corrections (Atom)."""
BOOKLET = "booklet.html"
SITEMAP = "sitemap.txt"
MISSING = "404.html"
OLDER = "older"
CARD = "card.html"
"""The table card, one for all languages; every other page is in the folder of its language."""


def older_contents(edition: str) -> str:
    """Return the contents page of an older code."""
    return f"{OLDER}/{edition}/index.html"


def older_law(edition: str, law: int) -> str:
    """Return the page of a law of an older code: 'older/en-1997/27.html'."""
    return f"{OLDER}/{edition}/{law}.html"


def older_records(edition: str) -> str:
    """Return the search records of an older code."""
    return f"{OLDER}/{edition}/records.js"
