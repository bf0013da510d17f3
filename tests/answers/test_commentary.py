"""Commentary beside the law: named with its body and date, and never in the place of the Laws."""

from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.book.catalogue import Catalogue
from lawbot.book.commentary import Commentary, comments_in
from lawbot.cards.address import ChartPlace
from lawbot.cards.card import Card, CardKind
from lawbot.charts.state import with_facts
from lawbot.config import ROOT, Settings
from lawbot.importing import read_all
from lawbot.language.reader import Reader

TEA = """---
commentary: Union of Tea
short: UTEA
title: Green Book
date: 2024-08
---
# 27B1(b)
The cup is judged by its meaning.

# 40
Say what you brew.

# 61A
A revoke spills the kettle, and pottery breaks.
"""


@pytest.fixture(scope="module")
def answers(small: Settings, tmp_path_factory: pytest.TempPathFactory) -> Answers:
    folder = tmp_path_factory.mktemp("documents")
    (folder / "tea.md").write_text(TEA, encoding="utf-8")
    return Answers.open_all(replace(small, documents=(folder,)))


def text_of(card: Card) -> str:
    return "\n".join(str(getattr(part, "text", part)) for part in card.parts)


def addresses(card: Card) -> dict[str, str]:
    actions = [action for row in card.rows for action in row]
    actions += [action for menu in card.menus for action in menu.actions]
    return {action.label: action.address for action in actions}


def test_a_law_leads_to_what_is_said_of_it(answers: Answers) -> None:
    reader = Reader()
    law = answers.ask("27B1", reader)
    assert "The cup is judged" not in text_of(law)
    card = answers.open(addresses(law)["What the commentary says"], reader)
    assert "The cup is judged by its meaning." in text_of(card)
    assert "Union of Tea, Green Book, 2024-08 · 27B1(b)" in text_of(card)
    assert card.source == "Union of Tea, Green Book, 2024-08"
    assert "What the commentary says" not in addresses(answers.ask("28A", reader))


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("what does the UTEA say about law 40", "en", "Say what you brew."),
        ("Union of Tea interpretation of law 40?", "en", "Say what you brew."),
        ("UTEA noi gi ve dieu 40", "vi", "Say what you brew."),
        ("UTEA nói gì về điều 40", "vi", "Say what you brew."),
        ("what does the EBU say about law 40", "en", "No commentary of “EBU” on this is here"),
        ("the commentary of the Ebu on law 40?", "en", "No commentary of “Ebu” on this is here"),
        ("what does the commentary say about law 28", "en", "No commentary on this is here"),
        ("commentary on law 40", "vi", "Say what you brew."),
        ("what does the UTEA say about law 28", "en", "No commentary of “UTEA” on this is here"),
    ],
)
def test_a_question_for_a_body_is_answered_or_told_that_none_is_here(
    answers: Answers, text: str, language: str, words: str
) -> None:
    card = answers.ask(text, Reader(language=language))
    assert words in text_of(card)
    assert any(address.startswith("law/") for address in addresses(card).values())
    # a button or a shared card opens the same
    address = answers.address_for(text, Reader(language=language))
    assert answers.open(address, Reader(language=language)).parts == card.parts


@pytest.mark.parametrize(
    "text",
    [
        "what does law 40 say about psyches",
        "law 40",
        "tea and law 40",
        "By the UTEA rules, the director's interpretation of law 40 was that it must be alerted.",
    ],
)
def test_other_questions_get_the_law(answers: Answers, text: str) -> None:
    assert "Say what you brew." not in text_of(answers.ask(text, Reader()))


@pytest.mark.parametrize("name", ["tea.md", "tea.txt", "TEA.MD"])
def test_its_faults_are_told_at_the_build_and_it_is_no_law_document(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(TEA + "\n# On milk\nCold.\n", encoding="utf-8")
    shelf = read_all([tmp_path], Catalogue.load(ROOT / "data" / "editions.toml"))
    assert shelf.problems == [f"{name}: the heading “On milk” names no provision"]
    assert len(Commentary.load([tmp_path]).comments) == 3


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("---\ncommentary: Tea\n# 27\nHot.\n", "a line “---” is missing"),
        ("---\ncommentary: Tea\ncode: new\n---\n# 27\nHot.\n", "code: “new” is no year"),
    ],
)
def test_a_damaged_head_is_told(text: str, fault: str) -> None:
    comments, faults = comments_in(text)
    assert comments == []
    assert fault in faults[0]


def test_the_example_of_the_documentation_is_sound() -> None:
    page = (ROOT / "docs" / "commentary.md").read_text(encoding="utf-8")
    example = page.split("```markdown\n")[1].split("```")[0]
    comments, faults = comments_in(example)
    assert faults == []
    assert [str(comment.citation) for comment in comments] == ["27B1(b)", "40B2(a)"]


def test_a_ruling_leads_to_what_is_said_of_the_laws_it_rests_on(answers: Answers) -> None:
    reader = Reader()
    ruling = answers.open(
        str(ChartPlace(with_facts(answers.situations, "revoke", {"was_revoke": "unable"}))), reader
    )
    assert ruling.kind is CardKind.RULING
    label = "What the commentary says: Law 61A"
    (option,) = [
        action for menu in ruling.menus for action in menu.actions if action.label == label
    ]
    assert option.detail == "Union of Tea, Green Book, 2024-08"
    assert "spills the kettle" in text_of(answers.open(option.address, reader))
    assert label not in addresses(answers.ask("law 8", reader))


def test_a_search_finds_a_commentary_after_the_laws(answers: Answers) -> None:
    reader = Reader()
    label = "What the commentary says: Law 61A"
    card = answers.ask("is a revoke that spills the kettle a revoke under the laws", reader)
    options = [action for menu in card.menus for action in menu.actions]
    labels = [option.label for option in options]
    laws = [place for place, option in enumerate(options) if option.address.startswith("law/")]
    assert laws
    assert max(laws) < labels.index(label)
    assert all(label not in action.label for row in card.rows for action in row)
    assert label not in addresses(answers.ask("lead out of turn by the wrong defender", reader))


def test_what_only_a_commentary_has_is_found_though_the_laws_have_nothing(
    answers: Answers,
) -> None:
    card = answers.ask("spills kettle pottery", Reader())
    assert not card.found
    assert "What the commentary says: Law 61A" in addresses(card)
