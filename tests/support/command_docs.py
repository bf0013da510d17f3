"""Write the help pages of the command line into docs/command-line.md.

Run by hand: ``python -m tests.support.command_docs``.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from lawbot.config import ROOT
from lawbot.faces.terminal.command_line import app

DOCS = ROOT / "docs" / "command-line.md"
BEGIN, END = (
    "<!-- help pages: written by python -m tests.support.command_docs -->",
    "<!-- end of the help pages -->",
)
_PROGRAM = "python -m lawbot"


def contexts() -> Iterator[Any]:
    """Yield a context for each command, groups before what they hold."""
    command = typer.main.get_command(app)
    yield from _below(command.make_context(_PROGRAM, ["--help"], resilient_parsing=True))


def _below(context: Any) -> Iterator[Any]:
    yield context
    for name, command in getattr(context.command, "commands", {}).items():
        # a lenient context runs no command and misses no argument
        inner = command.make_context(name, ["--help"], parent=context, resilient_parsing=True)
        yield from _below(inner)


def pages() -> str:
    """Return every help page, as a person sees it, under a heading of its own."""
    sections = []
    for context in contexts():
        path = context.command_path.removeprefix(_PROGRAM).strip()
        lines = "\n".join(line.rstrip() for line in context.get_help().strip().splitlines())
        sections.append(f"### {path or _PROGRAM}\n\n```\n{lines}\n```")
    return "\n\n".join(sections)


def current(text: str) -> str:
    """Return the text of docs/command-line.md with the help pages as they are now."""
    return re.sub(
        f"{re.escape(BEGIN)}.*?{re.escape(END)}",
        lambda _match: f"{BEGIN}\n\n{pages()}\n\n{END}",
        text,
        flags=re.DOTALL,
    )


def main(file: Path = DOCS) -> None:
    """Write the help pages into the file."""
    file.write_text(current(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
