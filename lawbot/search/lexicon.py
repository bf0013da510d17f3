"""The words of players for those of the Laws: phrases of laws, stories of charts, synonyms."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path
from typing import Any, NamedTuple

from lawbot import data_files, strict_yaml
from lawbot.errors import CitationError, LexiconError, YamlError
from lawbot.law.citation import Citation


class _Kind(Enum):
    """Kinds of files of a lexicon; the first two have citations as their keys."""

    PHRASES = auto()
    STORIES = auto()
    CHART_PHRASES = auto()
    SYNONYMS = auto()


class Story(NamedTuple):
    """A case as a player tells it, the chart that a director would open, the deciding provision."""

    chart: str
    citation: Citation
    text: str


@dataclass(slots=True)
class Lexicon:
    """The words of one language for the provisions of a code.

    ``phrases`` are (citation, phrase); ``synonyms`` map a word or short phrase to terms of the Laws.
    ``editions`` are those whose provisions the citations name, the preferred one first.
    """

    name: str
    language: str
    editions: tuple[str, ...]
    phrases: list[tuple[Citation, str]] = field(default_factory=list)
    synonyms: dict[str, list[str]] = field(default_factory=dict)
    charts: dict[str, list[str]] = field(default_factory=dict)
    """Phrases of players for a chart, by its id."""
    stories: list[Story] = field(default_factory=list)
    plain_counterparts: dict[Citation, list[Citation]] = field(default_factory=dict)
    """The counterparts of cited provisions in our plain words, for a lawbook without ``editions``."""

    @classmethod
    def load(cls, data: Path, name: str, language: str, editions: tuple[str, ...]) -> "Lexicon":
        """Load a lexicon of a data folder. Raises LexiconError with all faults of all files."""
        lexicon = cls(name, language, editions)
        kinds = {
            **dict.fromkeys(data_files.phrase_files(data, name), _Kind.PHRASES),
            **dict.fromkeys(data_files.story_files(data, name), _Kind.STORIES),
            **dict.fromkeys(data_files.chart_phrase_files(data, name), _Kind.CHART_PHRASES),
            **dict.fromkeys(data_files.synonym_files(data, name), _Kind.SYNONYMS),
        }
        try:
            contents = strict_yaml.read_all(
                kinds, lambda path, content: _entries(path, content, kinds[path])
            )
        except YamlError as error:
            raise LexiconError("{faults}", faults="\n".join(error.faults)) from error
        for path, entries in contents.items():
            match kinds[path]:
                case _Kind.PHRASES:
                    lexicon.phrases += _cited(entries)
                case _Kind.STORIES:
                    chart = path.parent.name
                    lexicon.stories += [Story(chart, *cited) for cited in _cited(entries)]
                case _Kind.CHART_PHRASES:
                    lexicon.charts |= entries
                case _Kind.SYNONYMS:
                    lexicon.synonyms = {word.casefold(): terms for word, terms in entries.items()}
        return lexicon

    def for_edition(self, edition: str) -> "Lexicon":
        """Return the lexicon with phrases that name the provisions of an edition in plain words."""
        phrases: list[tuple[Citation, str]] = []
        for citation, phrase in self.phrases:
            counterparts = self.plain_counterparts.get(citation, ())
            phrases += ((counterpart, phrase) for counterpart in counterparts)
        return replace(self, editions=(edition,), phrases=phrases)


def _cited(entries: dict[str, list[str]]) -> Iterator[tuple[Citation, str]]:
    """Yield the texts of a file, each with its citation."""
    for key, texts in entries.items():
        citation = Citation.parse(key)
        for text in texts:
            yield citation, text


def _story_text(story: object) -> object:
    """Return the text of a story, also of one that maps its text to the facts it tells."""
    # the facts are for those who work on hearing
    if isinstance(story, dict) and len(story) == 1:
        return next(iter(story), story)
    return story


def _entries(path: Path, content: Any, kind: _Kind) -> dict[str, list[str]]:
    """Return the texts under each key of a file, none for null.

    The phrases of a chart are under its id.

    Raises YamlError for a file of another form, and for keys that should be citations.
    """
    label = data_files.label(path)
    form = f"{label}: words and what they stand for were expected, each a text or a list of texts."
    if kind is _Kind.CHART_PHRASES:
        content = {path.parent.name: content}
    if not isinstance(content, dict):
        raise YamlError([form])
    entries: dict[str, list[Any]] = {}
    for key, value in content.items():
        texts = value if isinstance(value, list) else [value]
        if kind is _Kind.STORIES:
            texts = list(map(_story_text, texts))
        entries[key] = [] if value is None else texts
        if not all(isinstance(text, str) for text in (key, *entries[key])):
            raise YamlError([form])
    faults: list[str] = []
    for key in entries if kind in (_Kind.PHRASES, _Kind.STORIES) else ():
        try:
            Citation.parse(key)
        except CitationError as error:
            faults.append(f"{label}: {error}")
    if faults:
        raise YamlError(faults)
    return entries
