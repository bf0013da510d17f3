"""Starts the bot: on Discord when DISCORD_TOKEN is set, else as a chat in this terminal."""

import logging
import sys

from lawbot.answers import Answers
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.terminal.chat import chat
from lawbot.faces.terminal.streams import mend_streams
from lawbot.making import LostDocumentError, is_current, make_lawbook


def main() -> int:
    """Builds the lawbook when there is none, or an older one, then answers until told to stop. Returns the exit status."""
    mend_streams()
    try:
        settings = Settings.load()
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

        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        return discord.run(settings, answers)
    return chat(answers, settings.language)


if __name__ == "__main__":
    sys.exit(main())
