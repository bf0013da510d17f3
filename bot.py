"""Starts the bot: on Discord when DISCORD_TOKEN is set, else as a chat in this terminal."""

import argparse
import multiprocessing
import sys
from dataclasses import replace

_MISSING = f"{{error}}. {sys.executable} has not what the bot needs: `make run` installs it into .venv and starts the bot (Python was upgraded: `rm -rf .venv` before)."

try:
    from lawbot.config import Settings, Shards
    from lawbot.errors import LawbotError
    from lawbot.faces.terminal.streams import mend_streams
except ModuleNotFoundError as error:
    sys.exit(_MISSING.format(error=error))


def main() -> int:
    """Build the lawbook if there is none, or an older one; answer until a signal ends the bot.

    Returns the exit status.
    """
    mend_streams()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--shards",
        type=_shards,
        metavar="0-3/16",
        help="serve these shards of so many alone (LAWBOT_SHARDS)",
    )
    arguments = parser.parse_args()
    # loading the rest takes seconds on a small machine
    print("Opening the lawbook ...", file=sys.stderr, flush=True)
    from lawbot.app import Answers
    from lawbot.book.current import is_current

    try:
        settings = Settings.load()
        settings = replace(settings, shards=arguments.shards or settings.shards)
        if not is_current(settings) and not _make_in_process(settings):
            return 1
        answers = Answers.open_all(settings)
    except LawbotError as error:
        print(error, file=sys.stderr)
        return 1
    for line in answers.lawbook.sources():
        print(line, file=sys.stderr)
    if settings.token:
        print("Loading what talks to Discord ...", file=sys.stderr, flush=True)
        # the terminal chat starts without loading it
        from lawbot.faces.discord.client import run
        from lawbot.faces.discord.errors import to_stderr

        to_stderr()
        return run(settings, answers)
    # a service without a token would end at once, and nobody would know why
    if not sys.stdin.isatty():
        print(
            "DISCORD_TOKEN is not set, so this is the chat; without a terminal it answers the lines of its input.",
            file=sys.stderr,
        )
    # the bot starts without loading what draws in a terminal
    from lawbot.faces.terminal.chat import chat

    return chat(answers, settings.language)


def _make_in_process(settings: Settings) -> bool:
    """Make the lawbook in a process of its own; return whether there is one to answer from."""
    print("Making the lawbook. With law documents this takes about a minute ...", file=sys.stderr)
    # the memory that documents take is free again when the process ends
    process = multiprocessing.get_context("spawn").Process(target=_make, args=(settings,))
    process.start()
    process.join()
    return process.exitcode == 0


def _make(settings: Settings) -> None:
    from lawbot.errors import LostDocumentError
    from lawbot.making import make_lawbook

    try:
        make_lawbook(settings)
    except LostDocumentError as error:
        print(error, file=sys.stderr)
    except LawbotError as error:
        sys.exit(str(error))


def _shards(text: str) -> Shards:
    try:
        return Shards.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ModuleNotFoundError as error:
        sys.exit(_MISSING.format(error=error))
