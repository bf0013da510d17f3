"""The answers of a reader who saw only the prompts, through the real server and every check."""

from pathlib import Path

import pytest

from bench.ear_report import count_replies, taps_to_ruling
from lawbot.app import Answers
from lawbot.cards.card import CardKind, Paragraph
from lawbot.config import Settings
from lawbot.decide.outcome import LeadKind
from lawbot.ear.ear import Ear, judged_in
from lawbot.ear.endpoint import Endpoint
from lawbot.language.reader import Reader
from tests.support.ear_server import HELD_OUT, RECORD, ear_server, from_record, recorded
from tests.support.patience import PATIENCE

LANGUAGES = {"en": 120, "vi": 40, "th": 40}


def test_the_record_has_the_texts_it_says(answers: Answers) -> None:
    lines = recorded()
    languages = [line["language"] for line in lines]
    assert {code: languages.count(code) for code in LANGUAGES} == LANGUAGES
    assert len({line["text"] for line in lines}) == len(lines)
    for line in lines:
        assert {*line["charts"], *line["sheets"]} <= answers.situations.keys()


@pytest.mark.slow
@pytest.mark.parametrize(("record", "least"), [(RECORD, 100), (HELD_OUT, 70)])
async def test_facts_are_right_and_taps_are_saved(
    answers: Answers, small: Settings, record: Path, least: int
) -> None:
    counts = await count_replies(answers, small, recorded(record))
    labelled = counts["agree"] + counts["contradict"]
    assert labelled > least
    assert counts["agree"] / labelled >= 0.98
    assert counts["ear chart"] >= counts["bot chart"]
    assert counts["ear taps"] < 0.7 * counts["bot taps"]


@pytest.mark.slow
async def test_no_ruling_comes_without_the_line_of_what_was_heard(
    answers: Answers, small: Settings
) -> None:
    lines = recorded()
    rulings = 0
    async with ear_server(from_record(lines, answers.situations)) as server:
        endpoint = Endpoint(server.address, "", "")
        ear = Ear(endpoint, answers.outcomes, judged_in(small.data), 99_999)
        ear.seconds = PATIENCE
        for line in lines:
            for reader in (Reader(line["language"]), Reader(line["language"], director=True)):
                aided = await ear.listen(answers.outcomes.of(line["text"], reader), 0)
                # a choice says nothing of facts
                if aided is None or aided.lead.kind is LeadKind.CHARTS:
                    continue
                card = answers.aided(aided, reader)
                paragraphs = [part.text for part in card.parts if isinstance(part, Paragraph)]
                heard_line = reader.translate("I heard: {facts}").format(facts="")
                assert any(text.startswith(heard_line) for text in paragraphs), line["text"]
                assert reader.translate("👂 A language model listened too.") in paragraphs
                if card.kind is CardKind.RULING:
                    rulings += 1
                    # each piece is a tap away
                    mend = reader.translate("Not so? Mend what I heard")
                    labels = {action.label for row in card.rows for action in row}
                    not_so = reader.translate("Not so")
                    assert not_so in labels or mend in [menu.prompt for menu in card.menus]
    assert rulings > 20


def test_a_tap_is_counted_for_a_chart_a_question_and_what_is_assumed(answers: Answers) -> None:
    outcome = answers.outcomes.of("West bid 1H over 1S and North called over it", Reader())
    line = {"charts": ["insufficient-bid"], "facts": {}}
    taps = taps_to_ruling(answers.situations, outcome, line)
    taps_without = taps_to_ruling(answers.situations, outcome, {"charts": ["revoke"], "facts": {}})
    assert 0 < taps < taps_without
