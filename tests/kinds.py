"""The texts of every kind in ``tests/kinds*.jsonl``, each file written blind to how texts are read:
whether each is read as what it is, with what it asks for, in its reader's language."""

import json
from pathlib import Path
from typing import Any

from lawbot.answers import Answers, Reader
from lawbot.answers.outcome import Outcome
from lawbot.citation import Citation
from lawbot.errors import LawbotError
from lawbot.scoring import board, imps, is_vulnerable, score, total
from lawbot.text.results import ScoreQuestion

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
"""What a kind may be read as, where that is not the kind alone: a heading may be a defined term,
too."""


def fault(answers: Answers, text: str, language: str, kind: str, expect: Any) -> str:
    """What is wrong with the reading of a text; empty where nothing is."""
    outcome = answers.outcomes.of(text, Reader(language))
    reading = outcome.reading
    if str(reading.kind) not in READ_AS.get(kind, {kind}):
        return f"read as {reading.kind}"
    if reading.citations and answers.lawbook.edition(reading.edition).language != language:
        return f"in {reading.edition}"
    found = _found(outcome, kind)
    if kind == "citation":
        return "" if found == [str(Citation.parse(expect))] else f"{found}, not {expect}"
    if isinstance(expect, list) and kind in ("range", "several"):
        return "" if found == expect else f"{found}, not {expect}"
    if isinstance(expect, list):
        near = [Citation.parse(str(law)) for law in expect]
        named = outcome.named[:1] or reading.citations[:1]
        same = any(
            law.contains(cited) or cited.contains(law)
            for law in near
            for cited in named
            if law.law and cited.law
        )
        own = {
            there
            for law in near
            for there in answers.lawbook.counterparts(
                law, answers.lawbook.ruled_by, reading.edition
            ).citations
        }
        return (
            ""
            if same or own & set(named) or kind == "words"
            else f"{[str(cited) for cited in named]}, not {expect}"
        )
    return (
        ""
        if expect is None or isinstance(expect, str) or found == expect
        else f"{found}, not {expect}"
    )


def _found(outcome: Outcome, kind: str) -> Any:
    """What a reading asks for, in the form of ``expect``."""
    reading = outcome.reading
    asked = reading.asked
    if not isinstance(asked, ScoreQuestion):
        return [str(citation) for citation in reading.citations]
    if kind == "board":
        there = board(asked.number)
        return {"dealer": there.dealer, "vulnerable": there.vulnerable}
    if kind == "imps":
        return imps(asked.number)
    try:
        return total(
            score(
                asked.contract,
                is_vulnerable(asked.vulnerable, asked.contract.declarer if asked.contract else "N"),
            )
        )
    except LawbotError as error:
        return str(error)
