"""The command line: ``python -m lawbot ...``. Exit status 0 when answered, 1 when there is no
answer, 2 for bad usage."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from lawbot import __version__
from lawbot.errors import LawbotError
from lawbot.faces.terminal.commands import laws, operating, situations
from lawbot.faces.terminal.program import Program, minus_kept
from lawbot.faces.terminal.streams import mend_streams
from lawbot.lawbook import NoSuchProvisionError

_WIDTH = 100
"""Columns of the help, whatever the terminal, so that docs/command-line.md can show it."""
_NEAREST = 8
"""Provisions named beside one that is not there: one line of the terminal."""


def _ways_on(error: LawbotError) -> str:
    """What is near a provision that is not there, and what had its name in older codes."""
    if not isinstance(error, NoSuchProvisionError):
        return ""
    near = ", ".join(map(str, error.nearest[:_NEAREST]))
    old = ", ".join(f"{entry.citation} ({entry.edition})" for entry in error.formerly)
    return (f" Nearest: {near}" if near else "") + (f" Formerly: {old}" if old else "")


class _Commands(TyperGroup):
    """All commands: where a command has no answer, its reason goes to stderr and the exit status is
    1."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that was named."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except LawbotError as error:
            print(f"{error}{_ways_on(error)}", file=sys.stderr)
            raise typer.Exit(1) from error
        except BrokenPipeError as error:  # who reads has read enough
            _swallow_output()
            raise typer.Exit(0) from error
        except OSError as error:
            print(
                f"{error.filename}: {error.strerror}"
                if error.filename
                else error.strerror or error,
                file=sys.stderr,
            )
            _swallow_output()
            raise typer.Exit(1) from error
        return result


app = typer.Typer(
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


def _print_version(asked: bool) -> None:
    if asked:
        print(__version__)
        raise typer.Exit(0)


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """The Laws of Duplicate Bridge, looked up, searched and asked about."""
    context.obj = Program()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    mend_streams()
    given = sys.argv[1:] if arguments is None else arguments
    try:
        app(args=[minus_kept(argument) for argument in given], prog_name="python -m lawbot")
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0 if left.code is None else 1
    return 0


def _swallow_output() -> None:
    """Sends what is left in the output's buffer nowhere, so that the end of the program does not
    stumble over it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):  # an output without a file, in tests
        pass
    finally:
        os.close(nowhere)
