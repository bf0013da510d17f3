"""The texts of every kind in ``tests/kinds*.jsonl``, each file written blind to how texts are read:
whether each is read as what it is, with what it asks for, in its reader's language."""

import json
from pathlib import Path
from typing import Any

from lawbot.app import Answers
from lawbot.decide.outcome import Outcome
from lawbot.errors import LawbotError
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.law.scoring import board, imps, is_vulnerable, score, total
from lawbot.message.scores import ScoreQuestion

TEXTS: list[dict[str, Any]] = [
    json.loads(line)
    for path in sorted(Path(__file__).parent.glob("kinds*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
"""``text``, ``language`` of the reader, ``kind``, and what is ``expect``-ed: citations of which one
is right (of several and ranges all), a score, IMPs, a dealer and a vulnerability."""
READ_AS = {
    "citation": {"cited"},
    "term": {"term", "heading", "cited"},
    "heading": {"heading", "term", "chart"},
    "words": {"words"},
}
"""Kinds that a text may be read as besides its own: a heading may be a defined term, too."""


def fault(answers: Answers, text: str, language: str, kind: str, expect: Any) -> str:
    """Return the fault in the reading of a text, or an empty text."""
    outcome = answers.outcomes.of(text, Reader(language))
    reading = outcome.reading
    if str(reading.kind) not in READ_AS.get(kind, {kind}):
        return f"read as {reading.kind}"
    if reading.citations and answers.lawbook.edition(reading.edition).language != language:
        return f"in {reading.edition}"
    shown_citations = _reading_of(outcome, kind)
    if kind == "citation":
        return (
            ""
            if shown_citations == [str(Citation.parse(expect))]
            else f"{shown_citations}, not {expect}"
        )
    if isinstance(expect, list) and kind in ("range", "several"):
        return "" if shown_citations == expect else f"{shown_citations}, not {expect}"
    if isinstance(expect, list):
        near = [Citation.parse(str(law)) for law in expect]
        citations = outcome.named[:1] or reading.citations[:1]
        same = any(
            law.contains(cited) or cited.contains(law)
            for law in near
            for cited in citations
            if law.law and cited.law
        )
        counterparts = {
            counterpart
            for law in near
            for counterpart in answers.lawbook.counterparts(
                law, answers.lawbook.ruled_by, reading.edition
            ).citations
        }
        return (
            ""
            if same or counterparts & set(citations) or kind == "words"
            else f"{[str(cited) for cited in citations]}, not {expect}"
        )
    return (
        ""
        if expect is None or isinstance(expect, str) or shown_citations == expect
        else f"{shown_citations}, not {expect}"
    )


def _reading_of(outcome: Outcome, kind: str) -> Any:
    """Return the subject of a reading, in the form of ``expect``."""
    reading = outcome.reading
    score_question = reading.asked
    if not isinstance(score_question, ScoreQuestion):
        return [str(citation) for citation in reading.citations]
    if kind == "board":
        board_conditions = board(score_question.number)
        return {"dealer": board_conditions.dealer, "vulnerable": board_conditions.vulnerable}
    if kind == "imps":
        return imps(score_question.number)
    try:
        return total(
            score(
                score_question.contract,
                is_vulnerable(
                    score_question.vulnerable,
                    score_question.contract.declarer if score_question.contract else "N",
                ),
            )
        )
    except LawbotError as error:
        return str(error)
