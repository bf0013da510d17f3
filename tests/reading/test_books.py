"""Canonical books: what one says is read back as it was written, and a document is imported once."""

import stat
from pathlib import Path

import pytest

from lawbot.book.canonical import Book, Witness
from lawbot.book.catalogue import Catalogue
from lawbot.config import ROOT
from lawbot.errors import ReadingError
from lawbot.importing import Books, read_all
from lawbot.law.citation import Citation, CitationRange
from lawbot.law.edition import Division, Edition, Mend, Provision, Topic
from lawbot_importers import conversion
from tests.reading import test_unnumbered_1997, test_vietnamese_2007
from tests.support.lawbooks import DOCUMENTS

CATALOGUE = Catalogue.load(ROOT / "data" / "editions.toml")
OWN = 3
"""Editions of our own Markdown in the catalogue."""


def full_book() -> Book:
    """Return a book in which every field of every part says something."""
    mend = Mend(4, "“teapto” read as “teapot”", "letters exchanged")
    loss = Mend(9, "half a line is missing", "torn off", done=False)
    provisions = [
        Provision(
            Citation(27, "B", 1, ("a", "ii")),
            "Pouring",
            "Pour.\n\nWait | drink: “*tea*”.",
            3,
            [1, 2],
            [mend],
            [["cup", ""], ["pot"]],
            ["one", "two"],
            "drink.",
            "our own remark",
        ),
        Provision(Citation(term="Ấm trà (pot)"), line=5),
        Provision(Citation(27, "B", footnote=2), text="Milk first.", line=6),
        Provision(Citation(27, table=True), rows=[["1", "2"]]),
        Provision(Citation()),
    ]
    topics = [
        Topic(
            ("Tea", "milk"),
            [Citation(27), CitationRange(Citation(27, "A"), Citation(27, "C"))],
            ["Coffee"],
            7,
        )
    ]
    divisions = [Division("THE KITCHEN", 1, 27, 2)]
    edition = Edition("en-1997", provisions, divisions, topics, [loss])
    return Book([edition, Edition("th-1997")], Witness("en-2017", "0" * 64))


def test_a_book_is_read_back_as_it_was_written() -> None:
    book = full_book()
    assert Book.parse(book.written()) == book
    assert type(Book.parse(book.written()).editions[0].topics[0].citations[1]) is CitationRange


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the law documents are not here")
def test_real_books_are_read_back_as_they_were_written() -> None:
    shelf = read_all([DOCUMENTS], CATALOGUE)
    # of codes that two bodies publish, only one book lies beside the checkout
    single = [info for info in CATALOGUE.editions.values() if info.twin_of is None]
    assert len(shelf.editions) == len(single)
    for edition, _source in shelf.editions:
        assert Book.parse(Book([edition]).written()).editions == [edition]


@pytest.mark.parametrize("share", [0, 30, 99])
def test_a_torn_book_is_refused(share: int) -> None:
    data = full_book().written()
    with pytest.raises(ReadingError, match="no canonical book"):
        Book.parse(data[: len(data) * share // 100])


def count_conversions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every conversion of a document or a folder adds its name."""
    conversions: list[str] = []
    for name in ("convert", "convert_files"):
        original = getattr(conversion, name)

        def counting(*args: object, name: str = name, original=original) -> Book:  # type: ignore[no-untyped-def]
            conversions.append(name)
            book: Book = original(*args)
            return book

        monkeypatch.setattr(conversion, name, counting)
    return conversions


@pytest.fixture
def tea(tmp_path: Path) -> Path:
    """A folder with one small document."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "tea.txt").write_bytes(test_vietnamese_2007.sound_book().data)
    return folder


def test_a_document_is_imported_once_until_it_changes(
    tea: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversions = count_conversions(monkeypatch)
    books = tmp_path / "books"
    first = read_all([tea], CATALOGUE, Books(books))
    assert conversions == [*["convert_files"] * OWN, "convert"]
    again = read_all([tea], CATALOGUE, Books(books))
    assert len(conversions) == OWN + 1
    assert (again.editions, again.problems) == (first.editions, first.problems)
    (tea / "tea.txt").write_bytes(test_vietnamese_2007.sound_book().data + b"\n")
    changed = Books(books)
    assert read_all([tea], CATALOGUE, changed).edition("vi-2007") is not None
    assert conversions[OWN + 1 :] == ["convert"]
    assert len(list(books.iterdir())) == OWN + 2
    changed.prune()
    assert len(list(books.iterdir())) == OWN + 1
    read_all([tea], CATALOGUE, Books(books))
    assert conversions[OWN + 2 :] == []


def test_a_damaged_book_is_made_anew(
    tea: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = tmp_path / "books"
    first = read_all([tea], CATALOGUE, Books(books))
    for path in books.iterdir():
        path.write_bytes(path.read_bytes()[:-20])
    conversions = count_conversions(monkeypatch)
    assert read_all([tea], CATALOGUE, Books(books)).editions == first.editions
    assert len(conversions) == OWN + 1


def test_a_document_that_cannot_be_read_has_no_book_and_is_told_each_time(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "tea.txt").write_text("Boil water.\n", encoding="utf-8")
    shelves = [read_all([folder], CATALOGUE, Books(tmp_path / "books")) for _ in range(2)]
    problem = (
        "tea.txt: not a law document of a layout that is known here. Recognised: title Boil water.;"
        " publisher not found; year not found; 0 of the headings “Law 1” to “Law 93”."
    )
    assert [shelf.problems for shelf in shelves] == [[problem]] * 2
    assert len(list((tmp_path / "books").iterdir())) == OWN


def test_books_are_for_nobody_else_and_a_folder_that_cannot_be_written_does_no_harm(
    tea: Path, tmp_path: Path
) -> None:
    books = tmp_path / "books"
    first = read_all([tea], CATALOGUE, Books(books))
    assert {stat.S_IMODE(path.stat().st_mode) for path in books.iterdir()} == {0o600}
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    unwritable = Books(in_the_way / "books")
    assert read_all([tea], CATALOGUE, unwritable).editions == first.editions
    unwritable.prune()


def test_a_fragment_is_read_anew_along_another_witness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "chairs.txt").write_bytes(test_unnumbered_1997.fragment().data)
    (folder / "whole.txt").write_bytes(b"the witness")
    plain = conversion.convert

    def convert(data: bytes, entry: conversion.Entry) -> Book:
        if data.startswith(b"the witness"):
            return Book([test_unnumbered_1997.witness()])
        return plain(data, entry)

    monkeypatch.setattr(conversion, "convert", convert)
    conversions = count_conversions(monkeypatch)
    books = tmp_path / "books"
    read_all([folder], CATALOGUE, Books(books))
    shelf = read_all([folder], CATALOGUE, Books(books))
    assert shelf.problems == []
    assert shelf.edition("en-1997-play") is not None
    assert conversions[OWN:] == ["convert", "convert"]
    (folder / "whole.txt").write_bytes(b"the witness, printed anew")
    read_all([folder], CATALOGUE, Books(books))
    assert conversions[OWN + 2 :] == ["convert", "convert"]
    (folder / "whole.txt").unlink()
    alone = read_all([folder], CATALOGUE, Books(books))
    assert alone.edition("en-1997-play") is None
    assert [problem.split(":")[0] for problem in alone.problems] == ["chairs.txt"]
