"""Taps, and words to read, from what is typed to the first thing to say: ``python -m bench.taps``.

Fifteen calls that directors get most stand in ``taps.jsonl``: what is typed, the chart that fits,
and the facts of the table. A tap is the command itself, each button, each page turned; a menu is
two. The first thing to say is a question's own words to say aloud, or those of the ruling. What was
taken as usual and is otherwise at the table is changed first. The first chart offered that fits is
chosen, as long as one is on the card.
"""

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from lawbot.app import Answers
from lawbot.cards.address import Address, ChartPlace
from lawbot.cards.card import Action, Card, CardKind, Paragraph, Style, Tone
from lawbot.charts.state import State, answered, stand
from lawbot.charts.walk import Asked
from lawbot.decide.kinds import CHARTS
from lawbot.errors import LawbotError
from lawbot.faces.discord.render.card import paged
from lawbot.faces.discord.render.markdown import escape
from lawbot.language.reader import Reader
from tests.support import lawbooks

CALLS = Path(__file__).with_suffix(".jsonl")
PLAYER = Reader()
"""Somebody on Discord, who is told to call the director first."""
_WORD = re.compile(r"\w[\w’'-]*")


def count(*texts: str) -> int:
    """Return the number of words of the texts."""
    return sum(len(_WORD.findall(text)) for text in texts)


def words_read(card: Card, before: str = "") -> tuple[int, int]:
    """Return the page that a text stands on, counted from 0, and the words of the card before it;
    the whole first page without a text."""
    pages = paged(card)
    place = next((number for number, page in enumerate(pages) if before and before in page), 0)
    last = pages[place].split(before, 1)[0] if before else pages[place]
    return place, count(card.title, *card.breadcrumb, *pages[:place], last)


def state_in(address: str) -> State | None:
    """Return the state of a chart that an address leads to, or None."""
    try:
        place = Address.parse(address).place
    except LawbotError:
        return None
    return place.state if isinstance(place, ChartPlace) else None


def main_labels(card: Card) -> int:
    """Return the words of the main buttons, and of the lines below them."""
    return count(
        *(
            f"{action.label} {action.detail}"
            for row in card.rows
            for action in row
            if action.style is Style.MAIN
        )
    )


def chosen(
    answers: Answers, card: Card, chart: str, facts: dict[str, str]
) -> tuple[Action, int, int]:
    """Return what is tapped on a card that has nothing to say yet: the action, its taps, and the
    words read on the way."""
    question_state = state_in(card.address) if card.kind is CardKind.QUESTION else None
    if question_state is None:
        buttons = [action for row in card.rows for action in row]
        chart_buttons = [action for action in buttons if action.address.startswith(f"sit/{chart}/")]
        if chart_buttons:
            return chart_buttons[0], 1, words_read(card)[1] + main_labels(card)
        return in_menu(card, lambda action: action.address.startswith(f"sit/{chart}/"))
    standing = stand(answers.situations, question_state)
    otherwise = [
        n
        for n, step in enumerate(standing.tapped)
        if step.assumed and step.answer.id != facts.get(step.fact, step.answer.id)
    ]
    if otherwise and question_state.cursor is None:
        return in_menu(
            card,
            lambda action: (
                (state := state_in(action.address)) is not None and state.cursor == otherwise[0]
            ),
        )
    if not isinstance(standing.shown, Asked):
        # Only assumed answers are left, and the card asks if they hold: its first button is Yes.
        main_actions = (action for row in card.rows for action in row if action.style is Style.MAIN)
        return next(main_actions), 1, words_read(card)[1] + main_labels(card)
    answer = next(
        answer
        for answer in standing.shown.question.answers
        if answer.id == facts[standing.shown.fact]
    )
    place = ChartPlace(answered(answers.situations, standing, answer))
    taps = 2 if answer.rare else 1
    return Action(answer.label, str(place)), taps, words_read(card)[1] + main_labels(card)


def in_menu(card: Card, is_sought: Callable[[Action], bool]) -> tuple[Action, int, int]:
    """Return the option of a menu: two taps, the options read up to it."""
    for menu in card.menus:
        for place, action in enumerate(menu.actions):
            if is_sought(action):
                return (
                    action,
                    2,
                    words_read(card)[1]
                    + main_labels(card)
                    + count(*(action.label for action in menu.actions[: place + 1])),
                )
    raise LookupError(card.title)


def count_taps(answers: Answers, typed: str, chart: str, facts: dict[str, str]) -> tuple[int, int]:
    """Return taps and words from what is typed to the first thing to say."""
    card, taps, words = answers.ask(typed, PLAYER, CHARTS), 1, 0
    while True:
        ruling_text = next(
            (
                part.text
                for part in card.parts
                if isinstance(part, Paragraph) and part.tone is Tone.SAY
            ),
            None,
        )
        if ruling_text is not None:
            turned, above = words_read(card, escape(ruling_text[:40]))
            return taps + turned, words + above
        action, more, on_card = chosen(answers, card, chart, facts)
        taps, words, card = taps + more, words + on_card, answers.open(action.address, PLAYER)


def main() -> None:
    """Print a row of a table for each call, and the median."""
    answers = lawbooks.open_answers(
        lawbooks.settings(Path(tempfile.gettempdir()) / "lawbot-taps", documents=True), anew=True
    )
    print("| typed | taps | words |\n|---|---|---|")
    walks = []
    for line in CALLS.read_text(encoding="utf-8").splitlines():
        call = json.loads(line)
        walks.append(count_taps(answers, call["typed"], call["chart"], call["answers"]))
        print(f"| {call['typed']} | {walks[-1][0]} | {walks[-1][1]} |", flush=True)
    print(
        f"| median | {median(taps for taps, _ in walks)} | {median(words for _, words in walks)} |"
    )


if __name__ == "__main__":
    main()
