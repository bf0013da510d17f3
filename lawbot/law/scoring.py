"""Compute Laws 77, 78B and 2: the score of a contract, IMPs, dealer and vulnerability."""

from bisect import bisect_right
from typing import NamedTuple

from lawbot.errors import N_, ScoreError
from lawbot.frozen import frozen

_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
_FIRST_NO_TRUMP = 10
"""Points of the first odd trick at no trump above those of the others (Law 77)."""
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
"""Least differences in points for 1, 2, 3 ... IMPs (Law 78B)."""
_DOUBLED_UNDERTRICKS = (
    # not vulnerable
    (
        (1, 100, N_("first undertrick")),
        (2, 200, N_("second and third undertrick")),
        (10, 300, N_("fourth undertrick and on")),
    ),
    # vulnerable
    ((1, 200, N_("first undertrick")), (12, 300, N_("further undertricks"))),
)
"""Most undertricks, doubled, at a price, the points of each, and their name (Law 77)."""
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
"""The vulnerable seats by the words for them."""


class Line(NamedTuple):
    """A line of a score: its name, its points, and the product they come from ('3 × 30').

    Points are declarer's, below zero for the defenders.
    """

    name: str
    points: int
    product: str = ""

    def __str__(self) -> str:
        return f"{self.name}, {self.product}" if self.product else self.name


@frozen
class Contract:
    """A contract and its outcome.

    ``denomination`` is C, D, H, S or N; ``doubled`` 0, 1 or 2; ``result`` tricks over (+) or under
    (-).
    """

    level: int
    denomination: str
    doubled: int
    result: int
    declarer: str = ""

    def __str__(self) -> str:
        result = "=" if self.result == 0 else f"{self.result:+d}"
        by = f" by {self.declarer}" if self.declarer else ""
        strain = "NT" if self.denomination == "N" else self.denomination
        return f"{self.level}{strain}{'X' * self.doubled}{by} {result}"


def is_vulnerable(text: str, declarer: str) -> bool:
    """Return True if declarer's side is vulnerable: 'none', 'both', 'ns', 'ew', 'yes', 'no'.

    Raises ScoreError for any other text, and for one side without a declarer.

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
    """Return the lines of the score by Law 77; their sum is the score of declarer's side.

    A passed-out board has one line of zero.
    """
    if contract is None:
        return [Line(N_("all four players passed"), 0)]
    return _made(contract, vulnerable) if contract.result >= 0 else _down(contract, vulnerable)


def total(lines: list[Line]) -> int:
    """Return the sum of the lines."""
    return sum(line.points for line in lines)


def imps(difference: int) -> int:
    """Return the IMPs for a difference in points (Law 78B); negative for a negative one.

    >>> imps(620)
    12
    """
    points = bisect_right(_IMPS, abs(difference))
    return points if difference >= 0 else -points


class Board(NamedTuple):
    """A board by Law 2: its dealer and the vulnerable sides ('none', 'ns', 'ew', 'both')."""

    number: int
    dealer: str
    vulnerable: str


BOARDS = 16
"""Number of boards until dealer and vulnerability repeat."""


def board(number: int) -> Board:
    """Return dealer and vulnerability of a board by its number. Raises ScoreError below 1.

    >>> board(23)
    Board(number=23, dealer='S', vulnerable='both')
    """
    if not 1 <= number <= 9999:
        raise ScoreError(N_("Boards are numbered from 1."))
    group, dealer = divmod(number - 1, 4)
    # each group of four boards begins one step further in the cycle of vulnerabilities
    step = (dealer + group) % 4
    return Board(number, "NESW"[dealer], ("none", "ns", "ew", "both")[step])


def _made(contract: Contract, vulnerable: bool) -> list[Line]:
    trick = _TRICK[contract.denomination]
    odd = contract.level * trick + (_FIRST_NO_TRUMP if contract.denomination == "N" else 0)
    points = odd * 2**contract.doubled
    lines = [Line(N_("odd tricks bid and made"), points)]
    if points >= 100:
        lines.append(Line(N_("game"), 500 if vulnerable else 300))
    else:
        lines.append(Line(N_("partscore"), 50))
    small_slam = 750 if vulnerable else 500
    if contract.level == 6:
        lines.append(Line(N_("small slam"), small_slam))
    elif contract.level > 6:
        lines.append(Line(N_("grand slam"), small_slam * 2))
    if contract.doubled == 1:
        lines.append(Line(N_("making it doubled"), 50))
    elif contract.doubled:
        lines.append(Line(N_("making it redoubled"), 100))
    over = contract.result
    if over:
        # doubled, all denominations count alike
        price = (200 if vulnerable else 100) * contract.doubled or trick
        lines.append(Line(N_("overtricks"), over * price, f"{over} × {price}"))
    return lines


def _down(contract: Contract, vulnerable: bool) -> list[Line]:
    under = -contract.result
    if not contract.doubled:
        price = 100 if vulnerable else 50
        return [Line(N_("undertricks"), -under * price, f"{under} × {price}")]
    lines = []
    for most, points, name in _DOUBLED_UNDERTRICKS[vulnerable]:
        tricks, price = min(under, most), points * contract.doubled
        if tricks:
            product = f"{tricks} × {price}" if most > 1 else ""
            lines.append(Line(name, -tricks * price, product))
        under -= tricks
    return lines
