"""No pattern of the program may be slow on any text: each is pumped (prefix, pump, suffix) to the
longest input it is ever given."""

import ast
import importlib
import math
import pkgutil
import re
import string
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from re import _constants as kind  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import lawbot
from lawbot.app import Answers
from lawbot.decide.kinds import Kind
from lawbot.errors import CitationError
from lawbot.faces.discord.messages import question_in
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation, CitationRange
from lawbot.limits import MAX_NAME, MAX_SEARCHED, MAX_SHORT, MAX_STORY, MAX_TYPED
from lawbot.message import tokens
from lawbot.message.message import Message
from lawbot.message.scores import parse_contract
from lawbot.search.query import bounded

LONGEST_INPUT = {
    "lawbot.law.citation._IN_TEXT": MAX_TYPED,
    "lawbot.law.citation": MAX_NAME + 1,
    "lawbot.message.scores": MAX_SHORT,
    "lawbot.search": MAX_SEARCHED,
    "lawbot.book": 300,
}
"""The characters a pattern of a module is given at most; MAX_TYPED where nothing is said.

What reads documents runs at build time over what the operator has chosen; there a pattern must not
explode, no more.
"""
PUMPED = 4
"""Length of a text in multiples of the longest allowed input: there a match that is not linear is
slow."""
BUDGET = 0.05
"""Seconds of processor that a match may take: six times the slowest on a quiet machine."""
PATIENCE = 1.0
"""Seconds of processor after which no further try of a match is made."""
GROWTH = 3
"""Times as long that a text of twice the length may take: linear is 2, square 4."""
_FUNCTIONS = {"compile", "match", "search", "fullmatch", "sub", "split", "findall", "finditer"}


def patterns() -> dict[str, re.Pattern[str]]:
    """Return every pattern of the program by its place: those kept in modules and classes, and
    those written where they are used."""
    pattern_by_name: dict[str, re.Pattern[str]] = {}
    for info in pkgutil.walk_packages(lawbot.__path__, "lawbot."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            pattern_by_name.update(_within(f"{info.name}.{name}", value))
        for call in ast.walk(ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))):
            match call:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re"), attr=attr),
                    args=[ast.Constant(value=str(written)), *_],
                ) if attr in _FUNCTIONS:
                    pattern_by_name[f"{info.name}:{call.lineno}"] = re.compile(written)
    return pattern_by_name


def _within(place: str, value: object) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):  # bytes are of files that we have written ourselves
            yield place, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _within(f"{place}[{key!r}]", inner)
    elif isinstance(value, tuple | list):
        for number, inner in enumerate(value):
            yield from _within(f"{place}[{number}]", inner)
    elif isinstance(value, type) and value.__module__.startswith("lawbot"):
        yield from (
            (f"{place}.{name}", inner)
            for name, inner in vars(value).items()
            if isinstance(inner, re.Pattern)
        )


def attacks(pattern: re.Pattern[str], longest: int) -> Iterator[str]:
    """Texts made to be slow: what leads up to each repetition of the pattern, what it repeats again
    and again, and an end that fails."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    pumps = {(prefix, pump) for prefix, pump in _repeats(list(tree), "") if pump}
    pumps |= {
        (prefix, first + second)
        for prefix, first in pumps
        for other_prefix, second in pumps
        if prefix == other_prefix and first != second
    }
    pumps |= {
        ("", pump)
        for pump in ("a", " ", "1", "(", "a ", "1 ", "a1", ". ", "2 h", "ii", "\n", "*", "[[")
    }
    # a pattern that is exponential shows it on a short text; nobody has to wait for a long
    # one
    for length in (40, 200, longest):
        for prefix, pump in sorted(pumps, key=lambda pair: (len(pair[1]), pair))[:60]:
            body = prefix + pump * (1 + max(0, length - len(prefix)) // len(pump))
            for suffix in ("", "\x00"):
                yield body[: length - len(suffix)] + suffix


def _repeats(items: list[Any], before: str) -> Iterator[tuple[str, str]]:
    for op, value in items:
        if op in (kind.MAX_REPEAT, kind.MIN_REPEAT, kind.POSSESSIVE_REPEAT):
            _least, most, body = value
            inner = list(body)
            for sample in _samples(inner)[:6]:
                if most > 1:
                    yield before, sample
            yield from _repeats(inner, before)
        elif op is kind.SUBPATTERN:
            yield from _repeats(list(value[3]), before)
        elif op is kind.ATOMIC_GROUP:
            yield from _repeats(list(value), before)
        elif op is kind.BRANCH:
            for branch in value[1]:
                yield from _repeats(list(branch), before)
        sample = _samples([(op, value)])
        before += sample[0] if sample else ""


def _samples(items: list[Any]) -> list[str]:
    """Return a few texts that the piece of a pattern matches."""
    texts = [""]
    for op, value in items:
        pieces = _pieces(op, value)
        texts = [text + piece for text in texts[:4] for piece in pieces[:4]]
    return list(dict.fromkeys(texts))


def _pieces(op: Any, value: Any) -> list[str]:
    if op is kind.LITERAL:
        return [chr(value)]
    if op is kind.NOT_LITERAL:
        return ["b" if chr(value) == "a" else "a"]
    if op is kind.ANY:
        return ["a", " "]
    if op is kind.IN:
        return _in_class(value)
    if op in (kind.MAX_REPEAT, kind.MIN_REPEAT, kind.POSSESSIVE_REPEAT):
        least, most, body = value
        inner = _samples(list(body))
        return (
            [sample * max(least, 1 if most else 0) for sample in inner] if least else ["", *inner]
        )
    if op is kind.SUBPATTERN:
        return _samples(list(value[3]))
    if op is kind.ATOMIC_GROUP:
        return _samples(list(value))
    if op is kind.BRANCH:
        return [sample for branch in value[1] for sample in _samples(list(branch))[:2]]
    return [""]


def _in_class(members: list[Any]) -> list[str]:
    candidates = [*"a1 (.-Ab\n*_", *string.printable, "đ", "ก", "♠", "–"]
    chars = [char for char in candidates if _is_in(members, char)]
    return list(dict.fromkeys(chars))[:4] or [""]


@cache
def _category(name: str) -> re.Pattern[str]:
    return re.compile({"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[name.rsplit("_", 1)[-1]])


def _is_in(members: list[Any], char: str) -> bool:
    negated = members[0][0] is kind.NEGATE
    inside = False
    for op, value in members:
        if op is kind.LITERAL:
            inside |= ord(char) == value
        elif op is kind.RANGE:
            inside |= value[0] <= ord(char) <= value[1]
        elif op is kind.CATEGORY:
            in_category = bool(_category(str(value)).match(char))
            inside |= in_category != ("NOT" in str(value))
    return inside != negated


@pytest.mark.parametrize("place", sorted(patterns()))
def test_no_pattern_is_slow_on_any_text(place: str) -> None:
    pattern = patterns_once()[place]
    longest = next(
        (most for room, most in LONGEST_INPUT.items() if place.startswith(room)), MAX_TYPED
    )
    slow = next(
        (attack for attack in attacks(pattern, PUMPED * longest) if _explodes(pattern, attack)),
        None,
    )
    assert slow is None, (
        f"{pattern.pattern!r} explodes on {slow[:60]!r}... ({len(slow)} characters)"
    )


@cache
def patterns_once() -> dict[str, re.Pattern[str]]:
    return patterns()


def _explodes(pattern: re.Pattern[str], attack: str) -> bool:
    """Return whether a match takes long, and grows faster than the text does.

    A busy machine is slow alike on a text and on its half: growth tells it from a bad pattern.
    """
    seconds = _seconds(pattern, attack, enough=BUDGET)
    if seconds <= BUDGET:
        return False
    half = attack[: len(attack) // 2] + attack[-1]
    return seconds > GROWTH * _seconds(pattern, half, enough=0.0)


def _seconds(pattern: re.Pattern[str], text: str, enough: float) -> float:
    """Return the shortest time in seconds of up to twenty tries, matched and searched.

    A busy machine makes a single try slow. The tries end with one as short as ``enough``, or once
    they took ``PATIENCE`` together: a pattern that explodes is not waited for twenty times.
    """
    best = math.inf
    spent = 0.0
    for _ in range(20):
        begin = time.process_time()
        pattern.match(text)
        pattern.search(text)
        seconds = time.process_time() - begin
        best = min(best, seconds)
        spent += seconds
        if best <= enough or spent > PATIENCE:
            break
    return best


def test_the_length_of_texts_given_to_patterns_is_bounded(answers: Answers) -> None:
    for parse in (Citation.parse, CitationRange.parse):
        with pytest.raises(CitationError):
            parse("27B1" + " " * MAX_NAME)
    with pytest.raises(CitationError):
        CitationRange.parse("27B" + " " * MAX_NAME + "to 28")
    assert answers.understanding.understand(" " * MAX_TYPED + "27B1", Reader()).kind is Kind.NOTHING
    assert question_in("<@1>" * MAX_TYPED + "27B1") == ""
    assert bounded("a" + " " * 4 * MAX_SEARCHED + "b") == "a"
    assert len(bounded("a" * 2 * MAX_SEARCHED)) <= MAX_SEARCHED
    assert str(parse_contract("4S" + " " * MAX_SHORT + "X")) == str(parse_contract("4S"))
    assert not Message(" " * MAX_STORY + "partner revoked").told.clauses
    assert len(tokens.straight("a" * 2 * MAX_STORY)) <= MAX_STORY


@pytest.mark.slow
def test_a_pattern_that_explodes_is_seen() -> None:
    assert _explodes(re.compile(r"(a+)+b"), "a" * 21)
    assert not _explodes(re.compile(r"a+b"), "a" * 4000)
