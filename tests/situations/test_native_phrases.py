"""Tests of the phrases that are heard in Vietnamese and Thai."""

from pathlib import Path
from typing import Any

import pytest

from lawbot.errors import PhraseError
from lawbot.language import installed
from lawbot.message.message import Message
from lawbot.message.native_phrases import NativePhrase, clauses_of, is_marked
from tests.support import json_lines
from tests.support.charts import HEARING, JUDGED, SITUATIONS

ROWS = json_lines.read(Path(__file__).parent / "native-untold.jsonl")


def words_told(line: str, text: str, code: str) -> str:
    """Return the clauses of a text that tell a phrase."""
    language = installed()[code]
    clauses = clauses_of(text, language)
    phrases = NativePhrase.every(line, language, marked=is_marked(text, language))
    return next(filter(None, (phrase.words_in(clauses) for phrase in phrases)), "")


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
        ("(mor|bạn nó) đánh tiếp", "bạn nó đánh tiếp", "vi", "bạn nó đánh tiếp"),
        ("(mor|bạn nó) đánh tiếp", "tôi đánh tiếp", "vi", ""),
        ("đánh (luôn|) nước sau", "đánh nước sau", "vi", "đánh nước sau"),
        ("đánh (luôn|) nước sau", "đánh luôn nước sau", "vi", "đánh luôn nước sau"),
        ("đánh (luôn|) nước sau", "đánh tiếp nước sau", "vi", ""),
        ("đánh tiếp !(mor|tôi)", "tôi đánh tiếp", "vi", ""),
        ("đánh tiếp !(<declarer>|mor)", "nhà cái đánh tiếp", "vi", ""),
        ("đánh tiếp !(<declarer>|mor)", "nó đánh tiếp", "vi", "nó đánh tiếp"),
        ("{offender} tố / {lho} pass", "Bắc tố 1 cơ. Đông pass", "vi", "Bắc tố 1 cơ Đông pass"),
        ("{offender} tố / {lho} pass", "Bắc tố 1 cơ. Tây pass", "vi", ""),
        ("{offender} tố / {lho} pass", "bên phải tố, tôi pass", "vi", "bên phải tố tôi pass"),
        ("{offender} tố / {lho} pass", "bên phải tố, bạn tôi pass", "vi", ""),
        ("{offender}พาส / {partner}บิด", "เหนือพาส ใต้บิด", "th", "เหนือพาส ใต้บิด"),
        ("{offender}พาส / {rho}บิด", "คู่ขาผมพาส คนซ้ายบิด", "th", "คู่ขาผมพาส คนซ้ายบิด"),
        ("{offender}พาส / {rho}บิด", "คู่ขาผมพาส คนขวาบิด", "th", ""),
        ("rơi^ ra", "lá rơi ra", "vi", "lá rơi ra"),
        ("rơi^ ra", "xong roi ra", "vi", ""),
        ("[bạn|của]em pass", "em pass", "vi", "em pass"),
        ("[bạn|của]em pass", "bạn em pass", "vi", ""),
        ("kêu lên lớn", "kêu 'lên lớn'", "vi", "kêu 'lên lớn'"),
        ("ra <card>", "Bắc ra 5 bích", "vi", "Bắc ra 5 bích"),
        ("ra <card>", "bac ra con k co", "vi", "bac ra con k co"),
        ("chưa ai ... đánh", "chưa ai biết là không đánh", "vi", ""),
        ("chưa ai đánh", "chưa ai đánh nhưng không rõ", "vi", ""),
        ("ลีด<card>", "คนซ้ายลีด 5 โพดำ ครับ", "th", "คนซ้ายลีด 5 โพดำ"),
        ("เล่นต่อ", "ฟาวล์แล้วเล่นต่อไปตองหน้า", "th", "ฟาวล์แล้วเล่นต่อไปตองหน้า"),
        ("เล่นต่อ", "ยังไม่เล่นต่อ", "th", ""),
        ("เล่นต่อ !ไม่ได้", "ไม่เล่นต่อ", "th", ""),
    ],
)
def test_a_phrase_is_heard_in_its_clause(line: str, text: str, code: str, words: str) -> None:
    assert words_told(line, text, code) == words


def test_a_phrase_without_words_is_refused() -> None:
    for line in (
        "...",
        "!mor",
        "đánh / ...",
        "(tôi|) (đã|)",
        "<nowhere>",
        "(tôi|em",
        "{dealer} pass",
        "{lho pass",
    ):
        with pytest.raises(PhraseError):
            list(NativePhrase.every(line, installed()["vi"]))


@pytest.mark.parametrize("code", ["vi", "th"])
def test_each_line_tells_an_answer_of_its_chart(code: str) -> None:
    heard_charts = [chart for chart in SITUATIONS if SITUATIONS.native_lines(code, chart)]
    assert len(heard_charts) > 60
    for chart_id in heard_charts:
        for fact, lines_by_answer in SITUATIONS.native_lines(code, chart_id).items():
            answer_ids = {answer.id for answer in SITUATIONS[chart_id].questions[fact].answers}
            assert lines_by_answer.keys() <= answer_ids, (code, chart_id, fact)
            for line in (line for lines in lines_by_answer.values() for line in lines):
                assert list(NativePhrase.every(line, installed()[code]))


@pytest.mark.parametrize("code", ["vi", "th"])
def test_no_line_tells_what_the_director_must_judge(code: str) -> None:
    for chart_id in SITUATIONS:
        for fact, lines_by_answer in SITUATIONS.native_lines(code, chart_id).items():
            judged = JUDGED.get(fact, "").split()
            assert not lines_by_answer.keys() & set(judged), (code, chart_id, fact)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"][:60])
def test_only_the_facts_told_are_heard(row: dict[str, Any]) -> None:
    message = Message(row["text"], row["language"])
    assert HEARING.hear(row["chart"], message, assuming=False).given == row["facts"]
