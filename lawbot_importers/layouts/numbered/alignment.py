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
    r"|(?m:^)(\d{1,2}) (?=[A-Z])"
)
_REFERENCE = re.compile(
    r"\b(?:[Ss]ee|[Uu]nder|in|of|or|and|to|than|with|[Ll]aws?|by|per|also|but) ?$"
)
_STOP = re.compile(r"(?:[.:;?!,]|[”\"’)\]]|\b(?:or|and)) ?$")
_AT_LINE, _AT_SENTENCE, _INSIDE, _REFERRED = 3.0, 2.0, 0.3, 0.1
"""Weights of a label by the place where it stands."""
_HEADED = 3.0
"""Weight of the right heading behind a label."""
_LETTERS = 8
"""Letters of a heading that have to agree."""


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
        section, paragraph, item, number, bare = match.groups()
        name = section or paragraph or number or item or bare
        before = text[max(0, match.start() - 12) : match.start()]
        is_next = bool(labels) and labels[-1].end == match.start()
        if bare:
            strength = _INSIDE
        elif not before.rstrip(" ") or before.rstrip(" ").endswith("\n"):
            strength = _AT_LINE
        elif is_next:
            strength = labels[-1].strength
        elif _STOP.search(before):
            strength = _AT_SENTENCE
        elif _REFERENCE.search(before):
            strength = _REFERRED
        else:
            strength = _INSIDE
        labels.append(Candidate(match.start(), match.end(), name, strength))
    return labels


def align(
    text: str, expected: Sequence[Citation], titles: Mapping[Citation, str]
) -> dict[Citation, Candidate]:
    """Return the label of each provision that has one in the text of its law.

    ``titles`` are the headings of sections as they stand elsewhere in the book.
    """
    labels = candidates(text)
    best = [[0.0] * (len(labels) + 1) for _ in range(len(expected) + 1)]
    for row in range(len(expected) - 1, -1, -1):
        citation = expected[row]
        for column in range(len(labels) - 1, -1, -1):
            skipped = max(best[row + 1][column], best[row][column + 1])
            gain = _gain(text, labels[column], citation, titles.get(citation, ""))
            best[row][column] = max(skipped, gain + best[row + 1][column + 1] if gain else 0.0)
    return dict(_trace(best, labels, expected))


def _trace(
    best: Sequence[Sequence[float]], labels: Sequence[Candidate], expected: Sequence[Citation]
) -> list[tuple[Citation, Candidate]]:
    """Return the pairs along the best way through the table."""
    pairs: list[tuple[Citation, Candidate]] = []
    row = column = 0
    while row < len(expected) and column < len(labels):
        if best[row][column] == best[row][column + 1]:
            column += 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            pairs.append((expected[row], labels[column]))
            row, column = row + 1, column + 1
    return pairs


def _gain(text: str, label: Candidate, citation: Citation, title: str) -> float:
    """Return how well a label fits a provision; 0 if it is that of another."""
    if label.name not in names(citation):
        return 0.0
    if title and letters(text[label.end : label.end + 2 * len(title)]).startswith(
        letters(title)[:_LETTERS]
    ):
        return label.strength + _HEADED
    return label.strength


def names(citation: Citation) -> tuple[str, ...]:
    """Return what the label of a provision may say: ``(ii)`` is printed as ``(2)`` too."""
    if citation.items:
        name = citation.items[-1]
        # a capital I is how some books print a small l
        lookalike = ("I",) if name == "l" else ()
        is_roman = len(citation.items) > 1 and name in ROMAN
        number = (str(ROMAN.index(name) + 1),) if is_roman else ()
        return (name, *lookalike, *number)
    return (str(citation.paragraph or citation.section),)


def letters(text: str) -> str:
    """Return the letters of a text alone, all small: what two printings have in common."""
    return re.sub(r"<sup>.*?</sup>|[^a-z]", "", text.casefold())
