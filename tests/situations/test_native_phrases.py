"""Tests of the phrases that are heard in Vietnamese and Thai."""

from pathlib import Path
from typing import Any

import pytest

from lawbot.config import ROOT
from lawbot.errors import PhraseError
from lawbot.language import installed
from lawbot.situations.charts import Situations
from lawbot.situations.hearing import Hearing
from lawbot.text.message import Message
from lawbot.text.native_phrases import NativePhrase, clauses_of, is_marked
from tests.support import json_lines

SITUATIONS = Situations.load(ROOT / "data" / "situations")
HEARING = Hearing(SITUATIONS)
ROWS = json_lines.read(Path(__file__).parent / "native-untold.jsonl")


def words_told(line: str, text: str, code: str) -> str:
    """Return the clauses of a text that tell a phrase."""
    language = installed()[code]
    phrase = NativePhrase.parse(line, language, marked=is_marked(text, language))
    return phrase.words_in(clauses_of(text, language))


@pytest.mark.parametrize(
    ("line", "text", "code", "words"),
    [
        ("đánh tiếp", "Nó sai chất, rồi đánh tiếp nước sau.", "vi", "rồi đánh tiếp nước sau"),
        ("đánh tiếp", "no sai chat roi danh tiep", "vi", "no sai chat roi danh tiep"),
        ("đánh tiếp", "rồi dành tiếp", "vi", ""),
        ("đánh tiếp", "chưa ai đánh tiếp", "vi", ""),
        ("chưa ai ... đánh", "chưa ai kịp đánh", "vi", "chưa ai kịp đánh"),
        ("đánh tiếp", "nếu nó đánh tiếp thì sao", "vi", ""),
        ("đánh tiếp", "nó đánh tiếp?", "vi", ""),
        ("đánh tiếp !mor", "mor đánh tiếp", "vi", ""),
        ("sai chất / đánh tiếp", "nó sai chất, rồi đánh tiếp", "vi", "nó sai chất rồi đánh tiếp"),
        ("đánh tiếp / sai chất", "nó sai chất, rồi đánh tiếp", "vi", ""),
        ("เล่นต่อ", "ฟาวล์แล้วเล่นต่อไปตองหน้า", "th", "ฟาวล์แล้วเล่นต่อไปตองหน้า"),
        ("เล่นต่อ", "ยังไม่เล่นต่อ", "th", ""),
        ("เล่นต่อ !ไม่ได้", "ไม่เล่นต่อ", "th", ""),
    ],
)
def test_a_phrase_is_heard_in_its_clause(line: str, text: str, code: str, words: str) -> None:
    assert words_told(line, text, code) == words


def test_a_phrase_without_words_is_refused() -> None:
    for line in ("...", "!mor", "đánh / ..."):
        with pytest.raises(PhraseError):
            NativePhrase.parse(line, installed()["vi"])


@pytest.mark.parametrize("code", ["vi", "th"])
def test_each_line_tells_an_answer_of_its_chart(code: str) -> None:
    files = sorted((ROOT / "data" / "situations" / "heard" / code).glob("*.yaml"))
    assert len(files) > 60
    for chart_id in (file.stem for file in files):
        for fact, lines_by_answer in SITUATIONS.native_lines(code, chart_id).items():
            answer_ids = {answer.id for answer in SITUATIONS[chart_id].questions[fact].answers}
            assert lines_by_answer.keys() <= answer_ids, (code, chart_id, fact)
            for line in (line for lines in lines_by_answer.values() for line in lines):
                NativePhrase.parse(line, installed()[code])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"][:60])
def test_only_the_facts_told_are_heard(row: dict[str, Any]) -> None:
    message = Message(row["text"], row["language"])
    assert HEARING.hear(row["chart"], message, assuming=False).given == row["facts"]
