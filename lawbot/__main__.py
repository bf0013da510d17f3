"""``python -m lawbot``: the command line."""

import sys

from lawbot.faces.terminal.command_line import main

if __name__ == "__main__":
    sys.exit(main())
