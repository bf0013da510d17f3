"""Our bot as a program of its own, pointed at the emulator: ``python -m tests.emulator.run_bot BASE
STATE TOKEN [--inline] [ADDRESS OF A DATABASE]``."""

import sys
from dataclasses import replace
from pathlib import Path

from discord.http import Route

from lawbot.app import Answers
from lawbot.config import Database
from lawbot.faces.discord.client import run
from lawbot.faces.discord.errors import to_stderr
from tests.support import lawbooks


def main() -> int:
    base, state, token, *flags = sys.argv[1:]
    to_stderr()
    Route.BASE = base
    database = next(
        (Database.parse(flag) for flag in flags if flag.startswith("postgresql:")), None
    )
    settings = replace(
        lawbooks.settings(Path(state)), token=token, inline="--inline" in flags, database=database
    )
    return run(settings, Answers.open_all(settings))


if __name__ == "__main__":
    sys.exit(main())
