"""Compute what directors reckon: weighted and artificial scores, matchpoints, victory points."""

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from lawbot.errors import N_, ScoreError

WHOLE_MATCH = 20
"""Victory points that two teams share."""
FEWEST_BOARDS, MOST_BOARDS = 5, 64
"""Lengths of a match of which the tests hold a published scale."""
_HALF = WHOLE_MATCH // 2
_DECAY = math.sqrt(5) - 2
"""The worth of the last IMP of a whole win beside the first: the golden section cubed."""
_HUNDREDTHS = 100


class Weighted(NamedTuple):
    """A result with its chance: the points of a board, or what they were converted to."""

    chance: Fraction
    points: Fraction


class VictoryPoints(NamedTuple):
    """The winners' share of a match by both scales of the World Bridge Federation."""

    continuous: Fraction
    discrete: int


class Fault(StrEnum):
    """A contestant's part in an irregularity that left a board without a result (Law 12C2(a))."""

    NONE = "plus"
    PARTLY = "average"
    DIRECT = "minus"


class Artificial(NamedTuple):
    """An artificial score of Law 12C2: a part of the matchpoints, and its IMPs."""

    part: Fraction
    imps: int


_ARTIFICIAL = {
    Fault.NONE: Artificial(Fraction(60, 100), 3),
    Fault.PARTLY: Artificial(Fraction(50, 100), 0),
    Fault.DIRECT: Artificial(Fraction(40, 100), -3),
}


def weighted(results: Iterable[Weighted]) -> Fraction:
    """Return the mixture of results by their chances (Law 12C1(c)).

    Raises ScoreError if the chances are not the whole.

    >>> weighted([Weighted(Fraction(60, 100), 620), Weighted(Fraction(40, 100), 170)])
    Fraction(440, 1)
    """
    results = list(results)
    whole = sum((result.chance for result in results), Fraction())
    if whole != 1:
        percent = f"{float(100 * whole):.4g}"
        raise ScoreError(N_("The chances add up to {percent}%, not to 100%."), percent=percent)
    return sum((result.chance * result.points for result in results), Fraction())


def matchpoints(points: int, field: Sequence[int]) -> int:
    """Return two matchpoints for each lower score, and one for each equal one (Law 78A).

    >>> matchpoints(620, [650, 620, 170])
    3
    """
    return sum(2 * (points > score) + (points == score) for score in field)


def artificial(fault: Fault, session: Fraction | None = None) -> Artificial:
    """Return the artificial score by fault, and by the other boards of the session (Law 12C2).

    ``session`` is the part on the other boards. A contestant without fault gets it if it is better
    than 60%, and one directly at fault if it is worse than 40%.

    >>> artificial(Fault.NONE, Fraction(65, 100)).part
    Fraction(13, 20)
    """
    score = _ARTIFICIAL[fault]
    if session is None or fault is Fault.PARTLY:
        return score
    better = max if fault is Fault.NONE else min
    return Artificial(better(score.part, session), score.imps)


def victory_points(imps: int, boards: int) -> VictoryPoints:
    """Return the winners' victory points for a margin in IMPs (Law 78D).

    Both scales are those of the World Bridge Federation's technical report of 2013. Raises
    ScoreError for a match shorter or longer than those that were checked.
    """
    if not FEWEST_BOARDS <= boards <= MOST_BOARDS:
        raise ScoreError(
            N_("Victory points are for matches of {fewest} to {most} boards."),
            fewest=FEWEST_BOARDS,
            most=MOST_BOARDS,
        )
    scale, bands = _continuous(boards), _bands(boards)
    points = scale[min(abs(imps), len(scale) - 1)]
    whole = _HALF + sum(abs(imps) > last for last in bands)
    return VictoryPoints(Fraction(points, _HUNDREDTHS), whole)


@cache
def _continuous(boards: int) -> tuple[int, ...]:
    """Return the points, in hundredths, for each margin up to that of a whole win.

    Rounding may let an IMP be worth more than the one before it. The report then raises the
    points between them until none is, which leads to one scale in whatever order it is done.
    """
    whole_win = _whole_win(boards)
    scale = []
    for margin in range(math.ceil(whole_win) + 1):
        share = (1 - _DECAY ** (margin / whole_win)) / (1 - _DECAY)
        points = round(_HUNDREDTHS * _HALF * (1 + share))
        scale.append(min(points, _HUNDREDTHS * WHOLE_MATCH))
    uneven = True
    while uneven:
        uneven = False
        for margin in range(1, len(scale) - 1):
            if scale[margin - 1] + scale[margin + 1] > 2 * scale[margin]:
                scale[margin] += 1
                uneven = True
    return tuple(scale)


@cache
def _bands(boards: int) -> tuple[int, ...]:
    """Return the largest margin for 10 victory points, for 11, and so on up to 19.

    It is where the curve crosses the half point above, rounded down. No band may be narrower
    than the one below it; the band of 10 counts for both teams.
    """
    whole_win = _whole_win(boards)
    bands = []
    for points in range(_HALF):
        share = (1 - _DECAY) * (points + 0.5) / _HALF
        bands.append(math.floor(whole_win * math.log(1 - share) / math.log(_DECAY)))
    index = 0
    while index < len(bands) - 1:
        below = bands[index] - bands[index - 1] if index else 2 * bands[0] + 1
        if bands[index + 1] - bands[index] < below:
            bands[index] -= 1
            # the band that became narrower may now be so beside the one below it
            index = 0
        else:
            index += 1
    return tuple(bands)


def _whole_win(boards: int) -> float:
    """Return the margin in IMPs at which the curve reaches a whole win."""
    return 15 * math.sqrt(boards)
