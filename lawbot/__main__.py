"""``python -m lawbot``: the command line."""

import sys

try:
    from lawbot.faces.terminal.command_line import main
except ModuleNotFoundError as error:
    sys.exit(
        f"{error}. {sys.executable} has not what the bot needs:"
        " in its folder, .venv/bin/python has, once `make run` was run."
    )

if __name__ == "__main__":
    sys.exit(main())
