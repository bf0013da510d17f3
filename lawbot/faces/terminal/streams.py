"""The standard streams, mended so that nothing typed or printed ends in a traceback.

They may be ASCII, closed, or on a full disk.
"""

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
"""Least columns that a card is drawn for."""
_PIPE_WIDTH = 100
"""Columns if the output is no terminal, and so has no width."""
_PLAIN = {
    "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "›": ">", "⮞": ">",
    "→": "->", "•": "*", "·": "-", "×": "x", "−": "-", "♠": "S", "♥": "H", "♦": "D", "♣": "C",
    "§": "Law ", "©": "(c)", "≥": ">=", "≤": "<=", "✓": "x",
}  # fmt: skip
"""Replacements for signs that an output cannot take."""
_HANDLER = "lawbot-plain"


def mend_streams() -> None:
    """Make the standard streams accept any text.

    A closed stream swallows it, unknown signs are written plainly, bad bytes are read as �.
    """
    # log lines (a slow answer, say) stay off the screen, unless the program sets up a log
    logging.getLogger("lawbot").addHandler(logging.NullHandler())
    codecs.register_error(_HANDLER, _plainly)
    for name in ("stdin", "stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        # the program that started us has closed it
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            # it stays open as long as the program runs
            devnull = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, devnull)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if name == "stdin" else _HANDLER)


def console() -> "Console":
    """Return the console for cards: as wide as the terminal, 100 columns in a pipe."""
    from rich.console import Console

    output = Console(highlight=False, width=None if sys.stdout.isatty() else _PIPE_WIDTH)
    output.width = max(output.width, NARROWEST)
    return output


def takes_everything() -> bool:
    """Return whether the output can take any sign, or else ASCII alone."""
    return (sys.stdout.encoding or "ascii").lower().replace("_", "-").startswith("utf")


def lines_of_input() -> Iterator[str]:
    """Yield the lines of standard input, without their ends."""
    for line in sys.stdin:
        yield whole_signs(line.rstrip("\r\n"))


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Replace signs that an encoding lacks: an error handler of ``codecs``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(char: str) -> str:
    """Return a sign in ASCII: a replacement, a bare letter, or else a question mark."""
    if char in _PLAIN:
        return _PLAIN[char]
    lower = char.lower()
    plain = lower.translate(installed().plain_letters)
    if plain != lower:
        return plain.upper() if char.isupper() else plain
    bare = "".join(part for part in unicodedata.normalize("NFKD", char) if part.isascii())
    return bare or ("" if unicodedata.combining(char) else "?")
