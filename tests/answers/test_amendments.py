"""What was amended in a code since its text: said with the provision, with the rulings that cite it
and about the bot, until a document has it."""

from pathlib import Path

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import ChartPlace
from lawbot.citation import Citation
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.terminal import shapes
from lawbot.language import LANGUAGES
from lawbot.reading.catalogue import Catalogue
from lawbot.situations.state import State
from tests.answers.test_answers import text_of
from tests.support import lawbooks

READER = Reader()
SINCE = {"en": "January 2024", "vi": "tháng 1 năm 2024", "th": "มกราคม 2024"}
CATALOGUE = """
[[edition]]
id = "en-2017"
code = 2017
language = "en"
title = "Laws"
short = "2017"
publisher = "nobody"
notice = "made up"
"""
AMENDMENT = """
[[amendment]]
code = 2017
laws = [73]
since = "2024-01"
by = "somebody"
source = "a letter"
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("citation", ["73", "73D1", "89"])
def test_an_amended_law_and_all_in_it_say_so(
    answers: Answers, citation: str, language: str
) -> None:
    reader = Reader(language)
    card = answers.ask(citation, reader)
    law = reader.translate("Law {law} (from {month})").format(
        law=citation[:2], month=SINCE[language]
    )
    assert law in text_of(card)
    assert "2017" in text_of(card)


@pytest.mark.parametrize("citation", ["74", "27B1", "Definitions: Pass"])
def test_a_text_that_was_not_amended_says_nothing(everything: Answers, citation: str) -> None:
    assert "2024" not in text_of(everything.ask(citation, READER))


def test_an_older_code_is_not_said_to_be_amended(full_answers: Answers) -> None:
    assert "2024" not in text_of(full_answers.open("law/en-1997/73", READER))


def test_a_ruling_says_it_where_it_cites_an_amended_law(answers: Answers) -> None:
    shown = {"73": 0, "other": 0}
    for chart in answers.situations.values():
        for answer in chart.questions[chart.start].answers:
            if ruling := chart.rulings.get(answer.next):
                state = State.begin(answers.situations, chart.id, {chart.start: answer.id})
                card = answers.open(str(ChartPlace(state)), READER)
                cited = any(Citation.parse(cite).law in (73, 89) for cite in ruling.cites)
                assert ("from January 2024" in card.source) == cited, (chart.id, answer.id)
                shown["73" if cited else "other"] += 1
    assert all(shown.values())


def test_about_names_every_amendment(answers: Answers) -> None:
    told = text_of(answers.about(READER))
    assert "Law 73 (from January 2024)" in told
    assert "Law 89 (from January 2024)" in told


def test_the_command_line_tells_it(answers: Answers) -> None:
    lawbook = answers.lawbook
    assert shapes.law(lawbook, answers.entry_of("73D1", READER))["amended"] == "2024-01"
    assert shapes.law(lawbook, answers.entry_of("27B1", READER))["amended"] is None


def test_nothing_is_said_any_more_of_a_document_that_has_them(brief_built: Settings) -> None:
    catalogue = brief_built.data / "editions.toml"
    entry = 'id = "plain-2017"\n'
    written = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(written.replace(entry, f'{entry}amended = "2024-01"\n'), encoding="utf-8")
    answers = lawbooks.opened(brief_built, anew=True)
    assert "2024" not in text_of(answers.ask("73D1", READER))
    assert "2024" not in text_of(answers.about(READER))
    assert shapes.law(answers.lawbook, answers.entry_of("89", READER))["amended"] is None
    assert "2024" in text_of(answers.ask("73D1", Reader("vi")))


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("laws = [73]", "laws = [94]", "laws"),
        ("laws = [73]", "laws = []", "laws"),
        ('"2024-01"', '"2024"', "since"),
        ('"a letter"', '""', "source"),
        ("code = 2017\nlaws", "code = 2007\nlaws", "no edition is of 2007"),
        ('by = "somebody"', 'by = "somebody"\nwhy = "so"', "why"),
    ],
)
def test_a_wrong_amendment_is_refused(tmp_path: Path, right: str, wrong: str, fault: str) -> None:
    path = tmp_path / "editions.toml"
    path.write_text(CATALOGUE + AMENDMENT, encoding="utf-8")
    assert Catalogue.load(path).amendments[0].laws == [73]
    path.write_text(CATALOGUE + AMENDMENT.replace(right, wrong), encoding="utf-8")
    with pytest.raises(LawbotError, match=fault):
        Catalogue.load(path)
