"""Compare two wordings of a provision: word by word for people, by weight for substance."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache

from lawbot.frozen import frozen

SAME = 0.925
"""Least share of weighed words that two wordings of the same meaning have in common."""
_PIECE = re.compile(r"\s+|[^\s\[(]*(?:\[[^\[\]]*\]|\([^()]*\))\S*|\S+")
"""A blank, a word, or a bracketed group, so that no bracket is shown without its partner."""
_PENALTY = re.compile(
    r"\b(?:no )?(?:without )?(?:further )?(?:penalt\w+|rectification\w*)\b", re.IGNORECASE
)
_BODY = re.compile(r"\borgani[sz](?:ation|er)s?\b|\bauthorit(?:y|ies)\b", re.IGNORECASE)
_LIGHT = frozenset(
    "a an the of to in on at by for is are be been it its that this his her their he she and or as with has have had see law laws subject per under above".split()
)
# small words weigh little and duties much: 'shall' for 'should' changes a law, 'the' for 'a' none
_LIGHT_WEIGHT, _NUMBER_WEIGHT, _HEAVY_WEIGHT = 0.25, 2.5, 3.0
"""Weights of a small word, of a number, and of a word of strength or negation; others weigh 1."""
_HEAVY = frozenset(
    "may must shall should not no never cannot only unless except either both deemed any".split()
)
_WORD = re.compile(r"[^\W_]+")
_THAI = re.compile(r"[\u0e00-\u0e7f]{3,}")
_SPELLINGS = (
    (re.compile(r"(?<=[a-z])is(?=(?:e|es|ed|ing|ation|ations)\b)"), "iz"),
    (re.compile(r"\b(hon|col|fav|behavi|endeav)our"), r"\1or"),
    (re.compile(r"cancell(?=ed|ing)"), "cancel"),
    (re.compile(r"\b(def|off)ence"), r"\1ense"),
    (re.compile(r"\bcentre"), "center"),
    (re.compile(r"\bjudgement"), "judgment"),
    (re.compile(r"\bno trump"), "notrump"),
)
"""British spellings and what replaces them."""


class ChangeKind(StrEnum):
    """The fate of a run of words from one wording to the next."""

    KEPT = "kept"
    ADDED = "added"
    REMOVED = "removed"


@frozen
class Change:
    """A run of words with its blanks, and its fate."""

    kind: ChangeKind
    text: str

    @property
    def marked(self) -> tuple[str, str, str]:
        """Return the blank before, the bare words, the blank after."""
        bare = self.text.strip()
        start = self.text.find(bare) if bare else 0
        return self.text[:start], bare, self.text[start + len(bare) :]


_EDITS = (ChangeKind.REMOVED, ChangeKind.ADDED)
_SIGNS = {
    ChangeKind.KEPT: ("", ""),
    ChangeKind.REMOVED: ("~~", "~~"),
    ChangeKind.ADDED: ("**+", "+**"),
}


def redline(older: str, newer: str, *, spelling: bool = False) -> list[Change]:
    """Return the changes that lead from one wording to the other, word by word.

    Removed words stand before the words added in their place. ``spelling``: another spelling of a
    word is a change too.

    >>> [(change.kind.value, change.text) for change in redline("may lead", "must lead")]
    [('removed', 'may'), ('added', 'must'), ('kept', ' lead')]
    """
    before, after = _pieces(older), _pieces(newer)
    keys = _spelt if spelling else _keys
    # without the automatic junk rule of difflib, which drops frequent words of long texts
    matcher = SequenceMatcher(None, keys(before), keys(after), autojunk=False)
    changes: list[Change] = []
    for operation, start, end, new_start, new_end in matcher.get_opcodes():
        added = "".join(after[new_start:new_end])
        if operation == "equal":
            changes.append(Change(ChangeKind.KEPT, added))
            continue
        if start < end:
            removed = "".join(before[start:end])
            # a piece brings the blank before it, so the words kept next may have none
            next_old, next_new = before[end : end + 1], after[new_end : new_end + 1]
            if next_old and next_new and _begins_blank(next_old[0]):
                removed += "" if _begins_blank(next_new[0]) else " "
            changes.append(Change(ChangeKind.REMOVED, removed))
        if added:
            changes.append(Change(ChangeKind.ADDED, added))
    return list(_joined(changes))


def _begins_blank(piece: str) -> bool:
    return piece[0].isspace()


def _keys(pieces: list[str]) -> list[str]:
    """Return what each piece is compared by: its words, else its signs."""
    return ["".join(tokens(piece)) or piece.strip() for piece in pieces]


def _spelt(pieces: list[str]) -> list[str]:
    """Return the letters and figures of each piece, as they are spelt."""
    return ["".join(_WORD.findall(piece.casefold())) for piece in pieces]


def changed(changes: list[Change]) -> float:
    """Return the share of the characters of both wordings that was added or removed (0 to 1)."""
    common = apart = 0
    for change in changes:
        if change.kind is ChangeKind.KEPT:
            # it stands in both wordings
            common += 2 * len(change.text)
        else:
            apart += len(change.text)
    return apart / (common + apart) if changes else 0.0


def _pieces(text: str) -> list[str]:
    """Return the words of a text, each with the blank before it.

    The gap between two paragraphs is a piece of its own.
    """
    pieces: list[str] = []
    blank = ""
    for piece in _PIECE.findall(text):
        if "\n\n" in piece:
            pieces.append(piece)
        elif piece.isspace():
            blank = piece
        else:
            pieces.append(blank + piece)
            blank = ""
    return pieces


def _joined(changes: list[Change]) -> Iterator[Change]:
    """Yield the changes, with a single small word between two of them taken into both.

    'the' alone is harder to read than the whole phrase.
    """
    pending: dict[ChangeKind, str] = {}
    for index, change in enumerate(changes):
        is_small = change.text.strip().casefold() in _LIGHT and 0 < index < len(changes) - 1
        kinds: tuple[ChangeKind, ...] = (change.kind,)
        if change.kind is ChangeKind.KEPT:
            if not (is_small and pending):
                yield from _flushed(pending)
                yield change
                continue
            kinds = _EDITS
        for kind in kinds:
            text = pending.get(kind, "")
            if text and is_small and kind is ChangeKind.REMOVED:
                text += "" if text[-1].isspace() or change.text[0].isspace() else " "
            pending[kind] = text + change.text
    yield from _flushed(pending)


def _flushed(pending: dict[ChangeKind, str]) -> Iterator[Change]:
    """Yield the pending texts, removed before added, and forget them."""
    for kind in _EDITS:
        if kind in pending:
            yield Change(kind, pending.pop(kind))


def marked(changes: list[Change]) -> str:
    """Return the changes as one text in Markdown: ~~removed~~ and **+added+**."""
    return "".join(_wrapped(change.text, *_SIGNS[change.kind]) for change in changes).strip()


def _wrapped(text: str, before: str, after: str) -> str:
    if not before or not text.strip():
        return text
    lead = text[: len(text) - len(text.lstrip())]
    return f"{lead}{before}{text.strip()}{after}".replace("\n\n", f"{after}\n\n{before}")


def is_same(older: str, newer: str) -> bool:
    """Return True if two wordings of one language say the same.

    Small words weigh little, duties weigh much.
    """
    return substance(older, newer) >= SAME


def substance(older: str, newer: str) -> float:
    """Return the share of weighed words that two wordings have in common, in any order (0 to 1)."""
    before, after = _counted(older), _counted(newer)
    total = _weight_of(before) + _weight_of(after)
    apart = _weight_of(before - after) + _weight_of(after - before)
    return 1 - apart / total if total else 1.0


def _counted(text: str) -> Counter[str]:
    """Return the words of a text that decide on its substance, and how often each occurs."""
    # other words for a penalty and for the organizing body are no change of substance
    plain = _BODY.sub(" organization ", _PENALTY.sub(" ", text))
    counts = Counter(tokens(plain))
    # what an apostrophe leaves of a possessive
    del counts["s"]
    return counts


def _weight_of(counts: Counter[str]) -> float:
    return sum(_weight(word) * count for word, count in counts.items())


def _weight(word: str) -> float:
    if word in _LIGHT:
        return _LIGHT_WEIGHT
    if word in _HEAVY:
        return _HEAVY_WEIGHT
    return _NUMBER_WEIGHT if word[0].isdigit() else 1.0


@lru_cache(maxsize=16384)
def tokens(text: str) -> tuple[str, ...]:
    """Return the words of a text, with British and American spelling alike.

    Thai has no blanks, so a Thai text gives its runs of three letters.
    """
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'s ", " ")
    for spelling, american in _SPELLINGS:
        plain = spelling.sub(american, plain)
    words: list[str] = []
    for word in _WORD.findall(plain):
        if _THAI.match(word):
            words += [word[start : start + 3] for start in range(len(word) - 2)]
        else:
            words.append(word)
    return tuple(words)
