"""The command line: ``python -m lawbot ...``.

Exit status 0 means answered, 1 no answer, 2 bad usage.
"""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

from typer import Exit, Option, Typer
from typer.core import TyperGroup

from lawbot import __version__
from lawbot.book import NoSuchProvisionError
from lawbot.errors import LawbotError
from lawbot.faces.terminal.commands import laws, operating, programs, situations
from lawbot.faces.terminal.program import Program, current_program, hide_minus
from lawbot.faces.terminal.streams import mend_streams

# of any terminal, so that docs/command-line.md can show the same help
_WIDTH = 100
"""Columns of the help."""
# they fill one line of the terminal
_NEAREST = 8
"""Most provisions named as near a missing one."""


def _alternatives(error: LawbotError) -> str:
    """Return the provisions near a missing one, and those of its name in older codes."""
    if not isinstance(error, NoSuchProvisionError):
        return ""
    near = ", ".join(map(str, error.nearest[:_NEAREST]))
    old = ", ".join(f"{entry.citation} ({entry.edition})" for entry in error.formerly)
    return (f" Nearest: {near}" if near else "") + (f" Formerly: {old}" if old else "")


class _Commands(TyperGroup):
    """All commands: an error goes to stderr, and the exit status is 1."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            result = super().invoke(ctx)
            # a full disk or a closed pipe fails here, and not at the end of the program
            sys.stdout.flush()
        except LawbotError as error:
            print(f"{error}{_alternatives(error)}", file=sys.stderr)
            raise Exit(1) from error
        except BrokenPipeError as error:
            # the reader, such as head, has closed the pipe
            _swallow_output()
            raise Exit(0) from error
        except OSError as error:
            message = error.strerror or error
            if error.filename:
                message = f"{error.filename}: {error.strerror}"
            print(message, file=sys.stderr)
            _swallow_output()
            raise Exit(1) from error
        return result


app = Typer(
    cls=_Commands,
    name="lawbot",
    help="The Laws of Duplicate Bridge, looked up, searched and asked about.",
    epilog="Exit status: 0 answered, 1 no answer (the reason and the nearest on stderr), 2 bad usage.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={
        "terminal_width": _WIDTH,
        "max_content_width": _WIDTH,
        "help_option_names": ["--help", "-h"],
    },
)
app.add_typer(laws.app)
app.add_typer(situations.app, name="situations", no_args_is_help=True)
app.add_typer(laws.export_app, name="export", no_args_is_help=True)
app.add_typer(operating.app)
app.add_typer(programs.app)


def _print_version(flag: bool) -> None:
    if flag:
        print(__version__)
        raise Exit(0)


@app.callback()
def start(
    version: Annotated[
        bool,
        Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """The Laws of Duplicate Bridge, looked up, searched and asked about."""
    current_program.set(Program())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    mend_streams()
    if arguments is None:
        arguments = sys.argv[1:]
    try:
        app(args=[hide_minus(argument) for argument in arguments], prog_name="python -m lawbot")
    except SystemExit as exit_request:
        if isinstance(exit_request.code, int):
            return exit_request.code
        return 0 if exit_request.code is None else 1
    return 0


def _swallow_output() -> None:
    """Discard the buffered output, which Python would else fail to write at the end."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(devnull, sys.stdout.fileno())
    except (OSError, ValueError):
        # an output without a file, in tests
        pass
    finally:
        os.close(devnull)
