"""What is asked of the tables of Laws 77, 78 and 2, read from words in any language and order: a
contract with its result, a board, IMPs.

A text is no such question unless every word of it belongs to one.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from lawbot.errors import N_, ScoreError
from lawbot.scoring import Contract
from lawbot.text.frames import game_words
from lawbot.text.pieces import DENOMINATIONS, INITIALS
from lawbot.text.tokens import SUITS, PhraseTable, Token, numbers_in, straight, tokens

LONGEST_CONTRACT = 80
"""Characters of a contract with its result that are looked at."""
_SMALLEST_SWING = 20
"""Points from which on a number beside *IMPs* is a difference in points: it is also a multiple of
ten."""
_GLUED = re.compile(r"([1-7])(nt|[cdhsn♣♦♥♠])(x{0,2}|dbl)([nesw]?)")
_BOUNDS = N_(
    "A contract at level {level} can make at most {over} overtricks and go down at most {down}."
)
_SIGNS = {
    "-": "dash",
    "–": "dash",
    "—": "dash",
    "−": "dash",
    "+": "over",
    "=": "made",
    "*": "doubled",
    "x": "doubled",
    "xx": "redoubled",
}
_APART = ("hundred", "thousand", "notrump", "small_slam", "grand_slam")
"""Words of a language that are read as parts of a number or a bid."""
_THOUSANDS = re.compile(r"(?<=\d)[,.](?=\d{3}(?!\d))")
_TOGETHER = re.compile(r"(?<=[^\W\d]{2})(?=\d)|(?<=\d\d)(?=[^\W\d]{2})")
"""Where a word and its number are written as one: 'bd22', '620imps'."""
_SPARE = 2
"""Words at most that may be unknown, and of no bridge game, in a text that says all that a question
needs (``_COMPLETE``)."""
_COMPLETE = (("I", "N"), ("K", "N", "WV"), ("B", "DOUPM", "V?"))
_LETTERS = {
    "bid": "B", "doubled": "X", "redoubled": "R", "seat": "S", "vulnerable": "V", "side": "V", "number": "N", "dash": "-", "down": "D",
    "undertricks": "U", "over": "O", "overtricks": "P", "made": "M", "tricks": "T", "score": "?", "board": "K", "dealer": "W", "imps": "I",
    "passed": "A", "theirs": "Y",
}  # fmt: skip
_RESULT = re.compile(
    r"M?(?:(?P<down>[-D]+N[TD]?|NT?D|D?NU|D?U)|(?P<over>O+N[PTO]*|N[OP]|O?P)|(?P<all>M?NT)|(?P<made>MN(?![DOPU])|M))M?|(?P<dash>-)|(?P<other>.)"
)


class ScoreQuestion(NamedTuple):
    """A question about the tables of Laws 77, 78 and 2, read from words.

    ``kind`` is 'score', 'imps' or 'board'; ``contract`` None in a score is a board passed out;
    ``vulnerable`` is empty where nothing was said of it; ``number`` is the board's, or the
    difference in points.
    """

    kind: str
    contract: Contract | None = None
    vulnerable: str = ""
    number: int = 0


class _Item(NamedTuple):
    """A word or more of a question: what it is, and its value where it has one."""

    kind: str
    value: str = ""

    @property
    def number(self) -> int:
        return int(self.value or 1)


def read_question(text: str) -> ScoreQuestion | None:
    """What a person asks of the score tables: 'score 4SX vul -2', '3NT making 4', 'who deals board
    7', 'IMPs for 620'; None for other texts.

    A contract alone ('4S') is no such question: it needs a result, a vulnerability, or a word that
    asks for its score. Raises ScoreError for a result that no contract can have.

    >>> read_question("4 hearts plus two nonvul").contract
    Contract(level=4, denomination='H', doubled=0, result=2, declarer='')
    """
    items, spared = _items(text)
    shape = "".join(_LETTERS[item.kind] for item in items)
    if not items or (
        spared and not any(all(set(part) & set(shape) for part in parts) for parts in _COMPLETE)
    ):
        return None
    if "I" in shape:
        return _imps(items, shape)
    items, shape = [item for item in items if item.kind != "theirs"], shape.replace("Y", "")
    if "B" not in shape and not set(shape).isdisjoint("KWV"):
        return _board(items, shape)
    if shape.replace("?", "") == "A" and "?" in shape:
        return ScoreQuestion("score")
    found = _contract(items)
    return ScoreQuestion("score", *found) if found and set(shape) & set("?VDOUPMN") else None


def parse_contract(text: str, result: str = "") -> Contract | None:
    """'4SX by N +1', '3nt=', '6♥xx-2', '4 spades doubled down 2' -> Contract; 'pass' (all four
    passed) -> None.

    ``result`` may be given apart: '=', '+1', '-2', 'made'. Raises ScoreError for anything else.

    >>> parse_contract("4SX by N", "-1")
    Contract(level=4, denomination='S', doubled=1, result=-1, declarer='N')
    """
    return read_contract(text, result)[0]


def read_contract(text: str, result: str = "") -> tuple[Contract | None, str]:
    """The contract, and the vulnerability where the text names one ('4S vul -1': yes), else an
    empty text. Raises ScoreError."""
    items = _sure_items(f"{text[:LONGEST_CONTRACT]} {result[:LONGEST_CONTRACT]}")
    if [item.kind for item in items if item.kind != "made"] == ["passed"]:
        return None, ""
    found = _contract(items)
    if found is None:
        raise ScoreError(
            N_("Write the contract as 4S, 3NTX or 6HXX, then the result: =, +1 or -2.")
        )
    return found


def side_named(text: str) -> str:
    """The vulnerability that a text names and nothing else: none, both, ns, ew, yes or no; the text
    itself where it is another."""
    items = _sure_items(text)
    return (
        _vulnerability(items)
        if items and {item.kind for item in items} <= {"vulnerable", "side"}
        else text
    )


def _contract(items: Sequence[_Item]) -> tuple[Contract, str] | None:
    """The contract and its vulnerability; None where something is left over or said twice. Raises
    ScoreError."""
    by_kind = {item.kind: item for item in items}
    counted = Counter(item.kind for item in items)
    told = [
        item
        for item in items
        if item.kind not in ("bid", "doubled", "redoubled", "seat", "vulnerable", "side", "score")
    ]
    if counted["bid"] != 1 or counted["seat"] > 1 or counted["doubled"] + counted["redoubled"] > 1:
        return None
    level, strain = int(by_kind["bid"].value[0]), by_kind["bid"].value[1]
    tricks = _result(told, level)
    if tricks is None:
        return None
    if not -(level + 6) <= tricks <= 7 - level:
        raise ScoreError(_BOUNDS, level=level, over=7 - level, down=level + 6)
    doubled = 2 if counted["redoubled"] else counted["doubled"]
    seat = by_kind["seat"].value if counted["seat"] else ""
    return Contract(level, strain, doubled, tricks, seat), _vulnerability(items)


def _result(told: Sequence[_Item], level: int) -> int | None:
    """Tricks over or under; None where what is told is no one result."""
    found: list[int] = []
    for match in _RESULT.finditer("".join(_LETTERS[item.kind] for item in told)):
        number = next(
            (item.number for item in told[match.start() : match.end()] if item.kind == "number"), 0
        )
        match match.lastgroup:
            case "down":
                found.append(-(number or 1))
            case "over":
                found.append(number or 1)
            case "all":
                found.append(number - 6 - level)
            case "made":
                # 'making 4' counts odd tricks
                found += [number - 6 - level if number > 7 else number - level] if number else [0]
            case "other":
                return None
    return found[0] if len(found) == 1 else None if found else 0


def _vulnerability(items: Sequence[_Item]) -> str:
    """none, both, ns, ew, yes or no; a side before a mere yes; empty where nothing is said of it."""
    said = sorted(
        (item for item in items if item.kind in ("side", "vulnerable")), key=lambda item: item.kind
    )
    return said[0].value if said else ""


def _board(items: Sequence[_Item], shape: str) -> ScoreQuestion | None:
    """A question that names one number, behind the word for a board or beside the one for dealer."""
    numbers = {item.number for item in items if item.kind == "number"}
    named = "KN" in shape or "W" in shape or "V" in shape
    return (
        ScoreQuestion("board", number=numbers.pop())
        if len(numbers) == 1 and named and set(shape) <= set("KNWVS?")
        else None
    )


def _imps(items: Sequence[_Item], shape: str) -> ScoreQuestion | None:
    """A difference in points, or the scores at two tables: their sum where they have signs, else
    the first less the second."""
    told = (
        (before.kind, item.number)
        for before, item in pairwise([_Item(""), *items])
        if item.kind == "number"
    )
    found = [-number if before in ("dash", "down") else number for before, number in told]
    if (
        not 1 <= len(found) <= 2
        or not set(shape) <= set("I?N-ODMY")
        or "NO" in shape.replace("NON", "N")
    ):
        return None
    if shape == "NI" and (found[0] < _SMALLEST_SWING * 5 or found[0] % 10):
        return None  # '12 imps' are the answer
    signed = len(found) == 1 or not set(shape).isdisjoint("-OD")
    theirs_first = re.match(r"[^N]*Y[^N]*N[^Y]*N", shape) is not None
    return ScoreQuestion(
        "imps", number=sum(found) if signed else (found[0] - found[1]) * (-1 if theirs_first else 1)
    )


def _sure_items(text: str) -> list[_Item]:
    """The words of a question; none where one belongs to none."""
    items, spared = _items(text)
    return [] if spared else items


def _items(text: str) -> tuple[list[_Item], int]:
    """The words of a question without those that only hold it together, and how many belong to
    none; nothing where more can be spared of these."""
    line = tokens(straight(_TOGETHER.sub(" ", _THOUSANDS.sub("", text[: 2 * LONGEST_CONTRACT]))))
    numbers = numbers_in(line)
    levels, strains, words = (
        numbers | _slams().every(line),
        _strains().every(line),
        _words().every(line),
    )
    found: list[_Item] = []
    unknown: list[Token] = []
    place = 0
    while place < len(line):
        word, (level, after) = line[place].word, levels.get(place, (0, 0))
        after += after + 1 < len(line) and line[after].word == "-"
        if glued := _GLUED.fullmatch(word):
            found.append(_Item("bid", f"{glued[1]}{DENOMINATIONS[INITIALS[glued[2]]]}"))
            found += [_Item("redoubled" if glued[3] == "xx" else "doubled")] if glued[3] else []
            found += [_Item("seat", glued[4].upper())] if glued[4] else []
        elif 1 <= level <= 7 and after in strains:
            rank, place = strains[after]
            found.append(_Item("bid", f"{level}{DENOMINATIONS[rank]}"))
            continue
        elif place in words:
            item, place = words[place]
            found += [item] if item.kind else []
            continue
        elif word in _SIGNS:
            found.append(_Item(_SIGNS[word]))
        elif place in numbers:
            number, place = numbers[place]
            found.append(_Item("number", str(number)))
            continue
        elif line[place].is_word:
            unknown.append(line[place])
            if len(unknown) > _SPARE:
                return [], len(unknown)
        place += 1
    needed = any("not" in token.spelt or game_words(token.word) for token in unknown)
    return [] if needed else found, len(unknown)


@cache
def _strains() -> PhraseTable[int]:
    return PhraseTable.of_all(
        lambda language: (
            *(
                ((*names, "cdhsn"[rank], *SUITS[rank : rank + 1]), rank)
                for rank, names in enumerate(language.calls.strains)
            ),
            (language.results.get("notrump", ()), DENOMINATIONS.index("N")),
        )
    )


@cache
def _slams() -> PhraseTable[int]:
    """The words that stand for a level, before the suit: 'small slam in'."""
    return PhraseTable.of_all(
        lambda language: (
            (language.results.get("small_slam", ()), 6),
            (language.results.get("grand_slam", ()), 7),
        )
    )


@cache
def _words() -> PhraseTable[_Item]:
    """Every word of every language; those that only hold a question together have no kind."""
    items = {
        "filler": _Item(""),
        "vulnerable": _Item("vulnerable", "yes"),
        "not_vulnerable": _Item("vulnerable", "no"),
    }
    items |= {side: _Item("side", side) for side in ("none", "both", "ns", "ew")}
    seats = {"north": "N", "east": "E", "south": "S", "west": "W"}
    return PhraseTable.of_all(
        lambda language: (
            *(
                (names, items.get(kind, _Item(kind)))
                for kind, names in language.results.items()
                if kind not in _APART
            ),
            ((*language.frames.get("around", ()), *language.frames.get("before", ())), _Item("")),
            *(
                ((*language.people.get(kind, ()), seat.lower()), _Item("seat", seat))
                for kind, seat in seats.items()
            ),
            (language.calls.doubled, _Item("doubled")),
            (language.calls.redoubled, _Item("redoubled")),
            ((*language.calls.passed, *language.calls.all_passed), _Item("passed")),
        )
    )
