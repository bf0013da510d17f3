"""The review sheet: everything a chart says stands on it, with a box before it."""

import shutil
from pathlib import Path

import pytest

from lawbot.situations.charts import Situations
from lawbot.situations.prose import texts
from lawbot.situations.review import ReviewError, print_sheets, sheet
from lawbot.situations.seats import seated


def test_every_text_of_every_chart_is_on_its_sheet(situations: Situations) -> None:
    for chart in situations.values():
        page = sheet(chart).replace("\\", "").replace("&lt;", "<")
        for _name, text in texts(chart):
            assert seated(text) in page, (chart.id, text)
        for case in chart.cases:
            assert seated(case.facts) in page
        assert "not yet reviewed by a director of rank" in page
        assert page.count("☐") > len(chart.questions) + len(chart.rulings)


def test_all_charts_go_into_one_file(situations: Situations, tmp_path: Path) -> None:
    for name in ("all.md", "all.html"):
        print_sheets(situations.values(), tmp_path / name)
        written = (tmp_path / name).read_text(encoding="utf-8")
        assert all(chart.title.split("(")[0].replace("'", "").strip() in written.replace("'", "") for chart in situations.values())


def test_another_ending_is_refused_in_one_sentence(situations: Situations, tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="not to"):
        print_sheets(situations.values(), tmp_path / "all.docx")


@pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")
def test_a_sheet_is_printed(situations: Situations, tmp_path: Path) -> None:
    print_sheets([situations["revoke"]], tmp_path / "revoke.pdf")
    assert (tmp_path / "revoke.pdf").read_bytes().startswith(b"%PDF")
