"""Print how many facts are heard of those that readers took from texts.

``python -m bench.hearing_report`` prints a row for the stories of each language and one for told
texts, which no writer of phrases read beside their facts; with a chart's name a row for it and its
faults. A fact is contradicted if the reader took another answer; it is untold if the reader
took none.
"""

import sys
from collections import Counter
from collections.abc import Iterable

from lawbot.charts.auction_facts import proved
from lawbot.charts.heard_facts import Hearing
from lawbot.charts.load import Situations
from lawbot.charts.tricks import played_on
from lawbot.config import DATA
from lawbot.language import LANGUAGES
from lawbot.message.message import Message
from tests.support import story_facts
from tests.support.story_facts import StoryFacts


def count(hearing: Hearing, stories: Iterable[StoryFacts], *, tell: bool = False) -> Counter[str]:
    """Count the facts told, right, contradicted and untold; ``tell`` prints the last two."""
    counts: Counter[str] = Counter()
    for story in stories:
        counts["told"] += len(story.answers)
        result = hearing.hear(story.chart, Message(story.text, story.language))
        for fact, answer_id in result.given.items():
            if story.answers.get(fact) == answer_id:
                kind = "right"
            else:
                kind = "contradicted" if fact in story.answers else "untold"
                if tell:
                    print(f"{kind}: {fact}={answer_id} by “{result.said[fact]}”: {story.text}")
            counts[kind] += 1
    return counts


def main(charts: list[str]) -> None:
    """Print the report."""
    hearing = Hearing(Situations.load(DATA), (proved, played_on))
    sets = {f"stories {language}": list(story_facts.load(language)) for language in LANGUAGES}
    sets["told texts"] = list(story_facts.load_told())
    for name, stories in sets.items():
        for chart in charts:
            of_chart = [story for story in stories if story.chart == chart]
            print(name, chart, dict(count(hearing, of_chart, tell=True)))
        if not charts:
            counts = count(hearing, stories)
            print(name, dict(counts), f"{counts['right'] / counts['told']:.2f} of those told")


if __name__ == "__main__":
    main(sys.argv[1:])
