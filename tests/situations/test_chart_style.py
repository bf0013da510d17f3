"""Tests of the style of chart files: same content, lines within the width, no comment lost."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lawbot import strict_yaml
from lawbot.charts.load import Situations, load_chart
from lawbot.charts.model import CHART
from lawbot.config import DATA
from lawbot.data_files import chart_file
from lawbot.errors import LawbotError
from tests.situations.test_charts import TEA, write
from tools.chart_style import HEAD, WIDTH, format_file, formatted

TEXTS = some.text(some.sampled_from("ab 1:#'\"-{}[],>|&*!%@`?~\\\u00e9"), min_size=1, max_size=300)


@pytest.mark.slow
def test_every_chart_is_in_the_style_within_the_width(situations: Situations) -> None:
    for chart_id, chart in situations.items():
        text = chart_file(DATA, chart_id).read_text(encoding="utf-8")
        assert formatted(chart) == text, f"python -m lawbot situations format {chart_id}"
        assert max(map(len, text.splitlines())) <= WIDTH


@pytest.mark.slow
@given(TEXTS, some.lists(TEXTS, min_size=1))
def test_formatting_keeps_every_text(text: str, texts: list[str]) -> None:
    tea = CHART.validate_python(strict_yaml.load(TEA, "tea.yaml"))
    wordy = replace(
        tea,
        aliases=tuple(texts),
        cases=tuple(replace(case, facts=text, must=("no", "6E1", "~")) for case in tea.cases),
    )
    loaded = strict_yaml.load(formatted(wordy), "tea.yaml")
    assert (loaded["aliases"], loaded["cases"][0]["facts"], loaded["cases"][0]["must"]) == (
        texts,
        text,
        ["no", "6E1", "~"],
    )


def test_formatting_changes_a_file_once_and_no_content(tmp_path: Path) -> None:
    path = write(tmp_path, "tea")
    before = load_chart(path)
    assert format_file(path, write=False)
    assert path.read_text(encoding="utf-8") == TEA
    assert format_file(path, write=True)
    assert not format_file(path, write=True)
    assert path.read_text(encoding="utf-8").startswith(f"{HEAD}\nid: tea\n")
    assert load_chart(path) == before


def test_a_file_with_a_comment_is_refused(tmp_path: Path) -> None:
    commented = TEA.replace("ask: Is the tea cold?", "ask: Is the “tea” cold # and why?")
    path = write(tmp_path, "tea", commented)
    with pytest.raises(LawbotError, match=r"tea/chart\.yaml, line 12: a comment"):
        format_file(path, write=True)
    assert "# and why?" in path.read_text(encoding="utf-8")
