"""The terminal chat: type a citation, some words, or what happened; tap by typing a letter."""

import sys
from collections.abc import Iterable

from rich.console import Console

from lawbot.answers import Answers, Reader
from lawbot.answers.understanding import CHARTS, EVERYTHING, LAWS, TERMS
from lawbot.cards import Action, Card
from lawbot.faces.terminal.drawing import codes_of, draw

_PROMPT = "law> "


def chat(answers: Answers, language: str = "en") -> int:
    """Talks until the input ends or the person types q. Without a terminal each line of input is answered in turn.

    Returns the exit status: 1 when the last question found no answer.
    """
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)
    reader = Reader(language=language, director=True)
    if sys.stdin.isatty():
        draw_help(answers, reader, console)
    talk = _Talk(answers, reader, console)
    for line in _lines():
        if not talk.hear(line):
            break
    return 0 if talk.found else 1


def draw_help(answers: Answers, reader: Reader, console: Console) -> None:
    """The greeting: what can be asked."""
    card = answers.help(reader)
    draw(card, {}, console)
    console.print("27B1 · insufficient bid · what happened, in your words · s: situations · h: help · q: quit", style="dim")


class _Talk:
    """One conversation: remembers the last card, so that a letter opens what it offered."""

    def __init__(self, answers: Answers, reader: Reader, console: Console) -> None:
        self.answers = answers
        self.reader = reader
        self.console = console
        self.codes: dict[str, Action] = {}
        self.found = True

    def hear(self, line: str) -> bool:
        """Answers one line; False when the person leaves."""
        said = line.strip()
        if said.casefold() in {"q", "quit", "exit", ":q"}:
            return False
        if not said:
            return True
        action = self.codes.get(said.casefold())
        if action is not None:
            card = self.answers.open(action.address, self.reader)
        elif said.startswith("/"):
            card = self._command(*said[1:].partition(" ")[::2])
        else:
            card = self.answers.ask(said, self.reader)
        self.found = card.found
        self.codes = codes_of(card)
        draw(card, self.codes if sys.stdin.isatty() else {}, self.console)
        return True

    def _command(self, name: str, rest: str) -> Card:
        """The commands of Discord, typed the same way: /law 27B1, /score 4SX by N +1 both."""
        answers, reader, text = self.answers, self.reader, rest.strip()
        doors = {"law": LAWS, "search": EVERYTHING, "situation": CHARTS, "define": TERMS}
        if name in doors:
            return answers.ask(text, reader, doors[name])
        if name in ("index", "compare"):
            return (answers.index if name == "index" else answers.compare)(text, reader)
        if name == "score":
            return answers.score(text, "", "", reader)
        if name in ("imps", "board") and text.lstrip("+-").isdecimal():
            return (answers.imps if name == "imps" else answers.board)(int(text), reader)
        if name == "about":
            return answers.about(reader)
        return answers.help(reader)


def _lines() -> Iterable[str]:
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    while True:
        try:
            yield input(_PROMPT)
        except (EOFError, KeyboardInterrupt):
            print()
            return
