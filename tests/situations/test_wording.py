"""Tests of charts in other languages: translated texts, English ones, and their catalogues."""

from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from lawbot.charts import translation as wording
from lawbot.charts.load import Situations
from lawbot.charts.seats import seated
from lawbot.charts.walk import Asked, walk
from lawbot.config import DATA
from lawbot.data_files import chart_catalogue
from lawbot.language import SOURCE, installed
from tests.support.charts import SITUATIONS
from tools import chart_texts

CHART = SITUATIONS["insufficient-bid"]
TRANSLATED = sorted({path.stem for path in (DATA / "charts").glob("*/*.po")})


def write_catalogue(data: Path, **translations: str) -> Path:
    """Write a catalogue of the chart with a few translations and return its path."""
    chart_texts.update(Situations({CHART.id: CHART}), "vi", data)
    path = chart_catalogue(data, CHART.id, "vi")
    text = path.read_text(encoding="utf-8")
    for english, translation in translations.items():
        text = text.replace(
            f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{translation}"'
        )
    path.write_text(text, encoding="utf-8")
    return path


def test_a_new_catalogue_has_every_text_once(tmp_path: Path) -> None:
    write_catalogue(tmp_path)
    missing = [
        text for _, text in wording.untranslated(Situations({CHART.id: CHART}), "vi", tmp_path)
    ]
    assert missing == list(wording.texts(CHART))
    assert CHART.questions["lho_called"].answers[0].label in missing
    for ruling in CHART.rulings.values():
        assert {*ruling.steps, *ruling.say, *ruling.later} <= set(missing)
    assert not {alias for alias in CHART.aliases if alias != CHART.title} & set(missing)


def test_a_translated_text_is_shown_and_the_rest_is_english(tmp_path: Path) -> None:
    write_catalogue(tmp_path, **{CHART.title: "Giá thấp"})
    charts = wording.Worded(SITUATIONS, "vi", tmp_path)
    assert charts[CHART.id].title == "Giá thấp"
    ask = charts[CHART.id].questions["lho_called"].ask
    # the players are English, too, or two languages would mix in one sentence
    assert seated(ask, None, "vi") == seated(CHART.questions["lho_called"].ask)
    assert charts["claim"].title == SITUATIONS["claim"].title
    assert charts.revision(CHART.id) == SITUATIONS.revision(CHART.id)
    walked = walk(charts, CHART.id, {"in_turn": "yes"})
    assert isinstance(walked, Asked) and walked.fact == "unintended"


def test_a_changed_text_is_english_again_and_waits_for_a_translator(tmp_path: Path) -> None:
    path = write_catalogue(tmp_path, **{CHART.summary: "Giá có nghĩa quá thấp"})
    changed = replace(CHART, summary=CHART.summary + " made")
    situations = Situations({CHART.id: changed})
    assert wording.Worded(situations, "vi", tmp_path)[CHART.id].summary == changed.summary
    chart_texts.update(situations, "vi", tmp_path)
    assert (CHART.id, changed.summary) in list(wording.untranslated(situations, "vi", tmp_path))
    # the catalogue keeps the old translation, marked as fuzzy
    with path.open("rb") as file:
        message = read_po(file, locale="vi").get(changed.summary)
    assert message is not None and message.fuzzy and message.string == "Giá có nghĩa quá thấp"


@pytest.mark.parametrize(
    ("translation", "fault"),
    [
        ("Người khác đã gọi chưa?", "players lho became none"),
        ("{lho} đã gọi chưa? (27A1)", "provisions none became 27A1"),
    ],
)
def test_a_translation_may_lose_no_player_and_no_provision(
    translation: str, fault: str, tmp_path: Path
) -> None:
    ask = CHART.questions["lho_called"].ask
    write_catalogue(tmp_path, **{ask: translation})
    faults = chart_texts.translation_faults(Situations({CHART.id: CHART}), "vi", tmp_path)
    assert [line for _, line in faults] == [f"{fault}: {translation}"]


def test_a_translation_may_not_be_too_long(tmp_path: Path) -> None:
    label = CHART.questions["lho_called"].answers[0].label
    write_catalogue(tmp_path, **{label: "x" * 81})
    faults = chart_texts.translation_faults(Situations({CHART.id: CHART}), "vi", tmp_path)
    assert any("label" in line for _, line in faults)


@pytest.mark.parametrize("language", sorted(installed()))
def test_players_are_named_in_every_language(language: str) -> None:
    words = installed()[language]
    assert seated("{LHO}", None, language).startswith(words.players["lho"][:1].upper())
    assert seated("{lho}", "N", language) == f"{words.seats['E']} ({words.beside_seats['lho']})"
    assert seated("{unknown}", "N", language) == "{unknown}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogues_are_complete_and_without_faults(language: str) -> None:
    assert language in installed() and language != SOURCE
    assert list(chart_texts.translation_faults(SITUATIONS, language)) == []
    begun = {chart for chart in SITUATIONS if chart_catalogue(DATA, chart, language).is_file()}
    assert begun
    untranslated = wording.untranslated(SITUATIONS, language)
    assert [(chart, text) for chart, text in untranslated if chart in begun] == []
