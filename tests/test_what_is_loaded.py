"""A running bot has loaded nothing that only reading documents, printing and terminals need."""

import os
import subprocess
import sys

import pytest

from lawbot.config import ROOT, Settings
from tests.support.patience import PROGRAM_PATIENCE

STARTED = """
import asyncio, sys
import bot
from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import make_client
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.language.reader import Reader

async def main():
    settings = Settings.load()
    answers = Answers.open_all(settings)
    make_client(settings, answers, SettingsStore.in_memory())
    for language in ("en", "vi", "th"):
        answers.ask("partner hesitated", Reader(language))
        answers.ask("27B1", Reader(language))
        answers.ask("insufficient-bid", Reader(language))

asyncio.run(main())
print(*sys.modules)
"""
ELSEWHERE = {
    *(
        "bs4",
        "markdownify",
        "pikepdf",
        "lawbot.importing",
        "lawbot.making",
        "lawbot.book.shelf",
        "lawbot.search.index_writer",
        "lawbot.book.catalogue",
        "lawbot_handbook",
        "lawbot_importers",
        "tools",
        "bench",
    ),
    *(
        "rich",
        "typer",
        "prompt_toolkit",
        "jinja2",
        "markupsafe",
        "markdown_it",
        "segno",
        "graphviz",
        "pdfplumber",
        "sqlite_utils",
        "psycopg",
        "prometheus_client",
    ),
}
"""Modules for building, for terminals, for printing, for pictures and for figures."""


@pytest.mark.slow
def test_a_running_bot_has_loaded_nothing_that_only_others_need(small: Settings) -> None:
    environment = {**os.environ, "LAWBOT_STATE": str(small.state)}
    ran = subprocess.run(
        [sys.executable, "-c", STARTED],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=PROGRAM_PATIENCE,
    )
    loaded = set(ran.stdout.split())
    assert "lawbot.faces.discord.client" in loaded
    assert loaded & ELSEWHERE == set()
