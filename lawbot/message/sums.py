"""Sums that directors ask for, read from words of any language.

They are results with their chances, scores to compare one with, a match's margin in IMPs, and
artificial scores. A text with a word that belongs to none of these is no sum.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from lawbot.errors import ScoreError
from lawbot.language import Language
from lawbot.law.scoring import Contract
from lawbot.law.sums import FEWEST_BOARDS, MOST_BOARDS, Fault
from lawbot.limits import MAX_SUM
from lawbot.message.scores import conditions_in, read_contract, scores_in
from lawbot.message.tokens import PhraseTable, Token, straight, tokens

_MANY = 2
"""Fewest scores that are those of a board, and not that of another table."""
_VULNERABLE = {
    "yes": "vul",
    "no": "nonvul",
    "both": "both vul",
    "none": "none vul",
    "ns": "ns vul",
    "ew": "ew vul",
}
_STEP = 10
"""Every score of Law 77 is a multiple of this number."""


class Result(NamedTuple):
    """A result with its chance: a contract (None if passed out), or points."""

    chance: Fraction
    outcome: Contract | int | None

    def __str__(self) -> str:
        """Return a text that is read as this result."""
        outcome = "pass" if self.outcome is None else str(self.outcome)
        if self.chance == 1:
            return outcome
        percent = 100 * self.chance
        # thirds are no percentage
        exact = percent == round(percent, 2)
        return f"{float(percent):g}% {outcome}" if exact else f"{self.chance} {outcome}"


class Mixture(NamedTuple):
    """Results with their chances, and the ``field`` of scores to compare each with.

    ``vulnerable`` is empty if the text does not mention it.
    """

    results: tuple[Result, ...]
    vulnerable: str = ""
    field: tuple[int, ...] = ()

    @property
    def is_matchpointed(self) -> bool:
        """Return whether the scores to compare with are those of a whole board."""
        return len(self.field) >= _MANY

    def __str__(self) -> str:
        """Return a text that is read as this mixture."""
        text = ", ".join(map(str, self.results))
        if self.vulnerable:
            text += f" {_VULNERABLE[self.vulnerable]}"
        field = " ".join(map(str, self.field))
        return f"{text} against {field}" if field else text


class Margin(NamedTuple):
    """The margin of a match in IMPs, to be turned into victory points."""

    imps: int
    boards: int

    def __str__(self) -> str:
        """Return a text that is read as this margin."""
        return f"vp {self.imps} {self.boards} boards"


class Award(NamedTuple):
    """An artificial score: by fault, of a number of matchpoints, beside a session's percentage."""

    fault: Fault
    top: int = 0
    session: Fraction | None = None

    def __str__(self) -> str:
        """Return a text that is read as this award."""
        award = "average" if self.fault is Fault.PARTLY else f"average {self.fault}"
        top = f" top {self.top}" if self.top else ""
        session = "" if self.session is None else f" session {float(100 * self.session):g}%"
        return f"{award}{top}{session}"


Sum = Mixture | Margin | Award


class _Mark(NamedTuple):
    """A chance or a word that parts a text, with its place in the text."""

    kind: str
    start: int
    end: int
    value: Fraction = Fraction()


def read_sum(text: str) -> Sum | None:
    """Return the sum that a text asks for, or None.

    Read are '60% of 620 and 40% of 170', '2/3 4S=, 1/3 4S-1 by N nonvul against 620', '620 among
    650 620 170', '23 IMPs over 24 boards in VPs', 'average plus of top 14'.

    >>> read_sum("23 imps, 24 boards")
    Margin(imps=23, boards=24)
    """
    # most texts tell a story, which is no sum
    if len(text) > MAX_SUM or not any(map(str.isdecimal, text)):
        return None
    line = straight(text)
    marks = list(_marks(tokens(line)))
    kinds = {mark.kind for mark in marks}
    if kinds.isdisjoint(("chance", "against", "victory", "boards", *Fault)):
        return None
    return _award(line, marks) or _margin(line, marks) or _mixture(line, marks)


def _marks(line: Sequence[Token]) -> Iterator[_Mark]:
    """Yield the chances and the words of sums in a text, in order and without overlaps."""
    words = _words().every(line)
    index = 0
    while index < len(line):
        start = line[index].start
        chance = _chance_at(line, index)
        if chance is not None:
            value, index = chance
            yield _Mark("chance", start, line[index - 1].end, value)
        elif index in words:
            kind, index = words[index]
            yield _Mark(kind, start, line[index - 1].end)
        else:
            index += 1


def _chance_at(line: Sequence[Token], index: int) -> tuple[Fraction, int] | None:
    """Return the chance that begins at a token, and its end: '60%', '12.5 percent', '2/3'."""
    number, *after = line[index : index + 3]
    if not number.word.isdecimal():
        return None
    match [token.word for token in after]:
        case ["/", below] if below.isdecimal() and 0 < int(number.word) < int(below):
            return Fraction(int(number.word), int(below)), index + 3
        # a comma that belongs to the number has no blank behind it: '-1, 40%'
        case ["." | ",", part] if part.isdecimal() and number.end + 1 == after[1].start:
            return _percent(Fraction(f"{number.word}.{part}"), line, index + 3)
    return _percent(Fraction(number.word), line, index + 1)


def _percent(number: Fraction, line: Sequence[Token], index: int) -> tuple[Fraction, int] | None:
    """Return a number as a chance, and the end of the sign or word for percent behind it."""
    behind = _words().at(line, index)
    if behind is None or behind[0] != "percent":
        return None
    return number / 100, behind[1]


def _award(line: str, marks: Sequence[_Mark]) -> Award | None:
    """Return the artificial score that a text asks for, with a top, a session or IMPs."""
    faults = [mark for mark in marks if mark.kind in tuple(Fault)]
    kinds = [mark.kind for mark in marks]
    if len(faults) != 1 or "against" in kinds:
        return None
    tops = re.findall(r"\d{1,3}", _between(line, marks, "top"))
    chances = [mark.value for mark in marks if mark.kind == "chance"]
    # 'average plus' alone is a term of the Laws, which is looked up
    if len(tops) > 1 or len(chances) > 1 or bool(chances) != ("session" in kinds):
        return None
    if not tops and not chances:
        return None
    session = chances[0] if chances else None
    return Award(Fault(faults[0].kind), int(tops[0]) if tops else 0, session)


def _between(line: str, marks: Sequence[_Mark], kind: str) -> str:
    """Return the text after a word of some kind, up to the next word of a sum."""
    for index, mark in enumerate(marks):
        if mark.kind == kind:
            ends = [following.start for following in marks[index + 1 :]]
            return line[mark.end : min(ends, default=len(line))]
    return ""


def _margin(line: str, marks: Sequence[_Mark]) -> Margin | None:
    """Return the margin of a match: a number of boards, and one of IMPs or victory points."""
    kinds = [mark.kind for mark in marks]
    if kinds.count("boards") != 1 or not {"imps", "victory"} & set(kinds):
        return None
    boards = marks[kinds.index("boards")]
    before = re.search(r"(\d{1,3})\W*$", line[: boards.start])
    if before is None or "chance" in kinds or "against" in kinds:
        return None
    numbers = re.findall(r"\d+", line[: before.start()] + line[boards.end :])
    if len(numbers) != 1 or len(numbers[0]) > 3:
        return None
    margin = Margin(int(numbers[0]), int(before[1]))
    # 'we lost 20 imps on 3 boards' tells of no match
    is_match = FEWEST_BOARDS <= margin.boards <= MOST_BOARDS
    return margin if is_match or "victory" in kinds else None


def _mixture(line: str, marks: Sequence[_Mark]) -> Mixture | None:
    """Return results with their chances, or one result with scores to compare it with."""
    kinds = [mark.kind for mark in marks]
    ends = [mark.start for mark in marks if mark.kind == "against"]
    chances = [mark for mark in marks if mark.kind == "chance"]
    if len(ends) > 1 or len(chances) == 1 or not (chances or ends):
        return None
    # the words for a kind of scoring are asked for by the scores to compare with
    line = _blanked(line, [mark for mark in marks if mark.kind not in ("chance", "victory")])
    end = ends[0] if ends else len(line)
    field = scores_in(line[end:])
    if field is None or bool(field) != bool(ends) or any(score % _STEP for score in field):
        return None
    # two scores and no chance are a difference in points, if IMPs are asked for
    if not chances and len(field) < _MANY and "imps" in kinds:
        return None
    return _mixed(line[:end], chances, field)


def _mixed(line: str, chances: Sequence[_Mark], field: tuple[int, ...]) -> Mixture | None:
    """Return the results in a text, each before or behind its chance."""
    pieces, outside = _pieces(line, chances)
    conditions = conditions_in(outside)
    if conditions is None:
        return None
    seat, vulnerable = conditions
    results = []
    for index, piece in enumerate(pieces):
        result = _result(piece)
        if result is None:
            return None
        outcome, side = result
        results.append(Result(chances[index].value if chances else Fraction(1), outcome))
        vulnerable = side or vulnerable
    return Mixture(_declared(results, seat), vulnerable, field)


def _pieces(line: str, chances: Sequence[_Mark]) -> tuple[list[str], str]:
    """Return the piece of a text for each chance, and what stands outside of them."""
    if not chances:
        return [line], ""
    starts = [0, *[chance.end for chance in chances]]
    ends = [*[chance.start for chance in chances], len(line)]
    pieces = [line[start:end] for start, end in zip(starts, ends, strict=True)]
    # some people write the chance behind its result
    if _result(pieces[0]) is not None:
        return pieces[:-1], pieces[-1]
    return pieces[1:], pieces[0]


def _result(piece: str) -> tuple[Contract | int | None, str] | None:
    """Return the points or the contract of a piece, and the vulnerability it names; else None."""
    scores = scores_in(piece)
    if scores and len(scores) == 1:
        return None if scores[0] % _STEP else (scores[0], "")
    with suppress(ScoreError):
        return read_contract(piece)
    return None


def _declared(results: Sequence[Result], seat: str) -> tuple[Result, ...]:
    """Return the results with the declarer named, if all contracts are in one denomination."""
    contracts = [result.outcome for result in results if isinstance(result.outcome, Contract)]
    seats = {seat, *(contract.declarer for contract in contracts)} - {""}
    denominations = {contract.denomination for contract in contracts}
    # another denomination may have been the other side's: 4S by N, or 5D over it
    if len(seats) != 1 or len(denominations) != 1:
        return tuple(results)
    (seat,) = seats
    return tuple(_with_declarer(result, seat) for result in results)


def _with_declarer(result: Result, seat: str) -> Result:
    if not isinstance(result.outcome, Contract):
        return result
    return result._replace(outcome=replace(result.outcome, declarer=seat))


def _blanked(line: str, marks: Iterable[_Mark]) -> str:
    """Return a text of the same length with blanks in place of some words."""
    for mark in marks:
        line = line[: mark.start] + " " * (mark.end - mark.start) + line[mark.end :]
    return line


@cache
def _words() -> PhraseTable[str]:
    """Return the meanings of the words of sums in every language."""

    def entries(language: Language) -> Iterator[tuple[Iterable[str], str]]:
        for kind, phrases in language.sums.items():
            yield phrases, kind
        yield language.results.get("imps", ()), "imps"

    return PhraseTable.of_all(entries)
