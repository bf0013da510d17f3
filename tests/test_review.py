"""The review sheet: everything a chart says stands on it, with a box before it."""

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lawbot.charts.load import Situations
from lawbot.charts.seats import seated
from lawbot.errors import LawbotError
from lawbot.language import SOURCE, installed
from tools import chart_texts
from tools.chart_prose import texts
from tools.doubts import doubts
from tools.review import Rendered, app, print_sheets, sheet, sheets

in_every_language = pytest.mark.parametrize("language", sorted(installed().keys() - {SOURCE}))
PLACE = re.compile(r"all|definitions|introduction|changes|law (?:[1-9]|[1-8]\d|9[0-3])")


def plain(page: str) -> str:
    """Return a sheet without what Markdown needs."""
    return page.replace("\\", "").replace("&lt;", "<")


def test_every_text_of_every_chart_is_on_its_sheet(situations: Situations) -> None:
    for chart in situations.values():
        page = plain(sheet(chart))
        for _name, text in texts(chart):
            assert seated(text) in page, (chart.id, text)
        for case in chart.cases:
            assert seated(case.facts) in page
        assert "not yet reviewed by a senior director" in page
        assert page.count("☐") > len(chart.questions) + len(chart.rulings)


@pytest.mark.slow
def test_a_sheet_in_another_language_has_the_english_too() -> None:
    run = CliRunner().invoke
    answered = run(app, ["penalty-card", "--language", "vi"])
    assert answered.exit_code == 0
    assert " ‖ " in answered.output
    assert "## Doubtful renderings" in answered.output
    assert " ‖ " not in run(app, ["penalty-card"]).output


@pytest.mark.parametrize(
    "arguments", [[], ["revoke", "--all"], ["no-such-chart"], ["revoke", "--language", "xx"]]
)
def test_a_chart_that_cannot_be_reviewed_is_refused(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 2


def test_all_charts_go_into_one_file(situations: Situations, tmp_path: Path) -> None:
    for name in ("all.md", "all.html"):
        print_sheets(situations.values(), tmp_path / name)
        sheet_text = (tmp_path / name).read_text(encoding="utf-8")
        assert all(
            chart.title.split("(")[0].replace("'", "").strip() in sheet_text.replace("'", "")
            for chart in situations.values()
        )


def test_another_ending_is_refused_in_one_sentence(situations: Situations, tmp_path: Path) -> None:
    with pytest.raises(LawbotError, match="not to"):
        print_sheets(situations.values(), tmp_path / "all.docx")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")
def test_a_sheet_is_printed(situations: Situations, tmp_path: Path) -> None:
    print_sheets([situations["revoke"]], tmp_path / "revoke.pdf")
    assert (tmp_path / "revoke.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
@in_every_language
def test_every_translation_is_on_the_sheet_of_its_language_beside_the_english(
    language: str, situations: Situations
) -> None:
    for chart in situations.values():
        translations = {
            english: translation
            for _chart, english, translation in chart_texts.pairs({chart.id: chart}, language)
        }
        page = plain(sheet(chart, Rendered(language, {chart.id: translations})))
        for text in filter(None, (text for _name, text in texts(chart))):
            assert f"{seated(text)} ‖ {seated(translations[text], language=language)}" in page, (
                chart.id,
                text,
            )
        assert "(not translated)" not in page
        assert "(not translated)" in sheet(chart, Rendered(language))


@in_every_language
def test_doubts_stand_at_the_end_of_their_sheet(language: str, situations: Situations) -> None:
    doubtful = doubts(language)
    rendered = Rendered(language, {}, doubtful)
    for doubt in doubtful:
        assert doubt.places == ("all",) or "all" not in doubt.places
        assert all(place in situations or PLACE.fullmatch(place) for place in doubt.places), doubt
    for chart in situations.values():
        _sheet, _heading, end = plain(sheet(chart, rendered)).partition("## Doubtful renderings")
        assert {doubt for doubt in doubtful if str(doubt) in end} == {
            doubt for doubt in doubtful if doubt.concerns(chart)
        }
    everything = plain(sheets(situations.values(), rendered))
    assert all(str(doubt) in everything for doubt in doubtful)


@pytest.mark.parametrize(
    ("contents", "fault"),
    [
        ("chart,english,rendering\n", "line 1: the columns"),
        ("chart,english,rendering,why\nrevoke,revoke,,\n", "line 2: chart, english and rendering"),
        ("chart,english,rendering,why\nrevoke,revoke,x,\nrevoke,revoke\n", "line 3"),
    ],
)
def test_a_list_of_doubts_that_is_damaged_is_refused_with_its_line(
    contents: str, fault: str, tmp_path: Path
) -> None:
    (tmp_path / "doubts-vi.csv").write_text(contents, encoding="utf-8")
    with pytest.raises(LawbotError, match=fault):
        doubts("vi", tmp_path)
