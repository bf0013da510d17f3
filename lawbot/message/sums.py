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

_MOST_DIGITS = 3
"""Digits of a margin in IMPs, at most."""
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
_ASKING = ("chance", "against", "victory", "boards", *Fault)
"""Marks of which every sum has one."""
_PARTS = frozenset({"1/2", "1/3", "2/3", "1/4", "3/4"})
"""Kinds of the words that are a chance: 'a half', 'two thirds'."""
_TIMES = re.compile(r"([-+]?\b\d+)\s?[x×*]\s?([1-9]\d?)\b")
"""A score and how often it stands in a list: '620 x3'."""
_SPLIT = re.compile(r"\b([1-9]\d)\s?[/:-]\s?([1-9]\d)\b")
"""Two chances, before their results: '60/40 620 170'."""
_IMPS_OF_BOTH = re.compile(r"\b(\d{1,3})\s?[-–:]\s?(\d{1,3})\b")
"""The IMPs that each side won: '40-17'."""
_WHOLE = 100
"""Percent of two chances together."""
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
        if percent != round(percent, 2):
            return f"{self.chance} {outcome}"
        return f"{float(percent):g}% {outcome}"


class Mixture(NamedTuple):
    """Results with their chances, and the ``field`` of scores to compare each with.

    ``vulnerable`` is empty if the text does not mention it.
    """

    results: tuple[Result, ...]
    vulnerable: str = ""
    field: tuple[int, ...] = ()

    @property
    def contracts(self) -> list[Contract]:
        """Return the results that are contracts."""
        outcomes = (result.outcome for result in self.results)
        return [outcome for outcome in outcomes if isinstance(outcome, Contract)]

    @property
    def is_matchpointed(self) -> bool:
        """Return whether the scores to compare with are those of a whole board."""
        return len(self.field) >= _MANY

    def __str__(self) -> str:
        """Return a text that is read as this mixture."""
        words = [", ".join(map(str, self.results))]
        if self.vulnerable:
            words.append(_VULNERABLE[self.vulnerable])
        if self.field:
            words += ("against", *map(str, self.field))
        return " ".join(words)


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
        words = ["average"]
        if self.fault is not Fault.PARTLY:
            words.append(self.fault)
        if self.top:
            words += ("top", str(self.top))
        if self.session is not None:
            percent = float(100 * self.session)
            words += ("session", f"{percent:g}%")
        return " ".join(words)


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
    marked = _MarkedText(_spelt_out(text))
    if not marked.has(*_ASKING):
        return None
    return _award(marked) or _margin(marked) or _mixture(marked)


def names_sum(text: str) -> bool:
    """Return whether a text has a word of a sum, though it may be no whole sum."""
    return len(text) <= MAX_SUM and _MarkedText(text).has(*_ASKING)


def _spelt_out(text: str) -> str:
    """Return a text with each score as often as it counts, and each chance before its result."""
    text = _TIMES.sub(lambda match: " ".join([match[1]] * int(match[2])), text)
    chances = _SPLIT.search(text)
    if chances is None or int(chances[1]) + int(chances[2]) != _WHOLE:
        return text
    behind = _MarkedText(text[chances.end() :])
    comparisons = behind.every("against")
    end = comparisons[0].start if comparisons else len(behind.line)
    results = behind.line[:end]
    for gap in re.finditer(r"\s+", results):
        first, second = results[: gap.start()], results[gap.end() :]
        if _result(first) and _result(second):
            mixture = f"{chances[1]}% {first}, {chances[2]}% {second}"
            return f"{text[: chances.start()]}{mixture} {behind.line[end:]}"
    return text


class _MarkedText:
    """A text with the chances and the words of sums in it, in order."""

    def __init__(self, text: str) -> None:
        self.line = straight(text)
        self.marks = list(_marks(tokens(self.line)))

    def has(self, *kinds: str) -> bool:
        """Return whether a mark of one of these kinds stands in the text."""
        return bool(self.every(*kinds))

    def every(self, *kinds: str) -> list[_Mark]:
        """Return the marks of these kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]

    def behind(self, kind: str) -> str:
        """Return the text between the first mark of a kind and the next mark."""
        marks = iter(self.marks)
        for mark in marks:
            if mark.kind == kind:
                following = next(marks, None)
                end = following.start if following else len(self.line)
                return self.line[mark.end : end]
        return ""

    def start_of(self, kind: str) -> int:
        """Return where the first mark of a kind begins; 0 without one."""
        return next((mark.start for mark in self.marks if mark.kind == kind), 0)

    def blanked(self) -> str:
        """Return the text with blanks in place of the words that are read by their marks."""
        line = self.line
        for mark in self.marks:
            # a chance is cut off with its result; what asks for victory points fits no mixture
            if mark.kind not in ("chance", "victory"):
                blanks = " " * (mark.end - mark.start)
                line = line[: mark.start] + blanks + line[mark.end :]
        return line


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
            end = line[index - 1].end
            if kind in _PARTS:
                yield _Mark("chance", start, end, Fraction(kind))
            else:
                yield _Mark(kind, start, end)
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


def _award(text: _MarkedText) -> Award | None:
    """Return the artificial score that a text asks for, with a top, a session or IMPs."""
    faults = text.every(*Fault)
    if len(faults) != 1 or text.has("against"):
        return None
    tops = re.findall(r"\d{1,3}", text.behind("top") or text.line[: text.start_of("top")])
    sessions = text.every("chance")
    if len(tops) > 1 or len(sessions) > 1 or bool(sessions) != text.has("session"):
        return None
    # 'average plus' alone is a term of the Laws, which is looked up
    if not tops and not sessions:
        return None
    top = int(tops[0]) if tops else 0
    session = sessions[0].value if sessions else None
    return Award(Fault(faults[0].kind), top, session)


def _margin(text: _MarkedText) -> Margin | None:
    """Return the margin of a match: a number of boards, and one of IMPs or victory points."""
    board_words = text.every("boards")
    if len(board_words) != 1 or text.has("chance", "against"):
        return None
    (boards,) = board_words
    number = re.search(r"(\d{1,3})\W*$", text.line[: boards.start])
    if number is None:
        return None
    remainder = text.line[: number.start()] + text.line[boards.end :]
    sides = _IMPS_OF_BOTH.search(remainder)
    if sides:
        remainder = remainder.replace(sides[0], str(abs(int(sides[1]) - int(sides[2]))))
    elif not text.has("imps", "victory"):
        return None
    margins = re.findall(r"\d+", remainder)
    if len(margins) != 1 or len(margins[0]) > _MOST_DIGITS:
        return None
    margin = Margin(int(margins[0]), int(number[1]))
    # 'we lost 20 imps on 3 boards' tells of no match
    is_match = FEWEST_BOARDS <= margin.boards <= MOST_BOARDS
    return margin if is_match or text.has("victory") else None


def _mixture(text: _MarkedText) -> Mixture | None:
    """Return results with their chances, or one result with scores to compare it with."""
    comparisons = text.every("against")
    chances = text.every("chance")
    if len(comparisons) > 1 or len(chances) == 1:
        return None
    if not chances and not comparisons:
        return None
    line = text.blanked()
    end = comparisons[0].start if comparisons else len(line)
    field = scores_in(line[end:])
    if field is None or bool(field) != bool(comparisons):
        return None
    if any(score % _STEP for score in field):
        return None
    # two scores and no chance are a difference in points, if IMPs are asked for
    if not chances and len(field) < _MANY and text.has("imps"):
        return None
    return _mixed(line[:end], chances, field)


def _mixed(line: str, chances: Sequence[_Mark], field: tuple[int, ...]) -> Mixture | None:
    """Return the results in a text, each before or behind its chance."""
    pieces, outside = _pieces(line, chances)
    conditions = conditions_in(outside)
    if conditions is None:
        return None
    seat, vulnerable = conditions
    # without a chance there is one result, which is sure
    values = [chance.value for chance in chances] or [Fraction(1)]
    results = []
    for value, piece in zip(values, pieces, strict=True):
        result = _result(piece)
        if result is None:
            return None
        outcome, side = result
        results.append(Result(value, outcome))
        vulnerable = side or vulnerable
    return _declared(Mixture(tuple(results), vulnerable, field), seat)


def _pieces(line: str, chances: Sequence[_Mark]) -> tuple[list[str], str]:
    """Return the piece of a text for each chance, and what stands outside of them."""
    if not chances:
        return [line], ""
    pieces = []
    start = 0
    for chance in chances:
        pieces.append(line[start : chance.start])
        start = chance.end
    pieces.append(line[start:])
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


def _declared(mixture: Mixture, seat: str) -> Mixture:
    """Return results with the declarer named, if all contracts are in one denomination."""
    seats, denominations = {seat}, set()
    for contract in mixture.contracts:
        seats.add(contract.declarer)
        denominations.add(contract.denomination)
    seats.discard("")
    # another denomination may have been the other side's: 4S by N, or 5D over it
    if len(seats) != 1 or len(denominations) != 1:
        return mixture
    declarer = seats.pop()
    results = tuple(_with_declarer(result, declarer) for result in mixture.results)
    return mixture._replace(results=results)


def _with_declarer(result: Result, seat: str) -> Result:
    if not isinstance(result.outcome, Contract):
        return result
    contract = replace(result.outcome, declarer=seat)
    return result._replace(outcome=contract)


@cache
def _words() -> PhraseTable[str]:
    """Return the meanings of the words of sums in every language."""

    def entries(language: Language) -> Iterator[tuple[Iterable[str], str]]:
        for kind, phrases in language.sums.items():
            yield phrases, kind
        yield language.results.get("imps", ()), "imps"

    return PhraseTable.of_all(entries)
