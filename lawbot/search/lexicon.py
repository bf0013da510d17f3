"""The words of players for those of the Laws: data/lexicon, one folder a lexicon."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from lawbot import strict_yaml
from lawbot.errors import CitationError, LexiconError, YamlError
from lawbot.law.citation import Citation

_STORIES = "stories"
"""The folder of stories, one file a chart."""
_CITED_FOLDERS = ("phrases", _STORIES)
"""The folders of files whose keys are citations."""


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
    def load(cls, folder: Path, language: str, editions: tuple[str, ...]) -> "Lexicon":
        """Load the lexicon of a folder. Raises LexiconError with all faults of all files."""
        lexicon = cls(folder.name, language, editions)
        patterns = [f"{name}/*.yaml" for name in _CITED_FOLDERS]
        paths: list[Path] = []
        for pattern in (*patterns, "synonyms.yaml", "charts.yaml"):
            paths += sorted(folder.glob(pattern))
        try:
            contents = strict_yaml.read_all(paths, _entries)
        except YamlError as error:
            faults = "\n".join(f"{folder.name}: {fault}" for fault in error.faults)
            raise LexiconError("{faults}", faults=faults) from error
        for path, entries in contents.items():
            if path.name == "synonyms.yaml":
                lexicon.synonyms = {word.casefold(): terms for word, terms in entries.items()}
            elif path.name == "charts.yaml":
                lexicon.charts = entries
            elif path.parent.name == _STORIES:
                lexicon.stories += [Story(path.stem, *cited) for cited in _cited(entries)]
            else:
                lexicon.phrases += _cited(entries)
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


def _entries(path: Path, content: Any) -> dict[str, list[str]]:
    """Return the texts under each key of a file, none for null.

    Raises YamlError for a file of another form, and for keys that should be citations.
    """
    form = (
        f"{path.name}: words and what they stand for were expected, each a text or a list of texts."
    )
    if not isinstance(content, dict):
        raise YamlError([form])
    entries: dict[str, list[Any]] = {}
    for key, value in content.items():
        texts = value if isinstance(value, list) else [value]
        if path.parent.name == _STORIES:
            texts = list(map(_story_text, texts))
        entries[key] = [] if value is None else texts
        if not all(isinstance(text, str) for text in (key, *entries[key])):
            raise YamlError([form])
    faults: list[str] = []
    for key in entries if path.parent.name in _CITED_FOLDERS else ():
        try:
            Citation.parse(key)
        except CitationError as error:
            faults.append(f"{path.name}: {error}")
    if faults:
        raise YamlError(faults)
    return entries
