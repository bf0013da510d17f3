"""The container files and the systemd unit: as far as they can be held without Docker and without a
running systemd."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from lawbot import __version__
from lawbot.config import ROOT, known_names
from tests.support.patience import PATIENCE

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
UNIT = ROOT / "deploy" / "lawbot.service"
SETTING = re.compile(r"\b(?:LAWBOT_[A-Z_]+|DISCORD_[A-Z_]+)\b")


@pytest.fixture(scope="module")
def service() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["bot"]


def test_files_copied_into_the_image_exist_and_are_not_ignored() -> None:
    copied = [
        source
        for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
        for source in sources.split()
    ]
    let_through = re.findall(
        r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(copied) == sorted(let_through)
    assert all((ROOT / source).exists() for source in copied)


def test_the_bot_in_the_image_is_nobody_of_rank() -> None:
    last_stage = DOCKERFILE.split("FROM ")[-1]
    assert re.findall(r"^USER (\S+)$", last_stage, re.MULTILINE) == ["lawbot"]


def test_compose_gives_the_folders_that_the_image_reads(service: dict[str, Any]) -> None:
    environment = {
        name: value
        for name, value in re.findall(r"(LAWBOT_[A-Z]+)=(\S+)", DOCKERFILE)
        if value.startswith("/")
    }
    assert service["environment"] == environment
    assert {volume.split(":")[1] for volume in service["volumes"]} == set(environment.values())
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]


def test_no_file_names_a_setting_that_is_not_there_and_the_example_names_all() -> None:
    setting_names = known_names()
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^#?(\w+)=$", example, re.MULTILINE)) == setting_names
    for text in (
        DOCKERFILE,
        (ROOT / "compose.yaml").read_text(encoding="utf-8"),
        UNIT.read_text(encoding="utf-8"),
        example,
    ):
        assert set(SETTING.findall(text)) <= setting_names


def test_the_example_takes_back_nothing_that_image_compose_and_unit_set(
    service: dict[str, Any],
) -> None:
    """An entry of the file wins over theirs, also an empty one."""
    example = set(
        re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)
    )
    set_by_unit = " ".join(
        re.findall(r"^Environment=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    )
    for theirs in (
        set_by_unit,
        " ".join(re.findall(r"^ENV (.*)$", DOCKERFILE, re.MULTILINE)),
        " ".join(f"{name}=" for name in service["environment"]),
    ):
        assert (names := set(re.findall(r"(\w+)=", theirs)))
        assert not names & example


@pytest.mark.parametrize("pins", ["requirements.txt", "requirements-dev.txt"])
def test_every_pin_has_its_hashes_and_is_for_every_python(pins: str) -> None:
    blocks = re.split(r"\n(?=\S)", (ROOT / pins).read_text(encoding="utf-8").strip())
    assert len(blocks) > 50
    for block in blocks:
        assert re.match(r"[a-z0-9._-]+==\S+ .*\\\n    --hash=sha256:[0-9a-f]{64}", block), block[
            :80
        ]
    assert any(
        block.startswith("audioop-lts==") and "python_full_version >= '3.13'" in block
        for block in blocks
    )  # discord.py asks for it there


def test_the_licence_of_every_pin_that_runs_here_is_listed() -> None:
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    everywhere = set(re.findall(r"^([a-z0-9._-]+)==\S+ \\$", pins, re.MULTILINE))
    rows = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    listed = {
        re.sub(r"[._]", "-", name).lower()
        for name in re.findall(r"^\| ([\w.-]+) ", rows, re.MULTILINE)
    }
    assert len(everywhere) > 50
    assert everywhere - listed == set()


def test_the_newest_part_of_the_changelog_is_of_this_version_or_of_the_next() -> None:
    newest = re.findall(
        r"^## ([\w.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )[0]
    assert newest in ("Unreleased", __version__)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    unit_text = (
        UNIT.read_text(encoding="utf-8")
        .replace("/opt/lawbot/.venv/bin/python", sys.executable)
        .replace("/opt/lawbot", str(ROOT))
    )
    (tmp_path / UNIT.name).write_text(unit_text, encoding="utf-8")
    verified = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / UNIT.name],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (verified.returncode, verified.stderr) == (0, "")


def test_a_call_that_the_unit_forbids_is_refused_and_kills_nothing() -> None:
    """numpy asks for mbind when it is loaded."""
    unit = UNIT.read_text(encoding="utf-8")
    assert "\nSystemCallFilter=" in unit
    assert "\nSystemCallErrorNumber=EPERM\n" in unit
