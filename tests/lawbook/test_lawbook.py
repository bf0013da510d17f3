"""The lawbook: built whole or not at all, the same from the same sources, and read by citation."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import grimp
import pytest

from lawbot.book import Lawbook, NoSuchProvisionError, current, schema
from lawbot.book.build import build
from lawbot.book.catalogue import Catalogue
from lawbot.book.concordance import Tables
from lawbot.book.current import is_current, is_unchanged
from lawbot.book.shelf import Shelf
from lawbot.config import ROOT, Settings
from lawbot.data_files import chart_file
from lawbot.errors import LawbookError, LawbotError, LostDocumentError
from lawbot.faces.terminal.command_line import main
from lawbot.importing import read_all
from lawbot.law.citation import Citation
from lawbot.making import make_lawbook
from lawbot.search.engine import Search
from tests.support.disk import full_disk
from tests.support.lawbooks import DOCUMENTS, brief, settings
from tests.support.patience import PATIENCE, PROGRAM_PATIENCE

CATALOGUE = Catalogue.load(ROOT / "data" / "editions.toml")
PLAIN = "plain-2017"


def test_our_own_words_have_all_provisions(plain_lawbook: Lawbook) -> None:
    counts = plain_lawbook.counts(PLAIN)
    assert [
        counts[level]
        for level in ("law", "section", "paragraph", "subparagraph", "item", "footnote")
    ] == [93, 271, 331, 114, 19, 28]


@pytest.mark.parametrize("table", schema.TABLES)
def test_a_lawbook_without_one_of_its_tables_is_not_opened(
    small: Settings, tmp_path: Path, table: str
) -> None:
    path = Path(shutil.copy(small.lawbook, tmp_path))
    with closing(sqlite3.connect(path)) as connection:
        assert {
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if "_stat" not in name and not name.startswith("fts_")
        } == set(schema.TABLES)
        connection.execute(f"DROP TABLE {table}")
    with pytest.raises(LawbookError, match=f"no such table: {table}"):
        Lawbook.open(path)


def test_a_lawbook_of_other_languages_asks_to_be_built_anew(
    small: Settings, tmp_path: Path
) -> None:
    path = Path(shutil.copy(small.lawbook, tmp_path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "UPDATE search_data SET value = json_insert(value, '$[0].no_such_list', 'x')"
            " WHERE name = 'languages'"
        )
        connection.commit()
    with pytest.raises(LawbookError, match="built by another version"):
        Search(Lawbook.open(path))


def test_every_provision_is_found_by_its_citation(plain_lawbook: Lawbook) -> None:
    for citation in plain_lawbook.citations(PLAIN):
        entry = plain_lawbook.provision(citation, PLAIN)
        assert entry.citation == citation
        assert (
            citation.parent is None
            or citation.footnote
            or entry in plain_lawbook.provision(citation.parent, PLAIN).children
            or citation.table
        )


def test_next_and_previous_walk_the_whole_book(plain_lawbook: Lawbook) -> None:
    first = next(plain_lawbook.provisions(PLAIN))
    walked, provision = [first], first
    while provision.next:
        following = plain_lawbook.provision(provision.next, PLAIN)
        assert following.previous == provision.citation
        provision = following
        walked.append(provision)
    assert len(walked) == sum(
        count
        for level, count in plain_lawbook.counts(PLAIN).items()
        if level not in ("footnote", "table")
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("64D", "64A to 64C"),
        ("27B9", "27B1 to 27B4"),
        ("27A1(c)", "no parts"),
        ("Definitions: Tea", "not among"),
    ],
)
def test_a_missing_citation_names_the_nearest(plain_lawbook: Lawbook, text: str, says: str) -> None:
    with pytest.raises(NoSuchProvisionError, match=says):
        plain_lawbook.provision(Citation.parse(text), PLAIN)


def test_a_section_written_as_an_item_is_found(plain_lawbook: Lawbook) -> None:
    assert str(plain_lawbook.provision(Citation.parse("27(b)"), PLAIN).citation) == "27B"


def test_a_footnote_is_found_by_its_number_alone(plain_lawbook: Lawbook) -> None:
    assert (
        str(plain_lawbook.provision(Citation.parse("footnote 17"), PLAIN).citation) == "53A fn 17"
    )


def test_an_unknown_edition_names_those_there_are(plain_lawbook: Lawbook) -> None:
    with pytest.raises(LawbookError, match=PLAIN):
        plain_lawbook.provision(Citation(27), "en-1066")


def content_of(chosen: Settings) -> str | None:
    return Lawbook.open(chosen.lawbook).meta("content_hash")


@pytest.mark.slow
def test_the_same_sources_give_the_same_content(brief_built: Settings, tmp_path: Path) -> None:
    assert make_lawbook(brief(tmp_path / "again"))[1].content_hash == content_of(brief_built)


@pytest.mark.slow
def test_another_word_gives_another_content(brief_built: Settings) -> None:
    chosen = brief_built
    before = content_of(chosen)
    law = chosen.data / "laws" / "03" / "plain.en.md"
    law.write_text(law.read_text(encoding="utf-8") + "\nAnother word.\n", encoding="utf-8")
    assert make_lawbook(chosen)[1].content_hash != before


@pytest.mark.slow
def test_a_killed_build_leaves_the_lawbook_before_it(small: Settings, tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    shutil.copy(small.lawbook, chosen.lawbook)
    before = Lawbook.open(small.lawbook).meta("content_hash")
    environment = {**os.environ, "LAWBOT_STATE": str(tmp_path), "LAWBOT_DOCUMENTS": str(tmp_path)}
    for wait in (0.0, 0.5):
        building = subprocess.Popen(
            [sys.executable, "-m", "lawbot", "build", "--again"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        # until it writes
        until = time.monotonic() + PROGRAM_PATIENCE
        while building.poll() is None and not any(tmp_path.glob(".lawbook.db.*")):
            assert time.monotonic() < until, "the build writes nothing"
            time.sleep(0.01)
        time.sleep(wait)
        building.send_signal(signal.SIGKILL)
        assert building.wait(PATIENCE) == -signal.SIGKILL
        for leftover in tmp_path.glob(".lawbook.db.*"):
            leftover.unlink()
        lawbook = Lawbook.open(chosen.lawbook)
        assert lawbook.meta("content_hash") == before
        assert lawbook.find(Citation.parse("27B1(a)"), PLAIN) is not None


@pytest.mark.slow
def test_a_leftover_of_a_killed_build_with_our_process_number_is_harmless(
    small: Settings, brief_built: Settings
) -> None:
    chosen = brief_built
    content = content_of(chosen)
    shutil.copy(small.lawbook, chosen.state / f".lawbook.db.{os.getpid()}")
    assert make_lawbook(chosen)[1].content_hash == content


@pytest.mark.slow
def test_a_state_folder_of_any_name_will_do(tmp_path: Path) -> None:
    chosen = replace(brief(tmp_path), state=tmp_path / "état ?mode=rw#100%25")
    make_lawbook(chosen)
    assert Lawbook.open(chosen.lawbook).find(Citation.parse("27B1(a)"), PLAIN) is not None
    assert is_current(chosen)


@pytest.mark.slow
def test_old_leftovers_of_killed_builds_are_removed_and_a_build_under_way_is_not(
    tmp_path: Path,
) -> None:
    chosen = brief(tmp_path)
    chosen.state.mkdir()
    dead, alive = chosen.state / ".lawbook.db.11111111", chosen.state / ".lawbook.db.22222222"
    for leftover, age in ((dead, 1000), (alive, 60)):
        leftover.write_bytes(b"half a lawbook")
        os.utime(leftover, (time.time() - age,) * 2)
    make_lawbook(chosen)
    assert sorted(path.name for path in chosen.state.iterdir()) == [
        ".lawbook.db.22222222",
        "books",
        "lawbook.db",
    ]


@pytest.mark.slow
def test_a_lawbook_is_its_owners_alone(tmp_path: Path) -> None:
    chosen = brief(tmp_path)
    make_lawbook(chosen)
    assert chosen.lawbook.stat().st_mode & 0o777 == 0o600


def test_an_open_lawbook_cannot_be_written(small: Settings, tmp_path: Path) -> None:
    copy = tmp_path / "lawbook.db"
    shutil.copy(small.lawbook, copy)
    before = copy.read_bytes()
    lawbook = Lawbook.open(copy)
    for statement in (
        "DELETE FROM provisions",
        "UPDATE provisions SET text = ''",
        "CREATE TABLE tea (cup)",
        "INSERT INTO meta VALUES ('a', 'b')",
    ):
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            lawbook.db.execute(statement)
    assert copy.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["lawbook.db"]


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    shelf = read_all([], CATALOGUE)
    with pytest.raises(LawbotError, match="could not be written"):
        build(shelf, CATALOGUE, Tables(), blocked / "lawbook.db")


@pytest.mark.slow
def test_a_full_disk_leaves_the_lawbook_before_it(small: Settings, tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    shutil.copy(small.lawbook, chosen.lawbook)
    before = chosen.lawbook.read_bytes()
    with full_disk(1_000_000), pytest.raises(LawbotError, match="could not be written"):
        make_lawbook(chosen)
    assert chosen.lawbook.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["books", "lawbook.db"]


def test_no_lawbook_is_built_if_no_document_is_read(tmp_path: Path) -> None:
    with pytest.raises(LawbotError, match="No edition"):
        build(Shelf(), CATALOGUE, Tables(), tmp_path / "lawbook.db")


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.md", b"", "empty"),
        ("latin1.txt", "Les règles à table".encode("latin-1") * 3, "not in UTF-8"),
        ("recipe.txt", b"Boil water. Add tea. Wait.\n" * 20, "not a law document"),
    ],
)
def test_a_bad_document_gives_one_line_and_the_rest_is_read(
    tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(content)
    shelf = read_all([tmp_path], CATALOGUE)
    assert [edition.id for edition, _ in shelf.editions] == [PLAIN, f"{PLAIN}-vi", f"{PLAIN}-th"]
    assert len(shelf.problems) == 1
    assert name in shelf.problems[0]
    assert says in shelf.problems[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_special_files_and_files_too_large_for_a_book_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with (tmp_path / "film.txt").open("wb") as film:
        film.truncate(50_000_000)
    assert read_all([tmp_path], CATALOGUE).problems == [
        "film.txt: larger than any law book; it was left out."
    ]


def test_a_missing_folder_gives_one_line(tmp_path: Path) -> None:
    shelf = read_all([tmp_path / "nowhere"], CATALOGUE)
    assert len(shelf.problems) == 1
    assert "no such folder" in shelf.problems[0]


@pytest.mark.slow
@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the law documents are not here")
@pytest.mark.parametrize("keep", [0.02, 0.3, 0.7, 0.95])
def test_truncated_documents_never_stop_the_rest(tmp_path: Path, keep: float) -> None:
    for path in DOCUMENTS.iterdir():
        data = path.read_bytes()
        (tmp_path / path.name).write_bytes(data[: int(len(data) * keep)])
    shelf = read_all([tmp_path], CATALOGUE)
    assert PLAIN in [edition.id for edition, _ in shelf.editions]
    assert all("\n" not in problem for problem in shelf.problems)


@pytest.mark.slow
@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the law documents are not here")
def test_documents_with_the_line_ends_of_windows_are_read_the_same(tmp_path: Path) -> None:
    for path in DOCUMENTS.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(
                path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
            )
    usual, windows = (read_all([place], CATALOGUE) for place in (DOCUMENTS, tmp_path))
    assert [edition for edition, _ in windows.editions] == [
        edition for edition, _ in usual.editions
    ]


def test_a_missing_lawbook_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LawbookError, match="lawbot build"):
        Lawbook.open(tmp_path / "lawbook.db")


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 500])
def test_a_damaged_lawbook_says_how_to_build_it_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "lawbook.db").write_bytes(content)
    with pytest.raises(LawbookError, match="lawbot build"):
        Lawbook.open(tmp_path / "lawbook.db")


def test_lookups_are_indexed(plain_lawbook: Lawbook) -> None:
    plans = [
        "SELECT * FROM provisions WHERE edition = 'a' AND key = 'b'",
        "SELECT * FROM provisions WHERE edition = 'a' AND law = 3",
        "SELECT * FROM provisions WHERE edition = 'a' AND footnote = 3",
        "SELECT * FROM cross_references WHERE edition = 'a' AND source = 'b'",
        "SELECT * FROM cross_references WHERE edition = 'a' AND target = 'b'",
    ]
    for query in plans:
        plan = " ".join(
            str(row[3]) for row in plain_lawbook.db.execute(f"EXPLAIN QUERY PLAN {query}")
        )
        assert "SEARCH" in plan
        assert "SCAN" not in plan


FULL_COUNTS = {
    "en-2017": (93, 271, 331, 114, 19, 28, 66),
    "en-1997": (93, 251, 215, 42, 4, 35, 53),
    "th-1997": (93, 251, 215, 42, 4, 10, 56),
    "vi-2007": (93, 254, 305, 102, 9, 31, 61),
    "en-2008-acbl": (24, 66, 62, 20, 5, 11, 0),
}


@pytest.mark.parametrize(("edition", "figures"), FULL_COUNTS.items())
def test_every_edition_has_all_its_provisions(
    full_lawbook: Lawbook, edition: str, figures: tuple[int, ...]
) -> None:
    counts = full_lawbook.counts(edition)
    levels = ("law", "section", "paragraph", "subparagraph", "item", "footnote", "definition")
    assert tuple(counts.get(level, 0) for level in levels) == figures


def test_our_words_restate_every_provision_of_2017(full_lawbook: Lawbook) -> None:
    official = {str(citation).casefold() for citation in full_lawbook.citations("en-2017")}
    ours = {str(citation).casefold() for citation in full_lawbook.citations(PLAIN)}
    assert ours == official


def test_our_words_say_something_wherever_the_law_does(full_lawbook: Lawbook) -> None:
    silent = [
        str(e.citation)
        for e in full_lawbook.provisions("en-2017")
        if (e.text or e.rows)
        and not (o := full_lawbook.provision(e.citation, PLAIN)).text
        and not o.rows
    ]
    assert silent == []


@pytest.mark.slow
def test_a_document_that_was_read_before_and_is_not_now_is_an_error_and_the_lawbook_stays(
    tmp_path: Path,
) -> None:
    document = DOCUMENTS / "laws-2007-vi.txt"
    if not document.is_file():
        pytest.skip("the law documents are not here")
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / document.name).write_bytes(document.read_bytes())
    chosen = replace(brief(tmp_path), documents=(folder,))
    make_lawbook(chosen)
    before = chosen.lawbook.read_bytes()
    assert is_current(chosen)
    (folder / document.name).write_bytes(document.read_bytes()[:20_000])
    with pytest.raises(LostDocumentError, match=r"vi-2007, read from laws-2007-vi\.txt"):
        make_lawbook(chosen)
    assert chosen.lawbook.read_bytes() == before
    make_lawbook(chosen, drop=["vi-2007"])
    assert "vi-2007" not in Lawbook.open(chosen.lawbook).editions


@pytest.mark.slow
@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="no law documents beside the checkout")
def test_a_document_that_became_shorter_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    text = (DOCUMENTS / "acbl-2008-and-1997-auction-en.txt").read_text(encoding="utf-8")
    (folder / "laws.txt").write_text(text, encoding="utf-8")
    chosen = replace(brief(tmp_path), documents=(folder,))
    monkeypatch.setattr(Settings, "load", classmethod(lambda _cls: chosen))
    assert main(["build"]) == 0
    output = capsys.readouterr()
    assert "shorter" not in output.err
    assert "up to date" not in output.out
    (folder / "laws.txt").write_text(text[: len(text) * 9 // 10], encoding="utf-8")
    assert main(["build"]) == 0
    assert (
        "shorter: laws.txt: 172 provisions of en-2008-acbl were read, and 188 before."
        in capsys.readouterr().err
    )


def test_a_lawbook_of_older_charts_is_not_current(small: Settings, tmp_path: Path) -> None:
    assert is_current(small)
    data = tmp_path / "data"
    shutil.copytree(small.data, data)
    chart_file(data, "revoke").write_text("changed", encoding="utf-8")
    assert not is_current(replace(small, data=data))


@pytest.mark.slow
def test_a_build_where_nothing_changed_says_so_and_writes_nothing(
    brief_built: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = brief_built
    monkeypatch.setattr(Settings, "load", classmethod(lambda _cls: chosen))
    before = chosen.lawbook.stat()
    assert main(["build"]) == 0
    output = capsys.readouterr().out
    assert "up to date" in output
    assert "read: plain-2017, 926 provisions from data/laws/*/plain.en.md" in output
    after = chosen.lawbook.stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_size) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_size,
    )
    assert main(["build", "--again"]) == 0
    assert "up to date" not in capsys.readouterr().out
    assert chosen.lawbook.stat().st_ino != before.st_ino


def test_another_document_name_word_or_line_of_code_asks_for_a_build(
    small: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert is_unchanged(small)
    folder = tmp_path / "documents"
    folder.mkdir()
    hashes = {current.sources_hash(small)}

    def is_another() -> bool:
        count_before = len(hashes)
        hashes.add(current.sources_hash(replace(small, documents=(folder,))))
        return len(hashes) == count_before + 1

    assert is_another()
    (folder / "tea.txt").write_text("Boil water.", encoding="utf-8")
    assert is_another()
    (folder / "tea.txt").write_text("Boil milk.", encoding="utf-8")
    assert is_another()
    (folder / "tea.txt").rename(folder / "milk.txt")
    assert is_another()
    (folder / "laws.pdf").write_bytes(b"%PDF")
    assert is_another()
    (folder / "left.db").write_bytes(b"no document")
    assert not is_another()
    importers = tmp_path / "importers"
    importers.mkdir()
    monkeypatch.setattr(current, "CODE", (importers,))
    assert is_another()
    # modules, corrections and inventories
    for name in ("reader.py", "en-1997.toml", "2017.txt"):
        (importers / name).write_text("pass", encoding="utf-8")
        assert is_another()


def test_every_table_of_the_importers_is_among_the_sources_of_a_lawbook() -> None:
    files = (ROOT / "lawbot_importers").rglob("*.*")
    suffixes = {path.suffix for path in files} - {".pyc"}
    assert suffixes == current.CODE_SUFFIXES


def test_every_module_that_a_build_runs_is_among_its_sources() -> None:
    graph = grimp.build_graph("lawbot", "lawbot_importers", cache_dir=None)
    modules = graph.find_upstream_modules("lawbot.making") | {"lawbot.making"}
    for name in modules:
        path = ROOT / name.replace(".", "/")
        places = {path, path.with_suffix(".py"), *path.parents}
        assert places & set(current.CODE), name
    assert [place for place in current.CODE if not place.exists()] == []


def test_a_law_is_read_in_one_statement(plain_lawbook: Lawbook) -> None:
    lawbook = Lawbook(plain_lawbook.db)
    statements: list[str] = []
    plain_lawbook.db.set_trace_callback(statements.append)
    try:
        entry = lawbook.provision(Citation(16), "plain-2017")
        for inner in entry.walk():
            assert (
                inner.footnotes,
                inner.cites,
                inner.cited_by,
                inner.rows,
                inner.path,
            ) is not None
    finally:
        plain_lawbook.db.set_trace_callback(None)
    assert len([statement for statement in statements if "FROM provisions AS p" in statement]) == 1
    assert len(statements) <= 2, statements
