"""The docs are true: every command stands there with its options, every setting in the README's
table, and what they tell to type exists."""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from discord import app_commands

from lawbot.config import ROOT
from lawbot.faces.discord import settings_panel
from lawbot.faces.discord.command_names import GROUP
from lawbot.faces.discord.extension import COGS

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("*.md"),
        ROOT / "data" / "README.md",
        ROOT / "tests" / "README.md",
    ]
)
COMMANDS = {
    command.name: command
    for cog in COGS
    for command in cog.__cog_app_commands__
    if isinstance(command, app_commands.Command)
}
CODE = re.compile(r"```.*?```|`([^`\n]+(?:\n[^`\n]+)?)`", re.DOTALL)

each_page = pytest.mark.parametrize(
    "page",
    PAGES,
    ids=lambda page: page.name if page.parent == ROOT else f"{page.parent.name}/{page.name}",
)


def usage(command: app_commands.Command) -> str:  # type: ignore[type-arg]
    """'/law citation: [edition:]'."""
    options = (
        f"{option.display_name}:" if option.required else f"[{option.display_name}:]"
        for option in command.parameters
    )
    return " ".join([f"/{command.name}", *options])


def table(page: Path, head: str) -> Iterator[list[str]]:
    """Yield the rows of the table whose head begins with that cell."""
    lines = iter(page.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith(f"| {head} |"):
            next(lines)
            for row in lines:
                if not row.startswith("|"):
                    return
                yield [cell.strip() for cell in row.strip("|").split("|")]
    raise AssertionError(f"{page.name} has no table that begins with {head}")


def typed(page: Path) -> list[str]:
    """Return what a page shows as typed: inline code, and the lines of its blocks, without their
    remarks."""
    commands_typed = []
    for match in CODE.finditer(page.read_text(encoding="utf-8")):
        lines = [" ".join(match[1].split())] if match[1] else match.group().splitlines()[1:-1]
        commands_typed += [re.split(r"\s{2,}#|\s# ", line)[0].strip() for line in lines]
    return commands_typed


def test_every_command_stands_in_the_docs_with_its_options_and_nothing_else_does() -> None:
    documented = [
        first.strip("`") for first, _meaning in table(ROOT / "docs" / "discord.md", "command")
    ]
    assert sorted(documented) == sorted([*map(usage, COMMANDS.values()), "*Find the law*"])


def test_every_choice_of_the_settings_is_told_with_what_holds_without_it() -> None:
    documented = [
        first for first, _meaning, _without in table(ROOT / "docs" / "discord.md", "choice")
    ]
    assert documented == list(settings_panel.NAMES.values())


WATCHED = set(
    re.findall(
        r'web.get."/(\w+)"', (ROOT / "lawbot/faces/discord/health.py").read_text(encoding="utf-8")
    )
)
"""Paths that an operator asks over HTTP: no commands."""


@each_page
def test_no_page_tells_of_a_command_or_an_option_that_is_not_there(page: Path) -> None:
    for text in typed(page):
        match = re.match(r"/([a-z]+)(?=[ \[]|$)", text)
        if match is None or match[1] in WATCHED or match[1] == GROUP:
            continue
        assert match[1] in COMMANDS, (page.name, text)
        options = {option.display_name for option in COMMANDS[match[1]].parameters}
        assert set(re.findall(r"\b([a-z_]+):", text)) <= options, (page.name, text)


def test_every_setting_stands_in_the_readme_and_nothing_else_does() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "lawbot").rglob("*.py"))
    settings_read = set(re.findall(r"""["'](DISCORD_TOKEN|LAWBOT_[A-Z_]+)["']""", code))
    assert {
        first.strip("`") for first, _meaning, _without in table(ROOT / "README.md", "name")
    } == settings_read


@each_page
def test_every_setting_that_a_page_names_is_one(page: Path) -> None:
    setting_names = {
        first.strip("`") for first, _meaning, _without in table(ROOT / "README.md", "name")
    }
    assert (
        set(re.findall(r"\b(?:LAWBOT_[A-Z_]+|DISCORD_[A-Z_]+)\b", page.read_text(encoding="utf-8")))
        <= setting_names
    )


@each_page
def test_every_make_target_that_a_page_tells_to_type_exists(page: Path) -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    targets_typed = {
        target for text in typed(page) for target in re.findall(r"^make ([a-z-]+)", text)
    }
    assert targets_typed <= targets


@each_page
def test_every_module_that_a_page_tells_to_run_exists(page: Path) -> None:
    for text in typed(page):
        for module in re.findall(r"python -m ([\w.]+)", text):
            if module.split(".")[0] in (
                "tests",
                "bench",
                "tools",
                "lawbot",
                "lawbot_importers",
                "lawbot_handbook",
            ):
                assert importlib.util.find_spec(module) is not None, (page.name, text)


@each_page
def test_every_file_of_ours_that_a_page_names_exists(page: Path) -> None:
    for text in typed(page):
        if re.fullmatch(
            r"(?:lawbot|lawbot_importers|lawbot_handbook|tools|bench|tests|docs|data)/[\w./-]*",
            text,
        ) and not re.search(r"\b(?:ID|NAME|CODE|xx)\b", text):  # stand for any
            assert (ROOT / text).exists(), (page.name, text)


def test_all_data_is_told_of_where_it_lies() -> None:
    readme = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"(?m)^\| `([^`]+)` \|", readme))
    assert [
        path for path in documented if not (ROOT / "data" / path.replace("ID", "revoke")).exists()
    ] == []
    assert {path.partition("/")[0] for path in documented} | {"README.md"} == {
        path.name for path in (ROOT / "data").iterdir()
    }
