"""The charts in other languages: what is translated is shown, what is not is English to the last
word, and a walk changes language in its middle."""

from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from lawbot.language import SOURCE, installed
from lawbot.situations import wording
from lawbot.situations.charts import Situations
from lawbot.situations.seats import seated
from lawbot.situations.walk import Asked, walk
from tools import chart_texts

SITUATIONS = Situations.load(Path(__file__).resolve().parents[2] / "data" / "situations")
CHART = SITUATIONS["insufficient-bid"]
TRANSLATED = (
    sorted(path.name for path in wording.CATALOGUES.glob("*") if path.is_dir())
    if wording.CATALOGUES.is_dir()
    else []
)


def catalogue(folder: Path, **known: str) -> Path:
    """A catalogue of the chart with a few of its texts translated, in a folder of its own."""
    chart_texts.update(Situations({CHART.id: CHART}), "vi", folder)
    path = folder / "vi" / f"{CHART.id}.po"
    written = path.read_text(encoding="utf-8")
    for english, translation in known.items():
        written = written.replace(
            f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{translation}"'
        )
    path.write_text(written, encoding="utf-8")
    return path


def test_a_catalogue_has_every_text_once(tmp_path: Path) -> None:
    catalogue(tmp_path)
    missing = [
        text for _, text in wording.untranslated(Situations({CHART.id: CHART}), "vi", tmp_path)
    ]
    assert missing == list(wording.texts(CHART))
    assert CHART.questions["lho_called"].answers[0].label in missing
    assert {
        line
        for ruling in CHART.rulings.values()
        for line in [*ruling.steps, *ruling.say, *ruling.later]
    } <= set(missing)
    assert not {alias for alias in CHART.aliases if alias != CHART.title} & set(missing)


def test_what_is_translated_is_shown_and_the_rest_is_english(tmp_path: Path) -> None:
    catalogue(tmp_path, **{CHART.title: "Giá thấp"})
    charts = wording.Worded(SITUATIONS, "vi", tmp_path)
    assert charts[CHART.id].title == "Giá thấp"
    asked = charts[CHART.id].questions["lho_called"].ask
    # players too, or two languages stand in one sentence
    assert seated(asked, None, "vi") == seated(CHART.questions["lho_called"].ask)
    assert charts["claim"].title == SITUATIONS["claim"].title
    assert charts.revision(CHART.id) == SITUATIONS.revision(CHART.id)
    walked = walk(charts, CHART.id, {"in_turn": "yes"})
    assert isinstance(walked, Asked) and walked.fact == "unintended"


def test_a_changed_text_is_english_again_and_waits_for_a_translator(tmp_path: Path) -> None:
    path = catalogue(tmp_path, **{CHART.summary: "Giá có nghĩa quá thấp"})
    changed = replace(CHART, summary=CHART.summary + " made")
    situations = Situations({CHART.id: changed})
    assert wording.Worded(situations, "vi", tmp_path)[CHART.id].summary == changed.summary
    chart_texts.update(situations, "vi", tmp_path)
    assert (CHART.id, changed.summary) in list(wording.untranslated(situations, "vi", tmp_path))
    with path.open("rb") as written:
        waiting = read_po(written, locale="vi").get(changed.summary)
    assert waiting is not None and waiting.fuzzy and waiting.string == "Giá có nghĩa quá thấp"


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
    catalogue(tmp_path, **{ask: translation})
    found = [
        line
        for _, line in chart_texts.translation_faults(Situations({CHART.id: CHART}), "vi", tmp_path)
    ]
    assert found == [f"{fault}: {translation}"]


def test_a_translation_may_not_be_too_long(tmp_path: Path) -> None:
    label = CHART.questions["lho_called"].answers[0].label
    catalogue(tmp_path, **{label: "x" * 81})
    assert any(
        "label" in line
        for _, line in chart_texts.translation_faults(Situations({CHART.id: CHART}), "vi", tmp_path)
    )


@pytest.mark.parametrize("language", sorted(installed()))
def test_players_are_named_in_every_language(language: str) -> None:
    spoken = installed()[language]
    assert seated("{LHO}", None, language).startswith(spoken.players["lho"][:1].upper())
    assert seated("{lho}", "N", language) == f"{spoken.seats['E']} ({spoken.beside_seats['lho']})"
    assert seated("{unknown}", "N", language) == "{unknown}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogues_are_whole_and_right(language: str) -> None:
    assert language in installed() and language != SOURCE
    assert list(chart_texts.translation_faults(SITUATIONS, language)) == []
    begun = {path.stem for path in (wording.CATALOGUES / language).glob("*.po")}
    assert begun <= SITUATIONS.keys()
    assert [
        (chart, text)
        for chart, text in wording.untranslated(SITUATIONS, language)
        if chart in begun
    ] == []
