"""A code of 2027, made up: a document, an entry in editions.toml, a forced match, and the tool that
writes its table. No module is touched."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import copytree

import pytest

from lawbot.app import Answers
from lawbot.cards.address import ChartPlace
from lawbot.cards.card import Card
from lawbot.cards.comparison_card import compare
from lawbot.charts.state import State, View
from lawbot.config import DATA, ROOT, Settings
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.making import make_lawbook
from lawbot.message.message import Message
from tests.support import lawbooks
from tests.support.once import made_once
from tools.chart_proof import Proof, faults
from tools.chart_prose import said_of
from tools.concordance.writer import computed, write

OLD, NEW = "plain-2017", "en-2027"
READER = Reader()
ENTRY = """
[[edition]]
id = "en-2027"
code = 2027
language = "en"
title = "Laws of Duplicate Bridge 2027"
short = "2027"
publisher = "nobody"
notice = "made up"
file = "code-2027.md"
"""
FORCED = """
[[match]]
from = "76D"
to = "76E"
reason = "who counts as a spectator is told by what he carries"
"""
UMBRELLAS = """
## 76E Umbrellas
Whoever carries an umbrella is a guest of the house and pours the tea.

## 76F Hats
A hat stays on its hook until the last board.
"""


def document(data: Path) -> None:
    """Some laws of the new code: what was Law 23 is 24, the first words of 27 are new, of 76 the
    end is."""
    laws = data / "laws"
    comparable, insufficient, spectators = (
        (laws / f"{law}" / "plain.en.md").read_text(encoding="utf-8") for law in (23, 27, 76)
    )
    (laws / "24" / "code-2027.md").write_text(
        re.sub(r"^(#+ )23", r"\g<1>24", comparable, flags=re.MULTILINE), encoding="utf-8"
    )
    (laws / "27" / "code-2027.md").write_text(
        insufficient.replace(
            "### 27A1\n",
            "### 27A1\nUnless the tea was spilt over the board before, whoever holds the pot decides. ",
        ),
        encoding="utf-8",
    )
    (laws / "76" / "code-2027.md").write_text(
        spectators.split("## 76D")[0] + UMBRELLAS, encoding="utf-8"
    )


def what_is_told_of_other_laws(folder: str, names: list[str]) -> set[str]:
    """Return the phrases and stories that no test here asks for: with them a build takes three
    times as long."""
    if Path(folder).name in ("23", "27", "76", "comparable-call", "insufficient-bid"):
        return set()
    return {name for name in names if name.startswith(("phrases.", "stories.", "told."))}


def settings(place: Path) -> Settings:
    """Return the settings over that folder."""
    return replace(
        Settings.load({}), data=place / "data", state=place / "state", documents=(), edition=None
    )


def make(place: Path) -> None:
    """Put the new code, its table and its lawbook into the folder."""
    chosen, data = settings(place), place / "data"
    copytree(ROOT / "data", data, ignore=what_is_told_of_other_laws)
    document(data)
    (data / "editions.toml").write_text(
        (data / "editions.toml").read_text(encoding="utf-8") + ENTRY, encoding="utf-8"
    )
    decided = place / "decided"
    decided.mkdir()
    (decided / "2017-2027.toml").write_text(FORCED)
    assert any(
        line.startswith("2017-2027.csv: ") for line in write(computed(chosen, decided), data)
    )
    shelf, _ = make_lawbook(chosen)
    assert shelf.problems == []


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    return Answers.open_all(settings(made_once(tmp_path_factory, "lawbook-new-code", make)))


def addresses(card: Card) -> set[str]:
    return {
        action.address
        for actions in (*card.rows, *(menu.actions for menu in card.menus))
        for action in actions
    }


def went(answers: Answers, citation: str) -> tuple[str, list[str]]:
    comparison = compare(answers.lawbook, Citation.parse(citation), OLD, NEW)
    return comparison.relation, [str(entry.citation) for entry in comparison.targets]


def test_it_is_in_force_and_rulings_go_on_citing_the_code_they_were_made_for(
    answers: Answers,
) -> None:
    assert (answers.lawbook.in_force, answers.lawbook.ruled_by) == (NEW, OLD)
    assert (
        list(
            faults(
                answers.situations,
                partial(said_of, answers.lawbook),
                Proof.load(DATA),
            )
        )
        == []
    )
    case = answers.situations["comparable-call"].cases[0]
    state = State.begin(answers.situations, "comparable-call", case.answers)
    ruling = answers.open(str(ChartPlace(replace(state, view=View.LAWS))), READER)
    assert {"law/plain-2017/23A", "law/plain-2017/23B"} & {
        address.split("<")[0] for address in addresses(ruling)
    }
    assert "2017 Laws" in ruling.source


@pytest.mark.parametrize(
    ("citation", "relation", "targets"),
    [
        ("23A", "moved", ["24A"]),
        ("27B4", "same", ["27B4"]),
        ("27A1", "reworded", ["27A1"]),
        ("76D", "moved", ["76E"]),
        ("25A", "deleted", []),
    ],
)
def test_it_is_compared(answers: Answers, citation: str, relation: str, targets: list[str]) -> None:
    assert went(answers, citation) == (relation, targets)


def test_new_provisions_and_reasons_of_forced_matches_are_listed(answers: Answers) -> None:
    rows = answers.lawbook.concordance(2017, 2027)
    assert [(source, relation) for source, target, relation, _ in rows if target == "76F"] == [
        (None, "new")
    ]
    assert [reason for _, target, _, reason in rows if target == "76E"] == [
        "who counts as a spectator is told by what he carries"
    ]


def test_every_provision_has_a_row_both_ways(answers: Answers) -> None:
    rows = answers.lawbook.concordance(2017, 2027)
    assert not lawbooks.concordance_names(answers.lawbook, OLD) - {row[0] for row in rows}
    assert not lawbooks.concordance_names(answers.lawbook, NEW) - {row[1] for row in rows}


def test_it_is_looked_up(answers: Answers) -> None:
    card = answers.ask("24A", READER)
    assert card.address == "law/en-2027/24A"
    assert any(address.startswith("sit/comparable-call/") for address in addresses(card))
    old = answers.open("law/plain-2017/23A", READER)
    assert "Changed from 2017 to 2027" in str(old.parts[:2])
    assert "law/en-2027/24A" in addresses(old)
    assert (
        answers.ask("23A (2017)", READER).address
        == answers.ask("23A in the old book", READER).address
        == "compare/plain-2017/en-2027/23A"
    )
    assert "compare/plain-2017/en-2027/23B" in addresses(answers.ask("23B", READER))


@pytest.mark.parametrize(
    ("words", "citation"),
    [
        ("umbrella", "76E"),
        ("everything it shows was in the first call", "24A2"),
        ("replaced stayman with another asking bid", "24A3"),
        ("one heart over one spade", "27"),
    ],
)
def test_it_is_searched_also_by_what_people_say(
    answers: Answers, words: str, citation: str
) -> None:
    hits = answers.search_engine.find(Message(words), NEW, 3).hits
    assert any(Citation.parse(citation).contains(hit.citation) for hit in hits), [
        str(hit.citation) for hit in hits
    ]
    assert (
        answers.search_engine.situations(Message("one heart over one spade"))[0].id
        == "insufficient-bid"
    )
