"""The texts that people type for the answers of a chart (``data/charts/ID/replies.en.yaml``)."""

from collections import Counter

import pytest

from lawbot.charts.load import Situations
from lawbot.config import ROOT, Settings
from lawbot.language import LANGUAGES
from lawbot.talk.examples import NO_ANSWER
from tests.support import json_lines

SITUATIONS = Situations.load(Settings.load().data)
LONG = 20
MEASURED = ROOT / "tests" / "own-words.jsonl"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_answer_has_texts_that_people_type_for_it(code: str) -> None:
    for chart in SITUATIONS.values():
        replies = SITUATIONS.replies(code, chart.id)
        assert replies.keys() == chart.questions.keys(), (code, chart.id)
        for fact, question in chart.questions.items():
            answer_ids = {answer.id for answer in question.answers}
            assert replies[fact].keys() == {*answer_ids, NO_ANSWER}, (code, chart.id, fact)
            assert min(map(len, replies[fact].values())) > 2, (code, chart.id, fact)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_means_two_answers_to_a_question(code: str) -> None:
    for chart in SITUATIONS.values():
        for fact, texts_by_answer in SITUATIONS.replies(code, chart.id).items():
            counts = Counter(
                text.casefold() for texts in texts_by_answer.values() for text in texts
            )
            assert counts.most_common(1)[0][1] == 1, (code, chart.id, fact, counts.most_common(1))


def test_no_text_that_is_measured_was_learnt() -> None:
    measured = {(row["language"], row["chart"], row["text"]) for row in json_lines.read(MEASURED)}
    for code, chart_id, text in measured:
        # two people may well type the same two words
        if len(text) < LONG:
            continue
        replies = SITUATIONS.replies(code, chart_id)
        learnt = {
            reply for answers in replies.values() for texts in answers.values() for reply in texts
        }
        assert text not in learnt, (code, chart_id, text)
