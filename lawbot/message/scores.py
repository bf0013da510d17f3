"""Questions about the tables of Laws 77, 78 and 2, in words of any language and order.

They are about a contract with its result, a board, or IMPs. A text is no such question unless every
word of it belongs to one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from lawbot.errors import N_, ScoreError
from lawbot.language import Language
from lawbot.law.scoring import Contract
from lawbot.limits import MAX_SHORT, MAX_SUM
from lawbot.message.auction_pieces import DENOMINATIONS, INITIALS
from lawbot.message.message import Message
from lawbot.message.tokens import SUITS, PhraseTable, Token, numbers_in, spellings, straight, tokens
from lawbot.message.topic import game_words

_SMALLEST_SWING = 100
"""Fewest points of a number beside *IMPs* that is a difference in points: a multiple of ten."""
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
"""Kinds of words that are read as parts of a number or a bid."""
_THOUSANDS = re.compile(r"(?<=\d)[,.](?=\d{3}(?!\d))")
_TOGETHER = re.compile(r"(?<=[^\W\d]{2})(?=\d)|(?<=\d\d)(?=[^\W\d]{2})")
"""The boundary of a word and a number written as one: 'bd22', '620imps'."""
_MAX_UNKNOWN = 2
"""Most unknown words, none a word of the game, in a question that is ``_COMPLETE``."""
_COMPLETE = (("I", "N"), ("K", "N", "WV"), ("B", "DOUPM", "V?"))
"""Letters of items: a question is complete if it has one of each string of a row."""
_LETTERS = {
    "bid": "B", "doubled": "X", "redoubled": "R", "seat": "S", "vulnerable": "V", "side": "V", "number": "N", "dash": "-", "down": "D",
    "undertricks": "U", "over": "O", "overtricks": "P", "made": "M", "tricks": "T", "score": "?", "board": "K", "dealer": "W", "imps": "I",
    "passed": "A", "theirs": "Y",
}  # fmt: skip
"""The letter of each kind of item in the shape of a question."""
_RESULT = re.compile(
    r"M?(?:(?P<down>[-D]+N[TD]?|NT?D|D?NU|D?U)|(?P<over>O+N[PTO]*|N[OP]|O?P)|(?P<all>M?NT)|(?P<made>MN(?![DOPU])|M))M?|(?P<dash>-)|(?P<other>.)"
)
_NO_RESULT = ("bid", "doubled", "redoubled", "seat", "vulnerable", "side", "score")
"""Kinds of items that do not tell the result of a contract."""


class ScoreQuestion(NamedTuple):
    """A question about the tables of Laws 77, 78 and 2, read from words.

    ``kind`` is 'score', 'imps' or 'board'; ``contract`` None in a score is a board passed out;
    ``vulnerable`` is empty if the text does not mention it; ``number`` is the board's, or the
    difference in points.
    """

    kind: str
    contract: Contract | None = None
    vulnerable: str = ""
    number: int = 0


class _Item(NamedTuple):
    """One or more words of a question: their kind, and their value if they have one."""

    kind: str
    value: str = ""

    @property
    def number(self) -> int:
        return int(self.value or 1)


def read_question(text: str) -> ScoreQuestion | None:
    """Return the question that a text asks of the score tables, or None.

    Read are 'score 4SX vul -2', '3NT making 4', 'who deals board 7', 'IMPs for 620'. A contract
    alone ('4S') is no such question: it needs a result, a vulnerability, or a word that asks for
    its score. Raises ScoreError for a result that no contract can have.

    >>> read_question("4 hearts plus two nonvul").contract
    Contract(level=4, denomination='H', doubled=0, result=2, declarer='')
    """
    items, unknown_count = _items(text)
    shape = _shape(items)
    if not items or (unknown_count and not _is_complete(shape)):
        return None
    if "I" in shape:
        return _imps(items, shape)
    items = [item for item in items if item.kind != "theirs"]
    shape = shape.replace("Y", "")
    if "B" not in shape and not set(shape).isdisjoint("KWV"):
        return _board(items, shape)
    if shape.replace("?", "") == "A" and "?" in shape:
        return ScoreQuestion("score")
    contract = _contract(items)
    if contract is None or set(shape).isdisjoint("?VDOUPMN"):
        return None
    return ScoreQuestion("score", *contract)


def _shape(items: Sequence[_Item]) -> str:
    """Return the letters of the kinds of some items, in order."""
    return "".join(_LETTERS[item.kind] for item in items)


def _is_complete(shape: str) -> bool:
    """Return whether a shape has all that some kind of question needs."""
    letters = set(shape)
    return any(all(letters & set(choices) for choices in needs) for needs in _COMPLETE)


def parse_contract(text: str, result: str = "") -> Contract | None:
    """Return the contract that a text names, or None for 'pass' (all four passed).

    Read are '4SX by N +1', '3nt=', '6♥xx-2', '4 spades doubled down 2'. ``result`` may be apart: '=', '+1', '-2', 'made'. Raises ScoreError for anything else.

    >>> parse_contract("4SX by N", "-1")
    Contract(level=4, denomination='S', doubled=1, result=-1, declarer='N')
    """
    return read_contract(text, result)[0]


def read_contract(text: str, result: str = "") -> tuple[Contract | None, str]:
    """Return the contract and the vulnerability ('4S vul -1': yes), empty if none is named.

    Raises ScoreError.
    """
    items = _sure_items(f"{text[:MAX_SHORT]} {result[:MAX_SHORT]}")
    kinds = [item.kind for item in items]
    if [kind for kind in kinds if kind not in ("made", "vulnerable", "side")] == ["passed"]:
        return None, _vulnerability(items)
    contract = _contract(items)
    if contract is None:
        raise ScoreError(
            N_("Write the contract as 4S, 3NTX or 6HXX, then the result: =, +1 or -2.")
        )
    return contract


def side_named(text: str) -> str:
    """Return the vulnerability that a text names and nothing else, or else the text itself.

    It is none, both, ns, ew, yes or no.
    """
    items = _sure_items(text)
    if items and {item.kind for item in items} <= {"vulnerable", "side"}:
        return _vulnerability(items)
    return text


def names_double(text: str) -> bool:
    """Return whether a text has a word or sign for a double in it, as 'undoubled' has."""
    names = spellings(lambda language: language.calls.doubled)
    words = text.casefold()
    return words.strip() in _SIGNS or any(name in words for name in names)


def scores_in(text: str) -> tuple[int, ...] | None:
    """Return the scores that a text lists, or None if it has a word for anything else.

    >>> scores_in("620, -50 and +170")
    (620, -50, 170)
    """
    items, unknown_count = _items(text)
    if unknown_count or not set(_shape(items)) <= set("N-DO?YI"):
        return None
    return tuple(_signed_numbers(items))


def conditions_in(text: str) -> tuple[str, str] | None:
    """Return the declarer's seat and the vulnerability that a text names, empty for none.

    None if it has a word for anything else.
    """
    items, unknown_count = _items(text)
    seats = [item.value for item in items if item.kind == "seat"]
    if unknown_count or len(seats) > 1 or not set(_shape(items)) <= set("SV?"):
        return None
    return "".join(seats), _vulnerability(items)


def _contract(items: Sequence[_Item]) -> tuple[Contract, str] | None:
    """Return the contract and its vulnerability, or None if something is left over or repeated.

    Raises ScoreError.
    """
    by_kind = {item.kind: item for item in items}
    counts = Counter(item.kind for item in items)
    result_items = [item for item in items if item.kind not in _NO_RESULT]
    if counts["bid"] != 1 or counts["seat"] > 1 or counts["doubled"] + counts["redoubled"] > 1:
        return None
    level, strain = int(by_kind["bid"].value[0]), by_kind["bid"].value[1]
    tricks = _result(result_items, level)
    if tricks is None:
        return None
    if not -(level + 6) <= tricks <= 7 - level:
        raise ScoreError(_BOUNDS, level=level, over=7 - level, down=level + 6)
    doubled = 2 if counts["redoubled"] else counts["doubled"]
    seat = by_kind["seat"].value if counts["seat"] else ""
    return Contract(level, strain, doubled, tricks, seat), _vulnerability(items)


def _result(items: Sequence[_Item], level: int) -> int | None:
    """Return tricks over or under, 0 without items, or None if they tell no single result."""
    shape = _shape(items)
    # made and off at once is a score in dispute: 'we scored 3NT making and it was one off'
    if {"M", "D"} <= set(shape):
        return None
    results: list[int] = []
    for match in _RESULT.finditer(shape):
        matched = items[match.start() : match.end()]
        number = next((item.number for item in matched if item.kind == "number"), 0)
        match match.lastgroup:
            case "down":
                results.append(-(number or 1))
            case "over":
                results.append(number or 1)
            case "all":
                results.append(number - 6 - level)
            case "made" if not number:
                results.append(0)
            case "made":
                # 'making 4' counts odd tricks, 'making 10' all tricks
                results.append(number - 6 - level if number > 7 else number - level)
            case "other":
                return None
    if not results:
        return 0
    return results[0] if len(results) == 1 else None


def _vulnerability(items: Sequence[_Item]) -> str:
    """Return none, both, ns, ew, yes or no; empty if no item names a vulnerability."""
    # a side counts before a mere yes
    for kind in ("side", "vulnerable"):
        for item in items:
            if item.kind == kind:
                return item.value
    return ""


def _board(items: Sequence[_Item], shape: str) -> ScoreQuestion | None:
    """Return a question about one board, numbered after its word or beside the word for dealer."""
    numbers = {item.number for item in items if item.kind == "number"}
    names_board = "KN" in shape or "W" in shape or "V" in shape
    if len(numbers) != 1 or not names_board or not set(shape) <= set("KNWVS?"):
        return None
    return ScoreQuestion("board", number=numbers.pop())


def _imps(items: Sequence[_Item], shape: str) -> ScoreQuestion | None:
    """Return a question about a difference in points, or about the scores at two tables.

    Scores with signs are added; without signs the second is subtracted from the first.
    """
    scores = _signed_numbers(items)
    if not 1 <= len(scores) <= 2 or not set(shape) <= set("I?N-ODMY"):
        return None
    if "NO" in shape.replace("NON", "N"):
        return None
    # '12 imps' are the answer
    if shape == "NI" and (scores[0] < _SMALLEST_SWING or scores[0] % 10):
        return None
    if len(scores) == 1 or not set(shape).isdisjoint("-OD"):
        return ScoreQuestion("imps", number=sum(scores))
    difference = scores[0] - scores[1]
    theirs_first = re.match(r"[^N]*Y[^N]*N[^Y]*N", shape) is not None
    return ScoreQuestion("imps", number=-difference if theirs_first else difference)


def _signed_numbers(items: Sequence[_Item]) -> list[int]:
    """Return the numbers of a question, each with its sign."""
    scores: list[int] = []
    for previous, item in pairwise([_Item(""), *items]):
        if item.kind == "number":
            is_negative = previous.kind in ("dash", "down")
            scores.append(-item.number if is_negative else item.number)
    return scores


def _sure_items(text: str) -> list[_Item]:
    """Return the items of a text; none if it has an unknown word."""
    items, unknown_count = _items(text)
    return [] if unknown_count else items


def _items(text: str) -> tuple[list[_Item], int]:
    """Return the items of a question without its fillers, and the number of unknown words.

    There are no items if too many words are unknown, or if one is a word of the game.
    """
    line = tokens(straight(_TOGETHER.sub(" ", _THOUSANDS.sub("", text[:MAX_SUM]))))
    numbers = numbers_in(line)
    levels = numbers | _slams().every(line)
    strains = _strains().every(line)
    words = _words().every(line)
    items: list[_Item] = []
    unknown: list[Token] = []
    index = 0
    while index < len(line):
        word = line[index].word
        level, level_end = levels.get(index, (0, 0))
        # '4-hearts': a dash may join the level to its suit
        level_end += level_end + 1 < len(line) and line[level_end].word == "-"
        if glued := _GLUED.fullmatch(word):
            items += _glued_items(glued)
        elif 1 <= level <= 7 and level_end in strains:
            rank, index = strains[level_end]
            items.append(_Item("bid", f"{level}{DENOMINATIONS[rank]}"))
            continue
        elif index in words:
            item, index = words[index]
            if item.kind:
                items.append(item)
            continue
        elif word in _SIGNS:
            items.append(_Item(_SIGNS[word]))
        elif index in numbers:
            number, index = numbers[index]
            items.append(_Item("number", str(number)))
            continue
        elif line[index].is_word:
            unknown.append(line[index])
            if len(unknown) > _MAX_UNKNOWN:
                return [], len(unknown)
        index += 1
    if any("not" in token.spelt or game_words(Message(token.word)) for token in unknown):
        return [], len(unknown)
    return items, len(unknown)


def _glued_items(glued: re.Match[str]) -> Iterator[_Item]:
    """Yield the items of a contract written as one word: '4sxn'."""
    level, strain, doubles, seat = glued.groups()
    yield _Item("bid", f"{level}{DENOMINATIONS[INITIALS[strain]]}")
    if doubles:
        yield _Item("redoubled" if doubles == "xx" else "doubled")
    if seat:
        yield _Item("seat", seat.upper())


@cache
def _strains() -> PhraseTable[int]:
    """Return the rank of each word for a denomination."""

    def strains(language: Language) -> Iterator[tuple[Iterable[str], int]]:
        for rank, names in enumerate(language.calls.strains):
            yield (*names, "cdhsn"[rank], *SUITS[rank : rank + 1]), rank
        yield language.results.get("notrump", ()), DENOMINATIONS.index("N")

    return PhraseTable.of_all(strains)


@cache
def _slams() -> PhraseTable[int]:
    """Return the level of each phrase for a slam that stands before its suit: 'small slam in'."""

    def slams(language: Language) -> Iterator[tuple[Iterable[str], int]]:
        yield language.results.get("small_slam", ()), 6
        yield language.results.get("grand_slam", ()), 7

    return PhraseTable.of_all(slams)


@cache
def _words() -> PhraseTable[_Item]:
    """Return the items of the words of every language; fillers have no kind."""
    items = {
        "filler": _Item(""),
        "vulnerable": _Item("vulnerable", "yes"),
        "not_vulnerable": _Item("vulnerable", "no"),
    }
    items |= {side: _Item("side", side) for side in ("none", "both", "ns", "ew")}
    seats = {"north": "N", "east": "E", "south": "S", "west": "W"}

    def entries(language: Language) -> Iterator[tuple[Iterable[str], _Item]]:
        # the order matters: of two equal phrases the first counts
        for kind, names in language.results.items():
            if kind not in _APART:
                yield names, items.get(kind, _Item(kind))
        frames = language.frames
        yield (*frames.get("around", ()), *frames.get("before", ())), _Item("")
        for kind, seat in seats.items():
            yield (*language.people.get(kind, ()), seat.lower()), _Item("seat", seat)
        calls = language.calls
        yield calls.doubled, _Item("doubled")
        yield calls.redoubled, _Item("redoubled")
        yield (*calls.passed, *calls.all_passed), _Item("passed")

    return PhraseTable.of_all(entries)
