"""``python -m tools.translations``: what translators run before they hand in."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lawbot.language import SOURCE, installed
from tools import translations


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(installed().keys() - {SOURCE}))
def test_our_own_data_has_no_fault(language: str) -> None:
    answered = CliRunner().invoke(translations.app, [language])
    assert (answered.exit_code, answered.output) == (0, "every text is translated\n")


@pytest.mark.parametrize("language", [SOURCE, "xx"])
def test_an_unknown_language_is_bad_usage(language: str) -> None:
    assert CliRunner().invoke(translations.app, [language]).exit_code == 2


def test_a_catalogue_is_written_anew_with_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "vi.po"
    assert list(translations.lacking({"a bid": ["one", "two"]}, path, "vi", update=True)) == [
        ("one", "a bid")
    ]
    path.write_text(
        path.read_text(encoding="utf-8").replace('msgstr ""', 'msgstr "x"'), encoding="utf-8"
    )
    assert list(
        translations.lacking({"a bid": ["one"], "a pass": ["three"]}, path, "vi", update=True)
    ) == [("three", "a pass")]
