"""Taps, and words to read, from what is typed to the first thing to say: ``python -m bench.taps``.

Fifteen calls that directors get most stand in ``taps.jsonl``: what is typed, the chart that fits,
and the facts of the table. A tap is the command itself, each button, each page turned; a menu is
two. The first thing to say is a question's own words to say aloud, or those of the ruling. What was
taken as usual and is otherwise at the table is changed first. The first chart offered that fits is
chosen, as long as one is on the card.
"""

import re
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median

from lawbot.app import Answers
from lawbot.cards.address import Address, ChartPlace
from lawbot.cards.card import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.charts.state import State, View, stand
from lawbot.charts.walk import Asked
from lawbot.decide.kinds import CHARTS
from lawbot.errors import LawbotError
from lawbot.faces.discord.render.card import paged
from lawbot.faces.discord.render.markdown import escape
from lawbot.language.reader import Reader
from tests.support import json_lines, lawbooks

CALLS = Path(__file__).with_suffix(".jsonl")
PLAYER = Reader()
"""Somebody on Discord, who is told to call the director first."""
_WORD = re.compile(r"\w[\w’'-]*")


def count(*texts: str) -> int:
    """Return the number of words of the texts."""
    return sum(len(_WORD.findall(text)) for text in texts)


def words_read(card: Card, before: str = "") -> tuple[int, int]:
    """Return the page that a text stands on, counted from 0, and the words of the card before it.

    Without a text it is the whole first page.
    """
    pages = paged(card)
    place = 0
    last = pages[0]
    for number, page in enumerate(pages):
        if before and before in page:
            place, last = number, page.partition(before)[0]
            break
    return place, count(card.title, *card.breadcrumb, *pages[:place], last)


def state_in(address: str) -> State | None:
    """Return the state of a chart that an address leads to, or None."""
    try:
        place = Address.parse(address).place
    except LawbotError:
        return None
    return place.state if isinstance(place, ChartPlace) else None


def main_actions(card: Card) -> list[Action]:
    """Return the main buttons of a card."""
    return [action for action in chain.from_iterable(card.rows) if action.style is Style.MAIN]


def main_labels(card: Card) -> int:
    """Return the words of the main buttons, and of the lines below them."""
    return count(*(f"{action.label} {action.detail}" for action in main_actions(card)))


def chosen(
    answers: Answers, card: Card, chart: str, facts: dict[str, str]
) -> tuple[Action, int, int]:
    """Return what is tapped on a card that has nothing to say yet.

    It is the action, its taps, and the words read on the way.
    """
    question_state = state_in(card.address) if card.kind is CardKind.QUESTION else None
    words = words_read(card)[1] + main_labels(card)
    if question_state is None:

        def opens_chart(action: Action) -> bool:
            return action.address.startswith(f"sit/{chart}/")

        button = next(filter(opens_chart, chain.from_iterable(card.rows)), None)
        return (button, 1, words) if button else in_menu(card, opens_chart)
    # what was assumed wrongly is changed before the question is answered
    standing = stand(answers.situations, question_state)
    for index, step in enumerate(standing.tapped):
        is_otherwise = step.answer.id != facts.get(step.fact, step.answer.id)
        if step.assumed and is_otherwise and question_state.cursor is None:
            return in_menu(card, partial(_shows_step, index))
    if not isinstance(standing.shown, Asked):
        # only assumed answers are left, and the card asks if they hold: its first button is Yes
        return main_actions(card)[0], 1, words
    return (*answering(answers, card, standing.shown.fact, facts), words)


def answering(answers: Answers, card: Card, fact: str, facts: dict[str, str]) -> tuple[Action, int]:
    """Return the button that gives a question its answer, and its taps: a rare one has two."""
    for action in main_actions(card):
        state = state_in(action.address)
        if state is None:
            continue
        if state.view is View.RARE:
            button, taps = answering(answers, answers.open(action.address, PLAYER), fact, facts)
            return button, taps + 1
        if stand(answers.situations, state).answers.get(fact) == facts[fact]:
            return action, 1
    raise LookupError(fact)


def _shows_step(index: int, action: Action) -> bool:
    """Return whether an action goes back to the question of a step."""
    state = state_in(action.address)
    return state is not None and state.cursor == index


def in_menu(card: Card, is_sought: Callable[[Action], bool]) -> tuple[Action, int, int]:
    """Return the option of a menu: two taps, the options read up to it."""
    for menu in card.menus:
        for place, action in enumerate(menu.actions):
            if is_sought(action):
                options = count(*(option.label for option in menu.actions[: place + 1]))
                return action, 2, words_read(card)[1] + main_labels(card) + options
    raise LookupError(card.title)


def count_taps(answers: Answers, typed: str, chart: str, facts: dict[str, str]) -> tuple[int, int]:
    """Return taps and words from what is typed to the first thing to say."""
    # the command itself is the first tap
    card, taps, words = answers.ask(typed, PLAYER, CHARTS), 1, 0
    while True:
        for part in card.parts:
            if isinstance(part, Paragraph) and part.tone is Tone.SAY:
                # the beginning is enough to find it, and a page may end within it
                turned, above = words_read(card, escape(part.text[:40]))
                return taps + turned, words + above
        action, more_taps, words_on_card = chosen(answers, card, chart, facts)
        taps += more_taps
        words += words_on_card
        card = answers.open(action.address, PLAYER)


def main() -> None:
    """Print a row of a table for each call, and the median."""
    answers = lawbooks.open_answers(
        lawbooks.settings(Path(tempfile.gettempdir()) / "lawbot-taps", documents=True), anew=True
    )
    print("| typed | taps | words |\n|---|---|---|")
    walks = []
    for call in json_lines.read(CALLS):
        walks.append(count_taps(answers, call["typed"], call["chart"], call["answers"]))
        print(f"| {call['typed']} | {walks[-1][0]} | {walks[-1][1]} |", flush=True)
    taps, words = zip(*walks, strict=True)
    print(f"| median | {median(taps)} | {median(words)} |")


if __name__ == "__main__":
    main()
