"""What the tests stand on: a lawbook of the restatement alone, and one of all documents where those are found."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawbot.answers import Answers, Reader
from lawbot.config import ROOT, Settings
from lawbot.lawbook import Lawbook
from lawbot.making import make_lawbook
from lawbot.situations.charts import Situations

DOCUMENTS = ROOT.parent / "shared" / "documents"
"""The law documents, beside the checkout. Tests that need them are skipped where they are not."""


def settings_for(state: Path, documents: tuple[Path, ...]) -> Settings:
    """Settings with a state folder and documents of their own, whatever the machine's environment says."""
    return dataclasses.replace(Settings.load({}), state=state, documents=documents, token="", language="en", edition=None)


def _built(folder: Path, documents: tuple[Path, ...]) -> Path:
    """The lawbook in the folder, built by the first worker that needs it."""
    settings = settings_for(folder, documents)
    make_lawbook(settings)
    return settings.lawbook


@pytest.fixture(scope="session")
def plain_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lawbook of our own words alone, as a fresh clone has it."""
    return _built(tmp_path_factory.mktemp("plain"), ())


@pytest.fixture(scope="session")
def full_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lawbook of every document; skips where they are not found."""
    if not DOCUMENTS.is_dir():
        pytest.skip("the law documents are not here")
    return _built(tmp_path_factory.mktemp("full"), (DOCUMENTS,))


@pytest.fixture(scope="session")
def situations() -> Situations:
    """The flow charts of the repository."""
    return Situations.load(ROOT / "data" / "situations")


@pytest.fixture(scope="session")
def plain_lawbook(plain_path: Path) -> Iterator[Lawbook]:
    """The lawbook of our own words, open."""
    lawbook = Lawbook.open(plain_path)
    yield lawbook
    lawbook.db.close()


@pytest.fixture(scope="session")
def full_lawbook(full_path: Path) -> Iterator[Lawbook]:
    """The lawbook of every document, open."""
    lawbook = Lawbook.open(full_path)
    yield lawbook
    lawbook.db.close()


@pytest.fixture(scope="session")
def plain_answers(plain_lawbook: Lawbook, situations: Situations) -> Answers:
    """The use cases over our own words."""
    return Answers(plain_lawbook, situations)


@pytest.fixture(scope="session")
def full_answers(full_lawbook: Lawbook, situations: Situations) -> Answers:
    """The use cases over every document."""
    return Answers(full_lawbook, situations)


@pytest.fixture
def player() -> Reader:
    """A player who asks in English."""
    return Reader()


@pytest.fixture
def director() -> Reader:
    """A director who asks in English."""
    return Reader(director=True)
