"""Make lawbooks for tests: a small one of the restatement alone, and one of every document."""

import shutil
from dataclasses import replace
from pathlib import Path

from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.book.current import sources_hash
from lawbot.config import ROOT, Settings
from lawbot.making import make_lawbook

BRIEF_CHART = "insufficient-bid"
CACHE = ROOT / "var" / "test-lawbooks"
DOCUMENTS = ROOT.parent / "shared" / "documents"


def settings(state: Path, *, documents: bool = False) -> Settings:
    """Return settings over a state folder of their own; nothing is from the environment."""
    folders = (DOCUMENTS,) if documents and DOCUMENTS.is_dir() else ()
    return replace(
        Settings.load({}),
        token="",
        documents=folders,
        state=state,
        language="en",
        edition=None,
        inline=False,
    )


def brief(state: Path, *, translated: bool = False) -> Settings:
    """Return settings over a state folder and a copy of the data that tests may change.

    The copy has all languages, the English plain words (``translated``: in every language), and of
    phrases, stories and charts those of Law 27.
    """

    # a build of it takes a tenth of the time; search over it is poor
    def but_a_few(folder: str, names: list[str]) -> set[str]:
        section = Path(folder).name
        if section == "charts":
            charts = {name for name in names if Path(folder, name).is_dir()}
            return charts - {BRIEF_CHART}
        translations = set() if translated else {"plain.vi.md", "plain.th.md"}
        unwanted = {"documents", "told.yaml", "LC_MESSAGES", *translations}
        phrases = {name for name in names if name.startswith("phrases.") and section != "27"}
        return phrases | (unwanted & set(names))

    shutil.copytree(ROOT / "data", state / "data", ignore=but_a_few)
    return brief_at(state)


def brief_at(state: Path) -> Settings:
    """Return the settings that ``brief`` gives, where its copy of the data is made already."""
    return replace(settings(state / "state"), data=state / "data")


def make_or_copy(place: Path, name: str, *, documents: bool = False) -> None:
    """Make a lawbook in a folder, or copy the one that an earlier run made of the same sources.

    Only the lawbook is kept (under var/test-lawbooks, by the digest of its sources) and the books
    it was made of: what tests write beside them stays in their own run.
    """
    chosen = settings(place, documents=documents)
    cached = CACHE / f"{name}-{sources_hash(chosen)}.db"
    # a document that was read stays read: each book has the digest of what it was made of
    books = CACHE / f"{name}-books"
    if books.is_dir():
        shutil.copytree(books, place / "books")
    if cached.is_file():
        shutil.copyfile(cached, chosen.lawbook)
        return
    make_lawbook(chosen)
    CACHE.mkdir(parents=True, exist_ok=True)
    for older in CACHE.glob(f"{name}-*.db"):
        older.unlink(missing_ok=True)
    shutil.copytree(place / "books", books, dirs_exist_ok=True)
    # another run may look for it while it is copied
    unfinished = cached.with_suffix(".unfinished")
    shutil.copyfile(chosen.lawbook, unfinished)
    unfinished.rename(cached)


def open_answers(chosen: Settings, *, anew: bool = False) -> Answers:
    """Return the answers over a lawbook, which is built if it does not exist, or if ``anew``."""
    if anew or not chosen.lawbook.is_file():
        make_lawbook(chosen)
    return Answers.open_all(chosen)


def concordance_names(lawbook: Lawbook, edition: str) -> set[str]:
    """Return the concordance's names of an edition's provisions."""
    query = "SELECT name FROM concordance_names WHERE edition = ?"
    return {name for (name,) in lawbook.db.execute(query, (edition,))}
