"""How two wordings of a provision differ: word by word for people, and whether the difference is
one of substance."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache

from lawbot.cards import Change, ChangeKind

SAME = 0.925
"""Share of the weighed words that two wordings have in common from which on they say the same."""
_PIECE = re.compile(r"\s+|[^\s\[(]*(?:\[[^\[\]]*\]|\([^()]*\))\S*|\S+")
"""A blank, a word, or what stands in brackets, so that no bracket is kept without its partner."""
_PENALTY = re.compile(
    r"\b(?:no )?(?:without )?(?:further )?(?:penalt\w+|rectification\w*)\b", re.IGNORECASE
)
_BODY = re.compile(r"\borgani[sz](?:ation|er)s?\b|\bauthorit(?:y|ies)\b", re.IGNORECASE)
_LIGHT = frozenset(
    "a an the of to in on at by for is are be been it its that this his her their he she and or as with has have had see law laws subject per under above".split()
)
_LIGHT_WEIGHT, _HEAVY_WEIGHT = 0.25, 3.0
"""What a small word, and what a word of strength or negation, weighs; any other word weighs 1."""
_HEAVY = frozenset(
    "may must shall should not no never cannot only unless except either both deemed any".split()
)
_WORD = re.compile(r"[^\W_]+")
_THAI = re.compile(r"[\u0e00-\u0e7f]{3,}")
_ONE_SPELLING = (
    (re.compile(r"(?<=[a-z])is(?=(?:e|es|ed|ing|ation|ations)\b)"), "iz"),
    (re.compile(r"\b(hon|col|fav|behavi|endeav)our"), r"\1or"),
    (re.compile(r"cancell(?=ed|ing)"), "cancel"),
    (re.compile(r"\bdefence"), "defense"),
    (re.compile(r"\bno trump"), "notrump"),
)


def redline(older: str, newer: str) -> list[Change]:
    """What leads from one wording to the other, word by word: what was removed stands before what
    was added in its place.

    >>> [(change.kind.value, change.text) for change in redline("may lead", "must lead")]
    [('removed', 'may'), ('added', 'must'), ('kept', ' lead')]
    """
    before, after = _pieces(older), _pieces(newer)
    keys = [
        ["".join(tokens(piece)) or piece.strip() for piece in pieces] for pieces in (before, after)
    ]
    changes: list[Change] = []
    for what, i, j, k, m in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes():
        if what == "equal":
            changes.append(Change(ChangeKind.KEPT, "".join(after[k:m])))
            continue
        blank = (
            " "
            if before[j : j + 1]
            and before[j][0].isspace()
            and after[m : m + 1]
            and not after[m][0].isspace()
            else ""
        )
        if i < j:
            changes.append(Change(ChangeKind.REMOVED, "".join(before[i:j]) + blank))
        if k < m:
            changes.append(Change(ChangeKind.ADDED, "".join(after[k:m])))
    return list(_joined(changes))


def changed(changes: list[Change]) -> float:
    """The share of the characters of both wordings that was added or removed (0 to 1)."""
    kept = sum(2 * len(change.text) for change in changes if change.kind is ChangeKind.KEPT)
    apart = sum(len(change.text) for change in changes if change.kind is not ChangeKind.KEPT)
    return apart / (kept + apart) if changes else 0.0


def _pieces(text: str) -> list[str]:
    """The words of a text, each with the blank before it; the gap between two paragraphs stands
    alone."""
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
    """Changes with no single small word kept between two of them: 'the' alone is harder to read
    than the whole phrase."""
    held: dict[ChangeKind, str] = {}
    for place, change in enumerate(changes):
        between = 0 < place < len(changes) - 1 and change.text.strip().casefold() in _LIGHT
        if change.kind is ChangeKind.KEPT and not (between and held):
            yield from (
                Change(kind, held[kind])
                for kind in (ChangeKind.REMOVED, ChangeKind.ADDED)
                if kind in held
            )
            held = {}
            yield change
            continue
        for kind in (
            (ChangeKind.REMOVED, ChangeKind.ADDED)
            if change.kind is ChangeKind.KEPT
            else (change.kind,)
        ):
            apart = any(map(str.isspace, held.get(kind, " ")[-1] + change.text[0]))
            blank = "" if apart or not between or kind is ChangeKind.ADDED else " "
            held[kind] = held.get(kind, "") + blank + change.text
    yield from (
        Change(kind, held[kind]) for kind in (ChangeKind.REMOVED, ChangeKind.ADDED) if kind in held
    )


def marked(changes: list[Change]) -> str:
    """The changes as one text in Markdown: ~~removed~~ and **+added+**."""
    sign = {
        ChangeKind.KEPT: ("", ""),
        ChangeKind.REMOVED: ("~~", "~~"),
        ChangeKind.ADDED: ("**+", "+**"),
    }
    return "".join(_wrapped(change.text, *sign[change.kind]) for change in changes).strip()


def _wrapped(text: str, before: str, after: str) -> str:
    if not before or not text.strip():
        return text
    lead = text[: len(text) - len(text.lstrip())]
    return f"{lead}{before}{text.strip()}{after}".replace("\n\n", f"{after}\n\n{before}")


def is_same(older: str, newer: str) -> bool:
    """Whether two wordings of one language say the same: small words weigh little, duties weigh
    much."""
    return substance(older, newer) >= SAME


def substance(older: str, newer: str) -> float:
    """The share of the weighed words that two wordings have in common, in any order (0 to 1)."""
    before, after = _weighed(older), _weighed(newer)
    total = sum(_weight(word) * count for bag in (before, after) for word, count in bag.items())
    apart = sum(
        _weight(word) * count
        for bag in (before - after, after - before)
        for word, count in bag.items()
    )
    return 1 - apart / total if total else 1.0


def _weighed(text: str) -> Counter[str]:
    plain = _BODY.sub(" organization ", _PENALTY.sub(" ", text))
    return Counter(word for word in tokens(plain) if word != "s")


def _weight(word: str) -> float:
    if word in _LIGHT:
        return _LIGHT_WEIGHT
    return _HEAVY_WEIGHT if word in _HEAVY else 2.5 if word[0].isdigit() else 1.0


@lru_cache(maxsize=16384)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text, British and American spelling alike; three-letter runs of a Thai one,
    which has no blanks."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'s ", " ")
    for spelling, one in _ONE_SPELLING:
        plain = spelling.sub(one, plain)
    found = []
    for word in _WORD.findall(plain):
        if _THAI.match(word):
            found += [word[place : place + 3] for place in range(len(word) - 2)]
        else:
            found.append(word)
    return tuple(found)
