"""The settings, lawbook and options that the commands share, loaded once when one needs them."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Annotated

from typer import BadParameter, Exit, Option

from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.cards.card import Card
from lawbot.cards.changes import Changes
from lawbot.cards.quiz_cases import Cases
from lawbot.charts.load import Situations
from lawbot.config import Settings, known_language
from lawbot.decide.outcome import Outcome
from lawbot.errors import LawbotError
from lawbot.faces.terminal.drawing import draw
from lawbot.faces.terminal.streams import console, takes_everything
from lawbot.language.methods import whole_signs
from lawbot.language.reader import Reader

AsJson = Annotated[bool, Option("--json", help="Print JSON instead of text.")]
Edition = Annotated[
    str,
    Option(
        "--edition", metavar="ID", help="The edition to read; the one in force where none is given."
    ),
]

# a sign that no option begins with
_MINUS = "\u2212"


def language_option(text: str) -> str:
    """Return a language of the interface. Raises BadParameter for any other."""
    try:
        return text and known_language(text.strip())
    except ValueError as error:
        raise BadParameter(f"“{text[:20]}”: {error}.") from error


Language = Annotated[
    str,
    Option(
        "--language",
        metavar="L",
        callback=language_option,
        help="The language of the answer: en, th, vi ...",
    ),
]


class Program:
    """One run of the command line. A missing lawbook or data file raises LawbotError."""

    @cached_property
    def settings(self) -> Settings:
        """Return the operator's settings."""
        return Settings.load()

    @cached_property
    def lawbook(self) -> Lawbook:
        """Return the lawbook."""
        return Lawbook.open(self.settings.lawbook)

    @cached_property
    def situations(self) -> Situations:
        """Return the flow charts, which need no lawbook."""
        return Situations.load(self.settings.data)

    @cached_property
    def answers(self) -> Answers:
        """Return the use cases."""
        changes = Changes.load(self.settings.data / "changes")
        cases = Cases.load(self.settings.data / "quiz")
        answers = Answers(
            self.lawbook, self.situations, self.settings.edition, changes=changes, cases=cases
        )
        answers.bring_ear(self.settings)
        return answers

    def reader(self, edition: str = "", language: str = "") -> Reader:
        """Return who asks: a director, in this language and edition, else those of the settings."""
        return Reader(
            language or self.settings.language, whole_signs(edition) or None, director=True
        )

    def listen(self, text: str, reader: Reader) -> Outcome | None:
        """Return what a language model has heard besides in a text. Raises LawbotError without one."""
        if self.answers.ear is None:
            raise LawbotError(
                "LAWBOT_EAR is not set: there is no language model that could listen."
            )
        return asyncio.run(self.answers.listen(text, reader, 0))

    def edition(self, edition: str) -> str:
        """Return the id of an edition, else of the usual one. Raises LawbookError."""
        name = whole_signs(edition) or self.settings.edition or self.lawbook.in_force
        return self.lawbook.edition(name).id


current_program: ContextVar[Program] = ContextVar("program")
"""The program of the command that is run."""


@contextmanager
def needing(sentence: str) -> Iterator[None]:
    """Guard imports of optional modules: raise LawbotError if one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise LawbotError(sentence) from error


def hide_minus(argument: str) -> str:
    """Return an argument such as -1 with another minus, so that it is no option.

    ``score 4S -1`` is one down. ``words_of`` brings the minus back.
    """
    if argument[:1] == "-" and argument[1:2].isdecimal():
        return _MINUS + argument[1:]
    return argument


def words_of(arguments: list[str] | None) -> str:
    """Return the arguments of a command as one text."""
    words = ["-" + word[1:] if word.startswith(_MINUS) else word for word in arguments or ()]
    return whole_signs(" ".join(words))


def print_json(value: object, *, lines: bool = False) -> None:
    """Print JSON, on one line or indented; in ASCII if the output takes no more."""
    # a line is flushed, so that who reads from a pipe has each answer at once
    indent = None if lines else 1
    print(json.dumps(value, ensure_ascii=not takes_everything(), indent=indent), flush=lines)


def print_card(card: Card) -> None:
    """Print a card. Raises Exit with status 1 if it is no answer."""
    draw(card, {}, console())
    if not card.found:
        raise Exit(1)
