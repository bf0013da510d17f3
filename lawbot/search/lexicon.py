"""What people say -> what the Laws say: the files of data/lexicon, one folder a lexicon."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawbot import strict_yaml
from lawbot.citation import Citation, CitationError
from lawbot.errors import LawbotError


class LexiconError(LawbotError):
    """Lexicon files cannot be read; the message names every fault in every file."""


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
    """What people tell of what happened, by the id of the chart."""

    @classmethod
    def load(cls, folder: Path, language: str, editions: tuple[str, ...]) -> "Lexicon":
        """Reads ``phrases/*.yaml``, ``synonyms.yaml`` and ``charts.yaml`` of a folder. Raises LexiconError."""
        lexicon = cls(folder.name, language, editions)
        paths = [*sorted((folder / "phrases").glob("*.yaml")), *folder.glob("synonyms.yaml"), *folder.glob("charts.yaml")]
        try:
            loaded = strict_yaml.load_all(paths)
        except strict_yaml.YamlError as error:
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
            else:
                faults += lexicon._take(entries, name)
        if faults:
            raise LexiconError("{faults}", faults="\n".join(faults))
        return lexicon

    def _take(self, entries: dict[str, list[str]], name: str) -> list[str]:
        """Adds the phrases of a file; returns what is wrong with its citations."""
        faults = []
        for written, phrases in entries.items():
            try:
                citation = Citation.parse(written)
            except CitationError as error:
                faults.append(f"{name}: {error}")
                continue
            self.phrases += [(citation, phrase) for phrase in phrases]
        return faults


def _mapping(content: Any) -> dict[str, list[str]] | None:
    """The texts under each key of a file (none for null); None for a file of another form."""
    if not isinstance(content, dict):
        return None
    found = {key: value if isinstance(value, list) else [value] if value is not None else [] for key, value in content.items()}
    good = all(isinstance(text, str) for key, texts in found.items() for text in (key, *texts))
    return found if good else None
