"""Count how texts are read that people typed beside an open card, without having seen the code.

``python -m bench.conversation_report`` prints three rows for each language. ``tests/own-words.jsonl``
has answers to questions of the charts in anybody's words; an empty ``answer`` chooses none.
``tests/blind-conversations.jsonl`` has conversations with the reading that each turn was meant to
have; the turns were typed before any of them was mended. ``tests/blind-conversations-second.jsonl``
and ``-third.jsonl`` have later ones, which nothing is ever fitted to; the third has the facts that
a turn tells, so that a fact changed wrongly is counted. An answer not read is *offered* if one tap
gives it.
"""

import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lawbot.app import Answers
from lawbot.cards.address import ChartPlace, place_of
from lawbot.charts.load import Situations
from lawbot.charts.state import State, stand
from lawbot.charts.walk import paths
from lawbot.config import ROOT
from lawbot.language.reader import Reader
from lawbot.talk.turn import ReadAs, Table
from tests.support import json_lines, lawbooks

ANSWERS = ROOT / "tests" / "own-words.jsonl"
CONVERSATIONS = ROOT / "tests" / "blind-conversations.jsonl"
SECOND_CONVERSATIONS = ROOT / "tests" / "blind-conversations-second.jsonl"
THIRD_CONVERSATIONS = ROOT / "tests" / "blind-conversations-third.jsonl"
_NO_ANSWER = (ReadAs.UNCLEAR, ReadAs.SMALL_TALK, ReadAs.NEW, ReadAs.WHAT_IF)
_TELLING = (ReadAs.ANSWER, ReadAs.FACT, ReadAs.CORRECTION, ReadAs.WHAT_IF)
_READINGS = {
    "answer": {"answer", "fact"},
    "fact": {"fact", "answer"},
    "what_if": {"what_if", "action"},
    "action": {"action"},
    "correction": {"correction"},
    "thanks": {"small_talk"},
    "new": {"new"},
}
"""Readings that serve what a turn means: a score put beside another is an action, say."""


def state_asking(situations: Situations, chart: str, fact: str) -> State | None:
    """Return a state of a chart that asks for a fact; None if no way comes to it."""
    for path in paths(situations, chart):
        facts: dict[str, str] = {}
        for step in path.ruled.trail:
            if step.fact == fact:
                return State.begin(situations, chart, facts)
            facts[step.fact] = step.answer.id
    return None


def facts_at(answers: Answers, address: str) -> dict[str, str]:
    """Return the answers that the case at an address has; none for another place."""
    place = place_of(address)
    if not isinstance(place, ChartPlace):
        return {}
    standing = stand(answers.situations, place.state)
    trail = {step.fact: step.answer.id for step in standing.reached.trail}
    return {**standing.answers, **trail}


def kind_of(answers: Answers, row: Mapping[str, str], state: State) -> str:
    """Return the kind of the reading of an answer beside the question of a state."""
    reader = Reader(row["language"], director=True)
    card = answers.open(str(ChartPlace(state)), reader)
    turn = answers.conversation.read(row["text"], Table.of(card), reader)
    fact, answer = row["fact"], row["answer"]
    is_read = turn.read_as not in _NO_ANSWER
    chosen = facts_at(answers, turn.address).get(fact, "") if is_read else ""
    if chosen:
        return "right" if chosen == answer else "wrong"
    if not answer:
        return "rightly none"
    offered = [facts_at(answers, choice.address).get(fact) for choice in turn.choices]
    return "offered" if answer in offered else "not read"


def count_answers(answers: Answers) -> dict[str, Counter[str]]:
    """Count by language the answers of each kind; one where none is meant is wrong."""
    counts: dict[str, Counter[str]] = {}
    for row in json_lines.read(ANSWERS):
        state = state_asking(answers.situations, row["chart"], row["fact"])
        if state is not None:
            kind = kind_of(answers, row, state)
            counts.setdefault(row["language"], Counter())[kind] += 1
    return counts


def count_turns(answers: Answers, path: Path = CONVERSATIONS) -> dict[str, Counter[str]]:
    """Count by language the turns read as meant, the others, and those that get a fact wrong."""
    counts: dict[str, Counter[str]] = {}
    for conversation in json_lines.read(path):
        reader = Reader(conversation["language"], director=True)
        table = Table()
        for turn in conversation["turns"]:
            before = facts_at(answers, table.address)
            reading = answers.conversation.read(turn["text"], table, reader)
            table = answers.reply(reading, table, reader).table
            as_meant = reading.read_as in _READINGS[turn["meant"]]
            kinds = ["as meant" if as_meant else "otherwise"]
            facts = facts_at(answers, table.address) if reading.read_as in _TELLING else {}
            news = {fact: facts[fact] for fact in facts if facts[fact] != before.get(fact)}
            turn_facts = turn.get("facts", {})
            if any(news.get(fact, answer) != answer for fact, answer in turn_facts.items()):
                kinds.append("a fact wrong")
            counts.setdefault(conversation["language"], Counter()).update(kinds)
    return counts


def _print(title: str, counts: Mapping[str, Mapping[str, Any]]) -> None:
    for language, kinds in counts.items():
        print(f"{title} {language}: {dict(sorted(kinds.items()))}")


def main() -> None:
    """Print the report."""
    settings = lawbooks.settings(Path(tempfile.mkdtemp()), documents=False)
    answers = lawbooks.open_answers(settings)
    _print("answers in own words", count_answers(answers))
    _print("turns of conversations", count_turns(answers))
    _print("turns of later conversations", count_turns(answers, SECOND_CONVERSATIONS))
    _print("turns of the latest conversations", count_turns(answers, THIRD_CONVERSATIONS))


if __name__ == "__main__":
    main()
