"""What the commands share: the settings, the lawbook opened once when a command needs it, and the
options that many of them have."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Annotated

import typer

from lawbot.answers import Answers, Reader
from lawbot.answers.changes import Changes
from lawbot.answers.quiz_cases import Cases
from lawbot.cards import Card
from lawbot.config import Settings, known_language
from lawbot.errors import LawbotError
from lawbot.faces.terminal.drawing import draw
from lawbot.faces.terminal.streams import console, takes_everything
from lawbot.language.methods import whole_signs
from lawbot.lawbook import Lawbook
from lawbot.situations.charts import Situations

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Edition = Annotated[
    str,
    typer.Option(
        "--edition", metavar="ID", help="The edition to read; the one in force where none is given."
    ),
]

_MINUS = "\u2212"


def language_option(text: str) -> str:
    """A language of the interface. Raises BadParameter for any other."""
    try:
        return text and known_language(text.strip())
    except ValueError as error:
        raise typer.BadParameter(f"“{text[:20]}”: {error}.") from error


Language = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="L",
        callback=language_option,
        help="The language of the answer: en, th, vi ...",
    ),
]


class Program:
    """One run of the command line. Opening anything raises LawbotError where it is not there."""

    @cached_property
    def settings(self) -> Settings:
        """What the operator has set."""
        return Settings.load()

    @cached_property
    def lawbook(self) -> Lawbook:
        """The lawbook."""
        return Lawbook.open(self.settings.lawbook)

    @cached_property
    def situations(self) -> Situations:
        """The flow charts, which need no lawbook."""
        return Situations.load(self.settings.data / "situations")

    @cached_property
    def answers(self) -> Answers:
        """The use cases."""
        changes, cases = (
            Changes.load(self.settings.data / "changes"),
            Cases.load(self.settings.data / "quiz"),
        )
        return Answers(
            self.lawbook, self.situations, self.settings.edition, changes=changes, cases=cases
        )

    def reader(self, edition: str = "", language: str = "") -> Reader:
        """Who asks: a director, in the language and the edition given, else in those of the
        settings."""
        return Reader(
            language or self.settings.language, whole_signs(edition) or None, director=True
        )

    def edition(self, asked: str) -> str:
        """The edition a command works on. Raises LawbookError for one that is not there."""
        return self.lawbook.edition(
            whole_signs(asked) or self.settings.edition or self.lawbook.in_force
        ).id


@contextmanager
def needing(sentence: str) -> Iterator[None]:
    """Imports what stands beside the bot, and need not be there. Raises LawbotError with the
    sentence where it is not."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise LawbotError(sentence) from error


def program_of(context: typer.Context) -> Program:
    """The program that the command line was started with."""
    return context.ensure_object(Program)


def minus_kept(argument: str) -> str:
    """An argument such as -1 with another minus, which is no option: ``score 4S -1`` is one down.
    ``words_of`` takes it back."""
    return _MINUS + argument[1:] if argument[:1] == "-" and argument[1:2].isdecimal() else argument


def words_of(words: list[str] | None) -> str:
    """The arguments of a command as the text they make."""
    return whole_signs(
        " ".join("-" + word[1:] if word.startswith(_MINUS) else word for word in words or ())
    )


def print_json(value: object, *, lines: bool = False) -> None:
    """Prints JSON, on one line or indented; in ASCII where the output takes no more."""
    print(
        json.dumps(value, ensure_ascii=not takes_everything(), indent=None if lines else 1),
        flush=lines,
    )


def print_card(card: Card) -> None:
    """Draws a card. Raises typer.Exit with status 1 for one that is no answer."""
    draw(card, {}, console())
    if not card.found:
        raise typer.Exit(1)
