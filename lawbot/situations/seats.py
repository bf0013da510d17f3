"""The offender's seat, named once, turns every LHO, RHO and partner into a compass seat."""

import re

SEATS = ("N", "E", "S", "W")
NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
TOKEN = re.compile(r"\{(\w+)\}")
# What a token becomes without a seat, and how many seats clockwise from the offender the player sits.
TOKENS: dict[str, tuple[str, int]] = {
    "offender": ("the offender", 0),
    "lho": ("the offender’s LHO", 1),
    "partner": ("the offender’s partner", 2),
    "rho": ("the offender’s RHO", 3),
    "Offender": ("The offender", 0),
    "LHO": ("The offender’s LHO", 1),
    "Partner": ("The offender’s partner", 2),
    "RHO": ("The offender’s RHO", 3),
}
_ROLES = ("offender", "LHO", "partner", "RHO")


def seated(text: str, seat: str | None = None) -> str:
    """The text with its tokens filled in: 'East (LHO)' when the offender sits North, 'the offender’s LHO' without a seat.

    ``seat`` is N, E, S, W or None. Unknown tokens stay as they are.
    """

    def fill(match: re.Match[str]) -> str:
        role = TOKENS.get(match.group(1))
        if role is None:
            return match.group(0)
        plain, turn = role
        if seat is None:
            return plain
        return f"{NAMES[SEATS[(SEATS.index(seat) + turn) % 4]]} ({_ROLES[turn]})"

    return TOKEN.sub(fill, text)
