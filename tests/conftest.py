"""Fixtures for all tests: a lawbook of the restatement alone, and one of all documents where those
are found."""

import os
import shutil
from collections.abc import Iterator
from math import ceil
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.charts.load import Situations
from lawbot.config import Database, Settings
from lawbot.faces.discord import admission
from lawbot.grouped import grouped
from lawbot.language.reader import Reader
from lawbot.making import make_lawbook
from tests.support import lawbooks, postgres, two_books
from tests.support.once import made_once
from tests.support.patience import PATIENCE

# Speed is for make bench: no test fails on a busy machine. In CI the examples are the same each
# time, for its word is on the change.
hypothesis_settings.register_profile(
    "lawbot",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
hypothesis_settings.register_profile(
    "few", hypothesis_settings.get_profile("lawbot"), max_examples=10
)
hypothesis_settings.load_profile("lawbot")


def pytest_configure(config: pytest.Config) -> None:
    """Try few examples of each property in ``make test-fast``."""
    if config.getoption("--few") is not None:
        hypothesis_settings.load_profile("few")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of ``make test-fast``."""
    parser.addoption(
        "--few", type=int, metavar="N", help="run about N cases of a test, no law documents"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what ``--few`` does not want: cases of a test evenly, and the law documents.

    A lawbook of all documents takes the time that a first answer may take in all.
    """
    most: int | None = config.getoption("--few")
    if most is None:
        return
    documents = {"full", "full_answers"}
    cases = grouped((item.nodeid.partition("[")[0], item) for item in items)
    few = {
        item
        for group in cases.values()
        for item in group[:: ceil(len(group) / most)]
        if not documents.intersection(getattr(item, "fixturenames", ()))
    }
    config.hook.pytest_deselected(items=[item for item in items if item not in few])
    items[:] = [item for item in items if item in few]


def shared_state(
    tmp_path_factory: pytest.TempPathFactory, name: str, *, documents: bool = False
) -> Settings:
    """Settings over a lawbook that is built once for all workers."""
    folder = made_once(
        tmp_path_factory,
        f"lawbook-{name}",
        lambda place: lawbooks.make_or_copy(place, name, documents=documents),
    )
    return lawbooks.settings(folder, documents=documents)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine takes more than the three seconds that Discord waits: here nothing comes too
    late that is not made to."""
    monkeypatch.setattr(admission, "TOO_OLD", PATIENCE)


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over a lawbook of the restatement alone, as a fresh clone has it."""
    return shared_state(tmp_path_factory, "small")


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over a lawbook of every document that is found."""
    return shared_state(tmp_path_factory, "full", documents=True)


@pytest.fixture(scope="session")
def two_codes(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over a lawbook of our plain words and of a made-up older code
    (``tests/support/two_books.py``)."""
    folder = made_once(
        tmp_path_factory, "lawbook-two-codes", lambda place: two_books.make(lawbooks.brief(place))
    )
    return lawbooks.brief_at(folder)


@pytest.fixture(scope="session")
def brief_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder that ``tests.support.lawbooks.brief`` makes, with its lawbook; nobody changes it."""
    return made_once(
        tmp_path_factory, "lawbook-brief", lambda place: make_lawbook(lawbooks.brief(place))
    )


@pytest.fixture
def brief_built(brief_once: Path, tmp_path: Path) -> Settings:
    """Settings over a copy of ``brief_once``, to be changed and built anew."""
    shutil.copytree(brief_once, tmp_path, dirs_exist_ok=True)
    return lawbooks.brief_at(tmp_path)


@pytest.fixture(scope="session")
def two_codes_answers(two_codes: Settings) -> Answers:
    """The use cases over our plain words and a made-up older code."""
    return Answers.open_all(two_codes)


@pytest.fixture(scope="session")
def answers(small: Settings) -> Answers:
    """The use cases over our own words."""
    return Answers.open_all(small)


@pytest.fixture(scope="session")
def everything(full: Settings) -> Answers:
    """The use cases over every document that is found, be it none."""
    return Answers.open_all(full)


@pytest.fixture(scope="session")
def full_answers(request: pytest.FixtureRequest) -> Answers:
    """The use cases over every document; skips where they are not found."""
    if not lawbooks.DOCUMENTS.is_dir():
        pytest.skip("the law documents are not here")
    opened: Answers = request.getfixturevalue("everything")
    return opened


@pytest.fixture(scope="session")
def plain_lawbook(answers: Answers) -> Lawbook:
    """The lawbook of our own words, open."""
    return answers.lawbook


@pytest.fixture(scope="session")
def full_lawbook(full_answers: Answers) -> Lawbook:
    """The lawbook of every document, open."""
    return full_answers.lawbook


@pytest.fixture(scope="session")
def situations(answers: Answers) -> Situations:
    """The flow charts of the repository."""
    return answers.situations


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server]:
    """A server of PostgreSQL, one for each worker of the run; skips where there is none."""
    with postgres.running() as running:
        yield running


@pytest.fixture
def database(server: postgres.Server) -> Database:
    """An empty database of PostgreSQL."""
    return server.another()


@pytest.fixture(params=["file", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | Database:
    """Each place where the settings of servers can stand, with nothing in it."""
    return (
        tmp_path / "state" / "settings.db"
        if request.param == "file"
        else request.getfixturevalue("database")
    )


@pytest.fixture
def player() -> Reader:
    """A player who asks in English."""
    return Reader()


@pytest.fixture
def director() -> Reader:
    """A director who asks in English."""
    return Reader(director=True)
