"""Small talk in any language: greetings, calls for help, questions for the book or a commentary."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from lawbot.language import Language, installed
from lawbot.limits import MAX_NAME
from lawbot.message.message import Message
from lawbot.message.tokens import PhraseTable
from lawbot.message.topic import game_words, is_elsewhere

_FILLERS = ("filler", "around", "before", "behind", "articles")
"""Kinds of words that ask for nothing."""
_YEAR = re.compile(r"(?:19|20)\d\d|25[3-9]\d")


def said_to_us(message: Message) -> str:
    """Return the command that small talk asks for, or an empty text.

    Commands are help, situations, quiz and greeting. After a greeting one unknown name may stand,
    but no word of a game.
    """
    if len(message.text) > MAX_NAME:
        return ""
    if message.text in _talk_of_a_letter():
        return _talk_of_a_letter()[message.text]
    tokens = message.tokens
    phrases = _talk().every(tokens)
    kinds: set[str] = set()
    follows_greeting = False
    index = unknown_words = word_end = 0
    while index < len(tokens):
        if index in phrases:
            kind, index = phrases[index]
            kinds.add(kind)
            continue
        token = tokens[index]
        if any(char.isdigit() for char in token.word):
            return ""
        if unicodedata.category(token.word[0])[0] in "LMN":
            # in a script without blanks each letter is a token: adjoining ones are one word
            goes_on = index and index == word_end and tokens[index - 1].end == token.start
            unknown_words += not goes_on
            follows_greeting = follows_greeting or "greeting" in kinds
            word_end = index + 1
        kinds.add("")
        index += 1
    if unknown_words:
        may_be_name = unknown_words == 1 and follows_greeting
        if not may_be_name or game_words(message) or is_elsewhere(message):
            return ""
    commands = (kind for kind in ("quiz", "situations", "help", "greeting") if kind in kinds)
    return next(commands, "")


def asks_edition(message: Message) -> bool:
    """Return whether a text only asks which Laws these are, if they are current, or for a year's.

    >>> asks_edition(Message("which version of the laws is this"))
    True
    """
    if len(message.text) > MAX_NAME:
        return False
    tokens = message.tokens
    phrases = _book_talk().every(tokens)
    kinds: set[str] = set()
    index = 0
    while index < len(tokens):
        if index in phrases:
            kind, index = phrases[index]
            kinds.add(kind)
            continue
        if _YEAR.fullmatch(tokens[index].word):
            kinds.add("year")
        elif tokens[index].is_word:
            return False
        index += 1
    return "edition" in kinds or ("book" in kinds and not kinds.isdisjoint(("dated", "year")))


@cache
def _book_talk() -> PhraseTable[str]:
    """Return the words of questions for the book itself, by kind.

    ``edition`` asks for it alone, ``dated`` beside a word of ``book``.
    """

    def words_of(language: Language) -> Iterator[tuple[Iterable[str], str]]:
        frames, citing = language.frames, language.citing
        yield frames.get("edition", ()), "edition"
        yield frames.get("edition_of_book", ()), "dated"
        for words in (
            citing.get("book", ()),
            citing.get("law", ()),
            frames.get("edition_book", ()),
        ):
            yield words, "book"
        for kind in (*_FILLERS, "edition_around"):
            yield frames.get(kind, ()), ""
        yield citing.get("dated", ()), ""

    return PhraseTable.of_all(words_of)


def asked_body(message: Message, names: PhraseTable[str]) -> str | None:
    """Return the body whose commentary a text asks for, as it is typed there.

    ``names`` is a table of ``body_names``. The body is empty if any will do, and None if the text
    asks for no commentary.

    >>> asked_body(Message("what does the EBU say about law 40"), body_names([]))
    'EBU'
    """
    phrases = names.every(message.tokens)
    kinds = {kind for kind, _end in phrases.values()}
    if kinds.isdisjoint(("any", "asking")) or kinds <= {"asking"}:
        return None
    bodies = []
    for index, (kind, end) in phrases.items():
        if kind == "body":
            span = slice(message.tokens[index].start, message.tokens[end - 1].end)
            bodies.append(message.line[span].removesuffix("'s"))
    return max(bodies, key=len, default="")


def body_names(names: Iterable[str]) -> PhraseTable[str]:
    """Return the words that ask for a commentary, and those that name its body.

    ``names`` are those of the commentaries that are here.
    """

    def entries(language: Language) -> Iterator[tuple[Iterable[str], str]]:
        bodies, asking = (language.frames.get(kind, ()) for kind in ("bodies", "commentary"))
        # 'the commentary' asks, and is that of anybody
        yield set(bodies) & set(asking), "any"
        yield asking, "asking"
        yield (*bodies, *spoken_names), "body"

    spoken_names = [name for name in names if any(map(str.isalnum, name))]
    return PhraseTable.of_all(entries)


@cache
def _talk() -> PhraseTable[str]:
    """Return the words of small talk by the command they ask for, fillers by none."""

    def words_of(language: Language) -> Iterator[tuple[Iterable[str], str]]:
        for kind, names in _doors(language).items():
            yield sorted(name for name in names if len(name) > 1), kind
            yield language.frames.get(kind, ()), kind
        for kind in _FILLERS:
            yield language.frames.get(kind, ()), ""

    return PhraseTable.of_all(words_of)


@cache
def _talk_of_a_letter() -> dict[str, str]:
    """Return the commands of one sign, which count only if nothing else is typed."""
    commands: dict[str, str] = {}
    for language in installed().values():
        for kind, names in _doors(language).items():
            commands |= dict.fromkeys((name for name in names if len(name) == 1), kind)
    return commands


def _doors(language: Language) -> dict[str, frozenset[str]]:
    """Return the words of a language for each command."""
    doors = language.doors
    return {
        "quiz": doors.quiz,
        "situations": doors.situations,
        "help": doors.help,
        "greeting": doors.greetings,
    }
