"""Words that frame a text in every language: polite, supposing, correcting, pointing back."""

import re
from functools import cached_property
from itertools import chain

from lawbot.language import Languages

_MOST_POLITE = 3
"""Most polite words on either side of what is wished."""
_WORD = re.compile(r"\w+")
_HEAD = re.compile(r"[^,;:.(–—]*")
"""The part of a text before its first sign."""
SENTENCE_SIGNS = " ?!.…"


class Frames:
    """Takes the frames of every language off a text, and reads its short replies."""

    def __init__(self, languages: Languages) -> None:
        self.languages = languages

    def fold(self, text: str) -> str:
        """Return the words of a text without case, marks and signs."""
        return " ".join(_WORD.findall(self.languages.unmarked(text).replace("'", "")))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Numbers, in digits and in the words of every language."""
        numbers = {}
        for language in self.languages.values():
            for number, word in enumerate(language.numerals, 1):
                numbers[self.fold(word)] = number
        return numbers | {str(number): number for number in range(1, 10)}

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """Words for the first answer, the second and so on, of every language."""
        ordinals: dict[str, int] = {}
        for language in self.languages.values():
            for number, words in enumerate(language.replies.ordinals, 1):
                ordinals |= dict.fromkeys(map(self.fold, words), number)
        return ordinals

    def number(self, text: str) -> int:
        """Return the number of the answer that a text picks; 0 if it picks none.

        '4', 'number 4', 'the second one, I think'.
        """
        line = text.strip(SENTENCE_SIGNS)
        behind = self.frame("picking", line)
        head = _HEAD.match(behind or line)
        picked = head[0] if head else ""
        # a script without blanks between words has one where a sign may stand
        for name in (picked, *picked.split()[:1]):
            number = self.ordinals.get(self.fold(self.without_ending("picked", name) or name))
            if number:
                return number
        # '4, a trick is moved' may be no answer, 'number 4, a trick is moved' is one
        is_alone = bool(behind) or picked == line
        name = self.without_ending("picked", picked) or picked
        return self.numbers.get(self.fold(name), 0) if is_alone else 0

    @cached_property
    def replies(self) -> dict[str, frozenset[str]]:
        """Short replies of every language by their meaning."""
        folded: dict[str, frozenset[str]] = {}
        for language in self.languages.values():
            for name, words in language.replies.whole.items():
                folded[name] = folded.get(name, frozenset()) | frozenset(map(self.fold, words))
        return folded

    def frame(self, kind: str, text: str) -> str:
        """Return a text without its frame of a kind ('supposing'); empty if it has none."""
        line = text.strip(SENTENCE_SIGNS)
        match = self._frames[kind].match(line)
        if match is None:
            return ""
        return line[match.end() :].strip(" ,;:" + SENTENCE_SIGNS)

    def wish(self, text: str) -> str:
        """Return the words of a text without what is polite around them: 'show me the law, please'."""
        line = text
        for _round in range(_MOST_POLITE):
            line = self.frame("wishing", line) or line
            line = self.without_ending("wished", line) or line
        return self.fold(line)

    def begins(self, kind: str, text: str) -> bool:
        """Return whether a text begins with words of a kind."""
        return self._frames[kind].match(text.strip(SENTENCE_SIGNS)) is not None

    def without_ending(self, kind: str, text: str) -> str:
        """Return a text without an ending of a kind ('supposed'); empty if it has none."""
        line = text.strip(SENTENCE_SIGNS)
        match = self._endings[kind].search(line)
        return line[: match.start()].strip(" ,;:" + SENTENCE_SIGNS) if match else ""

    @cached_property
    def _frames(self) -> dict[str, re.Pattern[str]]:
        return {kind: self._pattern(kind, behind=False) for kind in self._frame_kinds}

    @cached_property
    def _endings(self) -> dict[str, re.Pattern[str]]:
        return {kind: self._pattern(kind, behind=True) for kind in self._frame_kinds}

    @cached_property
    def _frame_kinds(self) -> list[str]:
        kinds = (language.replies.frames for language in self.languages.values())
        return list(dict.fromkeys(chain.from_iterable(kinds)))

    def _pattern(self, kind: str, *, behind: bool) -> re.Pattern[str]:
        """Return a pattern of the words of a frame at one end of a text, the longest first."""
        spellings: dict[str, str] = {}
        for language in self.languages.values():
            edge = r"(?!\w)" if language.has_words else ""
            for phrase in language.replies.frames.get(kind, ()):
                for spelling in (phrase, language.plain(phrase)):
                    escaped = re.escape(spelling)
                    spellings[spelling] = (
                        rf"(?<!\w){escaped}" if behind and edge else escaped + edge
                    )
        ordered = sorted(spellings, key=lambda spelling: -len(spelling))
        alternatives = "|".join(spellings[spelling] for spelling in ordered) or "(?!)"
        pattern = rf"(?:{alternatives})$" if behind else rf"(?:{alternatives})"
        return re.compile(pattern, re.IGNORECASE)
