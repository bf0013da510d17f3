"""Tests of amendments to a code: shown on laws, rulings and About until a document has them."""

from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.book.catalogue import Catalogue
from lawbot.cards.address import ChartPlace
from lawbot.charts.state import State
from lawbot.errors import LawbotError
from lawbot.faces.terminal import shapes
from lawbot.language import LANGUAGES
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
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
def test_an_amended_law_and_its_provisions_name_the_amendment(
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
def test_an_unamended_provision_names_no_amendment(everything: Answers, citation: str) -> None:
    assert "2024" not in text_of(everything.ask(citation, READER))


def test_an_older_code_names_no_amendment(full_answers: Answers) -> None:
    assert "2024" not in text_of(full_answers.open("law/en-1997/73", READER))


def test_a_ruling_names_the_amendment_if_it_cites_an_amended_law(answers: Answers) -> None:
    # both kinds must occur, or the comparison below proves nothing
    rulings = {"73": 0, "other": 0}
    for chart in answers.situations.values():
        for answer in chart.questions[chart.start].answers:
            ruling = chart.rulings.get(answer.next)
            if ruling:
                state = State.begin(answers.situations, chart.id, {chart.start: answer.id})
                card = answers.open(str(ChartPlace(state)), READER)
                is_amended = any(Citation.parse(cite).law in (73, 89) for cite in ruling.cites)
                assert ("from January 2024" in card.source) == is_amended, (chart.id, answer.id)
                rulings["73" if is_amended else "other"] += 1
    assert all(rulings.values())


def test_about_names_every_amendment(answers: Answers) -> None:
    text = text_of(answers.about(READER))
    assert "Law 73 (from January 2024)" in text
    assert "Law 89 (from January 2024)" in text


def test_the_command_line_dates_the_amendment(answers: Answers) -> None:
    lawbook = answers.lawbook
    assert shapes.law(lawbook, answers.entry_of("73D1", READER))["amended"] == "2024-01"
    assert shapes.law(lawbook, answers.entry_of("27B1", READER))["amended"] is None


@pytest.mark.slow
def test_a_document_with_the_amendments_in_it_names_none(tmp_path: Path) -> None:
    chosen = lawbooks.brief(tmp_path, translated=True)
    catalogue = chosen.data / "editions.toml"
    entry = 'id = "plain-2017"\n'
    text = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(text.replace(entry, f'{entry}amended = "2024-01"\n'), encoding="utf-8")
    answers = lawbooks.open_answers(chosen)
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
