"""Facts that readers took from texts, each with the words that tell it.

The texts are the stories of data/charts, from which the phrases of the charts were written, and
those of tests/situations/told-facts.jsonl, which no writer of phrases read beside their facts.
"""

from collections.abc import Iterator
from typing import NamedTuple

from lawbot import strict_yaml
from lawbot.config import DATA, ROOT
from lawbot.data_files import label, story_files
from lawbot.language import SOURCE
from tests.support import json_lines

TOLD = ROOT / "tests" / "situations" / "told-facts.jsonl"


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
    for path in story_files(DATA, language):
        texts: set[str] = set()
        content = strict_yaml.load(path.read_text(encoding="utf-8"), label(path))
        for stories in content.values():
            for story in stories:
                text, facts = (story, {}) if isinstance(story, str) else next(iter(story.items()))
                if text in texts:
                    continue
                texts.add(text)
                yield _story(language, path.parent.name, text, facts)


def load_told() -> Iterator[StoryFacts]:
    """Yield the texts asked in public, told on a club night or in examinations."""
    for row in json_lines.read(TOLD):
        yield _story(SOURCE, row["chart"], row["text"], row["facts"])


def _story(language: str, chart: str, text: str, facts: dict[str, list[str]]) -> StoryFacts:
    answers = {fact: answer for fact, (answer, _words) in facts.items()}
    words = {fact: words for fact, (_answer, words) in facts.items()}
    return StoryFacts(language, chart, text, answers, words)
