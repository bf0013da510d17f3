"""Our bot as a program of its own, pointed at the emulator: ``python -m tests.emulator.run_bot BASE STATE TOKEN [--inline]``."""

import logging
import sys
from dataclasses import replace
from pathlib import Path

from discord.http import Route

from lawbot.answers import Answers
from lawbot.faces.discord import run
from lawbot.faces.discord.client import make_client
from tests.support import lawbooks


def main() -> int:
    base, state, token, *flags = sys.argv[1:]
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    Route.BASE = base
    settings = replace(lawbooks.settings(Path(state)), token=token)
    if "--inline" in flags:
        import lawbot.faces.discord.client as module

        def with_brackets(*args, **options):  # type: ignore[no-untyped-def]
            client = make_client(*args, **options)
            client.intents.message_content = True
            client._connection._intents.message_content = True
            return client

        module.make_client = with_brackets
    return run(settings, Answers.open_all(settings))


if __name__ == "__main__":
    sys.exit(main())
