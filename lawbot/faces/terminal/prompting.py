"""The prompt of the chat: history in memory, and suggestions while typing. The one place that knows
prompt_toolkit."""

from collections.abc import Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory

from lawbot.answers import Answers, Reader
from lawbot.language.methods import whole_signs

COMMANDS = (
    "law",
    "search",
    "situation",
    "define",
    "index",
    "compare",
    "score",
    "imps",
    "board",
    "quiz",
    "help",
    "about",
)
"""What may follow a slash, as on Discord."""
PROMPT = "law> "
_OFFERED = 8
"""Suggestions shown at once."""
_FROM = 2
"""Characters from which on something is suggested: fewer may be the number of a choice."""


class Suggestions(Completer):
    """The suggestions of Discord's autocomplete: provisions, terms and situations; after a slash,
    the commands."""

    def __init__(self, answers: Answers, reader: Reader) -> None:
        self.answers = answers
        self.reader = reader

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What the line may be about to become; nothing for a number or a single character."""
        typed = whole_signs(document.text_before_cursor)
        if typed.startswith("/"):
            yield from (
                Completion(f"/{name} ", -len(typed))
                for name in COMMANDS
                if f"/{name}".startswith(typed)
            )
        elif len(typed.strip()) >= _FROM and not typed.strip().isdecimal():
            for action in self.answers.suggest(typed, self.reader, "any")[:_OFFERED]:
                yield Completion(action.address, -len(typed), display=action.label)


def session(answers: Answers, reader: Reader) -> PromptSession[str]:
    """A prompt that remembers what was typed until it ends: nothing about people is stored."""
    return PromptSession(
        history=InMemoryHistory(),
        auto_suggest=AutoSuggestFromHistory(),
        completer=Suggestions(answers, reader),
        # an empty line needs no room below for a menu
        complete_while_typing=Condition(lambda: bool(get_app().current_buffer.text)),
        reserve_space_for_menu=_OFFERED,
    )


def prompted_lines(answers: Answers, reader: Reader) -> Iterator[str]:
    """Lines as a person types them, until the input ends (Ctrl-D) or is broken off (Ctrl-C)."""
    asking = session(answers, reader)
    while True:
        try:
            yield asking.prompt(PROMPT)
        except (EOFError, KeyboardInterrupt):
            print()
            return
