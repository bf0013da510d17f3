"""One printed line made plain: markers of footnotes, bold, suit symbols, cut words."""

import re
from typing import NamedTuple

from lawbot.reading.edition import Mend
from lawbot.reading.mends import corrections

EDITION = "en-2017"

_MARK = re.compile(r"\s*(?:<sup>\s*(\d{1,2})\s*</sup>|\$\s*\^\{(\d{1,2})\}\s*\$)")
_BREAK = re.compile(r"<br\s*/?>")
_SYMBOL = re.compile(r"\b(spades|hearts|diamonds|clubs) \(\s*\$\\(\w+)\$\s*\)")
_SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_SOUND = {"spades": "spadesuit", "hearts": "heartsuit", "diamonds": "blacklozenge", "clubs": "clubsuit"}
_MARKUP = re.compile(r"\*\*|</?(?:b|i|sup|ol|li)>")


class Cleaned(NamedTuple):
    """A plain text, the numbers of the footnotes whose marks stood in it, and what was mended."""

    text: str
    footnotes: list[int]
    mends: list[Mend]


def clean(raw: str, line: int) -> Cleaned:
    """The text of a raw line without any markup."""
    footnotes = [int(one or two) for one, two in _MARK.findall(raw)]
    mends: list[Mend] = []
    text = _MARK.sub("", _BREAK.sub(" ", raw))
    text = _suits(text, line, mends)
    text = _MARKUP.sub("", text)
    text, mended = corrections(EDITION).mend_line(text, line)
    return Cleaned(" ".join(text.split()), list(dict.fromkeys(footnotes)), [*mends, *mended])


def _suits(text: str, line: int, mends: list[Mend]) -> str:
    for word, symbol in _SYMBOL.findall(text):
        if symbol != _SOUND[word]:
            mends.append(Mend(line, f"symbol of {word} restored: {_SUITS[word]}", "the word beside it names the suit"))
    return _SYMBOL.sub(lambda match: f"{match.group(1)} ({_SUITS[match.group(1)]})", text)


def cells(raw: str) -> list[str] | None:
    """The cells of a table row, raw; None for the rule below a table's head and for any other line."""
    row = raw.strip()
    if not row.startswith("|") or ("--" in row and re.fullmatch(r"[\s:|-]+", row)):
        return None
    return [cell.strip() for cell in row.strip("|").split("|")] if row != "|" else []
