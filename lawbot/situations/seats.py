"""The offender's seat, named once, turns every LHO, RHO and partner into a compass seat."""

import re

from lawbot.errors import N_
from lawbot.language import SOURCE, installed

SEATS = ("N", "E", "S", "W")
NAMES = {"N": N_("North"), "E": N_("East"), "S": N_("South"), "W": N_("West")}
TOKEN = re.compile(r"\{(?:(?P<language>\w+):)?(?P<role>\w+)\}(?P<own>['’]s)?")
ROLES = ("offender", "lho", "partner", "rho")
"""Players from where the offender sits, clockwise."""
TOKENS = frozenset({*ROLES, "Offender", "LHO", "Partner", "RHO"})
"""What stands for them in a text: those with capitals at the head of a sentence."""


def seated(text: str, seat: str | None = None, language: str = SOURCE) -> str:
    """The text with its tokens filled in: 'East (LHO)' or 'East’s' when the offender sits North,
    'the offender’s LHO' without a seat.

    ``seat`` is N, E, S, W or None; ``language`` is the code of the one that the text is in. Unknown
    tokens stay as they are.

    >>> seated("{LHO} calls next", "W")
    'North (LHO) calls next'
    """

    def fill(match: re.Match[str]) -> str:
        token = match["role"]
        if token not in TOKENS:
            return match[0]
        role, own = token.casefold(), match["own"] or ""
        spoken = installed()[match["language"] or language]
        if seat is not None:
            place = SEATS[(SEATS.index(seat) + ROLES.index(role)) % len(SEATS)]
            return spoken.seats[place] + (own or f" ({spoken.beside_seats[role]})")
        plain = spoken.players[role]
        return (plain if token == role else plain[:1].upper() + plain[1:]) + own

    return TOKEN.sub(fill, text)


def in_english(text: str) -> str:
    """A text that has no translation: its players, too, are named in English, whatever language it
    is shown in."""
    return TOKEN.sub(lambda match: f"{{{SOURCE}:{match['role']}}}{match['own'] or ''}", text)
