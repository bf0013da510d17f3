"""One small lawbook and one simulated Discord for each test of the face."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import LawBot, make_client
from lawbot.faces.discord.settings.store import SettingsStore
from tests.support.discord_sim import Sim, simulated


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    """An empty file of server settings."""
    return SettingsStore.open(tmp_path / "settings.db")


@pytest.fixture
def client(small: Settings, answers: Answers, store: SettingsStore, tmp_path: Path) -> LawBot:
    """The bot, not yet connected."""
    bot = make_client(small, answers, store)
    bot.commands_file = tmp_path / "commands.sha256"
    return bot


@pytest_asyncio.fixture
async def sim(client: LawBot) -> AsyncIterator[Sim]:
    """The bot in a simulated Discord; at the end, all it sent must be what Discord takes."""
    async with simulated(client) as running:
        yield running
        assert running.faults() == []
