"""Auctions and plays as people write them: read from a text, judged by the Laws, turned into facts of the flow charts."""

from lawbot.situations.sequences.auction import Aside, Auction, Made, read_auction
from lawbot.situations.sequences.facts import Facts, facts, trick_facts
from lawbot.situations.sequences.laws import Findings, findings
from lawbot.situations.sequences.tricks import Trick, TrickFindings, read_trick, trick_findings

__all__ = [
    "Aside",
    "Auction",
    "Facts",
    "Findings",
    "Made",
    "Trick",
    "TrickFindings",
    "facts",
    "findings",
    "read_auction",
    "read_trick",
    "trick_facts",
    "trick_findings",
]
