"""Examination cases written from the laws by people who had not seen the charts: every one finds its chart by what happened."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from lawbot.citation import Citation
from lawbot.lawbook import Lawbook
from lawbot.search.engine import Search
from lawbot.situations.charts import Situations

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for path in sorted(Path(__file__).parent.glob("examination-*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
FOUND_AT_LEAST = 0.8
"""Of the cases, among the first three charts, by the bare facts of the case."""


def resting_on(case: dict[str, Any], situations: Situations) -> set[str]:
    """The charts whose rulings cite most of the provisions that decide the case."""
    wanted = [Citation.parse(cite) for cite in case["law_path"]]
    count: Counter[str] = Counter()
    for chart in situations.values():
        cited = {Citation.parse(cite) for ruling in chart.rulings.values() for cite in ruling.cites}
        count[chart.id] = sum(citation in cited for citation in wanted)
    most = max(count.values())
    return {chart for chart, number in count.items() if number == most > 0}


def test_every_case_is_whole_and_cites_provisions_that_exist(plain_lawbook: Lawbook) -> None:
    assert len(CASES) >= 140
    for case in CASES:
        assert case["facts"], case["id"]
        assert case["key_points"], case["id"]
        for cite in case["law_path"]:
            assert plain_lawbook.find(Citation.parse(cite), "plain-2017"), f"{case['id']} cites {cite}"


def test_every_provision_that_decides_a_case_is_cited_by_some_ruling(situations: Situations) -> None:
    assert [case["id"] for case in CASES if not resting_on(case, situations)] == []


def test_the_facts_lead_to_the_chart(plain_lawbook: Lawbook, situations: Situations) -> None:
    search = Search(plain_lawbook)
    missed = [case["id"] for case in CASES if not resting_on(case, situations) & {hit.id for hit in search.situations(case["facts"], 3)}]
    assert len(missed) <= (1 - FOUND_AT_LEAST) * len(CASES), missed
