"""Facts that readers took from the stories of data/lexicon, each with the words that tell it."""

from collections.abc import Iterator
from typing import NamedTuple

from lawbot import strict_yaml
from lawbot.config import ROOT

STORIES = ROOT / "data" / "lexicon"


class StoryFacts(NamedTuple):
    """A story and its facts.

    ``answers`` maps each fact told to the answer's id, ``words`` to the words of the story that
    tell it.
    """

    language: str
    chart: str
    text: str
    answers: dict[str, str]
    words: dict[str, str]


def load(language: str) -> Iterator[StoryFacts]:
    """Yield each story of a language once, also those that tell no fact of their chart."""
    for path in sorted((STORIES / language / "stories").glob("*.yaml")):
        texts: set[str] = set()
        content = strict_yaml.load(path.read_text(encoding="utf-8"), path.name)
        for stories in content.values():
            for story in stories:
                text, facts = (story, {}) if isinstance(story, str) else next(iter(story.items()))
                if text in texts:
                    continue
                texts.add(text)
                answers = {fact: answer for fact, (answer, _words) in facts.items()}
                words = {fact: words for fact, (_answer, words) in facts.items()}
                yield StoryFacts(language, path.stem, text, answers, words)
