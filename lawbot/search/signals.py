"""The signals of search, one entry each: what it is worth, whose texts it holds, where its rows and
their owners are kept.

The index is written from this table and the search asks by it, so a signal is added or taken away
here and nowhere else.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from operator import attrgetter

from lawbot.citation import LAST_LAW, Citation
from lawbot.grouped import grouped
from lawbot.lawbook import Entry
from lawbot.search.lexicon import Lexicon

LAWS = LAST_LAW + 1
"""Rows of a signal with a text a law; row 0 is for the definitions and the introduction."""
PAIRED = 4
"""Examples that must have a word or a pair of words, for a model of provisions to know it; two
suffice for one of laws."""


class SignalKind(Enum):
    """How a signal is asked."""

    WORDS = auto()
    """FTS5: bm25 points for the owner of each row."""
    LAW = auto()
    """FTS5 with a row a law: bm25 points for whatever else was found in that law."""
    LEARNT = auto()
    """A model learnt from the phrases, of provisions: what the features of the text speak for."""
    LEARNT_LAW = auto()
    """The same of laws, for whatever else was found in each of them."""


class Material:
    """The texts of one edition, and of the lexicon that speaks of it."""

    def __init__(self, entries: Sequence[Entry], lexicon: Lexicon | None = None) -> None:
        self.lexicon = lexicon
        self.entries = entries
        self.units = [entry for entry in entries if entry.level not in ("footnote", "table")]

    @cached_property
    def phrases(self) -> list[tuple[str, str]]:
        """(key of the provision, phrase); those for a footnote or a table count for the provision
        it stands in."""
        return (
            [(_unit(citation).folded, phrase) for citation, phrase in self.lexicon.phrases]
            if self.lexicon
            else []
        )

    @cached_property
    def gathered(self) -> dict[str, list[str]]:
        """The phrases of each provision, by its key."""
        return grouped(self.phrases)


Owned = tuple[str, str]
"""The key of a provision, or the number of a law, and a text of it."""
_phrases = attrgetter("phrases")


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal.

    What a point of it is worth in the sum stands in ``WEIGHTS`` under its
    ``name``. ``source`` is what has its texts: the 'edition' searched, or the 'lexicon' that speaks
    of it; one that is not there is not asked. ``table`` and ``owners`` name where its rows and the
    owners of its rows are kept, {} being the name of the source. What is given provisions of
    another edition than the one searched is carried to it. ``texts`` gives the rows. ``rarest`` is
    asked for the most telling terms alone.
    """

    name: str
    kind: SignalKind
    source: str
    table: str
    owners: str
    texts: Callable[[Material], Iterable[Owned]]
    rarest: bool = False


def law_of(key: str) -> int:
    """The number of the law that a key stands in; 0 for the definitions and the introduction."""
    digits = re.match(r"\d+", key)
    return int(digits.group()) if digits else 0


def _unit(citation: Citation) -> Citation:
    return (
        citation.parent if (citation.footnote or citation.table) and citation.parent else citation
    )


def _texts(material: Material) -> Iterable[Owned]:
    for unit in material.units:
        table = [" ".join(row) for row in unit.grid] if unit.citation.parent is None else []
        yield (
            unit.citation.folded,
            " ".join([unit.text, unit.note, *(note.text for note in unit.footnotes), *table]),
        )


def _examples(material: Material) -> Iterable[Owned]:
    """What the models learn from: the phrases, and the stories under the provision that decides
    them."""
    stories = material.lexicon.stories if material.lexicon else ()
    return [*material.phrases, *((_unit(story.citation).folded, story.text) for story in stories)]


def _examples_of_laws(material: Material) -> Iterable[Owned]:
    return ((str(law_of(owner)), text) for owner, text in _examples(material))


def _gathered(material: Material) -> Iterable[Owned]:
    return ((owner, " ".join(phrases)) for owner, phrases in material.gathered.items())


def _whole_laws(material: Material) -> Iterable[Owned]:
    """All headings, words and phrases of each law."""
    texts: list[list[str]] = [[] for _ in range(LAWS)]
    for entry in material.entries:
        texts[entry.citation.law] += [
            entry.title or "",
            entry.text,
            *material.gathered.get(entry.citation.folded, ()),
        ]
    return ((str(law), " ".join(text)) for law, text in enumerate(texts))


SIGNALS = (
    Signal("text", SignalKind.WORDS, "edition", "text:{}", "units:{}", _texts),
    Signal("phrase", SignalKind.WORDS, "lexicon", "phrase:{}", "owners:{}", _phrases, rarest=True),
    Signal("gathered", SignalKind.WORDS, "lexicon", "gathered:{}", "gathered:{}", _gathered),
    Signal("learnt", SignalKind.LEARNT, "lexicon", "provision:{}", "", _examples),
    Signal("learnt law", SignalKind.LEARNT_LAW, "lexicon", "laws:{}", "", _examples_of_laws),
    Signal("law", SignalKind.LAW, "lexicon", "law:{}", "laws:{}", _whole_laws),
)


def empty_units(units: Iterable[Entry]) -> list[int]:
    """The places of the provisions without text of their own."""
    return [place for place, unit in enumerate(units) if not unit.text]
