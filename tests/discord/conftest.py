"""One small lawbook and one simulated Discord for each test of the face."""

import fcntl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from lawbot.answers import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import LawClient, make_client
from lawbot.faces.discord.settings_store import SettingsStore
from tests.support import lawbooks
from tests.support.discord_sim import Sim, simulated


def shared_state(tmp_path_factory: pytest.TempPathFactory, name: str, *, documents: bool) -> Settings:
    """A lawbook built once for all workers of a test run."""
    folder = tmp_path_factory.getbasetemp().parent / f"lawbook-{name}"
    folder.mkdir(exist_ok=True)
    chosen = lawbooks.settings(folder, documents=documents)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lawbooks.opened(chosen)
    return chosen


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over a lawbook of the restatement alone."""
    return shared_state(tmp_path_factory, "small", documents=False)


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over a lawbook of every document that is found."""
    return shared_state(tmp_path_factory, "full", documents=True)


@pytest.fixture(scope="session")
def answers(small: Settings) -> Answers:
    """The answers over the small lawbook."""
    return Answers.open_all(small)


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    """An empty file of server settings."""
    return SettingsStore.open(tmp_path / "settings.db")


@pytest.fixture
def client(small: Settings, answers: Answers, store: SettingsStore, tmp_path: Path) -> LawClient:
    """The bot, not yet connected."""
    made = make_client(small, answers, store)
    made.commands_file = tmp_path / "commands.sha256"
    return made


@pytest_asyncio.fixture
async def sim(client: LawClient) -> AsyncIterator[Sim]:
    """The bot in a simulated Discord; at the end, all it sent must be what Discord takes."""
    async with simulated(client) as running:
        yield running
        assert running.faults() == []
