"""Frames around a question: 'what is', 'là gì', 'คืออะไร', greetings and particles.

One rule takes them off in any language.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from lawbot.language import SOURCE, installed
from lawbot.limits import MAX_NAME
from lawbot.message.tokens import SUITS

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
    """The text without the signs around it."""
    while line:
        inner = line.strip(_AROUND)
        if (
            inner
            and unicodedata.category(inner[-1]) in (*_PICTURES, "Mn")
            and inner[-1] not in SUITS
            and not _is_mark(inner)
        ):
            inner = inner[:-1]
        if inner and unicodedata.category(inner[0]) in _PICTURES and inner[0] not in SUITS:
            inner = inner[1:]
        if (
            len(inner) > 2
            and _PAIRS.get(inner[0]) == inner[-1]
            and inner[0] not in inner[1:-1].strip(inner[0] + inner[-1])
        ):
            inner = inner[1:-1]
        if inner == line:
            break
        line = inner
    return line


def _is_mark(line: str) -> bool:
    """Whether the last sign is a mark of the letter before it."""
    return (
        unicodedata.category(line[-1]) == "Mn"
        and len(line) > 1
        and unicodedata.category(line[-2])[0] in "LM"
    )


@cache
def _lettered() -> re.Pattern[str]:
    """The end of a citation, whose letter is no particle: '16 b 1 a', 'twenty-three a'."""
    numbers = _any((*installed()[SOURCE].numerals, *installed()[SOURCE].tens))
    return re.compile(rf"(?:\d|{numbers}) [a-z]$", re.IGNORECASE)


@cache
def _frames() -> tuple[re.Pattern[str], re.Pattern[str], tuple[str, ...]]:
    """What may stand before a text, and behind it, this also as plain endings; an article only
    between a frame and what it asks for."""
    before: list[str] = []
    behind: list[str] = []
    articles: list[str] = []
    for language in installed().values():
        said = language.frames
        around = (*said.get("around", ()), *language.doors.greetings)
        before += [
            spelling
            for name in (*said.get("before", ()), *around)
            for spelling in (name, language.plain(name))
        ]
        behind += [
            spelling
            for name in (*said.get("behind", ()), *around)
            for spelling in (name, language.plain(name))
        ]
        articles += said.get("articles", ())
    article = rf"(?:\s+(?:{_any(articles)})(?=\s))*"
    return (
        re.compile(rf"^(?:{_any(before)}){article}[\s,.:!?…-]*", re.IGNORECASE),
        re.compile(rf"[\s,.:!?…-]*(?:{_any(behind)})$", re.IGNORECASE),
        tuple({name.casefold() for name in behind}),
    )


def _any(names: Iterable[str]) -> str:
    """A pattern of any of these, the longest first; words of a script with blanks stand alone."""
    blankless = "".join(
        language.written.letters for language in installed().values() if not language.has_words
    )
    ordered = sorted(set(names), key=lambda name: (-len(name), name))
    return "|".join(
        re.escape(name) if re.search(f"[{blankless}]", name) else rf"(?<!\w){re.escape(name)}(?!\w)"
        for name in ordered
    )


@cache
def _meaning() -> re.Pattern[str]:
    return re.compile(
        _any(
            name for language in installed().values() for name in language.frames.get("meaning", ())
        ),
        re.IGNORECASE,
    )


@cache
def _charts() -> re.Pattern[str]:
    """The words for a flow chart, at either end of a text."""
    said = (
        (language, name)
        for language in installed().values()
        for name in language.frames.get("chart", ())
    )
    names = _any(spelling for language, name in said for spelling in (name, language.plain(name)))
    return re.compile(rf"^(?:{names})(?=\W|$)?|(?:{names})$", re.IGNORECASE)
