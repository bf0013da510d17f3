"""docs/command-line.md: every command and option is there, and the help pages are current."""

import pytest

from tests.support.command_docs import DOCS, contexts, current, pages


def test_the_help_pages_are_current() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert text == current(text), "run: python -m tests.support.command_docs"


def test_every_command_and_option_is_documented_with_words() -> None:
    documentation = DOCS.read_text(encoding="utf-8")
    for context in contexts():
        assert context.command.help, context.command_path
        assert f"Usage: {context.command_path} " in documentation
        for parameter in context.command.params:
            assert getattr(parameter, "help", None), f"{context.command_path} {parameter.name}"
            for spelling in parameter.opts if parameter.param_type_name == "option" else ():
                assert spelling in documentation


def test_every_command_of_the_help_is_told_about_before_it() -> None:
    introduction, _sep, _pages = DOCS.read_text(encoding="utf-8").partition("## Help pages")
    for context in contexts():
        if not hasattr(context.command, "commands"):
            assert context.info_name in introduction, context.command_path


def test_pages_are_the_same_in_any_window(monkeypatch: pytest.MonkeyPatch) -> None:
    before = pages()
    monkeypatch.setenv("COLUMNS", "40")
    assert pages() == before
