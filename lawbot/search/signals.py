"""The signals of search: whose texts each one holds, and where its rows and their owners are kept.

The index is written from this table and searched by it, so a signal is added or removed here and
nowhere else.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from lawbot.book import Entry
from lawbot.grouped import grouped
from lawbot.law.citation import LAST_LAW, Citation
from lawbot.search.lexicon import Lexicon


class SignalKind(Enum):
    """The kind of points that a signal gives."""

    WORDS = auto()
    """bm25 points for the owner of each row."""
    LAW = auto()
    """bm25 points of a law, for its provisions to which other signals give points."""
    CLASSIFIER = auto()
    """Points of a classifier of provisions."""
    LAW_CLASSIFIER = auto()
    """Points of a classifier of laws, for provisions to which other signals give points."""


class OwnedText(NamedTuple):
    """A text, and its owner: the key of a provision or the number of a law."""

    owner: str
    text: str


class Material:
    """The texts of one edition, and of the lexicon that names its provisions."""

    def __init__(self, entries: Sequence[Entry], lexicon: Lexicon | None = None) -> None:
        self.lexicon = lexicon
        self.entries = entries
        self.units = [entry for entry in entries if entry.level not in ("footnote", "table")]

    @cached_property
    def phrases(self) -> list[OwnedText]:
        """The phrases; those for a footnote or a table count for the provision it stands in."""
        phrases = self.lexicon.phrases if self.lexicon else []
        return [OwnedText(_unit(citation).folded, phrase) for citation, phrase in phrases]

    @cached_property
    def phrases_by_owner(self) -> dict[str, list[str]]:
        """The phrases of each provision, by its key."""
        return grouped(self.phrases)


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal.

    Its points are multiplied by the weight of its ``name`` in ``WEIGHTS``. ``source`` has its texts:
    the 'edition' searched, or the 'lexicon' that names its provisions; a signal without source gives
    no points. ``table`` and ``owners`` name where its rows and their owners are kept, with {} for the
    name of the source. ``texts`` returns the rows. If ``rarest``, only the rarest terms are searched.
    """

    name: str
    kind: SignalKind
    source: str
    table: str
    owners: str
    texts: Callable[[Material], Iterable[OwnedText]]
    rarest: bool = False


def law_of(key: str) -> int:
    """Return the number of a key's law; 0 for the definitions and the introduction."""
    digits = re.match(r"\d+", key)
    return int(digits.group()) if digits else 0


def _unit(citation: Citation) -> Citation:
    """Return the provision in which a footnote or a table stands, else the citation itself."""
    if (citation.footnote or citation.table) and citation.parent:
        return citation.parent
    return citation


def _texts(material: Material) -> Iterator[OwnedText]:
    for unit in material.units:
        texts = [unit.text, unit.note, *(footnote.text for footnote in unit.footnotes)]
        if unit.citation.parent is None:
            texts += map(" ".join, unit.grid)
        yield OwnedText(unit.citation.folded, " ".join(texts))


def _examples(material: Material) -> Iterator[OwnedText]:
    """Yield the phrases, then the stories, owned by the provisions that decide them."""
    yield from material.phrases
    for story in material.lexicon.stories if material.lexicon else ():
        yield OwnedText(_unit(story.citation).folded, story.text)


def _law_examples(material: Material) -> Iterator[OwnedText]:
    for example in _examples(material):
        yield OwnedText(str(law_of(example.owner)), example.text)


def _joined_phrases(material: Material) -> Iterator[OwnedText]:
    for owner, phrases in material.phrases_by_owner.items():
        yield OwnedText(owner, " ".join(phrases))


def _laws(material: Material) -> Iterator[OwnedText]:
    """Yield all headings, words and phrases of each law; 0 is for the definitions."""
    texts: list[list[str]] = [[] for _ in range(LAST_LAW + 1)]
    for entry in material.entries:
        phrases = material.phrases_by_owner.get(entry.citation.folded, [])
        texts[entry.citation.law] += [entry.title or "", entry.text, *phrases]
    for law, law_texts in enumerate(texts):
        yield OwnedText(str(law), " ".join(law_texts))


SIGNALS = (
    Signal("text", SignalKind.WORDS, "edition", "text:{}", "units:{}", _texts),
    Signal(
        "phrase",
        SignalKind.WORDS,
        "lexicon",
        "phrase:{}",
        "owners:{}",
        attrgetter("phrases"),
        # thousands of short phrases have each common word: they take time and tell nothing
        rarest=True,
    ),
    Signal("gathered", SignalKind.WORDS, "lexicon", "gathered:{}", "gathered:{}", _joined_phrases),
    Signal("learnt", SignalKind.CLASSIFIER, "lexicon", "provision:{}", "", _examples),
    Signal("learnt law", SignalKind.LAW_CLASSIFIER, "lexicon", "laws:{}", "", _law_examples),
    Signal("law", SignalKind.LAW, "lexicon", "law:{}", "laws:{}", _laws),
)
"""All signals, in the order in which their points are added."""
