"""The streams of a program in a terminal: whatever they are (ASCII, closed, a full disk), nothing
typed or printed ends in a traceback."""

import codecs
import io
import logging
import os
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from lawbot.language import installed
from lawbot.language.methods import whole_signs

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST = 40
"""Columns that a card is drawn for at least."""
_PIPE_WIDTH = 100
"""Columns where the output is no terminal, which has no width."""
_PLAIN = {
    "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "›": ">", "⮞": ">", "→": "->", "•": "*", "·": "-", "×": "x",
    "−": "-", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "§": "Law ", "©": "(c)", "≥": ">=", "≤": "<=", "✓": "x",
}  # fmt: skip
"""What stands for a sign that an output cannot take."""
_HANDLER = "lawbot-plain"


def mend_streams() -> None:
    """Makes the standard streams take and give any text: a closed one swallows, unknown signs are
    written plainly, bad bytes are read as �.

    Remarks for the log (a slow answer, say) stay off the screen, unless the program sets up a log.
    """
    logging.getLogger("lawbot").addHandler(logging.NullHandler())
    codecs.register_error(_HANDLER, _plainly)
    for name in ("stdin", "stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:  # closed by who started us
            mode = "r" if name == "stdin" else "w"
            # it stays open as long as the program runs
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nothing)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if name == "stdin" else _HANDLER)


def console() -> "Console":
    """The console cards are drawn on: as wide as the terminal, 100 columns in a pipe."""
    from rich.console import Console

    drawn = Console(highlight=False, width=None if sys.stdout.isatty() else _PIPE_WIDTH)
    drawn.width = max(drawn.width, NARROWEST)
    return drawn


def takes_everything() -> bool:
    """Whether the output can take any sign, or is to be spared all but ASCII."""
    return (sys.stdout.encoding or "ascii").lower().replace("_", "-").startswith("utf")


def lines_of_input() -> Iterator[str]:
    """The lines of standard input, without their ends."""
    for line in sys.stdin:
        yield whole_signs(line.rstrip("\r\n"))


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Writes what an encoding lacks with signs that it has: quotes, dashes and marks in ASCII, else
    a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(char: str) -> str:
    if char in _PLAIN:
        return _PLAIN[char]
    letters = {
        letter: plain
        for language in installed().values()
        for letter, plain in language.own_letters.items()
    }
    if plain := letters.get(char.lower()):
        return plain.upper() if char.isupper() else plain
    if "\u2500" <= char <= "\u257f":  # the lines of boxes
        return "|" if char in "│┃║" else "-" if char in "─━═" else "+"
    bare = "".join(part for part in unicodedata.normalize("NFKD", char) if part.isascii())
    return bare or ("" if unicodedata.combining(char) else "?")
