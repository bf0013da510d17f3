"""Place the numbers of a code in the text of a law, wherever in a line they stand.

Of all labels in the text those are taken that together fit the inventory best: in its order, at
the beginnings of lines and sentences, and before their own headings.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lawbot.law.citation import ROMAN, Citation

_LABEL = re.compile(
    r"(?<![\w(\[])(?:([A-H])\.(?![A-Z]\.)|(\d{1,2})\.(?!\d)|\(([a-zI]{1,4})\.?\)|\((\d)\))[ \n]*"
    r"|(?m:^)(?P<bare>\d{1,2}) (?=[A-Z])"
)
"""A label; a bare number is one only at the beginning of a line."""
_REFERENCE = re.compile(
    r"\b(?:[Ss]ee|[Uu]nder|in|of|or|and|to|than|with|[Ll]aws?|by|per|also|but)$"
)
_STOP = re.compile(r"(?:[.:;?!,]|[”\"’)\]]|\b(?:or|and))$")
_AT_LINE, _AT_SENTENCE, _INSIDE, _REFERRED = 3.0, 2.0, 0.3, 0.1
"""Weights of a label by the place where it stands."""
_HEADED = 3.0
"""Weight of the right heading behind a label."""
_LOOK_BACK = 12
"""Characters before a label that are looked at."""
_LETTERS = 8
"""Letters of a heading that have to agree."""


class Span(NamedTuple):
    """A provision in the text of its law: where its label begins, and its words begin and end."""

    label: int
    start: int
    end: int


class Candidate(NamedTuple):
    """A label in a text: where it begins, where the words after it do, and how much it tells."""

    start: int
    end: int
    name: str
    strength: float


def candidates(text: str) -> list[Candidate]:
    """Return everything in a text that has the form of a label."""
    labels: list[Candidate] = []
    for match in _LABEL.finditer(text):
        name = match[match.lastindex or 0]
        # a label right behind another tells as much as that one does
        if labels and labels[-1].end == match.start() and not match["bare"]:
            strength = labels[-1].strength
        else:
            strength = _strength(match)
        labels.append(Candidate(match.start(), match.end(), name, strength))
    return labels


def _strength(label: re.Match[str]) -> float:
    """Return the weight of a label by the words before it."""
    before = label.string[max(0, label.start() - _LOOK_BACK) : label.start()].rstrip(" ")
    if label["bare"]:
        return _INSIDE
    if not before or before.endswith("\n"):
        return _AT_LINE
    if _STOP.search(before):
        return _AT_SENTENCE
    return _REFERRED if _REFERENCE.search(before) else _INSIDE


def align(
    text: str, expected: Sequence[Citation], titles: Mapping[Citation, str]
) -> dict[Citation, Span]:
    """Return the place of each provision that has a label in the text of its law.

    ``titles`` are the headings of sections as they stand elsewhere in the book.
    """
    labels = candidates(text)
    # best[row][column]: the weight of the best fit of all provisions and labels from there on
    best = [[0.0] * (len(labels) + 1) for _ in range(len(expected) + 1)]
    backwards = list(enumerate(labels))[::-1]
    for row, citation in reversed(list(enumerate(expected))):
        title = titles.get(citation, "")
        for column, label in backwards:
            skipped = max(best[row + 1][column], best[row][column + 1])
            gain = _gain(text, label, citation, title)
            paired = gain + best[row + 1][column + 1] if gain else 0.0
            best[row][column] = max(skipped, paired)
    pairs = _trace(best, labels, expected)
    starts = [label.start for label in pairs.values()]
    spans: dict[Citation, Span] = {}
    for (citation, label), end in zip(pairs.items(), [*starts[1:], len(text)], strict=False):
        spans[citation] = Span(label.start, label.end, end)
    return spans


def _trace(
    best: Sequence[Sequence[float]], labels: Sequence[Candidate], expected: Sequence[Citation]
) -> dict[Citation, Candidate]:
    """Return the pairs along the best way through the table."""
    pairs: dict[Citation, Candidate] = {}
    row = column = 0
    while row < len(expected) and column < len(labels):
        if best[row][column] == best[row][column + 1]:
            column += 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            pairs[expected[row]] = labels[column]
            row, column = row + 1, column + 1
    return pairs


def _gain(text: str, label: Candidate, citation: Citation, title: str) -> float:
    """Return how well a label fits a provision; 0 if it is that of another."""
    if label.name not in names(citation):
        return 0.0
    # twice the length, for other signs may stand between the letters
    behind = letters(text[label.end : label.end + 2 * len(title)])
    is_headed = bool(title) and behind.startswith(letters(title)[:_LETTERS])
    return label.strength + (_HEADED if is_headed else 0)


def names(citation: Citation) -> tuple[str, ...]:
    """Return what the label of a provision may say: ``(ii)`` is printed as ``(2)`` too."""
    if not citation.items:
        return (str(citation.paragraph or citation.section),)
    name = citation.items[-1]
    if len(citation.items) > 1 and name in ROMAN:
        return (name, str(ROMAN.index(name) + 1))
    # a capital I is how some books print a small l
    return ("l", "I") if name == "l" else (name,)


def letters(text: str) -> str:
    """Return the letters of a text alone, all small: what two printings have in common."""
    return re.sub(r"<sup>.*?</sup>|[^a-z]", "", text.casefold())
