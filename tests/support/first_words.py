"""Taps, and words to read, from ``/situation`` to the first thing to say: ``python -m tests.support.first_words``.

A line for each of the ten situations that the first screen names, by the first golden case of its chart: the menu is opened and the
situation chosen, every question is read with its answers and answered, pages before the one with the words to say are turned.
"""

import re
import tempfile
from pathlib import Path

from lawbot.answers import Answers, Reader
from lawbot.cards import Card, CardKind
from lawbot.faces.discord.drawing import paged
from lawbot.faces.discord.markdown import escape
from lawbot.situations.seats import seated
from lawbot.situations.state import with_facts
from lawbot.situations.walk import Ruled, walk
from tests.support import lawbooks

CALLS = 10
PLAYER = Reader()
"""Somebody to whom the server has given no director role: most people, at most tables."""
_WORD = re.compile(r"\w[\w’'-]*")


def count(*texts: str) -> int:
    """How many words they have."""
    return sum(len(_WORD.findall(text)) for text in texts)


def read(card: Card, before: str = "") -> tuple[int, int]:
    """The page that a text stands on, counted from 0, and the words of the card before it; the whole first page without a text."""
    pages = paged(card)
    place = next((number for number, page in enumerate(pages) if before and before in page), 0)
    last = pages[place].split(before, 1)[0] if before else pages[place]
    return place, count(card.title, *card.breadcrumb, *pages[:place], last)


def way(answers: Answers, chart: str) -> tuple[int, int]:
    """Taps and words to the first thing to say."""
    first = answers.open("sits", PLAYER)
    offered = first.menus[0].actions
    chosen = next(place for place, action in enumerate(offered) if action.address.startswith(f"sit/{chart}/"))
    taps, words = 2, read(first)[1] + count(*(action.label for action in offered[: chosen + 1]))
    facts = answers.situations[chart].cases[0].answers
    reached = walk(answers.situations, chart, facts)
    assert isinstance(reached, Ruled)
    card = answers.open(offered[chosen].address, PLAYER)
    for tap in with_facts(answers.situations, chart, facts).taps:
        row = card.rows[0]
        taps, words = taps + 1, words + read(card)[1] + count(*(action.label for action in row))
        card = answers.open(row[int(tap)].address, PLAYER)
    assert card.kind is CardKind.RULING
    turned, above = read(card, escape(seated(reached.ruling.say[0])[:40]))
    return taps + turned, words + above


def main() -> None:
    """Prints a row of a table for each situation."""
    answers = lawbooks.opened(lawbooks.settings(Path(tempfile.gettempdir()) / "lawbot-first-words"), anew=True)
    print("| situation | taps | words |\n|---|---|---|")
    for chart in answers.situations.frequent[:CALLS]:
        taps, words = way(answers, chart.id)
        print(f"| {chart.title} | {taps} | {words} |")


if __name__ == "__main__":
    main()
