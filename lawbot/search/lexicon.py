"""What people say -> what the Laws say: the files of data/lexicon, one folder a lexicon."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from lawbot import strict_yaml
from lawbot.citation import Citation
from lawbot.errors import CitationError, LexiconError, YamlError


class Story(NamedTuple):
    """What happened, as somebody tells it: the chart that a director would open for it, and the provision that decides."""

    chart: str
    citation: Citation
    text: str


@dataclass(slots=True)
class Lexicon:
    """The words of one language for the provisions of a code.

    ``phrases`` are (citation, phrase); ``synonyms`` map a word or short phrase to what it may stand for in the Laws.
    ``editions`` are those whose citations the phrases name, the first that a lawbook has before the others.
    """

    name: str
    language: str
    editions: tuple[str, ...]
    phrases: list[tuple[Citation, str]] = field(default_factory=list)
    synonyms: dict[str, list[str]] = field(default_factory=dict)
    charts: dict[str, list[str]] = field(default_factory=dict)
    """What people say of what happened, by the id of the chart."""
    stories: list[Story] = field(default_factory=list)
    now: dict[Citation, list[Citation]] = field(default_factory=dict)
    """Where the provisions that the phrases name stand in the code that is said in plain words, by the concordance: for a lawbook without
    the document they are of."""

    @classmethod
    def load(cls, folder: Path, language: str, editions: tuple[str, ...]) -> "Lexicon":
        """Reads ``phrases/*.yaml``, ``stories/*.yaml``, ``synonyms.yaml`` and ``charts.yaml`` of a folder. Raises LexiconError."""
        lexicon = cls(folder.name, language, editions)
        cited = [*sorted((folder / "phrases").glob("*.yaml")), *sorted((folder / "stories").glob("*.yaml"))]
        paths = [*cited, *folder.glob("synonyms.yaml"), *folder.glob("charts.yaml")]
        try:
            loaded = strict_yaml.load_all(paths)
        except YamlError as error:
            raise LexiconError("{faults}", faults="\n".join(f"{folder.name}: {fault}" for fault in error.faults)) from error
        faults: list[str] = []
        for path, content in loaded.items():
            name = f"{folder.name}: {path.name}"
            entries = _mapping(content)
            if entries is None:
                faults.append(f"{name}: words and what they stand for were expected, each a text or a list of texts.")
            elif path.name == "synonyms.yaml":
                lexicon.synonyms = {word.casefold(): terms for word, terms in entries.items()}
            elif path.name == "charts.yaml":
                lexicon.charts = entries
            elif path.parent.name == "stories":
                lexicon.stories += [Story(path.stem, citation, text) for citation, text in _cited(entries, name, faults)]
            else:
                lexicon.phrases += _cited(entries, name, faults)
        if faults:
            raise LexiconError("{faults}", faults="\n".join(faults))
        return lexicon

    def for_edition(self, edition: str) -> "Lexicon":
        """The same where the phrases name the provisions of an edition in plain words."""
        phrases = [(there, phrase) for citation, phrase in self.phrases for there in self.now.get(citation, ())]
        return replace(self, editions=(edition,), phrases=phrases)


def _cited(entries: dict[str, list[str]], name: str, faults: list[str]) -> Iterator[tuple[Citation, str]]:
    """The texts of a file with what they stand under; what is wrong with its citations is added to ``faults``."""
    for written, texts in entries.items():
        try:
            citation = Citation.parse(written)
        except CitationError as error:
            faults.append(f"{name}: {error}")
            continue
        yield from ((citation, text) for text in texts)


def _mapping(content: Any) -> dict[str, list[str]] | None:
    """The texts under each key of a file (none for null); None for a file of another form."""
    if not isinstance(content, dict):
        return None
    found = {key: value if isinstance(value, list) else [value] if value is not None else [] for key, value in content.items()}
    good = all(isinstance(text, str) for key, texts in found.items() for text in (key, *texts))
    return found if good else None
