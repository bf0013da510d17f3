"""The handbook, written once for a run of the tests."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from lawbot.app import Answers
from lawbot.config import ROOT
from lawbot.language import LANGUAGES
from lawbot_handbook.book import Plan
from lawbot_handbook.site import write
from tests.support.once import made_once
from tests.support.phone import CHROMIUM

PLAN = Plan(LANGUAGES, date(2026, 11, 22), ROOT / "data", "https://club.example/handbook/")


@pytest.fixture(scope="session")
def handbook(answers: Answers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a handbook in every language."""
    return made_once(tmp_path_factory, "handbook", lambda folder: write(answers, folder, PLAN))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()
