"""Laws 77, 78B and 2 computed: the score of a contract, IMPs for a difference, dealer and vulnerability of a board."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from lawbot.errors import N_, LawbotError

_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
_FIRST_NO_TRUMP = 10
_IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)
VULNERABLE = {
    "": frozenset(),
    "none": frozenset(),
    "neither": frozenset(),
    "no": frozenset(),
    "love": frozenset(),
    "both": frozenset("NESW"),
    "all": frozenset("NESW"),
    "game": frozenset("NESW"),
    "yes": frozenset("NESW"),
    "ns": frozenset("NS"),
    "north-south": frozenset("NS"),
    "ew": frozenset("EW"),
    "east-west": frozenset("EW"),
}
"""What people write for the vulnerability, and the seats it makes vulnerable."""
LONGEST_CONTRACT = 80
"""Characters of a contract with its result that are looked at."""
_SIGNS = str.maketrans({"♠": " S", "♥": " H", "♦": " D", "♣": " C", "−": "-", "–": "-", "*": " X ", ",": " ", "?": " ", "!": " ", ";": " "})
_NUMBERS = {
    word: number for number, word in enumerate("ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN".split(), 1)
}
_COUNT = r"(?:\d{1,2}|" + "|".join(_NUMBERS) + ")"
_BID = re.compile(
    r"(?P<level>[1-7]|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN) ?(?P<strain>NT|NO ?-?TRUMPS?|N|SPADES?|S|HEARTS?|H|DIAMONDS?|D|CLUBS?|C)"
    r"(?=XX?\b|[^A-Z]|BY|$)"
)
# What may stand behind the bid, in any order: read one after the other until nothing is left.
_BEHIND = (
    ("doubled", re.compile(r"(?P<twice>XX|REDOUBLED|RDBL|RE-?DBL)(?![A-Z])|X(?!\w)|DOUBLED|DBLD?(?![A-Z])|DOUBLE(?![A-Z])")),
    (
        "vulnerable",
        re.compile(
            r"(?P<no>NON-? ?VUL(?:NERABLE)?|NOT VUL(?:NERABLE)?|NV|N/V)(?![A-Z])|(?:(?:VUL(?:NERABLE)?|V) )?(?P<sides>BOTH|ALL|NONE|NEITHER|NS|N-S|EW|E-W)(?: VUL(?:NERABLE)?)?(?![A-Z])|(?:VUL(?:NERABLE)?|V)(?![A-Z])"
        ),
    ),
    ("declarer", re.compile(r"(?:BY )?(?P<seat>NORTH|EAST|SOUTH|WEST|[NESW])(?![A-Z])")),
    (
        "down",
        re.compile(
            rf"(?:-|DOWN|OFF|MINUS|WENT DOWN|GOES DOWN|GOING DOWN)[ -]?(?P<count>{_COUNT})(?: OFF| TRICKS?)?(?!\w)|(?P<other>{_COUNT}) ?(?:OFF|DOWN|LIGHT)(?!\w)"
        ),
    ),
    ("over", re.compile(rf"(?:\+|PLUS|WITH)[ ]?(?:(?P<count>{_COUNT})(?: OVERTRICKS?)?|AN OVERTRICK)(?!\w)")),
    (
        "made",
        re.compile(
            rf"(?:MADE|MAKING|MAKES|MAKE)(?: EXACTLY)?(?: (?P<count>{_COUNT})(?P<tricks> TRICKS?)?)?(?!\w)|(?P<all>{_COUNT}) TRICKS(?!\w)|=|EXACTLY(?!\w)"
        ),
    ),
    ("", re.compile(r"(?:AND|IN|ON|AT|IT|THE|IS|WAS|A|SCORE|CONTRACT|TRICKS?|WORTH)(?!\w)")),
)
_ASKED = re.compile(
    r"(?:WHAT(?:'?S| IS)? |HOW MUCH IS |HOW MANY )?(?:THE )?(?:SCORE|POINTS)(?: (?:FOR|OF|IS))?(?: A)? "
    r"|(?:WHAT|HOW MUCH) (?:IS|WAS) (?=.* WORTH $)"
)
_BOARD = re.compile(
    r"(?:(?:WHO (?:DEALS|IS DEALER|DEALT|IS VUL(?:NERABLE)?)|DEALER|VUL(?:NERABILITY)?|DEALER AND VUL(?:NERABILITY)?)(?: (?:ON|OF|AT|FOR|IN))?(?: THE)? )?"
    r"(?:BOARD|VÁN SỐ|VÁN|บอร์ด) ?(?:NO\.? ?|NUMBER |#)?(?P<number>\d{1,4})"
)
_IMPS_FOR = re.compile(
    r"(?:HOW MANY )?IMPS? (?:FOR|OF|AT|FROM|IS|=)? ?(?P<sign>[+-]?)(?P<after>\d{1,5})(?: POINTS)?"
    r"|(?P<before>[+-]?\d{1,5})(?: (?:POINTS )?(?:IN|TO|AS)|(?<=\d\d0)) IMPS?"
)


class ScoreError(LawbotError):
    """The contract, the result or the number cannot be scored; the message says how to write it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: what it is for, the points (declarer's; below zero for the defenders), and how they were counted ('3 × 30')."""

    what: str
    points: int
    counted: str = ""

    def __str__(self) -> str:
        return f"{self.what}, {self.counted}" if self.counted else self.what


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract and its outcome. ``denomination`` is C, D, H, S or N; ``doubled`` 0, 1 or 2; ``result`` tricks over (+) or under (-)."""

    level: int
    denomination: str
    doubled: int
    result: int
    declarer: str = ""

    def __str__(self) -> str:
        result = "=" if self.result == 0 else f"{self.result:+d}"
        by = f" by {self.declarer}" if self.declarer else ""
        return f"{self.level}{'NT' if self.denomination == 'N' else self.denomination}{'X' * self.doubled}{by} {result}"


@dataclass(frozen=True, slots=True)
class ScoreQuestion:
    """A question about the tables of Laws 77, 78 and 2, read from words.

    ``kind`` is 'score', 'imps' or 'board'; ``contract`` None in a score is a board passed out; ``vulnerable`` is empty where
    nothing was said of it; ``number`` is the board's, or the difference in points.
    """

    kind: str
    contract: Contract | None = None
    vulnerable: str = ""
    number: int = 0


def read_question(text: str) -> ScoreQuestion | None:
    """What a person asks of the score tables: 'score 4SX vul -2', '3NT making 4', 'who deals board 7', 'IMPs for 620'; None for other texts.

    A contract alone ('4S') is no such question: it needs a result, a vulnerability, or the word score.
    Raises ScoreError for a result that no contract can have.
    """
    plain = _plain(text)
    if match := _BOARD.fullmatch(plain):
        return ScoreQuestion("board", number=int(match["number"]))
    if match := _IMPS_FOR.fullmatch(plain):
        return ScoreQuestion("imps", number=int(match["before"] or f"{match['sign']}{match['after']}"))
    asked = _ASKED.match(plain + " ")
    rest = plain[asked.end() :] if asked else plain
    if asked and rest.strip() in ("PASS", "PASSED OUT", "ALL PASS", "PASSOUT"):
        return ScoreQuestion("score")
    found = _read_contract(rest.strip())
    if found is None or not (asked or found[2]):
        return None
    return ScoreQuestion("score", found[0], found[1])


def parse_contract(text: str, result: str = "") -> Contract | None:
    """'4SX by N +1', '3nt=', '6♥xx-2', '4 spades doubled down 2' -> Contract; 'pass' (all four passed) -> None.

    ``result`` may be given apart: '=', '+1', '-2', 'made'. Raises ScoreError for anything else.
    """
    return read_contract(text, result)[0]


def read_contract(text: str, result: str = "") -> tuple[Contract | None, str]:
    """The contract, and the vulnerability where the text names one ('4S vul -1': yes), else an empty text. Raises ScoreError."""
    plain = _plain(f"{text[:LONGEST_CONTRACT]} {result[:LONGEST_CONTRACT]}")
    if plain.rstrip("= ") in {"PASS", "PASSED OUT", "P", "ALL PASS"}:
        return None, ""
    found = _read_contract(plain)
    if found is None:
        raise ScoreError(N_("Write the contract as 4S, 3NTX or 6HXX, then the result: =, +1 or -2."))
    return found[0], found[1]


def _plain(text: str) -> str:
    return " ".join(text[: 2 * LONGEST_CONTRACT].translate(_SIGNS).upper().split())


def _read_contract(plain: str) -> tuple[Contract, str, bool] | None:
    """The contract, its vulnerability, and whether a result or a vulnerability was said; None when a word is left over. Raises ScoreError."""
    bid = _BID.match(plain)
    if bid is None:
        return None
    level, strain = _number(bid["level"]), bid["strain"][0]
    said: dict[str, re.Match[str]] = {}
    place = bid.end()
    while place < len(plain):
        if plain[place] == " ":
            place += 1
            continue
        found = next(((name, match) for name, pattern in _BEHIND if (match := pattern.match(plain, place))), None)
        if found is None or (found[0] in said and found[0]):
            return None
        said[found[0]] = found[1]
        place = found[1].end()
    tricks = _result(level, said)
    if not -(level + 6) <= tricks <= 7 - level:
        raise ScoreError(
            N_("A contract at level {level} can make at most {over} overtricks and go down at most {down}."),
            level=level,
            over=7 - level,
            down=level + 6,
        )
    times = 0 if "doubled" not in said else (2 if said["doubled"]["twice"] else 1)
    declarer = said["declarer"]["seat"][0] if "declarer" in said else ""
    contract = Contract(level, strain, times, tricks, declarer)
    return contract, _vulnerability(said.get("vulnerable")), bool(said.keys() & {"vulnerable", "down", "over", "made"})


def _result(level: int, said: Mapping[str, re.Match[str]]) -> int:
    if "down" in said:
        return -_number(said["down"]["count"] or said["down"]["other"])
    if "over" in said:
        return _number(said["over"]["count"] or "ONE")
    if "made" in said and (count := said["made"]["count"] or said["made"]["all"]):
        made, of_all = _number(count), said["made"]["tricks"] or said["made"]["all"]
        return made - 6 - level if of_all or made > 7 else made - level  # 'making 4' counts odd tricks, 'making 10' all
    return 0


def _vulnerability(match: re.Match[str] | None) -> str:
    if match is None:
        return ""
    return "no" if match["no"] else (match["sides"] or "yes").casefold().replace("-", "")


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]


def is_vulnerable(text: str, declarer: str) -> bool:
    """Whether declarer's side is vulnerable: 'none', 'both', 'ns', 'ew', 'yes', 'no'. Raises ScoreError."""
    seats = VULNERABLE.get(text.strip().casefold().replace("n-s", "ns").replace("e-w", "ew"))
    if seats is None:
        raise ScoreError(N_("Vulnerability is none, both, ns or ew."))
    if len(seats) == 2 and not declarer:
        raise ScoreError(N_("With one side vulnerable the declarer must be named: 4S by N."))
    return bool(seats) and (len(seats) == 4 or declarer in seats)


def score(contract: Contract | None, vulnerable: bool) -> list[Line]:
    """The lines of the score by Law 77; their sum is the score of declarer's side. A passed-out board scores one line of zero."""
    if contract is None:
        return [Line(N_("all four players passed"), 0)]
    return _made(contract, vulnerable) if contract.result >= 0 else _down(contract, vulnerable)


def total(lines: list[Line]) -> int:
    """The sum of the lines."""
    return sum(line.points for line in lines)


def imps(difference: int) -> int:
    """The IMPs for a difference in points, by the scale of Law 78B; negative for a negative difference."""
    won = bisect_right(_IMPS, abs(difference))
    return won if difference >= 0 else -won


@dataclass(frozen=True, slots=True)
class Board:
    """What Law 2 says of a board: who deals, and which sides are vulnerable ('none', 'ns', 'ew', 'both')."""

    number: int
    dealer: str
    vulnerable: str


BOARDS = 16
"""Boards after which dealer and vulnerability come again."""


def board(number: int) -> Board:
    """Dealer and vulnerability of a board by its number. Raises ScoreError below 1."""
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
    lines.append(Line(N_("game") if game else N_("partscore"), (500 if vulnerable else 300) if game else 50))
    if contract.level >= 6:
        small = 750 if vulnerable else 500
        lines.append(Line(N_("small slam"), small) if contract.level == 6 else Line(N_("grand slam"), small * 2))
    if contract.doubled:
        lines.append(Line(N_("making it doubled") if contract.doubled == 1 else N_("making it redoubled"), 50 * contract.doubled))
    if contract.result:
        each = trick if not contract.doubled else (200 if vulnerable else 100) * contract.doubled
        lines.append(Line(N_("overtricks"), contract.result * each, f"{contract.result} × {each}"))
    return lines


def _down(contract: Contract, vulnerable: bool) -> list[Line]:
    under = -contract.result
    if not contract.doubled:
        each = 100 if vulnerable else 50
        return [Line(N_("undertricks"), -under * each, f"{under} × {each}")]
    times = contract.doubled
    first = (200 if vulnerable else 100) * times
    lines = [Line(N_("first undertrick"), -first)]
    if vulnerable:
        if under > 1:
            lines.append(Line(N_("further undertricks"), -(under - 1) * 300 * times, f"{under - 1} × {300 * times}"))
        return lines
    second = min(under, 3) - 1
    if second:
        lines.append(Line(N_("second and third undertrick"), -second * 200 * times, f"{second} × {200 * times}"))
    if under > 3:
        lines.append(Line(N_("fourth undertrick and on"), -(under - 3) * 300 * times, f"{under - 3} × {300 * times}"))
    return lines
