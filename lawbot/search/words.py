"""Words: one normalising function per language serves index and query alike."""

import re
import unicodedata
from itertools import pairwise

_TOKEN = re.compile(r"[^\W_]+")
_LEVELS = ("one", "two", "three", "four", "five", "six", "seven")
_BID = re.compile(
    r"(?<!\w)(?P<level>[1-7]|" + "|".join(_LEVELS) + r")\s?"
    r"(?P<strain>nt|no[\s-]?trumps?|(?<=\d)n|(?<=\d)s|(?<=\d)h|(?<=\d)d|(?<=\d)c|♠|♥|♦|♣|spades?|hearts?|diamonds?|clubs?)(?!\w)"
)
_OVER = re.compile(
    r"\s+(?:over|on top of|on|after|above|against)\s+(?:a\s+|an\s+|the\s+|their\s+|his\s+|her\s+|my\s+|rho'?s?\s+|lho'?s?\s+|opener'?s?\s+)?"
)
_STRAINS = {"c": 0, "♣": 0, "d": 1, "♦": 1, "h": 2, "♥": 2, "s": 3, "♠": 3, "n": 4}
_SUIT_SIGNS = {
    "♠": " spade ",
    "♥": " heart ",
    "♦": " diamond ",
    "♣": " club ",
    "♤": " spade ",
    "♡": " heart ",
    "♢": " diamond ",
    "♧": " club ",
}
_THAI = re.compile(r"[\u0e00-\u0e7f]+")
_VIETNAMESE = re.compile(r"[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]", re.IGNORECASE)
A_BID = "abid"
"""The token that stands for any concrete bid, '1S' or 'two hearts': which one it was decides nothing."""

# Words that decide between no two provisions. Leaving them out costs nothing (measured) and halves the time of a query.
STOP = frozenset(
    """a an the of to in on at is am are was were be been being it its it's this that these those and or so as for by i i'm im me my we our us
    you your he she his her him they them their do does did just really very please hi hello have has had with if then there what when not no
    can may must who from one which how""".split()
)


def straighten(text: str) -> str:
    """One line of NFKC text in lower case, apostrophes straight, control characters gone."""
    plain = unicodedata.normalize("NFKC", text)
    plain = "".join(char if char.isprintable() else " " for char in plain)
    return " ".join(plain.replace("’", "'").replace("‘", "'").casefold().split())


def english(text: str) -> list[str]:
    """The tokens of an English text: suit signs spelt out, contractions closed, concrete bids as one token."""
    line = straighten(text)
    line = _BID.sub(f" {A_BID} ", line)
    for sign, word in _SUIT_SIGNS.items():
        line = line.replace(sign, word)
    return _TOKEN.findall(line.replace("'", ""))


def tells_insufficient_bid(text: str) -> bool:
    """Whether a text speaks of a bid made over one that it does not supersede: '1H over 1S', 'two clubs over 2D' (Law 18)."""
    line = straighten(text)
    for first in _BID.finditer(line):
        over = _OVER.match(line, first.end())
        second = _BID.match(line, over.end()) if over else None
        if second and _rank(first) <= _rank(second):
            return True
    return False


def _rank(bid: re.Match[str]) -> int:
    level = bid["level"]
    number = int(level) if level.isdigit() else _LEVELS.index(level) + 1
    return number * 5 + _STRAINS[bid["strain"][0]]


def unmarked(text: str) -> str:
    """Vietnamese without its marks: NFD, marks stripped, đ to d."""
    decomposed = unicodedata.normalize("NFD", straighten(text).replace("đ", "d"))
    return unicodedata.normalize("NFC", "".join(char for char in decomposed if not unicodedata.combining(char)))


def vietnamese(text: str) -> list[str]:
    """The syllables of a Vietnamese text without marks, and each pair of neighbours as one token."""
    syllables = _TOKEN.findall(_BID.sub(f" {A_BID} ", unmarked(text)))
    return syllables + [f"{first}_{second}" for first, second in pairwise(syllables)]


def thai(text: str) -> str:
    """A Thai text for FTS5's trigrams: straightened, blanks gone between Thai letters."""
    return re.sub(r"(?<=[\u0e00-\u0e7f])\s+(?=[\u0e00-\u0e7f])", "", straighten(text))


def trigrams(text: str) -> list[str]:
    """The runs of three characters that FTS5's trigram tokenizer makes of a Thai text, each once."""
    line = thai(text)
    return list(dict.fromkeys(line[i : i + 3] for i in range(len(line) - 2) if not line[i : i + 3].isspace()))


def language_of(text: str) -> str:
    """'th' for Thai letters, 'vi' for Vietnamese ones, else 'en' (which Vietnamese without marks looks like, too)."""
    if _THAI.search(text):
        return "th"
    return "vi" if _VIETNAMESE.search(unicodedata.normalize("NFC", text)) else "en"
