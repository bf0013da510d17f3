"""Frames around a question: 'what is', 'là gì', 'คืออะไร', greetings and particles.

One rule takes them off in any language.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from lawbot.language import SOURCE, Language, installed
from lawbot.limits import MAX_NAME
from lawbot.message.tokens import SUITS, spellings

_ASKED_IN = 10
"""Words of a text that asks what something means, at most."""
_PAIRS = {
    "[": "]",
    "(": ")",
    '"': '"',
    "'": "'",
    "“": "”",
    "‘": "’",
    "«": "»",
    "*": "*",
    "_": "_",
    "`": "`",
    "~": "~",
}
_PICTURES = ("So", "Sk", "Cf", "Cn")
"""The categories of signs that are pictures, or are not seen."""
_LIKENED = 2
"""Names in a question that likens one to another."""
_AROUND = " !?.,:;…/|-–—>="
_MENTION = re.compile(r"<(?:@[!&]?|#|a?:\w{1,32}:)\d{1,20}>|^@\w{1,40}")


def bare(text: str) -> str:
    """Return a short text without mentions, pictures, greetings and the words that ask.

    The text is unchanged if nothing would be left, or if it is long.

    >>> bare("what is a comparable call please")
    'comparable call'
    """
    line = " ".join(_MENTION.sub(" ", unicodedata.normalize("NFC", text)).split())
    if len(line) > MAX_NAME:
        return text
    before, behind, ends = _frames()
    while True:
        shorter = _unsigned(line)
        shorter = before.sub("", shorter, count=1).strip() or shorter
        # the pattern would be tried at every sign
        if shorter.casefold().endswith(ends) and not _lettered().search(shorter):
            shorter = behind.sub("", shorter, count=1).strip() or shorter
        if shorter == line:
            return line or text
        line = shorter


def without_asking(line: str) -> str:
    """Return a short line that asks for a meaning, with a sign where it asks; else empty.

    >>> without_asking("LA in a ruling means what")
    'LA in a ruling ;'
    """
    if len(line) > MAX_NAME:
        return ""
    subject = _meaning().sub(";", line.replace("'", ""))
    return subject if ";" in subject and len(subject.split()) <= _ASKED_IN else ""


def likened(line: str) -> list[str]:
    """Return the two names of which a short line asks whether one is the other; else none.

    >>> likened("is a pass a bid?")
    ['pass', 'bid']
    """
    if len(line) > MAX_NAME or not _likening().search(line):
        return []
    parts = _likening().sub(";", line).split(";")
    names = [name for name in (part.strip(_AROUND) for part in parts) if name]
    # one sign alone is an article: 'undo a claim'
    return names if len(names) == _LIKENED < len(parts) else []


def without_chart(core: str) -> str:
    """Return the subject of a flow chart asked for in a text without frame; else empty.

    >>> without_chart("flow chart for claims")
    'claims'
    """
    if len(core) > MAX_NAME or not _charts().search(core):
        return ""
    name = bare(_charts().sub(" ", core, count=1).strip())
    return name if name != core else ""


def _unsigned(line: str) -> str:
    """Return the text without the signs around it."""
    inner = line.strip(_AROUND)
    if inner and _is_picture(inner[-1], "Mn") and not _is_mark(inner):
        inner = inner[:-1]
    if inner and _is_picture(inner[0]):
        inner = inner[1:]
    is_paired = len(inner) > 2 and _PAIRS.get(inner[0]) == inner[-1]
    # '(a) or (b)' has two pairs
    if is_paired and inner[0] not in inner[1:-1].strip(inner[0] + inner[-1]):
        inner = inner[1:-1]
    # at most ``MAX_NAME`` signs stand around a text
    return inner if inner == line else _unsigned(inner)


def _is_picture(sign: str, *further: str) -> bool:
    """Return whether a sign is a picture or is not seen, or is of a further category."""
    return unicodedata.category(sign) in (*_PICTURES, *further) and sign not in SUITS


def _is_mark(line: str) -> bool:
    """Return whether the last sign is a mark of the letter before it."""
    return (
        unicodedata.category(line[-1]) == "Mn"
        and len(line) > 1
        and unicodedata.category(line[-2])[0] in "LM"
    )


@cache
def _lettered() -> re.Pattern[str]:
    """Return the pattern of the end of a citation, whose letter is no particle: '16 b 1 a', 'twenty-three a'."""
    numbers = _any((*installed()[SOURCE].numerals, *installed()[SOURCE].tens))
    return re.compile(rf"(?:\d|{numbers}) [a-z]$", re.IGNORECASE)


@cache
def _frames() -> tuple[re.Pattern[str], re.Pattern[str], tuple[str, ...]]:
    """Return patterns of what stands before a text and behind it, and the latter's plain words.

    An article stands only between a frame and what it asks for.
    """
    before = spellings(lambda language: _framing(language, "before"))
    behind = spellings(lambda language: _framing(language, "behind"))
    article = rf"(?:\s+(?:{_any(_words('articles'))})(?=\s))*"
    return (
        re.compile(rf"^(?:{_any(before)}){article}[\s,.:!?…-]*", re.IGNORECASE),
        re.compile(rf"[\s,.:!?…-]*(?:{_any(behind)})$", re.IGNORECASE),
        tuple({name.casefold() for name in behind}),
    )


def _framing(language: Language, kind: str) -> Iterable[str]:
    """Return the words of a language that stand before a question, or behind it."""
    frames = language.frames
    return (*frames.get(kind, ()), *frames.get("around", ()), *language.doors.greetings)


def _words(kind: str) -> list[str]:
    """Return the words of one kind around a question, in every language."""
    return spellings(lambda language: language.frames.get(kind, ()))


def _any(names: Iterable[str]) -> str:
    """Return a pattern of any of some names, the longest first.

    Words of a script with blanks stand alone.
    """
    scripts = [
        language.written.letters for language in installed().values() if not language.has_words
    ]
    blankless = re.compile(f"[{''.join(scripts)}]")
    alternatives: list[str] = []
    for name in sorted(set(names), key=lambda name: (-len(name), name)):
        pattern = re.escape(name)
        alternatives.append(pattern if blankless.search(name) else rf"(?<!\w){pattern}(?!\w)")
    return "|".join(alternatives)


@cache
def _meaning() -> re.Pattern[str]:
    return re.compile(_any(_words("meaning")), re.IGNORECASE)


@cache
def _likening() -> re.Pattern[str]:
    return re.compile(_any(_words("likening")), re.IGNORECASE)


@cache
def _charts() -> re.Pattern[str]:
    """Return the pattern of the words for a flow chart, at either end of a text."""
    names = _any(_words("chart"))
    return re.compile(rf"^(?:{names})(?=\W|$)?|(?:{names})$", re.IGNORECASE)
