"""Players of a text as compass seats: the offender's seat gives LHO, RHO and partner theirs."""

import re

from lawbot.errors import N_
from lawbot.language import SOURCE, installed

SEATS = ("N", "E", "S", "W")
NAMES = {"N": N_("North"), "E": N_("East"), "S": N_("South"), "W": N_("West")}
TOKEN = re.compile(r"\{(?:(?P<language>\w+):)?(?P<role>\w+)\}(?P<possessive>['’]s)?")
ROLES = ("offender", "lho", "partner", "rho")
"""Players from where the offender sits, clockwise."""
TOKENS = frozenset({*ROLES, "Offender", "LHO", "Partner", "RHO"})
"""Names of players in a text: with a capital at the head of a sentence."""


def seated(
    text: str, seat: str | None = None, language: str = SOURCE, *, is_spoken: bool = False
) -> str:
    """Return the text with its tokens filled in.

    They become 'East (LHO)' or 'East’s' if the offender sits North, and 'the offender’s LHO'
    without a seat. ``seat`` is N, E, S, W or None; ``language`` is the code of the text's language.
    In a text that ``is_spoken`` the seat stands alone: 'East'. Unknown tokens stay as they are.

    >>> seated("{LHO} calls next", "W")
    'North (LHO) calls next'
    """

    def fill(match: re.Match[str]) -> str:
        token = match["role"]
        if token not in TOKENS:
            return match[0]
        role, possessive = token.casefold(), match["possessive"] or ""
        language_names = installed()[match["language"] or language]
        if seat is not None:
            compass = SEATS[(SEATS.index(seat) + ROLES.index(role)) % len(SEATS)]
            beside = "" if is_spoken else f" ({language_names.beside_seats[role]})"
            return language_names.seats[compass] + (possessive or beside)
        player = language_names.players[role]
        if token != role:
            # not str.capitalize, which would take other capitals (LHO) away
            player = player[:1].upper() + player[1:]
        return player + possessive

    return TOKEN.sub(fill, text)


def in_english(text: str) -> str:
    """Return a text without translation, its players marked to be named in English too."""
    return TOKEN.sub(lambda match: f"{{{SOURCE}:{match['role']}}}{match['possessive'] or ''}", text)
