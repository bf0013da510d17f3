"""Laws 77, 78B and 2 computed: the score of a contract, IMPs for a difference, dealer and
vulnerability of a board."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from lawbot.errors import N_, ScoreError

_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
_FIRST_NO_TRUMP = 10
"""What the first odd trick at no trump counts above the others (Law 77)."""
_IMPS = (
    20,
    50,
    90,
    130,
    170,
    220,
    270,
    320,
    370,
    430,
    500,
    600,
    750,
    900,
    1100,
    1300,
    1500,
    1750,
    2000,
    2250,
    2500,
    3000,
    3500,
    4000,
)
"""The differences in points from which on one more IMP is won (Law 78B)."""
_DOUBLED_UNDERTRICKS = (
    (
        (1, 100, N_("first undertrick")),
        (2, 200, N_("second and third undertrick")),
        (10, 300, N_("fourth undertrick and on")),
    ),
    ((1, 200, N_("first undertrick")), (12, 300, N_("further undertricks"))),
)
"""How many undertricks at most, doubled, cost how much each; not vulnerable and vulnerable (Law
77)."""
_VULNERABLE = {
    "": "",
    "none": "",
    "no": "",
    "both": "NESW",
    "all": "NESW",
    "yes": "NESW",
    "ns": "NS",
    "ew": "EW",
}
"""The ways of vulnerability, and the seats that are vulnerable."""


class Line(NamedTuple):
    """One line of a score: what it is for, the points (declarer's; below zero for the defenders),
    and how they were counted ('3 × 30')."""

    what: str
    points: int
    counted: str = ""

    def __str__(self) -> str:
        return f"{self.what}, {self.counted}" if self.counted else self.what


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract and its outcome. ``denomination`` is C, D, H, S or N; ``doubled`` 0, 1 or 2;
    ``result`` tricks over (+) or under (-)."""

    level: int
    denomination: str
    doubled: int
    result: int
    declarer: str = ""

    def __str__(self) -> str:
        result = "=" if self.result == 0 else f"{self.result:+d}"
        by = f" by {self.declarer}" if self.declarer else ""
        return f"{self.level}{'NT' if self.denomination == 'N' else self.denomination}{'X' * self.doubled}{by} {result}"


def is_vulnerable(text: str, declarer: str) -> bool:
    """Whether declarer's side is vulnerable: 'none', 'both', 'ns', 'ew', 'yes', 'no'. Raises
    ScoreError.

    >>> is_vulnerable("both", "N")
    True
    """
    seats = _VULNERABLE.get(text.strip().casefold())
    if seats is None:
        raise ScoreError(N_("Vulnerability is none, both, ns or ew."))
    if len(seats) == 2 and not declarer:
        raise ScoreError(N_("With one side vulnerable the declarer must be named: 4S by N."))
    return bool(seats) and (len(seats) == 4 or declarer in seats)


def score(contract: Contract | None, vulnerable: bool) -> list[Line]:
    """The lines of the score by Law 77; their sum is the score of declarer's side. A passed-out
    board scores one line of zero."""
    if contract is None:
        return [Line(N_("all four players passed"), 0)]
    return _made(contract, vulnerable) if contract.result >= 0 else _down(contract, vulnerable)


def total(lines: list[Line]) -> int:
    """The sum of the lines."""
    return sum(line.points for line in lines)


def imps(difference: int) -> int:
    """The IMPs for a difference in points, by the scale of Law 78B; negative for a negative
    difference.

    >>> imps(620)
    12
    """
    won = bisect_right(_IMPS, abs(difference))
    return won if difference >= 0 else -won


class Board(NamedTuple):
    """What Law 2 says of a board: who deals, and which sides are vulnerable ('none', 'ns', 'ew',
    'both')."""

    number: int
    dealer: str
    vulnerable: str


BOARDS = 16
"""Boards after which dealer and vulnerability come again."""


def board(number: int) -> Board:
    """Dealer and vulnerability of a board by its number. Raises ScoreError below 1.

    >>> board(23)
    Board(number=23, dealer='S', vulnerable='both')
    """
    if not 1 <= number <= 9999:
        raise ScoreError(N_("Boards are numbered from 1."))
    turn, group = (number - 1) % 4, (number - 1) // 4 % 4
    return Board(number, "NESW"[turn], ("none", "ns", "ew", "both")[(turn + group) % 4])


def _made(contract: Contract, vulnerable: bool) -> list[Line]:
    trick = _TRICK[contract.denomination]
    odd = contract.level * trick + (_FIRST_NO_TRUMP if contract.denomination == "N" else 0)
    points = odd * 2**contract.doubled
    lines = [Line(N_("odd tricks bid and made"), points)]
    game = points >= 100
    lines.append(
        Line(N_("game") if game else N_("partscore"), (500 if vulnerable else 300) if game else 50)
    )
    if contract.level >= 6:
        small = 750 if vulnerable else 500
        lines.append(
            Line(N_("small slam"), small)
            if contract.level == 6
            else Line(N_("grand slam"), small * 2)
        )
    if contract.doubled:
        lines.append(
            Line(
                N_("making it doubled") if contract.doubled == 1 else N_("making it redoubled"),
                50 * contract.doubled,
            )
        )
    if contract.result:
        each = trick if not contract.doubled else (200 if vulnerable else 100) * contract.doubled
        lines.append(Line(N_("overtricks"), contract.result * each, f"{contract.result} × {each}"))
    return lines


def _down(contract: Contract, vulnerable: bool) -> list[Line]:
    under = -contract.result
    if not contract.doubled:
        each = 100 if vulnerable else 50
        return [Line(N_("undertricks"), -under * each, f"{under} × {each}")]
    lines = []
    for most, points, what in _DOUBLED_UNDERTRICKS[vulnerable]:
        tricks, each = min(under, most), points * contract.doubled
        if tricks:
            lines.append(Line(what, -tricks * each, f"{tricks} × {each}" if most > 1 else ""))
        under -= tricks
    return lines
