"""Numbers of laws in words: 'law sixteen', 'điều hai mươi bảy', 'กฎข้อสิบหก'."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

_SURE = 10
"""From here on a number word behind 'law' is nothing else; a smaller one ends the text: 'is there a law one can read'."""
_END = " .,;:?!)"


class LawNumbers:
    """Finds the laws that a text in one language names by number words. ``before`` are the words for a law, the others map words to numbers."""

    def __init__(
        self, before: Iterable[str], units: Mapping[str, int], tens: Mapping[str, int], after: Mapping[str, int], *, blanks: bool
    ) -> None:
        self._units = {word: number for word, number in units.items() if number < 10} | dict(after)
        self._values = {**units, **tens}
        begin = r"(?<!\w)" if blanks else ""
        self._named = re.compile(
            rf"{begin}(?P<law>{_any(before)})\s{{0,3}}(?:(?P<tens>{_any(tens)})(?:[\s-]?(?P<after>{_any(self._units)}))?|(?P<one>{_any(units)}))"
            rf"(?=[{re.escape(_END)}]|$)",
            re.IGNORECASE,
        )

    def in_digits(self, text: str) -> str:
        """The text with these numbers in digits; the text itself where there are none."""
        line = unicodedata.normalize("NFC", text)
        end = len(line.rstrip(_END))

        def digits(match: re.Match[str]) -> str:
            whole, after = match["tens"] or match["one"], match["after"]
            number = self._values[whole.lower()] + (self._units[after.lower()] if after else 0)
            return f"{match['law']} {number}" if number >= _SURE or match.end() == end else match[0]

        said = self._named.sub(digits, line)
        return said if said != line else text


def _any(words: Iterable[str]) -> str:
    """A pattern of any of these, the longest first; of none, one that nothing fits."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"(?!)"
