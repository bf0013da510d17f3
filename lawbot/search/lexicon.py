"""What people say -> what the Laws say: the files of data/lexicon, one folder a language."""

from dataclasses import dataclass, field
from pathlib import Path

import yaml

from lawbot.citation import Citation, CitationError
from lawbot.errors import LawbotError


class LexiconError(LawbotError):
    """A lexicon file cannot be read; the message names it."""


@dataclass(slots=True)
class Lexicon:
    """The words of one language.

    ``phrases`` are (citation, phrase); ``synonyms`` map a word or short phrase to what it may stand for in the Laws.
    """

    language: str
    edition: str
    phrases: list[tuple[Citation, str]] = field(default_factory=list)
    synonyms: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path, edition: str) -> "Lexicon":
        """Reads ``phrases/*.yaml`` and ``synonyms.yaml`` of a language's folder. Raises LexiconError."""
        lexicon = cls(folder.name, edition)
        for path in sorted((folder / "phrases").glob("*.yaml")):
            for key, phrases in _mapping(path).items():
                try:
                    citation = Citation.parse(str(key))
                except CitationError as error:
                    raise LexiconError(f"{path.name}: {error}") from error
                lexicon.phrases += [(citation, str(phrase)) for phrase in phrases or ()]
        path = folder / "synonyms.yaml"
        if path.is_file():
            lexicon.synonyms = {str(word).casefold(): [str(term) for term in terms] for word, terms in _mapping(path).items()}
        return lexicon


def _mapping(path: Path) -> dict[object, list[object]]:
    try:
        loaded = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise LexiconError(f"{path.name}: {error}") from error
    if not isinstance(loaded, dict):
        raise LexiconError(f"{path.name}: a list of phrases under each citation was expected.")
    return {key: value if isinstance(value, list) else [value] for key, value in loaded.items()}
