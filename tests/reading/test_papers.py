"""Text out of PDFs, saved pages and text files: in the forms that the readers of layouts take."""

import os
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, NameObject, StreamObject

from lawbot.errors import PaperError
from lawbot_importers import papers
from lawbot_importers.papers import texts
from tests.support import office, typeset


def test_a_saved_page_is_read_without_its_menus_and_scripts(tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_text(
        typeset.page(
            [
                "<h1>LAW 1 - TEA</h1>",
                "<ul><li>1. (a) hot<sup>2</sup></li></ul>",
                "<p><b>Milk</b> last</p>",
            ]
        ),
        encoding="utf-8",
    )
    markdown, plain = texts(tmp_path / "tea.html")
    assert [line for line in markdown.splitlines() if line] == [
        "# LAW 1 - TEA",
        "- 1. (a) hot<sup>2</sup>",
        "**Milk** last",
    ]
    assert [line for line in plain.splitlines() if line] == [
        "LAW 1 - TEA",
        "- 1. (a) hot<sup>2</sup>",
        "Milk last",
    ]


def test_text_is_read_in_latin_1_too(tmp_path: Path) -> None:
    (tmp_path / "tea.txt").write_bytes("The café’s tea – hot.\n".encode("cp1252") * 2)
    assert texts(tmp_path / "tea.txt") == ["The café’s tea – hot.\n" * 2]


def test_the_numbers_of_lists_are_read_as_a_browser_prints_them(tmp_path: Path) -> None:
    page = '<ol type="A"><li>Pot<ol><li>warm<ol type="a" start="2"><li>hot</li></ol></li></ol></li></ol>'
    (tmp_path / "tea.html").write_text(typeset.page([page]), encoding="utf-8")
    text = texts(tmp_path / "tea.html")[1]
    assert text.split() == ["A.", "Pot", "1.", "warm", "(b)", "hot"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_is_read_in_the_encodings_of_editors(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "tea.txt").write_text("ĐIỀU 1. TRÀ", encoding=encoding)
    assert texts(tmp_path / "tea.txt") == ["ĐIỀU 1. TRÀ"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", b"\xff\xfa\x80"),
        ("a.docx", b"PK"),
        ("a.odt", b"PK\3\4"),
        ("a.pdf", b"tea"),
        ("a.pdf", b"PK\3\4 tea"),
        ("a.pdf", b"%PDF-1.7\nxref\n"),
        ("a.html", b"<p> </p>"),
        ("a.md", b""),
    ],
)
def test_a_file_without_text_is_told(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(PaperError, match=name.replace(".", r"\.")):
        texts(tmp_path / name)


@pytest.mark.parametrize(("password", "algorithm"), [("secret", "RC4-128"), ("secret", "AES-256")])
def test_a_locked_pdf_is_told(tmp_path: Path, password: str, algorithm: str) -> None:
    writer = PdfWriter()
    writer.add_blank_page(300, 400)
    writer.encrypt(password, algorithm=algorithm)
    writer.write(tmp_path / "laws.pdf")
    with pytest.raises(PaperError, match=r"laws\.pdf: this PDF is locked with a password"):
        texts(tmp_path / "laws.pdf")


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir])
def test_special_files_are_not_opened(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "laws.txt")
    with pytest.raises(PaperError, match=r"laws\.txt: not a file"):
        texts(tmp_path / "laws.txt")


@pytest.mark.parametrize("mark", ["div", "ul><li", "b><i"])
def test_a_page_nested_without_end_is_told(tmp_path: Path, mark: str) -> None:
    (tmp_path / "laws.html").write_text(f"<{mark}>" * 2000 + "tea", encoding="utf-8")
    with pytest.raises(PaperError, match=r"laws\.html: nested deeper"):
        texts(tmp_path / "laws.html")


@pytest.mark.parametrize("mark", ["<!--", "<![CDATA[", "<a x='", "</", "<?"])
def test_marks_that_are_never_closed_are_told_before_they_are_read(
    tmp_path: Path, mark: str
) -> None:
    (tmp_path / "laws.html").write_text("<p>Law 1</p>" + mark * 500_000)
    with pytest.raises(PaperError, match=r"laws\.html: marks of the page are never closed"):
        texts(tmp_path / "laws.html")


def test_a_page_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers, "PATIENCE", 3.0)
    (tmp_path / "laws.html").write_text("<p>tea" + " " * 19_000_000 + "</p>", encoding="utf-8")
    with pytest.raises(PaperError, match=r"laws\.html: to read it takes more time or memory"):
        texts(tmp_path / "laws.html")


def test_a_pdf_that_takes_too_much_memory_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers, "MEMORY", 800_000_000)
    (tmp_path / "laws.pdf").write_bytes(bomb(1_000_000_000))
    with pytest.raises(PaperError, match=r"laws\.pdf: to read it takes more time or memory"):
        texts(tmp_path / "laws.pdf")


def bomb(size: int) -> bytes:
    """Return a PDF of a few kilobytes whose only page is so many bytes: packed twice."""
    packing = zlib.compressobj(1)
    packed = b"".join(packing.compress(bytes(1 << 20)) for _ in range(size >> 20)) + packing.flush()
    writer = PdfWriter()
    page = writer.add_blank_page(300, 400)
    content = StreamObject()
    content.set_data(zlib.compress(packed, 9))
    content[NameObject("/Filter")] = ArrayObject([NameObject("/FlateDecode")] * 2)
    page[NameObject("/Contents")] = writer._add_object(content)
    into = BytesIO()
    writer.write(into)
    return into.getvalue()


def test_each_page_that_is_read_is_told_and_their_number_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = PdfWriter()
    for _ in range(3):
        writer.add_blank_page(300, 400)
    writer.write(tmp_path / "laws.pdf")
    progress: list[tuple[int, int]] = []
    with pytest.raises(PaperError, match="OCR"):
        texts(tmp_path / "laws.pdf", lambda *page: progress.append(page))
    assert progress == [(1, 3), (2, 3), (3, 3)]
    monkeypatch.setattr(papers, "_MOST_PAGES", 2)
    with pytest.raises(PaperError, match="more pages than any law book"):
        papers._read_pdf(tmp_path / "laws.pdf", lambda _page, _pages: None)


def test_a_damaged_page_is_named(tmp_path: Path) -> None:
    laws = [["LAW 1 - TEA", "Warm"], ["LAW 2 - CUPS", "Clean"], ["LAW 3 - MILK", "Cold"]]
    whole = office.pdf(tmp_path / "whole.pdf", laws)
    writer = PdfWriter(clone_from=whole)
    empty = StreamObject()
    empty.set_data(zlib.compress(b""))
    empty[NameObject("/Filter")] = NameObject("/FlateDecode")
    # an empty page is no damage
    writer.pages[2][NameObject("/Contents")] = writer._add_object(empty)
    writer.write(whole)
    writer = PdfWriter(clone_from=whole)
    content = StreamObject()
    content.set_data(b"tea leaves, not packed")
    content[NameObject("/Filter")] = NameObject("/FlateDecode")
    writer.pages[1][NameObject("/Contents")] = writer._add_object(content)
    writer.write(tmp_path / "laws.pdf")
    assert texts(whole)
    with pytest.raises(PaperError, match=r"laws\.pdf: page 2 of this PDF is damaged"):
        texts(tmp_path / "laws.pdf")


def test_a_file_that_is_far_too_large_is_not_opened(tmp_path: Path) -> None:
    with (tmp_path / "film.pdf").open("wb") as film:
        film.truncate(300_000_000)
    with pytest.raises(PaperError, match=r"film\.pdf: larger than any law book"):
        texts(tmp_path / "film.pdf")


def test_a_pdf_of_pictures_is_told_to_need_recognition(tmp_path: Path) -> None:
    writer = PdfWriter()
    writer.add_blank_page(300, 400)
    writer.write(tmp_path / "scan.pdf")
    with pytest.raises(PaperError, match="OCR"):
        texts(tmp_path / "scan.pdf")
