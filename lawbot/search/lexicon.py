"""What people say -> what the Laws say: the files of data/lexicon, one folder a lexicon."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from lawbot import strict_yaml
from lawbot.citation import Citation
from lawbot.errors import CitationError, LexiconError, YamlError

_CITING = ("phrases/*", "stories/*")
"""The files whose texts stand under citations."""


class Story(NamedTuple):
    """What happened, as somebody tells it: the chart that a director would open for it, and the
    provision that decides."""

    chart: str
    citation: Citation
    text: str


@dataclass(slots=True)
class Lexicon:
    """The words of one language for the provisions of a code.

    ``phrases`` are (citation, phrase); ``synonyms`` map a word or short phrase to what it may stand
    for in the Laws. ``editions`` are those whose citations the phrases name, the first that a
    lawbook has before the others.
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
    """Where the provisions that the phrases name stand in the code that is said in plain words, by
    the concordance: for a lawbook without the document they are of."""

    @classmethod
    def load(cls, folder: Path, language: str, editions: tuple[str, ...]) -> "Lexicon":
        """Reads ``phrases/*.yaml``, ``stories/*.yaml``, ``synonyms.yaml`` and ``charts.yaml`` of a
        folder. Raises LexiconError."""
        lexicon = cls(folder.name, language, editions)
        paths = [
            path
            for name in (*_CITING, "synonyms", "charts")
            for path in sorted(folder.glob(f"{name}.yaml"))
        ]
        try:
            read = strict_yaml.read_all(paths, _entries)
        except YamlError as error:
            raise LexiconError(
                "{faults}", faults="\n".join(f"{folder.name}: {fault}" for fault in error.faults)
            ) from error
        for path, entries in read.items():
            if path.name == "synonyms.yaml":
                lexicon.synonyms = {word.casefold(): terms for word, terms in entries.items()}
            elif path.name == "charts.yaml":
                lexicon.charts = entries
            else:
                cited = [
                    (Citation.parse(written), text)
                    for written, texts in entries.items()
                    for text in texts
                ]
                if path.parent.name == "stories":
                    lexicon.stories += [Story(path.stem, *each) for each in cited]
                else:
                    lexicon.phrases += cited
        return lexicon

    def for_edition(self, edition: str) -> "Lexicon":
        """The same where the phrases name the provisions of an edition in plain words."""
        phrases = [
            (there, phrase)
            for citation, phrase in self.phrases
            for there in self.now.get(citation, ())
        ]
        return replace(self, editions=(edition,), phrases=phrases)


def _story_text(story: object) -> object:
    """Return the text of a story, also of one that maps its text to the facts it tells."""
    if isinstance(story, dict) and len(story) == 1:
        return next(iter(story), story)
    return story


def _entries(path: Path, content: Any) -> dict[str, list[str]]:
    """The texts under each key of a file (none for null). Raises YamlError for a file of another
    form, and for citations that are none."""
    said = content if isinstance(content, dict) else {}
    found = {
        key: value if isinstance(value, list) else [value] if value is not None else []
        for key, value in said.items()
    }
    if path.parent.name == "stories":
        # the facts that a story tells are for those who work on hearing
        found = {key: list(map(_story_text, texts)) for key, texts in found.items()}
    if not isinstance(content, dict) or not all(
        isinstance(text, str) for key, texts in found.items() for text in (key, *texts)
    ):
        raise YamlError(
            [
                f"{path.name}: words and what they stand for were expected, each a text or a list of texts."
            ]
        )
    faults: list[str] = []
    for key in found if f"{path.parent.name}/*" in _CITING else ():
        try:
            Citation.parse(key)
        except CitationError as error:
            faults.append(f"{path.name}: {error}")
    if faults:
        raise YamlError(faults)
    return found
