"""Auctions as people write them: read from a text, judged by the Laws, turned into facts of the flow charts."""

from functools import lru_cache

from lawbot.situations.sequences.auction import Aside, Auction, Made, read_auction
from lawbot.situations.sequences.facts import Facts, facts
from lawbot.situations.sequences.laws import Findings, findings

__all__ = [
    "Aside",
    "Auction",
    "Facts",
    "Findings",
    "Made",
    "facts",
    "findings",
    "proved",
    "read_auction",
]


@lru_cache(maxsize=16)
def proved(text: str) -> Facts:
    """The facts that an auction written out in a text proves, by chart."""
    auction = read_auction(text)
    if auction is None or len(auction.calls) < 2:  # of one call alone the seat may be that of the next sentence
        return {}
    return facts(auction, findings(auction))
