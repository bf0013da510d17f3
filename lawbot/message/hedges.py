"""Hedges: words with which a text tells no fact of the case. From one on, its sentence is not heard.

A hedge puts a case, retells the law, tells of another board or of a time to come, leaves an answer
open, or takes back what was told before it. The file of the language has them all.
"""

import re
from functools import cache
from string import ascii_lowercase, ascii_uppercase

from lawbot.message.vocabulary import vocabulary

_BEFORE = r"(?:^|[,;:] |\band )(?:(?!\band )[^,;:])*"
"""The clause before a word that takes it back."""
_END = r"(?=\W*(?:[,;.!?\n]|$))"
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
"""Table of small letters: no other sign is changed, so that offsets stay."""
_BOARD = re.compile(r"\b(?:on|at) (?:board|table) \d+|\b(?:board|table) \d+(?=:)")


def hedge_start(text: str, start: int, end: int) -> int:
    """Return the index in a text from which a sentence of it is not heard: that of its first hedge.

    The sentence begins at ``start``; without a hedge it is heard to its ``end``.
    """
    line = text.translate(_LOWER)
    starts = [end]
    match = _pattern("hedges").search(line[start:end])
    if match:
        starts.append(start + match.start())
    away = _pattern("away").search(line, start, end)
    # 'last board' is another one only if the text comes back to its own
    if away and _pattern("back").search(line, away.end()):
        starts.append(away.start())
    board = _BOARD.search(line, start, end)
    if board and len(set(_BOARD.findall(line))) > 1:
        starts.append(board.start())
    return min(starts)


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    """Return the pattern of the words of a kind in the file of the language."""
    lexicon = vocabulary()
    names = [" ".join(name) for names in lexicon.people.values() for name, _player in names]
    player = f"(?:(?:the|a|my|his|her|our) )?(?:{'|'.join(sorted(names, reverse=True))})"
    words: tuple[str, ...] = getattr(lexicon.said, kind)
    pattern = "|".join(words).replace("{before}", _BEFORE).replace("{end}", _END)
    return re.compile(pattern.replace("{player}", player))
