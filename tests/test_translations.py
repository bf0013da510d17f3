"""The translations of the interface: whole, true to their placeholders, within Discord's limits,
and read as they are written."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from discord import Locale, app_commands
from discord.app_commands import TranslationContext, TranslationContextLocation

from lawbot.config import ROOT
from lawbot.faces.discord import translator as discord_translator
from lawbot.faces.discord.extension import COGS
from lawbot.language import LANGUAGES, language_of, translator

FOLDER = ROOT / "data" / "locale"
CODE = (ROOT / "lawbot", ROOT / "lawbot_importers", ROOT / "lawbot_handbook")
TRANSLATED = [language for language in LANGUAGES if language != "en"]
NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")
# What a translation must take over as it stands: commands, citations, numbers, contracts,
# addresses of folders.
KEPT = re.compile(r"(?<![\w/])/[a-z]+|\d\w*(?:\(\w\))?|data/documents|\[\[|\]\]")

everywhere = pytest.mark.parametrize("language", TRANSLATED)


@cache
def extracted() -> frozenset[str]:
    """Return the messages that `make messages` finds in the code."""
    methods = [("**.py", "python"), ("**/templates/**", "jinja2")]
    messages = chain.from_iterable(
        extract_from_dir(folder, methods, keywords={"_": None, "N_": None}) for folder in CODE
    )
    return frozenset(str(message) for _file, _line, message, _comments, _context in messages)


@cache
def messages_of_code() -> frozenset[str]:
    """Return every message that the code gives to a translator, also where gettext's tools do not
    look: in f-strings, behind a dot."""
    return frozenset(
        message
        for folder in CODE
        for file in sorted(folder.rglob("*.py"))
        for message in _literals(file)
    )


def _literals(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        ):
            name = (
                node.func.id
                if isinstance(node.func, ast.Name)
                else node.func.attr
                if isinstance(node.func, ast.Attribute)
                else ""
            )
            if name in {"_", "N_", "translate"}:
                yield node.args[0].value


@cache
def catalogue(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / "lawbot.po").open("rb") as file:
        return read_po(file, locale=language)


def translations(language: str) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in catalogue(language) if message.id}


def names(message: str) -> set[str]:
    return {
        name for _text, name, _spec, _conversion in Formatter().parse(message) if name is not None
    }


@pytest.mark.slow
def test_the_template_is_current() -> None:
    with (FOLDER / "lawbot.pot").open("rb") as file:
        template = {str(message.id) for message in read_po(file) if message.id}
    assert sorted(template ^ extracted()) == [], "make messages"


@pytest.mark.slow
@everywhere
def test_every_message_is_translated(language: str) -> None:
    translated = translations(language)
    assert (
        sorted(
            message
            for message in extracted() | messages_of_code()
            if not translated.get(message, "").strip()
        )
        == []
    )
    assert [message.id for message in catalogue(language) if message.id and message.fuzzy] == []


@everywhere
def test_nothing_is_translated_that_nobody_says(language: str) -> None:
    assert sorted(translations(language).keys() - extracted() - messages_of_code()) == []
    assert list(catalogue(language).obsolete) == []


@everywhere
def test_placeholders_are_the_same(language: str) -> None:
    wrong = [
        (message, translation)
        for message, translation in translations(language).items()
        if names(message) != names(translation)
    ]
    assert wrong == []


@everywhere
def test_commands_citations_and_numbers_are_taken_over(language: str) -> None:
    wrong = []
    for message, translation in translations(language).items():
        if sorted(KEPT.findall(message)) != sorted(KEPT.findall(translation)):
            wrong.append((message, translation))
    assert wrong == []


@everywhere
def test_no_blanks_at_the_edges_and_quotes_in_pairs(language: str) -> None:
    for message, translation in translations(language).items():
        assert translation == translation.strip(), message
        assert translation.count("“") == translation.count("”") == message.count("“"), message
        assert "\n" not in translation, message


@everywhere
def test_names_are_such_as_discord_takes(language: str) -> None:
    translated = translations(language)
    marked = {
        message: text
        for message, text in translated.items()
        if re.fullmatch(r"[/:][a-z_]+", message)
    }
    assert marked
    for message, text in marked.items():
        assert text[0] == message[0], message
        assert NAME.fullmatch(text[1:]), text
        assert text == text.lower(), text
    commands = [text for message, text in marked.items() if message[0] == "/"]
    assert len(set(commands)) == len(commands)
    for command in (command for cog in COGS for command in cog.__cog_app_commands__):
        assert isinstance(command, app_commands.Command)
        assert f"/{command.name}" in marked
        options = [marked[f":{parameter.display_name}"] for parameter in command.parameters]
        assert len(set(options)) == len(options), command.name


@everywhere
def test_descriptions_and_choices_are_short_enough_for_discord(language: str) -> None:
    translated = translations(language)
    for command in (command for cog in COGS for command in cog.__cog_app_commands__):
        assert isinstance(command, app_commands.Command)
        texts = [
            command.description,
            *(str(parameter.description) for parameter in command.parameters),
        ]
        for text in texts:
            assert 1 <= len(translated[text]) <= 100, translated[text]
        for choice in (choice for parameter in command.parameters for choice in parameter.choices):
            assert 1 <= len(translated.get(choice.name, choice.name)) <= 100
    assert 1 <= len(translated["Find the law"]) <= 32


@everywhere
def test_a_label_that_fits_a_button_in_english_fits_it_in_translation(language: str) -> None:
    long = [
        (message, translation)
        for message, translation in translations(language).items()
        if len(message) <= 40 and len(translation) > 80
    ]
    assert long == []


@everywhere
def test_help_names_the_menu_as_discord_shows_it(language: str) -> None:
    translated = translations(language)
    (mention,) = [
        text for message, text in translated.items() if message.startswith("Ask in your own words")
    ]
    assert f"“{translated['Find the law']}”" in mention
    assert translated["Share"] in translated["private, with a Share button"]


@everywhere
def test_the_catalogues_say_every_message(language: str) -> None:
    translate = translator(language)
    for message, translation in translations(language).items():
        assert translate(message) == translation
    assert translate("no such message") == "no such message"


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("vi", "vi"),
        ("th", "th"),
        ("th_TH", "th"),
        ("VI-vn", "vi"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_locale_gives_its_language(locale: str | None, language: str) -> None:
    assert language_of(locale) == language


def test_the_default_language_stands_for_unknown_locales_only() -> None:
    assert language_of("fr", default="vi") == "vi"
    assert language_of("en-US", default="vi") == "en"


def test_english_is_said_as_it_is_written() -> None:
    assert translator("en")("What happened?") == "What happened?"


@pytest.mark.parametrize(("locale", "language"), [(Locale.vietnamese, "vi"), (Locale.thai, "th")])
async def test_discord_is_told_the_translations(locale: Locale, language: str) -> None:
    translated = translations(language)
    discord_names = discord_translator.Translator()
    (law,) = [command for command in COGS[0].__cog_app_commands__ if command.name == "law"]
    assert isinstance(law, app_commands.Command)
    place = TranslationContextLocation
    described = TranslationContext(place.command_description, law)
    assert (
        await discord_names.translate(app_commands.locale_str(law.description), locale, described)
        == translated[law.description]
    )
    for parameter in law.parameters:
        context = TranslationContext(place.parameter_name, parameter)
        assert (
            await discord_names.translate(
                app_commands.locale_str(parameter.display_name), locale, context
            )
            == translated[f":{parameter.display_name}"][1:]
        )
    assert (
        await discord_names.translate(
            app_commands.locale_str(law.description), Locale.french, described
        )
        is None
    )
