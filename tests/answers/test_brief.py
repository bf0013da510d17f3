"""Tests of a provision in brief: below a choice, with its number and its subject."""

import pytest

from lawbot.app import Answers
from lawbot.cards.address import LawPlace, place_of
from lawbot.cards.card import Paragraph, Passage
from lawbot.cards.law_card import brief, whole_choice
from lawbot.faces.discord.render.components import BUTTON_LABEL
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation

ROOM = 210
FEW = 20
"""Characters that a text may run over: of the last passage, and the sign that it goes on."""


@pytest.mark.parametrize("edition", ["en-2017", "plain-2017", "vi-2007", "th-1997"])
def test_a_brief_of_any_provision_fits_its_room(full_answers: Answers, edition: str) -> None:
    for entry in full_answers.lawbook.provisions(edition):
        parts = [*brief(entry, ROOM)]
        texts = [part.text for part in parts if isinstance(part, Paragraph | Passage)]
        assert sum(map(len, texts)) <= ROOM + FEW, entry.citation
        whole = " ".join(inner.text for inner in entry.walk() if not inner.rows)
        assert any(texts) or not whole, entry.citation
        # a sentence that leads into parts never stands alone
        assert not texts[-1:] or not texts[-1].endswith(":"), entry.citation


def test_two_cases_of_one_rule_are_shown_both(full_answers: Answers) -> None:
    second = full_answers.lawbook.provision(Citation.parse("64A2"), "en-2017")
    entry = whole_choice(second)
    assert str(entry.citation) == "64A"
    labels = [part.label for part in brief(entry, ROOM) if isinstance(part, Passage)]
    assert labels == ["", "1", "2"]


def test_no_term_stands_below_events(answers: Answers) -> None:
    story = "ผู้เดินนำไพ่ผิดมือ และปรปักษ์ทางซ้ายมือลงไพ่ตามแล้ว"
    reader = Reader("th")
    assert any(not citation.law for citation in answers.outcomes.of(story, reader).lead.citations)
    card = answers.ask(story, reader)
    law = place_of(card.rows[-1][0].address)
    assert card.below
    assert isinstance(law, LawPlace)
    assert law.citation.law


def test_a_section_is_no_case_of_a_rule(full_answers: Answers) -> None:
    section = full_answers.lawbook.provision(Citation.parse("61A"), "en-2017")
    assert whole_choice(section) is section


@pytest.mark.parametrize("citation", ["42B2", "42A3"])
def test_a_brief_names_its_subject(full_answers: Answers, citation: str) -> None:
    entry = full_answers.lawbook.provision(Citation.parse(citation), "en-2017")
    subject, rule = brief(entry, ROOM)
    assert isinstance(subject, Paragraph) and subject.text.startswith("Dummy")
    assert isinstance(rule, Passage) and rule.text.startswith("He")


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_every_event_is_told_whole_on_a_button(answers: Answers, language: str) -> None:
    charts = answers.rulings.worded(language).values()
    longer = {chart.id for chart in charts if len(chart.summary) > BUTTON_LABEL}
    asking = {chart.id for chart in charts if "?" in chart.summary}
    assert not longer | asking
