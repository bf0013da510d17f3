"""What stands around what is asked: frames ('what is', 'là gì', 'คืออะไร'), greetings and
particles, taken off by one rule in any language; and what is said of other subjects than bridge,
by the words of these."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache

from lawbot.language import SOURCE, Language, installed
from lawbot.text.tokens import SUITS, PhraseTable, straight, tokens

LONGEST = 120
"""Characters above which a text is more than a name in a frame."""
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
_ENOUGH = 3
"""Words of a subject, of which more tell no more."""
_PICTURES = ("So", "Sk", "Cf", "Cn")
"""The categories of signs that are pictures, or are not seen."""
_AROUND = " !?.,:;…/|-–—>="
_YEAR = re.compile(r"(?:19|20)\d\d|25[3-9]\d")
_MENTION = re.compile(r"<(?:@[!&]?|#|a?:\w{1,32}:)\d{1,20}>|^@\w{1,40}")


@lru_cache(maxsize=64)
def bare(text: str) -> str:
    """What is left of a short text without mentions, pictures, greetings, politeness and the words
    that ask; the text itself where nothing is.

    >>> bare("what is a comparable call please")
    'comparable call'
    """
    line = " ".join(_MENTION.sub(" ", unicodedata.normalize("NFC", text)).split())
    if len(line) > LONGEST:
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


def without_asking(text: str) -> str:
    """A short text that asks what something means, with a sign where it asks; empty for any other.

    >>> without_asking("LA in a ruling means what")
    'LA in a ruling ;'
    """
    said = _meaning().sub(";", straight(text).replace("'", "")) if len(text) <= LONGEST else ""
    return said if ";" in said and len(said.split()) <= _ASKED_IN else ""


def without_chart(text: str) -> str:
    """What a short text asks a flow chart of; empty where it asks for none.

    >>> without_chart("show me the flow chart for claims please")
    'claims'
    """
    line = bare(text) if len(text) <= LONGEST else ""
    name = bare(_charts().sub(" ", line, count=1).strip())
    return name if line != name and name and _charts().search(line) else ""


def said_to_us(text: str) -> str:
    """The command that a text made of small talk asks for: help, situations, quiz, greeting; empty
    for any other text. Somebody who is greeted may have one name that nobody knows, but none of
    a game."""
    if len(text) > LONGEST:
        return ""
    if sign := _talk_of_a_letter().get(text):
        return sign
    line = tokens(straight(text))
    talk = _talk().every(line)
    kinds: set[str] = set()
    greeted = False
    place = unknown = after = 0
    while place < len(line):
        known = talk.get(place)
        if known is None and any(char.isdigit() for char in line[place].word):
            return ""
        if known is None and unicodedata.category(line[place].word[0])[0] in "LMN":
            unknown += place == 0 or place != after or line[place - 1].end != line[place].start
            greeted = greeted or kinds >= {"greeting"}
            after = place + 1
        kind, place = known or ("", place + 1)
        kinds.add(kind)
    if unknown and (unknown > 1 or not greeted or game_words(text) or is_elsewhere(text)):
        return ""
    return next((kind for kind in ("quiz", "situations", "help", "greeting") if kind in kinds), "")


def asks_edition(text: str) -> bool:
    """Whether a text asks which Laws these are, whether they are current, or for those of a year,
    and nothing else.

    >>> asks_edition("which version of the laws is this")
    True
    """
    if len(text) > LONGEST:
        return False
    line = tokens(straight(text))
    phrases = _book_talk().every(line)
    kinds: set[str] = set()
    place = 0
    while place < len(line):
        word = line[place].word
        if place in phrases:
            kind, place = phrases[place]
            kinds.add(kind)
            continue
        if _YEAR.fullmatch(word):
            kinds.add("year")
        elif line[place].is_word:
            return False
        place += 1
    return "edition" in kinds or ("book" in kinds and not kinds.isdisjoint(("dated", "year")))


@cache
def _book_talk() -> PhraseTable[str]:
    """The words of questions for the book itself: those that ask for it by themselves, those that
    ask beside a word for the Laws, these words."""
    fillers = ("filler", "around", "before", "behind", "articles", "edition_around")
    return PhraseTable.of_all(
        lambda language: (
            (language.frames.get("edition", ()), "edition"),
            (language.frames.get("edition_of_book", ()), "dated"),
            (
                (
                    *language.citing.get("book", ()),
                    *language.citing.get("law", ()),
                    *language.frames.get("edition_book", ()),
                ),
                "book",
            ),
            *((language.frames.get(kind, ()), "") for kind in fillers),
            (language.citing.get("dated", ()), ""),
        )
    )


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


@cache
def _talk() -> PhraseTable[str]:
    """The words of small talk by the command they ask for; those that only stand around it ask for
    none."""
    return PhraseTable.of_all(
        lambda language: (
            *(
                (
                    (
                        *sorted(name for name in said if len(name) > 1),
                        *language.frames.get(kind, ()),
                    ),
                    kind,
                )
                for kind, said in _doors(language)
            ),
            *(
                (language.frames.get(kind, ()), "")
                for kind in ("filler", "around", "before", "behind", "articles")
            ),
        )
    )


@cache
def _talk_of_a_letter() -> dict[str, str]:
    """Commands of one sign, which stand for one only alone."""
    every = [door for language in installed().values() for door in _doors(language)]
    return {name: kind for kind, names in every for name in names if len(name) == 1}


def _doors(language: Language) -> tuple[tuple[str, frozenset[str]], ...]:
    doors = language.doors
    return (
        ("quiz", doors.quiz),
        ("situations", doors.situations),
        ("help", doors.help),
        ("greeting", doors.greetings),
    )


# -- what it is about
# --------------------------------------------------------------------------------------------------


def is_elsewhere(text: str) -> bool:
    """Whether a text has words of another subject (weather, football, other games, laws and
    bridges, prices, code) and none of a bridge game.

    >>> is_elsewhere("who won the football last night")
    True
    """
    found = _named(text)
    return found["words"] > 0 == found["bridge"] and found["perhaps"] <= found["words"] + 1


def game_words(text: str) -> int:
    """How many words of a text are said of a bridge game, be it of others as well."""
    found = _named(text)
    return found["bridge"] + found["perhaps"]


def subject_signs(text: str) -> tuple[int, int, int]:
    """How many words of a text only a bridge game has, how many it shares with others, and how many
    more than of bridge are of other subjects; as far as more of them tell more."""
    found = _named(text)
    others = max(0, found["words"] - found["bridge"])
    return min(_ENOUGH, found["bridge"]), min(_ENOUGH, found["perhaps"]), min(_ENOUGH, others)


def _named(text: str) -> Counter[str]:
    """How many words of each list stand in a text."""
    return Counter(_subjects().along(tokens(straight(text))))


@cache
def _subjects() -> PhraseTable[str]:
    return PhraseTable.of_all(
        lambda language: (
            ((*names, *(f"{name}s" for name in names)), kind)
            for kind, names in language.elsewhere.items()
        )
    )
