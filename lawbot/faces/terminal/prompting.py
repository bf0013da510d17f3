"""The prompt of the chat: history in memory, and suggestions while typing, by prompt_toolkit."""

from collections.abc import Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory

from lawbot.app import Answers
from lawbot.language.methods import whole_signs
from lawbot.language.reader import Reader

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
"""The commands that may follow a slash, as on Discord."""
PROMPT = "law> "
_MOST_SUGGESTED = 8
"""Most suggestions shown at once."""
# a single one may be the number of a choice
_LEAST_TYPED = 2
"""Fewest characters with suggestions."""


class Suggestions(Completer):
    """Suggestions: provisions, terms and situations as on Discord; commands after a slash."""

    def __init__(self, answers: Answers, reader: Reader) -> None:
        self.answers = answers
        self.reader = reader

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield completions of the line; none for a number or a single character."""
        typed = whole_signs(document.text_before_cursor)
        if typed.startswith("/"):
            for name in COMMANDS:
                if f"/{name}".startswith(typed):
                    yield Completion(f"/{name} ", -len(typed))
        elif len(typed.strip()) >= _LEAST_TYPED and not typed.strip().isdecimal():
            for action in self.answers.suggest(typed, self.reader, "any")[:_MOST_SUGGESTED]:
                yield Completion(action.address, -len(typed), display=action.label)


def session(answers: Answers, reader: Reader) -> PromptSession[str]:
    """Return a prompt with a history in memory alone."""
    # nothing about people is stored
    return PromptSession(
        history=InMemoryHistory(),
        auto_suggest=AutoSuggestFromHistory(),
        completer=Suggestions(answers, reader),
        # an empty line needs no room below for a menu
        complete_while_typing=Condition(lambda: bool(get_app().current_buffer.text)),
        reserve_space_for_menu=_MOST_SUGGESTED,
    )


def prompted_lines(answers: Answers, reader: Reader) -> Iterator[str]:
    """Yield lines as a person types them, until Ctrl-D or Ctrl-C."""
    prompt_session = session(answers, reader)
    while True:
        try:
            yield prompt_session.prompt(PROMPT)
        except (EOFError, KeyboardInterrupt):
            print()
            return
