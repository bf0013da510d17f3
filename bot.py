"""Starts the bot: on Discord when DISCORD_TOKEN is set, else as a chat in this terminal."""

import argparse
import sys
from dataclasses import replace

try:
    from lawbot.answers import Answers
    from lawbot.config import Settings, Shards
    from lawbot.errors import LawbotError
    from lawbot.faces.terminal.chat import chat
    from lawbot.faces.terminal.streams import mend_streams
    from lawbot.making import LostDocumentError, is_current, make_lawbook
except ModuleNotFoundError as error:
    sys.exit(
        f"{error}. {sys.executable} has not what the bot needs: `make run` installs it into .venv and starts the bot (Python was upgraded: `rm -rf .venv` before)."
    )


def main() -> int:
    """Builds the lawbook when there is none, or an older one, then answers until told to stop. Returns the exit status."""
    mend_streams()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=_shards, metavar="0-3/16", help="serve these shards of so many alone (LAWBOT_SHARDS)")
    given = parser.parse_args()
    try:
        settings = Settings.load()
        settings = replace(settings, shards=given.shards or settings.shards)
        if not is_current(settings):
            try:
                make_lawbook(settings)
            except LostDocumentError as error:
                print(error, file=sys.stderr)
        answers = Answers.open_all(settings)
    except LawbotError as error:
        print(error, file=sys.stderr)
        return 1
    for line in answers.lawbook.sources():
        print(line, file=sys.stderr)
    if settings.token:
        from lawbot.faces import discord  # the terminal chat starts without loading it

        discord.to_stderr()
        return discord.run(settings, answers)
    if not sys.stdin.isatty():  # a service without a token would end, and nobody knew why
        print("DISCORD_TOKEN is not set, so this is the chat; without a terminal it answers the lines of its input.", file=sys.stderr)
    return chat(answers, settings.language)


def _shards(text: str) -> Shards:
    try:
        return Shards.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


if __name__ == "__main__":
    sys.exit(main())
