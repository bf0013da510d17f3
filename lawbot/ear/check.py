"""Check what a language model has filled in: nothing is taken that the text does not say.

The checks stop invention, not misreading: so what is taken is also shown, with a way to mend it.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from lawbot.charts.load import Situations
from lawbot.charts.walk import walk
from lawbot.ear.form import Entry
from lawbot.errors import WalkError
from lawbot.language import SOURCE, installed
from lawbot.message.message import Message
from lawbot.message.native_phrases import Clause as NativeClause
from lawbot.message.native_phrases import clauses_of
from lawbot.message.phrases import Clause
from lawbot.message.tokens import straight
from lawbot.message.vocabulary import vocabulary

Facts = dict[str, tuple[str, str]]
"""Facts, each with its answer and the words that tell it."""


class Stopped(StrEnum):
    """The check that has stopped an entry."""

    UNKNOWN = "no such question or answer"
    QUOTE = "words that are not in the text"
    HEDGED = "denied, supposed, asked or disputed"
    TWICE = "two answers to one question"
    WALK = "no way through the chart"


class Checked(NamedTuple):
    """The facts taken, and how many entries each check has stopped.

    The counts are for who measures; nobody is told of them.
    """

    facts: Facts
    stopped: Counter[Stopped]


def check(
    entries: Iterable[Entry],
    askable: Mapping[str, Collection[str]],
    message: Message,
    situations: Situations,
    chart_id: str,
    own_facts: Mapping[str, str],
) -> Checked:
    """Return the entries that pass every check, as facts.

    ``askable`` are the facts and answers that the form offered, ``own_facts`` those that the
    bot has heard itself: they stay, and the others have to go with them.

    Any entry may be given, and none raises. Two answers to one question are both stopped: one of
    them is wrong, and nobody knows which.
    """
    stopped: Counter[Stopped] = Counter()
    candidates: dict[str, dict[str, str]] = {}
    for entry in entries:
        fault = _fault(entry, askable, message)
        if fault is None:
            candidates.setdefault(entry.fact, {})[entry.answer] = entry.quote
        else:
            stopped[fault] += 1
    facts: Facts = {}
    answers = dict(own_facts)
    # in the order of the chart, for what is asked first decides what can be asked behind it
    for fact in filter(candidates.__contains__, askable):
        choices = list(candidates[fact].items())
        (answer, quote), *contrary = choices
        if contrary:
            stopped[Stopped.TWICE] += len(choices)
        elif _goes_with(situations, chart_id, answers, fact, answer):
            facts[fact] = answer, quote
            answers[fact] = answer
        else:
            stopped[Stopped.WALK] += 1
    return Checked(facts, stopped)


def _fault(
    entry: Entry, askable: Mapping[str, Collection[str]], message: Message
) -> Stopped | None:
    """Return the check that an entry does not pass by itself, or None."""
    if entry.answer not in askable.get(entry.fact, ()):
        return Stopped.UNKNOWN
    if not stands_in(entry.quote, message.text):
        return Stopped.QUOTE
    is_hedged = _is_hedged if message.language == SOURCE else _is_hedged_natively
    return Stopped.HEDGED if is_hedged(entry.quote, message) else None


def _goes_with(
    situations: Situations, chart_id: str, answers: Mapping[str, str], fact: str, answer: str
) -> bool:
    """Return whether a fact may still be asked beside some answers, and the walk takes it.

    What is asked later on stays: it waits until its question comes up.
    """
    if fact not in situations.facts_ahead(chart_id, answers):
        return False
    try:
        walk(situations, chart_id, {**answers, fact: answer})
    except WalkError:
        return False
    return True


def stands_in(quote: str, text: str) -> bool:
    """Return whether a quotation stands in a text, letter by letter and in whole words.

    Only blanks may differ.
    """
    words = quote.split()
    if not words:
        return False
    # a script without blanks between words has no whole ones to ask for
    begin = r"\b" if _is_latin(words[0][0]) else ""
    end = r"\b" if _is_latin(words[-1][-1]) else ""
    return re.search(begin + _spelling(quote) + end, text) is not None


def _spelling(quote: str) -> str:
    """Return the pattern of a quotation, whatever its blanks."""
    return r"\s+".join(map(re.escape, quote.split()))


def _is_latin(sign: str) -> bool:
    """Return whether a sign is a letter or digit of a script with blanks between words."""
    return unicodedata.name(sign, "").startswith(("LATIN", "DIGIT"))


def _is_hedged(quote: str, message: Message) -> bool:
    """Return whether the clauses around a quotation make it unsure, or tell nothing at all.

    The clauses are those in which the bot's own phrases are heard.
    """
    match = re.search(_spelling(straight(quote)), message.line)
    if match is None:
        return True
    start, end = match.span()
    # what somebody is quoted as saying need not be so, and is blank
    if not message.told.text[start:end].strip():
        return True
    around = [clause for clause in message.told.clauses if _meets(clause, start, end)]
    # a clause that asks, supposes or tells of another board is none of those told
    return not around or any(_is_unsure(clause, start, end) for clause in around)


def _meets(clause: Clause, start: int, end: int) -> bool:
    """Return whether a clause has a word between two places of the text."""
    return any(word.start < end and start < word.end for word in clause.words)


def _is_unsure(clause: Clause, start: int, end: int) -> bool:
    """Return whether a clause is disputed, or hedged by a word that was not quoted.

    A denial that was quoted belongs to the fact; what somebody only thinks is unsure all the same.
    """
    if clause.disputed:
        return True
    lexicon = vocabulary()
    for word in clause.words:
        is_quoted = start <= word.start and word.end <= end
        if word.guard and not is_quoted and word.lemma not in lexicon.ordering:
            return True
        # 'after a long think' ends the clause and has no opinion behind it
        if word.lemma in lexicon.thinking and word is not clause.words[-1]:
            return True
    return False


def _is_hedged_natively(quote: str, message: Message) -> bool:
    """Return the same for a text in a language other than English.

    Its hedges are known by their words alone, so any beside the quotation counts.
    """
    language = installed()[message.language]
    clauses = clauses_of(message.text, language)
    pieces = clauses_of(quote, language)
    return not pieces or not all(_is_told(piece.folded, clauses) for piece in pieces)


def _is_told(piece: str, clauses: Iterable[NativeClause]) -> bool:
    """Return whether a clause tells a piece of a quotation, with no hedge beside it."""
    for clause in clauses:
        start = clause.folded.find(piece)
        end = start + len(piece)
        if start < 0:
            continue
        if all(start <= first and last <= end for first, last in clause.hedges):
            return True
    return False
